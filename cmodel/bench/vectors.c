/* SPDX-License-Identifier: Apache-2.0
 *
 * Test vectors of one router. See vectors.h.
 */
#include "vectors.h"

#include <stdlib.h>
#include <string.h>

#include "../base/lines.h"
#include "../base/text.h"
#include "../kind/bus.h"
#include "bench.h"

static const char start_mark[] = "//= ";
static const char hexadecimal[] = "0123456789abcdef";

enum { FIRST_ROOM = 8192 };

/* In memory ------------------------------------------------------------------------------------------------------- */

/* @return 0 when there is room for one more, or -1 when out of memory */
static int make_room(struct vectors *v)
{
    const size_t room = v->room ? 2 * v->room : FIRST_ROOM;
    uint8_t *cycle;

    if (v->count < v->room)
        return 0;
    cycle = realloc(v->cycle, room * vectors_cycle_bytes(v->kind));
    if (!cycle)
        return -1;
    v->cycle = cycle;
    v->room = room;
    return 0;
}

int vectors_add(struct vectors *v, const void *in, const void *control)
{
    if (make_room(v) != 0)
        return -1;
    memcpy(vectors_in(v, v->count), in, v->kind->pins_bytes);
    memcpy(vectors_control(v, v->count), control, v->kind->control_bytes);
    v->count++;
    return 0;
}

int vectors_append(struct vectors *v, const struct vectors *others, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (vectors_add(v, vectors_in(others, i), vectors_control(others, i)) != 0)
            return -1;
    return 0;
}

struct initial_state *vectors_start(struct vectors *v)
{
    v->start = initial_state_create(v->kind);
    if (v->start)
        v->start->at = v->count;
    return v->start;
}

int vectors_start_from(struct vectors *v, const struct initial_state *start)
{
    v->start = initial_state_copy(start);
    if (!v->start)
        return -1;
    v->start->at = v->count;
    return 0;
}

void vectors_put(const struct vectors *v, size_t i, const struct node_ops *ops, void *node)
{
    if (v->start && v->start->at == i)
        initial_state_put(v->start, ops, node);
}

void vectors_clear(struct vectors *v)
{
    v->count = 0;
    initial_state_destroy(v->start);
    v->start = NULL;
}

void vectors_finish(struct vectors *v)
{
    vectors_clear(v);
    free(v->cycle);
    *v = (struct vectors){.kind = v->kind};
}

/* The fields of a line -------------------------------------------------------------------------------------------- */

static int digits_of(const struct pin_info *pin)
{
    return bus_digits(lane_bits(&pin->lanes));
}

/* Characters of a line. */
static int line_of(const struct pin_rows *f)
{
    int line = f->count - 1;

    for (int i = 0; i < f->count; i++)
        line += digits_of(f->row[i]);
    return line;
}

/* Which inputs of a cycle have a field. */
static const void *struct_of(const struct pin_info *pin, const void *in, const void *control)
{
    return pin->place == PIN_CONTROL ? control : in;
}

/* Files ----------------------------------------------------------------------------------------------------------- */

static void write_cycle(const struct vectors *v, size_t n, const struct pin_rows *f, FILE *file)
{
    struct bus bus;

    for (int i = 0; i < f->count; i++) {
        bus_get(&bus, &f->row[i]->lanes, struct_of(f->row[i], vectors_in(v, n), vectors_control(v, n)));
        if (i > 0)
            fputc('_', file);
        bus_write(&bus, digits_of(f->row[i]), file);
    }
    fputc('\n', file);
}

void vectors_write(const struct vectors *v, FILE *file)
{
    const struct pin_rows f = kind_inputs(v->kind);

    fputs("//", file);
    for (int i = 0; i < f.count; i++)
        fprintf(file, " %s", f.row[i]->name);
    fputc('\n', file);
    for (size_t n = 0; n < v->count; n++) {
        if (v->start && v->start->at == n)
            initial_state_write(v->start, start_mark, file);
        write_cycle(v, n, &f, file);
    }
}

static int digits_error(const struct pin_info *pin, char *text, size_t size)
{
    return text_fail(text, size, "%s must have %d hexadecimal digits, 0-9 and a-f", pin->name, digits_of(pin));
}

