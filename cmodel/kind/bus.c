/* SPDX-License-Identifier: Apache-2.0 */
#include "bus.h"

#include <string.h>

/* Where a value is that may reach into the next word. */
static void put_bits(struct bus *b, unsigned at, unsigned bits, uint64_t value)
{
    unsigned shift = at % 64;

    b->word[at / 64] |= value << shift;
    if (shift + bits > 64)
        b->word[at / 64 + 1] |= value >> (64 - shift);
}

static uint64_t get_bits(const struct bus *b, unsigned at, unsigned bits)
{
    unsigned shift = at % 64;
    uint64_t value = b->word[at / 64] >> shift;

    if (shift + bits > 64)
        value |= b->word[at / 64 + 1] << (64 - shift);
    return value & UINT64_MAX >> (64 - bits);
}

void bus_get(struct bus *b, const struct lanes *l, const void *fields)
{
    unsigned bits = lane_value_bits(l);

    memset(b, 0, sizeof *b);
    for (unsigned i = 0; i < l->count; i++)
        put_bits(b, i * bits, bits, lane_value(l, fields, (int)i));
}

void bus_write(const struct bus *b, int digits, FILE *file)
{
    while (digits-- > 0)
        fputc("0123456789abcdef"[bus_digit(b, digits)], file);
}

void bus_put(const struct bus *b, const struct lanes *l, void *fields)
{
    unsigned bits = lane_value_bits(l);

    for (unsigned i = 0; i < l->count; i++)
        lane_set_value(l, fields, (int)i, get_bits(b, i * bits, bits));
}
