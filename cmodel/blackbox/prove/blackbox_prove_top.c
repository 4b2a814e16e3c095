/* SPDX-License-Identifier: Apache-2.0
 *
 * See blackbox_prove_top.h. Wires of source p are s<p>_..., those of sink p are o<p>_....
 */
#include "blackbox_prove_top.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/text.h"
#include "../../dut/dut.h"
#include "../bench/blackbox_bench.h"
#include "../description/blackbox_flit.h"
#include "../wrapper/blackbox_channel.h"
#include "blackbox_prove_internal.h"

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

/* The line of a field that is computed of all flits of its packet; 0: there is none. */
static int line_of_whole(const struct blackbox *f)
{
    for (int i = 0; i < f->computeds; i++)
        if (f->field[f->computed[i].field].scope == BLACKBOX_FINAL)
            return f->computed[i].line;
    return 0;
}

/* Cycles without a move that are counted, in the first of three bounds. */
enum { IDLE = 4, MOST_IDLE = 63 };

static int line_of_period(const struct blackbox *f)
{
    for (int i = 0; i < f->side.inputs; i++)
        if (f->side.input[i].period > MOST_IDLE - IDLE + 1)
            return f->side.input[i].pin.line;
    return 0;
}

/* What moves with every pulse of an input beside the ports moves once in its period. */
static int idle_of(const struct blackbox *f)
{
    int most = 0;

    for (int i = 0; i < f->side.inputs; i++)
        most = f->side.input[i].period > most ? f->side.input[i].period : most;
    return IDLE + (most ? most - 1 : 0);
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
        {f->also != NULL, f->also ? f->also->packets_line : 1, "classes"},
        {f->header.line > 0, f->header.line, "header"},
        {f->responses.f != NULL, f->responses.line, "responses"},
        {f->cast.kind != BLACKBOX_ONE, f->cast.line, "packets for several outputs"},
        {line_of_whole(f) > 0, line_of_whole(f), "computed: fields over a whole packet"},
        {line_of_period(f) > 0, line_of_period(f), "sideband: every: more than 60"},
        {line_of_event(f) > 0, line_of_event(f), "sideband: outputs that count or pulse"},
        {f->join.line > 0, f->join.line, "join"},
        {f->frame.at || f->beats.at, f->packets_line, "framing: a length behind the first flit"},
        {has_equal_codes(f), f->packets_line, "framing: codes that do not tell the end of a packet"},
        {is_too_deep(f, &f->inputs), f->inputs.depth_line, "depth: more than 255 credits"},
        {is_too_deep(f, &f->outputs), f->outputs.depth_line, "depth: more than 255 credits"}};

    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        if (refusals[i].is)
            return text_fail(error, size, "%s:%d: --prove does not take %s: verify this router without --prove",
                             f->path, refusals[i].line ? refusals[i].line : 1, refusals[i].key);
    return 0;
}

/* Whether a bit follows from others, or says that its packet is dropped. */
static int has_meaning(const struct blackbox *f, int bit)
{
    const struct blackbox_slice *s = &f->drops.marked;

    for (int i = 0; i < f->computeds; i++) {
        const struct blackbox_field *field = &f->field[f->computed[i].field];
        if (bit >= field->offset && bit < field->offset + field->width)
            return 1;
    }
    return s->width && bit >= blackbox_prove_first(f, s) && bit < blackbox_prove_first(f, s) + s->width;
}

/* The first byte counts in each flit, unless any may be disabled. */
static int may_be_disabled(const struct blackbox *f, int bit)
{
    const struct blackbox_field *data = &f->field[f->byte_enable.data];

    return f->byte_enable.line && bit >= data->offset + (f->byte_enable.sparse ? 0 : 8) &&
           bit < data->offset + data->width;
}

/* Whether every flit shows a bit, and may have any value there. */
static int may_colour(const struct blackbox *f, int bit)
{
    for (int place = 0; place < BLACKBOX_LOOKS; place++)
        if (!blackbox_prove_has(f->look[place], bit))
            return 0;
    return blackbox_flit_kind(f, bit) == BLACKBOX_BIT_FREE && !(f->holds && blackbox_prove_has(f->held, bit)) &&
           !has_meaning(f, bit) && !may_be_disabled(f, bit);
}

/* Whether a part of what the network shows depends on a bit of what an input sends. */
static int follows(const struct blackbox *f, const struct blackbox_aiger *router, int first, int count, int bit)
{
    int any = 0;
    char name[32];

    for (int p = 0; p < f->sources && count > 0 && !any; p++) {
        snprintf(name, sizeof name, "in[%d]", 32 * (p * (1 + f->words) + 1) + bit);
        any = blackbox_aiger_depends(router, first, count, name) != 0;
    }
    return any;
}

/* Whether the network looks at a bit of flits: anything but this bit of flits that come out depends on it. */
static int is_looked_at(const struct blackbox *f, const struct blackbox_aiger *router, int bit)
{
    int count, out = blackbox_aiger_find(router, "out", &count), from = 0, any = 0;

    for (int p = 0; p < f->sinks && !any; p++) {
        int at = 32 * (f->sources + p * (1 + f->words) + 1) + bit;
        any = follows(f, router, out + from, at - from, bit);
        from = at + 1;
    }
    any = any || follows(f, router, out + from, count - from, bit);
    for (int i = 0; i < 2 && !any; i++) {
        int first = blackbox_aiger_find(router, i ? "invariants" : "assertions", &count);
        any = first >= 0 && follows(f, router, first, count, bit);
    }
    return any;
}

static int choose_colours(const struct blackbox *f, struct blackbox_prove_plan *p, const struct blackbox_aiger *router)
{
    int found = 0, looked[BLACKBOX_PROVE_COLOURS], others = 0;

    for (int bit = f->bits - 1; bit >= 0 && found < BLACKBOX_PROVE_COLOURS; bit--) {
        if (!may_colour(f, bit))
            continue;
        if (!is_looked_at(f, router, bit))
            p->colour[found++] = bit;
        else if (others < BLACKBOX_PROVE_COLOURS)
            looked[others++] = bit;
    }
    p->independent = found == BLACKBOX_PROVE_COLOURS;
    for (int i = 0; i < others && found < BLACKBOX_PROVE_COLOURS; i++)
        p->colour[found++] = looked[i];
    return found;
}

int blackbox_prove_plan(const struct blackbox *f, struct blackbox_prove_plan *p, const struct blackbox_aiger *router,
                        char *error, size_t size)
{
    int found = choose_colours(f, p, router);

    p->idle = idle_of(f);
    if (found == BLACKBOX_PROVE_COLOURS)
        return 0;
    snprintf(
        error, size,
        "%s:1: --prove needs four bits that every flit has, that are free and that come out as they went in: there "
        "are %d",
        f->path, found);
    return -1;
}

int blackbox_prove_stays(const struct blackbox *f)
{
    return f->checked[BLACKBOX_STABLE] && !f->outputs.credits && !f->outputs.open && f->vcs == 1 &&
           f->outputs.waits != BLACKBOX_VALID_WAITS;
}

/* What is not legal ----------------------------------------------------------------------------------------------- */

