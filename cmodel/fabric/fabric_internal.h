/* SPDX-License-Identifier: Apache-2.0
 *
 * Inside a fabric: for its wiring (fabric.c), its scoreboard (scoreboard.c), and
 * engines that bring their own routers.
 */
#ifndef FABRIC_FABRIC_INTERNAL_H
#define FABRIC_FABRIC_INTERNAL_H

#include "fabric.h"

/** What a fabric has to know of an engine that brings its own routers. */
struct fabric_engine {
    void (*destroy)(void *engine);
    /** The registers that the engine keeps, in the current cycle; the others as after reset. */
    void (*state)(const void *engine, int node, void *out);
    /** Verdict on the last header of a port, a number of router_kind.reasons. */
    int (*reason)(const void *engine, int node, int port);
    /** Packets that a router holds. */
    unsigned (*used)(const void *engine, int node);
    /** As router_kind.each_held; NULL: the registers say it all. */
    void (*each_held)(const void *engine, int node, held_visit visit, void *context);
    /** As port_ops.counters and marks; NULL: there are none in this kind. */
    void (*counters)(const void *engine, int endpoint, void *counters);
    unsigned (*marks)(const void *engine, int endpoint);
    /** Save or load what it keeps of the routers and endpoints of a rank, for the first one to have all. */
    void (*archive_part)(void *engine, int rank, struct archive *a);
};

/** Routers, or endpoints, that follow each other. */
struct stretch {
    int first, last; /**< without the last one */
    int before;      /**< how many are in the stretches before this one */
};

/** What is stepped here: all of a fabric, or what a rank has. */
struct stretches {
    struct stretch *stretch;
    int count, total;
};

/** Goes over them: for (struct walk w = walk_begin(&f->own_routers); walk_on(&w);), and w.unit is each in turn. */
struct walk {
    const struct stretches *over;
    int at, unit;
};

static inline struct walk walk_begin(const struct stretches *s)
{
    return (struct walk){s, 0, s->count > 0 ? s->stretch[0].first - 1 : 0};
}

/** @return 0 after the last one */
static inline int walk_on(struct walk *w)
{
    if (w->at == w->over->count)
        return 0;
    if (++w->unit < w->over->stretch[w->at].last)
        return 1;
    if (++w->at == w->over->count)
        return 0;
    w->unit = w->over->stretch[w->at].first;
    return 1;
}

struct fabric_split;

struct fabric {
    struct fabric_config config;
    void *settings; /* config.settings */
    int routers, endpoints;
    uint64_t cycle;
    struct router *router;                       /* [routers] */
    uint8_t *control, *probe;                    /* [routers] where those of all routers are */
    struct endpoint *endpoint;                   /* [endpoints] */
    unsigned *what;                              /* [endpoints] ENDPOINT_* of this cycle */
    struct cable_source *end;                    /* [endpoints] the other end of its first cable */
    uint16_t *seen;                              /* where endpoint_settings.seen is; NULL: no endpoint looks */
    struct stretches own_routers, own_endpoints; /* that are stepped here */
    struct fabric_split *split; /* what ranks have to tell each other (split.h); NULL: one process has all */
    void *state;                /* registers of the router that is looked at */
    /* A ring of as many cycles as the slowest cable is late, and two: output pins of all units (cable_source). */
    int slots, now;
    int credits_apart; /* cable_view.credits_apart */
    uint8_t *out;
    struct stats stats;
    struct metrics *metrics;
    struct timeline *timeline;
    void *hook;   /* of config.hooks, or NULL */
    int prepared; /* steps have hooks, or somebody who looks at them */
    int ahead;    /* fabric_ahead: steps leave the checks to fabric_check */
    int watched;  /* attempts are wanted: by metrics, or by a hop trace */
    struct hop_trace hops;
    uint64_t digest, event_digest;
    uint64_t last_progress;
    enum fabric_fault fault;
    int fault_node;
    char fault_text[256];
    /* What an engine that brings its own routers keeps from run to run. */
    void *engine;
    const struct fabric_engine *engine_ops;
};

