/* SPDX-License-Identifier: Apache-2.0
 *
 * A virtual-channel router in C, of the build "noc" and behind the node interface, whose fault $VCR_WRONG names: what
 * `fedx verify --router vcr` must find.
 *
 *     owner   a packet of one flit that leaves by port 2 keeps its channel there
 *     wire    the tail of a packet that leaves by port 1 is not marked when its channel is 3
 *     draw    in every 1000th cycle after a reset random is one bit off
 *
 * Those that only values at a limit show, or packets and uptimes that are long; what is read of a setting is as it
 * should be:
 *
 *     alloc, level, port, count   alloc_credits counts by its lower six bits alone, level, local_port by three,
 * local_count by two y_bits  15 bits count as 14 sum     of coordinates that have 16 bits together one is left out last
 * destination 65535 is taken for 65534 age     ages begin anew from 32768 on zero    the low half of random is never 0
 *     flit33, flit101   that flit of a packet that leaves by port 2 is one bit off
 *     uptime60, uptime300   so many thousand cycles after a reset channel 3 of port 1 gives no credits back any more
 */
#include <stdlib.h>
#include <string.h>

#include "kind/node.h"
#include "vcr/kind/vcr_kind.h"
#include "vcr/router.h"

struct node {
    void *model;
    const char *fault;
    uint64_t since_reset;
    unsigned flits[VCR_MOST_VCS]; /* of the packets that leave by port 2 */
};

static const struct node_ops *model(void)
{
    return vcr_kind_noc.model;
}

static void *create(const struct node_ops *inner, uint64_t seed)
{
    struct node *n = calloc(1, sizeof *n);

    if (!n)
        return NULL;
    n->fault = getenv("VCR_WRONG");
    n->model = model()->create(inner, seed);
    return n;
}

static void destroy(void *node)
{
    struct node *n = node;

    if (!n)
        return;
    model()->destroy(n->model);
    free(n);
}

static int is(const struct node *n, const char *fault)
{
    return n->fault && strcmp(n->fault, fault) == 0;
}

/* A setting that counts as another one. */
struct setting {
    uint8_t *field;
    unsigned address, shift, bits, taken;
};

static struct setting setting_of(const struct node *n, struct vcr_config *c)
{
    if (is(n, "alloc"))
        return (struct setting){&c->alloc_credits, VCR_CFG_MODE, 8, 7, c->alloc_credits & 63u};
    if (is(n, "level"))
        return (struct setting){&c->level, VCR_CFG_PLACE, 24, 4, c->level & 7u};
    if (is(n, "port"))
        return (struct setting){&c->local_port, VCR_CFG_PORTS, 16, 4, c->local_port & 7u};
    if (is(n, "count"))
        return (struct setting){&c->local_count, VCR_CFG_PORTS, 20, 4, c->local_count & 3u};
    if (is(n, "y_bits"))
        return (struct setting){&c->y_bits, VCR_CFG_PLACE, 20, 4, c->y_bits == 15 ? 14 : c->y_bits};
    if (is(n, "sum"))
        return (struct setting){&c->y_bits, VCR_CFG_PLACE, 20, 4,
                                c->x_bits + c->y_bits == 16u ? c->y_bits - 1u : c->y_bits};
    return (struct setting){NULL, 0, 0, 0, 0};
}

/* A cycle of the model, with a setting that counts as another one, and reads and is kept as it is. */
static void step_mistaken(struct node *n, const void *in, const void *control)
{
    struct vcr_regs r;

    model()->state(n->model, &r);
    struct setting s = setting_of(n, &r.config);
    if (!s.field) {
        model()->step(n->model, in, control);
        return;
    }
    unsigned is = *s.field, named = r.config.addr == s.address, written = named && r.config.write;
    uint32_t mask = ((1u << s.bits) - 1u) << s.shift;
    *s.field = (uint8_t)s.taken;
    model()->inject(n->model, &r);
    model()->step(n->model, in, control);
    model()->state(n->model, &r);
    if (((const struct vcr_control *)control)->rst)
        return;
    if (!written)
        *s.field = (uint8_t)is;
    if (named)
        r.config.rdata = (r.config.rdata & ~mask) | is << s.shift;
    model()->inject(n->model, &r);
}

/* The flit of a packet that leaves by port 2: from 1. */
static unsigned number_of(struct node *n, const struct vcr_regs *r)
{
    unsigned vc = r->crossbar.vc[2];

    if (!(r->crossbar.valid >> 2 & 1u))
        return 0;
    n->flits[vc] = r->crossbar.head >> 2 & 1u ? 1 : n->flits[vc] + 1;
    return n->flits[vc];
}

static void go_wrong(struct node *n, struct vcr_regs *r)
{
    unsigned alone = r->crossbar.valid & r->crossbar.head & r->crossbar.tail, flit = number_of(n, r);

    if (is(n, "owner") && (alone & 1u << 2))
        r->output.owned[2] |= (uint16_t)(1u << r->crossbar.vc[2]);
    if (is(n, "wire") && (r->crossbar.valid & 1u << 1) && r->crossbar.vc[1] == 3)
        r->crossbar.tail &= (uint16_t) ~(1u << 1);
    if (is(n, "draw") && n->since_reset % 1000 == 999)
        r->route.random ^= 1u << 20;
    if (is(n, "zero") && (uint32_t)r->route.random == 0)
        r->route.random |= 1;
    if ((is(n, "flit33") && flit == 33) || (is(n, "flit101") && flit == 101))
        r->crossbar.flit[2] ^= 1;
    if ((is(n, "uptime60") && n->since_reset > 60000) || (is(n, "uptime300") && n->since_reset > 300000))
        r->input.credit[1] &= 7;
    for (unsigned l = 0; is(n, "age") && l < 20; l++)
        r->input.age[l] &= 0x7fff;
}

static void step(void *node, const void *in, const void *control)
{
    struct node *n = node;
    struct vcr_pins taken = *(const struct vcr_pins *)in;
    struct vcr_regs r;

    n->since_reset = ((const struct vcr_control *)control)->rst ? 0 : n->since_reset + 1;
    for (unsigned p = 0; is(n, "last") && p < 5; p++)
        if (taken.head >> p & 1u && taken.flit[p] >> VCR_HEAD_DESTINATION == 0xffff)
            taken.flit[p] ^= UINT64_C(1) << VCR_HEAD_DESTINATION;
    step_mistaken(n, &taken, control);
    model()->state(n->model, &r);
    go_wrong(n, &r);
    model()->inject(n->model, &r);
}

static void pins(const void *node, void *out)
{
    model()->pins(((const struct node *)node)->model, out);
}

static void status(const void *node, void *out)
{
    model()->status(((const struct node *)node)->model, out);
}

static void state(const void *node, void *out)
{
    model()->state(((const struct node *)node)->model, out);
}

static void store(const void *node, int lane, uint8_t *out)
{
    model()->store(((const struct node *)node)->model, lane, out);
}

static void inject(void *node, const void *registers)
{
    model()->inject(((struct node *)node)->model, registers);
}

static void inject_store(void *node, int lane, const uint8_t *bytes)
{
    model()->inject_store(((struct node *)node)->model, lane, bytes);
}

/* As node_load looks it up. */
extern const struct node_ops fedx_node_ops;
const struct node_ops fedx_node_ops = {
    .version = NODE_VERSION(VCR_NODE_VERSION),
    .name = "wrong",
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
