/* SPDX-License-Identifier: Apache-2.0
 *
 * A switch in C, behind the node interface, whose fault $HIDDEN_FAULT names: nothing
 * tells it from the model until then.
 *
 *     late    60000 cycles after the last reset it stops to ask at port 0
 *     zero    what nothing resets masks acceptances at port 0, unless it powers up as zero
 *     crowd   among eight others or more it stops to ask at port 1
 *     mesh    among sixteen others or more it stops to ask at port 2
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fedx/kind/fedx_model_node.h"

struct node {
    void *model;
    uint64_t since_reset;
    int masks; /* what nothing resets */
};

static const char *fault;
static int nodes;

static void *create(const struct node_ops *inner, uint64_t seed)
{
    struct node *n = calloc(1, sizeof *n);

    if (!n)
        return NULL;
    fault = getenv("HIDDEN_FAULT");
    n->model = fedx_node_model.create(inner, 0);
    n->masks = seed != 0;
    nodes++;
    return n;
}

static void destroy(void *node)
{
    struct node *n = node;

    if (!n)
        return;
    nodes--;
    fedx_node_model.destroy(n->model);
    free(n);
}

static void step(void *node, const void *in, const void *inputs)
{
    const struct fedx_control *control = inputs;
    struct node *n = node;

    n->since_reset = control->rst ? 0 : n->since_reset + 1;
    fedx_node_model.step(n->model, in, control);
}

static int is(const char *name)
{
    return fault && strcmp(fault, name) == 0;
}

static void pins(const void *node, void *wires)
{
    struct fedx_pins *out = wires;
    const struct node *n = node;

    fedx_node_model.pins(n->model, out);
    if (is("late") && n->since_reset > 60000)
        out->req &= (uint8_t)~1u;
    if (is("zero") && n->masks)
        out->acc &= (uint8_t)~1u;
    if (is("crowd") && nodes > 8)
        out->req &= (uint8_t)~2u;
    if (is("mesh") && nodes > 16)
        out->req &= (uint8_t)~4u;
}

static void status(const void *node, void *out)
{
    const struct node *n = node;

    fedx_node_model.status(n->model, out);
}

extern const struct node_ops fedx_node_ops;
const struct node_ops fedx_node_ops = {.version = NODE_VERSION(FEDX_NODE_VERSION),
                                       .name = "hidden",
                                       .create = create,
                                       .destroy = destroy,
                                       .step = step,
                                       .pins = pins,
                                       .status = status};
