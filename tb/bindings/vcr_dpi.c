/* SPDX-License-Identifier: Apache-2.0
 *
 * See vcr_dpi.h.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vcr/router.h"
#include "vcr_dpi.h"

enum { WORD_BITS = 32, NAME = 64, TEXT = 256 };

struct model {
    char name[NAME];
    struct vcr_router *router;
    struct pin_info pins[VCR_PIN_COUNT];
    struct reg_info registers[VCR_REG_COUNT];
    uint64_t cycles, compared; /* steps; cycles in which all outputs were compared and equal */
};

/*
 * All models of this simulation, and what was wrong last: an imported function is given nothing that lasts. Simulators
 * call imports one at a time unless they are declared pure, and these are not. A place is never given to another model,
 * so that a stale handle is always found out.
 */
static struct model **all;
static size_t count;
static char text[TEXT];

__attribute__((format(printf, 1, 2))) static int fail(const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return -1;
}

const char *vcr_dpi_text(void)
{
    return text;
}

/* @return NULL after an error */
static struct model *find(void *handle)
{
    const uintptr_t place = (uintptr_t)handle;

    if (place == 0 || place > count)
        fail("%" PRIuPTR " is no handle of a model: use what its creation gave", place);
    else if (!all[place - 1])
        fail("the model of handle %" PRIuPTR " has been destroyed", place);
    else
        return all[place - 1];
    return NULL;
}

static void model_free(struct model *m)
{
    if (m)
        vcr_router_destroy(m->router);
    free(m);
}

static struct model *model_create(const char *name, const struct vcr_parameters *shape)
{
    struct model *m = calloc(1, sizeof *m);

    if (!m)
        return NULL;
    snprintf(m->name, sizeof m->name, "%s", name);
    vcr_pin_rows(shape, m->pins);
    vcr_reg_rows(shape, m->registers);
    m->router = vcr_router_create(shape);
    if (m->router)
        return m;
    model_free(m);
    return NULL;
}

/* @return 0, or -1 when a number does not fit: then it is none of a build either */
static int shape_of(struct vcr_parameters *s, const int number[8])
{
    *s = (struct vcr_parameters){(uint8_t)number[0], (uint8_t)number[1], (uint8_t)number[2], (uint8_t)(number[3] / 64),
                                 (uint8_t)number[4], (uint8_t)number[5], (uint8_t)number[6], (uint16_t)number[7]};
    for (int i = 0; i < 8; i++)
        if (number[i] < 0 || number[i] > 1024 || (i != 3 && i != 7 && number[i] > UINT8_MAX))
            return fail("a parameter of the router is %d: docs/spec/vcr.md section 1 says what it may be", number[i]);
    return number[3] % 64 == 0 ? 0 : fail("a router has flits of 64, 128 or 256 bits");
}

void *vcr_dpi_create(const char *name, int ports, int vcs, int depth, int flit_bits, int bypass, int route_stage,
                     int speedup, int table_size)
{
    const int number[8] = {ports, vcs, depth, flit_bits, bypass, route_stage, speedup, table_size};
    struct vcr_parameters shape;
    struct model **more;

    if (shape_of(&shape, number) != 0)
        return NULL;
    if (vcr_parameters_wrong(&shape)) {
        fail("%s", vcr_parameters_wrong(&shape));
        return NULL;
    }
    more = realloc(all, (count + 1) * sizeof(struct model *));
    if (more)
        all = more;
    if (!more || !(all[count] = model_create(name, &shape))) {
        fail("out of memory");
        return NULL;
    }
    return (void *)(uintptr_t)++count;
}

int vcr_dpi_destroy(void *handle)
{
    struct model *m = find(handle);

    if (!m)
        return -1;
    model_free(m);
    all[(uintptr_t)handle - 1] = NULL;
    return 0;
}

/* Up to 64 bits of a vector, and which of them are x or z. */
static uint64_t bits_of(const struct vcr_logic *vector, unsigned from, unsigned bits, uint64_t *unknown)
{
    uint64_t value = 0;

    *unknown = 0;
    for (unsigned i = 0; i < bits; i++) {
        const struct vcr_logic *word = &vector[(from + i) / WORD_BITS];
        value |= (uint64_t)(word->aval >> (from + i) % WORD_BITS & 1u) << i;
        *unknown |= (uint64_t)(word->bval >> (from + i) % WORD_BITS & 1u) << i;
    }
    return value;
}

