/* SPDX-License-Identifier: Apache-2.0
 *
 * Fabrics that several ranks run together, as threads of this process: random configurations, fidelities, faults,
 * numbers of ranks and ways to share out the routers, good ones and random ones. In the middle, and at the end, the
 * first rank has the very state, to the last byte, that one process comes to alone, and it has written the same files.
 * Another number of ranks goes on from there.
 *
 *   test_split [CONFIGURATIONS [CYCLES]]
 */
#include <stdlib.h>

#include "../outcome.h"
#include "../subject.h"
#include "../thread_ranks.h"
#include "../unit.h"
#include "engine/engine.h"
#include "fedx/bench/fedx_lockstep_node.h"
#include "topology/partition.h"

static int configurations = 120;
static uint64_t cycles = 3000;

enum { DRAIN = 20000, DRAIN_PERIOD = 64 };

static const struct node_ops *rtl;
static struct outcome_compared compared;
static uint64_t cut_cables, faults, refusals, struck, resets;
static unsigned with_rtl, with_faults, resumed;

/* What one process, or the first rank, comes to. */
struct whole_outcome {
    struct outcome all;
    struct faults_report report; /* without its list: that is in the counts */
};

/* A fabric to be run, on ranks or alone. */
struct task {
    const struct subject *subject;
    const struct fault_plan *plan;
    const uint16_t *owner;
    uint64_t middle;            /* cycle in which it is saved */
    const struct archive *from; /* what it goes on from, or NULL */
    struct whole_outcome *outcome;
    int threads;
};

static int drained(void *context, const struct fabric *f)
{
    (void)context;
    return fabric_idle(f);
}

static void run_for(const struct task *t, struct fabric *f, uint64_t count, engine_watch watch)
{
    if (!outcome_failed(f))
        assert_int_equal(engine_cycle.run(f, count, t->threads, watch, NULL, DRAIN_PERIOD), 0);
}

/* Of ranks the first one alone writes. @param plan  the rank's own */
static struct fabric *make(const struct task *t, struct ranks *ranks, FILE *const *file, struct fault_plan *plan)
{
    struct fabric_config config = t->subject->config;

    *plan = *t->plan;
    plan->record = file[3];
    config.hook_settings = plan;
    return outcome_fabric(config, file, ranks, t->owner);
}

/* All of it is in one place. */
static void conclude(struct fabric *f, struct whole_outcome *o)
{
    outcome_save(&engine_cycle, f, &o->all.end);
    outcome_note(&o->all, f);
    assert_int_equal(fabric_account(f), 0);
    if (faults_report(f))
        o->report = *faults_report(f);
    memset(&o->report.missing, 0, sizeof o->report.missing);
}

/* @param ranks  NULL: alone */
static void run(void *context, struct ranks *ranks)
{
    const struct task *t = context;
    int first = !ranks || ranks->rank == 0;
    FILE *file[OUTCOME_FILES] = {0};
    struct fault_plan plan;
    struct fabric *f;

    for (int i = 0; first && i < OUTCOME_FILES; i++)
        file[i] = open_memstream(&t->outcome->all.text[i], &t->outcome->all.length[i]);
    f = make(t, ranks, file, &plan);
    if (t->from) {
        outcome_load(&engine_cycle, f, t->from);
    } else {
        run_for(t, f, t->middle, NULL);
        fabric_assemble(f);
        if (first)
            outcome_save(&engine_cycle, f, &t->outcome->all.middle);
    }
    run_for(t, f, cycles - fabric_cycle(f), NULL);
    fabric_stop_messages(f);
    run_for(t, f, DRAIN, drained);
    fabric_unite(f);
    if (first)
        conclude(f, t->outcome);
    fabric_destroy(f);
    for (int i = 0; i < OUTCOME_FILES; i++)
        if (file[i])
            fclose(file[i]);
}

/* @param whole  1: from the beginning, so that the files are the same, too */
static void same(const struct whole_outcome *a, const struct whole_outcome *b, int whole)
{
    outcome_same(&a->all, &b->all, whole, &compared);
    assert_memory_equal(&a->report, &b->report, sizeof a->report);
}

/* Every other time as ranks are given routers, else at random. */
static void share_out(struct rng *r, const struct topology *t, int ranks, uint16_t *owner)
{
    uint32_t weight[t->nodes];

    for (int n = 0; n < t->nodes; n++)
        weight[n] = 1 + rng_below(r, 3);
    assert_int_equal(partition(t, weight, ranks, owner), 0);
    for (int n = ranks; n < t->nodes && rng_below(r, 2) == 0; n++)
        owner[n] = (uint16_t)rng_below(r, (uint32_t)ranks);
    cut_cables += (uint64_t)partition_look(t, ranks, owner).cut;
}

