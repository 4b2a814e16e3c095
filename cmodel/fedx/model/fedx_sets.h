/* SPDX-License-Identifier: Apache-2.0
 *
 * Sets of ports and of buffers: loops over their members, and questions to the registers of all buffers of a set at
 * once. Where a vector holds the lanes of all buffers, an answer takes a few instructions without a branch; otherwise a
 * loop over the set. Never installed.
 */
#ifndef FEDX_SETS_H
#define FEDX_SETS_H

#include <stddef.h>
#include <string.h>

#include "fedx/regs.h"

/*
 * Visit each set bit of mask, lowest first, or with _DOWN highest first; each distance class from one to another. With
 * FEDX_CONSTANT_LOOPS the loop bound is a constant, for tools that unroll; the meaning is the same.
 */
#ifdef FEDX_CONSTANT_LOOPS
#define FEDX_RARE
#define FEDX_FOR_EACH(word, lowest_index, i, mask, n) \
    for (word rest_##i = (mask), i = 0; i < (n); i++) \
        if ((rest_##i >> i & 1u) != 0)
#define FEDX_FOR_EACH_PORT_DOWN(p, mask)                       \
    for (unsigned rest_##p = (mask), p = FEDX_PORTS; p-- > 0;) \
        if ((rest_##p >> p & 1u) != 0)
#define FEDX_FOR_EACH_CLASS(i, from, to)                            \
    for (unsigned to_##i = (to), i = (from); i < FEDX_BUFFERS; i++) \
        if (i <= to_##i)
#else
/* What few fabrics need stays out of the way of what all do. */
#define FEDX_RARE __attribute__((noinline, cold))
#define FEDX_FOR_EACH(word, lowest_index, i, mask, n) \
    for (word rest_##i = (mask), i; rest_##i && (i = lowest_index(rest_##i), 1); rest_##i &= rest_##i - 1)
#define FEDX_FOR_EACH_PORT_DOWN(p, mask)                                                              \
    for (unsigned rest_##p = (mask), p; rest_##p && (p = 31u - (unsigned)__builtin_clz(rest_##p), 1); \
         rest_##p ^= 1u << p)
#define FEDX_FOR_EACH_CLASS(i, from, to) for (unsigned to_##i = (to), i = (from); i <= to_##i; i++)
#endif
#define FEDX_FOR_EACH_PORT(p, mask) FEDX_FOR_EACH(unsigned, fedx_lowest_index, p, mask, FEDX_PORTS)
#define FEDX_FOR_EACH_BUFFER(b, mask) FEDX_FOR_EACH(fedx_buffer_word, fedx_lowest_buffer, b, mask, FEDX_BUFFERS)

/** Number of the lowest set bit; mask is not 0. */
static inline unsigned fedx_lowest_index(unsigned mask)
{
    return (unsigned)__builtin_ctz(mask);
}

/** Likewise in a set of buffers. */
static inline unsigned fedx_lowest_buffer(fedx_buffer_word set)
{
#if FEDX_BUFFERS_MOST > 32
    uint64_t low = (uint64_t)set;

    return (unsigned)(low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(set >> 64)));
#else
    return fedx_lowest_index(set);
#endif
}

/** How many buffers are in a set. */
static inline int fedx_buffer_count(fedx_buffer_word set)
{
#if FEDX_BUFFERS_MOST > 32
    return __builtin_popcountll((uint64_t)set) + __builtin_popcountll((uint64_t)(set >> 64));
#else
    return __builtin_popcount(set);
#endif
}

/** The set of one buffer. */
static inline fedx_buffer_word fedx_buffer_bit(unsigned buffer)
{
    return (fedx_buffer_word)1 << buffer;
}

/** The set of buffers 0 to count - 1. @param count  1 to FEDX_BUFFERS */
static inline fedx_buffer_word fedx_first_buffers(unsigned count)
{
    return (((fedx_buffer_word)1 << (count - 1)) - 1u) << 1 | 1u;
}

/* Lanes behind those of the buffers are read, too, and masked: as many follow in struct fedx_buffer_pool. */
#if FEDX_BUFFERS_MOST >= 8 && FEDX_BUFFERS_MOST <= 16 && FEDX_BUFFERS_MOST % 2 == 0 && defined(__SSE2__) && \
    !defined(FEDX_CONSTANT_LOOPS)
#define FEDX_BUFFER_VECTORS 1
#else
#define FEDX_BUFFER_VECTORS 0
#endif

#if FEDX_BUFFER_VECTORS
typedef uint8_t fedx_byte_lanes __attribute__((vector_size(16)));
typedef uint64_t fedx_head_lanes __attribute__((vector_size(16)));
typedef uint16_t fedx_set_lanes __attribute__((vector_size(16)));

_Static_assert(offsetof(struct fedx_buffer_pool, preferred) + sizeof(fedx_byte_lanes) <=
                       sizeof(struct fedx_buffer_pool) &&
                   offsetof(struct fedx_buffer_pool, ahead) + 2 * sizeof(fedx_set_lanes) <=
                       sizeof(struct fedx_buffer_pool),
               "lanes that are read and masked are in the pool");

/* The lanes that are all ones, not zero, as a set. */
static inline fedx_buffer_word fedx_lanes_set(fedx_byte_lanes ones)
{
    typedef char bytes __attribute__((vector_size(16)));

    return (fedx_buffer_word)__builtin_ia32_pmovmskb128((bytes)ones);
}
#endif

/** Those of some buffers whose byte has a bit of `bits`. */
static inline fedx_buffer_word fedx_buffers_with(const uint8_t *lane, fedx_buffer_word buffers, unsigned bits)
{
#if FEDX_BUFFER_VECTORS
    fedx_byte_lanes all;

    memcpy(&all, lane, sizeof all);
    return buffers & fedx_lanes_set((fedx_byte_lanes)((all & (uint8_t)bits) != 0));
#else
    fedx_buffer_word with = 0;

    FEDX_FOR_EACH_BUFFER(i, buffers)
    with |= (lane[i] & bits) ? fedx_buffer_bit(i) : 0;
    return with;
#endif
}

/** All bits of the bytes of some buffers. */
static inline unsigned fedx_buffers_together(const uint8_t *lane, fedx_buffer_word buffers)
{
#if FEDX_BUFFER_VECTORS
    const uint64_t each = UINT64_C(0x0101010101010101), own = UINT64_C(0x8040201008040201);
    fedx_head_lanes set = {(buffers & 0xff) * each, (buffers >> 8) * each};
    fedx_byte_lanes all, asked = (fedx_byte_lanes)(((fedx_byte_lanes)(set & own)) != 0);

    memcpy(&all, lane, sizeof all);
    fedx_head_lanes bits = (fedx_head_lanes)(all & asked);
    uint64_t together = bits[0] | bits[1];
    together |= together >> 32;
    together |= together >> 16;
    return (unsigned)(together | together >> 8) & 0xff;
#else
    unsigned together = 0;

    FEDX_FOR_EACH_BUFFER(i, buffers)
    together |= lane[i];
    return together;
#endif
}

/** Those of some buffers whose set has none of them. */
static inline fedx_buffer_word fedx_buffers_without(const fedx_buffer_set *lane, fedx_buffer_word buffers)
{
#if FEDX_BUFFER_VECTORS
    typedef short words __attribute__((vector_size(16)));
    fedx_set_lanes low, high;

    memcpy(&low, lane, sizeof low);
    memcpy(&high, lane + 8, sizeof high);
    words none_low = (words)((low & (uint16_t)buffers) == 0), none_high = (words)((high & (uint16_t)buffers) == 0);
    return buffers & fedx_lanes_set((fedx_byte_lanes)__builtin_ia32_packsswb128(none_low, none_high));
#else
    fedx_buffer_word without = 0;

    FEDX_FOR_EACH_BUFFER(i, buffers)
    without |= (lane[i] & buffers) == 0 ? fedx_buffer_bit(i) : 0;
    return without;
#endif
}

/** Whether the head word of one of some buffers is equal to another one in these bits. */
static inline int fedx_buffers_alike(const uint64_t *head, fedx_buffer_word buffers, uint64_t other, uint64_t bits)
{
#if FEDX_BUFFER_VECTORS
    fedx_head_lanes alike = {0, 0};

#pragma GCC unroll 8
    for (unsigned i = 0; i < FEDX_BUFFERS; i += 2) {
        fedx_head_lanes two;
        memcpy(&two, &head[i], sizeof two);
        alike |= (fedx_head_lanes)(((two ^ other) & bits) == 0) & (fedx_head_lanes){1, 2} << i;
    }
    return ((alike[0] | alike[1]) & buffers) != 0;
#else
    int alike = 0;

    FEDX_FOR_EACH_BUFFER(i, buffers)
    alike |= ((head[i] ^ other) & bits) == 0;
    return alike;
#endif
}

#endif
