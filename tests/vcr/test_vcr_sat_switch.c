/* SPDX-License-Identifier: Apache-2.0
 *
 * SAT against docs/spec/vcr.md section 11: every port of a ring, waves of a spanning tree told child by child, and
 * the intervals of section 11 in trees of four down ports, whose steps are counted from where the registers stand.
 */
#include "vcr_unit.h"

static const struct vcr_parameters eight = {.ports = 8, .vcs = 1, .depth = 64, .words = 1, .bypass = 1, .speedup = 1};

/* One cycle with these tokens on the wires. @return those that leave in the next one */
static unsigned cycle(struct vcr_sat_switch *t, const struct vcr_config *c, unsigned tokens)
{
    struct vcr_pins in;

    memset(&in, 0, sizeof in);
    in.sat = (uint16_t)tokens;
    vcr_sat_switch_commit(&eight, t, c, &in);
    return t->sat;
}

TEST(ring)
{
    struct rng r = rng_stream(221, 0);
    struct vcr_sat_switch t = {0};
    unsigned passed = 0;

    for (int n = 0; n < 3000; n++) {
        struct vcr_config c = {.sat_mode = 1};
        unsigned tokens = vcr_unit_upto(&r, 0xff), expected = 0;
        for (unsigned p = 0; p < 8; p++) {
            c.sat_next[p] = (uint8_t)vcr_unit_upto(&r, 15);
            if (tokens >> p & 1u && c.sat_next[p] < 8) { /* 15 is nowhere; other ports are not there */
                expected |= 1u << c.sat_next[p];
                passed++;
            }
        }
        assert_int_equal(cycle(&t, &c, tokens), expected);
        assert_int_equal(t.got | t.started, 0);
    }
    COMPARED(passed, "tokens");
}

TEST(none_leaves)
{
    struct vcr_sat_switch t = {.got = 2};

    for (unsigned mode = 0; mode < 4; mode++)
        for (unsigned quiet = 0; quiet < 2; quiet++) {
            struct vcr_config c = {
                .sat_mode = (uint8_t)mode, .sat_root = 1, .sat_children = 6, .quiet = (uint8_t)quiet};
            if (!quiet && (mode == 1 || mode == 2))
                continue;
            assert_int_equal(cycle(&t, &c, 0xff), 0);
            assert_int_equal(t.got, 2);
            assert_int_equal(t.started, 0);
        }
}

TEST(wave)
{
    struct vcr_config c = {.sat_mode = 2, .sat_parent = 5, .sat_children = 0x0b};
    struct vcr_sat_switch t = {0};

    assert_int_equal(cycle(&t, &c, 0), 0);
    assert_int_equal(cycle(&t, &c, 1u << 5), 0x0b);
    assert_int_equal(cycle(&t, &c, 0x02), 0);
    assert_int_equal(cycle(&t, &c, 0x02), 0); /* a child counts once */
    assert_int_equal(cycle(&t, &c, 0xd4), 0); /* neither parent nor child */
    assert_int_equal(cycle(&t, &c, 0x01), 0);
    assert_int_equal(t.got, 3);
    assert_int_equal(cycle(&t, &c, 0x08), 1u << 5);
    assert_int_equal(t.got, 0);
    assert_int_equal(cycle(&t, &c, 0x03), 0);
    assert_int_equal(cycle(&t, &c, 1u << 5), 0x0b); /* a new wave forgets the old one's replies */
    assert_int_equal(t.got, 0);
    assert_int_equal(cycle(&t, &c, 0x03), 0);
    assert_int_equal(cycle(&t, &c, 0x28), 0x0b); /* ... and beats the last of them */
    assert_int_equal(t.got, 0);
    c.sat_children = 0;
    assert_int_equal(cycle(&t, &c, 0xff & ~(1u << 5)), 0); /* who has no children has no replies */
}

TEST(root)
{
    struct vcr_config c = {.sat_mode = 2, .sat_root = 1, .sat_parent = 7, .sat_children = 0x0e, .quiet = 1};
    struct vcr_sat_switch t = {0};

    assert_int_equal(cycle(&t, &c, 0), 0);
    c.quiet = 0;
    assert_int_equal(cycle(&t, &c, 0), 0x0e);
    assert_int_equal(t.started, 1);
    for (int n = 0; n < 3; n++) {
        assert_int_equal(cycle(&t, &c, 0), 0);
        assert_int_equal(cycle(&t, &c, 0x80), 0); /* a root has no parent */
        assert_int_equal(cycle(&t, &c, 0x06), 0);
        assert_int_equal(cycle(&t, &c, 0x08), 0x0e);
    }
}

