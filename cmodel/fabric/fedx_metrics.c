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
    uint64_t created;          /* packets since the beginning */
    uint64_t offered, arrived; /* packets while counted */
    uint64_t longest;          /* packet latency, cycles */
    uint64_t held;             /* sum over the samples */
};

/* One slice of the whole run. */
struct part {
    uint64_t created, delivered, held, samples;
    struct fedx_latency packet, message;
};

struct fedx_metrics {
    struct fedx_metrics_settings settings;
    uint64_t counted_from, done; /* done: cycles of the run so far */
    struct fedx_latency latency[FEDX_GROUPS][FEDX_KINDS][FEDX_SLICES];
    /* One histogram of all slices, or one a slice when the warm-up is not known yet. */
    struct fedx_histogram *histogram[FEDX_GROUPS][FEDX_KINDS];
    int histograms;
    struct part part[FEDX_SLICES];
    struct sender (*sender)[FEDX_SENDERS]; /* [node] */
    uint64_t refusals[2][FEDX_CAUSES];
    struct node *node;                     /* [node] */
    uint64_t held[FEDX_BUFFERS + 1], samples;
};

struct fedx_metrics *fedx_metrics_create(const struct fedx_metrics_settings *settings)
{
    struct fedx_metrics *m = calloc(1, sizeof *m);
    size_t nodes = (size_t)settings->nodes;

