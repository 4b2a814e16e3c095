/* SPDX-License-Identifier: Apache-2.0 */
#include "vcr_triage.h"

#include <string.h>

#include "../model/vcr_internal.h"

enum { RESET_CYCLES = 2 };

static void look_up(const struct vcr_parameters *s, uint64_t head, uint8_t *looked_up)
{
    unsigned destination = vcr_flit_destination(vcr_flit_aimed(s, head));

    if (destination < s->table_size)
        looked_up[destination] = 1;
}

/* Destinations that are looked up: of whatever is on the wires, and of silent ones. */
static void find_lookups(const struct vcr_parameters *s, const struct vectors *window, uint8_t *looked_up)
{
    memset(looked_up, 0, VCR_MOST_TABLE);
    looked_up[0] = 1;
    for (size_t i = 0; i < window->count; i++) {
        const struct vcr_pins *in = vectors_in(window, i);
        for (unsigned p = 0; p < s->ports; p++) {
            look_up(s, in->flit[p * s->words], looked_up);
            if (s->via && vcr_flit_via(in->flit[p * s->words]))
                look_up(s, vcr_flit_turned(in->flit[p * s->words]), looked_up);
        }
    }
}

/* A reset, and what the table has for destinations that come in the window. */
static int preamble(struct vectors *v, const void *model, const struct initial_state *start,
                    const struct vectors *window)
{
    const struct vcr_parameters *s = v->kind->parameters;
    static const struct vcr_pins silent;
    struct vcr_control control = {.rst = 1};
    uint8_t looked_up[VCR_MOST_TABLE];
    int status = 0;

    (void)start;
    find_lookups(s, window, looked_up);
    for (int i = 0; i < RESET_CYCLES && status == 0; i++)
        status = vectors_add(v, &silent, &control);
    for (unsigned d = 0; d < s->table_size && status == 0; d++)
        if (looked_up[d]) {
            const struct vcr_control entry = {.rst = 1,
                                              .cfg_we = 1,
                                              .cfg_addr = (uint16_t)(VCR_CFG_TABLE + d),
                                              .cfg_wdata = vcr_router_entry(model, d)};
            status = vectors_add(v, &silent, &entry);
        }
    return status == 0 ? vectors_add(v, &silent, &control) : -1;
}

/* A channel of an input is empty, and its packet owns nothing. */
static void without_lane(const struct vcr_parameters *s, struct vcr_regs *r, unsigned lane)
{
    unsigned p = lane / s->vcs, bit = 1u << lane % s->vcs, out = r->input.out_port[lane];

    if (r->input.active[p] & bit) {
        r->output.owned[out] &= (uint16_t) ~(1u << r->input.out_vc[lane]);
        if (r->output.owned[out] == 0)
            r->output.hold &= (uint16_t) ~(1u << out);
    }
    r->input.stored[p] &= (uint16_t)~bit;
    r->input.active[p] &= (uint16_t)~bit;
    r->input.closing[p] &= (uint16_t)~bit;
    r->input.committed[p] &= (uint16_t)~bit;
    r->input.credit[p] &= (uint16_t)~bit;
    r->input.write[lane] = r->input.read[lane] = r->input.fill[lane] = 0;
    r->input.out_port[lane] = r->input.out_vc[lane] = r->input.commit_port[lane] = 0;
    r->input.age[lane] = 0;
}

/* A channel holds no more than its front. */
static void without_rest(const struct vcr_parameters *s, struct vcr_input *i, unsigned lane)
{
    if (i->fill[lane] <= 1)
        return;
    i->fill[lane] = 1;
    i->write[lane] = (uint8_t)(i->read[lane] + 1 == s->depth ? 0 : i->read[lane] + 1);
}

/* Nothing is on the wires of an output, nor in the route stage behind that port. */
static void without_wires(const struct vcr_parameters *s, struct vcr_regs *r, unsigned p)
{
    uint16_t keep = (uint16_t) ~(1u << p);

    r->crossbar.valid &= keep;
    r->crossbar.head &= keep;
    r->crossbar.tail &= keep;
    r->crossbar.vc[p] = 0;
    memset(&r->crossbar.flit[p * s->words], 0, 8 * s->words);
    r->route.valid &= keep;
    r->route.head &= keep;
    r->route.tail &= keep;
    r->route.vc[p] = 0;
    r->route.entry[p] = 0;
    memset(&r->route.flit[p * s->words], 0, 8 * s->words);
}

/* An output has as much as an idle one. */
static void without_credits(const struct vcr_parameters *s, struct vcr_regs *r, const struct vcr_regs *idle, unsigned p)
{
    uint16_t bit = (uint16_t)(1u << p);

    memcpy(&r->output.credits[p * s->vcs], &idle->output.credits[p * s->vcs], s->vcs);
    r->output.linked = (uint16_t)((r->output.linked & ~bit) | (idle->output.linked & bit));
    r->output.up_last = (uint16_t)((r->output.up_last & ~bit) | (idle->output.up_last & bit));
}

/* Channels of inputs with what their packets own, outputs, then ports with all of theirs. */
static int without(const struct router_kind *kind, void *registers, const void *idle, int part)
{
    const struct vcr_parameters *s = kind->parameters;
    unsigned lanes = vcr_lanes(s), number = (unsigned)part;

    if (number < lanes)
        without_lane(s, registers, number);
    else if (number < lanes + s->ports)
        without_wires(s, registers, number - lanes);
    else if (number < lanes + 2u * s->ports)
        without_credits(s, registers, idle, number - lanes - s->ports);
    else if (number < 2u * (lanes + s->ports))
        without_rest(s, &((struct vcr_regs *)registers)->input, number - lanes - 2u * s->ports);
    return number < 2u * (lanes + s->ports);
}

const struct late_start_ops vcr_late_start = {preamble, without};
