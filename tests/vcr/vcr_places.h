/* SPDX-License-Identifier: Apache-2.0
 *
 * Fabrics of virtual-channel routers for tests: a build on a topology, and a lone packet from everyone to everyone
 * else, which takes as long as docs/spec/vcr.md section 4 says.
 */
#ifndef FEDX_TESTS_VCR_PLACES_H
#define FEDX_TESTS_VCR_PLACES_H

#include <string.h>

#include "../unit.h"
#include "../built.h"
#include "engine/engine.h"
#include "fabric/fabric_internal.h"
#include "vcr/kind/vcr_kind.h"
#include "vcr/kind/vcr_settings.h"

enum { MOST_ROUTERS = 128, SETTLED = 100 /* links are up */, LONE = 100 /* ... and the longest way is done */ };

struct bench {
    struct topology *topology;
    const struct router_kind *kind;
    const struct vcr_parameters *parameters;
    struct vcr_settings settings;
    const struct node_ops *nodes[MOST_ROUTERS];
    struct fabric_config config;
};

/* A build on a topology. */
struct place {
    const struct router_kind *kind;
    const struct vcr_parameters *parameters;
    const struct topology_kind *topology;
    int rows, cols;
    size_t dead;    /* links that are not there */
    unsigned flits; /* of a packet; 0: as usual */
};

static inline void prepare(struct bench *b, const struct place *p)
{
    static const struct topology_end dead[] = {{5, 0, 0}, {9, 2, 0}};
    const char *error = "";

    memset(b, 0, sizeof *b);
    b->topology = topology_create_without(p->topology, p->rows, p->cols, dead, p->dead, &error);
    if (!b->topology)
        fail_msg("%s", error);
    topology_attach(b->topology, p->kind->endpoint_port, p->kind->endpoint_cables);
    assert_true(b->topology->nodes <= MOST_ROUTERS);
    b->kind = p->kind;
    b->parameters = p->parameters;
    vcr_settings_usual(p->parameters, p->topology, &b->settings);
    if (!vcr_settings_regular(p->topology, (int)p->dead))
        vcr_settings_irregular(p->parameters, &b->settings);
    if (p->flits)
        vcr_settings_length(p->parameters, p->flits, &b->settings);
    for (int n = 0; n < b->topology->nodes; n++)
        b->nodes[n] = p->kind->model;
    b->config = (struct fabric_config){
        .topology = b->topology, .kind = p->kind, .settings = &b->settings, .nodes = b->nodes, .stall_cycles = 5000};
    b->config.endpoint.adaptive = 1;
}

/* Cycles, as its settings have them. */
struct delays {
    uint8_t latency, router_stages, credit_stages;
};

static inline void delay(struct bench *b, struct delays d)
{
    b->settings.latency = d.latency;
    b->settings.router_stages = d.router_stages;
    b->settings.credit_stages = d.credit_stages;
}

static inline struct fabric *build(const struct bench *b)
{
    return built(&b->config);
}

static inline void run(struct fabric *f, uint64_t cycles)
{
    engine_cycle.run(f, cycles, 1, NULL, NULL, 0);
}

/* From the head on the source's wire to the tail in the destination's register. */
static inline uint64_t lone_latency(const struct bench *b, int from, int to)
{
    uint64_t hop = 2u - b->parameters->bypass + b->parameters->route_stage + b->settings.router_stages;
    uint64_t routers =
        1u + (uint64_t)topology_distance(b->topology, b->topology->attached[from].node, b->topology->attached[to].node);

    return b->settings.packet_flits + routers * hop + (routers + 1) * b->settings.latency;
}

/* One packet of one in `apart` pairs from everyone to everyone else, alone. @param rtl  of all routers; NULL: models
 * @return pairs */
static inline unsigned every_pair(const struct place *p, struct delays d, const struct node_ops *rtl, unsigned apart)
{
    const uint64_t longest = LONE + 8u * (d.latency + d.router_stages);
    struct bench b;
    unsigned pairs = 0;
    uint64_t sum = 0;

    prepare(&b, p);
    delay(&b, d);
    for (int n = 0; n < b.topology->nodes && rtl; n++)
        b.nodes[n] = rtl;
    struct fabric *f = build(&b);
    run(f, SETTLED);
    for (int from = 0; from < b.topology->endpoints; from++)
        for (int to = 0; to < b.topology->endpoints; to++) {
            if (from == to || (unsigned)(from * b.topology->endpoints + to) % apart)
                continue;
            endpoint_send(fabric_endpoint(f, from), fabric_cycle(f), to, 1);
            run(f, longest);
            sum += lone_latency(&b, from, to);
            assert_int_equal(fabric_stats(f).delivered, ++pairs);
            assert_int_equal(fabric_stats(f).packet.sum, sum);
        }
    no_fault(f);
    fabric_destroy(f);
    topology_destroy(b.topology);
    return pairs;
}

#endif
