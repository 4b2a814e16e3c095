/* SPDX-License-Identifier: Apache-2.0
 *
 * Admission against docs/spec/fedx.md section 9: its worked examples, a plain second
 * implementation on random pools, the order of the reasons, the random register,
 * the throttle time-out, and the watch.
 */
#include "../unit.h"

/* What a header is judged against: the packets held, in any order. */
struct held {
    unsigned level;
    uint64_t head;
    int waiting;
};
struct reference {
    struct held held[FEDX_BUFFERS + FEDX_PORTS];
    int count, free[FEDX_BUFFERS], frees;
    unsigned random;
};

static void eval_with(const struct fedx_switch_regs *s, unsigned buffers, struct fedx_wires *w)
{
    struct fedx_tally tally = fedx_tally_count(&s->buffer_pool);

    fedx_route_eval(&s->route, &s->port_receive, &s->config, w);
    fedx_admission_eval(&s->admission, &s->port_receive, &s->buffer_pool, &tally, &s->config, buffers, w);
}

static void eval(const struct fedx_switch_regs *s, struct fedx_wires *w)
{
    eval_with(s, FEDX_BUFFERS, w);
}

static struct reference reference_of(const struct fedx_switch_regs *s)
{
    struct reference f = {.random = s->admission.random};

    for (int b = 0; b < FEDX_BUFFERS; b++)
        if (s->buffer_pool.used >> b & 1)
            f.held[f.count++] =
                (struct held){s->buffer_pool.level[b], s->buffer_pool.head[b], s->buffer_pool.waiting >> b & 1};
        else
            f.free[f.frees++] = b;
    return f;
}

static int at_least(const struct reference *f, unsigned level)
{
    int n = 0;

    for (int i = 0; i < f->count; i++)
        n += f->held[i].level >= level;
    return n;
}

static int class_fails(const struct reference *f, unsigned level)
{
    if (level > 9)
        return 1;
    for (unsigned i = 1; i <= level; i++)
        if (at_least(f, i) + 1 > FEDX_BUFFERS - (int)i)
            return 1;
    return 0;
}

static int is_similar(unsigned mode, uint64_t a, uint64_t b)
{
    if (mode == 1)
        return (a & 0xffffffff00) == (b & 0xffffffff00); /* source and message id */
    return mode == 2 && a >> 48 == b >> 48;
}

static int similar_waits(const struct reference *f, const struct fedx_config *c, uint64_t head, unsigned level)
{
    for (int i = 0; i < f->count; i++)
        if (f->held[i].waiting && is_similar(c->backpressure, head, f->held[i].head) &&
            !(c->backpressure_class && f->held[i].level > level))
            return 1;
    return 0;
}

static int limits_reached(const struct reference *f, const struct fedx_config *c)
{
    int transit = at_least(f, 1), here = f->count - transit;

    return (c->limit_dest && here >= c->limit_dest) || (c->limit_trans && transit >= c->limit_trans) ||
           (c->limit_total && f->count >= c->limit_total);
}

/* The watch lifts the limits for the PE's packet. */
static int watch_counts(const struct fedx_switch_regs *s)
{
    const struct fedx_admission *a = &s->admission;
    unsigned timeout = s->config.throttle_timeout;

    return a->watched && a->watch_age >= timeout && a->watch_age < 128 * timeout && a->watch_away < timeout;
}

static unsigned verdict(const struct reference *f, const struct fedx_switch_regs *s, unsigned p, unsigned *level)
{
    const struct fedx_config *c = &s->config;
    unsigned flags = (unsigned)(s->port_receive.head[p] >> 40) & 0xff, deroutes = flags >> 2 & 15;
    uint32_t e = s->route.entry[p];
    unsigned best = e >> 8 & 0x7f,
             ports = flags & 1 ? best | (deroutes ? e >> 22 & 0x7f : 0) : (1u << (e >> 16 & 7)) & 0x7f;

    *level = (e & 0xff) == 0 ? 0 : (e & 0xff) + (c->deroute_hops ? 1 : 2) * deroutes;
    if (s->port_receive.bad >> p & 1)
        return FEDX_REJECT_BAD_HEADER;
    if (s->port_receive.dup_bit >> p & 1)
        return FEDX_REJECT_DUP_BIT;
    if (!(e >> 31) || !ports)
        return FEDX_REJECT_NO_ROUTE;
    if (f->frees == 0)
        return FEDX_REJECT_NO_BUFFER;
    if (c->class_rule && class_fails(f, *level))
        return FEDX_REJECT_CLASS;
    if (similar_waits(f, c, s->port_receive.head[p], *level))
        return FEDX_REJECT_BACKPRESSURE;
    if (p == 6 && limits_reached(f, c) &&
        !(s->admission.throttled && s->admission.throttle_count >= c->throttle_timeout) &&
        !(s->admission.watch_port == 6 && watch_counts(s)))
        return FEDX_REJECT_THROTTLED;
    return FEDX_REJECT_NONE;
}

