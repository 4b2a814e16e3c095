/* SPDX-License-Identifier: Apache-2.0
 *
 * State injection. See vcr_state_injection.h. A state is drawn clause by clause: what is free is random, and what a
 * clause binds is made to fit.
 */
#include "vcr_state_injection.h"

#include <string.h>

#include "../../bench/draw.h"
#include "../../bench/state_fit.h"
#include "../kind/vcr_kind.h"
#include "../model/vcr_internal.h"
#include "vcr_draw.h"

/* Few bits, half, or nearly all of a mask. */
static unsigned some_of(struct rng *r, unsigned mask)
{
    unsigned a = (unsigned)rng_next(r), b = (unsigned)rng_next(r);

    switch (below(r, 3)) {
    case 0: return mask & a & b;
    case 1: return mask & a;
    default: return mask & (a | b);
    }
}

/* What the build has not. */
static void leave_out(const struct vcr_parameters *s, struct vcr_regs *regs)
{
    if (s->speedup)
        memset(regs->allocate.in_rr, 0, sizeof regs->allocate.in_rr);
    if (s->route_stage)
        return;
    uint64_t random = regs->route.random;
    memset(&regs->route, 0, sizeof regs->route);
    regs->route.random = random;
}

/* Registers, mechanism by mechanism ------------------------------------------------------------------------------- */

/* Small, near the end, or where a single bit decides which of two is greater. */
static uint16_t draw_age(struct rng *r)
{
    unsigned power;

    switch (below(r, 8)) {
    case 0: return (uint16_t)rng_next(r);
    case 1: return (uint16_t)(0xffffu - below(r, 3));
    case 2:
    case 3: power = 1u << below(r, 17); return (uint16_t)(power - below(r, 2));
    default: return (uint16_t)below(r, 8);
    }
}

static void draw_queues(const struct vcr_parameters *s, struct rng *r, struct vcr_input *i)
{
    memset(i->stored, 0, sizeof i->stored);
    for (unsigned l = 0; l < vcr_lanes(s); l++) {
        i->read[l] = (uint8_t)injection_edge(r, s->depth - 1u);
        i->fill[l] = (uint8_t)injection_edge(r, s->depth);
        i->write[l] = (uint8_t)((i->read[l] + i->fill[l]) % s->depth);
        i->stored[l / s->vcs] |= (uint16_t)((i->fill[l] != 0) << l % s->vcs);
        i->age[l] = draw_age(r);
    }
}

/* Packets that go on, each by a channel of its own. */
static void draw_active(const struct vcr_parameters *s, struct rng *r, struct vcr_regs *regs)
{
    struct vcr_input *i = &regs->input;
    unsigned chance = 1 + below(r, 4);

    memset(i->active, 0, sizeof i->active);
    memset(regs->output.owned, 0, sizeof regs->output.owned);
    for (unsigned l = 0; l < vcr_lanes(s); l++) {
        unsigned port = below(r, s->ports), vc = below(r, s->vcs);
        if (!one_in(r, chance) || (regs->output.owned[port] >> vc & 1u))
            continue;
        i->active[l / s->vcs] |= (uint16_t)(1u << l % s->vcs);
        i->out_port[l] = (uint8_t)port;
        i->out_vc[l] = (uint8_t)vc;
        regs->output.owned[port] |= (uint16_t)(1u << vc);
    }
    for (unsigned p = 0; p < s->ports; p++) {
        if (regs->output.owned[p] == 0)
            regs->output.hold &= (uint16_t) ~(1u << p);
        i->closing[p] = (uint16_t)(one_in(r, 4) ? some_of(r, i->active[p]) : 0);
        i->committed[p] = (uint16_t)(some_of(r, i->stored[p]) & ~(unsigned)i->active[p]);
        VCR_FOR_EACH(v, i->committed[p])
        i->commit_port[p * s->vcs + v] = (uint8_t)below(r, s->ports);
    }
}

static void draw_output(const struct vcr_parameters *s, struct rng *r, struct vcr_regs *regs)
{
    unsigned all = vcr_all_ports(s);

    if (!one_in(r, 4))
        regs->output.linked = (uint16_t)(all & ~(some_of(r, all) & some_of(r, all)));
    if (!one_in(r, 4))
        regs->output.up_last = regs->output.linked;
    for (unsigned l = 0; l < vcr_lanes(s); l++)
        regs->output.credits[l] = (uint8_t)(regs->output.linked >> l / s->vcs & 1u ? injection_edge(r, s->depth) : 0);
    for (unsigned p = 0; p < s->ports; p++) {
        regs->allocate.rr[p] = (uint8_t)below(r, vcr_lanes(s));
        regs->allocate.in_rr[p] = (uint8_t)below(r, s->vcs);
    }
}

