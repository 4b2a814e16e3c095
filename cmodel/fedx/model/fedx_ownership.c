/* SPDX-License-Identifier: Apache-2.0
 *
 * Ownership: whose turn it is on each half-duplex port. docs/spec/fedx.md section 7;
 * RTL twin rtl/fedx/fedx_ownership.v.
 *
 * End 0 owns when the two turn levels are equal, end 1 when they differ. The
 * owner gives away by flipping its own level.
 */
#include "fedx_switch_internal.h"

void fedx_ownership_eval(const struct fedx_ownership *o, unsigned side, const struct fedx_pins *in,
                         struct fedx_wires *w)
{
    w->own_now = ~(in->turn ^ o->turn ^ side) & FEDX_ALL_PORTS;
}

/* After every attempt the owner gives way if asked; an owner with nothing ready gives way when asked. */
void fedx_ownership_flip(const struct fedx_ownership *o, unsigned busy, int hold, const struct fedx_pins *in,
                         struct fedx_wires *w)
{
    unsigned nothing_ready = ~(busy | o->req);

    w->flip = 0;
    if (!hold)
        w->flip = w->own_now & o->own_last & in->req & ~w->start & ((w->ended & ~w->keep) | nothing_ready);
}

void fedx_ownership_commit(struct fedx_ownership *o, const struct fedx_wires *w)
{
    o->turn ^= (uint8_t)w->flip;
    o->own_last = (uint8_t)(w->own_now & ~w->flip);
    o->req = (uint8_t)(w->want | w->header_want);
}
