/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the attempts of a switch at its pins, for the statistics of the cycle
 * engine. In a cycle in which no frame begins or ends it costs two comparisons.
 */
#ifndef FEDX_PROBE_H
#define FEDX_PROBE_H

#include "fedx_node.h"

struct fedx_probe {
    uint64_t first[FEDX_PORTS];       /**< cycle of the first byte of the attempt under way */
    uint64_t ended_first[FEDX_PORTS]; /**< likewise of the attempt that ended: the next one may start at that edge */
    uint8_t buffer[FEDX_PORTS];       /**< buffer of the last frame that left the wire */
    uint8_t awaiting;                 /**< whole frames whose acceptance is awaited */
    uint8_t ended, accepted;          /**< attempts that ended at the last edge; those of them that were accepted */
};

/** What fedx_probe_step does when a frame begins or ends, or an acceptance is awaited. */
void fedx_probe_look(struct fedx_probe *probe, uint64_t now, unsigned was, unsigned is, const struct fedx_node_ops *ops,
                     void *node);

/**
 * Look at a switch that has just been stepped, and checked if it can be.
 * @param was, is  its valid outputs in cycle `now` and in the next one
 */
static inline void fedx_probe_step(struct fedx_probe *probe, uint64_t now, unsigned was, unsigned is,
                                   const struct fedx_node_ops *ops, void *node)
{
    probe->ended = 0;
    if (was != is || probe->awaiting)
        fedx_probe_look(probe, now, was, is, ops, node);
}

/** Save or load between two cycles. */
void fedx_probe_archive(struct fedx_probe *probe, struct archive *a);

#endif
