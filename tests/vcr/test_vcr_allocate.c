/* SPDX-License-Identifier: Apache-2.0
 *
 * Allocation against docs/spec/vcr.md section 9: cases by hand, and a slow sort of all lanes by priority_key on random
 * requests.
 */
#include <stdlib.h>

#include "vcr_unit.h"

/* All that allocation sees. */
struct scene {
    struct vcr_parameters parameters;
    struct vcr_allocate a;
    struct vcr_input input;
    struct vcr_config config;
    struct vcr_wires w;
};

static struct scene *make(unsigned ports, unsigned vcs, unsigned speedup)
{
    static struct scene c;

    memset(&c, 0, sizeof c);
    c.parameters = (struct vcr_parameters){
        .ports = (uint8_t)ports, .vcs = (uint8_t)vcs, .depth = 4, .words = 1, .speedup = (uint8_t)speedup};
    return &c;
}

static void wants(struct scene *c, unsigned p, unsigned v, unsigned port, unsigned vcs, unsigned age)
{
    unsigned lane = p * c->parameters.vcs + v;

    c->w.want[p] |= (uint16_t)(1u << v);
    c->w.want_port[lane] = (uint8_t)port;
    c->w.want_vcs[lane] = (uint16_t)vcs;
    c->input.age[lane] = (uint16_t)age;
}

static void cycle(struct scene *c)
{
    vcr_allocate_eval(&c->parameters, &c->a, &c->input, &c->config, &c->w);
    vcr_allocate_commit(&c->parameters, &c->a, &c->config, &c->w);
}

/* Three inputs that always want one output get it in turn; the pointer stands behind the one that had it. */
TEST(round_robin)
{
    static const unsigned turns[] = {0, 4, 8, 0, 4, 8};
    struct scene *c = make(5, 4, 1);

    for (unsigned p = 0; p < 3; p++)
        wants(c, p, 0, 3, 0x6, 9 - p);
    for (unsigned n = 0; n < 6; n++) {
        cycle(c);
        assert_int_equal(c->w.out_grant, 1 << 3);
        assert_int_equal(c->w.out_lane[3], turns[n]);
        assert_int_equal(c->w.out_vc[3], 1);
        assert_int_equal(c->a.rr[3], turns[n] + 1);
    }
    memset(c->w.want, 0, sizeof c->w.want);
    cycle(c);
    assert_int_equal(c->w.out_grant, 0);
    assert_int_equal(c->a.rr[3], 9); /* moves on a grant only */
    wants(c, 4, 3, 3, 1, 0);
    cycle(c);
    assert_int_equal(c->w.out_lane[3], 19);
    assert_int_equal(c->a.rr[3], 0); /* behind the last comes the first */
}

/* Two channels of input 0 and one of input 2 want one output: each input has every other grant, whichever of its
   channels it is. */
TEST(inputs_in_turn)
{
    static const unsigned turns[] = {0, 8, 1, 8, 0, 8, 1}, pointers[] = {4, 12, 4, 12, 4, 12, 4};
    struct scene *c = make(4, 4, 0);

    c->config.by_input = 1;
    wants(c, 0, 0, 3, 1, 0);
    wants(c, 0, 1, 3, 1, 0);
    wants(c, 2, 0, 3, 1, 0);
    for (unsigned n = 0; n < 7; n++) {
        cycle(c);
        assert_int_equal(c->w.out_lane[3], turns[n]);
        assert_int_equal(c->a.rr[3], pointers[n]);
    }
    wants(c, 3, 2, 1, 1, 0);
    cycle(c);
    assert_int_equal(c->a.rr[1], 0); /* behind the last input comes the first */
    c->parameters.speedup = 1;
    c->a.rr[3] = 0;
    cycle(c);
    assert_int_equal(c->w.out_lane[3], 0);
    assert_int_equal(c->a.rr[3], 1);
}

TEST(oldest_wins)
{
    struct scene *c = make(5, 4, 1);

    c->config.oldest = 1;
    c->a.rr[2] = 10;
    wants(c, 0, 1, 2, 8, 65535);
    wants(c, 1, 3, 2, 8, 65534);
    wants(c, 3, 3, 2, 8, 65535);
    cycle(c);
    assert_int_equal(c->w.out_lane[2], 15); /* as old as lane 1, and behind the pointer */
    cycle(c);
    assert_int_equal(c->w.out_lane[2], 1); /* the pointer is at 16: neither, so the lower */
    c->input.age[7] = 65535;
    cycle(c);
    assert_int_equal(c->w.out_lane[2], 7);
}

/* Without speedup an input sends one flit, and a channel that loses at the output leaves the input's pointer where
   it was. */
