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

static void *create(const struct node_ops *inner, uint64_t seed)
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

    if (!lockstep_divergence(r->lockstep))
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

static void status(const void *node, void *out)
{
    fedx_node_lockstep.status(((const struct recorder *)node)->lockstep, out);
}

static void state(const void *node, void *out)
{
    fedx_node_lockstep.state(((const struct recorder *)node)->lockstep, out);
}

static void store(const void *node, int buffer, uint8_t *out)
{
    fedx_node_lockstep.store(((const struct recorder *)node)->lockstep, buffer, out);
}

const struct node_ops fedx_node_recorder = {
    .version = FEDX_NODE_VERSION,
    .name = "recorder",
    .create = create,
    .destroy = destroy,
    .step = step,
    .check = check,
    .pins = pins,
    .status = status,
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

static void show_cycle(const struct fedx_replay_config *config, const struct fedx_replay_cycle *c)
{
    for (size_t i = 0; i < config->observers; i++)
        config->observer[i].cycle(config->observer[i].context, c);
}

static void show_edge(const struct fedx_replay_config *config, const struct fedx_replay_cycle *c)
{
    for (size_t i = 0; i < config->observers; i++)
        if (config->observer[i].edge)
            config->observer[i].edge(config->observer[i].context, c);
}

/* @param c  the sides */
static void replay(const struct fedx_replay_config *config, const struct node_ops *ops, void *node,
                   struct fedx_replay_cycle *c)
{
    const struct fedx_vectors *v = config->vectors;
    int differs = 0;

    for (; c->number < v->count && (!differs || config->observers); c->number++) {
        c->vector = &v->cycle[c->number];
        c->set = v->start && v->start->at == c->number;
        fedx_vectors_put(v, c->number, ops, node);
        show_cycle(config, c);
        differs = node_step(ops, node, &c->vector->in, &c->vector->control);
        show_edge(config, c);
    }
    c->vector = NULL;
    c->set = 0;
    show_cycle(config, c);
}

static int replay_model(const struct fedx_replay_config *config)
{
    struct fedx_switch *model = fedx_switch_create();
    struct fedx_replay_cycle c = {.model = model};

    if (!model)
        return -1;
    if (config->buffers)
        fedx_switch_buffers(model, config->buffers);
    replay(config, &fedx_node_model, model, &c);
    fedx_switch_destroy(model);
    return 0;
}

static int replay_both(const struct fedx_replay_config *config, struct fedx_replay *result)
{
    void *node = fedx_node_lockstep.create(config->rtl, config->power_up);

    memset(result, 0, sizeof *result);
    if (!node)
        return -1;
    struct fedx_replay_cycle c = {
        .model = lockstep_model(node), .ops = config->rtl, .rtl = lockstep_rtl(node)};
    if (config->observers)
        lockstep_go_past(node);
    replay(config, &fedx_node_lockstep, node, &c);
    result->differs = lockstep_check_stores(node);
    if (result->differs)
        result->divergence = *lockstep_divergence(node);
    result->compared = lockstep_compared(node);
    fedx_node_lockstep.destroy(node);
    return 0;
}

int fedx_replay_observed(const struct fedx_replay_config *config, struct fedx_replay *result)
{
    return config->rtl ? replay_both(config, result) : replay_model(config);
}

int fedx_replay_run(const struct fedx_vectors *v, const struct node_ops *rtl, uint64_t power_up,
                    struct fedx_replay *result)
{
    return fedx_replay_observed(&(struct fedx_replay_config){.vectors = v, .rtl = rtl, .power_up = power_up}, result);
}

int fedx_divergence_same(const struct divergence *a, const struct divergence *b)
{
    return strcmp(a->field, b->field) == 0 && a->lane == b->lane && a->model == b->model && a->rtl == b->rtl;
}
