/* SPDX-License-Identifier: Apache-2.0
 *
 * A design as Verilator's XML describes it, read by expat: once to find which module the instance is of, once for that
 * module. See verilator_design.h.
 */
#include <errno.h>
#include <expat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"
#include "verilator_design.h"
#include "verilator_text.h"

/* What is being read. */
struct reading {
    struct verilator_design *design;
    const struct verilator_instance *wanted;
    char module[VERILATOR_NAME]; /* of the instance; "": not found yet */
    int depth;                   /* of elements */
    int top, inside;             /* depth of the module at the top, and of the module, while they are read; or 0 */
    int files;                   /* likewise of the list of files with modules */
    int interface, modport;      /* likewise of an interface, and of a modport in it */
    char of[VERILATOR_NAME];     /* that interface */
    char by[VERILATOR_NAME];     /* that modport */
    int parameter;               /* depth of the parameter that was added last, while it is read; or 0 */
    int array;                   /* likewise of an array */
    long left;                   /* its first bound */
    int bounds;                  /* how many of them were read */
    int failed;                  /* out of memory */
};

static const char *attribute(const char **attributes, const char *name)
{
    for (; *attributes; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return "";
}

/* The module of the instance -------------------------------------------------------------------------------------- */

static void find_start(void *context, const char *tag, const char **attributes)
{
    struct reading *r = context;

    r->depth++;
    if (strcmp(tag, "module") == 0 && strcmp(attribute(attributes, "origName"), r->wanted->top) == 0)
        r->top = r->depth;
    if (!r->top || strcmp(tag, "instance") != 0)
        return;
    r->failed |= !verilator_add_cell(r->design, attribute(attributes, "name"), attribute(attributes, "defName"));
    if (strcmp(attribute(attributes, "name"), r->wanted->name) == 0 && !*r->module)
        snprintf(r->module, sizeof r->module, "%s", attribute(attributes, "defName"));
}

static void find_end(void *context, const char *tag)
{
    struct reading *r = context;

    (void)tag;
    if (r->top == r->depth--)
        r->top = 0;
}

/* The module ------------------------------------------------------------------------------------------------------ */

/* The reference that Verilator makes to an interface inside of the module is no port of it. */
static int is_inner(const char *name)
{
    static const char end[] = "__Viftop";
    size_t length = strlen(name), tail = sizeof end - 1;

    return length > tail && strcmp(name + length - tail, end) == 0;
}

/* A port is numbered; an argument of a function is not, nor is an interface. */
static void take_variable(struct reading *r, const char **attributes)
{
    const char *name = attribute(attributes, "name");

    if (strcmp(attribute(attributes, "vartype"), "ifaceref") == 0) {
        r->failed |=
            !is_inner(name) && !verilator_add_port(r->design, name, "interface", attribute(attributes, "dtype_id"));
    } else if (*attribute(attributes, "pinIndex")) {
        if (!verilator_add_port(r->design, name, attribute(attributes, "dir"), attribute(attributes, "dtype_id")))
            r->failed = 1;
    } else if (*attribute(attributes, "param") || *attribute(attributes, "localparam")) {
        r->parameter = r->depth;
        if (!verilator_add_parameter(r->design, name))
            r->failed = 1;
    }
}

/* A signal or a port of an interface. */
static void take_signal(struct reading *r, const char **attributes)
{
    struct verilator_signal *signal;

    if (*attribute(attributes, "param") || *attribute(attributes, "localparam"))
        return;
    signal = verilator_add_signal(r->design, r->of, "", attribute(attributes, "name"));
    r->failed |= !signal;
    if (!signal)
        return;
    snprintf(signal->direction, sizeof signal->direction, "%s", attribute(attributes, "dir"));
    snprintf(signal->type, sizeof signal->type, "%s", attribute(attributes, "dtype_id"));
}

static void take_direction(struct reading *r, const char **attributes)
{
    struct verilator_signal *signal = verilator_add_signal(r->design, r->of, r->by, attribute(attributes, "name"));
    const char *is = attribute(attributes, "direction");

    r->failed |= !signal;
    if (signal)
        snprintf(signal->direction, sizeof signal->direction, "%s",
                 strcmp(is, "inout") == 0 ? is
                 : strcmp(is, "out") == 0 ? "output"
                                          : "input");
}

/* What is within an interface. */
static void take_in_interface(struct reading *r, const char *tag, const char **attributes)
{
    if (r->modport && strcmp(tag, "modportvarref") == 0)
        take_direction(r, attributes);
    else if (r->depth != r->interface + 1)
        return;
    else if (strcmp(tag, "var") == 0)
        take_signal(r, attributes);
    else if (strcmp(tag, "modport") == 0) {
        r->modport = r->depth;
        snprintf(r->by, sizeof r->by, "%s", attribute(attributes, "name"));
    }
}

static enum verilator_type_kind kind_of(const char *tag)
{
    static const struct {
        const char *tag;
        enum verilator_type_kind kind;
    } kinds[] = {{"packarraydtype", VERILATOR_PACKED}, {"unpackarraydtype", VERILATOR_UNPACKED},
                 {"structdtype", VERILATOR_STRUCT},    {"uniondtype", VERILATOR_UNION},
                 {"enumdtype", VERILATOR_SAME},        {"refdtype", VERILATOR_SAME}};

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].tag, tag) == 0)
            return kinds[i].kind;
    return VERILATOR_OTHER;
}

