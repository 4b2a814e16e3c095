/* SPDX-License-Identifier: Apache-2.0
 *
 * Selection against docs/spec/vcr.md section 7: each of its rules by hand, and a plain second implementation over
 * lists of ports on random states, which counts how often it took each branch.
 */
#include "vcr_unit.h"

/* All that selection sees. */
struct scene {
    struct vcr_parameters parameters;
    struct vcr_input input;
    struct vcr_output o;
    struct vcr_config config;
    struct vcr_route route;
    struct vcr_wires w;
};

/* Ports 0 to 3 are links and 4 leads to a terminal; two channels, of which class 0 has the first and escapes by the
   second. */
static struct scene *make(void)
{
    static struct scene c;

    memset(&c, 0, sizeof c);
    c.parameters = (struct vcr_parameters){.ports = 5, .vcs = 2, .depth = 4, .words = 1};
    c.config.links = 0x0f;
    c.config.vc_mask[0] = 1;
    c.config.escape_low[0] = c.config.escape_high[0] = 2;
    for (unsigned p = 0; p < 5; p++)
        c.w.free[p] = c.w.sendable[p] = 3;
    return &c;
}

/* Lane 0 of port 4 has a head with this route. */
enum { LANE = 8 };
static void heads(struct scene *c, unsigned best, unsigned preferred, unsigned escape, uint64_t head)
{
    c->w.request[4] = 1;
    c->w.front_route[LANE] = vcr_unit_route(best, preferred, escape, 1);
    c->w.front_flit[LANE] = head;
}

static void eval(struct scene *c)
{
    vcr_select_eval(&c->parameters, &c->input, &c->o, &c->config, &c->route, &c->w);
}

static void asks(struct scene *c, unsigned port, unsigned vcs, unsigned deflect)
{
    eval(c);
    assert_int_equal(c->w.want[4], 1);
    assert_int_equal(c->w.want_port[LANE], port);
    assert_int_equal(c->w.want_vcs[LANE], vcs);
    assert_int_equal(c->w.deflect[4], deflect);
}

static void asks_nothing(struct scene *c)
{
    eval(c);
    assert_int_equal(c->w.want[4], 0);
}

static const uint64_t adaptive = UINT64_C(1) << 40, once = UINT64_C(1) << 42;

TEST(candidates)
{
    struct scene *c = make();

    heads(c, 0x05, 2, 0, adaptive);
    asks(c, 2, 1, 0);
    c->w.free[2] = 2;
    asks(c, 0, 2, 0); /* its class is not adaptive: port 0 is no candidate, but the escape port */
    c->config.adaptive[0] = 1;
    asks(c, 0, 1, 0);
    heads(c, 0x05, 2, 3, 0);
    asks(c, 3, 2, 0); /* the head is not adaptive: port 2 has no room, so the escape port */
    heads(c, 0x14, 2, 2, 0);
    asks(c, 4, 1, 0); /* arrived: every port to the terminal will do, and whatever else is best */
}

TEST(held_is_no_lack)
{
    struct scene *c = make();

    heads(c, 0x04, 2, 0, 0);
    c->o.hold = 1 << 2;
    asks_nothing(c);
    assert_int_equal(c->w.commit[4], 1);
    assert_int_equal(c->w.choice[LANE], 2);
    c->w.free[2] = 2;
    asks(c, 0, 2, 0); /* no room: escape, its link is not held */
    c->o.hold |= 1;
    asks_nothing(c);
    c->o.hold = 1 << 2;
    c->w.free[0] = 1;
    asks_nothing(c); /* no escape channel is free */
    heads(c, 0x04, 2, 7, 0);
    asks_nothing(c); /* not a port */
}

TEST(class_of_escape)
{
    struct scene *c = make();

    c->config.escape_high[0] = 1;
    c->config.vc_mask[0] = 0;
    heads(c, 0x04, 2, 0, 0);
    asks(c, 0, 1, 0);
    c->w.front_route[LANE] = vcr_unit_route(0x04, 2, 0, 0);
    asks(c, 0, 2, 0);
}

