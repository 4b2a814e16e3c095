/* SPDX-License-Identifier: Apache-2.0
 *
 * A third-party router as a node of a fabric (cmodel/kind/node.h), whose other nodes are of a kind of this program.
 * An adapter in the node has a packet of the description for each packet of the fabric, of as many flits. Its flits go
 * into the router one by one as those of the fabric come, and as one comes out, right, that of the fabric leaves: the
 * router carries what the bench checks (blackbox_live.h), the adapter the contents. Port p of the fabric is port p of
 * the router, and the output of a packet is that of the route of the fabric.
 *
 * Channels of the fabric are the virtual channels of the router. If it has one, packets of all channels go through
 * that, one behind the other at each input; each leaves in the channel that it came in.
 */
#ifndef BLACKBOX_BLACKBOX_NODE_H
#define BLACKBOX_BLACKBOX_NODE_H

#include "../../measure/stats.h"
#include "../../run/setup.h"
#include "../description/blackbox.h"

enum {
    BLACKBOX_NODE_WORDS = 4,    /**< of a flit of a kind, at most */
    BLACKBOX_NODE_CHANNELS = 16 /**< of a cable, at most */
};

/** A flit of a cable. */
struct blackbox_flit {
    uint64_t word[BLACKBOX_NODE_WORDS];
    uint16_t destination; /**< of kinds that have it beside the flit */
    uint8_t channel, first, last;
};

/** What an adapter must know of a kind: what is on its cables. Pins and settings are the kind's own structs. */
struct blackbox_kind {
    /** Channels of a cable, and flits of each that the far end takes before it says more; 0: it says in each cycle
     * whether it takes one, of a cable with one channel. */
    int (*channels)(const struct router_kind *kind);
    int (*depth)(const struct router_kind *kind);
    /** The flit that comes in by a port at the end of a cycle. @param own  what the node drives @return 0: none does */
    int (*read)(const struct router_kind *kind, const void *in, const void *own, int port, struct blackbox_flit *flit);
    /** Whether the far end of a port takes flits; with a depth, so many from when it begins to. */
    int (*up)(const void *in, int port);
    /** Channels of which the far end has taken a flit, as a mask. */
    unsigned (*back)(const void *in, const void *own, int port);
    /** Set the wires of a port. @param back  what the far end is told @param flit  that goes out; NULL: none does */
    void (*drive)(const struct router_kind *kind, void *own, int port, unsigned back, const struct blackbox_flit *flit);
    /** The packet that begins with a flit. */
    struct packet (*packet)(const struct blackbox_flit *first);
    const char *straight; /**< options by which routes have no circles, in words; NULL: they never have */
};

/** What stands at nodes of a fabric. All but the first three members is blackbox_box_init's. */
struct blackbox_box {
    struct scenario_box given; /**< for scenario.box */
    struct blackbox *f;
    const struct node_ops *device; /**< built, before the fabric is made */
    struct node_ops ops;
    struct scenario_fabric fabric; /**< that it is in */
    int flits, boot;               /**< of a packet; cycles before the first one of the fabric */
};

/** Fill in a box for a description. */
void blackbox_box_init(struct blackbox_box *box, struct blackbox *f);
/** The output of packets for an endpoint that come to a node of a fabric by a port (blackbox_route.c). */
int blackbox_route(const struct scenario_fabric *f, const struct scenario_packets *packets);
/**
 * Whether packets cannot wait for each other in a circle where routers keep no channels apart.
 * @return 0, or -1 with error
 */
int blackbox_route_check(const struct setup *setup, char *error, size_t size);

/** What was seen at an input and the output of the same number. */
struct blackbox_node_port {
    uint64_t in;        /**< packets */
    uint64_t stalls;    /**< cycles in which the input had a flit that did not go in */
    uint64_t held;      /**< cycles in which the fabric did not take what had come out */
    struct latency out; /**< of packets that came out, from their first flit at the input up to that at the output */
};

struct blackbox_node_seen {
    const struct blackbox *f;
    const struct blackbox_node_port *port; /**< [ports] */
    int ports;
    uint64_t bits; /**< that were compared */
};

/** @param node  of blackbox_box.ops */
struct blackbox_node_seen blackbox_node_seen(const void *node);
/** Whether nodes are such ones. */
int blackbox_node_is(const struct node_ops *ops);

/** Set the bit of a port in wires that are a mask of ports. */
static inline void blackbox_node_set(uint16_t *mask, int port, unsigned value)
{
    *mask = (uint16_t)((*mask & ~(1u << port)) | value << port);
}

#endif
