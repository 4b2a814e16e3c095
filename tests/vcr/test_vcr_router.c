/* SPDX-License-Identifier: Apache-2.0
 *
 * Whole routers wired to meshes and tori, against docs/spec/vcr.md: latency without load and busy links (section
 * 4), the law of credits (section 8), and that every packet arrives once, in order, by itself in its channel - or
 * waits for ever where the settings are unsafe, so that the test of draining can fail.
 */
#include "vcr_unit.h"

enum { MOST_ROUTERS = 16, MOST_PACKETS = 8192, LOCAL = 4, PORTS = 5, NONE = -1 };

struct packet {
    int destination;
    unsigned flits, arrived; /* of these so many */
    int sent, done;          /* cycles in which its head was on the first wire, its tail on the last; NONE before */
};

/* A terminal at port 4 of a router, and what it drives in this cycle. */
struct terminal {
    unsigned valid, head, tail, vc, credit;
    uint64_t flit;
    int linked;
    unsigned credits[VCR_MOST_VCS];                     /* to send with */
    int sending[VCR_MOST_VCS], receiving[VCR_MOST_VCS]; /* packets, or NONE */
    unsigned next[VCR_MOST_VCS];                        /* flit to send */
    unsigned held[VCR_MOST_VCS];                        /* flits that came and whose credit is not on its way */
};

struct net {
    struct vcr_parameters parameters;
    int nx, ny, torus, routers, time;
    struct vcr_router *router[MOST_ROUTERS];
    struct vcr_pins out[MOST_ROUTERS];
    struct terminal terminal[MOST_ROUTERS];
    struct packet packets[MOST_PACKETS];
    int count;
    struct rng random;
    /* What terminals do */
    unsigned load;              /* percent of cycles in which a terminal with an idle channel begins a packet */
    unsigned shortest, longest; /* flits */
    unsigned channels;          /* that they send in */
    uint64_t flags;             /* of heads */
    unsigned slow;              /* a credit leaves one time in so many */
    int lenient;                /* packets may come damaged, and what does is not looked at */
    unsigned laws, flits;       /* how much was looked at */
};

static int far_of(const struct net *n, int i, unsigned p)
{
    int x = i % n->nx, y = i / n->nx, step = p % 2 ? -1 : 1, to = (p < 2 ? x : y) + step, radix = p < 2 ? n->nx : n->ny;

    if (!n->torus && (to < 0 || to >= radix))
        return NONE;
    to = (to + radix) % radix;
    return p < 2 ? y * n->nx + to : to * n->nx + x;
}

static struct net *make(struct vcr_parameters parameters, int nx, int ny, int torus)
{
    static struct net n;

    memset(&n, 0, sizeof n);
    n.parameters = parameters;
    n.nx = nx;
    n.ny = ny;
    n.torus = torus;
    n.routers = nx * ny;
    n.random = rng_stream(271, (uint64_t)(nx + torus));
    n.slow = 1;
    n.channels = parameters.vcs;
    assert_null(vcr_parameters_wrong(&parameters));
    for (int i = 0; i < n.routers; i++) {
        n.router[i] = vcr_router_create(&parameters);
        assert_non_null(n.router[i]);
        for (unsigned v = 0; v < VCR_MOST_VCS; v++)
            n.terminal[i].sending[v] = n.terminal[i].receiving[v] = NONE;
    }
    return &n;
}

static void destroy(struct net *n)
{
    for (int i = 0; i < n->routers; i++)
        vcr_router_destroy(n->router[i]);
}

/* What a port of a router drives, to port p of another. */
static void wire(const struct net *n, struct vcr_pins *in, unsigned p, const struct vcr_pins *out, unsigned q)
{
    in->valid |= (uint16_t)((out->valid >> q & 1u) << p);
    in->head |= (uint16_t)((out->head >> q & 1u) << p);
    in->tail |= (uint16_t)((out->tail >> q & 1u) << p);
    in->up |= (uint16_t)((out->up >> q & 1u) << p);
    in->credit[p] = out->credit[q];
    in->vc[p] = out->vc[q];
    memcpy(&in->flit[p * n->parameters.words], &out->flit[q * n->parameters.words], 8 * n->parameters.words);
}

