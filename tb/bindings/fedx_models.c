/* SPDX-License-Identifier: Apache-2.0
 *
 * Golden models for a simulator. See fedx_models.h.
 */
#include "fedx_models.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 64, FIRST_ROOM = 16, WORD_BITS = 64 };

#define BUS(name, dimension, width) {#name, FEDX_LANES_##dimension * (width), (width), FEDX_PIN_##name},
#define PIN(dimension, name, type, width, idle, shows, meaning) BUS(name, dimension, width)
#define RX(dimension, name, type, width, idle, shows, meaning) BUS(rx_##name, dimension, width)
#define TX(dimension, name, type, width, idle, shows, meaning) BUS(tx_##name, dimension, width)
const struct fedx_bus fedx_input_buses[FEDX_INPUT_BUSES] = {FEDX_SWITCH_PINS(PIN) FEDX_CABLE_WIRES(RX)
                                                                FEDX_CFG_PINS(PIN)};
const struct fedx_bus fedx_output_buses[FEDX_OUTPUT_BUSES] = {FEDX_CABLE_WIRES(TX) FEDX_STATUS_PINS(PIN)};

/* The settings by their names; all are words of the same size. */
// clang-format off
#define SETTINGS(X)                                                                                                  \
    X(backpressure) X(class_rule) X(random_select) X(latency) X(deroute_hops) X(backpressure_class) X(buffers)       \
        X(limit_dest) X(limit_trans) X(limit_total) X(eject_priority) X(throttle_timeout) X(random_seed)
// clang-format on
#define SETTING(field) {#field, offsetof(struct fedx_settings, field)},
static const struct {
    const char *name;
    size_t offset;
} settings[] = {SETTINGS(SETTING)};
#define SETTING_NAME(field) " " #field

struct fedx_model {
    char name[NAME];
    struct fedx_switch *sw;
    struct fedx_settings settings; /* as set, whatever the configuration port has been told since */
    uint64_t cycles;               /* steps so far */
    uint64_t compared;             /* cycles in which all outputs were compared and equal */
};

static void model_free(struct fedx_model *m)
{
    if (m)
        fedx_switch_destroy(m->sw);
    free(m);
}

void fedx_models_finish(struct fedx_models *models)
{
    for (size_t i = 0; i < models->count; i++)
        model_free(models->model[i]);
    free(models->model);
    memset(models, 0, sizeof *models);
}

__attribute__((format(printf, 2, 3))) static int fail(struct fedx_models *models, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vsnprintf(models->text, sizeof models->text, format, list);
    va_end(list);
    return -1;
}

/* @return NULL after an error */
static struct fedx_model *find(struct fedx_models *models, fedx_handle handle)
{
    if (handle == FEDX_NO_HANDLE || handle > models->count)
        fail(models, "%" PRIu32 " is no handle of a model: use what its creation gave", handle);
    else if (!models->model[handle - 1])
        fail(models, "the model of handle %" PRIu32 " has been destroyed", handle);
    else
        return models->model[handle - 1];
    return NULL;
}

/* Handles are places that are never given to another model, so that a stale one is always found out. */
static int make_room(struct fedx_models *models)
{
    if (models->count < models->room)
        return 0;
    size_t room = models->room ? 2 * models->room : FIRST_ROOM;
    struct fedx_model **model = realloc(models->model, room * sizeof(struct fedx_model *));
    if (!model)
        return -1;
    models->model = model;
    models->room = room;
    return 0;
}

int fedx_models_open(struct fedx_models *models, const char *name, fedx_handle *handle)
{
    struct fedx_model *m = calloc(1, sizeof *m);

    if (m)
        m->sw = fedx_switch_create();
    if (!m || !m->sw || make_room(models) != 0) {
        model_free(m);
        return fail(models, "out of memory");
    }
    snprintf(m->name, sizeof m->name, "%s", name);
    m->settings = fedx_settings_default();
    models->model[models->count++] = m;
    *handle = (fedx_handle)models->count;
    return 0;
}

int fedx_models_close(struct fedx_models *models, fedx_handle handle)
{
    struct fedx_model *m = find(models, handle);

    if (!m)
        return -1;
    model_free(m);
    models->model[handle - 1] = NULL;
    return 0;
}

