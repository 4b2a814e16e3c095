/* SPDX-License-Identifier: Apache-2.0
 *
 * SAT and configuration, explained, and the settings in force: docs/spec/vcr.md sections 11 and 12.
 */
#include <inttypes.h>

#include "vcr_explain_internal.h"

/* SAT ------------------------------------------------------------------------------------------------------------- */

static void print_ring(const struct vcr_explain *e)
{
    const struct vcr_config *c = &vcr_explain_before(e)->config;

    fprintf(e->edge.out, "  rule: ring: a token that comes on port p leaves on sat_next[p], %u is nowhere\n",
            VCR_SAT_NOWHERE);
    VCR_FOR_EACH(p, e->in->sat & vcr_all_ports(e->parameters))
    fprintf(e->edge.out, "  port %u: a token comes, sat_next %u\n", p, c->sat_next[p]);
}

static void print_tree(const struct vcr_explain *e)
{
    const struct vcr_regs *r = vcr_explain_before(e);
    char a[VCR_EXPLAIN_LIST], b[VCR_EXPLAIN_LIST];

    fprintf(
        e->edge.out,
        "  rule: spanning tree: from the parent to all children; back when the last of them has replied; the root begins again\n");
    if (r->config.sat_root)
        fprintf(e->edge.out, "  this is the root, started %u; children %s\n", r->sat_switch.started,
                vcr_explain_set(r->config.sat_children, a));
    else
        fprintf(e->edge.out, "  parent: port %u; children: %s\n", r->config.sat_parent,
                vcr_explain_set(r->config.sat_children, a));
    fprintf(e->edge.out, "  replied before: %s; tokens come on ports %s\n", vcr_explain_set(r->sat_switch.got, a),
            vcr_explain_set(e->in->sat & vcr_all_ports(e->parameters), b));
}

void vcr_explain_sat(const struct vcr_explain *e)
{
    const struct vcr_config *c = &vcr_explain_before(e)->config;
    char wrong[EXPLAIN_WRONG];

    explain_title(&e->edge, "SAT", 11, "", "");
    if (c->quiet)
        fprintf(e->edge.out, "  the router is quiet: no token leaves\n");
    else if (c->sat_mode == VCR_SAT_RING)
        print_ring(e);
    else if (c->sat_mode == VCR_SAT_TREE)
        print_tree(e);
    else
        fprintf(e->edge.out, "  sat_mode %u: no token leaves\n", c->sat_mode);
    for (int p = VCR_EXPLAIN_NONE; p < e->parameters->ports; p++) {
        vcr_explain_registers(e, "sat_switch", p, VCR_EXPLAIN_NONE);
        if (!*vcr_explain_wrong(e, "sat_switch", p, VCR_EXPLAIN_NONE, wrong))
            continue;
        if (p < 0)
            explain_conclude(&e->edge, "section 11: %s", wrong);
        else
            explain_conclude(&e->edge, "section 11, port %d: %s", p, wrong);
    }
}

/* Configuration --------------------------------------------------------------------------------------------------- */

const char *vcr_explain_address(const struct router_kind *kind, unsigned address, char text[TRIAGE_ADDRESS])
{
    static const char *const names[] = {"MODE", "PLACE", "PORTS", "RANDOM", "RANDOM", "SAT", "SAT_NEXT", "SAT_NEXT"};
    const struct vcr_parameters *s = kind->parameters;

    if (address < sizeof names / sizeof *names)
        snprintf(text, TRIAGE_ADDRESS, "%s", names[address]);
    else if (address >= VCR_CFG_CLASS && address < VCR_CFG_CLASS + VCR_CLASSES)
        snprintf(text, TRIAGE_ADDRESS, "CLASS %u", address - VCR_CFG_CLASS);
    else if (address >= VCR_CFG_ESCAPE && address < VCR_CFG_ESCAPE + VCR_CLASSES)
        snprintf(text, TRIAGE_ADDRESS, "ESCAPE %u", address - VCR_CFG_ESCAPE);
    else if (address >= VCR_CFG_STATUS && address < VCR_CFG_STATUS + (unsigned)s->ports)
        snprintf(text, TRIAGE_ADDRESS, "STATUS of port %u", address - VCR_CFG_STATUS);
    else if (address >= VCR_CFG_TABLE && address < VCR_CFG_TABLE + (unsigned)s->table_size)
        snprintf(text, TRIAGE_ADDRESS, "TABLE[%u]", address - VCR_CFG_TABLE);
    else
        snprintf(text, TRIAGE_ADDRESS, "nothing");
    return text;
}