TEST(deflection)
{
    struct scene *c = make();

    heads(c, 0x04, 2, 0, once);
    asks(c, 2, 1, 0);
    c->w.free[2] = 2;
    asks(c, 0, 1, 1); /* the lowest idle link, before escape, and back where it came from if need be */
    assert_int_equal(c->w.commit[4], 1);
    c->o.hold = 1;
    asks(c, 1, 1, 1);
    c->w.free[1] = c->w.free[3] = 2;
    asks_nothing(c); /* no other is idle, the link of escape is held */
    c->o.hold = 0;
    c->w.free[0] = 2;
    asks(c, 0, 2, 0);
    heads(c, 0x10, 4, 4, once);
    c->w.free[4] = 0;
    c->w.free[1] = 3;
    asks_nothing(c); /* arrived: it goes no further */
}

TEST(commitment)
{
    struct scene *c = make();

    heads(c, 0x05, 2, 1, adaptive | once);
    c->config.adaptive[0] = 1;
    c->input.committed[4] = 1;
    c->input.commit_port[LANE] = 2;
    asks(c, 2, 1, 0);
    c->w.free[2] = 2;
    asks(c, 1, 2, 0); /* escape: neither port 0 nor a deflection */
    c->w.free[2] = 3;
    c->o.hold = 1 << 2;
    asks_nothing(c);
    assert_int_equal(c->w.commit[4], 0);
}

/* commit = not redraw, and (busy_too, or no candidate is idle). */
TEST(who_commits)
{
    for (unsigned n = 0; n < 8; n++) {
        struct scene *c = make();
        unsigned redraw = n & 1u, busy_too = n >> 1 & 1u, idle = n >> 2;
        heads(c, 0x04, 2, 0, 0);
        c->config.redraw[0] = (uint8_t)redraw;
        c->config.busy_too[0] = (uint8_t)busy_too;
        c->o.hold = idle ? 0 : 1 << 2;
        eval(c);
        assert_int_equal(c->w.commit[4], !redraw && (busy_too || !idle));
    }
    COMPARED(8, "settings");
}

TEST(under_way)
{
    struct scene *c = make();

    c->w.going[4] = 2;
    c->input.out_port[LANE + 1] = 3;
    c->input.out_vc[LANE + 1] = 1;
    c->o.hold = 0x1f; /* by this packet, at port 3 */
    eval(c);
    assert_int_equal(c->w.want[4], 2);
    assert_int_equal(c->w.want_port[LANE + 1], 3);
    assert_int_equal(c->w.want_vcs[LANE + 1], 2);
    c->w.free[3] = 0;
    eval(c);
    assert_int_equal(c->w.want[4], 2); /* a credit will do */
    c->w.sendable[3] = 1;
    eval(c);
    assert_int_equal(c->w.want[4], 0);
}

/* Most credits: of the channels of the class, ports that are not idle too where these are candidates; ties are
   drawn. */
TEST(most_credits)
{
    struct scene *c = make();
    unsigned times[4] = {0};

    heads(c, 0x07, 2, 0, adaptive);
    c->config.adaptive[0] = 1;
    c->config.select[0] = 2;
    memcpy(c->w.credits_now, (const uint8_t[]){3, 4, 4, 0, 2, 0}, 6); /* lane p V: channel 0 of ports 0, 1, 2 */
    asks(c, 1, 1, 0);
    c->config.vc_mask[0] = 3;
    asks(c, 0, 3, 0); /* 7 against 4 and 2 */
    c->o.hold = 1;
    asks(c, 1, 3, 0);
    c->config.busy_too[0] = 1;
    asks_nothing(c); /* it waits where most credits are */
    assert_int_equal(c->w.choice[LANE], 0);
    c->o.hold = 0;
    memcpy(c->w.credits_now, (const uint8_t[]){1, 4, 3, 2, 2, 2}, 6);
    for (unsigned draw = 0; draw < 256; draw++) {
        c->route.random = (uint64_t)draw << 20; /* port 4, channel 0: rotated by 20 */
        eval(c);
        times[c->w.want_port[LANE]]++;
    }
    assert_int_equal(times[0], 128);
    assert_int_equal(times[1], 128);
}

