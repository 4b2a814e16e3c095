/* SPDX-License-Identifier: Apache-2.0 */
#include "metrics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Attempts of one sender. */
struct sender {
    uint32_t accepted, refused;
    uint64_t wasted; /* bytes of refused and broken attempts */
};

/* What an endpoint sends. */
struct sends {
    uint64_t created, messages; /* packets and messages since the beginning */
    uint64_t offered, arrived;  /* packets while counted */
};

/* An endpoint as a source, and the buffers of the router with the same number. */
struct node {
    struct sends of[2]; /* the second of GROUP_SECOND alone */
    uint64_t longest;   /* packet latency, cycles */
    uint64_t held;      /* sum over the samples */
};

/* One slice of the whole run. */
struct part {
    uint64_t held, samples;
    struct latency packet, message;
};

/* What a group's sources brought forth in the whole run. */
struct sources {
    uint64_t packets, messages, endpoints;
};

/* The latencies of a group, of one kind. */
struct latencies {
    struct cell cell[SLICES][METRICS_LANES];
    struct {
        uint64_t min, max; /* of the samples of a slice, cycles; max 0: none */
    } extreme[SLICES];
    /* One histogram of all slices, or one a slice when the warm-up is not known yet. */
    struct histogram *histogram;
};

struct metrics {
    struct metrics_settings settings;
    uint64_t counted_from, done; /* done: cycles of the run so far */
    struct latencies latency[GROUPS][LATENCY_KINDS];
    int histograms;
    struct part part[SLICES];
    struct flow flow[GROUPS][SLICES][METRICS_LANES];
    struct sources sources[GROUPS];
    struct demand demand;
    struct sender *sender; /* [node][hop_sender_number] */
    uint64_t refusals[2][KIND_MOST_REJECT_REASONS];
    uint64_t hops[KIND_MOST_HOP_ATTRIBUTES];
    struct node *node; /* [node] */
    uint64_t *held;    /* [buffers + 1] samples in which a router held so many packets */
    uint64_t samples;
    uint64_t queued, queue_samples; /* queued: packets in all endpoints, sum over the samples */
    struct latency *distance;       /* [distances] NULL: nobody asked */
    struct message_spread *spread;  /* likewise */
    struct windows *windows;        /* likewise */
};

/* Rows of the tables that endpoints and routers share. */
static size_t rows_of(const struct metrics_settings *s)
{
    return (size_t)(s->endpoints > s->routers ? s->endpoints : s->routers);
}

/* Its ports, and an endpoint. */
static size_t senders_of(const struct metrics_settings *s)
{
    return (size_t)s->ports + 1;
}

static struct sender *sender_of(const struct metrics *m, int node, int sender)
{
    return &m->sender[(size_t)node * senders_of(&m->settings) + (size_t)hop_sender_number(m->settings.ports, sender)];
}

static struct windows *create_windows(const struct metrics_settings *s, uint64_t begin)
{
    struct windows_settings w = {
        .endpoints = s->endpoints, .count = s->windows, .packets = s->window_packets, .begin = begin};

    return windows_create(&w);
}

struct metrics *metrics_create(const struct metrics_settings *settings)
{
    struct metrics *m = calloc(1, sizeof *m);
    size_t rows = rows_of(settings);

    if (!m)
        return NULL;
    m->settings = *settings;
    m->counted_from = settings->detect_warmup ? settings->end / 2 : settings->warmup;
    m->histograms = settings->detect_warmup ? SLICES : 1;
    m->sender = calloc(rows * senders_of(settings), sizeof *m->sender);
    m->node = calloc(rows, sizeof *m->node);
    m->held = calloc((size_t)settings->buffers + 1, sizeof *m->held);
    if (settings->distances)
        m->distance = calloc((size_t)settings->distances, sizeof *m->distance);
    if (settings->spread)
        m->spread = message_spread_create(settings->routers, settings->buffers);
    if (settings->windows)
        m->windows = create_windows(settings, m->counted_from);
    int failed = !m->sender || !m->node || !m->held || (settings->distances && !m->distance) ||
                 (settings->spread && !m->spread) || (settings->windows && !m->windows);
    /* Pages that are never written cost nothing. */
    for (int g = 0; g < GROUPS; g++)
        for (int k = 0; k < LATENCY_KINDS; k++) {
            struct latencies *l = &m->latency[g][k];
            l->histogram = calloc((size_t)m->histograms, sizeof *l->histogram);
            failed |= !l->histogram;
        }
    if (failed) {
        metrics_destroy(m);
        return NULL;
    }
    return m;
}

