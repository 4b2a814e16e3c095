/* SPDX-License-Identifier: Apache-2.0
 *
 * Arbitration against docs/spec/fedx.md section 11: cases by hand, and a plain second
 * implementation over an age list on random pools.
 */
#include "../unit.h"

/* A pool whose age order is the given list; all ten buffers queued. */
static void make(struct fedx_switch_regs *s, const int order[FEDX_BUFFERS])
{
    unsigned before = 0;

    unit_reset(s);
    for (int i = 0; i < FEDX_BUFFERS; i++) {
        s->buffer_pool.ahead[order[i]] = (uint16_t)before;
        before |= 1u << order[i];
    }
    s->buffer_pool.used = s->buffer_pool.queued = ALL_BUFFERS;
}

static const int in_order[FEDX_BUFFERS] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
static const int reversed[FEDX_BUFFERS] = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0};

static void packet(struct fedx_switch_regs *s, int buffer, unsigned allowed, unsigned best, unsigned preferred)
{
    s->buffer_pool.allowed[buffer] = (uint8_t)allowed;
    s->buffer_pool.best[buffer] = (uint8_t)best;
    s->buffer_pool.preferred[buffer] = (uint8_t)preferred;
}

static struct fedx_wires arbitrate_among(const struct fedx_switch_regs *s, unsigned available, unsigned occupied)
{
    struct fedx_wires w = {.available = available, .occupied = occupied};

    fedx_buffer_pool_eval(&s->buffer_pool, &w);
    fedx_arbitration_eval(&s->buffer_pool, &w);
    return w;
}

static struct fedx_wires arbitrate(const struct fedx_switch_regs *s, unsigned available)
{
    return arbitrate_among(s, available, 0);
}

TEST(oldest_first)
{
    struct fedx_switch_regs s;
    struct fedx_wires w;

    make(&s, reversed);
    packet(&s, 2, 4, 4, 4);
    packet(&s, 7, 4, 4, 4);
    packet(&s, 5, 4, 4, 4);
    w = arbitrate(&s, FEDX_ALL_PORTS);
    assert_int_equal(w.grant, 4);
    assert_int_equal(w.grant_buf[2], 7);
    s.buffer_pool.queued &= (uint16_t) ~(1u << 7); /* under way: does not compete */
    w = arbitrate(&s, FEDX_ALL_PORTS);
    assert_int_equal(w.grant_buf[2], 5);
    w = arbitrate(&s, FEDX_ALL_PORTS & ~4u);
    assert_int_equal(w.grant, 0);
}

/* A packet that several ports pick takes one; what the others picked it for waits a cycle. */
TEST(one_port_a_packet)
{
    struct fedx_switch_regs s;
    struct fedx_wires w;

    make(&s, in_order);
    packet(&s, 0, 0x2a, 0x0a, 0x08);
    packet(&s, 1, 0x02, 0x02, 0x02);
    w = arbitrate(&s, FEDX_ALL_PORTS);
    assert_int_equal(w.grant, 0x08); /* the preferred one; port 1 picked buffer 0 too and gets nothing now */
    w = arbitrate(&s, FEDX_ALL_PORTS & ~0x08u);
    assert_int_equal(w.grant, 0x02); /* preferred not available: lowest best */
    assert_int_equal(w.grant_buf[1], 0);
    w = arbitrate(&s, 0);
    assert_int_equal(w.grant, 0);
}

/*
 * Round about only while every port on a shortest path has an attempt under way; which of two ways the draw has said.
 */
TEST(round_about)
{
    struct fedx_switch_regs s;
    struct fedx_wires w;

    make(&s, in_order);
    packet(&s, 0, 0x35, 0x14, 0x24); /* best 2 and 4, preferred 2; others 0 and 5, preferred 5 */
    for (unsigned occupied = 0; occupied < 0x80; occupied++) {
        w = arbitrate_among(&s, 0x21, occupied);
        assert_int_equal(w.grant, (occupied & 0x14) == 0x14 ? 0x20 : 0);
        w = arbitrate_among(&s, 0x01, occupied);
        assert_int_equal(w.grant, (occupied & 0x14) == 0x14 ? 0x01 : 0);
        w = arbitrate_among(&s, 0x31, occupied); /* one that has just become free comes first */
        assert_int_equal(w.grant, 0x10);
    }
    COMPARED(3 * 0x80, "choices");
}

