/* SPDX-License-Identifier: Apache-2.0
 *
 * What the unit tests of the virtual-channel router share: the inside of its golden model, random values, and
 * heads and entries put together as docs/spec/vcr.md has them, not as the model takes them apart.
 */
#ifndef FEDX_TESTS_VCR_UNIT_H
#define FEDX_TESTS_VCR_UNIT_H

#include "../unit.h"
#include "vcr/model/vcr_internal.h"

/** A number of 0 to most. */
static inline unsigned vcr_unit_upto(struct rng *r, unsigned most)
{
    return rng_below(r, most + 1);
}

/** One time in so many. */
static inline int vcr_unit_once_in(struct rng *r, unsigned times)
{
    return rng_below(r, times) == 0;
}

/** Some of a mask's bits. */
static inline uint16_t vcr_unit_some(struct rng *r, unsigned mask)
{
    return (uint16_t)(rng_next(r) & mask);
}

/** A head flit's first word: section 3. */
static inline uint64_t vcr_unit_head(unsigned destination, unsigned class, unsigned deflections, unsigned adaptive)
{
    return (uint64_t)destination << 48 | (uint64_t) class << 45 | (uint64_t)deflections << 42 |
           (uint64_t)adaptive << 40;
}

/** A route as it is kept: best 11:0, preferred 15:12, escape 19:16, class of escape 20. */
static inline uint32_t vcr_unit_route(unsigned best, unsigned preferred, unsigned escape, unsigned class)
{
    return best | preferred << 12 | escape << 16 | class << 20;
}

/** The lowest of a set that is not empty, by looking at one after the other. */
static inline unsigned vcr_unit_lowest(unsigned set)
{
    unsigned i = 0;

    while (!(set >> i & 1u))
        i++;
    return i;
}

/** Member number floor(draw n / 256) of a set of n, lowest first, by counting. */
static inline unsigned vcr_unit_drawn(unsigned set, unsigned draw)
{
    unsigned number = draw * unit_ones(set) / 256;

    for (unsigned i = 0;; i++)
        if (set >> i & 1u && number-- == 0)
            return i;
}

/** The low byte of random rotated right by so many bits, bit after bit. */
static inline unsigned vcr_unit_byte(uint64_t random, unsigned rotate)
{
    unsigned byte = 0;

    for (unsigned i = 0; i < 8; i++)
        byte |= (unsigned)(random >> ((i + rotate) % 64) & 1u) << i;
    return byte;
}

#endif
