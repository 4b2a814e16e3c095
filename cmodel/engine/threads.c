/* SPDX-License-Identifier: Apache-2.0 */
#include "threads.h"

#include "../base/clock.h"

/* Seconds of a stretch of a trial, in which threads that follow each other need milliseconds to get going, and from
 * trial to trial; pairs of stretches; speed-up from which threads pay. */
static const double stretch_seconds = 0.2, between_seconds = 10;
enum { PAIRS = 3 };
static const double pays = 1.05;

/* A job that runs in stretches, of so many cycles that whoever watches it sees the cycles that he would see anyway. */
struct stretches {
    const struct engine_job *job;
    uint64_t left;
    int over; /* nothing is to follow */
    int status;
};

static int look(void *context, const struct fabric *fabric)
{
    struct stretches *s = context;

    s->over |= s->job->watch(s->job->context, fabric);
    return s->over;
}

/* @return seconds that it took */
static double run(struct stretches *s, uint64_t cycles, int threads)
{
    const struct engine_job *job = s->job;
    uint64_t part = cycles < s->left ? cycles : s->left, before = fabric_cycle(job->fabric);
    double start = clock_wall();
    const char *text;
    int node;

    if (s->over)
        return 0;
    s->status = job->engine->run(job->fabric, part, threads, job->watch ? look : NULL, s, job->period);
    s->left -= part;
    s->over |= s->status != 0 || !s->left || fabric_cycle(job->fabric) - before < part ||
               fabric_fault(job->fabric, &node, &text) != FABRIC_FAULT_NONE;
    return clock_wall() - start;
}

/* Cycles of a stretch, all of them whole periods. */
static uint64_t stretch(struct stretches *s, int threads)
{
    uint64_t cycles = s->job->watch ? s->job->period : 64;

    while (!s->over && run(s, cycles, threads) < stretch_seconds)
        cycles *= 2;
    return cycles;
}

static double middle(const double *three)
{
    double low = three[0] < three[1] ? three[0] : three[1], high = three[0] < three[1] ? three[1] : three[0];

    return three[2] < low ? low : three[2] > high ? high : three[2];
}

/* Pairs begin with one thread and with all in turn, since later stretches may have more to do. @param[out] seconds  of
 * a cycle @return threads that run on */
static int try_out(struct stretches *s, int threads, struct engine_trials *trials, double *seconds)
{
    uint64_t cycles = stretch(s, threads);
    double ratio[PAIRS], took[2] = {0};

    for (int i = 0; i < PAIRS; i++) {
        for (int half = 0; half < 2; half++) {
            int all = (half + i) % 2;
            took[all] = run(s, cycles, all ? threads : 1);
        }
        ratio[i] = took[1] > 0 ? took[0] / took[1] : 1;
    }
    if (s->over) /* some of it was not run */
        return 1;
    trials->count++;
    trials->speed_up = middle(ratio);
    trials->alone += trials->speed_up < pays;
    *seconds = took[trials->speed_up >= pays] / (double)cycles;
    return trials->speed_up < pays ? 1 : threads;
}

int engine_run(const struct engine_job *job, uint64_t cycles, int threads, struct engine_trials *trials)
{
    struct stretches s = {.job = job, .left = cycles};
    uint64_t period = job->watch ? job->period : 1;

    if (threads == 1)
        return job->engine->run(job->fabric, cycles, 1, job->watch, job->context, job->period);
    while (!s.over) {
        double seconds = 1;
        int best = try_out(&s, threads, trials, &seconds);
        run(&s, ((uint64_t)(between_seconds / seconds) / period + 1) * period, best);
    }
    return s.status;
}
