/* SPDX-License-Identifier: Apache-2.0
 *
 * The units of a script that are about one attempt, found without a search through all. See fedx_script_internal.h.
 */
#include <stdlib.h>
#include <string.h>

#include "fedx_script_internal.h"

/* What tells one attempt from others: whose it is, and its number. */
static uint32_t bucket(const struct attempts *a, uint64_t whose, uint32_t attempt)
{
    uint64_t mixed = (whose ^ (uint64_t)attempt << 48) * 0x9e3779b97f4a7c15u;

    return (uint32_t)(mixed >> 32) & a->mask;
}

/* A neighbour's attempt is told by its packet, one of the switch by packet and port. */
static uint64_t whose(const struct fedx_unit *u)
{
    return u->kind == FEDX_UNIT_REFUSE ? fedx_attempts_answered(u->port, u->head) : u->packet;
}

static int is_about_attempt(const struct fedx_unit *u)
{
    return u->kind == FEDX_UNIT_ABORT || u->kind == FEDX_UNIT_DAMAGE || u->kind == FEDX_UNIT_DELAY ||
           u->kind == FEDX_UNIT_REFUSE;
}

static int make_room(struct attempts *a, size_t room)
{
    uint32_t *next = realloc(a->next, room * sizeof *next);

    if (!next)
        return -1;
    a->next = next;
    a->room = room;
    return 0;
}

int fedx_attempts_init(struct attempts *a, const struct fedx_script *s, size_t expected)
{
    size_t buckets = 64;

    while (buckets < expected && buckets < UINT32_MAX / 2)
        buckets *= 2;
    *a = (struct attempts){.mask = (uint32_t)buckets - 1, .first = malloc(buckets * sizeof *a->first)};
    if (!a->first || make_room(a, s->units + 1) != 0)
        return -1;
    memset(a->first, 0xff, buckets * sizeof *a->first);
    for (size_t i = 0; i < s->units; i++)
        if (!s->unit[i].off && fedx_attempts_add(a, &s->unit[i], (uint32_t)i) != 0)
            return -1;
    return 0;
}

int fedx_attempts_add(struct attempts *a, const struct fedx_unit *u, uint32_t number)
{
    uint32_t *first;

    if (!is_about_attempt(u))
        return 0;
    if (number >= a->room && make_room(a, 2 * (size_t)number + 1) != 0)
        return -1;
    first = &a->first[bucket(a, whose(u), u->attempt)];
    a->next[number] = *first;
    *first = number;
    return 0;
}

uint32_t fedx_attempts_first(const struct attempts *a, uint64_t of, uint32_t attempt)
{
    return a->first[bucket(a, of, attempt)];
}

void fedx_attempts_finish(struct attempts *a)
{
    free(a->first);
    free(a->next);
    *a = (struct attempts){0};
}
