/* SPDX-License-Identifier: Apache-2.0
 *
 * Lockstep of Fed-X switches (lockstep.h), and their divergences in words.
 */
#ifndef FEDX_LOCKSTEP_NODE_H
#define FEDX_LOCKSTEP_NODE_H

#include <stdio.h>

#include "../kind/fedx_kind.h"
#include "../kind/fedx_model_node.h"
#include "../../compare/lockstep.h"

/** The lockstep node; create it with the RTL's operations as inner. It can inject if that RTL can. */
extern const struct node_ops fedx_node_lockstep;

/** The model's registers in the cycle of a divergence. */
static inline const struct fedx_switch_regs *fedx_divergence_registers(const struct divergence *d)
{
    return (const struct fedx_switch_regs *)(const void *)&d->state;
}

/** Print a divergence in words: cycle, field, both values, what the ports were doing. */
void fedx_divergence_print(const struct divergence *d, int node, FILE *out);
/** A port as it is called in words: "0" to "5", "PE". */
const char *fedx_port_name(int port);
/** A verdict of admission (FEDX_CAUSE_*) in words. */
const char *fedx_cause_name(unsigned cause);

#endif