int blackbox_prove_survives(const struct blackbox *f, enum blackbox_illegal_kind kind)
{
    int turns = f->vcs > 1 && !f->inputs.credits; /* a flit that waits is not there in each cycle, then */

    if (kind <= BLACKBOX_HARMLESS || !f->checked[BLACKBOX_ILLEGAL] || !blackbox_illegal_has(f, kind))
        return 0;
    if (kind == BLACKBOX_OVERRUN)
        return f->reset.line && blackbox_depth_most(&f->inputs, f->vcs) + f->illegal.overrun <= MOST_CREDITS;
    return !(f->illegal.reset && !f->reset.line) && !(kind == BLACKBOX_WITHDRAWN && turns);
}

/* Whether there are kinds behind which a reset is only what the description may ask for. */
static int survives_others(const struct blackbox *f)
{
    int any = 0;

    for (int kind = BLACKBOX_LEGAL; kind < BLACKBOX_ILLEGAL_COUNT; kind++)
        any |= kind != BLACKBOX_OVERRUN && blackbox_prove_survives(f, (enum blackbox_illegal_kind)kind);
    return any;
}

int blackbox_prove_recovers(const struct blackbox *f)
{
    return !f->illegal.reset && survives_others(f);
}

int blackbox_prove_revives(const struct blackbox *f)
{
    return blackbox_prove_survives(f, BLACKBOX_OVERRUN) || (f->illegal.reset && survives_others(f));
}

int blackbox_prove_longest(const struct blackbox *f)
{
    return blackbox_prove_survives(f, BLACKBOX_LONG) ? f->illegal.longest : f->max_flits;
}

/* Parts of the traffic -------------------------------------------------------------------------------------------- */

enum { MOST_SPLITS = 64 };

int blackbox_prove_splits(const struct blackbox *f, enum blackbox_prove_split split)
{
    int flows = split != BLACKBOX_PROVE_SOURCES && blackbox_prove_all(split) != split;
    int parts = flows ? f->sources * f->sinks * f->channels : split == BLACKBOX_PROVE_SOURCES ? f->sources : 1;

    return parts > MOST_SPLITS ? 1 : parts;
}

static void tie(struct blackbox_aiger_tie ties[BLACKBOX_PROVE_TIES], const char *name, int value)
{
    int last = 0;

    while (ties[last].name)
        last++;
    ties[last] = (struct blackbox_aiger_tie){name, (uint32_t)value};
}

int blackbox_prove_ties(const struct blackbox *f, enum blackbox_prove_split split, int part,
                        struct blackbox_aiger_tie ties[BLACKBOX_PROVE_TIES])
{
    int splits = blackbox_prove_splits(f, split), pole = part / splits, channel = part % f->channels,
        sink = part / f->channels % f->sinks, source = part % splits / f->channels / f->sinks;

    memset(ties, 0, BLACKBOX_PROVE_TIES * sizeof *ties);
    tie(ties, "like", 0);
    tie(ties, "open", split == BLACKBOX_PROVE_UNHELD);
    tie(ties, "again", blackbox_prove_behind(split));
    tie(ties, "hostile", blackbox_prove_all(split) == BLACKBOX_PROVE_HOSTILE);
    tie(ties, "abused", blackbox_prove_abused(split));
    tie(ties, "pole", pole);
    if (blackbox_prove_all(split) == BLACKBOX_PROVE_ANY)
        tie(ties, "second", 1);
    if (splits == 1)
        return 1;
    if (split == BLACKBOX_PROVE_SOURCES) {
        tie(ties, "c_from", part % splits);
        return 1;
    }
    tie(ties, "flow_from", source);
    tie(ties, "flow_to", sink);
    tie(ties, "flow_vc", channel);
    return !f->forbidden[source * f->sinks + sink];
}

/* The reset is at its beginning, and no packet is marked. All else of the top is set by the reset, or is of no account
 * until it is set. */
const char *const blackbox_prove_kept[BLACKBOX_PROVE_KEPT] = {"cycle", "a_used", "b_used", "c_used", "d_used", NULL};

/* Pieces of Verilog ----------------------------------------------------------------------------------------------- */

/* "s0_fire | s1_fire": a wire of all sources, or sinks. */
static void any(const struct blackbox_prove_writing *w, char side, const char *wire, int count)
{
    for (int i = 0; i < count; i++)
        fprintf(w->out, "%s%c%d_%s", i ? " | " : "", side, i, wire);
}

/* "{s1_to, s0_to}" */
static void all(const struct blackbox_prove_writing *w, char side, const char *wire, int count)
{
    for (int i = count - 1; i >= 0; i--)
        fprintf(w->out, "%s%c%d_%s", i == count - 1 ? "{" : ", ", side, i, wire);
    fputc('}', w->out);
}

static void assign_any(const struct blackbox_prove_writing *w, const char *name, char side, const char *wire, int count)
{
    fprintf(w->out, "    assign %s = ", name);
    any(w, side, wire, count);
    fprintf(w->out, ";\n");
}

static void assign_all(const struct blackbox_prove_writing *w, const char *name, char side, const char *wire, int count)
{
    fprintf(w->out, "    assign %s = ", name);
    all(w, side, wire, count);
    fprintf(w->out, ";\n");
}

/* A mask of the bits of a flit as a constant. */
static void print_mask(const struct blackbox_prove_writing *w, const uint32_t *words)
{
    fprintf(w->out, "%d'h", w->f->bits);
    for (int i = w->f->words - 1; i >= 0; i--)
        fprintf(w->out, i == w->f->words - 1 ? "%" PRIx32 : "%08" PRIx32, words[i]);
}

/* "8'd4, ..." of a source or sink, the last virtual channel first. */
static void print_depths(const struct blackbox_prove_writing *w, int end, int output)
{
    for (int vc = w->f->vcs - 1; vc >= 0; vc--)
        fprintf(w->out, "%s8'd%d", vc == w->f->vcs - 1 ? "{" : ", ",
                output ? blackbox_depth_out(w->f, end, vc) : blackbox_depth_in(w->f, end, vc));
    fputc('}', w->out);
}

/* Inputs ---------------------------------------------------------------------------------------------------------- */

static void print_allowed(const struct blackbox_prove_writing *w, int source)
{
    fprintf(w->out, "%d'b", w->f->sinks);
    for (int sink = w->f->sinks - 1; sink >= 0; sink--)
        fputc(w->f->forbidden[source * w->f->sinks + sink] ? '0' : '1', w->out);
}

/* Bits that all flits of a packet share; a destination that is none is in all of them, too, if it is in each flit. */
static void print_held(const struct blackbox_prove_writing *w)
{
    const struct blackbox *f = w->f;
    const struct blackbox_slice *s = &f->part->slice;
    uint32_t held[BLACKBOX_WORDS] = {0};
    int wild = blackbox_illegal_drops(f, BLACKBOX_UNROUTABLE) && s->every;

    if (!f->holds && !wild)
        return;
    if (f->holds)
        memcpy(held, f->held, sizeof held);
    for (int bit = blackbox_prove_first(f, s); wild && bit < blackbox_prove_first(f, s) + s->width; bit++)
        held[bit / 32] |= 1u << bit % 32;
    fprintf(w->out, ", .HELD(");
    print_mask(w, held);
    fputc(')', w->out);
}