static void take(struct reference *f, unsigned level, uint64_t head)
{
    f->held[f->count++] = (struct held){level, head, 1};
    memmove(f->free, f->free + 1, sizeof f->free - sizeof f->free[0]);
    f->frees--;
    f->random = f->random >> 1 ^ (f->random & 1 ? 0xb400 : 0);
}

/* Header p is the watched packet, whatever its flags; of the PE it is any. */
static int comes_again(const struct fedx_switch_regs *s, unsigned p)
{
    const struct fedx_admission *a = &s->admission;

    return a->watched && a->watch_port == p &&
           (p == 6 || (s->port_receive.head[p] | UINT64_C(0xff) << 40) == (a->watch_head | UINT64_C(0xff) << 40));
}

static int room_for_watched(const struct reference *f, const struct fedx_switch_regs *s)
{
    const struct fedx_admission *a = &s->admission;

    return watch_counts(s) && f->frees > 0 && !(s->config.class_rule && class_fails(f, a->watch_level)) &&
           !similar_waits(f, &s->config, a->watch_head, a->watch_level);
}

static int may_be_watched(const struct fedx_switch_regs *s, unsigned p)
{
    const struct fedx_admission *a = &s->admission;

    return a->watched ? comes_again(s, p) : !(a->watch_done >> p & 1) || a->watch_age >= s->config.throttle_timeout;
}

static void compare(const struct fedx_switch_regs *s, unsigned reasons[], unsigned *kept)
{
    struct reference f = reference_of(s);
    struct fedx_wires w;
    unsigned admitted = 0, draws = 0, watch = 0;
    int room = room_for_watched(&f, s);

    memset(&w, 0x77, sizeof w);
    eval(s, &w);
    for (unsigned k = 0, p = s->admission.first; k < FEDX_PORTS; k++, p = (p + 1) % FEDX_PORTS) {
        struct reference seen = f;
        unsigned level, reason;
        if (!(s->port_receive.decide >> p & 1))
            continue;
        room = room && !comes_again(s, p);
        if (room) /* as if the watched packet were there already */
            take(&seen, s->admission.watch_level, s->admission.watch_head);
        reason = verdict(&seen, s, p, &level);
        *kept += reason != verdict(&f, s, p, &level);
        assert_int_equal(w.admit_reason[p], reason);
        reasons[reason]++;
        if (reason >= FEDX_REJECT_NO_BUFFER && !watch && may_be_watched(s, p)) {
            watch = 1u << p;
            assert_int_equal(w.watch_level, level);
        }
        if (reason != FEDX_REJECT_NONE)
            continue;
        assert_int_equal(w.admit_buf[p], f.free[0]);
        admitted |= 1u << p;
        draws |= s->config.random_select ? (f.random & 1u) << p : 0;
        take(&f, level, s->port_receive.head[p]);
    }
    assert_int_equal(w.admit, admitted);
    assert_int_equal(w.admit_draw, draws);
    assert_int_equal(w.random_next, f.random);
    assert_int_equal(w.watch, watch);
}

/* Few destinations, sources and messages, so that similar packets meet. */
static uint64_t random_head(struct rng *r)
{
    struct fedx_header h = {
        .destination = (uint16_t)rng_below(r, 6),
        .source = (uint16_t)rng_below(r, 3),
        .message = (uint16_t)rng_below(r, 3),
        .packet = (uint8_t)rng_next(r),
        .adaptive = (uint8_t)rng_below(r, 2),
        .deroutes = (uint8_t)(rng_below(r, 4) ? 0 : rng_below(r, 16)),
    };
    return fedx_header_word(&h);
}

