/* SPDX-License-Identifier: Apache-2.0
 *
 * Fault injection inside: how the parts of it share their work. faults.c injects,
 * faults_watch.c finds out the outcomes, faults_account.c counts the packets
 * at the end.
 */
#ifndef FAULTS_FAULTS_INTERNAL_H
#define FAULTS_FAULTS_INTERNAL_H

#include "../base/archive.h"
#include "faults.h"

/* An end of a cable: node, and one of its ends. */
struct fault_end {
    int16_t node;
    uint8_t end, zero;
};

/* The far end of a cable. */
struct fault_end fault_far(const struct topology *t, struct fault_end end);

/* The cycle from which a fault has to be followed. */
uint64_t fault_start(const struct fault *fault);

/* The wires of an end of a cable as they are with a fault and as they would be without it. */
struct fault_twin {
    struct any_pins in_with, in_without;
};

/* An end with a fault and without it. */
enum fault_difference { FAULT_SAME, FAULT_INSIDE, FAULT_FOR_OTHERS };

/* A fault that is being followed. */
struct fault_active {
    struct fault fault;
    struct fault_end end[2];            /* who sees it */
    uint8_t ends;                       /* 1 or 2 */
    uint8_t changed[2];                 /* it made a difference on the wire */
    uint8_t differs[2];                 /* single flips: what it made of an end in this cycle, enum fault_difference */
    uint64_t before[2][FAULT_REPEATED]; /* HOLD, REPEAT: what the wire showed */
    uint8_t stage;                      /* single flips: cycles since the fault, 0 to 2 */
    uint8_t effect;                     /* single flips: something is different at an end */
    int32_t watch;                      /* its cable */
    struct fault_twin twin[2];
};

/* A cable, and the fault on it that is being followed. */
struct fault_watch {
    struct fault_end end[2];
    struct fault_look was[2];
    struct fault fault;
    uint64_t until;  /* 0: none */
    uint64_t last;   /* cycle from which a fault is on its own again */
    double next;     /* when the next random fault strikes */
    uint64_t random; /* its stream */
    uint8_t outcome, changed;
    struct fault_look is[2]; /* in the cycle that is looked at */
};

struct faults {
    const struct fault_plan *plan;
    const struct router_kind *kind; /* of the fabric's routers */
    uint64_t end;                   /* random faults end here, 0 = never */
    struct fault_watch *cable;      /* one a cable */
    int cables;
    const struct pin_info *wire; /* [wires] of a cable in one direction */
    unsigned wires;
    unsigned cable_bits, places; /* of a cable: bits in one direction, and where a flip can strike */
    size_t units;                /* routers or endpoints, whatever there is more of */
    int32_t *cable_of;           /* [node * FAULT_ENDS + end] */
    int32_t *open;               /* cables that are watched */
    size_t opened;
    uint64_t soonest; /* cycle of the next random fault */
    size_t listed;    /* faults of the list that have begun */
    struct fault_active *active;
    size_t actives, active_size;
    uint8_t *twins;            /* [active_size][2][2] registers of each end without and with the fault */
    size_t state_bytes;        /* of registers */
    void *state;               /* registers of the end that is looked at */
    uint16_t *touched;         /* [router, endpoint] mask of the ends with a fault in this cycle */
    struct fault_packets held; /* packets in routers that were reset */
    int out_of_memory;
    struct faults_report report;
};

/* The rank that steps an end. */
int fault_rank_of(const struct fabric *f, struct fault_end end);

/* Work out where the packets are that did not arrive. As fabric_hooks.account. */
int faults_account(void *hook, const struct fabric *f);

/* Between the parts. */
/* Add a packet to a list. @return 0, or -1 when out of memory */
int fault_packets_add(struct fault_packets *list, const struct fault_packet *packet);
void fault_watch_begin(struct faults *faults, const struct fabric *f, const struct fault *fault, int cable);
/* Look at the ends that are stepped here of all cables that are watched; when that is known of all ends, judge. */
void fault_watch_look(struct faults *faults, const struct fabric *f);
void fault_watch_step(struct faults *faults, const struct fabric *f);
/* A fault made a difference on the wire; or it is proved that it has no effect. */
void fault_watch_changed(struct faults *faults, const struct fault_active *active);
void fault_watch_nothing(struct faults *faults, const struct fault_active *active);
/* All that is watched ends with what was seen of it. */
void fault_watch_close(struct faults *faults);
/* Registers of an end of an active fault's cable, with it or without. */
static inline void *fault_twin_state(const struct faults *faults, const struct fault_active *a, int e, int with)
{
    return faults->twins + ((size_t)(a - faults->active) * 4 + (size_t)(2 * e + with)) * faults->state_bytes;
}
/* Single flips: both are as the end is now. */
void fault_twins_begin(struct faults *faults, const struct fabric *f, const struct fault_active *active, int e);
/* Single flips: follow the state with and without the fault of the ends that are stepped here. */
void fault_twins_step(struct faults *faults, struct fault_active *active, const struct fabric *f);
/* ... of all ends. @return 1 when it is decided whether it has an effect */
int fault_twins_decide(struct fault_active *active);

#endif
