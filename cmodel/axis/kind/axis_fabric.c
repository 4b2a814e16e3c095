/* SPDX-License-Identifier: Apache-2.0 */
#include "axis_fabric.h"

#include <string.h>
#include <xxhash.h>

#include "axis_packet.h"
#include "axis_routes.h"
#include "axis_settings.h"

int axis_fabric_latency(const void *settings)
{
    (void)settings;
    return 0;
}

int axis_fabric_buffers(const void *settings)
{
    return AXIS_PLACES * ((const struct axis_settings *)settings)->parameters.inputs;
}

int axis_fabric_packet_cycles(const void *settings)
{
    return ((const struct axis_settings *)settings)->beats;
}

/* Cables ---------------------------------------------------------------------------------------------------------- */

void axis_fabric_gather_end(const struct cable_view *view, const struct cable_source *from, int cables, const void *own,
                            void *in)
{
    (void)cables;
    (void)own;
    memset(in, 0, sizeof(struct axis_pins));
    axis_fabric_connect(view, from, in, 0);
}

void axis_fabric_port_pins(const void *pins, int port, void *out)
{
    const struct cable_view view = {.out = {pins}};
    const struct cable_source from = {.port = (uint8_t)port};

    axis_fabric_gather_end(&view, &from, 1, NULL, out);
}

uint64_t axis_fabric_hash(const void *pins, uint64_t seed)
{
    return XXH3_64bits_withSeed(pins, sizeof(struct axis_pins), seed);
}

/* In reset for two cycles, then one in which the inputs get ready. */
int axis_fabric_boot(const struct boot *b, int router, unsigned cycle, void *control)
{
    enum { RESET = 2, CYCLES };
    const struct axis_settings *s = b->settings;
    struct axis_routes_conflict conflict; /* there is none: the settings were checked */

    axis_routes_fill(&s->parameters, b->topology, router, control, &conflict);
    ((struct axis_control *)control)->rst = cycle < RESET;
    return cycle < CYCLES;
}

/* Facts ----------------------------------------------------------------------------------------------------------- */

/* A packet is where its first beat is, among the inputs: of what is at an output no register tells whether it is one.
 */
void axis_fabric_each_held(const void *state, const struct node_ops *ops, const void *node, held_visit visit,
                           void *context)
{
    const struct axis_skid *s = &((const struct axis_regs *)state)->ingress;
    unsigned heads = s->valid & ~(unsigned)((const struct axis_regs *)state)->decode.active,
             behind = s->spare & s->last;

    (void)ops;
    (void)node;
    for (unsigned i = 0; i < AXIS_MOST_PORTS; i++) {
        struct held_packet front = {.packet = axis_packet_of(s->data[i]), .place = (uint8_t)(AXIS_PLACES * i)},
                           spare = {.packet = axis_packet_of(s->spare_data[i]), .place = (uint8_t)(front.place + 1)};
        if (heads >> i & 1)
            visit(context, &front);
        if (behind >> i & 1)
            visit(context, &spare);
    }
}

unsigned axis_fabric_held(const void *state)
{
    const struct axis_regs *r = state;

    return (unsigned)(__builtin_popcount(r->ingress.valid) + __builtin_popcount(r->ingress.spare) +
                      __builtin_popcount(r->egress.valid) + __builtin_popcount(r->egress.spare));
}

/* It refuses nothing. */
int axis_fabric_reason(const void *state, int port)
{
    (void)state;
    (void)port;
    return REJECT_NONE;
}

/* A beat was taken if something else is on the wires, or nothing: no beat is like the one before it. */
static unsigned taken(const struct axis_pins *was, const struct axis_pins *is, unsigned port)
{
    return !(is->valid >> port & 1) || is->data[port] != was->data[port] || is->dest[port] != was->dest[port] ||
           ((is->last ^ was->last) >> port & 1);
}

unsigned axis_fabric_probe(void *probe, uint64_t now, const void *before, const void *after, const struct node_ops *ops,
                           void *node)
{
    const struct axis_pins *was = before, *is = after;
    struct axis_probe *p = probe;
    unsigned ended = 0;

    (void)ops;
    (void)node;
    for (unsigned left = was->valid; left; left &= left - 1) {
        unsigned port = (unsigned)__builtin_ctz(left);
        if (!(p->begun >> port & 1))
            p->at[port] = (struct axis_attempt){now, was->data[port]};
        if (was->last >> port & 1)
            ended |= taken(was, is, port) << port;
    }
    p->begun = (uint16_t)((p->begun | was->valid) & ~ended);
    return ended;
}

struct router_attempt axis_fabric_attempt(const void *probe, int port, const void *state)
{
    const struct axis_attempt *at = &((const struct axis_probe *)probe)->at[port];

    (void)state;
    return (struct router_attempt){axis_packet_of(at->head), at->first, 1, 0};
}

void axis_fabric_archive_probe(void *probe, struct archive *a)
{
    ARCHIVE(a, *(struct axis_probe *)probe);
}
