/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fedx/rng.h
 * Random streams for workloads and stimulus: small, seeded, passed in by the caller.
 *
 * A stream depends only on its seed and its number, so a PE's traffic does not change when the fabric around it does.
 */
#ifndef FEDX_RNG_H
#define FEDX_RNG_H

#include <math.h>
#include <stdint.h>

/** State of one stream (splitmix64). */
struct rng {
    uint64_t state; /**< any value; each number drawn adds a constant */
};

/** Draw 64 random bits. */
static inline uint64_t rng_next(struct rng *r)
{
    uint64_t z = (r->state += 0x9e3779b97f4a7c15u);

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/** Make stream `number` of a seed. Streams of one seed are independent of each other. */
static inline struct rng rng_stream(uint64_t seed, uint64_t number)
{
    struct rng mix = {seed ^ 0x5851f42d4c957f2du};

    mix.state = rng_next(&mix) + number * 0xd1342543de82ef95u;
    mix.state = rng_next(&mix);
    return mix;
}

/** Draw a uniform integer from 0 to bound - 1. @param r  the stream @param bound  at least 1 */
static inline uint32_t rng_below(struct rng *r, uint32_t bound)
{
    return (uint32_t)((rng_next(r) >> 32) * bound >> 32);
}

/** Draw 1 with the given probability, 0 otherwise. @param r  the stream @param probability  0 to 1 */
static inline int rng_chance(struct rng *r, double probability)
{
    return (double)(rng_next(r) >> 11) * 0x1p-53 < probability;
}

/** Draw an exponentially distributed number. @param r  the stream @param mean  its mean, in the unit of the result */
static inline double rng_exponential(struct rng *r, double mean)
{
    return -mean * log(1.0 - (double)(rng_next(r) >> 11) * 0x1p-53);
}

#endif
