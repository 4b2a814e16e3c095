/* SPDX-License-Identifier: Apache-2.0
 *
 * A state near a difference, of a virtual-channel router: what comes before it, and what of it goes together
 * (triage/late_start.h).
 */
#ifndef VCR_LATE_START_H
#define VCR_LATE_START_H

#include "../../triage/triage.h"

extern const struct late_start_ops vcr_late_start;

#endif
