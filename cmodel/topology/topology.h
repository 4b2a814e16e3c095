/* SPDX-License-Identifier: Apache-2.0
 *
 * Topologies: which port of which router is wired to which, what is attached where, and the shortest ways. A topology
 * is one file that fills a struct topology_kind.
 */
#ifndef TOPOLOGY_TOPOLOGY_H
#define TOPOLOGY_TOPOLOGY_H

#include <stddef.h>
#include <stdint.h>

#include "spanning.h"

enum {
    TOPOLOGY_LATENCY = 8,    /**< topology_end.latency, at most */
    TOPOLOGY_PORTS = 12,     /**< of a router, at most; those to endpoints are among them */
    TOPOLOGY_ENDPOINT = -1,  /**< topology_end.port: node is the number of an endpoint */
    TOPOLOGY_CABLES = 4,     /**< of an endpoint, at most */
    TOPOLOGY_NODES = 1 << 20 /**< routers of a topology whose size is rows and columns, at most */
};

/** One end of a cable: the far end of a port, or one of the two by which a link is named. */
struct topology_end {
    int node;        /**< router, or endpoint; -1: the port is not connected */
    int16_t port;    /**< of that router, or TOPOLOGY_ENDPOINT */
    int16_t latency; /**< extra stages of this cable, cycles, over those that all cables of a fabric have */
};

struct topology;
struct topology_graph;
struct topology_routes;

enum { TOPOLOGY_NAME = 32 /**< bytes that hold the name of every fabric */ };

/** What one topology file provides. */
struct topology_kind {
    const char *name;    /**< as on the command line */
    const char *summary; /**< one line for --help */
    int symmetric; /**< 1: looks the same from every node, so that routes depend on the way in rows and columns alone */
    int links;     /**< ports that may lead to routers: 0 to links - 1 */
    /** @return NULL, or one sentence that says which size is out of which bounds */
    const char *(*check)(int rows, int cols);
    /** Nodes of a fabric whose size is one number, its edge: they are one row; NULL: rows and columns are its size. */
    int (*nodes_of_edge)(int edge);
    /** 1: the size is not rows and columns but arity and levels, of a tree: they stand in their place. */
    int levels;
    int given; /**< 1: the wiring is a struct topology_graph, and there is no size */
    /** Routers and endpoints of a size; NULL: rows x cols of each. */
    void (*count)(int rows, int cols, int *routers, int *endpoints);
    /** Far end of a port, 0 to links - 1; both ends of a cable say the same latency. */
    struct topology_end (*neighbour)(const struct topology *t, int node, int port);
    /** Where an endpoint is attached; NULL: each to the router with its number, behind the links. */
    struct topology_end (*attached)(const struct topology *t, int endpoint);
    /** Which of the best ports deterministic packets to an endpoint take; NULL: the lowest. */
    int (*deterministic)(const struct topology *t, int node, int endpoint, int best);
    /** Which of the best ports adaptive packets prefer; NULL: that of deterministic ones. */
    int (*preferred)(const struct topology *t, int node, int destination, int best);
    /** Which of the ports that lead no farther packets may be derouted to, masks; NULL: none. */
    int (*derouted)(int best, int no_farther);
    /** Row and column of a node on a map; NULL: those of its number. */
    struct topology_place (*drawn)(const struct topology *t, int node);
};

/** A topology of a given size with everything worked out. */
struct topology {
    const struct topology_kind *kind;
    char name[TOPOLOGY_NAME];           /**< size and kind: "8 x 8 xmesh", "E6 hexmesh", "4-ary 3-tree" */
    int rows, cols;                     /**< size; of a tree its arity and its levels; of a graph 1, routers */
    const struct topology_graph *graph; /**< of a kind that is given, while it is worked out */
    int fixed;                          /**< 1: the wiring says where endpoints are */
    int edge;                           /**< of a kind with nodes_of_edge, else 0 */
    int nodes;                          /**< routers */
    int endpoints;                      /**< what sends and receives */
    int diameter;                       /**< hops between the routers of two endpoints, at most */
    double mean_distance;               /**< hops, over all pairs of different endpoints */
    struct topology_end (*links)[TOPOLOGY_PORTS]; /**< [node][port] */
    int cables;                     /**< of each endpoint, to ports of its router that follow each other */
    struct topology_end *attached;  /**< [endpoint] router and port, that of its first cable */
    struct topology_place *place;   /**< [node] of a symmetric topology without dead links, else NULL */
    size_t pairs;                   /**< of nodes that are told apart: topology_pair is under it */
    uint16_t *distance;             /**< [topology_pair], hops */
    struct topology_branch *branch; /**< [node] place in the spanning tree */
    int dead_links;                 /**< that were taken away */
    uint16_t *side;                 /**< [node] mask: which end of each link the node is */
    struct topology_routes *routes; /**< that are given (routes.h); NULL: all shortest ways */
};

