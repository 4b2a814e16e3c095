/* SPDX-License-Identifier: Apache-2.0
 *
 * See precision.h.
 */
#include "precision.h"

#include <math.h>

static void look_at(struct precision *p, const char *figure, double mean, const struct interval *i)
{
    double percent = i->verdict == INTERVAL_GOOD && mean > 0 ? 100 * i->half_width / mean : -1;

    if (p->figure && (p->percent < 0 || (percent >= 0 && percent <= p->percent)))
        return;
    p->figure = figure;
    p->percent = percent;
}

struct precision precision_of(const struct fabric *f)
{
    const struct metrics *m = fabric_metrics(f);
    const struct traffic *t = fabric_config(f)->endpoint.traffic;
    enum metrics_group group = t && t->hot_count ? GROUP_INDEPENDENT : GROUP_ALL;
    struct summary message = metrics_summary(m, group, LATENCY_MESSAGE);
    struct summary packet = metrics_summary(m, group, LATENCY_PACKET);
    struct rate rate = metrics_rate(m, group, 0);
    struct precision p = {.hopeless = message.interval.verdict == INTERVAL_SATURATED};

    look_at(&p, "message latency", message.mean, &message.interval);
    look_at(&p, "packet latency", packet.mean, &packet.interval);
    look_at(&p, "throughput", rate.packets, &rate.interval);
    return p;
}

uint64_t precision_next(const struct precision *p, double percent, uint64_t cycles)
{
    /* The half-width falls with the square root of the time; a tenth more, so that chance does not make one run of many. */
    double factor = p->percent < 0 ? 2 : 1.1 * (p->percent / percent) * (p->percent / percent);

    return (uint64_t)ceil((double)cycles * fmin(fmax(factor, 1.5), 16));
}
