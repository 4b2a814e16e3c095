/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_causes.h.
 */
#include "fedx_causes.h"

const char *const fedx_cause_keys[FEDX_CAUSES] = {
#define FEDX_CAUSE(name, number, key, words, source) [number] = key,
#include "fedx/fedx_causes.def"
#undef FEDX_CAUSE
    [FEDX_CAUSE_BROKEN] = "broken",
};

const char *const fedx_cause_words[FEDX_CAUSES] = {
#define FEDX_CAUSE(name, number, key, words, source) [number] = words,
#include "fedx/fedx_causes.def"
#undef FEDX_CAUSE
    [FEDX_CAUSE_BROKEN] = "broken",
};
