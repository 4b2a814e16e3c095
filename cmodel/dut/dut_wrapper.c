/* SPDX-License-Identifier: Apache-2.0
 *
 * The wrapper of a user's router: the documented pins, the user's module connected
 * to them by name, and an output for each mapped register. One line each, so that
 * the line of a message tells what it is about.
 *
 * Registers are set, and stores read and set, at the edge of a pin for that alone,
 * so that a cycle of the router does not pay for it.
 */
#include "dut_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int dut_pin_count(const struct router_kind *kind)
{
    return kind->pin_count + 1;
}

struct dut_pin dut_pin_of(const struct router_kind *kind, int index)
{
    static const struct dut_pin clock = {"clk", 0, 1};
    const struct pin_info *pin = &kind->pins[index - 1];

    return index == 0 ? clock : (struct dut_pin){pin->name, pin_is_output(pin), (int)lane_bits(&pin->lanes)};
}

int dut_is_pin(const struct router_kind *kind, const char *name)
{
    for (int i = 0; i < dut_pin_count(kind); i++)
        if (strcmp(dut_pin_of(kind, i).name, name) == 0)
            return 1;
    return 0;
}

/* Where the writing stands. */
struct writing {
    FILE *out;
    struct dut_wrapper *wrapper;
    int failed;
};

