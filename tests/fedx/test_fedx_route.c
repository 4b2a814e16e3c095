/* SPDX-License-Identifier: Apache-2.0
 *
 * Route lookup against docs/spec/fedx.md section 10: the entry, what it means for a
 * packet, random selection, and the table.
 */
#include "../unit.h"

TEST(entry_layout)
{
    struct fedx_route_fields f = {.distance = 0xa5, .best = 0x55, .deterministic = 5, .preferred = 3, .other = 0x2a};

    assert_int_equal(fedx_route_entry(&f), 1u << 31 | 0x2au << 22 | 3u << 19 | 5u << 16 | 0x55u << 8 | 0xa5);
    assert_int_equal(fedx_route_entry(&(struct fedx_route_fields){0}), 1u << 31);
    /* A field that is too wide must not leak into its neighbour (bits 30:29 and 15 are ignored). */
    f = (struct fedx_route_fields){.distance = 0x1ff, .best = 0, .deterministic = 8, .preferred = 8, .other = 0};
    assert_int_equal(fedx_route_entry(&f), 1u << 31 | 0xff);
}

static unsigned flags_of(int adaptive, int deroutes)
{
    struct fedx_header h = {.adaptive = (uint8_t)adaptive, .deroutes = (uint8_t)deroutes};

    return (unsigned)(fedx_header_word(&h) >> 40) & 0xff;
}

static unsigned one_of(unsigned ports, int highest)
{
    for (int i = 0; i < FEDX_PORTS; i++) {
        unsigned port = 1u << (highest ? FEDX_PORTS - 1 - i : i);
        if (ports & port)
            return port;
    }
    return 0;
}

/* The table of the specification, row by row. */
static void compare(uint32_t e, int adaptive, int deroutes, int hops)
{
    unsigned best = e >> 8 & 0x7f, other = e >> 22 & 0x7f, distance = e & 0xff;
    unsigned about = adaptive && deroutes ? other & ~best : 0;
    unsigned deterministic = (e >> 16 & 7) == 7 ? 0 : 1u << (e >> 16 & 7);
    unsigned preferred = (e >> 19 & 7) == 7 ? 0 : 1u << (e >> 19 & 7);
    unsigned level = distance == 0 ? 0 : distance + (hops ? 1 : 2) * (unsigned)deroutes;
    unsigned allowed = adaptive ? (deroutes > 0 ? best | other : best) : deterministic;
    struct fedx_route_choice c = fedx_route_decode(e, flags_of(adaptive, deroutes) | 0x42, hops);

    assert_int_equal(c.allowed, allowed);
    assert_int_equal(c.best, adaptive ? best : deterministic);
    assert_int_equal(c.preferred, (adaptive ? preferred & best : deterministic) | one_of(about, 0));
    assert_int_equal(c.second & about, one_of(about, 1));
    assert_int_equal(c.level, level > 255 ? 255 : level);
    assert_int_equal(c.valid, e >> 31 && allowed);
}

TEST(decoding)
{
    struct rng r = rng_stream(41, 0);
    unsigned compared = 0;

    for (int i = 0; i < 40000; i++) {
        uint32_t e = (uint32_t)rng_next(&r);
        if (i % 4 == 0) /* few ports, near the ends of the distances */
            e &= ~(0x7fu << 22 | 0x7fu << 8 | 0xff) | (1u << (22 + i % 7)) | (unsigned)(i % 3 ? 0xfe : 0);
        for (int adaptive = 0; adaptive < 2; adaptive++, compared++)
            compare(e, adaptive, i % 16, i / 16 % 2);
    }
    COMPARED(compared, "decoded entries");
}

TEST(level_saturates)
{
    static const int cases[][3] = {{0, 15, 0},     {1, 0, 1},     {1, 15, 31},   {225, 15, 255},
                                   {226, 15, 255}, {255, 0, 255}, {255, 15, 255}};

    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fedx_route_fields f = {.distance = cases[i][0], .best = 1};
        assert_int_equal(fedx_route_decode(fedx_route_entry(&f), flags_of(1, cases[i][1]), 0).level, cases[i][2]);
    }
}

/* The next member of best above the preferred port, upwards and around. */
TEST(random_selection)
{
    unsigned compared = 0;

    for (unsigned best = 1; best < 128; best++)
        for (int preferred = -1; preferred < 7; preferred++, compared++) {
            struct fedx_route_fields f = {.distance = 1, .best = (int)best, .preferred = preferred < 0 ? 7 : preferred};
            int p = preferred >= 0 && best >> preferred & 1 ? preferred : -1; /* another one is none */
            do
                p = (p + 1) % 7;
            while (!(best >> p & 1));
            assert_int_equal(fedx_route_decode(fedx_route_entry(&f), flags_of(1, 0), 0).second, 1u << p);
        }
    COMPARED(compared, "choices");
}