TEST(one_of_an_input)
{
    struct scene *c = make(4, 4, 0);

    wants(c, 0, 1, 2, 1, 0);
    wants(c, 0, 3, 1, 1, 0);
    wants(c, 1, 0, 2, 2, 0);
    c->a.in_rr[0] = 1;
    c->a.rr[2] = 4;
    cycle(c);
    assert_int_equal(c->w.out_grant, 1 << 2); /* input 0 let channel 1 ask, and that lost to lane 4 */
    assert_int_equal(c->w.out_lane[2], 4);
    assert_int_equal(c->a.in_rr[0], 1);
    assert_int_equal(c->a.in_rr[1], 1);
    c->w.want[1] = 0;
    cycle(c);
    assert_int_equal(c->a.in_rr[0], 2);
    cycle(c);
    assert_int_equal(c->w.out_grant, 1 << 1);
    assert_int_equal(c->a.in_rr[0], 0);
}

/* What is left goes on asking, and moves no pointer: input 0 loses output 2 to input 1, and has output 1 by its other
   channel; input 3, whose two channels want outputs that others have, has nothing. */
TEST(another_iteration)
{
    struct scene *c = make(4, 4, 0);

    wants(c, 0, 1, 2, 1, 0);
    wants(c, 0, 3, 1, 1, 0);
    wants(c, 1, 0, 2, 2, 0);
    wants(c, 3, 0, 2, 2, 0);
    wants(c, 3, 1, 1, 2, 0);
    c->a.in_rr[0] = 1;
    c->a.rr[2] = 4;
    c->a.rr[1] = 0;
    c->parameters.repeats = 1;
    cycle(c);
    assert_int_equal(c->w.out_grant, 1 << 2 | 1 << 1);
    assert_int_equal(c->w.first_out, 1 << 2);
    assert_int_equal(c->w.out_lane[2], 4);
    assert_int_equal(c->w.out_lane[1], 3);
    assert_int_equal(c->w.grant[3], 0);
    assert_int_equal(c->a.in_rr[0], 1);
    assert_int_equal(c->a.rr[1], 0);
    assert_int_equal(c->a.in_rr[1], 1);
    assert_int_equal(c->a.rr[2], 5);
}

/* The priority_key of one that wants, as the specification lists it. */
struct contender {
    unsigned lane, age, number;
    int behind;
};

static int by_priority(const void *one, const void *other)
{
    const struct contender *a = one, *b = other;

    if (a->age != b->age)
        return a->age > b->age ? -1 : 1;
    if (a->behind != b->behind)
        return a->behind ? -1 : 1;
    return a->number < b->number ? -1 : 1;
}

static struct contender contender(const struct scene *c, unsigned lane, unsigned number, unsigned pointer)
{
    return (struct contender){lane, c->config.oldest ? c->input.age[lane] : 0, number, number >= pointer};
}

/* Whether a lane wants an output that nobody has, and its input has none. @param taken  outputs that somebody has */
static int is_left(const struct scene *before, const struct scene *after, unsigned lane, unsigned taken)
{
    unsigned vcs = before->parameters.vcs;

    for (unsigned port = 0; port < before->parameters.ports; port++)
        if ((taken >> port & 1u) && (after->w.out_lane[port] / vcs == lane / vcs || before->w.want_port[lane] == port))
            return 0;
    return before->w.want[lane / vcs] >> lane % vcs & 1u;
}

/* The lanes that may ask: all, or the most urgent one of each input, of those that are left. */
static unsigned asking(const struct scene *c, const struct scene *after, unsigned taken, unsigned *lanes)
{
    unsigned count = 0, vcs = c->parameters.vcs;

    for (unsigned p = 0; p < c->parameters.ports; p++) {
        struct contender all[VCR_MOST_VCS];
        unsigned n = 0;
        for (unsigned v = 0; v < vcs; v++)
            if (is_left(c, after, p * vcs + v, taken))
                all[n++] = contender(c, p * vcs + v, v, c->a.in_rr[p]);
        if (!c->parameters.speedup && n > 1) {
            qsort(all, n, sizeof all[0], by_priority);
            n = 1;
        }
        for (unsigned i = 0; i < n; i++)
            lanes[count++] = all[i].lane;
    }
    return count;
}

