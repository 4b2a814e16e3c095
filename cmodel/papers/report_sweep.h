/* SPDX-License-Identifier: Apache-2.0
 *
 * A sweep as the report shows it: figures, and the claims judged by them.
 * docs/reference/report.md has its keys.
 */
#ifndef STUDY_REPORT_SWEEP_H
#define STUDY_REPORT_SWEEP_H

#include "../experiment/sweep_points.h"

/** Everything about a sweep whose points have all been run. @return NULL with one sentence in error */
json_t *report_sweep(const struct sweep *s, char *error, size_t size);

#endif
