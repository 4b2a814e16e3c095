/* SPDX-License-Identifier: Apache-2.0
 *
 * A state near a difference, of a virtual-channel router: what comes before it, and what of it goes together (triage/near.h).
 */
#ifndef VCR_NEAR_H
#define VCR_NEAR_H

#include "../../bench/vectors.h"
#include "vcr/params.h"

/** As near_ops.preamble: a reset, and what the table has for destinations that come in the window. */
int vcr_near_preamble(const struct vcr_shape *s, struct vectors *v, const void *model, const struct vectors *window);
/** As near_ops.without: channels of inputs with what their packets own, outputs, then ports with all of theirs. */
int vcr_near_without(const struct vcr_shape *s, void *registers, const void *idle, int part);

#endif
