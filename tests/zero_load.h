/* SPDX-License-Identifier: Apache-2.0
 *
 * Zero-load latency of the ordered pairs of a fabric, for any kind of node.
 */
#ifndef FEDX_TESTS_ZERO_LOAD_H
#define FEDX_TESTS_ZERO_LOAD_H

#include "fedx/kind/fedx_model_node.h"
#include "topology/topology.h"

/** Who owns the idle links when a packet is sent. */
enum zero_load_before {
    ZERO_LOAD_FRESH,   /**< as after reset: everything is reset before each packet */
    ZERO_LOAD_USED,    /**< as random traffic left them, and the lone packets since */
    ZERO_LOAD_REVERSED /**< the reverse pair's packet was sent just before */
};

/** The paper's 8x8 X-mesh; a hexagonal mesh of an edge. */
struct topology *zero_load_xmesh(void);
struct topology *zero_load_hexmesh(int edge);

/**
 * Send a lone packet for one in `every` (from 1: all) of the ordered pairs (4032 of an
 * 8x8) and assert that each takes exactly 160 + 12 (h + 1) cycles, and 80 + 20 more with overheads.
 * @param t          of at most 91 nodes; destroyed
 * @param overheads  1: PEs have those of the PO2 paper, 80 cycles before a packet and 20 behind one
 * @return pairs measured
 */
unsigned zero_load(struct topology *t, const struct node_ops *ops, enum zero_load_before before, int adaptive,
                   int overheads, unsigned every);

/** Of hexagonal meshes of edge 3 or 4, when of an 8x8 it is one in `every`: they have a twelfth or a third of its
 * pairs. */
static inline unsigned zero_load_hexagonal_every(unsigned every)
{
    return (every + 3) / 4;
}

#endif
