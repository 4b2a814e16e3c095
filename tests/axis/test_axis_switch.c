/* SPDX-License-Identifier: Apache-2.0
 *
 * The switch as a whole against docs/spec/axis.md sections 4 and 11: latency of every pair of ports, no bubble at full
 * load, packets held together or mixed, reset, and what a tdest of no output leads to.
 */
#include "axis_unit.h"

enum { LATENCY = 2, FULL = 400 };

struct bench {
    struct axis_parameters p;
    struct axis_switch *s;
    struct axis_control control;
    struct axis_pins in, out;
};

static void step(struct bench *b)
{
    axis_switch_step(b->s, &b->in, &b->control);
    axis_switch_pins(b->s, &b->out);
}

/* Reset, and one cycle until it is ready. */
static void start(struct bench *b, const struct axis_parameters *p, unsigned mode)
{
    *b = (struct bench){.p = *p, .s = axis_switch_create(p), .control = unit_control(p, mode)};
    assert_non_null(b->s);
    b->control.rst = 1;
    step(b);
    assert_int_equal(b->out.ready, 0);
    b->control.rst = 0;
    step(b);
    assert_int_equal(b->out.ready, axis_ones(p->inputs));
    b->in.ready = axis_ones(p->outputs);
}

/* A beat of a given word. */
static void put(struct bench *b, int input, int output, uint64_t word, int last)
{
    const struct axis_widths w = axis_widths(&b->p);

    b->in.valid |= (uint16_t)(1u << input);
    b->in.last = (uint16_t)((b->in.last & ~(1u << input)) | (unsigned)last << input);
    b->in.dest[input] = (uint16_t)output;
    b->in.data[input * w.words] = word & UINT64_MAX >> (64 - w.word_bits);
}

static uint64_t word_at(const struct bench *b, int output)
{
    return b->out.data[output * axis_widths(&b->p).words];
}

/* Destinations that a tdest of so many bits can name. */
static int named(const struct axis_parameters *p)
{
    return p->outputs < 1 << p->dest_bits ? p->outputs : 1 << p->dest_bits;
}

TEST(latency)
{
    uint64_t pairs = 0;

    for (int n = 0; n < AXIS_CASES; n++)
        for (int i = 0; i < axis_cases[n].inputs; i++)
            for (int j = 0; j < named(&axis_cases[n]); j++, pairs++) {
                struct bench b;
                start(&b, &axis_cases[n], AXIS_ROUND_ROBIN);
                put(&b, i, j, 0x5a, 1);
                for (int t = 1; t <= LATENCY; t++) {
                    step(&b);
                    b.in.valid = 0;
                    assert_int_equal(b.out.valid, t == LATENCY ? 1 << j : 0);
                }
                assert_int_equal(word_at(&b, j), 0x5a);
                assert_int_equal(b.out.dest[j], j);
                step(&b);
                assert_int_equal(b.out.valid, 0);
                axis_switch_destroy(b.s);
            }
    COMPARED(pairs, "pairs");
}

/* Input i sends to output (i + shift) modulo outputs in every cycle, in packets of `length` beats. */
static void full_load(const struct axis_parameters *p, int shift, int length)
{
    int count = p->inputs < named(p) ? p->inputs : named(p);
    struct bench b;

    start(&b, p, AXIS_ROUND_ROBIN);
    for (int t = 0; t < FULL; t++) {
        for (int i = 0; i < count; i++)
            put(&b, i, (i + shift) % named(p), (uint64_t)t, (t + 1) % length == 0);
        assert_int_equal(b.out.ready, axis_ones(p->inputs));
        step(&b);
        for (int i = 0; i < count && t + 1 >= LATENCY; i++) {
            int j = (i + shift) % named(p), sent = t + 1 - LATENCY;
            assert_int_equal(b.out.valid >> j & 1, 1);
            assert_int_equal(word_at(&b, j), (uint64_t)sent & UINT64_MAX >> (64 - axis_widths(p).word_bits));
            assert_int_equal(b.out.last >> j & 1, (sent + 1) % length == 0);
        }
    }
    axis_switch_destroy(b.s);
}

TEST(no_bubble)
{
    uint64_t runs = 0;

    for (int n = 0; n < AXIS_CASES; n++)
        for (int shift = 0; shift < named(&axis_cases[n]); shift++)
            for (int length = 1; length <= 4; length++, runs++)
                full_load(&axis_cases[n], shift, length);
    COMPARED(runs, "permutations at full load");
}

