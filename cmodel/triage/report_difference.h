/* SPDX-License-Identifier: Apache-2.0
 *
 * A difference between model and RTL as the report shows it: the wrong field, the
 * packets' lives, the waveform of the port around it. docs/reference/report.md has its keys.
 */
#ifndef TRIAGE_REPORT_DIFFERENCE_H
#define TRIAGE_REPORT_DIFFERENCE_H

#include <jansson.h>

#include "bundle.h"

/** Cycles of the waveform, at most. */
enum { REPORT_WINDOW = 120 };

/** The waveform, in a replay of the bundle's vectors. */
struct report_wave;

/** @param b  with its mismatch. @return NULL when out of memory */
struct report_wave *report_wave_create(const struct bundle *b);
/** NULL is legal. */
void report_wave_destroy(struct report_wave *w);
/** That draws it; both sides are there. */
struct observer report_wave_observer(struct report_wave *w);
/** Everything about a difference, after the replay. @return NULL when out of memory */
json_t *report_difference(const struct bundle *b, const struct report_wave *w);

#endif
