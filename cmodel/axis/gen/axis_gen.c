/* SPDX-License-Identifier: Apache-2.0
 *
 * The AXI4-Stream switch in generated Verilog (cmodel/gen/gen.h). It has no memories, and no fabrics in Verilog.
 */
#include "../../base/text.h"
#include "../../gen/gen.h"

#include "../kind/axis_kind.h"

static int check(const struct structural *s, char *error, size_t size)
{
    (void)s;
    return text_fail(
        error, size,
        "no Verilog is written of fabrics of AXI4-Stream switches: instantiate rtl/axis/axis_switch.v, whose "
        "settings are pins");
}

static void print_parameters(const struct router_kind *kind, int buffers, FILE *out)
{
    const struct axis_parameters *p = axis_parameters_of(kind);

    (void)buffers;
    fprintf(out, "#(.INPUTS(%d), .OUTPUTS(%d), .DEST_BITS(%d), .DATA_BITS(%d))", p->inputs, p->outputs, p->dest_bits,
            p->data_bits);
}

const struct gen_kind axis_gen = {
    .prefix = "axis",
    .top = "axis_switch",
    .product = "AXI4-Stream",
    .unit = "switch",
    .units = "switches",
    .stimulus_cycles = 30000, /* all profiles, many times */
    .parameters = print_parameters,
    .check = check,
};
