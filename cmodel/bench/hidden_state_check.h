/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether a router keeps more than it shows. A state that it has reached is put into another copy of it, which came
 * from elsewhere; if the copy then goes on otherwise, some of the state was not in what was put in: a register that no
 * mapping names, or a second copy of one that is named. Differences after state injection would say nothing about such
 * a router.
 */
#ifndef BENCH_HIDDEN_STATE_CHECK_H
#define BENCH_HIDDEN_STATE_CHECK_H

#include "../kind/kind.h"
#include "../kind/node.h"

struct hidden_state {
    uint64_t done;      /**< states that were put in, and followed */
    int differs;        /**< the copy went on otherwise: */
    const char *signal; /**< what differed, block of a register or "" */
    const char *name;   /**< name of the register, or "the pins" */
    uint64_t cycle;     /**< cycles after the state, from 1 */
};

/**
 * Try, with states that are reached under the stimulus of the kind, and inputs as after an injected one. A register
 * that the router does not take must be the same in both copies, or the state is not tried.
 * @param kind  that has bench with stimulus, injection and tap, and lockstep
 * @param ops   with inject, inject_store and store; shows all registers
 * @return 0, or -1 when out of memory
 */
int hidden_state_check(const struct router_kind *kind, const struct node_ops *ops, struct hidden_state *result);

#endif
