/* SPDX-License-Identifier: Apache-2.0 */
#include "spanning.h"

#include <stdlib.h>

#include "topology.h"

/* Whether a port leads down the tree. */
static int is_down(const struct topology *t, int node, int port)
{
    struct topology_end far = t->links[node][port];

    return topology_wired(t, node, port) && far.node != 0 && t->branch[far.node].up == far.port;
}

/* Where a router is drawn that follows another one. */
static void place(struct topology *t, int node, int before)
{
    const struct topology_place *last = &t->branch[before].place;
    int row = t->branch[t->links[node][t->branch[node].up].node].place.row + 1;

    t->branch[node].place = (struct topology_place){(uint16_t)row, (uint16_t)(last->row == row ? last->col + 1 : 0)};
}

/* Routers in the order in which they are reached; the port by which each was. */
static void order_routers(struct topology *t, int *order)
{
    int head = 0, tail = 1;

    for (int n = 0; n < t->nodes; n++)
        t->branch[n].up = -1;
    order[0] = 0;
    while (head < tail) {
        int node = order[head++];
        for (int p = 0; p < t->kind->links; p++) {
            struct topology_end far = t->links[node][p];
            if (!topology_wired(t, node, p) || far.node == 0 || t->branch[far.node].up >= 0)
                continue;
            t->branch[far.node].up = far.port;
            place(t, far.node, order[tail - 1]);
            order[tail++] = far.node;
        }
    }
}

/* How many are below each, then their numbers: last is how many until its number is known. */
static void number(struct topology *t, const int *order)
{
    for (int k = t->nodes - 1; k >= 0; k--) {
        struct topology_branch *b = &t->branch[order[k]];
        b->last++;
        if (b->up >= 0)
            t->branch[t->links[order[k]][b->up].node].last += b->last;
    }
    for (int k = 0; k < t->nodes; k++) {
        struct topology_branch *b = &t->branch[order[k]];
        uint32_t next = b->first + 1;
        for (int p = 0; p < t->kind->links; p++)
            if (is_down(t, order[k], p)) {
                struct topology_branch *below = &t->branch[t->links[order[k]][p].node];
                below->first = next;
                next += below->last;
            }
        b->last += b->first - 1;
    }
}

int topology_span(struct topology *t)
{
    int *order = calloc((size_t)t->nodes, sizeof *order);

    t->branch = calloc((size_t)t->nodes, sizeof *t->branch);
    if (order && t->branch) {
        order_routers(t, order);
        number(t, order);
    }
    free(order);
    return order && t->branch ? 0 : -1;
}

/* Whether a router is at or below another one. */
static int holds(const struct topology_branch *b, uint32_t number)
{
    return b->first <= number && number <= b->last;
}

int topology_spanning_port(const struct topology *t, int node, int destination)
{
    uint32_t number = t->branch[destination].first;

    for (int p = 0; p < t->kind->links && holds(&t->branch[node], number); p++)
        if (is_down(t, node, p) && holds(&t->branch[t->links[node][p].node], number))
            return p;
    return t->branch[node].up;
}
