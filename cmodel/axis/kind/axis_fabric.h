/* SPDX-License-Identifier: Apache-2.0
 *
 * What fabrics ask of the AXI4-Stream switch (kind/kind.h). A cable is a stream in either direction: what is m_* of an
 * output at one end is s_* of the input of that number at the other one in the same cycle, and ready goes back. There
 * is no room for stages in between. All settings are pins, so that a reset is all that configures a switch.
 */
#ifndef AXIS_FABRIC_H
#define AXIS_FABRIC_H

#include "../../kind/kind.h"
#include "axis/switch.h"

/** Places for beats of a port: two of its input, two of its output. */
enum { AXIS_PLACES = 4 };

/** A packet on its way over the wires of an output. */
struct axis_attempt {
    uint64_t first; /**< cycle in which its first beat was there */
    uint64_t head;  /**< that beat */
};

struct axis_probe {
    struct axis_attempt at[AXIS_MOST_PORTS];
    uint16_t begun;   /**< outputs whose packet has begun and not ended */
    uint16_t zero[3]; /**< always 0 */
};

/* As in struct router_kind. */
int axis_fabric_latency(const void *settings);
int axis_fabric_buffers(const void *settings);
int axis_fabric_packet_cycles(const void *settings);
void axis_fabric_gather_end(const struct cable_view *view, const struct cable_source *from, int cables, const void *own,
                            void *in);
void axis_fabric_port_pins(const void *pins, int port, void *out);
uint64_t axis_fabric_hash(const void *pins, uint64_t seed);
int axis_fabric_boot(const struct boot *b, int router, unsigned cycle, void *control);
void axis_fabric_each_held(const void *state, const struct node_ops *ops, const void *node, held_visit visit,
                           void *context);
unsigned axis_fabric_held(const void *state);
int axis_fabric_reason(const void *state, int port);
unsigned axis_fabric_probe(void *probe, uint64_t now, const void *was, const void *is, const struct node_ops *ops,
                           void *node);
struct router_attempt axis_fabric_attempt(const void *probe, int port, const void *state);
void axis_fabric_archive_probe(void *probe, struct archive *a);

/** The wires of a far end's port become those of a port of this one, whose own are zero. */
static inline void axis_fabric_connect(const struct cable_view *view, const struct cable_source *from,
                                       struct axis_pins *in, unsigned p)
{
    const struct axis_pins *far = &((const struct axis_pins *)(const void *)view->out[0])[from->unit];
    unsigned q = from->port;

    in->data[p] = far->data[q];
    in->dest[p] = far->dest[q];
    in->valid |= (uint16_t)((far->valid >> q & 1u) << p);
    in->last |= (uint16_t)((far->last >> q & 1u) << p);
    in->ready |= (uint16_t)((far->ready >> q & 1u) << p);
}

#endif