/* Nothing where there is no flit. */
static void draw_crossbar(const struct vcr_parameters *s, struct rng *r, struct vcr_crossbar *x)
{
    x->head &= x->valid;
    x->tail &= x->valid;
    for (unsigned p = 0; p < s->ports; p++) {
        unsigned valid = x->valid >> p & 1u;
        x->vc[p] = (uint8_t)(valid ? below(r, s->vcs) : 0);
        if (!valid)
            memset(&x->flit[p * s->words], 0, 8u * s->words);
    }
}

/* An address at which something is, mostly. */
static uint16_t draw_address(const struct vcr_parameters *s, struct rng *r)
{
    switch (below(r, 4)) {
    case 0: return (uint16_t)rng_next(r);
    case 1: return (uint16_t)(VCR_CFG_TABLE + below(r, s->table_size + 2u));
    default: return (uint16_t)below(r, VCR_CFG_STATUS + VCR_MOST_PORTS + 1u);
    }
}

/* As large as destinations have bits for, so that each of these may decide. */
static void draw_wide(struct rng *r, struct vcr_config *c)
{
    int tree = c->routing == VCR_ROUTE_TREE;
    unsigned digit = c->x_bits & 3u, bits = 16u - (tree ? digit : c->local_bits);

    if (tree) {
        c->level = (uint8_t)below(r, digit ? 16u / digit : 16u);
    } else {
        c->x_bits = (uint8_t)below(r, bits);
        bits -= c->x_bits;
    }
    bits = one_in(r, 2) ? bits : below(r, bits);
    c->y_bits = (uint8_t)(bits < 15u ? bits : 15u);
    if (tree)
        c->node &= (uint16_t)((1u << c->y_bits) - 1u);
}

/* Where the router is: coordinates of any size, as many bits as there are, or small ones, near destinations. */
static void draw_place(const struct vcr_parameters *s, struct rng *r, struct vcr_config *c)
{
    if (s->table_size == 0 && !one_in(r, 8))
        c->routing = (uint8_t)(1 + below(r, 3));
    switch (below(r, 8)) {
    case 0: break;
    case 1:
    case 2:
    case 3: draw_wide(r, c); break;
    default:
        c->x_bits &= 3u;
        c->y_bits &= 3u;
        c->node &= 63u;
        c->level &= 3u;
    }
}

static void draw_config(const struct vcr_parameters *s, struct rng *r, struct vcr_config *c)
{
    c->write = (uint8_t)one_in(r, 8);
    c->addr = draw_address(s, r);
    c->quiet = 0;
    c->alloc_credits = (uint8_t)(one_in(r, 8) ? c->alloc_credits : injection_edge(r, s->depth));
    c->links = (uint16_t)some_of(r, vcr_all_ports(s));
    for (unsigned k = 0; k < VCR_CLASSES; k++)
        c->vc_mask[k] = (uint16_t)(one_in(r, 2) ? 0xffff : c->vc_mask[k]);
    draw_place(s, r, c);
}

/* Mostly ports that there are, one child or some, and children that have replied, all of them or all but a few. */
static void draw_sat(const struct vcr_parameters *s, struct rng *r, struct vcr_regs *regs)
{
    unsigned all = vcr_all_ports(s);
    struct vcr_config *c = &regs->config;

    if (one_in(r, 8))
        return;
    c->sat_mode = (uint8_t)(one_in(r, 8) ? c->sat_mode : one_in(r, 2) ? VCR_SAT_RING : VCR_SAT_TREE);
    c->sat_parent = (uint8_t)below(r, s->ports);
    c->sat_children = (uint16_t)(one_in(r, 3) ? 1u << below(r, s->ports) : some_of(r, all));
    if (!one_in(r, 3))
        regs->sat_switch.got = (uint16_t)(c->sat_children & ~(one_in(r, 2) ? some_of(r, all) : 0u));
    if (one_in(r, 8)) /* one more, for which nothing has come, or that there is not */
        c->sat_children |= (uint16_t)(1u << below(r, VCR_MOST_PORTS));
    for (unsigned p = 0; p < s->ports; p++)
        c->sat_next[p] = (uint8_t)(one_in(r, 8) ? c->sat_next[p] : below(r, s->ports));
}