static struct vcr_pins pins_to(const struct net *n, int i)
{
    const struct terminal *t = &n->terminal[i];
    struct vcr_pins in = {.valid = (uint16_t)(t->valid << LOCAL),
                          .head = (uint16_t)(t->head << LOCAL),
                          .tail = (uint16_t)(t->tail << LOCAL),
                          .up = 1 << LOCAL};

    in.vc[LOCAL] = (uint8_t)t->vc;
    in.credit[LOCAL] = (uint16_t)t->credit;
    in.flit[LOCAL * n->parameters.words] = t->flit;
    for (unsigned p = 0; p < LOCAL; p++)
        if (far_of(n, i, p) != NONE)
            wire(n, &in, p, &n->out[far_of(n, i, p)], p ^ 1u);
    return in;
}

/* Flit k of a packet: the number, and in the head what routers read. */
static uint64_t flit_of(const struct net *n, int packet, unsigned k)
{
    uint64_t number = (uint64_t)packet << 8 | k;

    return k == 0 ? number | n->flags | (uint64_t)n->packets[packet].destination << 48 : number | UINT64_C(0xb0d) << 48;
}

/* What a hop may change: deflections left. */
static const uint64_t constant = ~(UINT64_C(7) << 42);

static void receive(struct net *n, int i)
{
    struct terminal *t = &n->terminal[i];
    const struct vcr_pins *out = &n->out[i];
    unsigned vc = out->vc[LOCAL], head = out->head >> LOCAL & 1u, tail = out->tail >> LOCAL & 1u;
    uint64_t flit = out->flit[LOCAL * n->parameters.words];
    int packet = t->receiving[vc];

    t->held[vc]++;
    n->flits++;
    if (n->lenient)
        return;
    assert_in_range(vc, 0, n->parameters.vcs - 1u);
    assert_int_equal(head, packet == NONE);
    if (head)
        packet = (int)(flit >> 8 & 0xffff);
    assert_in_range(packet, 0, n->count - 1);
    struct packet *what = &n->packets[packet];
    assert_int_equal(what->destination, i);
    assert_int_equal(flit & constant, flit_of(n, packet, what->arrived) & constant);
    what->arrived++;
    assert_int_equal(tail, what->arrived == what->flits);
    t->receiving[vc] = tail ? NONE : packet;
    if (tail)
        what->done = n->time;
}

static int begin(struct net *n, int to, unsigned flits)
{
    assert_true(n->count < MOST_PACKETS);
    n->packets[n->count] = (struct packet){.destination = to, .flits = flits, .sent = NONE, .done = NONE};
    return n->count++;
}

/* A flit of a channel onto the wire. */
static void drive(struct net *n, struct terminal *t, unsigned v)
{
    struct packet *what = &n->packets[t->sending[v]];

    t->valid = 1;
    t->head = t->next[v] == 0;
    t->tail = t->next[v] + 1 == what->flits;
    t->vc = v;
    t->flit = flit_of(n, t->sending[v], t->next[v]++);
    t->credits[v]--;
    if (t->head)
        what->sent = n->time + 1;
    if (t->tail)
        t->sending[v] = NONE;
}

/* The next flit of a terminal: of a channel with a credit, from a random one on. */
static void send(struct net *n, struct terminal *t)
{
    unsigned first = vcr_unit_upto(&n->random, n->parameters.vcs - 1u);

    t->valid = t->head = t->tail = t->vc = 0;
    t->flit = 0;
    for (unsigned k = 0; k < n->parameters.vcs && !t->valid; k++) {
        unsigned v = (first + k) % n->parameters.vcs;
        if (t->sending[v] != NONE && t->credits[v] > 0)
            drive(n, t, v);
    }
}

