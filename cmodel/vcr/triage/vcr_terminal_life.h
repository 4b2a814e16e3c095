/* SPDX-License-Identifier: Apache-2.0
 *
 * What happened to packets in one terminal, as a replay shows it (triage/triage.h): when each was put in, passed the gate, began
 * and ended.
 */
#ifndef VCR_TERMINAL_LIFE_H
#define VCR_TERMINAL_LIFE_H

#include <stdio.h>

#include "../../triage/triage.h"
#include "vcr/params.h"

enum { VCR_TERMINAL_LIFE_RECENT = 100 /**< as life_ops.recent */ };

/** As in struct life_ops, of a build. */
void *vcr_terminal_life_create(const struct vcr_terminal_shape *shape);
void vcr_terminal_life_destroy(void *life);
struct observer vcr_terminal_life_observer(void *life);
struct life_counts vcr_terminal_life_count(const void *life);
void vcr_terminal_life_print(const void *life, FILE *out);

#endif
