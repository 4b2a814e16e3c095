/* SPDX-License-Identifier: Apache-2.0
 *
 * Pins beside the ports in the testbench of a bundle. See blackbox_testbench.h.
 */
#include <inttypes.h>

#include "blackbox_testbench.h"

void blackbox_testbench_declare_sides(const struct blackbox_testbench *t, FILE *out)
{
    const struct blackbox *f = t->f;
    int judged = f->checked[BLACKBOX_SIDEBAND] && t->script->illegal <= BLACKBOX_HARMLESS;
    const struct {
        const char *name;
        int value;
    } all[] = {
        {"SIDES", f->side.inputs},    {"SIDE_OUTS", f->side.outputs},
        {"SIDE_ROUTERS", f->routers}, {"SIDE_COUNTED", blackbox_script_counted(f)},
        {"MOVES", t->script->moves},  {"STILL", BLACKBOX_STILL * (int)blackbox_edges_scale(&t->script->edges, f, -1)},
        {"CHECK_SIDEBAND", judged}};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        fprintf(out, "localparam integer %s = %d;\n", all[i].name, all[i].value);
    fprintf(out, "integer side_first [0:SIDES], side_period [0:SIDES], side_hold [0:SIDES];\n"
                 "reg [31:0] side_idle [0:SIDES], side_active [0:SIDES];\n"
                 "reg side_select [0:SIDES]; reg [31:0] select_value [0:SIDES*SOURCES];\n"
                 "integer move_from [0:MOVES], move_to [0:MOVES];\nreg [31:0] move_value [0:MOVES];\n"
                 "integer side_rule [0:SIDE_OUTS], side_event [0:SIDE_OUTS];\n"
                 "reg [31:0] side_value [0:SIDE_OUTS], side_mask [0:SIDE_OUTS];\n");
}

static void print_moves(const struct blackbox_script *s, int inputs, FILE *out)
{
    int at = 0;

    for (int i = 0; i <= inputs; i++) {
        while (at < s->moves && s->move[at].input < (uint32_t)i)
            at++;
        fprintf(out, "        side_first[%d] = %d;\n", i, at);
    }
    for (int i = 0; i < s->moves; i++)
        fprintf(out,
                "        move_from[%d] = %" PRIu32 "; move_to[%d] = %" PRIu32 "; move_value[%d] = 32'd%" PRIu32 ";\n",
                i, s->move[i].from, i, s->move[i].to, i, s->move[i].value);
}

/* What an input is when it selects: a value for each input of the router. */
static void print_selects(const struct blackbox *f, FILE *out)
{
    for (int i = 0; i < f->side.inputs; i++) {
        const struct blackbox_side_input *side = &f->side.input[i];
        fprintf(out, "        side_select[%d] = %d;\n", i, side->select);
        for (int source = 0; side->select && source < f->sources; source++)
            fprintf(out, "        select_value[%d] = 32'd%" PRIu32 ";\n", i * f->sources + source,
                    blackbox_select_value(side, source));
    }
}

void blackbox_testbench_load_sides(const struct blackbox_testbench *t, FILE *out)
{
    const struct blackbox_side *side = &t->f->side;

    for (int i = 0; i < side->inputs; i++)
        fprintf(out,
                "        side_period[%d] = %d; side_hold[%d] = %d; side_idle[%d] = 32'd%" PRIu64
                "; side_active[%d] = 32'd%" PRIu64 ";\n",
                i, side->input[i].period, i, side->input[i].shortest, i, side->input[i].idle, i,
                side->input[i].value[0]);
    for (int i = 0; i < side->outputs; i++)
        fprintf(out,
                "        side_rule[%d] = %d; side_event[%d] = %d; side_value[%d] = 32'd%" PRIu64
                "; side_mask[%d] = 32'd%" PRIu64 ";\n",
                i, (int)side->output[i].rule, i, (int)side->output[i].event, i, side->output[i].value, i,
                (uint64_t)((1ull << side->output[i].width) - 1));
    print_selects(t->f, out);
    print_moves(t->script, side->inputs, out);
}

void blackbox_testbench_report_sides(const struct blackbox_testbench *t, FILE *out)
{
    const struct blackbox_script *s = t->script;
    enum { PRINTED = 20 };
    int shown = 0;

    for (int i = 0; i < s->moves && shown < PRINTED; i++)
        if (s->move[i].from < s->active) {
            fprintf(out, "%s is %" PRIu32 " from cycle %" PRIu32 " to %" PRIu32 ".\n",
                    t->f->side.input[s->move[i].input].pin.text, s->move[i].value, s->move[i].from, s->move[i].to);
            shown++;
        }
    if (shown == PRINTED)
        fprintf(out, "script.vh has all moves of inputs beside the ports.\n");
}
