/* SPDX-License-Identifier: Apache-2.0
 *
 * See routes.h. The turn models are those of Glass and Ni, and Chiu's odd-even; their compass is that of a map, on
 * which the first row is in the north. A route is known by where the packet is and goes, not by where it comes from, so
 * that a table holds it: odd-even leaves out what depends on the source, and up*-down* goes down as soon as it can.
 */
#include "routes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grid.h"

/* In a mesh ------------------------------------------------------------------------------------------------------- */

enum { EAST = 1, WEST = 2, SOUTH = 4, NORTH = 8, ROW = EAST | WEST, COLUMN = SOUTH | NORTH }; /* by ports of grid.h */

/* The directions that come nearer. */
static unsigned towards(const struct topology *t, int node, int target)
{
    int x = target % t->cols - node % t->cols, y = target / t->cols - node / t->cols;

    return (x > 0 ? EAST : 0u) | (x < 0 ? WEST : 0u) | (y > 0 ? SOUTH : 0u) | (y < 0 ? NORTH : 0u);
}

/* Some of them as long as there are any. */
static unsigned first(unsigned ways, unsigned some)
{
    return ways & some ? ways & some : ways;
}

static unsigned row_first(const struct topology *t, int node, int target)
{
    return first(towards(t, node, target), ROW);
}

static unsigned column_first(const struct topology *t, int node, int target)
{
    return first(towards(t, node, target), COLUMN);
}

static unsigned west_first(const struct topology *t, int node, int target)
{
    return first(towards(t, node, target), WEST);
}

static unsigned north_last(const struct topology *t, int node, int target)
{
    return first(towards(t, node, target), ROW | SOUTH);
}

static unsigned negative_first(const struct topology *t, int node, int target)
{
    return first(towards(t, node, target), WEST | NORTH);
}

/* No turn from east to a column in an even column, none from a column to west in an odd one. */
static unsigned odd_even(const struct topology *t, int node, int target)
{
    unsigned ways = towards(t, node, target), column = ways & COLUMN;
    int here = node % t->cols, to = target % t->cols, even = here % 2 == 0;

    if (ways & WEST)
        return WEST | (even ? column : 0);
    if ((ways & EAST) && column && to % 2 == 0 && to - here == 1)
        return column;
    return ways & EAST ? EAST | (even ? 0 : column) : column;
}

/* In any topology ------------------------------------------------------------------------------------------------- */

static unsigned minimal(const struct topology *t, int node, int target)
{
    return (unsigned)topology_best(t, node, target);
}

static unsigned lowest(const struct topology *t, int node, int target)
{
    unsigned best = minimal(t, node, target);

    return best & -best;
}

/* Of two routers the upper one is nearer to router 0, or as near with the lower number. */
static int is_above(const struct topology *t, int a, int b)
{
    int rows = (int)t->branch[a].place.row - (int)t->branch[b].place.row;

    return rows != 0 ? rows < 0 : a < b;
}

enum { FAR = UINT16_MAX };

struct up_down {
    const struct topology *t;
    uint16_t *hops; /* [node] of the way that is taken; FAR: not known yet */
    uint8_t *down;  /* [node] 1: it leads down all the way */
    int *queue;
};

/* Ports to routers above, or below, from which it is a hop less. */
static unsigned ports_on(const struct up_down *u, int node, int up)
{
    unsigned ports = 0;

    for (int p = 0; p < TOPOLOGY_PORTS; p++) {
        int next = topology_wired(u->t, node, p) ? u->t->links[node][p].node : -1;
        if (next >= 0 && is_above(u->t, next, node) == up && (up || u->down[next]) &&
            u->hops[next] == u->hops[node] - 1)
            ports |= 1u << p;
    }
    return ports;
}

/* The routers from which it goes down all the way, nearest first. @return how many */
static int find_down(struct up_down *u, int target)
{
    int head = 0, tail = 0;

    u->hops[target] = 0;
    u->down[target] = 1;
    u->queue[tail++] = target;
    while (head < tail) {
        int at = u->queue[head++];
        for (int p = 0; p < TOPOLOGY_PORTS; p++) {
            int above = topology_wired(u->t, at, p) ? u->t->links[at][p].node : -1;
            if (above < 0 || u->down[above] || !is_above(u->t, above, at))
                continue;
            u->hops[above] = (uint16_t)(u->hops[at] + 1);
            u->down[above] = 1;
            u->queue[tail++] = above;
        }
    }
    return tail;
}

