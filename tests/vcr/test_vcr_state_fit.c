/* SPDX-License-Identifier: Apache-2.0
 *
 * Virtual-channel routers of which only some registers can be set (bench/state_fit.h, bench/hidden_state_check.h):
 * right ones are never accused, their memories are set only when all of the input shows, and fit it, and one that keeps
 * more than it shows gives itself away.
 */
#include "../unit.h"

#include "bench/bench.h"
#include "bench/state_fit.h"
#include "bench/hidden_state_check.h"
#include "vcr/kind/vcr_kind.h"
#include "vcr/router.h"

enum { STATES = 2 * INJECTION_BATCH };

/* How often something was put into a memory. */
static const struct router_kind *kind = &vcr_kind_noc;
static uint64_t memories;

static void inject_store(void *node, int lane, const uint8_t *bytes)
{
    memories++;
    kind->model->inject_store(node, lane, bytes);
}

/* Commitments are something else's doing there, and so is the age. */
static void inject_most(void *node, const void *registers)
{
    struct vcr_regs now, most = *(const struct vcr_regs *)registers;

    kind->model->state(node, &now);
    memcpy(most.input.committed, now.input.committed, sizeof now.input.committed);
    memcpy(most.input.age, now.input.age, sizeof now.input.age);
    kind->model->inject(node, &most);
}

/* What is shown of a state with a full channel is no legal state, but for the one in which it is: nothing of it is
 * taken. */
static void inject_some(void *node, const void *registers)
{
    struct vcr_regs now, some = *(const struct vcr_regs *)registers;

    kind->model->state(node, &now);
    if (some.input.fill[3] == 4 && now.input.fill[3] != 4)
        some.allocate.rr[0] = 20;
    kind->model->inject(node, &some);
}

/* A model that takes states so, and shows all that it is not told to hide. */
static struct node_ops model_with(void (*inject)(void *, const void *), uint8_t shown[VCR_REG_COUNT])
{
    struct node_ops ops = *kind->model;

    memset(shown, 1, VCR_REG_COUNT);
    ops.registers = shown;
    ops.inject = inject;
    ops.inject_store = inject_store;
    return ops;
}

static int row(const char *name)
{
    return (int)(kind_register_find(kind, name) - kind->registers);
}

/* From so many states both go on alike. @return states that were left as they were */
static uint64_t equal(const struct node_ops *ops)
{
    const struct injection_config config = {
        .kind = kind, .states = kind->parts->bench->injection, .inner = ops, .seed = 3, .count = STATES, .threads = 1};
    struct injection *i = injection_create(&config);
    uint64_t left;

    memories = 0;
    while (injection_round(i) == 0)
        ;
    assert_int_equal(injection_result(i)->failed, 0);
    COMPARED(injection_compared(i).registers, "registers equal");
    left = injection_result(i)->left;
    injection_destroy(i);
    return left;
}

TEST(what_is_taken)
{
    uint8_t shown[VCR_REG_COUNT], fits[VCR_REG_COUNT];
    const struct injection_kind *states = kind->parts->bench->injection;
    struct node_ops ops = model_with(inject_most, shown);

    assert_int_equal(state_fit_learn(kind, states, kind->model, fits), 0);
    assert_int_equal(state_fit_count(kind, fits, STATE_FIT_SET), VCR_REG_COUNT);
    assert_int_equal(state_fit_learn(kind, states, &ops, fits), 0);
    assert_int_equal(state_fit_count(kind, fits, STATE_FIT_SET), VCR_REG_COUNT - 2);
    assert_int_equal(fits[row("input.age")], STATE_FIT_WORKED);
    shown[row("output.owned")] = 0;
    assert_int_equal(state_fit_learn(kind, states, &ops, fits), 0);
    assert_int_equal(fits[row("output.owned")], STATE_FIT_HIDDEN);
    assert_int_equal(fits[row("output.credits")], STATE_FIT_RELATED);
    assert_int_equal(fits[row("input.read")], STATE_FIT_SET);
}

TEST(right_ones_are_equal)
{
    uint8_t shown[VCR_REG_COUNT];
    struct node_ops ops = model_with(inject_most, shown);

    assert_in_range(equal(&ops), 0, STATES / 10);
    assert_true(memories >= STATES * 20);
    shown[row("output.owned")] = 0; /* of another mechanism */
    assert_in_range(equal(&ops), 0, STATES / 10);
    assert_true(memories >= STATES * 20);
    shown[row("input.out_port")] = 0;
    equal(&ops);
    assert_int_equal(memories, 0);
}

TEST(what_is_not_taken_stays)
{
    uint8_t shown[VCR_REG_COUNT];
    struct node_ops ops = model_with(inject_some, shown);
    uint64_t left;

    left = equal(&ops);
    assert_in_range(left, STATES / 10, STATES * 9 / 10);
    assert_true(memories > STATES * 20); /* those of states that were left are drawn again */
}

/* A second copy of a register: credits, as they would be if nobody had set them. */
static void *owner[2];
static struct vcr_router *shadow[2];

static void *create_two(const struct node_ops *inner, uint64_t seed)
{
    int k = owner[0] != NULL;

    owner[k] = kind->model->create(inner, seed);
    shadow[k] = vcr_router_create(&vcr_parameters_noc);
    return owner[k];
}

static void step_two(void *node, const void *in, const void *control)
{
    kind->model->step(node, in, control);
    vcr_router_step(shadow[node == owner[1]], in, control);
}

static void pins_of_two(const void *node, void *wires)
{
    struct vcr_pins *out = wires;

    kind->model->pins(node, out);
    memcpy(out->credit, vcr_router_state(shadow[node == owner[1]])->input.credit, sizeof out->credit);
}

TEST(a_second_copy_is_told)
{
    struct node_ops ops = *kind->model;
    struct hidden_state t;

    assert_int_equal(hidden_state_check(kind, &ops, &t), 0);
    assert_int_equal(t.differs, 0);
    COMPARED(t.done, "states put into another copy, which goes on alike");
    assert_in_range(t.done, 100, 1000);
    ops.create = create_two;
    ops.step = step_two;
    ops.pins = pins_of_two;
    assert_int_equal(hidden_state_check(kind, &ops, &t), 0);
    assert_int_equal(t.differs, 1);
    assert_string_equal(t.name, "the pins");
    for (int k = 0; k < 2; k++)
        vcr_router_destroy(shadow[k]);
}

RUN_TESTS
