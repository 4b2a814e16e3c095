/* SPDX-License-Identifier: Apache-2.0 */
#include "fedx_table.h"

uint32_t fedx_table_entry(const struct topology *t, int node, int destination, int deroutes)
{
    struct topology_route way = topology_route(t, node, destination);
    struct fedx_route_fields f = {
        .distance = way.distance,
        .best = way.best,
        .other = deroutes ? way.other : 0,
        .deterministic = way.deterministic,
        .preferred = way.preferred,
    };

    return fedx_route_entry(&f);
}

void fedx_table_entries(const struct topology *t, int reach, int deroutes, uint32_t *entry)
{
    int sources = t->place ? 1 : t->nodes;

    for (int n = 0; n < sources; n++)
        for (int d = 0; d < t->nodes; d++)
            entry[topology_pair(t, n, d)] =
                topology_distance(t, n, d) > reach ? 0 : fedx_table_entry(t, n, d, deroutes);
}
