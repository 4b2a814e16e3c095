/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_setup.h"

#include <string.h>

#include "../description/blackbox_pins.h"
#include "../description/blackbox_yaml.h"
#include "blackbox_channel.h"

/* What the wrapper needs of a step; one more is behind the last one. */
enum what { WAITS, AWAITED, NAME, LAST_CYCLE, CYCLES, NUMBER, VALUE };

struct asking {
    const struct blackbox *f;
    enum what what;
    int router;
    const struct blackbox_constant *pin; /* whose value is needed */
};

static const struct blackbox_step *step_of(const struct asking *a, int step)
{
    return step < a->f->setup.steps ? &a->f->setup.step[step] : NULL;
}

static int begin_of(const struct asking *a, int step)
{
    return step < a->f->setup.steps ? a->f->setup.step[step].begin : a->f->setup.cycles;
}

static int waits(const struct asking *a, int step)
{
    const struct blackbox_step *is = step_of(a, step);

    return is && is->until.line;
}

static const char *value_of(const struct asking *a, int step)
{
    const struct blackbox_step *is = step_of(a, step);
    const struct blackbox_constant *own = is ? blackbox_constant_of(&is->pins, a->pin->name) : NULL;

    return own ? own->value.text : a->pin->value.text;
}

/* A pin whose step says nothing of it is idle, whether the step waits or not. */
static int is_idle(const struct asking *a, int step)
{
    return value_of(a, step) == a->pin->value.text;
}

static int are_same(const struct asking *a, int step, int other)
{
    switch (a->what) {
    case WAITS: return waits(a, step) == waits(a, other);
    case NAME:
    case AWAITED:
        return waits(a, step) == waits(a, other) &&
               (!waits(a, step) || strcmp(step_of(a, step)->until.text, step_of(a, other)->until.text) == 0);
    case VALUE:
        return is_idle(a, step) == is_idle(a, other) &&
               (is_idle(a, step) ||
                (waits(a, step) == waits(a, other) && strcmp(value_of(a, step), value_of(a, other)) == 0));
    case CYCLES:
        return step < a->f->setup.steps && other < a->f->setup.steps &&
               step_of(a, step)->cycles == step_of(a, other)->cycles;
    default: return 0;
    }
}

static void print_value(const struct asking *a, int step, FILE *out)
{
    if (waits(a, step) && !is_idle(a, step)) {
        fprintf(out, "setup%d_taken ? ", a->router);
        blackbox_place(a->f, a->pin->value.text, a->router, out);
        fprintf(out, " : ");
    }
    blackbox_place(a->f, value_of(a, step), a->router, out);
}

static void print_step(const struct asking *a, int step, FILE *out)
{
    const struct blackbox_step *is = step_of(a, step);
    char wire[BLACKBOX_NAME + 32] = "1'b1";

    switch (a->what) {
    case WAITS: fprintf(out, "1'b%d", waits(a, step)); break;
    case AWAITED:
        if (waits(a, step))
            blackbox_channel_wire(a->router, is->until.text, wire);
        fputs(wire, out);
        break;
    case NAME: fprintf(out, "\"%s\"", waits(a, step) ? is->until.text : ""); break;
    case LAST_CYCLE: fprintf(out, "17'd%d", is ? is->begin + is->cycles - 1 : a->f->setup.cycles); break;
    case CYCLES: fprintf(out, "17'd%d", is ? is->cycles : 0); break;
    case NUMBER: fprintf(out, "17'd%d", step + 1); break;
    case VALUE: print_value(a, step, out); break;
    }
}

/* By the cycle, of the steps from one up to another one: halved again and again, for tools are slow with long chains of
 * conditions. */
static void print_by_cycle(const struct asking *a, int from, int to, FILE *out)
{
    int middle = from + (to - from) / 2, same = from + 1;

    while (same < to && are_same(a, from, same))
        same++;
    if (same == to) {
        print_step(a, from, out);
        return;
    }
    fprintf(out, "(setup_at < 17'd%d ? ", begin_of(a, middle));
    print_by_cycle(a, from, middle, out);
    fprintf(out, " : ");
    print_by_cycle(a, middle, to, out);
    fprintf(out, ")");
}

static void print_wire(const struct asking *a, enum what what, const char *name, FILE *out)
{
    struct asking b = *a;

    b.what = what;
    fprintf(out, "    wire %s = ", name);
    print_by_cycle(&b, 0, a->f->setup.steps + 1, out);
    fprintf(out, ";\n");
}

/* Whether any step waits. */
static int any_waits(const struct blackbox *f)
{
    int any = 0;

    for (int i = 0; i < f->setup.steps; i++)
        any |= f->setup.step[i].until.line;
    return any != 0;
}

void blackbox_setup_count(const struct blackbox *f, int checked, FILE *out)
{
    const struct asking a = {.f = f};
    char name[64];

    if (!f->setup.steps)
        return;
    fprintf(out,
            "\n    // cycles since the reset, up to the end of setup\n    reg [16:0] setup_at = 17'd0;\n"
            "    always @(posedge clk) setup_at <= rst_reg ? 17'd0 : setup_at + (setup_at != 17'd%d);\n",
            f->setup.cycles);
    if (!any_waits(f))
        return;
    print_wire(&a, WAITS, "setup_waits", out);
    print_wire(&a, LAST_CYCLE, "[16:0] setup_last", out);
    if (!checked)
        return;
    print_wire(&a, NUMBER, "[16:0] setup_step", out);
    print_wire(&a, CYCLES, "[16:0] setup_cycles", out);
    snprintf(name, sizeof name, "[%d:0] setup_name", 8 * BLACKBOX_NAME - 1);
    print_wire(&a, NAME, name, out);
}

void blackbox_setup_wait(const struct blackbox *f, int router, int checked, FILE *out)
{
    const struct asking a = {.f = f, .router = router};
    char name[64];

    if (!any_waits(f))
        return;
    snprintf(name, sizeof name, "setup%d_awaited", router);
    print_wire(&a, AWAITED, name, out);
    fprintf(out,
            "    reg setup%d_taken = 1'b0;\n    always @(posedge clk)\n"
            "        setup%d_taken <= setup_waits && (setup%d_taken | setup%d_awaited) && setup_at != setup_last;\n",
            router, router, router, router);
    if (checked)
        fprintf(
            out,
            "    always @(posedge clk)\n"
            "        if (!rst_reg && setup_waits && setup_at == setup_last && !(setup%d_taken | setup%d_awaited)) begin\n"
            "            $display(\"setup of router %d, step %%0d: %%0s was not 1 in %%0d cycles\", setup_step, "
            "setup_name, setup_cycles);\n            $stop;\n        end\n",
            router, router, router);
}

void blackbox_setup_value(const struct blackbox *f, int constant, int router, FILE *out)
{
    const struct asking a = {.f = f, .what = VALUE, .router = router, .pin = &f->pins.item[constant]};

    print_by_cycle(&a, 0, f->setup.steps + 1, out);
}
