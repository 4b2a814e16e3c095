/* SPDX-License-Identifier: Apache-2.0
 *
 * Fed-X switches that keep what they read (recorder.h), and that as the structs of this kind.
 */
#ifndef FEDX_RECORDER_H
#define FEDX_RECORDER_H

#include "../../bench/recorder.h"
#include "fedx_lockstep_node.h"

/** All inputs of one cycle. */
struct fedx_vector {
    struct fedx_pins in __attribute__((aligned(VECTORS_ALIGNMENT)));
    struct fedx_control control __attribute__((aligned(VECTORS_ALIGNMENT)));
};
_Static_assert(offsetof(struct fedx_vector, control) == VECTORS_ALIGNED(sizeof(struct fedx_pins)) &&
                   sizeof(struct fedx_vector) ==
                       offsetof(struct fedx_vector, control) + VECTORS_ALIGNED(sizeof(struct fedx_control)),
               "as vectors.h has them");

/** The cycles of vectors of this kind. */
static inline const struct fedx_vector *fedx_vectors_cycles(const struct vectors *v)
{
    return (const struct fedx_vector *)(const void *)v->cycle;
}

/** The registers of a state of this kind. */
static inline struct fedx_switch_regs *fedx_start_registers(struct initial_state *s)
{
    return (struct fedx_switch_regs *)(void *)&s->registers;
}

/** A lockstep node that keeps what it reads up to a difference; create it with the RTL's operations as inner. */
extern const struct node_ops fedx_node_recorder;
/** The golden model, likewise, to no end. */
extern const struct node_ops fedx_node_tap;

#endif