void vcr_explain_config(const struct vcr_explain *e)
{
    const struct vcr_config *c = &vcr_explain_before(e)->config;
    char name[TRIAGE_ADDRESS], wrong[EXPLAIN_WRONG];

    explain_title(&e->edge, "Configuration and reset", 12, "", "");
    fprintf(e->edge.out,
            "  on the pins: rst %u, cfg_we %u, cfg_addr 0x%04x, cfg_wdata 0x%08" PRIx32
            ": sampled into write, addr, wdata\n",
            e->control->rst, e->control->cfg_we, e->control->cfg_addr, e->control->cfg_wdata);
    fprintf(e->edge.out, "  rule: write %u: wdata 0x%08" PRIx32 " goes to 0x%04x, %s%s\n", c->write, c->wdata, c->addr,
            vcr_explain_address(e->edge.kind, c->addr, name),
            c->write ? "" : ", if write were 1: no setting may change");
    fprintf(e->edge.out, "  rule: rdata' = value at that address before the edge: 0x%08" PRIx32 "\n", e->w.rdata);
    fprintf(e->edge.out, "  rule: quiet' = quiet - 1, to 0: quiet %u; up' = not quiet\n", c->quiet);
    for (int p = VCR_EXPLAIN_NONE; p < e->parameters->ports; p++) {
        vcr_explain_registers(e, "config", p, VCR_EXPLAIN_NONE);
        if (!*vcr_explain_wrong(e, "config", p, VCR_EXPLAIN_NONE, wrong))
            continue;
        explain_conclude(&e->edge, "section 12, %s 0x%04x, %s: %s",
                         e->control->rst ? "in reset;"
                         : c->write      ? "write to"
                                         : "read of",
                         c->addr, name, wrong);
    }
    if (e->model.input.up != e->rtl.input.up)
        explain_conclude(&e->edge, "section 6, quiet %u: up' 0x%03x, router 0x%03x", c->quiet, e->model.input.up,
                         e->rtl.input.up);
}

/* Settings -------------------------------------------------------------------------------------------------------- */

void vcr_explain_settings(const struct vcr_explain *e)
{
    const struct vcr_config *c = &vcr_explain_before(e)->config;
    char a[VCR_EXPLAIN_LIST];

    fprintf(e->edge.out, "\nSettings in force in that cycle (section 12)\n");
    fprintf(e->edge.out, "  MODE   routing %u, paired %u, link_hold %u, oldest %u, by_input %u, alloc_credits %u\n",
            c->routing, c->paired, c->link_hold, c->oldest, c->by_input, c->alloc_credits);
    fprintf(e->edge.out, "  PLACE  node %u, x_bits %u, y_bits %u, level %u\n", c->node, c->x_bits, c->y_bits, c->level);
    fprintf(e->edge.out, "  PORTS  links %s; local_port %u, local_count %u, local_bits %u\n",
            vcr_explain_set(c->links, a), c->local_port, c->local_count, c->local_bits);
    fprintf(e->edge.out, "  SAT    sat_mode %u, sat_root %u, sat_parent %u, sat_children %s\n", c->sat_mode,
            c->sat_root, c->sat_parent, vcr_explain_set(c->sat_children, a));
    for (unsigned k = 0; k < VCR_CLASSES; k++)
        fprintf(
            e->edge.out,
            "  CLASS %u  adaptive %u, select %u, busy_too %u, redraw %u, prefer %u, vc_mask 0x%04x, escape_low 0x%04x, escape_high "
            "0x%04x\n",
            k, c->adaptive[k], c->select[k], c->busy_too[k], c->redraw[k], c->prefer[k], c->vc_mask[k],
            c->escape_low[k], c->escape_high[k]);
}
