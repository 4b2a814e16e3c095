/* SPDX-License-Identifier: Apache-2.0
 *
 * A third-party router as a node of a fabric (cmodel/kind/node.h), whose other nodes are of a kind of this program.
 * An adapter in the node has a packet of the description for each packet of the fabric, of as many flits. Its flits go
 * into the router one by one as those of the fabric come, and as one comes out, right, that of the fabric leaves: the
 * router carries what the bench checks (blackbox_live.h), the adapter the contents. Port p of the fabric is port p of
 * the router, and the output of a packet is that of the route of the fabric.
 */
#ifndef BLACKBOX_BLACKBOX_NODE_H
#define BLACKBOX_BLACKBOX_NODE_H

#include "../scenario/setup.h"
#include "blackbox.h"

enum { BLACKBOX_NODE_FLIT = 16 /**< bytes of a flit of a kind, at most */ };

/** What an adapter must know of a kind: what is on its cables. Pins, control and settings are the kind's own structs.
 */
struct blackbox_kind {
    size_t flit_bytes; /**< of its own struct for a flit of a cable */
    /** Ports on which a flit comes in, and on which one goes out, at the end of a cycle, as masks.
     * @param own  what the node drives */
    unsigned (*come)(const void *in, const void *own);
    unsigned (*gone)(const void *in, const void *own);
    /** The flit on the wires of an input. @return whether it is the last one of its packet */
    int (*read)(const void *in, int port, void *flit);
    /** The output of the packet that begins with a flit; -1: there is none. */
    int (*route)(const struct router_kind *kind, const void *control, const void *first);
    /** The packet itself. */
    struct packet (*packet)(const void *first);
    /** Set the wires of a port. @param ready  it takes a flit @param flit  that goes out; NULL: none does */
    void (*drive)(void *own, int port, int ready, const void *flit);
};

/** What stands at nodes of a fabric. All but the first three members is blackbox_box_init's. */
struct blackbox_box {
    struct scenario_box given; /**< for scenario.box */
    struct blackbox *f;
    const struct node_ops *device; /**< built, before the fabric is made */
    struct node_ops ops;
    const struct router_kind *kind;
    int flits, boot; /**< of a packet; cycles before the first one of the fabric */
};

/** Fill in a box for a description. */
void blackbox_box_init(struct blackbox_box *box, struct blackbox *f);

/** What was seen at an input and the output of the same number. */
struct blackbox_node_port {
    uint64_t in, out; /**< packets */
    uint64_t stalls;  /**< cycles in which the input had a flit that did not go in */
    uint64_t held;    /**< cycles in which the fabric did not take what had come out */
    uint64_t latency; /**< of packets that came out, from their first flit at the input up to that at the output: sum */
    uint32_t min, max; /**< ... */
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

#endif
