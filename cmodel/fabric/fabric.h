/* SPDX-License-Identifier: Apache-2.0
 *
 * A fabric: routers of a kind wired into a topology, endpoints at them, and the
 * end-to-end checks that hold in every run (conservation: every packet is
 * delivered exactly once, intact, to the right endpoint).
 */
#ifndef FABRIC_FABRIC_H
#define FABRIC_FABRIC_H

#include <stdio.h>

#include "../kind/kind.h"
#include "../kind/node.h"
#include "../measure/metrics.h"
#include "../measure/stats.h"
#include "../measure/timeline.h"
#include "../ranks/ranks.h"
#include "../topology/topology.h"
#include "endpoint.h"

/** Kinds of packet and message events, the lp_messages of a trace. */
enum packet_event_kind {
    EVENT_CREATED = 'c',   /**< a message appeared on a job list */
    EVENT_INJECTED = 'i',  /**< a router accepted a packet from its endpoint */
    EVENT_DELIVERED = 'd', /**< a packet was ejected */
    EVENT_MESSAGE = 'm'    /**< the last packet of a message was ejected */
};

/** One event; 0 where a field does not apply. */
struct packet_event {
    uint64_t cycle;
    uint32_t node;
    uint32_t kind;
    uint32_t source, destination, message, packet;
};

/** Write an event as a line of a trace: cycle, node, kind, source, destination, message, packet. */
void packet_event_print(const struct packet_event *event, FILE *file);

/** What ended a run early. */
enum fabric_fault {
    FABRIC_FAULT_NONE,
    FABRIC_FAULT_MISMATCH,  /**< a lockstep node found a difference */
    FABRIC_FAULT_COLLISION, /**< both ends of a link drove the data wires */
    FABRIC_FAULT_PACKET,    /**< a packet was damaged, misdelivered, delivered twice or never sent */
    FABRIC_FAULT_STALL,     /**< packets in the fabric, and none injected or delivered for a long time */
    FABRIC_FAULT_MEMORY,    /**< out of memory */
    FABRIC_FAULT_ENDED      /**< a node cannot go on (node_ops.ended) */
};

struct fabric;

/** What must not happen, and ends a run of a fabric without hooks. */
enum fabric_wrong {
    WRONG_DAMAGED,      /**< a packet arrived with a wrong byte */
    WRONG_MISDELIVERED, /**< ... at another endpoint than its own */
    WRONG_DOUBLED,      /**< ... once more, or before its source knew of it */
    WRONG_COLLISION     /**< both ends of a cable drove its data wires for a cycle */
};

/** Visits so many bytes: reads them, or writes them. */
typedef void (*fabric_visit)(void *context, void *bytes, size_t size);

/**
 * What hooks into the cycles of a fabric with nodes, such as faults on its cables (faults.h). With hooks packets may be
 * lost: what is wrong is handed to them, and the run goes on.
 */
struct fabric_hooks {
    /**
     * The fabric is made, and its routers are configured. @param settings  config.hook_settings
     * @return what the other operations get as hook; NULL when out of memory
     */
    void *(*create)(const void *settings, struct fabric *f);
    /** NULL is legal. */
    void (*destroy)(void *hook);
    /** Between two cycles: the next one begins. */
    void (*begin)(void *hook, struct fabric *f);
    /** A router, or an endpoint, is about to be stepped with these inputs, by the thread that steps it. */
    void (*before_router)(void *hook, const struct fabric *f, int router, void *in);
    void (*before_endpoint)(void *hook, const struct fabric *f, int endpoint, void *in);
    /** All nodes were stepped: what has to be known of those that are stepped here; nobody has been told of the cycle
     * yet. */
    void (*look)(void *hook, struct fabric *f);
    /** With ranks: visit what a rank has looked at, the same facts on all of them: there to tell them, elsewhere to
     * hear them. */
    void (*facts)(void *hook, const struct fabric *f, int rank, fabric_visit visit, void *context);
    /** All was looked at, by all ranks; nothing of the cycle is in the scoreboard yet. */
    void (*collect)(void *hook, struct fabric *f);
    /** Something happened that must not. */
    void (*wrong)(void *hook, enum fabric_wrong what);
    /** Why the run must end, or NULL. */
    const char *(*failed)(const void *hook);
    /** The run is over, and all of the fabric is here: count its packets. @return 0, or -1 when out of memory */
    int (*account)(void *hook, const struct fabric *f);
    /** Save or load between two cycles. */
    void (*archive)(void *hook, struct fabric *f, struct archive *a);
    /** With ranks: what only this one of them knows, for the first one to save all. */
    void (*archive_part)(void *hook, struct fabric *f, int rank, struct archive *a);
};

