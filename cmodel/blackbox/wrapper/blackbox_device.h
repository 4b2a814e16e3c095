/* SPDX-License-Identifier: Apache-2.0
 *
 * Routers of other people, built: what stands between the endpoints (blackbox_bench.h) and the shared object, which has
 * the operations of a node (cmodel/kind/node.h). What its inputs and outputs are is in blackbox_wrapper.h.
 */
#ifndef BLACKBOX_BLACKBOX_DEVICE_H
#define BLACKBOX_BLACKBOX_DEVICE_H

/** node_ops.version of such a shared object. */
enum { BLACKBOX_DEVICE_VERSION = 0x464f0001 };

/**
 * node_ops.step: a cycle is two steps. The first sets inputs and reset and lets the outputs settle, with the clock low;
 * the second is the edge of the clock, and changes no input.
 */
struct blackbox_control {
    int reset; /**< 1: reset is active, whatever its level is at the router */
    int edge;  /**< 1: the second step */
};

#endif
