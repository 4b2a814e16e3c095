/* SPDX-License-Identifier: Apache-2.0
 *
 * What a run can say of a figure. A mean is one of the packets that got through: of a run that stalled, that left
 * messages out or that was saturated it is none of what was asked for, and no verdict rests on it.
 * docs/reference/experiments.md.
 */
#ifndef STUDY_SWEEP_STATE_H
#define STUDY_SWEEP_STATE_H

#include <jansson.h>

/** States of a run as to one figure, the worst first. */
enum sweep_state {
    SWEEP_STALLED,   /**< nothing moved any more: neither means nor rates */
    SWEEP_FAILED,    /**< another failure ended it: likewise */
    SWEEP_SATURATED, /**< of a latency: it grows with the length of the run */
    SWEEP_LEFT_OUT,  /**< of a latency: so many did not arrive that their age raises it by more than 1% */
    SWEEP_UNSETTLED, /**< it was to settle, and had not when its budget was over; the figure is kept */
    SWEEP_GOOD,
    SWEEP_STATES
};

/** @param path  of the figure, as result_at has it */
enum sweep_state sweep_state(const json_t *result, const char *path);
/** In one word: stalled, failed, saturated, left_out, unsettled, good. */
const char *sweep_state_name(enum sweep_state state);
/** Whether a figure of a run in that state is one. */
int sweep_state_counts(enum sweep_state state);
/**
 * A figure for verdicts, which no mean of what got through may decide: what it tends to when the run goes on. A latency
 * of a run that stalled or is saturated, a bound of it included, tends to INFINITY, a throughput of one that stalled to
 * 0.
 * @return NAN: there is no such figure, or its limit is not known
 */
double sweep_state_limit(const json_t *result, const char *path);

/** Runs of a point, one a seed, by state. */
struct sweep_states {
    int runs[SWEEP_STATES];
};
enum { SWEEP_STATES_TEXT = 160 };
/** What is not good of them, such as "stalls in 3 of 10 seeds, saturated in 2"; empty when all are good. */
void sweep_states_text(const struct sweep_states *states, char text[SWEEP_STATES_TEXT]);

#endif