/* What is not legal, while it is wild. */
static void print_abuse(const struct blackbox_prove_writing *w)
{
    const struct blackbox *f = w->f;

    if (blackbox_prove_survives(f, BLACKBOX_LONG))
        fprintf(w->out, ", .MOST(%d)", f->illegal.longest);
    if (blackbox_prove_survives(f, BLACKBOX_SHORT))
        fprintf(w->out, ", .LEAST(%d)", f->illegal.shortest);
    if (blackbox_prove_survives(f, BLACKBOX_BROKEN))
        fprintf(w->out, ", .BREAKS(1)");
    if (blackbox_prove_survives(f, BLACKBOX_OVERRUN))
        fprintf(w->out, ", .OVERRUN(%d)", f->illegal.overrun);
    if (blackbox_prove_survives(f, BLACKBOX_WITHDRAWN))
        fprintf(w->out, ", .WITHDRAWN(1)");
}

static void print_source_parameters(const struct blackbox_prove_writing *w, int p)
{
    const struct blackbox *f = w->f;

    fprintf(w->out,
            "    prove_source #(.CREDITS(%d), .VCS(%d), .VB(%d), .OUTS(%d), .OB(%d), .MIN(%d), .MAX(%d), .LB(%d), "
            ".KNOWN(%d), .GAPS(%d), .ALONE(%d), .TURNS(%d), .BITS(%d)",
            f->inputs.credits, f->channels, w->vb, f->sinks, w->ob, f->min_flits, f->max_flits, w->lb,
            f->framing == BLACKBOX_LENGTH || f->beats.width > 0, f->gaps, f->lanes.count && !f->lanes.inputs,
            f->vcs > 1 && !f->inputs.credits, f->bits);
    if (f->inputs.credits) {
        fprintf(w->out, ", .DEPTH(");
        print_depths(w, p, 0);
        fputc(')', w->out);
    }
    print_held(w);
    print_abuse(w);
    fprintf(w->out, ") source%d (\n", p);
}

static void print_source(const struct blackbox_prove_writing *w, int p)
{
    const struct blackbox *f = w->f;
    int word = p * (1 + f->words);

    fprintf(w->out, "\n");
    blackbox_prove_line(w, "// input %d", p);
    blackbox_prove_line(w, "wire [%d:0] s%d_valid, s%d_back;", f->channels - 1, p, p);
    blackbox_prove_line(w, "wire [%d:0] s%d_vc;\n    wire [%d:0] s%d_to;\n    wire [%d:0] s%d_len;", w->vb - 1, p,
                        w->ob - 1, p, w->lb - 1, p);
    blackbox_prove_line(
        w,
        "wire s%d_head, s%d_last, s%d_a, s%d_b, s%d_c, s%d_d, s%d_illegal, s%d_mark_c, s%d_mark_d, s%d_fresh, s%d_fire, s%d_mark_a, s%d_mark_b, s%d_waits, s%d_owed, "
        "s%d_begins, s%d_suits, s%d_bad, s%d_hidden;",
        p, p, p, p, p, p, p, p, p, p, p, p, p, p, p, p, p, p, p);
    blackbox_prove_line(w, "wire s%d_shown = |s%d_valid;", p, p);
    blackbox_prove_line(w, "wire [%d:0] s%d_word;\n    reg [%d:0] s%d_flit;", f->bits - 1, p, f->bits - 1, p);
    print_source_parameters(w, p);
    blackbox_prove_line(
        w,
        "    .clk(clk), .rst(quiet), .drain(drain), .prompt(drain || open), .pick_valid(pick_valid[%d]), .pick_last(pick_last[%d]),",
        p, p);
    blackbox_prove_line(
        w,
        "    .pick_a(pick_a), .pick_b(pick_b), .pick_c(pick_c), .pick_d(pick_d), .pick_illegal(pick_illegal[%d]), .pick_hidden(pick_hidden[%d]), .pick_vc(pick_vc[%d +: %d]), .pick_to(pick_to[%d +: %d]),",
        p, p, p * w->vb, w->vb, p * w->ob, w->ob);
    fprintf(w->out, "        .pick_len(pick_len[%d +: %d]), .pick_word(pick_word[%d +: %d]), .allowed(", p * w->lb,
            w->lb, p * f->bits, f->bits);
    print_allowed(w, p);
    fprintf(w->out, "),\n");
    fprintf(w->out, "        .may_begin(s%d_suits && !(calm && (under_way", p);
    for (int i = 0; i < p; i++)
        fprintf(w->out, " | s%d_begins", i);
    fprintf(w->out, "))), .begins(s%d_begins),\n", p);
    blackbox_prove_line(
        w, "    .may_a(!early && flow_from == %d && !a_used), .may_b(flow_from == %d && a_used && !b_used),", p, p);
    blackbox_prove_line(w, "    .flow_to(flow_to), .flow_vc(flow_vc), .back(s%d_back), .valid(s%d_valid), .vc(s%d_vc),",
                        p, p, p);
    blackbox_prove_line(
        w, "    .head(s%d_head), .last(s%d_last), .a(s%d_a), .b(s%d_b), .to(s%d_to), .len(s%d_len), .word(s%d_word),",
        p, p, p, p, p, p, p);
    blackbox_prove_line(
        w, "    .fresh(s%d_fresh), .fire(s%d_fire), .mark_a(s%d_mark_a), .mark_b(s%d_mark_b), .waits(s%d_waits),", p, p,
        p, p, p);
    blackbox_prove_line(
        w,
        "    .may_c(!early && c_from == %d && !c_used), .c(s%d_c), .mark_c(s%d_mark_c), .may_d(!again && !hostile && !abused && c_from == %d && !d_used), .d(s%d_d), .old(early), .wild(wild), .overruns(wild && again), .hidden(s%d_hidden), .may_be_illegal(hostile), .illegal(s%d_illegal), "
        ".mark_d(s%d_mark_d), .owed(s%d_owed), .bad_credit(s%d_bad));",
        p, p, p, p, p, p, p, p, p, p);
    blackbox_prove_flit(w, p);
    blackbox_prove_line(w, "assign in[%d:%d] = %ss%d_valid;", 32 * word + f->vcs - 1, 32 * word,
                        f->lanes.count ? "|" : "", p);
    if (f->vcs < 32)
        blackbox_prove_line(w, "assign in[%d:%d] = %d'd0;", 32 * word + 31, 32 * word + f->vcs, 32 - f->vcs);
    blackbox_prove_line(w, "assign in[%d +: %d] = like && !s%d_shown ? {%d{8'h%02x}} : s%d_flit;", 32 * (word + 1),
                        32 * f->words, p, 4 * f->words, BLACKBOX_NO_FLIT, p);
    blackbox_prove_line(w, "assign s%d_back = {%d{out[%d:%d]}};", p, f->channels / f->vcs, 32 * p + f->vcs - 1, 32 * p);
}

/* Outputs --------------------------------------------------------------------------------------------------------- */

