/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_setup.h"

#include <string.h>

#include "../description/blackbox_pins.h"
#include "blackbox_channel.h"

static void print_within(const struct blackbox *f, int step, FILE *out)
{
    const struct blackbox_step *is = &f->setup.step[step];

    if (is->begin)
        fprintf(out, "setup_at >= 17'd%d && ", is->begin);
    fprintf(out, "setup_at < 17'd%d", is->begin + is->cycles);
}

void blackbox_setup_count(const struct blackbox *f, FILE *out)
{
    if (f->setup.steps)
        fprintf(out,
                "\n    // cycles since the reset, up to the end of setup\n    reg [16:0] setup_at = 17'd0;\n"
                "    always @(posedge clk) setup_at <= rst_reg ? 17'd0 : setup_at + (setup_at != 17'd%d);\n",
                f->setup.cycles);
}

/* Steps that wait have taken what they wait for until they end. */
static void print_taken(const struct blackbox *f, int router, FILE *out)
{
    char wire[BLACKBOX_NAME + 32];

    fprintf(out, "    reg setup%d_taken = 1'b0;\n    always @(posedge clk) begin\n", router);
    fprintf(out, "        setup%d_taken <= 1'b0;\n", router);
    for (int i = 0; i < f->setup.steps; i++) {
        const struct blackbox_step *step = &f->setup.step[i];
        if (!step->until.line)
            continue;
        blackbox_channel_wire(router, step->until.text, wire);
        fprintf(out, "        if (");
        print_within(f, i, out);
        fprintf(out, ")\n            setup%d_taken <= (setup%d_taken | %s) && setup_at != 17'd%d;\n", router, router,
                wire, step->begin + step->cycles - 1);
    }
    fprintf(out, "    end\n");
}

static void print_checks(const struct blackbox *f, int router, FILE *out)
{
    char wire[BLACKBOX_NAME + 32];

    for (int i = 0; i < f->setup.steps; i++) {
        const struct blackbox_step *step = &f->setup.step[i];
        if (!step->until.line)
            continue;
        blackbox_channel_wire(router, step->until.text, wire);
        fprintf(
            out,
            "    always @(posedge clk)\n        if (!rst_reg && setup_at == 17'd%d && !(setup%d_taken | %s)) begin\n"
            "            $display(\"setup of router %d, step %d: %s was not 1 in %d cycles\");\n            $stop;\n"
            "        end\n",
            step->begin + step->cycles - 1, router, wire, router, i + 1, step->until.text, step->cycles);
    }
}

void blackbox_setup_wait(const struct blackbox *f, int router, int checked, FILE *out)
{
    int waits = 0;

    for (int i = 0; i < f->setup.steps; i++)
        waits |= f->setup.step[i].until.line;
    if (!waits)
        return;
    print_taken(f, router, out);
    if (checked)
        print_checks(f, router, out);
}

void blackbox_setup_value(const struct blackbox *f, int constant, int router, FILE *out)
{
    const struct blackbox_constant *idle = &f->pins.item[constant];

    for (int i = 0; i < f->setup.steps; i++)
        for (int k = 0; k < f->setup.step[i].pins.count; k++) {
            const struct blackbox_constant *c = &f->setup.step[i].pins.item[k];
            if (strcmp(c->name, idle->name) != 0)
                continue;
            print_within(f, i, out);
            if (f->setup.step[i].until.line)
                fprintf(out, " && !setup%d_taken", router);
            fprintf(out, " ? ");
            blackbox_place(f, c->value.text, router, out);
            fprintf(out, " : ");
        }
    blackbox_place(f, idle->value.text, router, out);
}
