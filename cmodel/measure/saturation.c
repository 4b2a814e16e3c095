/* SPDX-License-Identifier: Apache-2.0 */
#include "saturation.h"

#include <math.h>
#include <stdlib.h>

/* Of growth, in standard errors: over the whole run, and of how much that of its second half is over what fades, or
 * over the second half in the eighth of the lanes where most waited before; and from when on a run shows signs of it.
 */
#define GROWS_IN_ALL 4
#define GROWS_IN_HALF 3
#define GROWS_IN_EIGHTH 4
#define SIGNS_OF_GROWTH 2
/* What grows without end grows as much in the second half; a queue at its limit 0.6 times as much, as the root of the
 * time. */
#define FADES 0.6
/* Not saturated: no more waits at the end, of all that was created, and of what an eighth of the lanes created. */
#define WAITING 0.04
#define WAITING_EIGHTH 0.1
/*
 * Sources were held back by more than this share, and by so many standard deviations of what they would have created.
 */
#define HELD_SHARE 0.02
#define HELD_DEVIATIONS 4

int saturation_is_decided(enum saturation_reason reason)
{
    if (reason == SATURATION_SHORT || reason == SATURATION_STALLED)
        return -1;
    return reason != SATURATION_CARRIED;
}

/* What waits in each lane at the beginning of each slice and after the last one, and what was created up to then;
 * packets. */
struct levels {
    int64_t waits[SLICES + 1][METRICS_LANES];
    uint64_t created[METRICS_LANES];
};

static void add_up(struct levels *l, const struct flow (*flow)[METRICS_LANES], int last)
{
    *l = (struct levels){0};
    for (int i = 0; i < last; i++)
        for (int lane = 0; lane < METRICS_LANES; lane++) {
            l->waits[i + 1][lane] = l->waits[i][lane] + flow[i][lane].created - flow[i][lane].delivered;
            l->created[lane] += flow[i][lane].created;
        }
}

/* A lane, and what waits in it: the mean over some slices. */
struct rank {
    int lane;
    double waits;
};

static int by_waits(const void *a, const void *b)
{
    const struct rank *x = a, *y = b;

    return x->waits != y->waits ? (x->waits < y->waits) - (x->waits > y->waits) : x->lane - y->lane;
}

/* Lanes that send, where most waits up to a slice first. @return how many */
static int order(const struct levels *l, int slice, int width, struct rank *rank)
{
    int count = 0;

    for (int lane = 0; lane < METRICS_LANES; lane++) {
        if (l->created[lane] == 0)
            continue;
        rank[count] = (struct rank){lane, 0};
        for (int i = slice - width + 1; i <= slice; i++)
            rank[count].waits += (double)l->waits[i][lane] / width;
        count++;
    }
    qsort(rank, (size_t)count, sizeof *rank, by_waits);
    return count;
}

static int eighth(int lanes)
{
    return (lanes + 7) / 8;
}

/* Share of what these lanes created that waits. */
static double share_waiting(const struct levels *l, const struct rank *rank, int count)
{
    double waits = 0, created = 0;

    for (int i = 0; i < count; i++) {
        waits += rank[i].waits;
        created += (double)l->created[rank[i].lane];
    }
    return created > 0 ? waits / created : 0;
}

/* What these lanes gain in a slice. */
struct gain {
    double mean, error; /* packets; its standard error */
};

static struct gain gain_of(const struct levels *l, const struct rank *rank, int count, int first, int last)
{
    double value[SLICES] = {0};
    struct gain g = {0, 0};

    for (int i = first; i < last; i++) {
        for (int r = 0; r < count; r++)
            value[i - first] += (double)(l->waits[i + 1][rank[r].lane] - l->waits[i][rank[r].lane]);
        g.mean += value[i - first] / (last - first);
    }
    g.error = confidence(value, last - first) / student(last - first - 1);
    return g;
}

static int is_over(const struct gain *g, double errors)
{
    return g->mean > 0 && g->mean >= errors * g->error;
}

/* Growth that is no chance, and does not fade: of all lanes, or of those where most waited in the middle. */
static int grows(const struct levels *l, const struct gain *all, int first, int last)
{
    struct rank rank[METRICS_LANES];
    int middle = first + (last - first) / 2, lanes = order(l, middle, (middle - first) / 4, rank);
    struct gain early = gain_of(l, rank, lanes, first, middle), late = gain_of(l, rank, lanes, middle, last);
    struct gain most = gain_of(l, rank, eighth(lanes), middle, last);

    late.mean -= FADES * fmax(early.mean, 0);
    return (is_over(all, GROWS_IN_ALL) && is_over(&late, GROWS_IN_HALF)) || is_over(&most, GROWS_IN_EIGHTH);
}

struct backlog saturation_of(const struct flow (*flow)[METRICS_LANES], int first, int last)
{
    struct backlog b = {.reason = SATURATION_SHORT};
    struct rank rank[METRICS_LANES];
    struct levels l;
    int lanes, n = last - first;

    add_up(&l, flow, last);
    for (int lane = 0; lane < METRICS_LANES; lane++)
        b.packets += (double)l.waits[last][lane];
    if (n < LEAST_BATCHES)
        return b;
    lanes = order(&l, last, n / 8, rank);
    struct gain all = gain_of(&l, rank, lanes, first, last);
    for (int i = first + n / 2; i < last; i++)
        for (int lane = 0; lane < METRICS_LANES; lane++)
            b.held += (double)l.waits[i + 1][lane] / (n - n / 2);
    b.judged = 1;
    b.growth = all.mean;
    b.half_width = all.error * student(n - 1);
    b.waiting = share_waiting(&l, rank, lanes);
    b.most_waiting = share_waiting(&l, rank, eighth(lanes));
    if (grows(&l, &all, first, last))
        b.reason = SATURATION_GROWS, b.unbounded = 1;
    else if (b.waiting <= WAITING && b.most_waiting <= WAITING_EIGHTH && !is_over(&all, SIGNS_OF_GROWTH))
        b.reason = SATURATION_CARRIED;
    return b;
}

/* Messages come by chance: packets of one come together, and copies of one. */
static int is_held_back(const struct demand *d, double created, double cycles, double message)
{
    double asked = d->packets * cycles, less = asked - created;

    return less > HELD_SHARE * asked && less > HELD_DEVIATIONS * sqrt(asked * fmax(message, 1) * d->together);
}

void saturation_by_demand(struct backlog *b, const struct demand *demand, double created, double cycles, double message)
{
    int more_than_routes = demand->routes > 1 + 1e-9;

    if (more_than_routes)
        b->reason = SATURATION_ROUTES;
    else if (demand->packets > 0 && is_held_back(demand, created, cycles, message))
        b->reason = SATURATION_HELD;
    else
        return;
    b->unbounded = demand->packets == 0; /* what is held back does not wait */
}
