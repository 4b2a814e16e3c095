/* SPDX-License-Identifier: Apache-2.0 */
#include "late_start.h"

#include <stdlib.h>
#include <string.h>

#include "triage.h"

enum {
    DOUBLINGS = 14,        /* 1 to LATE_START_CYCLES cycles */
    MOST_CYCLES = 20000000 /* in all trials */
};

struct late_start_search {
    const struct router_kind *kind;
    const struct late_start_config *config;
    const struct vectors *whole;
    void *before[DOUBLINGS]; /* the model 1, 2, 4 ... cycles before the end */
    void *base;              /* the model where the replay starts */
    struct any_registers idle;
    struct vectors window;       /* the last cycles */
    struct initial_state *start; /* the state before them */
    struct vectors *near;        /* reset, state and window, as they are played */
    struct replay *shown;        /* by the last trial that showed the difference */
    uint64_t trials, cycles;
    int failed;  /* out of memory */
    int changed; /* something was left out in this round */
};

static int budget_exhausted(const struct late_start_search *k)
{
    return k->failed || k->cycles > MOST_CYCLES;
}

/* A trial --------------------------------------------------------------------------------------------------------- */

static void build(struct late_start_search *k)
{
    vectors_clear(k->near);
    k->failed |= k->kind->parts->triage->late_start->preamble(k->near, k->base, k->start, &k->window) != 0;
    k->start->at = k->near->count;
    k->failed |=
        vectors_start_from(k->near, k->start) != 0 || vectors_append(k->near, &k->window, k->window.count) != 0;
}

/* Play the window from the state; if that shows the difference, the window ends there from now on. */
static int shows(struct late_start_search *k)
{
    const struct late_start_config *c = k->config;
    struct replay r;

    build(k);
    if (k->failed || replay_run(k->near, c->rtl, c->power_up, &r) != 0) {
        k->failed = 1;
        return 0;
    }
    k->trials++;
    k->cycles += k->near->count;
    if (!r.differs || (c->field && strcmp(r.mismatch.field, c->field) != 0) || r.mismatch.cycle <= k->start->at)
        return 0;
    k->window.count = r.mismatch.cycle - k->start->at;
    *k->shown = r;
    return 1;
}

/* How many cycles ------------------------------------------------------------------------------------------------- */

static void record_cycle(void *context, const struct replay_cycle *c)
{
    struct late_start_search *k = context;

    for (int d = 0; d < DOUBLINGS; d++)
        if (c->number + ((size_t)1 << d) == k->whole->count)
            c->kind->model->copy(k->before[d], c->model);
}

/* The model through the recording, kept 1, 2, 4 ... cycles before its end. @return how many are at most half of it */
static int run_model(struct late_start_search *k)
{
    const struct observer observer = {k, record_cycle, NULL};
    const struct replay_config replay = {.vectors = k->whole, .observer = &observer, .observers = 1};
    int kept = 0;

    if (replay_observed(&replay, NULL) != 0)
        k->failed = 1;
    while (kept < DOUBLINGS && (size_t)2 << kept <= k->whole->count)
        kept++;
    return kept;
}

/* Start `cycles` before the end, at most `1 << d`, and see. */
static int shows_from(struct late_start_search *k, int d, size_t cycles)
{
    size_t i = k->whole->count - ((size_t)1 << d);

    k->kind->model->copy(k->base, k->before[d]);
    for (; i < k->whole->count - cycles; i++)
        k->kind->model->step(k->base, vectors_in(k->whole, i), vectors_control(k->whole, i));
    initial_state_take(k->start, k->base);
    vectors_clear(&k->window);
    for (; i < k->whole->count; i++)
        if (vectors_add(&k->window, vectors_in(k->whole, i), vectors_control(k->whole, i)) != 0)
            k->failed = 1;
    return !k->failed && shows(k);
}

/* `1 << d` cycles show it, and half of them do not: the fewest between. */
static int shows_fewest(struct late_start_search *k, int d)
{
    size_t few = ((size_t)1 << d) / 2, enough = (size_t)1 << d;

    while (enough - few > 1 && !budget_exhausted(k)) {
        size_t middle = few + (enough - few) / 2;
        *(shows_from(k, d, middle) ? &enough : &few) = middle;
    }
    return shows_from(k, d, enough);
}

/* What of the state ----------------------------------------------------------------------------------------------- */

/* @return 1 when these registers do as well */
static int try_registers(struct late_start_search *k, const struct any_registers *registers)
{
    const size_t bytes = k->kind->state_bytes;
    struct any_registers old = k->start->registers;
    char reason[160];

    if (budget_exhausted(k) || memcmp(registers, &old, bytes) == 0)
        return 0;
    memcpy(&k->start->registers, registers, bytes);
    if (initial_state_check(k->start, reason, sizeof reason) == 0 && shows(k)) {
        k->changed = 1;
        return 1;
    }
    k->start->registers = old;
    return 0;
}

