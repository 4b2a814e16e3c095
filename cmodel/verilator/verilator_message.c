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
    if (strncmp(at, file, length) == 0 && at[length] == ':' && sscanf(at + length, ":%d:%*d: %n", &m->line, &columns) == 1 &&
        columns)
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

/* The line behind a message says in which instance: "... In instance a.b", or "... note: In instance 'a.b'". */
static int is_in(const char *line, const char *instance)
{
    static const char words[] = "In instance ";
    const char *found = strstr(line, words);
    size_t length = strlen(instance);

    if (!found || found > line_end(line))
        return 0;
    found += sizeof words - 1;
    found += *found == '\'';
    return strncmp(found, instance, length) == 0 && strchr("'\n", found[length]);
}

/* Where a message says that this signal is not driven, or that bits of it are not. @return its name, or NULL */
static const char *find_signal(const struct verilator_message *m, const char *signal)
{
    static const char *const words[] = {"Signal is not driven: '", "Bits of signal are not driven: '"};
    size_t length = strlen(signal);

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *found = strstr(m->words, words[i]), *name = found ? found + strlen(words[i]) : NULL;
        if (found && found < m->words + m->length && strncmp(name, signal, length) == 0 && name[length] == '\'')
            return name;
    }
    return NULL;
}

int verilator_says_undriven(const char *log, const char *instance, struct verilator_port *port)
{
    struct verilator_message m;

    while (verilator_next_message(&log, "", &m)) {
        const char *name = find_signal(&m, port->name), *bits;
        if (strcmp(m.code, "UNDRIVEN") != 0 || !name || !is_in(log, instance))
            continue;
        bits = name + strlen(port->name) + 1;
        snprintf(port->undriven_bits, sizeof port->undriven_bits, "%.*s", *bits == '[' ? (int)strcspn(bits, "]\n") + 1 : 0, bits);
        /* "FILE:LINE:COLUMN: " stands before it. */
        for (int colons = 0; name > m.words && colons < 3;)
            colons += *--name == ':';
        snprintf(port->undriven, sizeof port->undriven, "%.*s", (int)(name - m.words), m.words);
        return 1;
    }
    return 0;
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

enum verilator_cause verilator_cause_of(const char *log)
{
    if (said(log, "NOTIMING"))
        return VERILATOR_WAITS;
    if (strstr(log, "is never given value") || strstr(log, "with 4-state"))
        return VERILATOR_NO_VALUE;
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
