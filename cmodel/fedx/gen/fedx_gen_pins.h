/* SPDX-License-Identifier: Apache-2.0
 *
 * The pins of generated Verilog: all lines of the templates (tb/templates) that name
 * them, from include/fedx/fedx_pins.def, as words to fill in.
 */
#ifndef FEDX_GEN_PINS_H
#define FEDX_GEN_PINS_H

#include "fedx/switch.h"
#include "../../gen/gen_folder.h"

#define FEDX_GEN_PIN(dimension, name, type, width, idle, shows, meaning) FEDX_PIN_##name,
#define FEDX_GEN_TX(dimension, name, type, width, idle, shows, meaning) FEDX_PIN_tx_##name,
/** Rows of fedx_pin_table: the outputs of a switch in the order of a word of expected.hex, most significant first. */
static const uint8_t fedx_gen_outputs[] = {FEDX_LEVEL_WIRES(FEDX_GEN_TX) FEDX_DRIVE_WIRES(FEDX_GEN_TX)
                                               FEDX_DATA_WIRES(FEDX_GEN_TX) FEDX_STATUS_PINS(FEDX_GEN_PIN)};
#undef FEDX_GEN_PIN
#undef FEDX_GEN_TX

/** Hexadecimal digits of a pin, which begins at a whole one. */
static inline int fedx_gen_digits(const struct fedx_pin_info *pin)
{
    return ((int)fedx_lanes_bits(&pin->lanes) + 3) / 4;
}

/** The length of the longest name of a pin, which sets where columns begin. */
int fedx_gen_pins_longest(void);
/** What a cable shows without a far end: 13'b0000_0000_00010. */
void fedx_gen_pins_idle(FILE *out);

enum { FEDX_GEN_PIN_WORDS = 32 /**< room, the end included */ };

/** The words, and their end. */
struct fedx_gen_pins {
    struct gen_word word[FEDX_GEN_PIN_WORDS];
    char *text;
};

/** @return 0, or -1 when out of memory */
int fedx_gen_pins_make(struct fedx_gen_pins *pins);
/** Also after a failure. */
void fedx_gen_pins_free(struct fedx_gen_pins *pins);

/** Fill a template that has no other words. @return as gen_folder_fill */
int fedx_gen_pins_fill(struct gen_folder *g, const char *from, const char *name, char *error, size_t size);

#endif
