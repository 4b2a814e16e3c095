/* SPDX-License-Identifier: Apache-2.0
 *
 * Message traces: a text file with one line `time source destination packets` a
 * message, which may have several destinations; class, id, dependencies and delay may follow.
 * docs/reference/workloads.md has the format.
 */
#ifndef TRAFFIC_TRACE_H
#define TRAFFIC_TRACE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** One message. */
struct trace_message {
    uint64_t time; /**< cycle in which it appears on the job list of its source, at the earliest */
    uint32_t destination;
    uint8_t packets;
    uint8_t traffic_class; /**< 0 or 1 */
    uint8_t joined;        /**< 1: of the line that the message before has, to another destination */
    uint8_t zero;
};

/** What messages depend on, by their places in trace.message. Each ends where the next one begins. */
struct trace_link {
    uint64_t id;       /**< as in the file */
    size_t needs;      /**< in `need`, the messages that it depends on: all are for its source */
    size_t dependents; /**< in `dependent`, those that depend on it: all are of its destination */
    uint32_t delay;    /**< cycles from the delivery of the last one that it depends on until it appears */
    uint32_t slot;     /**< its number among the messages for its destination that others depend on */
};

struct trace_links {
    struct trace_link *link; /**< [messages + 1] */
    size_t *need, *dependent;
    uint32_t *slots; /**< [endpoints] messages for each that others depend on */
};

/** A trace, by source: those of endpoint n are message[first[n]] to message[first[n + 1] - 1], in order of the file. */
struct trace {
    struct trace_message *message;
    size_t *first;
    struct trace_links *links; /**< NULL: no message depends on another */
    int classes;               /**< 1: a message is of class 1 */
    int multicasts;            /**< 1: a line has several destinations */
};

/** Latest time in a trace, cycles; and the longest delay. */
#define TRACE_LAST (UINT64_C(1) << 53)
#define TRACE_LONGEST_DELAY UINT32_MAX

/**
 * Read a trace.
 * @param endpoints  of the fabric, at least 1
 * @param[out] text  when NULL is returned: one sentence that begins with the file, and the line when it is about one
 */
struct trace *trace_read(const char *path, int endpoints, char *text, size_t size);
/** Hash of what a trace says; 0 for NULL. @param endpoints  as it was read for */
uint64_t trace_hash(const struct trace *t, int endpoints);
/** The first line of a file of such messages, and what follows their packets. @param t  NULL: they are of no trace.
 * @param message  its place */
void trace_print_title(const struct trace *t, FILE *file);
void trace_print_more(const struct trace *t, size_t message, FILE *file);
/** NULL is legal. */
void trace_destroy(struct trace *t);

/** Messages that have one line. @param[out] copy  which of them this one is, from 0 @return how many, 0: it is alone */
uint32_t trace_copies(const struct trace *t, int source, size_t message, uint32_t *copy);

/** 1 when a message depends on others. */
static inline int trace_depends(const struct trace_links *l, size_t message)
{
    return l->link[message].needs < l->link[message + 1].needs;
}

#endif
