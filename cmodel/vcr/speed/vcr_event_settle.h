/* SPDX-License-Identifier: Apache-2.0
 *
 * The event engine between two cycles, when it is saved or has been loaded.
 */
#ifndef VCR_EVENT_SETTLE_H
#define VCR_EVENT_SETTLE_H

#include "vcr_event.h"

/**
 * Make its state the same by whatever way it has come there: in how many parts it was run, and how often somebody
 * looked. What happens from now on stays what it is.
 */
void vcr_event_settle(struct vcr_event_engine *e);

#endif
