/* SPDX-License-Identifier: Apache-2.0
 *
 * Which endpoints are hot spots and which flood them, from what a scenario says.
 * docs/reference/workloads.md section 5.
 */
#ifndef SCENARIO_HOT_SPOTS_H
#define SCENARIO_HOT_SPOTS_H

#include "../config/scenario.h"
#include "../traffic/traffic.h"

/**
 * Give the endpoints of a traffic their roles. The scenario has hot spots.
 * @return 0, or -1 with one sentence in error
 */
int hot_spots_apply(const struct scenario *s, struct traffic *traffic, char *error, size_t size);

#endif
