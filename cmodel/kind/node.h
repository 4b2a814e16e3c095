/* SPDX-License-Identifier: Apache-2.0
 *
 * A node of a fabric: one router, whatever it is made of. Everything a fabric
 * does with a node goes through this interface, so that model, RTL, both in
 * lockstep, or a router from a shared object can stand at any place.
 */
#ifndef KIND_NODE_H
#define KIND_NODE_H

#include <stddef.h>
#include <stdint.h>

#include "../base/archive.h"

/** node_ops.version of a shared object: of node_ops, and of the structs of its kind, which have a version of their own.
 */
#define NODE_VERSION(structs) ((structs) + (2 << 24))

/**
 * Operations on a node; node is what create returned. A cycle is a step, then a check where there is one. In between
 * the node may have stepped one of its sides only: there pins is the only other operation that may be called.
 */
struct node_ops {
    int version;      /**< of the structs of its kind; in a shared object NODE_VERSION of those it was built with */
    const char *name; /**< "model", "rtl", "lockstep", ... */
    /**
     * @param inner  the RTL, for a node that runs it beside the model; others ignore it
     * @param seed   power-up values of everything (RTL only); 0 = all zero
     * @return NULL when out of memory
     */
    void *(*create)(const struct node_ops *inner, uint64_t seed);
    /** NULL is legal. */
    void (*destroy)(void *node);
    /** Advance one clock cycle; the output pins are those of the new one from then on. */
    void (*step)(void *node, const void *in, const void *control);
    /**
     * Complete the cycle just stepped and check it, for nodes that can (lockstep); NULL for the others. A pass of
     * its own, so that the code of one side stays in the processor's cache for all nodes.
     * @return 0, or 1 when the node found a difference
     */
    int (*check)(void *node);
    /** Output pins of the current cycle. */
    void (*pins)(const void *node, void *out);
    /** Outputs that belong to no port, of the current cycle: router_kind.status_bytes. NULL: its kind has none. */
    void (*status)(const void *node, void *out);
    /** Registers of the current cycle, those of `registers`; the others stay. NULL: this node shows none. */
    void (*state)(const void *node, void *out);
    /** Bytes of a buffer store, those of a packet. NULL: this node does not show its stores. */
    void (*store)(const void *node, int buffer, uint8_t *out);
    /** Set the number of buffers before the first cycle; NULL for nodes that always have as many. */
    void (*buffers)(void *node, int buffers);
    /** The registers that state gives, one flag a row of the table of its kind; NULL: all of them. */
    const uint8_t *registers;
    /**
     * Visit the whole state between two cycles, for a node to go on from later: one that was created in the same way
     * and loads what was saved is then equal for ever. NULL: the node cannot be saved.
     */
    void (*archive)(void *node, struct archive *a);
    /** Put all registers of the current cycle in a legal state. NULL: this node cannot. */
    void (*inject)(void *node, const void *regs);
    /** Likewise a buffer store, before inject, which completes the state; not NULL where inject is not. */
    void (*inject_store)(void *node, int buffer, const uint8_t *bytes);
    /**
     * Why the node cannot go on: one sentence without its full stop; NULL: it can. A node that has ended stays as it
     * is, whatever it is stepped with. NULL for nodes that never end.
     */
    const char *(*ended)(const void *node);
    /** Tell the node which one of its fabric it is, for what it says; NULL for nodes that say nothing. */
    void (*place)(void *node, int index);
    /**
     * Find the node that has been in one and the same step for the most calls of this operation, from any thread.
     * @param cycle  of that step, counted from 1 since the node was created; 0: it is being created
     * @return the calls, 0 when there is no such node. NULL for nodes whose steps always end.
     */
    int (*busy)(int *node, uint64_t *cycle);
    /** Become as another node of the same operations is. NULL: this node cannot. */
    void (*copy)(void *node, const void *other);
    /**
     * Of nodes with check: let step be up to so many cycles ahead of it from now on, between two cycles. Check is then
     * called once for each of them, in their order, and another thread may call it. All other operations are called by
     * the thread that steps, and show what was stepped; archive is called when all cycles are checked. 0: check follows
     * each step again.
     * @return 0, or -1 when this node cannot, or memory is short: nothing has changed
     */
    int (*ahead)(void *node, unsigned cycles);
    /** Whether a register that state gives has another value than here. NULL: compare what state gives. */
    int (*differs)(const void *node, const void *regs);
    /** What create gets in the place of the RTL of a fabric; NULL: that. */
    const struct node_ops *inner;
};

/** Why a node cannot go on, or NULL. */
static inline const char *node_ended(const struct node_ops *ops, const void *node)
{
    return ops->ended ? ops->ended(node) : NULL;
}

/** Step and check one node. @return as check */
static inline int node_step(const struct node_ops *ops, void *node, const void *in, const void *control)
{
    ops->step(node, in, control);
    return ops->check ? ops->check(node) : 0;
}

/** Save or load one node; rejected when it cannot be. */
void node_archive(const struct node_ops *ops, void *node, struct archive *a);

/**
 * Node operations from a shared object that exports `fedx_node_ops` (the Verilated RTL). If their steps need not end, a
 * watchdog looks at them from now on (watchdog.h).
 * @param version  of the structs of its kind that they must have
 * @param words    what it means, such as "of this version"
 * @param error    buffer for one sentence when NULL is returned
 */
const struct node_ops *node_load(const char *path, int version, const char *words, char *error, size_t size);
/**
 * Likewise of a file that a user may have named: without a folder in its name it is one here, not one of the system's
 * libraries.
 * @param path   NULL: `usual`, where it was built or installed
 */
const struct node_ops *node_open(const char *path, const char *usual, int version, const char *words, char *error,
                                 size_t size);
/** Hash of the shared object that node operations come from: other RTL, other hash. 0 when it cannot be read. */
uint64_t node_build(const struct node_ops *ops);

#endif
