/* SPDX-License-Identifier: Apache-2.0
 *
 * The event engine in parts (engine/lp_group.h): what parts tell each other, and what one sees of the whole. Windows
 * are of 1 + L cycles: of a head or a credit, and of a SAT token, nothing counts at the other end of a cable before
 * that many are over. An endpoint is in the part of its router. docs/reference/engines.md.
 */
#ifndef VCR_EVENT_PARTS_H
#define VCR_EVENT_PARTS_H

#include "vcr_event.h"

/** What one end of a cable says to the other. */
enum vcr_event_word {
    VCR_WORD_HEAD,   /**< a head is granted: to the reader */
    VCR_WORD_CREDIT, /**< a packet begins to leave: to the sender, whose credits come back */
    VCR_WORD_TOKEN   /**< a token is on the wire: to the reader */
};

/** Say that to the other end, in another part. @param vc, head  of the packet @param cycle  in which it is so */
void vcr_event_post(const struct vcr_event_engine *e, unsigned cable, enum vcr_event_word word, unsigned vc,
                    uint64_t head, uint64_t cycle);
/** How many of so many threads make a fabric of so many routers and extra stages of cables faster, 1 at least:
 * docs/reference/engines.md. */
int vcr_event_parts_pay(unsigned routers, unsigned latency, int threads);
/** As engine_ops.run, on so many threads, lp_group_most at most. */
int vcr_event_parts_run(struct vcr_event_engine *e, uint64_t cycles, unsigned threads, engine_watch watch,
                        void *context, uint64_t period);

#endif
