/* SPDX-License-Identifier: Apache-2.0
 *
 * What may be wrong with the description when a router fails: a reset of the other level, packets longer than the router can hold.
 */
#ifndef FOREIGN_FOREIGN_HINT_H
#define FOREIGN_FOREIGN_HINT_H

#include "foreign_campaign.h"

/** Bytes that hold every hint. */
enum { FOREIGN_HINT = 1024 };

/**
 * When nothing ever came out of any output: whether all packets come through with the reset active at its other level.
 * @param c  behind foreign_campaign_run, and before anything else was run
 * @return 1; 0: no, or something came out; -1: out of memory
 */
int foreign_hint_reset(struct foreign_campaign *c);
/** A sentence or two on a failure, with lines of the description. @param c  as above @param[out] text  "": there is none */
void foreign_hint(const struct foreign_campaign *c, char *text, size_t size);

#endif