static void random_pool(struct rng *r, struct fedx_switch_regs *s)
{
    unsigned empty = (unsigned)(rng_next(r) & rng_next(r));

    s->buffer_pool.used = (uint16_t)(ALL_BUFFERS & ~(rng_below(r, 8) ? empty : 0));
    s->buffer_pool.waiting = (uint16_t)(s->buffer_pool.used & rng_next(r) & rng_next(r));
    for (int b = 0; b < FEDX_BUFFERS; b++) {
        s->buffer_pool.level[b] = (uint8_t)rng_below(r, 1 + rng_below(r, 11));
        s->buffer_pool.head[b] = random_head(r);
    }
}

static void random_headers(struct rng *r, struct fedx_switch_regs *s)
{
    s->port_receive.decide = (uint8_t)(rng_next(r) & FEDX_ALL_PORTS);
    s->port_receive.bad = (uint8_t)(rng_below(r, 4) ? 0 : rng_next(r) & FEDX_ALL_PORTS);
    s->port_receive.dup_bit = (uint8_t)(rng_below(r, 4) ? 0 : rng_next(r) & FEDX_ALL_PORTS);
    for (int p = 0; p < FEDX_PORTS; p++) {
        struct fedx_route_fields f = {
            .distance = (int)rng_below(r, 1 + rng_below(r, 12)),
            .best = (int)rng_below(r, 128),
            .deterministic = (int)rng_below(r, 8),
            .preferred = (int)rng_below(r, 8),
            .other = (int)rng_below(r, 128),
        };
        s->port_receive.head[p] = random_head(r);
        s->route.entry[p] = fedx_route_entry(&f) & ~(rng_below(r, 16) ? 0 : 1u << 31);
    }
}

static void random_settings(struct rng *r, struct fedx_switch_regs *s)
{
    s->config.backpressure = (uint8_t)rng_below(r, 4);
    s->config.class_rule = (uint8_t)rng_below(r, 2);
    s->config.random_select = (uint8_t)rng_below(r, 2);
    s->config.deroute_hops = (uint8_t)rng_below(r, 2);
    s->config.backpressure_class = (uint8_t)rng_below(r, 2);
    s->config.limit_dest = (uint8_t)rng_below(r, 5);
    s->config.limit_trans = (uint8_t)rng_below(r, 8);
    s->config.limit_total = (uint8_t)(rng_below(r, 2) ? rng_below(r, 11) : 0);
    s->config.throttle_timeout = 100;
    s->admission.first = (uint8_t)rng_below(r, FEDX_PORTS);
    s->admission.random = (uint16_t)rng_next(r);
    s->admission.throttled = (uint8_t)rng_below(r, 2);
    s->admission.throttle_count = (uint16_t)(98 + rng_below(r, 4));
}

/* Counters around their limits, and now and then the packet that is watched among those that come. */
static void random_watch(struct rng *r, struct fedx_switch_regs *s)
{
    struct fedx_admission *a = &s->admission;
    unsigned timeout = s->config.throttle_timeout;

    a->watched = (uint8_t)rng_below(r, 2);
    a->watch_port = (uint8_t)rng_below(r, FEDX_PORTS);
    a->watch_level = (uint8_t)rng_below(r, 11);
    a->watch_head = rng_below(r, 4) ? random_head(r) : s->port_receive.head[a->watch_port] ^ UINT64_C(0x80) << 40;
    a->watch_age = (rng_below(r, 4) ? timeout : 128 * timeout) - 2 + rng_below(r, 4);
    a->watch_away = (uint16_t)(rng_below(r, 4) ? 0 : timeout - 2 + rng_below(r, 3));
    a->watch_done = (uint8_t)rng_below(r, 128);
}

TEST(second_implementation)
{
    struct rng r = rng_stream(31, 0);
    unsigned reasons[8] = {0}, total = 0, kept = 0;

    for (int i = 0; i < 200000; i++) {
        struct fedx_switch_regs s;
        unit_reset(&s);
        random_pool(&r, &s);
        random_headers(&r, &s);
        random_settings(&r, &s);
        random_watch(&r, &s);
        compare(&s, reasons, &kept);
    }
    for (int c = 0; c < 8; c++) {
        printf("           reason %d: %u verdicts\n", c, reasons[c]);
        assert_in_range(reasons[c], 1000, 10000000);
        total += reasons[c];
    }
    COMPARED(kept, "verdicts changed by the room kept for the watched packet");
    COMPARED(total, "verdicts");
}

