/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_metrics.h.
 */
#include "fedx_metrics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fedx_stats.h"

/* Attempts of one sender. */
struct sender {
    uint32_t accepted, refused;
    uint64_t wasted; /* bytes of refused and broken attempts */
};

/* One node as a source, and its buffers. */
struct node {
    uint64_t created, messages; /* packets and messages since the beginning */
    uint64_t offered, arrived; /* packets while counted */
    uint64_t longest;          /* packet latency, cycles */
    uint64_t held;             /* sum over the samples */
};

/* One slice of the whole run. */
struct part {
    uint64_t held, samples;
    struct fedx_latency packet, message;
};

/* What nodes of a lane created and delivered in a slice of the whole run, packets. */
struct flow {
    uint32_t created, delivered;
};

/* What a group's sources brought forth in the whole run. */
struct sources {
    uint64_t packets, messages, nodes;
};

/* The latencies of a group, of one kind. */
struct latencies {
    struct fedx_cell cell[FEDX_SLICES][FEDX_LANES];
    struct {
        uint64_t min, max; /* of the samples of a slice, cycles; max 0: none */
    } extreme[FEDX_SLICES];
    /* One histogram of all slices, or one a slice when the warm-up is not known yet. */
    struct histogram *histogram;
};

struct fedx_metrics {
    struct fedx_metrics_settings settings;
    uint64_t counted_from, done; /* done: cycles of the run so far */
    struct latencies latency[FEDX_GROUPS][FEDX_KINDS];
    int histograms;
    struct part part[FEDX_SLICES];
    struct flow flow[FEDX_GROUPS][FEDX_SLICES][FEDX_LANES];
    struct sources sources[FEDX_GROUPS];
    struct sender (*sender)[FEDX_SENDERS]; /* [node] */
    uint64_t refusals[2][KIND_MOST_CAUSES];
    struct node *node;                     /* [node] */
    uint64_t *held; /* [buffers + 1] samples in which a router held so many packets */
    uint64_t samples;
};

/* Routers and nodes have rows of the same tables. */
static size_t rows_of(const struct fedx_metrics_settings *s)
{
    return (size_t)(s->nodes > s->routers ? s->nodes : s->routers);
}

struct fedx_metrics *fedx_metrics_create(const struct fedx_metrics_settings *settings)
{
    struct fedx_metrics *m = calloc(1, sizeof *m);
    size_t rows = rows_of(settings);

    if (!m)
        return NULL;
    m->settings = *settings;
    m->counted_from = settings->detect_warmup ? settings->end / 2 : settings->warmup;
    m->histograms = settings->detect_warmup ? FEDX_SLICES : 1;
    m->sender = calloc(rows, sizeof *m->sender);
    m->node = calloc(rows, sizeof *m->node);
    m->held = calloc((size_t)settings->buffers + 1, sizeof *m->held);
    int failed = !m->sender || !m->node || !m->held;
    /* Pages that are never written cost nothing. */
    for (int g = 0; g < FEDX_GROUPS; g++)
        for (int k = 0; k < FEDX_KINDS; k++) {
            struct latencies *l = &m->latency[g][k];
            l->histogram = calloc((size_t)m->histograms, sizeof *l->histogram);
            failed |= !l->histogram;
        }
    if (failed) {
        fedx_metrics_destroy(m);
        return NULL;
    }
    return m;
}

void fedx_metrics_destroy(struct fedx_metrics *m)
{
    if (!m)
        return;
    for (int g = 0; g < FEDX_GROUPS; g++)
        for (int k = 0; k < FEDX_KINDS; k++)
            free(m->latency[g][k].histogram);
    free(m->sender);
    free(m->node);
    free(m->held);
    free(m);
}

/* Slice of a cycle in [begin, end); the last one for what comes later. */
static unsigned slice_of(uint64_t cycle, uint64_t begin, uint64_t end)
{
    return cycle >= end ? FEDX_SLICES - 1 : (unsigned)((cycle - begin) * FEDX_SLICES / (end - begin));
}

static uint64_t collected_from(const struct fedx_metrics *m)
{
    return m->settings.detect_warmup ? 0 : m->settings.warmup;
}

static int lane_of(int node)
{
    return node & (FEDX_LANES - 1);
}

