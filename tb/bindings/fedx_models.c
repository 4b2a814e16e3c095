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

/* Places in the tables of buses. */
enum { RST, SIDE, RX_DATA, RX_VALID, RX_TURN, RX_REQ, RX_REFUSE, RX_ACC, CFG_WE, CFG_ADDR, CFG_WDATA };
enum { TX_DATA, TX_VALID, TX_TURN, TX_REQ, TX_REFUSE, TX_ACC, CFG_RDATA };

const struct fedx_bus fedx_input_buses[FEDX_INPUT_BUSES] = {
    [RST] = {"rst", 1, 1},
    [SIDE] = {"side", FEDX_LINKS, 1},
    [RX_DATA] = {"rx_data", 8 * FEDX_PORTS, 8},
    [RX_VALID] = {"rx_valid", FEDX_PORTS, 1},
    [RX_TURN] = {"rx_turn", FEDX_PORTS, 1},
    [RX_REQ] = {"rx_req", FEDX_PORTS, 1},
    [RX_REFUSE] = {"rx_refuse", FEDX_PORTS, 1},
    [RX_ACC] = {"rx_acc", FEDX_PORTS, 1},
    [CFG_WE] = {"cfg_we", 1, 1},
    [CFG_ADDR] = {"cfg_addr", 16, 16},
    [CFG_WDATA] = {"cfg_wdata", 32, 32},
};

const struct fedx_bus fedx_output_buses[FEDX_OUTPUT_BUSES] = {
    [TX_DATA] = {"tx_data", 8 * FEDX_PORTS, 8}, [TX_VALID] = {"tx_valid", FEDX_PORTS, 1},
    [TX_TURN] = {"tx_turn", FEDX_PORTS, 1},     [TX_REQ] = {"tx_req", FEDX_PORTS, 1},
    [TX_REFUSE] = {"tx_refuse", FEDX_PORTS, 1}, [TX_ACC] = {"tx_acc", FEDX_PORTS, 1},
    [CFG_RDATA] = {"cfg_rdata", 32, 32},
};

/* The settings by their names; all are words of the same size. */
#define SETTINGS(X)                                                                                                  \
    X(backpressure) X(class_rule) X(random_select) X(latency) X(buffers) X(limit_dest) X(limit_trans)                \
        X(limit_total) X(eject_priority) X(throttle_timeout) X(random_seed)
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

static uint64_t bus_value(const struct fedx_bits *buses, int number)
{
    return buses[number].value & ones(fedx_input_buses[number].width);
}

static struct fedx_pins pins_of(const struct fedx_bits *in)
{
    struct fedx_pins pins = {
        .valid = (uint8_t)bus_value(in, RX_VALID),
        .turn = (uint8_t)bus_value(in, RX_TURN),
        .req = (uint8_t)bus_value(in, RX_REQ),
        .refuse = (uint8_t)bus_value(in, RX_REFUSE),
        .acc = (uint8_t)bus_value(in, RX_ACC),
    };

    for (int p = 0; p < FEDX_PORTS; p++)
        pins.data[p] = (uint8_t)(in[RX_DATA].value >> 8 * p);
    return pins;
}

/* Under reset nothing is kept of what arrives, and before the first edge nothing of it is known. */
static int may_be_unknown(const struct fedx_bits *in, int bus)
{
    return bus >= RX_DATA && bus <= RX_ACC && (in[RST].value & 1);
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

    const struct fedx_pins pins = pins_of(in);
    const struct fedx_control control = {
        .rst = (uint8_t)bus_value(in, RST),
        .side = (uint8_t)bus_value(in, SIDE),
        .cfg_we = (uint8_t)bus_value(in, CFG_WE),
        .cfg_addr = (uint16_t)bus_value(in, CFG_ADDR),
        .cfg_wdata = (uint32_t)bus_value(in, CFG_WDATA),
    };
    fedx_switch_step(m->sw, &pins, &control);
    m->cycles++;
    return 0;
}

static void outputs_of(const struct fedx_model *m, uint64_t *out)
{
    struct fedx_pins pins;

    fedx_switch_pins(m->sw, &pins);
    out[TX_DATA] = 0;
    for (int p = 0; p < FEDX_PORTS; p++)
        out[TX_DATA] |= (uint64_t)pins.data[p] << 8 * p;
    out[TX_VALID] = pins.valid;
    out[TX_TURN] = pins.turn;
    out[TX_REQ] = pins.req;
    out[TX_REFUSE] = pins.refuse;
    out[TX_ACC] = pins.acc;
    out[CFG_RDATA] = fedx_switch_cfg_rdata(m->sw);
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
    return fail(models, "cycle %" PRIu64 " of %s: %s%s: model %s, RTL %s", m->cycles, m->name, bus->name, port, expected,
                found);
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
    snprintf(models->text, sizeof models->text, "%s: %" PRIu64 " cycles, %" PRIu64 " output pin bits compared: 0 differences",
             m->name, m->compared, m->compared * bits);
    return 0;
}

static const struct fedx_reg_info *find_register(const char *name)
{
    for (int i = 0; i < fedx_reg_count; i++) {
        const struct fedx_reg_info *info = &fedx_reg_table[i];
        size_t block = strlen(info->block);
        if (strncmp(name, info->block, block) == 0 && name[block] == '.' && strcmp(name + block + 1, info->name) == 0)
            return info;
    }
    return NULL;
}

int fedx_models_register(struct fedx_models *models, fedx_handle handle, const char *name, int lane, uint64_t *value)
{
    const struct fedx_model *m = find(models, handle);
    const struct fedx_reg_info *info = find_register(name);

    if (!m)
        return -1;
    if (!info)
        return fail(models, "no register \"%s\": must be a block and a name of the specification's section 14, such as %s.%s",
                    name, fedx_reg_table[0].block, fedx_reg_table[0].name);
    if (lane < 0 || lane >= info->lanes)
        return fail(models, "lane %d of register %s: must be 0 to %d", lane, name, info->lanes - 1);
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
