/* SPDX-License-Identifier: Apache-2.0 */
#include "precision.h"

#include <math.h>

/* The figures that a run can be asked to know well. */
enum { MEASURED_MESSAGES, MEASURED_PACKETS, MEASURED_RATE, MEASURED };

/* One as it came out. */
struct measured {
    const char *name;
    double mean;
    struct halves halves;
    struct interval interval;
};

/* Whose figures: with hot spots the floods to them are endless. */
static enum metrics_group group_of(const struct fabric *f)
{
    const struct traffic *t = fabric_config(f)->endpoint.traffic;

    return t && t->hot_count ? GROUP_INDEPENDENT : GROUP_ALL;
}

static struct measured measured_latency(const struct metrics *m, enum metrics_group group, enum metrics_kind kind,
                                        const char *name)
{
    struct summary s = metrics_summary(m, group, kind);

    return (struct measured){name, s.mean, metrics_latency_halves(m, group, kind), s.interval};
}

static struct measured measured_rate(const struct metrics *m, enum metrics_group group)
{
    struct rate rate = metrics_rate(m, group, 0);

    return (struct measured){"throughput", rate.packets, metrics_rate_halves(m, group), rate.interval};
}

static void measure(const struct fabric *f, struct measured figure[MEASURED])
{
    const struct metrics *m = fabric_metrics(f);
    enum metrics_group group = group_of(f);

    figure[MEASURED_MESSAGES] = measured_latency(m, group, LATENCY_MESSAGE, "message latency");
    figure[MEASURED_PACKETS] = measured_latency(m, group, LATENCY_PACKET, "packet latency");
    figure[MEASURED_RATE] = measured_rate(m, group);
}

/* Half-width in per cent of the mean; negative: there is no good interval. */
static double percent_of(const struct measured *figure)
{
    const struct interval *i = &figure->interval;

    return i->verdict == INTERVAL_GOOD && figure->mean > 0 ? 100 * i->half_width / figure->mean : -1;
}

static void look_at(struct precision *p, const struct measured *figure)
{
    double percent = percent_of(figure);

    if (p->figure && (p->percent < 0 || (percent >= 0 && percent <= p->percent)))
        return;
    p->figure = figure->name;
    p->percent = percent;
}

struct precision precision_of(const struct fabric *f)
{
    struct measured figure[MEASURED];
    struct precision p = {0};

    measure(f, figure);
    p.hopeless = figure[MEASURED_MESSAGES].interval.verdict == INTERVAL_SATURATED;
    for (int i = 0; i < MEASURED; i++)
        look_at(&p, &figure[i]);
    return p;
}

uint64_t precision_next(const struct precision *p, double percent, uint64_t cycles)
{
    /* The half-width falls with the square root of the time; a tenth more, so that chance does not make one run of
     * many. */
    double factor = p->percent < 0 || p->lengths ? 2 : 1.1 * (p->percent / percent) * (p->percent / percent);

    return (uint64_t)ceil((double)cycles * fmin(fmax(factor, 1.5), 16));
}

/* Settling -------------------------------------------------------------------------------------------------------- */

/* Packets a cycle that all sources together got through in a window. */
static double window_rate(const struct windows *w, int window)
{
    uint64_t packets = 0;

    for (int source = 0; source < windows_settings_of(w).endpoints; source++)
        packets += windows_from(w, WINDOWS_DELIVERED, window, source);
    return (double)packets / (double)(windows_begin(w, window + 1) - windows_begin(w, window));
}

/* The throughput of windows; an odd one in the middle is in neither half. */
static struct measured measured_windows(const struct windows *w)
{
    int count = windows_complete(w), half = count / 2;
    struct measured figure = {
        .name = "throughput of the windows", .halves = {NAN, NAN}, .interval.verdict = INTERVAL_FEW};
    double rate[WINDOWS_MOST], first = 0, second = 0;

