/* SPDX-License-Identifier: Apache-2.0
 *
 * Route against docs/spec/vcr.md section 5: logic against a breadth-first search of the meshes, tori and trees
 * that it describes, all pairs; escape channels without a cycle; the draw against its steps written out with lists
 * of ports, and its evenness; stage and table cycle by cycle.
 */
#include "vcr_unit.h"

enum { MOST_ROUTERS = 192, MOST_LINKS = 8, NONE = -1 };

/* Routers and who is at the far end of each port; wraps: ports whose cable closes a ring. */
struct graph {
    int routers;
    int far[MOST_ROUTERS][MOST_LINKS];
    unsigned wraps[MOST_ROUTERS];
};

static void search(const struct graph *g, int from, int *distance)
{
    int queue[MOST_ROUTERS], first = 0, last = 0;

    for (int i = 0; i < g->routers; i++)
        distance[i] = NONE;
    distance[from] = 0;
    queue[last++] = from;
    while (first < last) {
        int here = queue[first++];
        for (int p = 0; p < MOST_LINKS; p++) {
            int there = g->far[here][p];
            if (there != NONE && distance[there] == NONE) {
                distance[there] = distance[here] + 1;
                queue[last++] = there;
            }
        }
    }
}

static void no_links(struct graph *g, int routers)
{
    g->routers = routers;
    memset(g->wraps, 0, sizeof g->wraps);
    for (int i = 0; i < MOST_ROUTERS; i++)
        for (int p = 0; p < MOST_LINKS; p++)
            g->far[i][p] = NONE;
}

/* Of a position in a ring or a line the neighbour one up or down. */
static int adjacent(int at, int step, int radix, int torus, unsigned *wraps)
{
    int there = at + step;

    *wraps = there < 0 || there >= radix;
    if (*wraps && !torus)
        return NONE;
    return (there + radix) % radix;
}

static void grid(struct graph *g, int nx, int ny, int torus)
{
    no_links(g, nx * ny);
    for (int i = 0; i < nx * ny; i++)
        for (int p = 0; p < 4; p++) {
            int x = i % nx, y = i / nx, step = p % 2 ? -1 : 1;
            unsigned wraps;
            int there = p < 2 ? adjacent(x, step, nx, torus, &wraps) : adjacent(y, step, ny, torus, &wraps);
            if (there != NONE)
                g->far[i][p] = p < 2 ? y * nx + there : there * nx + x;
            g->wraps[i] |= wraps << p;
        }
}

static unsigned nearer(const struct graph *g, const int *distance, int here)
{
    unsigned ports = 0;

    for (int p = 0; p < MOST_LINKS; p++)
        if (g->far[here][p] != NONE && distance[g->far[here][p]] == distance[here] - 1)
            ports |= 1u << p;
    return ports;
}

/* Class of a way: along one port up to where no cable of its dimension is left to take; 1 unless it crosses a wrap. */
static unsigned class_of(const struct graph *g, int nx, int here, int to, unsigned port)
{
    for (;;) {
        int there = port < 2 ? here % nx == to % nx : here / nx == to / nx;
        if (there)
            return 1;
        if (g->wraps[here] >> port & 1u)
            return 0;
        here = g->far[here][port];
    }
}

static struct vcr_config grid_config(unsigned x_bits, unsigned y_bits, unsigned torus, unsigned local_bits,
                                     unsigned local_count)
{
    return (struct vcr_config){.routing = (uint8_t)(torus ? 2 : 1),
                               .x_bits = (uint8_t)x_bits,
                               .y_bits = (uint8_t)y_bits,
                               .local_port = 4,
                               .local_count = (uint8_t)local_count,
                               .local_bits = (uint8_t)local_bits};
}

static void check_local(const struct vcr_config *c, uint32_t entry, unsigned terminal)
{
    unsigned first = (4 + terminal * c->local_count) % 16, ports = 0;

    for (unsigned i = 0; i < c->local_count; i++)
        ports |= first + i < 12 ? 1u << (first + i) : 0;
    assert_int_equal(entry & 0xfff, ports);
    assert_int_equal(entry >> 18 & 15, first);
    assert_int_equal(entry >> 22 & 15, first);
    assert_int_equal(entry >> 26 & 5, 5);
}