void metrics_destroy(struct metrics *m)
{
    if (!m)
        return;
    for (int g = 0; g < GROUPS; g++)
        for (int k = 0; k < LATENCY_KINDS; k++)
            free(m->latency[g][k].histogram);
    free(m->sender);
    free(m->node);
    free(m->held);
    free(m->distance);
    message_spread_destroy(m->spread);
    windows_destroy(m->windows);
    free(m);
}

/* Slice of a cycle in [begin, end); the last one for what comes later. */
static unsigned slice_of(uint64_t cycle, uint64_t begin, uint64_t end)
{
    return cycle >= end ? SLICES - 1 : (unsigned)((cycle - begin) * SLICES / (end - begin));
}

static uint64_t collected_from(const struct metrics *m)
{
    return m->settings.detect_warmup ? 0 : m->settings.warmup;
}

static int lane_of(int endpoint)
{
    return endpoint & (METRICS_LANES - 1);
}

void metrics_latency(struct metrics *m, enum metrics_group group, enum metrics_kind kind, int source, uint64_t since,
                     uint64_t cycles)
{
    struct latencies *l = &m->latency[group][kind];
    uint64_t begin = collected_from(m);

    if (group == GROUP_ALL && kind <= LATENCY_MESSAGE) {
        struct part *part = &m->part[slice_of(since, 0, m->settings.end)];
        latency_add(kind == LATENCY_PACKET ? &part->packet : &part->message, cycles);
    }
    if (since < begin)
        return;
    unsigned slice = slice_of(since, begin, m->settings.end);
    struct cell *cell = &l->cell[slice][lane_of(source)];
    cell->count++;
    cell->sum += cycles;
    if (l->extreme[slice].max == 0 || cycles < l->extreme[slice].min)
        l->extreme[slice].min = cycles;
    if (cycles > l->extreme[slice].max)
        l->extreme[slice].max = cycles;
    l->histogram[m->histograms > 1 ? slice : 0].bucket[histogram_index(cycles)]++;
}

static int counts(const struct metrics *m, uint64_t now)
{
    return now >= m->counted_from && now < m->settings.end;
}

static struct flow *flow_at(struct metrics *m, enum metrics_group group, int endpoint, uint64_t now)
{
    return &m->flow[group][slice_of(now, 0, m->settings.end)][lane_of(endpoint)];
}

static void add_sources(struct sources *s, uint64_t packets, uint64_t messages, int is_new)
{
    s->packets += packets;
    s->messages += messages;
    s->endpoints += (uint64_t)is_new;
}

void metrics_created(struct metrics *m, enum metrics_group group, int endpoint, uint64_t packets, uint64_t messages,
                     uint64_t now)
{
    struct node *n = &m->node[endpoint];
    struct sends *of = &n->of[group == GROUP_SECOND];
    uint64_t more = packets - of->created, more_messages = messages - of->messages;

    add_sources(&m->sources[GROUP_ALL], more, more_messages, n->of[0].created + n->of[1].created == 0);
    if (group != GROUP_ALL)
        add_sources(&m->sources[group], more, more_messages, of->created == 0);
    of->created = packets;
    of->messages = messages;
    of->offered += counts(m, now) ? more : 0;
    if (now >= m->settings.end)
        return;
    flow_at(m, GROUP_ALL, endpoint, now)->created += (uint32_t)more;
    if (group != GROUP_ALL)
        flow_at(m, group, endpoint, now)->created += (uint32_t)more;
}

void metrics_delivered(struct metrics *m, enum metrics_group group, int source, uint64_t since, uint64_t now)
{
    struct node *n = &m->node[source];

    if (since >= m->counted_from && now + 1 - since > n->longest)
        n->longest = now + 1 - since;
    n->of[group == GROUP_SECOND].arrived += (uint64_t)counts(m, now);
    if (m->windows)
        windows_delivered(m->windows, source, now);
    if (now >= m->settings.end)
        return;
    flow_at(m, GROUP_ALL, source, now)->delivered++;
    if (group != GROUP_ALL)
        flow_at(m, group, source, now)->delivered++;
}

void metrics_distance(struct metrics *m, int distance, uint64_t since, uint64_t cycles)
{
    if (since >= m->counted_from)
        latency_add(&m->distance[distance], cycles);
}

const struct latency *metrics_of_distance(const struct metrics *m, int distance)
{
    return distance < m->settings.distances ? &m->distance[distance] : NULL;
}

