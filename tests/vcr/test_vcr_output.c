/* SPDX-License-Identifier: Apache-2.0
 *
 * Output against docs/spec/vcr.md section 8: links by two readings, credits and owners by hand, and a plain second
 * implementation over numbers of flits on random wires.
 */
#include "vcr_unit.h"

/* All that output sees. */
struct scene {
    struct vcr_parameters parameters;
    struct vcr_output o;
    struct vcr_config config;
    struct vcr_pins in;
    struct vcr_wires w;
};

static struct scene *make(unsigned bypass)
{
    static struct scene c;

    memset(&c, 0, sizeof c);
    c.parameters = (struct vcr_parameters){.ports = 3, .vcs = 2, .depth = 5, .words = 1, .bypass = (uint8_t)bypass};
    c.config.alloc_credits = 1;
    return &c;
}

static void eval(struct scene *c)
{
    vcr_output_eval(&c->parameters, &c->o, &c->config, &c->in, &c->w);
}

static void cycle(struct scene *c)
{
    eval(c);
    vcr_output_commit(&c->parameters, &c->o, &c->config, &c->in, &c->w);
    memset(&c->w, 0, sizeof c->w);
    memset(c->in.credit, 0, sizeof c->in.credit);
}

/* In this cycle lane 0 sends to a channel. */
static void send(struct scene *c, unsigned port, unsigned vc, unsigned head, unsigned tail)
{
    c->w.out_grant = (uint16_t)(1u << port);
    c->w.out_lane[port] = 0;
    c->w.out_vc[port] = (uint8_t)vc;
    c->w.front_head[0] = (uint16_t)head;
    c->w.front_tail[0] = (uint16_t)tail;
}

/* All histories of ten readings: linked follows when two one after the other say so. */
TEST(two_readings)
{
    unsigned rises = 0, falls = 0;

    for (unsigned history = 0; history < 1024; history++) {
        struct scene *c = make(0);
        unsigned linked = 0, last = 0;
        for (unsigned n = 0; n < 10; n++) {
            unsigned up = history >> n & 1u, was = linked;
            c->in.up = (uint16_t)(up << 1);
            linked = up == last ? up : linked;
            eval(c);
            assert_int_equal(c->w.rise, (unsigned)(!was && linked) << 1);
            assert_int_equal(c->w.fall, (unsigned)(was && !linked) << 1);
            rises += c->w.rise != 0;
            falls += c->w.fall != 0;
            cycle(c);
            assert_int_equal(c->o.linked, linked << 1);
            for (unsigned lane = 0; lane < 6; lane++)
                assert_int_equal(c->o.credits[lane], lane / 2 == 1 && linked ? 5 : 0);
            last = up;
        }
    }
    assert_true(rises > 500 && falls > 500);
    COMPARED(10240, "readings");
}

TEST(quiet_does_not_rise)
{
    struct scene *c = make(1);

    c->in.up = 7;
    c->config.quiet = 1;
    for (int n = 0; n < 5; n++)
        cycle(c);
    assert_int_equal(c->o.linked, 0);
    c->config.quiet = 0;
    cycle(c);
    assert_int_equal(c->o.linked, 7);
}

/* A link that is up, and its first cycles. */
static struct scene *linked(unsigned bypass)
{
    struct scene *c = make(bypass);

    c->in.up = 7;
    cycle(c);
    cycle(c);
    assert_int_equal(c->o.linked, 7);
    return c;
}

TEST(packet_owns)
{
    struct scene *c = linked(0);

    c->config.link_hold = 1;
    send(c, 2, 1, 1, 0);
    cycle(c);
    assert_int_equal(c->o.owned[2], 2);
    assert_int_equal(c->o.hold, 4);
    assert_int_equal(c->o.credits[5], 4);
    eval(c);
    assert_int_equal(c->w.free[2], 1); /* a held link is no lack of channels */
    assert_int_equal(c->w.sendable[2], 3);
    send(c, 2, 1, 0, 0);
    cycle(c);
    assert_int_equal(c->o.owned[2] | c->o.hold << 4, 0x42);
    send(c, 2, 1, 0, 1);
    cycle(c);
    assert_int_equal(c->o.owned[2] | c->o.hold, 0);
    assert_int_equal(c->o.credits[5], 2);
    send(c, 0, 0, 1, 1); /* a packet of one flit owns nothing */
    cycle(c);
    assert_int_equal(c->o.owned[0] | c->o.hold, 0);
    c->config.link_hold = 0;
    send(c, 0, 0, 1, 0);
    cycle(c);
    assert_int_equal(c->o.owned[0], 1);
    assert_int_equal(c->o.hold, 0);
}

