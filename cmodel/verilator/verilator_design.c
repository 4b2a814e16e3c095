/* SPDX-License-Identifier: Apache-2.0
 *
 * A module as Verilator elaborated it: what both readers fill, and widths of types. See verilator_design.h.
 */
#include "verilator_design.h"

#include <limits.h>
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"
#include "../base/value.h"
#include "verilator_interface.h"

/* Types stand for types at most so deep; a circle would be a fault of what is read. */
enum { MOST_DEPTH = 64 };

/* Lists ----------------------------------------------------------------------------------------------------------- */

/* One more element, zero, of a list. @return NULL when out of memory */
static void *add(void **list, int *count, size_t size)
{
    char *more = realloc(*list, (size_t)(*count + 1) * size);

    if (!more)
        return NULL;
    *list = more;
    return memset(more + (size_t)(*count)++ * size, 0, size);
}

struct verilator_port *verilator_add_port(struct verilator_design *d, const char *name, const char *direction,
                                          const char *type)
{
    struct verilator_port *port = add((void **)&d->ports, &d->port_count, sizeof *port);

    if (!port)
        return NULL;
    /* Verilator has a hash for the end of a name that is too long for it. */
    if (snprintf(port->name, sizeof port->name, "%s", name) >= (int)sizeof port->name || strstr(name, "__Vhsh"))
        memcpy(d->too_long, port->name, sizeof port->name);
    snprintf(port->direction, sizeof port->direction, "%s", direction);
    snprintf(port->type, sizeof port->type, "%s", type);
    value_tame(port->name); /* sentences have them */
    value_tame(port->direction);
    return port;
}

struct verilator_parameter *verilator_add_parameter(struct verilator_design *d, const char *name)
{
    struct verilator_parameter *parameter = add((void **)&d->parameters, &d->parameter_count, sizeof *parameter);

    if (!parameter)
        return NULL;
    snprintf(parameter->name, sizeof parameter->name, "%s", name);
    parameter->value = -1;
    return parameter;
}

struct verilator_type *verilator_add_type(struct verilator_design *d, enum verilator_type_kind kind, const char *id,
                                          const char *of)
{
    struct verilator_type *type = add((void **)&d->types, &d->type_count, sizeof *type);

    if (!type)
        return NULL;
    type->kind = kind;
    snprintf(type->id, sizeof type->id, "%s", id);
    snprintf(type->of, sizeof type->of, "%s", of);
    return type;
}

struct verilator_member *verilator_add_member(struct verilator_design *d, const char *name, const char *of)
{
    struct verilator_member *member = add((void **)&d->members, &d->member_count, sizeof *member);

    if (!member)
        return NULL;
    member->owner = d->type_count - 1;
    snprintf(member->name, sizeof member->name, "%s", name);
    value_tame(member->name);
    snprintf(member->of, sizeof member->of, "%s", of);
    return member;
}

struct verilator_signal *verilator_add_signal(struct verilator_design *d, const char *interface, const char *modport,
                                              const char *name)
{
    struct verilator_signal *signal = add((void **)&d->signals, &d->signal_count, sizeof *signal);

    if (!signal)
        return NULL;
    snprintf(signal->interface, sizeof signal->interface, "%s", interface);
    snprintf(signal->modport, sizeof signal->modport, "%s", modport);
    snprintf(signal->name, sizeof signal->name, "%s", name);
    return signal;
}

struct verilator_cell *verilator_add_cell(struct verilator_design *d, const char *name, const char *module)
{
    struct verilator_cell *cell = add((void **)&d->cells, &d->cell_count, sizeof *cell);

    if (!cell)
        return NULL;
    snprintf(cell->name, sizeof cell->name, "%s", name);
    snprintf(cell->module, sizeof cell->module, "%s", module);
    return cell;
}

void verilator_design_free(struct verilator_design *d)
{
    free(d->ports);
    free(d->parameters);
    free(d->types);
    free(d->members);
    free(d->signals);
    free(d->cells);
    arguments_free(&d->files);
    memset(d, 0, sizeof *d);
}

const struct verilator_port *verilator_port_of(const struct verilator_design *d, const char *name)
{
    for (int i = 0; i < d->port_count; i++)
        if (strcmp(d->ports[i].name, name) == 0)
            return &d->ports[i];
    return NULL;
}

const struct verilator_parameter *verilator_parameter_of(const struct verilator_design *d, const char *name)
{
    for (int i = 0; i < d->parameter_count; i++)
        if (strcmp(d->parameters[i].name, name) == 0)
            return &d->parameters[i];
    return NULL;
}

/* Numbers --------------------------------------------------------------------------------------------------------- */

long verilator_constant(const char *text)
{
    const char *digits = strstr(text, "'sh");

    digits = digits ? digits + 3 : strstr(text, "'h") ? strstr(text, "'h") + 2 : NULL;
    return digits ? strtol(digits, NULL, 16) : -1;
}

