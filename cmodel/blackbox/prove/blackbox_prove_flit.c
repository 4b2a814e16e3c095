/* SPDX-License-Identifier: Apache-2.0
 *
 * Flits of the environment of a proof, as Verilog: what each has at its place, the same as blackbox_flit.c writes. See
 * blackbox_prove_internal.h.
 */
#include <inttypes.h>

#include "../description/blackbox_flit.h"
#include "blackbox_prove_internal.h"

static uint64_t part_value(const struct blackbox *f, const struct blackbox_part *part, int source, int sink)
{
    int router = f->sink[sink].router;

    if (part->value == BLACKBOX_X)
        return (uint64_t)(router % f->cols);
    if (part->value == BLACKBOX_Y)
        return (uint64_t)(router / f->cols);
    if (part->value == BLACKBOX_LIST)
        return part->list[part->listed == f->sinks ? sink : source * f->sinks + sink];
    return (uint64_t)sink;
}

static void print_destination(const struct blackbox_prove_writing *w, const struct blackbox_part *part, int source)
{
    const struct blackbox_slice *s = &part->slice;

    fprintf(w->out, "        ");
    if (!s->every)
        fprintf(w->out, "if (s%d_head) ", source);
    fprintf(w->out, "case (s%d_to)\n", source);
    for (int sink = 0; sink < w->f->sinks; sink++)
        fprintf(w->out, "            %d'd%d: s%d_flit[%d +: %d] = %d'h%" PRIx64 ";\n", w->ob, sink, source,
                blackbox_prove_first(w->f, s), s->width, s->width, part_value(w->f, part, source, sink));
    fprintf(w->out, "            default: s%d_flit[%d +: %d] = %d'd0;\n        endcase\n", source,
            blackbox_prove_first(w->f, s), s->width, s->width);
}

/* A destination that is none: which one, the bits say that are there without it. */
static void print_unroutable(const struct blackbox_prove_writing *w, int source)
{
    const struct blackbox_illegal *illegal = &w->f->illegal;
    const struct blackbox_slice *s = &w->f->part->slice;
    int first = blackbox_prove_first(w->f, s);

    if (!blackbox_illegal_drops(w->f, BLACKBOX_UNROUTABLE))
        return;
    fprintf(w->out, "        if (s%d_illegal && !damaged", source);
    if (!s->every)
        fprintf(w->out, " && s%d_head", source);
    fprintf(w->out, ") case (s%d_word[%d +: %d])\n", source, first, s->width);
    for (int i = 1; i < illegal->values && (s->width > 30 || i < 1 << s->width); i++)
        fprintf(w->out, "            %d'd%d: s%d_flit[%d +: %d] = %d'h%" PRIx64 ";\n", s->width, i, source, first,
                s->width, s->width, illegal->value[i]);
    fprintf(w->out, "            default: s%d_flit[%d +: %d] = %d'h%" PRIx64 ";\n        endcase\n", source, first,
            s->width, s->width, illegal->value[0]);
}

static void print_frame(const struct blackbox_prove_writing *w, int source)
{
    const struct blackbox *f = w->f;
    int low = f->framing == BLACKBOX_SINGLE ? 0 : blackbox_prove_first(f, &f->frame);

    if (f->framing == BLACKBOX_LAST)
        blackbox_prove_line(w, "    s%d_flit[%d] = s%d_last;", source, low, source);
    if (f->framing == BLACKBOX_LENGTH)
        blackbox_prove_line(w, "    if (s%d_head) s%d_flit[%d +: %d] = s%d_len + (%d);", source, source, low,
                            f->frame.width, source, f->length_offset);
    if (f->framing == BLACKBOX_TYPE)
        blackbox_prove_line(w,
                            "    s%d_flit[%d +: %d] = s%d_head ? (s%d_last ? %" PRIu64 " : %" PRIu64
                            ") : s%d_last ? %" PRIu64 " : %" PRIu64 ";",
                            source, low, f->frame.width, source, source, f->code_single, f->code_head, source,
                            f->code_tail, f->code_body);
    if (f->beats.width)
        blackbox_prove_line(w, "    if (s%d_head) s%d_flit[%d +: %d] = s%d_len + (%d);", source, source,
                            blackbox_prove_first(f, &f->beats), f->beats.width, source, f->beats_offset);
}

/* Bits of a tag, the lowest first. @return how many */
static int tag_bits(const struct blackbox *f, int bit[BLACKBOX_BITS])
{
    int count = 0;

    for (int i = 0; i < f->bits; i++)
        if (blackbox_prove_has(f->tag_mask, i))
            bit[count++] = i;
    return count;
}

/* A tag as the bench has it, so that the bench can play what is found. */
static void print_tag(const struct blackbox_prove_writing *w, int source)
{
    int bit[BLACKBOX_BITS], bits = tag_bits(w->f, bit), own = w->f->source_bits;

    if (w->f->by_order || bits <= own)
        return;
    fprintf(w->out, "        if (like && s%d_head)\n            {", source);
    for (int i = bits - 1; i >= 0; i--)
        fprintf(w->out, "s%d_flit[%d]%s", source, bit[i], i ? ", " : "} = tag_of({");
    for (int i = bits - 1; i >= own; i--)
        fprintf(w->out, "s%d_word[%d]%s", source, bit[i], i > own ? ", " : "");
    if (own)
        fprintf(w->out, ", %d'd%d", own, source);
    fprintf(w->out, "});\n");
}

