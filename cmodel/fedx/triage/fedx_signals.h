/* SPDX-License-Identifier: Apache-2.0
 *
 * Every input, output and named register of a switch as a list of signals, cycle by
 * cycle on both sides of a replay: what waveforms are drawn from.
 *
 * Cycle n has the inputs of line n of the vectors, from 0, and the registers before
 * its edge. The number of a signal is that of its port or buffer; a mask register is
 * a signal for each bit.
 */
#ifndef FEDX_SIGNALS_H
#define FEDX_SIGNALS_H

#include "../../bench/replay.h"
#include "../bench/fedx_recorder.h"

/** One signal, and its value in a cycle. */
struct fedx_signal {
    const char *block, *name; /**< "in", "out", or the block of a register; the pin or register */
    int lane;                 /**< port or buffer; -1: it has one value */
    unsigned width;           /**< bits */
    uint64_t value;
    int hidden;               /**< the RTL does not show this register; the value is 0 */
};

enum { FEDX_SIGNALS = 400 + 10 * FEDX_BUFFERS /**< more than a side has */ };

/** Those of one side, or of the inputs: the same ones in the same order in every cycle. */
struct fedx_signals {
    int count;
    struct fedx_signal list[FEDX_SIGNALS];
};

/** A cycle. */
struct fedx_signals_cycle {
    uint64_t number;
    int compared;                          /**< 0: before the first reset nothing is defined */
    const struct fedx_signals *in;         /**< NULL: the cycle after the last vector has no inputs */
    const struct fedx_signals *model, *rtl;
};
typedef void (*fedx_signals_visit)(void *context, const struct fedx_signals_cycle *cycle);

/** Signals of the last cycles of a replay, as they are shown to somebody. */
struct fedx_signals_show {
    uint64_t first; /**< cycle */
    fedx_signals_visit visit;
    void *context;  /**< of visit */
    /* In between. */
    int compared;
    struct fedx_signals in, model, rtl;
};

/** The first cycle, when at most so many before the last one and the last one are shown. */
uint64_t fedx_signals_first(const struct vectors *v, uint64_t cycles);
/** That shows them; both sides are there. */
struct observer fedx_signals_observer(struct fedx_signals_show *show);
/** The signals of the cycle of a divergence: its inputs, and the model's. */
void fedx_signals_of_divergence(const struct divergence *d, struct fedx_signals *in, struct fedx_signals *state);

/** "name_3", or "name" alone. @return text */
const char *fedx_signal_name(const struct fedx_signal *s, char *text, size_t size);
/** 1 when a signal is the field that differs, at a lane that does. */
int fedx_signal_is_wrong(const struct divergence *d, const struct fedx_signal *s);
/** 1 when it is a pin, or a register, of that port. */
int fedx_signal_is_of_port(const struct fedx_signal *s, int port);
/** The port to look at: that of the field, of the buffer that differs, or the first that was receiving or sending. */
int fedx_divergence_port(const struct divergence *d);

#endif