void metrics_attempt(struct metrics *m, const struct attempt *attempt, uint64_t now)
{
    struct sender *s = sender_of(m, attempt->node, attempt->sender);
    uint64_t bytes = now + 1 - attempt->first;

    if (m->windows && attempt->sender == SENDER_ENDPOINT && attempt->reason == REJECT_NONE)
        windows_injected(m->windows, attempt->node, now);
    if (!counts(m, now))
        return;
    if (attempt->reason == REJECT_NONE) {
        s->accepted++;
        for (unsigned said = attempt->attribute; said; said &= said - 1)
            m->hops[__builtin_ctz(said)]++;
    } else {
        s->refused++;
        s->wasted += bytes < (uint64_t)m->settings.packet_cycles ? bytes : (uint64_t)m->settings.packet_cycles;
        m->refusals[attempt->sender == SENDER_ENDPOINT][attempt->reason]++;
    }
}

int metrics_sample_time(const struct metrics *m, uint64_t now)
{
    return now % m->settings.sample_period == 0 && now < m->settings.end;
}

int metrics_close(struct metrics *m, uint64_t now)
{
    m->done = now + 1;
    return metrics_sample_time(m, now);
}

void metrics_sample(struct metrics *m, int router, unsigned used, uint64_t now)
{
    struct part *part = &m->part[slice_of(now, 0, m->settings.end)];

    part->held += used;
    part->samples++;
    if (!counts(m, now))
        return;
    m->node[router].held += used;
    m->held[used]++;
    m->samples++;
}

void metrics_sample_queues(struct metrics *m, uint64_t injected, uint64_t now)
{
    if (!counts(m, now))
        return;
    m->queued += m->sources[GROUP_ALL].packets - injected;
    m->queue_samples++;
}

struct message_spread *metrics_sample_messages(struct metrics *m, uint64_t now)
{
    if (!m->spread || !counts(m, now))
        return NULL;
    message_spread_sample(m->spread);
    return m->spread;
}

/* Most histograms are empty, and most of the others mostly so. */
static void archive_histogram(struct histogram *h, struct archive *a)
{
    uint32_t end = HISTOGRAM_BUCKETS;

    while (!a->loading && end > 0 && h->bucket[end - 1] == 0)
        end--;
    end = (uint32_t)archive_count(a, end, HISTOGRAM_BUCKETS);
    if (a->loading)
        memset(h, 0, sizeof *h);
    a->visit(a, "bucket", h->bucket, end * sizeof *h->bucket);
}

static void forget_latencies(const struct metrics *m, struct latencies *l)
{
    memset(l->cell, 0, sizeof l->cell);
    memset(l->extreme, 0, sizeof l->extreme);
    memset(l->histogram, 0, (size_t)m->histograms * sizeof *l->histogram);
}

/* Most groups and kinds have no samples at all. */
static void archive_latencies(struct metrics *m, struct latencies *l, struct archive *a)
{
    uint8_t any = 0;

    for (int i = 0; !a->loading && i < SLICES; i++)
        any |= l->extreme[i].max != 0;
    ARCHIVE(a, any);
    if (!any && a->loading)
        forget_latencies(m, l);
    if (!any)
        return;
    ARCHIVE(a, l->cell);
    ARCHIVE(a, l->extreme);
    for (int i = 0; i < m->histograms; i++)
        archive_histogram(&l->histogram[i], a);
}

void metrics_archive(struct metrics *m, struct archive *a)
{
    size_t rows = rows_of(&m->settings);

    archive_section(a, "metrics");
    ARCHIVE(a, m->done);
    for (int g = 0; g < GROUPS; g++)
        for (int k = 0; k < LATENCY_KINDS; k++)
            archive_latencies(m, &m->latency[g][k], a);
    ARCHIVE(a, m->part);
    ARCHIVE(a, m->flow);
    ARCHIVE(a, m->sources);
    a->visit(a, "sender", m->sender, rows * senders_of(&m->settings) * sizeof *m->sender);
    ARCHIVE(a, m->refusals);
    if (m->settings.attributes > 0)
        a->visit(a, "hops", m->hops, (size_t)m->settings.attributes * sizeof *m->hops);
    a->visit(a, "node", m->node, rows * sizeof *m->node);
    a->visit(a, "held", m->held, ((size_t)m->settings.buffers + 1) * sizeof *m->held);
    ARCHIVE(a, m->samples);
    ARCHIVE(a, m->queued);
    ARCHIVE(a, m->queue_samples);
    if (m->distance)
        a->visit(a, "distance", m->distance, (size_t)m->settings.distances * sizeof *m->distance);
    if (m->spread)
        message_spread_archive(m->spread, a);
    if (m->windows)
        windows_archive(m->windows, a);
}