/* An entry between two routers of a grid. */
static void check_link(const struct graph *g, int nx, int here, int to, unsigned diagonal, const int *distance,
                       uint32_t entry)
{
    int down_here[MOST_ROUTERS], x_hops, y_hops;
    unsigned best = nearer(g, distance, here), in_x = best & 3u, in_y = best & 12u, escape = vcr_unit_lowest(best);
    unsigned wraps = g->wraps[0] != 0 && g->far[0][1] != NONE;

    search(g, to / nx * nx + here % nx, down_here); /* where the ways in x and in y part */
    y_hops = down_here[here];
    x_hops = distance[here] - y_hops;
    assert_int_equal(entry & 0xfff, best);
    assert_int_equal(entry >> 18 & 15, in_x && in_y && diagonal && y_hops > x_hops ? vcr_unit_lowest(in_y) : escape);
    assert_int_equal(entry >> 22 & 15, escape);
    assert_int_equal(entry >> 26 & 1, class_of(g, nx, here, to, escape));
    if (wraps)
        assert_int_equal(entry >> 28 & 1, class_of(g, nx, here, to, escape ^ 1u));
}

/* All pairs of routers, a terminal each; which one changes with the pair. */
static unsigned check_grid(unsigned x_bits, unsigned y_bits, unsigned torus, unsigned local_bits, unsigned local_count)
{
    static struct graph g;
    struct vcr_config c = grid_config(x_bits, y_bits, torus, local_bits, local_count);
    int nx = 1 << x_bits, ny = 1 << y_bits, distance[MOST_ROUTERS];
    unsigned pairs = 0;

    grid(&g, nx, ny, (int)torus);
    c.prefer[2] = 1;
    for (int to = 0; to < nx * ny; to++) {
        search(&g, to, distance);
        for (int here = 0; here < nx * ny; here++)
            for (unsigned class = 1; class <= 2; class ++, pairs++) {
                unsigned terminal = (unsigned)(to + here) % (1u << local_bits);
                uint64_t head = vcr_unit_head((unsigned)to << local_bits | terminal, class, 0, 0);
                c.node = (uint16_t)here;
                uint32_t entry = vcr_route_logic(&c, 4, head);
                assert_int_equal(entry >> 31, 1);
                if (here == to)
                    check_local(&c, entry, terminal);
                else
                    check_link(&g, nx, here, to, class == 2, distance, entry);
            }
    }
    return pairs;
}

TEST(meshes_and_tori)
{
    unsigned pairs = 0;

    for (unsigned torus = 0; torus < 2; torus++)
        for (unsigned x = 0; x <= 3; x++)
            for (unsigned y = 0; y <= 3; y++)
                pairs += check_grid(x, y, torus, (x + y) % 4, 1 + x);
    COMPARED(pairs, "pairs");
}

/* Destinations beyond the last router have no entry, whatever the widths. */
TEST(beyond)
{
    unsigned compared = 0;

    for (unsigned routing = 1; routing <= 3; routing++)
        for (unsigned d = 0; d < 0x10000; d += 7, compared++) {
            struct vcr_config c = grid_config(2, 3, 0, 1, 2);
            /* tree: y_bits = 3 bits of leaves, k = 4 */
            unsigned routers = routing == 3 ? 8 : 32, each = routing == 3 ? 4 : 2;
            c.routing = (uint8_t)routing;
            assert_int_equal(vcr_route_logic(&c, 0, vcr_unit_head(d, 0, 0, 0)) != 0, d < routers * each);
        }
    COMPARED(compared, "destinations");
}

/* k-ary n-tree: router w of level l is number l k^(n-1) + w; up port j of it leads to digit l of w replaced by j. */
static void tree(struct graph *g, int k, int levels, int width)
{
    int weight = 1;

    no_links(g, levels * width);
    for (int l = 0; l + 1 < levels; l++, weight *= k)
        for (int w = 0; w < width; w++)
            for (int j = 0; j < k; j++) {
                int digit = w / weight % k, above = w + (j - digit) * weight;
                g->far[l * width + w][k + j] = (l + 1) * width + above;
                g->far[(l + 1) * width + above][digit] = l * width + w;
            }
}

