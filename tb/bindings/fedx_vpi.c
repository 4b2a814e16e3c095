/* SPDX-License-Identifier: Apache-2.0
 *
 * The golden model as system tasks and functions of Icarus Verilog: a VPI module.
 * docs/reference/bindings.md.
 *
 *     iverilog -L FOLDER -mfedx_vpi -o bench.vvp ... && vvp -n -M FOLDER bench.vvp
 *
 *     $fedx_model_create(name)                  a handle (integer)
 *     $fedx_model_destroy(model)
 *     $fedx_model_set(model, setting, value)
 *     $fedx_model_word(model, index)            32 bits
 *     $fedx_model_route(model, destination, entry)
 *     $fedx_model_step(model, rst, side, rx_data, ..., cfg_wdata)
 *     $fedx_model_pins(model, tx_data, ..., cfg_rdata)
 *     $fedx_model_check(model, tx_data, ..., cfg_rdata)
 *     $fedx_model_report(model)
 *     $fedx_model_register(model, name, lane)   64 bits
 *     $fedx_model_hash(model)                   64 bits
 *     $fedx_packet(packet, head, body)
 *
 * A wrong use, and a difference in $fedx_model_check, is one line with file and line number; the simulation then
 * ends, and vvp returns 1.
 */
#include "fedx_models.h"
#include "vpi_tasks.h"

/* Buses of a switch, in the order of rtl/fedx/fedx_switch.v, clk left out. docs/spec/fedx.md section 2. */
#define ONE_BUS(dimension, name, type, width, idle, shows, meaning) +1
enum {
    INPUT_BUSES = FEDX_CONTROL_PINS(ONE_BUS) FEDX_CABLE_WIRES(ONE_BUS),
    OUTPUT_BUSES = FEDX_CABLE_WIRES(ONE_BUS) FEDX_STATUS_PINS(ONE_BUS),
    VECTOR_WORDS = 8 /* of all inputs, or all outputs */
};
#undef ONE_BUS

/* The arguments behind the model as a vector, the first on top. */
static void vector_of(const struct vpi_call *call, int outputs, struct models_word vector[VECTOR_WORDS])
{
    int argument = call->task->count;
    unsigned at = 0;

    memset(vector, 0, VECTOR_WORDS * sizeof *vector);
    for (const struct pin_info *pin = fedx_pin_table + FEDX_PIN_COUNT; pin-- > fedx_pin_table;) {
        if (pin_is_output(pin) != outputs)
            continue;
        uint64_t unknown, value = vpi_get_bits(call->argument[--argument], &unknown);
        models_put_bits(vector, at, lane_bits(&pin->lanes), value, unknown);
        at += lane_bits(&pin->lanes);
    }
}

static int create(struct vpi_call *call)
{
    models_handle model;

    if (fedx_models_open(call->models, vpi_get_string(call->argument[0]), &model) != 0)
        return -1;
    vpi_put_bits(call->itself, model);
    return 0;
}

static int set(struct vpi_call *call)
{
    uint32_t value;

    if (vpi_get_integer(call, 2, "the value", &value) != 0)
        return -1;
    return fedx_models_set(call->models, call->model, vpi_get_string(call->argument[1]), (int)value);
}

static int word(struct vpi_call *call)
{
    uint32_t index, value;

    if (vpi_get_integer(call, 1, "the index", &index) != 0 ||
        fedx_models_word(call->models, call->model, (int)index, &value) != 0)
        return -1;
    vpi_put_bits(call->itself, value);
    return 0;
}

static int route(struct vpi_call *call)
{
    uint32_t destination, entry;

    if (vpi_get_integer(call, 1, "the destination", &destination) != 0 ||
        vpi_get_integer(call, 2, "the entry", &entry) != 0)
        return -1;
    return fedx_models_route(call->models, call->model, (int)destination, entry);
}

static int step(struct vpi_call *call)
{
    struct models_word in[VECTOR_WORDS];

    vector_of(call, 0, in);
    return models_step(call->models, call->model, in);
}

