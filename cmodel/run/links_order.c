/* SPDX-License-Identifier: Apache-2.0 */
#include "links_internal.h"

#include <stdlib.h>
#include <string.h>

#include "../topology/routes.h"

static int longest(const struct topology *t)
{
    return t->routes ? t->routes->longest : t->diameter;
}

int links_order_init(struct links_order *o, const struct topology *t)
{
    o->node = malloc((size_t)t->nodes * sizeof *o->node);
    o->hops = malloc((size_t)t->nodes * sizeof *o->hops);
    o->first = malloc(((size_t)longest(t) + 1) * sizeof *o->first);
    return o->node && o->hops && o->first ? 0 : -1;
}

/* Those with as many hops by their numbers. */
void links_order_to(struct links_order *o, const struct topology *t, int endpoint)
{
    int place = 0;

    memset(o->first, 0, ((size_t)longest(t) + 1) * sizeof *o->first);
    for (int n = 0; n < t->nodes; n++) {
        o->hops[n] = topology_hops(t, n, endpoint);
        o->first[o->hops[n]]++;
    }
    /* where those of a distance begin, behind all that are farther */
    for (int hops = longest(t); hops >= 0; hops--) {
        int of_these = o->first[hops];
        o->first[hops] = place;
        place += of_these;
    }
    for (int n = 0; n < t->nodes; n++)
        o->node[o->first[o->hops[n]]++] = n;
}

void links_order_finish(struct links_order *o)
{
    free(o->node);
    free(o->hops);
    free(o->first);
}
