/* SPDX-License-Identifier: Apache-2.0
 *
 * A design as Verilator's JSON describes it, read by jansson: a tree, and beside it a file that names the sources. See
 * verilator_design.h.
 */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"
#include "../base/value.h"
#include "verilator_design.h"
#include "verilator_text.h"

/* @return NULL with error */
static json_t *load(const char *path, char *error, size_t size)
{
    char *written = text_of_file(path), *text = written ? verilator_mend_json(written) : NULL;
    json_error_t at;
    json_t *tree;

    if (!text)
        snprintf(error, size, "cannot read %s: %s", path, strerror(errno));
    free(written);
    if (!text)
        return NULL;
    tree = json_loads(text, 0, &at);
    if (!tree) {
        snprintf(error, size, "cannot read Verilator's JSON: line %d: %s", at.line, at.text);
        value_tame(error); /* it quotes what is there */
    }
    free(text);
    return tree;
}

static const char *string_of(json_t *node, const char *key)
{
    const char *text = json_string_value(json_object_get(node, key));

    return text ? text : "";
}

static int is_of(json_t *node, const char *type)
{
    return strcmp(string_of(node, "type"), type) == 0;
}

/* The first node of a list, of a type and with a value at a key; NULL when there is none. */
static json_t *find(json_t *list, const char *type, const char *key, const char *value)
{
    size_t i;
    json_t *node;

    json_array_foreach(list, i, node) if (is_of(node, type) && strcmp(string_of(node, key), value) == 0) return node;
    return NULL;
}

/* The module ------------------------------------------------------------------------------------------------------ */

static json_t *module_of(json_t *tree, const struct verilator_instance *wanted)
{
    json_t *modules = json_object_get(tree, "modulesp"), *top = find(modules, "MODULE", "name", wanted->top);
    json_t *cell = find(json_object_get(top, "stmtsp"), "CELL", "name", wanted->name);

    return cell ? find(modules, "MODULE", "addr", string_of(cell, "modp")) : NULL;
}

static const char *direction_of(json_t *variable)
{
    static const char *const names[][2] = {{"INPUT", "input"}, {"OUTPUT", "output"}, {"INOUT", "inout"}};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(string_of(variable, "direction"), names[i][0]) == 0)
            return names[i][1];
    return NULL;
}

/* Quotes and backslashes of a name are escaped twice, by Verilator 5.048: for C, and for JSON. A long name stays too
 * long. */
static const char *plain_name(const char *text, char name[2 * VERILATOR_NAME])
{
    size_t length = 0;

    for (; *text && length + 1 < 2 * VERILATOR_NAME; text++) {
        text += *text == '\\' && text[1];
        name[length++] = *text;
    }
    name[length] = 0;
    return name;
}

/* @return 0, or -1 when out of memory */
static int take_variable(struct verilator_design *d, json_t *variable)
{
    char plain[2 * VERILATOR_NAME];
    const char *direction = direction_of(variable), *name = plain_name(string_of(variable, "name"), plain);
    const char *is = string_of(variable, "varType");
    json_t *value = json_array_get(json_object_get(variable, "valuep"), 0);
    struct verilator_parameter *parameter;

    if (direction)
        return verilator_add_port(d, name, direction, string_of(variable, "dtypep")) ? 0 : -1;
    if (strcmp(is, "GPARAM") != 0 && strcmp(is, "LPARAM") != 0)
        return 0;
    parameter = verilator_add_parameter(d, name);
    if (parameter && is_of(value, "CONST"))
        parameter->value = verilator_constant(string_of(value, "name"));
    return parameter ? 0 : -1;
}

static int take_module(struct verilator_design *d, json_t *module)
{
    int status = 0;
    size_t i;
    json_t *node;

    json_array_foreach(json_object_get(module, "stmtsp"), i, node) if (status == 0 && is_of(node, "VAR")) status =
        take_variable(d, node);
    return status;
}

/* Types ----------------------------------------------------------------------------------------------------------- */

