/* SPDX-License-Identifier: Apache-2.0
 *
 * Random configurations. See subject.h.
 */
#include "subject.h"

#include <stdlib.h>

#include "fedx/kind/fedx_faults.h"
#include "fedx/kind/fedx_route_check.h"
#include "unit.h"

/* Rows and columns; from 15 on an X-mesh needs more than ten buffers. */
enum { LARGEST = FEDX_VERIFIED ? 8 : 20 };

/* Faults of a list. */
enum { LISTED = 28 };

static unsigned draw(struct rng *r, unsigned bound)
{
    return (unsigned)(rng_next(r) % bound);
}

/* One of these in half of the draws, anything up to max in the others. */
static int draw_limit(struct rng *r, int usual, int max)
{
    return draw(r, 2) ? usual : (int)draw(r, (unsigned)max + 1);
}

static void draw_settings(struct rng *r, struct fedx_settings *s, int buffers)
{
    static const int timeouts[] = {0, 30, 60, 500, 4000};

    *s = fedx_settings_default();
    s->buffers = buffers;
    s->backpressure = (int)draw(r, 3);
    s->class_rule = draw(r, 16) != 0;
    s->random_select = (int)draw(r, 2);
    s->latency = draw_limit(r, 0, FEDX_MAX_LATENCY);
    s->limit_dest = draw_limit(r, 2, buffers);
    s->limit_trans = draw_limit(r, buffers < 6 ? buffers : 6, buffers);
    s->limit_total = draw_limit(r, 0, buffers);
    s->eject_priority = draw_limit(r, 2, buffers);
    s->throttle_timeout = timeouts[draw(r, 5)];
    s->random_seed = 1 + draw(r, 65535);
    s->backpressure_class = (int)draw(r, 2);
    assert_null(fedx_settings_check(s));
}

static const struct pattern *draw_pattern(struct rng *r, struct topology_shape shape)
{
    unsigned patterns = 0, chosen;

    while (traffic_patterns[patterns].name)
        patterns++;
    do
        chosen = draw(r, patterns);
    while (!traffic_patterns[chosen].fits(shape));
    return &traffic_patterns[chosen];
}

static void draw_hot_spots(struct rng *r, struct traffic *t, int nodes)
{
    uint8_t roles[LARGEST * LARGEST] = {0}; /* a hexagonal mesh has fewer */
    double loads[] = {TRAFFIC_BACKLOG, 0, 0.5, 1.5};

    traffic_draw_roles(roles, nodes, TRAFFIC_ROLE_HOT, 1 + (int)draw(r, 2), r);
    traffic_draw_roles(roles, nodes, TRAFFIC_ROLE_SENDER, 1 + (int)draw(r, (unsigned)nodes / 2), r);
    assert_int_equal(traffic_hot_spots(t, roles, loads[draw(r, 4)]), 0);
}

/* Half are hexagonal meshes, of as many nodes at most, an eighth each meshes, with half as many rows and columns, and
 * tori. */
static struct topology *draw_topology(struct rng *r)
{
    static const struct topology_kind *const kinds[] = {&topology_hexmesh, &topology_hexmesh, &topology_hexmesh,
                                                        &topology_hexmesh, &topology_xmesh,   &topology_xmesh,
                                                        &topology_mesh,    &topology_torus};
    int rows = 2 + (int)draw(r, LARGEST - 1), cols = 2 + (int)draw(r, LARGEST - 1),
        edge = 2 + (int)draw(r, LARGEST / 2);
    const struct topology_kind *kind = kinds[draw(r, 8)];
    int part = kind == &topology_mesh ? 2 : 1;
    const char *error = "";
    struct topology *t = kind->nodes_of_edge
                             ? topology_create(kind, 1, kind->nodes_of_edge(edge), &error)
                             : topology_create(kind, rows / part + part - 1, cols / part + part - 1, &error);

    assert_non_null(t);
    topology_attach(t, FEDX_PE_PORT, 1);
    return t;
}

/* Two thirds of the draws have none; in the others each is about that of the PO2 paper, or longer than the wheel
 * reaches. */
static void draw_overheads(struct endpoint_settings *pe)
{
    struct rng own = rng_stream(7, pe->seed), *r = &own; /* what else is drawn is as without them */
    int *overhead[] = {&pe->inject_overhead, &pe->eject_overhead, &pe->refusal_pause};

    if (draw(r, 3))
        return;
    for (int i = 0; i < 3; i++)
        *overhead[i] = draw(r, 4) ? (int)draw(r, draw(r, 8) ? 100 : 600) : 0;
}

