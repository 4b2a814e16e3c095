/* SPDX-License-Identifier: Apache-2.0
 *
 * The event engine on several threads. Each has a part of the fabric, nodes that follow each other, and runs it for a window of
 * 1 + L cycles by itself: nothing that a switch says of a cycle changes the other end of a cable before that many are over. What
 * goes to another part is a letter, opened before the next window. What is entered in the books is noted, and entered once a
 * window is over, in the order of cycles and nodes. So all is as one thread has it, to the last bit (docs/engines.md).
 *
 * Books have an effect on a PE in one case: an id is used anew once the last message that had it has arrived, and that is known
 * in the next cycle. While a message may take an id that another one still has, windows are of one cycle.
 */
#ifndef FEDX_EVENT_PARTS_H
#define FEDX_EVENT_PARTS_H

#include "../../engine/engine.h"
#include "fedx_event.h"

/** The part of one thread. */
struct fedx_event_part;

/** Nodes that one word of the wheel marks, which never are of different parts. */
enum { FEDX_EVENT_WORD_NODES = 64 };

/** How many of so many threads make a fabric of so many nodes and extra stages of cables faster, 1 at least: docs/engines.md. */
int fedx_event_parts_pay(unsigned nodes, unsigned latency, int threads);
/** Most threads that a fabric can be run on. */
unsigned fedx_event_parts_most(const struct fedx_event_engine *e);
/** As engine_ops.run, on so many threads, two at least and fedx_event_parts_most at most. */
int fedx_event_parts_run(struct fedx_event_engine *e, uint64_t cycles, unsigned threads, engine_watch watch, void *context, uint64_t period);

/* For the steps of a part. When memory is short, the run ends. */

/** A letter for another part. */
FEDX_RARE void fedx_event_post(struct fedx_event_engine *e, const struct fedx_event_letter *letter);
/** An attempt ended in a cycle. */
FEDX_RARE void fedx_event_note_attempt(const struct fedx_event_engine *e, uint64_t now, const struct attempt *attempt);
/** Something happened at a PE in a cycle. */
void fedx_event_note(struct fedx_event_engine *e, uint64_t now, const struct fedx_event_report *report);
/** A PE was stepped. */
void fedx_event_stepped(struct fedx_event_engine *e, unsigned node);

#endif