/* A tree of routers with four down ports each, 0 to 3; port 4 leads up. Router i has children 4 i + 1 to 4 i + 4. */
enum { MOST_ROUTERS = 21, MOST_TERMINALS = 64, UP = 4 };
struct tree {
    int routers, terminals;
    struct vcr_sat_switch t[MOST_ROUTERS];
    struct vcr_config config[MOST_ROUTERS];
    int held[MOST_TERMINALS], tx[MOST_TERMINALS]; /* the two registers of a terminal */
};

static void grow(struct tree *tree, int levels, unsigned mode)
{
    memset(tree, 0, sizeof *tree);
    tree->terminals = 1;
    for (int l = 0; l < levels; l++) {
        tree->routers += tree->terminals;
        tree->terminals *= 4;
    }
    for (int i = 0; i < tree->routers; i++) {
        struct vcr_config *c = &tree->config[i];
        *c = (struct vcr_config){.sat_mode = (uint8_t)mode, .sat_root = i == 0, .sat_parent = UP, .sat_children = 15};
        for (uint8_t p = 0; p < 4; p++)
            c->sat_next[p] = (uint8_t)(p + 1);
        c->sat_next[3] = i == 0 ? 0 : UP;
    }
}

/* Tokens on the wires to a router; the terminals are numbered as children of the lowest routers. */
static unsigned tokens_to(const struct tree *tree, int router)
{
    unsigned tokens = 0;

    for (int p = 0; p < 4; p++) {
        int child = 4 * router + 1 + p;
        int there = child < tree->routers ? tree->t[child].sat >> UP & 1 : tree->tx[child - tree->routers];
        tokens |= (unsigned)there << p;
    }
    if (router > 0)
        tokens |= (tree->t[(router - 1) / 4].sat >> (router - 1) % 4 & 1u) << UP;
    return tokens;
}

static void tree_cycle(struct tree *tree)
{
    unsigned tokens[MOST_ROUTERS];

    for (int i = 0; i < tree->routers; i++)
        tokens[i] = tokens_to(tree, i);
    for (int n = 0; n < tree->terminals; n++) {
        int child = tree->routers + n;
        tree->tx[n] = tree->held[n];
        tree->held[n] = tree->t[(child - 1) / 4].sat >> (child - 1) % 4 & 1;
    }
    for (int i = 0; i < tree->routers; i++)
        cycle(&tree->t[i], &tree->config[i], tokens[i]);
}

/* Cycles from one visit to the next at each terminal, over four of them. */
static void check_interval(int levels, unsigned mode, int interval)
{
    static struct tree tree;
    int last[MOST_TERMINALS], visits = 0;

    grow(&tree, levels, mode);
    tree.tx[0] = mode == 1;
    for (int n = 0; n < tree.terminals; n++)
        last[n] = -1;
    for (int t = 0; t < 5 * interval; t++) {
        tree_cycle(&tree);
        for (int n = 0; n < tree.terminals; n++)
            if (tree.held[n]) {
                if (last[n] >= 0)
                    assert_int_equal(t - last[n], interval);
                last[n] = t;
                visits++;
            }
    }
    assert_in_range(visits, 4 * tree.terminals, 5 * tree.terminals);
}

/* Ring: steps over level l are 2 l + 1 cycles, of 4^levels terminals 3 of 4 at level 1 and so on; wave:
   2 levels + 1. */
TEST(intervals)
{
    for (int levels = 1; levels <= 3; levels++) {
        int steps = 1, ring_cycles = 0;
        for (int l = levels; l >= 1; l--) {
            ring_cycles += (l == levels ? 4 : 3 * steps) * (2 * l + 1);
            steps *= 4;
        }
        check_interval(levels, 1, ring_cycles);
        check_interval(levels, 2, 2 * levels + 1);
        if (levels == 3)
            assert_int_equal(ring_cycles, 232); /* as the paper has it for 64 nodes */
    }
    COMPARED(6, "intervals");
}

RUN_TESTS
