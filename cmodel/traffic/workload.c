/* SPDX-License-Identifier: Apache-2.0
 *
 * Workloads of the paper, section 3.
 */
#include "workload.h"

#include <stddef.h>
#include <string.h>

const struct workload traffic_workloads[] = {
    {"wk-mixture", "10% messages of 25 packets, 90% of 1 to 5 (sections 5, 6)", 0.1, 1, 5, 25},
    {"wk1-5", "messages of 1 to 5 packets (section 4)", 0.0, 1, 5, 25},
    {"wk30", "messages of 30 packets (section 4)", 1.0, 1, 1, 30},
    {"wk-long", "80% messages of 25 packets, 20% of 1 to 5 (section 5)", 0.8, 1, 5, 25},
    {"single", "messages of one packet", 0.0, 1, 1, 1},
    {NULL, NULL, 0, 0, 0, 0},
};

const struct workload *workload_find(const char *name)
{
    for (const struct workload *w = traffic_workloads; w->name; w++)
        if (strcmp(w->name, name) == 0)
            return w;
    return NULL;
}

double workload_mean(const struct workload *w)
{
    return w->long_share * w->long_packets + (1 - w->long_share) * 0.5 * (w->short_min + w->short_max);
}

double workload_interval(const struct workload *w, double load, int cycles)
{
    return workload_mean(w) / load * cycles;
}

int workload_length(const struct workload *w, struct rng *r)
{
    if (w->long_share > 0 && rng_chance(r, w->long_share))
        return w->long_packets;
    return w->short_min + (int)rng_below(r, (uint32_t)(w->short_max - w->short_min + 1));
}

int workload_destination(struct rng *r, int endpoints, int self)
{
    int other = (int)rng_below(r, (uint32_t)endpoints - 1);

    return other < self ? other : other + 1;
}
