/* SPDX-License-Identifier: Apache-2.0
 *
 * Configuration port and settings. The pins are registered first, so that a write acts a cycle later; under reset too,
 * so that the route table can be written before the router runs. docs/spec/vcr.md section 12; RTL twin
 * rtl/vcr/vcr_config.v.
 */
#include "vcr_internal.h"

static uint32_t read_mode(const struct vcr_config *c)
{
    return c->routing | (uint32_t)c->paired << 2 | (uint32_t)c->link_hold << 3 | (uint32_t)c->oldest << 4 |
           (uint32_t)c->by_input << 5 | (uint32_t)c->alloc_credits << 8;
}

static uint32_t read_place(const struct vcr_config *c)
{
    return c->node | (uint32_t)c->x_bits << 16 | (uint32_t)c->y_bits << 20 | (uint32_t)c->level << 24;
}

static uint32_t read_ports(const struct vcr_config *c)
{
    return c->links | (uint32_t)c->local_port << 16 | (uint32_t)c->local_count << 20 | (uint32_t)c->local_bits << 24;
}

static uint32_t read_sat(const struct vcr_config *c)
{
    return c->sat_mode | (uint32_t)c->sat_root << 2 | (uint32_t)c->sat_parent << 4 | (uint32_t)c->sat_children << 16;
}

static uint32_t read_sat_next(const struct vcr_parameters *s, const struct vcr_config *c, unsigned first)
{
    uint32_t word = 0;

    for (unsigned p = first; p < s->ports && p < first + 8; p++)
        word |= (uint32_t)c->sat_next[p] << 4 * (p - first);
    return word;
}

static uint32_t read_class(const struct vcr_config *c, unsigned class)
{
    return c->adaptive[class] | (uint32_t)c->select[class] << 1 | (uint32_t)c->busy_too[class] << 3 |
           (uint32_t)c->redraw[class] << 4 | (uint32_t)c->prefer[class] << 5 | (uint32_t)c->vc_mask[class] << 16;
}

static uint32_t value_at(const struct vcr_parameters *s, const struct vcr_regs *r)
{
    const struct vcr_config *c = &r->config;
    unsigned class = c->addr & 3u, port = c->addr - (unsigned)VCR_CFG_STATUS;

    switch (c->addr) {
    case VCR_CFG_MODE: return read_mode(c);
    case VCR_CFG_PLACE: return read_place(c);
    case VCR_CFG_PORTS: return read_ports(c);
    case VCR_CFG_RANDOM: return (uint32_t)r->route.random;
    case VCR_CFG_RANDOM + 1: return (uint32_t)(r->route.random >> 32);
    case VCR_CFG_SAT: return read_sat(c);
    case VCR_CFG_SAT_NEXT: return read_sat_next(s, c, 0);
    case VCR_CFG_SAT_NEXT + 1: return read_sat_next(s, c, 8);
    }
    if (c->addr >= VCR_CFG_CLASS && c->addr < VCR_CFG_CLASS + VCR_CLASSES)
        return read_class(c, class);
    if (c->addr >= VCR_CFG_ESCAPE && c->addr < VCR_CFG_ESCAPE + VCR_CLASSES)
        return c->escape_low[class] | (uint32_t)c->escape_high[class] << 16;
    if (port < s->ports)
        return r->input.error[port] | (r->output.credit_error >> port & 1u) << 4;
    return 0;
}

void vcr_config_eval(const struct vcr_parameters *s, const struct vcr_regs *r, struct vcr_wires *w)
{
    w->rdata = value_at(s, r);
}

static void write_mode(struct vcr_config *c)
{
    c->routing = c->wdata & 3u;
    c->paired = c->wdata >> 2 & 1u;
    c->link_hold = c->wdata >> 3 & 1u;
    c->oldest = c->wdata >> 4 & 1u;
    c->by_input = c->wdata >> 5 & 1u;
    c->alloc_credits = c->wdata >> 8 & 0x7fu;
}

static void write_place(struct vcr_config *c)
{
    c->node = c->wdata & 0xffffu;
    c->x_bits = c->wdata >> 16 & 15u;
    c->y_bits = c->wdata >> 20 & 15u;
    c->level = c->wdata >> 24 & 15u;
}

static void write_ports(struct vcr_config *c)
{
    c->links = c->wdata & 0xfffu;
    c->local_port = c->wdata >> 16 & 15u;
    c->local_count = c->wdata >> 20 & 15u;
    c->local_bits = c->wdata >> 24 & 3u;
}

static void write_sat(struct vcr_config *c)
{
    c->sat_mode = c->wdata & 3u;
    c->sat_root = c->wdata >> 2 & 1u;
    c->sat_parent = c->wdata >> 4 & 15u;
    c->sat_children = c->wdata >> 16 & 0xfffu;
}

static void write_sat_next(const struct vcr_parameters *s, struct vcr_config *c, unsigned first)
{
    for (unsigned p = first; p < s->ports && p < first + 8; p++)
        c->sat_next[p] = c->wdata >> 4 * (p - first) & 15u;
}

static void write_class(struct vcr_config *c, unsigned class)
{
    c->adaptive[class] = c->wdata & 1u;
    c->select[class] = c->wdata >> 1 & 3u;
    c->busy_too[class] = c->wdata >> 3 & 1u;
    c->redraw[class] = c->wdata >> 4 & 1u;
    c->prefer[class] = c->wdata >> 5 & 3u;
    c->vc_mask[class] = (uint16_t)(c->wdata >> 16);
}

static void write_setting(const struct vcr_parameters *s, struct vcr_config *c)
{
    unsigned class = c->addr & 3u;

    switch (c->addr) {
    case VCR_CFG_MODE: write_mode(c); return;
    case VCR_CFG_PLACE: write_place(c); return;
    case VCR_CFG_PORTS: write_ports(c); return;
    case VCR_CFG_SAT: write_sat(c); return;
    case VCR_CFG_SAT_NEXT: write_sat_next(s, c, 0); return;
    case VCR_CFG_SAT_NEXT + 1: write_sat_next(s, c, 8); return;
    }
    if (c->addr >= VCR_CFG_CLASS && c->addr < VCR_CFG_CLASS + VCR_CLASSES)
        write_class(c, class);
    if (c->addr >= VCR_CFG_ESCAPE && c->addr < VCR_CFG_ESCAPE + VCR_CLASSES) {
        c->escape_low[class] = c->wdata & 0xffffu;
        c->escape_high[class] = (uint16_t)(c->wdata >> 16);
    }
}

void vcr_config_commit(const struct vcr_parameters *s, struct vcr_config *c, const struct vcr_control *control,
                       const struct vcr_wires *w)
{
    c->rdata = w->rdata;
    if (c->write)
        write_setting(s, c);
    if (c->quiet)
        c->quiet--;
    c->write = control->cfg_we & 1u;
    c->addr = control->cfg_addr;
    c->wdata = control->cfg_wdata;
}
