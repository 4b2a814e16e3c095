/* SPDX-License-Identifier: Apache-2.0
 *
 * What Verilator says about the wrapper, in terms of the user's module.
 */
#include "dut_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Lines of a tool that are quoted. */
enum { QUOTED = 8 };

static const char *line_end(const char *at)
{
    return at + strcspn(at, "\n");
}

static struct dut_line about(const struct dut_log *log, const struct verilator_message *m)
{
    return m->line >= 1 && m->line <= log->lines->count ? log->lines->lines[m->line - 1] : (struct dut_line){0};
}

/* Sentences ------------------------------------------------------------------------------------------------------- */

/* A text that is cut off at its end. */
struct text {
    char *at;
    size_t left;
    int lines;
};

static void add(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Add a line; all but the first are set in. */
static void add(struct text *t, const char *format, ...)
{
    va_list values;
    int length;

    if (t->lines++ && t->left > sizeof "\n  ") {
        memcpy(t->at, "\n  ", 3);
        t->at += 3;
        t->left -= 3;
    }
    va_start(values, format);
    length = vsnprintf(t->at, t->left, format, values);
    va_end(values);
    length = length < 0 ? 0 : (size_t)length < t->left ? length : (int)t->left - 1;
    t->at += length;
    t->left -= (size_t)length;
}

static const char *width_text(char text[16], int width)
{
    snprintf(text, 16, width < 0 ? "of other" : "%d", width);
    return text;
}

static void append_missing(struct text *t, const char *top, const struct dut_pin *pin)
{
    add(t, "module %s has no pin %s, must have it as %s of %d bits", top, pin->name, pin->output ? "output" : "input",
        pin->width);
}

static void append_width(struct text *t, const char *top, const struct dut_pin *pin, int width)
{
    char wide[16];

    add(t, "pin %s of module %s is %s bits wide, must be %d", pin->name, top, width_text(wide, width), pin->width);
}

/* @param is  "input", "output" or "inout" */
static void append_direction(struct text *t, const char *top, const struct dut_pin *pin, const char *is)
{
    add(t, "pin %s of module %s is an %s, must be an %s", pin->name, top, is, pin->output ? "output" : "input");
}

static void explain_pin(const struct dut_log *log, const struct verilator_message *m, int index, struct text *t)
{
    const struct dut_pin at = dut_pin_of(log->dut->kind, index), *pin = &at;

    if (verilator_message_is_width(m))
        append_width(t, log->dut->top, pin, verilator_message_number(m, " expects "));
    else if (m->error && strcmp(m->code, "ASSIGNIN") == 0)
        append_direction(t, log->dut->top, pin, "output");
    else if (m->error)
        append_missing(t, log->dut->top, pin);
}

static void explain_signal(const struct dut_log *log, const struct verilator_message *m, struct dut_line l,
                           struct text *t)
{
    const struct reg_info *info = &log->dut->kind->registers[l.index];
    const struct dut_register *r = &log->map->rows[l.index];
    char wide[16];

    if (verilator_message_is_width(m))
        add(t, "%s:%d: %s.%s: %s is %s bits wide, must be %d", log->map->path, r->line, info->block, info->name,
            r->signals[l.lane], width_text(wide, verilator_message_number(m, " generates ")),
            r->count == 1 ? (int)lane_bits(&info->lanes) : info->lanes.width);
    else if (m->error || strcmp(m->code, "SELRANGE") == 0)
        add(t, "%s:%d: %s.%s: cannot read %s in module %s: %.*s", log->map->path, r->line, info->block, info->name,
            r->signals[l.lane], log->dut->top, m->length, m->words);
}

static void explain_store(const struct dut_log *log, const struct verilator_message *m, struct dut_line l,
                          struct text *t)
{
    const struct dut_store_field *field = &log->dut->kind->parts->dut->stores.field[l.index];
    const struct dut_register *r = &log->map->stores[l.index];
    char wide[16];

    if (verilator_message_is_width(m))
        add(t, "%s:%d: %s: %s is %s bits wide, must be %d", log->map->path, r->line, field->key, r->signals[l.lane],
            width_text(wide, verilator_message_number(m, " generates ")), field->width);
    else if (m->error)
        add(t, "%s:%d: %s: cannot %s %s in module %s: %.*s", log->map->path, r->line, field->key,
            log->dut->inject ? "set" : "read", r->signals[l.lane], log->dut->top, m->length, m->words);
}

static void explain(const struct dut_log *log, const struct verilator_message *m, struct text *t)
{
    const struct dut_line l = about(log, m);

    switch (l.subject) {
    case DUT_DECLARED:
        if (strcmp(m->code, "UNDRIVEN") == 0) {
            const struct dut_pin pin = dut_pin_of(log->dut->kind, l.index);
            append_direction(t, log->dut->top, &pin, "input");
        }
        break;
    case DUT_INSTANCE:
        if (m->error)
            add(t, "no module %s in the sources: %.*s", log->dut->top, m->length, m->words);
        break;
    case DUT_PARAMETER:
        if (m->error)
            add(t, "parameter %s of module %s: %.*s", log->dut->parameters.text[l.index], log->dut->top, m->length,
                m->words);
        break;
    case DUT_CONNECTED: explain_pin(log, m, l.index, t); break;
    case DUT_SIGNAL: explain_signal(log, m, l, t); break;
    case DUT_STORE: explain_store(log, m, l, t); break;
    case DUT_SET:
    case DUT_OTHER: break;
    }
}

int dut_fix(const struct dut_log *log, struct dut_map *map)
{
    struct verilator_message m;
    int fixed = 0;

    for (const char *at = log->text; verilator_next_message(&at, log->wrapper, &m);) {
        const struct dut_line l = about(log, &m);
        if (m.error && l.subject == DUT_SET && !map->rows[l.index].fixed)
            fixed += map->rows[l.index].fixed = 1;
    }
    return fixed;
}

int dut_explain(const struct dut_log *log, char *error, size_t size)
{
    struct text t = {.at = error, .left = size};
    struct verilator_message m;
    struct dut_line last = {0};

    for (const char *at = log->text; verilator_next_message(&at, log->wrapper, &m);) {
        const struct dut_line now = about(log, &m);
        int before = t.lines;
        /* The first message about a pin or a register says it. */
        if (before && now.subject == last.subject && now.index == last.index)
            continue;
        explain(log, &m, &t);
        if (t.lines > before)
            last = now;
    }
    return t.lines ? -1 : 0;
}

int dut_delays(const struct dut_log *log, char *place, size_t size)
{
    struct verilator_message m;
    int count = 0;

    for (const char *at = log->text; verilator_next_message(&at, log->wrapper, &m);) {
        const char *colon = memchr(m.words, ':', (size_t)m.length);
        if (strcmp(m.code, "STMTDLY") != 0 && strcmp(m.code, "ASSIGNDLY") != 0)
            continue;
        if (count++ == 0 && colon)
            snprintf(place, size, "%.*s", (int)(colon + 1 - m.words + (int)strspn(colon + 1, "0123456789")), m.words);
    }
    return count;
}

/* The design ------------------------------------------------------------------------------------------------------ */

static void explain_port(const struct verilator_port *port, const char *top, const struct dut_pin *pin, struct text *t)
{
    if (port->width == 0)
        add(t, "pin %s of module %s is an unpacked array, must be a vector of %d bits", pin->name, top, pin->width);
    else if (port->width > 0 && port->width != pin->width)
        append_width(t, top, pin, port->width);
    if (strcmp(port->direction, pin->output ? "output" : "input") != 0)
        append_direction(t, top, pin, port->direction);
}

static void explain_parameter(const struct dut_kind *kind, const struct dut_parameter *p, long has, const char *top,
                              struct text *t)
{
    char advice[256] = "";

    if (has < 0 || has == p->value)
        return;
    if (!kind->advise || kind->advise(p, has, advice, sizeof advice) != 0)
        snprintf(advice, sizeof advice, "set --parameter %s=%ld", p->name, p->value);
    add(t, "module %s has %s = %ld, and is compared with a model of %ld: %s", top, p->name, has, p->value, advice);
}

int dut_explain_design(const struct verilator_design *d, const struct dut *dut, char *error, size_t size)
{
    struct text t = {.at = error, .left = size};

    for (const struct dut_parameter *p = dut->kind->parts->dut->parameters; p->name; p++) {
        const struct verilator_parameter *has = verilator_parameter_of(d, p->name);
        if (has)
            explain_parameter(dut->kind->parts->dut, p, has->value, dut->top, &t);
    }
    for (int i = 0; i < dut_pin_count(dut->kind); i++) {
        const struct dut_pin pin = dut_pin_of(dut->kind, i);
        const struct verilator_port *port = verilator_port_of(d, pin.name);
        if (port)
            explain_port(port, dut->top, &pin, &t);
        else
            append_missing(&t, dut->top, &pin);
    }
    return t.lines ? -1 : 0;
}

void dut_library(const struct arguments *found, const char *preprocessed, struct arguments *files)
{
    char directive[PATH_MAX + 16];

    for (int i = 0; i < found->count; i++) {
        const char *name = found->text[i];
        snprintf(directive, sizeof directive, "`line 1 \"%s\"", name);
        /* Of a path with blanks Verilator lists pieces that it looked for, too. */
        if (!strstr(preprocessed, directive) && access(name, F_OK) == 0)
            arguments_add(files, "%s", name);
    }
}

/* What tools say -------------------------------------------------------------------------------------------------- */

/* A line of the tool; of a number with x in it only the place, for the rest is about the tool's own source. */
static void add_line(struct text *t, const char *line, const char *end)
{
    static const char internal[] = "%Error: Internal Error: ";
    const char *unknown = strstr(line, "with 4-state"), *own = strstr(line, ": ../");

    if (unknown && unknown < end && own && own < end && strncmp(line, internal, sizeof internal - 1) == 0)
        add(t, "%.*s: a number that is not known", (int)(own - line - (long)sizeof internal + 1),
            line + sizeof internal - 1);
    else
        add(t, "%.*s", (int)(end - line), line);
}

int dut_quote(const struct dut_log *log, const char *sentence, char *error, size_t size)
{
    struct text t = {.at = error, .left = size};
    int quoted = 0;

    add(&t, "%s", sentence);
    /* What is marked as an error; when nothing is, what was written first. */
    for (int marked = 1; marked >= 0 && quoted == 0; marked--)
        for (const char *at = log->text; *at && quoted < QUOTED;) {
            const char *end = line_end(at);
            if (end > at && (verilator_is_error(at) || !marked)) {
                add_line(&t, at, end);
                quoted++;
            }
            at = *end ? end + 1 : end;
        }
    return -1;
}