double jain(const double *value, int n)
{
    double sum = 0, squares = 0;

    for (int i = 0; i < n; i++) {
        sum += value[i];
        squares += value[i] * value[i];
    }
    return squares > 0 ? sum * sum / n / squares : 1;
}

/* Slices with messages, from `first` on. */
static int with_messages(const struct metrics *m, int first)
{
    int n = 0;

    for (int i = first; i < SLICES; i++)
        n += m->part[i].message.count > 0;
    return n;
}

/* Squared standard error of the mean over the slices from `first` on, those without messages left out. */
static double squared_error(const struct metrics *m, int first)
{
    int n = with_messages(m, first);
    double mean = 0, squares = 0;

    for (int i = first; i < SLICES; i++)
        mean += latency_mean(&m->part[i].message) / n;
    for (int i = first; i < SLICES; i++) {
        double off = latency_mean(&m->part[i].message) - mean;
        squares += m->part[i].message.count > 0 ? off * off : 0;
    }
    return squares / n / n;
}

/*
 * MSER: cut off as many slices as make the squared standard error of the mean of the rest smallest (White 1997).
 * @return slices to cut off, at most half; half as well when there is too little to tell
 */
static int mser(const struct metrics *m)
{
    double best = INFINITY;
    int cut = SLICES / 2;

    if (with_messages(m, cut) < STEADY_SLICES)
        return cut;
    for (int d = 0; d <= SLICES / 2; d++) {
        double error = squared_error(m, d);
        if (error < best) {
            best = error;
            cut = d;
        }
    }
    return cut;
}

/* Slices of latencies to leave out. */
static int first_slice(const struct metrics *m)
{
    return m->settings.detect_warmup ? mser(m) : 0;
}

/* First cycle of a slice of the whole run. */
static uint64_t slice_start(const struct metrics *m, int slice)
{
    return m->settings.end * (uint64_t)slice / SLICES;
}

uint64_t metrics_warmup(const struct metrics *m, int *steady)
{
    int first = first_slice(m);

    *steady = -1;
    if (!m->settings.detect_warmup)
        return m->settings.warmup;
    *steady = first < SLICES / 2 && saturation_is_decided(metrics_backlog(m, GROUP_ALL).reason) != 1;
    return slice_start(m, first);
}

uint64_t metrics_counted_from(const struct metrics *m)
{
    return m->counted_from;
}

uint64_t metrics_counted_cycles(const struct metrics *m)
{
    uint64_t end = m->done < m->settings.end ? m->done : m->settings.end;

    return end > m->counted_from ? end - m->counted_from : 0;
}

/* Slices of the whole run that were counted as a whole: from *first to *last - 1. */
static void counted_slices(const struct metrics *m, int *first, int *last)
{
    uint64_t to = m->counted_from + metrics_counted_cycles(m);

    for (*last = 0; *last < SLICES && slice_start(m, *last + 1) <= to;)
        ++*last;
    for (*first = 0; *first < *last && slice_start(m, *first) < m->counted_from;)
        ++*first;
}

/* Packets that were created while counted. */
static uint64_t created_in_all(const struct metrics *m)
{
    uint64_t packets = 0;

    for (int n = 0; n < m->settings.endpoints; n++)
        packets += metrics_offered(m, GROUP_ALL, n);
    return packets;
}

static struct backlog backlog_of(const struct metrics *m, enum metrics_group group)
{
    const struct sources *s = &m->sources[group];
    double message = s->messages ? (double)s->packets / (double)s->messages : 0;
    struct backlog b;
    int first, last;

    counted_slices(m, &first, &last);
    b = saturation_of(m->flow[group], first, last);
    b.messages = message > 0 && s->endpoints ? b.held / message / (double)s->endpoints : 0;
    if (group == GROUP_ALL)
        saturation_by_demand(&b, &m->demand, (double)created_in_all(m), (double)metrics_counted_cycles(m), message);
    if (group == GROUP_HOT && m->settings.endless && s->endpoints)
        b.reason = SATURATION_ENDLESS, b.unbounded = 1;
    return b;
}

void metrics_demand(struct metrics *m, const struct demand *demand)
{
    m->demand = *demand;
}