    if (!m)
        return NULL;
    m->settings = *settings;
    m->counted_from = settings->detect_warmup ? settings->end / 2 : settings->warmup;
    m->histograms = settings->detect_warmup ? FEDX_SLICES : 1;
    m->sender = calloc(nodes, sizeof *m->sender);
    m->node = calloc(nodes, sizeof *m->node);
    int failed = !m->sender || !m->node;
    /* Pages that are never written cost nothing. */
    for (int g = 0; g < FEDX_GROUPS; g++)
        for (int k = 0; k < FEDX_KINDS; k++) {
            m->histogram[g][k] = calloc((size_t)m->histograms, sizeof *m->histogram[g][k]);
            failed |= !m->histogram[g][k];
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
            free(m->histogram[g][k]);
    free(m->sender);
    free(m->node);
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

void fedx_metrics_latency(struct fedx_metrics *m, enum fedx_metrics_group group, enum fedx_metrics_kind kind,
                          uint64_t since, uint64_t cycles)
{
    uint64_t begin = collected_from(m);

    if (group == FEDX_GROUP_ALL && kind <= FEDX_KIND_MESSAGE) {
        struct part *part = &m->part[slice_of(since, 0, m->settings.end)];
        fedx_latency_add(kind == FEDX_KIND_PACKET ? &part->packet : &part->message, cycles);
    }
    if (since < begin)
        return;
    unsigned slice = slice_of(since, begin, m->settings.end);
    fedx_latency_add(&m->latency[group][kind][slice], cycles);
    m->histogram[group][kind][m->histograms > 1 ? slice : 0].bucket[fedx_histogram_index(cycles)]++;
}

static int counts(const struct fedx_metrics *m, uint64_t now)
{
    return now >= m->counted_from && now < m->settings.end;
}

void fedx_metrics_created(struct fedx_metrics *m, int node, uint64_t packets, uint64_t now)
{
    struct node *n = &m->node[node];
    uint64_t more = packets - n->created;

    n->created = packets;
    if (now < m->settings.end)
        m->part[slice_of(now, 0, m->settings.end)].created += more;
    n->offered += counts(m, now) ? more : 0;
}

void fedx_metrics_delivered(struct fedx_metrics *m, int source, uint64_t since, uint64_t now)
{
    struct node *n = &m->node[source];

    if (now < m->settings.end)
        m->part[slice_of(now, 0, m->settings.end)].delivered++;
    n->arrived += (uint64_t)counts(m, now);
    if (since >= m->counted_from && now + 1 - since > n->longest)
        n->longest = now + 1 - since;
}

void fedx_metrics_attempt(struct fedx_metrics *m, const struct fedx_attempt *attempt, uint64_t now)
{
    struct sender *s = &m->sender[attempt->node][attempt->sender];
    uint64_t bytes = now + 1 - attempt->first;

    if (!counts(m, now))
        return;
    if (attempt->cause == FEDX_CAUSE_NONE) {
        s->accepted++;
    } else {
        s->refused++;
        s->wasted += bytes < FEDX_PACKET_BYTES ? bytes : FEDX_PACKET_BYTES;
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
static void archive_histogram(struct fedx_histogram *h, struct fedx_archive *a)
{
    uint32_t end = FEDX_HISTOGRAM_BUCKETS;

    while (!a->loading && end > 0 && h->bucket[end - 1] == 0)
        end--;
    end = (uint32_t)fedx_archive_count(a, end, FEDX_HISTOGRAM_BUCKETS);
    if (a->loading)
        memset(h, 0, sizeof *h);
    a->visit(a, "bucket", h->bucket, end * sizeof *h->bucket);
}

void fedx_metrics_archive(struct fedx_metrics *m, struct fedx_archive *a)
{
    size_t nodes = (size_t)m->settings.nodes;

    fedx_archive_section(a, "metrics");
    FEDX_ARCHIVE(a, m->done);
    FEDX_ARCHIVE(a, m->latency);
    for (int g = 0; g < FEDX_GROUPS; g++)
        for (int k = 0; k < FEDX_KINDS; k++)
            for (int i = 0; i < m->histograms; i++)
                archive_histogram(&m->histogram[g][k][i], a);
    FEDX_ARCHIVE(a, m->part);
    a->visit(a, "sender", m->sender, nodes * sizeof *m->sender);
    FEDX_ARCHIVE(a, m->refusals);
    a->visit(a, "node", m->node, nodes * sizeof *m->node);
    FEDX_ARCHIVE(a, m->held);
    FEDX_ARCHIVE(a, m->samples);
}

double fedx_confidence(const double *value, int n)
{
    /* Student t, 0.975, for 1 to 30 degrees of freedom. */
    static const double t[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
                               2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
                               2.080,  2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042};
    double mean = 0, squares = 0;

    if (n < 2)
        return -1;
    for (int i = 0; i < n; i++)
        mean += value[i] / n;
    for (int i = 0; i < n; i++)
        squares += (value[i] - mean) * (value[i] - mean);
    return (n <= 31 ? t[n - 2] : 1.96) * sqrt(squares / (n - 1) / n);
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

static int with_samples(const struct fedx_latency *slice, int first)
{
    int n = 0;

    for (int i = first; i < FEDX_SLICES; i++)
        n += slice[i].count > 0;
    return n;
}

/* Squared standard error of the mean over the slices from `first` on, those without samples left out. */
static double squared_error(const struct fedx_latency *slice, int first)
{
    int n = with_samples(slice, first);
    double mean = 0, squares = 0;

    for (int i = first; i < FEDX_SLICES; i++)
        mean += fedx_latency_mean(&slice[i]) / n;
    for (int i = first; i < FEDX_SLICES; i++)
        if (slice[i].count > 0)
            squares += (fedx_latency_mean(&slice[i]) - mean) * (fedx_latency_mean(&slice[i]) - mean);
    return squares / n / n;
}

/*
 * MSER: cut off as many slices as make the squared standard error of the mean of the rest smallest (White 1997).
 * @return slices to cut off, at most half; half as well when there is too little to tell
 */
static int mser(const struct fedx_latency *slice)
{
    double best = INFINITY;
    int cut = FEDX_SLICES / 2;

    if (with_samples(slice, cut) < FEDX_STEADY_SLICES)
        return cut;
    for (int d = 0; d <= FEDX_SLICES / 2; d++) {
        double error = squared_error(slice, d);
        if (error < best) {
            best = error;
            cut = d;
        }
    }
    return cut;
}

/* Slices to leave out. */
static int first_slice(const struct fedx_metrics *m)
{
    return m->settings.detect_warmup ? mser(m->latency[FEDX_GROUP_ALL][FEDX_KIND_MESSAGE]) : 0;
}

uint64_t fedx_metrics_warmup(const struct fedx_metrics *m, int *steady)
{
    int first = first_slice(m);

    *steady = !m->settings.detect_warmup || first < FEDX_SLICES / 2;
    return m->settings.detect_warmup ? m->settings.end * (uint64_t)first / FEDX_SLICES : m->settings.warmup;
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

static double lag1(const double *value, int n)
{
    double mean = 0, squares = 0, products = 0;

    for (int i = 0; i < n; i++)
        mean += value[i] / n;
    for (int i = 0; i < n; i++)
        squares += (value[i] - mean) * (value[i] - mean);
    for (int i = 0; i + 1 < n; i++)
        products += (value[i] - mean) * (value[i + 1] - mean);
    return squares > 0 ? products / squares : 0;
}

/* Batches of two slices; a batch without samples makes no interval. */
static void batch_means(const struct fedx_latency *slice, int first, struct fedx_summary *s)
{
    double mean[FEDX_SLICES / 2];

    s->batches = (FEDX_SLICES - first) / 2;
    s->half_width = -1;
    for (int b = 0; b < s->batches; b++) {
        const struct fedx_latency *pair = &slice[FEDX_SLICES - 2 * (s->batches - b)];
        uint64_t count = pair[0].count + pair[1].count;
        if (count == 0)
            return;
        mean[b] = (double)(pair[0].sum + pair[1].sum) / (double)count;
    }
    s->half_width = fedx_confidence(mean, s->batches);
    s->lag1 = lag1(mean, s->batches);
}

/* The smallest value of a bucket can be smaller than every sample. */
static uint64_t percentile(const struct fedx_histogram *all, double share, const struct fedx_summary *s)
{
    uint64_t value = fedx_histogram_percentile(all, share);

    return value < s->min ? s->min : value;
}

void fedx_metrics_histogram(const struct fedx_metrics *m, enum fedx_metrics_group group, enum fedx_metrics_kind kind,
                            struct fedx_histogram *h)
{
    memset(h, 0, sizeof *h);
    for (int i = m->histograms > 1 ? first_slice(m) : 0; i < m->histograms; i++)
        fedx_histogram_merge(h, &m->histogram[group][kind][i]);
}

struct fedx_summary fedx_metrics_summary(const struct fedx_metrics *m, enum fedx_metrics_group group,
                                         enum fedx_metrics_kind kind)
{
    const struct fedx_latency *slice = m->latency[group][kind];
    struct fedx_summary s = {.half_width = -1};
    struct fedx_histogram all;
    uint64_t sum = 0;
    int first = first_slice(m);

    for (int i = first; i < FEDX_SLICES; i++) {
        if (slice[i].count == 0)
            continue;
        s.min = s.count == 0 || slice[i].min < s.min ? slice[i].min : s.min;
        s.max = slice[i].max > s.max ? slice[i].max : s.max;
        s.count += slice[i].count;
        sum += slice[i].sum;
    }
    if (s.count == 0)
        return s;
    fedx_metrics_histogram(m, group, kind, &all);
    s.mean = (double)sum / (double)s.count;
    batch_means(slice, first, &s);
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
        bytes += (uint64_t)s->accepted * FEDX_PACKET_BYTES;
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
    double samples = (double)m->samples / m->settings.nodes;

    return samples > 0 ? (double)m->node[node].held / samples : 0;
}

uint64_t fedx_metrics_held(const struct fedx_metrics *m, int packets)
{
    return m->held[packets];
}

struct fedx_slice fedx_metrics_slice(const struct fedx_metrics *m, int slice)
{
    const struct part *p = &m->part[slice];

    return (struct fedx_slice){
        .created = p->created,
        .delivered = p->delivered,
        .packet_latency = fedx_latency_mean(&p->packet),
        .message_latency = fedx_latency_mean(&p->message),
        .occupancy = p->samples ? (double)p->held / (double)p->samples : 0,
    };
}
