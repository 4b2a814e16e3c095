/* SPDX-License-Identifier: Apache-2.0 */
#include "verilator_interface.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"
#include "verilator_message.h"

/* The text of a port ---------------------------------------------------------------------------------------------- */

static int is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static const char *skip_space(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

/* @return behind a name, or NULL when there is none */
static const char *take_name(const char *at, char name[VERILATOR_NAME])
{
    size_t length = 0;

    while (is_letter(at[length]))
        length++;
    if (length == 0 || length >= VERILATOR_NAME || isdigit((unsigned char)*at))
        return NULL;
    snprintf(name, VERILATOR_NAME, "%.*s", (int)length, at);
    return at + length;
}

/* "NAME" or "NAME [RANGE]". @return behind it, or NULL when it is none */
static const char *take_port(const char *at, struct verilator_interface *port)
{
    const char *end;

    *port->range = 0;
    at = take_name(skip_space(at), port->port);
    at = at ? skip_space(at) : NULL;
    if (!at || *at != '[')
        return at;
    end = strchr(at, ']');
    if (!end || (size_t)(end - at) >= sizeof port->range)
        return NULL;
    snprintf(port->range, sizeof port->range, "%.*s", (int)(end - at) - 1, at + 1);
    return skip_space(end + 1);
}

static int add(struct verilator_interface **list, int *count, const struct verilator_interface *port)
{
    struct verilator_interface *more;

    for (int i = 0; i < *count; i++)
        if (strcmp((*list)[i].port, port->port) == 0)
            return 0;
    more = realloc(*list, (size_t)(*count + 1) * sizeof *more);
    if (!more)
        return -1;
    *list = more;
    more[(*count)++] = *port;
    return 0;
}

/* "TYPE.MODPORT NAME, NAME [RANGE], ..." @return 0, or -1 when out of memory */
static int take_ports(const char *at, const char *path, struct verilator_interface **list, int *count)
{
    struct verilator_interface port = {0};
    char modport[VERILATOR_NAME];

    snprintf(port.path, sizeof port.path, "%s", path);
    at = take_name(at, port.type);
    if (at && *skip_space(at) == '.')
        at = take_name(skip_space(skip_space(at) + 1), modport);
    /* What follows a comma is another port of the same type as long as it is one name. */
    for (at = at ? take_port(at, &port) : NULL; at && strchr(",)", *at) && *at; at = take_port(at + 1, &port)) {
        if (add(list, count, &port) != 0)
            return -1;
        if (*at == ')')
            break;
    }
    return 0;
}

/* Where "FILE:LINE:COLUMN: " before the words of a message leads. @return to be freed, *at in it; or NULL */
static char *open_place(const char *words, int length, char path[VERILATOR_PLACE], const char **at)
{
    char place[VERILATOR_PLACE + 32], *colon, *text;
    int line = 0, column = 0, end = 0;

    snprintf(place, sizeof place, "%.*s", length, words);
    for (colon = strchr(place, ':'); colon; colon = strchr(colon + 1, ':'))
        if (sscanf(colon, ":%d:%d: %n", &line, &column, &end) == 2 && end)
            break;
    if (!colon || line < 1 || column < 1)
        return NULL;
    *colon = 0;
    snprintf(path, VERILATOR_PLACE, "%s", place);
    text = text_of_file(path);
    *at = text;
    for (; *at && line > 1; line--)
        *at = strchr(*at, '\n') ? strchr(*at, '\n') + 1 : NULL;
    if (*at && strcspn(*at, "\n") >= (size_t)column) {
        *at += column - 1;
        return text;
    }
    free(text);
    return NULL;
}

int verilator_find_interfaces(const char *log, struct verilator_interface **found)
{
    struct verilator_message m;
    int count = 0, status = 0;

    *found = NULL;
    while (status == 0 && verilator_next_message(&log, "", &m)) {
        const char *words = verilator_missing_interface(&m), *at;
        char path[VERILATOR_PLACE], *text;
        if (!words)
            continue;
        text = open_place(m.words, (int)(words - m.words), path, &at);
        if (text)
            status = take_ports(at, path, found, &count);
        free(text);
    }
    return status == 0 ? count : -1;
}

/* How many -------------------------------------------------------------------------------------------------------- */

/* "NAME = 4" in a file: a parameter without a value of its own. @return 0: there is none */
static long default_of(const char *path, const char *name)
{
    char *text = text_of_file(path);
    size_t length = strlen(name);
    long value = 0;

    for (const char *at = text; at && (at = strstr(at, name)); at += length) {
        const char *behind = skip_space(at + length);
        if ((at > text && is_letter(at[-1])) || *behind != '=' || !isdigit((unsigned char)*skip_space(behind + 1)))
            continue;
        value = strtol(skip_space(behind + 1), NULL, 10);
        break;
    }
    free(text);
    return value;
}

static long value_of(const struct verilator_interface *port, const struct arguments *parameters, const char *name)
{
    size_t length = strlen(name);

    for (int i = 0; i < parameters->count; i++)
        if (strncmp(parameters->text[i], name, length) == 0 && parameters->text[i][length] == '=')
            return strtol(parameters->text[i] + length + 1, NULL, 10);
    return default_of(port->path, name);
}

/* A number or a name, and what is added to it or taken from it. @return behind it, or NULL */
static const char *take_number(const struct verilator_interface *port, const struct arguments *parameters,
                               const char *at, long *value)
{
    char name[VERILATOR_NAME];
    long sign = 1;

    for (*value = 0; at; sign = *at++ == '-' ? -1 : 1) {
        at = skip_space(at);
        if (isdigit((unsigned char)*at)) {
            char *end;
            *value += sign * strtol(at, &end, 10);
            at = end;
        } else {
            at = take_name(at, name);
            *value += at ? sign * value_of(port, parameters, name) : 0;
        }
        at = at ? skip_space(at) : NULL;
        if (!at || (*at != '-' && *at != '+'))
            return at;
    }
    return NULL;
}

int verilator_range_count(const struct verilator_interface *port, const struct arguments *parameters)
{
    long left, right;
    const char *at = take_number(port, parameters, port->range, &left);

    if (!at || (*at && *at != ':'))
        return 0;
    if (!*at)
        return left > 0 && left < 1024 ? (int)left : 0;
    at = take_number(port, parameters, at + 1, &right);
    return at && !*at && labs(left - right) < 1024 ? (int)labs(left - right) + 1 : 0;
}

/* Signals --------------------------------------------------------------------------------------------------------- */

/* The direction of a signal at a port; "": the modport does not have it. */
static const char *direction_of(const struct verilator_design *d, const struct verilator_signal *signal,
                                const char *modport)
{
    if (*signal->direction)
        return "input"; /* a port of the interface: who has the interface drives it */
    if (!*modport)
        return "inout";
    for (int i = 0; i < d->signal_count; i++)
        if (strcmp(d->signals[i].interface, signal->interface) == 0 && strcmp(d->signals[i].modport, modport) == 0 &&
            strcmp(d->signals[i].name, signal->name) == 0)
            return d->signals[i].direction;
    return "";
}

/* The signals of one interface by its name, s or s[1], or the ports of the interface, which all elements share. */
static int add_signals(struct verilator_design *d, int port, const char *name, const char *interface,
                       const char *modport, int shared)
{
    for (int i = 0; i < d->signal_count; i++) {
        const struct verilator_signal *signal = &d->signals[i];
        const char *direction = direction_of(d, signal, modport);
        char whole[3 * VERILATOR_NAME];
        struct verilator_port *added;
        if (strcmp(signal->interface, interface) != 0 || *signal->modport || !*direction ||
            shared != (*signal->direction != 0))
            continue;
        snprintf(whole, sizeof whole, "%s.%s", name, signal->name);
        added = verilator_add_port(d, whole, direction, signal->type);
        if (!added)
            return -1;
        added->signal_of = port + 1;
        added->shared = shared;
    }
    return 0;
}

static int add_elements(struct verilator_design *d, int port, const char *interface)
{
    const struct verilator_type *type = verilator_type_of(d, d->ports[port].type), *of = type;
    char name[2 * VERILATOR_NAME], own[VERILATOR_NAME]; /* the list of ports moves */
    int first = 0, count = 1, status = 0;

    if (type && type->kind == VERILATOR_UNPACKED) {
        of = verilator_type_of(d, type->of);
        first = type->left < type->right ? type->left : type->right;
        count = type->count;
        snprintf(d->ports[port].unpacked, sizeof d->ports[port].unpacked, "[%d:%d]", type->left, type->right);
    }
    if (!of || of->kind != VERILATOR_MODPORT)
        return 0;
    memcpy(own, d->ports[port].name, sizeof own);
    if (add_signals(d, port, own, interface, of->of, 1) != 0)
        return -1;
    for (int i = 0; i < count && status == 0; i++) {
        if (type == of)
            snprintf(name, sizeof name, "%s", own);
        else
            snprintf(name, sizeof name, "%s[%d]", own, first + i);
        status = add_signals(d, port, name, interface, of->of, 0);
    }
    return status;
}

int verilator_find_signals(struct verilator_design *d)
{
    int ports = d->port_count, status = 0;

    for (int i = 0; i < ports && status == 0; i++)
        for (int k = 0; k < d->cell_count && strcmp(d->ports[i].direction, "interface") == 0 && status == 0; k++)
            if (strncmp(d->cells[k].name, VERILATOR_CELL, strlen(VERILATOR_CELL)) == 0 &&
                strcmp(d->cells[k].name + strlen(VERILATOR_CELL), d->ports[i].name) == 0)
                status = add_elements(d, i, d->cells[k].module);
    return status;
}
