/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_tap.h.
 */
#include "fedx_tap.h"

#include <stdlib.h>

struct tap {
    void *model;
    struct fedx_vectors vectors;
    int failed; /* out of memory */
};

static void destroy(void *node)
{
    struct tap *t = node;

    if (!t)
        return;
    fedx_node_model.destroy(t->model);
    fedx_vectors_finish(&t->vectors);
    free(t);
}

static void *create(const struct node_ops *inner, uint64_t seed)
{
    struct tap *t = calloc(1, sizeof *t);

    if (t && !(t->model = fedx_node_model.create(inner, seed))) {
        destroy(t);
        t = NULL;
    }
    return t;
}

static void step(void *node, const void *in, const void *control)
{
    struct tap *t = node;

    t->failed |= fedx_vectors_add(&t->vectors, in, control) != 0;
    fedx_node_model.step(t->model, in, control);
}

static void pins(const void *node, void *out)
{
    fedx_node_model.pins(((const struct tap *)node)->model, out);
}

static void status(const void *node, void *out)
{
    fedx_node_model.status(((const struct tap *)node)->model, out);
}

static void state(const void *node, void *out)
{
    fedx_node_model.state(((const struct tap *)node)->model, out);
}

static void store(const void *node, int buffer, uint8_t *out)
{
    fedx_node_model.store(((const struct tap *)node)->model, buffer, out);
}

static void buffers(void *node, int count)
{
    fedx_node_model.buffers(((struct tap *)node)->model, count);
}

const struct node_ops fedx_node_tap = {
    .version = FEDX_NODE_VERSION,
    .name = "tap",
    .create = create,
    .destroy = destroy,
    .step = step,
    .pins = pins,
    .status = status,
    .state = state,
    .store = store,
    .buffers = buffers,
};

const struct fedx_vectors *fedx_tap_vectors(const void *node)
{
    const struct tap *t = node;

    return t->failed ? NULL : &t->vectors;
}
