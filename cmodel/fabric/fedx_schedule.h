/* SPDX-License-Identifier: Apache-2.0
 *
 * Which message a PE sends next: first in first out, or alpha scheduling (paper
 * section 5). A message has the priority c + alpha * l, where c is the number of
 * packets that the node had injected when the message appeared, and l the number
 * of its packets not yet sent. The lowest priority is sent first; of equals, the
 * message that appeared first. With alpha = 0 that is first in first out.
 * docs/workloads.md has the rules in words.
 */
#ifndef FEDX_SCHEDULE_H
#define FEDX_SCHEDULE_H

#include <stddef.h>
#include <stdint.h>

#include "fedx_archive.h"

enum {
    FEDX_ALPHA_ONE = 1000,       /**< alpha is kept exactly, in thousandths */
    FEDX_ALPHA_MAX = 1000000,    /**< largest alpha; from 255 (the longest message) on, length outweighs all but long waits */
    FEDX_MAX_MESSAGE = 255,      /**< packets a message */
    FEDX_SCHEDULE_OPEN = 64,     /**< open messages, at most */
    FEDX_CLOCK_LIMIT = 1 << 20   /**< packets; the clock goes back to 0 when it gets here */
};

/** How a PE schedules, the same for all PEs. All zero: first in first out, strict. */
struct fedx_schedule_settings {
    int64_t alpha;        /**< thousandths, 0 to FEDX_ALPHA_MAX * FEDX_ALPHA_ONE */
    int skip_blocked;     /**< 1: after a failed attempt the next message in order is tried */
    uint32_t clock_limit; /**< packets, 0 = FEDX_CLOCK_LIMIT. It changes no decision */
};

/** A message with packets to send. */
struct fedx_job {
    int64_t priority; /**< thousandths of a packet, relative to the schedule's clock */
    uint64_t order;   /**< how many messages appeared before it */
    uint64_t created; /**< cycle in which it appeared on the job list */
    uint16_t destination;
    uint8_t packets;
    uint8_t left;     /**< l: packets not yet sent */
    uint8_t blocked;  /**< an attempt failed, and nothing was sent since then (skip_blocked only) */
    uint8_t unused[3]; /**< zero, so that equal jobs are equal bytes */
};

/**
 * Messages wait in a heap until their first packet is made ready; from then on
 * they are open, in memory of the caller, until their last packet is sent.
 */
struct fedx_schedule {
    struct fedx_schedule_settings settings;
    uint32_t clock;        /**< c less what was subtracted from all priorities, packets */
    uint64_t appeared;     /**< messages so far */
    struct fedx_job *heap; /**< waiting messages, the lowest at index 0 */
    unsigned waiting, opened;
    size_t size;
    struct fedx_job *open[FEDX_SCHEDULE_OPEN];
};

/** Prepare an empty schedule. */
void fedx_schedule_init(struct fedx_schedule *s, const struct fedx_schedule_settings *settings);
/** Free what the schedule holds. */
void fedx_schedule_finish(struct fedx_schedule *s);
/**
 * A message appears.
 * @param created  cycle
 * @param packets  1 to FEDX_MAX_MESSAGE
 * @return 0, or -1 when out of memory
 */
int fedx_schedule_add(struct fedx_schedule *s, uint64_t created, int destination, int packets);

/**
 * The message whose packet is next.
 * @param sending  the open message of which a packet is under way to the switch, or NULL. The choice is made as if that
 *                 packet had been sent, since only then can the next one follow it without a new choice
 * @param may_open 1: fedx_schedule_open can be called now
 * @param[out] open_first  1: the next message is the lowest that waits; open it, and send from it
 * @return the open message, when there is one to send from and open_first is 0, or NULL
 */
struct fedx_job *fedx_schedule_next(struct fedx_schedule *s, const struct fedx_job *sending, int may_open,
                                    int *open_first);
/** The lowest message that waits; there must be one. */
static inline const struct fedx_job *fedx_schedule_first(const struct fedx_schedule *s)
{
    return &s->heap[0];
}
/** Open the lowest message that waits. @param job  where it is kept until its last packet was sent */
void fedx_schedule_open(struct fedx_schedule *s, struct fedx_job *job);
/** A packet of an open message was sent. */
void fedx_schedule_sent(struct fedx_schedule *s, struct fedx_job *job);
/** An attempt to send a packet of an open message failed. */
void fedx_schedule_failed(struct fedx_schedule *s, struct fedx_job *job);

/**
 * Save or load what waits, and how many messages are open; which ones these are is for the caller, who keeps them.
 * @param nodes  destinations are less than that
 */
void fedx_schedule_archive(struct fedx_schedule *s, int nodes, struct fedx_archive *a);
/** Loading: reject a job that cannot be. */
void fedx_job_check(const struct fedx_job *job, int nodes, struct fedx_archive *a);

/** Messages with packets to send. */
static inline unsigned fedx_schedule_count(const struct fedx_schedule *s)
{
    return s->waiting + s->opened;
}

#endif
