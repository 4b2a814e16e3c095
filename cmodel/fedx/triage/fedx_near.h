/* SPDX-License-Identifier: Apache-2.0
 *
 * The last cycles before a difference, from a state that is set in model and RTL in
 * place of the way there. It shows the difference if all that matters is in named
 * registers and buffer stores, and then it takes few cycles however long the run was.
 */
#ifndef FEDX_NEAR_H
#define FEDX_NEAR_H

#include "fedx_shrink.h"

/** From the state to the difference, at most. */
enum { FEDX_NEAR_CYCLES = 8192 };

/**
 * Find the fewest last cycles of a recording that show the difference from the model's state before them. What of state
 * and inputs the difference does without, buffers, ports and registers, becomes that of an idle switch.
 * @param v           from a reset to the difference
 * @param config      its seconds and on_trial are not used; the RTL has inject
 * @param[out] near   begins with a reset, which writes the routes that are looked up
 * @param[out] shown  what it shows, when it was found
 * @return 1; 0 when no state near the difference shows it; -1 when out of memory
 */
int fedx_near_find(const struct vectors *v, const struct fedx_shrink_config *config, struct vectors *near,
                   struct replay *shown, uint64_t *trials);

#endif
