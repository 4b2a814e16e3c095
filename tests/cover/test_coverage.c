/* SPDX-License-Identifier: Apache-2.0
 *
 * Functional coverage (points, names, merging, archives), the sampler on
 * single cycles, and that a claim of unreachable() could fail.
 */
#include "../unit.h"

#include <string.h>

#include "base/archive.h"
#include "fedx/model/fedx_switch_internal.h"
#include "bench/coverage_steering.h"
#include "fedx/bench/fedx_stimulus.h"
#include "fedx/bench/fedx_coverage_internal.h"
#include "fedx/kind/fedx_model_node.h"

static int point_at(int family, int at0, int at1, int at2)
{
    return coverage_at(&fedx_kind_coverage, family, (int[]){at0, at1, at2});
}

static uint64_t hits_at(const struct coverage *c, int family, int at0, int at1, int at2)
{
    int point = point_at(family, at0, at1, at2);

    assert_true(point >= 0);
    return coverage_hits(c, point)->hits;
}

/* Number, place and back; no two points of a family have one name; places outside are no points. */
TEST(test_points)
{
    char name[96], other[96];
    int at[COVER_AXES], total = 0;

    for (int f = 0; f < FEDX_COVER_FAMILIES; f++) {
        int first = coverage_first(&fedx_kind_coverage, f), end = first + coverage_size(&fedx_kind_coverage, f);
        assert_int_equal(first, total);
        total = end;
        for (int i = first; i < end; i++) {
            coverage_place(&fedx_kind_coverage, i, at);
            assert_int_equal(coverage_at(&fedx_kind_coverage, f, at), i);
            assert_int_equal(coverage_family_of(&fedx_kind_coverage, i), f);
            coverage_name(&fedx_kind_coverage, i, name, sizeof name);
            for (int j = first; j < i; j++)
                assert_string_not_equal(name, coverage_name(&fedx_kind_coverage, j, other, sizeof other));
        }
        assert_int_equal(point_at(f, fedx_kind_coverage.family[f].axis[0].size, 0, 0), -1);
        assert_int_equal(point_at(f, -1, 0, 0), -1);
    }
    assert_int_equal(total, coverage_points(&fedx_kind_coverage));
    assert_int_equal(point_at(FEDX_COVER_TEST_ORDER, 1, 1, 0), -1);
    assert_int_equal(point_at(FEDX_COVER_EDGE, 1, 0, 0), -1);
    assert_int_equal(point_at(FEDX_COVER_PAIR_PORTS, 3, 3, 0), -1);
    coverage_name(&fedx_kind_coverage, point_at(FEDX_COVER_VERDICT, 6, 7, 0), name, sizeof name);
    assert_string_equal(name, "PE, throttled");
}

/* hit() finds the point that at() names, in every family and shape. */
TEST(test_hit)
{
    struct coverage *c = coverage_create(&fedx_kind_coverage);
    int at[COVER_AXES];

    coverage_origin(c, 5, 7);
    for (int i = 0; i < coverage_points(&fedx_kind_coverage); i++) {
        coverage_place(&fedx_kind_coverage, i, at);
        coverage_hit(c, coverage_family_of(&fedx_kind_coverage, i), at[0], at[1], at[2]);
        assert_int_equal(coverage_hits(c, i)->hits, 1);
        assert_int_equal(coverage_hits(c, i)->seed, 5);
        assert_int_equal(coverage_hits(c, i)->place, 7);
    }
    struct coverage_count n = coverage_counted(c, FEDX_COVER_FAMILIES);
    assert_int_equal(n.hit, n.reachable);
    assert_int_equal(n.impossible, n.points - n.reachable); /* a false claim of unreachable() is seen */
    assert_true(n.impossible > 0);
    coverage_destroy(c);
}

