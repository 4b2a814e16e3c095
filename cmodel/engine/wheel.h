/* SPDX-License-Identifier: Apache-2.0
 *
 * A timing wheel of bit sets: which nodes are to be looked at in which of the
 * next cycles. Marking a node twice is marking it once, and the nodes of a cycle
 * come out in ascending order.
 */
#ifndef ENGINE_WHEEL_H
#define ENGINE_WHEEL_H

#include <math.h>
#include <stdint.h>

#include "../base/archive.h"
#include "../base/memory.h"

/**
 * Cycles that can be marked ahead: up to WHEEL_AHEAD from the current one. And kinds of marks: those of 64 nodes
 * in a cycle share a cache line.
 */
enum { WHEEL_SLOTS = 256, WHEEL_AHEAD = WHEEL_SLOTS - 1, WHEEL_SETS = 8 };

/** Nodes that one word marks. */
enum { WHEEL_WORD = 64 };

/** Marks of 64 nodes in a cycle, a word for each kind. */
typedef uint64_t wheel_marks[WHEEL_SETS];

struct wheel {
    wheel_marks *marks; /**< [slot][words] */
    size_t words;       /**< of 64 nodes each */
};

/** @param nodes  numbers 0 to nodes - 1. @return 0, or -1 when out of memory */
static inline int wheel_init(struct wheel *w, unsigned nodes)
{
    w->words = ((size_t)nodes + 63) / 64;
    w->marks = memory_zero(WHEEL_SLOTS * w->words, sizeof *w->marks);
    return w->marks ? 0 : -1;
}

static inline void wheel_finish(struct wheel *w)
{
    free(w->marks);
}

/** The marks of a cycle, [words]; whoever has read a word clears it. */
static inline wheel_marks *wheel_slot(const struct wheel *w, uint64_t cycle)
{
    return w->marks + cycle % WHEEL_SLOTS * w->words;
}

/** Look at a node in a cycle, from the current one to WHEEL_AHEAD on. @param set  under WHEEL_SETS */
static inline void wheel_mark(struct wheel *w, uint64_t cycle, unsigned set, unsigned node)
{
    wheel_slot(w, cycle)[node / 64][set] |= UINT64_C(1) << node % 64;
}

/**
 * Look at a node when the next message of its source appears, or at the end of the wheel.
 * @param next   when that is, cycles; infinite: never
 * @param alarm  of the node: cycle of the last such mark
 */
static inline void wheel_alarm(struct wheel *w, uint64_t *alarm, double next, uint64_t now, unsigned set, unsigned node)
{
    uint64_t due = now + WHEEL_AHEAD;

    if (next < (double)due) {
        due = next > 0 ? (uint64_t)ceil(next) : 0;
        due = due > now ? due : now + 1;
    } else if (isinf(next)) {
        return;
    }
    if (*alarm > now && *alarm <= due)
        return;
    *alarm = due;
    wheel_mark(w, due, set, node);
}

/** Save or load all marks. */
static inline void wheel_archive(struct wheel *w, struct archive *a)
{
    a->visit(a, "wheel", w->marks, WHEEL_SLOTS * w->words * sizeof *w->marks);
}

/** Save or load the marks of some nodes of a word; those of the others stay. @param nodes  which, of each set */
static inline void wheel_archive_word(struct wheel *w, size_t word, const wheel_marks *nodes, struct archive *a)
{
    for (size_t at = word; at < WHEEL_SLOTS * w->words; at += w->words) {
        wheel_marks marks;
        for (unsigned set = 0; set < WHEEL_SETS; set++)
            marks[set] = w->marks[at][set] & (*nodes)[set];
        a->visit(a, "wheel", marks, sizeof marks);
        for (unsigned set = 0; set < WHEEL_SETS; set++)
            w->marks[at][set] = (w->marks[at][set] & ~(*nodes)[set]) | (marks[set] & (*nodes)[set]);
    }
}

/** Forget the marks of some nodes of a word. @param sets  in these, a mask */
static inline void wheel_clear(struct wheel *w, size_t word, uint64_t nodes, unsigned sets)
{
    for (size_t at = word; nodes && at < WHEEL_SLOTS * w->words; at += w->words)
        for (unsigned set = 0; set < WHEEL_SETS; set++)
            w->marks[at][set] &= sets >> set & 1u ? ~nodes : ~UINT64_C(0);
}

/** Of the words that mark some nodes, which follow each other, forget the marks of others. */
static inline void wheel_restrict(struct wheel *w, unsigned first, unsigned count, unsigned sets)
{
    unsigned end = first + count;

    if (count == 0)
        return;
    wheel_clear(w, first / WHEEL_WORD, (UINT64_C(1) << first % WHEEL_WORD) - 1, sets);
    if (end % WHEEL_WORD)
        wheel_clear(w, end / WHEEL_WORD, ~UINT64_C(0) << end % WHEEL_WORD, sets);
}

/** Loaded: no node that does not exist is marked in a set, which is of so many. */
static inline void wheel_check(const struct wheel *w, unsigned set, unsigned nodes, struct archive *a)
{
    for (size_t i = 0; i < WHEEL_SLOTS * w->words; i++) {
        size_t first = i % w->words * 64;
        uint64_t exist = nodes >= first + 64 ? ~UINT64_C(0) : nodes <= first ? 0 : (UINT64_C(1) << (nodes - first)) - 1;
        archive_check(a, (w->marks[i][set] & ~exist) == 0);
    }
}

#endif
