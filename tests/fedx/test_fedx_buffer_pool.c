/* SPDX-License-Identifier: Apache-2.0
 *
 * Buffer pool against docs/spec/fedx.md section 8: the order of effects at one edge
 * against a plain list of buffers in age order, the bytes, the stores, and
 * ejection priority.
 */
#include "../unit.h"

/* The reference: flags a buffer, and a list that is the age order itself. */
struct reference {
    int used[FEDX_BUFFERS], queued[FEDX_BUFFERS], waiting[FEDX_BUFFERS], order[FEDX_BUFFERS];
};

static void move_to_back(struct reference *f, int buffer)
{
    int n = 0;

    for (int i = 0; i < FEDX_BUFFERS; i++)
        if (f->order[i] != buffer)
            f->order[n++] = f->order[i];
    f->order[n] = buffer;
}

/* The six rules in their order; ports lowest first. */
static void apply(struct reference *f, const struct fedx_wires *w, const uint8_t *buf)
{
    for (int p = 0; p < FEDX_PORTS; p++)
        if (w->passed >> p & 1)
            f->waiting[buf[p]] = 0;
    for (int p = 0; p < FEDX_PORTS; p++)
        if (w->accepted >> p & 1)
            f->used[buf[p]] = f->waiting[buf[p]] = 0;
    for (int p = 0; p < FEDX_PORTS; p++)
        if ((w->stopped | w->expired) >> p & 1) {
            f->queued[buf[p]] = f->waiting[buf[p]] = 1;
            move_to_back(f, buf[p]);
        }
    for (int p = 0; p < FEDX_PORTS; p++)
        if (w->start >> p & 1)
            f->queued[w->grant_buf[p]] = 0;
    for (int p = 0; p < FEDX_PORTS; p++)
        if (w->admit >> p & 1) {
            f->used[w->admit_buf[p]] = f->queued[w->admit_buf[p]] = f->waiting[w->admit_buf[p]] = 1;
            move_to_back(f, w->admit_buf[p]);
        }
    for (int b = 0; b < FEDX_BUFFERS; b++)
        if (w->abort_buffers >> b & 1)
            f->used[b] = f->queued[b] = f->waiting[b] = 0;
}

static void compare(const struct reference *f, const struct fedx_buffer_pool *b)
{
    unsigned before = 0;

    for (int i = 0; i < FEDX_BUFFERS; i++) {
        assert_int_equal(b->used >> i & 1, f->used[i]);
        assert_int_equal(b->queued >> i & 1, f->queued[i]);
        assert_int_equal(b->waiting >> i & 1, f->waiting[i]);
        assert_int_equal(b->ahead[f->order[i]], before);
        before |= 1u << f->order[i];
    }
}

/* The first of them all different, in any order. */
static void random_buffers(struct rng *r, uint8_t buffers[FEDX_PORTS])
{
    uint8_t order[FEDX_BUFFERS];

    for (unsigned i = 0; i < FEDX_BUFFERS; i++) {
        unsigned j = (unsigned)rng_below(r, i + 1);
        order[i] = order[j];
        order[j] = (uint8_t)i;
    }
    memcpy(buffers, order, FEDX_PORTS);
}

/*
 * Random events of all kinds on random buffers, far denser than a switch would have them. But no buffer goes to the
 * back twice at one edge: each is sent by one port, and a new packet is given a free one.
 */
static void random_events(struct rng *r, struct fedx_wires *w, struct fedx_port_transmit *t)
{
    unsigned ports[6], returned = 0;

    memset(w, 0, sizeof *w);
    for (int i = 0; i < 6; i++)
        ports[i] = (unsigned)rng_next(r) & (unsigned)rng_next(r) & (unsigned)rng_next(r) & FEDX_ALL_PORTS;
    w->passed = ports[0];
    w->accepted = ports[1];
    w->stopped = ports[2];
    w->expired = ports[3] & ~ports[2];
    w->ended = w->accepted | w->stopped | w->expired;
    w->start = ports[4];
    w->admit = ports[5];
    w->abort_buffers = rng_below(r, 4) ? 0 : (unsigned)rng_next(r) & ALL_BUFFERS;
    random_buffers(r, t->buf);
    random_buffers(r, w->admit_buf);
    for (int p = 0; p < FEDX_PORTS; p++) {
        w->grant_buf[p] = (uint8_t)rng_below(r, FEDX_BUFFERS);
        if ((w->stopped | w->expired) >> p & 1)
            returned |= 1u << t->buf[p];
    }
    for (int p = 0; p < FEDX_PORTS; p++)
        if (returned >> w->admit_buf[p] & 1)
            w->admit &= ~(1u << p);
}

