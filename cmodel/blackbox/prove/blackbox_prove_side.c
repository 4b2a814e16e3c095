/* SPDX-License-Identifier: Apache-2.0
 *
 * Inputs beside the ports in the environment of a proof: whatever blackbox_moves.c may draw for them. See
 * blackbox_prove_internal.h.
 */
#include <inttypes.h>

#include "../script/blackbox_script.h"
#include "blackbox_prove_internal.h"

/* Bits of a counter of the cycles that an input is active, or of its period. */
static int count_bits(const struct blackbox_side_input *side)
{
    return blackbox_prove_bits((side->period ? side->period : side->longest) + 2);
}

int blackbox_prove_side_bits(const struct blackbox *f)
{
    int bits = 0;

    for (int i = 0; i < f->side.inputs; i++)
        bits += f->side.input[i].width;
    return bits;
}

void blackbox_prove_side_pins(const struct blackbox_prove_writing *w)
{
    const struct blackbox_side *side = &w->f->side;

    for (int i = 0; i < side->inputs; i++)
        if (!side->input[i].period && !side->input[i].select)
            blackbox_prove_line(w,
                                "input wire pick_side_%d, pick_side_end_%d,\n    input wire [%d:0] pick_side_value_%d,",
                                i, i, blackbox_prove_bits(side->input[i].values) - 1, i);
}

/* The value that is picked: the first one when there is none with that number. */
static void print_value(const struct blackbox_prove_writing *w, int i)
{
    const struct blackbox_side_input *side = &w->f->side.input[i];

    for (int k = side->values - 1; k > 0; k--)
        fprintf(w->out, "pick_side_value_%d == %d ? %d'd%" PRIu64 " : ", i, k, side->width, side->value[k]);
    fprintf(w->out, "%d'd%" PRIu64, side->width, side->value[0]);
}

/* Idle, or active for so many cycles, and then perhaps again at once; idle from the time on when all is taken. */
static void print_random(const struct blackbox_prove_writing *w, int i)
{
    const struct blackbox_side_input *side = &w->f->side.input[i];
    int bits = count_bits(side);

    blackbox_prove_line(w, "reg [%d:0] d%d_cycles = 0; // that it is active\n    reg [%d:0] d%d_value;", bits - 1, i,
                        side->width - 1, i);
    blackbox_prove_line(
        w, "wire d%d_goes_on = d%d_cycles != 0 && d%d_cycles < %d && !(d%d_cycles >= %d && pick_side_end_%d);", i, i, i,
        side->longest, i, side->shortest, i);
    blackbox_prove_line(w, "wire d%d_active = begun && !drain && !calm && !open && (d%d_goes_on || pick_side_%d);", i,
                        i, i);
    fprintf(w->out, "    wire [%d:0] d%d = !d%d_active ? %d'd%" PRIu64 " : d%d_goes_on ? d%d_value : ", side->width - 1,
            i, i, side->width, side->idle, i, i);
    print_value(w, i);
    fprintf(w->out, ";\n");
    blackbox_prove_line(w, "always @(posedge clk) begin");
    blackbox_prove_line(w, "    d%d_cycles <= d%d_active ? (d%d_goes_on ? d%d_cycles + 1'b1 : 1) : 0;", i, i, i, i);
    blackbox_prove_line(w, "    d%d_value <= d%d;\n    end", i, i);
}

static void print_periodic(const struct blackbox_prove_writing *w, int i)
{
    const struct blackbox_side_input *side = &w->f->side.input[i];

    blackbox_prove_line(w, "reg [%d:0] d%d_cycle = 0;", count_bits(side) - 1, i);
    blackbox_prove_line(w, "wire [%d:0] d%d = d%d_cycle < %d ? %d'd%" PRIu64 " : %d'd%" PRIu64 ";", side->width - 1, i,
                        i, side->shortest, side->width, side->value[0], side->width, side->idle);
    blackbox_prove_line(
        w, "always @(posedge clk) d%d_cycle <= (quiet && !second) || d%d_cycle == %d ? 0 : d%d_cycle + 1'b1;", i, i,
        side->period - 1, i);
}

/* The input that may send, as blackbox_select.c chooses it: from its first flit to its last one, then the next one. */
static void print_turn(const struct blackbox_prove_writing *w)
{
    const struct blackbox *f = w->f;

    blackbox_prove_line(w, "reg [%d:0] turn = 0, chosen;\n    reg in_turn = 1'b0, has_turn;", w->sb - 1);
    blackbox_prove_line(w, "always @* begin\n        chosen = turn;\n        has_turn = in_turn;\n        case (turn)");
    for (int turn = 0; turn < f->sources; turn++) {
        fprintf(w->out, "            %d'd%d: if (!in_turn) begin\n", w->sb, turn);
        for (int i = f->sources; i > 0; i--)
            blackbox_prove_line(w, "            if (s%d_shown) {has_turn, chosen} = {1'b1, %d'd%d};",
                                (turn + i) % f->sources, w->sb, (turn + i) % f->sources);
        blackbox_prove_line(w, "        end");
    }
    blackbox_prove_line(w, "    default: chosen = 0;\n        endcase\n    end\n    wire turn_ends = 1'b0");
    for (int i = 0; i < f->sources; i++)
        blackbox_prove_line(w, "    || (chosen == %d && s%d_fire && s%d_last)", i, i, i);
    blackbox_prove_line(w, ";\n    always @(posedge clk) begin\n        turn <= chosen;");
    blackbox_prove_line(w, "    in_turn <= has_turn && !turn_ends && !quiet;\n    end");
}

static int is_first_select(const struct blackbox *f, int input)
{
    for (int i = 0; i < input; i++)
        if (f->side.input[i].select)
            return 0;
    return 1;
}

static void print_select(const struct blackbox_prove_writing *w, int i)
{
    const struct blackbox_side_input *side = &w->f->side.input[i];

    if (is_first_select(w->f, i))
        print_turn(w);
    fprintf(w->out, "    wire [%d:0] d%d = ", side->width - 1, i);
    for (int source = w->f->sources - 1; source > 0; source--)
        fprintf(w->out, "chosen == %d ? %d'd%" PRIu32 " : ", source, side->width, blackbox_select_value(side, source));
    fprintf(w->out, "%d'd%" PRIu32 ";\n", side->width, blackbox_select_value(side, 0));
}

void blackbox_prove_sides(const struct blackbox_prove_writing *w)
{
    const struct blackbox *f = w->f;
    int word = f->sources * (1 + f->words) + f->sinks;

    if (f->side.inputs)
        blackbox_prove_line(
            w, "\n    // inputs beside the ports\n    reg begun = 1'b0;\n    always @(posedge clk) begun <= !quiet;");
    for (int i = 0; i < f->side.inputs; i++, word++) {
        if (f->side.input[i].select)
            print_select(w, i);
        else if (f->side.input[i].period)
            print_periodic(w, i);
        else
            print_random(w, i);
        blackbox_prove_line(w, "assign in[%d +: 32] = d%d;", 32 * word, i);
    }
    fprintf(w->out, "    assign seen_side = %s", f->side.inputs ? "{" : "1'b0");
    for (int i = f->side.inputs - 1; i >= 0; i--)
        fprintf(w->out, "d%d%s", i, i ? ", " : "}");
    fprintf(w->out, ";\n");
}