int vcr_dpi_step(void *handle, const struct vcr_logic *inputs)
{
    struct model *m = find(handle);
    struct vcr_control control;
    struct vcr_pins in;
    uint64_t unknown, maybe = 0;
    unsigned at = 0;

    if (!m)
        return -1;
    memset(&control, 0, sizeof control);
    memset(&in, 0, sizeof in);
    for (const struct pin_info *pin = m->pins + VCR_PIN_COUNT; pin-- > m->pins;) {
        const unsigned each = lane_value_bits(&pin->lanes);
        for (int k = 0; !pin_is_output(pin) && k < pin->lanes.count; k++, at += each) {
            uint64_t value = bits_of(inputs, at, each, &unknown);
            lane_set_value(&pin->lanes, pin->place == PIN_RX ? (void *)&in : &control, k, value);
            if (unknown && pin->place == PIN_CONTROL)
                return fail("input %s of model %s is unknown in cycle %" PRIu64, pin->name, m->name, m->cycles + 1);
            maybe |= unknown;
        }
    }
    /* Under reset nothing is kept of what arrives. */
    if (maybe && !control.rst)
        return fail("an input of model %s has unknown bits (x or z) in cycle %" PRIu64, m->name, m->cycles + 1);
    vcr_router_step(m->router, &in, &control);
    m->cycles++;
    return 0;
}

/* The outputs of a model in this cycle. */
struct outputs {
    struct vcr_pins pins;
    struct vcr_status status;
};

static void outputs_of(const struct model *m, struct outputs *o)
{
    memset(o, 0, sizeof *o);
    vcr_router_pins(m->router, &o->pins);
    o->status.cfg_rdata = vcr_router_cfg_rdata(m->router);
}

static uint64_t output_of(const struct outputs *o, const struct pin_info *pin, int k)
{
    return lane_value(&pin->lanes, pin->place == PIN_TX ? (const void *)&o->pins : &o->status, k);
}

int vcr_dpi_pins(void *handle, uint32_t *outputs)
{
    const struct model *m = find(handle);
    struct outputs o;
    unsigned at = 0;

    if (!m)
        return -1;
    outputs_of(m, &o);
    memset(outputs, 0, VCR_VECTOR_BITS / 8);
    for (const struct pin_info *pin = m->pins + VCR_PIN_COUNT; pin-- > m->pins;)
        for (int k = 0; pin_is_output(pin) && k < pin->lanes.count; k++)
            for (unsigned i = 0; i < lane_value_bits(&pin->lanes); i++, at++)
                outputs[at / WORD_BITS] |= (uint32_t)(output_of(&o, pin, k) >> i & 1u) << at % WORD_BITS;
    return 0;
}

int vcr_dpi_check(void *handle, const struct vcr_logic *outputs)
{
    struct model *m = find(handle);
    struct outputs o;
    unsigned at = 0;

    if (!m)
        return -1;
    outputs_of(m, &o);
    for (const struct pin_info *pin = m->pins + VCR_PIN_COUNT; pin-- > m->pins;) {
        const unsigned each = lane_value_bits(&pin->lanes);
        for (int k = 0; pin_is_output(pin) && k < pin->lanes.count; k++, at += each) {
            uint64_t unknown, rtl = bits_of(outputs, at, each, &unknown), model = output_of(&o, pin, k);
            if (rtl != model || unknown)
                return fail("cycle %" PRIu64 " of %s: %s, value %d: model 0x%" PRIx64 ", RTL 0x%" PRIx64 "%s",
                            m->cycles, m->name, pin->name, k, model, rtl, unknown ? " and unknown bits" : "");
        }
    }
    m->compared++;
    return 0;
}

int vcr_dpi_compared(void *handle)
{
    const struct model *m = find(handle);
    unsigned bits = 0;

    if (!m)
        return -1;
    if (m->compared == 0)
        return fail("no cycle of %s was compared", m->name);
    for (int i = 0; i < VCR_PIN_COUNT; i++)
        bits += pin_is_output(&m->pins[i]) ? lane_bits(&m->pins[i].lanes) : 0;
    snprintf(text, sizeof text, "%s: %" PRIu64 " cycles, %" PRIu64 " output pin bits compared: 0 differences", m->name,
             m->compared, m->compared * bits);
    return 0;
}

int vcr_dpi_register(void *handle, const char *name, int lane, uint64_t *value)
{
    const struct model *m = find(handle);
    const struct reg_info *row = m ? reg_rows_find(m->registers, VCR_REG_COUNT, name) : NULL;

    if (!m)
        return -1;
    if (!row)
        return fail("no register \"%s\": must be a block and a name of include/vcr/vcr_regs.def", name);
    if (lane < 0 || lane >= row->lanes.count)
        return fail("lane %d of register %s: must be 0 to %d", lane, name, row->lanes.count - 1);
    *value = lane_value(&row->lanes, vcr_router_state(m->router), lane);
    return 0;
}