/* What a flit says of its place in its packet, and of its length. */
static void print_said(const struct blackbox_prove_writing *w, int p)
{
    const struct blackbox *f = w->f;
    int low = f->framing == BLACKBOX_SINGLE ? 0 : blackbox_prove_first(f, &f->frame);

    if (f->framing == BLACKBOX_TYPE) {
        blackbox_prove_line(w, "wire [%d:0] o%d_code = o%d_flit[%d +: %d];", f->frame.width - 1, p, p, low,
                            f->frame.width);
        blackbox_prove_line(w,
                            "wire o%d_says_last = o%d_first ? %d && o%d_code == %" PRIu64 " : o%d_code == %" PRIu64 ";",
                            p, p, f->min_flits == 1, p, f->code_single, p, f->code_tail);
        blackbox_prove_line(
            w, "wire o%d_says_place = o%d_says_last || o%d_code == (o%d_first ? %d'd%" PRIu64 " : %d'd%" PRIu64 ");", p,
            p, p, p, f->frame.width, f->code_head, f->frame.width, f->code_body);
    } else {
        blackbox_prove_line(w, "wire o%d_says_place = 1'b1;", p);
        if (f->framing == BLACKBOX_LAST)
            blackbox_prove_line(w, "wire o%d_says_last = o%d_flit[%d];", p, p, low);
        else
            blackbox_prove_line(w, "wire o%d_says_last = 1'b0;", p);
    }
    if (f->framing == BLACKBOX_LENGTH)
        blackbox_prove_line(w, "wire [31:0] o%d_length = o%d_flit[%d +: %d] - (%d);", p, p, low, f->frame.width,
                            f->length_offset);
    else
        blackbox_prove_line(w, "wire [31:0] o%d_length = 32'd0;", p);
    blackbox_prove_line(w, "wire [%d:0] o%d_says_len = o%d_length > %d ? %d'd0 : o%d_length[%d:0];", w->lb - 1, p, p,
                        f->max_flits, w->lb, p, w->lb - 1);
}

/* A valid for each channel; of packets that are mixed the flit says which it is. */
static void print_valid(const struct blackbox_prove_writing *w, int p, int at)
{
    const struct blackbox *f = w->f;

    if (f->lanes.count)
        blackbox_prove_line(w, "wire [%d:0] o%d_valid = {%d'd0, out[%d]} << o%d_flit[%d +: %d], o%d_back;",
                            f->channels - 1, p, f->channels - 1, at, p, blackbox_prove_first(f, &f->lanes.slice),
                            f->lanes.slice.width, p);
    else
        blackbox_prove_line(w, "wire [%d:0] o%d_valid = out[%d:%d], o%d_back;", f->vcs - 1, p, at + f->vcs - 1, at, p);
}

static void print_sink(const struct blackbox_prove_writing *w, int p)
{
    const struct blackbox *f = w->f;
    int word = f->sources + p * (1 + f->words), in = f->sources * (1 + f->words) + p;

    fprintf(w->out, "\n");
    blackbox_prove_line(w, "// output %d", p);
    print_valid(w, p, 32 * word);
    blackbox_prove_line(w, "wire [%d:0] o%d_flit = out[%d:%d], o%d_change;", f->bits - 1, p,
                        32 * (word + 1) + f->bits - 1, 32 * (word + 1), p);
    blackbox_prove_line(w, "wire [%d:0] o%d_vc;", w->vb - 1, p);
    blackbox_prove_line(w,
                        "wire o%d_fire, o%d_first, o%d_last, o%d_gives, o%d_frame, o%d_stable, o%d_handshake, o%d_bad;",
                        p, p, p, p, p, p, p, p);
    blackbox_prove_line(w, "wire o%d_c = o%d_flit[%d], o%d_d = o%d_flit[%d], o%d_ignored = tainted && o%d_d;", p, p,
                        w->p->colour[2], p, p, w->p->colour[3], p, p);
    blackbox_prove_line(w, "wire o%d_a = (o%d_flit[%d] ^ pole) && !o%d_ignored, o%d_b = o%d_flit[%d] && !o%d_ignored;",
                        p, p, w->p->colour[0], p, p, p, w->p->colour[1], p);
    if (blackbox_prove_stays(f))
        blackbox_prove_line(w, "wire o%d_shown = |o%d_valid;", p, p);
    else
        blackbox_prove_line(w, "wire o%d_shown = o%d_fire;", p, p);
    print_said(w, p);
    fprintf(
        w->out,
        "    prove_sink #(.CREDITS(%d), .OPEN(%d), .STAYS(%d), .ALONE(%d), .VCS(%d), .VB(%d), .FRAMING(%d), .MAX(%d), .LB(%d), "
        ".BITS(%d)",
        f->outputs.credits, f->outputs.open, f->outputs.waits != BLACKBOX_VALID_WAITS, f->vcs == 1, f->channels, w->vb,
        (int)f->framing, f->max_flits, w->lb, f->bits);
    if (f->outputs.credits) {
        fprintf(w->out, ", .DEPTH(");
        print_depths(w, p, 1);
        fputc(')', w->out);
    }
    fprintf(w->out, ") sink%d (\n", p);
    blackbox_prove_line(
        w,
        "    .clk(clk), .rst(quiet), .drain(drain || calm || open), .pick_back({%d{pick_back[%d +: %d]}}), .valid(o%d_valid),",
        f->channels / f->vcs, p * f->vcs, f->vcs, p);
    blackbox_prove_line(
        w,
        "    .flit(o%d_flit), .a(o%d_a), .ignored(o%d_ignored), .says_last(o%d_says_last), .says_place(o%d_says_place),",
        p, p, p, p, p);
    blackbox_prove_line(
        w, "    .says_len(o%d_says_len), .back(o%d_back), .vc(o%d_vc), .fire(o%d_fire), .first(o%d_first),", p, p, p, p,
        p);
    blackbox_prove_line(w, "    .last(o%d_last), .gives(o%d_gives), .bad_frame(o%d_frame), .bad_stable(o%d_stable),", p,
                        p, p, p);
    blackbox_prove_line(w, "    .bad_change(o%d_change), .bad_handshake(o%d_handshake), .bad_credit(o%d_bad));", p, p,
                        p);
    blackbox_prove_line(w, "assign in[%d +: 32] = o%d_back%s;", 32 * in, p, f->lanes.count ? "[0]" : "");
}

/* The monitor ----------------------------------------------------------------------------------------------------- */

/* Outputs that lead nowhere, links and pins beside the ports: words of the vector out behind those of the sinks. */
static void print_rest(const struct blackbox_prove_writing *w)
{
    const struct blackbox *f = w->f;
    int word = f->sources + f->sinks * (1 + f->words);

    fprintf(w->out, "    assign astray = !quiet && (1'b0");
    for (int i = 0; i < f->opens; i++, word++)
        fprintf(w->out, " || |out[%d +: %d]", 32 * word, f->vcs);
    for (int i = 0; f->lanes.count && i < f->sinks; i++) /* in a lane that nobody uses */
        fprintf(w->out, " || (out[%d] && !|o%d_valid)", 32 * (f->sources + i * (1 + f->words)), i);
    fprintf(w->out, ");\n    assign linked = 1'b0");
    for (int i = 0; i < f->wires; i++, word++)
        fprintf(w->out, " || |(out[%d +: %d] %c out[%d +: %d])", 32 * word, f->vcs, f->outputs.credits ? '|' : '&',
                32 * word + 16, f->vcs);
    fprintf(w->out, ";\n    assign found_sideband = !quiet && (1'b0");
    for (int router = 0; router < f->routers; router++)
        for (int i = 0; i < f->side.outputs; i++, word++)
            fprintf(w->out, " || out[%d +: 32] != 32'd%" PRIu64, 32 * word, f->side.output[i].value);
    fprintf(w->out, ");\n");
}

