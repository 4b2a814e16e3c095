/* SPDX-License-Identifier: Apache-2.0
 *
 * The part of an endpoint that answers requests: what of them has come, responses that are being worked out or wait to
 * be sent, and how many requests of its own have no response yet. Or, with the classes of a trace, what has messages of
 * class 1, which wait as responses do. docs/reference/workloads.md.
 */
#ifndef FABRIC_RESPONDER_H
#define FABRIC_RESPONDER_H

#include "../base/archive.h"
#include "../kind/packet.h"
#include "../traffic/schedule.h"

/** The same for all endpoints. */
struct responder_settings {
    int packets;      /**< of a response; 0: messages are not answered */
    int outstanding;  /**< requests of an endpoint that have no response yet, at most */
    int room;         /**< requests that an endpoint has taken and not answered, at most */
    int service_time; /**< cycles from a request to when its response is on the job list */
    int classes;      /**< 2: responses have channels of their own; 1: they share those of requests */
    int of_trace;     /**< 1: messages of class 1 of a trace go as responses; none are answered */
    int share; /**< of packets that are responses, as long as both wait, thousandths; RESPONDER_ALL: they go first */
};

/** responder_settings.share: all of them. What waits to be answered must not keep back answers. */
enum { RESPONDER_ALL = 1000 };

/** Messages are answered. */
static inline int responder_answers(const struct responder_settings *s)
{
    return s->packets > 0;
}

/** Messages are told apart: requests and responses. */
static inline int responder_is_needed(const struct responder_settings *s)
{
    return responder_answers(s) || s->of_trace;
}

/** Requests without a response that an endpoint may have: half of its records, so that its responses get one. */
enum { RESPONDER_MOST_OUTSTANDING = SCHEDULE_OPEN / 2 };

/** A message of which packets have been taken, and not all are delivered. */
struct responder_incoming {
    uint32_t source;
    uint16_t message;
    uint8_t taken, delivered;
    uint8_t packets; /**< 0: the last one has not been taken */
    uint8_t zero[3];
};

/** A response that is being worked out. */
struct responder_answer {
    uint64_t release; /**< cycle in which it is on the job list */
    uint64_t asked;   /**< cycle in which the request was */
    uint32_t destination;
    uint32_t zero;
};

struct responder {
    const struct responder_settings *settings;
    struct schedule schedule; /**< responses with packets to send */
    uint32_t outstanding;
    uint32_t held; /**< requests taken whose responses are not sent */
    struct responder_incoming *incoming;
    struct responder_answer *answer; /**< in the order of their release */
    size_t incoming_count, incoming_size, answer_count, answer_size;
};

/** @return NULL when out of memory */
struct responder *responder_create(const struct responder_settings *settings, const struct schedule_settings *schedule);
/** NULL is legal. */
void responder_destroy(struct responder *r);
/** Forget what waits to be sent. */
void responder_bare(struct responder *r);
/** Whether a packet is taken; the last one of a request if there is room for it. Out of memory it is not. */
int responder_takes(struct responder *r, const struct packet *packet);
/** A packet that was taken is delivered. @return 1 when its message is whole */
int responder_delivered(struct responder *r, const struct packet *packet);
/** A request is whole, after cycle `now`. @return 0, or -1 when out of memory */
int responder_request(struct responder *r, uint64_t now, uint32_t source, uint64_t asked);
/** Put responses that are due on the job list. @return how many, or -1 when out of memory */
int responder_release(struct responder *r, uint64_t now);
/** Save or load, into one with the same settings. */
void responder_archive(struct responder *r, int endpoints, struct archive *a);

/** One more request may be sent. */
static inline int responder_may_ask(const struct responder *r)
{
    return r->settings->of_trace || r->outstanding < (uint32_t)r->settings->outstanding;
}

#endif
