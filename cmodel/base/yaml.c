/* SPDX-License-Identifier: Apache-2.0 */
#include "yaml.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "value.h"

int yaml_fail(const struct yaml *y, size_t line, const char *format, ...)
{
    char sentence[YAML_ERROR];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    value_tame(sentence);
    if (line)
        snprintf(y->error, y->size, "%s:%zu: %s", y->path, line, sentence);
    else
        snprintf(y->error, y->size, "%s", sentence);
    return -1;
}

/* All of the file into bytes that the caller frees. */
static int read_file(struct yaml *y, size_t max, char **bytes)
{
    FILE *file = fopen(y->path, "r");
    int failed = !file, code = errno;

    *bytes = malloc(max);
    y->bytes = *bytes;
    y->length = 0;
    if (file && *bytes) {
        y->length = fread(*bytes, 1, max, file);
        failed = ferror(file);
        code = errno;
    }
    if (file)
        fclose(file);
    if (!*bytes)
        return yaml_fail(y, 0, "out of memory");
    if (failed)
        return yaml_fail(y, 0, "cannot read %s: %s", y->path, strerror(code));
    if (y->length == max)
        return yaml_fail(y, 0, "cannot read %s: no %s has %zu bytes or more", y->path, y->what, max);
    return 0;
}

/* The line of a byte, from 1. */
static size_t line_of(const struct yaml *y, size_t offset)
{
    size_t line = 1;

    for (size_t i = 0; i < offset && i < y->length; i++)
        line += y->bytes[i] == '\n';
    return line;
}

static int not_yaml(const struct yaml *y, const yaml_parser_t *parser)
{
    const char *problem = parser->problem ? parser->problem : "out of memory";

    /* What the reader refuses has an offset only. */
    if (parser->error == YAML_READER_ERROR)
        return yaml_fail(y, line_of(y, parser->problem_offset), "not YAML: %s", problem);
    return yaml_fail(y, parser->problem_mark.line + 1, "not YAML: %s", problem);
}

/* Bounds ---------------------------------------------------------------------------------------------------------- */

/*
 * Files of ours are four deep and have no anchors (&) or aliases (*), which errors call names. libyaml takes time by
 * the square of the depth and of the number of anchors; an alias within what has an anchor itself grows exponentially.
 */
enum { MAX_DEPTH = 16, MAX_NAMES = 64, MAX_NODES = 1 << 21 };

/* Where a look through the events of a file stands. */
struct look {
    unsigned depth, names, nodes;
    unsigned named; /* depths at which a list or mapping with an anchor is open, a mask */
};

/* A node begins, with an anchor or without; an alias is one, too. */
static int look_at_node(const struct yaml *y, struct look *l, size_t line, int named)
{
    l->names += (unsigned)named;
    if (++l->nodes > MAX_NODES)
        return yaml_fail(y, line, "more than %d values: this is no %s", MAX_NODES, y->what);
    if (l->names > MAX_NAMES)
        return yaml_fail(y, line, "more than %d names (& and *): write out what they stand for", MAX_NAMES);
    return 0;
}

static int look_into(const struct yaml *y, struct look *l, size_t line, int named)
{
    if (look_at_node(y, l, line, named) != 0)
        return -1;
    if (l->depth == MAX_DEPTH)
        return yaml_fail(y, line, "lists and keys are more than %d deep: no %s is", MAX_DEPTH, y->what);
    l->named |= (unsigned)named << l->depth++;
    return 0;
}

static int look_at_scalar(const struct yaml *y, struct look *l, size_t line, const yaml_event_t *event)
{
    /* Escapes can write a zero, at which a text would end. */
    if (strlen((const char *)event->data.scalar.value) != event->data.scalar.length)
        return yaml_fail(y, line, "a byte that is zero within a value");
    return look_at_node(y, l, line, event->data.scalar.anchor != NULL);
}

