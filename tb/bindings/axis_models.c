/* SPDX-License-Identifier: Apache-2.0 */
#include "axis_models.h"

#include <stdlib.h>

#include "axis/switch.h"

struct axis_model {
    struct model model; /* the first, so that one is the other */
    struct pin_info pins[AXIS_PIN_COUNT];
    struct reg_info registers[AXIS_REG_COUNT];
};

static void destroy(void *router)
{
    axis_switch_destroy(router);
}

static void step(void *router, const void *wires, const void *control)
{
    axis_switch_step(router, wires, control);
}

static void outputs(const void *router, void *wires, void *status)
{
    axis_switch_pins(router, wires);
    axis_switch_status(router, status);
}

static const void *state(const void *router)
{
    return axis_switch_registers((struct axis_switch *)(uintptr_t)router);
}

_Static_assert(sizeof(struct axis_pins) <= MODELS_WIRES && sizeof(struct axis_control) <= MODELS_OTHERS,
               "room for pins");

static const struct models_kind kind = {.pins = AXIS_PIN_COUNT,
                                        .registers = AXIS_REG_COUNT,
                                        .register_name = "a block and a name of include/axis/axis_regs.def",
                                        .destroy = destroy,
                                        .step = step,
                                        .outputs = outputs,
                                        .state = state};

int axis_models_open(struct models *models, const char *name, const int *number, models_handle *handle)
{
    const struct axis_parameters parameters = {number[0], number[1], number[2], number[3]};
    struct axis_model *m;

    if (!axis_parameters_good(&parameters))
        return models_fail(models,
                           "no such switch, %d inputs, %d outputs, %d bits of tdest, %d of data: "
                           "docs/spec/axis.md section 3 says what they may be",
                           number[0], number[1], number[2], number[3]);
    m = calloc(1, sizeof *m);
    if (m) {
        axis_pin_rows(&parameters, m->pins);
        axis_reg_rows(&parameters, m->registers);
        m->model = (struct model){
            .kind = &kind, .router = axis_switch_create(&parameters), .pins = m->pins, .registers = m->registers};
    }
    return models_add(models, m ? &m->model : NULL, name, handle);
}