/* Then those from which it goes up to one that is known: as many hops later as it is up. */
static void find_up(struct up_down *u, int known)
{
    for (int hops = 1; known < u->t->nodes; hops++) /* from router 0 it goes down, so all are found */
        for (int n = 0; n < u->t->nodes; n++)
            for (int p = 0; p < TOPOLOGY_PORTS && u->hops[n] == FAR; p++) {
                int above = topology_wired(u->t, n, p) ? u->t->links[n][p].node : -1;
                if (above < 0 || !is_above(u->t, above, n) || u->hops[above] != hops - 1)
                    continue;
                u->hops[n] = (uint16_t)hops;
                known++;
            }
}

static int up_down(const struct topology *t, int target, uint16_t *ports)
{
    size_t nodes = (size_t)t->nodes;
    struct up_down u = {t, malloc(nodes * sizeof *u.hops), calloc(nodes, 1), malloc(nodes * sizeof *u.queue)};
    int status = u.hops && u.down && u.queue ? 0 : -1;

    if (status == 0) {
        memset(u.hops, 0xff, nodes * sizeof *u.hops);
        find_up(&u, find_down(&u, target));
        for (int n = 0; n < t->nodes; n++)
            ports[n] = (uint16_t)ports_on(&u, n, !u.down[n]);
    }
    free(u.hops);
    free(u.down);
    free(u.queue);
    return status;
}

const struct topology_routing topology_routings[] = {
    {"minimal", "all shortest ways", 0, minimal, NULL, NULL},
    {"dimension-order", "the shortest way by the lowest ports: XY in a mesh", 0, lowest, NULL, NULL},
    {"up-down", "towards router 0 until the destination can be reached by links away from it", 0, NULL, NULL, up_down},
    {"yx", "along the column first", 1, column_first, NULL, NULL},
    {"o1turn", "along the row or the column first, drawn for each packet, on half of the channels each", 1, row_first,
     column_first, NULL},
    {"west-first", "west before all others", 1, west_first, NULL, NULL},
    {"north-last", "north after all others", 1, north_last, NULL, NULL},
    {"negative-first", "west and north before east and south", 1, negative_first, NULL, NULL},
    {"odd-even", "turns by the column that they are in", 1, odd_even, NULL, NULL},
    {0}};

const struct topology_routing *topology_routing_find(const char *name)
{
    for (const struct topology_routing *r = topology_routings; r->name; r++)
        if (strcmp(r->name, name) == 0)
            return r;
    return NULL;
}

/* Tables ---------------------------------------------------------------------------------------------------------- */

int topology_routes_create(struct topology *t)
{
    size_t pairs = (size_t)t->nodes * (size_t)t->endpoints;

    t->routes = calloc(1, sizeof *t->routes);
    if (!t->routes)
        return -1;
    t->routes->ways = 1;
    t->routes->choice = calloc(pairs, sizeof *t->routes->choice);
    t->routes->hops = calloc(pairs, sizeof *t->routes->hops);
    return t->routes->choice && t->routes->hops ? 0 : -1;
}

static int out_of_memory(char *reason)
{
    snprintf(reason, TOPOLOGY_ROUTES_ERROR, "out of memory");
    return -1;
}

/* Ports that have a link. */
static unsigned wired(const struct topology *t, int node, unsigned ports)
{
    for (int p = 0; p < TOPOLOGY_PORTS; p++)
        if (!topology_wired(t, node, p))
            ports &= ~(1u << p);
    return ports;
}

static uint8_t lowest_of(unsigned ports)
{
    return ports ? (uint8_t)__builtin_ctz(ports) : 0;
}

static struct topology_choice choice_of(const struct topology *t, const struct topology_routing *routing, int node,
                                        int target, unsigned ports)
{
    struct topology_choice c = {.ports = (uint16_t)wired(t, node, ports)};

    c.preferred = c.second = lowest_of(c.ports);
    if (routing->second) {
        unsigned second = wired(t, node, routing->second(t, node, target));
        c.ports |= (uint16_t)second;
        c.second = lowest_of(second);
    }
    return c;
}

int topology_routes_fill(struct topology *t, const struct topology_routing *routing, char *reason)
{
    uint16_t *ports = malloc((size_t)t->nodes * sizeof *ports);
    int status = ports ? 0 : out_of_memory(reason);

    if (status == 0 && routing->mesh && t->kind != &topology_mesh) {
        snprintf(reason, TOPOLOGY_ROUTES_ERROR, "these are routes of a mesh, not of %s", t->name);
        status = -1;
    }
    t->routes->ways = routing->second ? 2 : 1;
    for (int e = 0; e < t->endpoints && status == 0; e++) {
        int target = t->attached[e].node;
        if (routing->all && routing->all(t, target, ports) != 0)
            status = out_of_memory(reason);
        for (int n = 0; n < t->nodes && status == 0; n++)
            if (n != target)
                *topology_choice_of(t, n, e) =
                    choice_of(t, routing, n, target, routing->all ? ports[n] : routing->ports(t, n, target));
    }
    free(ports);
    return status;
}