/* The terminal's end of its link: credits begin anew with the router. */
static void link_up(const struct net *n, struct terminal *t, const struct vcr_pins *out)
{
    int up = out->up >> LOCAL & 1;

    for (unsigned v = 0; v < n->parameters.vcs; v++)
        if (!up)
            t->credits[v] = t->held[v] = 0;
        else
            t->credits[v] = t->linked ? t->credits[v] + (out->credit[LOCAL] >> v & 1u) : n->parameters.depth;
    t->linked = up;
}

static void terminal_cycle(struct net *n, int i)
{
    struct terminal *t = &n->terminal[i];
    const struct vcr_pins *out = &n->out[i];

    if (out->valid >> LOCAL & 1u)
        receive(n, i);
    link_up(n, t, out);
    t->credit = 0;
    for (unsigned v = 0; v < n->parameters.vcs; v++)
        if (t->held[v] && vcr_unit_once_in(&n->random, n->slow)) {
            t->held[v]--;
            t->credit |= 1u << v;
        }
    for (unsigned v = 0; v < n->channels; v++)
        if (t->linked && t->sending[v] == NONE && vcr_unit_upto(&n->random, 99) < n->load) {
            /* One after the other: which argument of a call comes first is up to the compiler. */
            unsigned length = n->shortest + vcr_unit_upto(&n->random, n->longest - n->shortest);
            t->sending[v] = begin(n, (int)vcr_unit_upto(&n->random, (unsigned)n->routers - 1u), length);
            t->next[v] = 0;
        }
    send(n, t);
}

/* Flits of a channel on their way into a port: on the wire, and in the stage of the router there. */
static unsigned coming(const struct net *n, int to, unsigned p, unsigned v, unsigned on_wire, unsigned wire_vc)
{
    const struct vcr_route *stage = &vcr_router_state(n->router[to])->route;

    return (on_wire && wire_vc == v) + (n->parameters.route_stage && (stage->valid >> p & 1u) && stage->vc[p] == v);
}

/* Section 8: credits + flits on the wire + fill + credits on the wire = D, of what comes into each port of a router. */
static void check_law(struct net *n, int i)
{
    const struct vcr_regs *here = vcr_router_state(n->router[i]);

    for (unsigned p = 0; p < PORTS; p++) {
        int j = p == LOCAL ? i : far_of(n, i, p);
        unsigned q = p ^ 1u;
        const struct terminal *t = &n->terminal[i];
        if (j == NONE)
            continue;
        const struct vcr_regs *there = vcr_router_state(n->router[j]);
        for (unsigned v = 0; v < n->parameters.vcs; v++) {
            unsigned lane = p * n->parameters.vcs + v, back = here->input.credit[p] >> v & 1u,
                     fill = here->input.fill[lane] + back;
            if (p == LOCAL && t->linked) {
                assert_int_equal(t->credits[v] + coming(n, i, p, v, t->valid, t->vc) + fill, n->parameters.depth);
                n->laws++;
            } else if (p != LOCAL && (there->output.linked >> q & 1u)) {
                assert_int_equal(there->output.credits[q * n->parameters.vcs + v] +
                                     coming(n, i, p, v, n->out[j].valid >> q & 1u, n->out[j].vc[q]) + fill,
                                 n->parameters.depth);
                n->laws++;
            }
            if (p == LOCAL && (here->output.linked >> p & 1u)) {
                unsigned leaving = (n->out[i].valid >> p & 1u) && n->out[i].vc[p] == v;
                assert_int_equal(here->output.credits[lane] + leaving + t->held[v] + (t->credit >> v & 1u),
                                 n->parameters.depth);
                n->laws++;
            }
        }
    }
}

static void cycle(struct net *n, const struct vcr_control *control)
{
    struct vcr_pins in[MOST_ROUTERS];

    for (int i = 0; i < n->routers; i++) {
        if (!n->lenient)
            check_law(n, i);
        in[i] = pins_to(n, i);
    }
    for (int i = 0; i < n->routers; i++)
        terminal_cycle(n, i);
    for (int i = 0; i < n->routers; i++) {
        struct vcr_control own = *control;
        own.cfg_wdata |= own.cfg_we && own.cfg_addr == VCR_CFG_PLACE ? (uint32_t)i : 0;
        vcr_router_step(n->router[i], &in[i], &own);
        vcr_router_pins(n->router[i], &n->out[i]);
    }
    n->time++;
}