/* Vectors have bounds; without them, logic and bit are of one bit. */
static void take_basic(struct reading *r, const char **attributes)
{
    const char *left = attribute(attributes, "left"), *right = attribute(attributes, "right"),
               *name = attribute(attributes, "name");
    int one = strcmp(name, "logic") == 0 || strcmp(name, "bit") == 0;
    struct verilator_type *type =
        verilator_add_type(r->design, *left || one ? VERILATOR_BITS : VERILATOR_OTHER, attribute(attributes, "id"), "");
    if (!type)
        r->failed = 1;
    else
        verilator_set_range(type, strtol(left, NULL, 10), strtol(right, NULL, 10)); /* 0 and 0 where there are none */
}

static void take_type(struct reading *r, const char *tag, const char **attributes)
{
    enum verilator_type_kind kind = kind_of(tag);

    if (strcmp(tag, "basicdtype") == 0)
        take_basic(r, attributes);
    else if (strcmp(tag, "ifacerefdtype") == 0)
        r->failed |= !verilator_add_type(r->design, VERILATOR_MODPORT, attribute(attributes, "id"),
                                         attribute(attributes, "modportname"));
    else if (strcmp(tag, "memberdtype") == 0)
        r->failed |=
            !verilator_add_member(r->design, attribute(attributes, "name"), attribute(attributes, "sub_dtype_id"));
    else if (!verilator_add_type(r->design, kind, attribute(attributes, "id"), attribute(attributes, "sub_dtype_id")))
        r->failed = 1;
    if (kind == VERILATOR_PACKED || kind == VERILATOR_UNPACKED) {
        r->array = r->depth;
        r->bounds = 0;
    }
}

/* The value of a parameter, or one of the two bounds of an array. */
static void take_constant(struct reading *r, const char *text)
{
    struct verilator_design *d = r->design;
    long value = verilator_constant(text);

    if (r->parameter && r->depth == r->parameter + 1)
        d->parameters[d->parameter_count - 1].value = value;
    else if (r->array && ++r->bounds == 1)
        r->left = value;
    else if (r->array && r->bounds == 2)
        verilator_set_range(&d->types[d->type_count - 1], r->left, value);
}

static void take_start(void *context, const char *tag, const char **attributes)
{
    struct reading *r = context;
    const char *dtype = strstr(tag, "dtype");

    r->depth++;
    if (r->failed)
        return;
    if (strcmp(tag, "module") == 0 && strcmp(attribute(attributes, "name"), r->module) == 0)
        r->inside = r->depth;
    else if (strcmp(tag, "iface") == 0) {
        r->interface = r->depth;
        snprintf(r->of, sizeof r->of, "%s", attribute(attributes, "name"));
    } else if (strcmp(tag, "module_files") == 0)
        r->files = r->depth;
    else if (r->files && strcmp(tag, "file") == 0)
        arguments_add(&r->design->files, "%s", attribute(attributes, "filename"));
    else if (r->inside && r->depth == r->inside + 1 && strcmp(tag, "var") == 0)
        take_variable(r, attributes);
    else if (r->interface)
        take_in_interface(r, tag, attributes);
    else if (dtype && strcmp(dtype, "dtype") == 0)
        take_type(r, tag, attributes);
    else if (strcmp(tag, "const") == 0)
        take_constant(r, attribute(attributes, "name"));
}

static void take_end(void *context, const char *tag)
{
    struct reading *r = context;
    int *const begun[] = {&r->inside, &r->files, &r->parameter, &r->array, &r->interface, &r->modport};

    (void)tag;
    for (size_t i = 0; i < sizeof begun / sizeof *begun; i++)
        if (*begun[i] == r->depth)
            *begun[i] = 0;
    r->depth--;
}

/* Files ----------------------------------------------------------------------------------------------------------- */

/* @return 0, or -1 with error */
static int parse(struct reading *r, const char *text, XML_StartElementHandler start, XML_EndElementHandler end,
                 char *error, size_t size)
{
    XML_Parser parser = XML_ParserCreate(NULL);
    int status = -1;

    if (!parser)
        return text_fail(error, size, "out of memory");
    r->depth = 0;
    XML_SetUserData(parser, r);
    XML_SetElementHandler(parser, start, end);
    if (XML_Parse(parser, text, (int)strlen(text), 1) == XML_STATUS_OK)
        status = 0;
    else
        snprintf(error, size, "cannot read Verilator's XML: %s", XML_ErrorString(XML_GetErrorCode(parser)));
    XML_ParserFree(parser);
    return status;
}

int verilator_read_xml(struct verilator_design *d, const char *path, const struct verilator_instance *wanted,
                       char *error, size_t size)
{
    struct reading r = {.design = d, .wanted = wanted};
    char *written = text_of_file(path), *text = written ? verilator_mend_xml(written) : NULL;
    int status = text ? 0 : -1;

    if (!written)
        snprintf(error, size, "cannot read %s: %s", path, strerror(errno));
    free(written);
    if (status == 0 && wanted)
        status = parse(&r, text, find_start, find_end, error, size);
    if (status == 0 && wanted && !*r.module)
        status = -1;
    if (status == 0)
        status = parse(&r, text, take_start, take_end, error, size);
    r.failed |= written && !text;
    if (r.failed)
        status = text_fail(error, size, "out of memory");
    free(text);
    return status;
}
