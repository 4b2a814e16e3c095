/* SPDX-License-Identifier: Apache-2.0
 *
 * The invariant of the named registers: the states of a busy switch keep it, and each clause is broken, alone, by a
 * state that says the opposite.
 */
#include <stdlib.h>

#include "../unit.h"
#include "fedx/bench/fedx_legal.h"
#include "fedx/bench/fedx_stimulus.h"
#include "fedx/kind/fedx_model_node.h"

/* Six packets: three wait, of the others one comes and leaves, two leave. */
static void busy_buffers(struct fedx_buffer_pool *b)
{
    b->used = 0x3f;
    b->queued = 0x38;
    b->waiting = 0x39;
    for (int i = 0; i < 6; i++) {
        b->allowed[i] = b->best[i] = 0x06;
        b->preferred[i] = 0x02;
        b->head[i] = (uint64_t)FEDX_FLAG_ADAPTIVE << 40;
        b->level[i] = (uint8_t)i;
    }
}

/* A state with something of everything: six buffers used, ports in every state. */
static struct fedx_switch_regs busy(void)
{
    struct fedx_switch_regs s;

    unit_reset(&s);
    s.config.hold = 0;
    s.port_receive.refuse = 1 << 3;
    s.port_receive.drain = 1 << 4;
    s.port_receive.header = 1 << 0;
    s.port_receive.count[0] = 3;
    s.port_receive.lookup = 1 << 0;
    s.port_receive.decide = s.port_receive.routed = 1 << 1;
    s.port_receive.count[1] = 10;
    s.port_receive.body = s.port_receive.write = 1 << 2;
    s.port_receive.count[2] = 50;
    s.port_receive.buf[2] = 0; /* sent on by port 0 */
    s.port_receive.refusing = 1 << 3;
    s.port_receive.count[3] = 10;
    s.port_receive.buf[5] = 3;
    s.port_transmit.sending = 1 << 0 | 1 << 5;
    s.port_transmit.count[0] = 38;
    s.port_transmit.buf[0] = 0;
    s.port_transmit.data[0] = 0x55;
    s.port_transmit.count[5] = 159;
    s.port_transmit.buf[5] = 1;
    s.port_transmit.await = 1 << 6;
    s.port_transmit.count[6] = 32;
    s.port_transmit.buf[6] = 2;
    s.port_transmit.gap = 1 << 1;
    s.port_transmit.count[1] = 16;
    busy_buffers(&s.buffer_pool);
    s.admission.watch_done = 1 << 5;
    s.admission.watched = 1;
    s.admission.watch_port = 5;
    s.admission.watch_age = 1000;
    return s;
}

/* What the changes below have broken so far. */
static uint32_t clauses_broken;
static unsigned cases;

