/* SPDX-License-Identifier: Apache-2.0 */
#include "event_ranks.h"

#include <stdlib.h>

#include "engine/wheel.h"
#include "outcome.h"
#include "thread_ranks.h"
#include "unit.h"

enum { FILES = 3, MOST_THREADS = 3, DRAIN_PERIOD = 64 };

static struct outcome_compared compared;
static uint64_t several, torn_words, gone_on, refusals, crowded;

/* A fabric to be run, on ranks or alone. */
struct task {
    const struct engine_ops *engine;
    const struct fabric_config *config;
    const uint16_t *owner;
    uint64_t cycles;
    uint64_t middle, period;    /* cycle in which it is saved; it is looked at every so many */
    uint64_t looks;             /* ... and saved with this look */
    const struct archive *from; /* what it goes on from, or NULL */
    struct outcome *outcome;
    int threads;
};

/* A rank at work. */
struct worker {
    const struct task *task;
    struct fabric *fabric;
    uint64_t looks;
    int first;
};

static void count_crowded(const struct worker *w)
{
    for (int n = 0; !w->task->owner && n < fabric_endpoints(w->fabric); n++)
        crowded += (uint64_t)endpoint_crowded(fabric_endpoint(w->fabric, n), 1);
}

/* Somebody looks while it is run: at the whole of it, once. */
static int look(void *context, const struct fabric *f)
{
    struct worker *w = context;

    assert_ptr_equal(f, w->fabric);
    count_crowded(w);
    if (++w->looks != w->task->looks)
        return 0;
    fabric_assemble(w->fabric);
    if (w->first)
        outcome_save(w->task->engine, w->fabric, &w->task->outcome->looked);
    return 0;
}

static int drained(void *context, const struct fabric *f)
{
    count_crowded(context);
    return fabric_idle(f);
}

static void run_for(struct worker *w, uint64_t count, engine_watch watch, uint64_t period)
{
    if (!outcome_failed(w->fabric))
        assert_int_equal(w->task->engine->run(w->fabric, count, w->task->threads, watch, w, period), 0);
}

/* @param ranks  NULL: alone */
static void run(void *context, struct ranks *ranks)
{
    const struct task *t = context;
    struct worker w = {.task = t, .first = !ranks || ranks->rank == 0};
    FILE *file[FILES] = {0};

    for (int i = 0; w.first && i < FILES; i++)
        file[i] = open_memstream(&t->outcome->text[i], &t->outcome->length[i]);
    w.fabric = outcome_fabric(*t->config, file, ranks, t->owner);
    if (t->from) {
        outcome_load(t->engine, w.fabric, t->from);
    } else {
        run_for(&w, t->middle, look, t->period);
        fabric_assemble(w.fabric);
        if (w.first)
            outcome_save(t->engine, w.fabric, &t->outcome->middle);
    }
    run_for(&w, t->cycles - fabric_cycle(w.fabric), NULL, 1);
    fabric_stop_messages(w.fabric);
    run_for(&w, 4 * t->cycles, drained, DRAIN_PERIOD);
    fabric_unite(w.fabric);
    if (w.first) {
        outcome_save(t->engine, w.fabric, &t->outcome->end);
        outcome_note(t->outcome, w.fabric);
    }
    fabric_destroy(w.fabric);
    for (int i = 0; i < FILES; i++)
        if (file[i])
            fclose(file[i]);
}

/* Routers that follow each other: every other time about as many each, else as chance has it, one at least. */
static void share_out(struct rng *r, int nodes, int ranks, uint16_t *owner)
{
    int even = (int)rng_below(r, 2), rank = 0;

    owner[0] = 0;
    for (int n = 1; n < nodes; n++) {
        int least = ranks - (nodes - n);
        rank = even ? n * ranks / nodes : rank + (rng_below(r, (uint32_t)(nodes / ranks + 1)) == 0);
        rank = rank < least ? least : rank < ranks ? rank : ranks - 1;
        owner[n] = (uint16_t)rank;
        torn_words += n % WHEEL_WORD && owner[n] != owner[n - 1];
    }
}

/* Another number of ranks, or one process, goes on from the middle. */
static void go_on(struct rng *r, const struct task *task, const struct outcome *alone, const struct archive *from,
                  uint16_t *owner)
{
    struct outcome again = {.cycle = 0};
    struct task t = *task;
    int ranks = outcome_draw_ranks(r, t.config->topology);

    t.from = from;
    t.outcome = &again;
    t.threads = 1 + (int)rng_below(r, MOST_THREADS);
    t.owner = ranks > 1 ? owner : NULL;
    if (ranks > 1) {
        share_out(r, t.config->topology->nodes, ranks, owner);
        thread_ranks(ranks, run, &t);
    } else {
        run(&t, NULL);
    }
    outcome_same(alone, &again, 0, &compared);
    gone_on++;
    outcome_forget(&again);
}

void ranks_check(const struct engine_ops *engine, const struct fabric_config *config, uint64_t cycles, struct rng *r)
{
    struct outcome alone = {.cycle = 0}, together = {.cycle = 0};
    int nodes = config->topology->nodes, ranks;
    uint16_t owner[nodes];
    struct task t = {.engine = engine,
                     .config = config,
                     .cycles = cycles,
                     .middle = 1 + rng_below(r, (uint32_t)cycles),
                     .period = 1 + rng_below(r, 300),
                     .looks = 1 + rng_below(r, 4),
                     .outcome = &alone,
                     .threads = 1};

    run(&t, NULL);
    ranks = outcome_draw_ranks(r, config->topology);
    t.threads = 1 + (int)rng_below(r, MOST_THREADS);
    share_out(r, nodes, ranks, owner);
    t.owner = owner;
    t.outcome = &together;
    thread_ranks(ranks, run, &t);
    printf("%d ranks with %d threads each\n", ranks, t.threads);
    outcome_same(&alone, &together, 1, &compared);
    if (!alone.fault)
        go_on(r, &t, &alone, &together.middle, owner);
    several += ranks > 1;
    refusals += alone.stats.failed_attempts;
    outcome_forget(&alone);
    outcome_forget(&together);
}

void ranks_print(int refused)
{
    COMPARED(compared.state_bytes, "bytes of states");
    COMPARED(compared.text_bytes, "bytes of traces, hops and records");
    COMPARED(compared.states, "states");
    COMPARED(several, "runs on more ranks than one");
    COMPARED(gone_on, "runs that others went on with");
    COMPARED(torn_words, "words of the wheel torn apart");
    COMPARED(thread_ranks_bytes(), "bytes between ranks");
    COMPARED(crowded, "endpoints found that could not tell which id a message gets");
    if (refused)
        COMPARED(refusals, "attempts refused");
}
