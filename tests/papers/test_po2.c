/* SPDX-License-Identifier: Apache-2.0
 *
 * The analytic model against the figures that the PO2 paper prints: every cell of its table 1, and the percentages of
 * its section 4.
 */
#include <math.h>
#include <stdlib.h>

#include "../unit.h"
#include "papers/po2.h"
#include "topology/topology.h"

/* 80 cycles into the fabric and 20 out of it. */
enum { OVERHEAD = 100, FIRST = 6, LAST = 12 };

/* To a tenth of a per cent, as the paper prints. */
static double tenths(double share)
{
    return floor(share * 1000 + 0.5) / 10;
}

static double attainable(int edge, int overhead, int derouting)
{
    return po2_attainable(&(struct po2){edge, po2_ratio(overhead), derouting});
}

/* Table 1: minimal, derouting and penalty, with overhead and without; no penalty: 0. */
static const double table[][2][3] = {
    {{100, 100, 0}, {100, 100, 0}},
    {{100, 100, 0}, {100, 97.7, -2.3}},
    {{100, 100, 0}, {100, 83.9, -16.1}},
    {{100, 96.5, -3.5}, {100, 73.5, -26.5}},
    {{100, 86.0, -14.0}, {94.7, 65.5, -30.8}},
    {{100, 77.4, -22.6}, {85.7, 59.0, -31.2}},
    {{100, 70.5, -29.5}, {78.3, 53.7, -31.4}},
};

static void is(double got, double want, const char *what, int edge)
{
    if (fabs(got - want) > 0.001)
        fail_msg("E%d %s: %.3f, the paper has %.1f", edge, what, got, want);
}

/* With overhead the paper took its rounded figure without, times s; penalties are of rounded figures. */
TEST(table_1_as_printed)
{
    unsigned cells = 0;

    for (int edge = FIRST; edge <= LAST; edge++)
        for (int without = 0; without < 2; without++, cells += 3) {
            const double *want = table[edge - FIRST][without];
            int overhead = without ? 0 : OVERHEAD;
            double alone = tenths(attainable(edge, 0, 1)) / 100;
            double minimal = tenths(attainable(edge, overhead, 0));
            double derouting = attainable(edge, overhead, 1) < 1 ? tenths(alone * po2_ratio(overhead)) : 100;
            is(minimal, want[0], "minimal", edge);
            is(derouting, want[1], "derouting", edge);
            is(tenths(derouting / minimal - 1), want[2], "penalty", edge);
        }
    COMPARED(cells, "cells of table 1, rounded in its way");
}

/*
 * Without its ways of rounding three cells differ, by a tenth, all of E10: derouting and penalty with overhead, penalty
 * without.
 */
TEST(table_1_as_it_comes)
{
    unsigned cells = 0, differ = 0;

    for (int edge = FIRST; edge <= LAST; edge++)
        for (int without = 0; without < 2; without++) {
            int overhead = without ? 0 : OVERHEAD;
            double minimal = attainable(edge, overhead, 0), derouting = attainable(edge, overhead, 1);
            double got[] = {tenths(minimal), tenths(derouting), tenths(derouting / minimal - 1)};
            for (int i = 0; i < 3; i++, cells++) {
                double off = fabs(got[i] - table[edge - FIRST][without][i]);
                assert_true(off < (edge == 10 ? 0.101 : 0.001));
                differ += off > 0.001;
            }
        }
    assert_int_equal(differ, 3);
    COMPARED(cells, "cells of table 1");
}

static void per_cent(int edge, int overhead, int derouting, double pe, double want)
{
    double got = 100 * po2_internal(&(struct po2){edge, po2_ratio(overhead), derouting}, pe);

    if (fabs(got - want) > 0.5)
        fail_msg("E%d with %d cycles of overhead, derouting %d: %.2f%% internal, the paper has %.0f%%", edge, overhead,
                 derouting, got, want);
}

