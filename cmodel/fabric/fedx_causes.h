/* SPDX-License-Identifier: Apache-2.0
 *
 * What an attempt to send a packet can come to, by name: the rows of fedx/fedx_causes.def, and what only the sender knows.
 */
#ifndef FEDX_CAUSES_H
#define FEDX_CAUSES_H

#include "fedx/params.h"

enum {
    FEDX_CAUSE_BROKEN = FEDX_CAUSE_THROTTLED + 1, /**< neither accepted nor refused (faults only) */
    FEDX_CAUSES
};

/** As results and coverage have it. */
extern const char *const fedx_cause_keys[FEDX_CAUSES];
/** For people. */
extern const char *const fedx_cause_words[FEDX_CAUSES];

#endif
