/* SPDX-License-Identifier: Apache-2.0
 *
 * Do the printed 95% intervals hold what they should, and is saturation told where it
 * is, and only there? Counted over seeds of 8x8 fabrics, against runs so long that
 * what they give can stand for the truth. The tables of docs/verification/results.md.
 *
 *   intervals coverage SEEDS CYCLES LONG   runs of CYCLES with SEEDS seeds, against two of LONG cycles; of
 * virtual-channel routers, whose packets take a tenth of the time, a tenth of both intervals early SEEDS PERCENT LONG
 * likewise runs that end when they are as precise as --precision PERCENT asks intervals saturation [N] runs that are
 * saturated, and others; with N, an Nth of their seeds, and no long run
 *   ... --markdown                         as a table for tests/results_page.py (intervals, early, saturation)
 *
 * The warm-up is a tenth, messages are drained: what fedx run does when nothing is said.
 */
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/session.h"

enum { LONGEST = 4000000 }; /* cycles of a run that is to be precise */
enum { MAX_RUNS = 4000, THREADS = 2, FIGURES = 3, LEAST_TRUSTED = 20 };

static const char *const figures[FIGURES] = {"packet latency", "message latency", "throughput"};

/* What runs are of. */
struct subject {
    const char *name;
    const char *set; /* assignments with blanks in between */
    double load;
    uint64_t shorter; /* by which runs are shorter than asked for */
};

/* One run: what it is of, and what it gave. */
struct run {
    const struct subject *subject;
    uint64_t seed, cycles;
    double precision; /* per cent; 0: of so many cycles */
    double mean[FIGURES];
    struct interval interval[FIGURES];
    uint64_t ran; /* cycles in the end */
    int saturated;
};

/* All runs, done by several threads; what each gives depends on nothing but itself. */
struct work {
    struct run run[MAX_RUNS];
    int count, next, failed;
    pthread_mutex_t lock;
};

static int set_up(const struct run *r, struct scenario *s, char *error, size_t size)
{
    char words[400], *rest = words, *word;

    scenario_defaults(s);
    snprintf(words, sizeof words, "%s", r->subject->set);
    while ((word = strsep(&rest, " ")))
        if (scenario_assign(s, word, error, size) != 0)
            return -1;
    s->traffic.load = r->subject->load;
    s->traffic.seed = (int64_t)r->seed;
    s->run.cycles = (int64_t)(r->cycles / r->subject->shorter);
    s->run.precision = r->precision;
    s->run.max_cycles = LONGEST / (int64_t)r->subject->shorter;
    return 0;
}

static void measure(struct run *r, const struct session *session)
{
    const struct metrics *m = fabric_metrics(session->fabric);
    struct summary packet = metrics_summary(m, GROUP_ALL, LATENCY_PACKET);
    struct summary message = metrics_summary(m, GROUP_ALL, LATENCY_MESSAGE);
    struct rate rate = metrics_rate(m, GROUP_ALL, 0);

    r->mean[0] = packet.mean;
    r->mean[1] = message.mean;
    r->mean[2] = rate.packets;
    r->interval[0] = packet.interval;
    r->interval[1] = message.interval;
    r->interval[2] = rate.interval;
    r->ran = (uint64_t)session->setup.scenario.run.cycles;
    r->saturated = saturation_is_decided(metrics_backlog(m, GROUP_ALL).reason);
}

