/* SPDX-License-Identifier: Apache-2.0
 *
 * The stimulus, in parts: episodes (vcr_stimulus.c), what is fixed for one (vcr_stimulus_setup.c), what neighbours send
 * and take (vcr_stimulus_neighbour.c), and packets that are followed (vcr_stimulus_packet.c).
 */
#ifndef VCR_STIMULUS_INTERNAL_H
#define VCR_STIMULUS_INTERNAL_H

#include "vcr/regs.h"
#include "vcr_stimulus.h"

enum {
    FOLLOWED = 8192,                         /* packets in one episode, at most */
    NOT_FOLLOWED = FOLLOWED,                 /* serial number of others */
    SETTINGS = VCR_CFG_ESCAPE + VCR_CLASSES, /* words, from address 0 on */
    MODES = 4 * 2 * 2 * 2 * 2 * 3 *
            4 /* combinations of routing, paired, link_hold, oldest, by_input, alloc_credits, sat_mode */
};

/* How often neighbours do what they should not: once in so many cases on average; 0: never. */
struct attributes {
    unsigned head, tail; /* flits: the mark is wrong */
    unsigned loss;       /* ... it is not sent at all */
    unsigned channel;    /* ... it comes in another channel, or in one that there is not */
    unsigned uncredited; /* cycles of a port: a flit is sent without a credit */
    unsigned credit;     /* cycles of a channel: a credit comes out of nothing */
    unsigned keep;       /* credits: lost */
    unsigned glitch;     /* cycles: a wrong reading of up */
    unsigned down;       /* cycles: a link goes down, mostly for a while; or comes up again */
    unsigned access;     /* cycles: the configuration port is used */
    unsigned write;      /* ... to write */
    unsigned reset;      /* cycles */
    unsigned noise;      /* cycles: all wires are random */
};

/* The packet that a neighbour sends in a channel. */
struct sending {
    unsigned flits, sent; /* of it; sent = flits: none is under way */
    unsigned serial;      /* followed, or NOT_FOLLOWED */
    uint64_t head;
};

/* A packet on its way out of the router. */
struct leaving {
    unsigned serial, flits; /* flits that have come; 0: none is under way */
};

struct neighbour {
    unsigned back; /* cycles to the one in which its link, which went down, comes up again; 0: none */
    unsigned credits[VCR_MOST_VCS], owed[VCR_MOST_VCS];
    struct sending sending[VCR_MOST_VCS];
    struct leaving leaving[VCR_MOST_VCS];
};

/* A packet that is followed. */
struct followed {
    uint64_t head;
    uint8_t flits, port; /* port: by which it came */
    uint8_t state;       /* 0: it is coming, or in the router; 1: it has left */
};

struct vcr_stimulus {
    struct stimulus base;
    const struct vcr_parameters *parameters;
    struct vcr_pins in, out;
    struct vcr_control control;
    uint8_t modes_seen[MODES];
    /* Of this episode. */
    enum vcr_profile profile;
    enum vcr_profile behaviour; /* of the neighbours: that of the profile, or of the phase of a sustained episode */
    int corners;
    int follow; /* all packets */
    struct attributes attributes;
    uint32_t setting[SETTINGS];
    uint32_t table[VCR_MOST_TABLE];
    unsigned destinations; /* numbers of terminals that packets go to, mostly: below this */
    unsigned hot;          /* destination of many of them, */
    unsigned heat;         /* ... so many in 8 */
    unsigned load, giving; /* chances in 64 a cycle: of a flit on a port, of a credit that is owed */
    unsigned shortest;     /* packets of up to 3 flits: so many in 4 */
    unsigned connected;    /* ports */
    unsigned up_at;        /* cycle in which neighbours come up */
    unsigned resetting;    /* cycles left of a reset */
    unsigned restoring;    /* settings that are still to be written after it */
    unsigned doom;         /* cycles to a reset that hits what a link leaves that went down; 0: none */
    unsigned phase;        /* cycles left of this phase of a sustained episode */
    unsigned aged;         /* phases of it so far in which packets grow old */
    unsigned serials;      /* packets followed so far */
    unsigned inside;       /* ... that have not left */
    struct neighbour neighbour[VCR_MOST_PORTS];
    struct followed followed[FOLLOWED];
};

static inline unsigned vcr_below(struct vcr_stimulus *s, unsigned bound)
{
    return rng_below(&s->base.random, bound);
}

/* Once in so many times on average; 0: never. */
static inline int vcr_once_in(struct vcr_stimulus *s, unsigned times)
{
    return times != 0 && vcr_below(s, times) == 0;
}

/* Setup: what is fixed for an episode, or for a phase of a sustained one. */
/** Profile, settings and loads of the episode whose number has come. */
void vcr_stimulus_begin(struct vcr_stimulus *s);
/** Other loads and attributes, and mostly other settings: a sustained episode goes on. */
void vcr_stimulus_next_phase(struct vcr_stimulus *s);
/** A word that routers can work with, mostly. @param address  of a setting, or of an entry of the table */
uint32_t vcr_stimulus_word(struct vcr_stimulus *s, unsigned address);

/* Neighbours. */
/** What the router reads in this cycle of the episode, but for its configuration port. */
void vcr_stimulus_inputs(struct vcr_stimulus *s, unsigned cycle);
/** The link of a port goes down. @param back  cycles from where the router has seen it to where it comes up again; 0:
 * it stays down */
void vcr_stimulus_disconnect(struct vcr_stimulus *s, unsigned port, unsigned back);
/** What it drives is seen by its neighbours. @param was  in the cycle before @return 1 when a followed packet is not as
 * it should */
int vcr_stimulus_outputs(struct vcr_stimulus *s, const struct vcr_pins *was);

/* Packets. */
/** The next packet of a neighbour. */
void vcr_stimulus_packet(struct vcr_stimulus *s, struct sending *packet, unsigned port);
/** Words of its next flit. */
void vcr_stimulus_flit(struct vcr_stimulus *s, const struct sending *packet, uint64_t *words);
/** A flit leaves by a port. @return 1 when it is not what it should be */
int vcr_stimulus_left(struct vcr_stimulus *s, unsigned port);

#endif
