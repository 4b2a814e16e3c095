/* SPDX-License-Identifier: Apache-2.0
 *
 * The wrapper of a user's switch: the documented pins, the user's module connected
 * to them by name, and an output for each mapped register. One line each, so that
 * the line of a message tells what it is about.
 *
 * Registers are set, and stores read and set, at the edge of a pin for that alone,
 * so that a cycle of the switch does not pay for it.
 */
#include "fedx_dut_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fedx/switch.h"

#define PIN(name, output, dimension, width) {name, output, FEDX_LANES_##dimension * (width)},
#define CONTROL(dimension, name, type, width, idle, shows, meaning) PIN(#name, 0, dimension, width)
#define RX(dimension, name, type, width, idle, shows, meaning) PIN("rx_" #name, 0, dimension, width)
#define TX(dimension, name, type, width, idle, shows, meaning) PIN("tx_" #name, 1, dimension, width)
#define STATUS(dimension, name, type, width, idle, shows, meaning) PIN(#name, 1, dimension, width)
const struct fedx_dut_pin fedx_dut_pins[] = {{"clk", 0, 1}, FEDX_PINS(CONTROL, RX, TX, STATUS)};
const int fedx_dut_pin_count = sizeof fedx_dut_pins / sizeof fedx_dut_pins[0];

/* Where the writing stands. */
struct writing {
    FILE *out;
    struct fedx_dut_wrapper *wrapper;
    int failed;
};