int fedx_models_set(struct fedx_models *models, fedx_handle handle, const char *setting, int value)
{
    struct fedx_model *m = find(models, handle);
    size_t i = 0;

    if (!m)
        return -1;
    while (i < sizeof settings / sizeof settings[0] && strcmp(settings[i].name, setting) != 0)
        i++;
    if (i == sizeof settings / sizeof settings[0])
        return fail(models, "no setting \"%s\": there are" SETTINGS(SETTING_NAME), setting);
    struct fedx_settings changed = m->settings;
    memcpy((char *)&changed + settings[i].offset, &value, sizeof value);
    const char *wrong = fedx_settings_check(&changed);
    if (wrong)
        return fail(models, "%s %d of model %s: %s", setting, value, m->name, wrong);
    m->settings = changed;
    fedx_switch_configure(m->sw, &changed);
    return 0;
}

int fedx_models_word(struct fedx_models *models, fedx_handle handle, int index, uint32_t *word)
{
    const struct fedx_model *m = find(models, handle);

    if (!m)
        return -1;
    if (index < 0 || index >= FEDX_SETTINGS_WORDS)
        return fail(models, "word %d of the settings: must be 0 to %d", index, FEDX_SETTINGS_WORDS - 1);
    *word = fedx_settings_word(&m->settings, index);
    return 0;
}

int fedx_models_route(struct fedx_models *models, fedx_handle handle, int destination, uint32_t entry)
{
    struct fedx_model *m = find(models, handle);

    if (!m)
        return -1;
    if (destination < 0 || fedx_switch_route(m->sw, (unsigned)destination, entry) != 0)
        return fail(models, "destination %d of model %s: must be 0 to %d", destination, m->name, FEDX_TABLE_SIZE - 1);
    return 0;
}

static uint64_t ones(int width)
{
    return UINT64_MAX >> (WORD_BITS - width);
}

static const struct pin_info *pin_of(const struct fedx_bus *bus)
{
    return &fedx_pin_table[bus->pin];
}

/* Under reset nothing is kept of what arrives, and before the first edge nothing of it is known. */
static int may_be_unknown(const struct fedx_bits *in, int bus)
{
    return pin_of(&fedx_input_buses[bus])->place == PIN_RX && (in[FEDX_PIN_rst].value & 1);
}

int fedx_models_step(struct fedx_models *models, fedx_handle handle, const struct fedx_bits *in)
{
    struct fedx_model *m = find(models, handle);

    if (!m)
        return -1;
    for (int i = 0; i < FEDX_INPUT_BUSES; i++)
        if ((in[i].unknown & ones(fedx_input_buses[i].width)) && !may_be_unknown(in, i))
            return fail(models, "input %s of model %s has unknown bits (x or z) in cycle %" PRIu64,
                        fedx_input_buses[i].name, m->name, m->cycles + 1);

    struct fedx_pins pins = {.zero = {0}};
    struct fedx_control control = {0};
    for (int i = 0; i < FEDX_INPUT_BUSES; i++) {
        const struct pin_info *pin = pin_of(&fedx_input_buses[i]);
        lane_set_bus(&pin->lanes, pin->place == PIN_RX ? (void *)&pins : &control, in[i].value);
    }
    fedx_switch_step(m->sw, &pins, &control);
    m->cycles++;
    return 0;
}

static void outputs_of(const struct fedx_model *m, uint64_t *out)
{
    const struct fedx_status status = {.cfg_rdata = fedx_switch_cfg_rdata(m->sw)};
    struct fedx_pins pins;

    fedx_switch_pins(m->sw, &pins);
    for (int i = 0; i < FEDX_OUTPUT_BUSES; i++) {
        const struct pin_info *pin = pin_of(&fedx_output_buses[i]);
        out[i] = lane_bus(&pin->lanes, pin->place == PIN_TX ? (const void *)&pins : &status);
    }
}

int fedx_models_outputs(struct fedx_models *models, fedx_handle handle, uint64_t *out)
{
    const struct fedx_model *m = find(models, handle);

    if (!m)
        return -1;
    outputs_of(m, out);
    return 0;
}