/* Which rule decided, for the count. */
enum branch { GOING, COMMITTED_PORT, COMMITTED_ESCAPE, COMMITTED_WAITS, CHOICE, DEFLECTS, ESCAPES, WAITS, BRANCHES };

/* What a lane asks for, by the text of section 7. */
struct wish {
    unsigned want, port, vcs, deflect, commit, choice;
    enum branch branch;
};

static unsigned room(const struct scene *c, unsigned port, unsigned class)
{
    return port < c->parameters.ports ? c->w.free[port] & c->config.vc_mask[class] : 0;
}

static unsigned idle(const struct scene *c, unsigned port, unsigned class)
{
    return c->o.hold >> port & 1u ? 0 : room(c, port, class);
}

/* Those of a set for which what() is not zero. */
static unsigned those(const struct scene *c, unsigned set, unsigned class,
                      unsigned (*what)(const struct scene *, unsigned, unsigned))
{
    unsigned found = 0;

    for (unsigned p = 0; p < 12; p++)
        if (set >> p & 1u && what(c, p, class))
            found |= 1u << p;
    return found;
}

static unsigned credits_of(const struct scene *c, unsigned port, unsigned class)
{
    unsigned sum = 0;

    for (unsigned v = 0; v < c->parameters.vcs; v++)
        sum += c->config.vc_mask[class] >> v & 1u ? c->w.credits_now[port * c->parameters.vcs + v] : 0;
    return sum;
}

static unsigned plain_pick(const struct scene *c, unsigned set, unsigned class, unsigned preferred, unsigned draw)
{
    unsigned most = 0, among = 0;

    switch (c->config.select[class]) {
    case 1: return vcr_unit_drawn(set, draw);
    case 2:
        for (unsigned p = 0; p < 12; p++)
            if (set >> p & 1u && credits_of(c, p, class) > most)
                most = credits_of(c, p, class);
        for (unsigned p = 0; p < 12; p++)
            if (set >> p & 1u && credits_of(c, p, class) == most)
                among |= 1u << p;
        return vcr_unit_drawn(among, draw);
    default: return set >> preferred & 1u ? preferred : vcr_unit_lowest(set);
    }
}

static void plain_escape(const struct scene *c, uint32_t route, unsigned class, struct wish *wish)
{
    const uint16_t *masks = route >> 20 & 1u ? c->config.escape_high : c->config.escape_low;
    unsigned port = route >> 16 & 15u, mask = masks[class];

    if (port < c->parameters.ports && !(c->o.hold >> port & 1u) && c->w.free[port] & mask) {
        wish->want = 1;
        wish->port = port;
        wish->vcs = c->w.free[port] & mask;
    }
}

static struct wish plain_committed(const struct scene *c, unsigned lane, uint32_t route, unsigned class)
{
    unsigned port = c->input.commit_port[lane];
    struct wish wish = {.branch = COMMITTED_WAITS};

    if (idle(c, port, class)) {
        wish = (struct wish){.want = 1, .port = port, .vcs = room(c, port, class), .branch = COMMITTED_PORT};
    } else if (!room(c, port, class)) {
        plain_escape(c, route, class, &wish);
        wish.branch = wish.want ? COMMITTED_ESCAPE : COMMITTED_WAITS;
    }
    return wish;
}

