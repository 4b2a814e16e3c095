/* SPDX-License-Identifier: Apache-2.0 */
#include "vcr_draw.h"

#include "../../bench/draw.h"

/* A hop more or less, or neither. */
static unsigned draw_slip(struct rng *r)
{
    return one_in(r, 2) ? 0 : below(r, 3) - 1;
}

/* So far that each bit decides alone, or half-way round a ring of so many bits; one more or less. */
static unsigned draw_hops(struct rng *r, unsigned bits)
{
    unsigned hops = one_in(r, 2) ? (1u << bits) / 2 : one_in(r, 2) ? 1u << below(r, bits + 1u) : (unsigned)rng_next(r);

    return hops + draw_slip(r);
}

/* So many hops ahead or behind, or none. */
static unsigned away(struct rng *r, unsigned from, unsigned hops)
{
    return one_in(r, 4) ? from : one_in(r, 2) ? from + hops : from - hops;
}

unsigned vcr_draw_destination(struct rng *r, const struct vcr_config *c, int known)
{
    unsigned x_mask = (1u << c->x_bits) - 1u, y_mask = (1u << c->y_bits) - 1u;
    unsigned local = c->routing == VCR_ROUTE_TREE ? c->x_bits & 3u : c->local_bits,
             terminal = below(r, known ? 1u << local : 8);
    unsigned hops = draw_hops(r, c->x_bits), also = one_in(r, 2) ? hops + draw_slip(r) : draw_hops(r, c->y_bits);
    unsigned x = away(r, c->node & x_mask, hops) & x_mask;
    unsigned y = away(r, (unsigned)c->node >> c->x_bits & y_mask, also) & y_mask;

    if (c->routing == VCR_ROUTE_TREE)
        return (c->node ^ 1u << below(r, c->y_bits + !known)) << local | terminal;
    return (y << c->x_bits | x) << local | terminal;
}