/* In hexadecimal, or one digit for one bit; x stands for a digit with an unknown bit. */
static void print_lane(char *text, int width, uint64_t value, uint64_t unknown)
{
    if (width > 1)
        text += sprintf(text, "0x");
    for (int bit = (width - 1) / 4 * 4; bit >= 0; bit -= 4)
        *text++ = unknown >> bit & 15 ? 'x' : "0123456789abcdef"[value >> bit & 15];
    *text = 0;
}

/* The lowest port that differs. */
static int differ(struct fedx_models *models, const struct fedx_model *m, const struct fedx_bus *bus, uint64_t model,
                  struct fedx_bits dut, uint64_t different)
{
    char expected[24], found[24], port[24] = "";
    int lane = __builtin_ctzll(different) / bus->lane, shift = lane * bus->lane;
    uint64_t mask = ones(bus->lane);

    print_lane(expected, bus->lane, model >> shift & mask, 0);
    print_lane(found, bus->lane, dut.value >> shift & mask, dut.unknown >> shift & mask);
    if (bus->lane < bus->width)
        snprintf(port, sizeof port, " of port %d", lane);
    return fail(models, "cycle %" PRIu64 " of %s: %s%s: model %s, RTL %s", m->cycles, m->name, bus->name, port,
                expected, found);
}

int fedx_models_check(struct fedx_models *models, fedx_handle handle, const struct fedx_bits *outputs)
{
    struct fedx_model *m = find(models, handle);
    uint64_t expected[FEDX_OUTPUT_BUSES];

    if (!m)
        return -1;
    outputs_of(m, expected);
    for (int i = 0; i < FEDX_OUTPUT_BUSES; i++) {
        const struct fedx_bus *bus = &fedx_output_buses[i];
        uint64_t different = ((outputs[i].value ^ expected[i]) | outputs[i].unknown) & ones(bus->width);
        if (different)
            return differ(models, m, bus, expected[i], outputs[i], different);
    }
    m->compared++;
    return 0;
}

int fedx_models_compared(struct fedx_models *models, fedx_handle handle)
{
    const struct fedx_model *m = find(models, handle);
    unsigned bits = 0;

    if (!m)
        return -1;
    if (m->compared == 0)
        return fail(models, "no cycle of %s was compared", m->name);
    for (int i = 0; i < FEDX_OUTPUT_BUSES; i++)
        bits += (unsigned)fedx_output_buses[i].width;
    snprintf(models->text, sizeof models->text,
             "%s: %" PRIu64 " cycles, %" PRIu64 " output pin bits compared: 0 differences", m->name, m->compared,
             m->compared * bits);
    return 0;
}

int fedx_models_register(struct fedx_models *models, fedx_handle handle, const char *name, int lane, uint64_t *value)
{
    const struct fedx_model *m = find(models, handle);
    const struct reg_info *info = fedx_reg_find(name);

    if (!m)
        return -1;
    if (!info)
        return fail(models,
                    "no register \"%s\": must be a block and a name of the specification's section 14, such as %s.%s",
                    name, fedx_reg_table[0].block, fedx_reg_table[0].name);
    if (lane < 0 || lane >= info->lanes.count)
        return fail(models, "lane %d of register %s: must be 0 to %d", lane, name, info->lanes.count - 1);
    *value = fedx_reg_value(fedx_switch_state(m->sw), info, lane);
    return 0;
}

int fedx_models_hash(struct fedx_models *models, fedx_handle handle, uint64_t *hash)
{
    const struct fedx_model *m = find(models, handle);

    if (!m)
        return -1;
    *hash = fedx_switch_hash(m->sw);
    return 0;
}

void fedx_models_packet(uint64_t head, const uint32_t *body, uint32_t *packet)
{
    const struct fedx_header header = fedx_header_fields(head);
    uint8_t bytes[4 * FEDX_BODY_WORDS], whole[FEDX_PACKET_BYTES];

    for (int i = 0; i < (int)sizeof bytes; i++)
        bytes[i] = (uint8_t)(body[i / 4] >> 8 * (i % 4));
    fedx_header_packet(&header, bytes, whole);
    memset(packet, 0, FEDX_PACKET_WORDS * sizeof *packet);
    for (int i = 0; i < FEDX_PACKET_BYTES; i++)
        packet[i / 4] |= (uint32_t)whole[i] << 8 * (i % 4);
}
