/* SPDX-License-Identifier: Apache-2.0
 *
 * Lockstep of Fed-X switches (lockstep.h), and their mismatches in words.
 */
#ifndef FEDX_LOCKSTEP_NODE_H
#define FEDX_LOCKSTEP_NODE_H

#include <stdio.h>

#include "../../compare/lockstep.h"
#include "../kind/fedx_kind.h"
#include "../kind/fedx_model_node.h"

/** The lockstep node; create it with the RTL's operations as inner. It can inject if that RTL can. */
extern const struct node_ops fedx_node_lockstep;

/** The model's registers in the cycle of a mismatch. */
static inline const struct fedx_switch_regs *fedx_mismatch_registers(const struct mismatch *d)
{
    return (const struct fedx_switch_regs *)(const void *)&d->state;
}

#endif
