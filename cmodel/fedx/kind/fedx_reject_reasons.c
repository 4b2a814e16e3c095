/* SPDX-License-Identifier: Apache-2.0 */
#include "fedx_reject_reasons.h"

_Static_assert((int)FEDX_REJECT_REASONS <= (int)KIND_MOST_REJECT_REASONS && (int)FEDX_REJECT_NONE == (int)REJECT_NONE,
               "as of any kind");

const struct router_reason fedx_reject_reasons[FEDX_REJECT_REASONS] = {
#define FEDX_REJECT(name, number, key, words, source) [number] = {key, words},
#include "fedx/fedx_reject_reasons.def"
#undef FEDX_REJECT
    [FEDX_REJECT_BROKEN] = {"broken", "broken"},
};
