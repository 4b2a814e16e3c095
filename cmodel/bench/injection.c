/* SPDX-License-Identifier: Apache-2.0 */
#include "injection.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "state_fit.h"

/* One batch: a pair of routers of its own, so that it depends on seed and number alone, and batches can go side by
 * side. */
struct batch {
    const struct injection_config *config;
    void *node; /* in lockstep */
    const uint8_t *fits;
    struct injection_result result; /* of this batch */
    pthread_t thread;
    int started;
};

struct injection {
    struct injection_config config;
    struct injection_result result;
    struct compared compared;
    void *failed;  /* the node that did */
    uint64_t next; /* batch */
    uint8_t *fits;
};

void injection_fill(const struct router_kind *kind, struct rng *r, void *registers)
{
    memset(registers, 0, kind->state_bytes);
    for (int i = 0; i < kind->register_count; i++) {
        const struct lanes *lanes = &kind->registers[i].lanes;
        for (int k = 0; k < lanes->count; k++)
            lane_set_value(lanes, registers, k, rng_next(r) >> (64 - lane_value_bits(lanes)));
    }
}

unsigned injection_edge(struct rng *r, unsigned last)
{
    switch (rng_below(r, 4)) {
    case 0: return 0;
    case 1: return last;
    default: return rng_below(r, last + 1u);
    }
}

/* Some cycles from one state. @return 1 when the two differ */
static int go_on(struct batch *b, struct rng *r, unsigned cycles)
{
    const struct node_ops *ops = b->config->kind->parts->lockstep->node;
    const struct injection_kind *states = b->config->states;
    struct any_registers registers;
    struct any_pins in = {0};
    struct any_control control = {0};

    b->result.left += states->put(b->config->kind, b->node, r, b->fits, &registers) != 0;
    states->levels(r, &registers, &in);
    b->result.states++;
    for (b->result.cycle = 1; b->result.cycle <= cycles; b->result.cycle++) {
        if (b->result.cycle > 1)
            ops->state(b->node, &registers);
        states->inputs(b->config->kind, r, &registers, &in, &control);
        b->result.cycles++;
        if (node_step(ops, b->node, &in, &control))
            return 1;
    }
    b->result.cycle = cycles;
    return states->stores && lockstep_check_stores(b->node);
}

static void *run_batch(void *argument)
{
    struct batch *b = argument;
    struct injection_result *result = &b->result;
    struct rng r = rng_stream(b->config->seed, result->batch);

    result->failed = b->config->states->begin(b->config->kind, b->node, &r);
    for (result->state = 0; result->state < INJECTION_BATCH && !result->failed; result->state += !result->failed)
        result->failed = go_on(b, &r, result->state == INJECTION_BATCH - 1 ? INJECTION_LONG : 1);
    result->failed = result->failed || lockstep_check_stores(b->node);
    return NULL;
}

/* Each on a thread of its own but for the first. Where no thread can be had, one after the other. */
static void run_batches(struct batch *batch, int count)
{
    for (int k = 1; k < count; k++)
        batch[k].started = pthread_create(&batch[k].thread, NULL, run_batch, &batch[k]) == 0;
    for (int k = 0; k < count; k++)
        if (!batch[k].started)
            run_batch(&batch[k]);
    for (int k = 1; k < count; k++)
        if (batch[k].started)
            pthread_join(batch[k].thread, NULL);
}

/* What a batch has come to, in the order of their numbers. */
static void add_up(struct injection *i, struct batch *b)
{
    struct compared compared = lockstep_compared(b->node);
    struct injection_result sum = b->result;

    sum.states += i->result.states;
    sum.left += i->result.left;
    sum.cycles += i->result.cycles;
    i->result = sum;
    compared_add(&i->compared, &compared);
    if (sum.failed) {
        i->failed = b->node;
        b->node = NULL;
    }
}

int injection_round(struct injection *i)
{
    const struct node_ops *ops = i->config.kind->parts->lockstep->node;
    uint64_t left = (i->config.count - i->result.states + INJECTION_BATCH - 1) / INJECTION_BATCH;
    int count = (uint64_t)i->config.threads < left ? i->config.threads : (int)left, status = 0;
    struct batch batch[INJECTION_THREADS] = {0};

    for (int k = 0; k < count; k++) {
        batch[k] = (struct batch){
            .config = &i->config, .node = ops->create(i->config.inner, 0), .fits = i->fits, .result.batch = i->next++};
        status = batch[k].node ? status : -1;
    }
    if (status == 0) {
        run_batches(batch, count);
        for (int k = 0; k < count && !i->result.failed; k++)
            add_up(i, &batch[k]);
        status = i->result.failed || i->result.states >= i->config.count;
    }
    for (int k = 0; k < count; k++)
        ops->destroy(batch[k].node);
    return status;
}

struct injection *injection_create(const struct injection_config *config)
{
    struct injection *i = calloc(1, sizeof *i);

    if (!i)
        return NULL;
    i->config = *config;
    i->next = config->first;
    i->fits = calloc((size_t)config->kind->register_count, 1);
    if (i->fits && state_fit_learn(config->kind, config->states, config->inner, i->fits) == 0)
        return i;
    injection_destroy(i);
    return NULL;
}

void injection_destroy(struct injection *i)
{
    if (!i)
        return;
    i->config.kind->parts->lockstep->node->destroy(i->failed);
    free(i->fits);
    free(i);
}

const struct injection_result *injection_result(const struct injection *i)
{
    return &i->result;
}

struct compared injection_compared(const struct injection *i)
{
    return i->compared;
}

const uint8_t *injection_fits(const struct injection *i)
{
    return i->fits;
}

int injection_registers_set(const struct injection *i)
{
    return state_fit_count(i->config.kind, i->fits, STATE_FIT_SET);
}

const struct mismatch *injection_mismatch(const struct injection *i)
{
    return i->failed ? lockstep_mismatch(i->failed) : NULL;
}