TEST(specification_example)
{
    static const uint8_t levels[7] = {0, 0, 1, 2, 5, 6, 6};
    static const struct {
        unsigned port, level;
    } headers[4] = {{2, 6}, {3, 5}, {5, 7}, {6, 1}};
    struct fedx_switch_regs s;
    struct fedx_wires w;

    unit_reset(&s);
    s.buffer_pool.used = 0x7f;
    memcpy(s.buffer_pool.level, levels, sizeof levels);
    s.config.limit_dest = 2;
    s.config.limit_trans = 6;
    s.config.random_select = 1;
    s.admission.first = 5;
    for (int i = 0; i < 4; i++) {
        struct fedx_route_fields f = {.distance = (int)headers[i].level, .best = 1, .deterministic = 0};
        s.port_receive.decide |= (uint8_t)(1u << headers[i].port);
        s.route.entry[headers[i].port] = fedx_route_entry(&f);
    }
    eval(&s, &w);
    assert_int_equal(w.admit, 1u << 5 | 1u << 2);
    assert_int_equal(w.admit_buf[5], 7);
    assert_int_equal(w.admit_buf[2], 8);
    assert_int_equal(w.admit_draw, 1u << 5);
    assert_int_equal(w.admit_reason[6], FEDX_REJECT_THROTTLED);
    assert_int_equal(w.admit_reason[3], FEDX_REJECT_CLASS);
    fedx_admission_commit(&s.admission, &s.port_receive, &s.config, &(struct fedx_pins){0}, &w);
    assert_int_equal(s.admission.first, 6);
    assert_int_equal(s.admission.random, 0x7138);
    assert_int_equal(s.admission.throttled, 1);
    assert_int_equal(s.admission.reason[6], FEDX_REJECT_THROTTLED);
    assert_int_equal(s.admission.reason[3], FEDX_REJECT_CLASS);
    assert_int_equal(s.admission.reason[5], FEDX_REJECT_NONE);
}

/* From an empty switch on, one packet after the other: the class rule lets exactly so many in, whatever B is. */
TEST(class_rule_alone)
{
    for (unsigned i = 0; i < 9 * 13; i++) {
        unsigned level = i % 13, buffers = 2 + i / 13;
        struct fedx_switch_regs s;
        struct fedx_wires w;
        struct fedx_route_fields f = {.distance = (int)level, .best = 1};
        unsigned admitted = 0;
        unit_reset(&s);
        s.port_receive.decide = 1;
        s.route.entry[0] = fedx_route_entry(&f);
        for (int k = 0; k < 12; k++) {
            eval_with(&s, buffers, &w);
            if (!w.admit)
                break;
            assert_in_range(w.admit_buf[0], 0, buffers - 1);
            s.buffer_pool.used |= (uint16_t)(1u << w.admit_buf[0]);
            s.buffer_pool.level[w.admit_buf[0]] = (uint8_t)level;
            admitted++;
        }
        assert_int_equal(admitted, level < buffers ? buffers - level : 0);
        assert_int_equal(w.admit_reason[0], level == 0 ? FEDX_REJECT_NO_BUFFER : FEDX_REJECT_CLASS);
    }
    COMPARED(9 * 13, "classes and numbers of buffers");
}

TEST(random_register)
{
    static const uint16_t expected[] = {0xace1, 0xe270, 0x7138, 0x389c, 0x1c4e, 0x0e27,
                                        0xb313, 0xed89, 0xc2c4, 0x6162, 0x30b1, 0xac58};
    static const int draws[] = {1, 0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 0};
    struct fedx_switch_regs s;
    unsigned period = 0;

    unit_reset(&s);
    for (int i = 0; i < 12; i++) {
        struct fedx_wires w;
        s.config.random_select = 1;
        s.port_receive.decide = 2;
        s.route.entry[1] = fedx_route_entry(&(struct fedx_route_fields){.best = 1});
        assert_int_equal(s.admission.random, expected[i]);
        eval(&s, &w);
        assert_int_equal(w.admit_draw, draws[i] << 1);
        fedx_admission_commit(&s.admission, &s.port_receive, &s.config, &(struct fedx_pins){0}, &w);
    }
    uint16_t from = s.admission.random;
    do { /* the steps go on whether the draw is used or not, and run through all values but 0 */
        struct fedx_wires w;
        s.config.random_select = 0;
        eval(&s, &w);
        assert_int_equal(w.admit_draw, 0);
        fedx_admission_commit(&s.admission, &s.port_receive, &s.config, &(struct fedx_pins){0}, &w);
        period++;
    } while (s.admission.random != from && period < 100000);
    assert_int_equal(period, 65535);
    COMPARED(period, "steps of the random register");
}