/* Sums of hits; the earliest first hit, whatever the order. */
TEST(test_merge)
{
    static const struct coverage_point early = {2, 10, 9, 3}, late = {5, 20, 1, 1}, equal = {1, 10, 8, 4};

    for (int order = 0; order < 2; order++) {
        struct coverage *a = coverage_create(&fedx_kind_coverage), *b = coverage_create(&fedx_kind_coverage);
        coverage_add(a, 0, order ? &early : &late);
        coverage_add_cycles(a, 100);
        coverage_add(b, 0, order ? &late : &early);
        coverage_add(b, 1, &equal);
        coverage_add(a, 1, &early);
        coverage_add_cycles(b, 23);
        coverage_merge(a, b);
        assert_int_equal(coverage_hits(a, 0)->hits, 7);
        assert_int_equal(coverage_hits(a, 0)->cycle, 10);
        assert_int_equal(coverage_hits(a, 0)->seed, 9);
        assert_int_equal(coverage_hits(a, 1)->seed, 8);
        assert_int_equal(coverage_hits(a, 2)->hits, 0);
        assert_int_equal(coverage_cycles(a), 123);
        coverage_destroy(a);
        coverage_destroy(b);
    }
}

/* A switch after its silence, with its route table decoded by hand: what the families of single cycles need. */
static struct fedx_switch_regs idle_switch(void)
{
    struct fedx_switch_regs s;

    fedx_regs_reset(&s);
    s.config.hold = 0;
    s.port_receive.drain = 0;
    s.port_receive.refuse = 0;
    s.port_transmit.refuse_last = 0;
    return s;
}

static void sample(struct coverage *c, const struct fedx_switch_regs *s, const struct fedx_pins *in)
{
    struct fedx_control control = {0};

    coverage_sample(c, s, in, &control);
}

static void decide(struct fedx_switch_regs *s, unsigned port, unsigned destination, unsigned distance)
{
    struct fedx_route_fields f = {
        .distance = (int)distance, .best = distance ? 1 : 1 << FEDX_PE_PORT, .deterministic = 0, .preferred = 0};

    s->port_receive.decide |= (uint8_t)(1u << port);
    s->port_receive.count[port] = FEDX_HEADER_BYTES;
    s->port_receive.head[port] = (uint64_t)destination << 48;
    s->route.entry[port] = fedx_route_entry(&f);
}

static void hold(struct fedx_switch_regs *s, unsigned buffer, unsigned level)
{
    s->buffer_pool.used |= (fedx_buffer_set)fedx_buffer_bit(buffer);
    s->buffer_pool.level[buffer] = (uint8_t)level;
}

/* Two headers in one cycle for the last buffer: served from `first` on. */
TEST(test_pair)
{
    struct coverage *c = coverage_create(&fedx_kind_coverage);
    struct fedx_switch_regs s = idle_switch();
    struct fedx_pins in = {.valid = 1 << 2 | 1 << 4};

    for (unsigned b = 0; b < FEDX_STANDARD_BUFFERS - 1; b++)
        hold(&s, b, 0);
    decide(&s, 2, 1, 0);
    decide(&s, 4, 1, 0);
    s.admission.first = 3;
    sample(c, &s, &in);
    assert_int_equal(hits_at(c, FEDX_COVER_PAIR, FEDX_REJECT_NONE, FEDX_REJECT_NO_BUFFER, 0), 1);
    assert_int_equal(hits_at(c, FEDX_COVER_PAIR, FEDX_REJECT_NO_BUFFER, FEDX_REJECT_NONE, 0), 0);
    assert_int_equal(hits_at(c, FEDX_COVER_PAIR_PORTS, 4, 2, 0), 1);
    assert_int_equal(hits_at(c, FEDX_COVER_PAIR_PORTS, 2, 4, 0), 0);
    assert_int_equal(hits_at(c, FEDX_COVER_VERDICT, 4, FEDX_REJECT_NONE, 0), 1);
    assert_int_equal(hits_at(c, FEDX_COVER_VERDICT, 2, FEDX_REJECT_NO_BUFFER, 0), 1);
    assert_int_equal(hits_at(c, FEDX_COVER_FREE, FREE_ONE, 4, 0), 1);
    assert_int_equal(hits_at(c, FEDX_COVER_FREE, FREE_NONE, 2, 0), 1);
    assert_int_equal(hits_at(c, FEDX_COVER_DECIDING, 1, 0, 0), 1);
    assert_int_equal(hits_at(c, FEDX_COVER_OCCUPANCY, OCCUPIED_USED, 9, 0), 1);
    assert_int_equal(hits_at(c, FEDX_COVER_WATCH_BEGIN, 2, 0, 0), 1);
    coverage_destroy(c);
}

