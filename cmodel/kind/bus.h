/* SPDX-License-Identifier: Apache-2.0
 *
 * A pin of any width as one number, as Verilog has it: lane i is bits [i * width +: width].
 */
#ifndef KIND_BUS_H
#define KIND_BUS_H

#include <stdio.h>

#include "kind.h"

/** All lanes of a pin. */
struct bus {
    uint64_t word[KIND_MOST_PINS / sizeof(uint64_t)]; /**< bits 63:0 first */
};

/** Take them from the struct that they are in, or put them there. */
void bus_get(struct bus *b, const struct lanes *l, const void *fields);
void bus_put(const struct bus *b, const struct lanes *l, void *fields);
/** Hexadecimal digits that so many bits take. */
static inline int bus_digits(unsigned bits)
{
    return (int)(bits + 3) / 4;
}
/** A digit, 0 the least significant. */
static inline unsigned bus_digit(const struct bus *b, int digit)
{
    return b->word[digit / 16] >> digit % 16 * 4 & 0xf;
}
/** Write its lowest `digits` digits, the most significant first; errors stay with the stream. */
void bus_write(const struct bus *b, int digits, FILE *file);
/** Set one that is zero. */
static inline void bus_set_digit(struct bus *b, int digit, unsigned value)
{
    b->word[digit / 16] |= (uint64_t)value << digit % 16 * 4;
}

#endif