static void run(struct net *n, int cycles)
{
    static const struct vcr_control idle;

    while (cycles-- > 0)
        cycle(n, &idle);
}

static void write_word(struct net *n, unsigned address, uint32_t word)
{
    struct vcr_control control = {.cfg_we = 1, .cfg_addr = (uint16_t)address, .cfg_wdata = word};

    cycle(n, &control);
}

/* Settings of a grid, while the routers are quiet; all classes alike. */
static void settings(struct net *n, uint32_t mode, uint32_t class, uint32_t escape)
{
    unsigned x_bits = 0, y_bits = 0;

    while (1 << x_bits < n->nx)
        x_bits++;
    while (1 << y_bits < n->ny)
        y_bits++;
    write_word(n, VCR_CFG_MODE, mode | (n->torus ? 2u : 1u));
    write_word(n, VCR_CFG_PLACE, x_bits << 16 | y_bits << 20);
    write_word(n, VCR_CFG_PORTS, 0x0f | LOCAL << 16 | 1 << 20);
    for (unsigned c = 0; c < 4; c++) {
        write_word(n, VCR_CFG_CLASS + c, class);
        write_word(n, VCR_CFG_ESCAPE + c, escape);
    }
}

static const uint32_t paired = 1 << 2, hold = 1 << 3, oldest = 1 << 4;
static uint32_t need(unsigned credits)
{
    return credits << 8;
}

/* Packets that are not whole at their end. */
static int missing(const struct net *n)
{
    int left = 0;

    for (int i = 0; i < n->count; i++)
        left += n->packets[i].done == NONE;
    return left;
}

static void no_errors(const struct net *n)
{
    for (int i = 0; i < n->routers; i++) {
        const struct vcr_regs *r = vcr_router_state(n->router[i]);
        assert_int_equal(r->output.credit_error, 0);
        for (unsigned p = 0; p < PORTS; p++)
            assert_int_equal(r->input.error[p], 0);
    }
}

/* One packet from a terminal to another: cycles from its head on the first wire to its tail on the last. */
static int latency(struct net *n, int from, int to, unsigned flits, unsigned channel)
{
    int packet = begin(n, to, flits);

    n->terminal[from].sending[channel] = packet;
    n->terminal[from].next[channel] = 0;
    for (int t = 0; t < 200 && n->packets[packet].done == NONE; t++)
        run(n, 1);
    assert_int_not_equal(n->packets[packet].done, NONE);
    return n->packets[packet].done - n->packets[packet].sent;
}

/* Routers of a chain on the way. */
static int hops(int from, int to)
{
    return (from < to ? to - from : from - to) + 1;
}

/* All hop counts of a chain of eight, all builds: n - 1 + R (2 - BYPASS + ROUTE_STAGE) from wire to wire. */
TEST(latency_without_load)
{
    unsigned ways = 0;

    for (unsigned build = 0; build < 8; build++) {
        struct vcr_parameters parameters = {.ports = PORTS,
                                            .vcs = 2,
                                            .depth = 8,
                                            .words = 1,
                                            .bypass = build & 1u,
                                            .route_stage = build >> 1 & 1u,
                                            .speedup = (uint8_t)(build >> 2)};
        struct net *n = make(parameters, 8, 1, 0);
        int each = 2 - parameters.bypass + parameters.route_stage;
        settings(n, need(1), 0xffff0000, 0);
        run(n, 70);
        for (int from = 0; from < 8; from++)
            for (int to = 0; to < 8; to++, ways++) {
                unsigned flits = ways % 3 == 0 ? 1 : ways % 3 == 1 ? 5 : 16;
                assert_int_equal(latency(n, from, to, flits, ways % 2), (int)flits - 1 + hops(from, to) * each);
            }
        no_errors(n);
        destroy(n);
    }
    COMPARED(ways, "ways");
}

