/* SPDX-License-Identifier: Apache-2.0
 *
 * See graph.h. Vertices that no edge leads to are taken away, and with them their edges, until there are none. What is
 * left has a cycle: from any vertex of it against the edges.
 */
#include "graph.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

enum { NOWHERE = UINT32_MAX };

/* The edges of each vertex, one behind the other. */
struct index {
    uint32_t *first; /* [vertices + 1] */
    uint32_t *to;    /* [edges] */
    uint32_t *work;  /* [vertices] */
    uint32_t *queue; /* [vertices] */
};

int graph_add(struct graph *g, uint32_t from, uint32_t to)
{
    struct graph_edge *edge = memory_grow(g->edge, g->count, &g->size, 256, sizeof *edge);

    if (!edge)
        return -1;
    g->edge = edge;
    g->edge[g->count++] = (struct graph_edge){from, to};
    return 0;
}

static int index_make(struct index *x, const struct graph *g)
{
    size_t vertices = (size_t)g->vertices + 1;

    *x = (struct index){calloc(vertices, sizeof *x->first), calloc(g->count + 1, sizeof *x->to),
                        calloc(vertices, sizeof *x->work), calloc(vertices, sizeof *x->queue)};
    if (!x->first || !x->to || !x->work || !x->queue)
        return -1;
    for (size_t i = 0; i < g->count; i++)
        x->first[g->edge[i].from + 1]++;
    for (uint32_t v = 0; v < g->vertices; v++)
        x->first[v + 1] += x->first[v];
    for (size_t i = 0; i < g->count; i++)
        x->to[x->first[g->edge[i].from] + x->work[g->edge[i].from]++] = g->edge[i].to;
    return 0;
}

static void index_free(struct index *x)
{
    free(x->first);
    free(x->to);
    free(x->work);
    free(x->queue);
}

/* Take away what no edge leads to. work: how many edges lead to a vertex. @return a vertex that is left, or NOWHERE */
static uint32_t peel(const struct graph *g, struct index *x)
{
    uint32_t head = 0, tail = 0;

    memset(x->work, 0, g->vertices * sizeof *x->work);
    for (size_t i = 0; i < g->count; i++)
        x->work[g->edge[i].to]++;
    for (uint32_t v = 0; v < g->vertices; v++)
        if (x->work[v] == 0)
            x->queue[tail++] = v;
    while (head < tail) {
        uint32_t v = x->queue[head++];
        for (uint32_t i = x->first[v]; i < x->first[v + 1]; i++)
            if (--x->work[x->to[i]] == 0)
                x->queue[tail++] = x->to[i];
    }
    for (uint32_t v = 0; v < g->vertices; v++)
        if (x->work[v] != 0)
            return v;
    return NOWHERE;
}

/* Against the edges from a vertex that is left: after as many steps as there are vertices one is in a cycle. */
static uint32_t back(const struct graph *g, struct index *x, uint32_t v)
{
    for (size_t i = 0; i < g->count; i++)
        if (x->work[g->edge[i].from] != 0)
            x->queue[g->edge[i].to] = g->edge[i].from;
    for (uint32_t i = 0; i < g->vertices; i++)
        v = x->queue[v];
    return v;
}

/* A shortest way from a vertex back to it, breadth first. work: from where each was reached. */
static long around(const struct graph *g, struct index *x, uint32_t start, uint32_t *cycle)
{
    uint32_t head = 0, tail = 1;
    long length = 0;

    memset(x->work, 0xff, g->vertices * sizeof *x->work);
    x->queue[0] = start;
    while (x->work[start] == NOWHERE) {
        uint32_t v = x->queue[head++];
        for (uint32_t i = x->first[v]; i < x->first[v + 1]; i++)
            if (x->work[x->to[i]] == NOWHERE) {
                x->work[x->to[i]] = v;
                x->queue[tail++] = x->to[i];
            }
    }
    for (uint32_t v = x->work[start]; v != start; v = x->work[v])
        length++;
    long at = length;
    cycle[0] = start;
    for (uint32_t v = x->work[start]; v != start; v = x->work[v])
        cycle[at--] = v;
    return length + 1;
}

long graph_cycle(const struct graph *g, uint32_t *cycle)
{
    struct index x;
    long length = -1;

    if (index_make(&x, g) == 0) {
        uint32_t left = peel(g, &x);
        length = left == NOWHERE ? 0 : around(g, &x, back(g, &x, left), cycle);
    }
    index_free(&x);
    return length;
}

void graph_finish(struct graph *g)
{
    free(g->edge);
    *g = (struct graph){0};
}
