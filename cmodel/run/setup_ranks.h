/* SPDX-License-Identifier: Apache-2.0
 *
 * A scenario on several processes: what cannot be had there, who has which routers, and that all run the same.
 * docs/reference/ranks.md.
 */
#ifndef SCENARIO_SETUP_RANKS_H
#define SCENARIO_SETUP_RANKS_H

#include "setup.h"

/* Functions return 0, or -1 with one sentence in error (SCENARIO_ERROR bytes hold all). */

/** With setup->ranks: check that the scenario can be run there, and share out its routers. */
int setup_share_out(struct setup *setup, char *error, size_t size);
/** Routers of one of them; the RTL is open. */
int setup_check_savable(const struct setup *setup, char *error, size_t size);
/**
 * By all ranks: whether all are set up, with the same scenario, program, RTL, trace, faults and checkpoint.
 * @param failed  this rank is not, and says why in `error`
 */
int setup_agree(const struct setup *setup, int failed, char *error, size_t size);

#endif
