/* SPDX-License-Identifier: Apache-2.0
 *
 * The pins of generated Verilog: all lines of the templates (tb/templates) that name
 * them, from the table of a kind, as words to fill in.
 */
#ifndef GEN_GEN_PINS_H
#define GEN_GEN_PINS_H

#include "../kind/kind.h"
#include "gen_folder.h"

/** Hexadecimal digits of a pin, which begins at a whole one. */
static inline int gen_digits(const struct fedx_pin_info *pin)
{
    return ((int)fedx_lanes_bits(&pin->lanes) + 3) / 4;
}

/** The length of the longest name of a pin, which sets where columns begin. */
int gen_pins_longest(const struct router_kind *kind);
/** What a cable shows without a far end: 13'b0000_0000_00010. */
void gen_pins_idle(const struct router_kind *kind, FILE *out);

enum { GEN_PIN_WORDS = 32 /**< room, the end included */ };

/** The words, and their end. */
struct gen_pins {
    struct gen_word word[GEN_PIN_WORDS];
    char *text;
};

/** @return 0, or -1 when out of memory */
int gen_pins_make(const struct router_kind *kind, struct gen_pins *pins);
/** Also after a failure. */
void gen_pins_free(struct gen_pins *pins);

/** Fill a template that has no other words. @return as gen_folder_fill */
int gen_pins_fill(const struct router_kind *kind, struct gen_folder *g, const char *from, const char *name, char *error, size_t size);

#endif
