/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory for arrays with an element for each router or endpoint: aligned to pairs of cache lines and, when the array is
 * large, in large pages, because a cycle of a large fabric touches a little of everything.
 */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stdlib.h>
#include <string.h>

#include "platform.h"

/* Processors fetch cache lines by pairs: what several threads write is aligned to two of them. */
enum { MEMORY_CACHE_LINE = 64, MEMORY_ALIGNMENT = 2 * MEMORY_CACHE_LINE, MEMORY_LARGE_PAGE = 1 << 21 };

/** Zeroed memory for `count` objects of `size` bytes, to be freed with free. @return NULL when out of memory */
static inline void *memory_zero(size_t count, size_t size)
{
    size_t bytes = count * size, unit = bytes < MEMORY_LARGE_PAGE ? MEMORY_ALIGNMENT : MEMORY_LARGE_PAGE;
    void *memory;

    bytes = (bytes + MEMORY_CACHE_LINE - 1) / MEMORY_CACHE_LINE * MEMORY_CACHE_LINE;
    if (posix_memalign(&memory, unit, bytes) != 0)
        return NULL;
    if (unit == MEMORY_LARGE_PAGE)
        platform_large_pages(memory, bytes);
    return memset(memory, 0, bytes);
}

/**
 * Room for one more element in an array that grows: with `count` of `*size` elements in use, the array itself, or a
 * larger one with the same elements. It begins with `first` elements and doubles.
 * @return NULL when out of memory; the array is as it was
 */
static inline void *memory_grow(void *array, size_t count, size_t *size, size_t first, size_t element)
{
    size_t room = *size ? 2 * *size : first;

    if (count < *size)
        return array;
    array = realloc(array, room * element);
    if (array)
        *size = room;
    return array;
}

#endif
