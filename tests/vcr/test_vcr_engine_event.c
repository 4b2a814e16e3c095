/* SPDX-License-Identifier: Apache-2.0
 *
 * The event engine is the cycle engine for virtual-channel routers, too: equal events and attempts in every cycle and equal
 * registers, over random configurations of everything that such a fabric can be.
 *
 *   test_vcr_engine_event [CONFIGURATIONS [CYCLES]]
 */
#include "../engines.h"
#include "fedx/random.h"
#include "traffic/traffic.h"
#include "traffic/workload.h"
#include "vcr/kind/vcr_kind.h"
#include "vcr/kind/vcr_packet.h"
#include "vcr/kind/vcr_settings.h"

static int configurations = 300;
static uint64_t cycles = 3000;

struct subject {
    struct topology *topology;
    struct traffic traffic;
    struct vcr_settings settings;
    struct fabric_config config;
};

static unsigned draw(struct fedx_random *r, unsigned bound)
{
    return (unsigned)(fedx_random_next(r) % bound);
}

/* One build or the other on what it is for; sizes that need route tables, too. */
static void draw_topology(struct fedx_random *r, struct subject *s)
{
    static const struct topology_kind *const grids[] = {&topology_mesh, &topology_torus};
    int tree = draw(r, 2) == 0, big = draw(r, 4) == 0;
    const struct topology_kind *kind = tree ? &topology_tree : grids[draw(r, 2)];
    int rows = tree ? (draw(r, 2) ? 4 : 2) : 2 + (int)draw(r, big ? 7 : 4), cols = tree ? 2 + (int)draw(r, 2) : 2 + (int)draw(r, big ? 7 : 4);
    const char *error = "";

    s->config.kind = tree && draw(r, 4) ? &vcr_kind_tree : draw(r, 3) ? &vcr_kind_mesh : &vcr_kind_deep;
    s->topology = topology_create(kind, rows, cols, &error);
    if (!s->topology)
        fail_msg("%s", error);
    topology_attach(s->topology, s->config.kind->endpoint_port, 1 + (int)draw(r, (unsigned)s->config.kind->endpoint_cables));
    s->config.topology = s->topology;
}

static const struct vcr_shape *shape_of(const struct router_kind *kind)
{
    return kind == &vcr_kind_tree ? &vcr_shape_tree : kind == &vcr_kind_deep ? &vcr_shape_deep : &vcr_shape_mesh;
}

/* How heads choose: anything. The channels stay as they are, so that there is an escape. */
static void draw_settings(struct fedx_random *r, struct subject *s)
{
    const struct vcr_shape *shape = shape_of(s->config.kind);

    vcr_settings_usual(shape, s->topology->kind, &s->settings);
    if (draw(r, 2))
        vcr_settings_length(shape, 2 + draw(r, shape->depth - 1u), &s->settings);
    s->settings.latency = (uint8_t)(draw(r, 2) ? 0 : draw(r, KIND_MOST_LATENCY + 1) % s->settings.packet_flits);
    s->settings.random_seed = fedx_random_next(r);
    s->settings.oldest = (uint8_t)draw(r, 2);
    s->settings.link_hold = (uint8_t)(shape->vcs > 1 || draw(r, 2));
    if (draw(r, 2))
        s->settings.alloc_credits = (uint8_t)(s->settings.packet_flits + draw(r, shape->depth - s->settings.packet_flits + 1u));
    for (int k = 0; k < VCR_CLASSES && draw(r, 3); k++) {
        struct vcr_class_settings *c = &s->settings.class[0];
        c->select = (uint8_t)draw(r, 3);
        c->busy_too = (uint8_t)draw(r, 2);
        c->redraw = (uint8_t)draw(r, 2);
        c->prefer = (uint8_t)draw(r, 3);
        c->adaptive = (uint8_t)(draw(r, 4) != 0);
        if (shape->vcs > 1 && draw(r, 2))
            c->vc_mask &= (uint16_t)(draw(r, 2) ? 0x000f : 0x00ff);
    }
    s->config.settings = &s->settings;
}

/* Terminals with queues in one half, SAT in two thirds of it: shares of some packets or of very few. */
static void draw_terminals(struct fedx_random *r, struct subject *s)
{
    s->settings.terminal_queue = (uint8_t)draw(r, 2);
    if (!s->settings.terminal_queue)
        return;
    s->settings.sat_mode = (uint8_t)draw(r, 3);
    s->settings.sat_l = (uint16_t)draw(r, draw(r, 2) ? 4 : 20);
    s->settings.sat_k = (uint16_t)(s->settings.sat_l + draw(r, draw(r, 2) ? 2 : 20) + !s->settings.sat_l);
}

