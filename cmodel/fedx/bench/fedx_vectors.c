/* SPDX-License-Identifier: Apache-2.0
 *
 * Test vectors of one switch. See fedx_vectors.h.
 */
#include "fedx_vectors.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/lines.h"

static const char start_mark[] = "//= ";

/* The fields of a line, in its order. */
#define FIELD(name, bits) {FEDX_PIN_##name, ((bits) + 3) / 4, UINT64_MAX >> (64 - (bits))},
#define CONTROL(dimension, name, type, width, idle, shows, meaning) FIELD(name, FEDX_LANES_##dimension * (width))
#define WIRE(dimension, name, type, width, idle, shows, meaning) FIELD(rx_##name, FEDX_LANES_##dimension * (width))
static const struct {
    int pin;
    int digits;
    uint64_t most;
} fields[] = {FEDX_CONTROL_PINS(CONTROL) FEDX_LEVEL_WIRES(WIRE) FEDX_DRIVE_WIRES(WIRE) FEDX_DATA_WIRES(WIRE)};

#define DIGITS(dimension, name, type, width, idle, shows, meaning) +(FEDX_LANES_##dimension * (width) + 3) / 4
enum {
    FIELDS = sizeof fields / sizeof *fields,
    LINE = FEDX_CONTROL_PINS(DIGITS) FEDX_CABLE_WIRES(DIGITS) + FIELDS - 1,
    FIRST_ROOM = 8192
};

static const struct fedx_pin_info *pin_of(int field)
{
    return &fedx_pin_table[fields[field].pin];
}

/* The struct of a cycle that has a field. */
static void *struct_of(const struct fedx_vector *cycle, int field)
{
    const void *of = pin_of(field)->place == FEDX_PIN_CONTROL ? (const void *)&cycle->control : &cycle->in;

    return (void *)(uintptr_t)of;
}

int fedx_vectors_add(struct fedx_vectors *v, const struct fedx_pins *in, const struct fedx_control *control)
{
    if (v->count == v->room) {
        size_t room = v->room ? 2 * v->room : FIRST_ROOM;
        struct fedx_vector *cycle = realloc(v->cycle, room * sizeof *cycle);
        if (!cycle)
            return -1;
        v->cycle = cycle;
        v->room = room;
    }
    v->cycle[v->count++] = (struct fedx_vector){*in, *control};
    return 0;
}

struct fedx_start *fedx_vectors_start(struct fedx_vectors *v)
{
    v->start = calloc(1, sizeof *v->start);
    if (v->start)
        v->start->at = v->count;
    return v->start;
}

void fedx_vectors_put(const struct fedx_vectors *v, size_t i, const struct node_ops *ops, void *node)
{
    if (v->start && v->start->at == i)
        fedx_start_put(v->start, ops, node);
}

void fedx_vectors_clear(struct fedx_vectors *v)
{
    v->count = 0;
    free(v->start);
    v->start = NULL;
}

void fedx_vectors_finish(struct fedx_vectors *v)
{
    fedx_vectors_clear(v);
    free(v->cycle);
    memset(v, 0, sizeof *v);
}

static void get_fields(const struct fedx_vector *cycle, uint64_t *field)
{
    for (int i = 0; i < FIELDS; i++)
        field[i] = fedx_lanes_bus(&pin_of(i)->lanes, struct_of(cycle, i));
}

static void put_fields(struct fedx_vector *cycle, const uint64_t *field)
{
    memset(cycle, 0, sizeof *cycle);
    for (int i = 0; i < FIELDS; i++)
        fedx_lanes_set_bus(&pin_of(i)->lanes, struct_of(cycle, i), field[i]);
}

void fedx_vectors_write(const struct fedx_vectors *v, FILE *file)
{
    uint64_t field[FIELDS];

    fputs("//", file);
    for (int i = 0; i < FIELDS; i++)
        fprintf(file, " %s", pin_of(i)->name);
    fputc('\n', file);
    for (size_t n = 0; n < v->count; n++) {
        if (v->start && v->start->at == n)
            fedx_start_write(v->start, start_mark, file);
        get_fields(&v->cycle[n], field);
        for (int i = 0; i < FIELDS; i++)
            fprintf(file, "%s%0*" PRIx64, i ? "_" : "", fields[i].digits, field[i]);
        fputc('\n', file);
    }
}

/* @return 0, or -1 with the reason in text */
static int parse_line(const char *line, uint64_t *field, char *text, size_t size)
{
    const char *at = line;

    for (int i = 0; i < FIELDS; i++) {
        field[i] = 0;
        for (int d = 0; d < fields[i].digits; d++, at++) {
            const char *digit = *at ? strchr("0123456789abcdef", *at) : NULL;
            if (!digit) {
                snprintf(text, size, "%s must have %d hexadecimal digits, 0-9 and a-f", pin_of(i)->name,
                         fields[i].digits);
                return -1;
            }
            field[i] = field[i] << 4 | (uint64_t)(digit - "0123456789abcdef");
        }
        if (field[i] > fields[i].most) {
            snprintf(text, size, "%s %" PRIx64 " must be 0 to %" PRIx64, pin_of(i)->name, field[i], fields[i].most);
            return -1;
        }
        if (i + 1 < FIELDS && *at++ != '_') {
            snprintf(text, size, "an underscore must follow the %d digits of %s", fields[i].digits, pin_of(i)->name);
            return -1;
        }
    }
    if (*at == 0)
        return 0;
    snprintf(text, size, "more than the %d characters of a cycle", LINE);
    return -1;
}

static int read_start(struct fedx_vectors *v, const char *line, char *text, size_t size)
{
    if (!v->start && (!fedx_vectors_start(v) || fedx_start_idle(&v->start->regs) != 0)) {
        snprintf(text, size, "out of memory");
        return -1;
    }
    if (v->start->at == v->count)
        return fedx_start_read_line(v->start, line, text, size);
    snprintf(text, size, "a state was set before an earlier cycle");
    return -1;
}

static int read_line(void *vectors, char *line, char *text, size_t size)
{
    struct fedx_vectors *v = vectors;
    struct fedx_vector cycle;
    uint64_t field[FIELDS];

    line[strcspn(line, "\n")] = 0;
    if (strncmp(line, start_mark, strlen(start_mark)) == 0)
        return read_start(v, line + strlen(start_mark), text, size);
    if (strncmp(line, "//", 2) == 0)
        return 0;
    if (parse_line(line, field, text, size) != 0)
        return -1;
    put_fields(&cycle, field);
    if (fedx_vectors_add(v, &cycle.in, &cycle.control) == 0)
        return 0;
    snprintf(text, size, "out of memory");
    return -1;
}

/* What the lines cannot say one by one. */
static int check_whole(const struct fedx_vectors *v, const char *path, char *error, size_t size)
{
    char reason[160];

    if (v->count == 0) {
        snprintf(error, size, "%s: no cycle in it", path);
        return -1;
    }
    if (!v->start)
        return 0;
    if (v->start->at == 0 || v->start->at == v->count)
        snprintf(error, size, "%s: a state is set %s", path, v->start->at ? "after the last cycle" : "before the reset");
    else if (fedx_start_check(v->start, reason, sizeof reason) != 0)
        snprintf(error, size, "%s: %s", path, reason);
    else
        return 0;
    return -1;
}

int fedx_vectors_read(struct fedx_vectors *v, const char *path, char *error, size_t size)
{
    int status;

    fedx_vectors_clear(v);
    status = lines_read(path, read_line, v, error, size);
    if (status == 0)
        status = check_whole(v, path, error, size);
    if (status != 0)
        fedx_vectors_clear(v);
    return status;
}