void fedx_metrics_latency(struct fedx_metrics *m, enum fedx_metrics_group group, enum fedx_metrics_kind kind, int source,
                          uint64_t since, uint64_t cycles)
{
    struct latencies *l = &m->latency[group][kind];
    uint64_t begin = collected_from(m);

    if (group == FEDX_GROUP_ALL && kind <= FEDX_KIND_MESSAGE) {
        struct part *part = &m->part[slice_of(since, 0, m->settings.end)];
        fedx_latency_add(kind == FEDX_KIND_PACKET ? &part->packet : &part->message, cycles);
    }
    if (since < begin)
        return;
    unsigned slice = slice_of(since, begin, m->settings.end);
    struct fedx_cell *cell = &l->cell[slice][lane_of(source)];
    cell->count++;
    cell->sum += cycles;
    if (l->extreme[slice].max == 0 || cycles < l->extreme[slice].min)
        l->extreme[slice].min = cycles;
    if (cycles > l->extreme[slice].max)
        l->extreme[slice].max = cycles;
    l->histogram[m->histograms > 1 ? slice : 0].bucket[histogram_index(cycles)]++;
}

static int counts(const struct fedx_metrics *m, uint64_t now)
{
    return now >= m->counted_from && now < m->settings.end;
}

static struct flow *flow_at(struct fedx_metrics *m, enum fedx_metrics_group group, int node, uint64_t now)
{
    return &m->flow[group][slice_of(now, 0, m->settings.end)][lane_of(node)];
}

static void add_sources(struct sources *s, uint64_t packets, uint64_t messages, int is_new)
{
    s->packets += packets;
    s->messages += messages;
    s->nodes += (uint64_t)is_new;
}

void fedx_metrics_created(struct fedx_metrics *m, enum fedx_metrics_group group, int node, uint64_t packets,
                          uint64_t messages, uint64_t now)
{
    struct node *n = &m->node[node];
    uint64_t more = packets - n->created, more_messages = messages - n->messages;

    add_sources(&m->sources[FEDX_GROUP_ALL], more, more_messages, n->created == 0);
    if (group != FEDX_GROUP_ALL)
        add_sources(&m->sources[group], more, more_messages, n->created == 0);
    n->created = packets;
    n->messages = messages;
    n->offered += counts(m, now) ? more : 0;
    if (now >= m->settings.end)
        return;
    flow_at(m, FEDX_GROUP_ALL, node, now)->created += (uint32_t)more;
    if (group != FEDX_GROUP_ALL)
        flow_at(m, group, node, now)->created += (uint32_t)more;
}

void fedx_metrics_delivered(struct fedx_metrics *m, enum fedx_metrics_group group, int source, uint64_t since, uint64_t now)
{
    struct node *n = &m->node[source];

    if (since >= m->counted_from && now + 1 - since > n->longest)
        n->longest = now + 1 - since;
    n->arrived += (uint64_t)counts(m, now);
    if (now >= m->settings.end)
        return;
    flow_at(m, FEDX_GROUP_ALL, source, now)->delivered++;
    if (group != FEDX_GROUP_ALL)
        flow_at(m, group, source, now)->delivered++;
}

void fedx_metrics_attempt(struct fedx_metrics *m, const struct fedx_attempt *attempt, uint64_t now)
{
    struct sender *s = &m->sender[attempt->node][attempt->sender];
    uint64_t bytes = now + 1 - attempt->first;

    if (!counts(m, now))
        return;
    if (attempt->cause == CAUSE_NONE) {
        s->accepted++;
    } else {
        s->refused++;
        s->wasted += bytes < (uint64_t)m->settings.packet_cycles ? bytes : (uint64_t)m->settings.packet_cycles;
        m->refusals[attempt->sender == FEDX_SENDER_PE][attempt->cause]++;
    }
}

int fedx_metrics_close(struct fedx_metrics *m, uint64_t now)
{
    m->done = now + 1;
    return now % m->settings.sample_period == 0 && now < m->settings.end;
}