/** Every topology, ended by NULL. */
extern const struct topology_kind *const topology_kinds[];
/** The axial hexagonal wrap of the Fed-X paper, cmodel/topology/xmesh.c. */
extern const struct topology_kind topology_xmesh;
/** The continuous hexagonal mesh of the PO2 paper, cmodel/topology/hexmesh.c. */
extern const struct topology_kind topology_hexmesh;
/** The rectangular mesh with four links a router, cmodel/topology/mesh.c. */
extern const struct topology_kind topology_mesh;
/** Likewise, with rows and columns that are rings, cmodel/topology/torus.c. */
extern const struct topology_kind topology_torus;
/** The k-ary n-tree, cmodel/topology/tree.c. */
extern const struct topology_kind topology_tree;
/** Any wiring, cmodel/topology/topology_graph.c. */
extern const struct topology_kind topology_any;

/** @return the topology with that name, or NULL */
const struct topology_kind *topology_find(const char *name);
/** @return the edge of a fabric of so many nodes, of a kind with nodes_of_edge; 0 when none has so many */
int topology_edge(const struct topology_kind *kind, int nodes);
/** What a fabric of a size is called. @param[out] name  [TOPOLOGY_NAME] */
void topology_title(const struct topology_kind *kind, int rows, int cols, char *name);

/**
 * Work out wiring and distances.
 * @param[out] error  one sentence when NULL is returned: size out of bounds, an
 *                    unreachable node, or a diameter that no router has the buffers for
 */
struct topology *topology_create(const struct topology_kind *kind, int rows, int cols, const char **error);
/** Most nodes of a topology that keeps a distance for every pair of nodes: one with dead links, and one that is not
 * symmetric. */
enum { TOPOLOGY_DEAD_NODES = 1024, TOPOLOGY_UNLIKE_NODES = 8192 };
/**
 * Likewise, without some links: distances and routes are those that the others leave.
 * @param dead  one end of each link, `count` of them
 */
struct topology *topology_create_without(const struct topology_kind *kind, int rows, int cols,
                                         const struct topology_end *dead, size_t count, const char **error);
/**
 * Attach endpoints to other ports of their routers, which are free there; for topologies that leave open where they are
 * attached (topology.fixed is 0) and routers whose ports to endpoints do not follow those of the links, or are several
 * for an endpoint. Where that port leads to a router somewhere they stay where they are, with one cable.
 * @param port    the first one
 * @param cables  how many follow each other at most, as far as they are free: 1 to TOPOLOGY_CABLES
 */
void topology_attach(struct topology *t, int port, int cables);
/**
 * Give each router so many endpoints, on ports one behind the other from those that it has; after topology_attach.
 * Endpoint e is at router e / count. The mean distance stays that between routers.
 * @return 0, or -1 when out of memory
 */
int topology_share(struct topology *t, int count);
/** Tells wirings from each other: links, latencies, where endpoints are, and routes that are given. */
uint64_t topology_hash(const struct topology *t);
/** NULL is legal. */
void topology_destroy(struct topology *t);

/** Number of a pair of nodes in tables of what lies between them; pairs with the same way may share one. */
static inline size_t topology_pair(const struct topology *t, int node, int destination)
{
    if (!t->place)
        return (size_t)node * (size_t)t->nodes + (size_t)destination;

    struct topology_place from = t->place[node], to = t->place[destination];
    int rows = to.row - from.row, cols = to.col - from.col;

    rows += rows < 0 ? t->rows : 0;
    cols += cols < 0 ? t->cols : 0;
    return (size_t)rows * (size_t)t->cols + (size_t)cols;
}

/** Hops between two nodes. */
static inline int topology_distance(const struct topology *t, int node, int destination)
{
    return t->distance[topology_pair(t, node, destination)];
}

/** 1 when a port leads to another router. */
static inline int topology_wired(const struct topology *t, int node, int port)
{
    return t->links[node][port].node >= 0 && t->links[node][port].port != TOPOLOGY_ENDPOINT;
}

/** Fewest buffers that the deadlock rule allows, so that a packet of the largest distance is admitted to an empty
 * router. */
static inline int topology_buffers(const struct topology *t)
{
    return t->diameter + 1;
}

/** Most extra stages of any cable. */
int topology_latency(const struct topology *t);
/** Mask of the ports of node that lie on a shortest path to another one. */
int topology_best(const struct topology *t, int node, int destination);
/** Mask of its other ports to which packets may be derouted: they lead to a router as far from the destination. */
int topology_other(const struct topology *t, int node, int destination);
/** The best port in whose direction the most moves are left, so that a choice stays open for as long as possible. */
int topology_longest(const struct topology *t, int node, int destination, int best);
/** Rows and columns: of the endpoints, or the size of a fabric, which of a tree is its arity and its levels. */
struct topology_shape {
    int rows, cols;
};
/**
 * The rectangle that traffic patterns see in the numbers of the endpoints: the rows and columns of the fabric, or where
 * routers and endpoints are not the same, the one that comes nearest to a square.
 */
struct topology_shape topology_shape(const struct topology *t);
/** Row and column of a node on a map. */
struct topology_place topology_drawn(const struct topology *t, int node);

/** The way from a router to an endpoint. */
struct topology_route {
    int distance;      /**< hops to the endpoint's router, at least */
    int best;          /**< mask of the ports on a shortest path, or of those that are given; at its router those to the
                          endpoint */
    int other;         /**< mask of the ports to which a packet may be derouted: they lead no farther */
    int deterministic; /**< the one that deterministic packets take */
    int preferred;     /**< the one that adaptive packets prefer */
};
struct topology_route topology_route(const struct topology *t, int node, int endpoint);

#endif
