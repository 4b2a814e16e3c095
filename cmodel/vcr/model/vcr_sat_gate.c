/* SPDX-License-Identifier: Apache-2.0
 *
 * SAT gate: what a terminal may send from token to token. docs/spec/vcr.md section 16; RTL twin rtl/vcr/vcr_sat_gate.v.
 */
#include "vcr_internal.h"

void vcr_sat_gate_eval(const struct vcr_sat_gate *g, const struct vcr_inject *j, const struct vcr_terminal *t,
                       struct vcr_terminal_wires *w)
{
    w->open = (t->sat_mode == VCR_SAT_OFF) | (g->count < t->share_k);
    w->begin = t->sat_mode == VCR_SAT_RING && t->sat_first && !g->started && (j->linked & 1u);
}

void vcr_sat_gate_commit(struct vcr_sat_gate *g, const struct vcr_inject *j, const struct vcr_terminal *t,
                         const struct vcr_pins *in, const struct vcr_terminal_wires *w)
{
    unsigned on = t->sat_mode != VCR_SAT_OFF, starved = g->count < t->share_l && j->buffered != 0;
    unsigned leaves = on && g->held && !starved;

    g->count = (uint16_t)(on && !leaves ? g->count + w->pass : 0u);
    g->held = on && !t->quiet && ((in->sat & 1u) || w->begin || (g->held && starved));
    g->started = on && (g->started || w->begin);
    g->sat = (uint8_t)leaves;
}
