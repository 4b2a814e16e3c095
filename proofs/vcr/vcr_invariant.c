/* SPDX-License-Identifier: Apache-2.0
 *
 * The invariant of the virtual-channel router, cmodel/vcr/kind/vcr_legal.c, as a proof harness: from any state in which
 * all clauses hold, and whatever comes in, every clause holds a cycle later, and holds what the proofs of single
 * mechanisms assume. An output is 1 where something does not hold. There is no RTL: it is the C, which those proofs
 * show to be equal.
 *
 * What route, selection and allocation give is anything that they promise (vcr_assumed.h). That no value has more bits
 * than its register (clause widths) is shown with the outputs of the blocks. What is kept in memory has a clause of its
 * own. docs/verification/invariants.md.
 */
#include "../../cmodel/vcr/kind/vcr_legal.c"
#include "../../cmodel/vcr/model/vcr_router.c"

#include "vcr_assumed.h"

/* A clause that is not taken for granted before the step, to see which ones need it; none as a rule. */
#ifndef VCR_PROOF_WITHOUT
#define VCR_PROOF_WITHOUT VCR_LEGAL_COUNT
#endif
#define WITHOUT (VCR_PROOF_WITHOUT < VCR_LEGAL_COUNT ? UINT32_C(1) << VCR_PROOF_WITHOUT : 0u)

/* What is kept in slot `at` of lane l. */
static inline uint32_t kept_at(const uint32_t *kept, unsigned l, unsigned at)
{
    uint32_t here = 0;

    for (unsigned k = 0; k < DEPTH; k++)
        here |= at == k ? kept[l * DEPTH + k] : 0;
    return here;
}

/*
 * Whether the routes that are kept with the flits of every queue are routes, and what has committed is a head with one.
 */
static inline int routes(const struct vcr_input *i, const uint32_t *kept)
{
    int holds = 1;

    for (unsigned l = 0; l < LANES; l++) {
        uint32_t front = kept_at(kept, l, i->read[l]);
        holds &= !LANE_OF(i->committed, l) | (((front & VCR_SLOT_HEAD) != 0) & (vcr_route_best(front) != 0));
        for (unsigned k = 0; k < DEPTH; k++) {
            unsigned slot = (unsigned)i->read[l] + k, at = slot >= DEPTH ? slot - DEPTH : slot;
            holds &= (k >= i->fill[l]) | legal_route(kept_at(kept, l, at) & VCR_SLOT_ROUTE);
        }
    }
    return holds;
}

/* All clauses but widths, and a bit more for the routes in memory. */
static inline uint32_t broken(const struct vcr_regs *r, const uint32_t *kept)
{
    uint16_t by[VCR_MOST_PORTS] = {0};
    unsigned outs = (unsigned)outputs(PARAMETERS, &r->input), once = outs && taken(PARAMETERS, &r->input, by);

    return (uint32_t)!queues(PARAMETERS, &r->input) << VCR_LEGAL_queues |
           (uint32_t)!stored(PARAMETERS, &r->input) << VCR_LEGAL_stored | (uint32_t)!outs << VCR_LEGAL_outputs |
           (uint32_t) !(once && owners(PARAMETERS, r, by)) << VCR_LEGAL_owners |
           (uint32_t)!holds(PARAMETERS, r, by) << VCR_LEGAL_hold |
           (uint32_t)!closing(PARAMETERS, &r->input) << VCR_LEGAL_closing |
           (uint32_t)!committed(PARAMETERS, &r->input) << VCR_LEGAL_committed |
           (uint32_t)!credits(PARAMETERS, &r->output) << VCR_LEGAL_credits |
           (uint32_t)!pointers(PARAMETERS, &r->allocate) << VCR_LEGAL_pointers |
           (uint32_t)!wires(PARAMETERS, &r->crossbar) << VCR_LEGAL_wires |
           (uint32_t)!quiet(PARAMETERS, r) << VCR_LEGAL_quiet |
           (uint32_t)!stage(PARAMETERS, &r->route) << VCR_LEGAL_stage |
           (uint32_t)!routes(&r->input, kept) << VCR_LEGAL_COUNT;
}