struct backlog metrics_backlog(const struct metrics *m, enum metrics_group group)
{
    struct backlog b = backlog_of(m, group);

    for (int g = GROUP_ALL + 1; group == GROUP_ALL && g < GROUPS; g++)
        if (saturation_is_decided(backlog_of(m, g).reason) == 1)
            b.reason = SATURATION_GROWS, b.unbounded = 1;
    return b;
}

/* Latencies of messages are correlated over so much of the run that it may still be in its start-up transient. */
static int unsteady(const struct metrics *m, enum metrics_group group)
{
    return batches_memory(m->latency[group][LATENCY_MESSAGE].cell, first_slice(m), SLICES) > UNSTEADY;
}

/* The packets of a group that were delivered, or with `offered` created, in the slices from `first` to `last` - 1, and
 * their cycles. */
static struct cell flow_between(const struct metrics *m, enum metrics_group group, int offered, int first, int last)
{
    struct cell all = {slice_start(m, last) - slice_start(m, first), 0};

    for (int i = first; i < last; i++)
        for (int lane = 0; lane < METRICS_LANES; lane++)
            all.sum += offered ? m->flow[group][i][lane].created : m->flow[group][i][lane].delivered;
    return all;
}

struct rate metrics_rate(const struct metrics *m, enum metrics_group group, int offered)
{
    struct cell cell[SLICES][METRICS_LANES];
    struct cell all;
    int first, last, lanes = m->settings.endpoints < METRICS_LANES ? m->settings.endpoints : METRICS_LANES;
    struct rate r = {0};

    memset(cell, 0, sizeof cell);
    counted_slices(m, &first, &last);
    all = flow_between(m, group, offered, first, last);
    for (int i = first; i < last; i++) {
        uint64_t length = slice_start(m, i + 1) - slice_start(m, i);
        for (int lane = 0; lane < lanes; lane++) {
            const struct flow *f = &m->flow[group][i][lane];
            cell[i][lane] = (struct cell){length, offered ? f->created : f->delivered};
        }
    }
    r.packets = all.count ? (double)all.sum / (double)all.count : 0;
    r.interval = batches_interval(cell, first, last);
    r.interval.half_width *= lanes;
    if (all.sum < (uint64_t)(LEAST_SAMPLES * r.interval.batches)) /* samples of a rate are cycles */
        r.interval.verdict = INTERVAL_FEW;
    if (r.interval.verdict == INTERVAL_GOOD && unsteady(m, group))
        r.interval.verdict = INTERVAL_UNSTEADY;
    return r;
}

/* The smallest value of a bucket can be smaller than every sample. */
static uint64_t percentile(const struct histogram *all, double share, const struct summary *s)
{
    uint64_t value = histogram_percentile(all, share);

    return value < s->min ? s->min : value;
}

void metrics_histogram(const struct metrics *m, enum metrics_group group, enum metrics_kind kind, struct histogram *h)
{
    memset(h, 0, sizeof *h);
    for (int i = m->histograms > 1 ? first_slice(m) : 0; i < m->histograms; i++)
        histogram_merge(h, &m->latency[group][kind].histogram[i]);
}

/* Count, mean and extremes over the slices from `first` to `last` - 1. */
static struct summary totals(const struct latencies *l, int first, int last)
{
    struct summary s = {.interval.verdict = INTERVAL_NONE};
    uint64_t sum = 0;

    for (int i = first; i < last; i++) {
        if (l->extreme[i].max == 0)
            continue;
        s.min = s.count == 0 || l->extreme[i].min < s.min ? l->extreme[i].min : s.min;
        s.max = l->extreme[i].max > s.max ? l->extreme[i].max : s.max;
        for (int lane = 0; lane < METRICS_LANES; lane++) {
            s.count += l->cell[i][lane].count;
            sum += l->cell[i][lane].sum;
        }
    }
    s.mean = s.count ? (double)sum / (double)s.count : 0;
    return s;
}

/* Whether the interval of a latency says what it should. */
static struct interval judged(const struct metrics *m, enum metrics_group group, enum metrics_kind kind)
{
    struct interval i = batches_interval(m->latency[group][kind].cell, first_slice(m), SLICES);

    if (kind != LATENCY_PACKET && metrics_backlog(m, group).unbounded)
        i.verdict = INTERVAL_SATURATED;
    else if (i.verdict == INTERVAL_GOOD && unsteady(m, group))
        i.verdict = INTERVAL_UNSTEADY;
    return i;
}

