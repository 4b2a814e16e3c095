/* SPDX-License-Identifier: Apache-2.0
 *
 * What Verilator and compilers say. See verilator_message.h.
 */
#include "verilator_message.h"

#include <stdio.h>
#include <string.h>

static const char *line_end(const char *at)
{
    return at + strcspn(at, "\n");
}

/* "%Error-CODE: FILE:LINE:COLUMN: WORDS", all but "%Error: " and WORDS optional. @return 0 when the line is none */
static int read_message(const char *at, const char *file, struct verilator_message *m)
{
    const char *end = line_end(at), *words;
    size_t length = strlen(file), code;
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
    if (strncmp(at, file, length) == 0 && at[length] == ':' &&
        sscanf(at + length, ":%d:%*d: %n", &m->line, &columns) == 1 && columns)
        words = at + length + columns;
    m->words = words;
    m->length = (int)(end - words);
    return 1;
}

int verilator_next_message(const char **at, const char *file, struct verilator_message *message)
{
    while (**at) {
        const char *line = *at, *end = line_end(line);
        *at = *end ? end + 1 : end;
        if (read_message(line, file, message))
            return 1;
    }
    return 0;
}

int verilator_message_is_width(const struct verilator_message *m)
{
    return strncmp(m->code, "WIDTH", 5) == 0; /* WIDTH, WIDTHTRUNC, WIDTHEXPAND */
}

int verilator_message_number(const struct verilator_message *m, const char *word)
{
    const char *found = strstr(m->words, word);
    int number = -1;

    if (found && found < m->words + m->length)
        sscanf(found + strlen(word), "%d", &number);
    return number;
}

/* Where a word of a message ends, or NULL when it is not in its line. */
static const char *behind(const char *line, const char *word)
{
    const char *end = line_end(line);

    for (size_t length = strlen(word); line + length <= end; line++)
        if (strncmp(line, word, length) == 0)
            return line + length;
    return NULL;
}

/* The line behind a message says in which instance: "... In instance a.b", or "... note: In instance 'a.b'". */
static int is_in(const char *line, const char *instance)
{
    const char *found = behind(line, "In instance ");
    size_t length = strlen(instance);

    if (!found)
        return 0;
    found += *found == '\'';
    return strncmp(found, instance, length) == 0 && strchr("'\n", found[length]);
}

/* Where a message says that a signal is not driven, or that bits of it are not. @return its name, before a quote, or
 * NULL */
static const char *find_signal(const struct verilator_message *m)
{
    const char *name = behind(m->words, "Signal is not driven: '");

    return name ? name : behind(m->words, "Bits of signal are not driven: '");
}

static struct verilator_port *output_called(struct verilator_design *d, const char *name)
{
    for (int i = 0; i < d->port_count; i++) {
        struct verilator_port *port = &d->ports[i];
        size_t length = strlen(port->name);
        if (strcmp(port->direction, "output") == 0 && strncmp(name, port->name, length) == 0 && name[length] == '\'')
            return port;
    }
    return NULL;
}

void verilator_find_undriven(const char *log, const char *instance, struct verilator_design *design)
{
    struct verilator_message m;

    while (verilator_next_message(&log, "", &m)) {
        const char *name = strcmp(m.code, "UNDRIVEN") == 0 && is_in(log, instance) ? find_signal(&m) : NULL, *bits;
        struct verilator_port *port = name ? output_called(design, name) : NULL;
        if (!port || *port->undriven)
            continue;
        bits = name + strlen(port->name) + 1;
        snprintf(port->undriven_bits, sizeof port->undriven_bits, "%.*s",
                 *bits == '[' ? (int)strcspn(bits, "]\n") + 1 : 0, bits);
        /* "FILE:LINE:COLUMN: " stands before it. */
        for (int colons = 0; name > m.words && colons < 3;)
            colons += *--name == ':';
        snprintf(port->undriven, sizeof port->undriven, "%.*s", (int)(name - m.words), m.words);
    }
}

const char *verilator_missing_interface(const struct verilator_message *m)
{
    static const char words[] = "Parent instance's interface is not found: ";
    const char *end = behind(m->words, words);

    return end ? end - strlen(words) : NULL;
}

/* Whether a log has a message of this code. */
static int said(const char *log, const char *code)
{
    struct verilator_message m;

    while (verilator_next_message(&log, "", &m))
        if (strcmp(m.code, code) == 0)
            return 1;
    return 0;
}

enum verilator_reason verilator_reason_of(const char *log)
{
    if (said(log, "NOTIMING"))
        return VERILATOR_WAITS;
    if (strstr(log, "is never given value") || strstr(log, "with 4-state"))
        return VERILATOR_NO_VALUE;
    if (strstr(log, "instance's interface is not found"))
        return VERILATOR_INTERFACE;
    /* It marks lines with the name in quotes, for itself, and cannot read what it wrote. */
    if (strstr(log, "`line was not properly formed"))
        return VERILATOR_QUOTED;
    return VERILATOR_UNKNOWN;
}

/* Verilator marks errors at the start of a line, compilers within it. */
int verilator_is_error(const char *line)
{
    const char *mark = strstr(line, ": error: ");

    if (strncmp(line, "%Error: Exiting", 15) == 0)
        return 0;
    return strncmp(line, "%Error", 6) == 0 || (mark && mark < line_end(line));
}