/* A write to the seed beats the draw of that cycle. */
TEST(seed_write_wins)
{
    struct fedx_switch_regs s;
    struct fedx_wires w = {.random_next = 0x1234};

    unit_reset(&s);
    s.config.write = 1;
    s.config.addr = FEDX_CFG_RANDOM;
    s.config.wdata = 0xabcd4321;
    fedx_admission_commit(&s.admission, &s.port_receive, &s.config, &(struct fedx_pins){0}, &w);
    assert_int_equal(s.admission.random, 0x4321);
    s.config.write = 0;
    fedx_admission_commit(&s.admission, &s.port_receive, &s.config, &(struct fedx_pins){0}, &w);
    assert_int_equal(s.admission.random, 0x1234);
}

TEST(first_rotates)
{
    struct fedx_switch_regs s;
    unsigned expected = 0;
    struct rng r = rng_stream(32, 0);

    unit_reset(&s);
    for (int i = 0; i < 1000; i++) {
        struct fedx_wires w;
        s.port_receive.decide = rng_below(&r, 2) ? (uint8_t)rng_below(&r, 128) : 0;
        s.port_receive.bad = s.port_receive.decide; /* whatever the verdicts */
        eval(&s, &w);
        fedx_admission_commit(&s.admission, &s.port_receive, &s.config, &(struct fedx_pins){0}, &w);
        expected = s.port_receive.decide ? (expected + 1) % FEDX_PORTS : expected;
        assert_int_equal(s.admission.first, expected);
    }
    COMPARED(1000, "cycles");
}

/* One cycle in which the PE's header decides or nothing does. */
static unsigned pe_cycle(struct fedx_switch_regs *s, int decides)
{
    struct fedx_wires w;

    s->port_receive.decide = decides ? PE : 0;
    s->route.entry[6] = fedx_route_entry(&(struct fedx_route_fields){.distance = 1, .best = 1});
    memset(&w, 0, sizeof w);
    eval(s, &w);
    fedx_admission_commit(&s->admission, &s->port_receive, &s->config, &(struct fedx_pins){0}, &w);
    return w.admit != 0;
}

/* Throttled in cycle t: the count is 0 in t + 1; the first injection from count = time-out on passes. */
TEST(throttle_timeout)
{
    static const int timeouts[] = {0, 1, 2, 15, 4000, 65535};

    for (unsigned i = 0; i < sizeof timeouts / sizeof timeouts[0]; i++) {
        struct fedx_switch_regs s;
        int waited = 0;
        unit_reset(&s);
        s.config.limit_trans = 1;
        s.config.throttle_timeout = (uint16_t)timeouts[i];
        s.buffer_pool.used = 1;
        s.buffer_pool.level[0] = 3;
        assert_int_equal(pe_cycle(&s, 0), 0);
        assert_int_equal(s.admission.throttled, 0); /* nothing was held back yet */
        assert_int_equal(pe_cycle(&s, 1), 0);
        assert_int_equal(s.admission.throttled, 1);
        assert_int_equal(s.admission.throttle_count, 0);
        while (waited < 70000 && !pe_cycle(&s, 1))
            waited++;
        assert_int_equal(waited, timeouts[i]);
        assert_int_equal(s.admission.throttled, 0); /* one packet, then the limits hold again */
        assert_int_equal(s.admission.throttle_count, 0);
        assert_int_equal(pe_cycle(&s, 1), 0);
        for (int n = 0; n < timeouts[i] + 50; n++)
            pe_cycle(&s, 0);
        assert_int_equal(s.admission.throttle_count, timeouts[i]); /* stays there */
    }
    COMPARED(6, "time-outs");
}

