/* SPDX-License-Identifier: Apache-2.0
 *
 * A description against the ports of its module, and the Verilog that is made of both.
 * What is taken must keep the contract of the wrapper: each input of the module is
 * connected once, and each bit of each wire and of its outputs has one driver.
 */
#define _GNU_SOURCE /* hcreate_r */
#include <search.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../../cmodel/base/text.h"
#include "../../cmodel/dut/dut.h"
#include "../../cmodel/blackbox/description/blackbox_pins.h"
#include "../../cmodel/blackbox/wrapper/blackbox_wrapper.h"
#include "fuzz.h"
#include "fuzz_design.h"

static const char description[] = "made.yaml", design[] = FUZZ_DESIGN;

static int seed_wrapper(int number, FILE *out)
{
    struct verilator_design d;
    struct blackbox *f;
    char path[1024];

    if (fuzz_example(number, &f, &d) != 0)
        return -1;
    fuzz_part(out, description);
    fuzz_example_path(number, path, sizeof path);
    fuzz_copy(path, out);
    fuzz_part(out, design);
    fuzz_print_xml(&d, out);
    verilator_design_free(&d);
    blackbox_destroy(f);
    return 0;
}

/* The contract ---------------------------------------------------------------------------------------------------- */

enum { NAME = 192 };

struct wire {
    char name[NAME];
    int width;
    uint8_t *drivers; /* [width] */
};

struct contract {
    const struct verilator_design *design;
    const char *top;
    struct wire *wire;
    int wires, room;
    struct hsearch_data by_name;
    int *connected; /* [ports of the module] in the instance that is read */
    int instance;   /* 1: its parameters are read, 2: its pins */
};

