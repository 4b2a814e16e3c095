/* SPDX-License-Identifier: Apache-2.0 */
#include "../unit.h"
#include "vcr_subject.h"

#include "topology/graph_make.h"
#include "topology/routes.h"
#include "topology/topology_graph.h"
#include "traffic/workload.h"
#include "vcr/kind/vcr_deadlock.h"
#include "vcr/kind/vcr_via.h"
#include "vcr/kind/vcr_kind.h"
#include "vcr/kind/vcr_packet.h"
#include "vcr/kind/vcr_shape.h"

static unsigned draw(struct rng *r, unsigned bound)
{
    return (unsigned)(rng_next(r) % bound);
}

static void create(struct rng *r, struct vcr_subject *s, const struct topology_kind *kind, int rows, int cols)
{
    const char *error = "";

    s->topology = topology_create(kind, rows, cols, &error);
    if (!s->topology)
        fail_msg("%s", error);
    topology_attach(s->topology, s->config.kind->endpoint_port,
                    1 + (int)draw(r, (unsigned)s->config.kind->endpoint_cables));
    s->config.topology = s->topology;
}

/* One build or the other on what it is for; sizes that need route tables, too. */
static void draw_small(struct rng *r, struct vcr_subject *s)
{
    static const struct topology_kind *const grids[] = {&topology_mesh, &topology_torus};
    int tree = draw(r, 2) == 0, big = draw(r, 4) == 0;
    const struct topology_kind *kind = tree ? &topology_tree : grids[draw(r, 2)];
    int rows = tree ? (draw(r, 2) ? 4 : 2) : 2 + (int)draw(r, big ? 7 : 4),
        cols = tree ? 2 + (int)draw(r, 2) : 2 + (int)draw(r, big ? 7 : 4);

    s->config.kind = tree && draw(r, 4) ? &vcr_kind_tree : draw(r, 3) ? &vcr_kind_mesh : &vcr_kind_deep;
    create(r, s, kind, rows, cols);
}

/* Of more than 64 routers. */
static void draw_large(struct rng *r, struct vcr_subject *s)
{
    static const struct topology_kind *const kinds[] = {&topology_mesh, &topology_torus, &topology_tree,
                                                        &topology_tree};
    const struct topology_kind *kind = kinds[draw(r, 4)];
    int tree = kind == &topology_tree, wide = draw(r, 2) == 0;
    int rows = tree ? (wide ? 4 : 2) : 8 + (int)draw(r, 4), cols = tree ? (wide ? 4 : 6) : 9 + (int)draw(r, 6);

    s->config.kind = tree && draw(r, 4) ? &vcr_kind_tree : draw(r, 3) ? &vcr_kind_mesh : &vcr_kind_deep;
    create(r, s, kind, rows, cols);
}

/* Stages of routers in half of all, of credits in half, fewer than packets have flits. */
static void draw_stages(struct vcr_subject *s)
{
    struct rng own = rng_stream(s->settings.random_seed, 2), *r = &own;
    unsigned which = draw(r, 6), most = s->settings.packet_flits - (unsigned)s->settings.latency;

    most = most < KIND_MOST_STAGES + 1 ? most : KIND_MOST_STAGES + 1;
    s->settings.router_stages = (uint8_t)(which < 3 ? draw(r, most) : 0);
    s->settings.credit_stages = (uint8_t)(which > 1 && which < 5 ? draw(r, most) : 0);
}

static struct vcr_parameters parameters_of(const struct router_kind *kind)
{
    return kind == &vcr_kind_tree   ? vcr_parameters_tree
           : kind == &vcr_kind_deep ? vcr_parameters_deep
                                    : vcr_parameters_mesh;
}

/* How heads choose: anything. The channels stay as they are, so that there is an escape. */
static void draw_choices(struct rng *r, struct vcr_subject *s)
{
    const struct vcr_parameters *parameters = &s->parameters;

    for (int k = 0; k < VCR_CLASSES && draw(r, 3); k++) {
        struct vcr_class_settings *c = &s->settings.class[0];
        c->select = (uint8_t)draw(r, 3);
        c->busy_too = (uint8_t)draw(r, 2);
        c->redraw = (uint8_t)draw(r, 2);
        c->prefer = (uint8_t)(s->config.endpoint.ways == 2 ? 0 : draw(r, 3)); /* a way of two is one way */
        c->adaptive = (uint8_t)(s->config.endpoint.ways != 2 && draw(r, 4) != 0);
        if (parameters->vcs > 1 && draw(r, 2))
            c->vc_mask &= (uint16_t)(draw(r, 2) ? 0x000f : 0x00ff);
    }
    if (s->topology->kind != &topology_tree && !s->topology->routes && parameters->vcs > 1 && draw(r, 6) == 0)
        vcr_settings_escape_only(parameters, s->topology->kind == &topology_torus, &s->settings.class[0]);
}