TEST(ports_wanted_early)
{
    struct rng r = rng_stream(42, 0);

    for (int i = 0; i < 20000; i++) {
        struct fedx_switch_regs s;
        struct fedx_wires w = {.header_want = 0xff, .occupied = rng_below(&r, 128)};
        unsigned expected = 0;
        unit_reset(&s);
        s.port_receive.routed = (uint8_t)rng_below(&r, 128);
        s.port_receive.decide = (uint8_t)rng_below(&r, 128);
        s.port_receive.bad = s.port_receive.dup_bit = FEDX_ALL_PORTS; /* makes no difference */
        for (int p = 0; p < FEDX_PORTS; p++) {
            s.route.entry[p] = (uint32_t)rng_next(&r); /* valid or not */
            s.port_receive.head[p] = rng_next(&r);
            struct fedx_route_choice c = fedx_route_decode(s.route.entry[p], s.port_receive.head[p] >> 40 & 0xff, 0);
            if (s.port_receive.routed >> p & 1)
                expected |= (c.best | w.occupied) == w.occupied ? c.allowed : c.best;
        }
        fedx_route_eval(&s.route, &s.port_receive, &s.config, &w);
        assert_int_equal(w.header_want, expected); /* headers that decide have asked before */
        for (int p = 0; p < FEDX_PORTS; p++)
            if ((s.port_receive.routed | s.port_receive.decide) >> p & 1) {
                struct fedx_route_choice c =
                    fedx_route_decode(s.route.entry[p], s.port_receive.head[p] >> 40 & 0xff, 0);
                assert_memory_equal(&w.choice[p], &c, sizeof c);
            }
    }
    /* An empty entry asks for port 0, for a deterministic packet. */
    assert_int_equal(fedx_route_decode(0, 0, 0).allowed, 1);
    assert_int_equal(fedx_route_decode(0, 0, 0).valid, 0);
    assert_int_equal(fedx_route_decode(0, FEDX_FLAG_ADAPTIVE, 0).allowed, 0);
    COMPARED(20000, "sets of headers");
}

/* One edge with lookups of these destinations. */
struct rig {
    struct fedx_switch_regs s;
    uint32_t table[FEDX_TABLE_SIZE];
};

static void make(struct rig *rig)
{
    unit_reset(&rig->s);
    for (unsigned i = 0; i < FEDX_TABLE_SIZE; i++)
        rig->table[i] = 0x80000000u + i;
}

static void commit(struct rig *rig, int rst)
{
    fedx_route_commit(&rig->s.route, rig->table, &rig->s.port_receive, &rig->s.config, rst);
}

TEST(lookup)
{
    struct rig rig;

    make(&rig);
    for (unsigned destination = 0; destination < 0x10000; destination += destination < 300 ? 1 : 251) {
        unsigned p = destination % FEDX_PORTS;
        rig.s.port_receive.head[p] = (uint64_t)destination << 48;
        rig.s.port_receive.lookup = (uint8_t)(1u << p);
        uint32_t other = rig.s.route.entry[(p + 1) % 7];
        commit(&rig, 0);
        assert_int_equal(rig.s.route.entry[p], destination < 256 ? 0x80000000u + destination : 0);
        assert_int_equal(rig.s.route.entry[(p + 1) % 7], other);
    }
    rig.s.port_receive.lookup = FEDX_ALL_PORTS;
    commit(&rig, 1); /* reset beats a lookup */
    for (int p = 0; p < FEDX_PORTS; p++)
        assert_int_equal(rig.s.route.entry[p], 0);
}

TEST(table_writes)
{
    unsigned compared = 0;

    for (unsigned rst = 0; rst < 2; rst++)
        for (unsigned addr = 0; addr < 0x10000; addr += addr < 0x20 || addr >> 9 == 0x40 ? 1 : 37) {
            struct rig rig;
            make(&rig);
            rig.s.config.write = 1;
            rig.s.config.addr = (uint16_t)addr;
            rig.s.config.wdata = 0x12345678;
            rig.s.port_receive.lookup = 1; /* a lookup in the same cycle sees the old entry */
            rig.s.port_receive.head[0] = (uint64_t)(addr & 0xff) << 48;
            commit(&rig, (int)rst);
            assert_int_equal(rig.s.route.entry[0], rst ? 0 : 0x80000000u + (addr & 0xff));
            for (unsigned i = 0; i < FEDX_TABLE_SIZE; i++)
                assert_int_equal(rig.table[i], addr == 0x8000 + i ? 0x12345678 : 0x80000000u + i);
            compared++;
        }
    COMPARED(compared, "addresses");
}

RUN_TESTS