static int look_at(const struct yaml *y, struct look *l, const yaml_event_t *event)
{
    size_t line = event->start_mark.line + 1;

    switch (event->type) {
    case YAML_SCALAR_EVENT: return look_at_scalar(y, l, line, event);
    case YAML_SEQUENCE_START_EVENT: return look_into(y, l, line, event->data.sequence_start.anchor != NULL);
    case YAML_MAPPING_START_EVENT: return look_into(y, l, line, event->data.mapping_start.anchor != NULL);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT: l->named &= ~(1u << --l->depth); return 0;
    case YAML_ALIAS_EVENT:
        if (l->named)
            return yaml_fail(y, line, "a name (*) within what has a name itself (&): write out what it stands for");
        return look_at_node(y, l, line, 1);
    default: return 0;
    }
}

/* libyaml compares every directive with all before it, and reports nothing until it has read them all. */
static int check_directives(const struct yaml *y)
{
    size_t line = 1, directives = 0;

    for (size_t i = 0; i < y->length; i++) {
        int begins = i == 0 || y->bytes[i - 1] == '\n';
        line += begins && i > 0;
        directives += begins && y->bytes[i] == '%';
        if (directives > MAX_NAMES)
            return yaml_fail(y, line, "more than %d lines with %%: no %s needs any", MAX_NAMES, y->what);
    }
    return 0;
}

/* Before a document is built: refuse files in which a few bytes would take much memory or time. */
static int check_bounds(const struct yaml *y)
{
    struct look l = {0};
    yaml_parser_t parser;
    yaml_event_t event;
    int status = 0, over = 0;

    if (check_directives(y) != 0)
        return -1;
    if (!yaml_parser_initialize(&parser))
        return yaml_fail(y, 0, "out of memory");
    yaml_parser_set_input_string(&parser, (const unsigned char *)y->bytes, y->length);
    while (status == 0 && !over) {
        if (!yaml_parser_parse(&parser, &event)) {
            status = not_yaml(y, &parser);
        } else {
            status = look_at(y, &l, &event);
            over = event.type == YAML_STREAM_END_EVENT;
            yaml_event_delete(&event);
        }
    }
    yaml_parser_delete(&parser);
    return status;
}

/* The document must be deleted, whatever is returned. */
static int parse_document(struct yaml *y)
{
    yaml_parser_t parser;
    yaml_document_t next;
    int status = 0;

    memset(&y->document, 0, sizeof y->document);
    if (check_bounds(y) != 0)
        return -1;
    if (!yaml_parser_initialize(&parser))
        return yaml_fail(y, 0, "out of memory");
    yaml_parser_set_input_string(&parser, (const unsigned char *)y->bytes, y->length);
    if (!yaml_parser_load(&parser, &y->document)) {
        status = not_yaml(y, &parser);
    } else if (yaml_document_get_root_node(&y->document)) {
        if (!yaml_parser_load(&parser, &next))
            status = not_yaml(y, &parser);
        else if (yaml_document_get_root_node(&next))
            status = yaml_fail(y, yaml_line(yaml_document_get_root_node(&next)),
                               "a second document: a file holds one %s", y->what);
        yaml_document_delete(&next);
    }
    yaml_parser_delete(&parser);
    return status;
}

int yaml_parse(struct yaml *y, int (*take)(void *context), void *context)
{
    int status = parse_document(y);

    if (status == 0)
        status = take(context);
    yaml_document_delete(&y->document);
    return status;
}

int yaml_load(struct yaml *y, size_t max, int (*take)(void *context), void *context)
{
    char *bytes;
    int status = read_file(y, max, &bytes);

    if (status == 0)
        status = yaml_parse(y, take, context);
    free(bytes);
    return status;
}

const char *yaml_scalar(const yaml_node_t *node)
{
    return node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}

int yaml_null(const yaml_node_t *node)
{
    const char *text = yaml_scalar(node);

    return text && value_null(text);
}

size_t yaml_line(const yaml_node_t *node)
{
    return node->start_mark.line + 1;
}
