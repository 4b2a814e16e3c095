/* SPDX-License-Identifier: Apache-2.0
 *
 * What an attempt to send a packet can come to, by name: the rows of fedx/fedx_causes.def, and what only the sender knows.
 */
#ifndef FEDX_CAUSES_H
#define FEDX_CAUSES_H

#include "fedx/params.h"
#include "../../kind/kind.h"

enum {
    FEDX_CAUSE_BROKEN = FEDX_CAUSE_THROTTLED + 1, /**< neither accepted nor refused (faults only) */
    FEDX_CAUSES
};

/** By FEDX_CAUSE_*. */
extern const struct router_cause fedx_causes[FEDX_CAUSES];

#endif
