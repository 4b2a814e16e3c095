/* SPDX-License-Identifier: Apache-2.0
 *
 * Stimulus that goes where coverage is missing. Before each episode it chooses the
 * profile, whether settings come from the corners, and a set-up:
 *
 *  - Profiles are drawn by weight: for each hole, what the profile has brought about
 *    in the hole's family so far, rare points counting more (1 / times hit).
 *  - In half of the episodes a hole is drawn instead, and the episode that last hit a
 *    point near it (all but one coordinate equal), the rarest first, is run again:
 *    the same profile, settings, route table and loads, another course.
 *
 * All of it depends on the seed and on what was hit: the same run chooses the same.
 */
#ifndef FEDX_AIM_H
#define FEDX_AIM_H

#include "fedx_coverage_points.h"
#include "fedx_stimulus.h"

struct fedx_aim;

/** @param coverage  that the stimulus fills; it must stay. @return NULL when out of memory */
struct fedx_aim *fedx_aim_create(const struct coverage *coverage, uint64_t seed);
/** NULL is legal. */
void fedx_aim_destroy(struct fedx_aim *aim);
/** What the next episode is to be like. @param episode  its number */
struct fedx_stimulus_aim fedx_aim_next(struct fedx_aim *aim, uint64_t episode);
/** That episode was run. @return reachable points that are still not hit */
int fedx_aim_learn(struct fedx_aim *aim);

#endif
