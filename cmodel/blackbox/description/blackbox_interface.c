/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_interface.h"

#include <stdlib.h>
#include <string.h>

#include "../../base/text.h"
#include "blackbox_clocks.h"
#include "blackbox_pins.h"
#include "blackbox_yaml.h"

/* The description ------------------------------------------------------------------------------------------------- */

static int take_parameter(struct blackbox_reading *l, const yaml_node_t *key, const yaml_node_t *value, void *context)
{
    struct blackbox_interface *is = context;
    struct blackbox_constant c = {0};
    int number;

    if (blackbox_yaml_name(l, key, "a name with a constant", c.name) != 0)
        return -1;
    if (blackbox_yaml_int(l, value, c.name, INT_MIN, INT_MAX, &number) == 0) { /* made of parameters of the module */
        snprintf(c.value.text, sizeof c.value.text, "%d", number);
        c.value.line = (int)yaml_line(value);
    } else if (blackbox_yaml_constant(l, value, c.name, &c.value) != 0) {
        return -1;
    }
    return blackbox_constants_add(&is->parameters, &c) == 0 ? 0 : blackbox_yaml_memory(l);
}

static int take_parameters(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    return blackbox_yaml_pairs(l, value, "parameters must be names with values", take_parameter, context);
}

static int take_interface(struct blackbox_reading *l, const yaml_node_t *key, const yaml_node_t *value, void *context)
{
    static const struct blackbox_key keys[] = {BLACKBOX_NAME_OF("type", struct blackbox_interface, type),
                                               BLACKBOX_INT("count", struct blackbox_interface, count, 1, 1024),
                                               BLACKBOX_NAME_OF("clock", struct blackbox_interface, clock),
                                               BLACKBOX_NAME_OF("reset", struct blackbox_interface, reset),
                                               BLACKBOX_TAKE("parameters", take_parameters),
                                               BLACKBOX_KEYS_END};
    struct blackbox_interfaces *list = context;
    struct blackbox_interface *is = &list->item[list->count];

    if (list->count == BLACKBOX_INTERFACES)
        return yaml_fail(&l->yaml, yaml_line(key), "interfaces: more than %d", BLACKBOX_INTERFACES);
    if (blackbox_yaml_name(l, key, "interfaces", is->port) != 0)
        return -1;
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->item[i].port, is->port) == 0)
            return yaml_fail(&l->yaml, yaml_line(key), "%s: is here twice", is->port);
    list->count++;
    is->line = (int)yaml_line(key);
    return blackbox_yaml_mapping(l, value, is->port, keys, is);
}

int blackbox_take_interfaces(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    struct blackbox *f = context;

    return blackbox_yaml_pairs(l, value, "interfaces must be ports of the module, with what is said of each",
                               take_interface, &f->interfaces);
}

/* The sources ----------------------------------------------------------------------------------------------------- */

/* @return what the description says of a port, or one more; NULL: there is no room */
static struct blackbox_interface *interface_of(struct blackbox_interfaces *list, const char *port)
{
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->item[i].port, port) == 0)
            return &list->item[i];
    if (list->count == BLACKBOX_INTERFACES)
        return NULL;
    snprintf(list->item[list->count].port, BLACKBOX_NAME, "%s", port);
    return &list->item[list->count++];
}

static int merge(struct blackbox_interfaces *list, const struct dut *dut, const struct verilator_interface *found,
                 char *error, size_t size)
{
    struct blackbox_interface *is = interface_of(list, found->port);

    if (!is)
        return text_fail(error, size, "module %s has more than %d ports that are interfaces", dut->top,
                         BLACKBOX_INTERFACES);
    if (!*is->type.text)
        snprintf(is->type.text, sizeof is->type.text, "%s", found->type);
    if (!*found->range)
        return 0;
    is->count = is->count ? is->count : verilator_range_count(found, &dut->parameters);
    if (is->count)
        return 0;
    return text_fail(error, size,
                     "port %s of module %s is an array [%s] of interfaces, and how many that are cannot be told: write "
                     "interfaces: {%s: {count: 2}} into the description",
                     found->port, dut->top, found->range, found->port);
}