TEST(credit_law)
{
    struct scene *c = linked(0);

    c->in.credit[1] = 2;
    cycle(c); /* one too many */
    assert_int_equal(c->o.credits[3], 5);
    assert_int_equal(c->o.credit_error, 2);
    cycle(c);
    assert_int_equal(c->o.credit_error, 2); /* sticky */
    send(c, 1, 0, 1, 0);
    c->in.credit[1] = 2; /* of the other channel */
    cycle(c);
    assert_int_equal(c->o.credits[2], 4);
    send(c, 1, 0, 0, 0);
    c->in.credit[1] = 1; /* one comes, one goes */
    cycle(c);
    assert_int_equal(c->o.credits[2], 4);
    c->in.up = 0;
    c->in.credit[2] = 1;
    cycle(c);
    c->in.credit[2] = 1;
    cycle(c);
    assert_int_equal(c->o.linked, 0);
    c->in.credit[0] = 3;
    cycle(c);
    assert_int_equal(c->o.credits[0] + c->o.credits[1] + c->o.credits[2] + c->o.credits[4], 0); /* no link, no credit */
    assert_int_equal(c->o.credit_error & 1, 0);
}

/* With a bypass a credit on the wire counts at once, though not beyond what the far end has. */
TEST(on_the_wire)
{
    for (unsigned bypass = 0; bypass < 2; bypass++) {
        struct scene *c = linked(bypass);
        for (unsigned n = 0; n < 5; n++) {
            send(c, 0, 0, n == 0, 0);
            cycle(c);
        }
        c->in.credit[0] = 3;
        eval(c);
        assert_int_equal(c->w.credits_now[0], bypass);
        assert_int_equal(c->w.credits_now[1], 5);
        assert_int_equal(c->w.sendable[0], bypass ? 3 : 2);
        c->o.linked = 6;
        c->o.credits[1] = 3;
        eval(c);
        assert_int_equal(c->w.credits_now[0], 0); /* not linked */
        assert_int_equal(c->w.credits_now[1], 3);
    }
}

TEST(enough_credits)
{
    for (unsigned need = 0; need < 8; need++)
        for (unsigned credits = 0; credits <= 5; credits++)
            for (unsigned owned = 0; owned < 2; owned++) {
                struct scene *c = linked(0);
                c->config.alloc_credits = (uint8_t)need;
                c->o.credits[4] = (uint8_t)credits;
                c->o.owned[2] = (uint16_t)owned;
                eval(c);
                assert_int_equal(c->w.sendable[2] & 1, credits >= 1);
                assert_int_equal(c->w.free[2] & 1, credits >= 1 && credits >= need && !owned);
            }
    COMPARED(96, "channels");
}

/* A second implementation: a channel as the specification tells it. @return what the wires are to give */
struct plain {
    unsigned credits, owned;
};

static void plain_commit(const struct scene *c, struct plain *lane, unsigned port, unsigned vc, unsigned *error)
{
    unsigned sent = c->w.out_grant >> port & 1u && c->w.out_vc[port] == vc, came = c->in.credit[port] >> vc & 1u;

    if (!(c->o.linked >> port & 1u))
        came = 0;
    if (came && lane->credits == c->parameters.depth) {
        *error |= 1u << port;
        came = 0;
    }
    lane->credits = lane->credits + came - sent;
    if (sent && c->w.front_head[0] & 1u)
        lane->owned = 1;
    if (sent && c->w.front_tail[0] & 1u)
        lane->owned = 0;
    if (c->w.fall >> port & 1u)
        lane->credits = 0;
    if (c->w.rise >> port & 1u)
        lane->credits = c->parameters.depth;
}

/* Any pins, and a flit to a channel with a credit, as selection would have it. */
static void draw_cycle(struct rng *r, struct scene *c)
{
    unsigned port = vcr_unit_upto(r, 2), vc = vcr_unit_upto(r, 1);

    c->in.up = (uint16_t)(vcr_unit_once_in(r, 12) ? vcr_unit_upto(r, 7) : c->in.up);
    for (unsigned p = 0; p < 3; p++)
        c->in.credit[p] = vcr_unit_some(r, vcr_unit_once_in(r, 2) ? 3 : 0);
    eval(c);
    if (c->w.sendable[port] >> vc & 1u)
        send(c, port, vc, vcr_unit_upto(r, 1), vcr_unit_upto(r, 1));
}

TEST(second_implementation)
{
    struct rng r = rng_stream(213, 0);

    for (unsigned bypass = 0; bypass < 2; bypass++) {
        struct plain lanes[6] = {{0}};
        unsigned error = 0;
        struct scene *c = make(bypass);
        for (int n = 0; n < 20000; n++) {
            draw_cycle(&r, c);
            for (unsigned lane = 0; lane < 6; lane++)
                plain_commit(c, &lanes[lane], lane / 2, lane % 2, &error);
            vcr_output_commit(&c->parameters, &c->o, &c->config, &c->in, &c->w);
            memset(&c->w, 0, sizeof c->w);
            for (unsigned lane = 0; lane < 6; lane++) {
                assert_int_equal(c->o.credits[lane], lanes[lane].credits);
                assert_int_equal(c->o.owned[lane / 2] >> lane % 2 & 1u, lanes[lane].owned);
            }
            assert_int_equal(c->o.credit_error, error);
        }
    }
    COMPARED(240000, "channels");
}

RUN_TESTS
