/* SPDX-License-Identifier: Apache-2.0
 *
 * What Verilator says about the wrapper, in terms of the user's module. Only the
 * line, the code and that it is an error are relied on; the words are quoted, and
 * searched for a width.
 */
#define _GNU_SOURCE /* memmem */
#include "dut_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Lines of a tool that are quoted. */
enum { QUOTED = 8 };

/* Messages ---------------------------------------------------------------------------------------------------------- */

static const char *line_end(const char *at)
{
    return at + strcspn(at, "\n");
}

/* "%Error-CODE: FILE:LINE:COLUMN: WORDS", all but "%Error: " and WORDS optional. @return 0 when the line is none */
static int read_message(const char *at, const char *wrapper, struct dut_message *m)
{
    const char *end = line_end(at), *words;
    size_t length = strlen(wrapper), code;
    int columns = 0;

    memset(m, 0, sizeof *m);
    m->error = strncmp(at, "%Error", 6) == 0;
    if (!m->error && strncmp(at, "%Warning", 8) != 0)
        return 0;
    at += m->error ? 6 : 8;
    if (*at == '-') {
        code = strcspn(++at, ":\n");
        snprintf(m->code, sizeof m->code, "%.*s", (int)code, at);
        at += code;
    }
    at += strspn(at, ": ");
    words = at;
    if (strncmp(at, wrapper, length) == 0 && at[length] == ':' &&
        sscanf(at + length, ":%d:%*d: %n", &m->line, &columns) == 1 && columns)
        words = at + length + columns;
    m->words = words;
    m->length = (int)(end - words);
    return 1;
}

int dut_message(const char **at, const char *wrapper, struct dut_message *message)
{
    while (**at) {
        const char *line = *at, *end = line_end(line);
        *at = *end ? end + 1 : end;
        if (read_message(line, wrapper, message))
            return 1;
    }
    return 0;
}

static struct dut_line about(const struct dut_log *log, const struct dut_message *m)
{
    return m->line >= 1 && m->line <= log->lines->count ? log->lines->lines[m->line - 1] : (struct dut_line){0};
}

/* Newer versions have WIDTHTRUNC and WIDTHEXPAND. */
static int is_width(const struct dut_message *m)
{
    return strncmp(m->code, "WIDTH", 5) == 0;
}

/* The number after a word of the message, or -1. */
static int number_after(const struct dut_message *m, const char *word)
{
    const char *found = strstr(m->words, word);
    int number = -1;

    if (found && found < m->words + m->length)
        sscanf(found + strlen(word), "%d", &number);
    return number;
}

/* Verilator marks errors at the start of a line, compilers within it. */
static int is_error_line(const char *line)
{
    const char *mark = strstr(line, ": error: ");

    return strncmp(line, "%Error", 6) == 0 || (mark && mark < line_end(line));
}

/* Sentences --------------------------------------------------------------------------------------------------------- */

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

static void say_missing(struct text *t, const char *top, const struct dut_pin *pin)
{
    add(t, "module %s has no pin %s, must have it as %s of %d bits", top, pin->name, pin->output ? "output" : "input",
        pin->width);
}

static void say_width(struct text *t, const char *top, const struct dut_pin *pin, int width)
{
    char wide[16];

    add(t, "pin %s of module %s is %s bits wide, must be %d", pin->name, top, width_text(wide, width), pin->width);
}

/* @param is  "input", "output" or "inout" */
static void say_direction(struct text *t, const char *top, const struct dut_pin *pin, const char *is)
{
    add(t, "pin %s of module %s is an %s, must be an %s", pin->name, top, is, pin->output ? "output" : "input");
}

static void explain_pin(const struct dut_log *log, const struct dut_message *m, int index, struct text *t)
{
    const struct dut_pin at = dut_pin_of(log->dut->kind, index), *pin = &at;

    if (is_width(m))
        say_width(t, log->dut->top, pin, number_after(m, " expects "));
    else if (m->error && strcmp(m->code, "ASSIGNIN") == 0)
        say_direction(t, log->dut->top, pin, "output");
    else if (m->error)
        say_missing(t, log->dut->top, pin);
}

static void explain_signal(const struct dut_log *log, const struct dut_message *m, struct dut_line l,
                           struct text *t)
{
    const struct fedx_reg_info *info = &log->dut->kind->registers[l.index];
    const struct dut_register *r = &log->map->rows[l.index];
    char wide[16];