/* The same over the table, each router with its own entries. */
TEST(latency_by_table)
{
    unsigned ways = 0;

    for (unsigned bypass = 0; bypass < 2; bypass++) {
        struct vcr_parameters parameters = {.ports = PORTS,
                                            .vcs = 1,
                                            .depth = 8,
                                            .words = 1,
                                            .bypass = (uint8_t)bypass,
                                            .route_stage = 1,
                                            .speedup = 1,
                                            .table_size = 4};
        struct net *n = make(parameters, 4, 1, 0);
        settings(n, need(1), 0xffff0000, 0);
        write_word(n, VCR_CFG_MODE, need(1));
        for (int i = 0; i < 4; i++)
            for (unsigned d = 0; d < 4; d++) {
                unsigned port = (int)d > i ? 0 : (int)d < i ? 1 : LOCAL;
                struct vcr_control control = {.cfg_we = 1,
                                              .cfg_addr = (uint16_t)(VCR_CFG_TABLE + d),
                                              .cfg_wdata = 1u << 31 | port << 22 | port << 18 | 1u << port};
                struct vcr_pins in = pins_to(n, i);
                vcr_router_step(n->router[i], &in, &control); /* one router alone: all are still quiet */
            }
        run(n, 80);
        for (int from = 0; from < 4; from++)
            for (int to = 0; to < 4; to++, ways++)
                assert_int_equal(latency(n, from, to, 4, 0), 3 + hops(from, to) * (int)(3 - bypass));
        no_errors(n);
        destroy(n);
    }
    COMPARED(ways, "ways");
}

/* One channel of 64 flits, packets of 16, cut-through: three hops at a flit a cycle, from one sender and from two. */
TEST(busy_links)
{
    for (unsigned build = 0; build < 8; build++) {
        struct vcr_parameters parameters = {.ports = PORTS,
                                            .vcs = 1,
                                            .depth = 64,
                                            .words = 1,
                                            .bypass = build & 1u,
                                            .route_stage = build >> 1 & 1u,
                                            .speedup = (uint8_t)(build >> 2)};
        struct net *n = make(parameters, 4, 1, 0);
        settings(n, need(16) | (build & 1u ? hold : 0), 0xffff0000, 0);
        run(n, 70);
        for (int t = 0; t < 1100; t++) {
            for (int from = 0; from < 2; from++)
                if (n->terminal[from].sending[0] == NONE) {
                    n->terminal[from].sending[0] = begin(n, 3, 16);
                    n->terminal[from].next[0] = 0;
                }
            run(n, 1);
            if (t == 100)
                n->flits = 0;
        }
        assert_int_equal(n->flits, 999);
        no_errors(n);
        destroy(n);
    }
    COMPARED(8 * 999, "cycles in which a flit came");
}

/* Random packets under load, then nothing more: all arrive. */
static void deliver(struct net *n, int cycles, int drain)
{
    run(n, 70);
    n->load = 30;
    run(n, cycles);
    n->load = 0;
    for (int t = 0; t < drain && missing(n); t += 50)
        run(n, 50);
    assert_int_equal(missing(n), 0);
    run(n, 50); /* nothing comes twice, and all credits come home */
    for (int i = 0; i < n->routers; i++)
        for (unsigned v = 0; v < n->parameters.vcs; v++)
            assert_int_equal(vcr_router_state(n->router[i])->output.credits[LOCAL * n->parameters.vcs + v],
                             n->parameters.depth);
}

/* A run of random packets: how the fabric is built and set. */
struct study {
    struct vcr_parameters parameters;
    int nx, ny, torus;
    uint32_t mode, class, escape;
    uint64_t flags;
    unsigned shortest, longest, slow;
};

