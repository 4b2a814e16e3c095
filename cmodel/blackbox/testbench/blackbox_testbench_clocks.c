/* SPDX-License-Identifier: Apache-2.0
 *
 * Several clocks in the testbench of a bundle. See blackbox_testbench.h.
 */
#include "../script/blackbox_edges.h"
#include "../wrapper/blackbox_channel.h"
#include "blackbox_testbench.h"

void blackbox_testbench_declare_clocks(const struct blackbox_testbench *t, FILE *out)
{
    const struct blackbox_edges *e = &t->script->edges;

    fprintf(
        out,
        "localparam integer CLOCKS = %d;\nlocalparam integer EDGES = %d;\nlocalparam integer RESETS_AT = %d;\n"
        "reg [31:0] rises [0:EDGES]; // clocks that rise at once, in the order of time\n"
        "integer passes [0:EDGES]; // units of time before\n"
        "integer in_clock [0:SOURCES-1], out_clock [0:SINKS-1], side_clock [0:SIDES], side_out_clock [0:SIDE_OUTS];\n",
        t->f->clocks, e->count ? e->count : 1, BLACKBOX_RESETS_AT);
}

void blackbox_testbench_load_clocks(const struct blackbox_testbench *t, FILE *out)
{
    const struct blackbox *f = t->f;
    const struct blackbox_edges *e = &t->script->edges;

    if (!e->count) /* all at once */
        fprintf(out, "        rises[0] = 32'd%d; passes[0] = 1;\n", (1 << BLACKBOX_CLOCKS) - 1);
    for (int i = 0; i < e->count; i++)
        fprintf(out, "        rises[%d] = 32'd%d; passes[%d] = %d;\n", i, e->rises[i], i, e->passes[i]);
    for (int i = 0; i < f->sources; i++)
        fprintf(out, "        in_clock[%d] = %d;\n", i, blackbox_clock_in(f, i));
    for (int i = 0; i < f->sinks; i++)
        fprintf(out, "        out_clock[%d] = %d;\n", i, blackbox_clock_out(f, i));
    for (int i = 0; i < f->side.inputs; i++)
        fprintf(out, "        side_clock[%d] = %d;\n", i, f->side.input[i].clock);
    for (int i = 0; i < f->side.outputs; i++)
        fprintf(out, "        side_out_clock[%d] = %d;\n", i, f->side.output[i].clock);
}

void blackbox_testbench_report_clocks(const struct blackbox_testbench *t, FILE *out)
{
    char text[BLACKBOX_CLOCKS * (BLACKBOX_NAME + 40)];

    blackbox_edges_name(&t->script->edges, t->f, text, sizeof text);
    if (*text)
        fprintf(
            out,
            "\nClocks: %s.\nA cycle is an edge of any of them. Metastability, and delays between the bits of a bus, do "
            "not show in RTL.\n",
            text);
}