static inline void take_memory(uint64_t *flits, uint32_t *kept)
{
    for (unsigned k = 0; k < SLOTS; k++)
        kept[k] = (uint32_t)any("kept", k, 32);
    for (unsigned k = 0; k < SLOTS * WORDS; k++)
        flits[k] = any("flits", k, 64);
}

/* What the proofs of single mechanisms assume, a bit each. */
static inline void show_assumptions(const struct vcr_regs *r, const struct vcr_wires *w)
{
    proof_output("assumed.route", 0, 1, !assumed_by_route(&r->route));
    proof_output("assumed.input", 0, 1, !(assumed_by_input(&r->input) & assumed_of_grants(w)));
    proof_output("assumed.select", 0, 1, !assumed_by_select(&r->input, w));
    proof_output("assumed.output", 0, 1, !assumed_by_output(&r->output, w));
    proof_output("assumed.allocate", 0, 1, !assumed_by_allocate(w));
    proof_output("assumed.crossbar", 0, 1, !assumed_by_crossbar(w));
}

/* All wires, from registers and what comes in. */
static inline void evaluate(const struct vcr_regs *r, const uint64_t *flits, const uint32_t *kept,
                            const struct vcr_pins *in, struct vcr_wires *w)
{
    proof_assume(promised_by_route(&r->config, w));
    vcr_output_eval(PARAMETERS, &r->output, &r->config, in, w);
    vcr_input_eval(PARAMETERS, &r->input, flits, kept, w);
    SELECT_EVAL_OUTPUTS(ANY_WIRE)
    ALLOCATE_EVAL_OUTPUTS(ANY_WIRE)
    proof_assume(promised_by_select(&r->input, w));
    proof_assume(promised_by_allocate(w));
}

static inline void show_clauses(uint32_t after, unsigned of_reset)
{
#define CLAUSE(name, words)                   \
    if (VCR_LEGAL_##name != VCR_LEGAL_widths) \
        proof_output(#name, 0, 1, after >> VCR_LEGAL_##name & 1u);
    VCR_LEGAL_CLAUSES(CLAUSE)
#undef CLAUSE
    proof_output("routes", 0, 1, after >> VCR_LEGAL_COUNT & 1u);
    proof_output("reset", 0, 1, of_reset);
}

void vcr_invariant(void);

void vcr_invariant(void)
{
    struct vcr_regs regs, clear, *r = &regs;
    struct vcr_wires w;
    struct vcr_pins in;
    struct vcr_control control = {.cfg_we = (uint8_t)INPUT("cfg_we"),
                                  .cfg_addr = (uint16_t)INPUT_WORD("cfg_addr", 16),
                                  .cfg_wdata = INPUT_WORD("cfg_wdata", 32)};
    uint64_t flits[SLOTS * WORDS];
    uint32_t kept[SLOTS];

    take_old_wires(&w);
    memset(&in, 0, sizeof in);
    in.up = INPUT_MASK("rx_up");
    INPUT_LANES("rx_credit", in.credit, PORTS, VCS);
    take_any_registers(r);
    clear = *r;
    reset(&clear);
    take_memory(flits, kept);
    proof_assume((broken(r, kept) & ~WITHOUT) == 0);
    evaluate(r, flits, kept, &in, &w);
    show_assumptions(r, &w);
    w.rdata = (uint32_t)any("rdata", 0, 32);
    vcr_input_commit(PARAMETERS, &r->input, &r->config, flits, kept, &w);
    vcr_output_commit(PARAMETERS, &r->output, &r->config, &in, &w);
    vcr_allocate_commit(PARAMETERS, &r->allocate, &r->config, &w);
    vcr_crossbar_commit(PARAMETERS, &r->crossbar, &w);
    if (!parameters.route_stage)
        vcr_route_commit(PARAMETERS, &r->route, &r->config, NULL, &in);
    vcr_config_commit(PARAMETERS, &r->config, &control, &w);
    show_clauses(broken(r, kept) & ~WITHOUT, broken(&clear, kept) != 0);
}
