/* SPDX-License-Identifier: Apache-2.0
 *
 * A testbench of one switch. See fedx_testbench.h.
 */
#include "fedx_testbench.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>

#include "../dut/fedx_dut.h"
#include "../../gen/gen_folder.h"
#include "fedx_gen_parameters.h"
#include "../../gen/gen_pins.h"
#include "../kind/fedx_kind.h"

/* In a word of expected.hex. */
enum { BIT_OF_DATA = FEDX_STATUS_BITS };

struct writer {
    const struct vectors *vectors;
    const struct testbench *given;
    const struct expected *expected;
    /* The bit that the self-test flips. */
    size_t flip_cycle;
    int flip_port;
};

/* Files ------------------------------------------------------------------------------------------------------------ */

static void write_stimulus(const void *context, FILE *file)
{
    vectors_write(((const struct writer *)context)->vectors, file);
}

static void write_pin(const struct fedx_pin_info *pin, const struct expected *e, size_t cycle, FILE *file)
{
    const void *fields = pin->place == FEDX_PIN_TX ? expected_out(e, cycle) : expected_status(e, cycle);

    fprintf(file, "_%0*" PRIx64, gen_digits(pin), fedx_lanes_bus(&pin->lanes, fields));
}

static void write_expected(const void *context, FILE *file)
{
    const struct pin_rows outputs = kind_outputs(&fedx_kind);
    const struct writer *w = context;

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

/* Where the register is in the RTL, how wide it is, and its name. */
static void write_register_header(const struct writer *w, FILE *file)
{
    const struct fedx_reg_info *r = w->expected->reg;
    int bits = (int)fedx_lanes_value_bits(&r->lanes);
    char lane[16] = "", slice[32] = "";

    if (r->lanes.count > 1) {
        snprintf(lane, sizeof lane, "[%d]", w->expected->lane);
        snprintf(slice, sizeof slice, "[%d +: %d]", w->expected->lane * bits, bits);
    }
    if (w->given->wrapped)
        fprintf(file, "`define TESTBENCH_REGISTER dut.r_%s_%s%s\n", r->block, r->name, slice);
    else
        fprintf(file, "`define TESTBENCH_REGISTER dut.u_%s.%s_reg%s\n", r->block, r->name, slice);
    fprintf(file, "`define TESTBENCH_REGISTER_WIDTH %d\n`define TESTBENCH_REGISTER_NAME \"%s.%s%s\"\n", bits, r->block,
            r->name, lane);
}

static void write_store_header(const struct writer *w, FILE *file)
{
    fprintf(file,
            "`define TESTBENCH_REGISTER dut.u_buffer_pool.buffer[%d].u_buffer_store.store[%d]\n"
            "`define TESTBENCH_REGISTER_WIDTH 8\n`define TESTBENCH_REGISTER_NAME \"store[%d][%d]\"\n",
            w->expected->store, w->expected->lane, w->expected->store, w->expected->lane);
}

/* Lane i of a register is bits [i*width +: width]. */
static void write_set_register(const struct start *s, const struct fedx_reg_info *r, FILE *file)
{
    fprintf(file, "    dut.u_%s.%s_reg <= {", r->block, r->name);
    for (int k = r->lanes.count - 1; k >= 0; k--)
        fprintf(file, "%u'h%" PRIx64 "%s", fedx_lanes_value_bits(&r->lanes), fedx_lanes_value(&r->lanes, &s->registers, k),
                k ? ", " : "};\n");
}

static void write_set_store(const uint8_t *store, int buffer, FILE *file)
{
    for (int i = FEDX_HEADER_BYTES; i < FEDX_PACKET_BYTES; i++)
        fprintf(file, "    dut.u_buffer_pool.buffer[%d].u_buffer_store.store[%d] <= 8'h%02x;\n", buffer, i, store[i]);
}

/* The statements that set the state. */
static void write_start(const void *context, FILE *file)
{
    const struct start *s = ((const struct writer *)context)->vectors->start;

    fputs("// Registers and buffer stores before cycle `TESTBENCH_START\n", file);
    for (int i = 0; i < fedx_reg_count; i++)
        write_set_register(s, &fedx_reg_table[i], file);
    for (int b = 0; b < FEDX_BUFFERS; b++)
        write_set_store(start_store(s, b), b, file);
}

static void write_header(const void *context, FILE *file)
{
    const struct writer *w = context;

    fprintf(file, "// Sizes of this testbench.\n`define TESTBENCH_CYCLES %zu\n`define TESTBENCH_COMPARED %" PRIu64 "\n",
            w->vectors->count, expected_compared(w->expected));
    fprintf(file, "`define TESTBENCH_FLIP_CYCLE %zu\n`define TESTBENCH_FLIP_BIT %d\n", w->flip_cycle,
            BIT_OF_DATA + 8 * w->flip_port);
    fputs("`define TESTBENCH_PARAMETERS ", file);
    fedx_gen_parameters(w->given->buffers, file);
    fputc('\n', file);
    if (w->vectors->start)
        fprintf(file, "`define TESTBENCH_START %zu\n", w->vectors->start->at);
    if (w->expected->reg)
        write_register_header(w, file);
    else if (w->expected->store >= 0)
        write_store_header(w, file);
}

static int write_templates(struct gen_folder *g, const struct writer *w, char *error, size_t size)
{
    const struct fedx_pins *out = expected_out(w->expected, w->flip_cycle);
    const uint8_t right = out->data[w->flip_port];
    char flip[128], cycles[32], number[32];
    const struct gen_word words[] = {
        {"flip", flip},     {"cycles", cycles}, {"compared", number},
        {"command", w->given->command ? w->given->command : "(unknown)"},
        {"fabric", ""},     {"top", w->given->wrapped ? FEDX_DUT_WRAPPER : "fedx_switch"},
        {"standard", w->given->wrapped ? "2012" : "2005"},
        {"rtl", w->given->unknown ? "not there: the Verilog of the switch that was tested is not known; name it when you run this"
                : w->given->wrapped ? "the switch that was tested, in one file, its macros and includes resolved, and a wrapper around it"
                : "the RTL of the Fed-X switch"},
        {NULL, NULL},
    };

    snprintf(flip, sizeof flip, "difference: cycle %zu: tx_data port %d: expected %02x, got %02x", w->flip_cycle,
             w->flip_port, right ^ 1u, right);
    snprintf(cycles, sizeof cycles, "%zu", w->vectors->count);
    snprintf(number, sizeof number, "%" PRIu64, expected_compared(w->expected));
    if (gen_pins_fill(&fedx_kind, g, "tb/templates/testbench/testbench_switch.v", "testbench.v", error, size) != 0 ||
        gen_folder_fill(g, "tb/templates/testbench/Makefile.in", "Makefile", words, error, size) != 0)
        return -1;
    return gen_folder_fill(g, "tb/templates/testbench/README_switch.md.in", "README.md", words, error, size);
}

static int copy_rtl(struct gen_folder *g, const struct writer *w, char *error, size_t size)
{
    char own[PATH_MAX + 8];

    snprintf(own, sizeof own, "%s/rtl/fedx", w->given->share);
    return w->given->unknown ? 0 : gen_folder_rtl(g, w->given->rtl ? w->given->rtl : own, error, size);
}

static int write_files(struct gen_folder *g, const struct writer *w, char *error, size_t size)
{
    if (copy_rtl(g, w, error, size) != 0 ||
        gen_folder_write(g, "stimulus.hex", write_stimulus, w, error, size) != 0 ||
        gen_folder_write(g, "expected.hex", write_expected, w, error, size) != 0 ||
        (w->vectors->start && gen_folder_write(g, "start.vh", write_start, w, error, size) != 0) ||
        ((w->expected->reg || w->expected->store >= 0) &&
         gen_folder_write(g, "register.hex", write_register, w, error, size) != 0) ||
        gen_folder_write(g, "testbench.vh", write_header, w, error, size) != 0 ||
        write_templates(g, w, error, size) != 0)
        return -1;
    return gen_folder_end(g, error, size);
}

int fedx_testbench_write(const char *folder, const struct expected *e, const struct testbench *t, char *error,
                         size_t size)
{
    const struct writer w = {.vectors = e->vectors,
                             .given = t,
                             .expected = e,
                             .flip_cycle = e->first + expected_compared(e) / 2,
                             .flip_port = FEDX_PORTS / 2};
    struct gen_folder g = {0};
    int status = -1;

    if (gen_folder_begin(&g, folder, t->share, error, size) == 0)
        status = write_files(&g, &w, error, size);
    gen_folder_abandon(&g);
    return status;
}

const struct gen_kind fedx_kind_gen = {.testbench = fedx_testbench_write};
