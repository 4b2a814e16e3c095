/* SPDX-License-Identifier: Apache-2.0
 *
 * What happened to packets in one terminal, as a replay shows it (triage/triage.h): when each was put in, passed the
 * gate, began and ended.
 */
#ifndef VCR_TERMINAL_HISTORY_H
#define VCR_TERMINAL_HISTORY_H

#include <stdio.h>

#include "../../triage/triage.h"
#include "vcr/params.h"

enum { VCR_TERMINAL_HISTORY_RECENT = 100 /**< as history_ops.recent */ };

/** As in struct history_ops, of a build. */
void *vcr_terminal_history_create(const struct vcr_terminal_parameters *parameters);
void vcr_terminal_history_destroy(void *history);
struct observer vcr_terminal_history_observer(void *history);
struct history_counts vcr_terminal_history_count(const void *history);
void vcr_terminal_history_print(const void *history, FILE *out);

#endif
