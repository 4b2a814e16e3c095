/* SPDX-License-Identifier: Apache-2.0
 *
 * Routes of a fabric for a node that keeps no channels apart. See blackbox_node.h.
 */
#include <stdlib.h>
#include <string.h>

#include "../../base/graph.h"
#include "../../base/text.h"
#include "../../config/scenario_kind.h"
#include "blackbox_node.h"

/* The first port of those that a packet may leave by; -1: none. */
static int first_port(const double share[TOPOLOGY_PORTS])
{
    for (int p = 0; p < TOPOLOGY_PORTS; p++)
        if (share[p] > 0)
            return p;
    return -1;
}

int blackbox_route(const struct scenario_fabric *f, const struct scenario_packets *packets)
{
    double share[TOPOLOGY_PORTS];

    f->kind->parts->scenario->shares(f, packets, share);
    return first_port(share);
}

/* A link is a vertex, and an edge leads to the one that a packet may wait for next. */
struct check {
    struct scenario_fabric fabric;
    const struct topology *t;
    struct graph graph;
    uint16_t *known; /* [link] ports of the next router to which edges lead */
    int *seen;       /* [router * ports + port] the endpoint + 1 that was followed from there last */
    int endpoint;
};

static uint32_t link_of(int router, int port)
{
    return (uint32_t)(router * TOPOLOGY_PORTS + port);
}

static int wait_for(struct check *c, uint32_t has, int router, int port)
{
    if (has == UINT32_MAX || c->known[has] >> port & 1)
        return 0;
    c->known[has] |= (uint16_t)(1u << port);
    return graph_add(&c->graph, has, link_of(router, port));
}

/* All ways of packets for an endpoint that come to a router by a port. @return 0, or -1 when out of memory */
static int follow(struct check *c, struct topology_end at, uint32_t has)
{
    const struct scenario_packets packets = {at.node, at.port, c->endpoint, 0};
    double share[TOPOLOGY_PORTS];

    if (c->seen[link_of(at.node, at.port)] == c->endpoint + 1)
        return 0;
    c->seen[link_of(at.node, at.port)] = c->endpoint + 1;
    c->fabric.kind->parts->scenario->shares(&c->fabric, &packets, share);
    for (int p = 0; p < TOPOLOGY_PORTS; p++)
        if (share[p] > 0) {
            if (wait_for(c, has, at.node, p) != 0)
                return -1;
            if (topology_wired(c->t, at.node, p) && follow(c, c->t->links[at.node][p], link_of(at.node, p)) != 0)
                return -1;
        }
    return 0;
}

static int follow_all(struct check *c)
{
    for (c->endpoint = 0; c->endpoint < c->t->endpoints; c->endpoint++)
        for (int e = 0; e < c->t->endpoints; e++)
            if (follow(c, c->t->attached[e], UINT32_MAX) != 0)
                return -1;
    return 0;
}

/* @return links of the circle, one of which is named; 0: there is none; -1: out of memory */
static long find_circle(struct check *c, uint32_t *first)
{
    uint32_t *circle = calloc(c->graph.vertices, sizeof *circle);
    long length = circle ? graph_cycle(&c->graph, circle) : -1;

    *first = length > 0 ? circle[0] : 0;
    free(circle);
    return length;
}

int blackbox_route_check(const struct setup *setup, char *error, size_t size)
{
    struct check c = {.fabric = setup_fabric(setup), .t = setup->topology};
    const char *straight = setup->kind->parts->blackbox->straight;
    uint32_t first = 0;
    long length = -1;

    if (!straight)
        return 0;

    c.graph.vertices = link_of(c.t->nodes, 0);
    c.known = calloc(c.graph.vertices, sizeof *c.known);
    c.seen = calloc(c.graph.vertices, sizeof *c.seen);
    if (c.known && c.seen && follow_all(&c) == 0)
        length = find_circle(&c, &first);
    graph_finish(&c.graph);
    free(c.known);
    free(c.seen);
    if (length <= 0)
        return length < 0 ? text_fail(error, size, "out of memory") : 0;
    return scenario_blame(
        &setup->scenario, KEY_topology, error, size,
        "{topology=}: with {blackbox} packets can wait for each other for ever, from router %u port %u "
        "over %ld links, for it keeps no channels apart: use %s ({deadlock_check})",
        first / TOPOLOGY_PORTS, first % TOPOLOGY_PORTS, length, straight);
}