/* Virtual cut-through, where links stay with a packet. */
static void draw_allocation(struct rng *r, struct vcr_subject *s)
{
    const struct vcr_parameters *parameters = &s->parameters;

    s->settings.latency = (uint8_t)(draw(r, 2) ? 0 : draw(r, KIND_MOST_LATENCY + 1) % s->settings.packet_flits);
    s->settings.random_seed = rng_next(r);
    draw_stages(s);
    s->settings.by_input = !parameters->speedup && s->settings.random_seed >> 63;
    s->settings.oldest = draw(r, 2) & 1u;
    s->settings.link_hold = (uint8_t)(parameters->vcs > 1 || draw(r, 2));
    if (draw(r, 2))
        s->settings.alloc_credits =
            (uint8_t)(s->settings.packet_flits + draw(r, parameters->depth - s->settings.packet_flits + 1u));
}

/* Of a table, one time in three: routes whose packets do not wait for each other. */
static void draw_routes(struct rng *r, struct vcr_subject *s)
{
    static const char *const names[] = {"up-down",    "dimension-order", "yx",       "west-first",
                                        "north-last", "negative-first",  "odd-even", "o1turn"};
    unsigned known = s->topology->kind != &topology_mesh ? 1 : s->parameters.vcs > 1 ? 8 : 7;
    char reason[TOPOLOGY_ROUTES_ERROR] = "";

    s->config.endpoint.ways = 1;
    if (s->parameters.table_size < s->topology->endpoints || draw(r, 3))
        return;
    if (topology_routes_create(s->topology) != 0 ||
        topology_routes_fill(s->topology, topology_routing_find(names[draw(r, known)]), reason) != 0 ||
        topology_routes_finish(s->topology, reason) != 0)
        fail_msg("%s: %s", s->topology->name, reason);
    s->config.endpoint.ways = s->topology->routes->ways;
    vcr_settings_routed(&s->parameters, s->topology->routes->ways, &s->settings);
}

static void draw_settings(struct rng *r, struct vcr_subject *s)
{
    const struct vcr_parameters *parameters = &s->parameters;

    vcr_settings_usual(parameters, s->topology->kind, &s->settings);
    draw_routes(r, s);
    if (draw(r, 2))
        vcr_settings_length(parameters, 2 + draw(r, parameters->depth - 1u), &s->settings);
    draw_allocation(r, s);
    draw_choices(r, s);
    s->config.settings = &s->settings;
}

/* Terminals with queues in one half, SAT in two thirds of it: shares of some packets or of very few. */
static void draw_terminals(struct rng *r, struct vcr_subject *s)
{
    s->settings.terminal_queue = (uint8_t)draw(r, 2);
    if (!s->settings.terminal_queue)
        return;
    s->settings.sat_mode = (uint8_t)draw(r, 3);
    s->settings.sat_l = (uint16_t)draw(r, draw(r, 2) ? 4 : 20);
    s->settings.sat_k = (uint16_t)(s->settings.sat_l + draw(r, draw(r, 2) ? 2 : 20) + !s->settings.sat_l);
}

static void draw_traffic(struct rng *r, struct vcr_subject *s)
{
    struct topology_shape parameters = topology_shape(s->topology);
    struct endpoint_settings *pe = &s->config.endpoint;
    unsigned workloads = 0, patterns = 0, chosen;

    while (traffic_workloads[workloads].name)
        workloads++;
    while (traffic_patterns[patterns].name)
        patterns++;
    traffic_init(&s->traffic, parameters.rows, parameters.cols);
    do
        chosen = draw(r, patterns);
    while (!traffic_patterns[chosen].fits(s->traffic.shape));
    s->traffic.pattern = &traffic_patterns[chosen];
    if (draw(r, 4) == 0) {
        s->traffic.on_mean = 1 + draw(r, 1000);
        s->traffic.off_mean = 1 + draw(r, 1000);
    } else {
        s->traffic.bernoulli = draw(r, 2) == 0;
    }
    pe->traffic = &s->traffic;
    pe->workload = &traffic_workloads[draw(r, workloads)];
    pe->load = 0.05 + 0.01 * draw(r, 120);
    pe->adaptive = draw(r, 4) != 0;
    pe->derouting = draw(r, 4) == 0 && !s->topology->routes ? s->topology : NULL; /* given routes have no escape */
    pe->seed = rng_next(r);
    pe->inject_overhead = draw(r, 4) ? 0 : (int)draw(r, draw(r, 4) ? 30 : 600);
    pe->eject_overhead = draw(r, 4) ? 0 : (int)draw(r, draw(r, 4) ? 30 : 600);
    pe->schedule.skip_blocked = draw(r, 3) == 0;
}

