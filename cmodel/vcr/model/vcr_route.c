/* SPDX-License-Identifier: Apache-2.0
 *
 * Route: where a head may go on. Worked out once, when it comes, from coordinates or from a table, and kept with it.
 * docs/spec/vcr.md section 5; RTL twin rtl/vcr/vcr_route.v.
 */
#include "vcr_internal.h"

uint64_t vcr_route_come(const struct vcr_parameters *s, const struct vcr_config *c, unsigned head, uint64_t word)
{
    unsigned via = (unsigned)(word >> VCR_HEAD_VIA_TERMINAL) >> c->local_bits;

    return s->via && head && vcr_flit_via(word) && via == c->node ? vcr_flit_turned(word) : word;
}

unsigned vcr_route_pick(unsigned members, unsigned draw)
{
    VCR_TIMES(skip, (draw * (unsigned)__builtin_popcount(members)) >> 8)
    members &= members - 1;
    return (unsigned)__builtin_ctz(members);
}

/* The way in one dimension: bit 0 for the rising direction, bit 1 for the falling one. */
struct way {
    unsigned toward; /* directions that come nearer */
    unsigned clear;  /* directions in which the way there crosses no wrap */
    unsigned hops;
};

static struct way way_along(unsigned mine, unsigned target, unsigned bits, int wraps)
{
    unsigned mask = (1u << bits) - 1u, ahead = (target - mine) & mask, behind = (mine - target) & mask;
    unsigned rising = wraps ? ahead != 0 && ahead <= behind : target > mine;
    unsigned falling = wraps ? behind != 0 && behind <= ahead : target < mine;

    return (struct way){rising | falling << 1, (target >= mine) | (unsigned)(target <= mine) << 1,
                        rising ? ahead : behind};
}

/* An entry as the table has it; other_clear is that of the port opposite to escape. */
static uint32_t entry(unsigned best, unsigned preferred, unsigned escape, unsigned clear, unsigned other_clear)
{
    return 1u << 31 | other_clear << 28 | clear << 26 | escape << 22 | preferred << 18 | best;
}

/* To a terminal of this router. */
static uint32_t local_entry(const struct vcr_config *c, unsigned destination)
{
    unsigned terminal = destination & ((1u << c->local_bits) - 1u);
    unsigned first = (c->local_port + terminal * c->local_count) & 15u;

    return entry(((1u << c->local_count) - 1u) << first & 0xfffu, first, first, 1, 1);
}

/* Mesh and torus: ports 0 and 1 are the two ways in x, 2 and 3 in y. */
static uint32_t grid_entry(const struct vcr_config *c, unsigned destination, unsigned prefer)
{
    unsigned target = destination >> c->local_bits, x_mask = (1u << c->x_bits) - 1u, y_mask = (1u << c->y_bits) - 1u;
    int wraps = c->routing == VCR_ROUTE_TORUS;
    struct way x = way_along(c->node & x_mask, target & x_mask, c->x_bits, wraps);
    struct way y = way_along(c->node >> c->x_bits & y_mask, target >> c->x_bits & y_mask, c->y_bits, wraps);
    unsigned x_first = !(x.toward & 1u), y_first = !(y.toward & 1u);

    if (target >> (c->x_bits + c->y_bits) != 0)
        return 0;
    if ((x.toward | y.toward) == 0)
        return local_entry(c, destination);
    int prefers_y = x.toward == 0 || (prefer == VCR_PREFER_DIAGONAL && y.toward != 0 && y.hops > x.hops);
    unsigned escape = x.toward ? x_first : 2u + y_first, clear = x.toward ? x.clear : y.clear;
    return entry(x.toward | y.toward << 2, prefers_y ? 2u + y_first : x_first, escape, clear >> (escape & 1u) & 1u,
                 clear >> (~escape & 1u) & 1u);
}

/* k-ary n-tree: ports 0 to k - 1 lead down, k to 2k - 1 up. */
static uint32_t tree_entry(const struct vcr_config *c, unsigned port, unsigned destination)
{
    unsigned bits = c->x_bits & 3u, k = 1u << bits, shift = c->level * bits;
    uint64_t target = destination, leaf = target >> bits;

    if (leaf >> c->y_bits != 0)
        return 0;
    if ((leaf ^ c->node) >> shift == 0) {
        unsigned down = (unsigned)(target >> shift) & (k - 1u);
        return entry(1u << down, down, down, 1, 1);
    }
    unsigned up = k + (port < k ? port : 0);
    return entry(((1u << k) - 1u) << k & 0xfffu, up, up, 1, 1);
}

uint32_t vcr_route_logic(const struct vcr_config *c, unsigned port, uint64_t head)
{
    unsigned destination = vcr_flit_destination(head);

    return c->routing == VCR_ROUTE_TREE ? tree_entry(c, port, destination)
                                        : grid_entry(c, destination, c->prefer[vcr_flit_class(head)]);
}

/* Half-way round a ring both ports of a dimension are best: one is drawn, the same for all that go that way. */
static unsigned turn(unsigned port, unsigned best, unsigned draw)
{
    return (best >> port & best >> (port ^ 1u) & 1u) != 0 ? (port & ~1u) | (draw >> (port >> 1) & 1u) : port;
}

