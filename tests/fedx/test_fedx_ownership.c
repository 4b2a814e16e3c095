/* SPDX-License-Identifier: Apache-2.0
 *
 * Ownership alone against docs/spec/fedx.md section 7: who owns, when the turn is given
 * away, and that two ends with any latency between them never both act as owner.
 */
#include "../unit.h"

TEST(owner_by_levels)
{
    unsigned compared = 0;

    for (unsigned mine = 0; mine < 2; mine++)
        for (unsigned theirs = 0; theirs < 2; theirs++)
            for (unsigned side = 0; side < 2; side++)
                for (unsigned p = 0; p < FEDX_PORTS; p++, compared++) {
                    /* All other ports get the opposite levels. */
                    struct fedx_ownership o = {.turn = (uint8_t)(mine << p)};
                    struct fedx_pins in = {.turn = (uint8_t)(theirs << p)};
                    struct fedx_wires w = {0};
                    fedx_ownership_eval(&o, side << p, &in, &w);
                    assert_int_equal(w.own_now >> p & 1, side == 0 ? mine == theirs : mine != theirs);
                    assert_int_equal(w.own_now | 1u << p, FEDX_ALL_PORTS);
                }
    COMPARED(compared, "levels");
}

/* The rule of the specification, one port. */
struct given {
    int hold, own_now, own_last, asked, start, ended, keep, busy, req;
};

static int gives_away(const struct given *g)
{
    int attempt_over = g->ended && !g->keep, nothing_ready = !g->busy && !g->req;

    return !g->hold && g->own_now && g->own_last && g->asked && !g->start && (attempt_over || nothing_ready);
}

static struct given unpack(unsigned bits)
{
    return (struct given){bits & 1,      bits >> 1 & 1, bits >> 2 & 1, bits >> 3 & 1, bits >> 4 & 1,
                          bits >> 5 & 1, bits >> 6 & 1, bits >> 7 & 1, bits >> 8 & 1};
}

/* Every combination, with every other combination of the same hold on the port next to it. */
TEST(every_flip)
{
    unsigned compared = 0;

    for (unsigned bits = 0; bits < 512; bits++)
        for (unsigned next = bits & 1; next < 512; next += 2, compared++) {
            struct given g = unpack(bits), n = unpack(next);
            struct fedx_ownership o = {.turn = 0x15,
                                       .own_last = (uint8_t)(g.own_last << 3 | n.own_last << 4),
                                       .req = (uint8_t)(g.req << 3 | n.req << 4)};
            struct fedx_pins in = {.req = (uint8_t)(g.asked << 3 | n.asked << 4)};
            struct fedx_wires w = {
                .own_now = (unsigned)(g.own_now << 3 | n.own_now << 4),
                .start = (unsigned)(g.start << 3 | n.start << 4),
                .ended = (unsigned)(g.ended << 3 | n.ended << 4),
                .keep = (unsigned)(g.keep << 3 | n.keep << 4),
                .want = 0x21,
                .header_want = 0x44,
            };
            unsigned flip = (unsigned)(gives_away(&g) << 3 | gives_away(&n) << 4);
            fedx_ownership_flip(&o, (unsigned)(g.busy << 3 | n.busy << 4), g.hold, &in, &w);
            assert_int_equal(w.flip & 0x18, flip);
            fedx_ownership_commit(&o, &w);
            assert_int_equal(o.turn & 0x18, 0x10 ^ flip);
            assert_int_equal(o.own_last & 0x18, w.own_now & ~flip);
            assert_int_equal(o.req, 0x65);
        }
    COMPARED(compared, "combinations");
}

/* Two ends that only pass the turn, each wanting at random. */
struct ends {
    struct fedx_ownership o[2];
    uint8_t turn[2][8], req[2][8]; /* levels of the last cycles */
    int waiting[2];
};

static unsigned step_end(struct ends *e, int i, int t, int latency, int wants)
{
    int from = (t - latency + 8) % 8;
    struct fedx_pins in = {.turn = e->turn[i ^ 1][from], .req = e->req[i ^ 1][from]};
    struct fedx_wires w = {.want = (unsigned)wants};
    unsigned owner;

    fedx_ownership_eval(&e->o[i], (unsigned)i, &in, &w);
    owner = w.own_now & e->o[i].own_last & 1u;
    fedx_ownership_flip(&e->o[i], owner && wants && t % 5 == 0, 0, &in, &w);
    fedx_ownership_commit(&e->o[i], &w);
    return owner;
}

TEST(never_two_owners)
{
    unsigned cycles = 0, passed = 0, served = 0;

    for (int latency = 0; latency <= FEDX_MAX_LATENCY; latency++) {
        struct ends e = {0};
        struct rng r = rng_stream(11, (uint64_t)latency);
        int wants[2] = {0, 0};
        for (int t = 0; t < 20000; t++, cycles++) {
            unsigned owner[2], turn = (e.o[0].turn ^ e.o[1].turn) & 1u;
            for (int i = 0; i < 2; i++) {
                wants[i] = wants[i] ? !(e.waiting[i] == 0 && rng_chance(&r, 0.3)) : rng_chance(&r, 0.05);
                e.turn[i][t % 8] = e.o[i].turn;
                e.req[i][t % 8] = e.o[i].req;
            }
            for (int i = 0; i < 2; i++)
                owner[i] = step_end(&e, i, t, latency, wants[i]);
            assert_int_equal(owner[0] & owner[1], 0);
            for (int i = 0; i < 2; i++) {
                e.waiting[i] = wants[i] && !owner[i] ? e.waiting[i] + 1 : 0;
                served += wants[i] && owner[i];
                /* An owner that wants as well keeps the turn here, but not for ever: it stops wanting. */
                assert_in_range(e.waiting[i], 0, 400);
            }
            passed += turn != ((e.o[0].turn ^ e.o[1].turn) & 1u);
        }
    }
    printf("           the turn was passed %u times, %u cycles of wanted ownership\n", passed, served);
    assert_in_range(passed, 1000, cycles);
    COMPARED(cycles, "cycles without two owners");
}

RUN_TESTS
