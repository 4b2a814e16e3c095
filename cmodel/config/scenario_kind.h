/* SPDX-License-Identifier: Apache-2.0
 *
 * What a scenario asks of a kind of router: what its keys mean there, and whether routers of that kind can be so.
 */
#ifndef SCENARIO_SCENARIO_KIND_H
#define SCENARIO_SCENARIO_KIND_H

#include <stdint.h>
#include <stdio.h>

#include "../fabric/responder.h"
#include "../kind/node.h"
#include "../topology/topology.h"
#include "scenario.h"
#include "scenario_rules.h"

struct router_kind;

/* Functions that can fail return 0, or -1 with one sentence in error, as scenario_blame writes it. */

/** What keys of a kind ask of endpoints; all zero: nothing. */
struct scenario_endpoints {
    double second_load;                     /**< of a second task, in the unit of traffic.load; 0: there is none */
    int second_load_key;                    /**< ... the key that has it */
    int second_pattern, second_pattern_key; /**< its destinations, and likewise */
    int second_adaptive;                    /**< its packets may take any shortest way */
    int deflections;                        /**< hops that lead a packet no nearer, at most */
    int ways;                               /**< 2: each packet draws one of two ways (topology_routes.ways) */
    int second_half;                        /**< endpoint_settings.second_half */
    int sees_router;                        /**< key with which endpoint_settings.sees_router is 1; 0: it is not */
    struct responder_settings responses;
    int marks; /**< 1: timelines show the marks of ports (kind.h) */
};

/** Routers of a kind in a topology. */
struct scenario_fabric {
    const struct scenario *scenario;
    const struct router_kind *kind;
    const void *settings; /**< of every router, the kind's */
    const struct topology *topology;
};

/** Packets for an endpoint that have come to a router. */
struct scenario_packets {
    int router, port; /**< and by which port */
    int endpoint;
    int way; /**< that they have drawn: less than scenario_endpoints.ways, or 0 */
};

struct scenario_kind {
    /** RTL as a node, from a shared object; NULL: that of this program. @return NULL with one sentence in error */
    const struct node_ops *(*open)(const struct router_kind *kind, const char *path, char *error, size_t size);
    /** Likewise of what endpoints of so many cables send by, beside its model; NULL: this kind has none. @param
     * settings  that check has let through */
    const struct node_ops *(*open_port)(const struct router_kind *kind, const char *path, const void *settings,
                                        int cables, char *error, size_t size);
    /**
     * The kind that keys make of the one that is named: the same, or one that is there until release is called as
     * often. NULL: no key does. @return NULL with one sentence in error
     */
    const struct router_kind *(*shape)(const struct router_kind *kind, const struct scenario *s, char *error,
                                       size_t size);
    void (*release)(const struct router_kind *kind);
    const int *shape_keys; /**< these keys, ended by -1 */
    /** The settings of every router. @param[out] settings  the kind's */
    void (*settings)(const struct router_kind *kind, const struct scenario *s, void *settings);
    /**
     * Whether routers can have such settings, and are enough for a topology.
     * @param rtl     1: some are RTL, alone or in lockstep
     * @param blamed  key to blame when the topology is too large
     */
    int (*check)(const struct scenario_fabric *f, int rtl, int blamed, char *error, size_t size);
    const struct scenario_rule *rules; /**< of keys of its sections */
    int rule_count;
    /** What endpoints do; NULL: what keys of every kind say. @param[out] e  all zero */
    void (*endpoints)(const struct scenario *s, struct scenario_endpoints *e);
    /** Whether there is RTL of such routers, and coverage; NULL: there is. @param key  KEY_coverage, or any for RTL */
    int (*check_rtl)(const struct router_kind *kind, const struct scenario *s, int key, char *error, size_t size);
    /** Check the routes that routers with these settings are configured with. @return how many there are, or -1 */
    long (*check_routes)(const struct scenario_fabric *f, char *error, size_t size);
    /**
     * Of packets that have one way each, the share of those that leave a router by each port; as its routes have it.
     * @param[out] share  [TOPOLOGY_PORTS], adds up to 1
     */
    void (*shares)(const struct scenario_fabric *f, const struct scenario_packets *packets, double *share);
    /** Of packets from an endpoint to another one, the share that goes first to the router of endpoint `via`. NULL:
     * they all go to their destinations at once, as where endpoints are not in their second half. */
    double (*via)(const struct scenario_fabric *f, int source, int destination, int via);
    /** The settings of a run in words, where they are no results (results_kind.settings). NULL: nothing */
    void (*print_settings)(const struct scenario *s, FILE *out);
    /** Sections whose keys are settings of its routers, 1 << SCENARIO_SECTION_<section> each. Where another kind has a
     * section and this one has not, its keys stay as they are when nothing is said. */
    uint32_t sections;
    uint32_t listed_alone; /**< of these, those that a list of all keys has with such routers alone */
    int routes;            /**< text that names the routes of all routers (routes_file.h); 0: there is none */
    int port_lockstep;     /**< flag with which all endpoints' ports are model and RTL in lockstep; 0: there is none */
    int buffers_key;       /**< so is this one, the number of buffers of a router; 0: there is none */
    int one_way;           /**< 1: a packet has one way, so that adaptive ones go as deterministic ones do */
    const char *routers;   /**< what they are, for results; NULL: nothing more to say */
    const char *build;     /**< what its functions open RTL by; or NULL */
    /** Endpoints that the routes of a router have room for. */
    int destinations;
};

#endif
