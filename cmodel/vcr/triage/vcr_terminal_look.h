/* SPDX-License-Identifier: Apache-2.0
 *
 * A terminal in one cycle of a replay: what both its packet history and its explanation look at.
 */
#ifndef VCR_TERMINAL_LOOK_H
#define VCR_TERMINAL_LOOK_H

#include "../model/vcr_internal.h"

/** The wires of the golden model in a cycle with these inputs. */
static inline struct vcr_terminal_wires vcr_terminal_look(const struct vcr_terminal_parameters *s,
                                                          const struct vcr_terminal_regs *r, const struct vcr_pins *in,
                                                          const struct vcr_terminal_control *control)
{
    struct vcr_terminal_wires w;

    vcr_sat_gate_eval(&r->sat_gate, &r->inject, &r->terminal, &w);
    vcr_inject_eval(s, &r->inject, &r->terminal, in, control->put & 1u, &w);
    return w;
}

#endif