/* Where they lead ------------------------------------------------------------------------------------------------- */

struct follow {
    struct topology *t;
    int endpoint;
    uint8_t *left; /* [node] ports that lead to routers from which the end is not known; 0: it is known */
    int *queue;
    char *reason;
};

static unsigned ports_of(const struct follow *f, int node)
{
    return node == f->t->attached[f->endpoint].node ? 0 : topology_choice_of(f->t, node, f->endpoint)->ports;
}

/* From a router it is known how long the ways are: so it may be for those that lead there. */
static int settle(struct follow *f, int node, int tail)
{
    const struct topology *t = f->t;
    uint16_t *hops = &t->routes->hops[f->endpoint], length = (uint16_t)(hops[(size_t)node * (size_t)t->endpoints] + 1);

    for (int p = 0; p < TOPOLOGY_PORTS; p++) {
        struct topology_end from = t->links[node][p];
        if (!topology_wired(t, node, p) || !(ports_of(f, from.node) >> from.port & 1u))
            continue;
        uint16_t *known = &hops[(size_t)from.node * (size_t)t->endpoints];
        *known = length > *known ? length : *known;
        if (--f->left[from.node] == 0)
            f->queue[tail++] = from.node;
    }
    t->routes->longest = length - 1 > t->routes->longest ? length - 1 : t->routes->longest;
    return tail;
}

/* One port after the other to where there is no way on, or to where it has been. */
static int name_lost(const struct follow *f, int from)
{
    int *seen = f->queue, steps = 0, at = from, begin = 0, used;

    for (; ports_of(f, at) != 0 && steps <= f->t->nodes; steps++) {
        unsigned ports = ports_of(f, at);
        for (begin = 0; begin < steps && seen[begin] != at; begin++)
            ;
        if (begin < steps)
            break;
        seen[steps] = at;
        while (f->left[f->t->links[at][__builtin_ctz(ports)].node] == 0)
            ports &= ports - 1;
        at = f->t->links[at][__builtin_ctz(ports)].node;
    }
    if (ports_of(f, at) == 0) {
        snprintf(f->reason, TOPOLOGY_ROUTES_ERROR, "router %d has no route to endpoint %d", at, f->endpoint);
        return -1;
    }
    used = snprintf(f->reason, TOPOLOGY_ROUTES_ERROR, "packets to endpoint %d can go round for ever: router %d",
                    f->endpoint, at);
    for (int i = begin + 1; i < steps && used < TOPOLOGY_ROUTES_ERROR / 2; i++)
        used += snprintf(f->reason + used, TOPOLOGY_ROUTES_ERROR - (size_t)used, ", %d", seen[i]);
    snprintf(f->reason + used, TOPOLOGY_ROUTES_ERROR - (size_t)used, ", and again");
    return -1;
}

static int follow(struct follow *f)
{
    int target = f->t->attached[f->endpoint].node, head = 0, tail = 1;

    for (int n = 0; n < f->t->nodes; n++) {
        unsigned ports = ports_of(f, n);
        f->left[n] = ports ? (uint8_t)__builtin_popcount(ports) : 1;
    }
    f->left[target] = 0;
    f->queue[0] = target;
    while (head < tail)
        tail = settle(f, f->queue[head++], tail);
    for (int e = 0; e < f->t->endpoints; e++)
        if (f->left[f->t->attached[e].node] != 0)
            return name_lost(f, f->t->attached[e].node);
    for (int n = 0; n < f->t->nodes; n++) /* where no packet comes */
        if (f->left[n] != 0)
            f->t->routes->hops[(size_t)n * (size_t)f->t->endpoints + (size_t)f->endpoint] = 0;
    return 0;
}

int topology_routes_finish(struct topology *t, char *reason)
{
    size_t nodes = (size_t)t->nodes;
    struct follow f = {.t = t, .left = malloc(nodes), .queue = malloc((nodes + 1) * sizeof *f.queue), .reason = reason};
    int status = f.left && f.queue ? 0 : out_of_memory(reason);

    for (; f.endpoint < t->endpoints && status == 0; f.endpoint++)
        status = follow(&f);
    free(f.left);
    free(f.queue);
    return status;
}

int topology_hops(const struct topology *t, int node, int endpoint)
{
    return t->routes ? t->routes->hops[(size_t)node * (size_t)t->endpoints + (size_t)endpoint]
                     : topology_distance(t, node, t->attached[endpoint].node);
}
