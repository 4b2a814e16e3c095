/* SPDX-License-Identifier: Apache-2.0 */
#include "fedx_triage.h"

#include "../bench/fedx_recorder.h"
#include "../model/fedx_switch_internal.h"

enum { RESET_CYCLES = 2 };

/* Table entries that the window reads: by headers, or by the configuration port. @return 0, or -1 when out of memory */
static int find_lookups(const struct fedx_switch *base, const struct initial_state *start, const struct vectors *window,
                        uint8_t looked_up[FEDX_TABLE_SIZE])
{
    struct fedx_switch *model = fedx_switch_create();

    if (!model)
        return -1;
    memset(looked_up, 0, FEDX_TABLE_SIZE);
    fedx_switch_copy(model, base);
    initial_state_put(start, &fedx_node_model, model);
    for (size_t i = 0; i < window->count; i++) {
        const struct fedx_vector *v = &fedx_vectors_cycles(window)[i];
        const struct fedx_port_receive *r = &fedx_switch_state(model)->port_receive;
        FEDX_FOR_EACH_PORT(p, r->lookup)
        {
            unsigned destination = fedx_head_destination(r->head[p]);
            if (destination < FEDX_TABLE_SIZE)
                looked_up[destination] = 1;
        }
        if (v->control.cfg_addr >= FEDX_CFG_TABLE && v->control.cfg_addr < FEDX_CFG_TABLE + FEDX_TABLE_SIZE)
            looked_up[v->control.cfg_addr - FEDX_CFG_TABLE] = 1;
        fedx_switch_step(model, &v->in, &v->control);
    }
    fedx_switch_destroy(model);
    return 0;
}

/* A reset, with the routes written under it; the port takes a cycle more for the last one. */
static int preamble(struct vectors *v, const void *model, const struct initial_state *start,
                    const struct vectors *window)
{
    const struct fedx_control reset = {
        .rst = 1, .side = fedx_vectors_cycles(window)->control.side, .cfg_addr = FEDX_CFG_STATUS};
    const struct fedx_switch *base = model;
    uint8_t looked_up[FEDX_TABLE_SIZE];
    int status = find_lookups(base, start, window, looked_up);

    for (int i = 0; i < RESET_CYCLES && status == 0; i++)
        status = vectors_add(v, &fedx_idle_pins, &reset);
    for (unsigned d = 0; d < FEDX_TABLE_SIZE && status == 0; d++) {
        struct fedx_control route = reset;
        route.cfg_we = 1;
        route.cfg_addr = (uint16_t)(FEDX_CFG_TABLE + d);
        route.cfg_wdata = base->table[d];
        if (looked_up[d])
            status = vectors_add(v, &fedx_idle_pins, &route);
    }
    return status == 0 ? vectors_add(v, &fedx_idle_pins, &reset) : -1;
}

/* All registers of a port, or of a buffer but for its place in the age order, as in an idle switch. */
static void idle_lanes(struct fedx_switch_regs *regs, const void *idle, enum fedx_dimension dimension, int lane)
{
    for (int i = 0; i < fedx_reg_count; i++)
        if (fedx_reg_table[i].lanes.dimension == dimension && fedx_reg_table[i].lanes.width != FEDX_BUFFERS)
            initial_state_copy_lane(regs, idle, &fedx_reg_table[i], lane);
}

/* Without a packet: its buffer, and the ports by which it comes and goes. */
static void without_buffer(struct fedx_switch_regs *regs, const void *idle, int b)
{
    const struct fedx_port_receive r = regs->port_receive;
    const struct fedx_port_transmit t = regs->port_transmit;

    idle_lanes(regs, idle, FEDX_OF_BUFFER, b);
    for (int p = 0; p < FEDX_PORTS; p++)
        if ((r.buf[p] == b && (r.body | r.write | r.abort) >> p & 1) ||
            (t.buf[p] == b && (t.sending | t.await) >> p & 1))
            idle_lanes(regs, idle, FEDX_OF_PORT, p);
}

/* Buffers, and then ports. */
static int without(const struct router_kind *kind, void *registers, const void *idle, int part)
{
    (void)kind;
    if (part < FEDX_BUFFERS)
        without_buffer(registers, idle, part);
    else if (part < FEDX_BUFFERS + FEDX_PORTS)
        idle_lanes(registers, idle, FEDX_OF_PORT, part - FEDX_BUFFERS);
    return part < FEDX_BUFFERS + FEDX_PORTS;
}

const struct late_start_ops fedx_late_start = {preamble, without};