static struct wish plain_uncommitted(const struct scene *c, unsigned lane, uint32_t route, unsigned class)
{
    uint64_t head = c->w.front_flit[lane * c->parameters.words];
    unsigned best = route & 0xfffu, preferred = route >> 12 & 15u, arrived = best & ~(unsigned)c->config.links;
    unsigned all = arrived || ((head >> 40 & 1u) && c->config.adaptive[class]), set = all ? best : 1u << preferred;
    unsigned free_now = those(c, set, class, idle), among = free_now && !c->config.busy_too[class] ? free_now : set;
    unsigned others = arrived || free_now || !(head >> 42 & 7u) ? 0 : those(c, c->config.links & ~best, class, idle);
    unsigned p = lane / c->parameters.vcs, v = lane % c->parameters.vcs;
    struct wish wish = {.branch = WAITS};

    wish.choice = plain_pick(c, among, class, preferred, vcr_unit_byte(c->route.random, 5 * p + 7 * v));
    wish.commit = !c->config.redraw[class] && (c->config.busy_too[class] || !free_now);
    if (idle(c, wish.choice, class)) {
        wish.want = 1;
        wish.port = wish.choice;
        wish.vcs = room(c, wish.port, class);
        wish.branch = CHOICE;
    } else if (others) {
        wish.want = wish.deflect = 1;
        wish.port = vcr_unit_lowest(others);
        wish.vcs = room(c, wish.port, class);
        wish.branch = DEFLECTS;
    } else if (!those(c, set, class, room)) {
        plain_escape(c, route, class, &wish);
        wish.branch = wish.want ? ESCAPES : WAITS;
    }
    return wish;
}

static struct wish plain_wish(const struct scene *c, unsigned lane)
{
    unsigned p = lane / c->parameters.vcs, v = lane % c->parameters.vcs, port = c->input.out_port[lane],
             vc = c->input.out_vc[lane];
    unsigned class = (unsigned)(c->w.front_flit[lane * c->parameters.words] >> 45) & 3u;
    uint32_t route = c->w.front_route[lane];

    if (c->w.going[p] >> v & 1u)
        return (struct wish){.want = c->w.sendable[port] >> vc & 1u, .port = port, .vcs = 1u << vc, .branch = GOING};
    if (c->input.committed[p] >> v & 1u)
        return plain_committed(c, lane, route, class);
    return plain_uncommitted(c, lane, route, class);
}

/* A route as the draw gives it: the preferred port is one of the best. */
static uint32_t draw_route(struct rng *r, unsigned ports)
{
    unsigned best = 1 + vcr_unit_upto(r, (1u << ports) - 2u), others = vcr_unit_some(r, best);

    if (others && vcr_unit_once_in(r, 2))
        best = others;
    return vcr_unit_route(best, vcr_unit_drawn(best, vcr_unit_upto(r, 255)), vcr_unit_upto(r, 13), vcr_unit_upto(r, 1));
}

static void draw_outputs(struct rng *r, struct scene *c)
{
    unsigned scarce = vcr_unit_upto(r, 3), vcs = (1u << c->parameters.vcs) - 1u;

    c->o.hold = vcr_unit_once_in(r, 2) ? vcr_unit_some(r, 0xfff) : 0;
    for (unsigned p = 0; p < c->parameters.ports; p++) {
        c->w.sendable[p] = vcr_unit_some(r, vcs);
        c->w.free[p] = c->w.sendable[p];
        for (unsigned k = 0; k < scarce; k++)
            c->w.free[p] &= vcr_unit_some(r, vcs);
        for (unsigned v = 0; v < c->parameters.vcs; v++)
            c->w.credits_now[p * c->parameters.vcs + v] =
                (uint8_t)((c->w.sendable[p] >> v & 1u) * (1 + vcr_unit_upto(r, 3)));
    }
    for (unsigned class = 0; class < 4; class ++) {
        struct vcr_config *s = &c->config;
        s->adaptive[class] = (uint8_t)vcr_unit_upto(r, 1);
        s->select[class] = (uint8_t)vcr_unit_upto(r, 3);
        s->busy_too[class] = (uint8_t)vcr_unit_upto(r, 1);
        s->redraw[class] = (uint8_t)vcr_unit_upto(r, 1);
        s->vc_mask[class] = vcr_unit_some(r, 0xffff);
        s->escape_low[class] = vcr_unit_some(r, 0xffff);
        s->escape_high[class] = vcr_unit_some(r, 0xffff);
    }
}

