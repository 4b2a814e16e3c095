/* SPDX-License-Identifier: Apache-2.0
 *
 * The smallest kind of router there can be: a word a cycle on every wire, and a queue without end at every output. It
 * is the second user of the contract (cmodel/kind/kind.h), and has whatever number of endpoints its topology gives it.
 */
#ifndef TESTS_RELAY_H
#define TESTS_RELAY_H

#include "kind/node.h"
#include "kind/kind.h"

/** Its settings. */
struct relay_settings {
    int latency; /**< extra stages of every cable, cycles */
};

extern const struct router_kind relay_kind;
extern const struct node_ops relay_node;

#endif