static void draw_traffic(struct fedx_random *r, struct subject *s)
{
    struct topology_shape shape = topology_shape(s->topology);
    struct endpoint_settings *pe = &s->config.endpoint;
    unsigned workloads = 0, patterns = 0, chosen;

    while (traffic_workloads[workloads].name)
        workloads++;
    while (traffic_patterns[patterns].name)
        patterns++;
    traffic_init(&s->traffic, shape.rows, shape.cols);
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
    pe->derouting = draw(r, 4) == 0 ? s->topology : NULL;
    pe->seed = fedx_random_next(r);
    pe->inject_overhead = draw(r, 4) ? 0 : (int)draw(r, draw(r, 4) ? 30 : 600);
    pe->eject_overhead = draw(r, 4) ? 0 : (int)draw(r, draw(r, 4) ? 30 : 600);
    pe->schedule.skip_blocked = draw(r, 3) == 0;
}

static void subject_draw(struct fedx_random *r, struct subject *s)
{
    memset(s, 0, sizeof *s);
    draw_topology(r, s);
    draw_settings(r, s);
    draw_terminals(r, s);
    draw_traffic(r, s);
    s->config.stall_cycles = 3000;
    s->config.warmup = cycles / 10;
}

static void subject_finish(struct subject *s)
{
    traffic_finish(&s->traffic);
    topology_destroy(s->topology);
}

static void subject_print(int number, const struct subject *s)
{
    const struct vcr_class_settings *c = &s->settings.class[0];

    printf("configuration %d: %s, %s, %d cables, %s at %.2f, %s, adaptive %d, derouting %d, overheads %d %d, %d flits, latency %d, hold %d, oldest %d, "
           "alloc_credits %d, class: adaptive %d, select %d, busy_too %d, redraw %d, prefer %d, channels %x\n",
           number, s->config.kind->name, s->topology->name, s->topology->cables, s->config.endpoint.workload->name, s->config.endpoint.load,
           s->traffic.pattern->name, s->config.endpoint.adaptive, s->config.endpoint.derouting != NULL, s->config.endpoint.inject_overhead,
           s->config.endpoint.eject_overhead, s->settings.packet_flits, s->settings.latency, s->settings.link_hold, s->settings.oldest, s->settings.alloc_credits,
           c->adaptive, c->select, c->busy_too, c->redraw, c->prefer, c->vc_mask);
    printf("  bernoulli %d, queues %d, sat %d, l %d, k %d\n", s->traffic.bernoulli, s->settings.terminal_queue, s->settings.sat_mode,
           s->settings.sat_l, s->settings.sat_k);
}

static int drained(void *context, const struct fabric *f)
{
    (void)context;
    return fabric_in_flight(f) == 0;
}

/* The token has come to every endpoint as often, in the same cycles. @return visits */
static uint64_t tokens_are_equal(const struct engines *c)
{
    struct port_tokens a, b;
    uint64_t visits = 0;

    for (int n = 0; n < fabric_endpoints(engines_fabric(c)); n++) {
        assert_int_equal(fabric_tokens(engines_reference(c), n, &a), 0);
        assert_int_equal(fabric_tokens(engines_fabric(c), n, &b), 0);
        assert_memory_equal(&a, &b, sizeof a);
        visits += a.visits;
    }
    return visits;
}

static struct engine_compared check(int number, struct subject *s, unsigned *stalled, uint64_t *visits)
{
    struct engines *c = engines_create(&s->config, 16);
    struct engine_compared compared;
    int status;

    assert_non_null(c);
    assert_null(s->config.kind->event->outside(s->config.kind, &s->settings));
    status = engines_run(c, cycles, NULL, NULL, 0);
    if (status == 0) {
        engines_stop_injection(c);
        status = engines_run(c, 20000, drained, NULL, 64);
    }
    if (status == 1) {
        subject_print(number, s);
        engines_print(c, stdout);
    }
    assert_int_not_equal(status, -1);
    assert_int_not_equal(status, 1);
    *stalled += status == 2;
    *visits += tokens_are_equal(c);
    compared = engines_compared(c);
    engines_destroy(c);
    return compared;
}

