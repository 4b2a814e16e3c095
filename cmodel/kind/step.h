/* SPDX-License-Identifier: Apache-2.0
 *
 * One cycle of routers, to be compiled with a kind's own gather in it: the body of router_kind.step.
 */
#ifndef KIND_STEP_H
#define KIND_STEP_H

#include "kind.h"
#include "node.h"

typedef unsigned (*kind_gather)(const struct cable_view *view, const struct cable_source *from, const void *own,
                                void *in);

/**
 * Gather and step so many routers that follow each other.
 * @param own, next  outputs of the first one, in this cycle and in the next
 * @param bytes      router_kind.pins_bytes
 */
static inline __attribute__((always_inline)) void step_routers(struct router *r, int count,
                                                               const struct cable_view *view, const uint8_t *own,
                                                               uint8_t *next, size_t bytes, kind_gather gather)
{
    struct any_pins in;

    for (; count > 0; count--, r++, own += bytes, next += bytes) {
        r->collision = gather(view, r->from, own, &in);
        r->ops->step(r->handle, &in, r->control);
        r->ops->pins(r->handle, next);
    }
}

#endif
