/* SPDX-License-Identifier: Apache-2.0
 *
 * What a scenario becomes before it can run: topology, kinds of nodes, traffic,
 * files, and the configuration of the fabric made of them. All commands that run
 * fabrics build them here.
 */
#ifndef SCENARIO_SETUP_H
#define SCENARIO_SETUP_H

#include "../base/output.h"
#include "../config/scenario.h"
#include "../config/scenario_kind.h"
#include "../faults/faults.h"
#include "../kind/kind.h"
#include "../measure/energy.h"
#include "../topology/partition.h"

/** Must outlive the fabric, and stay where it is. */
struct setup {
    struct scenario scenario;       /**< with numbers in place of words (scenario_effective) */
    const struct router_kind *kind; /**< of every router */
    struct topology *topology;
    long routes;                   /**< entries of its tables that were checked (scenario_kind.check_routes) */
    const struct node_ops **nodes; /**< [topology->nodes] */
    int event_engine;              /**< 1: the event engine runs it; config.nodes is NULL */
    struct output trace, record, hops, fault_record; /**< files that the run writes */
    int rtl_nodes, lockstep_nodes, box_nodes; /**< how many are RTL alone, in lockstep, and a third-party router */
    struct traffic traffic;
    struct scenario_endpoints ends;  /**< what keys of the kind ask of endpoints */
    double density, second_density;  /**< that loads come to */
    struct traffic_matrix *matrix;   /**< rates of pairs, or NULL */
    struct trace *replay;            /**< messages to send, or NULL */
    struct energy_table energy;      /**< of run.energy */
    struct fault_plan faults;        /**< without any: all zero */
    struct any_settings settings;    /**< of every router, its kind's */
    uint64_t from;                   /**< of the checkpoint that it goes on from: checkpoint.check; 0: none */
    struct ranks *ranks;             /**< processes that run it together (ranks_joined), or NULL */
    uint16_t *owner;                 /**< with ranks: fabric_config.owner */
    struct partition_figures shares; /**< likewise: how it came out */
    struct fabric_config config;     /**< for fabric_create */
};

/** A third-party router, for scenario.box. */
struct scenario_box {
    const struct node_ops *ops; /**< of its nodes, which the fabric can be made of once it is built */
    /** Whether it can stand where it is in setup->nodes. @return 0, or -1 with error */
    int (*check)(struct scenario_box *box, const struct setup *setup, char *error, size_t size);
};

/* Functions that can fail return 0, or -1 with one sentence in error (SCENARIO_ERROR bytes hold all); then
 * setup_finish is still due. */

/** Check a scenario as a whole and set up what needs no file. */
int setup_init(struct setup *setup, const struct scenario *s, char *error, size_t size);
/** Open the RTL, the trace to replay, and the files that the run writes. The fabric can be made then. */
int setup_open(struct setup *setup, char *error, size_t size);
/** How far the files that a run writes have come. */
struct setup_marks {
    struct output_mark trace, record, hops, fault_record;
};
/** Likewise, but go on with the files that an interrupted run has written. */
int setup_resume(struct setup *setup, const struct setup_marks *marks, char *error, size_t size);
/** Say how far the files have come; that much is on the disk then. */
int setup_mark(struct setup *setup, struct setup_marks *marks, char *error, size_t size);
/** Close the files and leave them for setup_resume. */
void setup_leave(struct setup *setup);
/** Give the files that the run wrote their names, once all is in them. */
int setup_save(struct setup *setup, char *error, size_t size);
/** Forget files that were not kept, and free the rest. A setup that is all zero is legal. */
void setup_finish(struct setup *setup);

/** Nodes of a scenario's fabric. */
int setup_nodes(const struct scenario *s);
/** The kind of its routers; one of a shape of its own stays for as long as a setup holds it, or none of others follow.
 */
const struct router_kind *setup_kind(const struct scenario *s);
/** The key with which the ports of all endpoints are model and RTL in lockstep; 0: they are models. */
int setup_port_lockstep(const struct scenario *s);
/** Its routers in its topology. */
struct scenario_fabric setup_fabric(const struct setup *setup);
/** Buffers of its routers; 0: these have no number of buffers that can be set. */
int setup_buffers(const struct scenario *s);
/** The name of the routes of all routers (routes_file.h); empty: all shortest ways. */
const char *setup_routes(const struct scenario *s);
/** 1 when its routers have more buffers than they can have in this instance of the program. */
int setup_is_elsewhere(const struct scenario *s);

#endif
