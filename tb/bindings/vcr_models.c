/* SPDX-License-Identifier: Apache-2.0 */
#include "vcr_models.h"

#include <stdlib.h>

#include "vcr/router.h"

struct vcr_model {
    struct model model; /* the first, so that one is the other */
    struct pin_info pins[VCR_PIN_COUNT];
    struct reg_info registers[VCR_REG_COUNT];
};

static void destroy(void *router)
{
    vcr_router_destroy(router);
}

static void step(void *router, const void *wires, const void *control)
{
    vcr_router_step(router, wires, control);
}

static void outputs(const void *router, void *wires, void *status)
{
    vcr_router_pins(router, wires);
    *(struct vcr_status *)status = (struct vcr_status){.cfg_rdata = vcr_router_cfg_rdata(router)};
}

static const void *state(const void *router)
{
    return vcr_router_state(router);
}

_Static_assert(sizeof(struct vcr_pins) <= MODELS_WIRES && sizeof(struct vcr_control) <= MODELS_OTHERS, "room for pins");

static const struct models_kind kind = {.pins = VCR_PIN_COUNT,
                                        .registers = VCR_REG_COUNT,
                                        .register_name = "a block and a name of include/vcr/vcr_regs.def",
                                        .port_dimension = VCR_OF_PORT,
                                        .port_set_dimension = VCR_OF_PORT_SET,
                                        .destroy = destroy,
                                        .step = step,
                                        .outputs = outputs,
                                        .state = state};

/* @return 0, or -1 when a number does not fit: then it is none of a build either */
static int shape_of(struct models *models, struct vcr_parameters *s, const int number[VCR_MODELS_NUMBERS])
{
    /* Neither intermediate routers nor iterations */
    *s = (struct vcr_parameters){.ports = (uint8_t)number[0],
                                 .vcs = (uint8_t)number[1],
                                 .depth = (uint8_t)number[2],
                                 .words = (uint8_t)(number[3] / 64),
                                 .bypass = (uint8_t)number[4],
                                 .route_stage = (uint8_t)number[5],
                                 .speedup = (uint8_t)number[6],
                                 .table_size = (uint16_t)number[7]};
    for (int i = 0; i < VCR_MODELS_NUMBERS; i++)
        if (number[i] < 0 || number[i] > 1024 || (i != 3 && i != 7 && number[i] > UINT8_MAX))
            return models_fail(
                models, "a parameter of the router is %d: docs/spec/vcr.md section 1 says what it may be", number[i]);
    return number[3] % 64 == 0 ? 0 : models_fail(models, "a router has flits of 64, 128 or 256 bits");
}

int vcr_models_open(struct models *models, const char *name, const int *number, models_handle *handle)
{
    struct vcr_parameters shape;
    struct vcr_model *m;

    if (shape_of(models, &shape, number) != 0)
        return -1;
    if (vcr_parameters_wrong(&shape))
        return models_fail(models, "%s", vcr_parameters_wrong(&shape));
    m = calloc(1, sizeof *m);
    if (m) {
        vcr_pin_rows(&shape, m->pins);
        vcr_reg_rows(&shape, m->registers);
        m->model = (struct model){
            .kind = &kind, .router = vcr_router_create(&shape), .pins = m->pins, .registers = m->registers};
    }
    return models_add(models, m ? &m->model : NULL, name, handle);
}