static void line(struct writing *w, struct dut_line about, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Write one line, and note what it is about. */
static void line(struct writing *w, struct dut_line about, const char *format, ...)
{
    struct dut_line *more = realloc(w->wrapper->lines, (size_t)(w->wrapper->count + 1) * sizeof *more);
    va_list values;

    if (!more) {
        w->failed = 1;
        return;
    }
    w->wrapper->lines = more;
    more[w->wrapper->count++] = about;
    va_start(values, format);
    vfprintf(w->out, format, values);
    va_end(values);
    fputc('\n', w->out);
}

static struct dut_line about(enum dut_subject subject, int index)
{
    return (struct dut_line){.subject = subject, .index = index};
}

/* What nothing is to be said about. */
static const struct dut_line other = {.subject = DUT_OTHER};

static const struct dut_register *mapped(const struct dut_map *map, int row)
{
    return map && map->rows[row].line ? &map->rows[row] : NULL;
}

static int has_stores(const struct dut_map *map)
{
    return map && map->stores[0].line;
}

static void write_register_ports(struct writing *w, const struct reg_info *info, int inject)
{
    unsigned msb = lane_bits(&info->lanes) - 1;

    line(w, other, "    output wire [%u:0] r_%s_%s,", msb, info->block, info->name);
    if (inject)
        line(w, other, "    input wire [%u:0] w_%s_%s,", msb, info->block, info->name);
}

static void write_pins(struct writing *w, const struct router_kind *kind)
{
    const int count = dut_pin_count(kind);

    for (int i = 0; i < count; i++) {
        const struct dut_pin pin = dut_pin_of(kind, i);
        line(w, about(DUT_DECLARED, i), "    %s wire [%d:0] %s%s", pin.output ? "output" : "input", pin.width - 1,
             pin.name, i + 1 < count ? "," : "");
    }
}

/* The highest bit of numbers below so many. */
static int number_msb(int count)
{
    int msb = 0;

    while (2 << msb < count)
        msb++;
    return msb;
}

static void write_ports(struct writing *w, const struct dut *dut, const struct dut_map *map)
{
    const struct router_kind *kind = dut->kind;
    const int store_msb = 8 * kind->parts->dut->stores.bytes - 1, inject = dut->inject;

    line(w, other, "module " DUT_WRAPPER " (");
    for (int i = 0; i < kind->register_count; i++)
        if (mapped(map, i))
            write_register_ports(w, &kind->registers[i], inject);
    if (map && inject)
        line(w, other, "    input wire inject,");
    if (has_stores(map))
        line(w, other, "    input wire [%d:0] store_number, input wire store_look, output reg [%d:0] store_seen,",
             number_msb(kind->parts->dut->stores.count), store_msb);
    if (has_stores(map) && inject)
        line(w, other, "    input wire store_inject, input wire [%d:0] store_given,", store_msb);
    write_pins(w, kind);
    line(w, other, ");");
}

/* The user's module, up to its pins. */
static void write_head(struct writing *w, const struct dut *dut)
{
    const int parameters = dut->parameters.count;

    line(w, about(DUT_INSTANCE, 0), "    %s%s", dut->top, parameters ? " #(" : " dut (");
    for (int i = 0; i < parameters; i++) {
        const char *text = dut->parameters.text[i], *value = strchr(text, '=');
        line(w, about(DUT_PARAMETER, i), "        .%.*s(%s)%s", (int)(value - text), text, value + 1,
             i + 1 < parameters ? "," : "");
    }
    if (parameters)
        line(w, about(DUT_INSTANCE, 0), "    ) dut (");
}

static void write_instance(struct writing *w, const struct dut *dut)
{
    const int pins = dut_pin_count(dut->kind);

    write_head(w, dut);
    for (int i = 0; i < pins; i++) {
        const struct dut_pin pin = dut_pin_of(dut->kind, i);
        line(w, about(DUT_CONNECTED, i), "        .%s(%s)%s", pin.name, pin.name, i + 1 < pins ? "," : "");
    }
    line(w, other, "    );");
}

/* Each signal of a register: shown, or set. */
static void write_register(struct writing *w, const struct dut_map *map, int row, enum dut_subject subject)
{
    const struct reg_info *info = &map->kind->registers[row];
    const struct dut_register *r = &map->rows[row];

    for (int k = 0; k < r->count; k++) {
        const struct dut_line signal = {.subject = subject, .index = row, .lane = k};
        char lanes[32] = "";
        if (r->count > 1)
            snprintf(lanes, sizeof lanes, "[%d:%d]", (k + 1) * info->lanes.width - 1, k * info->lanes.width);
        if (subject == DUT_SET)
            line(w, signal, "        dut.%s = w_%s_%s%s;", r->signals[k], info->block, info->name, lanes);
        else
            line(w, signal, "    assign r_%s_%s%s = dut.%s;", info->block, info->name, lanes, r->signals[k]);
    }
}

/*
 * No other block runs at that edge, so a blocking assignment is as good, and cheaper in the model than the other kind.
 */
static void write_inject(struct writing *w, const struct dut_map *map)
{
    line(w, other, "    always @(posedge inject) begin");
    for (int i = 0; i < map->kind->register_count; i++)
        if (mapped(map, i) && !map->rows[i].fixed)
            write_register(w, map, i, DUT_SET);
    line(w, other, "    end");
}

/* The signal of cell k of a memory, k a variable of the wrapper. */
static void print_cell(char *name, size_t size, const char *signal, const char *cell)
{
    const char *mark;
    size_t length = 0;

    for (*name = 0; (mark = strstr(signal, cell)) && length < size; signal = mark + strlen(cell))
        length += (size_t)snprintf(name + length, size - length, "%.*sk", (int)(mark - signal), signal);
    if (length < size)
        snprintf(name + length, size - length, "%s", signal);
}

/* One field of all cells of the memory whose number is asked for. */
static void write_store_field(struct writing *w, const struct dut_map *map, int field, int inject)
{
    const struct dut_stores *stores = &map->kind->parts->dut->stores;
    const struct dut_store_field *f = &stores->field[field];
    const struct dut_register *signals = &map->stores[field];
    char name[2048], bits[64];

    if (f->first == 0)
        snprintf(bits, sizeof bits, "[%d*k +: %d]", f->stride, f->width);
    else
        snprintf(bits, sizeof bits, "[%d*k + %d +: %d]", f->stride, f->first, f->width);
    line(w, other, "        for (k = 0; k < %d; k = k + 1) case (store_number)", stores->cells);
    for (int b = 0; b < signals->count; b++) {
        const struct dut_line store = {.subject = DUT_STORE, .index = field, .lane = b};
        print_cell(name, sizeof name, signals->signals[b], stores->mark);
        if (inject)
            line(w, store, "            %d: dut.%s = store_given%s;", b, name, bits);
        else
            line(w, store, "            %d: store_seen%s <= dut.%s;", b, bits, name);
    }
    line(w, other, "            default: ;");
    line(w, other, "        endcase");
}

/* A block that copies one memory, at an edge. */
static void write_store_block(struct writing *w, const struct dut_map *map, int inject)
{
    line(w, other, "    always @(posedge %s) begin : %s", inject ? "store_inject" : "store_look",
         inject ? "give" : "look");
    line(w, other, "        integer k;");
    if (!inject && map->kind->parts->dut->stores.fields > 1)
        line(w, other, "        store_seen <= 0;"); /* fields may leave bits out */
    for (int i = 0; i < map->kind->parts->dut->stores.fields; i++)
        write_store_field(w, map, i, inject);
    line(w, other, "    end");
}

/* Somebody else's, of which no line is about anything. */
static int wrap_harness(struct dut_wrapper *wrapper, const struct dut_harness *harness)
{
    wrapper->text = strdup(harness->wrapper);
    wrapper->length = strlen(harness->wrapper);
    return wrapper->text ? 0 : -1;
}

int dut_wrap(struct dut_wrapper *wrapper, const struct dut *dut, const struct dut_map *map)
{
    struct writing w = {.wrapper = wrapper};

    memset(wrapper, 0, sizeof *wrapper);
    if (dut->harness)
        return wrap_harness(wrapper, dut->harness);
    w.out = open_memstream(&wrapper->text, &wrapper->length);
    if (!w.out)
        return -1;
    write_ports(&w, dut, map);
    write_instance(&w, dut);
    for (int i = 0; i < dut->kind->register_count; i++)
        if (mapped(map, i))
            write_register(&w, map, i, DUT_SIGNAL);
    if (has_stores(map))
        write_store_block(&w, map, 0);
    if (map && dut->inject)
        write_inject(&w, map);
    if (has_stores(map) && dut->inject)
        write_store_block(&w, map, 1);
    line(&w, other, "endmodule");
    return fclose(w.out) != 0 || w.failed ? -1 : 0;
}

/* The port that an instance of an interface is for, which its name says. */
static void write_cell_pin(struct writing *w, const char *cell, int more)
{
    const char *name = strstr(cell, " " VERILATOR_CELL) + 1;
    int length = (int)strcspn(name, " ;"), before = (int)strlen(VERILATOR_CELL);

    line(w, other, "        .%.*s(%.*s)%s", length - before, name + before, length, name, more ? "," : "");
}

int dut_wrap_bare(struct dut_wrapper *wrapper, const struct dut *dut)
{
    struct writing w = {.wrapper = wrapper};

    memset(wrapper, 0, sizeof *wrapper);
    w.out = open_memstream(&wrapper->text, &wrapper->length);
    if (!w.out)
        return -1;
    line(&w, other, "module " DUT_WRAPPER ";");
    for (int i = 0; i < dut->cells.count; i++)
        line(&w, other, "    %s", dut->cells.text[i]);
    write_head(&w, dut);
    for (int i = 0; i < dut->cells.count; i++)
        write_cell_pin(&w, dut->cells.text[i], i + 1 < dut->cells.count);
    line(&w, other, "    );");
    line(&w, other, "endmodule");
    return fclose(w.out) != 0 || w.failed ? -1 : 0;
}

void dut_unwrap(struct dut_wrapper *wrapper)
{
    free(wrapper->text);
    free(wrapper->lines);
    memset(wrapper, 0, sizeof *wrapper);
}

char *dut_rows(const struct dut_map *map)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);

    if (!out)
        return NULL;
    for (int i = 0; map && i < map->kind->register_count; i++)
        if (mapped(map, i))
            fprintf(out, "FEDX_DUT_REG(%s, %s, %d)\n", map->kind->registers[i].block, map->kind->registers[i].name,
                    map->kind->registers[i].lanes.width);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

/* The values of a struct lanes, in its order. */
static void print_lanes(const struct lanes *l, FILE *out)
{
    fprintf(out, "%d, %d, %d, %d, %d, %d, %d)\n", l->dimension, l->each, l->width, l->count, l->bytes, l->offset,
            l->stride);
}

char *dut_lanes(const struct router_kind *kind, const struct dut_map *map)
{
    static const char *const places[] = {
        [PIN_CONTROL] = "CONTROL", [PIN_RX] = "RX", [PIN_TX] = "TX", [PIN_STATUS] = "STATUS"};
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);

    if (!out)
        return NULL;
    for (int i = 0; kind && i < kind->pin_count; i++) {
        fprintf(out, "DUT_%s(%s, ", places[kind->pins[i].place], kind->pins[i].name);
        print_lanes(&kind->pins[i].lanes, out);
    }
    for (int i = 0; kind && i < kind->register_count; i++)
        if (mapped(map, i)) {
            fprintf(out, "DUT_REGISTER(%d, %s, %s, ", i, kind->registers[i].block, kind->registers[i].name);
            print_lanes(&kind->registers[i].lanes, out);
        }
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}