/* Class: adaptive 1, most credits 4, random 2, busy_too 8, redraw 16, diagonal 32, drawn 64, and a mask of channels. */
static const struct study studies[] = {
    {{.ports = PORTS, .vcs = 2, .depth = 4, .words = 1}, 4, 2, 0, 1 << 8, 0xffff0000, 0, 0, 1, 9, 3},
    {{.ports = PORTS, .vcs = 3, .depth = 4, .words = 2, .bypass = 1, .speedup = 1},
     4,
     4,
     1,
     4 << 8 | 1 << 2,
     0x00010041,
     0x00040002,
     UINT64_C(1) << 40,
     1,
     4,
     1},
    {{.ports = PORTS, .vcs = 4, .depth = 6, .words = 1, .bypass = 1, .route_stage = 1, .speedup = 1},
     4,
     4,
     1,
     6 << 8 | 1 << 2 | 1 << 3 | 1 << 4,
     0x00030021,
     0x00080004,
     UINT64_C(1) << 40 | UINT64_C(2) << 42,
     6,
     6,
     2},
    {{.ports = PORTS, .vcs = 2, .depth = 2, .words = 1, .bypass = 1, .speedup = 1},
     4,
     4,
     0,
     2 << 8,
     0x0001001d,
     0x00020002,
     UINT64_C(1) << 40,
     1,
     12,
     1},
    {{.ports = PORTS, .vcs = 5, .depth = 3, .words = 4, .route_stage = 1},
     2,
     4,
     1,
     3 << 8 | 1 << 2,
     0x00070003,
     0x00100008,
     UINT64_C(1) << 40,
     1,
     3,
     4},
};

TEST(every_packet_once)
{
    unsigned packets = 0, flits = 0, laws = 0;

    for (unsigned k = 0; k < sizeof studies / sizeof *studies; k++) {
        const struct study *s = &studies[k];
        struct net *n = make(s->parameters, s->nx, s->ny, s->torus);
        n->flags = s->flags;
        n->shortest = s->shortest;
        n->longest = s->longest;
        n->slow = s->slow;
        settings(n, s->mode, s->class, s->escape);
        deliver(n, 900, 20000);
        no_errors(n);
        packets += (unsigned)n->count;
        flits += n->flits;
        laws += n->laws;
        destroy(n);
    }
    COMPARED(packets, "packets");
    COMPARED(flits, "flits");
    COMPARED(laws, "laws of credits");
}

/* A torus whose terminals send as much as goes in, all ports open: cycles until it is empty, NONE if that is never. */
static int drains(unsigned vcs, uint32_t class, uint32_t escape)
{
    struct vcr_parameters parameters = {
        .ports = PORTS, .vcs = (uint8_t)vcs, .depth = 4, .words = 1, .bypass = 1, .speedup = 1};
    struct net *n = make(parameters, 4, 4, 1);
    int left, before, from;

    n->flags = UINT64_C(1) << 40;
    n->shortest = n->longest = 4;
    n->channels = 1;
    settings(n, paired | oldest | need(4), class, escape);
    run(n, 70);
    n->load = 100;
    run(n, 1500);
    n->load = 0;
    from = n->time;
    do {
        before = missing(n);
        run(n, 500);
        left = missing(n);
    } while (left > 0 && left < before);
    from = left ? NONE : n->time - from;
    COMPARED(n->count, "packets of a torus at full load");
    destroy(n);
    return from;
}

/* With two classes of escape channels a torus at full load drains; with one channel and no escape it locks up. */
TEST(escape_drains)
{
    assert_int_not_equal(drains(3, 0x00010001, 0x00040002), NONE);
    assert_int_equal(drains(1, 0x00010001, 0), NONE);
}

/* A channel that holds nothing and is under way to nowhere, at either end of a link. */
static void check_empty(const struct net *n)
{
    for (int i = 0; i < n->routers; i++) {
        const struct vcr_regs *r = vcr_router_state(n->router[i]);
        for (unsigned p = 0; p < PORTS; p++)
            assert_int_equal(r->input.stored[p] | r->input.active[p] | r->input.closing[p] | r->output.owned[p], 0);
        assert_int_equal(r->output.hold, 0);
    }
}

/* Routers are reset one after the other under load, in the middle of packets: nothing is kept for ever, and what is
   sent afterwards arrives as if nothing had been. */