void fedx_metrics_sample(struct fedx_metrics *m, int node, unsigned used, uint64_t now)
{
    struct part *part = &m->part[slice_of(now, 0, m->settings.end)];

    part->held += used;
    part->samples++;
    if (!counts(m, now))
        return;
    m->node[node].held += used;
    m->held[used]++;
    m->samples++;
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

/* Many a group and kind has no samples at all. */
static void archive_latencies(struct fedx_metrics *m, struct latencies *l, struct archive *a)
{
    uint8_t any = 0;

    for (int i = 0; !a->loading && i < FEDX_SLICES; i++)
        any |= l->extreme[i].max != 0;
    ARCHIVE(a, any);
    if (!any)
        return; /* metrics that load are new */
    ARCHIVE(a, l->cell);
    ARCHIVE(a, l->extreme);
    for (int i = 0; i < m->histograms; i++)
        archive_histogram(&l->histogram[i], a);
}

void fedx_metrics_archive(struct fedx_metrics *m, struct archive *a)
{
    size_t rows = rows_of(&m->settings);

    archive_section(a, "metrics");
    ARCHIVE(a, m->done);
    for (int g = 0; g < FEDX_GROUPS; g++)
        for (int k = 0; k < FEDX_KINDS; k++)
            archive_latencies(m, &m->latency[g][k], a);
    ARCHIVE(a, m->part);
    ARCHIVE(a, m->flow);
    ARCHIVE(a, m->sources);
    a->visit(a, "sender", m->sender, rows * sizeof *m->sender);
    ARCHIVE(a, m->refusals);
    a->visit(a, "node", m->node, rows * sizeof *m->node);
    a->visit(a, "held", m->held, ((size_t)m->settings.buffers + 1) * sizeof *m->held);
    ARCHIVE(a, m->samples);
}

double fedx_jain(const double *value, int n)
{
    double sum = 0, squares = 0;

    for (int i = 0; i < n; i++) {
        sum += value[i];
        squares += value[i] * value[i];
    }
    return squares > 0 ? sum * sum / n / squares : 1;
}

/* Slices with messages, from `first` on. */
static int with_messages(const struct fedx_metrics *m, int first)
{
    int n = 0;

    for (int i = first; i < FEDX_SLICES; i++)
        n += m->part[i].message.count > 0;
    return n;
}

/* Squared standard error of the mean over the slices from `first` on, those without messages left out. */
static double squared_error(const struct fedx_metrics *m, int first)
{
    int n = with_messages(m, first);
    double mean = 0, squares = 0;

    for (int i = first; i < FEDX_SLICES; i++)
        mean += fedx_latency_mean(&m->part[i].message) / n;
    for (int i = first; i < FEDX_SLICES; i++) {
        double off = fedx_latency_mean(&m->part[i].message) - mean;
        squares += m->part[i].message.count > 0 ? off * off : 0;
    }
    return squares / n / n;
}

/*
 * MSER: cut off as many slices as make the squared standard error of the mean of the rest smallest (White 1997).
 * @return slices to cut off, at most half; half as well when there is too little to tell
 */
static int mser(const struct fedx_metrics *m)
{
    double best = INFINITY;
    int cut = FEDX_SLICES / 2;

    if (with_messages(m, cut) < FEDX_STEADY_SLICES)
        return cut;
    for (int d = 0; d <= FEDX_SLICES / 2; d++) {
        double error = squared_error(m, d);
        if (error < best) {
            best = error;
            cut = d;
        }
    }
    return cut;
}

/* Slices of latencies to leave out. */
static int first_slice(const struct fedx_metrics *m)
{
    return m->settings.detect_warmup ? mser(m) : 0;
}

/* First cycle of a slice of the whole run. */
static uint64_t slice_start(const struct fedx_metrics *m, int slice)
{
    return m->settings.end * (uint64_t)slice / FEDX_SLICES;
}

uint64_t fedx_metrics_warmup(const struct fedx_metrics *m, int *steady)
{
    int first = first_slice(m);

    *steady = -1;
    if (!m->settings.detect_warmup)
        return m->settings.warmup;
    *steady = first < FEDX_SLICES / 2 && fedx_metrics_backlog(m, FEDX_GROUP_ALL).saturated != 1;
    return slice_start(m, first);
}

uint64_t fedx_metrics_counted_from(const struct fedx_metrics *m)
{
    return m->counted_from;
}

uint64_t fedx_metrics_counted_cycles(const struct fedx_metrics *m)
{
    uint64_t end = m->done < m->settings.end ? m->done : m->settings.end;

    return end > m->counted_from ? end - m->counted_from : 0;
}

/* Slices of the whole run that were counted as a whole: from *first to *last - 1. */
static void counted_slices(const struct fedx_metrics *m, int *first, int *last)
{
    uint64_t to = m->counted_from + fedx_metrics_counted_cycles(m);

    for (*last = 0; *last < FEDX_SLICES && slice_start(m, *last + 1) <= to;)
        ++*last;
    for (*first = 0; *first < *last && slice_start(m, *first) < m->counted_from;)
        ++*first;
}

static struct fedx_backlog backlog_of(const struct fedx_metrics *m, enum fedx_metrics_group group)
{
    const struct sources *s = &m->sources[group];
    int64_t gain[FEDX_SLICES] = {0};
    struct fedx_backlog b;
    int first, last;

    for (int i = 0; i < FEDX_SLICES; i++)
        for (int lane = 0; lane < FEDX_LANES; lane++)
            gain[i] += (int64_t)m->flow[group][i][lane].created - (int64_t)m->flow[group][i][lane].delivered;
    counted_slices(m, &first, &last);
    b = fedx_batches_backlog(gain, first, last, s->messages ? (double)s->packets / (double)s->messages : 0, (int)s->nodes);
    if (group == FEDX_GROUP_HOT && m->settings.endless && s->nodes)
        b.saturated = 1;
    return b;
}

struct fedx_backlog fedx_metrics_backlog(const struct fedx_metrics *m, enum fedx_metrics_group group)
{
    struct fedx_backlog b = backlog_of(m, group);

    for (int g = FEDX_GROUP_ALL + 1; group == FEDX_GROUP_ALL && g < FEDX_GROUPS; g++)
        if (backlog_of(m, g).saturated == 1)
            b.saturated = 1;
    return b;
}

/* Messages remember so long that the run is hardly longer. */
static int unsteady(const struct fedx_metrics *m, enum fedx_metrics_group group)
{
    return fedx_batches_memory(m->latency[group][FEDX_KIND_MESSAGE].cell, first_slice(m), FEDX_SLICES) > FEDX_UNSTEADY;
}

struct fedx_rate fedx_metrics_rate(const struct fedx_metrics *m, enum fedx_metrics_group group, int offered)
{
    struct fedx_cell cell[FEDX_SLICES][FEDX_LANES];
    uint64_t packets = 0, cycles = 0;
    int first, last, lanes = m->settings.nodes < FEDX_LANES ? m->settings.nodes : FEDX_LANES;
    struct fedx_rate r = {0};

    memset(cell, 0, sizeof cell);
    counted_slices(m, &first, &last);
    for (int i = first; i < last; i++) {
        uint64_t length = slice_start(m, i + 1) - slice_start(m, i);
        cycles += length;
        for (int lane = 0; lane < lanes; lane++) {
            const struct flow *f = &m->flow[group][i][lane];
            cell[i][lane] = (struct fedx_cell){length, offered ? f->created : f->delivered};
            packets += cell[i][lane].sum;
        }
    }
    r.packets = cycles ? (double)packets / (double)cycles : 0;
    r.interval = fedx_batches_interval(cell, first, last);
    r.interval.half_width *= lanes;
    if (packets < (uint64_t)(FEDX_LEAST_SAMPLES * r.interval.batches)) /* samples of a rate are cycles */
        r.interval.verdict = FEDX_INTERVAL_FEW;
    if (r.interval.verdict == FEDX_INTERVAL_GOOD && unsteady(m, group))
        r.interval.verdict = FEDX_INTERVAL_UNSTEADY;
    return r;
}

/* The smallest value of a bucket can be smaller than every sample. */
static uint64_t percentile(const struct histogram *all, double share, const struct fedx_summary *s)
{
    uint64_t value = histogram_percentile(all, share);

    return value < s->min ? s->min : value;
}

void fedx_metrics_histogram(const struct fedx_metrics *m, enum fedx_metrics_group group, enum fedx_metrics_kind kind,
                            struct histogram *h)
{
    memset(h, 0, sizeof *h);
    for (int i = m->histograms > 1 ? first_slice(m) : 0; i < m->histograms; i++)
        histogram_merge(h, &m->latency[group][kind].histogram[i]);
}

/* Count, mean and extremes over the slices from `first` on. */
static struct fedx_summary totals(const struct latencies *l, int first)
{
    struct fedx_summary s = {.interval.verdict = FEDX_INTERVAL_NONE};
    uint64_t sum = 0;

    for (int i = first; i < FEDX_SLICES; i++) {
        if (l->extreme[i].max == 0)
            continue;
        s.min = s.count == 0 || l->extreme[i].min < s.min ? l->extreme[i].min : s.min;
        s.max = l->extreme[i].max > s.max ? l->extreme[i].max : s.max;
        for (int lane = 0; lane < FEDX_LANES; lane++) {
            s.count += l->cell[i][lane].count;
            sum += l->cell[i][lane].sum;
        }
    }
    s.mean = s.count ? (double)sum / (double)s.count : 0;
    return s;
}

/* Whether the interval of a latency says what it should. */
static struct fedx_interval judged(const struct fedx_metrics *m, enum fedx_metrics_group group, enum fedx_metrics_kind kind)
{
    struct fedx_interval i = fedx_batches_interval(m->latency[group][kind].cell, first_slice(m), FEDX_SLICES);

    if (kind != FEDX_KIND_PACKET && fedx_metrics_backlog(m, group).saturated == 1)
        i.verdict = FEDX_INTERVAL_SATURATED;
    else if (i.verdict == FEDX_INTERVAL_GOOD && unsteady(m, group))
        i.verdict = FEDX_INTERVAL_UNSTEADY;
    return i;
}

struct fedx_summary fedx_metrics_summary(const struct fedx_metrics *m, enum fedx_metrics_group group,
                                         enum fedx_metrics_kind kind)
{
    struct fedx_summary s = totals(&m->latency[group][kind], first_slice(m));
    struct histogram all;

    if (s.count == 0)
        return s;
    fedx_metrics_histogram(m, group, kind, &all);
    s.interval = judged(m, group, kind);
    s.p50 = percentile(&all, 0.5, &s);
    s.p90 = percentile(&all, 0.9, &s);
    s.p95 = percentile(&all, 0.95, &s);
    s.p99 = percentile(&all, 0.99, &s);
    s.p999 = percentile(&all, 0.999, &s);
    return s;
}

struct fedx_attempts fedx_metrics_attempts(const struct fedx_metrics *m, int node, int sender)
{
    return (struct fedx_attempts){m->sender[node][sender].accepted, m->sender[node][sender].refused};
}

double fedx_metrics_busy(const struct fedx_metrics *m, int node, int sender, int wasted)
{
    const struct sender *s = &m->sender[node][sender];
    uint64_t cycles = fedx_metrics_counted_cycles(m), bytes = s->wasted;

    if (!wasted)
        bytes += (uint64_t)s->accepted * (uint64_t)m->settings.packet_cycles;
    return cycles ? (double)bytes / (double)cycles : 0;
}

uint64_t fedx_metrics_refusals(const struct fedx_metrics *m, int injection, int cause)
{
    return m->refusals[injection][cause];
}

uint64_t fedx_metrics_from(const struct fedx_metrics *m, int source)
{
    return m->node[source].arrived;
}

uint64_t fedx_metrics_offered(const struct fedx_metrics *m, int node)
{
    return m->node[node].offered;
}

uint64_t fedx_metrics_longest(const struct fedx_metrics *m, int source)
{
    return m->node[source].longest;
}

double fedx_metrics_occupancy(const struct fedx_metrics *m, int node)
{
    double samples = (double)m->samples / m->settings.routers;

    return samples > 0 ? (double)m->node[node].held / samples : 0;
}

uint64_t fedx_metrics_held(const struct fedx_metrics *m, int packets)
{
    return packets <= m->settings.buffers ? m->held[packets] : 0;
}

struct fedx_slice fedx_metrics_slice(const struct fedx_metrics *m, int slice)
{
    const struct part *p = &m->part[slice];
    struct fedx_slice s = {
        .packet_latency = fedx_latency_mean(&p->packet),
        .message_latency = fedx_latency_mean(&p->message),
        .occupancy = p->samples ? (double)p->held / (double)p->samples : 0,
    };

    for (int lane = 0; lane < FEDX_LANES; lane++) {
        s.created += m->flow[FEDX_GROUP_ALL][slice][lane].created;
        s.delivered += m->flow[FEDX_GROUP_ALL][slice][lane].delivered;
    }
    return s;
}