static void print_parameters(const struct blackbox *f, const struct blackbox_interface *is, int router, FILE *out)
{
    fputs(is->type.text, out);
    for (int i = 0; i < is->parameters.count; i++) {
        fprintf(out, "%s.%s(", i ? ", " : " #(", is->parameters.item[i].name);
        blackbox_place(f, is->parameters.item[i].value.text, router, out);
        fprintf(out, ")%s", i + 1 == is->parameters.count ? ")" : "");
    }
}

/* Give the module that is asked for its ports an instance for each. @return 0, or -1 when out of memory */
static int add_cells(const struct blackbox_interfaces *list, struct dut *dut)
{
    static const struct blackbox first = {0};

    for (int i = 0; i < list->count; i++) {
        const struct blackbox_interface *is = &list->item[i];
        struct text text;
        FILE *out = text_open(&text);
        char *line;
        if (!out)
            return -1;
        print_parameters(&first, is, 0, out);
        fprintf(out, " " VERILATOR_CELL "%s ", is->port);
        if (is->count)
            fprintf(out, "[0:%d] ", is->count - 1);
        fprintf(out, "();");
        line = text_close(&text);
        if (line)
            arguments_add(&dut->cells, "%s", line);
        free(line);
    }
    return dut->cells.failed ? -1 : 0;
}

/* @return how many the module has, or -1 with error */
static int find(struct blackbox_interfaces *list, struct dut *dut, char *error, size_t size)
{
    struct verilator_interface *found;
    int count = dut_interfaces(dut, &found, error, size), status = count < 0 ? -1 : 0;

    for (int i = 0; i < count && status == 0; i++)
        status = merge(list, dut, &found[i], error, size);
    free(found);
    if (status == 0 && count && add_cells(list, dut) != 0)
        status = text_fail(error, size, "out of memory");
    return status == 0 ? count : -1;
}

int blackbox_interface_parts(struct blackbox_interfaces *list, struct dut *dut, struct verilator_port **ports,
                             char *error, size_t size)
{
    int count = dut_parts(dut, ports, error, size);

    if (count >= 0)
        return count;
    free(*ports);
    *ports = NULL;
    /* Without interfaces the error is another one, and stays. */
    return find(list, dut, error, size) > 0 ? dut_parts(dut, ports, error, size) : -1;
}

/* The wrapper ----------------------------------------------------------------------------------------------------- */

static const struct blackbox_interface *described(const struct blackbox *f, const char *port)
{
    for (int i = 0; i < f->interfaces.count; i++)
        if (strcmp(f->interfaces.item[i].port, port) == 0)
            return &f->interfaces.item[i];
    return NULL;
}

/* Whether a name within an interface is that of a clock or a reset, or the one that the description has for it. */
static int is_called(const struct blackbox *f, const struct blackbox_interface *is, const char *name,
                     const struct blackbox_text *pin)
{
    const char *dot = strrchr(pin->text, '.');

    if (pin == &f->clock && *is->clock.text)
        return strcmp(name, is->clock.text) == 0;
    if (pin == &f->reset && *is->reset.text)
        return strcmp(name, is->reset.text) == 0;
    return strcmp(name, dot ? dot + 1 : pin->text) == 0;
}

const struct blackbox_text *blackbox_interface_driver(const struct blackbox *f, const struct verilator_port *port)
{
    const struct blackbox_interface *is = port->signal_of ? described(f, f->declared[port->signal_of - 1].name) : NULL;
    const char *name = strrchr(port->name, '.');
    const struct blackbox_text *pin;

    for (int i = 0; is && port->shared && (pin = blackbox_clock_pin(f, i)); i++)
        if (is_called(f, is, name + 1, pin))
            return pin;
    return NULL;
}

void blackbox_interface_print(const struct blackbox *f, const struct verilator_port *port, int router, FILE *out)
{
    print_parameters(f, described(f, port->name), router, out);
}
