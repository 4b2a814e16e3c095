/* SPDX-License-Identifier: Apache-2.0 */
#include "link_load.h"

static int count_links(const struct topology *t)
{
    int links = 0;

    for (int n = 0; n < t->nodes; n++)
        for (int p = 0; p < TOPOLOGY_PORTS; p++)
            links += topology_wired(t, n, p);
    return links;
}

/* Between endpoints as the pattern counts them: those that share a router, one of each task, have the same number. */
static int hops_between(const struct topology *t, struct topology_shape shape, int source, int destination)
{
    int sharing = t->endpoints / (shape.rows * shape.cols);

    return topology_distance(t, t->attached[source * sharing].node, t->attached[destination * sharing].node);
}

/* Mean over where one endpoint sends to. */
static double hops_from(const struct topology *t, const struct pattern *p, struct topology_shape shape, int source)
{
    double hops = 0;

    if (p->fixed)
        return hops_between(t, shape, source, p->destination(NULL, shape, source));
    for (int rows = -p->reach; p->reach && rows <= p->reach; rows++)
        for (int cols = -p->reach; cols <= p->reach; cols++) {
            int d = pattern_offset(shape, source, cols, rows);
            hops += pattern_share(p, shape, source, d) * hops_between(t, shape, source, d);
        }
    for (int d = 0; !p->reach && d < shape.rows * shape.cols; d++)
        if (d != source)
            hops += pattern_share(p, shape, source, d) * hops_between(t, shape, source, d);
    return hops;
}

struct link_load link_load_of(const struct topology *t, const struct pattern *pattern, struct topology_shape shape)
{
    struct link_load l = {.links = count_links(t)};

    for (int source = 0; source < shape.rows * shape.cols; source++)
        if (pattern_sends(pattern, shape, source)) {
            l.hops += hops_from(t, pattern, shape, source);
            l.senders++;
        }
    l.hops = l.senders ? l.hops / l.senders : 0;
    return l;
}
