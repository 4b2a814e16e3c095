/* SPDX-License-Identifier: Apache-2.0
 *
 * The AXI4-Stream switch in generated Verilog (cmodel/gen/gen.h), each set of parameters with its own. It has no
 * memories, and no fabrics.
 */
#include "../../gen/gen.h"

#include "../kind/axis_kind.h"

#define AXIS_CONFIGURATION(name, kind, inputs, outputs, dest_bits, data_bits, summary)                                 \
    static void parameters_##name(int buffers, FILE *out)                                                              \
    {                                                                                                                  \
        (void)buffers;                                                                                                 \
        fprintf(out, "#(.INPUTS(%d), .OUTPUTS(%d), .DEST_BITS(%d), .DATA_BITS(%d))", (inputs), (outputs), (dest_bits), \
                (data_bits));                                                                                          \
    }                                                                                                                  \
    const struct gen_kind axis_gen_##name = {                                                                          \
        .prefix = "axis",                                                                                              \
        .top = "axis_switch",                                                                                          \
        .product = "AXI4-Stream",                                                                                      \
        .unit = "switch",                                                                                              \
        .units = "switches",                                                                                           \
        .stimulus_cycles = 30000, /* all profiles, many times */                                                       \
        .parameters = parameters_##name,                                                                               \
    };
#include "../kind/axis_configurations.def"