/* One clause and no other is broken by a change of the busy state. */
#define BREAKS(clause, change)                                                 \
    do {                                                                       \
        struct fedx_switch_regs s = busy();                                    \
        change;                                                                \
        assert_int_equal(fedx_legal_broken(&s, 1), 1u << FEDX_LEGAL_##clause); \
        clauses_broken |= 1u << FEDX_LEGAL_##clause;                           \
        cases++;                                                               \
    } while (0)

static void clauses_of_ports(void)
{
    BREAKS(receive_states, s.port_receive.drain |= 1 << 2);
    BREAKS(receive_count, s.port_receive.header |= 1 << 5);
    BREAKS(receive_count, s.port_receive.count[3] = 11);
    BREAKS(receive_count, s.port_receive.count[6] = 161);
    BREAKS(receive_route, s.port_receive.lookup = 0; s.port_receive.routed |= 1);
    BREAKS(receive_route, s.port_receive.count[0] = 2);
    BREAKS(receive_route, s.port_receive.routed = 0);
    BREAKS(receive_write, s.port_receive.write |= 1 << 3; s.port_receive.buf[3] = 4);
    BREAKS(receive_write, s.port_receive.write = 0);
    BREAKS(receive_abort, s.port_receive.abort |= 1 << 2);
    BREAKS(receive_refuse, s.port_receive.refuse |= 1 << 6);
    BREAKS(transmit_states, s.port_transmit.gap |= 1 << 6; s.port_transmit.count[6] = 16);
    BREAKS(transmit_count, s.port_transmit.count[5] = 160);
    BREAKS(transmit_count, s.port_transmit.count[6] = 33);
    BREAKS(transmit_count, s.port_transmit.count[1] = 17);
    BREAKS(transmit_silent, s.port_transmit.data[6] = 1);
}

static void clauses_of_buffers(void)
{
    BREAKS(buffer_number, s.port_receive.buf[6] = 10);
    BREAKS(buffer_number, s.port_transmit.buf[3] = 15);
    BREAKS(one_reader, s.port_transmit.buf[6] = 1; s.buffer_pool.queued |= 4; s.buffer_pool.waiting |= 4);
    BREAKS(one_owner, s.buffer_pool.used |= 1 << 6; s.buffer_pool.allowed[6] = s.buffer_pool.best[6] = 1;
           s.buffer_pool.head[6] = s.buffer_pool.head[0]);
    BREAKS(one_owner, s.buffer_pool.queued |= 1);
    BREAKS(one_writer, s.port_receive.body |= 1 << 5; s.port_receive.write |= 1 << 5; s.port_receive.buf[5] = 0;
           s.port_receive.count[5] = 159);
    BREAKS(one_writer, s.port_receive.buf[2] = 9);
    BREAKS(read_behind_write, s.port_transmit.count[0] = 39);
    BREAKS(read_behind_write, s.port_receive.buf[2] = 2);
    BREAKS(waiting, s.buffer_pool.waiting |= 1 << 9);
    BREAKS(waiting, s.buffer_pool.waiting &= ~(1 << 4));
    BREAKS(age_order, s.buffer_pool.ahead[4] |= 1 << 4);
    BREAKS(age_order, s.buffer_pool.ahead[4] |= 1 << 5);
    BREAKS(age_order, s.buffer_pool.ahead[0] = 1 << 9; s.buffer_pool.ahead[9] &= ~1);
    BREAKS(ports, s.buffer_pool.allowed[3] = s.buffer_pool.best[3] = 0);
    BREAKS(ports, s.buffer_pool.best[1] |= 1);
    BREAKS(ports, s.buffer_pool.preferred[1] = 3);
}

static void other_clauses(void)
{
    BREAKS(deterministic, s.buffer_pool.head[2] = 0);
    BREAKS(destination, s.buffer_pool.head[2] |= (uint64_t)256 << 48);
    BREAKS(destination, s.port_receive.head[1] |= (uint64_t)256 << 48; s.route.entry[1] = 1);
    BREAKS(destination, s.admission.watch_head |= (uint64_t)256 << 48);
    BREAKS(class_bound, s.buffer_pool.level[0] = s.buffer_pool.level[1] = s.buffer_pool.level[2] = 8);
    BREAKS(class_bound, s.buffer_pool.level[5] = 10);
    BREAKS(indices, s.admission.first = 7);
    BREAKS(indices, s.admission.reason[2] = 8);
    BREAKS(throttle, s.admission.throttle_count = 1);
    BREAKS(watch, s.admission.watch_port = 4);
    BREAKS(watch, s.admission.watched = 0; s.admission.watch_done = 0);
    BREAKS(side, s.config.side = 1 << FEDX_PE_PORT);
    BREAKS(silence, unit_reset(&s); s.config.hold = 65);
    BREAKS(silence, unit_reset(&s); s.ownership.turn = 1);
}

TEST(every_clause)
{
    struct fedx_switch_regs good = busy();

    assert_int_equal(fedx_legal_broken(&good, 1), 0);
    clauses_of_ports();
    clauses_of_buffers();
    other_clauses();
    assert_int_equal(clauses_broken, (1u << FEDX_LEGAL_COUNT) - 1);
    COMPARED(cases, "wrong states found, one clause each");
}

/*
 * The class bound is asked for only when the rule was on from the empty pool on; the order is checked when it changes.
 */
TEST(over_time)
{
    struct fedx_legal_watch w = {0};
    struct fedx_switch_regs s = busy();

    s.buffer_pool.level[4] = 200;
    assert_int_equal(fedx_legal_broken(&s, 1), 1u << FEDX_LEGAL_class_bound);
    assert_int_equal(fedx_legal_broken(&s, 0), 0);
    assert_int_equal(fedx_legal_next(&w, &s), 0); /* the rule may have been off */
    unit_reset(&s);
    assert_int_equal(fedx_legal_next(&w, &s), 0);
    s = busy();
    s.buffer_pool.level[4] = 200;
    assert_int_equal(fedx_legal_next(&w, &s), 1u << FEDX_LEGAL_class_bound);
    s.config.class_rule = 0;
    assert_int_equal(fedx_legal_next(&w, &s), 0);
    s.config.class_rule = 1;
    assert_int_equal(fedx_legal_next(&w, &s), 0);
    s.buffer_pool.ahead[7] = 0; /* nobody did anything: found late */
    for (int i = 0; i < 2; i++)
        for (int cycle = i ? 1 : 3; cycle <= FEDX_LEGAL_CYCLES; cycle++)
            assert_int_equal(fedx_legal_next(&w, &s), cycle == FEDX_LEGAL_CYCLES ? 1u << FEDX_LEGAL_age_order : 0);
    s.port_receive.acc = 1; /* somebody did: found at once */
    assert_int_equal(fedx_legal_next(&w, &s), 1u << FEDX_LEGAL_age_order);
}

/* The model as a node that checks itself. */
static struct fedx_legal_watch watch;
static uint64_t checked;
static uint32_t first_broken;

static int check(void *node)
{
    struct fedx_switch_regs regs;

    fedx_node_model.state(node, &regs);
    first_broken = fedx_legal_next(&watch, &regs);
    checked++;
    return first_broken != 0;
}

TEST(illegal_stimulus)
{
    struct node_ops ops = fedx_node_model;

    ops.check = check;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct stimulus_config config = {.ops = &ops, .seed = seed, .cycles = 500000, .profile = -1};
        struct stimulus *s = stimulus_create(&fedx_kind_stimulus, &fedx_kind, &config);
        memset(&watch, 0, sizeof watch);
        while (!fedx_kind_stimulus.episode(s))
            ;
        if (s->result.failed)
            fail_msg("seed %d: %s: %s", (int)seed, s->result.text,
                     first_broken ? fedx_legal_words[__builtin_ctz(first_broken)] : "");
        stimulus_destroy(s);
    }
    COMPARED(checked, "cycles legal");
}

RUN_TESTS
