/* SPDX-License-Identifier: Apache-2.0
 *
 * A testbench of one router. See testbench.h.
 */
#include "testbench.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>

#include "../kind/bus.h"
#include "gen_kind_fields.h"
#include "gen_pins.h"

struct writer {
    const struct vectors *vectors;
    const struct router_kind *kind;
    const struct testbench *given;
    const struct expected *expected;
    /* The bit that the self-test flips: the lowest one of a port of the widest output. */
    size_t flip_cycle;
    int flip_port;
};

/* Files ----------------------------------------------------------------------------------------------------------- */

static void write_stimulus(const void *context, FILE *file)
{
    vectors_write(((const struct writer *)context)->vectors, file);
}

static void write_pin(const struct pin_info *pin, const struct expected *e, size_t cycle, FILE *file)
{
    const void *fields = pin->place == PIN_TX ? expected_out(e, cycle) : expected_status(e, cycle);
    struct bus bus;

    bus_get(&bus, &pin->lanes, fields);
    fputc('_', file);
    bus_write(&bus, gen_digits(pin), file);
}

static void write_expected(const void *context, FILE *file)
{
    const struct writer *w = context;
    const struct pin_rows outputs = kind_outputs(w->kind);

    fputs("// compare", file);
    for (int i = 0; i < outputs.count; i++)
        fprintf(file, " %s", outputs.row[i]->name);
    fputc('\n', file);
    for (size_t c = 0; c <= w->vectors->count; c++) {
        fprintf(file, "%d", c >= w->expected->first);
        for (int i = 0; i < outputs.count; i++)
            write_pin(outputs.row[i], w->expected, c, file);
        fputc('\n', file);
    }
}

static void write_register(const void *context, FILE *file)
{
    const struct writer *w = context;

    fprintf(file, "// known value (%s, lane %d)\n", w->expected->field, w->expected->lane);
    for (size_t c = 0; c <= w->vectors->count; c++)
        fprintf(file, "%d_%016" PRIx64 "\n", w->expected->value[c].known, w->expected->value[c].value);
}

/* Where the register is in the RTL of this project. */
static void print_register(const struct router_kind *kind, const struct reg_info *r, FILE *file)
{
    if (kind->parts->gen->own && strcmp(kind->parts->gen->own, r->block) == 0)
        fprintf(file, "dut.%s_reg", r->name);
    else
        fprintf(file, "dut.u_%s.%s_reg", r->block, r->name);
}

/* Where the register is, how wide it is, and its name. */
static void write_register_header(const struct writer *w, FILE *file)
{
    const struct reg_info *r = w->expected->reg;
    int bits = (int)lane_value_bits(&r->lanes);
    char lane[16] = "", slice[32] = "";

    if (r->lanes.count > 1) {
        snprintf(lane, sizeof lane, "[%d]", w->expected->lane);
        snprintf(slice, sizeof slice, "[%d +: %d]", w->expected->lane * bits, bits);
    }
    fputs("`define TESTBENCH_REGISTER ", file);
    if (w->given->wrapped)
        fprintf(file, "dut.r_%s_%s", r->block, r->name);
    else
        print_register(w->kind, r, file);
    fprintf(file, "%s\n`define TESTBENCH_REGISTER_WIDTH %d\n`define TESTBENCH_REGISTER_NAME \"%s.%s%s\"\n", slice, bits,
            r->block, r->name, lane);
}

static void write_store_header(const struct writer *w, FILE *file)
{
    fputs("`define TESTBENCH_REGISTER ", file);
    w->kind->parts->gen->store(w->kind, w->expected->store, w->expected->lane, file);
    fprintf(file, "\n`define TESTBENCH_REGISTER_WIDTH 8\n`define TESTBENCH_REGISTER_NAME \"store[%d][%d]\"\n",
            w->expected->store, w->expected->lane);
}

/* Lane i of a register is bits [i*width +: width]. */
static void write_set_register(const struct router_kind *kind, const struct initial_state *s, const struct reg_info *r,
                               FILE *file)
{
    fputs("    ", file);
    print_register(kind, r, file);
    fputs(" <= {", file);
    for (int k = r->lanes.count - 1; k >= 0; k--)
        fprintf(file, "%u'h%" PRIx64 "%s", lane_value_bits(&r->lanes), lane_value(&r->lanes, &s->registers, k),
                k ? ", " : "};\n");
}

/* The statements that set the state. */
static void write_start(const void *context, FILE *file)
{
    const struct writer *w = context;
    const struct initial_state *s = w->vectors->start;

    fputs("// Registers and buffer stores before cycle `TESTBENCH_START\n", file);
    for (int i = 0; i < w->kind->register_count; i++)
        write_set_register(w->kind, s, &w->kind->registers[i], file);
    for (int b = 0; b < w->kind->parts->lockstep->stores; b++)
        w->kind->parts->gen->set_store(w->kind, initial_state_store(s, b), b, file);
}

static int flip_bit(const struct writer *w)
{
    const struct pin_info *pin = gen_pins_widest(w->kind);

    return gen_pins_place(w->kind, pin) + (int)kind_port_bits(w->kind, pin) * w->flip_port;
}

