/* SPDX-License-Identifier: Apache-2.0
 *
 * Open addressing: a key is in the first place that is free, from the one of its hash on. See number_map.h.
 */
#include "number_map.h"

#include <stdlib.h>

enum { FIRST_SIZE = 64 };

/* Spreads numbers that follow each other (SplitMix64). */
static size_t place_of(const struct number_map *m, uint64_t key)
{
    key = (key ^ key >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    key = (key ^ key >> 27) * UINT64_C(0x94d049bb133111eb);
    return (size_t)(key ^ key >> 31) & (m->size - 1);
}

static size_t next_place(const struct number_map *m, size_t place)
{
    return (place + 1) & (m->size - 1);
}

/* Where a key is, or would be. */
static size_t find(const struct number_map *m, uint64_t key)
{
    size_t place = place_of(m, key);

    while (m->entry[place].used && m->entry[place].key != key)
        place = next_place(m, place);
    return place;
}

void number_map_finish(struct number_map *m)
{
    free(m->entry);
    *m = (struct number_map){0};
}

uint64_t *number_map_find(const struct number_map *m, uint64_t key)
{
    size_t place;

    if (m->count == 0)
        return NULL;
    place = find(m, key);
    return m->entry[place].used ? &m->entry[place].value : NULL;
}

static void put(struct number_map *m, uint64_t key, uint64_t value)
{
    m->entry[find(m, key)] = (struct number_map_entry){key, value, 1};
    m->count++;
}

static int grow(struct number_map *m)
{
    struct number_map larger = {.size = m->size ? 2 * m->size : FIRST_SIZE};

    larger.entry = calloc(larger.size, sizeof *larger.entry);
    if (!larger.entry)
        return -1;
    for (size_t i = 0; i < m->size; i++)
        if (m->entry[i].used)
            put(&larger, m->entry[i].key, m->entry[i].value);
    free(m->entry);
    *m = larger;
    return 0;
}

int number_map_add(struct number_map *m, uint64_t key, uint64_t value)
{
    if (2 * m->count >= m->size && grow(m) != 0)
        return -1;
    put(m, key, value);
    return 0;
}

/* Those behind it that would not be found any more move up. */
void number_map_remove(struct number_map *m, uint64_t key)
{
    size_t hole = find(m, key);

    for (size_t at = next_place(m, hole); m->entry[at].used; at = next_place(m, at)) {
        size_t home = place_of(m, m->entry[at].key);
        if (((at - home) & (m->size - 1)) < ((at - hole) & (m->size - 1)))
            continue;
        m->entry[hole] = m->entry[at];
        hole = at;
    }
    m->entry[hole].used = 0;
    m->count--;
}
