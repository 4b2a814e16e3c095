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
 * Operations of such nodes of a kind, up to those that only some have.
 * @param number  node_ops.version
 * @param word    node_ops.name
 * @param make    .create: recorder_create with the kind and what is inside
 */
#define RECORDER_OPS(number, word, make)                                                                       \
    .version = (number), .name = (word), .create = (make), .destroy = recorder_destroy, .step = recorder_step, \
    .pins = recorder_pins, .status = recorder_status, .state = recorder_state, .store = recorder_store

/**
 * @param ops          of the node inside
 * @param inner, seed  that it is created with
 * @return NULL when out of memory
 */
void *recorder_create(const struct router_kind *kind, const struct node_ops *ops, const struct node_ops *inner,
                      uint64_t seed);
/* The other operations: RECORDER_OPS. */
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