static void check_tree_entry(const struct vcr_config *c, int k, unsigned destination, unsigned best)
{
    for (unsigned p = 0; p < 2u * (unsigned)k; p++) {
        uint32_t entry = vcr_route_logic(c, p, vcr_unit_head(destination, 0, 0, 0));
        unsigned up = best >> k != 0, port = up ? (unsigned)k + (p < (unsigned)k ? p : 0) : vcr_unit_lowest(best);
        assert_int_equal(entry & 0xfff, best);
        assert_int_equal(entry >> 18 & 15, port);
        assert_int_equal(entry >> 22 & 15, port);
        assert_int_equal(entry >> 26 & 5, 5);
        assert_int_equal(entry >> 31, 1);
    }
}

/* All routers to all terminals: terminal t is at port t mod k of leaf t / k. */
static unsigned check_tree(unsigned b, int levels)
{
    static struct graph g;
    int k = 1 << b, width = 1, distance[MOST_ROUTERS];
    unsigned pairs = 0;

    for (int l = 1; l < levels; l++)
        width *= k;
    tree(&g, k, levels, width);
    for (int leaf = 0; leaf < width; leaf++) {
        search(&g, leaf, distance);
        for (int at = 0; at < levels * width; at++)
            for (int t = 0; t < k; t++, pairs++) {
                struct vcr_config c = {.routing = 3,
                                       .x_bits = (uint8_t)b,
                                       .y_bits = (uint8_t)(b * (unsigned)(levels - 1)),
                                       .level = (uint8_t)(at / width),
                                       .node = (uint16_t)(at % width)};
                unsigned best = at == leaf ? 1u << t : nearer(&g, distance, at);
                check_tree_entry(&c, k, (unsigned)(leaf * k + t), best);
            }
    }
    return pairs;
}

TEST(trees)
{
    unsigned pairs = 0;

    pairs += check_tree(0, 1) + check_tree(1, 1) + check_tree(1, 2) + check_tree(1, 3) + check_tree(1, 5);
    pairs += check_tree(2, 1) + check_tree(2, 2) + check_tree(2, 3);
    COMPARED(pairs, "pairs");
}

/* Whether channels wait for each other in a ring: depth first, 1 under way, 2 done. */
static int cycle_from(const uint8_t waits[512][512], int channels, int at, uint8_t *mark)
{
    mark[at] = 1;
    for (int next = 0; next < channels; next++)
        if (waits[at][next] && (mark[next] == 1 || (mark[next] == 0 && cycle_from(waits, channels, next, mark))))
            return 1;
    mark[at] = 2;
    return 0;
}

/* Escape channels of a torus, router x port x class: which follows which on the ways of all pairs, both at ties. */
static int escape_cycles(unsigned x_bits, unsigned y_bits, unsigned classes)
{
    static struct graph g;
    static uint8_t waits[512][512], mark[512];
    struct vcr_config c = grid_config(x_bits, y_bits, 1, 0, 1);
    int routers = 1 << (x_bits + y_bits), cycles = 0;

    memset(waits, 0, sizeof waits);
    memset(mark, 0, sizeof mark);
    c.paired = 1;
    grid(&g, 1 << x_bits, 1 << y_bits, 1);
    for (int to = 0; to < routers; to++)
        for (int from = 0; from < routers; from++)
            for (unsigned draw = 0; draw < 4; draw++) {
                int last = NONE;
                for (int at = from; at != to;) {
                    c.node = (uint16_t)at;
                    uint32_t route = vcr_route_draw(&c, 5, vcr_route_logic(&c, 4, (uint64_t)to << 48), 0, draw);
                    int channel =
                        (at * 4 + (int)vcr_route_escape(route)) * 2 + (int)(vcr_route_class(route) & (classes - 1));
                    if (last != NONE)
                        waits[last][channel] = 1;
                    last = channel;
                    at = g.far[at][vcr_route_escape(route)];
                }
            }
    for (int i = 0; i < routers * 8; i++)
        cycles |= mark[i] == 0 && cycle_from((const uint8_t(*)[512])waits, routers * 8, i, mark);
    return cycles;
}

