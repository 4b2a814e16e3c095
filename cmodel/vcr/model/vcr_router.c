/* SPDX-License-Identifier: Apache-2.0
 *
 * The router: the mechanisms wired together. docs/spec/vcr.md section 4; RTL twin rtl/vcr/vcr_router.v.
 */
#include <stdlib.h>
#include <string.h>

#include "vcr_internal.h"

const char *vcr_parameters_wrong(const struct vcr_parameters *s)
{
    if (s->ports < VCR_LEAST_PORTS || s->ports > VCR_MOST_PORTS)
        return "a router has 2 to 12 ports";
    if (s->vcs < 1 || s->vcs > VCR_MOST_VCS)
        return "a port has 1 to 16 virtual channels";
    if (s->depth < 2 || s->depth > VCR_MOST_DEPTH)
        return "a virtual channel holds 2 to 64 flits";
    if (s->words < 1 || s->words > VCR_MOST_WORDS || s->words == 3)
        return "a flit has 1, 2 or 4 words of 64 bits";
    if (s->table_size > VCR_MOST_TABLE)
        return "a route table has up to 1024 entries";
    if (s->table_size != 0 && !s->route_stage)
        return "a route table needs a route stage";
    if (s->repeats > VCR_MOST_REPEATS)
        return "allocation has 1 to 4 iterations";
    if (s->repeats != 0 && s->speedup)
        return "with speedup allocation has one iteration";
    return NULL;
}

static size_t slots(const struct vcr_parameters *s)
{
    return (size_t)vcr_lanes(s) * s->depth;
}

/* The memory: flits, what is kept with them, the table. */
static uint64_t *flits_of(struct vcr_router *r)
{
    return r->memory;
}

static uint32_t *kept_of(const struct vcr_parameters *s, struct vcr_router *r)
{
    return (uint32_t *)(r->memory + slots(s) * s->words);
}

static uint32_t *table_of(const struct vcr_parameters *s, struct vcr_router *r)
{
    return kept_of(s, r) + slots(s);
}

size_t vcr_router_bytes(const struct vcr_parameters *s)
{
    size_t words = slots(s) * s->words, halves = slots(s) + s->table_size;

    return sizeof(struct vcr_router) + 8 * words + 8 * ((halves + 1) / 2);
}

struct vcr_router *vcr_router_create(const struct vcr_parameters *s)
{
    struct vcr_router *r = vcr_parameters_wrong(s) ? NULL : calloc(1, vcr_router_bytes(s));

    if (r) {
        r->parameters = *s;
        vcr_regs_reset(&r->regs);
    }
    return r;
}

void vcr_router_destroy(struct vcr_router *router)
{
    free(router);
}

/* Under reset too, the configuration port is read. */
static void reset(struct vcr_regs *r)
{
    struct vcr_config sampled = r->config;

    vcr_regs_reset(r);
    r->config.write = sampled.write;
    r->config.addr = sampled.addr;
    r->config.wdata = sampled.wdata;
}

void vcr_router_eval(const struct vcr_parameters *s, struct vcr_router *router, const struct vcr_pins *in,
                     struct vcr_wires *w)
{
    const struct vcr_regs *r = &router->regs;

    vcr_route_eval(s, &r->route, &r->config, in, w);
    vcr_output_eval(s, &r->output, &r->config, in, w);
    vcr_input_eval(s, &r->input, flits_of(router), kept_of(s, router), w);
    vcr_select_eval(s, &r->input, &r->output, &r->config, &r->route, w);
    vcr_allocate_eval(s, &r->allocate, &r->input, &r->config, w);
    vcr_config_eval(s, r, w);
}

void vcr_router_commit(const struct vcr_parameters *s, struct vcr_router *router, const struct vcr_pins *in,
                       const struct vcr_control *control, const struct vcr_wires *w)
{
    struct vcr_regs *r = &router->regs;

    vcr_input_commit(s, &r->input, &r->config, flits_of(router), kept_of(s, router), w);
    vcr_output_commit(s, &r->output, &r->config, in, w);
    vcr_allocate_commit(s, &r->allocate, &r->config, w);
    vcr_crossbar_commit(s, &r->crossbar, w);
    vcr_sat_switch_commit(s, &r->sat_switch, &r->config, in);
    vcr_route_commit(s, &r->route, &r->config, table_of(s, router), in);
    vcr_config_commit(s, &r->config, control, w);
    if (control->rst)
        reset(r);
}

void vcr_router_cycle(const struct vcr_parameters *s, struct vcr_router *router, const struct vcr_pins *in,
                      const struct vcr_control *control)
{
    struct vcr_wires w;

    vcr_router_eval(s, router, in, &w);
    vcr_router_commit(s, router, in, control, &w);
}

/*
 * A router rests while no flit is in it, on its wires or comes, no credit is on a wire, and no link changes: then
 * input, output, allocation and crossbar stay as they are.
 */