/* What goes together: a packet with the ports by which it comes and goes, a port ... */
static void reduce_parts(struct late_start_search *k)
{
    struct any_registers registers = k->start->registers;

    for (int part = 0; k->kind->parts->triage->late_start->without(k->kind, &registers, &k->idle, part); part++) {
        try_registers(k, &registers);
        registers = k->start->registers;
    }
}

/* Each register, or else each lane of it. */
static void reduce_registers(struct late_start_search *k)
{
    for (int i = 0; i < k->kind->register_count; i++) {
        const struct reg_info *info = &k->kind->registers[i];
        struct any_registers registers = k->start->registers;
        int lanes = info->lanes.each;
        for (int lane = 0; lane < lanes; lane++)
            initial_state_copy_lane(&registers, &k->idle, info, lane);
        if (try_registers(k, &registers))
            continue;
        for (int lane = 0; lane < lanes && lanes > 1; lane++) {
            registers = k->start->registers;
            initial_state_copy_lane(&registers, &k->idle, info, lane);
            try_registers(k, &registers);
        }
    }
}

static void reduce_store(struct late_start_search *k, uint8_t *store, uint8_t *old, size_t bytes)
{
    memcpy(old, store, bytes);
    memset(store, 0, bytes);
    if (memcmp(old, store, bytes) == 0 || budget_exhausted(k))
        return;
    if (shows(k))
        k->changed = 1;
    else
        memcpy(store, old, bytes);
}

static void reduce_stores(struct late_start_search *k)
{
    const size_t bytes = (size_t)k->kind->parts->lockstep->store_bytes;
    uint8_t *old = malloc(bytes);

    k->failed |= !old;
    for (int b = 0; b < k->kind->parts->lockstep->stores && old; b++)
        reduce_store(k, initial_state_store(k->start, b), old, bytes);
    free(old);
}

/* Nothing arrives at a port. */
static void silence(struct vectors *window, int port)
{
    const struct pin_info *pin;

    for (size_t i = 0; i < window->count; i++)
        for (unsigned w = 0; (pin = kind_wire(window->kind, w)); w++) {
            int each = pin->lanes.each / window->kind->ports;
            for (int lane = each * port; lane < each * (port + 1); lane++)
                lane_set(&pin->lanes, vectors_in(window, i), lane, 0);
        }
}

static void reduce_inputs(struct late_start_search *k)
{
    for (int p = 0; p < k->kind->ports && !budget_exhausted(k); p++) {
        const size_t bytes = k->window.count * vectors_cycle_bytes(k->kind);
        uint8_t *old = malloc(bytes);
        if (!old) {
            k->failed = 1;
            return;
        }
        memcpy(old, k->window.cycle, bytes);
        silence(&k->window, p);
        if (memcmp(old, k->window.cycle, bytes) != 0 && shows(k)) {
            k->changed = 1;
        } else {
            memcpy(k->window.cycle, old, bytes);
        }
        free(old);
    }
}

static void reduce(struct late_start_search *k)
{
    do {
        k->changed = 0;
        reduce_parts(k);
        reduce_inputs(k);
        reduce_registers(k);
        reduce_stores(k);
    } while (k->changed && !budget_exhausted(k));
}

/* All of it ------------------------------------------------------------------------------------------------------- */

static int create(struct late_start_search *k)
{
    k->base = k->kind->model->create(NULL, 0);
    k->start = initial_state_create(k->kind);
    k->failed = !k->base || !k->start;
    if (k->start)
        k->idle = k->start->registers;
    for (int d = 0; d < DOUBLINGS; d++) {
        k->before[d] = k->kind->model->create(NULL, 0);
        k->failed |= !k->before[d];
    }
    return k->failed ? -1 : 0;
}

static void finish(struct late_start_search *k)
{
    for (int d = 0; d < DOUBLINGS; d++)
        k->kind->model->destroy(k->before[d]);
    k->kind->model->destroy(k->base);
    initial_state_destroy(k->start);
    vectors_finish(&k->window);
}

int late_start_find(const struct vectors *v, const struct late_start_config *config, struct vectors *near,
                    struct replay *shown, uint64_t *trials)
{
    struct late_start_search k = {
        .kind = v->kind, .config = config, .whole = v, .window.kind = v->kind, .near = near, .shown = shown};
    int found = 0;

    if (create(&k) == 0) {
        int kept = run_model(&k);
        for (int d = 0; d < kept && !found && !budget_exhausted(&k); d++)
            found = shows_from(&k, d, (size_t)1 << d) && shows_fewest(&k, d);
        if (found) {
            reduce(&k);
            build(&k);
        }
    }
    *trials = k.trials;
    finish(&k);
    return k.failed ? -1 : found;
}