/* Two classes break every ring of a torus; one does not. */
TEST(escape_without_cycle)
{
    assert_false(escape_cycles(2, 2, 2));
    assert_false(escape_cycles(3, 2, 2));
    assert_false(escape_cycles(1, 3, 2));
    assert_true(escape_cycles(2, 2, 1));
}

/* The draw, steps 1 to 5 of the specification, over lists. */
static unsigned members(unsigned set, unsigned *list)
{
    unsigned n = 0;

    for (unsigned p = 0; p < 12; p++)
        if (set >> p & 1u)
            list[n++] = p;
    return n;
}

static unsigned drawn_dimension(unsigned best, unsigned draw)
{
    unsigned pairs[6], n = 0;

    for (unsigned i = 0; i < 6; i++)
        if (best >> 2 * i & 3u)
            pairs[n++] = i;
    unsigned pair = pairs[draw * n / 256];
    return best >> 2 * pair & 1u ? 2 * pair : 2 * pair + 1;
}

static unsigned turned(unsigned port, unsigned best, unsigned draw)
{
    unsigned neighbour = port % 2 ? port - 1 : port + 1, pair = port / 2;

    if (!(best >> port & 1u) || !(best >> neighbour & 1u))
        return port;
    return 2 * pair + (draw >> pair & 1u);
}

static uint32_t plain_draw(uint32_t entry, unsigned ports, unsigned prefer, unsigned paired, unsigned draw)
{
    unsigned list[12], best = entry >> 31 ? entry % 4096 % (1u << ports) : 0, n = members(best, list);
    unsigned preferred = entry >> 18 & 15u, escape = entry >> 22 & 15u, taken;

    if (n == 0)
        return 0;
    if (prefer == 2)
        preferred = paired ? drawn_dimension(best, draw) : list[draw * n / 256];
    if (!(best >> preferred & 1u))
        preferred = list[0];
    taken = escape;
    if (paired) {
        preferred = turned(preferred, best, draw);
        taken = turned(escape, best, draw);
    }
    return vcr_unit_route(best, preferred, taken, entry >> (taken == escape ? 26 : 28) & 1u);
}

TEST(draws)
{
    struct rng r = rng_stream(241, 0);
    unsigned compared = 0;

    for (int n = 0; n < 300; n++) {
        uint32_t entry = (uint32_t)rng_next(&r) | (vcr_unit_once_in(&r, 8) ? 0 : 1u << 31);
        struct vcr_config c = {.paired = (uint8_t)vcr_unit_upto(&r, 1)};
        unsigned ports = 2 + vcr_unit_upto(&r, 10), prefer = vcr_unit_upto(&r, 3);
        if (vcr_unit_once_in(&r, 2))
            entry &= ~(uint32_t)vcr_unit_some(&r, 0xfff);
        for (unsigned draw = 0; draw < 256; draw++, compared++)
            assert_int_equal(vcr_route_draw(&c, ports, entry, prefer, draw),
                             plain_draw(entry, ports, prefer, c.paired, draw));
    }
    COMPARED(compared, "draws");
}

/* Of n members each is drawn by 256 / n of the 256 values, one more or less. */
TEST(picks)
{
    unsigned compared = 0;

    for (unsigned set = 1; set < 0x1000; set++) {
        unsigned times[12] = {0}, n = unit_ones(set);
        for (unsigned draw = 0; draw < 256; draw++, compared++) {
            unsigned port = vcr_route_pick(set, draw);
            assert_int_equal(port, vcr_unit_drawn(set, draw));
            times[port]++;
        }
        for (unsigned p = 0; p < 12; p++)
            assert_in_range(times[p], set >> p & 1u ? 256 / n : 0, set >> p & 1u ? (256 + n - 1) / n : 0);
    }
    COMPARED(compared, "draws");
}

