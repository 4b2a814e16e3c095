/* SPDX-License-Identifier: Apache-2.0
 *
 * Zero-load latency of the ordered pairs of an 8x8 fabric, for any kind of node.
 */
#ifndef FEDX_TESTS_ZERO_LOAD_H
#define FEDX_TESTS_ZERO_LOAD_H

#include "fedx/fedx_model_node.h"

/** Who owns the idle links when a packet is sent. */
enum zero_load_before {
    ZERO_LOAD_FRESH,   /**< as after reset: everything is reset before each packet */
    ZERO_LOAD_USED,    /**< as random traffic left them, and the lone packets since */
    ZERO_LOAD_REVERSED /**< the reverse pair's packet was sent just before */
};

/**
 * Send a lone packet for one in `every` (from 1: all) of the 4032 ordered pairs and
 * assert that each takes exactly 160 + 12 (h + 1) cycles.
 * @return pairs measured
 */
unsigned zero_load(const struct fedx_node_ops *ops, enum zero_load_before before, int adaptive, unsigned every);

#endif