static void write_header(const void *context, FILE *file)
{
    const struct writer *w = context;

    fprintf(file, "// Sizes of this testbench.\n`define TESTBENCH_CYCLES %zu\n`define TESTBENCH_COMPARED %" PRIu64 "\n",
            w->vectors->count, expected_compared(w->expected));
    fprintf(file, "`define TESTBENCH_FLIP_CYCLE %zu\n`define TESTBENCH_FLIP_BIT %d\n", w->flip_cycle, flip_bit(w));
    fputs("`define TESTBENCH_PARAMETERS ", file);
    if (!w->given->wrapped) /* the wrapper sets those of the module in it */
        w->kind->parts->gen->parameters(w->kind, w->given->buffers, file);
    fputc('\n', file);
    if (w->vectors->start)
        fprintf(file, "`define TESTBENCH_START %zu\n", w->vectors->start->at);
    if (w->expected->reg)
        write_register_header(w, file);
    else if (w->expected->store >= 0)
        write_store_header(w, file);
}

static void print_flip(const void *context, FILE *out)
{
    const struct writer *w = context;
    const struct pin_info *pin = gen_pins_widest(w->kind);
    const void *pins = expected_out(w->expected, w->flip_cycle);
    char text[KIND_MOST_PINS];

    fprintf(out, "difference: cycle %zu: %s port %d: expected %s", w->flip_cycle, pin->name, w->flip_port,
            gen_pins_port_value(w->kind, pin, pins, w->flip_port, 1, text));
    fprintf(out, ", got %s", gen_pins_port_value(w->kind, pin, pins, w->flip_port, 0, text));
}

static void add_rtl(struct gen_fields *words, const struct writer *w)
{
    if (w->given->unknown)
        gen_fields_format(words, "rtl",
                          "not there: the Verilog of the %s that was tested is not known; name it when you run this",
                          w->kind->parts->gen->unit);
    else if (w->given->wrapped)
        gen_fields_format(
            words, "rtl",
            "the %s that was tested, in one file, its macros and includes resolved, and a wrapper around it",
            w->kind->parts->gen->unit);
    else
        gen_fields_format(words, "rtl", "the RTL of the %s %s", w->kind->parts->gen->product,
                          w->kind->parts->gen->unit);
}

static void add_words(struct gen_fields *words, const struct writer *w)
{
    gen_fields_print(words, "flip", print_flip, w);
    gen_fields_format(words, "cycles", "%zu", w->vectors->count);
    gen_fields_format(words, "compared", "%" PRIu64, expected_compared(w->expected));
    gen_fields_text(words, "command", w->given->command ? w->given->command : "(unknown)");
    gen_fields_text(words, "fabric", "");
    gen_fields_text(words, "top", w->given->wrapped ? TESTBENCH_WRAPPER : w->kind->parts->gen->top);
    gen_fields_text(words, "standard", w->given->wrapped ? "2012" : "2005");
    add_rtl(words, w);
    gen_kind_fields(words, w->kind, "node");
}

static int write_templates(struct gen_folder *g, const struct gen_fields *words, char *error, size_t size)
{
    if (gen_fields_fill(words, g, "tb/templates/testbench/testbench_router.v", "testbench.v", error, size) != 0 ||
        gen_fields_fill(words, g, "tb/templates/testbench/Makefile.in", "Makefile", error, size) != 0)
        return -1;
    return gen_fields_fill(words, g, "tb/templates/testbench/README_router.md.in", "README.md", error, size);
}

static int copy_rtl(struct gen_folder *g, const struct writer *w, char *error, size_t size)
{
    char own[PATH_MAX + 32];

    snprintf(own, sizeof own, "%s/rtl/%s", w->given->share, w->kind->parts->gen->prefix);
    return w->given->unknown ? 0 : gen_folder_rtl(g, w->given->rtl ? w->given->rtl : own, error, size);
}

static int write_files(struct gen_folder *g, const struct writer *w, const struct gen_fields *words, char *error,
                       size_t size)
{
    if (copy_rtl(g, w, error, size) != 0 || gen_folder_write(g, "stimulus.hex", write_stimulus, w, error, size) != 0 ||
        gen_folder_write(g, "expected.hex", write_expected, w, error, size) != 0 ||
        (w->vectors->start && gen_folder_write(g, "start.vh", write_start, w, error, size) != 0) ||
        ((w->expected->reg || w->expected->store >= 0) &&
         gen_folder_write(g, "register.hex", write_register, w, error, size) != 0) ||
        gen_folder_write(g, "testbench.vh", write_header, w, error, size) != 0 ||
        write_templates(g, words, error, size) != 0)
        return -1;
    return gen_folder_end(g, error, size);
}

int testbench_write(const char *folder, const struct expected *e, const struct testbench *t, char *error, size_t size)
{
    const struct router_kind *kind = e->vectors->kind;
    const struct writer w = {.vectors = e->vectors,
                             .kind = kind,
                             .given = t,
                             .expected = e,
                             .flip_cycle = e->first + expected_compared(e) / 2,
                             .flip_port = kind_pin_ports(kind, gen_pins_widest(kind)) / 2};
    struct gen_fields words = {.count = 0};
    struct gen_folder g = {0};
    int status = -1;

    add_words(&words, &w);
    if (gen_folder_begin(&g, folder, t->share, error, size) == 0)
        status = write_files(&g, &w, &words, error, size);
    gen_folder_abandon(&g);
    gen_fields_finish(&words);
    return status;
}