/* Over the register's own steps each port of each set is as likely as another, and two ports draw apart. */
TEST(register_is_even)
{
    enum { CYCLES = 30000 };
    const struct vcr_parameters s = {.ports = 12, .vcs = 1, .depth = 2, .words = 1};
    static const struct vcr_pins idle;
    static struct vcr_regs regs;
    unsigned counts[12][4] = {{0}}, same[12] = {0};

    vcr_regs_reset(&regs);
    for (int t = 0; t < CYCLES; t++) {
        unsigned first = 0;
        for (unsigned p = 0; p < 12; p++) {
            unsigned draw = vcr_route_bits(&regs.route, (5 * p + 29) % 64), port = vcr_route_pick(0xf0, draw);
            assert_int_equal(draw, vcr_unit_byte(regs.route.random, 5 * p + 29));
            counts[p][port - 4]++;
            first = p == 0 ? port : first;
            same[p] += port == first;
        }
        vcr_route_commit(&s, &regs.route, &regs.config, NULL, &idle);
    }
    for (unsigned p = 0; p < 12; p++) { /* 4 deviations of a quarter of 30000: 4 x 75 */
        for (unsigned i = 0; i < 4; i++)
            assert_in_range(counts[p][i], CYCLES / 4 - 300, CYCLES / 4 + 300);
        if (p >= 2) /* bytes five bits apart share three: the next port alone goes with the first one */
            assert_in_range(same[p], CYCLES / 4 - 300, CYCLES / 4 + 300);
    }
    COMPARED(CYCLES * 12, "draws");
}

/* A flit as it comes in: at its intermediate router a head turns. */
static uint64_t plain_come(const struct vcr_parameters *s, const struct vcr_config *c, unsigned head, uint64_t word)
{
    if (!s->via || !head || !(word >> 47 & 1) || (word >> 56) >> c->local_bits != c->node)
        return word;
    return (word & 0x00ff7fffffffffff) | UINT64_C(1) << 45;
}

/* Where it is on its way to. */
static unsigned plain_aim(const struct vcr_parameters *s, uint64_t word)
{
    return (unsigned)(s->via && word >> 47 & 1 ? word >> 56 : word >> 48);
}

/* Registers of a stage after these pins, by the specification. */
static void check_stage(const struct vcr_parameters *s, const struct vcr_regs *regs, const struct vcr_pins *in,
                        const uint32_t *table)
{
    const struct vcr_route *r = &regs->route;

    assert_int_equal(r->valid, s->route_stage ? in->valid : 0);
    assert_int_equal(r->head, s->route_stage ? in->head : 0);
    assert_int_equal(r->tail, s->route_stage ? in->tail : 0);
    for (unsigned p = 0; p < s->ports; p++) {
        uint64_t come = plain_come(s, &regs->config, in->head >> p & 1u, in->flit[p * s->words]);
        unsigned destination = plain_aim(s, come);
        assert_int_equal(r->vc[p], s->route_stage ? in->vc[p] : 0);
        for (unsigned k = 0; k < s->words; k++)
            assert_int_equal(r->flit[p * s->words + k],
                             s->route_stage ? k == 0 ? come : in->flit[p * s->words + k] : 0);
        assert_int_equal(r->entry[p], destination < s->table_size ? table[destination] : 0);
    }
}

/* What arrives, from the registers before a cycle and the pins in it. */
static void check_arrival(const struct vcr_parameters *s, const struct vcr_regs *regs, const struct vcr_pins *in,
                          const struct vcr_wires *w)
{
    const struct vcr_route *r = &regs->route;
    unsigned coming = s->route_stage ? r->valid : in->valid, heads = s->route_stage ? r->head : in->head;

    assert_int_equal(w->arrive, regs->config.quiet ? 0 : coming);
    for (unsigned p = 0; p < s->ports; p++) {
        uint64_t flit[VCR_MOST_WORDS];
        memcpy(flit, (s->route_stage ? r->flit : in->flit) + p * s->words, 8 * s->words);
        if (!s->route_stage)
            flit[0] = plain_come(s, &regs->config, heads >> p & 1u, flit[0]);
        uint64_t aimed = (flit[0] & 0xffffffffffff) | (uint64_t)plain_aim(s, flit[0]) << 48;
        unsigned class = (unsigned)(flit[0] >> 45) & 3u;
        uint32_t expected = 0;
        if (!(w->arrive >> p & 1u))
            continue;
        assert_int_equal(w->arrive_vc[p], s->route_stage ? r->vc[p] : in->vc[p]);
        assert_memory_equal(&w->arrive_flit[p * s->words], flit, 8 * s->words);
        if (heads >> p & 1u)
            expected =
                plain_draw(regs->config.routing ? vcr_route_logic(&regs->config, p, aimed) : r->entry[p], s->ports,
                           regs->config.prefer[class], regs->config.paired, vcr_unit_byte(r->random, 5 * p + 29));
        assert_int_equal(w->arrive_route[p], expected);
    }
}

