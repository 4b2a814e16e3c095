/* SPDX-License-Identifier: Apache-2.0
 *
 * State injection: drawn states are legal and of every kind, a cycle leaves them legal, a batch is the same each time,
 * and a switch that is wrong in one rare case is found. Here both sides are models; model and RTL are compared by
 * fedx verify --inject.
 */
#include <stdlib.h>

#include "../unit.h"
#include "fedx/bench/fedx_state_injection.h"
#include "fedx/bench/fedx_legal.h"
#include "fedx/bench/fedx_lockstep_node.h"
#include "fedx/kind/fedx_model_node.h"

enum { STATES = 200000 };

/* What the drawn states and the cycles after them must have shown, each at least once. */
struct seen {
    unsigned receiving[FEDX_PORTS][6], sending[FEDX_PORTS][4]; /* by state, 0 idle */
    unsigned reasons[8];
    unsigned used[FEDX_BUFFERS + 1];
    unsigned full_classes, whole, abort, refused, accepted, expired, held, watched, reset;
};

static unsigned state_of(const uint8_t *masks[], unsigned count, unsigned p)
{
    for (unsigned i = 0; i < count; i++)
        if (*masks[i] >> p & 1u)
            return i + 1;
    return 0;
}

static void see_state(struct seen *seen, struct fedx_switch_regs *s)
{
    struct fedx_port_receive *r = &s->port_receive;
    struct fedx_port_transmit *t = &s->port_transmit;
    const uint8_t *receive[] = {&r->header, &r->decide, &r->body, &r->refusing, &r->drain};
    const uint8_t *transmit[] = {&t->sending, &t->await, &t->gap};
    struct fedx_tally tally = fedx_tally_count(&s->buffer_pool);

    for (unsigned p = 0; p < FEDX_PORTS; p++) {
        seen->receiving[p][state_of(receive, 5, p)]++;
        seen->sending[p][state_of(transmit, 3, p)]++;
    }
    seen->used[unit_ones(s->buffer_pool.used)]++;
    for (unsigned i = 1; i < FEDX_BUFFERS; i++)
        seen->full_classes += s->config.class_rule && tally.at_least[i] + i == FEDX_BUFFERS;
    seen->held += s->config.hold != 0;
    seen->watched += s->admission.watched;
}

static void see_cycle(struct seen *seen, const struct fedx_switch_regs *before, const struct fedx_switch_regs *after)
{
    unsigned await = before->port_transmit.await, ended = await & ~after->port_transmit.await;

    for (unsigned p = 0; p < FEDX_PORTS; p++)
        if (before->port_receive.decide >> p & 1u)
            seen->reasons[after->admission.reason[p]]++;
    seen->whole += (before->port_receive.acc ^ after->port_receive.acc) != 0;
    seen->abort += after->port_receive.abort != 0;
    seen->refused += after->port_receive.refuse != 0;
    seen->accepted += (ended & (before->port_transmit.bit ^ after->port_transmit.bit)) != 0;
    seen->expired += (ended & (unsigned)~(before->port_transmit.bit ^ after->port_transmit.bit)) != 0;
    seen->reset += after->config.hold == FEDX_HOLD_CYCLES;
}

static void assert_all_seen(const struct seen *seen)
{
    const unsigned *counts = (const unsigned *)(const void *)seen;

    for (size_t i = 0; i < sizeof *seen / sizeof *counts; i++)
        if (counts[i] == 0)
            fail_msg("count %u of struct seen is zero", (unsigned)i);
}

static void assert_legal(const struct fedx_switch_regs *s, int classes, int state, const char *when)
{
    uint32_t broken = fedx_legal_broken(s, classes);

    if (broken)
        fail_msg("state %d, %s: %s", state, when, fedx_legal_words[__builtin_ctz(broken)]);
}

TEST(states_are_legal_and_stay_so)
{
    struct rng r = rng_stream(5, 0);
    struct fedx_switch *sw = fedx_switch_create();
    struct fedx_switch_regs before;
    struct fedx_pins in = {.refuse = 0};
    struct fedx_control control;
    struct seen seen = {.full_classes = 0};

    for (int i = 0; i < STATES; i++) {
        fedx_kind_injection.draw(&fedx_kind, &r, &before);
        assert_true(fedx_regs_usable(&before));
        assert_legal(&before, before.config.class_rule, i, "drawn");
        see_state(&seen, &before);
        fedx_kind_injection.inputs(&fedx_kind, &r, &before, &in, &control);
        fedx_node_model.inject(sw, &before);
        fedx_switch_step(sw, &in, &control);
        assert_legal(fedx_switch_state(sw), before.config.class_rule, i, "a cycle later");
        see_cycle(&seen, &before, fedx_switch_state(sw));
    }
    fedx_switch_destroy(sw);
    assert_all_seen(&seen);
    printf("           full classes %u, accepted %u, expired %u, whole packets %u\n", seen.full_classes, seen.accepted,
           seen.expired, seen.whole);
    COMPARED(STATES, "states legal, drawn and a cycle later");
}

