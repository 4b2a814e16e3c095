/* SPDX-License-Identifier: Apache-2.0
 *
 * The wires between one switch and the neighbours at its seven ports, with the stages
 * that a link latency adds. What plays the neighbours of a switch uses them.
 */
#ifndef FEDX_CABLES_H
#define FEDX_CABLES_H

#include <string.h>

#include "../kind/fedx_port_end.h"
#include "../model/fedx_switch_internal.h"

enum { FEDX_CABLE_SLOTS = FEDX_MAX_LATENCY + 1 };

/** Output pins of both sides in this cycle and the ones before. */
struct fedx_cables {
    struct fedx_pins out[FEDX_CABLE_SLOTS], neighbour_out[FEDX_CABLE_SLOTS]; /**< [now]: this cycle */
    int now, latency;
};

/** All stages as after reset. @param out  of the switch in this cycle */
static inline void fedx_cables_init(struct fedx_cables *c, const struct fedx_pins *out, int latency)
{
    memset(c, 0, sizeof *c);
    c->latency = latency;
    for (int i = 0; i < FEDX_CABLE_SLOTS; i++) {
        c->out[i] = *out;
        c->neighbour_out[i] = fedx_idle_pins;
    }
}

/** Outputs of the switch some cycles ago. @param cycles  0 to FEDX_MAX_LATENCY */
static inline const struct fedx_pins *fedx_cables_out(const struct fedx_cables *c, int cycles)
{
    return &c->out[(c->now - cycles + FEDX_CABLE_SLOTS) % FEDX_CABLE_SLOTS];
}

/** The neighbours' outputs as the switch sees them. */
static inline const struct fedx_pins *fedx_cables_arriving(const struct fedx_cables *c)
{
    return &c->neighbour_out[(c->now - c->latency + FEDX_CABLE_SLOTS) % FEDX_CABLE_SLOTS];
}

/** Input pins of the switch: what arrives, and its own drive on the data wires. */
static inline void fedx_cables_switch_in(const struct fedx_cables *c, struct fedx_pins *in)
{
    const struct fedx_pins *own = fedx_cables_out(c, 0);

    *in = *fedx_cables_arriving(c);
    for (int p = 0; p < FEDX_PORTS; p++)
        in->data[p] |= own->data[p];
    in->valid |= own->valid;
}

/** Input pins of the neighbour at a port, in bit 0 and byte 0. */
static inline void fedx_cables_neighbour_in(const struct fedx_cables *c, int port, const struct fedx_port_end *end,
                                            struct fedx_pins *in)
{
    const struct fedx_pins *wires = fedx_cables_out(c, c->latency);

    memset(in, 0, sizeof *in);
    fedx_pins_set_levels(in, fedx_pins_port_levels(wires, (unsigned)port));
    in->data[0] = wires->data[port] | end->tx.data[0];
    in->valid |= end->tx.sending & 1u;
}

/** Put the outputs of the neighbour at a port, those of the next cycle, in its place. */
static inline void fedx_cables_collect(struct fedx_pins *neighbours, int port, const struct fedx_port_end *end)
{
    struct fedx_pins pins;

    fedx_port_end_pins(end, &pins);
    neighbours->data[port] = pins.data[0];
    fedx_pins_set_levels(neighbours, fedx_pins_levels(neighbours) | fedx_pins_levels(&pins) << port);
}

/** The next cycle begins: outputs of both sides in it. */
static inline void fedx_cables_advance(struct fedx_cables *c, const struct fedx_pins *out,
                                       const struct fedx_pins *neighbours)
{
    c->now = (c->now + 1) % FEDX_CABLE_SLOTS;
    c->out[c->now] = *out;
    c->neighbour_out[c->now] = *neighbours;
}

#endif
