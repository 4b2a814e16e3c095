/* SPDX-License-Identifier: Apache-2.0
 *
 * A fabric: routers of a kind wired into a topology, endpoints (PEs) at them, and the
 * end-to-end checks that hold in every run (conservation: every packet is
 * delivered exactly once, intact, to the right PE).
 */
#ifndef FEDX_FABRIC_H
#define FEDX_FABRIC_H

#include <stdio.h>

#include "../kind/fedx_node.h"
#include "../kind/kind.h"
#include "../topology/topology.h"
#include "fedx_film.h"
#include "fedx_metrics.h"
#include "fedx_pe.h"
#include "fedx_stats.h"

/** Kinds of packet and message events, the letters of a trace. */
enum fedx_event_kind {
    FEDX_EVENT_CREATED = 'c',   /**< a message appeared on a job list */
    FEDX_EVENT_INJECTED = 'i',  /**< a switch accepted a packet from its PE */
    FEDX_EVENT_DELIVERED = 'd', /**< a packet was ejected */
    FEDX_EVENT_MESSAGE = 'm'    /**< the last packet of a message was ejected */
};

/** One event; 0 where a field does not apply. */
struct fedx_event {
    uint64_t cycle;
    uint32_t node;
    uint32_t kind;
    uint16_t source, destination, message, packet;
};

/** Write an event as a line of a trace: cycle, node, kind, source, destination, message, packet. */
void fedx_event_print(const struct fedx_event *event, FILE *file);

/** What ended a run early. */
enum fedx_fault {
    FEDX_FAULT_NONE,
    FEDX_FAULT_DIVERGENCE, /**< a lockstep node found a difference */
    FEDX_FAULT_COLLISION,  /**< both ends of a link drove the data wires */
    FEDX_FAULT_PACKET,     /**< a packet was damaged, misdelivered, delivered twice or never sent */
    FEDX_FAULT_STALL,      /**< packets in the fabric, and none injected or delivered for a long time */
    FEDX_FAULT_MEMORY,     /**< out of memory */
    FEDX_FAULT_ENDED       /**< a node cannot go on (fedx_node_ops.ended) */
};

struct fedx_fabric;

/** What must not be, and ends a run of a fabric that nobody has hooked into. */
enum fedx_fabric_wrong {
    FEDX_WRONG_DAMAGED,      /**< a packet arrived with a wrong byte */
    FEDX_WRONG_MISDELIVERED, /**< ... at another PE than its own */
    FEDX_WRONG_DOUBLED,      /**< ... once more, or before its source knew of it */
    FEDX_WRONG_COLLISION     /**< both ends of a cable drove its data wires for a cycle */
};

/**
 * What hooks into the cycles of a fabric with nodes, such as faults on its cables (fedx_inject.h). With hooks packets may be
 * lost: what is wrong is handed to them, and the run goes on.
 */
struct fedx_fabric_hooks {
    /**
     * The fabric is made, and its switches are configured. @param settings  config.hook_settings
     * @return what the other operations get as hook; NULL when out of memory
     */
    void *(*create)(const void *settings, struct fedx_fabric *f);
    /** NULL is legal. */
    void (*destroy)(void *hook);
    /** Between two cycles: the next one begins. */
    void (*begin)(void *hook, struct fedx_fabric *f);
    /** A switch, or a PE, is about to be stepped with these inputs, by the thread that steps it. */
    void (*before_switch)(void *hook, const struct fedx_fabric *f, int node, void *in);
    void (*before_pe)(void *hook, const struct fedx_fabric *f, int node, void *in);
    /** All nodes were stepped; nothing of the cycle is in the books yet. */
    void (*collect)(void *hook, struct fedx_fabric *f);
    /** Something must not be. */
    void (*wrong)(void *hook, enum fedx_fabric_wrong what);
    /** Why the run must end, or NULL. */
    const char *(*failed)(const void *hook);
    /** The run is over: count its packets. @return 0, or -1 when out of memory */
    int (*account)(void *hook, const struct fedx_fabric *f);
    /** Save or load between two cycles. */
    void (*archive)(void *hook, struct fedx_fabric *f, struct archive *a);
};