struct summary metrics_summary(const struct metrics *m, enum metrics_group group, enum metrics_kind kind)
{
    struct summary s = totals(&m->latency[group][kind], first_slice(m), SLICES);
    struct histogram all;

    if (s.count == 0)
        return s;
    metrics_histogram(m, group, kind, &all);
    s.interval = judged(m, group, kind);
    s.p50 = percentile(&all, 0.5, &s);
    s.p90 = percentile(&all, 0.9, &s);
    s.p95 = percentile(&all, 0.95, &s);
    s.p99 = percentile(&all, 0.99, &s);
    s.p999 = percentile(&all, 0.999, &s);
    return s;
}

static double mean_between(const struct latencies *l, int first, int last)
{
    struct summary s = totals(l, first, last);

    return s.count ? s.mean : NAN;
}

struct halves metrics_latency_halves(const struct metrics *m, enum metrics_group group, enum metrics_kind kind)
{
    const struct latencies *l = &m->latency[group][kind];
    int first = first_slice(m), middle = (first + SLICES) / 2;

    return (struct halves){mean_between(l, first, middle), mean_between(l, middle, SLICES)};
}

static double delivered_between(const struct metrics *m, enum metrics_group group, int first, int last)
{
    struct cell all = flow_between(m, group, 0, first, last);

    return all.count ? (double)all.sum / (double)all.count : NAN;
}

struct halves metrics_rate_halves(const struct metrics *m, enum metrics_group group)
{
    int first, last;

    counted_slices(m, &first, &last);
    return (struct halves){delivered_between(m, group, first, (first + last) / 2),
                           delivered_between(m, group, (first + last) / 2, last)};
}

struct attempts metrics_attempts(const struct metrics *m, int node, int sender)
{
    const struct sender *s = sender_of(m, node, sender);

    return (struct attempts){s->accepted, s->refused};
}

double metrics_busy(const struct metrics *m, int node, int sender, int wasted)
{
    const struct sender *s = sender_of(m, node, sender);
    uint64_t cycles = metrics_counted_cycles(m), bytes = s->wasted;

    if (!wasted)
        bytes += (uint64_t)s->accepted * (uint64_t)m->settings.packet_cycles;
    return cycles ? (double)bytes / (double)cycles : 0;
}

uint64_t metrics_refusals(const struct metrics *m, int injection, int reason)
{
    return m->refusals[injection][reason];
}

uint64_t metrics_hops(const struct metrics *m, int attribute)
{
    return m->hops[attribute];
}

/* Which counts of an endpoint are those of a group. */
static int is_of(enum metrics_group group, int second)
{
    return group == GROUP_ALL || (group == GROUP_SECOND) == second;
}

uint64_t metrics_from(const struct metrics *m, enum metrics_group group, int source)
{
    const struct node *n = &m->node[source];

    return (is_of(group, 0) ? n->of[0].arrived : 0) + (is_of(group, 1) ? n->of[1].arrived : 0);
}

uint64_t metrics_offered(const struct metrics *m, enum metrics_group group, int endpoint)
{
    const struct node *n = &m->node[endpoint];

    return (is_of(group, 0) ? n->of[0].offered : 0) + (is_of(group, 1) ? n->of[1].offered : 0);
}

uint64_t metrics_longest(const struct metrics *m, int source)
{
    return m->node[source].longest;
}

double metrics_occupancy(const struct metrics *m, int router)
{
    double samples = (double)m->samples / m->settings.routers;

    return samples > 0 ? (double)m->node[router].held / samples : NAN;
}

uint64_t metrics_held(const struct metrics *m, int packets)
{
    return packets <= m->settings.buffers ? m->held[packets] : 0;
}

double metrics_queued(const struct metrics *m)
{
    return m->queue_samples ? (double)m->queued / (double)m->queue_samples : NAN;
}

const struct message_spread *metrics_spread(const struct metrics *m)
{
    return m->spread;
}

const struct windows *metrics_windows(const struct metrics *m)
{
    return m->windows;
}

struct slice metrics_slice(const struct metrics *m, int slice)
{
    const struct part *p = &m->part[slice];
    struct slice s = {
        .packet_latency = latency_mean(&p->packet),
        .message_latency = latency_mean(&p->message),
        .occupancy = p->samples ? (double)p->held / (double)p->samples : NAN,
    };

    for (int lane = 0; lane < METRICS_LANES; lane++) {
        s.created += m->flow[GROUP_ALL][slice][lane].created;
        s.delivered += m->flow[GROUP_ALL][slice][lane].delivered;
    }
    return s;
}