/* All inputs send to one output, which is never idle, whatever the mode. Packets stay in one piece. */
static void contention(const struct axis_parameters *p, unsigned mode, int length)
{
    int left[AXIS_MOST_PORTS], from = -1, held = 0;
    struct bench b;

    start(&b, p, mode);
    for (int i = 0; i < p->inputs; i++)
        left[i] = length;
    for (int t = 0; t < FULL; t++) {
        unsigned taken;
        for (int i = 0; i < p->inputs; i++)
            put(&b, i, 0, (uint64_t)i, left[i] == 1);
        taken = b.out.ready;
        step(&b);
        for (int i = 0; i < p->inputs; i++)
            if (taken >> i & 1)
                left[i] = left[i] == 1 ? length : left[i] - 1;
        if (t + 1 < LATENCY)
            continue;
        assert_int_equal(b.out.valid & 1, 1);
        assert_true(from < 0 || (uint64_t)from == word_at(&b, 0));
        held++;
        assert_int_equal(b.out.last & 1, held == length);
        from = held == length ? -1 : (int)word_at(&b, 0);
        held = held == length ? 0 : held;
    }
    axis_switch_destroy(b.s);
}

TEST(never_idle)
{
    uint64_t runs = 0;

    for (int n = 0; n < AXIS_CASES; n++)
        for (unsigned mode = 0; mode < 4; mode++)
            for (int length = 1; length <= 3; length++, runs++)
                contention(&axis_cases[n], mode, length);
    COMPARED(runs, "runs with one output for all");
}

/* Packets of any length to an output that mixes: the inputs alternate, and no beat gets lost. */
TEST(mixes)
{
    uint64_t beats = 0;

    for (int n = 0; n < AXIS_CASES; n++) {
        struct bench b;
        start(&b, &axis_cases[n], AXIS_ROUND_ROBIN);
        b.control.mix = 1;
        for (int t = 0; t < FULL; t++) {
            for (int i = 0; i < b.p.inputs; i++)
                put(&b, i, 0, (uint64_t)i, t % 50 == 49);
            step(&b);
            if (t + 1 < LATENCY)
                continue;
            assert_int_equal(b.out.valid & 1, 1);
            assert_int_equal(word_at(&b, 0), (t + 1 - LATENCY) % b.p.inputs);
            beats++;
        }
        assert_int_equal(axis_switch_registers(b.s)->arbitrate.locked, 0);
        assert_int_equal(axis_switch_registers(b.s)->decode.active, 0);
        axis_switch_destroy(b.s);
    }
    COMPARED(beats, "beats of mixed packets");
}

/* A packet of three beats to no output, then one to output 0: the first is gone, and counted. */
TEST(drops)
{
    const struct axis_parameters p = {2, 2, 4, 64};
    struct axis_status status;
    uint64_t left = 0;
    struct bench b;

    start(&b, &p, AXIS_ROUND_ROBIN);
    for (int t = 0; t < 10; t++) {
        b.in.valid = 0;
        if (t < 3)
            put(&b, 1, 9, 1, t == 2);
        else if (t < 5)
            put(&b, 1, 0, 2, t == 4);
        step(&b);
        axis_switch_status(b.s, &status);
        assert_int_equal(status.drop, t + 1 == 4 ? 2 : 0); /* its last beat is at the front in cycle 3 */
        left += b.out.valid & 1;
        assert_true(!(b.out.valid & 1) || word_at(&b, 0) == 2);
    }
    assert_int_equal(status.dropped, 1);
    assert_int_equal(left, 2);
    axis_switch_destroy(b.s);
    COMPARED(left, "beats after a dropped packet");
}

/* Reset clears everything. */
TEST(resets)
{
    static const struct axis_regs zero;
    struct rng r = rng_stream(6, 0);

    for (int n = 0; n < AXIS_CASES; n++) {
        struct bench b;
        start(&b, &axis_cases[n], AXIS_WEIGHTED);
        b.control.weight[0] = UINT64_MAX;
        for (int t = 0; t < 50; t++) {
            for (int i = 0; i < b.p.inputs; i++)
                put(&b, i, (int)unit_below(&r, 20) & ((1 << b.p.dest_bits) - 1), rng_next(&r), unit_below(&r, 2) == 0);
            b.in.ready = (uint16_t)(rng_next(&r) & axis_ones(b.p.outputs));
            step(&b);
        }
        assert_memory_not_equal(axis_switch_registers(b.s), &zero, sizeof zero);
        b.control.rst = 1;
        step(&b);
        assert_memory_equal(axis_switch_registers(b.s), &zero, sizeof zero);
        axis_switch_destroy(b.s);
    }
    COMPARED(AXIS_CASES, "switches in reset");
}

RUN_TESTS
