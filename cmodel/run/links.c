/* SPDX-License-Identifier: Apache-2.0
 *
 * See links.h. All packets for one endpoint are followed together, from the routers that are farthest on the way to it
 * on: each router has all that comes through it when it is its turn, since the way left is shorter with every hop.
 */
#include "../base/text.h"
#include "links_internal.h"

#include <stdlib.h>
#include <string.h>

#include "../config/scenario_kind.h"

/* What is on its way to one endpoint, as a share of what a link carries. */
struct routed {
    const struct setup *setup;
    struct links *links;
    int endpoint, way;
    double at_once;                 /* of what an endpoint sends that way */
    double (*come)[TOPOLOGY_PORTS]; /* [node][port] by which it came */
    struct links_order order;
};

static void inject(struct routed *f)
{
    const struct topology *t = f->setup->topology;

    memset(f->come, 0, (size_t)t->nodes * sizeof *f->come);
    for (int e = 0; e < t->endpoints; e++) {
        struct topology_end at = t->attached[e];
        f->come[at.node][at.port] += f->at_once * links_share(f->setup, f->links, e, f->endpoint);
    }
}

/* What came to a node by a port goes on. */
static void pass_on(struct routed *f, int node, int port)
{
    const struct topology *t = f->setup->topology;
    const struct scenario_fabric fabric = setup_fabric(f->setup);
    const struct scenario_packets packets = {node, port, f->endpoint, f->way};
    double share[TOPOLOGY_PORTS];

    f->setup->kind->parts->scenario->shares(&fabric, &packets, share);
    for (int p = 0; p < TOPOLOGY_PORTS; p++)
        if (share[p] > 0 && topology_wired(t, node, p)) {
            struct topology_end far = t->links[node][p];
            f->links->busy[node][p] += share[p] * f->come[node][port];
            f->come[far.node][far.port] += share[p] * f->come[node][port];
        }
}

static void follow(struct routed *f)
{
    links_order_to(&f->order, f->setup->topology, f->endpoint);
    inject(f);
    for (int i = 0; i < f->setup->topology->nodes; i++)
        for (int p = 0; p < TOPOLOGY_PORTS; p++)
            if (f->come[f->order.node[i]][p] > 0)
                pass_on(f, f->order.node[i], p);
}

/* How long a link is occupied: where it carries one packet at a time, by those of both ways. */
static double occupied(const struct links *l, const struct topology *t, int node, int port)
{
    struct topology_end far = t->links[node][port];

    return l->busy[node][port] + (l->both_ways ? l->busy[far.node][far.port] : 0);
}

static void sum_up(const struct topology *t, struct links *l)
{
    for (int n = 0; n < t->nodes; n++)
        for (int p = 0; p < TOPOLOGY_PORTS; p++) {
            if (!topology_wired(t, n, p))
                continue;
            l->count++;
            l->mean += l->busy[n][p];
            if (occupied(l, t, n, p) > l->max * (1 + 1e-9)) {
                l->max = occupied(l, t, n, p);
                l->max_node = n;
                l->max_port = p;
            }
        }
    l->mean = l->count ? l->mean / l->count : 0;
}

static int check(const struct setup *setup, char *error, size_t size)
{
    const struct scenario *s = &setup->scenario;

    if (s->traffic.routing == ROUTING_DEROUTING || setup->ends.deflections > 0)
        return scenario_blame(
            s, KEY_routing, error, size,
            "{routing=}: detours depend on other packets, so loads of links do not follow from routes");
    if (setup->ends.sees_router)
        return scenario_blame(s, setup->ends.sees_router, error, size,
                              "{%s=}: ways depend on other packets, so loads of links do not follow from routes",
                              scenario_keys[setup->ends.sees_router].name);
    if (setup->traffic.second)
        return scenario_blame(s, setup->ends.second_load_key, error, size,
                              "{%s}: loads of links are worked out for one task",
                              scenario_keys[setup->ends.second_load_key].name);
    if (*s->traffic.hot_spots)
        return scenario_blame(s, KEY_hot_spots, error, size, "{hot_spots}: loads of links are worked out for patterns");
    if (*s->traffic.matrix)
        return scenario_blame(s, KEY_matrix, error, size, "{matrix}: loads of links are worked out for patterns");
    if (s->traffic.multicast > 0)
        return scenario_blame(s, KEY_multicast, error, size, "{multicast}: loads of links are worked out for patterns");
    if (*s->traffic.replay)
        return scenario_blame(s, KEY_replay, error, size, "{replay}: loads of links are worked out for patterns");
    return 0;
}

static int follow_all(const struct setup *setup, double at_once, struct links *links, char *error, size_t size)
{
    const struct topology *t = setup->topology;
    int ways = setup->ends.ways == 2 ? 2 : 1, status;
    struct routed f = {.setup = setup, .links = links, .at_once = at_once / ways};

    f.come = malloc((size_t)t->nodes * sizeof *f.come);
    status = links_order_init(&f.order, t) == 0 && f.come ? 0 : -1;
    for (f.endpoint = 0; status == 0 && f.endpoint < t->endpoints; f.endpoint++)
        for (f.way = 0; f.way < ways; f.way++)
            follow(&f);
    if (status != 0)
        snprintf(error, size, "out of memory");
    free(f.come);
    links_order_finish(&f.order);
    return status;
}

int links_adaptive(const struct setup *setup)
{
    return setup->scenario.traffic.routing == ROUTING_ADAPTIVE && setup->ends.ways != 2;
}

int links_work_out(const struct setup *setup, struct links *links, char *error, size_t size)
{
    const struct topology *t = setup->topology;
    double at_once = setup->density / endpoint_load_cycles(&setup->config.endpoint, setup->kind, &setup->settings) *
                     setup->kind->packet_cycles(&setup->settings);
    int status;

    *links = (struct links){.nodes = t->nodes, .both_ways = setup->kind->cable_ways == 1};
    if (check(setup, error, size) != 0)
        return -1;
    links->busy = calloc((size_t)t->nodes, sizeof *links->busy);
    if (!links->busy || links_find_parts(setup, links) != 0)
        return text_fail(error, size, "out of memory");
    status = (links_adaptive(setup) ? links_spread : follow_all)(setup, at_once, links, error, size);
    if (status == 0)
        sum_up(t, links);
    return status;
}

double links_slope(const struct links *links, const struct session *session)
{
    const struct topology *t = session->setup.topology;
    double both = 0, squares = 0, seen = 0;

    for (int n = 0; n < t->nodes; n++)
        for (int p = 0; p < TOPOLOGY_PORTS; p++) {
            double busy = topology_wired(t, n, p) ? metrics_busy(fabric_metrics(session->fabric), n, p, 0) : 0;
            both += busy * links->busy[n][p];
            squares += links->busy[n][p] * links->busy[n][p];
            seen += busy;
        }
    return both / squares / (seen / (links->mean * links->count));
}

void links_finish(struct links *links)
{
    free(links->busy);
    free(links->parts);
}
