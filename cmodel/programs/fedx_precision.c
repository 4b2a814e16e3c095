/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_precision.h.
 */
#include "fedx_precision.h"

#include <math.h>

static void look_at(struct fedx_precision *p, const char *figure, double mean, const struct fedx_interval *i)
{
    double percent = i->verdict == FEDX_INTERVAL_GOOD && mean > 0 ? 100 * i->half_width / mean : -1;

    if (p->figure && (p->percent < 0 || (percent >= 0 && percent <= p->percent)))
        return;
    p->figure = figure;
    p->percent = percent;
}

struct fedx_precision fedx_precision_of(const struct fedx_fabric *f)
{
    const struct fedx_metrics *m = fedx_fabric_metrics(f);
    const struct traffic *t = fedx_fabric_config(f)->pe.traffic;
    enum fedx_metrics_group group = t && t->hot_count ? FEDX_GROUP_INDEPENDENT : FEDX_GROUP_ALL;
    struct fedx_summary message = fedx_metrics_summary(m, group, FEDX_KIND_MESSAGE);
    struct fedx_summary packet = fedx_metrics_summary(m, group, FEDX_KIND_PACKET);
    struct fedx_rate rate = fedx_metrics_rate(m, group, 0);
    struct fedx_precision p = {.hopeless = message.interval.verdict == FEDX_INTERVAL_SATURATED};

    look_at(&p, "message latency", message.mean, &message.interval);
    look_at(&p, "packet latency", packet.mean, &packet.interval);
    look_at(&p, "throughput", rate.packets, &rate.interval);
    return p;
}

uint64_t fedx_precision_next(const struct fedx_precision *p, double percent, uint64_t cycles)
{
    /* The half-width falls with the square root of the time; a tenth more, so that chance does not make one run of many. */
    double factor = p->percent < 0 ? 2 : 1.1 * (p->percent / percent) * (p->percent / percent);

    return (uint64_t)ceil((double)cycles * fmin(fmax(factor, 1.5), 16));
}
