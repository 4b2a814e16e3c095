/* SPDX-License-Identifier: Apache-2.0
 *
 * What happened to packets in one terminal, as a replay shows it (triage/triage.h): when each was put in, passed the
 * gate, began and ended.
 */
#ifndef VCR_TERMINAL_HISTORY_H
#define VCR_TERMINAL_HISTORY_H

#include "../../triage/triage.h"

extern const struct history_ops vcr_terminal_history;

#endif
