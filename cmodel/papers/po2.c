/* SPDX-License-Identifier: Apache-2.0
 *
 * See po2.h. A packet is in category (d, a): d hops from its destination, a deroutes may come. It begins in (d, d - 1);
 * a falls with every hop, down to 0. What flows from category to category is hops.
 */
#include "po2.h"

enum { LINKS = 6, LINK_CYCLES = 2 * 160 /* of both ports */, MOST_STEPS = 100000 };

/* Steps end when the utilisation moves by less. */
static const double settled = 1e-13;

double po2_ratio(int overhead)
{
    return (LINK_CYCLES + overhead) / (double)LINK_CYCLES;
}

/*
 * That a packet which may be derouted finds a best port before all others: one of the 1/d with a single best port,
 * whose two no-farther ports make three to choose from, or one of those with two best ports out of four.
 */
static double best_first(int distance, double busy)
{
    double single = 1.0 / distance;

    return single / (1 + busy + busy * busy) + (1 - single) / (1 + busy * busy);
}

/* Share of the destinations at a distance: 6d of the 3n(n - 1). */
static double distance_fraction(const struct po2 *m, int distance)
{
    return 2.0 * distance / ((double)m->edge * (m->edge - 1));
}

/* From the injection of one packet to its ejection: d goes down, and in each distance a. */
double po2_path(const struct po2 *m, double busy)
{
    double flow[PO2_MOST_EDGE] = {0} /* [a], through the categories of a distance */, hops = 0;

    for (int d = m->edge - 1; d > 0; d--) {
        double best = m->derouting ? best_first(d, busy) : 1, nearer = 0;
        flow[d - 1] += distance_fraction(m, d);
        for (int a = d - 1; a > 0; a--) {
            double through = flow[a];
            hops += through;
            flow[a - 1] += (1 - best) * through;
            flow[a] = nearer; /* of (d - 1, a) from here on */
            nearer = best * through;
        }
        hops += flow[0];
        flow[0] += nearer;
    }
    return hops;
}

/*
 * A packet begins every 1 / (pe / s) packet times at each node, and each of its hops takes a sixth of the ports of one.
 */
static double demand(const struct po2 *m, double pe, double busy)
{
    return pe / m->ratio * po2_path(m, busy) / LINKS;
}

/* Ways get longer with it, and it with the ways: from 0 it rises to where both agree. */
double po2_internal(const struct po2 *m, double pe)
{
    double busy = 0, next = 0;

    for (int i = 0; i < MOST_STEPS; i++, busy = next) {
        next = demand(m, pe, busy);
        next = next < 1 ? next : 1;
        if (next - busy < settled)
            break;
    }
    return next;
}

double po2_attainable(const struct po2 *m)
{
    double full = demand(m, 1, 1);

    return full < 1 ? 1 : 1 / full;
}
