/* SPDX-License-Identifier: Apache-2.0
 *
 * Derouting in hexagonal meshes, hop by hop: how far a packet goes round about, that only an occupied shortest way
 * sends it there, and that no direction is preferred. docs/spec/fedx.md section 10.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../unit.h"
#include "../built.h"
#include "fabric/fabric.h"
#include "fedx/kind/fedx_kind.h"
#include "fedx/speed/fedx_engine_event.h"

struct bench {
    struct topology *topology;
    struct fedx_settings settings;
    struct traffic traffic;
    struct fabric_config config;
    struct fabric *fabric;
    FILE *hops;
};

static void create(struct bench *b, int edge, int latency, const char *workload, double load)
{
    const char *error = "";

    memset(b, 0, sizeof *b);
    b->topology = topology_create(&topology_hexmesh, 1, topology_hexmesh.nodes_of_edge(edge), &error);
    assert_non_null(b->topology);
    b->hops = tmpfile();
    assert_non_null(b->hops);
    b->settings = fedx_settings_default();
    b->settings.deroute_hops = b->settings.random_select = 1;
    b->settings.latency = latency;
    traffic_init(&b->traffic, b->topology->rows, b->topology->cols);
    b->config =
        (struct fabric_config){.topology = b->topology, .kind = &fedx_kind, .settings = &b->settings, .hops = b->hops};
    b->config.endpoint = (struct endpoint_settings){.workload = workload ? workload_find(workload) : NULL,
                                                    .traffic = &b->traffic,
                                                    .load = load,
                                                    .adaptive = 1,
                                                    .derouting = b->topology,
                                                    .seed = 1};
    b->fabric = built(&b->config);
}

static void destroy(struct bench *b)
{
    fabric_destroy(b->fabric);
    topology_destroy(b->topology);
    traffic_finish(&b->traffic);
    fclose(b->hops);
}

static void run(struct bench *b, uint64_t cycles)
{
    assert_int_equal(fedx_engine_event.run(b->fabric, cycles, 1, NULL, NULL, 0), 0);
}

/* An accepted attempt of the hop trace. */
struct hop {
    int node, sender, source, destination, message, packet;
};
enum { MOST_NODES = 91, MOST_PACKETS = 30, FROM_PE = FEDX_PORTS, EJECTION = FEDX_PE_PORT };
static int hops_of[MOST_NODES][ENDPOINT_UNDER_WAY][MOST_PACKETS]; /* that a packet has made */

/* What the hops of a run come to. */
struct hops {
    unsigned long packets, hops, about;
    unsigned long by_port[FEDX_LINKS];
    int longest;
};

static int next_accepted(FILE *trace, struct hop *h)
{
    int reason, taken;

    do {
        taken = fscanf(trace, "%*u %d %d %d %d %d %d %d %*u", &h->node, &h->sender, &reason, &h->source,
                       &h->destination, &h->message, &h->packet);
        if (taken < 7)
            return 0;
    } while (reason != FEDX_REJECT_NONE);
    return 1;
}

/* A hop from switch to switch: nearer, or on the first hops round about by one of the ports that are for it. */
static void check_hop(const struct topology *t, const struct hop *h, int *made, struct hops *seen)
{
    int start = topology_distance(t, h->source, h->destination), here = topology_distance(t, h->node, h->destination);
    int next = topology_distance(t, t->links[h->node][h->sender].node, h->destination);
    struct topology_route route = topology_route(t, h->node, h->destination);

    if (next == here) {
        assert_true(*made < start - 1);
        assert_true(route.other >> h->sender & 1);
        seen->about++;
    } else {
        assert_int_equal(next, here - 1);
        assert_true(route.best >> h->sender & 1);
    }
    ++*made;
    assert_in_range(*made, 1, 2 * start - 1);
    seen->longest = *made - start > seen->longest ? *made - start : seen->longest;
    seen->hops++;
    seen->by_port[h->sender]++;
}

static struct hops check_hops(struct bench *b)
{
    struct hops seen = {0};
    struct hop h;

    rewind(b->hops);
    while (next_accepted(b->hops, &h)) {
        int *made = &hops_of[h.source][h.message % ENDPOINT_UNDER_WAY][h.packet];
        if (h.sender == FROM_PE)
            *made = 0;
        else if (h.sender == EJECTION)
            seen.packets++;
        else
            check_hop(b->topology, &h, made, &seen);
    }
    return seen;
}

TEST(no_farther_and_only_at_first)
{
    unsigned long hops = 0;

    for (int edge = 2; edge <= 6; edge++) {
        struct bench b;
        create(&b, edge, 0, "wk-long", 1);
        run(&b, 60000);
        struct hops seen = check_hops(&b);
        printf(
            "           E%d: %lu packets, %lu hops, %lu of them round about, a way at most %d longer than the shortest\n",
            edge, seen.packets, seen.hops, seen.about, seen.longest);
        assert_int_equal(seen.about > 0, edge > 2); /* in an E2 every way is one hop */
        hops += seen.hops;
        destroy(&b);
    }
    COMPARED(hops, "hops");
}

/* What is left to chance are the numbers of packets: at most five times their deviation. */
TEST(directions_are_even)
{
    struct bench b;
    struct hops seen;

    create(&b, 4, 0, "single", 0.9);
    run(&b, 300000);
    seen = check_hops(&b);
    assert_true(seen.about * 20 > seen.hops);
    for (int p = 0; p < FEDX_LINKS; p++) {
        double mean = (double)seen.hops / FEDX_LINKS, off = (double)seen.by_port[p] - mean;
        printf("           port %d: %lu hops, %+.2f %% of the mean\n", p, seen.by_port[p], 100 * off / mean);
        assert_true(off * off < 25 * mean);
    }
    COMPARED(seen.hops, "hops");
    destroy(&b);
}

/* However long the turn of a link takes to come: a packet that is alone never goes round about. */
TEST(alone_never)
{
    unsigned long packets = 0;

    for (int latency = 0; latency <= FEDX_MAX_LATENCY; latency++) {
        struct bench b;
        create(&b, 4, latency, NULL, 1);
        run(&b, 100);
        for (int from = 0; from < b.topology->nodes; from += 9)
            for (int to = 0; to < b.topology->nodes; to++)
                if (to != from) {
                    assert_int_equal(endpoint_send(fabric_endpoint(b.fabric, from), fabric_cycle(b.fabric), to, 1), 0);
                    run(&b, 600);
                    assert_int_equal(fabric_pending(b.fabric), 0);
                }
        struct hops seen = check_hops(&b);
        assert_int_equal(seen.about, 0);
        packets += seen.packets;
        destroy(&b);
    }
    COMPARED(packets, "lone packets, none derouted");
}

RUN_TESTS