static void line(struct writing *w, struct fedx_dut_line about, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Write one line, and note what it is about. */
static void line(struct writing *w, struct fedx_dut_line about, const char *format, ...)
{
    struct fedx_dut_line *more = realloc(w->wrapper->lines, (size_t)(w->wrapper->count + 1) * sizeof *more);
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

static struct fedx_dut_line about(enum fedx_dut_subject subject, int index)
{
    return (struct fedx_dut_line){.subject = subject, .index = index};
}

/* What nothing is to be said about. */
static const struct fedx_dut_line other = {.subject = FEDX_DUT_OTHER};

enum { STORE_BITS = 8 * FEDX_PACKET_BYTES };

static const struct fedx_dut_register *mapped(const struct fedx_dut_map *map, int row)
{
    return map && map->rows[row].line ? &map->rows[row] : NULL;
}

static int has_stores(const struct fedx_dut_map *map)
{
    return map && map->stores.line;
}

static void write_register_ports(struct writing *w, const struct fedx_reg_info *info, int inject)
{
    unsigned msb = fedx_lanes_bits(&info->lanes) - 1;

    line(w, other, "    output wire [%u:0] r_%s_%s,", msb, info->block, info->name);
    if (inject)
        line(w, other, "    input wire [%u:0] w_%s_%s,", msb, info->block, info->name);
}

static void write_ports(struct writing *w, const struct fedx_dut_map *map, int inject)
{
    line(w, other, "module " FEDX_DUT_WRAPPER " (");
    for (int i = 0; i < fedx_reg_count; i++)
        if (mapped(map, i))
            write_register_ports(w, &fedx_reg_table[i], inject);
    if (map && inject)
        line(w, other, "    input wire inject,");
    if (has_stores(map))
        line(w, other, "    input wire [%d:0] store_number, input wire store_look, output reg [%d:0] store_seen,",
             FEDX_BUFFER_BITS - 1, STORE_BITS - 1);
    if (has_stores(map) && inject)
        line(w, other, "    input wire store_inject, input wire [%d:0] store_given,", STORE_BITS - 1);
    for (int i = 0; i < fedx_dut_pin_count; i++)
        line(w, about(FEDX_DUT_DECLARED, i), "    %s wire [%d:0] %s%s", fedx_dut_pins[i].output ? "output" : "input",
             fedx_dut_pins[i].width - 1, fedx_dut_pins[i].name, i + 1 < fedx_dut_pin_count ? "," : "");
    line(w, other, ");");
}

/* The user's module, up to its pins. */
static void write_head(struct writing *w, const struct fedx_dut *dut)
{
    const int parameters = dut->parameters.count;

    line(w, about(FEDX_DUT_INSTANCE, 0), "    %s%s", dut->top, parameters ? " #(" : " dut (");
    for (int i = 0; i < parameters; i++) {
        const char *text = dut->parameters.text[i], *value = strchr(text, '=');
        line(w, about(FEDX_DUT_PARAMETER, i), "        .%.*s(%s)%s", (int)(value - text), text, value + 1,
             i + 1 < parameters ? "," : "");
    }
    if (parameters)
        line(w, about(FEDX_DUT_INSTANCE, 0), "    ) dut (");
}

static void write_instance(struct writing *w, const struct fedx_dut *dut, const struct arguments *extra)
{
    const int extras = extra ? extra->count : 0;

    write_head(w, dut);
    for (int i = 0; i < fedx_dut_pin_count; i++)
        line(w, about(FEDX_DUT_CONNECTED, i), "        .%s(%s)%s", fedx_dut_pins[i].name, fedx_dut_pins[i].name,
             i + 1 < fedx_dut_pin_count + extras ? "," : "");
    for (int i = 0; i < extras; i++)
        line(w, about(FEDX_DUT_EXTRA, i), "        .%s(1'b0)%s", extra->text[i], i + 1 < extras ? "," : "");
    line(w, other, "    );");
}

/* Each signal of a register: shown, or set. */
static void write_register(struct writing *w, const struct fedx_dut_register *r, int row, enum fedx_dut_subject subject)
{
    const struct fedx_reg_info *info = &fedx_reg_table[row];

    for (int k = 0; k < r->count; k++) {
        const struct fedx_dut_line signal = {.subject = subject, .index = row, .lane = k};
        char lanes[32] = "";
        if (r->count > 1)
            snprintf(lanes, sizeof lanes, "[%d:%d]", (k + 1) * info->lanes.width - 1, k * info->lanes.width);
        if (subject == FEDX_DUT_SET)
            line(w, signal, "        dut.%s = w_%s_%s%s;", r->signals[k], info->block, info->name, lanes);
        else
            line(w, signal, "    assign r_%s_%s%s = dut.%s;", info->block, info->name, lanes, r->signals[k]);
    }
}

/* No other block runs at that edge, so a blocking assignment is as good, and cheaper in the model than the other kind. */
static void write_inject(struct writing *w, const struct fedx_dut_map *map)
{
    line(w, other, "    always @(posedge inject) begin");
    for (int i = 0; i < fedx_reg_count; i++)
        if (mapped(map, i) && !map->rows[i].fixed)
            write_register(w, &map->rows[i], i, FEDX_DUT_SET);
    line(w, other, "    end");
}

/* The signal of byte k of a store, k a variable of the wrapper. */
static void print_byte(char *name, size_t size, const char *signal)
{
    const char *mark;
    size_t length = 0;

    for (*name = 0; (mark = strstr(signal, FEDX_DUT_BYTE)) && length < size; signal = mark + strlen(FEDX_DUT_BYTE))
        length += (size_t)snprintf(name + length, size - length, "%.*sk", (int)(mark - signal), signal);
    if (length < size)
        snprintf(name + length, size - length, "%s", signal);
}

/* A block that copies one store, at an edge. */
static void write_store_block(struct writing *w, const struct fedx_dut_register *stores, int inject)
{
    char name[2048];

    line(w, other, "    always @(posedge %s) begin : %s", inject ? "store_inject" : "store_look", inject ? "give" : "look");
    line(w, other, "        integer k;");
    line(w, other, "        for (k = 0; k < %d; k = k + 1) case (store_number)", FEDX_PACKET_BYTES);
    for (int b = 0; b < stores->count; b++) {
        const struct fedx_dut_line store = {.subject = FEDX_DUT_STORE, .lane = b};
        print_byte(name, sizeof name, stores->signals[b]);
        if (inject)
            line(w, store, "            %d: dut.%s = store_given[8*k +: 8];", b, name);
        else
            line(w, store, "            %d: store_seen[8*k +: 8] <= dut.%s;", b, name);
    }
    line(w, other, "            default: ;");
    line(w, other, "        endcase");
    line(w, other, "    end");
}

int fedx_dut_wrap(struct fedx_dut_wrapper *wrapper, const struct fedx_dut *dut, const struct fedx_dut_map *map,
                  const struct arguments *extra)
{
    struct writing w = {.wrapper = wrapper};

    memset(wrapper, 0, sizeof *wrapper);
    w.out = open_memstream(&wrapper->text, &wrapper->length);
    if (!w.out)
        return -1;
    write_ports(&w, map, dut->inject);
    write_instance(&w, dut, extra);
    for (int i = 0; i < fedx_reg_count; i++)
        if (mapped(map, i))
            write_register(&w, mapped(map, i), i, FEDX_DUT_SIGNAL);
    if (has_stores(map))
        write_store_block(&w, &map->stores, 0);
    if (map && dut->inject)
        write_inject(&w, map);
    if (has_stores(map) && dut->inject)
        write_store_block(&w, &map->stores, 1);
    line(&w, other, "endmodule");
    return fclose(w.out) != 0 || w.failed ? -1 : 0;
}

int fedx_dut_wrap_bare(struct fedx_dut_wrapper *wrapper, const struct fedx_dut *dut)
{
    struct writing w = {.wrapper = wrapper};

    memset(wrapper, 0, sizeof *wrapper);
    w.out = open_memstream(&wrapper->text, &wrapper->length);
    if (!w.out)
        return -1;
    line(&w, other, "module " FEDX_DUT_WRAPPER ";");
    write_head(&w, dut);
    line(&w, other, "    );");
    line(&w, other, "endmodule");
    return fclose(w.out) != 0 || w.failed ? -1 : 0;
}

void fedx_dut_unwrap(struct fedx_dut_wrapper *wrapper)
{
    free(wrapper->text);
    free(wrapper->lines);
    memset(wrapper, 0, sizeof *wrapper);
}

char *fedx_dut_rows(const struct fedx_dut_map *map)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);

    if (!out)
        return NULL;
    for (int i = 0; i < fedx_reg_count; i++)
        if (mapped(map, i))
            fprintf(out, "FEDX_DUT_REG(%s, %s, %d)\n", fedx_reg_table[i].block, fedx_reg_table[i].name,
                    fedx_reg_table[i].lanes.width);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}
