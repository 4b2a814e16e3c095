/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_coverage_fabric.h.
 */
#include "fedx_coverage_fabric.h"

#include <stdlib.h>

struct fedx_coverage_fabric {
    int nodes;
    struct fedx_coverage *node[];
};

struct fedx_coverage_fabric *fedx_coverage_fabric_create(const struct router_kind *kind, int nodes, uint64_t seed)
{
    struct fedx_coverage_fabric *c = calloc(1, sizeof *c + (size_t)nodes * sizeof *c->node);

    if (!c)
        return NULL;
    for (c->nodes = 0; c->nodes < nodes; c->nodes++) {
        c->node[c->nodes] = fedx_coverage_create(kind->coverage);
        if (!c->node[c->nodes]) {
            fedx_coverage_fabric_destroy(c);
            return NULL;
        }
        fedx_coverage_origin(c->node[c->nodes], seed, (uint64_t)c->nodes);
    }
    return c;
}

void fedx_coverage_fabric_destroy(struct fedx_coverage_fabric *c)
{
    if (!c)
        return;
    for (int n = 0; n < c->nodes; n++)
        fedx_coverage_destroy(c->node[n]);
    free(c);
}

static void sample(void *context, const struct fedx_fabric *f, int node, const void *in, const void *control)
{
    struct fedx_coverage_fabric *c = context;
    struct any_registers before;

    fedx_fabric_state(f, node, &before);
    fedx_coverage_sample(c->node[node], &before, in, control);
}

void fedx_coverage_fabric_attach(struct fedx_coverage_fabric *c, struct fedx_fabric_config *config)
{
    config->on_step = sample;
    config->on_step_context = c;
}

struct fedx_coverage *fedx_coverage_fabric_merged(const struct fedx_coverage_fabric *c)
{
    struct fedx_coverage *all = fedx_coverage_create(c->node[0]->kind);

    for (int n = 0; all && n < c->nodes; n++)
        fedx_coverage_merge(all, c->node[n]);
    return all;
}

void fedx_coverage_fabric_archive(struct fedx_coverage_fabric *c, struct archive *a)
{
    for (int n = 0; n < c->nodes; n++)
        fedx_coverage_archive(c->node[n], a);
}
