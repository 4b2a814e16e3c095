/* SPDX-License-Identifier: Apache-2.0 */
#include "replay.h"

#include <string.h>

static void show_cycle(const struct replay_config *config, const struct replay_cycle *c)
{
    for (size_t i = 0; i < config->observers; i++)
        config->observer[i].cycle(config->observer[i].context, c);
}

static void show_edge(const struct replay_config *config, const struct replay_cycle *c)
{
    for (size_t i = 0; i < config->observers; i++)
        if (config->observer[i].edge)
            config->observer[i].edge(config->observer[i].context, c);
}

/* @param c  the sides */
static void replay(const struct replay_config *config, const struct node_ops *ops, void *node, struct replay_cycle *c)
{
    const struct vectors *v = config->vectors;
    int differs = 0;

    c->kind = v->kind;
    for (; c->number < v->count && (!differs || config->observers); c->number++) {
        c->in = vectors_in(v, c->number);
        c->control = vectors_control(v, c->number);
        c->set = v->start && v->start->at == c->number;
        vectors_put(v, c->number, ops, node);
        show_cycle(config, c);
        differs = node_step(ops, node, c->in, c->control);
        show_edge(config, c);
    }
    c->in = c->control = NULL;
    c->set = 0;
    show_cycle(config, c);
}

static int replay_model(const struct replay_config *config)
{
    const struct node_ops *ops = config->vectors->kind->model;
    void *model = ops->create(NULL, 0);
    struct replay_cycle c = {.model = model};

    if (!model)
        return -1;
    if (config->buffers)
        ops->buffers(model, config->buffers);
    replay(config, ops, model, &c);
    ops->destroy(model);
    return 0;
}

static int replay_both(const struct replay_config *config, struct replay *result)
{
    const struct node_ops *ops = config->vectors->kind->parts->lockstep->node;
    void *node = ops->create(config->rtl, config->power_up);

    memset(result, 0, sizeof *result);
    if (!node)
        return -1;
    struct replay_cycle c = {.model = lockstep_model(node), .ops = config->rtl, .rtl = lockstep_rtl(node)};
    if (config->observers)
        lockstep_go_past(node);
    replay(config, ops, node, &c);
    result->differs = lockstep_check_stores(node);
    if (result->differs)
        result->mismatch = *lockstep_mismatch(node);
    result->compared = lockstep_compared(node);
    ops->destroy(node);
    return 0;
}

int replay_observed(const struct replay_config *config, struct replay *result)
{
    return config->rtl ? replay_both(config, result) : replay_model(config);
}

int replay_run(const struct vectors *v, const struct node_ops *rtl, uint64_t power_up, struct replay *result)
{
    return replay_observed(&(struct replay_config){.vectors = v, .rtl = rtl, .power_up = power_up}, result);
}

int mismatch_same(const struct mismatch *a, const struct mismatch *b)
{
    return strcmp(a->field, b->field) == 0 && a->lane == b->lane && a->model == b->model && a->rtl == b->rtl;
}
