/* SPDX-License-Identifier: Apache-2.0 */
#include "recorder.h"

#include <stdlib.h>

struct recorder {
    const struct node_ops *ops; /* of the node inside */
    void *inside;
    struct vectors vectors;
    int over; /* the node inside has found a difference */
    int lost; /* a cycle that memory did not suffice for */
};

void recorder_destroy(void *node)
{
    struct recorder *r = node;

    if (!r)
        return;
    r->ops->destroy(r->inside);
    vectors_finish(&r->vectors);
    free(r);
}

void *recorder_create(const struct router_kind *kind, const struct node_ops *ops, const struct node_ops *inner,
                      uint64_t seed)
{
    struct recorder *r = calloc(1, sizeof *r);

    if (!r)
        return NULL;
    r->vectors.kind = kind;
    r->ops = ops;
    r->inside = ops->create(inner, seed);
    if (r->inside)
        return r;
    recorder_destroy(r);
    return NULL;
}

void recorder_step(void *node, const void *in, const void *control)
{
    struct recorder *r = node;

    if (!r->over)
        r->lost |= vectors_add(&r->vectors, in, control) != 0;
    r->ops->step(r->inside, in, control);
}

int recorder_check(void *node)
{
    struct recorder *r = node;

    r->over |= r->ops->check(r->inside);
    return r->over;
}

void recorder_pins(const void *node, void *out)
{
    const struct recorder *r = node;

    r->ops->pins(r->inside, out);
}

void recorder_status(const void *node, void *out)
{
    const struct recorder *r = node;

    r->ops->status(r->inside, out);
}

void recorder_state(const void *node, void *out)
{
    const struct recorder *r = node;

    r->ops->state(r->inside, out);
}

void recorder_store(const void *node, int buffer, uint8_t *out)
{
    const struct recorder *r = node;

    r->ops->store(r->inside, buffer, out);
}

void recorder_buffers(void *node, int count)
{
    struct recorder *r = node;

    r->ops->buffers(r->inside, count);
}

void *recorder_inside(void *node)
{
    return ((struct recorder *)node)->inside;
}

const struct vectors *recorder_vectors(const void *node)
{
    const struct recorder *r = node;

    return r->lost ? NULL : &r->vectors;
}