    for (int i = 0; i < count; i++) {
        rate[i] = window_rate(w, i);
        figure.mean += rate[i] / count;
        first += i < half ? rate[i] / half : 0;
        second += i >= count - half ? rate[i] / half : 0;
    }
    if (half == 0)
        return figure;
    figure.halves = (struct halves){first, second};
    figure.interval =
        (struct interval){.half_width = confidence(rate, count), .batches = count, .verdict = INTERVAL_GOOD};
    return figure;
}

/* How far a figure moves, per cent of its mean: from half to half, or from the last run to this one. Negative: not
 * known. */
static double moved_by(const struct measured *figure, double before)
{
    const struct halves *h = &figure->halves;
    double most = fmax(fabs(h->second - h->first), fabs(figure->mean - before));

    return figure->mean > 0 && !isnan(h->first + h->second + before) ? 100 * most / figure->mean : -1;
}

/* How many times as much as was asked for; what is not known is the farthest of all. */
static double far_off(double percent, double asked)
{
    return percent < 0 ? INFINITY : percent / asked;
}

/* Whether the intervals of the figures from `first` on are as tight as asked. */
static int are_tight(const struct measured figure[MEASURED], int first, double percent)
{
    int tight = 1;

    for (int i = first; i < MEASURED; i++)
        tight &= far_off(percent_of(&figure[i]), percent) <= 1;
    return tight;
}

/* The figure that is farthest from what is asked, of those from `first` on. @return how many times as far as asked */
static double farthest(struct settle *s, const struct settle_asked *asked, const struct measured figure[MEASURED],
                       int first)
{
    double worst = -1;

    for (int i = first; i < MEASURED; i++) {
        double moved = moved_by(&figure[i], s->runs ? s->before[i] : NAN), width = percent_of(&figure[i]);
        double off = fmax(far_off(moved, asked->moved), far_off(width, asked->width));
        if (off <= worst)
            continue;
        worst = off;
        s->figure = figure[i].name;
        s->moved = moved;
        s->width = width;
    }
    return worst;
}

/* Of a saturated run latencies are correlated for good, which makes its throughput no less sure once that moves no
 * more. */
static void trust_throughput(struct measured *rate)
{
    if (rate->interval.verdict == INTERVAL_UNSTEADY)
        rate->interval.verdict = INTERVAL_GOOD;
}

int settle_look(struct settle *s, const struct settle_asked *asked, const struct fabric *f)
{
    _Static_assert((int)SETTLE_FIGURES == (int)MEASURED, "each is compared with that of the last run");
    const struct windows *w = metrics_windows(fabric_metrics(f));
    struct backlog backlog = metrics_backlog(fabric_metrics(f), group_of(f));
    int saturated = saturation_is_decided(backlog.reason), first, settled;
    struct measured figure[MEASURED];

    measure(f, figure);
    if (w)
        figure[MEASURED_RATE] = measured_windows(w);
    if (saturated == 1)
        trust_throughput(&figure[MEASURED_RATE]);
    first = w || backlog.unbounded ? MEASURED_RATE : 0;
    s->lengths = are_tight(figure, first, asked->width) ? s->lengths + 1 : 0;
    settled = farthest(s, asked, figure, first) <= 1 && s->lengths >= PRECISE_LENGTHS;
    for (int i = 0; i < MEASURED; i++)
        s->before[i] = figure[i].mean;
    s->alone = first == MEASURED_RATE;
    s->runs++;
    if (settled && saturated < 0 && !w) { /* latencies may have no mean */
        s->figure = "saturation";
        settled = 0;
    }
    s->verdict = !settled ? SETTLE_BUDGET : saturated == 1 ? SETTLE_SATURATED : SETTLE_SETTLED;
    return settled;
}

const char *settle_word(enum settle_verdict verdict)
{
    static const char *const words[] = {NULL, "settled", "saturated", "stalled", "over_limit", "budget", "failed"};

    return words[verdict];
}
