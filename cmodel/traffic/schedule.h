/* SPDX-License-Identifier: Apache-2.0
 *
 * Which message an endpoint sends next: first in first out, or alpha scheduling (paper
 * section 5). A message has the priority c + alpha * l, where c is the number of
 * packets that the endpoint had injected when the message appeared, and l the number
 * of its packets not yet sent. The lowest priority is sent first; of equals, the
 * message that appeared first. With alpha = 0 that is first in first out.
 * docs/reference/workloads.md has the rules in words.
 */
#ifndef TRAFFIC_SCHEDULE_H
#define TRAFFIC_SCHEDULE_H

#include <stddef.h>
#include <stdint.h>

#include "../base/archive.h"

enum {
    SCHEDULE_ALPHA_ONE = 1000, /**< alpha is kept exactly, in thousandths */
    SCHEDULE_ALPHA_MAX =
        1000000, /**< largest alpha; from 255 (the longest message) on, length outweighs all but long waits */
    SCHEDULE_MAX_MESSAGE = 255,    /**< packets a message */
    SCHEDULE_OPEN = 64,            /**< open messages, at most */
    SCHEDULE_CLOCK_LIMIT = 1 << 20 /**< packets; the clock goes back to 0 when it gets here */
};

/** How an endpoint schedules, the same for all endpoints. All zero: first in first out, strict. */
struct schedule_settings {
    int64_t alpha;        /**< thousandths, 0 to SCHEDULE_ALPHA_MAX * SCHEDULE_ALPHA_ONE */
    int skip_blocked;     /**< 1: after a failed attempt the next message in order is tried */
    uint32_t clock_limit; /**< packets, 0 = SCHEDULE_CLOCK_LIMIT. It changes no decision */
};

/** A message with packets to send. */
struct schedule_job {
    int64_t priority; /**< thousandths of a packet, relative to the schedule's clock */
    uint64_t order;   /**< how many messages appeared before it */
    uint64_t created; /**< cycle in which it appeared on the job list */
    uint64_t asked;   /**< of a response: cycle in which its request did */
    uint64_t traced;  /**< as in source_message */
    uint32_t destination;
    uint8_t packets;
    uint8_t left;          /**< l: packets not yet sent */
    uint8_t blocked;       /**< an attempt failed, and nothing was sent since then (skip_blocked only) */
    uint8_t response;      /**< 1: it answers a request, or is of class 1 of a trace */
    uint32_t copy, copies; /**< as in source_message; copies of a multicast appear one behind the other */
};

/**
 * Messages wait in a heap until their first packet is made ready; from then on
 * they are open, in memory of the caller, until their last packet is sent.
 */
struct schedule {
    struct schedule_settings settings;
    uint32_t clock;            /**< c less what was subtracted from all priorities, packets */
    uint64_t appeared;         /**< messages so far */
    struct schedule_job *heap; /**< waiting messages, the lowest at index 0 */
    unsigned waiting, opened;
    size_t size;
    struct schedule_job *
        *open; /**< [opened] in no order; most endpoints have a few, so that room for all would be much */
    size_t open_size;
};

/** Prepare an empty schedule. */
void schedule_init(struct schedule *s, const struct schedule_settings *settings);
/** Free what the schedule holds. */
void schedule_finish(struct schedule *s);
/**
 * A message appears.
 * @param created  cycle
 * @param packets  1 to SCHEDULE_MAX_MESSAGE
 * @return 0, or -1 when out of memory
 */
int schedule_add(struct schedule *s, uint64_t created, int destination, int packets);
/** Likewise one whose created, asked, traced, destination, packets and response are given. */
int schedule_add_job(struct schedule *s, struct schedule_job job);

/**
 * The message whose packet is next.
 * @param sending  the open message of which a packet is under way to the router, or NULL. The choice is made as if that
 *                 packet had been sent, since only then can the next one follow it without a new choice
 * @param may_open 1: schedule_open can be called now
 * @param[out] open_first  1: the next message is the lowest that waits; open it, and send from it
 * @return the open message, when there is one to send from and open_first is 0, or NULL
 */
struct schedule_job *schedule_next(struct schedule *s, const struct schedule_job *sending, int may_open,
                                   int *open_first);
/** The lowest message that waits; there must be one. */
static inline const struct schedule_job *schedule_first(const struct schedule *s)
{
    return &s->heap[0];
}
/**
 * Open the lowest message that waits.
 * @param job  where it is kept until its last packet was sent
 * @return 0, or -1 when out of memory: it waits as before
 */
int schedule_open(struct schedule *s, struct schedule_job *job);
/** A packet of an open message was sent. */
void schedule_sent(struct schedule *s, struct schedule_job *job);
/** An attempt to send a packet of an open message failed. */
void schedule_failed(struct schedule *s, struct schedule_job *job);

/**
 * Save or load what waits, and how many messages are open; which ones these are, and whether the jobs can be, is for
 * the caller.
 */
void schedule_archive(struct schedule *s, struct archive *a);
/** Loading: reject a job that cannot be. @param endpoints  destinations are less than that */
void schedule_job_check(const struct schedule_job *job, int endpoints, struct archive *a);

/** Messages with packets to send. */
static inline unsigned schedule_count(const struct schedule *s)
{
    return s->waiting + s->opened;
}

#endif
