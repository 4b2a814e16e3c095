/* SPDX-License-Identifier: Apache-2.0
 *
 * A difference between model and RTL as the report shows it: the wrong field, the
 * packets' lives, the waveform of the port around it. docs/report.md has its keys.
 */
#ifndef FEDX_REPORT_DIFFERENCE_H
#define FEDX_REPORT_DIFFERENCE_H

#include <jansson.h>

#include "fedx_bundle.h"

/** Cycles of the waveform, at most. */
enum { FEDX_REPORT_WINDOW = 120 };

/** The waveform, in a replay of the bundle's vectors. */
struct fedx_report_wave;

/** @param b  with its divergence. @return NULL when out of memory */
struct fedx_report_wave *fedx_report_wave_create(const struct fedx_bundle *b);
/** NULL is legal. */
void fedx_report_wave_destroy(struct fedx_report_wave *w);
/** That draws it; both sides are there. */
struct observer fedx_report_wave_observer(struct fedx_report_wave *w);
/** Everything about a difference, after the replay. @return NULL when out of memory */
json_t *fedx_report_difference(const struct fedx_bundle *b, const struct fedx_report_wave *w);

#endif
