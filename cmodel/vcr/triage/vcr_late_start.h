/* SPDX-License-Identifier: Apache-2.0
 *
 * A state near a difference, of a virtual-channel router: what comes before it, and what of it goes together
 * (triage/late_start.h).
 */
#ifndef VCR_LATE_START_H
#define VCR_LATE_START_H

#include "../../bench/vectors.h"
#include "vcr/params.h"

/** As late_start_ops.preamble: a reset, and what the table has for destinations that come in the window. */
int vcr_late_start_preamble(const struct vcr_parameters *s, struct vectors *v, const void *model,
                            const struct vectors *window);
/**
 * As late_start_ops.without: channels of inputs with what their packets own, outputs, then ports with all of theirs.
 */
int vcr_late_start_without(const struct vcr_parameters *s, void *registers, const void *idle, int part);

#endif
