/* SPDX-License-Identifier: Apache-2.0
 *
 * AXI4-Stream switches of a user's own (cmodel/dut/dut_kind.h), compared with the model of each set of parameters.
 */
#include "../../dut/dut_kind.h"

#include "../kind/axis_kind.h"

static void built(const struct router_kind *kind, const char *object)
{
    struct axis_kind *k = (struct axis_kind *)(uintptr_t)kind;

    snprintf(k->rtl, sizeof k->rtl, "%s", object);
}

/* Of the places of shapes. */
static const struct dut_own of_shape = {
    .top = "axis_switch", .files = "rtl/axis/axis.f", .map = "examples/axis_regs.yaml", .built = built};

const struct dut_kind *axis_dut_of(unsigned kind)
{
    static struct dut_kind of[AXIS_KINDS];
    static struct dut_parameter parameters[AXIS_KINDS][5]; /* the last one without a name */
    const struct axis_parameters *p = &axis_kinds[kind]->parameters;

    parameters[kind][0] = (struct dut_parameter){"INPUTS", p->inputs};
    parameters[kind][1] = (struct dut_parameter){"OUTPUTS", p->outputs};
    parameters[kind][2] = (struct dut_parameter){"DEST_BITS", p->dest_bits};
    parameters[kind][3] = (struct dut_parameter){"DATA_BITS", p->data_bits};
    of[kind] = (struct dut_kind){.registers = "include/axis/axis_regs.def",
                                 .shim = "axis/axis_dut.cpp",
                                 .parameters = parameters[kind],
                                 .own = kind >= AXIS_KIND_shape0 ? &of_shape : NULL};
    return &of[kind];
}
