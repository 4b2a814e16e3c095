/* SPDX-License-Identifier: Apache-2.0
 *
 * Routers whose shape is chosen at run time. Of shapes that are drawn, the event engine is the cycle engine, and all
 * packets arrive; of the shapes that builds have, a fabric is in every cycle what it is with that build.
 *
 *   test_vcr_shapes [SHAPES [CYCLES]]
 */
#include "../built.h"
#include "../engines.h"
#include "compare/lockstep.h"
#include "topology/topology.h"
#include "vcr/kind/vcr_deadlock.h"
#include "vcr/kind/vcr_kind.h"
#include "vcr/kind/vcr_shape.h"
#include "vcr/kind/vcr_via.h"
#include "vcr/router.h"
#include "vcr_subject.h"

static int shapes = 300;
static uint64_t cycles = 3000;

/* What has come up among the shapes. */
struct drawn {
    unsigned ports[VCR_MOST_PORTS + 1], vcs[VCR_MOST_VCS + 1], words[VCR_MOST_WORDS + 1];
    unsigned ugal, shallow, deep, stages, tables, given, trees, graphs, wormhole, responses, classes, via;
};

static void count(struct drawn *d, const struct vcr_subject *s)
{
    const struct vcr_parameters *p = &s->parameters;

    d->ports[p->ports]++;
    d->vcs[p->vcs]++;
    d->words[p->words]++;
    d->shallow += p->depth < 8;
    d->deep += p->depth > 32;
    d->responses += s->config.endpoint.responses.packets > 0;
    d->classes += s->config.endpoint.responses.classes > 1;
    d->via += s->settings.via != VCR_VIA_NONE;
    d->ugal += s->settings.via == VCR_VIA_UGAL;
    d->stages += p->route_stage;
    d->tables += vcr_settings_routing(s->topology) == VCR_ROUTE_TABLE;
    d->given += s->topology->routes != NULL;
    d->trees += s->topology->kind == &topology_tree;
    d->graphs += s->topology->kind == &topology_any;
    d->wormhole += s->settings.alloc_credits < s->settings.packet_flits;
}

static unsigned kinds_of(const unsigned *counts, unsigned most)
{
    unsigned kinds = 0;

    for (unsigned k = 0; k <= most; k++)
        kinds += counts[k] > 0;
    return kinds;
}

static void print(const struct drawn *d)
{
    COMPARED(kinds_of(d->ports, VCR_MOST_PORTS), "numbers of ports");
    COMPARED(kinds_of(d->vcs, VCR_MOST_VCS), "numbers of channels");
    COMPARED(kinds_of(d->words, VCR_MOST_WORDS), "widths of flits");
    COMPARED(d->shallow, "shapes with channels of less than 8 flits");
    COMPARED(d->deep, "... of more than 32");
    COMPARED(d->stages, "... with a route stage");
    COMPARED(d->tables, "... that found their way by a table");
    COMPARED(d->given, "... by routes that were given");
    COMPARED(d->trees, "... in trees");
    COMPARED(d->graphs, "... in graphs");
}

/* All packets that were sent have arrived, whole. */
static uint64_t all_arrive(const struct fabric *f)
{
    struct stats s = fabric_stats(f);

    assert_int_equal(s.injected, s.delivered);
    assert_int_equal(fabric_in_flight(f), 0);
    return s.delivered;
}

static struct engine_compared both_engines(int number, struct vcr_subject *s, uint64_t *delivered)
{
    struct engines *c = engines_create(&s->config, 16);
    struct engine_compared compared;
    int status;

    assert_non_null(c);
    status = engines_run(c, cycles, NULL, NULL, 0);
    if (status == 0) {
        engines_stop_injection(c);
        status = engines_run(c, 200000, drained, NULL, 64);
    }
    if (status != 0) {
        vcr_subject_print(number, s);
        engines_print(c, stdout);
    }
    assert_int_equal(status, 0);
    *delivered += all_arrive(engines_fabric(c));
    compared = engines_compared(c);
    engines_destroy(c);
    return compared;
}