/** The endpoint that sent a packet, by its header; NULL when a damaged header names none. */
static inline struct endpoint *fabric_source_of(const struct fabric *f, const struct packet *packet)
{
    return packet->source < (uint32_t)f->endpoints ? &f->endpoint[packet->source] : NULL;
}

/**
 * Enter into the scoreboard what happened at endpoint n in cycle f->cycle: events, latencies, conservation. Endpoints
 * with something to enter must come in ascending order within a cycle.
 * @param what  ENDPOINT_* of that cycle; e->injected and e->delivered hold the packets
 */
void scoreboard_enter(struct fabric *f, int n, unsigned what);
/**
 * Likewise of an endpoint that has gone on since, by what it told of that cycle (endpoint_fill_update).
 * @param fresh  the messages that had appeared, update->fresh_count
 * @param reason  with ENDPOINT_FAILED, if f->watched: as scoreboard_reason said then
 */
void scoreboard_enter_update(struct fabric *f, int n, const struct endpoint_update *update,
                             const struct source_message *fresh, int reason);
/** End the run; the first fault counts. */
void scoreboard_fail(struct fabric *f, enum fabric_fault fault, int node, const char *text);
/** Something that must not happen did: it ends the run with this fault, unless hooks are there to count it. */
void scoreboard_wrong(struct fabric *f, enum fabric_wrong what, int node, enum fabric_fault fault, const char *text);
/** An attempt ended in cycle f->cycle (only if f->watched). Order within a cycle does not matter. */
void scoreboard_attempt(struct fabric *f, const struct attempt *attempt);
/** Registers of a router, until the next ones are asked for; by the thread that closes cycles. */
const void *fabric_registers(const struct fabric *f, int node);
/**
 * attempt.attribute of an attempt; 0 unless it is an accepted hop from router to router. @param channel  of its cable
 */
unsigned fabric_attribute(const struct fabric *f, const struct attempt *a, unsigned channel);
/** Why the last attempt that ended at a port of a router failed: a number of router_kind.reasons. */
int scoreboard_reason(const struct fabric *f, int node, int port);
/** What is looked at when the cycle is closed, a mask; without their registers nothing is of routers. */
enum {
    LOOK_HELD = 1,     /**< how many packets each router holds: a sample */
    LOOK_SPREAD = 2,   /**< the packets themselves, for the spread of messages */
    LOOK_TIMELINE = 4, /**< ... and for the timeline: a frame ends */
    LOOK_MARKS = 8     /**< marks and counters of endpoints, for the timeline */
};
unsigned scoreboard_looks(const struct fabric *f, uint64_t now);
/** Close the cycle. @return 0 to go on, 1 when the run must end */
int scoreboard_close(struct fabric *f);
/** Cycles from f->cycle on, at most so many, that may be run before the first of them is closed: only the close of the
 * last looks at routers or endpoints. */
uint64_t scoreboard_window(const struct fabric *f, uint64_t most);

/* For ranks (split.c). */

/** Output pins of all units so many cycles ago; -1: of the next one. */
uint8_t *fabric_slot(const struct fabric *f, int cycles_ago);
/** An attempt of a router that ended at a port in this cycle; its reason is negative when it came to nothing. */
struct attempt fabric_attempt(struct fabric *f, int node, int port);
/** Why it came to nothing: the far end of the cable knows. */
int fabric_reason(struct fabric *f, int node, int port);
/** Enter that a node's check failed, and why, or that both ends drove some of its cables. @param differs  NULL: it did
 * not fail */
void fabric_enter_check(struct fabric *f, int node, const char *differs, enum fabric_fault fault, unsigned collision);
/** What is to be said of a node whose check failed. @param[out] fault  FABRIC_FAULT_* */
const char *fabric_failure(const struct fabric *f, int node, enum fabric_fault *fault);
/** Make a router, or the port of an endpoint, that is of another rank. @return 0, or -1 when out of memory */
int fabric_make_node(struct fabric *f, int node);
/** Save or load one router, or one endpoint. */
void fabric_archive_router(struct fabric *f, int node, struct archive *a);
void fabric_archive_endpoint(struct fabric *f, int endpoint, struct archive *a);
/** What differs between model and RTL of an endpoint's port. */
const char *fabric_port_differs(const struct fabric *f, int endpoint);

#endif
