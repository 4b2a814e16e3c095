/* SPDX-License-Identifier: Apache-2.0
 *
 * What the packets of a switch did in the fabric before, from a hop trace.
 */
#ifndef FEDX_HOPS_H
#define FEDX_HOPS_H

#include "fedx_life.h"

/**
 * The way of every packet that lives tell of (fedx_life_tell), in words.
 * @param hops  the hop trace of the fabric, as far as it went
 * @return a text to be freed, or NULL when out of memory
 */
char *fedx_hops_tell(const struct fedx_life *life, FILE *hops);

#endif