static void print_tag_function(const struct blackbox_prove_writing *w)
{
    int bit[BLACKBOX_BITS], bits = tag_bits(w->f, bit), mask = (int)((1u << bits) - 1);

    if (w->f->by_order || bits <= w->f->source_bits)
        return;
    blackbox_prove_line(w, "function automatic [%d:0] tag_of(input [%d:0] number);", bits - 1, bits - 1);
    blackbox_prove_line(w, "    reg [%d:0] half;\n        begin", bits - 1);
    blackbox_prove_line(w, "        half = number * %d'd%d;", bits, BLACKBOX_TAG_FIRST & mask);
    blackbox_prove_line(w, "        half = half ^ half >> %d;", (bits + 1) / 2);
    blackbox_prove_line(w, "        tag_of = half * %d'd%d;\n        end\n    endfunction", bits,
                        BLACKBOX_TAG_SECOND & mask);
}

/* Bytes that count, as set_keep of blackbox_flit.c has them: the first ones of the last flit, or any of each. */
static void print_keep(const struct blackbox_prove_writing *w, int source)
{
    const struct blackbox_byte_enable *k = &w->f->byte_enable;
    int at = w->f->field[k->keep].offset, bytes = w->f->field[k->keep].width;

    for (int i = 0; i < bytes && !k->sparse; i++) {
        fprintf(w->out, "        s%d_flit[%d] = !s%d_last || ", source, at + i, source);
        if (i)
            fprintf(w->out, "(s%d_flit[%d] && s%d_word[%d]);\n", source, at + i - 1, source, at + i);
        else
            fprintf(w->out, "1'b1;\n");
    }
    if (k->sparse)
        blackbox_prove_line(w, "    if (s%d_word[%d +: %d] == 0) s%d_flit[%d] = 1'b1;", source, at, bytes, source, at);
    if (k->least)
        blackbox_prove_line(w, "    if (s%d_head) s%d_flit[%d +: %d] = {%d{1'b1}};", source, source, at, k->least,
                            k->least);
}

/* Fields that follow from others ---------------------------------------------------------------------------------- */

/* All bits that a field is computed of, the first one lowest. */
static void print_over(const struct blackbox_prove_writing *w, const struct blackbox_computed *c, int source)
{
    for (int i = c->overs - 1; i >= 0; i--) {
        const struct blackbox_field *field = &w->f->field[c->over[i]];
        fprintf(w->out, "%ss%d_flit[%d +: %d]", i == c->overs - 1 ? "{" : ", ", source, field->offset, field->width);
    }
    fputc('}', w->out);
}

static void print_computed(const struct blackbox_prove_writing *w, int source)
{
    for (int i = 0; i < w->f->computeds; i++) {
        const struct blackbox_computed *c = &w->f->computed[i];
        const struct blackbox_field *field = &w->f->field[c->field];
        fprintf(w->out, "        s%d_flit[%d +: %d] = computed_%d(", source, field->offset, field->width, i);
        print_over(w, c, source);
        fprintf(w->out, ");\n");
    }
}

/* One wrong bit in a flit in which the first field that is computed counts. */
static void print_damage(const struct blackbox_prove_writing *w, int source)
{
    const struct blackbox_field *field = &w->f->field[w->f->computed[0].field];
    int bits = field->width > 1 ? blackbox_prove_bits(field->width) : 1;

    if (!blackbox_illegal_drops(w->f, BLACKBOX_DAMAGED))
        return;
    blackbox_prove_line(w, "    if (s%d_illegal && damaged && s%d_%s) s%d_flit[%d +: %d] = s%d_flit[%d +: %d] ^",
                        source, source, field->scope == BLACKBOX_FINAL ? "last" : "head", source, field->offset,
                        field->width, source, field->offset, field->width);
    blackbox_prove_line(w, "        (s%d_word[%d +: %d] < %d ? %d'd1 << s%d_word[%d +: %d] : %d'd1);", source,
                        field->offset, bits, field->width, field->width, source, field->offset, bits, field->width);
}

