/* SPDX-License-Identifier: Apache-2.0
 *
 * The pins of generated Verilog: all lines of the templates (tb/templates) that name
 * them, from the table of a kind, as words to fill in.
 */
#ifndef GEN_GEN_PINS_H
#define GEN_GEN_PINS_H

#include "../kind/kind.h"
#include "gen_fields.h"

/** Hexadecimal digits of a pin, which begins at a whole one. */
static inline int gen_digits(const struct pin_info *pin)
{
    return ((int)lane_bits(&pin->lanes) + 3) / 4;
}

/** The length of the longest name of a pin, which sets where columns begin. */
int gen_pins_longest(const struct router_kind *kind);
/** What a cable shows without a far end: 13'b0000_0000_00010. */
void gen_pins_idle(const struct router_kind *kind, FILE *out);
/** Inputs that a cable has, in the order of a word of a fabric's testbench. */
struct pin_rows gen_pins_fields(const struct router_kind *kind);
/** The output of ports that has most bits a port: its bit is turned round where a testbench shows that it can fail. */
const struct pin_info *gen_pins_widest(const struct router_kind *kind);
/** The lowest bit of an output in a word of what a testbench of one router expects. */
int gen_pins_place(const struct router_kind *kind, const struct pin_info *output);
/**
 * Hexadecimal digits of a port's bits of a pin, its lowest bit turned round or not. @param text  KIND_MOST_PINS bytes
 */
const char *gen_pins_port_value(const struct router_kind *kind, const struct pin_info *pin, const void *pins, int port,
                                unsigned turned, char *text);

/** Add them. @param end  what the testbench of a fabric calls that whose port it plays: "node" */
void gen_pins_words(struct gen_fields *w, const struct router_kind *kind, const char *end);

#endif
