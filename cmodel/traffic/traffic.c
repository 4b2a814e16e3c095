/* SPDX-License-Identifier: Apache-2.0
 *
 * Traffic and sources. See traffic.h.
 */
#include "traffic.h"

#include <stdlib.h>
#include <string.h>

void traffic_init(struct traffic *t, int rows, int cols)
{
    memset(t, 0, sizeof *t);
    t->shape = (struct topology_shape){rows, cols};
    t->pattern = &traffic_patterns[0];
    t->copies = 1;
}

void traffic_finish(struct traffic *t)
{
    free(t->role);
    free(t->rank);
    free(t->hot);
    free(t->independent);
}

int traffic_hot_spots(struct traffic *t, const uint8_t *role, double hot_load)
{
    size_t endpoints = (size_t)(t->shape.rows * t->shape.cols);

    t->endpoints = (int)endpoints;
    t->hot_load = hot_load;
    t->role = malloc(endpoints);
    t->rank = calloc(endpoints, sizeof *t->rank);
    t->hot = calloc(endpoints, sizeof *t->hot);
    t->independent = calloc(endpoints, sizeof *t->independent);
    if (!t->role || !t->rank || !t->hot || !t->independent)
        return -1;
    memcpy(t->role, role, endpoints);
    for (size_t n = 0; n < endpoints; n++) {
        t->rank[n] = (uint32_t)t->independent_count;
        if (role[n] == TRAFFIC_ROLE_HOT)
            t->hot[t->hot_count++] = (uint32_t)n;
        else if (role[n] == TRAFFIC_ROLE_SENDER)
            t->sender_count++;
        else
            t->independent[t->independent_count++] = (uint32_t)n;
    }
    return 0;
}

void traffic_draw_roles(uint8_t *roles, int endpoints, enum traffic_role role, int count, struct rng *r)
{
    while (count > 0) {
        uint32_t n = rng_below(r, (uint32_t)endpoints);
        if (roles[n] != TRAFFIC_ROLE_INDEPENDENT)
            continue;
        roles[n] = (uint8_t)role;
        count--;
    }
}

int traffic_sends(const struct traffic *t, int endpoint)
{
    if (t->trace)
        return t->trace->first[endpoint] < t->trace->first[endpoint + 1];
    if (t->matrix)
        return traffic_matrix_share(t->matrix, endpoint) > 0;
    if (t->second)
        return pattern_sends(traffic_task(t, endpoint) ? t->second : t->pattern, t->shape, endpoint / 2);
    if (t->endpoints == 0)
        return pattern_sends(t->pattern, t->shape, endpoint);
    if (t->role[endpoint] == TRAFFIC_ROLE_INDEPENDENT)
        return t->independent_count > 1;
    return t->role[endpoint] == TRAFFIC_ROLE_SENDER && t->hot_load != 0;
}

static int destination(struct source *s)
{
    const struct traffic *t = s->traffic;

    if (!t)
        return workload_destination(&s->random, s->endpoints, s->endpoint);
    if (t->matrix)
        return traffic_matrix_destination(t->matrix, s->endpoint, &s->random);
    if (t->second)
        return 2 * (traffic_task(t, s->endpoint) ? t->second : t->pattern)
                       ->destination(&s->random, t->shape, s->endpoint / 2) +
               s->endpoint % 2;
    if (t->endpoints == 0)
        return t->pattern->destination(&s->random, t->shape, s->endpoint);
    if (s->role == TRAFFIC_ROLE_SENDER)
        return (int)t->hot[rng_below(&s->random, (uint32_t)t->hot_count)];
    return (int)t->independent[workload_destination(&s->random, t->independent_count, (int)t->rank[s->endpoint])];
}

/* Where the next copy of a multicast goes; to all others in turn, where it goes to all. */
static int copy_destination(struct source *s)
{
    uint32_t copy = s->multicast.copy, i;
    int drawn;

    if (s->traffic->copies == s->endpoints - 1)
        return (int)(((uint32_t)s->endpoint + 1 + copy) % (uint32_t)s->endpoints);
    do {
        drawn = workload_destination(&s->random, s->endpoints, s->endpoint);
        for (i = 0; i < copy && s->drawn[i] != (uint32_t)drawn;)
            i++;
    } while (i < copy);
    s->drawn[copy] = (uint32_t)drawn;
    return drawn;
}

/* A burst begins at a cycle. Nothing is remembered of the burst before: the times are exponential. */
static void begin_burst(struct source *s, double start)
{
    s->burst_end = start + rng_exponential(&s->random, s->traffic->on_mean);
    s->message = start + rng_exponential(&s->random, s->interval);
}

static void init_on_off(struct source *s)
{
    const struct traffic *t = s->traffic;
    double share = t->on_mean / (t->on_mean + t->off_mean);
    int on = rng_chance(&s->random, share);

    s->interval *= share; /* so much denser in a burst that the mean load stays */
    begin_burst(s, on ? 0 : rng_exponential(&s->random, t->off_mean));
}

/* From one message to the next: whole cycles, at least one. */
static double gap(struct source *s)
{
    if (!s->bernoulli)
        return rng_exponential(&s->random, s->interval);
    return s->interval > 1 ? 1 + floor(rng_exponential(&s->random, -1 / log1p(-1 / s->interval))) : 1;
}