/* What an output does in an iteration, from the registers before the cycle. @return lanes that it chose from */
static unsigned check_output(const struct scene *before, const struct scene *after, const unsigned *lanes,
                             unsigned count, unsigned port, int first)
{
    struct contender all[VCR_MOST_LANES];
    unsigned n = 0, vcs = before->parameters.vcs, ends = (unsigned)before->parameters.ports * vcs;
    int by_input = before->config.by_input && !before->parameters.speedup;

    for (unsigned i = 0; i < count; i++)
        if (before->w.want_port[lanes[i]] == port)
            all[n++] = contender(before, lanes[i], lanes[i], before->a.rr[port]);
    if (n == 0)
        return 0;
    assert_int_equal(after->w.out_grant >> port & 1u, 1);
    qsort(all, n, sizeof all[0], by_priority);
    assert_int_equal(after->w.out_lane[port], all[0].lane);
    assert_int_equal(after->w.out_vc[port], vcr_unit_lowest(before->w.want_vcs[all[0].lane]));
    assert_int_equal(after->a.rr[port],
                     !first ? before->a.rr[port] : (by_input ? (all[0].lane / vcs + 1) * vcs : all[0].lane + 1) % ends);
    return n;
}

/* All iterations of a cycle, in which no output gets two lanes. @return outputs that more than one lane asked for */
static unsigned check_outputs(const struct scene *before, const struct scene *after)
{
    unsigned lanes[VCR_MOST_LANES], taken = 0, contests = 0;

    for (unsigned n = 0; n <= before->parameters.repeats; n++) {
        unsigned count = asking(before, after, taken, lanes), more = 0;
        for (unsigned port = 0; port < before->parameters.ports; port++) {
            unsigned askers = check_output(before, after, lanes, count, port, n == 0);
            contests += askers > 1;
            more |= (unsigned)(askers > 0) << port;
        }
        assert_int_equal(more & taken, 0);
        taken |= more;
        if (n == 0)
            assert_int_equal(after->w.first_out, taken);
    }
    assert_int_equal(after->w.out_grant, taken);
    for (unsigned port = 0; port < before->parameters.ports; port++)
        if (!(taken >> port & 1u))
            assert_int_equal(after->a.rr[port], before->a.rr[port]);
    return contests;
}

/* Grants of inputs are those of outputs, and the pointers of inputs follow those of the first iteration. */
static void check_inputs(const struct scene *before, const struct scene *after)
{
    unsigned vcs = before->parameters.vcs;
    uint16_t grant[VCR_MOST_PORTS] = {0}, first[VCR_MOST_PORTS] = {0};

    for (unsigned port = 0; port < before->parameters.ports; port++) {
        uint16_t channel = (uint16_t)((after->w.out_grant >> port & 1u) << after->w.out_lane[port] % vcs);
        grant[after->w.out_lane[port] / vcs] |= channel;
        if (after->w.first_out >> port & 1u)
            first[after->w.out_lane[port] / vcs] |= channel;
    }
    for (unsigned p = 0; p < before->parameters.ports; p++) {
        unsigned moves = !before->parameters.speedup && first[p] != 0;
        assert_int_equal(after->w.grant[p], grant[p]);
        assert_int_equal(after->a.in_rr[p], moves ? (vcr_unit_lowest(grant[p]) + 1) % vcs : before->a.in_rr[p]);
        if (!before->parameters.speedup)
            assert_true(unit_ones(grant[p]) <= 1);
    }
}

static void draw_wants(struct rng *r, struct scene *c)
{
    unsigned busy = 1 + vcr_unit_upto(r, 3), ages = vcr_unit_once_in(r, 3) ? 0 : vcr_unit_once_in(r, 2) ? 3 : 65535;

    memset(&c->w, 0, sizeof c->w);
    for (unsigned p = 0; p < c->parameters.ports; p++)
        for (unsigned v = 0; v < c->parameters.vcs; v++)
            if (vcr_unit_once_in(r, busy))
                wants(c, p, v, vcr_unit_upto(r, c->parameters.ports - 1u),
                      1u << vcr_unit_upto(r, c->parameters.vcs - 1u) | vcr_unit_some(r, (1u << c->parameters.vcs) - 1u),
                      vcr_unit_upto(r, ages));
    c->config.oldest = (uint8_t)vcr_unit_upto(r, 1);
    c->config.by_input = (uint8_t)vcr_unit_upto(r, 1);
}

TEST(against_a_sort)
{
    static const uint8_t ports[] = {5, 12, 2, 8}, vcs[] = {4, 16, 1, 3};
    struct rng r = rng_stream(212, 0);
    unsigned outputs = 0, contests = 0;
    static struct scene before;

    for (unsigned k = 0; k < 8; k++) {
        struct scene *c = make(ports[k % 4], vcs[k % 4], k / 4);
        for (unsigned n = 0; n < 600; n++) {
            c->parameters.repeats = (uint8_t)(c->parameters.speedup ? 0 : n % (VCR_MOST_REPEATS + 1));
            draw_wants(&r, c);
            before = *c;
            cycle(c);
            contests += check_outputs(&before, c);
            outputs += c->parameters.ports;
            check_inputs(&before, c);
        }
    }
    assert_in_range(contests, outputs / 10, outputs);
    COMPARED(outputs, "outputs");
}

RUN_TESTS