static void draw_traffic(struct rng *r, struct subject *s)
{
    int nodes = s->topology->nodes;
    struct endpoint_settings *pe = &s->config.endpoint;
    unsigned workloads = 0;

    while (traffic_workloads[workloads].name)
        workloads++;
    traffic_init(&s->traffic, s->topology->rows, s->topology->cols);
    s->traffic.pattern = draw_pattern(r, s->traffic.shape);
    if (draw(r, 4) == 0) {
        s->traffic.on_mean = 1 + draw(r, 3000);
        s->traffic.off_mean = 1 + draw(r, 3000);
    }
    if (nodes >= 6 && draw(r, 3) == 0)
        draw_hot_spots(r, &s->traffic, nodes);
    pe->traffic = &s->traffic;
    pe->workload = &traffic_workloads[draw(r, workloads)];
    pe->load = 0.05 + 0.01 * draw(r, 150);
    pe->adaptive = draw(r, 4) != 0;
    pe->seed = rng_next(r);
    if (draw(r, 2)) {
        pe->schedule.alpha = draw(r, 2) ? 8000 : draw(r, 300000);
        pe->schedule.clock_limit = draw(r, 2) ? 0 : 1 + draw(r, 20);
    }
    pe->schedule.skip_blocked = draw(r, 3) == 0;
    draw_overheads(pe);
}

/* Three in four of those in which packets may be derouted; with the class rule if there are buffers enough for it. */
static void draw_derouting(struct rng *r, struct subject *s)
{
    if (!s->topology->kind->derouted || !s->config.endpoint.adaptive || draw(r, 4) == 0)
        return;
    s->settings.deroute_hops = 1;
    s->config.endpoint.derouting = s->topology;
    s->settings.class_rule &= s->settings.buffers >= fedx_route_buffers(s->topology->diameter, FEDX_DEROUTE_HOPS);
}

void subject_draw(struct rng *r, struct subject *s, uint64_t cycles)
{
    int buffers;

    memset(s, 0, sizeof *s);
    s->topology = draw_topology(r);
    s->config.topology = s->topology;
    s->config.kind = &fedx_kind;
    s->config.settings = &s->settings;
    buffers = topology_buffers(s->topology);
    buffers = draw(r, 2) && buffers <= FEDX_STANDARD_BUFFERS
                  ? FEDX_STANDARD_BUFFERS
                  : buffers + (int)draw(r, 1 + (unsigned)(FEDX_BUFFERS - buffers));
    draw_settings(r, &s->settings, buffers);
    draw_traffic(r, s);
    draw_derouting(r, s);
    s->config.stall_cycles = 3000;
    s->config.warmup = cycles / 10;
}

void subject_crowd(struct subject *s, int latency)
{
    const struct pattern *tornado = pattern_find("tornado");
    struct endpoint_settings *pe = &s->config.endpoint;

    s->traffic.pattern = tornado->fits(s->traffic.shape) ? tornado : s->traffic.pattern;
    pe->schedule.skip_blocked = 1;
    pe->workload = workload_find("single");
    pe->load = 30;
    pe->inject_overhead = pe->refusal_pause = 0;
    s->settings.backpressure = FEDX_BACKPRESSURE_DESTINATION;
    s->settings.limit_dest = s->settings.limit_trans = 0;
    s->settings.limit_total = 1;
    s->settings.throttle_timeout = 1000;
    s->settings.latency = latency;
}

void subject_faults(struct rng *r, struct subject *s, uint64_t cycles, struct fault_plan *plan)
{
    *plan = (struct fault_plan){.rate = 1e-4, .window = FEDX_FAULT_WINDOW, .seed = rng_next(r), .count = LISTED};
    plan->list = calloc(LISTED, sizeof *plan->list);
    assert_non_null(plan->list);
    plan->mode = (enum fault_mode)rng_below(r, 3);
    for (uint64_t i = 0; i < LISTED; i++)
        plan->list[i] = (struct fault){
            .cycle = 60 + (cycles - 60) * i / LISTED,
            .length = 1 + rng_below(r, 60),
            .kind = (uint8_t)(i % FAULT_KINDS),
            .node = (uint16_t)rng_below(r, (uint32_t)s->topology->nodes),
            .end = (uint8_t)rng_below(r, FAULT_ENDPOINT + 1),
            .wire = (uint8_t)rng_below(r, FEDX_FAULT_WIRES),
            .bits = 1,
        };
    s->config.hooks = &faults_hooks;
    s->config.hook_settings = plan;
}

void subject_finish(struct subject *s)
{
    traffic_finish(&s->traffic);
    topology_destroy(s->topology);
}

void subject_print(int number, const struct subject *s)
{
    const struct fedx_settings *c = &s->settings;

    printf(
        "configuration %d: %s, %d buffers, %s at %.2f, %s, backpressure %d, class rule %d, random %d, latency %d, limits %d %d %d, "
        "ejection %d, time-out %d, hot spots %d, overheads %d %d, pause %d, derouting %d\n",
        number, s->topology->name, c->buffers, s->config.endpoint.workload->name, s->config.endpoint.load,
        s->traffic.pattern->name, c->backpressure, c->class_rule, c->random_select, c->latency, c->limit_dest,
        c->limit_trans, c->limit_total, c->eject_priority, c->throttle_timeout, s->traffic.hot_count,
        s->config.endpoint.inject_overhead, s->config.endpoint.eject_overhead, s->config.endpoint.refusal_pause,
        c->deroute_hops);
}