/* Whether responses keep out of the way of requests: they have the upper half of the channels. */
static void draw_classes(struct rng *r, struct vcr_subject *s)
{
    unsigned half = s->parameters.vcs / 2u;

    s->config.endpoint.responses.classes = 1;
    if (half == 0 || s->config.endpoint.ways == 2 || draw(r, 3) == 0)
        return;
    s->config.endpoint.responses.classes = 2;
    for (unsigned k = 0; k < VCR_CLASSES; k++)
        vcr_settings_part(&s->settings.class[k], k / PACKET_RESPONSE, half);
}

/*
 * Requests that are answered, two times in five: with little room, so that packets wait in PEs, or with much. What is
 * drawn besides is the same without.
 */
static void draw_responses(struct vcr_subject *s)
{
    struct responder_settings *responses = &s->config.endpoint.responses;
    struct rng own = rng_stream(s->config.endpoint.seed, 0), *r = &own;

    if (s->settings.terminal_queue || draw(r, 5) > 1)
        return;
    responses->packets = 1 + (int)draw(r, draw(r, 4) ? 4 : 40);
    responses->outstanding = 1 + (int)draw(r, RESPONDER_MOST_OUTSTANDING);
    responses->room = 1 + (int)draw(r, draw(r, 2) ? 3 : 200);
    responses->service_time = draw(r, 2) ? 0 : (int)draw(r, draw(r, 2) ? 40 : 3000);
    draw_classes(r, s);
}

/* Likewise, if packets cannot wait for each other for ever then. */
static void draw_safe_responses(struct vcr_subject *s)
{
    const struct vcr_settings without = s->settings;
    struct responder_settings *responses = &s->config.endpoint.responses;
    unsigned spare = s->parameters.depth - (unsigned)s->settings.alloc_credits;
    char error[256];

    if (s->settings.alloc_credits < s->settings.packet_flits)
        return;
    draw_responses(s);
    if (responses->room < responses->outstanding * (s->topology->endpoints - 1))
        s->settings.classes = (uint8_t)responses->classes;
    if (responses->packets == 0 ||
        ((responses->classes == 1 || spare < s->settings.packet_flits) &&
         vcr_deadlock_check(&s->parameters, &s->settings, s->topology, 0, error, sizeof error) >= 0))
        return;
    s->settings = without;
    *responses = (struct responder_settings){.packets = 0};
}

static void draw_rest(struct rng *r, struct vcr_subject *s, uint64_t cycles)
{
    draw_settings(r, s);
    draw_terminals(r, s);
    draw_traffic(r, s);
    draw_responses(s);
    s->config.stall_cycles = 3000;
    s->config.warmup = cycles / 10;
}

void vcr_subject_draw(struct rng *r, struct vcr_subject *s, uint64_t cycles)
{
    memset(s, 0, sizeof *s);
    draw_small(r, s);
    s->parameters = parameters_of(s->config.kind);
    draw_rest(r, s, cycles);
}

void vcr_subject_draw_large(struct rng *r, struct vcr_subject *s, uint64_t cycles)
{
    memset(s, 0, sizeof *s);
    draw_large(r, s);
    s->parameters = parameters_of(s->config.kind);
    draw_rest(r, s, cycles);
}

/* Shapes ---------------------------------------------------------------------------------------------------------- */

struct vcr_parameters vcr_subject_shape(struct rng *r, int events)
{
    struct vcr_parameters s = {.ports = (uint8_t)(3 + draw(r, VCR_MOST_PORTS - 2)),
                               .vcs = (uint8_t)(1 + draw(r, VCR_MOST_VCS)),
                               .depth = (uint8_t)(2 + draw(r, draw(r, 2) ? 8 : VCR_MOST_DEPTH - 1)),
                               .words = (uint8_t)(1u << draw(r, 3)),
                               .bypass = (uint8_t)(events || draw(r, 2)),
                               .route_stage = (uint8_t)draw(r, 2),
                               .speedup = (uint8_t)(events || draw(r, 2))};

