/* SPDX-License-Identifier: Apache-2.0
 *
 * The stimulus, in parts: episodes (fedx_stimulus.c), what is fixed for one
 * (fedx_stimulus_setup.c), its packets (fedx_stimulus_packet.c) and what it does to
 * the wires (fedx_stimulus_wires.c).
 */
#ifndef FEDX_STIMULUS_INTERNAL_H
#define FEDX_STIMULUS_INTERNAL_H

#include "fedx/header.h"
#include "fedx/rng.h"
#include "fedx_cables.h"
#include "fedx_stimulus.h"

enum {
    BODY_BYTES = FEDX_BYTE_CRC - FEDX_HEADER_BYTES,
    SOON = 4,            /* cycles after a frame, within which the next one may come too soon */
    STUCK_CYCLES = 8000, /* 128 time-outs of those who never get in */
    STEP_CYCLES = 16,    /* about as long as a refused attempt */
    TRACKED = 4096,      /* packets followed in one episode, at most */
    DRAIN_CYCLES = 60000 /* after the last injection, everything must have left by then */
};

/** A neighbour, or the PE, at one port of the switch. */
struct neighbour {
    struct fedx_port_end end;
    uint8_t image[2][FEDX_PACKET_BYTES]; /* the packet being offered, and the one of the attempt under way */
    int serial[2];                       /* their numbers in the scoreboard, -1: not followed */
    int offered;                         /* which image is offered, -1: none */
    struct fedx_header header[2];        /* their headers */
    unsigned refuse_at;                  /* byte of a frame from the switch at which it is refused; 0xffff: none */
    unsigned abort_at;                   /* byte of an own frame at which it is broken off; 0xffff: none */
    unsigned frame;                      /* bytes of the present frame from the switch so far */
    unsigned sent;                       /* bytes of the neighbour's present frame that the switch has seen */
    unsigned damage_at;                  /* the one that is damaged on the wire; 0xffff: none */
    uint8_t damage_mask;
    uint8_t check_mask; /* what makes the header check match again, or 0 */
    uint32_t crc_mask;  /* damage to the four bytes of the packet check, the first in bits 7:0 */
    unsigned hide;      /* cycles for which acc stays hidden behind hidden_acc */
    uint8_t hidden_acc;
    uint8_t intruder[FEDX_PACKET_BYTES]; /* a packet sent without the turn, while the switch waits for its answer */
    unsigned intruding, intruder_sent;   /* bytes of it left to send, and sent */
    unsigned silent;                     /* cycles since the last byte of an own frame, at most SOON */
    unsigned storm;                      /* cycles for which acc toggles on its own */
    unsigned stolen;                     /* cycles for which the turn level is wrong */
    unsigned deaf;                       /* cycles for which the neighbour goes on reading deaf_acc */
    uint8_t deaf_acc;
};

struct fedx_stimulus {
    struct stimulus base;
    struct neighbour neighbour[FEDX_PORTS];
    struct fedx_cables cables;
    /* Of this episode. */
    enum fedx_profile profile;
    enum fedx_profile behaviour; /* of the neighbours: that of the profile, or of the phase of a sustained episode */
    struct fedx_settings settings;
    struct fedx_control control;
    uint32_t table[FEDX_TABLE_SIZE];
    double supply;      /* chance a cycle that an idle neighbour gets a packet */
    unsigned suppliers; /* ports whose neighbour gets any */
    double rate;        /* of the illegal events */
    int legal;          /* keeps to the protocol: follow every packet */
    int corners;        /* settings, and behaviour, that other episodes do not have */
    int wide;           /* sources and messages of all bits, and packets that differ from others in one */
    int kin;            /* with wide: nearly all packets are like another one, but for a bit */
    int deroutes;
    int loyal;       /* a neighbour repeats a packet until it is taken, as switches and PEs do */
    int choked;      /* neighbours take few packets, so that the switch is full */
    int in_step;     /* neighbours that own their wires start frames in the same cycles only */
    int fickle;      /* links offer a packet again with other deroutes left, the PE another packet */
    int stuck;       /* many packets are of classes that are never let in */
    unsigned age;    /* cycles since the neighbours started */
    unsigned closed; /* cycles for which every wire refuses */
    unsigned phase;  /* cycles left of this phase of a sustained episode */
    unsigned local;  /* quarters of the destinations that are this switch */
    /* Scoreboard of packets in this episode: bodies are made from the serial number. */
    struct {
        struct fedx_header header;
        uint8_t state; /* 0 offered, 1 accepted, 2 delivered */
    } scoreboard[TRACKED];
    int serials;
    int inside; /* packets accepted and not delivered */
    uint8_t modes_seen[3 * 2 * 2 * 4];
};

static inline uint32_t below(struct fedx_stimulus *s, uint32_t bound)
{
    return rng_below(&s->base.random, bound);
}

static inline int chance(struct fedx_stimulus *s, double probability)
{
    return rng_chance(&s->base.random, probability);
}

/* Setup: what is fixed for an episode, or for a phase of a sustained one. */
/** Profile, settings and traits of the episode whose number has come. */
void fedx_stimulus_start(struct fedx_stimulus *s);
/** Other traits, and perhaps another setting: a sustained episode goes on. */
void fedx_stimulus_next_phase(struct fedx_stimulus *s);
/** An entry of the route table. */
uint32_t fedx_stimulus_entry(struct fedx_stimulus *s);
/** A word of the settings, with other limits and another time-out. @param word  its address, FEDX_CFG_MODE on */
uint32_t fedx_stimulus_setting(struct fedx_stimulus *s, int word);

/* Packets. */
/** Give an idle neighbour a packet, perhaps. */
void fedx_stimulus_supply(struct fedx_stimulus *s, struct neighbour *p);
/** A header that may come from p, and the whole packet in image. @return it */
struct fedx_header fedx_stimulus_packet(struct fedx_stimulus *s, const struct neighbour *p, int serial, uint8_t *image);
/** Which image the frame of the attempt under way is made from. */
int fedx_stimulus_started(const struct neighbour *p);
/** The packet in image `which` failed: it is offered again, as it was or with other deroutes left. */
void fedx_stimulus_offer_again(struct fedx_stimulus *s, struct neighbour *p, int which);
/** The switch has accepted it. */
void fedx_stimulus_accepted(struct fedx_stimulus *s, const struct neighbour *p, int which);
/** A packet has left by a port: it must be one that was accepted, whole, by a port of its route. @return 1 when it is
 * not */
int fedx_stimulus_left(struct fedx_stimulus *s, int port);

/* Wires. */
/** Change what the switch sees in this cycle, and what its control pins have, as the episode would have it. */
void fedx_stimulus_disturb(struct fedx_stimulus *s, struct fedx_pins *in);
/** The neighbour misses the acceptance of its packet, and sends the packet again with the old bit. */
void fedx_stimulus_miss(struct fedx_stimulus *s, struct neighbour *p, struct fedx_pins *in);

#endif
