/* SPDX-License-Identifier: Apache-2.0
 *
 * A testbench of one switch. See fedx_testbench.h.
 */
#include "fedx_testbench.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../verify/fedx_dut.h"
#include "fedx_gen_folder.h"
#include "fedx_gen_parameters.h"
#include "fedx_gen_pins.h"

/* Outputs of one cycle. */
struct expected {
    struct fedx_pins out;
    struct fedx_status status;
    uint64_t value; /* of what is compared besides the pins */
    int known;      /* ... which it is */
};

/* In a word of expected.hex. */
enum { BIT_OF_DATA = FEDX_STATUS_BITS };

struct writer {
    const struct fedx_vectors *vectors;
    const struct fedx_testbench *given;
    struct expected *expected;       /* [vectors->count + 1] */
    size_t first;                    /* cycle from which outputs are defined */
    const struct fedx_reg_info *reg; /* NULL: no register is compared */
    int store;                       /* buffer of which a byte is compared, or -1 */
    int lane;                        /* of the register, or which byte */
    /* The bit that the self-test flips. */
    size_t flip_cycle;
    int flip_port;
};

static uint64_t compared(const struct writer *w)
{
    return w->vectors->count + 1 - w->first;
}

/* What the golden model shows -------------------------------------------------------------------------------------- */

static void show(const struct writer *w, const struct fedx_switch *sw, struct expected *e)
{
    fedx_switch_pins(sw, &e->out);
    e->status.cfg_rdata = fedx_switch_cfg_rdata(sw);
    if (w->reg)
        e->value = fedx_reg_value(fedx_switch_state(sw), w->reg, w->lane);
    else if (w->store >= 0)
        e->value = fedx_switch_store(sw, w->store)[w->lane];
    /* No reset clears a store: the model's zero may never have been written. */
    e->known = w->reg || e->value != 0 || (e > w->expected && e[-1].known);
}

static int run_model(struct writer *w, char *error, size_t size)
{
    const struct fedx_vectors *v = w->vectors;
    struct fedx_switch *sw = fedx_switch_create();

    w->expected = calloc(v->count + 1, sizeof *w->expected);
    if (!sw || !w->expected) {
        fedx_switch_destroy(sw);
        snprintf(error, size, "out of memory");
        return -1;
    }
    if (w->given->buffers)
        fedx_switch_buffers(sw, w->given->buffers);
    for (size_t c = 0; c < v->count; c++) {
        fedx_vectors_put(v, c, &fedx_node_model, sw);
        show(w, sw, &w->expected[c]);
        fedx_switch_step(sw, &v->cycle[c].in, &v->cycle[c].control);
    }
    show(w, sw, &w->expected[v->count]);
    fedx_switch_destroy(sw);
    return 0;
}

/* What is asked for ------------------------------------------------------------------------------------------------ */

static int find_reset(struct writer *w, char *error, size_t size)
{
    const struct fedx_vectors *v = w->vectors;

    if (v->count > FEDX_TESTBENCH_CYCLES) {
        snprintf(error, size, "%zu cycles are more than the %d of a testbench", v->count, FEDX_TESTBENCH_CYCLES);
        return -1;
    }
    for (w->first = 0; w->first < v->count && !v->cycle[w->first].control.rst; w->first++)
        ;
    if (w->first++ < v->count)
        return 0;
    snprintf(error, size,
             "the vectors have no cycle with rst = 1: before a reset no output is defined, so nothing could be compared");
    return -1;
}

/* Where its registers are is known of our RTL only. */
static int check_start(const struct writer *w, char *error, size_t size)
{
    if (!w->vectors->start || !w->given->wrapped)
        return 0;
    snprintf(error, size, "the vectors set a state before cycle %zu, and where this switch has it is not known",
             w->vectors->start->at);
    return -1;
}

static int is_pin(const char *field)
{
    const struct fedx_pin_info *pin = fedx_pin_find(field);

    return pin && fedx_pin_is_output(pin);
}

