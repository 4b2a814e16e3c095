/* SPDX-License-Identifier: Apache-2.0 */
#include "vcr_legal.h"

#include "../model/vcr_internal.h"

const char *const vcr_legal_names[VCR_LEGAL_COUNT] = {
#define CLAUSE(name, words) #name,
    VCR_LEGAL_CLAUSES(CLAUSE)
#undef CLAUSE
};

const char *const vcr_legal_words[VCR_LEGAL_COUNT] = {
#define CLAUSE(name, words) words,
    VCR_LEGAL_CLAUSES(CLAUSE)
#undef CLAUSE
};

/* Of all lanes without a branch, so that compilers take many at a time. The sum of a place and a fill is less than two
 * rounds, once both are in range: no division, which proofs do not take. */
static int queues(const struct vcr_parameters *s, const struct vcr_input *i)
{
    const uint8_t depth = (uint8_t)s->depth;
    uint8_t wrong = 0;

    for (unsigned l = 0; l < vcr_lanes(s); l++) {
        uint8_t slot = (uint8_t)(i->read[l] + i->fill[l]), behind = slot >= depth ? (uint8_t)(slot - depth) : slot;
        wrong |= i->write[l] >= depth || i->read[l] >= depth || i->fill[l] > depth || behind != i->write[l];
    }
    return !wrong;
}

static int stored(const struct vcr_parameters *s, const struct vcr_input *i)
{
    unsigned wrong = 0;

    for (unsigned p = 0; p < s->ports; p++) {
        unsigned filled = 0;
        for (unsigned v = 0; v < s->vcs; v++)
            filled |= (unsigned)(i->fill[p * s->vcs + v] != 0) << v;
        wrong |= filled ^ i->stored[p];
    }
    return !wrong;
}

static int outputs(const struct vcr_parameters *s, const struct vcr_input *i)
{
    for (unsigned p = 0; p < s->ports; p++)
        VCR_FOR_EACH(v, i->active[p])
    if (i->out_port[p * s->vcs + v] >= s->ports || i->out_vc[p * s->vcs + v] >= s->vcs)
        return 0;
    return 1;
}

/* Channels by which packets go on, and whether two go by one. Outputs are legal. */
static int taken(const struct vcr_parameters *s, const struct vcr_input *i, uint16_t *by)
{
    int once = 1;

    for (unsigned p = 0; p < s->ports; p++)
        VCR_FOR_EACH(v, i->active[p])
        {
            unsigned l = p * s->vcs + v, out = 1u << i->out_vc[l];
            once = once && !(by[i->out_port[l]] & out);
            by[i->out_port[l]] |= (uint16_t)out;
        }
    return once;
}

static int owners(const struct vcr_parameters *s, const struct vcr_regs *r, const uint16_t *by)
{
    for (unsigned p = 0; p < s->ports; p++)
        if (r->output.owned[p] != by[p])
            return 0;
    return 1;
}

static int holds(const struct vcr_parameters *s, const struct vcr_regs *r, const uint16_t *by)
{
    for (unsigned p = 0; p < s->ports; p++)
        if (r->output.hold >> p & 1u && by[p] == 0)
            return 0;
    return 1;
}

static int closing(const struct vcr_parameters *s, const struct vcr_input *i)
{
    for (unsigned p = 0; p < s->ports; p++)
        if (i->closing[p] & ~i->active[p])
            return 0;
    return 1;
}

static int committed(const struct vcr_parameters *s, const struct vcr_input *i)
{
    for (unsigned p = 0; p < s->ports; p++) {
        if (i->committed[p] & (i->active[p] | ~(unsigned)i->stored[p]))
            return 0;
        VCR_FOR_EACH(v, i->committed[p])
        if (i->commit_port[p * s->vcs + v] >= s->ports)
            return 0;
    }
    return 1;
}

static int credits(const struct vcr_parameters *s, const struct vcr_output *o)
{
    uint8_t wrong = 0;

    for (unsigned p = 0; p < s->ports; p++) {
        const uint8_t most = (uint8_t)(o->linked >> p & 1u ? s->depth : 0);
        for (unsigned v = 0; v < s->vcs; v++)
            wrong |= o->credits[p * s->vcs + v] > most;
    }
    return !wrong;
}

