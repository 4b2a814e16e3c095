/* SPDX-License-Identifier: Apache-2.0
 *
 * Where packets have intermediate routers, a way is two: to that router, and from there on.
 */
#include <stdlib.h>

#include "../config/scenario_kind.h"
#include "links_internal.h"

double links_share(const struct setup *setup, const struct links *links, int source, int destination)
{
    if (links->parts)
        return links->parts[(size_t)source * (size_t)setup->topology->endpoints + (size_t)destination];
    return pattern_share(setup->traffic.pattern, setup->traffic.shape, source, destination);
}

/* Packets from an endpoint to another one: from one to an intermediate router, and from there on. */
static void add_parts(const struct setup *setup, struct links *l, int source, int destination)
{
    const struct scenario_fabric fabric = setup_fabric(setup);
    const size_t endpoints = (size_t)setup->topology->endpoints;
    double share = pattern_share(setup->traffic.pattern, setup->traffic.shape, source, destination);

    for (int via = 0; share > 0 && via < setup->topology->endpoints; via++) {
        double part = share * setup->kind->parts->scenario->via(&fabric, source, destination, via);
        l->parts[(size_t)source * endpoints + (size_t)via] += part;
        l->parts[(size_t)via * endpoints + (size_t)destination] += part;
    }
}

int links_find_parts(const struct setup *setup, struct links *l)
{
    const int endpoints = setup->topology->endpoints;

    if (!setup->ends.second_half)
        return 0;
    l->parts = calloc((size_t)endpoints * (size_t)endpoints, sizeof *l->parts);
    for (int s = 0; l->parts && s < endpoints; s++)
        for (int d = 0; d < endpoints; d++)
            add_parts(setup, l, s, d);
    return l->parts ? 0 : -1;
}
