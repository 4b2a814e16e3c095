/* SPDX-License-Identifier: Apache-2.0 */
#include "models.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { FIRST_ROOM = 16 };

static void model_free(struct model *m)
{
    if (m)
        m->kind->destroy(m->router);
    free(m);
}

void models_finish(struct models *models)
{
    for (size_t i = 0; i < models->count; i++)
        model_free(models->model[i]);
    free(models->model);
    memset(models, 0, sizeof *models);
}

int models_fail(struct models *models, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vsnprintf(models->text, sizeof models->text, format, list);
    va_end(list);
    return -1;
}

struct model *models_find(struct models *models, models_handle handle)
{
    if (handle == MODELS_NO_HANDLE || handle > models->count)
        models_fail(models, "%" PRIu32 " is no handle of a model: use what its creation gave", handle);
    else if (!models->model[handle - 1])
        models_fail(models, "the model of handle %" PRIu32 " has been destroyed", handle);
    else
        return models->model[handle - 1];
    return NULL;
}

/* Handles are places that are never given to another model, so that a stale one is always found out. */
static int make_room(struct models *models)
{
    if (models->count < models->room)
        return 0;
    size_t room = models->room ? 2 * models->room : FIRST_ROOM;
    struct model **model = realloc(models->model, room * sizeof(struct model *));
    if (!model)
        return -1;
    models->model = model;
    models->room = room;
    return 0;
}

int models_add(struct models *models, struct model *m, const char *name, models_handle *handle)
{
    if (!m || !m->router || make_room(models) != 0) {
        model_free(m);
        return models_fail(models, "out of memory");
    }
    snprintf(m->name, sizeof m->name, "%s", name);
    models->model[models->count++] = m;
    *handle = (models_handle)models->count;
    return 0;
}

int models_close(struct models *models, models_handle handle)
{
    struct model *m = models_find(models, handle);

    if (!m)
        return -1;
    model_free(m);
    models->model[handle - 1] = NULL;
    return 0;
}

/* Vectors --------------------------------------------------------------------------------------------------------- */

uint64_t models_get_bits(const struct models_word *vector, unsigned from, unsigned bits, uint64_t *unknown)
{
    uint64_t value = 0;

    *unknown = 0;
    for (unsigned i = 0; i < bits; i++) {
        const struct models_word *word = &vector[(from + i) / MODELS_WORD_BITS];
        value |= (uint64_t)(word->value >> (from + i) % MODELS_WORD_BITS & 1u) << i;
        *unknown |= (uint64_t)(word->unknown >> (from + i) % MODELS_WORD_BITS & 1u) << i;
    }
    return value;
}

void models_put_bits(struct models_word *vector, unsigned from, unsigned bits, uint64_t value, uint64_t unknown)
{
    for (unsigned i = 0; i < bits; i++) {
        struct models_word *word = &vector[(from + i) / MODELS_WORD_BITS];
        word->value |= (uint32_t)(value >> i & 1u) << (from + i) % MODELS_WORD_BITS;
        word->unknown |= (uint32_t)(unknown >> i & 1u) << (from + i) % MODELS_WORD_BITS;
    }
}

/* Bits of all inputs, or of all outputs. */
static unsigned all_bits(const struct model *m, int outputs)
{
    unsigned bits = 0;

    for (int i = 0; i < m->kind->pins; i++)
        bits += pin_is_output(&m->pins[i]) == outputs ? lane_bits(&m->pins[i].lanes) : 0;
    return bits;
}

/* The wires and the other pins in one direction, of any kind. */
struct sides {
    _Alignas(max_align_t) uint8_t wires[MODELS_WIRES];
    _Alignas(max_align_t) uint8_t others[MODELS_OTHERS];
};

static void *side_of(struct sides *s, const struct pin_info *pin)
{
    return pin->place == PIN_RX || pin->place == PIN_TX ? s->wires : s->others;
}

int models_step(struct models *models, models_handle handle, const struct models_word *inputs)
{
    struct model *m = models_find(models, handle);
    unsigned at = m ? all_bits(m, 0) : 0;
    struct sides in = {{0}, {0}};
    uint64_t rst = 0, unknown;

    if (!m)
        return -1;
    for (const struct pin_info *pin = m->pins; pin < m->pins + m->kind->pins; pin++) {
        const struct lanes *lanes = &pin->lanes;
        if (pin_is_output(pin))
            continue;
        at -= lane_bits(lanes);
        for (int lane = 0; lane < lanes->each; lane++) {
            uint64_t value = models_get_bits(inputs, at + (unsigned)lane * lanes->width, lanes->width, &unknown);
            lane_set(lanes, side_of(&in, pin), lane, value);
            rst = pin == m->pins ? value : rst;
            /* Under reset nothing is kept of what arrives, and before the first edge nothing of it is known. */
            if (unknown && !(rst && pin->place == PIN_RX))
                return models_fail(models, "input %s of model %s has unknown bits (x or z) in cycle %" PRIu64,
                                   pin->name, m->name, m->cycles + 1);
        }
    }
    m->kind->step(m->router, in.wires, in.others);
    m->cycles++;
    return 0;
}

