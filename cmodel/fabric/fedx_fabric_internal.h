/* SPDX-License-Identifier: Apache-2.0
 *
 * Inside a fabric: for its wiring (fedx_fabric.c), its books (fedx_ledger.c), and
 * engines that bring their own switches.
 */
#ifndef FEDX_FABRIC_INTERNAL_H
#define FEDX_FABRIC_INTERNAL_H

#include "fedx_fabric.h"

/** What a fabric has to know of an engine that brings its own switches. */
struct fedx_fabric_engine {
    void (*destroy)(void *engine);
    /** The registers that the engine keeps, in the current cycle; the others as after reset. */
    void (*state)(const void *engine, int node, void *out);
    /** Verdict on the last header of a port, a number of router_kind.causes. */
    int (*cause)(const void *engine, int node, int port);
    /** Packets that a switch holds. */
    unsigned (*used)(const void *engine, int node);
};

struct fedx_fabric {
    struct fedx_fabric_config config;
    void *settings;                /* config.settings */
    int count, endpoints;          /* routers, PEs */
    uint64_t cycle;
    struct router *node;           /* [count] */
    uint8_t *control, *probe;      /* [count] where those of all routers are */
    struct fedx_pe *pe;            /* [endpoints] */
    unsigned *what;                /* [endpoints] FEDX_PE_* of this cycle */
    struct cable_source *end;      /* [endpoints] the other end of its cable */
    void *state;                   /* registers of the router that is looked at */
    /* A ring of as many cycles as the slowest cable is late, and two: output pins of all units (cable_source). */
    int slots, now;
    uint8_t *out;
    struct fedx_stats stats;
    struct fedx_metrics *metrics;
    struct fedx_film *film;
    void *hook;                    /* of config.hooks, or NULL */
    int prepared;                  /* steps have hooks, or somebody who looks at them */
    int watched;                   /* attempts are wanted: by metrics, or by a hop trace */
    struct fedx_hop_trace hops;
    uint64_t digest, event_digest;
    uint64_t last_progress;
    enum fedx_fault fault;
    int fault_node;
    char fault_text[256];
    /* What an engine that brings its own switches keeps from run to run. */
    void *engine;
    const struct fedx_fabric_engine *engine_ops;
};

/**
 * Enter into the books what happened at the PE of node n in cycle f->cycle: events, latencies, conservation. Nodes
 * with something to enter must come in ascending order within a cycle.
 * @param what  FEDX_PE_* of that cycle; pe->injected and pe->delivered hold the packets
 */
void fedx_ledger_enter(struct fedx_fabric *f, int n, unsigned what);
/** End the run; the first fault counts. */
void fedx_ledger_fail(struct fedx_fabric *f, enum fedx_fault fault, int node, const char *text);
/** Something must not be: it ends the run with this fault, unless somebody has hooked in. */
void fedx_ledger_wrong(struct fedx_fabric *f, enum fedx_fabric_wrong what, int node, enum fedx_fault fault, const char *text);
/** An attempt ended in cycle f->cycle (only if f->watched). Order within a cycle does not matter. */
void fedx_ledger_attempt(struct fedx_fabric *f, const struct fedx_attempt *attempt);
/** Registers of a router, until the next ones are asked for; by the thread that closes cycles. */
const void *fedx_fabric_registers(const struct fedx_fabric *f, int node);
/** Why the last attempt on a port of a switch came to nothing: a number of router_kind.causes. */
int fedx_ledger_cause(const struct fedx_fabric *f, int node, int port);
/** Close the cycle. @return 0 to go on, 1 when the run must end */
int fedx_ledger_close(struct fedx_fabric *f);

#endif