TEST(event_engine_is_the_cycle_engine)
{
    struct rng r = rng_stream(43, 0);
    struct engine_compared sum = {0};
    struct drawn drawn = {0};
    uint64_t delivered = 0;

    for (int i = 0; i < shapes; i++) {
        struct vcr_subject s;
        vcr_subject_draw_shape(&r, &s, cycles, 1);
        assert_null(s.config.kind->parts->event->outside(s.config.kind, &s.settings, s.topology));
        count(&drawn, &s);
        struct engine_compared c = both_engines(i, &s, &delivered);
        engines_add(&sum, &c);
        vcr_subject_finish(&s);
    }
    engines_print_sum(&sum, shapes, 0, "a head that has committed");
    COMPARED(delivered, "packets, all that were sent");
    print(&drawn);
    COMPARED(drawn.responses, "... with responses");
    COMPARED(drawn.classes, "... on channels of their own");
    COMPARED(drawn.via, "... with intermediate routers");
}

/* A fabric of models. @param engine  that is to run it */
static struct fabric *make(const struct engine_ops *engine, const struct fabric_config *config)
{
    struct fabric_config c = *config;
    const struct node_ops **models = calloc((size_t)c.topology->nodes, sizeof *models);

    assert_non_null(models);
    for (int n = 0; n < c.topology->nodes; n++)
        models[n] = c.kind->model;
    c.nodes = engine == &engine_cycle ? models : NULL;
    struct fabric *f = fabric_create(&c);
    free(models);
    assert_non_null(f);
    return f;
}

/* Shapes that the cycle engine alone runs: no bypass, no speedup, or channels that do not hold a packet. */
TEST(all_packets_arrive)
{
    struct rng r = rng_stream(44, 0);
    struct drawn drawn = {0};
    uint64_t delivered = 0;

    for (int i = 0; i < shapes / 3; i++) {
        struct vcr_subject s;
        vcr_subject_draw_shape(&r, &s, cycles, 0);
        count(&drawn, &s);
        struct fabric *f = make(&engine_cycle, &s.config);
        engine_cycle.run(f, cycles, 1, NULL, NULL, 0);
        fabric_stop_injection(f);
        engine_cycle.run(f, 200000, 1, drained, NULL, 64);
        if (fabric_in_flight(f))
            vcr_subject_print(i, &s);
        delivered += all_arrive(f);
        fabric_destroy(f);
        vcr_subject_finish(&s);
    }
    COMPARED(delivered, "packets, all that were sent");
    COMPARED(drawn.wormhole, "shapes with channels that do not hold a packet");
    COMPARED(drawn.ugal, "... with packets that choose by how full outputs are");
    print(&drawn);
}

/* Run two fabrics side by side, one of them from the archive of the other from half time on. */
static uint64_t compare(const struct engine_ops *engine, const struct fabric_config *build,
                        const struct fabric_config *shape)
{
    struct fabric *a = make(engine, build), *b = make(engine, shape);
    struct archive of[2] = {{0}, {0}};
    uint64_t routers = 0;

    for (int half = 0; half < 2; half++) {
        engine->run(a, cycles / 2, 1, NULL, NULL, 0);
        engine->run(b, cycles / 2, 1 + half, NULL, NULL, 0);
        assert_int_equal(fabric_event_digest(a), fabric_event_digest(b));
        for (int n = 0; n < build->topology->nodes; n++, routers++) {
            struct any_registers x, y;
            fabric_state(a, n, &x);
            fabric_state(b, n, &y);
            assert_memory_equal(&x, &y, build->kind->state_bytes);
        }
        archive_save(&of[0]);
        archive_save(&of[1]);
        engine->archive(a, &of[0]);
        engine->archive(b, &of[1]);
        assert_int_equal(of[0].length, of[1].length);
        assert_memory_equal(of[0].bytes, of[1].bytes, of[0].length);
        archive_finish(&of[1]);
        archive_finish(&of[0]);
    }
    fabric_destroy(a);
    fabric_destroy(b);
    return routers;
}

