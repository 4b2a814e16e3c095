/* SPDX-License-Identifier: Apache-2.0
 *
 * What an attempt to send a packet can come to, by name: the rows of fedx/fedx_reject_reasons.def, and what only the
 * sender knows.
 */
#ifndef FEDX_REJECT_REASONS_H
#define FEDX_REJECT_REASONS_H

#include "../../kind/kind.h"
#include "fedx/params.h"

enum {
    FEDX_REJECT_BROKEN = FEDX_REJECT_THROTTLED + 1, /**< neither accepted nor refused (faults only) */
    FEDX_REJECT_REASONS
};

/** By FEDX_REJECT_*. */
extern const struct router_reason fedx_reject_reasons[FEDX_REJECT_REASONS];

#endif
