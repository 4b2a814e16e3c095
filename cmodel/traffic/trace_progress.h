/* SPDX-License-Identifier: Apache-2.0
 *
 * What an endpoint knows of a trace with dependencies: which of its messages wait for others, and which appear next.
 */
#ifndef TRAFFIC_TRACE_PROGRESS_H
#define TRAFFIC_TRACE_PROGRESS_H

#include "../base/archive.h"
#include "trace.h"

/** A message that nothing is missing of. */
struct trace_due {
    uint64_t time;    /**< cycle in which it appears */
    uint64_t message; /**< its place in the trace */
};

struct trace_progress {
    const struct trace *trace;
    int endpoint;
    uint32_t *unmet;       /**< [own messages] messages that each depends on and that have not been delivered */
    uint8_t *left;         /**< [slots] packets that have not been delivered, of messages that its own depend on */
    struct trace_due *due; /**< a heap of those that have depended on others, the earliest at index 0 */
    size_t due_count, due_size;
};

/** @return NULL when out of memory */
struct trace_progress *trace_progress_create(const struct trace *trace, int endpoint);
/** NULL is legal. */
void trace_progress_destroy(struct trace_progress *r);
/** The first of its messages from one on that depends on no other; the end of its messages: there is none. */
size_t trace_progress_independent(const struct trace_progress *r, size_t message);
/** Take out the earliest message that is due; there must be one. @return its place */
size_t trace_progress_take(struct trace_progress *r);
/** In cycle `now` a packet of a message was delivered here. @return 0, or -1 when out of memory */
int trace_progress_delivered(struct trace_progress *r, size_t message, uint64_t now);
/** Save or load, into one of the same trace and endpoint. */
void trace_progress_archive(struct trace_progress *r, struct archive *a);

/** 1 when a message of the trace comes before what is due: of one cycle, those earlier in the trace do. */
static inline int trace_progress_before_due(const struct trace_progress *r, uint64_t time, size_t message)
{
    return r->due_count == 0 || time < r->due[0].time || (time == r->due[0].time && message < r->due[0].message);
}

#endif
