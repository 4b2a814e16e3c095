/* SPDX-License-Identifier: Apache-2.0
 *
 * Directed graphs, to find cycles in.
 */
#ifndef BASE_GRAPH_H
#define BASE_GRAPH_H

#include <stddef.h>
#include <stdint.h>

struct graph_edge {
    uint32_t from, to;
};

/** A graph without edges has a number of vertices, and is zero otherwise. */
struct graph {
    uint32_t vertices;
    struct graph_edge *edge; /* [count], in any order, and the same one as often as it was added */
    size_t count, size;
};

/** One more edge. @return 0, or -1 when out of memory */
int graph_add(struct graph *g, uint32_t from, uint32_t to);
/**
 * A cycle: of those through one of its vertices a shortest one.
 * @param[out] cycle  [vertices] one after the other, each with an edge to the next one, the last with one to the first
 * @return how many there are; 0: the graph has no cycle; -1: out of memory
 */
long graph_cycle(const struct graph *g, uint32_t *cycle);
/** Free the edges. */
void graph_finish(struct graph *g);

#endif
