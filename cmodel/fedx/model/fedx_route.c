/* SPDX-License-Identifier: Apache-2.0
 *
 * Route lookup: the table, indexed by destination, and what an entry means for a
 * packet. docs/spec/fedx.md section 10; RTL twin rtl/fedx/fedx_route.v.
 */
#include "fedx_switch_internal.h"

uint32_t fedx_route_entry(const struct fedx_route_fields *f)
{
    return 1u << 31 | ((unsigned)f->other & 0xff) << 22 | ((unsigned)f->preferred & 7) << 19 |
           ((unsigned)f->deterministic & 7) << 16 | ((unsigned)f->best & 0xff) << 8 | ((unsigned)f->distance & 0xff);
}

struct fedx_route_fields fedx_route_unpack(uint32_t entry)
{
    return (struct fedx_route_fields){.distance = entry & 0xff,
                                      .best = entry >> 8 & FEDX_ALL_PORTS,
                                      .deterministic = entry >> 16 & 7,
                                      .preferred = entry >> 19 & 7,
                                      .other = entry >> 22 & FEDX_ALL_PORTS};
}

struct fedx_route_choice fedx_route_decode(uint32_t entry, unsigned flags, int deroute_hops)
{
    unsigned distance = entry & 0xff, deroutes = (flags & FEDX_FLAG_DEROUTES) >> FEDX_DEROUTES_SHIFT;
    unsigned best, other, preferred, above, second, level;

    if (flags & FEDX_FLAG_ADAPTIVE) {
        best = entry >> 8 & FEDX_ALL_PORTS;
        other = deroutes ? entry >> 22 & FEDX_ALL_PORTS & ~best : 0;
        preferred = (1u << (entry >> 19 & 7)) & best;
    } else {
        best = (1u << (entry >> 16 & 7)) & FEDX_ALL_PORTS;
        other = 0;
        preferred = best;
    }
    above = best & ~(preferred | (preferred - 1u));
    if (above == 0)
        above = best;
    preferred |= fedx_lowest(other);
    second = fedx_lowest(above) | (other ? fedx_highest(other) : 0);

    /* A packet with deroutes left may get that much farther away, or make that many hops without getting nearer. */
    level = distance + (deroutes << !deroute_hops);
    if (distance == 0)
        level = 0;
    return (struct fedx_route_choice){
        .valid = (entry >> 31) != 0 && (best | other) != 0,
        .level = level > 0xff ? 0xff : (uint8_t)level,
        .allowed = (uint8_t)(best | other),
        .best = (uint8_t)best,
        .preferred = (uint8_t)preferred,
        .second = (uint8_t)second,
    };
}

/* Ports that the headers still arriving will want are known early, so that ownership can be asked for. */
void fedx_route_eval(const struct fedx_route *route, const struct fedx_port_receive *r, const struct fedx_config *c,
                     struct fedx_wires *w)
{
    w->header_want = 0;
    FEDX_FOR_EACH_PORT(p, r->routed | r->decide)
    {
        w->choice[p] = fedx_route_decode(route->entry[p], fedx_head_flags(r->head[p]), c->deroute_hops);
        if (r->routed >> p & 1u)
            w->header_want |= fedx_route_open(w->choice[p].allowed, w->choice[p].best, w->occupied);
    }
}

void fedx_route_commit(struct fedx_route *route, uint32_t *table, const struct fedx_port_receive *r,
                       const struct fedx_config *c, int rst)
{
    unsigned index = c->addr - FEDX_CFG_TABLE;

    FEDX_FOR_EACH_PORT(p, r->lookup)
    {
        unsigned destination = fedx_head_destination(r->head[p]);
        route->entry[p] = destination < FEDX_TABLE_SIZE ? table[destination] : 0;
    }
    if (rst)
        for (int p = 0; p < FEDX_PORTS; p++)
            route->entry[p] = 0;
    if (c->write && c->addr >= FEDX_CFG_TABLE && index < FEDX_TABLE_SIZE)
        table[index] = c->wdata;
}