static void print_looks(const struct blackbox_prove_writing *w)
{
    fprintf(w->out, ".LOOK({");
    for (int place = BLACKBOX_LOOKS - 1; place >= 0; place--) {
        print_mask(w, w->f->look[place]);
        fprintf(w->out, place ? ", " : "})");
    }
}

/* A vector of the watch from all sinks. */
static void connect_all(const struct blackbox_prove_writing *w, const char *pin, const char *wire)
{
    fprintf(w->out, "        .%s(", pin);
    all(w, 'o', wire, w->f->sinks);
    fprintf(w->out, "),\n");
}

static void print_watch(const struct blackbox_prove_writing *w)
{
    const struct blackbox *f = w->f;

    fprintf(w->out,
            "    prove_watch #(.OUTS(%d), .OB(%d), .VCS(%d), .VB(%d), .LB(%d), .BITS(%d), .KEPT(%d), .DROPS(%d), "
            ".LONGER(%d), .BUSY(%d), .K(%d), .MARK(%d), ",
            f->sinks, w->ob, f->channels, w->vb, w->lb, f->bits, f->vc_kept, f->drops.allowed, f->drops.longer,
            f->drops.busy, w->p->idle, w->p->colour[2]);
    if (f->drops.marked.width)
        fprintf(w->out, ".MARKED(1), ");
    if (f->starvation)
        fprintf(w->out, ".WAIT(%" PRId64 "), ", f->starvation);
    if (f->byte_enable.line)
        fprintf(w->out, ".BYTES(%d), .KEEP_AT(%d), .DATA_AT(%d), ", f->field[f->byte_enable.keep].width,
                f->field[f->byte_enable.keep].offset, f->field[f->byte_enable.data].offset);
    print_looks(w);
    fprintf(w->out, ") watch (\n");
    blackbox_prove_line(
        w,
        "    .clk(clk), .rst(quiet), .drain(drain), .flow_to(flow_to), .flow_vc(flow_vc), .calm(calm), .open(open),");
    blackbox_prove_line(
        w,
        "    .in_marks(in_marks), .bad_marked(found_marked), .bad_starvation(found_starvation), .in_shown(in_shown), .in_a(in_a), .in_last(in_last), .in_d(in_d), .in_d_bit(in_d_bit), .in_c(in_c), .in_ca(in_ca), .in_c_place(in_c_place), .in_c_flit(in_c_flit),");
    connect_all(w, "out_fire", "fire");
    connect_all(w, "out_first", "first");
    connect_all(w, "out_last", "last");
    connect_all(w, "out_a", "a");
    connect_all(w, "out_b", "b");
    connect_all(w, "out_c", "c");
    connect_all(w, "out_d", "d");
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
    blackbox_prove_line(w,
                        "    .bad_misdelivered(elsewhere), .bad_duplicate(found_duplicate), .bad_order(found_order),");
    blackbox_prove_line(
        w,
        "    .bad_length(found_length), .bad_corrupted(found_corrupted), .bad_lost(found_lost), .bad_stuck(found_stuck),");
    blackbox_prove_line(w, "    .bad_owed(found_owed), .came_out(cover_out));");
}

/* Flit c, of the input that has it on its wires. */
static void print_flit_of(const struct blackbox_prove_writing *w)
{
    fprintf(w->out, "    assign in_c_flit = %d'd0", w->f->bits);
    for (int i = 0; i < w->f->sources; i++)
        fprintf(w->out, " | (s%d_shown & s%d_c ? s%d_flit : %d'd0)", i, i, i, w->f->bits);
    fprintf(w->out, ";\n");
}

/* A flit of packet a that is on the wires, or goes in, and flit c. */
static void print_tracked(const struct blackbox_prove_writing *w)
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
    blackbox_prove_marks(w);
    print_flit_of(w);
    fprintf(w->out, "    assign in_d = 1'b0");
    for (int i = 0; i < w->f->sources; i++)
        fprintf(w->out, " | (s%d_shown & s%d_d)", i, i);
    fprintf(w->out, ";\n    assign in_d_bit = 1'b0");
    for (int i = 0; i < w->f->sources; i++)
        fprintf(w->out, " | (s%d_shown & s%d_d & s%d_flit[%d])", i, i, i, w->p->colour[2]);
    fprintf(w->out, ";\n");
    fprintf(w->out, "    assign in_c = 1'b0");
    for (int i = 0; i < w->f->sources; i++)
        fprintf(w->out, " | (s%d_shown & s%d_c)", i, i);
    fprintf(w->out, ";\n    assign in_ca = 1'b0");
    for (int i = 0; i < w->f->sources; i++)
        fprintf(w->out, " | (s%d_shown & s%d_c & s%d_a)", i, i, i);
    fprintf(w->out, ";\n    assign in_c_place = 2'd0");
    for (int i = 0; i < w->f->sources; i++)
        fprintf(w->out, " | (s%d_shown & s%d_c ? {s%d_last, !s%d_head} : 2'd0)", i, i, i, i);
    fprintf(w->out, ";\n");
}

static void print_yumi(const struct blackbox_prove_writing *w)
{
    fprintf(w->out, "    assign found_handshake = ");
    any(w, 'o', "handshake", w->f->sinks);
    for (int i = 0; w->f->inputs.waits == BLACKBOX_READY_WAITS && i < w->f->sources; i++)
        fprintf(w->out, " | (!quiet && |s%d_back && !|s%d_valid)", i, i);
    fprintf(w->out, ";\n");
}

/* What parts a property has: bits of a flit; those and the valid; bounds of idle cycles, and all else with each; and
 * of waits to go in and to come out. */
enum parts { ONE, TWO, BITS, VALID_BITS, BOUNDS, WAITS, COMPOUND, ASSERTIONS };

static const struct {
    const char *name;
    enum parts parts;
} properties[] = {{"misdelivered", ONE},    {"duplicate", ONE},    {"order", ONE},         {"length", TWO},
                  {"framing", ONE},         {"credits", ONE},      {"handshake", ONE},     {"sideband", ONE},
                  {"marked", ONE},          {"corrupted", BITS},   {"stable", VALID_BITS}, {"lost", BOUNDS},
                  {"stuck", BOUNDS},        {"owed", BOUNDS},      {"reset", COMPOUND},    {"illegal", COMPOUND},
                  {"recovers", COMPOUND},   {"revives", COMPOUND}, {"starvation", WAITS},  {"invariant", ONE},
                  {"assertion", ASSERTIONS}};
enum { PROPERTIES = sizeof properties / sizeof *properties };

static int width_of(const struct blackbox_prove_writing *w, int property)
{
    switch (properties[property].parts) {
    case BITS: return w->f->bits;
    case VALID_BITS: return w->f->bits + 1;
    case BOUNDS: return 3;
    case WAITS: return 3 * 2;
    case COMPOUND: return 3 * BLACKBOX_PROVE_PARTS;
    case TWO: return 2;
    case ASSERTIONS: return w->in->asserted.count ? w->in->asserted.count : 1;
    default: return 1;
    }
}

/* Behind a reset in the middle nothing of before comes out, beside packets that must be dropped none of these, and all
 * else is as ever: a part for each of these, which is proved by itself. */