/* What the nodes are; RTL has ten buffers, and takes its time. */
static void choose(struct rng *r, struct subject *s, const struct node_ops **nodes)
{
    const struct node_ops *const kinds[] = {&fedx_node_model, rtl, &fedx_node_lockstep};
    int mixed = rtl && s->settings.buffers == FEDX_STANDARD_BUFFERS && s->topology->nodes <= 25 && rng_below(r, 2);

    for (int n = 0; n < s->topology->nodes; n++)
        nodes[n] = mixed ? kinds[rng_below(r, 3)] : &fedx_node_model;
    with_rtl += (unsigned)mixed;
    s->config.nodes = nodes;
    s->config.inner = rtl;
    s->config.power_up = 0; /* Verilator draws for all threads of a process from one stream */
}

/* A third of them get faults. */
static void draw(struct rng *r, struct subject *s, const struct node_ops **nodes, struct fault_plan *plan)
{
    do {
        subject_draw(r, s, cycles);
        if (s->topology->nodes > FEDX_TABLE_SIZE)
            subject_finish(s);
    } while (s->topology->nodes > FEDX_TABLE_SIZE);
    choose(r, s, nodes);
    s->config.measure = s->config.timeline = s->config.digest = 1;
    s->config.spread = (int)rng_below(r, 2);
    s->config.end = cycles;
    if (rng_below(r, 3) > 0)
        return;
    subject_faults(r, s, cycles, plan);
    with_faults++;
}

static void one(struct rng *r, int number)
{
    static const struct node_ops *nodes[FEDX_TABLE_SIZE];
    static uint16_t owner[FEDX_TABLE_SIZE];
    struct whole_outcome alone = {0}, together = {0}, again = {0};
    struct fault_plan plan = {0};
    struct subject s;

    draw(r, &s, nodes, &plan);
    struct task t = {&s, &plan, NULL, rng_below(r, (uint32_t)cycles), NULL, &alone, 1};
    run(&t, NULL);
    int ranks = outcome_draw_ranks(r, s.topology), others = outcome_draw_ranks(r, s.topology);
    printf("%d ranks, then %d: ", ranks, others);
    subject_print(number, &s);
    share_out(r, s.topology, ranks, owner);
    t = (struct task){&s, &plan, owner, t.middle, NULL, &together, 1 + (int)rng_below(r, 2)};
    thread_ranks(ranks, run, &t);
    same(&alone, &together, 1);
    if (alone.all.middle.length > 0 && !alone.all.fault) {
        share_out(r, s.topology, others, owner);
        t = (struct task){&s, &plan, owner, t.middle, &together.all.middle, &again, 1};
        thread_ranks(others, run, &t);
        same(&alone, &again, 0);
        resumed++;
    }
    faults += alone.all.fault != 0;
    refusals += alone.all.stats.failed_attempts;
    for (int i = 0; i < FAULT_KINDS; i++)
        struck += alone.report.faults[i];
    resets += alone.report.held_at_reset;
    outcome_forget(&alone.all);
    outcome_forget(&together.all);
    outcome_forget(&again.all);
    fault_finish(&plan);
    subject_finish(&s);
}

TEST(any_partition_gives_the_same)
{
    struct rng r = rng_stream(1, 20);

    for (int i = 0; i < configurations; i++)
        one(&r, i);
    printf("           %u with RTL, %u gone on with, %llu ended by a fault, %llu cables cut, %llu attempts refused, "
           "%llu bytes between ranks\n",
           with_rtl, resumed, (unsigned long long)faults, (unsigned long long)cut_cables, (unsigned long long)refusals,
           (unsigned long long)thread_ranks_bytes());
    printf("           %u with faults: %llu of them, %llu packets held by routers that were reset\n", with_faults,
           (unsigned long long)struck, (unsigned long long)resets);
    COMPARED(compared.state_bytes, "bytes of states");
    COMPARED(compared.text_bytes, "bytes of files");
    assert_true(cut_cables > 0 && refusals > 0 && resumed > 0 && struck > 0);
}

int main(int argc, char **argv)
{
    const char *object = getenv("FEDX_RTL");
    char error[256];

    configurations = argc > 1 ? atoi(argv[1]) : configurations;
    cycles = argc > 2 ? (uint64_t)atoll(argv[2]) : cycles;
    if (object && !(rtl = fedx_node_open(object, error, sizeof error))) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    return test_all(NULL, NULL);
}