static int find_register(struct writer *w, char *error, size_t size)
{
    const char *field = w->given->field;
    size_t block = field ? strcspn(field, ".") : 0;

    w->lane = w->given->lane < 0 ? 0 : w->given->lane;
    w->store = -1;
    if (!field || is_pin(field))
        return 0;
    if (!w->given->wrapped && sscanf(field, "store[%d]", &w->store) == 1 && w->store >= 0 && w->store < FEDX_BUFFERS &&
        w->lane < FEDX_PACKET_BYTES)
        return 0;
    for (int i = 0; i < fedx_reg_count; i++) {
        const struct fedx_reg_info *r = &fedx_reg_table[i];
        if (strlen(r->block) == block && strncmp(r->block, field, block) == 0 && field[block] == '.' &&
            strcmp(r->name, field + block + 1) == 0 && w->lane < r->lanes.count)
            w->reg = r;
    }
    if (w->reg)
        return 0;
    snprintf(error, size, "%.100s, lane %d: the switch has no such named register", field, w->lane);
    return -1;
}

/* Files ------------------------------------------------------------------------------------------------------------ */

static void write_stimulus(const void *context, FILE *file)
{
    fedx_vectors_write(((const struct writer *)context)->vectors, file);
}

static void write_pin(const struct fedx_pin_info *pin, const struct expected *e, FILE *file)
{
    const void *fields = pin->place == FEDX_PIN_TX ? (const void *)&e->out : &e->status;

    fprintf(file, "_%0*" PRIx64, fedx_gen_digits(pin), fedx_lanes_bus(&pin->lanes, fields));
}

static void write_expected(const void *context, FILE *file)
{
    const struct writer *w = context;

    fputs("// compare", file);
    for (size_t i = 0; i < sizeof fedx_gen_outputs; i++)
        fprintf(file, " %s", fedx_pin_table[fedx_gen_outputs[i]].name);
    fputc('\n', file);
    for (size_t c = 0; c <= w->vectors->count; c++) {
        const struct expected *e = &w->expected[c];
        fprintf(file, "%d", c >= w->first);
        for (size_t i = 0; i < sizeof fedx_gen_outputs; i++)
            write_pin(&fedx_pin_table[fedx_gen_outputs[i]], e, file);
        fputc('\n', file);
    }
}

static void write_register(const void *context, FILE *file)
{
    const struct writer *w = context;

    fprintf(file, "// known value (%s, lane %d)\n", w->given->field, w->lane);
    for (size_t c = 0; c <= w->vectors->count; c++)
        fprintf(file, "%d_%016" PRIx64 "\n", w->expected[c].known, w->expected[c].value);
}

/* Where the register is in the RTL, how wide it is, and its name. */
static void write_register_header(const struct writer *w, FILE *file)
{
    const struct fedx_reg_info *r = w->reg;
    int bits = (int)fedx_lanes_value_bits(&r->lanes);
    char lane[16] = "", slice[32] = "";

    if (r->lanes.count > 1) {
        snprintf(lane, sizeof lane, "[%d]", w->lane);
        snprintf(slice, sizeof slice, "[%d +: %d]", w->lane * bits, bits);
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
            w->store, w->lane, w->store, w->lane);
}

