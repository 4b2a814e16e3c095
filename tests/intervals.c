/* SPDX-License-Identifier: Apache-2.0
 *
 * Do the printed 95% intervals hold what they should, and is saturation told where it
 * is, and only there? Counted over seeds of 8x8 fabrics, against runs so long that
 * what they give can stand for the truth. The tables of docs/statistics.md.
 *
 *   intervals coverage SEEDS CYCLES LONG   runs of CYCLES with SEEDS seeds, against two of LONG cycles
 *   intervals saturation [N]               runs that are saturated, and others; with N, an Nth of their seeds
 *   ... --markdown                         as rows of a table
 *
 * The warm-up is a tenth, messages are drained: what fedx run does when nothing is said.
 */
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fedx/speed/fedx_engine_event.h"
#include "scenario/setup.h"

enum { MAX_RUNS = 2000, THREADS = 2, FIGURES = 3, LEAST_TRUSTED = 20 };

static const char *const figures[FIGURES] = {"packet latency", "message latency", "throughput"};

/* One run: what it is of, and what it gave. */
struct run {
    const char *workload;
    double load;
    int regular; /* 1: without balanced injection */
    uint64_t seed, cycles;
    double mean[FIGURES];
    struct interval interval[FIGURES];
    int saturated;
};

/* All runs, done by several threads; what each gives depends on nothing but itself. */
struct work {
    struct run run[MAX_RUNS];
    int count, next, failed;
    pthread_mutex_t lock;
};

static int drained(void *context, const struct fabric *f)
{
    (void)context;
    return fabric_idle(f);
}

static void set_up(const struct run *r, struct scenario *s)
{
    char text[64], error[SCENARIO_ERROR];

    scenario_defaults(s);
    scenario_set(s, "traffic.workload", r->workload, error, sizeof error);
    s->traffic.load = r->load;
    s->traffic.seed = (int64_t)r->seed;
    snprintf(text, sizeof text, "%" PRIu64, r->cycles);
    scenario_set(s, "run.cycles", text, error, sizeof error);
    if (r->regular)
        s->flow.limit_dest = s->flow.limit_trans = s->flow.eject_priority = 0;
}

static void measure(struct run *r, const struct fabric *f)
{
    const struct metrics *m = fabric_metrics(f);
    struct summary packet = metrics_summary(m, GROUP_ALL, LATENCY_PACKET);
    struct summary message = metrics_summary(m, GROUP_ALL, LATENCY_MESSAGE);
    struct rate rate = metrics_rate(m, GROUP_ALL, 0);

    r->mean[0] = packet.mean;
    r->mean[1] = message.mean;
    r->mean[2] = rate.packets;
    r->interval[0] = packet.interval;
    r->interval[1] = message.interval;
    r->interval[2] = rate.interval;
    r->saturated = saturation_told(metrics_backlog(m, GROUP_ALL).reason);
}

static int run_one(struct run *r)
{
    struct scenario *s = malloc(sizeof *s);
    struct setup *setup = calloc(1, sizeof *setup);
    char error[SCENARIO_ERROR] = "out of memory";
    struct fabric *f = NULL;
    int status = -1;

    if (s && setup) {
        set_up(r, s);
        if (setup_init(setup, s, error, sizeof error) == 0 && (f = fabric_create(&setup->config)) &&
            fedx_engine_event.run(f, r->cycles, 1, NULL, NULL, 0) == 0) {
            fabric_stop_messages(f);
            status = fedx_engine_event.run(f, INT64_MAX, 1, drained, NULL, 64);
            measure(r, f);
        }
        fabric_destroy(f);
        setup_finish(setup);
    }
    if (status != 0)
        fprintf(stderr, "intervals: %s\n", error);
    free(setup);
    free(s);
    return status;
}

static void *worker(void *context)
{
    struct work *w = context;

    for (;;) {
        pthread_mutex_lock(&w->lock);
        struct run *r = w->next < w->count && !w->failed ? &w->run[w->next++] : NULL;
        pthread_mutex_unlock(&w->lock);
        if (!r)
            return NULL;
        if (run_one(r) != 0)
            w->failed = 1;
    }
}

static int run_all(struct work *w)
{
    pthread_t thread[THREADS];
    int started = 0;

    pthread_mutex_init(&w->lock, NULL);
    while (started < THREADS && pthread_create(&thread[started], NULL, worker, w) == 0)
        started++;
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    return started ? w->failed : -1;
}

static struct run *add(struct work *w, const char *workload, double load, int regular, uint64_t seed, uint64_t cycles)
{
    struct run *r = &w->run[w->count++];

    *r = (struct run){.workload = workload, .load = load, .regular = regular, .seed = seed, .cycles = cycles};
    return r;
}

/* Coverage ---------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *workload;
    double load;
} cases[] = {{"single", 0.3}, {"single", 0.5}, {"single", 0.7}, {"wk-mixture", 0.3}, {"wk-mixture", 0.5}, {"wk-mixture", 0.7}};
enum { CASES = sizeof cases / sizeof *cases, TRUTHS = 2 };

/*
 * Of the intervals that are printed 90 to 99% must hold the truth, and from few seeds what cannot be told from that: 1.96
 * standard deviations below 95%, two misses too few. Where hardly any is printed, they are marked, and that is good too.
 */
static int good(int printed, int held)
{
    double spread = printed ? 1.96 * sqrt(0.05 * 0.95 / printed) : 0;

    return printed < LEAST_TRUSTED || (held >= fmin(0.90, 0.95 - spread) * printed && held <= 0.99 * printed + 2);
}