static const struct {
    const char *output;
    enum blackbox_check check;
    int bounds;
} compound[BLACKBOX_PROVE_PARTS] = {{NULL, BLACKBOX_RESET, 0},
                                    [BLACKBOX_PROVE_PART_DUPLICATE] = {"bad_duplicate", BLACKBOX_DUPLICATE, 0},
                                    {"bad_misdelivered", BLACKBOX_MISDELIVERED, 0},
                                    {"bad_order", BLACKBOX_ORDER, 0},
                                    {"bad_length", BLACKBOX_FRAMING, 0},
                                    {"bad_framing", BLACKBOX_FRAMING, 0},
                                    {"bad_credits", BLACKBOX_CREDITS, 0},
                                    {"bad_handshake", BLACKBOX_HANDSHAKE, 0},
                                    {"bad_marked", BLACKBOX_MARKED, 0},
                                    {"bad_lost", BLACKBOX_LOST, 1},
                                    {"bad_stuck", BLACKBOX_PROGRESS, 1},
                                    {"bad_owed", BLACKBOX_CREDITS, 1}};

const char *blackbox_prove_part(int part)
{
    return compound[part].output;
}

static void print_part(const struct blackbox_prove_writing *w, const char *stray, int part, int bound)
{
    const char *name = compound[part].output ? compound[part].output + strlen("bad") : NULL;

    if (!name)
        fprintf(w->out, "%s", stray);
    else if (!w->f->checked[compound[part].check])
        fprintf(w->out, "1'b0");
    else if (compound[part].bounds)
        fprintf(w->out, "found%s[%d]", name, bound);
    else
        fprintf(w->out, "|found%s", name);
}

static void print_compound(const struct blackbox_prove_writing *w, const char *name, const char *when,
                           const char *stray)
{
    fprintf(w->out, "    assign bad_%s = %s && !quiet ? {", name, when);
    for (int bound = 2; bound >= 0; bound--)
        for (int part = BLACKBOX_PROVE_PARTS - 1; part >= 0; part--) {
            print_part(w, stray, part, bound);
            fprintf(w->out, part ? ", " : bound ? ",\n        " : "}");
        }
    fprintf(w->out, " : %d'd0;\n", 3 * BLACKBOX_PROVE_PARTS);
}

/* Flits d are all that must not come out. */
static void print_compounds(const struct blackbox_prove_writing *w)
{
    fprintf(w->out, "    wire comes_out = ");
    for (int i = 0; i < w->f->sinks; i++)
        fprintf(w->out, "%s(o%d_shown & o%d_d)", i ? " | " : "", i, i);
    fprintf(w->out, ";\n");
    print_compound(w, "reset", "second && !abused", "comes_out");
    print_compound(w, "illegal", "hostile", "comes_out");
    print_compound(w, "recovers", "tainted && !wild", "1'b0");
    print_compound(w, "revives", "second && abused", "comes_out");
}

/* What is known to be wrong, or right, inside the router. */
static void print_inside(const struct blackbox_prove_writing *w)
{
    int invariants = w->in->invariants, assertions = w->in->asserted.count;

    blackbox_prove_line(w, "assign seen_invariants = %s;", invariants ? "invariants" : "1'b0");
    blackbox_prove_line(w, "assign found_invariant = %s;", invariants ? "!quiet && |invariants" : "1'b0");
    if (assertions)
        blackbox_prove_line(w, "assign found_assertion = quiet ? %d'd0 : assertions;", assertions);
    else
        blackbox_prove_line(w, "assign found_assertion = 1'b0;");
}

static void print_given(const struct blackbox_prove_writing *w)
{
    if (!w->in->invariants)
        return;
    blackbox_prove_line(
        w, "// Invariants are given to other proofs: what comes after a state that breaks one is nothing.");
    blackbox_prove_line(w, "reg broken = 1'b0;\n    always @(posedge clk) broken <= broken || found_invariant;");
    for (int i = 0; i < PROPERTIES; i++)
        blackbox_prove_line(w, "assign given_%s = bad_%s & {%d{!broken && !found_invariant}};", properties[i].name,
                            properties[i].name, width_of(w, i));
}

/* Wires of what is found; what is made of others has none. */
static void print_found(const struct blackbox_prove_writing *w)
{
    for (int i = 0; i < PROPERTIES; i++)
        if (properties[i].parts != COMPOUND)
            blackbox_prove_line(w, "wire [%d:0] found_%s;", width_of(w, i) - 1, properties[i].name);
}

/* It counts as long as traffic is legal. */
static void print_bad(const struct blackbox_prove_writing *w)
{
    for (int i = 0; i < PROPERTIES; i++)
        if (properties[i].parts == COMPOUND)
            continue;
        else if (blackbox_prove_abuses(w->f))
            blackbox_prove_line(w, "assign bad_%s = found_%s & {%d{!abused}};", properties[i].name, properties[i].name,
                                width_of(w, i));
        else
            blackbox_prove_line(w, "assign bad_%s = found_%s;", properties[i].name, properties[i].name);
}

/* The same with traffic as the bench sends it. */
static void print_like(const struct blackbox_prove_writing *w)
{
    for (int i = 0; i < PROPERTIES; i++)
        blackbox_prove_line(w, "assign like_%s = bad_%s & {%d{like}};", properties[i].name, properties[i].name,
                            width_of(w, i));
}

/* What a counterexample is read from. */
static void print_seen(const struct blackbox_prove_writing *w)
{
    static const char *const wires[] = {"fresh", "head", "last", "illegal", "hidden", "vc", "to", "len", "flit"};
    char name[32];

    blackbox_prove_line(w, "assign seen_start = !quiet;\n    assign seen_calm = calm;\n    assign seen_open = open;");
    blackbox_prove_line(w, "assign seen_damaged = damaged;\n    assign seen_wild = wild;");
    for (size_t i = 0; i < sizeof wires / sizeof *wires; i++) {
        snprintf(name, sizeof name, "seen_%s", wires[i]);
        assign_all(w, name, 's', wires[i], w->f->sources);
    }
    assign_all(w, "seen_back", 'o', "back", w->f->sinks);
}

/* Bits of a flit that waits which are looked at: others are those of flit c as long as that is there, which any flit
 * may be; it is there as long as its mark is. */
static void print_changes(const struct blackbox_prove_writing *w)
{
    uint32_t care[BLACKBOX_WORDS];

    for (int i = 0; i < w->f->words; i++)
        care[i] = ~(w->f->look[0][i] & w->f->look[1][i] & w->f->look[2][i] & w->f->look[3][i]);
    for (int i = 0; w->f->byte_enable.line && i < w->f->field[w->f->byte_enable.data].width; i++) {
        int bit = w->f->field[w->f->byte_enable.data].offset + i; /* it may be of a byte that does not count */
        care[bit / 32] |= 1u << bit % 32;
    }
    care[w->p->colour[2] / 32] |= 1u << w->p->colour[2] % 32;
    if (w->f->bits % 32)
        care[w->f->words - 1] &= (1u << w->f->bits % 32) - 1;
    print_mask(w, care);
}

