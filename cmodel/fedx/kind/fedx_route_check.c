/* SPDX-License-Identifier: Apache-2.0
 *
 * The check of route tables. See fedx_route_check.h.
 */
#include "fedx_route_check.h"

#include <stdio.h>

#include "../../base/text.h"
#include "fedx/switch.h"

struct check {
    const struct topology *t;
    const uint32_t *entry;
    int reach, buffers, deroutes;
    int node, destination;
    char *error;
    size_t size;
};

static struct fedx_route_fields route_of(const struct check *c, int node)
{
    return fedx_route_unpack(c->entry[topology_pair(c->t, node, c->destination)]);
}

static int wrong(const struct check *c, const char *what)
{
    return text_fail(c->error, c->size, "%s: route of node %d to node %d: %s", c->t->name, c->node, c->destination,
                     what);
}

static int wrong_port(const struct check *c, int port, const char *what)
{
    return text_fail(c->error, c->size, "%s: route of node %d to node %d by port %d: %s", c->t->name, c->node,
                     c->destination, port, what);
}

static int check_port(const struct check *c, const struct fedx_route_fields *r, int port)
{
    int next = port < FEDX_LINKS ? c->t->links[c->node][port].node : -1, hops;

    if (port == FEDX_PE_PORT)
        return wrong_port(c, port, "the PE port is for packets that have arrived");
    if (next < 0)
        return wrong_port(c, port, "the port is not connected");
    hops = route_of(c, next).distance;
    if ((r->best >> port & 1) && hops != r->distance - 1) {
        snprintf(
            c->error, c->size,
            "%s: route of node %d to node %d by port %d: %d hops, but %d from node %d where that leads (must be one less)",
            c->t->name, c->node, c->destination, port, r->distance, hops, next);
        return -1;
    }
    if (c->deroutes == FEDX_DEROUTE_HOPS && hops > r->distance)
        return wrong_port(c, port, "a further port must not lead farther away when hops count as deroutes");
    return hops > r->distance + 1 ? wrong_port(c, port, "a further port must not lead more than one hop away") : 0;
}

static int check_arrived(const struct check *c, const struct fedx_route_fields *r)
{
    if (r->distance == 0 && r->best == 1 << FEDX_PE_PORT && r->other == 0 && r->deterministic == FEDX_PE_PORT)
        return 0;
    return wrong(c, "a packet that has arrived must leave by the PE port alone");
}

/* An empty switch must admit what is injected. */
static int check_class(const struct check *c, int distance)
{
    int hops = c->deroutes == FEDX_DEROUTE_HOPS, deroutes = hops ? distance - 1 : c->deroutes;
    int class = distance + (hops ? deroutes : 2 * deroutes);

    if (c->buffers == 0 || class < c->buffers)
        return 0;
    snprintf(
        c->error, c->size,
        "%s: route of node %d to node %d: a packet of %d hops and %d deroutes has class %d, which a switch with %d buffers "
        "never admits",
        c->t->name, c->node, c->destination, distance, deroutes, class, c->buffers);
    return -1;
}

static int check_route(const struct check *c)
{
    uint32_t entry = c->entry[topology_pair(c->t, c->node, c->destination)];
    struct fedx_route_fields r = fedx_route_unpack(entry);

    if (!(entry >> 31))
        return wrong(c, "there is none");
    if (c->node == c->destination)
        return check_arrived(c, &r);
    if (r.distance == 0 || r.best == 0)
        return wrong(c, "no port leads nearer");
    if (r.deterministic >= FEDX_PORTS || !(r.best >> r.deterministic & 1))
        return wrong_port(c, r.deterministic, "the deterministic port must be one of the best");
    if (r.preferred < FEDX_PORTS && !(r.best >> r.preferred & 1))
        return wrong_port(c, r.preferred, "the preferred port must be one of the best");
    for (int p = 0; p < FEDX_PORTS; p++)
        if (((r.best | r.other) >> p & 1) && check_port(c, &r, p) != 0)
            return -1;
    return check_class(c, r.distance);
}

long fedx_route_check(const struct topology *t, const uint32_t *entry, int reach, int buffers, int deroutes,
                      char *error, size_t size)
{
    if (topology_latency(t) > 0)
        return text_fail(error, size, "%s: the cables of Fed-X switches are all of one length", t->name);
    struct check c = {
        .t = t, .entry = entry, .reach = reach, .buffers = buffers, .deroutes = deroutes, .error = error, .size = size};
    int sources = t->place ? 1 : t->nodes; /* one node of a symmetric topology tells everything */
    long checked = 0;

    for (c.node = 0; c.node < sources; c.node++)
        for (c.destination = 0; c.destination < t->nodes; c.destination++) {
            if (topology_distance(t, c.node, c.destination) > reach)
                continue;
            if (check_route(&c) != 0)
                return -1;
            checked++;
        }
    return checked;
}
