/* SPDX-License-Identifier: Apache-2.0
 *
 * Nodes that misbehave on purpose: the golden model with its frames, pins,
 * registers or buffers altered on the way out. They show that the checks of the
 * harness can fail. What to do wrong is in one global struct, because a node's
 * create takes no argument.
 */
#ifndef FEDX_TESTS_WRAP_H
#define FEDX_TESTS_WRAP_H

#include <stdatomic.h>

#include "fedx/kind/fedx_model_node.h"
#include "fedx/header.h"

enum wrap_fault {
    WRAP_NOTHING,
    WRAP_VALID_STUCK,   /* valid is always 1 on the ports of the mask */
    WRAP_DAMAGE,        /* one byte of a frame is flipped */
    WRAP_DAMAGE_SEALED, /* ... and the packet check made to fit */
    WRAP_DROP,          /* a packet under way out is forgotten when its reception is complete */
    WRAP_DUPLICATE,     /* a packet that was accepted is kept and sent again */
    WRAP_STATE,         /* one bit of a named register is reported wrong */
    WRAP_PINS,          /* one bit of struct fedx_pins is wrong */
    WRAP_RDATA,         /* one bit of cfg_rdata is wrong */
    WRAP_STORE          /* one bit of a buffer store is reported wrong */
};

struct wrap_plan {
    enum wrap_fault fault;
    unsigned ports; /* ports whose frames suffer */
    unsigned every; /* of the frames of a port, every so manyth, from 1 */
    unsigned byte;  /* of a frame */
    uint64_t from;  /* cycles after which a value is wrong */
    size_t offset;  /* byte in struct fedx_switch_regs, struct fedx_pins or a store */
    unsigned bit;
    int buffer;
};

/** What wrapped nodes do wrong; set it before they are created. */
extern struct wrap_plan wrap_plan;
/** Times that something was done wrong, by nodes on any thread. */
extern atomic_uint wrap_count;
/** The golden model, misbehaving; it cannot be saved. */
extern const struct node_ops wrap_node;
/** The operation that it lacks. */
void wrap_archive(void *node, struct archive *a);

#endif
