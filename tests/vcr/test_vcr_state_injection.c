/* SPDX-License-Identifier: Apache-2.0
 *
 * State injection of virtual-channel routers: of every build states that are drawn are legal, what follows them is,
 * and two equal routers stay equal; a router that is wrong in one coincidence is found. However many threads there are,
 * results are the same.
 */
#include "../unit.h"

#include "bench/bench.h"
#include "vcr/bench/vcr_state_injection.h"
#include "vcr/kind/vcr_kind.h"
#include "vcr/kind/vcr_legal.h"
#include "vcr/model/vcr_internal.h"

TEST(drawn_states_are_legal)
{
    struct rng r = rng_stream(1, 1);
    struct vcr_regs regs;
    unsigned states = 0, active = 0, quiet = 0;

#define VCR_CONFIGURATION(name, ...)                                                     \
    for (int i = 0; i < 2000; i++, states++) {                                           \
        vcr_state_injection_draw(&vcr_kind_##name, &vcr_parameters_##name, &r, &regs);   \
        uint32_t broken = vcr_legal(&vcr_parameters_##name, &regs);                      \
        if (broken)                                                                      \
            fail_msg(#name ", state %d: %s", i, vcr_legal_words[__builtin_ctz(broken)]); \
        active += regs.input.active[0] != 0;                                             \
        quiet += regs.config.quiet != 0;                                                 \
    }
#include "vcr/kind/vcr_configurations.def"
#undef VCR_CONFIGURATION
    assert_in_range(active, states / 10, states);
    assert_in_range(quiet, 1, states / 10);
    COMPARED(states, "states");
}

/*
 * All children have replied: one alone, by any port, or several; or all but one, which may be a port that there is not.
 */
TEST(replies_are_complete)
{
    struct rng r = rng_stream(1, 2);
    unsigned alone[VCR_MOST_PORTS] = {0}, but[VCR_MOST_PORTS] = {0}, complete = 0, states = 20000;
    struct vcr_regs regs;

    for (unsigned i = 0; i < states; i++) {
        vcr_state_injection_draw(&vcr_kind_noc, &vcr_parameters_noc, &r, &regs);
        unsigned children = regs.config.sat_children, got = regs.sat_switch.got;
        if (children == 0 || regs.config.sat_mode != VCR_SAT_TREE)
            continue;
        complete += got == children;
        if (__builtin_popcount(children & ~got) == 1 && (children & got) == got)
            but[__builtin_ctz(children & ~got)]++;
        if (got == children && __builtin_popcount(children) == 1)
            alone[__builtin_ctz(children)]++;
    }
    for (unsigned p = 0; p < vcr_parameters_noc.ports; p++)
        assert_in_range(alone[p], 1, states);
    assert_in_range(complete, states / 50, states);
    for (unsigned p = 0; p < VCR_MOST_PORTS; p++)
        assert_in_range(but[p], 1, states);
    COMPARED(states, "states");
}

/* Just under each power of two, and at it: where one bit decides which of two lanes has waited for longer. */
TEST(ages_are_close_calls)
{
    struct rng r = rng_stream(1, 3);
    unsigned at[16] = {0}, under[16] = {0}, states = 2000;
    struct vcr_regs regs;

    for (unsigned i = 0; i < states; i++) {
        vcr_state_injection_draw(&vcr_kind_noc, &vcr_parameters_noc, &r, &regs);
        for (unsigned k = 0; k < 16; k++) {
            at[k] += regs.input.age[i % vcr_lanes(&vcr_parameters_noc)] == 1u << k;
            under[k] += regs.input.age[i % vcr_lanes(&vcr_parameters_noc)] == (1u << k) - 1u;
        }
    }
    for (unsigned k = 0; k < 16; k++) {
        assert_in_range(at[k], 1, states);
        assert_in_range(under[k], 1, states);
    }
    COMPARED(states, "states");
}

/* Which bits of a head's destination decide where it may go, and which bits were set then: all of them, by counts. */
struct decisions {
    unsigned made[16][16];
};

static void note_decisions(const struct vcr_config *c, unsigned port, uint64_t head, struct decisions *d)
{
    uint32_t entry = vcr_route_logic(c, port, head);

    for (unsigned bit = 0; bit < 16 && entry != 0; bit++) {
        uint32_t other = vcr_route_logic(c, port, head ^ UINT64_C(1) << (VCR_HEAD_DESTINATION + bit));
        VCR_FOR_EACH(set, vcr_flit_destination(head))
        d->made[bit][set] += other != 0 && other != entry;
    }
}

/* In grids and trees each bit of a destination decides the way of some head, whichever other bit is set. */
TEST(every_bit_of_a_destination_decides)
{
    struct rng r = rng_stream(1, 4);
    static struct decisions grid, tree;
    unsigned states = 30000, pairs = 0;
    struct vcr_control control;
    struct vcr_regs regs;
    struct vcr_pins in = {.up = 0};

    for (unsigned i = 0; i < states; i++) {
        vcr_state_injection_draw(&vcr_kind_noc, &vcr_parameters_noc, &r, &regs);
        vcr_state_injection_inputs(&vcr_parameters_noc, &r, &regs, &in, &control);
        const struct vcr_config *c = &regs.config;
        if (c->routing != VCR_ROUTE_TABLE)
            note_decisions(c, i % 5, in.flit[i % 5], c->routing == VCR_ROUTE_TREE ? &tree : &grid);
    }
    for (unsigned bit = 0; bit < 16; bit++)
        for (unsigned set = 0; set < 16; set++, pairs++) {
            assert_in_range(grid.made[bit][set], 1, states);
            assert_in_range(tree.made[bit][set], 1, states);
        }
    COMPARED(pairs, "pairs of bits, in grids and in trees");
}

static struct injection *run(const struct router_kind *kind, const struct node_ops *inner, uint64_t count, int threads)
{
    const struct injection_config config = {.kind = kind,
                                            .states = kind->parts->bench->injection,
                                            .inner = inner,
                                            .seed = 1,
                                            .count = count,
                                            .threads = threads};
    struct injection *i = injection_create(&config);

    assert_non_null(i);
    while (injection_round(i) == 0)
        continue;
    return i;
}

/* The model beside itself: what is looked at are the clauses. */
TEST(what_follows_is_legal)
{
    static const struct router_kind *const small[] = {&vcr_kind_noc, &vcr_kind_tree, &vcr_kind_wormhole};
    uint64_t legal = 0;

    for (size_t k = 0; k < sizeof small / sizeof *small; k++) {
        struct injection *i = run(small[k], small[k]->model, INJECTION_BATCH, 1);
        const struct mismatch *d = injection_mismatch(i);
        if (d)
            fail_msg("%s: %s", small[k]->name, d->field);
        assert_int_equal(injection_result(i)->states, INJECTION_BATCH);
        assert_int_equal(injection_result(i)->left, 0);
        legal += injection_compared(i).legal;
        injection_destroy(i);
    }
    COMPARED(legal, "legal states");
}

/* Wrong where three links rise in one cycle. */
static void wrong_step(void *node, const void *in, const void *control)
{
    const struct node_ops *model = vcr_kind_noc.model;
    struct vcr_regs was, is;

    model->state(node, &was);
    model->step(node, in, control);
    model->state(node, &is);
    if (__builtin_popcount(is.output.linked & ~(unsigned)was.output.linked) < 3)
        return;
    is.output.credits[0] ^= 1;
    model->inject(node, &is);
}

TEST(a_coincidence_is_found)
{
    struct node_ops wrong = *vcr_kind_noc.model;

    wrong.step = wrong_step;
    struct injection *one = run(&vcr_kind_noc, &wrong, 10 * INJECTION_BATCH, 1),
                     *many = run(&vcr_kind_noc, &wrong, 10 * INJECTION_BATCH, 3);
    const struct injection_result *r = injection_result(one);
    assert_int_equal(r->failed, 1);
    assert_string_equal(injection_mismatch(one)->field, "output.credits");
    assert_memory_equal(r, injection_result(many), sizeof *r);
    COMPARED(r->states, "states up to the one that shows it");
    injection_destroy(one);
    injection_destroy(many);
}

RUN_TESTS