/* Section 4: internal ports with PE ports at 100%. */
TEST(text)
{
    per_cent(6, OVERHEAD, 0, 1, 47);
    per_cent(6, OVERHEAD, 1, 1, 57);
    per_cent(6, 0, 0, 1, 61);
    per_cent(6, 0, 1, 1, 81);
    per_cent(8, OVERHEAD, 0, 1, 63);
    per_cent(8, OVERHEAD, 1, 1, 88);
    per_cent(8, 0, 0, 1, 83);
    per_cent(8, 0, 1, 1, 100);
    is(tenths(attainable(8, 0, 1)), 83.9, "derouting", 8);
    per_cent(6, OVERHEAD, 0, 0.95, 44);
    /* Minimal routing is limited by the links from E13 on, which has 469 nodes. */
    for (int edge = 2; edge <= 40; edge++)
        assert_int_equal(attainable(edge, OVERHEAD, 0) < 1, edge >= 13);
    assert_int_equal(topology_hexmesh.nodes_of_edge(13), 469);
    /* "Asymptotically about 30%": from E10 on it is that, on its way to a third. */
    for (int edge = 10; edge <= PO2_MOST_EDGE; edge += 10) {
        double loss = 1 - attainable(edge, 0, 1) / attainable(edge, 0, 0);
        assert_true(loss > 0.3 && loss < 1.0 / 3);
    }
    COMPARED(11, "figures of the text");
}

/* Shortest ways are as long as in the topology; with idle links nobody is derouted; a way has 2d - 1 hops at most. */
TEST(paths)
{
    unsigned compared = 0;

    for (int edge = 2; edge <= 13; edge++) {
        const char *error;
        struct topology *t = topology_create(&topology_hexmesh, 1, topology_hexmesh.nodes_of_edge(edge), &error);
        struct po2 minimal = {edge, 1, 0}, derouting = {edge, 1, 1};
        double longest = 0, last = t->mean_distance;
        for (int d = 1; d < edge; d++)
            longest += 6.0 * d * (2 * d - 1) / (t->nodes - 1);
        assert_true(fabs(po2_path(&derouting, 0) - t->mean_distance) < 1e-9);
        for (int i = 0; i <= 10; i++, compared++) {
            double hops = po2_path(&derouting, i / 10.0);
            assert_true(fabs(po2_path(&minimal, i / 10.0) - t->mean_distance) < 1e-9);
            assert_true(hops >= last - 1e-9 && hops <= longest + 1e-9);
            last = hops;
        }
        topology_destroy(t);
    }
    COMPARED(compared, "mean ways");
}

/* E3 by hand: 6 packets at distance 1, 12 at distance 2, half of which have one best port. */
TEST(by_hand)
{
    for (int i = 0; i <= 10; i++) {
        double p = i / 10.0, best = 0.5 / (1 + p + p * p) + 0.5 / (1 + p * p);
        double hops = po2_path(&(struct po2){3, 1, 1}, p);
        assert_true(fabs(hops - (1.0 / 3 + 2.0 / 3 * (2 * best + 3 * (1 - best)))) < 1e-12);
    }
    COMPARED(11, "mean ways of E3");
}

/* The iteration ends where assumed and resulting utilisation agree, and what is attainable is where that becomes 1. */
TEST(fixed_points)
{
    unsigned compared = 0;

    for (int edge = 2; edge <= 40; edge++)
        for (double ratio = 0.25; ratio < 4; ratio *= 1.37, compared++) {
            struct po2 m = {edge, ratio, 1};
            double limit = po2_attainable(&m), busy = po2_internal(&m, 0.999 * limit);
            assert_true(busy < 1 && busy > 0);
            assert_true(fabs(0.999 * limit / ratio * po2_path(&m, busy) / 6 - busy) < 1e-9);
            assert_true(limit == 1 || po2_internal(&m, limit) > 0.999);
        }
    COMPARED(compared, "fixed points");
}

RUN_TESTS