static void print_judgement(const struct blackbox_prove_writing *w)
{
    fprintf(w->out, "\n    // what is wrong\n");
    print_tracked(w);
    print_watch(w);
    blackbox_prove_line(w, "assign found_misdelivered = elsewhere || astray;");
    assign_any(w, "found_framing", 'o', "frame", w->f->sinks);
    fprintf(w->out, "    assign found_stable = {(");
    any(w, 'o', "change", w->f->sinks);
    fprintf(w->out, ") & ");
    print_changes(w);
    fprintf(w->out, ", ");
    any(w, 'o', "stable", w->f->sinks);
    fprintf(w->out, "};\n    assign found_credits = ");
    any(w, 's', "bad", w->f->sources);
    fprintf(w->out, " | ");
    any(w, 'o', "bad", w->f->sinks);
    fprintf(w->out, ";\n");
    print_yumi(w);
    blackbox_prove_line(w, "assign cover_in = in_a && in_last;");
    blackbox_prove_line(w, "assign cover_both = a_used && b_used;");
    print_compounds(w);
    print_inside(w);
    print_bad(w);
    print_given(w);
    print_like(w);
    print_seen(w);
}

/* The module ------------------------------------------------------------------------------------------------------ */

static void print_picks(const struct blackbox_prove_writing *w)
{
    const struct blackbox *f = w->f;
    int s = f->sources;

    blackbox_prove_line(w, "input wire clk,");
    blackbox_prove_side_pins(w);
    blackbox_prove_line(
        w,
        "input wire pick_drain, pick_pole, pick_a, pick_b, pick_c, pick_d, pick_like, pick_calm, pick_open, pick_again, pick_reset, pick_hostile, pick_damaged, pick_abused, pick_tame,");
    blackbox_prove_line(w, "input wire [%d:0] pick_valid, pick_last, pick_illegal, pick_hidden,", s - 1);
    blackbox_prove_line(w, "input wire [%d:0] pick_vc,\n    input wire [%d:0] pick_to,", s * w->vb - 1, s * w->ob - 1);
    blackbox_prove_line(w, "input wire [%d:0] pick_len,\n    input wire [%d:0] pick_word,", s * w->lb - 1,
                        s * f->bits - 1);
    blackbox_prove_line(w, "input wire [%d:0] pick_back,", f->sinks * f->vcs - 1);
    blackbox_prove_line(w, "input wire [%d:0] pick_c_from,", w->sb - 1);
    blackbox_prove_line(w, "input wire [%d:0] pick_flow_from,\n    input wire [%d:0] pick_flow_to,", w->sb - 1,
                        w->ob - 1);
    blackbox_prove_line(w, "input wire [%d:0] pick_flow_vc", w->vb - 1);
}

/* A vector of each property, with a prefix before its name. */
static void print_properties(const struct blackbox_prove_writing *w, const char *prefix)
{
    for (int i = 0; i < PROPERTIES; i++)
        if (width_of(w, i) == 1)
            blackbox_prove_line(w, "output wire %s_%s,", prefix, properties[i].name);
        else
            blackbox_prove_line(w, "output wire [%d:0] %s_%s,", width_of(w, i) - 1, prefix, properties[i].name);
}

static void print_outputs(const struct blackbox_prove_writing *w)
{
    const struct blackbox *f = w->f;
    int s = f->sources;

    print_properties(w, "bad");
    print_properties(w, "like");
    if (w->in->invariants)
        print_properties(w, "given");
    blackbox_prove_line(w, "output wire [%d:0] seen_invariants,", w->in->invariants ? w->in->invariants - 1 : 0);
    blackbox_prove_line(w, "output wire cover_in, cover_out, cover_both, seen_start, seen_calm, seen_open,");
    blackbox_prove_line(w, "output wire [%d:0] seen_side,",
                        blackbox_prove_side_bits(f) ? blackbox_prove_side_bits(f) - 1 : 0);
    blackbox_prove_line(
        w,
        "output wire seen_damaged, seen_wild,\n    output wire [%d:0] seen_fresh, seen_head, seen_last, seen_illegal, seen_hidden,",
        s - 1);
    blackbox_prove_line(w, "output wire [%d:0] seen_vc,\n    output wire [%d:0] seen_to,", s * w->vb - 1,
                        s * w->ob - 1);
    blackbox_prove_line(w, "output wire [%d:0] seen_len,\n    output wire [%d:0] seen_flit,", s * w->lb - 1,
                        s * f->bits - 1);
    blackbox_prove_line(w, "output wire [%d:0] seen_back", f->sinks * f->channels - 1);
}

static int has_two_kinds(const struct blackbox *f)
{
    return blackbox_illegal_drops(f, BLACKBOX_UNROUTABLE) && blackbox_illegal_drops(f, BLACKBOX_DAMAGED);
}

/* Packets that must be dropped are there in some episodes, of one of two kinds. */
static void print_hostile_state(const struct blackbox_prove_writing *w)
{
    blackbox_prove_line(w, "// Some packets have no destination, or a bit that is wrong, and must be dropped.");
    blackbox_prove_line(w, blackbox_prove_hostile(w->f) ? "reg hostile = 1'b0;" : "wire hostile = 1'b0;");
    if (has_two_kinds(w->f))
        blackbox_prove_line(w, "reg damaged = 1'b0;");
    else
        blackbox_prove_line(w, "wire damaged = 1'b%d;", blackbox_illegal_drops(w->f, BLACKBOX_DAMAGED));
}

/* Traffic that is not legal, up to a moment or to a reset in the middle. */
static void print_abuse_state(const struct blackbox_prove_writing *w)
{
    blackbox_prove_line(w, "// Inputs send what is not legal while it is wild; without a reset behind that, nothing is "
                           "promised of the packets that began then: they are tainted.");
    blackbox_prove_line(w, blackbox_prove_abuses(w->f) ? "reg abused = 1'b0, tame = 1'b0;"
                                                       : "wire abused = 1'b0, tame = 1'b0;");
    blackbox_prove_line(w, "wire tainted = abused && !again;\n    wire wild = abused && !(again ? second : tame);");
    if (blackbox_prove_abuses(w->f))
        blackbox_prove_line(w, "always @(posedge clk) tame <= !quiet && (tame || pick_tame);");
}

static void print_hostile_choice(const struct blackbox_prove_writing *w)
{
    if (blackbox_prove_hostile(w->f))
        blackbox_prove_line(w, "    hostile <= pick_hostile && !pick_again && !pick_abused;");
    if (has_two_kinds(w->f))
        blackbox_prove_line(w, "    damaged <= pick_damaged;");
}

