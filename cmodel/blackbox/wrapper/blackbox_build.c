/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_build.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../base/text.h"
#include "../description/blackbox_interface.h"
#include "../description/blackbox_pins.h"
#include "blackbox_device.h"
#include "blackbox_wrapper.h"

int blackbox_installed(const char *program)
{
    const char *at = getenv("PATH");
    char path[PATH_MAX];

    for (; at && *at; at += strcspn(at, ":"), at += *at == ':')
        if (snprintf(path, sizeof path, "%.*s/%s", (int)strcspn(at, ":"), at, program) < (int)sizeof path &&
            access(path, X_OK) == 0)
            return 1;
    return 0;
}

/* Parameters as the first router has them, for the question which ports the module has. */
static int add_parameters(struct blackbox_build *b, const struct blackbox *f)
{
    for (int i = 0; i < f->parameters.count; i++) {
        struct text text;
        FILE *out = text_open(&text);
        char *value;
        if (!out)
            return -1;
        blackbox_place(f, f->parameters.item[i].value.text, 0, out);
        value = text_close(&text);
        if (value)
            arguments_add(&b->parameters, "%s=%s", f->parameters.item[i].name, value);
        free(value);
        if (!value)
            return -1;
    }
    return b->parameters.failed ? -1 : 0;
}

static void append_unused(struct blackbox_build *b, const char *name, const char *bits)
{
    size_t length = strlen(b->unused);

    snprintf(b->unused + length, sizeof b->unused - length, "%s%s%s", length ? ", " : "", name, bits);
}

/* Bits of an output that nobody looks at; all of them without brackets. */
static void find_spare(struct blackbox_build *b, const struct blackbox *f, const struct blackbox_bits *bits, int many,
                       const struct verilator_port *port)
{
    char range[64];

    for (int low = 0, width; (width = blackbox_pin_spare(f, bits, many, port, &low)) > 0; low += width) {
        blackbox_pin_range(port, low, width, range, sizeof range);
        append_unused(b, port->name, port->width <= 0 || width == port->width ? "" : range);
    }
}

/* Outputs that nobody looks at, for the user to see whether one was forgotten. */
static int find_unused(struct blackbox_build *b, const struct blackbox *f, const struct verilator_port *ports,
                       int count)
{
    struct blackbox_bits *bits;
    int many = blackbox_pin_list(f, &bits);

    for (int i = 0; i < count && many >= 0; i++)
        if (strcmp(ports[i].direction, "output") == 0 && !ports[i].part_of && !blackbox_side_pin(f, ports[i].name))
            find_spare(b, f, bits, many, &ports[i]);
    free(bits);
    return many < 0 ? -1 : 0;
}

static int check(struct blackbox_build *b, struct blackbox *f, char *error, size_t size)
{
    struct verilator_port *ports;
    int count = blackbox_interface_parts(&f->interfaces, &b->dut, &ports, error, size), status = count < 0 ? -1 : 0;

    if (status == 0)
        status = blackbox_pins_check(f, ports, count, error, size);
    if (status == 0 && find_unused(b, f, ports, count) != 0)
        status = text_fail(error, size, "out of memory");
    free(ports);
    blackbox_pins_notes(f, b->notes, sizeof b->notes);
    return status;
}

/* Everything but the wrapper. */
static int describe(struct blackbox_build *b, const struct blackbox *f, const char *keep, const char *support)
{
    memset(b, 0, sizeof *b);
    b->dut = (struct dut){.top = f->top,
                          .files = f->files,
                          .includes = f->includes,
                          .defines = f->defines,
                          .keep = keep,
                          .support = support};
    if (add_parameters(b, f) != 0)
        return -1;
    b->dut.parameters = b->parameters;
    return 0;
}

/* What describe has described, in the wrapper that its pins need. */
static int build(struct blackbox_build *b, const struct blackbox *f, char *error, size_t size)
{
    b->wrapper = blackbox_wrapper(f);
    if (!b->wrapper)
        return text_fail(error, size, "out of memory");
    b->harness = (struct dut_harness){.wrapper = b->wrapper, .shim = "blackbox/blackbox_dut.cpp"};
    b->dut.harness = &b->harness;
    if (dut_build(&b->dut, &b->build, error, size) != 0)
        return -1;
    b->ops =
        node_load(b->build.object, BLACKBOX_DEVICE_VERSION, "of a network of routers by this version", error, size);
    return b->ops ? 0 : -1;
}

int blackbox_build(struct blackbox_build *b, struct blackbox *f, const char *keep, const char *support, char *error,
                   size_t size)
{
    if (describe(b, f, keep, support) != 0)
        return text_fail(error, size, "out of memory");
    return check(b, f, error, size) == 0 ? build(b, f, error, size) : -1;
}

int blackbox_build_plain(struct blackbox_build *b, const struct blackbox *f, const char *keep, const char *support,
                         char *error, size_t size)
{
    if (describe(b, f, keep, support) != 0)
        return text_fail(error, size, "out of memory");
    dut_make_plain(&b->dut, b->plain);
    return build(b, f, error, size);
}

int blackbox_build_flatten(const struct blackbox_build *b, const char *folder, char *error, size_t size)
{
    return dut_flatten(&b->dut, folder, error, size);
}

int blackbox_build_direct(const struct blackbox *f, const char *support, const char *folder, char *error, size_t size)
{
    struct blackbox_build b;
    int status = describe(&b, f, NULL, support);

    b.wrapper = status == 0 ? blackbox_wrapper_direct(f) : NULL;
    if (b.wrapper) {
        b.harness = (struct dut_harness){.wrapper = b.wrapper, .shim = "blackbox/blackbox_dut.cpp"};
        b.dut.harness = &b.harness;
        status = dut_flatten(&b.dut, folder, error, size);
    } else {
        status = text_fail(error, size, "out of memory");
    }
    blackbox_build_finish(&b);
    return status;
}

void blackbox_build_finish(struct blackbox_build *b)
{
    dut_finish(&b->build);
    arguments_free(&b->parameters);
    arguments_free(&b->dut.cells);
    free(b->wrapper);
    memset(b, 0, sizeof *b);
}