/* Bounds may be negative, as 32 bits. A range of more elements than an int counts has none. */
void verilator_set_range(struct verilator_type *type, long left, long right)
{
    int64_t count = llabs((int64_t)(int)left - (int)right) + 1;

    type->left = (int)left;
    type->right = (int)right;
    type->count = count <= INT_MAX ? (int)count : 0;
}

/* Widths ---------------------------------------------------------------------------------------------------------- */

static int width_of(const struct verilator_design *d, const char *id, int depth);

static const struct verilator_type *find_type(const struct verilator_design *d, const char *id)
{
    for (int i = 0; i < d->type_count; i++)
        if (strcmp(d->types[i].id, id) == 0)
            return &d->types[i];
    return NULL;
}

/* Of a structure all members, one behind the other; of a union any. */
static int members_width(const struct verilator_design *d, int owner, int depth)
{
    int width = 0;

    for (int i = 0; i < d->member_count; i++) {
        int below = d->members[i].owner == owner ? width_of(d, d->members[i].of, depth) : 0;
        if (d->members[i].owner == owner && (below <= 0 || below > INT_MAX - width))
            return -1;
        if (d->members[i].owner == owner)
            width = d->types[owner].kind == VERILATOR_UNION ? below : width + below;
    }
    return width ? width : -1;
}

static int width_of(const struct verilator_design *d, const char *id, int depth)
{
    const struct verilator_type *t = depth < MOST_DEPTH ? find_type(d, id) : NULL;
    int below;

    if (!t)
        return -1;
    switch (t->kind) {
    case VERILATOR_BITS: return t->count;
    case VERILATOR_PACKED:
        below = width_of(d, t->of, depth + 1);
        return below > 0 && t->count > 0 && t->count <= INT_MAX / below ? below * t->count : -1;
    case VERILATOR_UNPACKED: return 0;
    case VERILATOR_STRUCT:
    case VERILATOR_UNION: return members_width(d, (int)(t - d->types), depth + 1);
    case VERILATOR_SAME: return width_of(d, t->of, depth + 1);
    case VERILATOR_MODPORT:
    case VERILATOR_OTHER: return -1;
    }
    return -1;
}

/* Ranges ---------------------------------------------------------------------------------------------------------- */

const struct verilator_type *verilator_type_of(const struct verilator_design *d, const char *id)
{
    for (int depth = 0; depth < MOST_DEPTH; depth++) {
        const struct verilator_type *t = find_type(d, id);
        if (!t || t->kind != VERILATOR_SAME)
            return t;
        id = t->of;
    }
    return NULL;
}

static void find_range(const struct verilator_design *d, struct verilator_port *port)
{
    const struct verilator_type *t = verilator_type_of(d, port->type);

    if (!t || (t->kind != VERILATOR_BITS && t->kind != VERILATOR_PACKED))
        return;
    port->left = t->left;
    port->right = t->right;
    port->elements = t->kind == VERILATOR_PACKED ? t->count : 0;
    for (int depth = 0; t && t->kind == VERILATOR_PACKED; depth++)
        t = depth < MOST_DEPTH ? verilator_type_of(d, t->of) : NULL;
    port->ascending_bits = t && t->kind == VERILATOR_BITS && t->left < t->right;
}

/* Parts ----------------------------------------------------------------------------------------------------------- */

/* Elements of an array, and parts of a module, that are looked for. */
enum { MOST_ELEMENTS = 64, MOST_PARTS = 8192 };

/* Bits of a type, elements of unpacked arrays behind each other, too. Below 1: it has no number of them. */
static int flat_width(const struct verilator_design *d, const char *id)
{
    const struct verilator_type *t = verilator_type_of(d, id);
    int below;

    if (!t || t->kind != VERILATOR_UNPACKED)
        return width_of(d, id, 0);
    below = flat_width(d, t->of);
    return below > 0 && t->count > 0 && t->count <= INT_MAX / below ? below * t->count : -1;
}

/* What is taken apart. */
struct part {
    int port; /* counted from 1 */
    char name[2 * VERILATOR_NAME];
    char type[VERILATOR_TYPE];
    int low, depth;
    int element; /* as struct verilator_port has it */
};

static int add_parts(struct verilator_design *d, const struct part *whole);

/* One part, and those of it. Names that are too long are left out: no description has room for them. */
static int add_part(struct verilator_design *d, const struct part *p)
{
    int width = flat_width(d, p->type);
    struct verilator_port *port;
    char direction[sizeof port->direction];

    if (width < 1 || d->port_count >= MOST_PARTS || strlen(p->name) >= sizeof port->name)
        return 0;
    memcpy(direction, d->ports[p->port - 1].direction, sizeof direction); /* the list may move */
    port = verilator_add_port(d, p->name, direction, p->type);
    if (!port)
        return -1;
    port->width = width;
    port->part_of = p->port;
    port->low = p->low;
    port->element = p->element;
    find_range(d, port);
    return add_parts(d, p);
}

