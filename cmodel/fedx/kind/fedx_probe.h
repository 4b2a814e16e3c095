/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the attempts of a switch at its pins, for the statistics of the cycle
 * engine. In a cycle in which no frame begins or ends it costs two comparisons.
 */
#ifndef FEDX_PROBE_H
#define FEDX_PROBE_H

#include "../../kind/kind.h"
#include "fedx/params.h"

struct fedx_probe {
    uint64_t first[FEDX_PORTS];       /**< cycle of the first byte of the attempt under way */
    uint64_t ended_first[FEDX_PORTS]; /**< likewise of the attempt that ended: the next one may start at that edge */
    uint8_t buffer[FEDX_PORTS];       /**< buffer of the last frame that left the wire */
    uint8_t awaiting;                 /**< whole frames whose acceptance is awaited */
    uint8_t ended, accepted;          /**< attempts that ended at the last edge; those of them that were accepted */
};

/* As router_kind has them. */
unsigned fedx_probe_step(void *probe, uint64_t now, const void *was, const void *is, const struct node_ops *ops,
                         void *node);
struct router_attempt fedx_probe_attempt(const void *probe, int port, const void *state);
void fedx_probe_archive(void *probe, struct archive *a);

#endif
