/* SPDX-License-Identifier: Apache-2.0
 *
 * Traffic of other simulators as traces (trace.h) or matrices (matrix.h). Files are read once, from the beginning to
 * the end; what is kept of them is what is under way. docs/reference/workloads.md.
 */
#ifndef TRAFFIC_IMPORT_H
#define TRAFFIC_IMPORT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** What is asked for, and what came of it. */
struct import {
    const char *path;        /**< file to read */
    FILE *out;               /**< what to write */
    uint64_t packet_size;    /**< what a packet holds, in the unit of the format; 0: a message is a packet */
    uint64_t start;          /**< cycle: messages before it are left out, and times count from it */
    uint64_t period;         /**< units of time of a cycle, where the format has some */
    uint64_t response_vnet;  /**< virtual network whose messages are of class 1, where the format has some */
    uint64_t delay;          /**< of messages that depend on others, cycles */
    uint64_t last;           /**< time of the message that was written last */
    uint64_t messages, deps; /**< that were written */
    uint64_t lost_deps;      /**< not written: what a message depends on has gone elsewhere, or comes later */
    uint64_t unfinished;     /**< messages without a destination, since they have not arrived */
};

/** A message as the other simulator has it. */
struct import_message {
    uint64_t time; /**< cycle */
    uint64_t source, destination;
    uint64_t size; /**< in the unit of the format */
    unsigned traffic_class;
};

struct import_format {
    const char *name;
    const char *unit; /**< of sizes */
    /** Read the file and write what it comes to. @return 0, or -1 with one sentence that begins with the file */
    int (*convert)(struct import *i, char *text, size_t size);
};

/** Ended by NULL. */
extern const struct import_format *const import_formats[];

extern const struct import_format import_netrace, import_noxim, import_gem5, import_booksim;

/** 1 when a message is not left out. */
static inline int import_takes(const struct import *i, uint64_t time)
{
    return time >= i->start;
}

/** Write a message that is taken, without the end of its line. @return 0, or -1 with the reason, one sentence */
int import_write(struct import *i, const struct import_message *m, char *reason, size_t size);

#endif
