/* SPDX-License-Identifier: Apache-2.0
 *
 * Cables of AXI4-Stream switches, for third-party routers among them (blackbox/node/blackbox_node.h).
 */
#include "../../blackbox/node/blackbox_node.h"
#include "axis_kind.h"
#include "axis_packet.h"

static int channels(const struct router_kind *kind)
{
    (void)kind;
    return 1;
}

/* Ready says it in each cycle. */
static int depth(const struct router_kind *kind)
{
    (void)kind;
    return 0;
}

static int up(const void *in, int port)
{
    (void)in;
    (void)port;
    return 1;
}

static unsigned back(const void *in, const void *own, int port)
{
    return (unsigned)(((const struct axis_pins *)own)->valid & ((const struct axis_pins *)in)->ready) >> port & 1u;
}

static int read_beat(const struct router_kind *kind, const void *in, const void *own, int port,
                     struct blackbox_flit *flit)
{
    const struct axis_pins *pins = in;

    (void)kind;
    *flit = (struct blackbox_flit){
        .word = {pins->data[port]}, .destination = pins->dest[port], .last = pins->last >> port & 1};
    return (int)back(own, in, port);
}

/* Without a beat the wires keep the last one. */
static void drive(const struct router_kind *kind, void *own, int port, unsigned ready, const struct blackbox_flit *beat)
{
    struct axis_pins *pins = own;

    (void)kind;
    blackbox_node_set(&pins->ready, port, ready);
    blackbox_node_set(&pins->valid, port, beat != NULL);
    if (!beat)
        return;
    blackbox_node_set(&pins->last, port, beat->last);
    pins->dest[port] = beat->destination;
    pins->data[port] = beat->word[0];
}

static struct packet packet_of(const struct blackbox_flit *first)
{
    return axis_packet_of(first->word[0]);
}

const struct blackbox_kind axis_blackbox = {
    .channels = channels,
    .depth = depth,
    .read = read_beat,
    .up = up,
    .back = back,
    .drive = drive,
    .packet = packet_of,
};
