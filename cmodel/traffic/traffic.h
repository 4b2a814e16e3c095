/* SPDX-License-Identifier: Apache-2.0
 *
 * Traffic: which endpoints send to which, how their messages come, and the source of
 * each endpoint that draws them. Paper section 3; docs/reference/workloads.md.
 */
#ifndef TRAFFIC_TRAFFIC_H
#define TRAFFIC_TRAFFIC_H

#include "../base/archive.h"
#include "matrix.h"
#include "pattern.h"
#include "trace.h"
#include "trace_progress.h"
#include "workload.h"

/** What an endpoint is when there are hot spots. */
enum traffic_role {
    TRAFFIC_ROLE_INDEPENDENT, /**< sends to other independent endpoints; all endpoints without hot spots */
    TRAFFIC_ROLE_SENDER,      /**< aggressive: sends to hot spots only */
    TRAFFIC_ROLE_HOT          /**< a hot spot: sends nothing */
};

/** traffic.hot_load: a sender always has a message waiting. */
#define TRAFFIC_BACKLOG (-1.0)

/** Traffic of a fabric, shared by its endpoints. */
struct traffic {
    struct topology_shape shape;
    const struct pattern *pattern; /**< without hot spots */
    const struct pattern *second;  /**< of a second task; NULL: there is none. Endpoints 2n and 2n + 1 are those of
                                      either task in place n */
    double on_mean, off_mean;      /**< cycles; 0: a Poisson source */
    int bernoulli;                 /**< 1: a message in every cycle with the same chance, in the place of Poisson */
    double hot_load;               /**< density of a sender, 0 = silent, or TRAFFIC_BACKLOG */
    int endpoints;                 /**< of the arrays; 0: no hot spots */
    uint8_t *role;                 /**< [endpoints] enum traffic_role */
    uint32_t *rank;                /**< [endpoints] place of an independent endpoint in independent */
    uint32_t *hot, *independent;   /**< endpoint numbers, ascending */
    int hot_count, sender_count, independent_count;
    const struct traffic_matrix
        *matrix;               /**< rates of pairs instead of a pattern, or NULL; load is that of the busiest */
    double multicast;          /**< share of the messages of which a copy goes to each of several endpoints */
    int copies;                /**< ... to so many, all different and not the sender; without multicasts 1 */
    const struct trace *trace; /**< replayed instead of all that, or NULL */
};

/** Uniform destinations, Poisson sources. */
void traffic_init(struct traffic *t, int rows, int cols);
/** Free what the traffic holds. */
void traffic_finish(struct traffic *t);
/**
 * Give endpoints their roles.
 * @param role  [rows * cols] enum traffic_role, at least one of them TRAFFIC_ROLE_HOT
 * @return 0, or -1 when out of memory
 */
int traffic_hot_spots(struct traffic *t, const uint8_t *role, double hot_load);
/** The task of an endpoint, 0 or 1; 0 when there is one alone. */
static inline int traffic_task(const struct traffic *t, int endpoint)
{
    return t && t->second ? endpoint & 1 : 0;
}
/** 1 when an endpoint sends at all: 0 for hot spots, silent senders, and endpoints that have nobody to send to. */
int traffic_sends(const struct traffic *t, int endpoint);
/** Give `role` to `count` endpoints drawn from those that are independent; there must be so many. */
void traffic_draw_roles(uint8_t *roles, int endpoints, enum traffic_role role, int count, struct rng *r);

/** A message that a source brings forth. */
struct source_message {
    int destination, packets;
    uint64_t traced;       /**< its place in the trace, from 1; 0: it is of none */
    uint32_t copy, copies; /**< of a multicast: which of its copies it is, from 0; copies 0: it is none */
};

/** The source of one endpoint. */
struct source {
    struct rng random;
    double next;      /**< cycle of the next event, a message or the end of a burst; INFINITY = none */
    double message;   /**< cycle of the next message if the burst lasts */
    double burst_end; /**< cycle, INFINITY for a Poisson source */
    double interval;  /**< mean time between messages, in a burst, cycles */
    size_t replayed;  /**< next message of the trace, of those that depend on no other */
    const struct workload *workload;
    const struct traffic *traffic;
    int endpoint, endpoints;
    uint8_t role;      /**< enum traffic_role */
    uint8_t backlog;   /**< a message is due whenever none waits */
    uint8_t bernoulli; /**< messages come in whole cycles, the same chance in each, unless held (source_hold) */
    uint8_t ended;     /**< nothing more comes (source_end) */
    struct source_message multicast; /**< its next copy; all of them are taken in one cycle */
    uint32_t *drawn; /**< [traffic.copies] where the copies before went; NULL: there are no multicasts */
    struct trace_progress *progress; /**< with a trace in which messages depend on others; else NULL */
};

/**
 * Prepare a source. What it draws depends on the seed and its endpoint only.
 * @param workload  NULL: no messages
 * @param load      density u, over 0; cycles: for a packet at density 1
 * @param traffic   NULL: uniform over `endpoints`, Poisson; else it must outlive the source
 * @return 0, or -1 when out of memory; source_finish is due then, too
 */
int source_init(struct source *s, const struct workload *workload, double load, int cycles,
                const struct traffic *traffic, uint64_t seed, int endpoint, int endpoints);
/** Free what the source holds. */
void source_finish(struct source *s);
/** In cycle `now` a packet of a message of the trace was delivered at its endpoint. @param traced  as in source_message
 * @return 0, or -1 when out of memory */
int source_delivered(struct source *s, uint64_t traced, uint64_t now);
/** The event at s->next. @return 1: a message is due, *m; 0: nothing */
int source_take(struct source *s, struct source_message *m);
/** Bring forth nothing more. */
void source_end(struct source *s);
/** The next cycles, so many, do not count for a Bernoulli source: there is no room for what it would bring forth. */
static inline void source_hold(struct source *s, uint64_t cycles)
{
    if (!s->bernoulli)
        return;
    s->message += (double)cycles;
    s->next += (double)cycles;
}
/** Save or load where a source is; it was prepared with the same traffic. */
void source_archive(struct source *s, struct archive *a);
/** No message waits any more: an endless backlog brings forth the next one. */
static inline void source_refill(struct source *s)
{
    if (s->backlog)
        s->next = 0;
}

#endif