TEST(resets_heal)
{
    static const struct vcr_control idle, reset = {.rst = 1};
    struct vcr_parameters parameters = {.ports = PORTS, .vcs = 2, .depth = 4, .words = 1, .bypass = 1, .speedup = 1};
    struct net *n = make(parameters, 4, 2, 0);

    n->shortest = 1;
    n->longest = 9;
    settings(n, need(1) | hold, 0xffff0000, 0);
    run(n, 70);
    n->lenient = 1;
    for (int i = 0; i < n->routers; i++) {
        n->load = 40;
        run(n, 150);
        vcr_router_step(n->router[i], &(struct vcr_pins){.up = 0}, &reset);
        vcr_router_pins(n->router[i], &n->out[i]);
        run(n, 40);
        settings(n, need(1) | hold, 0xffff0000, 0);
        cycle(n, &idle);
        run(n, 100);
    }
    n->load = 0;
    run(n, 3000);
    check_empty(n);
    n->lenient = 0;
    n->count = 0;
    n->flits = 0;
    deliver(n, 500, 20000);
    COMPARED(n->flits, "flits after eight resets");
    destroy(n);
}

/* The register of a name, block.name. */
static const struct lanes *named(const struct reg_info *rows, const char *name)
{
    for (int i = 0; i < VCR_REG_COUNT; i++) {
        size_t block = strlen(rows[i].block);
        if (strncmp(rows[i].block, name, block) == 0 && strcmp(rows[i].name, name + block + 1) == 0)
            return &rows[i].lanes;
    }
    fail_msg("no register %s", name);
    return NULL;
}

/* Section 2: every output pin is the register that its row names, in every cycle of random wires. */
TEST(outputs_are_registers)
{
    const struct vcr_parameters parameters = {.ports = 6, .vcs = 3, .depth = 3, .words = 2, .bypass = 1};
    struct rng r = rng_stream(272, 0);
    struct vcr_router *router = vcr_router_create(&parameters);
    struct pin_info pins[VCR_PIN_COUNT];
    struct reg_info rows[VCR_REG_COUNT];
    unsigned compared = 0, others = 0;

    vcr_pin_rows(&parameters, pins);
    vcr_reg_rows(&parameters, rows);
    for (unsigned t = 0; t < 1000; t++) {
        static const uint32_t words[3][2] = {{VCR_CFG_MODE, 1}, {VCR_CFG_SAT, 1}, {VCR_CFG_PORTS, 3 << 20}};
        struct vcr_control control = {
            .cfg_we = t < 64, .cfg_addr = (uint16_t)words[t % 3][0], .cfg_wdata = words[t % 3][1]};
        struct vcr_pins out,
            in = {.valid = vcr_unit_some(&r, 63), .head = 63, .tail = 63, .up = 63, .sat = vcr_unit_some(&r, 63)};
        for (unsigned p = 0; p < 6; p++)
            in.credit[p] = vcr_unit_some(&r, 7);
        in.vc[t % 6] = (uint8_t)vcr_unit_upto(&r, 2);
        in.flit[2 * (t % 6) + 1] = rng_next(&r);
        vcr_router_step(router, &in, &control);
        vcr_router_pins(router, &out);
        for (int i = 0; i < VCR_PIN_COUNT; i++)
            for (int k = 0; pins[i].place == PIN_TX && k < pins[i].lanes.count; k++, compared++) {
                uint64_t value = lane_value(&pins[i].lanes, &out, k);
                assert_int_equal(value, lane_value(named(rows, pins[i].shows), vcr_router_state(router), k));
                others += value != 0;
            }
    }
    assert_in_range(others, compared / 8, compared);
    vcr_router_destroy(router);
    COMPARED(compared, "values of pins");
}