static void draw_pins(struct rng *r, const struct vcr_parameters *s, struct vcr_regs *regs, struct vcr_pins *in)
{
    unsigned all = (1u << s->ports) - 1u;
    struct vcr_config *c = &regs->config;

    in->valid = vcr_unit_some(r, all);
    in->head = vcr_unit_some(r, all);
    in->tail = vcr_unit_some(r, all);
    for (unsigned p = 0; p < s->ports; p++)
        in->vc[p] = (uint8_t)vcr_unit_upto(r, s->vcs - 1u);
    for (unsigned k = 0; k < (unsigned)s->ports * s->words; k++)
        in->flit[k] = rng_next(r) >> 16 | (uint64_t)vcr_unit_upto(r, 40) << 48 |
                      (uint64_t)(s->via ? vcr_unit_upto(r, 15) : 0u) << 56;
    c->quiet = vcr_unit_once_in(r, 9);
    c->write = vcr_unit_once_in(r, 2);
    c->addr = (uint16_t)(0x8000 + vcr_unit_upto(r, 40));
    c->wdata = (uint32_t)rng_next(r) | 1u << 31;
    c->routing = (uint8_t)vcr_unit_upto(r, 3);
    c->paired = (uint8_t)vcr_unit_upto(r, 1);
    c->node = (uint16_t)(s->via ? vcr_unit_upto(r, 3) : 0u);
    c->local_bits = (uint8_t)(s->via ? vcr_unit_upto(r, 2) : 0u);
}

TEST(stage_and_table)
{
    static const struct vcr_parameters parameters[] = {
        {.ports = 5, .vcs = 4, .depth = 4, .words = 1, .route_stage = 1, .table_size = 33},
        {.ports = 8, .vcs = 2, .depth = 4, .words = 2, .route_stage = 1},
        {.ports = 8, .vcs = 2, .depth = 4, .words = 4},
        {.ports = 5, .vcs = 2, .depth = 4, .words = 2, .route_stage = 1, .table_size = 33, .via = 1},
        {.ports = 8, .vcs = 2, .depth = 4, .words = 1, .via = 1},
    };
    unsigned turned = 0;
    struct rng r = rng_stream(242, 0);

    for (int k = 0; k < 5; k++) {
        const struct vcr_parameters *s = &parameters[k];
        static struct vcr_regs regs;
        static struct vcr_wires w;
        uint32_t table[40] = {0}, model[40];
        struct vcr_pins in = {0};
        for (unsigned d = s->table_size; d < 40; d++)
            table[d] = 0xdeadbeef; /* no entry of this build */
        memcpy(model, table, sizeof model);
        vcr_regs_reset(&regs);
        regs.config.x_bits = regs.config.y_bits = 2;
        regs.config.local_count = 1;
        memcpy(regs.config.prefer, (const uint8_t[]){0, 1, 2, 2}, 4);
        for (int n = 0; n < 3000; n++) {
            draw_pins(&r, s, &regs, &in);
            vcr_route_eval(s, &regs.route, &regs.config, &in, &w);
            check_arrival(s, &regs, &in, &w);
            vcr_route_commit(s, &regs.route, &regs.config, model, &in);
            for (unsigned p = 0; p < s->ports; p++)
                turned +=
                    plain_come(s, &regs.config, in.head >> p & 1u, in.flit[p * s->words]) != in.flit[p * s->words];
            check_stage(s, &regs, &in, table); /* the table before the write of this cycle */
            if (regs.config.write && regs.config.addr - 0x8000 < s->table_size)
                table[regs.config.addr - 0x8000] = regs.config.wdata;
            assert_memory_equal(table, model, sizeof table);
        }
    }
    assert_true(turned > 1000);
    COMPARED(15000, "cycles");
    COMPARED(turned, "heads turned");
}

RUN_TESTS
