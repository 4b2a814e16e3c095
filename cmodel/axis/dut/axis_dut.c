/* SPDX-License-Identifier: Apache-2.0
 *
 * AXI4-Stream switches of a user's own (cmodel/dut/dut_kind.h), compared with the model of each set of parameters.
 */
#include "../../dut/dut_kind.h"

#include "../kind/axis_kind.h"

#define AXIS_CONFIGURATION(name_, kind_, inputs, outputs, dest_bits, data_bits, summary)  \
    static const struct dut_parameter parameters_##name_[] = {{"INPUTS", (inputs)},       \
                                                              {"OUTPUTS", (outputs)},     \
                                                              {"DEST_BITS", (dest_bits)}, \
                                                              {"DATA_BITS", (data_bits)}, \
                                                              {NULL, 0}};                 \
    const struct dut_kind axis_dut_##name_ = {                                            \
        .registers = "include/axis/axis_regs.def", .shim = "axis/axis_dut.cpp", .parameters = parameters_##name_};
#include "../kind/axis_configurations.def"
