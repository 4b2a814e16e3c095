/* SPDX-License-Identifier: Apache-2.0
 *
 * See blackbox_curve.h. A point is an episode: when packets come into being is drawn before it, and what became of them
 * is measured behind it.
 */
#include "blackbox_curve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/memory.h"
#include "../../base/text.h"
#include "fedx/rng.h"

/* Where the drawing of a script stands. */
struct drawing {
    const struct blackbox_curve *c;
    const struct blackbox *f;
    struct blackbox_script *s;
    size_t packet_room, release_room;
    int source, number; /* input; packets of it so far */
};

/* An output that an input may send to, at random; -1: there is none. */
static int draw_any(const struct drawing *d, struct rng *random)
{
    const uint8_t *forbidden = d->f->forbidden + d->source * d->f->sinks;
    int allowed = 0, chosen;

    for (int i = 0; i < d->f->sinks; i++)
        allowed += !forbidden[i];
    if (allowed == 0)
        return -1;
    chosen = (int)rng_below(random, (uint32_t)allowed);
    for (int i = 0;; i++)
        if (!forbidden[i] && chosen-- == 0)
            return i;
}

/* @return an output; -1: this input sends nothing, or the description forbids the pair */
static int draw_sink(const struct drawing *d, struct rng *random)
{
    const struct topology_shape shape = blackbox_script_shape(d->f);
    int sink;

    if (!d->c->pattern)
        return draw_any(d, random);
    if (!pattern_sends(d->c->pattern, shape, d->source))
        return -1;
    sink = d->c->pattern->destination(random, shape, d->source);
    return d->f->forbidden[d->source * d->f->sinks + sink] ? -1 : sink;
}

/* A packet whose flits are all due from a cycle on. @return 0, or -1 when out of memory */
static int add_packet(struct drawing *d, struct rng *random, int sink, uint32_t cycle)
{
    struct blackbox_script *s = d->s;
    int *count = &s->first[d->source + 1];
    uint8_t vc = (uint8_t)rng_below(random, (uint32_t)d->f->vcs);
    uint32_t key = (uint32_t)rng_next(random);
    void *packets = memory_grow(s->packet, (size_t)s->packets, &d->packet_room, 256, sizeof *s->packet), *dues;

    if (!packets)
        return -1;
    s->packet = packets;
    s->packet[s->packets] = (struct blackbox_packet){.source = (uint16_t)d->source,
                                                     .sink = (uint16_t)sink,
                                                     .flits = (uint16_t)d->c->flits,
                                                     .vc = vc,
                                                     .tag = (uint32_t)d->number++ % blackbox_flit_tags(d->f),
                                                     .key = key};
    for (int flit = 0; flit < d->c->flits; flit++) {
        dues = memory_grow(s->due, (size_t)*count, &d->release_room, 1024, sizeof *s->due);
        if (!dues)
            return -1;
        s->due = dues;
        s->due[(*count)++] = (struct blackbox_release){cycle, (uint32_t)s->packets, (uint16_t)flit};
    }
    s->packets++;
    return 0;
}

/* In every cycle a packet comes into being, or none. */
static int draw_source(struct drawing *d, int source, double load)
{
    struct rng random = rng_stream(d->c->seed, (uint64_t)source);

    d->source = source;
    d->number = 0;
    d->s->first[source + 1] = d->s->first[source];
    for (uint32_t cycle = 0; cycle < d->c->cycles; cycle++)
        if (rng_chance(&random, load / d->c->flits)) {
            int sink = draw_sink(d, &random);
            if (sink >= 0 && add_packet(d, &random, sink, cycle) != 0)
                return -1;
        }
    return 0;
}

/* @return 0, or -1 when out of memory; to be freed in any case */
static int draw(const struct blackbox_curve *c, const struct blackbox *f, double load, struct blackbox_script *s)
{
    struct drawing d = {.c = c, .f = f, .s = s};

    memset(s, 0, sizeof *s);
    s->power_up = blackbox_mix(c->seed, 1) | 1;
    s->first = calloc((size_t)f->sources + 1, sizeof *s->first);
    s->stall = calloc((size_t)f->sinks, sizeof *s->stall);
    if (!s->first || !s->stall)
        return -1;
    for (int source = 0; source < f->sources; source++)
        if (draw_source(&d, source, load) != 0)
            return -1;
    return 0;
}