static enum verilator_type_kind kind_of(json_t *node)
{
    static const struct {
        const char *type;
        enum verilator_type_kind kind;
    } kinds[] = {{"PACKARRAYDTYPE", VERILATOR_PACKED}, {"UNPACKARRAYDTYPE", VERILATOR_UNPACKED},
                 {"STRUCTDTYPE", VERILATOR_STRUCT},    {"UNIONDTYPE", VERILATOR_UNION},
                 {"ENUMDTYPE", VERILATOR_SAME},        {"REFDTYPE", VERILATOR_SAME}};
    const char *keyword = string_of(node, "keyword");

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (is_of(node, kinds[i].type))
            return kinds[i].kind;
    /* Vectors have a range; without it, logic and bit are of one bit. */
    if (is_of(node, "BASICDTYPE") &&
        (*string_of(node, "range") || strcmp(keyword, "logic") == 0 || strcmp(keyword, "bit") == 0))
        return VERILATOR_BITS;
    return VERILATOR_OTHER;
}

/* "31:0" of a vector, "[31:0]" of an array; one bit or element where there is none. */
static void take_range(json_t *node, struct verilator_type *type)
{
    const char *range = string_of(node, "range");
    long left = 0, right = 0;

    if (!*range)
        range = string_of(node, "declRange");
    if (sscanf(range + (*range == '['), "%ld:%ld", &left, &right) != 2)
        left = right = 0;
    verilator_set_range(type, left, right);
}

static int take_type(struct verilator_design *d, json_t *node)
{
    struct verilator_type *type =
        verilator_add_type(d, kind_of(node), string_of(node, "addr"), string_of(node, "refDTypep"));
    size_t i;
    json_t *member;
    int status = type ? 0 : -1;

    if (type)
        take_range(node, type);
    json_array_foreach(json_object_get(node, "membersp"), i, member) if (status == 0 && is_of(member, "MEMBERDTYPE"))
        status = verilator_add_member(d, string_of(member, "name"), string_of(member, "refDTypep")) ? 0 : -1;
    return status;
}

static int take_types(struct verilator_design *d, json_t *tree)
{
    json_t *table = find(json_object_get(tree, "miscsp"), "TYPETABLE", "addr", string_of(tree, "typeTablep"));
    int status = 0;
    size_t i;
    json_t *node;

    json_array_foreach(json_object_get(table, "typesp"), i, node) if (status == 0) status = take_type(d, node);
    return status;
}

/* Files ----------------------------------------------------------------------------------------------------------- */

/* A place such as "f,2:8,2:13" begins with the number of its file. Some modules are of one file. */
static void take_files(struct verilator_design *d, json_t *tree, json_t *sources)
{
    size_t i;
    json_t *module;

    json_array_foreach(json_object_get(tree, "modulesp"), i, module)
    {
        const char *place = string_of(module, "loc");
        char number[16];
        const char *name;
        int seen = 0;
        snprintf(number, sizeof number, "%.*s", (int)strcspn(place, ","), place);
        name = string_of(json_object_get(json_object_get(sources, "files"), number), "filename");
        for (int k = 0; k < d->files.count; k++)
            seen |= strcmp(d->files.text[k], name) == 0;
        if (*name && !seen)
            arguments_add(&d->files, "%s", name);
    }
}

/* Their signals are not read from JSON. */
static int has_interface(json_t *module)
{
    size_t i;
    json_t *node;

    json_array_foreach(json_object_get(module, "stmtsp"), i, node)
    {
        if (is_of(node, "VAR") && strcmp(string_of(node, "varType"), "IFACEREF") == 0)
            return 1;
    }
    return 0;
}

int verilator_read_json(struct verilator_design *d, const char *path, const struct verilator_instance *wanted,
                        char *error, size_t size)
{
    char meta[PATH_MAX];
    int known = (size_t)snprintf(meta, sizeof meta, "%s.meta", path) < sizeof meta;
    json_t *tree = load(path, error, size), *sources = tree && known ? load(meta, error, size) : NULL;
    json_t *module = sources && wanted ? module_of(tree, wanted) : NULL;
    int status = sources && (module || !wanted) ? 0 : -1;

    if (status == 0 && module && has_interface(module)) {
        snprintf(
            error, size,
            "this Verilator describes designs as JSON, in which interfaces are not read: use a version to 5.044, or "
            "write a module around it whose ports are the signals of the interface");
        status = -1;
    }
    if (status == 0 && module && (take_module(d, module) != 0 || take_types(d, tree) != 0))
        status = text_fail(error, size, "out of memory");
    if (status == 0)
        take_files(d, tree, sources);
    json_decref(sources);
    json_decref(tree);
    return status;
}
