/* SPDX-License-Identifier: Apache-2.0
 *
 * The route tables of Fed-X switches in a topology. docs/spec/fedx.md section 10.
 */
#ifndef FEDX_TABLE_H
#define FEDX_TABLE_H

#include "../../topology/topology.h"
#include "fedx/switch.h"

/** Route table entry of a switch for a destination. @param deroutes  1: packets may have some; 0: no further ports */
uint32_t fedx_table_entry(const struct topology *t, int node, int destination, int deroutes);
/**
 * Every route table entry, of a topology with a PE at each switch.
 * @param reach  hops that a packet goes, at most: for destinations farther away there is none
 * @param[out] entry  [topology_pair], t->pairs of them
 */
void fedx_table_entries(const struct topology *t, int reach, int deroutes, uint32_t *entry);

#endif
