/* SPDX-License-Identifier: Apache-2.0
 *
 * How throughput is judged: in the cycles in which all inputs have a flit, once the router is busy.
 */
#ifndef BLACKBOX_BLACKBOX_PACE_H
#define BLACKBOX_BLACKBOX_PACE_H

#include "../description/blackbox.h"

/** Cycles in which all inputs have a flit that are too few to say anything of throughput. */
enum { BLACKBOX_PACE_SHORT = 100 };

/** Cycles after which a router is busy: it can have a packet of the longest at every output. */
static inline uint32_t blackbox_pace_warm(const struct blackbox *f)
{
    return (uint32_t)(4 * f->max_flits);
}

#endif
