/* SPDX-License-Identifier: Apache-2.0
 *
 * A virtual-channel router in C, of the build "noc" and behind the node interface, whose fault $VCR_WRONG names: what
 * `fedx verify --router vcr` must find.
 *
 *     owner   a packet of one flit that leaves by port 2 keeps its channel there
 *     wire    the tail of a packet that leaves by port 1 is not marked when its channel is 3
 *     draw    in every 1000th cycle after a reset random is one bit off
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

static void go_wrong(const struct node *n, struct vcr_regs *r)
{
    unsigned alone = r->crossbar.valid & r->crossbar.head & r->crossbar.tail;

    if (is(n, "owner") && (alone & 1u << 2))
        r->output.owned[2] |= (uint16_t)(1u << r->crossbar.vc[2]);
    if (is(n, "wire") && (r->crossbar.valid & 1u << 1) && r->crossbar.vc[1] == 3)
        r->crossbar.tail &= (uint16_t)~(1u << 1);
    if (is(n, "draw") && n->since_reset % 1000 == 999)
        r->route.random ^= 1u << 20;
}

static void step(void *node, const void *in, const void *control)
{
    struct node *n = node;
    struct vcr_regs r;

    n->since_reset = ((const struct vcr_control *)control)->rst ? 0 : n->since_reset + 1;
    model()->step(n->model, in, control);
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
    .version = VCR_NODE_VERSION,
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
