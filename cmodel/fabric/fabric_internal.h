/* SPDX-License-Identifier: Apache-2.0
 *
 * Inside a fabric: for its wiring (fabric.c), its books (ledger.c), and
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
    /** Verdict on the last header of a port, a number of router_kind.causes. */
    int (*cause)(const void *engine, int node, int port);
    /** Packets that a router holds. */
    unsigned (*used)(const void *engine, int node);
    /** As router_kind.each_held; NULL: the registers say it all. */
    void (*each_held)(const void *engine, int node, held_visit visit, void *context);
    /** As port_ops.tokens; NULL: there are none in this kind. */
    struct port_tokens (*tokens)(const void *engine, int endpoint);
};

struct fabric {
    struct fabric_config config;
    void *settings;                /* config.settings */
    int routers, endpoints;         /* routers, endpoints */
    uint64_t cycle;
    struct router *router;         /* [routers] */
    uint8_t *control, *probe;      /* [routers] where those of all routers are */
    struct endpoint *endpoint;            /* [endpoints] */
    unsigned *what;                /* [endpoints] ENDPOINT_* of this cycle */
    struct cable_source *end;      /* [endpoints] the other end of its first cable */
    void *state;                   /* registers of the router that is looked at */
    /* A ring of as many cycles as the slowest cable is late, and two: output pins of all units (cable_source). */
    int slots, now;
    uint8_t *out;
    struct stats stats;
    struct metrics *metrics;
    struct film *film;
    void *hook;                    /* of config.hooks, or NULL */
    int prepared;                  /* steps have hooks, or somebody who looks at them */
    int watched;                   /* attempts are wanted: by metrics, or by a hop trace */
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

/**
 * Enter into the books what happened at the endpoint of node n in cycle f->cycle: events, latencies, conservation. Nodes
 * with something to enter must come in ascending order within a cycle.
 * @param what  ENDPOINT_* of that cycle; e->injected and e->delivered hold the packets
 */
void ledger_enter(struct fabric *f, int n, unsigned what);
/** End the run; the first fault counts. */
void ledger_fail(struct fabric *f, enum fabric_fault fault, int node, const char *text);
/** Something must not be: it ends the run with this fault, unless somebody has hooked in. */
void ledger_wrong(struct fabric *f, enum fabric_wrong what, int node, enum fabric_fault fault, const char *text);
/** An attempt ended in cycle f->cycle (only if f->watched). Order within a cycle does not matter. */
void ledger_attempt(struct fabric *f, const struct attempt *attempt);
/** Registers of a router, until the next ones are asked for; by the thread that closes cycles. */
const void *fabric_registers(const struct fabric *f, int node);
/** What is said of an attempt, if it is an accepted hop from router to router: attempt.manner. @param channel  of its cable */
unsigned fabric_manner(const struct fabric *f, const struct attempt *a, unsigned channel);
/** Why the last attempt on a port of a router came to nothing: a number of router_kind.causes. */
int ledger_cause(const struct fabric *f, int node, int port);
/** Close the cycle. @return 0 to go on, 1 when the run must end */
int ledger_close(struct fabric *f);

#endif
