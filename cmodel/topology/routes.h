/* SPDX-License-Identifier: Apache-2.0
 *
 * Routes other than all shortest ways: by a routing function, or one by one. Routers that have them know for each
 * endpoint by which ports packets may go on.
 */
#ifndef TOPOLOGY_ROUTES_H
#define TOPOLOGY_ROUTES_H

#include "topology.h"

/** The way on from a router to an endpoint of another one. */
struct topology_choice {
    uint16_t ports;    /**< mask of those that adaptive packets may take; 0: no packet for that endpoint comes there */
    uint8_t preferred; /**< the one that packets with one way take */
    uint8_t second;    /**< likewise packets of the second way; as preferred where there is none */
};

struct topology_routes {
    struct topology_choice *choice; /**< topology_choice_of */
    uint16_t *hops;                 /**< likewise: of the longest way from there */
    int longest;                    /**< hops of any way */
    int ways;                       /**< 2: each packet draws one of two ways; else 1 */
};

/** A routing function. */
struct topology_routing {
    const char *name;    /**< as on the command line */
    const char *summary; /**< for --help and messages */
    int mesh;            /**< 1: of meshes alone */
    /** Ports by which packets may go on to another router, whether there is a link or not. */
    unsigned (*ports)(const struct topology *t, int node, int target);
    /** Likewise the second way that a packet may draw; NULL: there is none */
    unsigned (*second)(const struct topology *t, int node, int target);
    /** In place of `ports`, all routers at once. @param[out] ports  [node] @return 0, or -1 when out of memory */
    int (*all)(const struct topology *t, int target, uint16_t *ports);
};

/** Every routing function, ended by one without a name. */
extern const struct topology_routing topology_routings[];
/** @return the one with that name, or NULL */
const struct topology_routing *topology_routing_find(const char *name);

enum { TOPOLOGY_ROUTES_ERROR = 512, TOPOLOGY_ROUTES_ENDPOINTS = 4096 /**< that routes are given for, at most */ };

/** Routes of a topology that are all empty, freed with it. @return 0, or -1 when out of memory */
int topology_routes_create(struct topology *t);

static inline struct topology_choice *topology_choice_of(const struct topology *t, int node, int endpoint)
{
    return &t->routes->choice[(size_t)node * (size_t)t->endpoints + (size_t)endpoint];
}

/**
 * Fill empty routes by a routing function.
 * @param[out] reason  [TOPOLOGY_ROUTES_ERROR] @return 0, or -1
 */
int topology_routes_fill(struct topology *t, const struct topology_routing *routing, char *reason);
/**
 * Check that each way from an endpoint to another one ends there, and work out how long they are.
 * @param[out] reason  [TOPOLOGY_ROUTES_ERROR]: a router without a route, or routers that packets go round
 * @return 0, or -1
 */
int topology_routes_finish(struct topology *t, char *reason);

/** Hops of the longest way from a router to an endpoint. */
int topology_hops(const struct topology *t, int node, int endpoint);

#endif
