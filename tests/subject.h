/* SPDX-License-Identifier: Apache-2.0
 *
 * Random configurations of everything that a fabric can be.
 */
#ifndef FEDX_TESTS_SUBJECT_H
#define FEDX_TESTS_SUBJECT_H

#include "fabric/fabric.h"
#include "faults/faults.h"
#include "fedx/kind/fedx_kind.h"
#include "fedx/kind/fedx_model_node.h"
#include "fedx/kind/fedx_port.h"
#include "fedx/rng.h"

/** A random fabric with all that it refers to; it must stay where it is. */
struct subject {
    struct topology *topology;
    struct traffic traffic;
    struct fedx_settings settings; /* config.settings */
    struct fabric_config config;
};

/** Draw a fabric for a run of so many cycles. Its nodes are left open. */
void subject_draw(struct rng *r, struct subject *s, uint64_t cycles);
void subject_finish(struct subject *s);
/** Its sources, whose packets are nearly all refused, try one message after another, so that they use up their ids.
 * @param latency  extra stages of cables */
void subject_crowd(struct subject *s, int latency);
/** Draw faults of all kinds for it, until it ends. fault_finish is due. */
void subject_faults(struct rng *r, struct subject *s, uint64_t cycles, struct fault_plan *plan);
/** Print a configuration in one line. */
void subject_print(int number, const struct subject *s);

#endif
