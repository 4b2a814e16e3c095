/* SPDX-License-Identifier: Apache-2.0
 *
 * The wires of a network in the last cycles of a script: what a picture of a failure shows.
 */
#ifndef BLACKBOX_BLACKBOX_WAVE_H
#define BLACKBOX_BLACKBOX_WAVE_H

#include "blackbox_bench.h"

/** Cycles that are kept. */
enum { BLACKBOX_WAVE_CYCLES = 32 };

/** All zero: none. */
struct blackbox_wave {
    const struct blackbox *f; /**< the class whose wires they are, or its responses */
    int in, out;              /**< where these begin in the vectors */
    uint32_t *words;          /**< [BLACKBOX_WAVE_CYCLES][vector in, vector out]; cycle c is c % BLACKBOX_WAVE_CYCLES */
    uint32_t from, to;        /**< cycles that are kept, from the first one up to the one behind the last */
};

/** An end of the network. */
struct blackbox_wave_end {
    int number; /**< of the source or sink */
    int sink;   /**< 0: a source */
    int header; /**< 1: the wires of its headers */
};

/** Play a script that was played before, and keep its last cycles. @param first  the first class @param f  the class
 * whose wires are kept, or its responses @return 0, or -1 when out of memory */
int blackbox_wave_record(struct blackbox_wave *w, const struct blackbox *first, const struct blackbox *f,
                         struct blackbox_bench *b, const struct blackbox_script *s);
void blackbox_wave_free(struct blackbox_wave *w);
/** Whether a flit was on the wires of an end in any cycle that is kept. */
int blackbox_wave_moves(const struct blackbox_wave *w, struct blackbox_wave_end end);
/** What an end has in a cycle: valid, and what answers it (ready or credit), a bit of each virtual channel. */
uint32_t blackbox_wave_valid(const struct blackbox_wave *w, struct blackbox_wave_end end, uint32_t cycle);
uint32_t blackbox_wave_back(const struct blackbox_wave *w, struct blackbox_wave_end end, uint32_t cycle);
/** ... and its flit. @return [f->words] */
const uint32_t *blackbox_wave_flit(const struct blackbox_wave *w, struct blackbox_wave_end end, uint32_t cycle);

#endif