/* The model as RTL: all the registers that there are. */
static const struct injection_result *run(const struct node_ops *inner, uint64_t first, uint64_t states, int threads,
                                          struct injection **i)
{
    struct injection_config config = {.kind = &fedx_kind,
                                      .states = &fedx_kind_injection,
                                      .inner = inner,
                                      .seed = 3,
                                      .first = first,
                                      .count = states,
                                      .threads = threads};

    *i = injection_create(&config);
    assert_non_null(*i);
    while (injection_round(*i) == 0)
        ;
    return injection_result(*i);
}

TEST(equal_switches)
{
    struct injection *i;
    const struct injection_result *r = run(&fedx_node_model, 0, 3 * INJECTION_BATCH - 1, 2, &i);

    assert_int_equal(r->failed, 0);
    assert_int_equal(r->states, 3 * INJECTION_BATCH);
    assert_int_equal(r->cycles, 3 * (INJECTION_BATCH - 1 + INJECTION_LONG));
    assert_int_equal(injection_compared(i).cycles, r->cycles + 3 * (FEDX_TABLE_SIZE + 1));
    assert_true(injection_compared(i).legal >= r->states);
    assert_true(injection_compared(i).stores >= 3 * FEDX_BUFFERS * FEDX_PACKET_BYTES);
    COMPARED(r->cycles, "cycles equal");
    injection_destroy(i);
}

/* Forgets to free a buffer when three acceptances come in one cycle. */
static void forgetful_step(void *node, const void *in, const void *inputs)
{
    const struct fedx_control *control = inputs;
    struct fedx_switch_regs now, after;

    fedx_node_model.state(node, &now);
    fedx_node_model.step(node, in, control);
    fedx_node_model.state(node, &after);
    if (unit_ones(now.buffer_pool.used & ~after.buffer_pool.used & (unsigned)~after.buffer_pool.queued) == 3 &&
        !control->rst) {
        after.buffer_pool.used |= (uint16_t)(now.buffer_pool.used & -now.buffer_pool.used);
        fedx_node_model.inject(node, &after);
    }
}

TEST(rare_fault_is_found_and_repeats)
{
    struct node_ops wrong = fedx_node_model;
    struct injection *i, *again;
    const struct injection_result *r, *s;

    wrong.step = forgetful_step;
    r = run(&wrong, 0, 50 * INJECTION_BATCH, 1, &i);
    assert_int_equal(r->failed, 1);
    assert_string_equal(injection_mismatch(i)->field, "buffer_pool.used");
    s = run(&wrong, r->batch, 1, 1, &again);
    assert_int_equal(s->failed, 1);
    assert_int_equal(s->batch, r->batch);
    assert_int_equal(s->state, r->state);
    assert_int_equal(s->cycle, r->cycle);
    printf("           found in state %u\n", (unsigned)r->states);
    injection_destroy(again);
    s = run(&wrong, 0, 50 * INJECTION_BATCH, 3, &again);
    assert_memory_equal(s, r, sizeof *r);
    injection_destroy(i);
    injection_destroy(again);
    injection_destroy(NULL);
}

/* What was done and compared, whatever the number of threads. */
TEST(threads_make_no_difference)
{
    struct injection *one, *many;
    const struct injection_result *r = run(&fedx_node_model, 7, 5 * INJECTION_BATCH, 1, &one), *s;
    struct compared c = injection_compared(one), d;

    for (int threads = 2; threads <= 6; threads++) {
        s = run(&fedx_node_model, 7, 5 * INJECTION_BATCH, threads, &many);
        d = injection_compared(many);
        assert_memory_equal(s, r, sizeof *r);
        assert_memory_equal(&d, &c, sizeof c);
        injection_destroy(many);
    }
    COMPARED(5 * r->states, "states, on 2 to 6 threads");
    injection_destroy(one);
}

RUN_TESTS
