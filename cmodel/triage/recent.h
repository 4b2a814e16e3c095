/* SPDX-License-Identifier: Apache-2.0
 *
 * What was on the wires of one port in the last cycles before a difference, on both sides, which links rose and fell
 * in them, and what was written to the configuration before it, as text.
 */
#ifndef TRIAGE_RECENT_H
#define TRIAGE_RECENT_H

#include "../bench/replay.h"

enum {
    RECENT_CYCLES = 20, /**< whose wires are shown */
    RECENT_WRITES = 12  /**< to the configuration, at most */
};

struct recent;

/** @param port  whose wires are shown; -1: none @return NULL when out of memory */
struct recent *recent_create(const struct vectors *v, int port);
/** NULL is legal. */
void recent_destroy(struct recent *r);
/** That takes it from a replay; both sides are there. */
struct observer recent_observer(struct recent *r);
/** Print it. Where a router's output is another one there is a second line for it. @param port  as it is called in
 * words */
void recent_print(const struct recent *r, const char *port, FILE *out);

#endif
