/* SPDX-License-Identifier: Apache-2.0
 *
 * State injection: model and RTL are put in the same random state of the invariant (fedx_legal.h), reachable or not,
 * and go on from there with the same random inputs. What stimulus from a reset reaches rarely, a coincidence of seven
 * ports, is as likely here as anything else.
 */
#ifndef FEDX_STATE_INJECTION_H
#define FEDX_STATE_INJECTION_H

#include "fedx/switch.h"

#include "../../bench/injection.h"
#include "../kind/fedx_model_node.h"
#include "fedx_lockstep_node.h"

/**
 * Draw a legal state. The class bound holds in all of those with the class rule on.
 * @param[out] regs  every named register
 */
void fedx_state_injection_draw(struct rng *r, struct fedx_switch_regs *regs);

/** Draw the levels on the wires before the first cycle; half the time most ports can begin to send. */
void fedx_state_injection_levels(struct rng *r, const struct fedx_switch_regs *regs, struct fedx_pins *in);

/**
 * Draw the inputs of a cycle, likely ones for what each port is doing: frames go on, header and packet checks are
 * mostly right, acceptances come, levels mostly stay; and anything else now and then.
 * @param[in,out] in       inputs of the cycle before
 * @param[out]    control  reset and configuration
 */
void fedx_state_injection_inputs(struct rng *r, const struct fedx_switch_regs *regs, struct fedx_pins *in,
                                 struct fedx_control *control);

/** All of that, for those who know no kind (bench/injection.h). A batch begins with a reset, a random route table and
 * stores. */
extern const struct injection_kind fedx_kind_injection;

#endif