static int pointers(const struct vcr_parameters *s, const struct vcr_allocate *a)
{
    for (unsigned p = 0; p < s->ports; p++)
        if (a->rr[p] >= vcr_lanes(s) || a->in_rr[p] >= s->vcs)
            return 0;
    return 1;
}

/* What an output holds while it has no flit is zero. */
static int wires(const struct vcr_parameters *s, const struct vcr_crossbar *x)
{
    uint64_t rest = (x->head | x->tail) & ~x->valid;

    for (unsigned p = 0; p < s->ports; p++) {
        uint64_t held = x->vc[p];
        for (unsigned k = 0; k < s->words; k++)
            held |= x->flit[p * s->words + k];
        rest |= (x->valid >> p & 1u ? 0 : held) | (x->vc[p] >= s->vcs);
    }
    return rest == 0;
}

static int quiet(const struct vcr_parameters *s, const struct vcr_regs *r)
{
    unsigned held = r->input.up | r->output.linked | r->crossbar.valid;

    for (unsigned p = 0; p < s->ports; p++)
        held |= (unsigned)r->input.stored[p] | r->input.active[p];
    return r->config.quiet == 0 || (r->config.quiet <= VCR_QUIET_CYCLES && held == 0);
}

static int stage(const struct vcr_parameters *s, const struct vcr_route *r)
{
    uint64_t rest = (uint64_t)r->valid | r->head | r->tail;

    for (unsigned p = 0; p < s->ports; p++) {
        rest |= (uint64_t)r->vc[p] | r->entry[p];
        for (unsigned k = 0; k < s->words; k++)
            rest |= r->flit[p * s->words + k];
    }
    return s->route_stage || rest == 0;
}

/* As vcr_regs_fit has it of a table; of a build that is a constant no table is left. */
static int widths(const struct vcr_parameters *s, const struct vcr_regs *r)
{
    int fit = 1;
    VCR_WIDTHS(s);

#define VCR_REG(block, dimension, name, type, width, reset, meaning)                                     \
    const struct lanes block##_##name =                                                                  \
        vcr_lanes_of(s, VCR_OF_##dimension, width, sizeof(type), offsetof(struct vcr_regs, block.name)); \
    fit &= vcr_lanes_fit(&block##_##name, r);
#define VCR_BLOCK(block, LIST) LIST(VCR_REG)
    VCR_BLOCKS(VCR_BLOCK)
#undef VCR_REG
#undef VCR_BLOCK
    return fit;
}

uint32_t vcr_legal(const struct vcr_parameters *s, const struct vcr_regs *r)
{
    uint16_t by[VCR_MOST_PORTS] = {0};
    int outs = outputs(s, &r->input), once = outs && taken(s, &r->input, by);

    return (uint32_t)!widths(s, r) << VCR_LEGAL_widths | (uint32_t)!queues(s, &r->input) << VCR_LEGAL_queues |
           (uint32_t)!stored(s, &r->input) << VCR_LEGAL_stored | (uint32_t)!outs << VCR_LEGAL_outputs |
           (uint32_t) !(once && owners(s, r, by)) << VCR_LEGAL_owners | (uint32_t)!holds(s, r, by) << VCR_LEGAL_hold |
           (uint32_t)!closing(s, &r->input) << VCR_LEGAL_closing |
           (uint32_t)!committed(s, &r->input) << VCR_LEGAL_committed |
           (uint32_t)!credits(s, &r->output) << VCR_LEGAL_credits |
           (uint32_t)!pointers(s, &r->allocate) << VCR_LEGAL_pointers |
           (uint32_t)!wires(s, &r->crossbar) << VCR_LEGAL_wires | (uint32_t)!quiet(s, r) << VCR_LEGAL_quiet |
           (uint32_t)!stage(s, &r->route) << VCR_LEGAL_stage;
}
