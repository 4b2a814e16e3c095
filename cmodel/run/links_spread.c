/* SPDX-License-Identifier: Apache-2.0
 *
 * See links.h. Packets for each endpoint in turn move to the ways that are cheapest, by weights that grow steeply with
 * the load of a link: all of them at first, then half, a third, and so on. Where the optimum is known
 * (tests/run/test_links.c), that is within a percent of it.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "links_internal.h"

enum { ROUNDS = 100, MOST_WAYS = 1 << 20 /* routers times endpoints */ };

/* How steep weights are: over the largest load, in the first round, what each further one adds, and at most. */
static const double steep_first = 20, steep_more = 2, steep_most = 160, power_most = 50;

typedef double loads[TOPOLOGY_PORTS]; /* of the links of a router */

struct balance {
    const struct setup *setup;
    const struct topology *t;
    struct links *links;
    struct links_order order;
    double at_once;      /* of what an endpoint sends, as a share of what a link carries */
    loads *of_each;      /* [endpoint][node] of packets for that endpoint */
    loads *weight;       /* [node] of links */
    double *cost, *come; /* [node] of the cheapest way from there; of packets that come there */
    int8_t *choice;      /* [node] port of the cheapest way; -1: no packet comes there, or is there to stay */
    double steep, most;  /* of the round: over the largest load at its beginning */
};

/* Of a link, with its other way if it carries one packet at a time. */
static double load_of(const struct balance *b, int n, int p)
{
    struct topology_end far = b->t->links[n][p];

    return b->links->busy[n][p] + (b->links->both_ways ? b->links->busy[far.node][far.port] : 0);
}

static double weight_of(const struct balance *b, int n, int p)
{
    return b->most > 0 ? exp(fmin(b->steep * (load_of(b, n, p) / b->most - 1), power_most)) : 1;
}

/* Of all links, by their loads at the beginning of a round. */
static void begin(struct balance *b, int round)
{
    b->steep = fmin(steep_first + steep_more * round, steep_most);
    b->most = 0;
    for (int n = 0; n < b->t->nodes; n++)
        for (int p = 0; p < TOPOLOGY_PORTS; p++)
            b->most = topology_wired(b->t, n, p) ? fmax(b->most, load_of(b, n, p)) : b->most;
    for (int n = 0; n < b->t->nodes; n++)
        for (int p = 0; p < TOPOLOGY_PORTS; p++)
            b->weight[n][p] = topology_wired(b->t, n, p) ? weight_of(b, n, p) : 0;
}

/* The cheapest way from each router, from the end on. */
static void find_cheapest(struct balance *b, int endpoint)
{
    for (int i = b->t->nodes - 1; i >= 0; i--) {
        int n = b->order.node[i];
        unsigned left = n == b->t->attached[endpoint].node ? 0u : (unsigned)topology_route(b->t, n, endpoint).best;
        b->choice[n] = -1;
        b->cost[n] = 0;
        for (; left; left &= left - 1) {
            int p = __builtin_ctz(left);
            double cost = b->weight[n][p] + b->cost[b->t->links[n][p].node];
            if (b->choice[n] < 0 || cost < b->cost[n]) {
                b->choice[n] = (int8_t)p;
                b->cost[n] = cost;
            }
        }
    }
}

/* So much of what takes other ways from a router moves to the cheapest one. */
static void move(struct balance *b, int endpoint, int n, double share)
{
    double *load = b->of_each[(size_t)endpoint * (size_t)b->t->nodes + (size_t)n];

    for (int p = 0; p < b->t->kind->links; p++) {
        double moved = share * ((p == b->choice[n] ? b->come[n] : 0) - load[p]);
        if (moved == 0)
            continue;
        load[p] += moved;
        b->links->busy[n][p] += moved;
        b->weight[n][p] = weight_of(b, n, p);
    }
}

static void send_cheapest(struct balance *b, int endpoint, double share)
{
    links_order_to(&b->order, b->t, endpoint);
    find_cheapest(b, endpoint);
    memset(b->come, 0, (size_t)b->t->nodes * sizeof *b->come);
    for (int e = 0; e < b->t->endpoints; e++)
        b->come[b->t->attached[e].node] += b->at_once * links_share(b->setup, b->links, e, endpoint);
    for (int i = 0; i < b->t->nodes; i++) {
        int n = b->order.node[i], p = b->choice[n];
        if (p < 0)
            continue;
        move(b, endpoint, n, share);
        b->come[b->t->links[n][p].node] += b->come[n];
    }
}

static int allocate(struct balance *b)
{
    size_t nodes = (size_t)b->t->nodes;

    b->of_each = calloc((size_t)b->t->endpoints * nodes, sizeof *b->of_each);
    b->weight = malloc(nodes * sizeof *b->weight);
    b->cost = malloc(nodes * sizeof *b->cost);
    b->come = malloc(nodes * sizeof *b->come);
    b->choice = malloc(nodes);
    return links_order_init(&b->order, b->t) == 0 && b->of_each && b->weight && b->cost && b->come && b->choice ? 0
                                                                                                                : -1;
}

int links_spread(const struct setup *setup, double at_once, struct links *links, char *error, size_t size)
{
    struct balance b = {.setup = setup, .t = setup->topology, .links = links, .at_once = at_once};
    int status = -1;

    if ((int64_t)b.t->nodes * b.t->endpoints > MOST_WAYS)
        return scenario_blame(
            &setup->scenario, KEY_topology, error, size,
            "%s: fabric too large: loads of links are spread over the ways of adaptive packets for up "
            "to %d pairs of routers and PEs",
            b.t->name, MOST_WAYS);
    if (allocate(&b) != 0)
        snprintf(error, size, "out of memory");
    else
        status = 0;
    for (int round = 0; status == 0 && round <= ROUNDS; round++) {
        begin(&b, round);
        for (int e = 0; e < b.t->endpoints; e++)
            send_cheapest(&b, e, round == 0 ? 1 : 1.0 / (round + 1));
    }
    links_order_finish(&b.order);
    free(b.of_each);
    free(b.weight);
    free(b.cost);
    free(b.come);
    free(b.choice);
    return status;
}
