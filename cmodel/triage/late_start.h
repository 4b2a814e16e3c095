/* SPDX-License-Identifier: Apache-2.0
 *
 * The last cycles before a difference, from a state that is set in model and RTL in
 * place of the way there. It shows the difference if all that matters is in named
 * registers and buffer stores; then few cycles are enough, however long the run was.
 */
#ifndef TRIAGE_LATE_START_H
#define TRIAGE_LATE_START_H

#include "../bench/replay.h"

/** From the state to the difference, at most. */
enum { LATE_START_CYCLES = 8192 };

struct late_start_config {
    const struct node_ops *rtl; /**< has inject */
    uint64_t power_up;          /**< of the RTL, 0 = zero */
    const char *field;          /**< that must differ (at any lane), or NULL: any difference will do */
};

/**
 * Find the fewest last cycles of a recording that show the difference from the model's state before them. Then parts of
 * the state that belong together, the inputs of ports, registers and stores become those of an idle router, one after
 * the other, as long as the difference still shows. Its kind has bench, triage_kind.near and a model that can be
 * copied.
 * @param v           from a reset to the difference
 * @param[out] near   begins with a reset, which writes what is looked up; of the same kind
 * @param[out] shown  what it shows, when it was found
 * @return 1; 0 when no state near the difference shows it; -1 when out of memory
 */
int late_start_find(const struct vectors *v, const struct late_start_config *config, struct vectors *near,
                    struct replay *shown, uint64_t *trials);

#endif
