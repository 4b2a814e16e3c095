/* SPDX-License-Identifier: Apache-2.0
 *
 * What a run saw of waits, room, gaps and fairness, in words and as JSON: bounds of a description can be chosen by it.
 */
#ifndef VERIFY_SEEN_H
#define VERIFY_SEEN_H

#include <jansson.h>

#include "../../blackbox/bench/blackbox_bench.h"

void verify_seen_print(const struct blackbox *f, const struct blackbox_extremes *seen);
/** @return NULL when out of memory */
json_t *verify_seen_json(const struct blackbox *f, const struct blackbox_extremes *seen);

#endif
