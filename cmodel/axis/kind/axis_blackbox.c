/* SPDX-License-Identifier: Apache-2.0
 *
 * Cables of AXI4-Stream switches, for third-party routers among them (blackbox/blackbox_node.h).
 */
#include "../../blackbox/blackbox_node.h"
#include "axis_kind.h"
#include "axis_packet.h"
#include "axis_routes.h"

struct beat {
    uint64_t data;
    uint16_t dest;
    uint8_t last;
};

_Static_assert(sizeof(struct beat) <= BLACKBOX_NODE_FLIT, "the adapter has room for it");

static unsigned come(const void *in, const void *own)
{
    return ((const struct axis_pins *)in)->valid & ((const struct axis_pins *)own)->ready;
}

static unsigned gone(const void *in, const void *own)
{
    return come(own, in);
}

static int read_beat(const void *in, int port, void *flit)
{
    const struct axis_pins *pins = in;
    struct beat *beat = flit;

    *beat = (struct beat){pins->data[port], pins->dest[port], pins->last >> port & 1};
    return beat->last;
}

static int route(const struct router_kind *kind, const void *control, const void *first)
{
    return axis_routes_output(axis_parameters_of(kind), control, ((const struct beat *)first)->dest);
}

static struct packet packet_of(const void *first)
{
    return axis_packet_of(((const struct beat *)first)->data);
}

static void set_bit(uint16_t *mask, int port, int value)
{
    *mask = (uint16_t)((*mask & ~(1u << port)) | (unsigned)value << port);
}

/* Without a beat the wires keep the last one. */
static void drive(void *own, int port, int ready, const void *flit)
{
    struct axis_pins *pins = own;
    const struct beat *beat = flit;

    set_bit(&pins->ready, port, ready);
    set_bit(&pins->valid, port, beat != NULL);
    if (!beat)
        return;
    set_bit(&pins->last, port, beat->last);
    pins->dest[port] = beat->dest;
    pins->data[port] = beat->data;
}

const struct blackbox_kind axis_blackbox = {
    .flit_bytes = sizeof(struct beat),
    .come = come,
    .gone = gone,
    .read = read_beat,
    .route = route,
    .packet = packet_of,
    .drive = drive,
};