static void print_rule(const struct blackbox_prove_writing *w, const struct blackbox_computed *c, int width)
{
    struct blackbox_crc crc;

    if (c->rule >= BLACKBOX_CRC8) {
        crc = blackbox_computed_crc(c->rule);
        blackbox_prove_line(w, "        value = %d'h%" PRIx32 ";", width, crc.initial);
        blackbox_prove_line(w, "        for (i = 0; i < %d; i = i + 1)", c->bits);
        if (crc.reflected)
            blackbox_prove_line(w, "            value = value >> 1 ^ (value[0] ^ bits[i] ? %d'h%" PRIx32 " : %d'd0);",
                                width, crc.polynomial, width);
        else
            blackbox_prove_line(
                w, "            value = value << 1 ^ (value[%d] ^ bits[%d - i] ? %d'h%" PRIx32 " : %d'd0);", width - 1,
                c->bits - 1, width, crc.polynomial, width);
        blackbox_prove_line(w, "        value = value ^ %d'h%" PRIx32 ";", width, crc.final);
        return;
    }
    blackbox_prove_line(w, "        value = {%d{1'b%d}};", width, c->rule == BLACKBOX_PARITY_ODD);
    if (c->rule == BLACKBOX_CHECKSUM)
        blackbox_prove_line(w, "        for (i = 0; i < %d; i = i + %d) value = value + (bits >> i);", c->bits, width);
    else
        blackbox_prove_line(w, "        for (i = 0; i < %d; i = i + 1) value[i / %d] = value[i / %d] ^ bits[i];",
                            c->bits, c->bits / width, c->bits / width);
}

static void print_computed_function(const struct blackbox_prove_writing *w, int number)
{
    const struct blackbox_computed *c = &w->f->computed[number];
    int width = w->f->field[c->field].width;

    blackbox_prove_line(w, "function automatic [%d:0] computed_%d(input [%d:0] bits);", width - 1, number, c->bits - 1);
    blackbox_prove_line(w, "    reg [%d:0] value;\n        integer i;\n        begin", width - 1);
    print_rule(w, c, width);
    blackbox_prove_line(w, "        computed_%d = value;\n        end\n    endfunction", number);
}

void blackbox_prove_functions(const struct blackbox_prove_writing *w)
{
    print_tag_function(w);
    for (int i = 0; i < w->f->computeds; i++)
        print_computed_function(w, i);
}

/* All of it ------------------------------------------------------------------------------------------------------- */

/* A tag may have bits that mark packets: then such a packet begins as is marked as its tag says. */
static void print_suits(const struct blackbox_prove_writing *w, int source)
{
    fprintf(w->out, "    assign s%d_suits = !(like && s%d_head)", source, source);
    for (int i = 0; i < BLACKBOX_PROVE_COLOURS; i++)
        fprintf(w->out, "%ss%d_flit[%d] == %ss%d_%c%s", i ? " && " : " || (", source, w->p->colour[i], i ? "" : "(",
                source, 'a' + i, i ? "" : " ^ pole)");
    fprintf(w->out, ");\n");
}

/* What every flit has at its place: the same as blackbox_flit.c writes. */
void blackbox_prove_flit(const struct blackbox_prove_writing *w, int source)
{
    const struct blackbox *f = w->f;

    blackbox_prove_line(w, "always @* begin");
    blackbox_prove_line(w, "    s%d_flit = s%d_word;", source, source);
    blackbox_prove_line(w, "    s%d_flit[%d] = s%d_a ^ pole;", source, w->p->colour[0], source);
    blackbox_prove_line(w, "    s%d_flit[%d] = s%d_b;", source, w->p->colour[1], source);
    blackbox_prove_line(w, "    s%d_flit[%d] = s%d_c;", source, w->p->colour[2], source);
    blackbox_prove_line(w, "    s%d_flit[%d] = s%d_d;", source, w->p->colour[3], source);
    for (int i = 0; i < f->fields; i++) {
        const struct blackbox_field *field = &f->field[i];
        if (field->constant)
            blackbox_prove_line(w, "    s%d_flit[%d +: %d] = %d'h%" PRIx64 ";", source, field->offset, field->width,
                                field->width, field->from ? (uint64_t)source : field->value);
        if (field->begins)
            blackbox_prove_line(w, "    s%d_flit[%d +: %d] = s%d_head;", source, field->offset, field->width, source);
    }
    print_frame(w, source);
    for (int i = 0; i < f->parts; i++)
        print_destination(w, &f->part[i], source);
    print_unroutable(w, source);
    if (f->lanes.count)
        blackbox_prove_line(w, "    s%d_flit[%d +: %d] = s%d_vc;", source, blackbox_prove_first(f, &f->lanes.slice),
                            f->lanes.slice.width, source);
    if (f->byte_enable.line)
        print_keep(w, source);
    print_tag(w, source);
    print_computed(w, source);
    print_damage(w, source);
    blackbox_prove_line(w, "end");
    print_suits(w, source);
}

void blackbox_prove_marks(const struct blackbox_prove_writing *w)
{
    const struct blackbox_slice *s = &w->f->drops.marked;
    const char *place = s->width && w->f->field[s->field].scope == BLACKBOX_FINAL ? "last" : "head";

    fprintf(w->out, "    assign in_marks = 1'b0");
    for (int i = 0; i < w->f->sources && s->width; i++)
        fprintf(w->out, " | (s%d_shown & s%d_a & s%d_%s & s%d_flit[%d +: %d] == %d'h%" PRIx64 ")", i, i, i, place, i,
                blackbox_prove_first(w->f, s), s->width, s->width, (uint64_t)w->f->drops.mark);
    fprintf(w->out, ";\n");
}
