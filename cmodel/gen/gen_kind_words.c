/* SPDX-License-Identifier: Apache-2.0
 *
 * See gen_kind_words.h.
 */
#include "gen_kind_words.h"

#include <ctype.h>

#include "gen_pins.h"

static void print_capitals(const void *context, FILE *out)
{
    for (const char *c = context; *c; c++)
        fputc(toupper((unsigned char)*c), out);
}

void gen_kind_words(struct gen_words *w, const struct router_kind *kind, const char *end)
{
    const struct gen_kind *gen = kind->gen;
    const struct fedx_pin_info *first = kind_outputs(kind).row[0];

    gen_words_text(w, "prefix", gen->prefix);
    gen_words_text(w, "module", gen->top);
    gen_words_print(w, "macro", print_capitals, gen->top);
    gen_words_text(w, "product", gen->product);
    gen_words_text(w, "unit", gen->unit);
    gen_words_text(w, "units", gen->units);
    gen_words_text(w, "end", end);
    gen_words_text(w, "first", first->name);
    gen_words_format(w, "first_bit", "%d", gen_pins_place(kind, first));
    gen_pins_words(w, kind, end);
}
