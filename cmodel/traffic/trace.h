/* SPDX-License-Identifier: Apache-2.0
 *
 * Message traces: a text file with one line `time source destination packets` a
 * message. docs/reference/workloads.md has the format.
 */
#ifndef TRAFFIC_TRACE_H
#define TRAFFIC_TRACE_H

#include <stddef.h>
#include <stdint.h>

/** One message. */
struct trace_message {
    uint64_t time; /**< cycle in which it appears on the job list of its source */
    uint32_t destination;
    uint8_t packets;
};

/** A trace, by source: those of endpoint n are message[first[n]] to message[first[n + 1] - 1], in order of the file. */
struct trace {
    struct trace_message *message;
    size_t *first;
};

/** Latest time in a trace, cycles. */
#define TRACE_LAST (UINT64_C(1) << 53)

/**
 * Read a trace.
 * @param endpoints  of the fabric, at least 1
 * @param[out] text  when NULL is returned: one sentence that begins with the file, and the line when it is about one
 */
struct trace *trace_read(const char *path, int endpoints, char *text, size_t size);
/** Hash of what a trace says; 0 for NULL. @param endpoints  as it was read for */
uint64_t trace_hash(const struct trace *t, int endpoints);
/** NULL is legal. */
void trace_destroy(struct trace *t);

#endif