static void draw_scene(struct rng *r, struct scene *c)
{
    unsigned vcs = (1u << c->parameters.vcs) - 1u;

    draw_outputs(r, c);
    c->config.links = vcr_unit_once_in(r, 2) ? 0xfff : vcr_unit_some(r, 0xfff);
    c->route.random = rng_next(r);
    for (unsigned p = 0; p < c->parameters.ports; p++) {
        c->w.going[p] = vcr_unit_some(r, vcs & vcr_unit_some(r, vcs));
        c->w.request[p] = vcr_unit_some(r, vcs & ~(unsigned)c->w.going[p]);
        c->input.committed[p] = (uint16_t)(vcr_unit_some(r, vcs) & ~c->w.going[p]);
    }
    for (unsigned lane = 0; lane < (unsigned)c->parameters.ports * c->parameters.vcs; lane++) {
        c->w.front_flit[lane * c->parameters.words] = rng_next(r) & ~(vcr_unit_once_in(r, 2) ? UINT64_C(7) << 42 : 0);
        c->w.front_route[lane] = draw_route(r, c->parameters.ports);
        c->input.out_port[lane] = (uint8_t)vcr_unit_upto(r, c->parameters.ports - 1u);
        c->input.commit_port[lane] = (uint8_t)vcr_unit_upto(r, c->parameters.ports - 1u);
        c->input.out_vc[lane] = (uint8_t)vcr_unit_upto(r, c->parameters.vcs - 1u);
    }
}

static void check_lane(const struct scene *c, unsigned lane, unsigned *branches)
{
    unsigned p = lane / c->parameters.vcs, v = lane % c->parameters.vcs;
    struct wish wish = plain_wish(c, lane);

    branches[wish.branch]++;
    assert_int_equal(c->w.want[p] >> v & 1u, wish.want);
    assert_int_equal(c->w.deflect[p] >> v & 1u, wish.deflect);
    assert_int_equal(c->w.commit[p] >> v & 1u, wish.commit);
    if (wish.want) {
        assert_int_equal(c->w.want_port[lane], wish.port);
        assert_int_equal(c->w.want_vcs[lane], wish.vcs);
    }
    if (wish.commit)
        assert_int_equal(c->w.choice[lane], wish.choice);
}

TEST(second_implementation)
{
    static const struct vcr_parameters parameters[] = {{.ports = 8, .vcs = 4, .depth = 4, .words = 1},
                                                       {.ports = 12, .vcs = 16, .depth = 4, .words = 2},
                                                       {.ports = 2, .vcs = 1, .depth = 4, .words = 1}};
    struct rng r = rng_stream(251, 0);
    unsigned lanes = 0, branches[BRANCHES] = {0};

    for (int k = 0; k < 3; k++) {
        struct scene *c = make();
        c->parameters = parameters[k];
        for (int n = 0; n < 1200; n++) {
            draw_scene(&r, c);
            eval(c);
            for (unsigned p = 0; p < c->parameters.ports; p++) {
                unsigned occupied = c->w.going[p] | c->w.request[p];
                assert_int_equal(c->w.want[p] & ~occupied, 0);
                for (unsigned v = 0; v < c->parameters.vcs; v++)
                    if (occupied >> v & 1u) {
                        check_lane(c, p * c->parameters.vcs + v, branches);
                        lanes++;
                    }
            }
        }
    }
    for (int i = 0; i < BRANCHES; i++)
        assert_in_range(branches[i], lanes / 500, lanes);
    COMPARED(lanes, "lanes");
}

RUN_TESTS
