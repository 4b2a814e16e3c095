/* SPDX-License-Identifier: Apache-2.0
 *
 * What happened to packets in one virtual-channel router, as a replay shows it (triage/triage.h): when each came and by which
 * channel, when it went on and where, or why it did not.
 */
#ifndef VCR_LIFE_H
#define VCR_LIFE_H

#include <stdio.h>

#include "../../triage/triage.h"
#include "vcr/params.h"

enum { VCR_LIFE_RECENT = 100 /**< as life_ops.recent */ };

/** As in struct life_ops, of a build. */
void *vcr_life_create(const struct vcr_shape *shape);
void vcr_life_destroy(void *life);
struct observer vcr_life_observer(void *life);
struct life_counts vcr_life_count(const void *life);
void vcr_life_print(const void *life, FILE *out);

#endif
