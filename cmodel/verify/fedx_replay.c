/* SPDX-License-Identifier: Apache-2.0
 *
 * Recording and repeating. See fedx_replay.h.
 */
#include "fedx_replay.h"

#include <stdlib.h>
#include <string.h>

struct recorder {
    void *lockstep;
    struct fedx_vectors vectors;
    int lost; /* a cycle that memory did not suffice for */
};

static void destroy(void *node)
{
    struct recorder *r = node;

    if (!r)
        return;
    fedx_node_lockstep.destroy(r->lockstep);
    fedx_vectors_finish(&r->vectors);
    free(r);
}

static void *create(const struct fedx_node_ops *inner, uint64_t seed)
{
    struct recorder *r = calloc(1, sizeof *r);

    if (!r)
        return NULL;
    r->lockstep = fedx_node_lockstep.create(inner, seed);
    if (!r->lockstep) {
        destroy(r);
        return NULL;
    }
    return r;
}

static void step(void *node, const void *in, const void *control)
{
    struct recorder *r = node;

    if (!fedx_lockstep_divergence(r->lockstep))
        r->lost |= fedx_vectors_add(&r->vectors, in, control) != 0;
    fedx_node_lockstep.step(r->lockstep, in, control);
}

static int check(void *node)
{
    return fedx_node_lockstep.check(((struct recorder *)node)->lockstep);
}

static void pins(const void *node, void *out)
{
    fedx_node_lockstep.pins(((const struct recorder *)node)->lockstep, out);
}

static uint32_t cfg_rdata(const void *node)
{
    return fedx_node_lockstep.cfg_rdata(((const struct recorder *)node)->lockstep);
}

static void state(const void *node, void *out)
{
    fedx_node_lockstep.state(((const struct recorder *)node)->lockstep, out);
}

static void store(const void *node, int buffer, uint8_t *out)
{
    fedx_node_lockstep.store(((const struct recorder *)node)->lockstep, buffer, out);
}

const struct fedx_node_ops fedx_node_recorder = {
    .version = FEDX_NODE_VERSION,
    .name = "recorder",
    .create = create,
    .destroy = destroy,
    .step = step,
    .check = check,
    .pins = pins,
    .cfg_rdata = cfg_rdata,
    .state = state,
    .store = store,
};

void *fedx_recorder_lockstep(void *node)
{
    return ((struct recorder *)node)->lockstep;
}

const struct fedx_vectors *fedx_recorder_vectors(const void *node)
{
    const struct recorder *r = node;

    return r->lost ? NULL : &r->vectors;
}

int fedx_replay_run(const struct fedx_vectors *v, const struct fedx_node_ops *rtl, uint64_t power_up,
                    struct fedx_replay *result)
{
    void *node = fedx_node_lockstep.create(rtl, power_up);
    int differs = 0;

    memset(result, 0, sizeof *result);
    if (!node)
        return -1;
    for (size_t i = 0; i < v->count && !differs; i++) {
        fedx_vectors_put(v, i, &fedx_node_lockstep, node);
        differs = fedx_node_step(&fedx_node_lockstep, node, &v->cycle[i].in, &v->cycle[i].control);
    }
    result->differs = differs || fedx_lockstep_check_stores(node);
    if (result->differs)
        result->divergence = *fedx_lockstep_divergence(node);
    result->compared = fedx_lockstep_compared(node);
    fedx_node_lockstep.destroy(node);
    return 0;
}

int fedx_divergence_same(const struct fedx_divergence *a, const struct fedx_divergence *b)
{
    return strcmp(a->field, b->field) == 0 && a->lane == b->lane && a->model == b->model && a->rtl == b->rtl;
}
