/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors compared.
 */
#ifndef FEDX_TESTS_VECTORS_H
#define FEDX_TESTS_VECTORS_H

#include <string.h>

#include "fedx/bench/fedx_recorder.h"

/** 1 when both say the same on every pin. */
static inline int same_vector(const struct fedx_vector *a, const struct fedx_vector *b)
{
    const struct fedx_control *c = &a->control, *d = &b->control;

    return memcmp(&a->in, &b->in, sizeof a->in) == 0 && c->rst == d->rst && c->side == d->side &&
           c->cfg_we == d->cfg_we && c->cfg_addr == d->cfg_addr && c->cfg_wdata == d->cfg_wdata;
}

#endif