static void random_configurations(void **state)
{
    struct fedx_random r = fedx_random_stream(5, 0);
    struct engine_compared sum = {0};
    unsigned stalled = 0, trees = 0, tables = 0, cables = 0, lengths = 0, queues = 0;
    uint64_t visits = 0;

    (void)state;
    for (int i = 0; i < configurations; i++) {
        struct subject s;
        subject_draw(&r, &s);
        trees += s.topology->kind == &topology_tree;
        cables += s.topology->cables > 1;
        lengths += s.settings.packet_flits != VCR_PACKET_FLITS;
        queues += s.settings.terminal_queue;
        tables += vcr_settings_routing(s.topology) == VCR_ROUTE_TABLE;
        struct engine_compared c = check(i, &s, &stalled, &visits);
        engines_add(&sum, &c);
        subject_finish(&s);
    }
    engines_print_sum(&sum, configurations, stalled, "a head that has committed");
    COMPARED(trees, "configurations were trees");
    COMPARED(cables, "had several cables to an endpoint");
    COMPARED(tables, "had route tables");
    COMPARED(lengths, "had packets of other lengths");
    COMPARED(queues, "had terminals that queue packets");
    COMPARED(visits, "visits of SAT tokens, 0 differences");
}

/* A message that one fabric has and the other has not must be found. */
static void finds_a_difference(void **state)
{
    struct fedx_random r = fedx_random_stream(6, 0);
    struct subject s;

    (void)state;
    subject_draw(&r, &s);
    engines_find_message(&s.config, 200, 5000);
    subject_finish(&s);
}

/* A fabric that goes on from an archive is the one that was saved. */
static void goes_on(void **state)
{
    struct fedx_random r = fedx_random_stream(8, 0);
    uint64_t compared = 0;

    (void)state;
    for (int i = 0; i < configurations; i++) {
        const struct engine_ops *engine = vcr_kind_mesh.event->ops;
        uint64_t half = 1 + draw(&r, (unsigned)cycles / 2);
        struct archive saved = {0}, last = {0};
        struct subject s;
        subject_draw(&r, &s);
        struct fabric *whole = fabric_create(&s.config), *part = fabric_create(&s.config);
        assert_true(whole && part);
        engine->run(whole, half, 1, NULL, NULL, 0);
        archive_save(&saved);
        engine->archive(whole, &saved);
        assert_int_equal(archive_end(&saved), 0);
        archive_load(&last, saved.bytes, saved.length);
        engine->archive(part, &last);
        assert_int_equal(archive_end(&last), 0);
        engine->run(whole, cycles / 2, 1, NULL, NULL, 0);
        engine->run(part, cycles / 2, 1, NULL, NULL, 0);
        assert_int_equal(fabric_event_digest(part), fabric_event_digest(whole));
        for (int n = 0; n < s.topology->nodes; n++) {
            struct any_registers a, b;
            fabric_state(whole, n, &a);
            fabric_state(part, n, &b);
            assert_memory_equal(&a, &b, s.config.kind->state_bytes);
            compared++;
        }
        archive_finish(&saved);
        fabric_destroy(whole);
        fabric_destroy(part);
        subject_finish(&s);
    }
    COMPARED(compared, "routers that went on from an archive");
}

/* Builds and settings with which packets do not stream are refused. */
static void refuses(void **state)
{
    const struct engine_kind *event = vcr_kind_mesh.event;
    struct vcr_settings s;

    (void)state;
    vcr_settings_usual(&vcr_shape_mesh, &topology_mesh, &s);
    assert_null(event->outside(&vcr_kind_mesh, &s));
    s.link_hold = 0;
    assert_non_null(event->outside(&vcr_kind_mesh, &s));
    s.link_hold = 1;
    s.alloc_credits = 1;
    assert_non_null(event->outside(&vcr_kind_mesh, &s));
    vcr_settings_length(&vcr_shape_mesh, 17, &s);
    assert_non_null(event->outside(&vcr_kind_mesh, &s));
    vcr_settings_length(&vcr_shape_mesh, 4, &s);
    s.latency = 3;
    assert_null(event->outside(&vcr_kind_mesh, &s));
    s.latency = 4;
    assert_non_null(event->outside(&vcr_kind_mesh, &s));
    vcr_settings_usual(&vcr_shape_mesh, &topology_mesh, &s);
    s.sat_mode = VCR_SAT_RING;
    assert_non_null(event->outside(&vcr_kind_mesh, &s));
    s.terminal_queue = 1;
    assert_null(event->outside(&vcr_kind_mesh, &s));
    vcr_settings_usual(&vcr_shape_noc, &topology_mesh, &s);
    assert_non_null(event->outside(&vcr_kind_noc, &s));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_configurations),
        cmocka_unit_test(finds_a_difference),
        cmocka_unit_test(goes_on),
        cmocka_unit_test(refuses),
    };

    engines_arguments(argc, argv, &configurations, &cycles);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