/* n(i) + 1 against B - i, on each side of the limit. */
TEST(test_class_bound)
{
    struct coverage *c = coverage_create(&fedx_kind_coverage);
    struct fedx_pins in = {.valid = 1};

    for (unsigned used = 0; used <= 7; used++) {
        struct fedx_switch_regs s = idle_switch();
        for (unsigned b = 0; b < used; b++)
            hold(&s, b, 3);
        decide(&s, 0, 1, 3);
        sample(c, &s, &in);
        /* i = 3: one below at 5 packets, at the limit with 6, over with 7. */
        assert_int_equal(hits_at(c, FEDX_COVER_CLASS_BOUND, 3 - 1, BELOW, 0), used >= 5);
        assert_int_equal(hits_at(c, FEDX_COVER_CLASS_BOUND, 3 - 1, AT_LIMIT, 0), used >= 6);
        assert_int_equal(hits_at(c, FEDX_COVER_CLASS_BOUND, 3 - 1, ABOVE, 0), used >= 7);
        assert_int_equal(hits_at(c, FEDX_COVER_CLASS, 3, RULE_REFUSED, 0), used >= 7);
    }
    coverage_destroy(c);
}

/* BufferLimitDest of 2, or BufferLimit, with one, two and three packets here; then overdue. */
TEST(test_limit)
{
    struct coverage *c = coverage_create(&fedx_kind_coverage);
    struct fedx_pins in = {.valid = 1 << FEDX_PE_PORT};

    for (unsigned i = 0; i < 6; i++) {
        struct fedx_switch_regs s = idle_switch();
        unsigned here = 1 + i % 3;
        int limit = i < 3 ? 0 : 2;
        for (unsigned b = 0; b < here; b++)
            hold(&s, b, 0);
        *(limit == 0 ? &s.config.limit_dest : &s.config.limit_total) = 2;
        decide(&s, FEDX_PE_PORT, 1, 3);
        sample(c, &s, &in);
        assert_int_equal(hits_at(c, FEDX_COVER_LIMIT, limit, (int)here - 1, LIFTED_NOT), 1);
        s.admission.throttled = 1;
        s.admission.throttle_count = s.config.throttle_timeout;
        sample(c, &s, &in);
        assert_int_equal(hits_at(c, FEDX_COVER_LIMIT, limit, (int)here - 1, LIFTED_OVERDUE), 1);
    }
    assert_int_equal(hits_at(c, FEDX_COVER_THROTTLE, THROTTLE_LIMITS, 0, 0), 4);
    assert_int_equal(hits_at(c, FEDX_COVER_LIMIT, 1, AT_LIMIT, LIFTED_NOT), 0); /* BufferLimitTrans is off */
    coverage_destroy(c);
}

/* Every byte at which an arriving frame can break off, and one that does not. */
TEST(test_aborts)
{
    struct coverage *c = coverage_create(&fedx_kind_coverage);
    struct fedx_switch_regs s = idle_switch();
    struct fedx_pins in = {0};

    for (unsigned last = 0; last < FEDX_PACKET_BYTES - 1; last++) {
        s.port_receive.header = last + 1 < FEDX_HEADER_BYTES;
        s.port_receive.body = last + 1 >= FEDX_HEADER_BYTES;
        s.port_receive.count[0] = (uint8_t)(last + 1);
        in.valid = 1;
        sample(c, &s, &in);
        assert_int_equal(hits_at(c, FEDX_COVER_RECEIVE_ABORT, (int)last, 0, 0), 0);
        in.valid = 0;
        sample(c, &s, &in);
        assert_int_equal(hits_at(c, FEDX_COVER_RECEIVE_ABORT, (int)last, 0, 0), 1);
    }
    s = idle_switch();
    s.port_transmit.sending = 1;
    s.port_transmit.count[0] = 77;
    s.ownership.own_last = 1;
    in.refuse = 1;
    sample(c, &s, &in);
    assert_int_equal(hits_at(c, FEDX_COVER_TRANSMIT_ABORT, ABORT_REFUSED, 77, 0), 1);
    assert_int_equal(hits_at(c, FEDX_COVER_TRANSMIT_ABORT, ABORT_LOST, 77, 0), 0);
    coverage_destroy(c);
}