/* One figure of a case, in one line. @return 1 when it is as it should be */
static int judge(const struct run *run, const struct run *truth, int seeds, int figure, int markdown)
{
    double wanted = 0, mean = 0, width = 0;
    int printed = 0, held = 0;

    for (int t = 0; t < TRUTHS; t++)
        wanted += truth[t].mean[figure] / TRUTHS;
    for (int i = 0; i < seeds; i++) {
        const struct interval *v = &run[i].interval[figure];
        mean += run[i].mean[figure] / seeds;
        if (v->verdict != INTERVAL_GOOD)
            continue;
        printed++;
        held += fabs(run[i].mean[figure] - wanted) <= v->half_width;
        width += v->half_width / run[i].mean[figure];
    }
    printf(markdown ? "| %s | %.1f | %s | %+.1f%% | %d of %d | " : "%-11s %.1f  %-15s  %+6.1f%%  %3d of %3d  ", run->workload,
           run->load, figures[figure], 100 * (mean / wanted - 1), printed, seeds);
    if (printed)
        printf(markdown ? "%.1f%% | %d of %d (%.0f%%) |\n" : "%5.1f%%  %3d of %3d (%.0f%%)%s\n", 100 * width / printed, held,
               printed, 100.0 * held / printed, markdown || good(printed, held) ? "" : "  WRONG");
    else
        printf(markdown ? "- | - |\n" : "     -  marked\n");
    return good(printed, held);
}

static int coverage(struct work *w, int seeds, uint64_t cycles, uint64_t longer, int markdown)
{
    int wrong = 0;

    for (int c = 0; c < CASES; c++) {
        for (int t = 0; t < TRUTHS; t++)
            add(w, cases[c].workload, cases[c].load, 0, 1000001 + (uint64_t)t, longer);
        for (int i = 0; i < seeds; i++)
            add(w, cases[c].workload, cases[c].load, 0, 1 + (uint64_t)i, cycles);
    }
    if (run_all(w) != 0)
        return 1;
    printf(markdown ? "| workload | u | figure | bias of the mean | intervals printed | half-width | hold the truth |\n"
                      "|---|---|---|---|---|---|---|\n"
                    : "workload    u    figure             bias  printed      width  hold the truth\n");
    for (int c = 0; c < CASES; c++) {
        const struct run *truth = &w->run[c * (TRUTHS + seeds)];
        for (int f = 0; f < FIGURES; f++)
            wrong += !judge(truth + TRUTHS, truth, seeds, f, markdown);
    }
    if (!markdown)
        printf("%d runs of %" PRIu64 " cycles against %d of %" PRIu64 ": %d figures wrong\n", CASES * seeds, cycles,
               CASES * TRUTHS, longer, wrong);
    return wrong;
}

/* Saturation -------------------------------------------------------------------------------------------------------- */

static int saturation(struct work *w, int part, int markdown)
{
    /* Regular fabrics carry 0.756 for ever: near that a run of this length cannot tell. */
    static const struct {
        double load;
        int seeds, saturated; /* truth */
        int told;             /* 1: every run must know it; 0: it may be too short */
    } rows[] = {{0.3, 15, 0, 1}, {0.4, 15, 0, 1}, {0.5, 15, 0, 0}, {0.6, 15, 0, 0}, {0.72, 6, 0, 0},
                {0.8, 6, 1, 0},  {0.9, 6, 1, 0},  {1.0, 6, 1, 0},  {1.2, 6, 1, 1},  {1.5, 6, 1, 1}};
    enum { ROWS = sizeof rows / sizeof *rows };
    int wrong = 0;
    const struct run *r = w->run;

    for (int i = 0; i < ROWS; i++)
        for (int s = 1; s <= rows[i].seeds / part; s++)
            add(w, "wk-mixture", rows[i].load, 1, (uint64_t)s, 200000);
    if (run_all(w) != 0)
        return 1;
    printf(markdown ? "| u | runs | saturated | not saturated | too short to tell |\n|---|---|---|---|---|\n"
                    : "u     runs  saturated  not saturated  too short to tell\n");
    for (int i = 0; i < ROWS; i++) {
        int seeds = rows[i].seeds / part, answers[3] = {0}, *told = answers + 1;
        for (int s = 0; s < seeds; s++)
            told[(r++)->saturated]++;
        printf(markdown ? "| %.2f | %d | %d | %d | %d |\n" : "%.2f  %4d  %9d  %13d  %17d\n", rows[i].load, seeds, told[1], told[0], told[-1]);
        wrong += told[!rows[i].saturated] + (rows[i].told ? told[-1] : 0);
    }
    if (!markdown)
        printf("%d runs: %d told wrongly, or not where they must\n", w->count, wrong);
    return wrong || !w->count;
}

int main(int argc, char **argv)
{
    static struct work work;
    int markdown = argc > 1 && strcmp(argv[argc - 1], "--markdown") == 0;

    argc -= markdown;
    if ((argc == 2 || argc == 3) && strcmp(argv[1], "saturation") == 0) {
        int part = argc == 3 ? atoi(argv[2]) : 1;
        if (part > 0)
            return saturation(&work, part, markdown);
    }
    if (argc == 5 && strcmp(argv[1], "coverage") == 0) {
        int seeds = atoi(argv[2]);
        if (seeds > 0 && CASES * (TRUTHS + seeds) <= MAX_RUNS)
            return coverage(&work, seeds, strtoull(argv[3], NULL, 10), strtoull(argv[4], NULL, 10), markdown) != 0;
    }
    fprintf(stderr, "usage: intervals coverage SEEDS CYCLES LONG | saturation [N] [--markdown]\n");
    return 2;
}