/* The first member has the upper bits of a structure; those of a union have the same ones. */
static int add_members(struct verilator_design *d, const struct part *whole, int owner)
{
    int end = whole->low + width_of(d, whole->type, 0), status = 0;

    for (int i = 0; i < d->member_count && status == 0; i++) {
        struct part p = {.port = whole->port, .depth = whole->depth + 1};
        if (d->members[i].owner != owner)
            continue;
        end -= d->types[owner].kind == VERILATOR_UNION ? 0 : width_of(d, d->members[i].of, 0);
        snprintf(p.name, sizeof p.name, "%s.%s", whole->name, d->members[i].name);
        memcpy(p.type, d->members[i].of, sizeof p.type);
        p.low = d->types[owner].kind == VERILATOR_UNION ? whole->low : end;
        status = add_part(d, &p);
    }
    return status;
}

/* Which element from the lowest bits on has a number: in packed arrays the right one, in others the least number. */
static int place_of(const struct verilator_type *t, int number)
{
    if (t->kind == VERILATOR_PACKED)
        return t->left < t->right ? t->right - number : number - t->right;
    return number - (t->left < t->right ? t->left : t->right);
}

static int add_elements(struct verilator_design *d, const struct part *whole, const struct verilator_type *t)
{
    const struct verilator_type *of = verilator_type_of(d, t->of);
    int first = t->left < t->right ? t->left : t->right, width = flat_width(d, t->of), status = 0;

    for (int i = 0; i < t->count && t->count <= MOST_ELEMENTS && status == 0; i++) {
        struct part p = {.port = whole->port, .depth = whole->depth + 1};
        snprintf(p.name, sizeof p.name, "%s[%d]", whole->name, first + i);
        memcpy(p.type, t->of, sizeof p.type);
        p.low = whole->low + place_of(t, first + i) * width;
        p.element = t->kind == VERILATOR_UNPACKED && of && of->kind != VERILATOR_UNPACKED;
        status = add_part(d, &p);
    }
    return status;
}

static int add_parts(struct verilator_design *d, const struct part *whole)
{
    const struct verilator_type *t = verilator_type_of(d, whole->type);

    if (!t || whole->depth == MOST_DEPTH)
        return 0;
    if (t->kind == VERILATOR_STRUCT || t->kind == VERILATOR_UNION)
        return add_members(d, whole, (int)(t - d->types));
    return t->kind == VERILATOR_PACKED || t->kind == VERILATOR_UNPACKED ? add_elements(d, whole, t) : 0;
}

/* The ranges of an unpacked array, which a port that is one is declared with. */
static void find_unpacked(const struct verilator_design *d, struct verilator_port *port)
{
    const struct verilator_type *t = verilator_type_of(d, port->type);
    size_t length = 0;

    for (; t && t->kind == VERILATOR_UNPACKED && length + 26 < sizeof port->unpacked; t = verilator_type_of(d, t->of))
        length +=
            (size_t)snprintf(port->unpacked + length, sizeof port->unpacked - length, "[%d:%d]", t->left, t->right);
}

int verilator_find_parts(struct verilator_design *d)
{
    int ports = d->port_count, status = 0;

    for (int i = 0; i < ports && status == 0; i++) {
        struct part whole = {.port = i + 1};
        if (strcmp(d->ports[i].direction, "interface") == 0)
            continue; /* its signals are ports */
        find_unpacked(d, &d->ports[i]);
        if (*d->ports[i].unpacked)
            d->ports[i].width = flat_width(d, d->ports[i].type);
        snprintf(whole.name, sizeof whole.name, "%s", d->ports[i].name);
        memcpy(whole.type, d->ports[i].type, sizeof whole.type);
        status = add_parts(d, &whole);
    }
    return status;
}

int verilator_design_read(struct verilator_design *d, const struct verilator *v, const char *path,
                          const struct verilator_instance *wanted, char *error, size_t size)
{
    int status;

    memset(d, 0, sizeof *d);
    *error = 0;
    status =
        (v->description == VERILATOR_JSON ? verilator_read_json : verilator_read_xml)(d, path, wanted, error, size);
    if (status != 0 && !*error)
        snprintf(error, size, "%s does not say which ports the module has", v->tool);
    if (status == 0 && verilator_find_signals(d) != 0)
        status = text_fail(error, size, "out of memory");
    if (status == 0 && *d->too_long)
        status = text_fail(error, size, "a port has a name of more than %d letters: %.40s...: give it a shorter one",
                           VERILATOR_NAME - 1, d->too_long);
    if (status == 0 && d->files.failed)
        status = text_fail(error, size, "out of memory");
    if (status != 0)
        verilator_design_free(d);
    for (int i = 0; i < d->port_count; i++) {
        d->ports[i].width = width_of(d, d->ports[i].type, 0);
        find_range(d, &d->ports[i]);
    }
    return status;
}