/* Lane i of a register is bits [i*width +: width]. */
static void write_set_register(const struct fedx_switch_regs *regs, const struct fedx_reg_info *r, FILE *file)
{
    fprintf(file, "    dut.u_%s.%s_reg <= {", r->block, r->name);
    for (int k = r->lanes.count - 1; k >= 0; k--)
        fprintf(file, "%u'h%" PRIx64 "%s", fedx_lanes_value_bits(&r->lanes), fedx_reg_value(regs, r, k),
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
    const struct fedx_start *s = ((const struct writer *)context)->vectors->start;

    fputs("// Registers and buffer stores before cycle `TESTBENCH_START\n", file);
    for (int i = 0; i < fedx_reg_count; i++)
        write_set_register(&s->regs, &fedx_reg_table[i], file);
    for (int b = 0; b < FEDX_STANDARD_BUFFERS; b++)
        write_set_store(s->store[b], b, file);
}

static void write_header(const void *context, FILE *file)
{
    const struct writer *w = context;

    fprintf(file, "// Sizes of this testbench.\n`define TESTBENCH_CYCLES %zu\n`define TESTBENCH_COMPARED %" PRIu64 "\n",
            w->vectors->count, compared(w));
    fprintf(file, "`define TESTBENCH_FLIP_CYCLE %zu\n`define TESTBENCH_FLIP_BIT %d\n", w->flip_cycle,
            BIT_OF_DATA + 8 * w->flip_port);
    fputs("`define TESTBENCH_PARAMETERS ", file);
    fedx_gen_parameters(w->given->buffers, file);
    fputc('\n', file);
    if (w->vectors->start)
        fprintf(file, "`define TESTBENCH_START %zu\n", w->vectors->start->at);
    if (w->reg)
        write_register_header(w, file);
    else if (w->store >= 0)
        write_store_header(w, file);
}

static int write_templates(struct fedx_gen_folder *g, const struct writer *w, char *error, size_t size)
{
    const uint8_t right = w->expected[w->flip_cycle].out.data[w->flip_port];
    char flip[128], cycles[32], number[32];
    const struct fedx_gen_word words[] = {
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
    snprintf(number, sizeof number, "%" PRIu64, compared(w));
    if (fedx_gen_pins_fill(g, "tb/templates/testbench/testbench_switch.v", "testbench.v", error, size) != 0 ||
        fedx_gen_folder_fill(g, "tb/templates/testbench/Makefile.in", "Makefile", words, error, size) != 0)
        return -1;
    return fedx_gen_folder_fill(g, "tb/templates/testbench/README_switch.md.in", "README.md", words, error, size);
}

static int copy_rtl(struct fedx_gen_folder *g, const struct writer *w, char *error, size_t size)
{
    char own[PATH_MAX + 8];

    snprintf(own, sizeof own, "%s/rtl", w->given->share);
    return w->given->unknown ? 0 : fedx_gen_folder_rtl(g, w->given->rtl ? w->given->rtl : own, error, size);
}

static int write_files(struct fedx_gen_folder *g, const struct writer *w, char *error, size_t size)
{
    if (copy_rtl(g, w, error, size) != 0 ||
        fedx_gen_folder_write(g, "stimulus.hex", write_stimulus, w, error, size) != 0 ||
        fedx_gen_folder_write(g, "expected.hex", write_expected, w, error, size) != 0 ||
        (w->vectors->start && fedx_gen_folder_write(g, "start.vh", write_start, w, error, size) != 0) ||
        ((w->reg || w->store >= 0) && fedx_gen_folder_write(g, "register.hex", write_register, w, error, size) != 0) ||
        fedx_gen_folder_write(g, "testbench.vh", write_header, w, error, size) != 0 ||
        write_templates(g, w, error, size) != 0)
        return -1;
    return fedx_gen_folder_end(g, error, size);
}

int fedx_testbench_write(const char *folder, const struct fedx_vectors *v, const struct fedx_testbench *t,
                         struct fedx_testbench_counts *counts, char *error, size_t size)
{
    struct writer w = {.vectors = v, .given = t};
    struct fedx_gen_folder g = {0};
    int status = -1;

    if (find_reset(&w, error, size) == 0 && find_register(&w, error, size) == 0 &&
        check_start(&w, error, size) == 0 && fedx_gen_folder_begin(&g, folder, t->share, error, size) == 0 &&
        run_model(&w, error, size) == 0) {
        w.flip_cycle = w.first + compared(&w) / 2;
        w.flip_port = FEDX_PORTS / 2;
        status = write_files(&g, &w, error, size);
    }
    fedx_gen_folder_abandon(&g);
    free(w.expected);
    if (status == 0 && counts)
        *counts = (struct fedx_testbench_counts){v->count, compared(&w), FEDX_OUTPUT_BITS};
    return status;
}
