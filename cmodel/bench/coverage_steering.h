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
#ifndef BENCH_COVERAGE_STEERING_H
#define BENCH_COVERAGE_STEERING_H

#include "stimulus.h"

struct coverage_steering;

/** @param coverage  that a stimulus of this kind fills; it must stay. @return NULL when out of memory */
struct coverage_steering *coverage_steering_create(const struct stimulus_kind *kind, const struct coverage *coverage,
                                                   uint64_t seed);
/** NULL is legal. */
void coverage_steering_destroy(struct coverage_steering *steering);
/** What the next episode is to be like. @param episode  its number */
struct stimulus_steering coverage_steering_next(struct coverage_steering *steering, uint64_t episode);
/** That episode was run. @return reachable points that are still not hit */
int coverage_steering_learn(struct coverage_steering *steering);

#endif