static uint64_t draw_head(struct rng *r)
{
    uint64_t head = rng_next(r);

    return one_in(r, 2) ? (head & UINT64_C(0xffffffffffff)) | (uint64_t)below(r, 64) << VCR_HEAD_DESTINATION : head;
}

/* What comes on a port. */
static uint64_t draw_arrival(struct rng *r, const struct vcr_config *c)
{
    uint64_t head = draw_head(r);

    if (one_in(r, 4))
        return head;
    return (head & UINT64_C(0xffffffffffff)) | (uint64_t)(vcr_draw_destination(r, c, 0) & 0xffffu)
                                                   << VCR_HEAD_DESTINATION;
}

/* A router that is quiet holds nothing. */
static void quieten(struct rng *r, struct vcr_regs *regs)
{
    regs->config.quiet = (uint8_t)(1 + injection_edge(r, VCR_QUIET_CYCLES - 1));
    memset(&regs->output, 0, sizeof regs->output);
    memset(&regs->crossbar, 0, sizeof regs->crossbar);
    regs->input.up = 0;
    memset(regs->input.stored, 0, sizeof regs->input.stored);
    memset(regs->input.active, 0, sizeof regs->input.active);
    memset(regs->input.closing, 0, sizeof regs->input.closing);
    memset(regs->input.committed, 0, sizeof regs->input.committed);
    memset(regs->input.fill, 0, sizeof regs->input.fill);
    memcpy(regs->input.write, regs->input.read, sizeof regs->input.write);
}

void vcr_state_injection_draw(const struct router_kind *kind, const struct vcr_parameters *s, struct rng *r,
                              struct vcr_regs *regs)
{
    injection_fill(kind, r, regs);
    draw_queues(s, r, &regs->input);
    draw_active(s, r, regs);
    draw_output(s, r, regs);
    draw_crossbar(s, r, &regs->crossbar);
    draw_config(s, r, &regs->config);
    draw_sat(s, r, regs);
    for (unsigned p = 0; p < s->ports; p++)
        regs->route.flit[p * s->words] = draw_arrival(r, &regs->config);
    if (one_in(r, 64))
        quieten(r, regs);
    leave_out(s, regs);
}

/* Memories -------------------------------------------------------------------------------------------------------- */

/* What is kept with a head: a route, or none. */
static uint32_t draw_route(const struct vcr_parameters *s, struct rng *r)
{
    unsigned best = one_in(r, 2) ? 1u << below(r, s->ports) : some_of(r, vcr_all_ports(s));
    unsigned preferred, turned, escape;

    if (best == 0)
        return 0;
    preferred = vcr_route_pick(best, below(r, 256));
    turned = below(r, 16);
    escape = below(r, 2);
    return best | preferred << 12 | turned << 16 | escape << 20;
}

void vcr_state_injection_lane(const struct vcr_parameters *s, struct rng *r, const struct vcr_regs *regs, unsigned lane,
                              uint8_t *bytes)
{
    unsigned committed = regs->input.committed[lane / s->vcs] >> lane % s->vcs & 1u, chance = 1 + below(r, 4);

    for (unsigned slot = 0; slot < s->depth; slot++) {
        int must = committed && slot == regs->input.read[lane], head = must || one_in(r, chance);
        uint32_t route = head ? draw_route(s, r) : 0;
        if (must && route == 0)
            route = 1u | below(r, 16) << 16;
        uint32_t kept = route | (head ? VCR_SLOT_HEAD : 0u) | (one_in(r, 3) ? VCR_SLOT_TAIL : 0u);
        for (unsigned k = 0; k < s->words; k++) {
            uint64_t word = k == 0 ? draw_head(r) : rng_next(r);
            memcpy(bytes + 8 * (slot * s->words + k), &word, sizeof word);
        }
        memcpy(bytes + 8u * s->depth * s->words + 4 * slot, &kept, sizeof kept);
    }
}

/* Inputs ---------------------------------------------------------------------------------------------------------- */

void vcr_state_injection_inputs(const struct vcr_parameters *s, struct rng *r, const struct vcr_regs *regs,
                                struct vcr_pins *in, struct vcr_control *control)
{
    unsigned all = vcr_all_ports(s), up = in->up;