TEST(different_packets_at_once)
{
    struct fedx_switch_regs s;
    struct fedx_wires w;

    make(&s, in_order);
    for (int b = 0; b < 7; b++)
        packet(&s, b, 1u << b, 1u << b, 1u << b);
    w = arbitrate(&s, FEDX_ALL_PORTS);
    assert_int_equal(w.grant, FEDX_ALL_PORTS);
    for (int p = 0; p < 7; p++)
        assert_int_equal(w.grant_buf[p], p);
}

static unsigned open_ports(const struct fedx_switch_regs *s, int b, unsigned occupied)
{
    unsigned best = s->buffer_pool.best[b];

    return (best | occupied) == occupied ? s->buffer_pool.allowed[b] : best;
}

/* The specification, step by step, on lists. */
static void compare(const struct fedx_switch_regs *s, const int order[], unsigned ready, const struct fedx_wires *w)
{
    int pick[FEDX_PORTS], granted[FEDX_PORTS];

    for (int p = 0; p < FEDX_PORTS; p++) {
        pick[p] = granted[p] = -1;
        for (int i = FEDX_BUFFERS - 1; i >= 0; i--)
            if ((w->available >> p & 1) && (ready >> order[i] & 1) && (open_ports(s, order[i], w->occupied) >> p & 1))
                pick[p] = order[i];
    }
    for (int b = 0; b < FEDX_BUFFERS; b++) {
        int rank = 4, chosen = -1;
        for (int p = 0; p < FEDX_PORTS; p++) {
            int mine = (s->buffer_pool.best[b] >> p & 1 ? 0 : 2) + (s->buffer_pool.preferred[b] >> p & 1 ? 0 : 1);
            if (pick[p] == b && mine < rank) {
                rank = mine;
                chosen = p;
            }
        }
        if (chosen >= 0)
            granted[chosen] = b;
    }
    for (int p = 0; p < FEDX_PORTS; p++) {
        assert_int_equal(w->grant >> p & 1, granted[p] >= 0);
        if (granted[p] >= 0)
            assert_int_equal(w->grant_buf[p], granted[p]);
    }
}

TEST(second_implementation)
{
    struct rng r = rng_stream(51, 0);
    unsigned grants = 0;

    for (int i = 0; i < 200000; i++) {
        struct fedx_switch_regs s;
        int order[FEDX_BUFFERS];
        memcpy(order, in_order, sizeof order);
        for (int k = FEDX_BUFFERS - 1; k > 0; k--) {
            int j = (int)rng_below(&r, (uint32_t)k + 1), t = order[k];
            order[k] = order[j];
            order[j] = t;
        }
        make(&s, order);
        s.buffer_pool.queued = (uint16_t)rng_below(&r, ALL_BUFFERS + 1);
        for (int b = 0; b < FEDX_BUFFERS; b++) {
            unsigned allowed = (unsigned)(rng_next(&r) & rng_next(&r)) & FEDX_ALL_PORTS;
            packet(&s, b, allowed, allowed & (unsigned)rng_next(&r),
                   allowed & (1u << rng_below(&r, FEDX_PORTS) | 1u << rng_below(&r, FEDX_PORTS)));
        }
        struct fedx_wires w = {.available = (unsigned)rng_next(&r) & FEDX_ALL_PORTS,
                               .occupied = (unsigned)(rng_next(&r) | rng_next(&r)) & FEDX_ALL_PORTS,
                               .abort_buffers = rng_below(&r, 4) ? 0 : 1u << rng_below(&r, 10)};
        fedx_buffer_pool_eval(&s.buffer_pool, &w);
        fedx_arbitration_eval(&s.buffer_pool, &w);
        compare(&s, order, s.buffer_pool.queued & ~w.abort_buffers, &w);
        grants += unit_ones(w.grant);
    }
    COMPARED(grants, "grants in 200000 cycles");
}

RUN_TESTS
