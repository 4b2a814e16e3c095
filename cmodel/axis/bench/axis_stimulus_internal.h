/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts of the stimulus of the AXI4-Stream switch: sources and sinks, and the scoreboard of packets between them.
 */
#ifndef AXIS_STIMULUS_INTERNAL_H
#define AXIS_STIMULUS_INTERNAL_H

#include "axis_stimulus.h"

/* Beats between an input and an output: two places in each, and room to find one too many. */
enum { AXIS_BOOKED = 8, AXIS_NOBODY = -1 };

/* How a source or a sink is busy. */
struct axis_pace {
    unsigned chance; /* of 16: that it goes on in a cycle */
    unsigned burst;  /* mean cycles that it goes on, and rests, alternately; 0: it does not alternate */
    int resting;     /* now */
    int waits;       /* a sink: it is ready only when a beat is there */
};

struct axis_source {
    struct axis_pace pace;
    unsigned longest; /* beats of a packet */
    unsigned wild;    /* of 16 packets so many have any tdest; the others that of an output */
    unsigned dest;    /* of the packet under way */
    unsigned left;    /* its beats that have not been on the wires */
    int target;       /* its output, or AXIS_NOBODY: it is to be dropped */
    int first;        /* the beat on the wires begins it */
};

struct axis_beat {
    uint64_t data[AXIS_MOST_WORDS];
    uint16_t dest;
    uint8_t last, first;
};

/* Beats that have come by one input for one output. */
struct axis_book {
    struct axis_beat beat[AXIS_BOOKED];
    unsigned first, count;
};

struct axis_stimulus {
    struct stimulus base;
    struct axis_parameters parameters;
    struct axis_widths widths;
    enum axis_profile profile;
    int drain;      /* no packet begins any more */
    uint16_t drops; /* packets that should have been dropped since reset */
    uint32_t seen;  /* combinations of modes */
    struct axis_pins in, out;
    struct axis_control control;
    struct axis_source source[AXIS_MOST_PORTS];
    struct axis_pace sink[AXIS_MOST_PORTS];
    int from[AXIS_MOST_PORTS]; /* per output: where the packet under way comes from */
    struct axis_book book[AXIS_MOST_PORTS][AXIS_MOST_PORTS];
};

/* Draw an episode's settings, paces and lengths. */
void axis_stimulus_draw(struct axis_stimulus *s);
void axis_stimulus_draw_settings(struct axis_stimulus *s);
/* What sources and sinks drive in a cycle, by s->out. */
void axis_stimulus_drive(struct axis_stimulus *s);
/* The handshakes of the cycle. @return why they are wrong, or NULL */
const char *axis_stimulus_follow(struct axis_stimulus *s);
/* The scoreboard of an empty switch. */
void axis_stimulus_forget(struct axis_stimulus *s);
/* After all packets have had the time to leave. @return what is wrong, or NULL */
const char *axis_stimulus_settled(struct axis_stimulus *s);

#endif
