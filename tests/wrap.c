/* SPDX-License-Identifier: Apache-2.0
 *
 * Nodes that misbehave on purpose. See wrap.h.
 */
#include "wrap.h"

#include <stdlib.h>
#include <string.h>

#include "fedx/model/fedx_switch_internal.h"
#include "fedx/kind/fedx_model_node.h"

struct wrap_plan wrap_plan;
atomic_uint wrap_count;

struct wrapped {
    struct fedx_switch *sw;
    struct fedx_pins out;
    uint64_t cycles;
    unsigned frames[FEDX_PORTS]; /* started so far */
    uint8_t was_valid;
    int done; /* buffer faults happen once a reset */
};

static void *create(const struct node_ops *inner, uint64_t seed)
{
    struct wrapped *w = calloc(1, sizeof *w);

    (void)inner;
    (void)seed;
    w->sw = fedx_switch_create();
    fedx_switch_pins(w->sw, &w->out);
    return w;
}

static void destroy(void *node)
{
    struct wrapped *w = node;

    if (w)
        fedx_switch_destroy(w->sw);
    free(w);
}

/* What a flip of `flip` in byte `at` changes in the packet check (the check is linear). */
static uint32_t check_change(unsigned at, uint8_t flip)
{
    uint32_t c = 0;

    for (unsigned i = at; i < FEDX_BYTE_CRC; i++)
        c = fedx_header_crc(c, i == at ? flip : 0, (int)i);
    return c;
}

static void alter_frames(struct wrapped *w)
{
    for (unsigned p = 0; p < FEDX_PORTS; p++) {
        unsigned number = w->sw->regs.port_transmit.count[p], valid = w->out.valid >> p & 1u;
        if (valid && !(w->was_valid >> p & 1u))
            w->frames[p]++;
        if (!valid || !(wrap_plan.ports >> p & 1u) || w->frames[p] % wrap_plan.every != 0)
            continue;
        if (number == wrap_plan.byte) {
            w->out.data[p] ^= 0x40;
            wrap_count++;
        }
        if (wrap_plan.fault == WRAP_DAMAGE_SEALED && number >= FEDX_BYTE_CRC)
            w->out.data[p] ^= (uint8_t)(check_change(wrap_plan.byte, 0x40) >> 8 * (number - FEDX_BYTE_CRC));
    }
    w->was_valid = w->out.valid;
}

/* Forget a packet that is whole, waits for a port and is not being received any more. */
static void drop(struct wrapped *w)
{
    struct fedx_buffer_pool *b = &w->sw->regs.buffer_pool;
    const struct fedx_port_receive *r = &w->sw->regs.port_receive;
    unsigned receiving = 0;

    for (unsigned p = 0; p < FEDX_PORTS; p++)
        receiving |= ((r->body | r->decide | r->abort | r->write) >> p & 1u) << r->buf[p];
    unsigned whole = b->queued & b->used & ~receiving;
    if (w->done || !whole)
        return;
    unsigned buffer = fedx_lowest(whole);
    b->used &= (uint16_t)~buffer;
    b->queued &= (uint16_t)~buffer;
    b->waiting &= (uint16_t)~buffer;
    w->done = 1;
    wrap_count++;
}

/* Take back the release of a buffer. */
static void duplicate(struct wrapped *w, const struct fedx_buffer_pool *before)
{
    struct fedx_buffer_pool *b = &w->sw->regs.buffer_pool;
    unsigned released = before->used & ~(unsigned)b->used & ~(unsigned)before->queued;

    if (w->done || !released)
        return;
    b->used |= (uint16_t)fedx_lowest(released);
    b->queued |= (uint16_t)fedx_lowest(released);
    w->done = 1;
    wrap_count++;
}

static void step(void *node, const void *wires, const void *inputs)
{
    const struct fedx_pins *in = wires;
    const struct fedx_control *control = inputs;
    struct wrapped *w = node;
    struct fedx_buffer_pool before = w->sw->regs.buffer_pool;
    unsigned cut = w->sw->regs.port_receive.abort;
    struct fedx_pins heard = *in;

    if (wrap_plan.fault == WRAP_VALID_STUCK) /* it does not hear itself, or it would refuse for ever */
        heard.valid &= (uint8_t)~wrap_plan.ports;
    fedx_switch_step(w->sw, &heard, control);
    w->cycles++;
    if (control->rst)
        w->done = 0;
    else if (wrap_plan.fault == WRAP_DROP)
        drop(w);
    else if (wrap_plan.fault == WRAP_DUPLICATE && cut == 0)
        duplicate(w, &before);
    fedx_switch_pins(w->sw, &w->out);
    if (wrap_plan.fault == WRAP_VALID_STUCK && !control->rst) {
        w->out.valid |= (uint8_t)wrap_plan.ports;
        wrap_count++;
    }
    if (wrap_plan.fault == WRAP_DAMAGE || wrap_plan.fault == WRAP_DAMAGE_SEALED)
        alter_frames(w);
}

static int wrong(const struct wrapped *w, enum wrap_fault fault)
{
    return wrap_plan.fault == fault && w->cycles > wrap_plan.from;
}

static void flip(void *at)
{
    ((uint8_t *)at)[wrap_plan.offset + wrap_plan.bit / 8] ^= (uint8_t)(1u << wrap_plan.bit % 8);
    wrap_count++;
}

static void pins(const void *node, void *wires)
{
    struct fedx_pins *out = wires;
    const struct wrapped *w = node;

    *out = w->out;
    if (wrong(w, WRAP_PINS))
        flip(out);
}

static void status(const void *node, void *out)
{
    const struct wrapped *w = node;
    struct fedx_status *status = out;

    status->cfg_rdata = fedx_switch_cfg_rdata(w->sw) ^ (wrong(w, WRAP_RDATA) ? 1u << wrap_plan.bit : 0);
}

static void state(const void *node, void *registers)
{
    struct fedx_switch_regs *out = registers;
    const struct wrapped *w = node;

    *out = *fedx_switch_state(w->sw);
    if (wrong(w, WRAP_STATE))
        flip(out);
}

static void store(const void *node, int buffer, uint8_t *out)
{
    const struct wrapped *w = node;

    memcpy(out, fedx_switch_store(w->sw, buffer), FEDX_PACKET_BYTES);
    if (wrong(w, WRAP_STORE) && buffer == wrap_plan.buffer)
        flip(out);
}

static void inject(void *node, const void *regs)
{
    struct wrapped *w = node;

    fedx_node_model.inject(w->sw, regs);
    fedx_switch_pins(w->sw, &w->out);
}

static void inject_store(void *node, int buffer, const uint8_t *bytes)
{
    fedx_node_model.inject_store(((struct wrapped *)node)->sw, buffer, bytes);
}

void wrap_archive(void *node, struct archive *a)
{
    struct wrapped *w = node;

    fedx_node_model.archive(w->sw, a);
    ARCHIVE_SPAN(a, w, out, done);
    ARCHIVE(a, w->done);
}

const struct node_ops wrap_node = {
    .version = FEDX_NODE_VERSION,
    .name = "misbehaving model",
    .create = create,
    .destroy = destroy,
    .step = step,
    .pins = pins,
    .status = status,
    .state = state,
    .store = store,
    .inject = inject,
    .inject_store = inject_store,
};