struct fabric_config {
    const struct topology *topology;
    const struct router_kind *kind;    /**< of every router */
    const void *settings;              /**< of every router, as its kind has them; the fabric keeps a copy */
    struct endpoint_settings endpoint; /**< of every endpoint */
    const struct node_ops **nodes;     /**< [topology->nodes] what each node is; NULL: the engine brings its own */
    const struct node_ops *inner;      /**< the RTL, for nodes in lockstep */
    uint64_t power_up;                 /**< seed of the power-up values of RTL nodes, 0 = zero */
    uint64_t warmup;                   /**< cycles left out of latencies and throughput */
    uint64_t end;                      /**< cycle from which throughput does not count any more, 0 = never */
    uint64_t stall_cycles;             /**< cycles without progress that count as a stall, 0 = never */
    int measure;                       /**< 1: keep metrics; needs end */
    int hidden;             /**< 1: some nodes do not show all registers; then metrics know of no attempts and no
                                 buffers, and timeline, hops, on_step and hooks cannot be asked for */
    int detect_warmup;      /**< 1: metrics find the end of the warm-up themselves */
    uint64_t sample_period; /**< cycles between samples of the buffers, 0 = SAMPLE_PERIOD */
    int spread;             /**< 1: count over how many routers messages are spread; needs measure */
    int distances;          /**< 1: count latencies by distance; needs measure */
    int windows; /**< of window_packets delivered packets each that are counted by source, 0 = none; needs measure */
    uint64_t window_packets;
    int timeline;       /**< 1: keep a timeline, if timeline_frames says so; needs measure */
    int timeline_marks; /**< 1: marks of endpoints in it, in kinds that have them */
    int digest;         /**< keep a digest of all pins of every cycle */
    FILE *trace;        /**< one line an event, or NULL */
    FILE *hops;         /**< one line an attempt, or NULL: cycle node sender reason source destination
                             message packet first; sorted */
    void (*on_event)(void *context, const struct packet_event *event); /**< called for every event, or NULL */
    void *on_event_context;
    /** Called for every node before each step, by the thread that steps it; for fabrics with nodes. NULL: not called */
    void (*on_step)(void *context, const struct fabric *f, int node, const void *in, const void *control);
    void *on_step_context;
    FILE *record;                     /**< one line a message that appears (trace.h), or NULL */
    const struct fabric_hooks *hooks; /**< or NULL; needs nodes */
    const void *hook_settings;        /**< for hooks->create */
    /**
     * Processes that run this fabric together, each with the same configuration but for its files, or NULL. Needs nodes
     * that can be saved; on_event cannot be asked for, and on_step is called for the routers of this rank. The first
     * rank alone has trace, hops and record.
     */
    struct ranks *ranks;
    const uint16_t *owner; /**< with ranks: [topology->nodes] which of them has each router, and its endpoints */
    int recorded;          /**< with ranks: the first one has `record` */
};

enum { SAMPLE_PERIOD = 100 };

/**
 * Build, reset and configure a fabric through the configuration ports. With config->nodes it has at most as many nodes
 * as the routers' tables have entries, and nodes without an operation to set their buffers need the settings for as
 * many as they have.
 * @return NULL when out of memory
 */
struct fabric *fabric_create(const struct fabric_config *config);
/** NULL is legal. */
void fabric_destroy(struct fabric *f);

/* For engines: a cycle is one fabric_step of every part, in any order or in parallel, then one
 * fabric_collect. */

/** Advance one part of so many, up to fabric_nodes: its share of the routers and of the endpoints, by one cycle. */
void fabric_step(struct fabric *f, int part, int parts);
/**
 * Let steps be up to so many cycles ahead of fabric_check from now on, which must then be called for each of them; 0:
 * they check again themselves.
 * @return 0, or -1 when it cannot be: no router is checked, one cannot wait for that, cycles cannot be taken back
 * (files or callbacks of events, hooks, ranks, a timeline), or out of memory
 */
int fabric_ahead(struct fabric *f, unsigned cycles);
/** Check all routers in the next cycle that was stepped; another thread than the one that steps may. @return 1 when one
 * has failed */
int fabric_check(struct fabric *f);
/** Close the cycle: events, checks, digest. @return 0 to go on, 1 when the run must end (fabric_fault) */
int fabric_collect(struct fabric *f);

/**
 * Save or load all of a fabric between two cycles, but for what an engine keeps: engine_ops.archive does both. A fabric
 * that loads was made with the same configuration, traffic and kinds of nodes; where that can be seen, another archive
 * is rejected. After a rejection it can only be destroyed.
 */
void fabric_archive(struct fabric *f, struct archive *a);

/**
 * With ranks, between two cycles, by all of them: the first one has the state of all routers and endpoints until the
 * next cycle, as if it were alone. When memory is short, all are ended.
 */
void fabric_assemble(struct fabric *f);
/** Likewise, for good: the run is over, and the first rank answers for all. */
void fabric_unite(struct fabric *f);

/** Which rank this is, and which one steps a router, or an endpoint; 0 where one process has all. */
int fabric_rank(const struct fabric *f);
int fabric_rank_of(const struct fabric *f, int node);
int fabric_rank_of_end(const struct fabric *f, int endpoint);