int models_outputs(struct models *models, models_handle handle, uint32_t *outputs, int words)
{
    const struct model *m = models_find(models, handle);
    unsigned at = m ? all_bits(m, 1) : 0;
    struct sides out;

    if (!m)
        return -1;
    m->kind->outputs(m->router, out.wires, out.others);
    memset(outputs, 0, (size_t)words * sizeof *outputs);
    for (const struct pin_info *pin = m->pins; pin < m->pins + m->kind->pins; pin++) {
        if (!pin_is_output(pin))
            continue;
        at -= lane_bits(&pin->lanes);
        for (unsigned i = 0; i < lane_bits(&pin->lanes); i++) {
            uint64_t lane = lane_get(&pin->lanes, side_of(&out, pin), (int)(i / pin->lanes.width));
            outputs[(at + i) / MODELS_WORD_BITS] |= (uint32_t)(lane >> i % pin->lanes.width & 1u)
                                                    << (at + i) % MODELS_WORD_BITS;
        }
    }
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

/* What one lane of an output shows. */
struct shown {
    uint64_t model, rtl, unknown;
};

static int differ(struct models *models, const struct model *m, const struct pin_info *pin, int lane,
                  struct shown shown)
{
    const struct lanes *lanes = &pin->lanes;
    int of_port = lanes->each == pin->ports || lanes->dimension == m->kind->port_dimension ||
                  lanes->dimension == m->kind->port_set_dimension;
    char expected[24], found[24], place[24] = "";

    print_lane(expected, lanes->width, shown.model, 0);
    print_lane(found, lanes->width, shown.rtl, shown.unknown);
    if (lanes->each > 1)
        snprintf(place, sizeof place, of_port ? " of port %d" : ", value %d", lane);
    return models_fail(models, "cycle %" PRIu64 " of %s: %s%s: model %s, RTL %s", m->cycles, m->name, pin->name, place,
                       expected, found);
}

int models_check(struct models *models, models_handle handle, const struct models_word *outputs)
{
    struct model *m = models_find(models, handle);
    unsigned at = m ? all_bits(m, 1) : 0;
    struct sides out;

    if (!m)
        return -1;
    m->kind->outputs(m->router, out.wires, out.others);
    for (const struct pin_info *pin = m->pins; pin < m->pins + m->kind->pins; pin++) {
        if (!pin_is_output(pin))
            continue;
        at -= lane_bits(&pin->lanes);
        for (int lane = 0; lane < pin->lanes.each; lane++) {
            struct shown shown = {.model = lane_get(&pin->lanes, side_of(&out, pin), lane)};
            shown.rtl =
                models_get_bits(outputs, at + (unsigned)lane * pin->lanes.width, pin->lanes.width, &shown.unknown);
            if (shown.rtl != shown.model || shown.unknown)
                return differ(models, m, pin, lane, shown);
        }
    }
    m->compared++;
    return 0;
}

int models_compared(struct models *models, models_handle handle)
{
    const struct model *m = models_find(models, handle);

    if (!m)
        return -1;
    if (m->compared == 0)
        return models_fail(models, "no cycle of %s was compared", m->name);
    snprintf(models->text, sizeof models->text,
             "%s: %" PRIu64 " cycles, %" PRIu64 " output pin bits compared: 0 differences", m->name, m->compared,
             m->compared * all_bits(m, 1));
    return 0;
}

int models_register(struct models *models, models_handle handle, const char *name, int lane, uint64_t *value)
{
    const struct model *m = models_find(models, handle);
    const struct reg_info *row = m ? reg_rows_find(m->registers, m->kind->registers, name) : NULL;

    if (!m)
        return -1;
    if (!row)
        return models_fail(models, "no register \"%s\": must be %s", name, m->kind->register_name);
    if (lane < 0 || lane >= row->lanes.count)
        return models_fail(models, "lane %d of register %s: must be 0 to %d", lane, name, row->lanes.count - 1);
    *value = lane_value(&row->lanes, m->kind->state(m->router), lane);
    return 0;
}