/* BufferLimit counts packets of both kinds: the PE's is let in while fewer are held. */
TEST(single_limit)
{
    static const uint8_t levels[6] = {0, 3, 0, 1, 2, 0};

    for (unsigned limit = 0; limit <= 6; limit++)
        for (unsigned held = 0; held <= 6; held++) {
            struct fedx_switch_regs s;
            unit_reset(&s);
            s.config.limit_total = (uint8_t)limit;
            s.buffer_pool.used = (fedx_buffer_set)((1u << held) - 1u);
            memcpy(s.buffer_pool.level, levels, held);
            assert_int_equal(pe_cycle(&s, 1), limit == 0 || held < limit);
            assert_int_equal(s.admission.reason[6],
                             limit == 0 || held < limit ? FEDX_REJECT_NONE : FEDX_REJECT_THROTTLED);
        }
    COMPARED(49, "verdicts");
}

/* The time-out lifts the limits only: the other tests still hold. */
TEST(overdue_injection_needs_a_buffer)
{
    struct fedx_switch_regs s;

    unit_reset(&s);
    s.config.limit_trans = 1;
    s.config.throttle_timeout = 0;
    s.admission.throttled = 1;
    s.buffer_pool.used = ALL_BUFFERS;
    memset(s.buffer_pool.level, 1, sizeof s.buffer_pool.level);
    assert_int_equal(pe_cycle(&s, 1), 0);
    assert_int_equal(s.admission.reason[6], FEDX_REJECT_NO_BUFFER);
    assert_int_equal(s.admission.throttled, 1);
    s.buffer_pool.used = ALL_BUFFERS & ~1;
    assert_int_equal(pe_cycle(&s, 1), 0);
    assert_int_equal(s.admission.reason[6], FEDX_REJECT_CLASS);
    s.buffer_pool.used = 3;
    assert_int_equal(pe_cycle(&s, 1), 1);
}

/* Ejection priority that keeps the turn from a PE that asks counts as holding it back; nothing else does. */
TEST(kept_turn_starts_the_time_out)
{
    for (unsigned keep = 0; keep < 2; keep++)
        for (unsigned asks = 0; asks < 2; asks++) {
            struct fedx_switch_regs s;
            struct fedx_wires w = {.keep = keep ? PE : 0};
            struct fedx_pins in = {.req = asks ? FEDX_ALL_PORTS : FEDX_ALL_PORTS & ~PE};
            unit_reset(&s);
            fedx_admission_commit(&s.admission, &s.port_receive, &s.config, &in, &w);
            assert_int_equal(s.admission.throttled, keep && asks);
            assert_int_equal(fedx_admission_overdue(&s.admission, &s.config), 0);
            s.admission.throttle_count = s.config.throttle_timeout;
            assert_int_equal(fedx_admission_overdue(&s.admission, &s.config), keep && asks);
        }
}

/* The headers of one cycle: a mask of ports, each with its own packet of class 1 to its own destination. */
static unsigned cycle_of(struct fedx_switch_regs *s, unsigned ports)
{
    struct fedx_wires w;

    s->port_receive.decide = (uint8_t)ports;
    for (unsigned p = 0; p < FEDX_PORTS; p++) {
        s->route.entry[p] = fedx_route_entry(&(struct fedx_route_fields){.distance = 1, .best = 1});
        s->port_receive.head[p] = fedx_header_word(&(struct fedx_header){.destination = (uint16_t)(10 + p)});
    }
    memset(&w, 0, sizeof w);
    eval(s, &w);
    fedx_admission_commit(&s->admission, &s->port_receive, &s->config, &(struct fedx_pins){0}, &w);
    return w.admit;
}

/* Cycles without a decision. */
static void rest(struct fedx_switch_regs *s, unsigned cycles)
{
    while (cycles--)
        cycle_of(s, 0);
}

static void fill(struct fedx_switch_regs *s, unsigned used, unsigned level)
{
    s->buffer_pool.used = (uint16_t)used;
    memset(s->buffer_pool.level, (int)level, sizeof s->buffer_pool.level);
}

/* A full switch with a time-out of 100, and port 2 refused in cycle 0. */
static void start_watch(struct fedx_switch_regs *s)
{
    unit_reset(s);
    s->config.throttle_timeout = 100;
    fill(s, ALL_BUFFERS, 0);
    assert_int_equal(cycle_of(s, 1 << 2), 0);
}

/* Half of the packets leave by links: buffers come free one soon after the other. */
static void fill_mixed(struct fedx_switch_regs *s, unsigned used)
{
    fill(s, used, 0);
    memset(s->buffer_pool.level, 1, 5);
}