static int rests(const struct vcr_parameters *s, const struct vcr_regs *r, const struct vcr_pins *in,
                 const struct vcr_control *control)
{
    unsigned all = vcr_all_ports(s), up = in->up & all, flits = s->route_stage ? r->route.valid : in->valid & all;
    uint64_t busy = 0;

    if (flits | r->crossbar.valid | r->crossbar.head | r->crossbar.tail | r->config.quiet | control->rst)
        return 0;
    for (unsigned p = 0; p < s->ports; p += vcr_together(s))
        busy |= vcr_sets(s, &r->input.stored[p]) | vcr_sets(s, &r->input.active[p]) | vcr_sets(s, &r->input.credit[p]) |
                (vcr_sets(s, &in->credit[p]) & vcr_all_lanes(s, p));
    return busy == 0 && r->input.up == all && up == r->output.up_last && up == r->output.linked;
}

void vcr_router_advance(const struct vcr_parameters *s, struct vcr_router *router, const struct vcr_pins *in,
                        const struct vcr_control *control)
{
    struct vcr_regs *r = &router->regs;
    struct vcr_wires w;

    if (!rests(s, r, in, control)) {
        vcr_router_cycle(s, router, in, control);
        return;
    }
    vcr_config_eval(s, r, &w);
    vcr_sat_switch_commit(s, &r->sat_switch, &r->config, in);
    vcr_route_commit(s, &r->route, &r->config, table_of(s, router), in);
    vcr_config_commit(s, &r->config, control, &w);
}

void vcr_router_step(struct vcr_router *router, const struct vcr_pins *in, const struct vcr_control *control)
{
    vcr_router_advance(&router->parameters, router, in, control);
}

size_t vcr_pins_bytes(const struct vcr_parameters *s)
{
    return offsetof(struct vcr_pins, flit) + 8u * s->ports * s->words;
}

void vcr_router_show(const struct vcr_parameters *s, const struct vcr_router *router, struct vcr_pins *out)
{
    const struct vcr_regs *r = &router->regs;

    memset(out, 0, offsetof(struct vcr_pins, flit));
    out->valid = r->crossbar.valid;
    out->head = r->crossbar.head;
    out->tail = r->crossbar.tail;
    out->up = r->input.up;
    out->sat = r->sat_switch.sat;
    memcpy(out->credit, r->input.credit, sizeof out->credit);
    memcpy(out->vc, r->crossbar.vc, sizeof out->vc);
    memcpy(out->flit, r->crossbar.flit, 8u * s->ports * s->words);
}

void vcr_router_pins(const struct vcr_router *router, struct vcr_pins *out)
{
    vcr_router_show(&router->parameters, router, out);
}

uint32_t vcr_router_cfg_rdata(const struct vcr_router *router)
{
    return router->regs.config.rdata;
}

const struct vcr_regs *vcr_router_state(const struct vcr_router *router)
{
    return &router->regs;
}

size_t vcr_lane_bytes(const struct vcr_parameters *s)
{
    return (size_t)s->depth * (8u * s->words + 4u);
}

void vcr_router_lane(const struct vcr_router *router, unsigned lane, uint8_t *out)
{
    const struct vcr_parameters *s = &router->parameters;
    struct vcr_router *r = (struct vcr_router *)(uintptr_t)router;
    size_t words = (size_t)s->depth * s->words;

    if (lane >= (unsigned)vcr_lanes(s))
        return;
    memcpy(out, flits_of(r) + lane * words, 8 * words);
    memcpy(out + 8 * words, kept_of(s, r) + (size_t)lane * s->depth, 4u * s->depth);
}

void vcr_router_set_lane(struct vcr_router *router, unsigned lane, const uint8_t *bytes)
{
    const struct vcr_parameters *s = &router->parameters;
    size_t words = (size_t)s->depth * s->words;

    if (lane >= (unsigned)vcr_lanes(s))
        return;
    memcpy(flits_of(router) + lane * words, bytes, 8 * words);
    memcpy(kept_of(s, router) + (size_t)lane * s->depth, bytes + 8 * words, 4u * s->depth);
}

uint32_t vcr_router_entry(const struct vcr_router *router, unsigned destination)
{
    return table_of(&router->parameters, (struct vcr_router *)(uintptr_t)router)[destination];
}

int vcr_router_held(const struct vcr_router *router, unsigned lane, unsigned k, uint64_t *head)
{
    const struct vcr_parameters *s = &router->parameters;
    struct vcr_router *r = (struct vcr_router *)(uintptr_t)router;
    unsigned slot = lane * s->depth + (router->regs.input.read[lane] + k) % s->depth;

    *head = flits_of(r)[slot * s->words];
    return (kept_of(s, r)[slot] & VCR_SLOT_HEAD) != 0;
}
