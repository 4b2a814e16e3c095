/* SPDX-License-Identifier: Apache-2.0
 *
 * What proof harnesses share: checks, and the wires of a cycle by the function that gives them. Included after
 * harness.h.
 */
#ifndef WIRES_H
#define WIRES_H

/* A check that the compiler puts in, and the proof shows not to fail. */
static inline void same(uint64_t a, uint64_t b)
{
    if (a != b)
        __builtin_unreachable();
}

/* What the proofs of other blocks assume: a check likewise. */
static inline void promise(int holds)
{
    if (!holds)
        __builtin_unreachable();
}

/* Wires, rows (type, name, lanes) of a list. */
#define EACH_WIRE(lanes, statement)          \
    for (unsigned i = 0; i < (lanes); i++) { \
        statement;                           \
    }
#define ANY_WIRE(type, name, lanes) \
    EACH_WIRE(lanes, ((type *)&w->name)[i] = (type)any("any." #name, i, 8 * sizeof(type)))
#define OLD_WIRE(type, name, lanes) \
    EACH_WIRE(lanes, ((type *)&w->name)[i] = (type)any("before." #name, i, 8 * sizeof(type)))
#define COPY_WIRE(type, name, lanes) EACH_WIRE(lanes, ((type *)&others.name)[i] = ((const type *)&w.name)[i])
#define SAME_WIRE(type, name, lanes) EACH_WIRE(lanes, same(((const type *)&others.name)[i], ((const type *)&w.name)[i]))

#define ANY_OF(GIVES) GIVES(ANY_WIRE)
#define LEAVES_OTHERS_OF(wires, ALL, GIVES, call) \
    do {                                          \
        struct wires others;                      \
        ALL(COPY_WIRE)                            \
        call;                                     \
        GIVES(COPY_WIRE)                          \
        ALL(SAME_WIRE)                            \
    } while (0)

#endif
