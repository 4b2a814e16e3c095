/* SPDX-License-Identifier: Apache-2.0
 *
 * Packets that a router joins: several come out of an output as one frame, whose beginning is that of the first one and
 * whose end that of the last one. All else of their flits is as ever, so that each packet is still told by itself.
 */
#ifndef BLACKBOX_BLACKBOX_JOIN_H
#define BLACKBOX_BLACKBOX_JOIN_H

#include "blackbox_script.h"

/**
 * Work out which packets of a script begin and end a frame. Packets of a frame that does not end are dropped, for a
 * router may wait for the rest.
 * @return 0, or -1 when out of memory
 */
int blackbox_join_settle(struct blackbox_script *s, const struct blackbox *f);

#endif