static void breach(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

static void breach(const char *format, ...)
{
    va_list values;

    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
    abort();
}

static struct wire *wire_of(struct contract *c, const char *name)
{
    ENTRY *found = NULL;

    hsearch_r((ENTRY){.key = (char *)(uintptr_t)name}, FIND, &found, &c->by_name);
    return found ? found->data : NULL;
}

static void declare(struct contract *c, const char *name, int width)
{
    struct wire *w = &c->wire[c->wires++];
    ENTRY *entered;

    if (wire_of(c, name))
        breach("wire %s is declared twice", name);
    if (c->wires > c->room || width < 1 || !(w->drivers = calloc((size_t)width, 1)))
        breach("wire %s: of %d bits", name, width);
    snprintf(w->name, sizeof w->name, "%s", name);
    w->width = width;
    if (!hsearch_r((ENTRY){w->name, w}, ENTER, &entered, &c->by_name))
        abort();
}

static void drive(struct contract *c, const char *name, int high, int low)
{
    struct wire *w = wire_of(c, name);

    if (!w || high >= w->width || low < 0 || low > high)
        breach("%s[%d:%d]: there is no such wire", name, high, low);
    for (int bit = low; bit <= high; bit++)
        if (w->drivers[bit]++)
            breach("%s[%d] has two drivers", name, bit);
}

/* assign NAME, NAME[BIT] or NAME[HIGH:LOW] */
static void take_assign(struct contract *c, const char *line)
{
    char name[NAME], next;
    int high, low, count = sscanf(line, "    assign %191[^][ ;]%c%d:%d", name, &next, &high, &low);
    const struct wire *w = count >= 2 ? wire_of(c, name) : NULL;

    if (!w)
        breach("no wire is assigned: %.100s", line);
    if (next != '[')
        drive(c, name, w->width - 1, 0);
    else
        drive(c, name, high, count == 4 ? low : high);
}

/* What an output of the module is connected to has its driver there. */
static void take_connection(struct contract *c, const char *line)
{
    char name[NAME], to[NAME];
    int count = sscanf(line, "        .%191[^(](%191[^)]", name, to);
    const struct verilator_port *port = count == 2 ? verilator_port_of(c->design, name) : NULL;
    const struct wire *w;

    if (!port)
        breach("no port is connected: %.100s", line);
    if (c->connected[port - c->design->ports]++)
        breach("port %s is connected twice", name);
    w = wire_of(c, to);
    if (w && w->width != port->width)
        breach("port %s has %d bits, and is connected to %d", name, port->width, w->width);
    if (w && strcmp(port->direction, "output") == 0)
        drive(c, to, w->width - 1, 0);
}

static void end_instance(struct contract *c)
{
    for (int i = 0; i < c->design->port_count; i++) {
        const struct verilator_port *port =
            verilator_port_of(c->design, c->design->ports[i].name); /* damage may have two of a name */
        if (strcmp(port->direction, "input") == 0 && !c->connected[port - c->design->ports])
            breach("input %s is connected to nothing", port->name);
    }
    memset(c->connected, 0, (size_t)c->design->port_count * sizeof *c->connected);
}

static void take_line(struct contract *c, const char *line)
{
    size_t length = strlen(line), top = strlen(c->top);
    char name[NAME];
    int high;

    if (c->instance == 2 && strcmp(line, "    );") == 0) {
        end_instance(c);
        c->instance = 0;
    } else if (c->instance == 2) {
        take_connection(c, line);
    } else if (c->instance == 1 ||
               (strncmp(line, "    ", 4) == 0 && strncmp(line + 4, c->top, top) == 0 && line[4 + top] == ' ')) {
        c->instance = length > 2 && strcmp(line + length - 2, " (") == 0 ? 2 : 1;
    } else if (sscanf(line, "    wire [%d:0] %191[^;]", &high, name) == 2 ||
               sscanf(line, "    output wire [%d:0] %191s", &high, name) == 2) {
        declare(c, name, high + 1);
    } else if (strncmp(line, "    assign ", 11) == 0) {
        take_assign(c, line);
    }
}

static void finish(struct contract *c)
{
    for (int i = 0; i < c->wires; i++) {
        for (int bit = 0; bit < c->wire[i].width; bit++)
            if (!c->wire[i].drivers[bit])
                breach("%s[%d] has no driver", c->wire[i].name, bit);
        free(c->wire[i].drivers);
    }
    hdestroy_r(&c->by_name);
    free(c->connected);
    free(c->wire);
}

static void check_contract(const struct blackbox *f, const struct verilator_design *d, char *text)
{
    struct contract c = {.design = d, .top = f->top, .room = 1};

    for (const char *at = text; (at = strstr(at, "wire [")); at++)
        c.room++;
    c.wire = calloc((size_t)c.room, sizeof *c.wire);
    c.connected = calloc((size_t)d->port_count + 1, sizeof *c.connected);
    if (!c.wire || !c.connected || !hcreate_r((size_t)c.room * 2, &c.by_name))
        abort();
    for (char *rest = text, *line; (line = strsep(&rest, "\n"));)
        take_line(&c, line);
    finish(&c);
}

/* Reading --------------------------------------------------------------------------------------------------------- */

static int read_wrapper(const char *path, char *error, size_t size)
{
    static const char *const parts[] = {description, design};
    char reason[DUT_ERROR], yaml[256];
    struct verilator_design d = {0};
    char *text = NULL;

    fuzz_take_apart(path, parts, 2);
    fuzz_path(description, yaml, sizeof yaml);
    struct blackbox *f = blackbox_load(yaml, NULL, reason, sizeof reason);
    int status = f ? fuzz_read_design(&d, VERILATOR_XML, reason, sizeof reason) : -1;
    if (status == 0)
        status = blackbox_pins_check(f, d.ports, d.port_count, reason, sizeof reason);
    if (status == 0 && (text = blackbox_wrapper(f)))
        check_contract(f, &d, text);
    free(text);
    verilator_design_free(&d);
    blackbox_destroy(f);
    return status == 0 ? 0 : fuzz_refuse(path, reason, error, size);
}

const struct fuzz_format fuzz_wrapper = {"wrapper", seed_wrapper, read_wrapper, NULL, fuzz_yaml_words, NULL};