static void schedule_replay(struct source *s)
{
    const struct trace *t = s->traffic->trace;

    if (s->ended)
        return;
    if (s->progress)
        s->replayed = trace_progress_independent(s->progress, s->replayed);
    s->next = s->replayed < t->first[s->endpoint + 1] ? (double)t->message[s->replayed].time : INFINITY;
    if (s->progress && s->progress->due_count > 0)
        s->next = fmin(s->next, (double)s->progress->due[0].time);
}

static int init_replay(struct source *s)
{
    const struct trace *t = s->traffic->trace;

    s->replayed = t->first[s->endpoint];
    if (t->links && !(s->progress = trace_progress_create(t, s->endpoint)))
        return -1;
    schedule_replay(s);
    return 0;
}

/* Of those that depend on no other and those that have, the one that comes first. */
static size_t next_traced(struct source *s)
{
    const struct trace *t = s->traffic->trace;

    if (s->progress && (s->replayed == t->first[s->endpoint + 1] ||
                        !trace_progress_before_due(s->progress, t->message[s->replayed].time, s->replayed)))
        return trace_progress_take(s->progress);
    return s->replayed++;
}

/* A load counts the packets of all copies. */
static int init_multicast(struct source *s)
{
    const struct traffic *t = s->traffic;

    s->interval *= 1 + t->multicast * (t->copies - 1);
    s->drawn = calloc((size_t)t->copies, sizeof *s->drawn);
    return s->drawn ? 0 : -1;
}

int source_init(struct source *s, const struct workload *workload, double load, int cycles,
                const struct traffic *traffic, uint64_t seed, int endpoint, int endpoints)
{
    memset(s, 0, sizeof *s);
    s->random = rng_stream(seed, (uint64_t)endpoint);
    s->workload = workload;
    s->traffic = traffic;
    s->endpoint = endpoint;
    s->endpoints = endpoints;
    s->next = s->burst_end = INFINITY;
    if (traffic && traffic->trace)
        return init_replay(s);
    if (traffic && traffic->endpoints)
        s->role = traffic->role[endpoint];
    if (!workload || (traffic && !traffic_sends(traffic, endpoint)))
        return 0;
    if (s->role == TRAFFIC_ROLE_SENDER) {
        s->backlog = traffic->hot_load < 0;
        load = traffic->hot_load;
    }
    if (s->backlog) {
        s->next = 0;
        return 0;
    }
    if (traffic && traffic->matrix)
        load *= traffic_matrix_share(traffic->matrix, endpoint);
    s->interval = workload_interval(workload, load, cycles);
    if (traffic && traffic->multicast > 0 && init_multicast(s) != 0)
        return -1;
    s->bernoulli = traffic && traffic->bernoulli;
    if (traffic && traffic->on_mean > 0)
        init_on_off(s);
    else
        s->message = gap(s) - s->bernoulli;
    s->next = fmin(s->message, s->burst_end);
    return 0;
}

void source_finish(struct source *s)
{
    trace_progress_destroy(s->progress);
    free(s->drawn);
}

int source_delivered(struct source *s, uint64_t traced, uint64_t now)
{
    int status = traced ? trace_progress_delivered(s->progress, (size_t)traced - 1, now) : 0;

    schedule_replay(s);
    return status;
}

/* A message of which copies are left stays due until the last one is taken. @return 1 when this was the last one */
static int take_message(struct source *s, struct source_message *m)
{
    struct source_message *next = &s->multicast;
    int begins = !next->copies;

    if (begins && s->drawn && rng_chance(&s->random, s->traffic->multicast))
        next->copies = (uint32_t)s->traffic->copies;
    next->destination = next->copies ? copy_destination(s) : destination(s);
    if (begins)
        next->packets = workload_length(s->workload, &s->random);
    *m = *next;
    if (++next->copy < next->copies)
        return 0;
    next->copy = next->copies = 0;
    return 1;
}

int source_take(struct source *s, struct source_message *m)
{
    if (s->traffic && s->traffic->trace) {
        size_t place = next_traced(s);
        const struct trace_message *due = &s->traffic->trace->message[place];
        *m =
            (struct source_message){.destination = (int)due->destination, .packets = due->packets, .traced = place + 1};
        m->copies = trace_copies(s->traffic->trace, s->endpoint, place, &m->copy);
        schedule_replay(s);
        return 1;
    }
    int message = s->backlog || s->message <= s->burst_end;
    if (message) {
        if (!take_message(s, m))
            return 1;
        s->message += s->backlog ? INFINITY : gap(s);
    } else {
        begin_burst(s, s->burst_end + rng_exponential(&s->random, s->traffic->off_mean));
    }
    s->next = fmin(s->message, s->burst_end);
    return message;
}

void source_end(struct source *s)
{
    s->next = INFINITY;
    s->backlog = 0;
    s->ended = 1;
}

void source_archive(struct source *s, struct archive *a)
{
    const struct trace *trace = s->traffic ? s->traffic->trace : NULL;

    ARCHIVE_SPAN(a, s, random, workload);
    ARCHIVE(a, s->backlog);
    ARCHIVE(a, s->ended);
    if (s->progress)
        trace_progress_archive(s->progress, a);
    if (trace)
        archive_check(a, s->replayed >= trace->first[s->endpoint] && s->replayed <= trace->first[s->endpoint + 1]);
}