TEST(test_archive)
{
    struct coverage *a = coverage_create(&fedx_kind_coverage), *b = coverage_create(&fedx_kind_coverage);
    struct archive saved = {0}, loaded = {0};
    struct fedx_switch_regs s = idle_switch();
    struct fedx_pins in = {0};

    coverage_origin(a, 3, 4);
    sample(a, &s, &in);
    archive_save(&saved);
    coverage_archive(a, &saved);
    assert_int_equal(archive_end(&saved), 0);
    archive_load(&loaded, saved.bytes, saved.length);
    coverage_archive(b, &loaded);
    assert_int_equal(archive_end(&loaded), 0);
    sample(a, &s, &in);
    sample(b, &s, &in);
    assert_int_equal(coverage_cycles(b), 2);
    for (int i = 0; i < coverage_points(&fedx_kind_coverage); i++)
        assert_memory_equal(coverage_hits(a, i), coverage_hits(b, i), sizeof(struct coverage_point));
    archive_finish(&saved);
    coverage_destroy(a);
    coverage_destroy(b);
}

/* A model whose admission is looked at before each step. */
static uint64_t verdicts[FEDX_REJECT_THROTTLED + 1];

static void step_looked_at(void *node, const void *in, const void *control)
{
    struct fedx_trial trial[FEDX_PORTS];
    struct fedx_switch_regs regs;

    fedx_node_model.state(node, &regs);
    for (unsigned i = fedx_admission_try(&regs, FEDX_STANDARD_BUFFERS, trial); i-- > 0;) {
        assert_int_equal(trial[i].reason, trial[i].fails ? __builtin_ctz(trial[i].fails) : FEDX_REJECT_NONE);
        verdicts[trial[i].reason]++;
    }
    fedx_node_model.step(node, in, control);
}

/* The first of the tests that a header fails, each taken for itself, is its verdict. */
TEST(test_verdicts)
{
    struct node_ops ops = fedx_node_model;
    struct stimulus_config config = {.ops = &ops, .seed = 4, .cycles = 500000, .profile = -1};

    ops.step = step_looked_at;
    struct stimulus *s = stimulus_create(&fedx_kind_stimulus, &fedx_kind, &config);
    while (!fedx_kind_stimulus.episode(s))
        continue;
    stimulus_destroy(s);
    for (int reason = 0; reason <= FEDX_REJECT_THROTTLED; reason++)
        assert_in_range(verdicts[reason], 10, UINT64_MAX);
}

/* The stimulus, with and without being aimed: how many points it hits in so many cycles of the model. */
static int covered(uint64_t cycles, int aimed, uint64_t *first_cycle)
{
    struct stimulus_config config = {.ops = &fedx_node_model, .seed = 1, .cycles = cycles, .profile = -1};
    struct coverage *c = config.coverage = coverage_create(&fedx_kind_coverage);
    struct stimulus *s = stimulus_create(&fedx_kind_stimulus, &fedx_kind, &config);
    struct coverage_steering *steering = coverage_steering_create(&fedx_kind_stimulus, c, 1);
    int done = 0;

    for (uint64_t e = 0; !done; e++) {
        struct stimulus_steering next = coverage_steering_next(steering, e);
        if (aimed)
            stimulus_steer(s, &next);
        done = fedx_kind_stimulus.episode(s);
        coverage_steering_learn(steering);
    }
    assert_int_equal(s->result.failed, 0);
    assert_int_equal(coverage_counted(c, FEDX_COVER_FAMILIES).impossible, 0);
    *first_cycle = coverage_hits(c, point_at(FEDX_COVER_VERDICT, 0, 0, 0))->cycle;
    int hit = coverage_counted(c, FEDX_COVER_FAMILIES).hit;
    coverage_steering_destroy(steering);
    stimulus_destroy(s);
    coverage_destroy(c);
    return hit;
}

TEST(test_stimulus)
{
    uint64_t first, again, other;
    int hit = covered(2000000, 1, &first);

    assert_true(first > 0);
    assert_int_equal(covered(2000000, 1, &again), hit); /* the same choices */
    assert_int_equal(first, again);
    int usual = covered(2000000, 0, &other);
    assert_true(hit > usual); /* and better ones than without */
    printf("%d points in 2000000 cycles, %d as the episodes come\n", hit, usual);
}

RUN_TESTS
