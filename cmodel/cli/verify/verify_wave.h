/* SPDX-License-Identifier: Apache-2.0
 *
 * What a failure of a router of another make looks like, as JSON: the packets of its bundle, and the wires in its last
 * cycles.
 */
#ifndef VERIFY_WAVE_H
#define VERIFY_WAVE_H

#include <jansson.h>

#include "../../blackbox/bench/blackbox_wave.h"

/** What became of each packet of a script that was played, by their numbers in the bundle. @return NULL when out of
 * memory */
json_t *verify_history_json(const struct blackbox_bench *bench);
/** ... and of their responses. @return NULL where there are none, too */
json_t *verify_response_history_json(const struct blackbox_bench *bench);
/**
 * The wires of ends on which a flit was.
 * @param wrong  cycle of the failure
 * @param others  those of other classes, to which they are added; NULL: there are none
 * @return NULL when out of memory
 */
json_t *verify_wave_json(const struct blackbox_wave *w, uint32_t wrong, json_t *others);

#endif