static int pins(struct vpi_call *call)
{
    uint32_t out[VECTOR_WORDS];
    int argument = call->task->count;
    unsigned at = 0;

    if (models_outputs(call->models, call->model, out, VECTOR_WORDS) != 0)
        return -1;
    for (const struct pin_info *pin = fedx_pin_table + FEDX_PIN_COUNT; pin-- > fedx_pin_table;) {
        uint64_t bus = 0;
        for (unsigned i = 0; pin_is_output(pin) && i < lane_bits(&pin->lanes); i++, at++)
            bus |= (uint64_t)(out[at / MODELS_WORD_BITS] >> at % MODELS_WORD_BITS & 1u) << i;
        if (pin_is_output(pin))
            vpi_put_bits(call->argument[--argument], bus);
    }
    return 0;
}

static int check(struct vpi_call *call)
{
    struct models_word out[VECTOR_WORDS];

    vector_of(call, 1, out);
    return models_check(call->models, call->model, out);
}

static int hash(struct vpi_call *call)
{
    uint64_t value;

    if (fedx_models_hash(call->models, call->model, &value) != 0)
        return -1;
    vpi_put_bits(call->itself, value);
    return 0;
}

static int packet(struct vpi_call *call)
{
    struct models_word given[FEDX_BODY_WORDS];
    uint32_t body[FEDX_BODY_WORDS], whole[FEDX_PACKET_WORDS], unknown = 0;
    uint64_t head_unknown, head = vpi_get_bits(call->argument[1], &head_unknown);

    vpi_get_words(call->argument[2], given, FEDX_BODY_WORDS);
    for (int i = 0; i < FEDX_BODY_WORDS; i++) {
        body[i] = given[i].value;
        unknown |= given[i].unknown;
    }
    if (head_unknown || unknown)
        return models_fail(call->models, "%s has unknown bits (x or z)", head_unknown ? "the head" : "the body");
    fedx_models_packet(head, body, whole);
    vpi_put_words(call->argument[0], whole, FEDX_PACKET_WORDS);
    return 0;
}

#define PIN(dimension, name, type, width, idle, shows, meaning) ", " #name
#define RX(dimension, name, type, width, idle, shows, meaning) ", rx_" #name
#define TX(dimension, name, type, width, idle, shows, meaning) ", tx_" #name
#define INPUTS FEDX_SWITCH_PINS(PIN) FEDX_CABLE_WIRES(RX) FEDX_CFG_PINS(PIN)
#define OUTPUTS FEDX_CABLE_WIRES(TX) FEDX_STATUS_PINS(PIN)
static const struct vpi_task tasks[] = {
    {"$fedx_model_create", "name", 1, VPI_HANDLE_BITS, 0, 0, create},
    {"$fedx_model_destroy", "model", 1, 0, 0, 0, vpi_task_destroy},
    {"$fedx_model_set", "model, setting, value", 3, 0, 0, 0, set},
    {"$fedx_model_word", "model, index", 2, VPI_WORD_BITS, 0, 0, word},
    {"$fedx_model_route", "model, destination, entry", 3, 0, 0, 0, route},
    {"$fedx_model_step", "model" INPUTS, 1 + INPUT_BUSES, 0, 0, 0, step},
    {"$fedx_model_pins", "model" OUTPUTS, 1 + OUTPUT_BUSES, 0, 1, OUTPUT_BUSES, pins},
    {"$fedx_model_check", "model" OUTPUTS, 1 + OUTPUT_BUSES, 0, 0, 0, check},
    {"$fedx_model_report", "model", 1, 0, 0, 0, vpi_task_report},
    {"$fedx_model_register", "model, name, lane", 3, VPI_REGISTER_BITS, 0, 0, vpi_task_register},
    {"$fedx_model_hash", "model", 1, VPI_REGISTER_BITS, 0, 0, hash},
    {"$fedx_packet", "packet, head, body", 3, 0, 0, 1, packet},
};
static const struct vpi_module module = {.name = "fedx_vpi", .tasks = tasks, .count = sizeof tasks / sizeof *tasks};

static void register_tasks(void)
{
    vpi_tasks_register(&module);
}

/* What a simulator looks for in a module. */
extern void (*vlog_startup_routines[])(void);
void (*vlog_startup_routines[])(void) = {register_tasks, NULL};
