/* SPDX-License-Identifier: Apache-2.0
 *
 * A node that keeps what it reads, and is otherwise the node inside: a lockstep node
 * whose way to a difference is wanted, or a golden model of a fabric or under a
 * stimulus, with no RTL at hand.
 */
#ifndef BENCH_RECORDER_H
#define BENCH_RECORDER_H

#include "vectors.h"

/**
 * Operations of such nodes of a kind, up to those that only some have; more of them follow.
 * @param storage  static, or nothing
 * @param name_    of the operations
 * @param kind_    struct router_kind
 * @param inside   operations of the node inside
 */
#define RECORDER_NODE(storage, name_, kind_, inside, ...)                    \
    static void *name_##_create(const struct node_ops *inner, uint64_t seed) \
    {                                                                        \
        return recorder_create(&(kind_), inside, inner, seed);               \
    }                                                                        \
    storage const struct node_ops name_ = {.create = name_##_create,         \
                                           .destroy = recorder_destroy,      \
                                           .step = recorder_step,            \
                                           .pins = recorder_pins,            \
                                           .status = recorder_status,        \
                                           .state = recorder_state,          \
                                           .store = recorder_store,          \
                                           __VA_ARGS__}
/** That of the lockstep node and that of the golden model, which have no further operations. */
#define RECORDER_NODES(recorder, tap, number, kind_)                                                               \
    RECORDER_NODE(static, recorder, kind_, (kind_).parts->lockstep->node, .version = (number), .name = "recorder", \
                  .check = recorder_check);                                                                        \
    RECORDER_NODE(static, tap, kind_, (kind_).model, .version = (number), .name = "tap")

/**
 * @param ops          of the node inside
 * @param inner, seed  that it is created with
 * @return NULL when out of memory
 */
void *recorder_create(const struct router_kind *kind, const struct node_ops *ops, const struct node_ops *inner,
                      uint64_t seed);
/* The other operations: RECORDER_NODE. */
void recorder_destroy(void *node);
void recorder_step(void *node, const void *in, const void *control);
void recorder_pins(const void *node, void *out);
void recorder_status(const void *node, void *out);
void recorder_state(const void *node, void *out);
void recorder_store(const void *node, int buffer, uint8_t *out);
/** .check where the node inside has it: a cycle in which it finds a difference is the last that is kept. */
int recorder_check(void *node);
/** .buffers where the node inside has it. */
void recorder_buffers(void *node, int count);

/** The node inside, such as one for lockstep_mismatch. */
void *recorder_inside(void *node);
/** What it has read so far, configuration and resets included, or NULL when memory ran out on the way. Valid as long as
 * the node. */
const struct vectors *recorder_vectors(const void *node);

#endif
