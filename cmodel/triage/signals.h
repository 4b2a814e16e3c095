/* SPDX-License-Identifier: Apache-2.0
 *
 * Every input, output and named register of a router as a list of signals, cycle by
 * cycle on both sides of a replay: what waveforms are drawn from.
 *
 * Cycle n has the inputs of line n of the vectors, from 0, and the registers before
 * its edge. The number of a signal is that of its port or buffer; a mask register is
 * a signal for each bit.
 */
#ifndef TRIAGE_SIGNALS_H
#define TRIAGE_SIGNALS_H

#include "../bench/replay.h"

/** One signal, and its value in a cycle. */
struct signal {
    const char *block, *name; /**< "in", "out", or the block of a register; the pin or register */
    int lane;                 /**< port or buffer; -1: it has one value */
    unsigned width;           /**< bits */
    uint64_t value;
    int hidden; /**< the RTL does not show this register; the value is 0 */
};

/** Those of one side, or of the inputs: the same ones in the same order in every cycle. */
struct signals {
    int count;
    struct signal list[];
};

/** How many there are of a side, or of the inputs, at most. */
int signals_most(const struct router_kind *kind);
/** Room for them, to be freed. @return NULL when out of memory */
struct signals *signals_create(const struct router_kind *kind);

/** A cycle. */
struct signals_cycle {
    uint64_t number;
    int compared;             /**< 0: before the first reset nothing is defined */
    const struct signals *in; /**< NULL: the cycle after the last vector has no inputs */
    const struct signals *model, *rtl;
};
typedef void (*signals_visit)(void *context, const struct signals_cycle *cycle);

/** Signals of the last cycles of a replay, as they are shown to somebody. */
struct signals_show {
    uint64_t first; /**< cycle */
    signals_visit visit;
    void *context; /**< of visit */
    /* In between. */
    int compared;
    struct signals *in, *model, *rtl;
};

/** The first cycle, when at most so many before the last one and the last one are shown. */
uint64_t signals_first(const struct vectors *v, uint64_t cycles);
/** Begin. Free it with signals_show_finish in any case. @return 0, or -1 when out of memory */
int signals_show_init(struct signals_show *show, const struct router_kind *kind, uint64_t first, signals_visit visit,
                      void *context);
void signals_show_finish(struct signals_show *show);
/** That shows them; both sides are there. */
struct observer signals_observer(struct signals_show *show);
/** The signals of the cycle of a mismatch: its inputs, and the model's. */
void signals_of_mismatch(const struct router_kind *kind, const struct mismatch *d, struct signals *in,
                         struct signals *state);

/** "name_3", or "name" alone. @return text */
const char *signal_name(const struct signal *s, char *text, size_t size);
/** 1 when a signal is the field that differs, at a lane that does. */
int signal_is_wrong(const struct router_kind *kind, const struct mismatch *d, const struct signal *s);
/** 1 when it is a pin, or a register, of that port. The kind has triage. */
int signal_is_of_port(const struct router_kind *kind, const struct signal *s, int port);

#endif
