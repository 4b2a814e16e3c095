/* SPDX-License-Identifier: Apache-2.0
 *
 * The event engine in parts (engine/lp_group.h): what parts tell each other, and what one sees of the whole. Windows
 * are of 1 + L cycles: nothing that a switch says of a cycle changes the other end of a cable before that many are
 * over. A PE is in the part of its switch. docs/reference/engines.md.
 */
#ifndef FEDX_EVENT_PARTS_H
#define FEDX_EVENT_PARTS_H

#include "fedx_event.h"

/** How many of so many threads make a fabric of so many nodes and extra stages of cables faster, 1 at least:
 * docs/reference/engines.md. */
int fedx_event_parts_pay(unsigned nodes, unsigned latency, int threads);
/** As engine_ops.run, on so many threads, lp_group_most at most. */
int fedx_event_parts_run(struct fedx_event_engine *e, uint64_t cycles, unsigned threads, engine_watch watch,
                         void *context, uint64_t period);

#endif
