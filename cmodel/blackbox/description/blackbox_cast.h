/* SPDX-License-Identifier: Apache-2.0
 *
 * Broadcast and multicast: packets that are for several outputs, and which sets of outputs they may be for.
 */
#ifndef BLACKBOX_BLACKBOX_CAST_H
#define BLACKBOX_BLACKBOX_CAST_H

#include "fedx/rng.h"

#include "blackbox_flit.h"

/** Whether an input may send to a set of so many outputs. */
int blackbox_cast_counts(const struct blackbox *f, int source, int outputs);
/** Draw a set for a packet that is for an output, or for any if no set of its input has that one. @return 0, or -1 when
 * its input has no set */
int blackbox_cast_draw(const struct blackbox *f, struct rng *random, struct blackbox_packet *p);
/** Let a packet be for fewer outputs: each number below blackbox_cast_tries() is a way. @return 1 when it is one */
int blackbox_cast_narrow(const struct blackbox *f, struct blackbox_packet *p, int way);
int blackbox_cast_tries(const struct blackbox *f);

#endif
