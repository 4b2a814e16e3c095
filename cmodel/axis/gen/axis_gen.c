/* SPDX-License-Identifier: Apache-2.0
 *
 * The AXI4-Stream switch in generated Verilog (cmodel/gen/gen.h), each set of parameters with its own. It has no
 * memories, and no fabrics in Verilog.
 */
#include "../../gen/gen.h"

#include "../kind/axis_kind.h"

static int check(const struct structural *s, char *error, size_t size)
{
    (void)s;
    snprintf(error, size,
             "no Verilog is written of fabrics of AXI4-Stream switches: instantiate rtl/axis/axis_switch.v, whose "
             "settings are pins");
    return -1;
}

static void print_parameters(const struct axis_parameters *p, FILE *out)
{
    fprintf(out, "#(.INPUTS(%d), .OUTPUTS(%d), .DEST_BITS(%d), .DATA_BITS(%d))", p->inputs, p->outputs, p->dest_bits,
            p->data_bits);
}

#define AXIS_CONFIGURATION(name, ...)                            \
    static void parameters_##name(int buffers, FILE *out)        \
    {                                                            \
        (void)buffers;                                           \
        print_parameters(&axis_kind_##name.parameters, out);     \
    }                                                            \
    const struct gen_kind axis_gen_##name = {                    \
        .prefix = "axis",                                        \
        .top = "axis_switch",                                    \
        .product = "AXI4-Stream",                                \
        .unit = "switch",                                        \
        .units = "switches",                                     \
        .stimulus_cycles = 30000, /* all profiles, many times */ \
        .parameters = parameters_##name,                         \
        .check = check,                                          \
    };
#include "../kind/axis_kinds.def"
