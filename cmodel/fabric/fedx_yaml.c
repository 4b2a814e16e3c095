/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_yaml.h.
 */
#include "fedx_yaml.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fedx_scenario.h"
#include "fedx_value.h"

int fedx_yaml_fail(const struct fedx_yaml *y, size_t line, const char *format, ...)
{
    char sentence[FEDX_SCENARIO_ERROR];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    if (line)
        snprintf(y->error, y->size, "%s:%zu: %s", y->path, line, sentence);
    else
        snprintf(y->error, y->size, "%s", sentence);
    return -1;
}

int fedx_yaml_read(struct fedx_yaml *y, size_t max, char **bytes)
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
        return fedx_yaml_fail(y, 0, "out of memory");
    if (failed)
        return fedx_yaml_fail(y, 0, "cannot read %s: %s", y->path, strerror(code));
    if (y->length == max)
        return fedx_yaml_fail(y, 0, "cannot read %s: a %s has less than %zu bytes", y->path, y->what, max);
    return 0;
}

/* The line of a byte, from 1. */
static size_t line_of(const struct fedx_yaml *y, size_t offset)
{
    size_t line = 1;

    for (size_t i = 0; i < offset && i < y->length; i++)
        line += y->bytes[i] == '\n';
    return line;
}

static int not_yaml(const struct fedx_yaml *y, const yaml_parser_t *parser)
{
    const char *problem = parser->problem ? parser->problem : "out of memory";

    /* What the reader refuses has an offset only. */
    if (parser->error == YAML_READER_ERROR)
        return fedx_yaml_fail(y, line_of(y, parser->problem_offset), "not YAML: %s", problem);
    return fedx_yaml_fail(y, parser->problem_mark.line + 1, "not YAML: %s", problem);
}

int fedx_yaml_parse(struct fedx_yaml *y)
{
    yaml_parser_t parser;
    yaml_document_t next;
    int status = 0;

    memset(&y->document, 0, sizeof y->document);
    if (!yaml_parser_initialize(&parser))
        return fedx_yaml_fail(y, 0, "out of memory");
    yaml_parser_set_input_string(&parser, (const unsigned char *)y->bytes, y->length);
    if (!yaml_parser_load(&parser, &y->document)) {
        status = not_yaml(y, &parser);
    } else if (yaml_document_get_root_node(&y->document)) {
        if (!yaml_parser_load(&parser, &next))
            status = not_yaml(y, &parser);
        else if (yaml_document_get_root_node(&next))
            status = fedx_yaml_fail(y, fedx_yaml_line(yaml_document_get_root_node(&next)),
                                    "a second document: a file holds one %s", y->what);
        yaml_document_delete(&next);
    }
    yaml_parser_delete(&parser);
    return status;
}

const char *fedx_yaml_scalar(const yaml_node_t *node)
{
    return node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}

int fedx_yaml_null(const yaml_node_t *node)
{
    const char *text = fedx_yaml_scalar(node);

    return text && fedx_value_null(text);
}

size_t fedx_yaml_line(const yaml_node_t *node)
{
    return node->start_mark.line + 1;
}
