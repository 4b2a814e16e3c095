/* SPDX-License-Identifier: Apache-2.0
 *
 * A map from numbers to numbers.
 */
#ifndef BASE_NUMBER_MAP_H
#define BASE_NUMBER_MAP_H

#include <stddef.h>
#include <stdint.h>

struct number_map_entry {
    uint64_t key, value;
    uint64_t used; /**< 0: there is none here */
};

/** All zero: empty. */
struct number_map {
    struct number_map_entry *entry; /**< [size] a power of two */
    size_t count, size;
};

/** Free its entries; it is empty then. */
void number_map_finish(struct number_map *m);
/** @return the value of a key, or NULL: it has none; valid until the map changes */
uint64_t *number_map_find(const struct number_map *m, uint64_t key);
/** Give a key that has no value one. @return 0, or -1 when out of memory */
int number_map_add(struct number_map *m, uint64_t key, uint64_t value);
/** Forget a key that has a value. */
void number_map_remove(struct number_map *m, uint64_t key);

#endif