/** Cycles completed. */
uint64_t fabric_cycle(const struct fabric *f);
/** Number of nodes: routers. */
int fabric_nodes(const struct fabric *f);
/** Number of endpoints. */
int fabric_endpoints(const struct fabric *f);
/** Packets accepted from endpoints and not delivered yet. */
uint64_t fabric_in_flight(const struct fabric *f);
/** Age of the oldest packet in flight, cycles from its first byte; 0 when none is. */
uint64_t fabric_oldest(const struct fabric *f);
/* With ranks each function that says so is called by all of them, and says the same on all. */

/** Packets that wait in endpoints, and in flight: 0 when all work is done. */
uint64_t fabric_pending(const struct fabric *f);
/**
 * 1 when all packets taken from endpoints were delivered, and with hooks, where some may be lost: when no router holds
 * a packet and no endpoint is sending one. By all ranks.
 */
int fabric_drained(const struct fabric *f);
/** 1 when, besides, no endpoint has a packet to send: with sources that are stopped, all work is done. By all ranks. */
int fabric_idle(const struct fabric *f);
/** Let endpoints start no further packet (what is in the fabric still drains). */
void fabric_stop_injection(struct fabric *f);
/** Let no further message appear (those that wait are still sent). */
void fabric_stop_messages(struct fabric *f);
/** An endpoint, by its number. */
struct endpoint *fabric_endpoint(const struct fabric *f, int endpoint);
/** Control inputs of a router, its kind's; they stay as they are set, between two cycles. For fabrics with nodes. */
void *fabric_control(const struct fabric *f, int node);
/** A router is being reset: it forgets its attempts, and so do those who count them. */
void fabric_forget_attempts(struct fabric *f, int node);
/**
 * Wires of an endpoint's first cable in the current cycle at its end, as the first port of the kind's pins. For fabrics
 * with nodes.
 * @param[out] sent  what the endpoint drives
 * @param[out] seen  what its router drives, late by the latency of the cable
 */
void fabric_endpoint_pins(const struct fabric *f, int endpoint, void *sent, void *seen);
/**
 * What the port of an endpoint has counted. @param[out] counters  the kind's own struct, as any_counters has room for
 * @return 0, or -1 when its kind counts nothing, or a fabric without nodes has not run
 */
int fabric_counters(const struct fabric *f, int endpoint, void *counters);
/** Its marks in the current cycle: port_ops.marks. */
unsigned fabric_marks(const struct fabric *f, int endpoint);
/**
 * How many of what `ports` finds are under way on cables. @param ports  gives the ports on whose wires one is, a mask
 * @return -1: not known, where no nodes are stepped, or other ranks step some
 */
int fabric_on_cables(const struct fabric *f, unsigned (*ports)(const void *pins));
/** The node itself, for its operations. */
void *fabric_node(const struct fabric *f, int node);
/** Named registers of a node, its kind's; of a fabric without nodes those that its engine keeps. */
void fabric_state(const struct fabric *f, int node, void *out);
/** Call visit for every packet that a router holds, by ascending buffers. */
void fabric_each_held(const struct fabric *f, int node, held_visit visit, void *context);
/** As router_kind.goes_on, of a kind whose places are of ports. */
int fabric_goes_on(const struct fabric *f, int node, int port);
/** How many packets a router holds. */
unsigned fabric_held(const struct fabric *f, int node);
/** The operations of a node: what it is made of. */
const struct node_ops *fabric_node_ops(const struct fabric *f, int node);
/** Totals so far. */
struct stats fabric_stats(const struct fabric *f);
/** Messages or packets that had begun and had not arrived. */
struct fabric_unfinished {
    uint64_t count;
    double age; /**< of all of them together up to now, cycles */
};
/**
 * Those of the sources of a group that began in cycle `since` or later; `kind` says whether messages, which, or
 * packets. By all ranks; the age of normalized ones is not exact then.
 */
struct fabric_unfinished fabric_unfinished(const struct fabric *f, enum metrics_group group, enum metrics_kind kind,
                                           uint64_t since);
/** What was measured; NULL without config.measure. */
const struct metrics *fabric_metrics(const struct fabric *f);
/** What can be seen of the run; NULL without config.timeline, and for fabrics that are too large for one. */
struct timeline *fabric_timeline(struct fabric *f);
/** With hooks: count the packets at the end of a run; with ranks by the first one, after fabric_unite. @return 0, or -1
 * when out of memory */
int fabric_account(struct fabric *f);
/** Say what is known beforehand of what sources bring, before metrics are read. */
void fabric_demand(struct fabric *f, const struct demand *demand);
/** What hooks->create made; NULL for a fabric with other hooks, or none. */
void *fabric_hook(const struct fabric *f, const struct fabric_hooks *hooks);
/** Digest of all pins of all cycles so far (config.digest), and of all events. */
uint64_t fabric_digest(const struct fabric *f);
uint64_t fabric_event_digest(const struct fabric *f);
/** What ended the run, and at which node. @param[out] text  one sentence */
enum fabric_fault fabric_fault(const struct fabric *f, int *node, const char **text);
/** The configuration the fabric was made with. */
const struct fabric_config *fabric_config(const struct fabric *f);

#endif
