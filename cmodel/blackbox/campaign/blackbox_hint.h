/* SPDX-License-Identifier: Apache-2.0
 *
 * What may be wrong with the description when a router fails: a reset of the other level, packets longer than the
 * router can hold.
 */
#ifndef BLACKBOX_BLACKBOX_HINT_H
#define BLACKBOX_BLACKBOX_HINT_H

#include "blackbox_campaign.h"

/** Bytes that hold every hint. */
enum { BLACKBOX_HINT = 1024 };

/**
 * When nothing ever came out of any output: whether all packets come through with the reset active at its other level.
 * @param c  behind blackbox_campaign_run, and before anything else was run
 * @return 1; 0: no, or something came out; -1: out of memory
 */
int blackbox_hint_reset(struct blackbox_campaign *c);
/** A sentence or two on a failure, with lines of the description. @param c  as above @param[out] text  "": there is
 * none */
void blackbox_hint(const struct blackbox_campaign *c, char *text, size_t size);

#endif
