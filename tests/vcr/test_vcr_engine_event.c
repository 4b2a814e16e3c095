/* SPDX-License-Identifier: Apache-2.0
 *
 * The event engine is the cycle engine for virtual-channel routers, too: equal events and attempts in every cycle and
 * equal registers, over random configurations of everything that such a fabric can be.
 *
 *   test_vcr_engine_event [CONFIGURATIONS [CYCLES]]
 */
#include "../built.h"
#include "../damaged_sources.h"
#include "../engines.h"
#include "vcr/kind/vcr_kind.h"
#include "vcr/kind/vcr_packet.h"
#include "vcr/kind/vcr_port.h"
#include "vcr_subject.h"

static int configurations = 300;
static uint64_t cycles = 3000;

/* The token has come to every endpoint as often, in the same cycles. @return visits */
static uint64_t tokens_are_equal(const struct engines *c)
{
    struct vcr_tokens a, b;
    uint64_t visits = 0;

    for (int n = 0; n < fabric_endpoints(engines_fabric(c)); n++) {
        assert_int_equal(fabric_counters(engines_reference(c), n, &a), 0);
        assert_int_equal(fabric_counters(engines_fabric(c), n, &b), 0);
        assert_memory_equal(&a, &b, sizeof a);
        visits += a.visits;
    }
    return visits;
}

static struct engine_compared check(int number, struct vcr_subject *s, unsigned *stalled, uint64_t *visits)
{
    struct engines *c = engines_create(&s->config, 16);
    struct engine_compared compared;
    int status;

