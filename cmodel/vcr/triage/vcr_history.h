/* SPDX-License-Identifier: Apache-2.0
 *
 * What happened to packets in one virtual-channel router, as a replay shows it (triage/triage.h): when each came and by
 * which channel, when it went on and where, or why it did not.
 */
#ifndef VCR_HISTORY_H
#define VCR_HISTORY_H

#include "../../triage/triage.h"

extern const struct history_ops vcr_history;

#endif
