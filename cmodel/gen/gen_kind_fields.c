/* SPDX-License-Identifier: Apache-2.0 */
#include "gen_kind_fields.h"

#include <ctype.h>

#include "gen_pins.h"

static void print_capitals(const void *context, FILE *out)
{
    for (const char *c = context; *c; c++)
        fputc(toupper((unsigned char)*c), out);
}

void gen_kind_fields(struct gen_fields *w, const struct router_kind *kind, const char *end)
{
    const struct gen_kind *gen = kind->parts->gen;
    const struct pin_info *first = kind_outputs(kind).row[0];

    gen_fields_text(w, "prefix", gen->prefix);
    gen_fields_text(w, "module", gen->top);
    gen_fields_print(w, "macro", print_capitals, gen->top);
    gen_fields_text(w, "product", gen->product);
    gen_fields_text(w, "unit", gen->unit);
    gen_fields_text(w, "units", gen->units);
    gen_fields_text(w, "end", end);
    gen_fields_text(w, "first", first->name);
    gen_fields_format(w, "first_bit", "%d", gen_pins_place(kind, first));
    gen_pins_words(w, kind, end);
}
