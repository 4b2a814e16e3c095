/* SPDX-License-Identifier: Apache-2.0
 *
 * Do the route tables of a fabric keep what the proof of deadlock freedom assumes of them? docs/spec/fedx.md sections
 * 10 and 15.
 */
#ifndef FEDX_ROUTE_CHECK_H
#define FEDX_ROUTE_CHECK_H

#include <stddef.h>

#include "../../topology/topology.h"

/** In place of a number of deroutes: one less than the distance of a packet, and every hop takes one. */
enum { FEDX_DEROUTE_HOPS = -1 };

/**
 * Buffers of a switch with which it admits every packet when it is empty.
 * @param reach     hops that a packet goes, at most: the diameter, or less if all stay near
 * @param deroutes  as in fedx_route_check
 */
static inline int fedx_route_buffers(int reach, int deroutes)
{
    return deroutes == FEDX_DEROUTE_HOPS ? 2 * reach : reach + 1 + 2 * deroutes;
}

/**
 * Check the tables of all switches: every entry up to so many hops is there; best ports and the deterministic one lead
 * to a switch that is nearer by its own table, further ports to one at most one hop farther, and the PE port to the
 * destination and nowhere else; and no packet has a class that a switch could not admit when it is empty. All cables
 * are of one length, as the protocol of the ports needs them.
 * @param entry     tables of all nodes, [topology_pair]
 * @param reach     hops that a packet goes, at most: entries of destinations farther away do not matter
 * @param buffers   of a switch, or 0 not to check classes
 * @param deroutes  most that a packet has when it is injected, or FEDX_DEROUTE_HOPS
 * @param[out] error  one sentence that names node, destination and port
 * @return entries checked, those of one node if the topology is symmetric; or -1
 */
long fedx_route_check(const struct topology *t, const uint32_t *entry, int reach, int buffers, int deroutes,
                      char *error, size_t size);

#endif