/* The example of docs/spec/fedx.md section 9. */
TEST(watch_example)
{
    struct fedx_switch_regs s;

    start_watch(&s);
    assert_int_equal(s.admission.watched, 1);
    assert_int_equal(s.admission.watch_port, 2);
    assert_int_equal(s.admission.watch_level, 1);
    assert_int_equal(s.admission.watch_age, 0);
    assert_int_equal(s.admission.watch_done, 1 << 2);
    rest(&s, 59);
    assert_int_equal(cycle_of(&s, 1 << 2 | 1 << 4), 0); /* cycle 60: it is refused again */
    assert_int_equal(s.admission.watch_age, 60);
    assert_int_equal(s.admission.watch_away, 0);
    fill_mixed(&s, ALL_BUFFERS & ~1);
    assert_int_equal(cycle_of(&s, 1 << 3), 1 << 3); /* cycle 61: not overdue, buffer 0 goes to who comes first */
    fill_mixed(&s, ALL_BUFFERS);
    rest(&s, 39);
    assert_int_equal(s.admission.watch_age, 100);
    fill_mixed(&s, ALL_BUFFERS & ~1);
    assert_int_equal(cycle_of(&s, 1 << 4), 0); /* cycle 101: the one buffer is kept */
    assert_int_equal(s.admission.reason[4], FEDX_REJECT_NO_BUFFER);
    fill_mixed(&s, ALL_BUFFERS & ~3);
    assert_int_equal(s.admission.first, 4);
    assert_int_equal(cycle_of(&s, 1 << 0 | 1 << 5), 1 << 5); /* cycle 102: of two, another header may have one */
    assert_int_equal(s.admission.reason[0], FEDX_REJECT_NO_BUFFER);
    fill_mixed(&s, ALL_BUFFERS & ~1);
    rest(&s, 14);
    assert_int_equal(cycle_of(&s, 1 << 2 | 1 << 4), 1 << 2); /* cycle 117 */
    assert_int_equal(s.admission.reason[4], FEDX_REJECT_NO_BUFFER);
    assert_int_equal(s.admission.watched, 0);
    assert_int_equal(s.admission.watch_age, 0);
    assert_int_equal(s.admission.watch_done, 1 << 2);
}

/* Every port that asks has its turn before one has a second; then a time-out without takers ends the round. */
TEST(watch_goes_round)
{
    struct fedx_switch_regs s;
    unsigned turns[FEDX_PORTS] = {0}, rounds = 20;

    start_watch(&s);
    for (unsigned turn = 1; turn < rounds * FEDX_PORTS; turn++) {
        turns[s.admission.watch_port]++;
        fill(&s, ALL_BUFFERS & ~1, 0);
        assert_int_equal(cycle_of(&s, 1u << s.admission.watch_port), 1u << s.admission.watch_port);
        fill(&s, ALL_BUFFERS, 0);
        rest(&s, turn % FEDX_PORTS == 0 ? 100 : 0);
        assert_int_equal(cycle_of(&s, FEDX_ALL_PORTS), 0);
        assert_int_equal(s.admission.watched, 1);
    }
    for (unsigned p = 0; p < FEDX_PORTS; p++)
        assert_in_range(turns[p], rounds - 1, rounds);
    /* Of those who had their turn none gets another before the time-out. */
    s.admission.watch_done = 1 << 3;
    s.admission.watched = 0;
    s.admission.watch_age = 0;
    for (unsigned t = 0; t < 100; t++) {
        cycle_of(&s, 1 << 3);
        assert_int_equal(s.admission.watched, 0);
    }
    cycle_of(&s, 1 << 3);
    assert_int_equal(s.admission.watched, 1);
    assert_int_equal(s.admission.watch_done, 1 << 3);
    COMPARED(rounds * FEDX_PORTS, "turns");
}

/* Decisions on another port every cycle: so many until the watch ends. @param again  its packet comes so often */
static unsigned watch_lasts(struct fedx_switch_regs *s, unsigned again)
{
    unsigned cycles = 0;

    while (s->admission.watched) {
        cycle_of(s, 1 << 4 | (again && cycles % again == 0 ? 1 << 2 : 0));
        assert_in_range(++cycles, 1, 20000);
    }
    return cycles;
}