/* @param at  its digits, which are more than it has bits */
static int range_error(const struct pin_info *pin, const char *at, char *text, size_t size)
{
    const unsigned bits = lane_bits(&pin->lanes);
    const int digits = digits_of(pin);
    char most[2 * KIND_MOST_PINS + 1];

    memset(most, 'f', (size_t)digits);
    most[digits] = 0;
    most[0] = hexadecimal[(1u << ((bits - 1) % 4 + 1)) - 1];
    return text_fail(text, size, "%s %.*s must be 0 to %s", pin->name, digits, at, most);
}

/* @return 0, or -1 with the reason in text */
static int parse_field(const struct pin_info *pin, const char *at, struct bus *bus, char *text, size_t size)
{
    const int digits = digits_of(pin);
    const unsigned spare = 4 * (unsigned)digits - lane_bits(&pin->lanes);

    *bus = (struct bus){{0}};
    for (int d = digits; d > 0; d--) {
        const char *digit = at[digits - d] ? strchr(hexadecimal, at[digits - d]) : NULL;
        if (!digit)
            return digits_error(pin, text, size);
        bus_set_digit(bus, d - 1, (unsigned)(digit - hexadecimal));
    }
    return bus_digit(bus, digits - 1) >> (4 - spare) ? range_error(pin, at, text, size) : 0;
}

/* @return 0, or -1 with the reason in text */
static int parse_line(const struct pin_rows *f, const char *line, void *in, void *control, char *text, size_t size)
{
    const char *at = line;
    struct bus bus;

    for (int i = 0; i < f->count; i++) {
        const struct pin_info *pin = f->row[i];
        if (parse_field(pin, at, &bus, text, size) != 0)
            return -1;
        at += digits_of(pin);
        if (i + 1 < f->count && *at++ != '_')
            return text_fail(text, size, "an underscore must follow the %d digits of %s", digits_of(pin), pin->name);
        bus_put(&bus, &pin->lanes, (void *)(uintptr_t)struct_of(pin, in, control));
    }
    if (*at == 0)
        return 0;
    return text_fail(text, size, "more than the %d characters of a cycle", line_of(f));
}

static int read_start(struct vectors *v, const char *line, char *text, size_t size)
{
    if (!v->kind->parts->bench || !v->kind->parts->lockstep)
        return text_fail(text, size, "a router of kind %s cannot be put in a state", v->kind->name);
    if (!v->start && !vectors_start(v))
        return text_fail(text, size, "out of memory");
    if (v->start->at == v->count)
        return initial_state_read_line(v->start, line, text, size);
    return text_fail(text, size, "a state was set before an earlier cycle");
}

/* A file that is read. */
struct reader {
    struct vectors *vectors;
    struct pin_rows fields;
};

static int read_line(void *context, char *line, char *text, size_t size)
{
    struct reader *r = context;
    struct any_pins in = {{0}};
    struct any_control control = {{0}};

    line[strcspn(line, "\n")] = 0;
    if (strncmp(line, start_mark, strlen(start_mark)) == 0)
        return read_start(r->vectors, line + strlen(start_mark), text, size);
    if (strncmp(line, "//", 2) == 0)
        return 0;
    if (parse_line(&r->fields, line, &in, &control, text, size) != 0)
        return -1;
    if (vectors_add(r->vectors, &in, &control) == 0)
        return 0;
    return text_fail(text, size, "out of memory");
}

/* What the lines cannot say one by one. */
static int check_whole(const struct vectors *v, const char *path, char *error, size_t size)
{
    char reason[160];

    if (v->count == 0)
        return text_fail(error, size, "%s: no cycle in it", path);
    if (!v->start)
        return 0;
    if (v->start->at == 0 || v->start->at == v->count)
        snprintf(error, size, "%s: a state is set %s", path,
                 v->start->at ? "after the last cycle" : "before the reset");
    else if (initial_state_check(v->start, reason, sizeof reason) != 0)
        snprintf(error, size, "%s: %s", path, reason);
    else
        return 0;
    return -1;
}

int vectors_read(struct vectors *v, const char *path, char *error, size_t size)
{
    struct reader r = {.vectors = v, .fields = kind_inputs(v->kind)};
    int status;

    vectors_clear(v);
    status = lines_read(path, read_line, &r, error, size);
    if (status == 0)
        status = check_whole(v, path, error, size);
    if (status != 0)
        vectors_clear(v);
    return status;
}