    if (s.ports < 4) { /* a graph alone, where one channel is for escape */
        s.route_stage = 1;
        s.vcs = (uint8_t)(s.vcs + (s.vcs == 1));
    }
    if (s.route_stage && (s.ports < 4 || draw(r, 4)))
        s.table_size = draw(r, 2) ? VCR_MOST_TABLE : 64;
    s.via = draw(r, 3) == 0;
    if (!s.speedup)
        s.repeats = (uint8_t)draw(r, VCR_MOST_REPEATS + 1);
    return s;
}

/* Ports are what decides which graphs can be had. */
static void create_graph(struct rng *r, struct vcr_subject *s)
{
    int ports = s->parameters.ports, routers = 2 + (int)draw(r, (unsigned)ports - 2), left = ports - routers + 1;
    const struct {
        const char *name;
        struct graph_size size;
    } graphs[] = {{"ring", {{3 + (int)draw(r, 8)}, 1, 1 + (int)draw(r, (unsigned)ports - 2) % 3, 0}},
                  {"hyperx", {{routers}, 1, left < 3 ? left : 3, 0}},
                  {"random", {{2 + (int)draw(r, 63), ports - 1}, 2, 1, rng_next(r)}},
                  {"torus", {{3, 3, 3}, 3, 1, 0}}};
    unsigned k = draw(r, ports < 7 ? 3 : 4);
    char reason[TOPOLOGY_GRAPH_ERROR];
    struct topology_graph graph;
    const char *error = "";

    if (graph_make(graph_maker_find(graphs[k].name), &graphs[k].size, &graph, reason) != 0)
        fail_msg("%s: %s", graphs[k].name, reason);
    s->topology = topology_create_graph(&graph, NULL, 0, &error);
    topology_graph_free(&graph);
    if (!s->topology)
        fail_msg("%s: %s", graphs[k].name, error);
    topology_attach(s->topology, s->config.kind->endpoint_port, s->config.kind->endpoint_cables);
    s->config.topology = s->topology;
}

static void create_any(struct rng *r, struct vcr_subject *s)
{
    static const struct topology_kind *const grids[] = {&topology_mesh, &topology_torus};
    int ports = s->parameters.ports;
    unsigned what = draw(r, 4);

    if (ports >= 5 && what < 2)
        create(r, s, grids[what], 2 + (int)draw(r, 4), 2 + (int)draw(r, 4));
    else if (ports >= 4 && (what == 2 || s->parameters.table_size == 0))
        create(r, s, &topology_tree, 2 + (int)draw(r, (unsigned)ports / 2 - 1), 2);
    else
        create_graph(r, s);
}

/* Packets that a terminal has room for. */
static void draw_length(struct rng *r, struct vcr_subject *s, int events)
{
    const struct vcr_parameters *p = &s->parameters;
    unsigned most = VCR_MOST_PACKET_WORDS / p->words;

    most = most < VCR_MOST_LENGTH ? most : VCR_MOST_LENGTH;
    most = events && p->depth < most ? p->depth : most;
    vcr_settings_length(p, 2 + draw(r, most - 1), &s->settings);
}

/* @return whether routers know the ways, and no packets wait for each other for ever */
static int draw_ways(struct rng *r, struct vcr_subject *s, int events)
{
    char error[256];

    create_any(r, s);
    vcr_settings_usual(&s->parameters, s->topology->kind, &s->settings);
    if (!vcr_settings_regular(s->topology->kind, 0))
        vcr_settings_irregular(&s->parameters, &s->settings);
    draw_routes(r, s);
    draw_length(r, s, events);
    if (events)
        draw_allocation(r, s);
    draw_choices(r, s);
    if (vcr_settings_routing(s->topology) == VCR_ROUTE_TABLE && s->parameters.table_size < s->topology->endpoints)
        return 0;
    return vcr_deadlock_check(&s->parameters, &s->settings, s->topology, 0, error, sizeof error) >= 0;
}