static void print_state(const struct blackbox_prove_writing *w)
{
    const struct blackbox *f = w->f;
    int in = 32 * blackbox_in_words(f) - 1, out = 32 * blackbox_out_words(f) - 1;
    int all_cycles = f->reset_cycles + f->reset_idle;

    fprintf(w->out, "\n    // reset, then what is tracked: packet a, and packet b of the same flow behind it\n");
    blackbox_prove_line(w, "reg [15:0] cycle = 16'd0;");
    blackbox_prove_line(w, "wire quiet = cycle < %d, rst = cycle < %d;", all_cycles, f->reset_cycles);
    blackbox_prove_line(w, "// A reset in the middle, if there is one: what goes in early must not come out.");
    blackbox_prove_line(w, f->reset.line ? "reg again = 1'b0, second = 1'b0;" : "wire again = 1'b0, second = 1'b0;");
    blackbox_prove_line(w, "wire early = again && !second;");
    blackbox_prove_line(w, "always @(posedge clk)\n        if (quiet)\n            cycle <= cycle + 1'b1;");
    if (f->reset.line)
        blackbox_prove_line(w, "    else if (early && pick_reset) begin\n            cycle <= 16'd0;\n"
                               "            second <= 1'b1;\n        end");
    blackbox_prove_line(w, "reg drain = 1'b0, a_used = 1'b0, b_used = 1'b0, c_used = 1'b0, d_used = 1'b0;");
    blackbox_prove_line(w, "// Packets are alone, one at a time, and outputs take all.");
    blackbox_prove_line(w, f->drops.busy ? "reg calm = 1'b0, on_way = 1'b0;\n    wire under_way;"
                                         : "wire calm = 1'b0, under_way = 1'b0;");
    blackbox_prove_line(w, "// No output is held up, and packets have no gaps.");
    blackbox_prove_line(w, f->starvation ? "reg open = 1'b0;" : "wire open = 1'b0;");
    print_hostile_state(w);
    print_abuse_state(w);
    blackbox_prove_line(
        w,
        "reg like = 1'b0; // traffic as the bench sends it: first flits have its tags, and wires without a flit its bits");
    blackbox_prove_line(
        w, "reg pole = 1'b0; // the mark of packet a in all others: a packet that nobody sent has either value");
    blackbox_prove_functions(w);
    blackbox_prove_line(w, "reg [%d:0] c_from = 0;", w->sb - 1);
    blackbox_prove_line(w, "reg [%d:0] flow_from = 0;\n    reg [%d:0] flow_to = 0;", w->sb - 1, w->ob - 1);
    blackbox_prove_line(w, "reg [%d:0] flow_vc = 0;", w->vb - 1);
    blackbox_prove_line(w, "always @(posedge clk) if (cycle == 0 && !second) begin");
    if (f->reset.line)
        blackbox_prove_line(w, "    again <= pick_again;");
    blackbox_prove_line(w, "    like <= pick_like;\n        pole <= pick_pole;\n        c_from <= pick_c_from;");
    if (f->drops.busy)
        blackbox_prove_line(w, "    calm <= pick_calm;");
    if (f->starvation)
        blackbox_prove_line(w, "    open <= pick_open && !pick_again && !pick_hostile && !pick_abused;");
    print_hostile_choice(w);
    if (blackbox_prove_abuses(f))
        blackbox_prove_line(w, "    abused <= pick_abused;");
    blackbox_prove_line(w, "    flow_from <= pick_flow_from;\n        flow_to <= pick_flow_to;");
    blackbox_prove_line(w, "    flow_vc <= %s;\n    end", f->channels > 1 ? "pick_flow_vc" : "0");
    blackbox_prove_line(w, "wire [%d:0] in;\n    wire [%d:0] out;", in, out);
    blackbox_prove_line(
        w,
        "wire in_marks, in_shown, in_a, in_c, in_ca, in_d, in_d_bit, in_last, elsewhere, astray, linked;\n    wire [1:0] in_c_place;\n    wire [%d:0] in_c_flit;",
        f->bits - 1);
    if (w->in->invariants)
        blackbox_prove_line(w, "wire [%d:0] invariants;", w->in->invariants - 1);
    if (w->in->asserted.count)
        blackbox_prove_line(w, "wire [%d:0] assertions;", w->in->asserted.count - 1);
    blackbox_prove_line(w, DUT_WRAPPER " network (.clk(clk), .rst(rst), .in(in), .out(out)%s%s);",
                        w->in->invariants ? ", .invariants(invariants)" : "",
                        w->in->asserted.count ? ", .assertions(assertions)" : "");
}

static void print_marks(const struct blackbox_prove_writing *w)
{
    fprintf(w->out, "\n    always @(posedge clk) begin\n        drain <= !quiet && (drain || (pick_drain && !wild));\n"
                    "        a_used <= a_used || ");
    any(w, 's', "mark_a", w->f->sources);
    fprintf(w->out, ";\n        b_used <= b_used || ");
    any(w, 's', "mark_b", w->f->sources);
    fprintf(w->out, ";\n        c_used <= c_used || ");
    any(w, 's', "mark_c", w->f->sources);
    fprintf(w->out, ";\n        d_used <= d_used || ");
    any(w, 's', "mark_d", w->f->sources);
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

static void print_module(const struct blackbox_prove_writing *w)
{
    const struct blackbox *f = w->f;

    fprintf(
        w->out,
        "// Environment and monitor of %s, made of its description: %d inputs, %d outputs, packets of %d to %d flits of "
        "%d bits.\n// Bit %d of a flit marks packet a, unless pole is 1: then all others; bit %d packet b, bit %d flit c, bit %d flit d. Nothing is assumed: all pick_* are free.\n"
        "`default_nettype none\nmodule " BLACKBOX_PROVE_TOP " (\n",
        f->top, f->sources, f->sinks, f->min_flits, f->max_flits, f->bits, w->p->colour[0], w->p->colour[1],
        w->p->colour[2], w->p->colour[3]);
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
    blackbox_prove_sides(w);
    print_found(w);
    print_rest(w);
    print_judgement(w);
    fprintf(w->out, "endmodule\n`default_nettype wire\n");
}

static struct blackbox_prove_writing writing_of(const struct blackbox *f, const struct blackbox_prove_plan *p,
                                                const struct blackbox_prove_inside *in)
{
    return (struct blackbox_prove_writing){.f = f,
                                           .in = in,
                                           .p = p,
                                           .vb = blackbox_prove_bits(f->channels),
                                           .ob = blackbox_prove_bits(f->sinks),
                                           .lb = blackbox_prove_bits(blackbox_prove_longest(f) + 2),
                                           .sb = blackbox_prove_bits(f->sources)};
}

char *blackbox_prove_top(const struct blackbox *f, const struct blackbox_prove_plan *p,
                         const struct blackbox_prove_inside *in)
{
    struct text text;
    struct blackbox_prove_writing w = writing_of(f, p, in);

    w.out = text_open(&text);
    if (!w.out)
        return NULL;
    print_module(&w);
    return text_close(&text);
}

/* Assertions are SystemVerilog, and so they are in a file of their own. */
static void print_assertions(const struct blackbox_prove_writing *w)
{
    fprintf(w->out, "// The properties of " BLACKBOX_PROVE_TOP " as assertions: what is assumed is nothing.\n"
                    "module prove_assert (\n");
    print_picks(w);
    fprintf(w->out, "    ,\n");
    print_outputs(w);
    fprintf(w->out, ");\n");
    blackbox_prove_line(w, BLACKBOX_PROVE_TOP " top (.*);");
    blackbox_prove_line(w, "always @(posedge clk) begin");
    for (int i = 0; i < PROPERTIES; i++)
        if (properties[i].parts == BOUNDS || properties[i].parts == WAITS || properties[i].parts == COMPOUND)
            blackbox_prove_line(w, "    assert (bad_%s[%d +: %d] == 0);", properties[i].name, 2 * width_of(w, i) / 3,
                                width_of(w, i) / 3);
        else
            blackbox_prove_line(w, "    assert (bad_%s == 0);", properties[i].name);
    blackbox_prove_line(w, "end");
    fprintf(w->out, "endmodule\n");
}

char *blackbox_prove_assert(const struct blackbox *f, const struct blackbox_prove_inside *in)
{
    struct text text;
    struct blackbox_prove_writing w = writing_of(f, NULL, in);

    w.out = text_open(&text);
    if (!w.out)
        return NULL;
    print_assertions(&w);
    return text_close(&text);
}
