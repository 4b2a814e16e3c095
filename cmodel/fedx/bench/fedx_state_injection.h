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

/** A batch begins with a reset, a random route table and stores (bench/injection.h). */
extern const struct injection_kind fedx_kind_injection;

#endif