/* The scoreboard of a fabric, with packets for messages. */
static void enter_latencies(const struct blackbox_script *s, const struct blackbox_history *lives, struct metrics *m)
{
    uint64_t number = 0;

    for (int i = 0; i < s->packets; i++) {
        const struct blackbox_packet *p = &s->packet[i];
        uint64_t since, cycles;
        int first = i == 0 || s->packet[i - 1].source != p->source;
        number = first ? 1 : number + 1;
        since = s->due[i * p->flits].cycle; /* all packets have as many flits */
        metrics_created(m, GROUP_ALL, p->source, number, number, since);
        if (lives[i].done == UINT32_MAX)
            continue; /* it was dropped, and may have been */
        cycles = lives[i].done + 1 - since;
        metrics_latency(m, GROUP_ALL, LATENCY_PACKET, p->source, since, cycles);
        metrics_latency(m, GROUP_ALL, LATENCY_MESSAGE, p->source, since, cycles);
        metrics_delivered(m, GROUP_ALL, p->source, since, lives[i].done);
    }
}

/* Inputs that send: with a fixed pattern some have nobody to send to. */
static int senders(const struct blackbox_curve *c, const struct blackbox *f)
{
    int count = 0;

    for (int source = 0; source < f->sources; source++) {
        const struct topology_shape shape = blackbox_script_shape(f);
        int sends = f->sends[source] > 0;
        if (c->pattern && c->pattern->fixed)
            sends = pattern_sends(c->pattern, shape, source) &&
                    !f->forbidden[source * f->sinks + c->pattern->destination(NULL, shape, source)];
        count += sends;
    }
    return count ? count : 1;
}

static void sum_up(const struct blackbox_curve *c, const struct blackbox *f, const struct metrics *m,
                   struct blackbox_load_point *point)
{
    struct rate rate = metrics_rate(m, GROUP_ALL, 0);
    double scale = (double)c->flits / senders(c, f);

    point->latency = metrics_summary(m, GROUP_ALL, LATENCY_PACKET);
    point->delivered = rate.packets * scale;
    point->interval = rate.interval;
    point->interval.half_width *= scale;
    point->saturated = saturation_is_decided(metrics_backlog(m, GROUP_ALL).reason);
    point->warmup = metrics_warmup(m, &point->steady);
}

static int measure(const struct blackbox_curve *c, const struct blackbox *f, const struct blackbox_script *s,
                   const struct blackbox_history *lives, struct blackbox_load_point *point)
{
    const struct metrics_settings settings = {.endpoints = f->sources,
                                              .routers = f->routers,
                                              .ports = 1,
                                              .buffers = 1,
                                              .packet_cycles = c->flits,
                                              .detect_warmup = 1,
                                              .end = c->cycles,
                                              .sample_period = c->cycles};
    struct metrics *m = metrics_create(&settings);

    if (!m)
        return -1;
    enter_latencies(s, lives, m);
    metrics_close(m, c->cycles - 1);
    sum_up(c, f, m, point);
    metrics_destroy(m);
    return 0;
}

int blackbox_curve_fits(const struct pattern *pattern, const struct blackbox *f, char *error, size_t size)
{
    if (f->sources == f->sinks && f->sources > 1 && pattern->fits(blackbox_script_shape(f)))
        return 0;
    return text_fail(error, size, "%s", f->sources == f->sinks ? pattern->needs : "needs as many outputs as inputs");
}

int blackbox_curve_point(const struct blackbox_curve *c, const struct blackbox *f, const struct node_ops *ops,
                         double load, struct blackbox_load_point *point, struct blackbox_result *result)
{
    struct blackbox_bench *bench = blackbox_bench_create(f, ops);
    struct blackbox_script s = {0};
    int status = bench ? draw(c, f, load, &s) : -1;

    *point = (struct blackbox_load_point){.load = load, .packets = (uint64_t)s.packets};
    if (status == 0)
        status = blackbox_bench_run(bench, &s, result);
    if (status == 0 && !result->failed)
        status = measure(c, f, &s, blackbox_bench_history(bench), point);
    blackbox_script_free(&s);
    blackbox_bench_destroy(bench);
    return status;
}
