/* SPDX-License-Identifier: Apache-2.0
 *
 * Switches of which only some registers can be set: what they take is found out, drawn states fit the rest and are
 * legal, right ones are never accused, and one that keeps more than it shows gives itself away.
 */
#include "../unit.h"
#include "fedx/model/fedx_switch_internal.h"
#include "fedx/bench/fedx_legal.h"
#include "bench/state_fit.h"
#include "bench/hidden_state_check.h"
#include "fedx/bench/fedx_state_injection.h"
#include "fedx/bench/fedx_lockstep_node.h"
#include "fedx/kind/fedx_model_node.h"

enum { STATES = 10000, ROWS = 128 };

/* A model whose age order and counts of what arrives cannot be set: they are something else's doing there. */
static void inject_most(void *node, const void *registers)
{
    const struct fedx_switch_regs *regs = registers;
    struct fedx_switch_regs now, most = *regs;

    fedx_node_model.state(node, &now);
    memcpy(most.buffer_pool.ahead, now.buffer_pool.ahead, sizeof now.buffer_pool.ahead);
    memcpy(most.port_receive.count, now.port_receive.count, sizeof now.port_receive.count);
    fedx_node_model.inject(node, &most);
}

/* That model, and one that shows no register of admission either. */
static struct node_ops most_of_it(uint8_t shown[ROWS], int admission)
{
    struct node_ops ops = fedx_node_model;

    memset(shown, 1, ROWS);
    for (int i = 0; i < fedx_reg_count; i++)
        shown[i] = admission || strcmp(fedx_reg_table[i].block, "admission") != 0;
    ops.registers = shown;
    ops.inject = inject_most;
    return ops;
}

TEST(what_is_taken)
{
    uint8_t shown[ROWS], fits[ROWS];
    struct node_ops ops = most_of_it(shown, 1);

    assert_int_equal(state_fit_learn(&fedx_kind, &fedx_kind_injection, &fedx_node_model, fits), 0);
    assert_int_equal(state_fit_count(&fedx_kind, fits, STATE_FIT_SET), fedx_reg_count);
    assert_int_equal(state_fit_learn(&fedx_kind, &fedx_kind_injection, &ops, fits), 0);
    assert_int_equal(state_fit_count(&fedx_kind, fits, STATE_FIT_SET), fedx_reg_count - 2);
    assert_int_equal(fits[unit_row("buffer_pool", "ahead")], STATE_FIT_WORKED);
    assert_int_equal(fits[unit_row("port_receive", "count")], STATE_FIT_WORKED);
    shown[unit_row("route", "entry")] = 0;
    assert_int_equal(state_fit_learn(&fedx_kind, &fedx_kind_injection, &ops, fits), 0);
    assert_int_equal(fits[unit_row("route", "entry")], STATE_FIT_HIDDEN);
    assert_int_equal(fits[unit_row("port_receive", "routed")], STATE_FIT_RELATED); /* it says when an entry matters */
    assert_int_equal(fits[unit_row("port_transmit", "count")], STATE_FIT_SET);
}

TEST(fitted_states_are_legal)
{
    struct rng r = rng_stream(7, 0);
    struct fedx_switch_regs reached, drawn;
    uint8_t shown[ROWS], fits[ROWS];
    struct node_ops ops = most_of_it(shown, 0);
    unsigned moved = 0;

    assert_int_equal(state_fit_learn(&fedx_kind, &fedx_kind_injection, &ops, fits), 0);
    for (int i = 0; i < STATES; i++) {
        fedx_kind_injection.draw(&fedx_kind, &r, &reached);
        fedx_kind_injection.draw(&fedx_kind, &r, &drawn);
        assert_int_equal(state_fit(&fedx_kind, fits, &r, &reached, &drawn), 0);
        assert_true(fedx_regs_usable(&drawn));
        assert_int_equal(fedx_legal_broken(&drawn, drawn.config.class_rule), 0);
        assert_memory_equal(&drawn.admission, &reached.admission, sizeof drawn.admission);
        assert_memory_equal(drawn.port_receive.count, reached.port_receive.count, sizeof drawn.port_receive.count);
        moved += memcmp(&drawn.buffer_pool.head, &reached.buffer_pool.head, sizeof drawn.buffer_pool.head) != 0;
    }
    assert_in_range(moved, STATES / 2, STATES);
    COMPARED(STATES, "states fitted");
}

TEST(right_ones_are_equal)
{
    uint8_t shown[ROWS];
    struct node_ops ops = most_of_it(shown, 0);
    struct injection_config config = {.kind = &fedx_kind,
                                      .states = &fedx_kind_injection,
                                      .inner = &ops,
                                      .seed = 3,
                                      .count = 2 * INJECTION_BATCH,
                                      .threads = 1};
    struct injection *i = injection_create(&config);
    const struct injection_result *result = injection_result(i);

    while (injection_round(i) == 0)
        ;
    assert_int_equal(result->failed, 0);
    assert_in_range(result->left, 0, result->states / 10);
    COMPARED(result->cycles, "cycles equal");
    injection_destroy(i);
}

/* A second copy of a register: the turns, as they would be if nobody had set them. */
static struct fedx_switch *shadow[2];
static void *owner[2];

static void *create_two(const struct node_ops *inner, uint64_t seed)
{
    int k = owner[0] != NULL;

    owner[k] = fedx_node_model.create(inner, seed);
    shadow[k] = fedx_switch_create();
    return owner[k];
}

static void step_two(void *node, const void *in, const void *control)
{
    fedx_node_model.step(node, in, control);
    fedx_switch_step(shadow[node == owner[1]], in, control);
}

static void pins_of_two(const void *node, void *wires)
{
    struct fedx_pins *out = wires;
    struct fedx_pins other;

    fedx_node_model.pins(node, out);
    fedx_switch_pins(shadow[node == owner[1]], &other);
    out->turn = other.turn;
}

TEST(a_second_copy_is_told)
{
    struct node_ops ops = fedx_node_model;
    struct hidden_state t;

    assert_int_equal(hidden_state_check(&fedx_kind, &ops, &t), 0);
    assert_int_equal(t.differs, 0);
    assert_in_range(t.done, 100, 200);
    COMPARED(t.done, "states put into another copy, which goes on alike");
    ops.create = create_two;
    ops.step = step_two;
    ops.pins = pins_of_two;
    assert_int_equal(hidden_state_check(&fedx_kind, &ops, &t), 0);
    assert_int_equal(t.differs, 1);
    assert_string_equal(t.name, "the pins");
    printf("           told after %u states\n", (unsigned)t.done);
    for (int k = 0; k < 2; k++)
        fedx_switch_destroy(shadow[k]);
}

RUN_TESTS
