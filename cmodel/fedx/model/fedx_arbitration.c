/* SPDX-License-Identifier: Apache-2.0
 *
 * Arbitration: which waiting packet gets which port. docs/spec/fedx.md section 11;
 * RTL twin rtl/fedx/fedx_arbitration.v.
 *
 * Each available port picks the packet that has waited longest for it; a packet
 * picked by several ports takes one on a shortest path, else another; of several
 * such the preferred one, else the lowest-numbered. The ports it leaves pick again
 * in the next cycle.
 */
#include "fedx_switch_internal.h"

/* Those of these buffers to which a port is open. */
static FEDX_RARE fedx_buffer_word open_to(const struct fedx_buffer_pool *b, fedx_buffer_word ready, unsigned occupied,
                                          unsigned port)
{
    fedx_buffer_word wanting = 0;

    FEDX_FOR_EACH_BUFFER(i, ready)
    wanting |= (fedx_route_open(b->allowed[i], b->best[i], occupied) & port) ? fedx_buffer_bit(i) : 0;
    return wanting;
}

/* The one of these buffers that is first in age order among those to which a port is open; 0: it is open to none. */
fedx_buffer_word fedx_arbitration_oldest(const struct fedx_buffer_pool *b, fedx_buffer_word ready, unsigned occupied,
                                         unsigned port)
{
    fedx_buffer_word wanting =
        fedx_buffer_pool_straight(b) ? fedx_buffers_with(b->allowed, ready, port) : open_to(b, ready, occupied, port);

    return fedx_buffers_without(b->ahead, wanting);
}

static unsigned choose(const struct fedx_buffer_pool *b, unsigned i, unsigned picked_by)
{
    if (picked_by & b->best[i])
        picked_by &= b->best[i];
    if (picked_by & b->preferred[i])
        picked_by &= b->preferred[i];
    return fedx_lowest(picked_by);
}

void fedx_arbitration_eval(const struct fedx_buffer_pool *b, struct fedx_wires *w)
{
    unsigned open = w->available & w->want;
    fedx_buffer_word pick[FEDX_PORTS], picked = 0;

    w->grant = 0;
    if (open == 0)
        return;
    FEDX_FOR_EACH_PORT(p, open)
    picked |= pick[p] = fedx_arbitration_oldest(b, w->ready, w->occupied, 1u << p);
    FEDX_FOR_EACH_BUFFER(i, picked)
    {
        unsigned picked_by = 0;

        FEDX_FOR_EACH_PORT(p, open)
        picked_by |= (unsigned)(pick[p] >> i & 1u) << p;
        unsigned chosen = choose(b, i, picked_by);
        w->grant |= chosen;
        FEDX_FOR_EACH_PORT(p, chosen)
        w->grant_buf[p] = (uint8_t)i;
    }
}