/* A router that rests has the registers of one that works everything out, in every cycle of a little traffic. */
TEST(rest_changes_nothing)
{
    const struct vcr_parameters parameters[] = {
        {.ports = 5, .vcs = 4, .depth = 4, .words = 1},
        {.ports = 6, .vcs = 3, .depth = 3, .words = 2, .bypass = 1, .speedup = 1},
        {.ports = 3, .vcs = 1, .depth = 2, .words = 1, .route_stage = 1, .table_size = 4}};
    struct rng r = rng_stream(275, 0);
    unsigned compared = 0;

    for (unsigned k = 0; k < 3; k++) {
        const struct vcr_parameters *s = &parameters[k];
        struct vcr_router *both[2] = {vcr_router_create(s), vcr_router_create(s)};
        for (unsigned t = 0; t < 20000; t++, compared++) {
            unsigned often = t / 1000 % 4; /* from silence to a wire in four that changes */
            struct vcr_pins in = {.up = (uint16_t)(t % 5000 < 4900 ? 4095 : vcr_unit_some(&r, 4095))};
            struct vcr_control control = {.rst = t % 7000 < 2,
                                          .cfg_we = t % 7000 < 80 || vcr_unit_upto(&r, 200) == 0,
                                          .cfg_addr = (uint16_t)vcr_unit_upto(&r, 24),
                                          .cfg_wdata = (uint32_t)rng_next(&r)};
            unsigned p = vcr_unit_upto(&r, 11);
            if (vcr_unit_upto(&r, 100) < often * 8) {
                in.valid = in.head = (uint16_t)(1u << p);
                in.tail = vcr_unit_some(&r, 4095);
                in.vc[p] = (uint8_t)vcr_unit_upto(&r, s->vcs - 1u);
                in.flit[p * s->words] = rng_next(&r) >> 4 * vcr_unit_upto(&r, 4);
            }
            if (vcr_unit_upto(&r, 100) < often * 8) {
                in.credit[p] = vcr_unit_some(&r, 65535);
                in.sat = (uint16_t)(1u << p);
            }
            vcr_router_advance(s, both[0], &in, &control);
            vcr_router_cycle(s, both[1], &in, &control);
            assert_memory_equal(both[0], both[1], vcr_router_bytes(s));
        }
        vcr_router_destroy(both[0]);
        vcr_router_destroy(both[1]);
    }
    COMPARED(compared, "cycles of routers that may rest");
}

/* The table of section 1: each parameter at its ends, and beyond them; each sentence is about one. */
TEST(parameters)
{
    static const struct vcr_parameters good[] = {
        {.ports = 2, .vcs = 1, .depth = 2, .words = 1},
        {.ports = 12, .vcs = 16, .depth = 64, .words = 4, .route_stage = 1, .table_size = 1024},
        {.ports = 5, .vcs = 4, .depth = 4, .words = 2, .route_stage = 1},
    };
    static const struct vcr_parameters wrong[] = {
        {.ports = 1, .vcs = 1, .depth = 2, .words = 1},
        {.ports = 13, .vcs = 1, .depth = 2, .words = 1},
        {.ports = 2, .vcs = 0, .depth = 2, .words = 1},
        {.ports = 2, .vcs = 17, .depth = 2, .words = 1},
        {.ports = 2, .vcs = 1, .depth = 1, .words = 1},
        {.ports = 2, .vcs = 1, .depth = 65, .words = 1},
        {.ports = 2, .vcs = 1, .depth = 2, .words = 3},
        {.ports = 2, .vcs = 1, .depth = 2, .words = 5},
        {.ports = 2, .vcs = 1, .depth = 2, .words = 1, .route_stage = 1, .table_size = 1025},
        {.ports = 2, .vcs = 1, .depth = 2, .words = 1, .table_size = 1},
    };

    for (int i = 0; i < 3; i++)
        assert_null(vcr_parameters_wrong(&good[i]));
    for (int i = 0; i < 10; i++) {
        assert_non_null(vcr_parameters_wrong(&wrong[i]));
        for (int k = 0; k < i; k++) {
            int same = strcmp(vcr_parameters_wrong(&wrong[i]), vcr_parameters_wrong(&wrong[k])) == 0;
            assert_int_equal(same, k / 2 == i / 2 && i < 8);
        }
    }
    COMPARED(13, "builds");
}

RUN_TESTS
