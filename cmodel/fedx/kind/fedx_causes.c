/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_causes.h.
 */
#include "fedx_causes.h"

_Static_assert((int)FEDX_CAUSES <= (int)KIND_MOST_CAUSES && (int)FEDX_CAUSE_NONE == (int)CAUSE_NONE, "as of any kind");

const struct router_cause fedx_causes[FEDX_CAUSES] = {
#define FEDX_CAUSE(name, number, key, words, source) [number] = {key, words},
#include "fedx/fedx_causes.def"
#undef FEDX_CAUSE
    [FEDX_CAUSE_BROKEN] = {"broken", "broken"},
};