/* Intermediate routers, where a shape has them and packets do not wait for each other for ever then. */
static void draw_via(struct vcr_subject *s, int events)
{
    const struct vcr_settings without = s->settings;
    unsigned grid = vcr_via_grid(s->topology), half = s->parameters.vcs / 2u;
    struct rng own = rng_stream(s->config.endpoint.seed, 1);
    char error[256];

    if (!s->parameters.via || half == 0 || s->topology->kind == &topology_tree || s->config.endpoint.ways == 2 ||
        s->topology->endpoints > VCR_VIA_ENDPOINTS)
        return;
    s->settings.via = (grid ? 1 + draw(&own, 2) : VCR_VIA_VALIANT) & 15u;
    if (!events && draw(&own, 2)) {
        s->settings.via = VCR_VIA_UGAL;
        s->settings.via_bias = draw(&own, 2) ? 0 : draw(&own, 256) & 255u;
    }
    for (unsigned k = 0; k < VCR_CLASSES; k++)
        vcr_settings_part(&s->settings.class[k], k % 2, half);
    if (vcr_deadlock_check(&s->parameters, &s->settings, s->topology, 0, error, sizeof error) < 0)
        s->settings = without;
    s->config.endpoint.second_half = s->settings.via != VCR_VIA_NONE;
    s->config.endpoint.sees_router = s->settings.via == VCR_VIA_UGAL;
}

static void draw_of_shape(struct rng *r, struct vcr_subject *s, uint64_t cycles, int events)
{
    s->config.settings = &s->settings;
    while (!draw_ways(r, s, events))
        topology_destroy(s->topology);
    draw_terminals(r, s);
    draw_traffic(r, s);
    draw_via(s, events);
    if (s->settings.via == VCR_VIA_NONE)
        draw_safe_responses(s);
    s->config.endpoint.derouting = NULL;
    s->config.stall_cycles = 100000;
    s->config.warmup = cycles / 10;
}

void vcr_subject_draw_shape(struct rng *r, struct vcr_subject *s, uint64_t cycles, int events)
{
    memset(s, 0, sizeof *s);
    s->parameters = vcr_subject_shape(r, events);
    s->config.kind = vcr_shape_hold(&s->parameters);
    draw_of_shape(r, s, cycles, events);
}

void vcr_subject_draw_build(struct rng *r, struct vcr_subject *s, uint64_t cycles, const struct router_kind *kind,
                            const struct vcr_parameters *parameters)
{
    memset(s, 0, sizeof *s);
    s->parameters = *parameters;
    s->config.kind = kind;
    draw_of_shape(r, s, cycles, parameters->bypass && parameters->speedup && draw(r, 3));
}

void vcr_subject_crowd(struct vcr_subject *s, unsigned latency)
{
    s->settings.packet_flits = s->settings.alloc_credits = 2;
    s->settings.latency = (uint8_t)latency;
    s->settings.router_stages = s->settings.credit_stages = 0;
    s->config.endpoint.workload = workload_find("single");
    s->config.endpoint.load = 3;
    s->config.endpoint.inject_overhead = s->config.endpoint.eject_overhead = 0;
}

void vcr_subject_finish(struct vcr_subject *s)
{
    traffic_finish(&s->traffic);
    topology_destroy(s->topology);
    vcr_shape_release(s->config.kind);
}

void vcr_subject_print(int number, const struct vcr_subject *s)
{
    const struct vcr_class_settings *c = &s->settings.class[0];

    printf(
        "configuration %d: %s, %s, %d cables, %s at %.2f, %s, adaptive %d, derouting %d, overheads %d %d, %d flits, latency %d+%d/%d, hold %d, oldest %d, "
        "alloc_credits %d, class: adaptive %d, select %d, busy_too %d, redraw %d, prefer %d, channels %x\n",
        number, s->config.kind->name, s->topology->name, s->topology->cables, s->config.endpoint.workload->name,
        s->config.endpoint.load, s->traffic.pattern->name, s->config.endpoint.adaptive,
        s->config.endpoint.derouting != NULL, s->config.endpoint.inject_overhead, s->config.endpoint.eject_overhead,
        s->settings.packet_flits, s->settings.latency, s->settings.router_stages, s->settings.credit_stages,
        s->settings.link_hold, s->settings.oldest, s->settings.alloc_credits, c->adaptive, c->select, c->busy_too,
        c->redraw, c->prefer, c->vc_mask);
    printf("  bernoulli %d, queues %d, sat %d, l %d, k %d\n", s->traffic.bernoulli, s->settings.terminal_queue,
           s->settings.sat_mode, s->settings.sat_l, s->settings.sat_k);
    printf("  responses of %d packets, %d outstanding, room for %d, service time %d, classes %d\n",
           s->config.endpoint.responses.packets, s->config.endpoint.responses.outstanding,
           s->config.endpoint.responses.room, s->config.endpoint.responses.service_time,
           s->config.endpoint.responses.classes);
}
