/* SPDX-License-Identifier: Apache-2.0 */
#include "coverage_fabric.h"

#include <stdlib.h>

struct coverage_fabric {
    int nodes;
    struct coverage *node[];
};

struct coverage_fabric *coverage_fabric_create(const struct router_kind *kind, int nodes, uint64_t seed)
{
    struct coverage_fabric *c = calloc(1, sizeof *c + (size_t)nodes * sizeof *c->node);

    if (!c)
        return NULL;
    for (c->nodes = 0; c->nodes < nodes; c->nodes++) {
        c->node[c->nodes] = coverage_create(kind->parts->coverage);
        if (!c->node[c->nodes]) {
            coverage_fabric_destroy(c);
            return NULL;
        }
        coverage_origin(c->node[c->nodes], seed, (uint64_t)c->nodes);
    }
    return c;
}

void coverage_fabric_destroy(struct coverage_fabric *c)
{
    if (!c)
        return;
    for (int n = 0; n < c->nodes; n++)
        coverage_destroy(c->node[n]);
    free(c);
}

static void sample(void *context, const struct fabric *f, int node, const void *in, const void *control)
{
    struct coverage_fabric *c = context;
    struct any_registers before;

    fabric_state(f, node, &before);
    coverage_sample(c->node[node], &before, in, control);
}

void coverage_fabric_attach(struct coverage_fabric *c, struct fabric_config *config)
{
    config->on_step = sample;
    config->on_step_context = c;
}

/* What is to be gathered, and who has what. */
struct gathered {
    struct coverage_fabric *coverage;
    const struct fabric *fabric;
};

static void archive_part(void *context, int rank, struct archive *a)
{
    const struct gathered *g = context;

    for (int n = 0; n < g->coverage->nodes; n++)
        if (fabric_rank_of(g->fabric, n) == rank)
            coverage_archive(g->coverage->node[n], a);
}

void coverage_fabric_gather(struct coverage_fabric *c, struct fabric *f)
{
    struct gathered g = {c, f};

    if (fabric_config(f)->ranks)
        ranks_gather(fabric_config(f)->ranks, archive_part, &g);
}

struct coverage *coverage_fabric_merged(const struct coverage_fabric *c)
{
    struct coverage *all = coverage_create(c->node[0]->kind);

    for (int n = 0; all && n < c->nodes; n++)
        coverage_merge(all, c->node[n]);
    return all;
}

void coverage_fabric_archive(struct coverage_fabric *c, struct archive *a)
{
    for (int n = 0; n < c->nodes; n++)
        coverage_archive(c->node[n], a);
}
