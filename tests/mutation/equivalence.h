/* SPDX-License-Identifier: Apache-2.0
 *
 * What simulation draws for equivalence.c: states and inputs of state injection, of each kind of router.
 */
#ifndef EQUIVALENCE_H
#define EQUIVALENCE_H

#include "fedx/rng.h"
#include "kind/kind.h"

/** A state and inputs. Each leaf of the circuit, a bit of a register or of an input, is a bit of it, found by the
 * leaf's name. */
struct drawn {
    struct any_registers regs;
    struct any_pins in;
    struct any_control control;
    uint64_t random[256]; /**< what memories give, and leaves that are neither registers nor inputs */
};

struct drawing {
    const struct router_kind *kind;
    const char *top; /**< mechanism whose registers are in the top module itself, or "" */
    /**
     * Draw a legal state, inputs, and what memories give. @param[in,out] d  random bits, where nothing else is drawn
     */
    void (*draw)(struct rng *r, struct drawn *d);
    /**
     * Where in `random` the bits are that this leaf, a bit of what a memory gives, is one of; -1: anywhere. NULL: all
     * anywhere. Memories with a place are those of queues, which a reset empties.
     */
    long (*memory)(const char *leaf);
};

extern const struct drawing fedx_drawing, vcr_drawing, vcr_terminal_drawing, axis_drawing;

#endif