/* A packet that does not come any more keeps nothing for longer than a time-out, one that comes for 128. */
TEST(watch_ends)
{
    struct fedx_switch_regs s;

    start_watch(&s);
    assert_int_equal(watch_lasts(&s, 0), 101);
    start_watch(&s);
    assert_int_equal(watch_lasts(&s, 99), 12801);
    start_watch(&s);
    rest(&s, 14000);
    assert_int_equal(s.admission.watch_age, 12800); /* stays there, as does the other */
    assert_int_equal(s.admission.watch_away, 100);
    assert_int_equal(s.admission.watched, 1); /* without a decision nothing is decided */
    /* A time-out of 0: no watch ever keeps room. */
    start_watch(&s);
    s.config.throttle_timeout = 0;
    fill(&s, ALL_BUFFERS & ~1, 0);
    assert_int_equal(cycle_of(&s, 1 << 4), 1 << 4);
    assert_int_equal(s.admission.watched, 0);
}

/* Another packet of the same port is not the watched one; of the PE it is. */
TEST(watched_packet_is_known)
{
    for (unsigned p = 0; p < FEDX_PORTS; p++)
        for (unsigned byte = 0; byte < 8; byte++) {
            struct fedx_switch_regs s;
            int same = p == FEDX_PE_PORT || byte == 2; /* the flags are those of the hop */
            start_watch(&s);
            s.admission.watch_port = (uint8_t)p;
            s.admission.watch_head = fedx_header_word(&(struct fedx_header){.destination = (uint16_t)(10 + p)});
            s.admission.watch_head ^= UINT64_C(1) << 8 * (7 - byte);
            s.admission.watch_age = s.config.throttle_timeout;
            fill(&s, ALL_BUFFERS & ~1, 0);
            assert_int_equal(cycle_of(&s, 1u << p), same ? 1u << p : 0);
            assert_int_equal(s.admission.watched, !same);
        }
    COMPARED(8 * FEDX_PORTS, "headers");
}

/* Others are judged as if the watched packet were there: in its class, and as one that waits. */
TEST(room_is_kept_in_every_test)
{
    struct fedx_switch_regs s;

    start_watch(&s);
    s.admission.watch_age = s.config.throttle_timeout;
    fill(&s, 0xff, 1); /* one place of class 1, two buffers */
    assert_int_equal(cycle_of(&s, 1 << 4), 0);
    assert_int_equal(s.admission.reason[4], FEDX_REJECT_CLASS);
    fill(&s, 0x7f, 1);
    assert_int_equal(cycle_of(&s, 1 << 4 | 1 << 5), 1 << 4);
    s.config.backpressure = FEDX_BACKPRESSURE_DESTINATION;
    s.admission.watch_head = fedx_header_word(&(struct fedx_header){.destination = 14});
    assert_int_equal(cycle_of(&s, 1 << 4 | 1 << 5), 1 << 5);
    assert_int_equal(s.admission.reason[4], FEDX_REJECT_BACKPRESSURE);
}

/* No room is kept for a watched packet that could not have it now, for whatever reason. */
TEST(no_room_is_kept_in_vain)
{
    struct fedx_switch_regs s;

    start_watch(&s);
    s.admission.watch_age = s.config.throttle_timeout;
    s.config.backpressure = FEDX_BACKPRESSURE_DESTINATION;
    fill(&s, ALL_BUFFERS & ~2, 0);
    s.buffer_pool.head[0] = s.admission.watch_head;
    s.buffer_pool.waiting = 1;
    assert_int_equal(cycle_of(&s, 1 << 5), 1 << 5);
    s.buffer_pool.waiting = 0;
    assert_int_equal(cycle_of(&s, 1 << 5), 0);
    s.admission.watch_level = FEDX_BUFFERS; /* a class that is never admitted */
    assert_int_equal(cycle_of(&s, 1 << 5), 1 << 5);
    s.config.class_rule = 0;
    assert_int_equal(cycle_of(&s, 1 << 5), 0);
}

/* The limits do not hold for the PE's packet once it is overdue. */
TEST(watch_lifts_the_limits)
{
    struct fedx_switch_regs s;
    unsigned waited = 0;

    start_watch(&s);
    s.admission.watch_port = FEDX_PE_PORT;
    s.admission.watch_age = 50;
    s.config.limit_dest = 1;
    fill(&s, 1, 0);
    while (!cycle_of(&s, PE))
        assert_in_range(++waited, 1, 200);
    assert_int_equal(waited, 50);
    assert_int_equal(s.admission.throttled, 0);
}

RUN_TESTS