    assert_non_null(c);
    assert_null(s->config.kind->parts->event->outside(s->config.kind, &s->settings, s->topology));
    status = engines_run(c, cycles, NULL, NULL, 0);
    if (status == 0) {
        engines_stop_injection(c);
        status = engines_run(c, 20000, drained, NULL, 64);
    }
    if (status == 1) {
        vcr_subject_print(number, s);
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

TEST(random_configurations)
{
    struct rng r = rng_stream(5, 0);
    struct engine_compared sum = {0};
    unsigned stalled = 0, trees = 0, tables = 0, routes = 0, ways = 0, cables = 0, lengths = 0, queues = 0,
             responses = 0, routers = 0, credits = 0;
    uint64_t visits = 0;

    for (int i = 0; i < configurations; i++) {
        struct vcr_subject s;
        vcr_subject_draw(&r, &s, cycles);
        trees += s.topology->kind == &topology_tree;
        cables += s.topology->cables > 1;
        lengths += s.settings.packet_flits != VCR_PACKET_FLITS;
        routers += s.settings.router_stages > 0;
        credits += s.settings.credit_stages > 0;
        queues += s.settings.terminal_queue;
        responses += s.config.endpoint.responses.packets > 0;
        tables += vcr_settings_routing(s.topology) == VCR_ROUTE_TABLE;
        routes += s.topology->routes != NULL;
        ways += s.config.endpoint.ways == 2;
        struct engine_compared c = check(i, &s, &stalled, &visits);
        engines_add(&sum, &c);
        vcr_subject_finish(&s);
    }
    engines_print_sum(&sum, configurations, stalled, "a head that has committed");
    COMPARED(trees, "configurations were trees");
    COMPARED(cables, "had several cables to an endpoint");
    COMPARED(tables, "had route tables");
    COMPARED(routes, "had routes that were given");
    COMPARED(configurations < 100 || ways, "of them, if there are many, with two ways for each packet");
    COMPARED(lengths, "had packets of other lengths");
    COMPARED(routers, "had routers with stages");
    COMPARED(credits, "had credits with stages");
    COMPARED(queues, "had terminals that queue packets");
    COMPARED(responses, "had requests with responses");
    COMPARED(visits, "visits of SAT tokens, 0 differences");
}

/* A message that one fabric has and the other has not must be found. */
TEST(finds_a_difference)
{
    struct rng r = rng_stream(6, 0);
    struct vcr_subject s;

    vcr_subject_draw(&r, &s, cycles);
    engines_find_message(&s.config, 200, 5000, NULL);
    vcr_subject_finish(&s);
}

/* A fabric that goes on from an archive is the one that was saved. */
TEST(goes_on)
{
    struct rng r = rng_stream(8, 0);
    uint64_t compared = 0;

    for (int i = 0; i < configurations; i++) {
        const struct engine_ops *engine = vcr_kind_mesh.parts->event->ops;
        uint64_t half = 1 + rng_next(&r) % (cycles / 2);
        struct archive saved = {0}, last = {0};
        struct vcr_subject s;
        vcr_subject_draw(&r, &s, cycles);
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
        vcr_subject_finish(&s);
    }
    COMPARED(compared, "routers that went on from an archive");
}

/* Builds and settings with which packets do not stream are refused. */
TEST(refuses)
{
    const struct engine_kind *event = vcr_kind_mesh.parts->event;
    const char *error = "";
    struct topology *t = topology_create(&topology_mesh, 4, 4, &error);
    struct vcr_settings s;

    assert_non_null(t);
    vcr_settings_usual(&vcr_parameters_mesh, &topology_mesh, &s);
    assert_null(event->outside(&vcr_kind_mesh, &s, t));
    s.link_hold = 0;
    assert_non_null(event->outside(&vcr_kind_mesh, &s, t));
    s.link_hold = 1;
    s.alloc_credits = 1;
    assert_non_null(event->outside(&vcr_kind_mesh, &s, t));
    vcr_settings_length(&vcr_parameters_mesh, 17, &s);
    assert_non_null(event->outside(&vcr_kind_mesh, &s, t));
    vcr_settings_length(&vcr_parameters_mesh, 4, &s);
    s.latency = 3;
    assert_null(event->outside(&vcr_kind_mesh, &s, t));
    t->links[0][0].latency = 1;
    assert_non_null(event->outside(&vcr_kind_mesh, &s, t));
    t->links[0][0].latency = 0;
    s.latency = 4;
    assert_non_null(event->outside(&vcr_kind_mesh, &s, t));
    vcr_settings_usual(&vcr_parameters_mesh, &topology_mesh, &s);
    s.sat_mode = VCR_SAT_RING;
    assert_non_null(event->outside(&vcr_kind_mesh, &s, t));
    s.terminal_queue = 1;
    assert_null(event->outside(&vcr_kind_mesh, &s, t));
    vcr_settings_usual(&vcr_parameters_noc, &topology_mesh, &s);
    assert_non_null(event->outside(&vcr_kind_noc, &s, t));
    topology_destroy(t);
}

/* A damaged archive can hold such packets; they end the run, with one thread and with two. */
TEST(sources_that_are_nowhere)
{
    struct rng r = rng_stream(26, 0);
    unsigned found = 0, tried = 0;

    while (tried < 6) {
        const struct engine_ops *engine = vcr_kind_mesh.parts->event->ops;
        struct vcr_subject s;
        vcr_subject_draw(&r, &s, cycles);
        struct fabric *f = s.config.endpoint.eject_overhead > 2 && !s.config.hooks ? fabric_create(&s.config) : NULL;
        if (f) {
            engine->run(f, cycles, 1, NULL, NULL, 0);
            unsigned damaged = damage_sources(f);
            engine->run(f, (uint64_t)s.config.endpoint.eject_overhead + 1, 1 + (int)(tried & 1), NULL, NULL, 0);
            if (damaged) {
                assert_damaged_packet(f);
                found += damaged;
                tried++;
            }
            fabric_destroy(f);
        }
        vcr_subject_finish(&s);
    }
    COMPARED(found, "packets from nowhere found");
}

int main(int argc, char **argv)
{
    engines_arguments(argc, argv, &configurations, &cycles);
    return test_all(NULL, NULL);
}
