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

/** Everything about a difference; model and RTL run once more. @return NULL when out of memory */
json_t *fedx_report_difference(const struct fedx_bundle *b, const struct fedx_node_ops *rtl);

#endif
