/* SPDX-License-Identifier: Apache-2.0
 *
 * A golden model that keeps what it reads: a node whose vectors are wanted, of a
 * fabric or under the stimulus, with no RTL at hand.
 */
#ifndef FEDX_TAP_H
#define FEDX_TAP_H

#include "../kind/fedx_model_node.h"
#include "fedx_vectors.h"

/** The model as a node that keeps its inputs of every cycle, configuration and resets included. */
extern const struct node_ops fedx_node_tap;

/** What it has read so far, or NULL when memory ran out on the way. Valid as long as the node. */
const struct fedx_vectors *fedx_tap_vectors(const void *node);

#endif
