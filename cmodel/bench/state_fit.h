/* SPDX-License-Identifier: Apache-2.0
 *
 * State injection into a router of which only some registers can be set: the others stay as they were reached, and a
 * drawn state is made to fit them.
 *
 * A register that the router shows but does not take, a wire of its own, has the value that it shows. One that it does
 * not show holds what the model's does only while that matters, and when it does, registers of the same mechanism say,
 * or of another one: these stay as reached, too.
 */
#ifndef BENCH_STATE_FIT_H
#define BENCH_STATE_FIT_H

#include "injection.h"

/** What becomes of a register: a row of router_kind.registers. */
enum state_fit {
    STATE_FIT_SET,     /**< set as drawn */
    STATE_FIT_WORKED,  /**< as reached: the router shows it, but does not take it */
    STATE_FIT_HIDDEN,  /**< as reached: the router does not show it */
    STATE_FIT_RELATED, /**< as reached: it may say when a hidden one matters */
};

/**
 * Find out what a router takes, by trying states of its kind.
 * @param ops        with inject
 * @param[out] fits  enum state_fit of every row of router_kind.registers
 * @return 0, or -1 when out of memory
 */
int state_fit_learn(const struct router_kind *kind, const struct injection_kind *states, const struct node_ops *ops,
                    uint8_t *fits);

/**
 * Make a drawn state fit what was reached: as much of it as is legal then.
 * @param reached       the state of the model
 * @param[in,out] drawn a legal state; what is not to be set becomes that of reached
 * @return 0, or -1 when reached itself is not legal, and nothing can be set
 */
int state_fit(const struct router_kind *kind, const uint8_t *fits, struct rng *r, const void *reached, void *drawn);

/** How many registers become of this. */
int state_fit_count(const struct router_kind *kind, const uint8_t *fits, enum state_fit fit);

#endif
