/* SPDX-License-Identifier: Apache-2.0
 *
 * See blackbox_prove_top.h. Wires of source p are s<p>_..., those of sink p are o<p>_....
 */
#include "blackbox_prove_top.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "../base/text.h"
#include "../dut/dut.h"
#include "blackbox_bench.h"
#include "blackbox_flit.h"

/* Words that the network has for each of its ends, first that of valid, or of what comes back. */
struct writing {
    FILE *out;
    const struct blackbox *f;
    const struct blackbox_prove_plan *p;
    int vb, ob, lb, sb; /* bits of numbers: virtual channels, outputs, lengths, inputs */
};

int blackbox_prove_bits(int count)
{
    int bits = 1;

    while (bits < 31 && 1 << bits < count)
        bits++;
    return bits;
}

/* What no proof takes --------------------------------------------------------------------------------------------- */

/* A key, its line, and why it is refused. */
struct refusal {
    int is, line;
    const char *key;
};

/* The line of an output beside the ports that counts or pulses; 0: there is none. */
static int line_of_event(const struct blackbox *f)
{
    for (int i = 0; i < f->side.outputs; i++)
        if (f->side.output[i].rule != BLACKBOX_SIDE_VALUE)
            return f->side.output[i].pin.line;
    return 0;
}

/* The environment counts credits in eight bits. */
enum { MOST_CREDITS = 255 };

static int is_too_deep(const struct blackbox *f, const struct blackbox_ports *ports)
{
    return ports->credits && blackbox_depth_most(ports, f->vcs) > MOST_CREDITS;
}

/* Codes that do not tell where a packet ends: the bench knows by which packet it is, and a proof does not. */
static int has_equal_codes(const struct blackbox *f)
{
    return f->framing == BLACKBOX_TYPE && f->max_flits > 1 &&
           ((f->min_flits == 1 && f->code_head == f->code_single) ||
            (f->max_flits > 2 && f->code_body == f->code_tail));
}

int blackbox_prove_check(const struct blackbox *f, char *error, size_t size)
{
    const struct refusal refusals[] = {
        {f->clocks > 0, f->clocks ? f->clock_of[0].pin.line : 1, "several clocks"},
        {f->widths.line > 0, f->widths.line, "fields with two widths"},
        {f->header.line > 0, f->header.line, "header"},
        {f->responses.f != NULL, f->responses.line, "responses"},
        {f->cast.kind != BLACKBOX_ONE, f->cast.line, "packets for several outputs"},
        {f->lanes.count > 0, f->lanes.line, "interleaved"},
        {f->byte_enable.line > 0, f->byte_enable.line, "byte_enable"},
        {f->computeds > 0, f->computeds ? f->computed[0].line : 1, "computed"},
        {f->drops.marked.width > 0, f->drops.line, "drops: marked"},
        {f->side.inputs > 0, f->side.input[0].pin.line, "sideband: inputs"},
        {line_of_event(f) > 0, line_of_event(f), "sideband: outputs that count or pulse"},
        {has_equal_codes(f), f->packets_line, "framing: codes that do not tell the end of a packet"},
        {is_too_deep(f, &f->inputs), f->inputs.depth_line, "depth: more than 255 credits"},
        {is_too_deep(f, &f->outputs), f->outputs.depth_line, "depth: more than 255 credits"}};

    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        if (refusals[i].is) {
            snprintf(error, size, "%s:%d: --prove does not take %s: verify this router without --prove", f->path,
                     refusals[i].line ? refusals[i].line : 1, refusals[i].key);
            return -1;
        }
    return 0;
}

static int has_bit(const uint32_t *words, int bit)
{
    return words[bit / 32] >> bit % 32 & 1;
}

/* Whether every flit shows a bit, and may have any value there. */
static int may_colour(const struct blackbox *f, int bit)
{
    for (int place = 0; place < BLACKBOX_LOOKS; place++)
        if (!has_bit(f->look[place], bit))
            return 0;
    return blackbox_flit_kind(f, bit) == BLACKBOX_BIT_FREE && !(f->holds && has_bit(f->held, bit));
}

int blackbox_prove_plan(const struct blackbox *f, struct blackbox_prove_plan *p, char *error, size_t size)
{
    int found = 0;

    for (int bit = f->bits - 1; bit >= 0 && found < BLACKBOX_PROVE_COLOURS; bit--)
        if (may_colour(f, bit))
            p->colour[found++] = bit;
    p->idle = 4;
    if (found == BLACKBOX_PROVE_COLOURS)
        return 0;
    snprintf(
        error, size,
        "%s:1: --prove needs three bits that every flit has, that are free and that come out as they went in: there "
        "are %d",
        f->path, found);
    return -1;
}

int blackbox_prove_stays(const struct blackbox *f)
{
    return f->checked[BLACKBOX_STABLE] && !f->outputs.credits && !f->outputs.open && f->vcs == 1 &&
           f->outputs.waits != BLACKBOX_VALID_WAITS;
}

/* Pieces of Verilog ----------------------------------------------------------------------------------------------- */

