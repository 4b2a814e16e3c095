/* SPDX-License-Identifier: Apache-2.0 */
#include "fedx_models.h"

#include <stdlib.h>

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
    struct model model;            /* the first, so that one is the other */
    struct fedx_settings settings; /* as set, whatever the configuration port has been told since */
};

static void destroy(void *router)
{
    fedx_switch_destroy(router);
}

static void step(void *router, const void *wires, const void *control)
{
    fedx_switch_step(router, wires, control);
}

static void outputs(const void *router, void *wires, void *status)
{
    fedx_switch_pins(router, wires);
    *(struct fedx_status *)status = (struct fedx_status){.cfg_rdata = fedx_switch_cfg_rdata(router)};
}

static const void *state(const void *router)
{
    return fedx_switch_state(router);
}

_Static_assert(sizeof(struct fedx_pins) <= MODELS_WIRES && sizeof(struct fedx_control) <= MODELS_OTHERS,
               "room for pins");

static const struct models_kind kind = {
    .pins = FEDX_PIN_COUNT,
    .registers = FEDX_REG_COUNT,
    .register_name = "a block and a name of the specification's section 14, such as port_receive.header",
    .port_dimension = FEDX_OF_PORT,
    .port_set_dimension = FEDX_OF_PORT_SET,
    .destroy = destroy,
    .step = step,
    .outputs = outputs,
    .state = state};

int fedx_models_open(struct models *models, const char *name, models_handle *handle)
{
    struct fedx_model *m = calloc(1, sizeof *m);

    if (m) {
        m->model = (struct model){
            .kind = &kind, .router = fedx_switch_create(), .pins = fedx_pin_table, .registers = fedx_reg_table};
        m->settings = fedx_settings_default();
    }
    return models_add(models, m ? &m->model : NULL, name, handle);
}

/* As models_find. */
static struct fedx_model *find(struct models *models, models_handle handle)
{
    return (struct fedx_model *)(void *)models_find(models, handle);
}

int fedx_models_set(struct models *models, models_handle handle, const char *setting, int value)
{
    struct fedx_model *m = find(models, handle);
    size_t i = 0;

    if (!m)
        return -1;
    while (i < sizeof settings / sizeof settings[0] && strcmp(settings[i].name, setting) != 0)
        i++;
    if (i == sizeof settings / sizeof settings[0])
        return models_fail(models, "no setting \"%s\": there are" SETTINGS(SETTING_NAME), setting);
    struct fedx_settings changed = m->settings;
    memcpy((char *)&changed + settings[i].offset, &value, sizeof value);
    const char *wrong = fedx_settings_check(&changed);
    if (wrong)
        return models_fail(models, "%s %d of model %s: %s", setting, value, m->model.name, wrong);
    m->settings = changed;
    fedx_switch_configure(m->model.router, &changed);
    return 0;
}

int fedx_models_word(struct models *models, models_handle handle, int index, uint32_t *word)
{
    const struct fedx_model *m = find(models, handle);

    if (!m)
        return -1;
    if (index < 0 || index >= FEDX_SETTINGS_WORDS)
        return models_fail(models, "word %d of the settings: must be 0 to %d", index, FEDX_SETTINGS_WORDS - 1);
    *word = fedx_settings_word(&m->settings, index);
    return 0;
}

int fedx_models_route(struct models *models, models_handle handle, int destination, uint32_t entry)
{
    struct fedx_model *m = find(models, handle);

    if (!m)
        return -1;
    if (destination < 0 || fedx_switch_route(m->model.router, (unsigned)destination, entry) != 0)
        return models_fail(models, "destination %d of model %s: must be 0 to %d", destination, m->model.name,
                           FEDX_TABLE_SIZE - 1);
    return 0;
}

int fedx_models_hash(struct models *models, models_handle handle, uint64_t *hash)
{
    const struct fedx_model *m = find(models, handle);

    if (!m)
        return -1;
    *hash = fedx_switch_hash(m->model.router);
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
