/* SPDX-License-Identifier: Apache-2.0
 *
 * How long the runs of a point are: all of its seeds double their length, warm-up included, until the figure of the
 * point settles over them. A run alone needs an interval of its own for that (run/precision.h); a point has many
 * that do not depend on each other. docs/reference/experiments.md.
 */
#ifndef STUDY_SWEEP_LENGTH_H
#define STUDY_SWEEP_LENGTH_H

#include "sweep_points.h"

/** What has become of a point. */
enum sweep_length {
    LENGTH_FIXED,     /**< it was not to settle */
    LENGTH_SETTLED,   /**< its figure moves no more than asked, and its interval is as tight */
    LENGTH_SATURATED, /**< likewise its throughput; the figure, a latency, grows in half of the seeds or more */
    LENGTH_STALLED,   /**< nothing moves any more in any seed */
    LENGTH_BUDGET     /**< none of these: a longer run may say something else */
};
enum sweep_length sweep_length(const struct sweep *s, unsigned experiment, unsigned curve, unsigned value);

/** The states of the runs of a point (sweep_states); those of one that has not settled are not settled. */
struct sweep_states sweep_point_states(const struct sweep *s, unsigned experiment, unsigned curve, unsigned value,
                                       const char *path);

/**
 * Double the length of every point that has to be longer; all its runs must be there.
 * @return how many points that is, or -1 with one sentence in error
 */
int sweep_lengthen(struct sweep *s, char *error, size_t size);

/** How far a figure moves from the first half of what is counted to the second, over the seeds of a point. */
struct sweep_motion {
    struct estimate percent; /**< of the mean; without seeds: the figure has no halves */
    int moves;               /**< 1: by more than chance, and by more than is asked of the point */
};
struct sweep_motion sweep_motion(const struct sweep *s, unsigned experiment, unsigned curve, unsigned value,
                                 const char *path);

#endif