TEST(is_the_build_of_that_shape)
{
    const struct {
        const struct router_kind *kind;
        const struct vcr_parameters *parameters;
    } builds[] = {
#define VCR_CONFIGURATION(name, ...) {&vcr_kind_##name, &vcr_parameters_##name},
#include "vcr/kind/vcr_configurations.def"
#undef VCR_CONFIGURATION
    };
    struct rng r = rng_stream(45, 0);
    uint64_t routers = 0, by_events = 0;

    for (size_t k = 0; k < sizeof builds / sizeof *builds; k++)
        for (int i = 0; i < (shapes + 9) / 10; i++) {
            struct vcr_subject s;
            vcr_subject_draw_build(&r, &s, cycles, builds[k].kind, builds[k].parameters);
            struct fabric_config shape = s.config;
            shape.kind = vcr_shape_hold(builds[k].parameters);
            assert_ptr_not_equal(shape.kind, s.config.kind);
            routers += compare(&engine_cycle, &s.config, &shape);
            if (!s.config.kind->parts->event->outside(s.config.kind, &s.settings, s.topology))
                by_events += compare(s.config.kind->parts->event->ops, &s.config, &shape);
            vcr_shape_release(shape.kind);
            vcr_subject_finish(&s);
        }
    COMPARED(routers, "states of routers, and archives, 0 differences");
    COMPARED(by_events, "... by the event engine");
}

/* A name is of one shape, and says which. */
TEST(names)
{
    static const char *const wrong[] = {"vcr",
                                        "fedx",
                                        "vcr-1p4v4d64f",
                                        "vcr-5p4v4d192f",
                                        "vcr-5p4v4d64f-sb",
                                        "vcr-5p4v4d64f-b-t8",
                                        "vcr-5p17v4d64f",
                                        "vcr-5p4v4d64f-t",
                                        "vcr-5p4v4d64f-i1",
                                        "vcr-5p4v4d64f-i5",
                                        "vcr-5p4v4d64f-s-i2",
                                        "vcr-5p4v4d64fx"};
    struct rng r = rng_stream(46, 0);
    struct vcr_parameters again;
    char name[VCR_SHAPE_NAME];
    uint64_t equal = 0;

    for (int i = 0; i < 1000; i++) {
        struct vcr_parameters s = vcr_subject_shape(&r, 0);
        vcr_shape_name(&s, name);
        assert_int_equal(vcr_shape_of_name(name, &again), 0);
        assert_memory_equal(&again, &s, offsetof(struct vcr_parameters, speedup) + 1); /* padding is behind it */
        assert_int_equal(again.table_size, s.table_size);
        assert_int_equal(again.via, s.via);
        assert_int_equal(again.repeats, s.repeats);
        equal++;
    }
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        assert_int_equal(vcr_shape_of_name(wrong[k], &again), -1);
    COMPARED(equal, "names");
}

/* Places are taken in turn, and a shape that is held keeps its own. */
TEST(places)
{
    struct vcr_parameters s = {.ports = 5, .vcs = 2, .depth = 4, .words = 1}, held = s;
    const struct router_kind *kind = vcr_shape_hold(&held);

    for (uint8_t depth = 5; depth < 5 + 3 * VCR_SHAPES; depth++) {
        s.depth = depth;
        const struct router_kind *other = vcr_shape_hold(&s);
        assert_ptr_not_equal(other, kind);
        assert_ptr_equal(vcr_shape_hold(&s), other);
        assert_int_equal(other->parts->lockstep->store_bytes, depth * 12);
        vcr_shape_release(other);
        vcr_shape_release(other);
    }
    assert_ptr_equal(vcr_shape_hold(&held), kind);
    assert_int_equal(kind->parts->lockstep->store_bytes, 4 * 12);
    vcr_shape_release(kind);
    vcr_shape_release(kind);
}

int main(int argc, char **argv)
{
    engines_arguments(argc, argv, &shapes, &cycles);
    return test_all(NULL, NULL);
}
