/* SPDX-License-Identifier: Apache-2.0
 *
 * States to start from. See initial_state.h.
 */
#include "initial_state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"
#include "../base/value.h"
#include "../compare/lockstep.h"
#include "bench.h"

static size_t store_bytes(const struct initial_state *s)
{
    return (size_t)s->kind->parts->lockstep->store_bytes;
}

enum { RESET_CYCLES = 2 };

static size_t bytes_of(const struct router_kind *kind)
{
    return sizeof(struct initial_state) +
           (size_t)kind->parts->lockstep->stores * (size_t)kind->parts->lockstep->store_bytes;
}

struct initial_state *initial_state_create(const struct router_kind *kind)
{
    struct initial_state *s = calloc(1, bytes_of(kind));

    if (!s)
        return NULL;
    s->kind = kind;
    if (kind->parts->bench->idle(kind, &s->registers) == 0)
        return s;
    free(s);
    return NULL;
}

struct initial_state *initial_state_copy(const struct initial_state *s)
{
    struct initial_state *copy = malloc(bytes_of(s->kind));

    return copy ? memcpy(copy, s, bytes_of(s->kind)) : NULL;
}

void initial_state_destroy(struct initial_state *s)
{
    free(s);
}

uint8_t *initial_state_store(const struct initial_state *s, int buffer)
{
    return (uint8_t *)(uintptr_t)s->stores + (size_t)buffer * store_bytes(s);
}

void initial_state_take(struct initial_state *s, const void *model)
{
    s->kind->model->state(model, &s->registers);
    for (int b = 0; b < s->kind->parts->lockstep->stores; b++)
        s->kind->model->store(model, b, initial_state_store(s, b));
}

void initial_state_put(const struct initial_state *s, const struct node_ops *ops, void *node)
{
    for (int b = 0; b < s->kind->parts->lockstep->stores; b++)
        ops->inject_store(node, b, initial_state_store(s, b));
    ops->inject(node, &s->registers);
}

void initial_state_copy_lane(void *to, const void *from, const struct reg_info *info, int lane)
{
    lane_set(&info->lanes, to, lane, lane_get(&info->lanes, from, lane));
}

/* Text ------------------------------------------------------------------------------------------------------------ */

static int write_registers(const struct initial_state *s, const struct any_registers *idle, const char *prefix,
                           FILE *file)
{
    int lines = 0;

    for (int i = 0; i < s->kind->register_count; i++) {
        const struct reg_info *info = &s->kind->registers[i];
        for (int k = 0; k < info->lanes.count; k++) {
            uint64_t value = lane_value(&info->lanes, &s->registers, k);
            if (value == lane_value(&info->lanes, idle, k))
                continue;
            fprintf(file, info->lanes.count > 1 ? "%s%s.%s[%d]" : "%s%s.%s", prefix, info->block, info->name, k);
            fprintf(file, " %" PRIx64 "\n", value);
            lines++;
        }
    }
    return lines;
}

static int write_store(const struct initial_state *s, int buffer, const char *prefix, FILE *file)
{
    const uint8_t *store = initial_state_store(s, buffer);
    int written = 0;

    for (size_t i = 0; i < store_bytes(s); i++)
        written |= store[i] != 0;
    if (!written)
        return 0;
    fprintf(file, "%sstore[%d] ", prefix, buffer);
    for (size_t i = 0; i < store_bytes(s); i++)
        fprintf(file, "%02x", store[i]);
    fputc('\n', file);
    return 1;
}

int initial_state_write(const struct initial_state *s, const char *prefix, FILE *file)
{
    struct any_registers idle;
    int lines;

    if (s->kind->parts->bench->idle(s->kind, &idle) != 0)
        return -1;
    lines = write_registers(s, &idle, prefix, file);
    for (int b = 0; b < s->kind->parts->lockstep->stores; b++)
        lines += write_store(s, b, prefix, file);
    return lines;
}

static int read_store(struct initial_state *s, int buffer, const char *digits)
{
    const char *at = digits;

    for (size_t i = 0; i < store_bytes(s); i++) {
        uint64_t byte;
        if (value_hex(&at, 2, &byte) != 0 || at != digits + 2 * (i + 1))
            return -1;
        initial_state_store(s, buffer)[i] = (uint8_t)byte;
    }
    return *at == 0 ? 0 : -1;
}

/* A number below count in brackets. @param[in,out] at  behind them afterwards */
static int read_lane(const char **at, unsigned count, uint64_t *lane)
{
    return *(*at)++ == '[' && value_digits(at, count - 1, lane) == 0 && *(*at)++ == ']' ? 0 : -1;
}

static int read_register(struct initial_state *s, const char *line)
{
    const struct reg_info *info;
    char name[64];
    uint64_t value, lane = 0;
    int at = 0;

    if (sscanf(line, "%63[a-z_.]%n", name, &at) != 1 || !(info = kind_register_find(s->kind, name)))
        return -1;
    line += at;
    if (info->lanes.count > 1 && read_lane(&line, info->lanes.count, &lane) != 0)
        return -1;
    if (*line++ != ' ' || value_hex(&line, 16, &value) != 0 || *line)
        return -1;
    lane_set_value(&info->lanes, &s->registers, (int)lane, value);
    return lane_value(&info->lanes, &s->registers, (int)lane) == value ? 0 : -1;
}

int initial_state_read_line(struct initial_state *s, const char *line, char *text, size_t size)
{
    static const char word[] = "store";
    const int stores = s->kind->parts->lockstep->stores;
    uint64_t buffer;

    if (strncmp(line, word, strlen(word)) == 0) {
        line += strlen(word);
        if (read_lane(&line, (unsigned)stores, &buffer) == 0 && *line == ' ' &&
            read_store(s, (int)buffer, line + 1) == 0)
            return 0;
    } else if (read_register(s, line) == 0) {
        return 0;
    }
    return text_fail(text, size, "must be a named register, or store[0] to store[%d], and its value", stores - 1);
}

int initial_state_check(const struct initial_state *s, char *text, size_t size)
{
    const struct lockstep_kind *lockstep = s->kind->parts->lockstep;
    uint32_t broken;

    if (s->kind->parts->bench->possible)
        return s->kind->parts->bench->possible(&s->registers, text, size);
    if ((broken = lockstep->broken(s->kind, &s->registers)))
        snprintf(text, size, "no router can be in the state that is set: %s",
                 (lockstep->clause_words ? lockstep->clause_words : lockstep->clauses)[__builtin_ctz(broken)]);
    return broken ? -1 : 0;
}

int initial_state_settle(const struct router_kind *kind, const void *none, int cycles, void *registers)
{
    static const struct any_pins silent;
    struct any_control control = {0};
    void *model = kind->model->create(NULL, 0);

    if (none)
        memcpy(&control, none, kind->control_bytes);
    for (int i = 0; model && i < cycles; i++) {
        lane_set(&kind_pin_find(kind, "rst")->lanes, &control, 0, i < RESET_CYCLES);
        kind->model->step(model, &silent, &control);
    }
    if (model)
        kind->model->state(model, registers);
    kind->model->destroy(model);
    return model ? 0 : -1;
}