    memset(in, 0, sizeof *in);
    in->up = (uint16_t)(one_in(r, 8) ? up ^ 1u << below(r, s->ports) : up);
    in->valid = (uint16_t)some_of(r, all);
    in->head = (uint16_t)some_of(r, all);
    in->tail = (uint16_t)some_of(r, all);
    in->sat = (uint16_t)some_of(r, all);
    for (unsigned p = 0; p < s->ports; p++) {
        in->vc[p] = (uint8_t)below(r, 1u << vcr_bits(s->vcs));
        in->credit[p] =
            (uint16_t)(some_of(r, vcr_all_vcs(s)) & (one_in(r, 4) ? 0xffffu : ~(unsigned)regs->input.credit[p]));
        for (unsigned k = 0; k < s->words; k++)
            in->flit[p * s->words + k] = k == 0 ? draw_arrival(r, &regs->config) : rng_next(r);
    }
    *control = (struct vcr_control){.rst = (uint8_t)one_in(r, 256)};
    control->cfg_we = (uint8_t)one_in(r, 16);
    control->cfg_addr = draw_address(s, r);
    control->cfg_wdata = (uint32_t)rng_next(r);
}

/* Injection -------------------------------------------------------------------------------------------------------- */

/* Reset, and the table, which states leave as it is. @return 1 when the two differ */
static int begin(const struct router_kind *kind, void *node, struct rng *r)
{
    static const struct vcr_pins silent;
    const struct vcr_parameters *s = kind->parameters;
    int differs = 0;

    for (unsigned d = 0; d < s->table_size + 2u && !differs; d++) {
        const struct vcr_control control = {.rst = 1,
                                            .cfg_we = d < s->table_size,
                                            .cfg_addr = (uint16_t)(VCR_CFG_TABLE + d),
                                            .cfg_wdata = (uint32_t)rng_next(r) | 1u << 31};
        differs = node_step(kind->parts->lockstep->node, node, &silent, &control);
    }
    return differs;
}

/* All memories, for these registers. */
static void put_lanes(const struct vcr_parameters *s, const struct router_kind *kind, void *node, struct rng *r,
                      const struct vcr_regs *regs)
{
    uint8_t bytes[VCR_MOST_DEPTH * (8 * VCR_MOST_WORDS + 4)];

    for (unsigned lane = 0; lane < vcr_lanes(s); lane++) {
        vcr_state_injection_lane(s, r, regs, lane, bytes);
        kind->parts->lockstep->node->inject_store(node, (int)lane, bytes);
    }
}

/* Whether the router shows all registers of its input. What it keeps beside them may be of flits that are in memory. */
static int shows_input(const struct router_kind *kind, const uint8_t *fits)
{
    int shows = 1;

    for (int row = 0; row < kind->register_count; row++)
        shows &= fits[row] == STATE_FIT_SET || fits[row] == STATE_FIT_WORKED ||
                 strcmp(kind->registers[row].block, "input") != 0;
    return shows;
}

/* What is in memory has to do with. */
static int same_fronts(const struct vcr_input *a, const struct vcr_input *b)
{
    return memcmp(a->committed, b->committed, sizeof a->committed) == 0 &&
           memcmp(a->read, b->read, sizeof a->read) == 0;
}

/* As much of a drawn state as fits into the one that was reached. */
static int put(const struct router_kind *kind, void *node, struct rng *r, const uint8_t *fits, void *registers)
{
    const struct vcr_parameters *s = kind->parameters;
    int memories = shows_input(kind, fits), left;
    struct vcr_regs *regs = registers, now;

    vcr_state_injection_draw(kind, s, r, regs);
    kind->parts->lockstep->node->state(node, &now);
    left = state_fit(kind, fits, r, &now, regs) != 0;
    if (memories)
        put_lanes(s, kind, node, r, regs);
    left |= lockstep_inject(node, regs) != 0;
    kind->parts->lockstep->node->state(node, &now);
    if (memories && !same_fronts(&now.input, &regs->input)) {
        put_lanes(s, kind, node, r, &now);
        left |= lockstep_inject(node, &now) != 0;
    }
    *regs = now;
    return left;
}

/* The far ends are as they were read last. */
static void levels(struct rng *r, const void *registers, void *in)
{
    const struct vcr_regs *regs = registers;
    struct vcr_pins *pins = in;

    (void)r;
    pins->up = regs->output.up_last;
}

static void draw(const struct router_kind *kind, struct rng *r, void *registers)
{
    vcr_state_injection_draw(kind, kind->parameters, r, registers);
}

static void inputs(const struct router_kind *kind, struct rng *r, const void *registers, void *in, void *control)
{
    vcr_state_injection_inputs(kind->parameters, r, registers, in, control);
}

const struct injection_kind vcr_injection = {draw, NULL, begin, put, levels, inputs, 1};
