/* SPDX-License-Identifier: Apache-2.0
 *
 * What happened to packets in one virtual-channel router, as a replay shows it (triage/triage.h): when each came and by
 * which channel, when it went on and where, or why it did not.
 */
#ifndef VCR_HISTORY_H
#define VCR_HISTORY_H

#include <stdio.h>

#include "../../triage/triage.h"
#include "vcr/params.h"

enum { VCR_HISTORY_RECENT = 100 /**< as history_ops.recent */ };

/** As in struct history_ops, of a build. */
void *vcr_history_create(const struct vcr_parameters *parameters);
void vcr_history_destroy(void *history);
struct observer vcr_history_observer(void *history);
struct history_counts vcr_history_count(const void *history);
void vcr_history_print(const void *history, FILE *out);

#endif