/* A dimension is drawn where ports are paired, not a port: each is as likely as the other. */
static unsigned draw_best(unsigned best, int paired, unsigned draw)
{
    unsigned low, port;

    if (!paired)
        return vcr_route_pick(best, draw);
    low = (best | best >> 1) & 0x555u;
    port = vcr_route_pick(low, draw);
    return port | !(best >> port & 1u);
}

uint32_t vcr_route_draw(const struct vcr_config *c, unsigned ports, uint32_t entry, unsigned prefer, unsigned draw)
{
    unsigned best = entry >> 31 ? entry & 0xfffu & ((1u << ports) - 1u) : 0;
    unsigned preferred = entry >> 18 & 15u, escape = entry >> 22 & 15u, turned;

    if (best == 0)
        return 0;
    if (prefer == VCR_PREFER_RANDOM)
        preferred = draw_best(best, c->paired, draw);
    if (!(best >> preferred & 1u))
        preferred = (unsigned)__builtin_ctz(best);
    if (c->paired)
        preferred = turn(preferred, best, draw);
    turned = c->paired ? turn(escape, best, draw) : escape;
    return best | preferred << 12 | turned << 16 | (entry >> (turned == escape ? 26 : 28) & 1u) << 20;
}

uint32_t vcr_route_of(const struct vcr_parameters *s, const struct vcr_route *r, const struct vcr_config *c, unsigned p,
                      uint64_t head)
{
    uint32_t found = c->routing == VCR_ROUTE_TABLE ? r->entry[p] : vcr_route_logic(c, p, vcr_flit_aimed(s, head));

    return vcr_route_draw(c, s->ports, found, c->prefer[vcr_flit_class(head)], vcr_route_bits(r, (5 * p + 29) & 63u));
}

/* What comes on a port in this cycle. */
static uint64_t come(const struct vcr_parameters *s, const struct vcr_config *c, const struct vcr_pins *in, unsigned p)
{
    return vcr_route_come(s, c, in->head >> p & 1u, in->flit[p * s->words]);
}

void vcr_route_eval(const struct vcr_parameters *s, const struct vcr_route *r, const struct vcr_config *c,
                    const struct vcr_pins *in, struct vcr_wires *w)
{
    unsigned coming = s->route_stage ? r->valid : in->valid;
    const uint64_t *flit = s->route_stage ? r->flit : in->flit;
    const uint8_t *vc = s->route_stage ? r->vc : in->vc;

    w->arrive = (uint16_t)(c->quiet ? 0 : coming & vcr_all_ports(s));
    w->arrive_head = s->route_stage ? r->head : in->head;
    w->arrive_tail = s->route_stage ? r->tail : in->tail;
    VCR_FOR_EACH(p, w->arrive)
    {
        w->arrive_vc[p] = vc[p];
        vcr_copy_flit(s, &w->arrive_flit[p * s->words], &flit[p * s->words]);
        if (!s->route_stage)
            w->arrive_flit[p * s->words] = come(s, c, in, p);
        w->arrive_route[p] = w->arrive_head >> p & 1u ? vcr_route_of(s, r, c, p, w->arrive_flit[p * s->words]) : 0;
    }
}

static uint32_t table_entry(const struct vcr_parameters *s, const uint32_t *table, uint64_t head)
{
    unsigned destination = vcr_flit_destination(head);

    return destination < s->table_size ? table[destination] : 0;
}

static void stage(const struct vcr_parameters *s, struct vcr_route *r, const struct vcr_config *c,
                  const uint32_t *table, const struct vcr_pins *in)
{
    r->valid = in->valid;
    r->head = in->head;
    r->tail = in->tail;
    for (unsigned p = 0; p < s->ports; p++) {
        r->vc[p] = in->vc[p];
        vcr_copy_flit(s, &r->flit[p * s->words], &in->flit[p * s->words]);
        r->flit[p * s->words] = come(s, c, in, p);
        r->entry[p] = table_entry(s, table, vcr_flit_aimed(s, r->flit[p * s->words]));
    }
}

uint64_t vcr_route_random(uint64_t x)
{
    x ^= x << 13;
    x ^= x >> 7;
    return x ^ x << 17;
}

void vcr_route_commit(const struct vcr_parameters *s, struct vcr_route *r, const struct vcr_config *c, uint32_t *table,
                      const struct vcr_pins *in)
{
    uint64_t low = UINT32_MAX;

    if (s->route_stage)
        stage(s, r, c, table, in);
    r->random = vcr_route_random(r->random);
    if (c->write && c->addr == VCR_CFG_RANDOM)
        r->random = (r->random & ~low) | c->wdata;
    if (c->write && c->addr == VCR_CFG_RANDOM + 1)
        r->random = (uint64_t)c->wdata << 32 | (r->random & low);
    if (c->write && c->addr >= VCR_CFG_TABLE && c->addr - VCR_CFG_TABLE < s->table_size)
        table[c->addr - VCR_CFG_TABLE] = c->wdata;
}
