/* SPDX-License-Identifier: Apache-2.0
 *
 * State injection into a switch of which only some registers can be set: the others stay as they were reached, and a
 * drawn state is made to fit them.
 *
 * A register that the switch shows but does not take, a wire of its own, has the value that it shows. One that it does
 * not show holds what the model's does only while that matters, and when it does, registers of the same mechanism say,
 * or of another one: these stay as reached, too.
 */
#ifndef FEDX_STATE_FIT_H
#define FEDX_STATE_FIT_H

#include "fedx/random.h"

#include "../kind/fedx_model_node.h"

/** What becomes of a register: a row of fedx_reg_table. */
enum fedx_state_fit {
    FEDX_FIT_SET,     /**< set as drawn */
    FEDX_FIT_WORKED,  /**< as reached: the switch shows it, but does not take it */
    FEDX_FIT_HIDDEN,  /**< as reached: the switch does not show it */
    FEDX_FIT_RELATED, /**< as reached: it may say when a hidden one matters */
};

/**
 * Find out what a switch takes, by trying.
 * @param ops        with inject
 * @param[out] fits  enum fedx_state_fit of every row of fedx_reg_table
 * @return 0, or -1 when out of memory
 */
int fedx_state_fit_learn(const struct node_ops *ops, uint8_t *fits);

/**
 * Make a drawn state fit what was reached: as much of it as is legal then.
 * @param reached       the state of the model
 * @param[in,out] drawn a legal state; what is not to be set becomes that of reached
 * @return 0, or -1 when reached itself is not legal, and nothing can be set
 */
int fedx_state_fit(const uint8_t *fits, struct fedx_random *r, const struct fedx_switch_regs *reached,
                   struct fedx_switch_regs *drawn);

/** How many registers become of this. */
int fedx_state_fit_count(const uint8_t *fits, enum fedx_state_fit fit);

#endif