static int run_one(struct run *r)
{
    struct scenario *s = malloc(sizeof *s);
    struct session *session = calloc(1, sizeof *session);
    char error[SCENARIO_ERROR] = "out of memory";
    int status = -1;

    if (s && session && set_up(r, s, error, sizeof error) == 0) {
        if (session_prepare(session, s, error, sizeof error) == 0)
            status = session_run(session, NULL, NULL, error, sizeof error);
        if (status == 0)
            measure(r, session);
        session_finish(session);
    }
    if (status != 0)
        fprintf(stderr, "intervals: %s\n", error);
    free(session);
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

static struct run *add(struct work *w, const struct subject *subject, uint64_t seed, uint64_t cycles)
{
    struct run *r = &w->run[w->count++];

    *r = (struct run){.subject = subject, .seed = seed, .cycles = cycles};
    return r;
}

/* Coverage -------------------------------------------------------------------------------------------------------- */

#define VCR "fabric.router=vcr-mesh fabric.topology=mesh"
static const struct subject cases[] = {
    {"single", "traffic.workload=single", 0.3, 1},
    {"single", "traffic.workload=single", 0.5, 1},
    {"single", "traffic.workload=single", 0.7, 1},
    {"wk-mixture", "traffic.workload=wk-mixture", 0.3, 1},
    {"wk-mixture", "traffic.workload=wk-mixture", 0.5, 1},
    {"wk-mixture", "traffic.workload=wk-mixture", 0.7, 1},
    {"vcr mesh, single", VCR " traffic.workload=single", 0.1, 10},
    {"vcr mesh, single", VCR " traffic.workload=single", 0.3, 10},
    {"vcr mesh, wk-mixture", VCR " traffic.workload=wk-mixture", 0.2, 10},
    {"vcr torus, single", "fabric.router=vcr-mesh fabric.topology=torus traffic.workload=single", 0.3, 10},
    {"vcr tree, single", "fabric.router=vcr-tree fabric.topology=tree traffic.workload=single", 0.5, 10},
};
enum { CASES = sizeof cases / sizeof *cases, TRUTHS = 2, EARLY_CYCLES = 20000 };

/*
 * Of the intervals that are printed 90 to 99% must hold the truth, and from few seeds what cannot be told from
 * that: 1.96 standard deviations below 95%, two misses too few. Where hardly any is printed, they are marked, and that
 * is good too.
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
    printf(markdown ? "| %s | %.1f | %s | %+.1f%% | %d of %d | " : "%-23s %.1f  %-15s  %+6.1f%%  %3d of %3d  ",
           run->subject->name, run->subject->load, figures[figure], 100 * (mean / wanted - 1), printed, seeds);
    if (printed)
        printf(markdown ? "%.1f%% | %d of %d (%.0f%%) |\n" : "%5.1f%%  %3d of %3d (%.0f%%)%s\n", 100 * width / printed,
               held, printed, 100.0 * held / printed, markdown || good(printed, held) ? "" : "  WRONG");
    else
        printf(markdown ? "- | - |\n" : "     -  marked\n");
    return good(printed, held);
}

static void add_case(struct work *w, const struct subject *subject, int seeds, uint64_t cycles, double precision,
                     uint64_t longer)
{
    for (int t = 0; t < TRUTHS; t++)
        add(w, subject, 1000001 + (uint64_t)t, longer);
    for (int i = 0; i < seeds; i++)
        add(w, subject, 1 + (uint64_t)i, cycles)->precision = precision;
}

/* @param precision  0: runs of so many cycles; else they begin with those */
static int coverage(struct work *w, int seeds, uint64_t cycles, double precision, uint64_t longer, int markdown)
{
    int wrong = 0;

    for (int c = 0; c < CASES; c++)
        add_case(w, &cases[c], seeds, cycles, precision, longer);
    if (run_all(w) != 0)
        return 1;
    printf(markdown ? "| workload | u | figure | bias of the mean | intervals printed | half-width | hold the truth |\n"
                      "|---|---|---|---|---|---|---|\n"
                    : "workload                u    figure             bias  printed      width  hold the truth\n");
    for (int c = 0; c < CASES; c++) {
        const struct run *truth = &w->run[c * (TRUTHS + seeds)];
        for (int f = 0; f < FIGURES; f++)
            wrong += !judge(truth + TRUTHS, truth, seeds, f, markdown);
    }
    if (!markdown)
        printf("%d runs against %d: %d figures wrong\n", CASES * seeds, CASES * TRUTHS, wrong);
    return wrong;
}

/* Saturation ------------------------------------------------------------------------------------------------------ */

/*
 * Regular fabrics carry 0.756 for ever: near that a run of 200 000 cycles cannot tell. Transpose traffic on fixed
 * routes saturates where its busiest link does (fedx model links): 0.9 and 1.17 times that, the latter told by the
 * routes. In the tree, PEs create messages at full rate.
 */
#define REGULAR "traffic.workload=wk-mixture flow.limit_dest=0 flow.limit_trans=0 flow.eject_priority=0"
#define TRANSPOSE \
    "fabric.topology=mesh traffic.pattern=transpose traffic.routing=deterministic traffic.workload=single run.drain=none"
#define FEDX_TRANSPOSE TRANSPOSE " fabric.rows=5 fabric.cols=5"
#define VCR_TRANSPOSE TRANSPOSE " fabric.router=vcr-mesh channels.prefer=dimension traffic.load_unit=link"
#define TREE \
    "fabric.router=vcr-tree fabric.topology=tree traffic.workload=single traffic.source=bernoulli sat.terminal_queue=true run.drain=none"
#define FEDX_BOUND 0.5
#define VCR_BOUND 0.214286
static const struct row {
    struct subject of;
    uint64_t cycles;
    int seeds, saturated; /* truth */
    int told;             /* 1: every run must know it; 0: it may be too short */
} rows[] = {
    {{"regular", REGULAR, 0.3, 1}, 200000, 40, 0, 1},
    {{"regular", REGULAR, 0.4, 1}, 200000, 40, 0, 1},
    {{"regular", REGULAR, 0.5, 1}, 200000, 40, 0, 0},
    {{"regular", REGULAR, 0.6, 1}, 200000, 40, 0, 0},
    {{"regular", REGULAR, 0.72, 1}, 200000, 40, 0, 0},
    {{"regular", REGULAR, 0.75, 1}, 200000, 40, 0, 0},
    {{"regular", REGULAR, 0.8, 1}, 200000, 40, 1, 0},
    {{"regular", REGULAR, 0.9, 1}, 200000, 40, 1, 0},
    {{"regular", REGULAR, 1.0, 1}, 200000, 40, 1, 0},
    {{"regular", REGULAR, 1.2, 1}, 200000, 40, 1, 1},
    {{"regular", REGULAR, 1.5, 1}, 200000, 40, 1, 1},
    {{"regular", REGULAR, 0.6, 1}, 4000000, 40, 0, 0},
    {{"regular", REGULAR, 0.72, 1}, 4000000, 40, 0, 0},
    {{"regular", REGULAR, 0.75, 1}, 4000000, 40, 0, 0},
    {{"transpose, fedx", FEDX_TRANSPOSE, 0.9 * FEDX_BOUND, 1}, 4000, 40, 0, 0},
    {{"transpose, fedx", FEDX_TRANSPOSE, 0.9 * FEDX_BOUND, 1}, 10000, 40, 0, 0},
    {{"transpose, fedx", FEDX_TRANSPOSE, 0.9 * FEDX_BOUND, 1}, 40000, 40, 0, 0},
    {{"transpose, fedx", FEDX_TRANSPOSE, 1.17 * FEDX_BOUND, 1}, 4000, 40, 1, 1},
    {{"transpose, fedx", FEDX_TRANSPOSE, 1.17 * FEDX_BOUND, 1}, 10000, 40, 1, 1},
    {{"transpose, fedx", FEDX_TRANSPOSE, 1.17 * FEDX_BOUND, 1}, 40000, 40, 1, 1},
    {{"transpose, vcr-mesh", VCR_TRANSPOSE, 0.9 * VCR_BOUND, 1}, 4000, 40, 0, 0},
    {{"transpose, vcr-mesh", VCR_TRANSPOSE, 0.9 * VCR_BOUND, 1}, 10000, 40, 0, 0},
    {{"transpose, vcr-mesh", VCR_TRANSPOSE, 0.9 * VCR_BOUND, 1}, 40000, 40, 0, 0},
    {{"transpose, vcr-mesh", VCR_TRANSPOSE, 1.17 * VCR_BOUND, 1}, 4000, 40, 1, 1},
    {{"transpose, vcr-mesh", VCR_TRANSPOSE, 1.17 * VCR_BOUND, 1}, 10000, 40, 1, 1},
    {{"transpose, vcr-mesh", VCR_TRANSPOSE, 1.17 * VCR_BOUND, 1}, 40000, 40, 1, 1},
    {{"tree, vcr-tree", TREE, 1.0, 1}, 4000, 40, 1, 1},
    {{"tree, vcr-tree", TREE, 1.0, 1}, 10000, 40, 1, 1},
    {{"tree, vcr-tree", TREE, 1.0, 1}, 40000, 40, 1, 1},
};
enum { ROWS = sizeof rows / sizeof *rows, LONGEST_IN_PART = 1000000 };

/* Of a part of the seeds no run is long. */
static int seeds_of(const struct row *row, int part)
{
    return part > 1 && row->cycles > LONGEST_IN_PART ? 0 : row->seeds / part;
}

static int saturation(struct work *w, int part, int markdown)
{
    int wrong = 0;
    const struct run *r = w->run;

    for (int i = 0; i < ROWS; i++)
        for (int s = 1; s <= seeds_of(&rows[i], part); s++)
            add(w, &rows[i].of, (uint64_t)s, rows[i].cycles);
    if (run_all(w) != 0)
        return 1;
    printf(markdown ? "| traffic | load | cycles | runs | saturated | not saturated | too short to tell |\n"
                      "|---|---|---|---|---|---|---|\n"
                    : "traffic               load   cycles  runs  saturated  not saturated  too short to tell\n");
    for (int i = 0; i < ROWS; i++) {
        int seeds = seeds_of(&rows[i], part), answers[3] = {0}, *told = answers + 1;
        if (seeds == 0)
            continue;
        for (int s = 0; s < seeds; s++)
            told[(r++)->saturated]++;
        printf(markdown ? "| %s | %.3f | %d | %d | %d | %d | %d |\n" : "%-20s %.3f  %7d  %4d  %9d  %13d  %17d\n",
               rows[i].of.name, rows[i].of.load, (int)rows[i].cycles, seeds, told[1], told[0], told[-1]);
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
            return coverage(&work, seeds, strtoull(argv[3], NULL, 10), 0, strtoull(argv[4], NULL, 10), markdown) != 0;
    }
    if (argc == 5 && strcmp(argv[1], "early") == 0) {
        int seeds = atoi(argv[2]);
        if (seeds > 0 && CASES * (TRUTHS + seeds) <= MAX_RUNS && atof(argv[3]) > 0)
            return coverage(&work, seeds, EARLY_CYCLES, atof(argv[3]), strtoull(argv[4], NULL, 10), markdown) != 0;
    }
    fprintf(stderr,
            "usage: intervals coverage SEEDS CYCLES LONG | early SEEDS PERCENT LONG | saturation [N] [--markdown]\n");
    return 2;
}