struct fedx_fabric_config {
    const struct topology *topology;
    const struct router_kind *kind;     /**< of every router */
    const void *settings;               /**< of every router, as its kind has them; the fabric keeps a copy */
    struct fedx_pe_settings pe;         /**< of every PE */
    const struct fedx_node_ops **nodes; /**< [topology->nodes] what each node is; NULL: the engine brings its own */
    const struct fedx_node_ops *inner;  /**< the RTL, for nodes in lockstep */
    uint64_t power_up;                  /**< seed of the power-up values of RTL nodes, 0 = zero */
    uint64_t warmup;                    /**< cycles left out of latencies and throughput */
    uint64_t end;                       /**< cycle from which throughput does not count any more, 0 = never */
    uint64_t stall_cycles;              /**< cycles without progress that count as a stall, 0 = never */
    int measure;                        /**< 1: keep metrics; needs end */
    int hidden;                         /**< 1: some nodes do not show all registers; then metrics know of no attempts and no
                                             buffers, and film, hops, on_step and hooks cannot be asked for */
    int detect_warmup;                  /**< 1: metrics find the end of the warm-up themselves */
    uint64_t sample_period;             /**< cycles between samples of the buffers, 0 = FEDX_SAMPLE_PERIOD */
    int film;                           /**< 1: keep a film, if fedx_film_frames says so; needs measure */
    int digest;                         /**< keep a digest of all pins of every cycle */
    FILE *trace;                        /**< one line an event, or NULL */
    FILE *hops;                         /**< one line an attempt, or NULL: cycle node sender cause source destination
                                             message packet first; sorted */
    void (*on_event)(void *context, const struct fedx_event *event); /**< called for every event, or NULL */
    void *on_event_context;
    /** Called for every node before each step, by the thread that steps it; for fabrics with nodes. NULL: not called */
    void (*on_step)(void *context, const struct fedx_fabric *f, int node, const void *in, const void *control);
    void *on_step_context;
    FILE *record;                       /**< one line a message that appears (trace.h), or NULL */
    const struct fedx_fabric_hooks *hooks; /**< or NULL; needs nodes */
    const void *hook_settings;          /**< for hooks->create */
};

enum { FEDX_SAMPLE_PERIOD = 100 };

/**
 * Build, reset and configure a fabric through the configuration ports. With config->nodes it has at most as many nodes as
 * the routers' tables have entries, and nodes without an operation to set their buffers need the settings for as many as
 * they have.
 * @return NULL when out of memory
 */
struct fedx_fabric *fedx_fabric_create(const struct fedx_fabric_config *config);
/** NULL is legal. */
void fedx_fabric_destroy(struct fedx_fabric *f);

/* For engines: a cycle is one fedx_fabric_step of every part, in any order or in parallel, then one
 * fedx_fabric_collect. */

/** Advance one part of so many, up to fedx_fabric_nodes: its share of the routers and of the PEs, by one cycle. */
void fedx_fabric_step(struct fedx_fabric *f, int part, int parts);
/** Close the cycle: events, checks, digest. @return 0 to go on, 1 when the run must end (fedx_fabric_fault) */
int fedx_fabric_collect(struct fedx_fabric *f);

/**
 * Save or load all of a fabric between two cycles, but for what an engine keeps: fedx_engine_ops.archive does both. A fabric
 * that loads was made with the same configuration, traffic and kinds of nodes; where that can be seen, another archive is
 * rejected. After a rejection it can only be destroyed.
 */
void fedx_fabric_archive(struct fedx_fabric *f, struct archive *a);

/** Cycles completed. */
uint64_t fedx_fabric_cycle(const struct fedx_fabric *f);
/** Number of nodes: routers. */
int fedx_fabric_nodes(const struct fedx_fabric *f);
/** Number of endpoints: PEs. */
int fedx_fabric_endpoints(const struct fedx_fabric *f);
/** Packets accepted from PEs and not delivered yet. */
uint64_t fedx_fabric_in_flight(const struct fedx_fabric *f);
/** Age of the oldest packet in flight, cycles from its first byte; 0 when none is. */
uint64_t fedx_fabric_oldest(const struct fedx_fabric *f);
/** Packets that wait in PEs, and in flight: 0 when all work is done. */
uint64_t fedx_fabric_pending(const struct fedx_fabric *f);
/**
 * 1 when all packets taken from PEs were delivered, and with hooks, where some may be lost: when no switch holds a
 * packet and no PE is sending one.
 */