    if (is_width(m))
        add(t, "%s:%d: %s.%s: %s is %s bits wide, must be %d", log->map->path, r->line, info->block, info->name,
            r->signals[l.lane], width_text(wide, number_after(m, " generates ")),
            r->count == 1 ? (int)fedx_lanes_bits(&info->lanes) : info->lanes.width);
    else if (m->error || strcmp(m->code, "SELRANGE") == 0)
        add(t, "%s:%d: %s.%s: cannot read %s in module %s: %.*s", log->map->path, r->line, info->block, info->name,
            r->signals[l.lane], log->dut->top, m->length, m->words);
}

static void explain_store(const struct dut_log *log, const struct dut_message *m, struct dut_line l, struct text *t)
{
    const struct dut_store_field *field = &log->dut->kind->dut->stores.field[l.index];
    const struct dut_register *r = &log->map->stores[l.index];
    char wide[16];

    if (is_width(m))
        add(t, "%s:%d: %s: %s is %s bits wide, must be %d", log->map->path, r->line, field->key, r->signals[l.lane],
            width_text(wide, number_after(m, " generates ")), field->width);
    else if (m->error)
        add(t, "%s:%d: %s: cannot %s %s in module %s: %.*s", log->map->path, r->line, field->key, log->dut->inject ? "set" : "read",
            r->signals[l.lane], log->dut->top, m->length, m->words);
}

static void explain(const struct dut_log *log, const struct dut_message *m, struct text *t)
{
    const struct dut_line l = about(log, m);

    switch (l.subject) {
    case DUT_DECLARED:
        if (strcmp(m->code, "UNDRIVEN") == 0) {
            const struct dut_pin pin = dut_pin_of(log->dut->kind, l.index);
            say_direction(t, log->dut->top, &pin, "input");
        }
        break;
    case DUT_INSTANCE:
        if (m->error)
            add(t, "no module %s in the sources: %.*s", log->dut->top, m->length, m->words);
        break;
    case DUT_PARAMETER:
        if (m->error)
            add(t, "parameter %s of module %s: %.*s", log->dut->parameters.text[l.index], log->dut->top, m->length, m->words);
        break;
    case DUT_CONNECTED: explain_pin(log, m, l.index, t); break;
    case DUT_SIGNAL: explain_signal(log, m, l, t); break;
    case DUT_STORE: explain_store(log, m, l, t); break;
    case DUT_SET:
    case DUT_EXTRA:
    case DUT_OTHER: break;
    }
}

void dut_extra_pins(const struct dut_log *log, struct arguments *extra)
{
    struct dut_message m;

    for (const char *at = log->text; dut_message(&at, log->wrapper, &m);) {
        const char *quote = memchr(m.words, '\'', (size_t)m.length);
        if (about(log, &m).subject == DUT_INSTANCE && strcmp(m.code, "PINMISSING") == 0 && quote)
            arguments_add(extra, "%.*s", (int)strcspn(quote + 1, "'\n"), quote + 1);
    }
}

int dut_refuses(const struct dut_log *log, int extra)
{
    struct dut_message m;

    for (const char *at = log->text; dut_message(&at, log->wrapper, &m);)
        if (m.error && about(log, &m).subject == DUT_EXTRA && about(log, &m).index == extra)
            return 1;
    return 0;
}

int dut_fix(const struct dut_log *log, struct dut_map *map)
{
    struct dut_message m;
    int fixed = 0;

    for (const char *at = log->text; dut_message(&at, log->wrapper, &m);) {
        const struct dut_line l = about(log, &m);
        if (m.error && l.subject == DUT_SET && !map->rows[l.index].fixed)
            fixed += map->rows[l.index].fixed = 1;
    }
    return fixed;
}

