/* SPDX-License-Identifier: Apache-2.0
 *
 * See links.h. All packets for one endpoint are followed together, from the routers that are farthest on the way to it
 * on: each router has all that comes through it when it is its turn, since the way left is shorter with every hop.
 */
#include "links.h"

#include <stdlib.h>
#include <string.h>

#include "../topology/routes.h"
#include "scenario_kind.h"

/* What is on its way to one endpoint, as a share of what a link carries. */
struct routed {
    const struct setup *setup;
    struct links *links;
    int endpoint, way;
    double at_once;                 /* of what an endpoint sends that way */
    double (*come)[TOPOLOGY_PORTS]; /* [node][port] by which it came */
    int *order;                     /* nodes, the farthest first */
    int *hops, *first;              /* [node] its distance; [distance] the next place in order */
};

static int hops_to(const struct routed *f, int node)
{
    return topology_hops(f->setup->topology, node, f->endpoint);
}

static int longest(const struct topology *t)
{
    return t->routes ? t->routes->longest : t->diameter;
}

/* Nodes of the same distance by their numbers. */
static void sort_by_distance(struct routed *f)
{
    const struct topology *t = f->setup->topology;
    int place = 0;

    memset(f->first, 0, ((size_t)longest(t) + 1) * sizeof *f->first);
    for (int n = 0; n < t->nodes; n++) {
        f->hops[n] = hops_to(f, n);
        f->first[f->hops[n]]++;
    }
    /* where those of a distance begin, behind all that are farther */
    for (int hops = longest(t); hops >= 0; hops--) {
        int of_these = f->first[hops];
        f->first[hops] = place;
        place += of_these;
    }
    for (int n = 0; n < t->nodes; n++)
        f->order[f->first[f->hops[n]]++] = n;
}

static void inject(struct routed *f)
{
    const struct topology *t = f->setup->topology;
    const struct traffic *traffic = &f->setup->traffic;

    memset(f->come, 0, (size_t)t->nodes * sizeof *f->come);
    for (int e = 0; e < t->endpoints; e++) {
        struct topology_end at = t->attached[e];
        f->come[at.node][at.port] += f->at_once * pattern_share(traffic->pattern, traffic->shape, e, f->endpoint);
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
    sort_by_distance(f);
    inject(f);
    for (int i = 0; i < f->setup->topology->nodes; i++)
        for (int p = 0; p < TOPOLOGY_PORTS; p++)
            if (f->come[f->order[i]][p] > 0)
                pass_on(f, f->order[i], p);
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

/* Ways must be the same whatever else is under way. */
static int check(const struct setup *setup, char *error, size_t size)
{
    const struct scenario *s = &setup->scenario;

    if (s->traffic.routing != ROUTING_DETERMINISTIC)
        return scenario_blame(s, KEY_routing, error, size,
                              "{routing=}: loads of links follow from routes with {routing} deterministic alone");
    if (setup->traffic.second)
        return scenario_blame(s, setup->ends.second_load_key, error, size,
                              "{%s}: loads of links are worked out for one task",
                              scenario_keys[setup->ends.second_load_key].name);
    if (*s->traffic.hot_spots)
        return scenario_blame(s, KEY_hot_spots, error, size, "{hot_spots}: loads of links are worked out for patterns");
    if (*s->traffic.matrix)
        return scenario_blame(s, KEY_matrix, error, size, "{matrix}: loads of links are worked out for patterns");
    if (*s->traffic.replay)
        return scenario_blame(s, KEY_replay, error, size, "{replay}: loads of links are worked out for patterns");
    return 0;
}

int links_work_out(const struct setup *setup, struct links *links, char *error, size_t size)
{
    const struct topology *t = setup->topology;
    size_t nodes = (size_t)t->nodes;
    struct routed f = {.setup = setup, .links = links};
    int ways = setup->ends.ways == 2 ? 2 : 1;

    *links = (struct links){.nodes = t->nodes, .both_ways = setup->kind->cable_ways == 1};
    if (check(setup, error, size) != 0)
        return -1;
    f.at_once = setup->density / endpoint_load_cycles(&setup->config.endpoint, setup->kind, &setup->settings) *
                setup->kind->packet_cycles(&setup->settings) / ways;
    f.come = malloc(nodes * sizeof *f.come);
    f.order = malloc(nodes * sizeof *f.order);
    f.hops = malloc(nodes * sizeof *f.hops);
    f.first = malloc(((size_t)longest(t) + 1) * sizeof *f.first);
    links->busy = calloc(nodes, sizeof *links->busy);
    int status = f.come && f.order && f.hops && f.first && links->busy ? 0 : -1;
    for (f.endpoint = 0; status == 0 && f.endpoint < t->endpoints; f.endpoint++)
        for (f.way = 0; f.way < ways; f.way++)
            follow(&f);
    if (status == 0)
        sum_up(t, links);
    else
        snprintf(error, size, "out of memory");
    free(f.come);
    free(f.order);
    free(f.hops);
    free(f.first);
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
}