TEST(order_of_effects)
{
    struct rng r = rng_stream(21, 0);
    struct fedx_switch_regs regs;
    struct reference f = {.order = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}};
    unsigned compared = 0;

    unit_reset(&regs);
    compare(&f, &regs.buffer_pool); /* at reset buffer 0 is first */
    for (int i = 0; i < 200000; i++, compared++) {
        struct fedx_wires w;
        random_events(&r, &w, &regs.port_transmit);
        fedx_buffer_pool_commit(&regs.buffer_pool, &regs.port_receive, &regs.port_transmit, &w);
        apply(&f, &w, regs.port_transmit.buf);
        compare(&f, &regs.buffer_pool);
    }
    COMPARED(compared, "edges with random events");
}

TEST(admitted_packet_is_described)
{
    struct rng r = rng_stream(22, 0);
    unsigned drawn = 0;

    for (int i = 0; i < 5000; i++) {
        struct fedx_switch_regs s;
        struct fedx_wires w = {.admit = 1u << (i % 7)};
        int p = i % 7, b = (int)rng_below(&r, FEDX_BUFFERS);
        unit_reset(&s);
        s.port_receive.head[p] = rng_next(&r);
        s.route.entry[p] = (uint32_t)rng_next(&r) | 1u << 31 | 1u << 8;
        w.admit_buf[p] = (uint8_t)b;
        w.admit_draw = rng_below(&r, 2) ? w.admit : 0;
        struct fedx_route_choice c =
            fedx_route_decode(s.route.entry[p], fedx_head_flags(s.port_receive.head[p]), i % 2);
        if (!c.valid)
            continue;
        w.choice[p] = c;
        fedx_buffer_pool_commit(&s.buffer_pool, &s.port_receive, &s.port_transmit, &w);
        assert_int_equal(s.buffer_pool.head[b], s.port_receive.head[p]);
        assert_int_equal(s.buffer_pool.level[b], c.level);
        assert_int_equal(s.buffer_pool.allowed[b], c.allowed);
        assert_int_equal(s.buffer_pool.best[b], c.best);
        assert_int_equal(s.buffer_pool.preferred[b], w.admit_draw ? c.second : c.preferred);
        drawn += w.admit_draw != 0;
    }
    COMPARED(drawn, "admissions with a draw, and as many without");
}

TEST(ready_and_want)
{
    struct fedx_switch_regs s;
    struct fedx_wires w = {.abort_buffers = 0x012};

    unit_reset(&s);
    s.buffer_pool.used = 0x3ff;
    s.buffer_pool.queued = 0x213;
    for (int i = 0; i < FEDX_BUFFERS; i++)
        s.buffer_pool.allowed[i] = (uint8_t)(i < 7 ? 1 << i : 0x60);
    fedx_buffer_pool_eval(&s.buffer_pool, &w);
    assert_int_equal(w.ready, 0x201); /* queued, and not being aborted in this very cycle */
    assert_int_equal(w.want, 0x61);
    s.buffer_pool.best[9] = 0x20; /* and 0x40 round about, when that is occupied */
    w.occupied = 0x40;
    fedx_buffer_pool_eval(&s.buffer_pool, &w);
    assert_int_equal(w.want, 0x21);
    w.occupied = 0x20;
    fedx_buffer_pool_eval(&s.buffer_pool, &w);
    assert_int_equal(w.want, 0x61);
}

/* Header bytes come from the head word; deroutes are one less off the shortest paths or always, and never below 0. */
TEST(bytes_out)
{
    struct rng r = rng_stream(23, 0);
    unsigned compared = 0;

    for (int i = 0; i < 3000; i++) {
        struct fedx_switch_regs s;
        unsigned p = rng_below(&r, FEDX_PORTS), b = rng_below(&r, FEDX_BUFFERS);
        unit_reset(&s);
        uint64_t head = s.buffer_pool.head[b] = rng_next(&r);
        s.buffer_pool.best[b] = (uint8_t)(rng_next(&r) & FEDX_ALL_PORTS);
        s.config.deroute_hops = (uint8_t)(i % 2);
        s.buffer_pool.read_data[b] = (uint8_t)rng_next(&r);
        s.port_transmit.buf[p] = (uint8_t)b;
        s.port_transmit.sending = (uint8_t)(1u << p);
        for (int n = 1; n < FEDX_PACKET_BYTES; n++, compared++) {
            struct fedx_wires w = {0};
            s.port_transmit.count[p] = (uint8_t)(n - 1);
            fedx_buffer_pool_bytes(&s.buffer_pool, &s.port_transmit, &s.config, &w);
            unsigned expected = n <= 8 ? (unsigned)(head >> (64 - 8 * n)) & 0xff : s.buffer_pool.read_data[b];
            unsigned deroutes = expected >> 2 & 15;
            if (n == 3 && deroutes > 0 && (i % 2 || !(s.buffer_pool.best[b] >> p & 1)))
                expected = (expected & ~0x3cu) | (deroutes - 1) << 2;
            if (n != FEDX_BYTE_CHECK) /* the port makes that byte itself */
                assert_int_equal(w.next_byte[p], expected);
        }
        assert_int_equal(s.buffer_pool.head[b], head); /* a failed attempt must not cost a deroute */
    }
    COMPARED(compared, "bytes");
}