int fedx_fabric_drained(const struct fedx_fabric *f);
/** 1 when, besides, no PE has a packet to send: with sources that are stopped, all work is done. */
int fedx_fabric_idle(const struct fedx_fabric *f);
/** Let PEs start no further packet (what is in the fabric still drains). */
void fedx_fabric_stop_injection(struct fedx_fabric *f);
/** Let no further message appear (those that wait are still sent). */
void fedx_fabric_stop_messages(struct fedx_fabric *f);
/** A PE, by the number of its endpoint. */
struct fedx_pe *fedx_fabric_pe(const struct fedx_fabric *f, int endpoint);
/** Control inputs of a router, its kind's; they stay as they are set, between two cycles. For fabrics with nodes. */
void *fedx_fabric_control(const struct fedx_fabric *f, int node);
/** A switch is being reset: it forgets its attempts, and so do those who count them. */
void fedx_fabric_forget_attempts(struct fedx_fabric *f, int node);
/**
 * Wires of an endpoint's cable in the current cycle at its end, as the first port of the kind's pins. For fabrics with nodes.
 * @param[out] sent  what the PE drives
 * @param[out] seen  what its switch drives, late by the latency of the cable
 */
void fedx_fabric_pe_pins(const struct fedx_fabric *f, int endpoint, void *sent, void *seen);
/** The node itself, for its operations. */
void *fedx_fabric_node(const struct fedx_fabric *f, int node);
/** Named registers of a node, its kind's; of a fabric without nodes those that its engine keeps. */
void fedx_fabric_state(const struct fedx_fabric *f, int node, void *out);
/** Call visit for every packet that a switch holds, by ascending buffers. */
void fedx_fabric_each_held(const struct fedx_fabric *f, int node, held_visit visit, void *context);
/** How many packets a switch holds. */
unsigned fedx_fabric_held(const struct fedx_fabric *f, int node);
/** What node is made of. */
const struct fedx_node_ops *fedx_fabric_node_ops(const struct fedx_fabric *f, int node);
/** Totals so far. */
struct fedx_stats fedx_fabric_stats(const struct fedx_fabric *f);
/** Messages or packets that had begun and had not arrived. */
struct fedx_unfinished {
    uint64_t count;
    double age; /**< of all of them together up to now, cycles */
};
/** Those of a kind, of a group's sources, that began in cycle `since` or later. */
struct fedx_unfinished fedx_fabric_unfinished(const struct fedx_fabric *f, enum fedx_metrics_group group,
                                              enum fedx_metrics_kind kind, uint64_t since);
/** What was measured; NULL without config.measure. */
const struct fedx_metrics *fedx_fabric_metrics(const struct fedx_fabric *f);
/** What can be seen of the run; NULL without config.film, and for fabrics that are too large for one. */
struct fedx_film *fedx_fabric_film(struct fedx_fabric *f);
/** With hooks: count the packets at the end of a run. @return 0, or -1 when out of memory */
int fedx_fabric_account(struct fedx_fabric *f);
/** What hooks->create made; NULL for a fabric with other hooks, or none. */
void *fedx_fabric_hook(const struct fedx_fabric *f, const struct fedx_fabric_hooks *hooks);
/** Digest of all pins of all cycles so far (config.digest), and of all events. */
uint64_t fedx_fabric_digest(const struct fedx_fabric *f);
uint64_t fedx_fabric_event_digest(const struct fedx_fabric *f);
/** What ended the run, and at which node. @param[out] text  one sentence */
enum fedx_fault fedx_fabric_fault(const struct fedx_fabric *f, int *node, const char **text);
/** The configuration the fabric was made with. */
const struct fedx_fabric_config *fedx_fabric_config(const struct fedx_fabric *f);

#endif
