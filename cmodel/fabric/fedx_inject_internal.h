/* SPDX-License-Identifier: Apache-2.0
 *
 * Fault injection inside: how the parts of it share their work. fedx_inject.c injects,
 * fedx_inject_watch.c finds out what came of it, fedx_inject_account.c counts the packets
 * at the end.
 */
#ifndef FEDX_INJECT_INTERNAL_H
#define FEDX_INJECT_INTERNAL_H

#include "../base/archive.h"
#include "fedx_inject.h"

/* An end of a cable: node, and one of its ends. */
struct fedx_inject_end {
    int16_t node;
    uint8_t end, zero;
};

/* The far end of a cable. */
struct fedx_inject_end fedx_inject_far(const struct topology *t, struct fedx_inject_end end);

/* The cycle from which a fault has to be followed. */
uint64_t fedx_inject_start(const struct fedx_inject_fault *fault);

/* The wires of an end of a cable as they are with a fault and as they would be without it. */
struct fedx_inject_twin {
    struct any_pins in_with, in_without;
};

/* A fault that is being followed. */
struct fedx_inject_active {
    struct fedx_inject_fault fault;
    struct fedx_inject_end end[2];          /* who sees it */
    uint8_t ends;                           /* 1 or 2 */
    uint8_t changed[2];                     /* it made a difference on the wire */
    uint8_t before[2][FEDX_INJECT_REPEATED];/* HOLD, REPEAT: what the wire showed */
    uint8_t stage;                          /* single flips: cycles since the fault, 0 to 2 */
    uint8_t effect;                         /* single flips: something is different at an end */
    int32_t watch;                          /* its cable */
    struct fedx_inject_twin twin[2];
};

/* A cable, to see what comes of a fault on it. */
struct fedx_inject_watch {
    struct fedx_inject_end end[2];
    struct fedx_inject_look was[2];
    struct fedx_inject_fault fault;
    uint64_t until;                         /* 0: none */
    uint64_t last;                          /* cycle from which a fault is on its own again */
    double next;                            /* when the next random fault strikes */
    uint64_t random;                        /* its stream */
    uint8_t outcome, changed;
};

struct fedx_inject {
    const struct fedx_inject_plan *plan;
    const struct router_kind *kind;         /* of the fabric's routers */
    uint64_t end;                           /* random faults end here, 0 = never */
    struct fedx_inject_watch *cable;        /* one a cable */
    int cables;
    unsigned cable_bits, places;            /* of a cable: bits in one direction, and where a flip can strike */
    size_t units;                           /* routers or endpoints, whatever there is more of */
    int32_t *cable_of;                      /* [node * FEDX_INJECT_ENDS + end] */
    int32_t *open;                          /* cables that are watched */
    size_t opened;
    uint64_t soonest;                       /* cycle of the next random fault */
    size_t listed;                          /* faults of the list that have begun */
    struct fedx_inject_active *active;
    size_t actives, active_size;
    uint8_t *twins;                         /* [active_size][2][2] registers of each end without and with the fault */
    size_t state_bytes;                     /* of registers */
    void *state;                            /* registers of the end that is looked at */
    uint8_t *touched;                       /* [router, endpoint] mask of the ends with a fault in this cycle */
    struct fedx_inject_packets held;        /* packets in switches that were reset */
    int out_of_memory;
    struct fedx_inject_report report;
};

/* Work out where the packets are that did not arrive. As fedx_fabric_hooks.account. */
int fedx_inject_account(void *hook, const struct fedx_fabric *f);

/* Between the parts. */
/* Add a packet to a list. @return 0, or -1 when out of memory */
int fedx_inject_packets_add(struct fedx_inject_packets *list, const struct fedx_inject_packet *packet);
void fedx_inject_watch_begin(struct fedx_inject *i, const struct fedx_fabric *f, const struct fedx_inject_fault *fault,
                             int cable);
void fedx_inject_watch_step(struct fedx_inject *i, const struct fedx_fabric *f);
/* A fault made a difference on the wire; or it is proved that nothing came of it. */
void fedx_inject_watch_changed(struct fedx_inject *i, const struct fedx_inject_active *active);
void fedx_inject_watch_nothing(struct fedx_inject *i, const struct fedx_inject_active *active);
/* All that is watched ends with what was seen of it. */
void fedx_inject_watch_close(struct fedx_inject *i);
/* Registers of an end of an active fault's cable, with it or without. */
static inline void *fedx_inject_twin_state(const struct fedx_inject *i, const struct fedx_inject_active *a, int e, int with)
{
    return i->twins + ((size_t)(a - i->active) * 4 + (size_t)(2 * e + with)) * i->state_bytes;
}
/* Single flips: both are as the end is now. */
void fedx_inject_twins_begin(struct fedx_inject *i, const struct fedx_fabric *f, const struct fedx_inject_active *active, int e);
/* Single flips: follow the state with and without the fault. @return 1 when it is decided whether something came of it */
int fedx_inject_twins_step(struct fedx_inject *i, struct fedx_inject_active *active, const struct fedx_fabric *f);

#endif