/* Byte k is written while count - 1 = k; byte n is read while byte n - 2 is on the wire. */
TEST(stores)
{
    struct fedx_switch_regs s;
    uint8_t store[FEDX_BUFFERS][FEDX_PACKET_BYTES];
    unsigned compared = 0;

    unit_reset(&s);
    memset(store, 0xee, sizeof store);
    s.port_receive.buf[2] = 7;
    for (int k = FEDX_HEADER_BYTES; k < FEDX_PACKET_BYTES; k++) {
        s.port_receive.write = 1u << 2;
        s.port_receive.count[2] = (uint8_t)(k + 1);
        s.port_receive.data[2] = (uint8_t)(k ^ 0x55);
        fedx_buffer_pool_store(&s.buffer_pool, store, &s.port_receive, &s.port_transmit);
    }
    s.port_receive.write = 0;
    for (int b = 0; b < FEDX_BUFFERS; b++)
        for (int k = 0; k < FEDX_PACKET_BYTES; k++, compared++)
            assert_int_equal(store[b][k], b == 7 && k >= 10 ? k ^ 0x55 : 0xee);
    s.port_transmit.buf[4] = 7;
    s.port_transmit.sending = 1u << 4;
    for (int on_wire = 0; on_wire < FEDX_PACKET_BYTES; on_wire++, compared++) {
        uint8_t before = s.buffer_pool.read_data[7];
        s.port_transmit.count[4] = (uint8_t)on_wire;
        fedx_buffer_pool_store(&s.buffer_pool, store, &s.port_receive, &s.port_transmit);
        int n = on_wire + 2;
        assert_int_equal(s.buffer_pool.read_data[7], n >= 10 && n < 160 ? n ^ 0x55 : before);
    }
    s.port_transmit.sending = 0;
    s.port_transmit.count[4] = 20;
    fedx_buffer_pool_store(&s.buffer_pool, store, &s.port_receive, &s.port_transmit);
    assert_int_equal(s.buffer_pool.read_data[7], 159 ^ 0x55); /* kept after the end */
    COMPARED(compared, "store bytes");
}

/*
 * Ejection priority counts every used buffer of level 0, the one just ejected
 * included; an overdue injection (what 4) ends it.
 */
TEST(ejection_priority)
{
    unsigned kept = 0, compared = 0;

    for (int limit = 0; limit <= FEDX_BUFFERS; limit++)
        for (int here = 0; here <= FEDX_BUFFERS; here++)
            for (int what = 0; what < 5; what++, compared++) {
                struct fedx_switch_regs s;
                struct fedx_wires w = {.accepted_candidate = what == 1 ? 0x3f : 0x40, .want = what == 2 ? 0x3f : 0x41};
                unit_reset(&s);
                s.config.eject_priority = (uint8_t)limit;
                for (int i = 0; i < FEDX_BUFFERS; i++)
                    s.buffer_pool.level[i] = i < here ? 0 : (uint8_t)i + 1;
                s.buffer_pool.used = what == 3 ? 0x3ff & ~1 : 0x3ff; /* what 3: one of them is not used */
                int counted = what == 3 && here > 0 ? here - 1 : here;
                int expected = limit != 0 && what != 1 && what != 2 && what != 4 && counted >= limit;
                assert_int_equal(fedx_buffer_pool_keep(&s.buffer_pool, &s.config, what == 4, &w), expected ? PE : 0);
                kept += (unsigned)expected;
            }
    assert_in_range(kept, 50, compared);
    COMPARED(compared, "cases of ejection priority");
}

RUN_TESTS