static void line(const struct writing *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void line(const struct writing *w, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fputs("    ", w->out);
    vfprintf(w->out, format, args);
    fputc('\n', w->out);
    va_end(args);
}

/* "s0_fire | s1_fire": a wire of all sources, or sinks. */
static void any(const struct writing *w, char side, const char *wire, int count)
{
    for (int i = 0; i < count; i++)
        fprintf(w->out, "%s%c%d_%s", i ? " | " : "", side, i, wire);
}

/* "{s1_to, s0_to}" */
static void all(const struct writing *w, char side, const char *wire, int count)
{
    for (int i = count - 1; i >= 0; i--)
        fprintf(w->out, "%s%c%d_%s", i == count - 1 ? "{" : ", ", side, i, wire);
    fputc('}', w->out);
}

static void assign_any(const struct writing *w, const char *name, char side, const char *wire, int count)
{
    fprintf(w->out, "    assign %s = ", name);
    any(w, side, wire, count);
    fprintf(w->out, ";\n");
}

static void assign_all(const struct writing *w, const char *name, char side, const char *wire, int count)
{
    fprintf(w->out, "    assign %s = ", name);
    all(w, side, wire, count);
    fprintf(w->out, ";\n");
}

/* A mask of the bits of a flit as a constant. */
static void print_mask(const struct writing *w, const uint32_t *words)
{
    fprintf(w->out, "%d'h", w->f->bits);
    for (int i = w->f->words - 1; i >= 0; i--)
        fprintf(w->out, i == w->f->words - 1 ? "%" PRIx32 : "%08" PRIx32, words[i]);
}

static int first_bit(const struct blackbox *f, const struct blackbox_slice *s)
{
    return f->field[s->field].offset + s->shift;
}

/* "8'd4, ..." of a source or sink, the last virtual channel first. */
static void print_depths(const struct writing *w, int end, int output)
{
    for (int vc = w->f->vcs - 1; vc >= 0; vc--)
        fprintf(w->out, "%s8'd%d", vc == w->f->vcs - 1 ? "{" : ", ",
                output ? blackbox_depth_out(w->f, end, vc) : blackbox_depth_in(w->f, end, vc));
    fputc('}', w->out);
}

/* Inputs ---------------------------------------------------------------------------------------------------------- */

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

static void print_destination(const struct writing *w, const struct blackbox_part *part, int source)
{
    const struct blackbox_slice *s = &part->slice;

    fprintf(w->out, "        ");
    if (!s->every)
        fprintf(w->out, "if (s%d_head) ", source);
    fprintf(w->out, "case (s%d_to)\n", source);
    for (int sink = 0; sink < w->f->sinks; sink++)
        fprintf(w->out, "            %d'd%d: s%d_flit[%d +: %d] = %d'h%" PRIx64 ";\n", w->ob, sink, source,
                first_bit(w->f, s), s->width, s->width, part_value(w->f, part, source, sink));
    fprintf(w->out, "            default: s%d_flit[%d +: %d] = %d'd0;\n        endcase\n", source, first_bit(w->f, s),
            s->width, s->width);
}

static void print_frame(const struct writing *w, int source)
{
    const struct blackbox *f = w->f;
    int low = f->framing == BLACKBOX_SINGLE ? 0 : first_bit(f, &f->frame);

    if (f->framing == BLACKBOX_LAST)
        line(w, "    s%d_flit[%d] = s%d_last;", source, low, source);
    if (f->framing == BLACKBOX_LENGTH)
        line(w, "    if (s%d_head) s%d_flit[%d +: %d] = s%d_len + (%d);", source, source, low, f->frame.width, source,
             f->length_offset);
    if (f->framing == BLACKBOX_TYPE)
        line(w,
             "    s%d_flit[%d +: %d] = s%d_head ? (s%d_last ? %" PRIu64 " : %" PRIu64 ") : s%d_last ? %" PRIu64
             " : %" PRIu64 ";",
             source, low, f->frame.width, source, source, f->code_single, f->code_head, source, f->code_tail,
             f->code_body);
    if (f->beats.width)
        line(w, "    if (s%d_head) s%d_flit[%d +: %d] = s%d_len + (%d);", source, source, first_bit(f, &f->beats),
             f->beats.width, source, f->beats_offset);
}

/* Bits of a tag, the lowest first. @return how many */
static int tag_bits(const struct blackbox *f, int bit[BLACKBOX_BITS])
{
    int count = 0;

    for (int i = 0; i < f->bits; i++)
        if (has_bit(f->tag_mask, i))
            bit[count++] = i;
    return count;
}

/* A tag as the bench has it, so that the bench can play what is found. */
static void print_tag(const struct writing *w, int source)
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

static void print_tag_function(const struct writing *w)
{
    int bit[BLACKBOX_BITS], bits = tag_bits(w->f, bit), mask = (int)((1u << bits) - 1);

    if (w->f->by_order || bits <= w->f->source_bits)
        return;
    line(w, "function automatic [%d:0] tag_of(input [%d:0] number);", bits - 1, bits - 1);
    line(w, "    reg [%d:0] half;\n        begin", bits - 1);
    line(w, "        half = number * %d'd%d;", bits, BLACKBOX_TAG_FIRST & mask);
    line(w, "        half = half ^ half >> %d;", (bits + 1) / 2);
    line(w, "        tag_of = half * %d'd%d;\n        end\n    endfunction", bits, BLACKBOX_TAG_SECOND & mask);
}

/* A tag may have bits that mark packets: then such a packet begins as is marked as its tag says. */
static void print_suits(const struct writing *w, int source)
{
    fprintf(w->out, "    assign s%d_suits = !(like && s%d_head)", source, source);
    for (int i = 0; i < BLACKBOX_PROVE_COLOURS; i++)
        fprintf(w->out, "%ss%d_flit[%d] == s%d_%c", i ? " && " : " || (", source, w->p->colour[i], source, 'a' + i);
    fprintf(w->out, ");\n");
}

/* What every flit has at its place: the same as blackbox_flit.c writes. */
static void print_flit(const struct writing *w, int source)
{
    const struct blackbox *f = w->f;

    line(w, "always @* begin");
    line(w, "    s%d_flit = s%d_word;", source, source);
    line(w, "    s%d_flit[%d] = s%d_a;", source, w->p->colour[0], source);
    line(w, "    s%d_flit[%d] = s%d_b;", source, w->p->colour[1], source);
    line(w, "    s%d_flit[%d] = s%d_c;", source, w->p->colour[2], source);
    for (int i = 0; i < f->fields; i++) {
        const struct blackbox_field *field = &f->field[i];
        if (field->constant)
            line(w, "    s%d_flit[%d +: %d] = %d'h%" PRIx64 ";", source, field->offset, field->width, field->width,
                 field->from ? (uint64_t)source : field->value);
        if (field->begins)
            line(w, "    s%d_flit[%d +: %d] = s%d_head;", source, field->offset, field->width, source);
    }
    print_frame(w, source);
    for (int i = 0; i < f->parts; i++)
        print_destination(w, &f->part[i], source);
    print_tag(w, source);
    line(w, "end");
    print_suits(w, source);
}

static void print_allowed(const struct writing *w, int source)
{
    fprintf(w->out, "%d'b", w->f->sinks);
    for (int sink = w->f->sinks - 1; sink >= 0; sink--)
        fputc(w->f->forbidden[source * w->f->sinks + sink] ? '0' : '1', w->out);
}

static void print_source_parameters(const struct writing *w, int p)
{
    const struct blackbox *f = w->f;

    fprintf(w->out,
            "    prove_source #(.CREDITS(%d), .VCS(%d), .VB(%d), .OUTS(%d), .OB(%d), .MIN(%d), .MAX(%d), .LB(%d), "
            ".KNOWN(%d), .GAPS(%d), .BITS(%d)",
            f->inputs.credits, f->vcs, w->vb, f->sinks, w->ob, f->min_flits, f->max_flits, w->lb,
            f->framing == BLACKBOX_LENGTH || f->beats.width > 0, f->gaps, f->bits);
    if (f->inputs.credits) {
        fprintf(w->out, ", .DEPTH(");
        print_depths(w, p, 0);
        fputc(')', w->out);
    }
    if (f->holds) {
        fprintf(w->out, ", .HELD(");
        print_mask(w, f->held);
        fputc(')', w->out);
    }
    fprintf(w->out, ") source%d (\n", p);
}

static void print_source(const struct writing *w, int p)
{
    const struct blackbox *f = w->f;
    int word = p * (1 + f->words);

    fprintf(w->out, "\n");
    line(w, "// input %d", p);
    line(w, "wire [%d:0] s%d_valid, s%d_back;", f->vcs - 1, p, p);
    line(w, "wire [%d:0] s%d_vc;\n    wire [%d:0] s%d_to;\n    wire [%d:0] s%d_len;", w->vb - 1, p, w->ob - 1, p,
         w->lb - 1, p);
    line(
        w,
        "wire s%d_head, s%d_last, s%d_a, s%d_b, s%d_c, s%d_mark_c, s%d_fresh, s%d_fire, s%d_mark_a, s%d_mark_b, s%d_waits, s%d_owed, "
        "s%d_begins, s%d_suits, s%d_bad;",
        p, p, p, p, p, p, p, p, p, p, p, p, p, p, p);
    line(w, "wire s%d_shown = |s%d_valid;", p, p);
    line(w, "wire [%d:0] s%d_word;\n    reg [%d:0] s%d_flit;", f->bits - 1, p, f->bits - 1, p);
    print_source_parameters(w, p);
    line(w, "    .clk(clk), .rst(quiet), .drain(drain), .pick_valid(pick_valid[%d]), .pick_last(pick_last[%d]),", p, p);
    line(
        w,
        "    .pick_a(pick_a), .pick_b(pick_b), .pick_c(pick_c), .pick_vc(pick_vc[%d +: %d]), .pick_to(pick_to[%d +: %d]),",
        p * w->vb, w->vb, p * w->ob, w->ob);
    fprintf(w->out, "        .pick_len(pick_len[%d +: %d]), .pick_word(pick_word[%d +: %d]), .allowed(", p * w->lb,
            w->lb, p * f->bits, f->bits);
    print_allowed(w, p);
    fprintf(w->out, "),\n");
    fprintf(w->out, "        .may_begin(s%d_suits && !(calm && (under_way", p);
    for (int i = 0; i < p; i++)
        fprintf(w->out, " | s%d_begins", i);
    fprintf(w->out, "))), .begins(s%d_begins),\n", p);
    line(w, "    .may_a(flow_from == %d && !a_used), .may_b(flow_from == %d && a_used && !b_used),", p, p);
    line(w, "    .flow_to(flow_to), .flow_vc(flow_vc), .back(s%d_back), .valid(s%d_valid), .vc(s%d_vc),", p, p, p);
    line(w, "    .head(s%d_head), .last(s%d_last), .a(s%d_a), .b(s%d_b), .to(s%d_to), .len(s%d_len), .word(s%d_word),",
         p, p, p, p, p, p, p);
    line(w, "    .fresh(s%d_fresh), .fire(s%d_fire), .mark_a(s%d_mark_a), .mark_b(s%d_mark_b), .waits(s%d_waits),", p,
         p, p, p, p);
    line(w,
         "    .may_c(c_from == %d && !c_used), .c(s%d_c), .mark_c(s%d_mark_c), .owed(s%d_owed), .bad_credit(s%d_bad));",
         p, p, p, p, p);
    print_flit(w, p);
    line(w, "assign in[%d:%d] = s%d_valid;", 32 * word + f->vcs - 1, 32 * word, p);
    if (f->vcs < 32)
        line(w, "assign in[%d:%d] = %d'd0;", 32 * word + 31, 32 * word + f->vcs, 32 - f->vcs);
    line(w, "assign in[%d +: %d] = s%d_flit;", 32 * (word + 1), 32 * f->words, p);
    line(w, "assign s%d_back = out[%d:%d];", p, 32 * p + f->vcs - 1, 32 * p);
}

/* Outputs --------------------------------------------------------------------------------------------------------- */

/* What a flit says of its place in its packet, and of its length. */
static void print_said(const struct writing *w, int p)
{
    const struct blackbox *f = w->f;
    int low = f->framing == BLACKBOX_SINGLE ? 0 : first_bit(f, &f->frame);

    if (f->framing == BLACKBOX_TYPE) {
        line(w, "wire [%d:0] o%d_code = o%d_flit[%d +: %d];", f->frame.width - 1, p, p, low, f->frame.width);
        line(w, "wire o%d_says_last = o%d_first ? %d && o%d_code == %" PRIu64 " : o%d_code == %" PRIu64 ";", p, p,
             f->min_flits == 1, p, f->code_single, p, f->code_tail);
        line(w, "wire o%d_says_place = o%d_says_last || o%d_code == (o%d_first ? %d'd%" PRIu64 " : %d'd%" PRIu64 ");",
             p, p, p, p, f->frame.width, f->code_head, f->frame.width, f->code_body);
    } else {
        line(w, "wire o%d_says_place = 1'b1;", p);
        if (f->framing == BLACKBOX_LAST)
            line(w, "wire o%d_says_last = o%d_flit[%d];", p, p, low);
        else
            line(w, "wire o%d_says_last = 1'b0;", p);
    }
    if (f->framing == BLACKBOX_LENGTH)
        line(w, "wire [31:0] o%d_length = o%d_flit[%d +: %d] - (%d);", p, p, low, f->frame.width, f->length_offset);
    else
        line(w, "wire [31:0] o%d_length = 32'd0;", p);
    line(w, "wire [%d:0] o%d_says_len = o%d_length > %d ? %d'd0 : o%d_length[%d:0];", w->lb - 1, p, p, f->max_flits,
         w->lb, p, w->lb - 1);
}

static void print_sink(const struct writing *w, int p)
{
    const struct blackbox *f = w->f;
    int word = f->sources + p * (1 + f->words), in = f->sources * (1 + f->words) + p;

    fprintf(w->out, "\n");
    line(w, "// output %d", p);
    line(w, "wire [%d:0] o%d_valid = out[%d:%d], o%d_back;", f->vcs - 1, p, 32 * word + f->vcs - 1, 32 * word, p);
    line(w, "wire [%d:0] o%d_flit = out[%d:%d], o%d_change;", f->bits - 1, p, 32 * (word + 1) + f->bits - 1,
         32 * (word + 1), p);
    line(w, "wire [%d:0] o%d_vc;", w->vb - 1, p);
    line(w, "wire o%d_fire, o%d_first, o%d_last, o%d_gives, o%d_frame, o%d_stable, o%d_handshake, o%d_bad;", p, p, p, p,
         p, p, p, p);
    line(w, "wire o%d_a = o%d_flit[%d], o%d_b = o%d_flit[%d];", p, p, w->p->colour[0], p, p, w->p->colour[1]);
    line(w, "wire o%d_c = o%d_flit[%d];", p, p, w->p->colour[2]);
    if (blackbox_prove_stays(f))
        line(w, "wire o%d_shown = |o%d_valid;", p, p);
    else
        line(w, "wire o%d_shown = o%d_fire;", p, p);
    print_said(w, p);
    fprintf(w->out,
            "    prove_sink #(.CREDITS(%d), .OPEN(%d), .STAYS(%d), .VCS(%d), .VB(%d), .FRAMING(%d), .MAX(%d), .LB(%d), "
            ".BITS(%d)",
            f->outputs.credits, f->outputs.open, f->outputs.waits != BLACKBOX_VALID_WAITS, f->vcs, w->vb,
            (int)f->framing, f->max_flits, w->lb, f->bits);
    if (f->outputs.credits) {
        fprintf(w->out, ", .DEPTH(");
        print_depths(w, p, 1);
        fputc(')', w->out);
    }
    fprintf(w->out, ") sink%d (\n", p);
    line(w, "    .clk(clk), .rst(quiet), .drain(drain || calm), .pick_back(pick_back[%d +: %d]), .valid(o%d_valid),",
         p * f->vcs, f->vcs, p);
    line(w, "    .flit(o%d_flit), .a(o%d_a), .says_last(o%d_says_last), .says_place(o%d_says_place),", p, p, p, p);
    line(w, "    .says_len(o%d_says_len), .back(o%d_back), .vc(o%d_vc), .fire(o%d_fire), .first(o%d_first),", p, p, p,
         p, p);
    line(w, "    .last(o%d_last), .gives(o%d_gives), .bad_frame(o%d_frame), .bad_stable(o%d_stable),", p, p, p, p);
    line(w, "    .bad_change(o%d_change), .bad_handshake(o%d_handshake), .bad_credit(o%d_bad));", p, p, p);
    line(w, "assign in[%d +: 32] = o%d_back;", 32 * in, p);
}

/* The monitor ----------------------------------------------------------------------------------------------------- */

/* Outputs that lead nowhere, links and pins beside the ports: words of the vector out behind those of the sinks. */
static void print_rest(const struct writing *w)
{
    const struct blackbox *f = w->f;
    int word = f->sources + f->sinks * (1 + f->words);

    fprintf(w->out, "    assign astray = !quiet && (1'b0");
    for (int i = 0; i < f->opens; i++, word++)
        fprintf(w->out, " || |out[%d +: %d]", 32 * word, f->vcs);
    fprintf(w->out, ");\n    assign linked = 1'b0");
    for (int i = 0; i < f->wires; i++, word++)
        fprintf(w->out, " || |(out[%d +: %d] %c out[%d +: %d])", 32 * word, f->vcs, f->outputs.credits ? '|' : '&',
                32 * word + 16, f->vcs);
    fprintf(w->out, ";\n    assign bad_sideband = !quiet && (1'b0");
    for (int router = 0; router < f->routers; router++)
        for (int i = 0; i < f->side.outputs; i++, word++)
            fprintf(w->out, " || out[%d +: 32] != 32'd%" PRIu64, 32 * word, f->side.output[i].value);
    fprintf(w->out, ");\n");
}

static void print_looks(const struct writing *w)
{
    fprintf(w->out, ".LOOK({");
    for (int place = BLACKBOX_LOOKS - 1; place >= 0; place--) {
        print_mask(w, w->f->look[place]);
        fprintf(w->out, place ? ", " : "})");
    }
}

/* A vector of the watch from all sinks. */
static void connect_all(const struct writing *w, const char *pin, const char *wire)
{
    fprintf(w->out, "        .%s(", pin);
    all(w, 'o', wire, w->f->sinks);
    fprintf(w->out, "),\n");
}

static void print_watch(const struct writing *w)
{
    const struct blackbox *f = w->f;

    fprintf(w->out,
            "    prove_watch #(.OUTS(%d), .OB(%d), .VCS(%d), .VB(%d), .LB(%d), .BITS(%d), .KEPT(%d), .DROPS(%d), "
            ".LONGER(%d), .BUSY(%d), .K(%d), .MARK(%d), ",
            f->sinks, w->ob, f->vcs, w->vb, w->lb, f->bits, f->vc_kept, f->drops.allowed, f->drops.longer,
            f->drops.busy, w->p->idle, w->p->colour[2]);
    print_looks(w);
    fprintf(w->out, ") watch (\n");
    line(w, "    .clk(clk), .rst(quiet), .drain(drain), .flow_to(flow_to), .flow_vc(flow_vc), .j(j), .calm(calm),");
    line(
        w,
        "    .in_shown(in_shown), .in_a(in_a), .in_last(in_last), .in_flit(in_flit), .in_c(in_c), .in_c_place(in_c_place), .in_c_flit(in_c_flit),");
    connect_all(w, "out_fire", "fire");
    connect_all(w, "out_first", "first");
    connect_all(w, "out_last", "last");
    connect_all(w, "out_a", "a");
    connect_all(w, "out_b", "b");
    connect_all(w, "out_c", "c");
    connect_all(w, "out_shown", "shown");
    connect_all(w, "out_vc", "vc");
    connect_all(w, "out_flit", "flit");
    fprintf(w->out, "        .moves(linked | ");
    any(w, 's', "fire", f->sources);
    fprintf(w->out, " | ");
    any(w, 'o', "fire", f->sinks);
    fprintf(w->out, " | ");
    any(w, 'o', "gives", f->sinks);
    for (int i = 0; f->inputs.credits && i < f->sources; i++)
        fprintf(w->out, " | (|s%d_back)", i);
    fprintf(w->out, "),\n        .waits(");
    any(w, 's', "waits", f->sources);
    fprintf(w->out, "), .owed(");
    any(w, 's', "owed", f->sources);
    fprintf(w->out, "),\n");
    line(w, "    .bad_misdelivered(elsewhere), .bad_duplicate(bad_duplicate), .bad_order(bad_order),");
    line(w, "    .bad_length(bad_length), .bad_corrupted(bad_corrupted), .bad_lost(bad_lost), .bad_stuck(bad_stuck),");
    line(w, "    .bad_owed(bad_owed), .came_out(cover_out));");
}

/* The flit with a colour, of the input that has it on its wires. */
static void print_flit_of(const struct writing *w, const char *name, char colour)
{
    fprintf(w->out, "    assign %s = %d'd0", name, w->f->bits);
    for (int i = 0; i < w->f->sources; i++)
        fprintf(w->out, " | (s%d_shown & s%d_%c ? s%d_flit : %d'd0)", i, i, colour, i, w->f->bits);
    fprintf(w->out, ";\n");
}

/* A flit of packet a that is on the wires, or goes in, and flit c. */
static void print_tracked(const struct writing *w)
{
    fprintf(w->out, "    assign in_a = 1'b0");
    for (int i = 0; i < w->f->sources; i++)
        fprintf(w->out, " | (s%d_fire & s%d_a)", i, i);
    fprintf(w->out, ";\n    assign in_shown = 1'b0");
    for (int i = 0; i < w->f->sources; i++)
        fprintf(w->out, " | (s%d_shown & s%d_a)", i, i);
    fprintf(w->out, ";\n    assign in_last = 1'b0");
    for (int i = 0; i < w->f->sources; i++)
        fprintf(w->out, " | (s%d_shown & s%d_a & s%d_last)", i, i, i);
    fprintf(w->out, ";\n");
    print_flit_of(w, "in_flit", 'a');
    print_flit_of(w, "in_c_flit", 'c');
    fprintf(w->out, "    assign in_c = 1'b0");
    for (int i = 0; i < w->f->sources; i++)
        fprintf(w->out, " | (s%d_shown & s%d_c)", i, i);
    fprintf(w->out, ";\n    assign in_c_place = 2'd0");
    for (int i = 0; i < w->f->sources; i++)
        fprintf(w->out, " | (s%d_shown & s%d_c ? {s%d_last, !s%d_head} : 2'd0)", i, i, i, i);
    fprintf(w->out, ";\n");
}

static void print_yumi(const struct writing *w)
{
    fprintf(w->out, "    assign bad_handshake = ");
    any(w, 'o', "handshake", w->f->sinks);
    for (int i = 0; w->f->inputs.waits == BLACKBOX_READY_WAITS && i < w->f->sources; i++)
        fprintf(w->out, " | (!quiet && |s%d_back && !|s%d_valid)", i, i);
    fprintf(w->out, ";\n");
}

static const char *const properties[] = {"misdelivered", "duplicate", "order",    "length",    "framing",
                                         "credits",      "handshake", "sideband", "corrupted", "stable",
                                         "lost",         "stuck",     "owed"};
enum { PROPERTIES = sizeof properties / sizeof *properties, SINGLE = 8 };

static int width_of(const struct writing *w, int property)
{
    return property < SINGLE ? 1 : property == SINGLE ? w->f->bits : property == SINGLE + 1 ? w->f->bits + 1 : 3;
}

/* The same with traffic as the bench sends it. */
static void print_like(const struct writing *w)
{
    for (int i = 0; i < PROPERTIES; i++)
        line(w, "assign like_%s = bad_%s & {%d{like}};", properties[i], properties[i], width_of(w, i));
}

/* What a counterexample is read from, and what must not depend on the colours. */
static void print_seen(const struct writing *w)
{
    static const char *const wires[] = {"fresh", "head", "last", "vc", "to", "len", "flit"};
    char name[32];

    line(w, "assign seen_start = !quiet;\n    assign seen_calm = calm;");
    for (size_t i = 0; i < sizeof wires / sizeof *wires; i++) {
        snprintf(name, sizeof name, "seen_%s", wires[i]);
        assign_all(w, name, 's', wires[i], w->f->sources);
    }
    assign_all(w, "seen_back", 'o', "back", w->f->sinks);
    assign_all(w, "seen_taken", 's', "back", w->f->sources);
    assign_all(w, "seen_valid", 'o', "valid", w->f->sinks);
    assign_all(w, "seen_out", 'o', "flit", w->f->sinks);
}

/* Bits of a flit that waits which are looked at: others are those of flit c as long as that is there, which any flit
 * may be, and so its mark must stay. */
static void print_changes(const struct writing *w)
{
    uint32_t care[BLACKBOX_WORDS];

    for (int i = 0; i < w->f->words; i++)
        care[i] = ~(w->f->look[0][i] & w->f->look[1][i] & w->f->look[2][i] & w->f->look[3][i]);
    if (w->f->bits % 32)
        care[w->f->words - 1] &= (1u << w->f->bits % 32) - 1;
    care[w->p->colour[2] / 32] |= 1u << w->p->colour[2] % 32;
    print_mask(w, care);
}

static void print_judgement(const struct writing *w)
{
    fprintf(w->out, "\n    // what is wrong\n");
    print_tracked(w);
    print_watch(w);
    line(w, "assign bad_misdelivered = elsewhere || astray;");
    assign_any(w, "bad_framing", 'o', "frame", w->f->sinks);
    fprintf(w->out, "    assign bad_stable = {(");
    any(w, 'o', "change", w->f->sinks);
    fprintf(w->out, ") & ");
    print_changes(w);
    fprintf(w->out, ", ");
    any(w, 'o', "stable", w->f->sinks);
    fprintf(w->out, "};\n    assign bad_credits = ");
    any(w, 's', "bad", w->f->sources);
    fprintf(w->out, " | ");
    any(w, 'o', "bad", w->f->sinks);
    fprintf(w->out, ";\n");
    print_yumi(w);
    line(w, "assign cover_in = in_a && in_last;");
    line(w, "assign cover_both = a_used && b_used;");
    print_like(w);
    print_seen(w);
}

/* The module ------------------------------------------------------------------------------------------------------ */

static void print_picks(const struct writing *w)
{
    const struct blackbox *f = w->f;
    int s = f->sources;

    line(w, "input wire clk,");
    line(w, "input wire pick_drain, pick_a, pick_b, pick_c, pick_like, pick_calm,");
    line(w, "input wire [%d:0] pick_valid, pick_last,", s - 1);
    line(w, "input wire [%d:0] pick_vc,\n    input wire [%d:0] pick_to,", s * w->vb - 1, s * w->ob - 1);
    line(w, "input wire [%d:0] pick_len,\n    input wire [%d:0] pick_word,", s * w->lb - 1, s * f->bits - 1);
    line(w, "input wire [%d:0] pick_back,", f->sinks * f->vcs - 1);
    line(w, "input wire [%d:0] pick_c_from,", w->sb - 1);
    line(w, "input wire [%d:0] pick_flow_from,\n    input wire [%d:0] pick_flow_to,", w->sb - 1, w->ob - 1);
    line(w, "input wire [%d:0] pick_flow_vc,\n    input wire [%d:0] pick_j", w->vb - 1, w->lb - 1);
}

static void print_outputs(const struct writing *w)
{
    const struct blackbox *f = w->f;
    int s = f->sources;

    line(w, "output wire bad_misdelivered, bad_duplicate, bad_order, bad_length, bad_framing, bad_credits,");
    line(w, "output wire bad_handshake, bad_sideband,\n    output wire [%d:0] bad_corrupted,", f->bits - 1);
    line(w, "output wire [%d:0] bad_stable,\n    output wire [2:0] bad_lost, bad_stuck, bad_owed,", f->bits);
    line(w, "output wire like_misdelivered, like_duplicate, like_order, like_length, like_framing, like_credits,");
    line(w, "output wire like_handshake, like_sideband,\n    output wire [%d:0] like_corrupted,", f->bits - 1);
    line(w, "output wire [%d:0] like_stable,\n    output wire [2:0] like_lost, like_stuck, like_owed,", f->bits);
    line(w, "output wire cover_in, cover_out, cover_both, seen_start, seen_calm,");
    line(w, "output wire [%d:0] seen_fresh, seen_head, seen_last,", s - 1);
    line(w, "output wire [%d:0] seen_vc,\n    output wire [%d:0] seen_to,", s * w->vb - 1, s * w->ob - 1);
    line(w, "output wire [%d:0] seen_len,\n    output wire [%d:0] seen_flit,", s * w->lb - 1, s * f->bits - 1);
    line(w, "output wire [%d:0] seen_back, seen_valid,", f->sinks * f->vcs - 1);
    line(w, "output wire [%d:0] seen_taken,\n    output wire [%d:0] seen_out", s * f->vcs - 1, f->sinks * f->bits - 1);
}

static void print_state(const struct writing *w)
{
    const struct blackbox *f = w->f;
    int in = 32 * blackbox_in_words(f) - 1, out = 32 * blackbox_out_words(f) - 1;
    int all_cycles = f->reset_cycles + f->reset_idle;

    fprintf(w->out, "\n    // reset, then what is tracked: packet a, and packet b of the same flow behind it\n");
    line(w, "reg [15:0] cycle = 16'd0;");
    line(w, "wire quiet = cycle < %d, rst = cycle < %d;", all_cycles, f->reset_cycles);
    line(w, "always @(posedge clk) if (quiet) cycle <= cycle + 1'b1;");
    line(w, "reg drain = 1'b0, a_used = 1'b0, b_used = 1'b0, c_used = 1'b0;");
    line(w, "// Packets are alone, one at a time, and outputs take all.");
    line(w, f->drops.busy ? "reg calm = 1'b0, on_way = 1'b0;\n    wire under_way;"
                          : "wire calm = 1'b0, under_way = 1'b0;");
    line(w, "reg like = 1'b0; // traffic as the bench sends it: first flits have its tags");
    print_tag_function(w);
    line(w, "reg [%d:0] c_from = 0;", w->sb - 1);
    line(w, "reg [%d:0] flow_from = 0;\n    reg [%d:0] flow_to = 0;", w->sb - 1, w->ob - 1);
    line(w, "reg [%d:0] flow_vc = 0;\n    reg [%d:0] j = 0;", w->vb - 1, w->lb - 1);
    line(w, "always @(posedge clk) if (cycle == 0) begin");
    line(w, "    like <= pick_like;\n        c_from <= pick_c_from;");
    if (f->drops.busy)
        line(w, "    calm <= pick_calm;");
    line(w, "    flow_from <= pick_flow_from;\n        flow_to <= pick_flow_to;");
    line(w, "    flow_vc <= %s;\n        j <= pick_j;\n    end", f->vcs > 1 ? "pick_flow_vc" : "0");
    line(w, "wire [%d:0] in;\n    wire [%d:0] out;", in, out);
    line(
        w,
        "wire in_shown, in_a, in_c, in_last, elsewhere, astray, linked;\n    wire [1:0] in_c_place;\n    wire [%d:0] in_flit, in_c_flit;",
        f->bits - 1);
    line(w, DUT_WRAPPER " network (.clk(clk), .rst(rst), .in(in), .out(out));");
}

static void print_marks(const struct writing *w)
{
    fprintf(w->out, "\n    always @(posedge clk) if (!quiet) begin\n        drain <= drain || pick_drain;\n"
                    "        a_used <= a_used || ");
    any(w, 's', "mark_a", w->f->sources);
    fprintf(w->out, ";\n        b_used <= b_used || ");
    any(w, 's', "mark_b", w->f->sources);
    fprintf(w->out, ";\n        c_used <= c_used || ");
    any(w, 's', "mark_c", w->f->sources);
    fprintf(w->out, ";\n    end\n");
    if (!w->f->drops.busy)
        return;
    fprintf(w->out, "    assign under_way = on_way | ");
    any(w, 's', "waits", w->f->sources);
    fprintf(w->out, ";\n    always @(posedge clk) on_way <= !quiet && (on_way | ");
    any(w, 's', "begins", w->f->sources);
    fprintf(w->out, ") && !(");
    for (int i = 0; i < w->f->sinks; i++)
        fprintf(w->out, "%so%d_fire & o%d_last", i ? " | " : "", i, i);
    fprintf(w->out, ");\n");
}

static void print_module(const struct writing *w)
{
    const struct blackbox *f = w->f;

    fprintf(
        w->out,
        "// Environment and monitor of %s, made of its description: %d inputs, %d outputs, packets of %d to %d flits of "
        "%d bits.\n// Bit %d of a flit marks packet a, bit %d packet b, bit %d flit c. Nothing is assumed: all pick_* are free.\n"
        "`default_nettype none\nmodule " BLACKBOX_PROVE_TOP " (\n",
        f->top, f->sources, f->sinks, f->min_flits, f->max_flits, f->bits, w->p->colour[0], w->p->colour[1],
        w->p->colour[2]);
    print_picks(w);
    fprintf(w->out, "    ,\n");
    print_outputs(w);
    fprintf(w->out, ");\n");
    print_state(w);
    for (int i = 0; i < f->sources; i++)
        print_source(w, i);
    for (int i = 0; i < f->sinks; i++)
        print_sink(w, i);
    print_marks(w);
    print_rest(w);
    print_judgement(w);
    fprintf(w->out, "endmodule\n`default_nettype wire\n");
}

static struct writing writing_of(const struct blackbox *f, const struct blackbox_prove_plan *p)
{
    return (struct writing){.f = f,
                            .p = p,
                            .vb = blackbox_prove_bits(f->vcs),
                            .ob = blackbox_prove_bits(f->sinks),
                            .lb = blackbox_prove_bits(f->max_flits + 2),
                            .sb = blackbox_prove_bits(f->sources)};
}

char *blackbox_prove_top(const struct blackbox *f, const struct blackbox_prove_plan *p)
{
    struct text text;
    struct writing w = writing_of(f, p);

    w.out = text_open(&text);
    if (!w.out)
        return NULL;
    print_module(&w);
    return text_close(&text);
}

/* Assertions are SystemVerilog, and so they are in a file of their own. */
static void print_assertions(const struct writing *w)
{
    fprintf(w->out, "// The properties of " BLACKBOX_PROVE_TOP " as assertions: what is assumed is nothing.\n"
                    "module prove_assert (\n");
    print_picks(w);
    fprintf(w->out, ");\n");
    for (int i = 0; i < PROPERTIES; i++)
        line(w, "wire [%d:0] bad_%s;", width_of(w, i) - 1, properties[i]);
    line(w, BLACKBOX_PROVE_TOP " top (.*);");
    line(w, "always @(posedge clk) begin");
    for (int i = 0; i < PROPERTIES; i++)
        line(w, "    assert (bad_%s%s == 0);", properties[i], i > SINGLE + 1 ? "[2]" : "");
    line(w, "end");
    fprintf(w->out, "endmodule\n");
}

char *blackbox_prove_assert(const struct blackbox *f)
{
    struct text text;
    struct writing w = writing_of(f, NULL);

    w.out = text_open(&text);
    if (!w.out)
        return NULL;
    print_assertions(&w);
    return text_close(&text);
}