int dut_explain(const struct dut_log *log, char *error, size_t size)
{
    struct text t = {.at = error, .left = size};
    struct dut_message m;
    struct dut_line last = {0};

    for (const char *at = log->text; dut_message(&at, log->wrapper, &m);) {
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
    struct dut_message m;
    int count = 0;

    for (const char *at = log->text; dut_message(&at, log->wrapper, &m);) {
        const char *colon = memchr(m.words, ':', (size_t)m.length);
        if (strcmp(m.code, "STMTDLY") != 0 && strcmp(m.code, "ASSIGNDLY") != 0)
            continue;
        if (count++ == 0 && colon)
            snprintf(place, size, "%.*s", (int)(colon + 1 - m.words + (int)strspn(colon + 1, "0123456789")), m.words);
    }
    return count;
}

/* Verilator's XML --------------------------------------------------------------------------------------------------- */

/* An attribute of the tag that a line holds. @return 0 when it has none */
static int attribute(const char *line, const char *name, char *value, size_t size)
{
    const char *found = memmem(line, (size_t)(line_end(line) - line), name, strlen(name));

    if (!found)
        return 0;
    found += strlen(name);
    snprintf(value, size, "%.*s", (int)strcspn(found, "\"\n"), found);
    return 1;
}

static int is_tag(const char *line, const char *tag)
{
    return strncmp(line + strspn(line, " "), tag, strlen(tag)) == 0;
}

static const char *next_line(const char *line)
{
    return line_end(line) + (*line_end(line) != 0);
}

/* The line of a tag, looked for from a line on, that has an attribute of this value; NULL when there is none. */
static const char *find_tag(const char *at, const char *tag, const char *name, const char *value)
{
    char is[256];

    for (; *at; at = next_line(at))
        if (is_tag(at, tag) && attribute(at, name, is, sizeof is) && strcmp(is, value) == 0)
            return at;
    return NULL;
}

static int type_width(const char *xml, const char *id);

/* Of what a type or a member is made of. */
static int width_below(const char *xml, const char *line)
{
    char id[16] = "";

    attribute(line, " sub_dtype_id=\"", id, sizeof id);
    return type_width(xml, id);
}

static int basic_width(const char *type)
{
    char left[16], right[16], name[16] = "";

    if (attribute(type, " left=\"", left, sizeof left) && attribute(type, " right=\"", right, sizeof right))
        return abs(atoi(left) - atoi(right)) + 1;
    attribute(type, " name=\"", name, sizeof name);
    return strcmp(name, "logic") == 0 || strcmp(name, "bit") == 0 ? 1 : -1;
}

/* A packed array: behind its line a range of two constants, such as 32'sh1f. */
static int array_width(const char *xml, const char *type)
{
    const char *line = next_line(type);
    int bound[2], below = width_below(xml, type);
    char value[32];

    for (int i = 0; i < 2; i++) {
        line = next_line(line);
        if (!is_tag(line, "<const ") || !attribute(line, " name=\"", value, sizeof value) || !strrchr(value, 'h'))
            return -1;
        bound[i] = (int)strtoul(strrchr(value, 'h') + 1, NULL, 16);
    }
    return below > 0 ? below * (abs(bound[0] - bound[1]) + 1) : -1;
}

/* A packed structure has all of its members, one behind the other; those of a packed union are of one width. */
static int members_width(const char *xml, const char *type)
{
    int width = 0, is_union = is_tag(type, "<uniondtype ");

    for (const char *line = next_line(type); is_tag(line, "<memberdtype "); line = next_line(line)) {
        int below = width_below(xml, line);
        if (below <= 0)
            return -1;
        width = is_union ? below : width + below;
    }
    return width ? width : -1;
}

/* @return bits of a type, 0 of an unpacked array, or -1 when it is none that is packed */
static int type_width(const char *xml, const char *id)
{
    const char *type = find_tag(xml, "<", " id=\"", id);

    if (!type)
        return -1;
    if (is_tag(type, "<basicdtype "))
        return basic_width(type);
    if (is_tag(type, "<packarraydtype "))
        return array_width(xml, type);
    if (is_tag(type, "<structdtype ") || is_tag(type, "<uniondtype "))
        return members_width(xml, type);
    if (is_tag(type, "<enumdtype ") || is_tag(type, "<refdtype "))
        return width_below(xml, type);
    return is_tag(type, "<unpackarraydtype ") ? 0 : -1;
}

static void explain_port(const char *xml, const char *port, const char *top, const struct dut_pin *pin,
                         struct text *t)
{
    char direction[16] = "", type[16] = "";
    int width;

    attribute(port, " dir=\"", direction, sizeof direction);
    attribute(port, " dtype_id=\"", type, sizeof type);
    width = type_width(xml, type);
    if (width == 0)
        add(t, "pin %s of module %s is an unpacked array, must be a vector of %d bits", pin->name, top, pin->width);
    else if (width > 0 && width != pin->width)
        say_width(t, top, pin, width);
    if (strcmp(direction, pin->output ? "output" : "input") != 0)
        say_direction(t, top, pin, direction);
}

/* The value of a parameter of the module, by its default or as it was set. @return it, or -1 */
static long parameter_of(const char *module, const char *end, const char *name)
{
    const char *at = find_tag(module, "<var ", " name=\"", name);
    char param[8], value[64];
    const char *digits;

    if (!at || at >= end || !attribute(at, " param=\"", param, sizeof param))
        return -1;
    at = line_end(at);
    /* The next line is its value, such as name="32&apos;sh10". */
    if (!*at || !attribute(at + 1, " name=\"", value, sizeof value) || !(digits = strrchr(value, 'h')))
        return -1;
    return strtol(digits + 1, NULL, 16);
}

static void explain_parameter(const struct dut_kind *kind, const struct dut_parameter *p, long has, const char *top, struct text *t)
{
    char advice[256] = "";

    if (has < 0 || has == p->value)
        return;
    if (!kind->advise || kind->advise(p, has, advice, sizeof advice) != 0)
        snprintf(advice, sizeof advice, "set --parameter %s=%ld", p->name, p->value);
    add(t, "module %s has %s = %ld, and is compared with a model of %ld: %s", top, p->name, has, p->value, advice);
}

/* The user's module, as it is with its parameters; NULL when it is not there. */
static const char *find_module(const char *xml)
{
    const char *at = find_tag(xml, "<instance", " name=\"", "dut");
    char module[256];

    if (!at || !attribute(at, " defName=\"", module, sizeof module))
        return NULL;
    return find_tag(xml, "<module ", " name=\"", module);
}

int dut_explain_xml(const char *xml, const struct dut *dut, char *error, size_t size)
{
    const char *top = dut->top;
    struct text t = {.at = error, .left = size};
    const char *at = find_module(xml), *port;
    char index[8];

    for (const struct dut_parameter *p = dut->kind->dut->parameters; at && p->name; p++)
        explain_parameter(dut->kind->dut, p, parameter_of(at, strstr(at, "</module>"), p->name), top, &t);
    for (int i = 0; i < dut_pin_count(dut->kind) && at; i++) {
        const struct dut_pin is = dut_pin_of(dut->kind, i), *pin = &is;
        const char *end = strstr(at, "</module>");
        for (port = at; (port = find_tag(port, "<var ", " name=\"", pin->name)) && port < end; port = line_end(port))
            if (attribute(port, " pinIndex=\"", index, sizeof index)) /* no argument of a function */
                break;
        if (!port || port >= end)
            say_missing(&t, top, pin);
        else
            explain_port(xml, port, top, pin, &t);
    }
    return t.lines ? -1 : 0;
}

/* @return 1 when a line is a port of its module, 0, or -1 when out of memory */
static int take_port(const char *xml, const char *line, struct dut_port **ports, int count)
{
    const char *text = line + strspn(line, " ");
    struct dut_port port = {.width = 1}, *more;
    char index[8], type[16] = "";

    if (strncmp(text, "<var ", 5) != 0 || !attribute(text, " pinIndex=\"", index, sizeof index) ||
        !attribute(text, " dir=\"", port.direction, sizeof port.direction))
        return 0;
    attribute(text, " name=\"", port.name, sizeof port.name);
    attribute(text, " dtype_id=\"", type, sizeof type);
    port.width = type_width(xml, type);
    more = realloc(*ports, (size_t)(count + 1) * sizeof *more);
    if (!more)
        return -1;
    *ports = more;
    more[count] = port;
    return 1;
}

int dut_xml_ports(const char *xml, struct dut_port **ports, char *error, size_t size)
{
    const char *at = find_module(xml), *end = at ? strstr(at, "</module>") : NULL;
    int count = 0, taken = 0;

    *ports = NULL;
    for (; end && at < end && taken >= 0; at = line_end(at) + (*line_end(at) != 0))
        count += (taken = take_port(xml, at, ports, count)) > 0;
    if (end && taken >= 0)
        return count;
    free(*ports);
    *ports = NULL;
    snprintf(error, size, end ? "out of memory" : "Verilator does not say which ports the module has");
    return -1;
}

void dut_library(const char *xml, const char *preprocessed, struct arguments *files)
{
    const char *at = strstr(xml, "<module_files>"), *end = at ? strstr(at, "</module_files>") : NULL;
    char name[PATH_MAX], directive[PATH_MAX + 16];

    for (; end && at < end; at = line_end(at) + 1) {
        if (!attribute(at, " filename=\"", name, sizeof name))
            continue;
        snprintf(directive, sizeof directive, "`line 1 \"%s\"", name);
        /* Of a path with blanks Verilator lists pieces that it looked for, too. */
        if (!strstr(preprocessed, directive) && access(name, F_OK) == 0)
            arguments_add(files, "%s", name);
    }
}

/* What tools say ---------------------------------------------------------------------------------------------------- */

int dut_quote(const struct dut_log *log, const char *sentence, char *error, size_t size)
{
    struct text t = {.at = error, .left = size};
    int quoted = 0;

    add(&t, "%s", sentence);
    /* What is marked as an error; when nothing is, what was written first. */
    for (int marked = 1; marked >= 0 && quoted == 0; marked--)
        for (const char *at = log->text; *at && quoted < QUOTED;) {
            const char *end = line_end(at);
            if (end > at && (is_error_line(at) || !marked) && strncmp(at, "%Error: Exiting", 15) != 0) {
                add(&t, "%.*s", (int)(end - at), at);
                quoted++;
            }
            at = *end ? end + 1 : end;
        }
    return -1;
}
