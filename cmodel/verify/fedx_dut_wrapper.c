/* SPDX-License-Identifier: Apache-2.0
 *
 * The wrapper of a user's switch: the documented pins, the user's module connected
 * to them by name, and an output for each mapped register. One line each, so that
 * the line of a message tells what it is about.
 */
#include "fedx_dut_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fedx/params.h"

const struct fedx_dut_pin fedx_dut_pins[] = {
    {"clk", 0, 1},
    {"rst", 0, 1},
    {"side", 0, FEDX_LINKS},
    {"rx_data", 0, 8 * FEDX_PORTS},
    {"rx_valid", 0, FEDX_PORTS},
    {"rx_turn", 0, FEDX_PORTS},
    {"rx_req", 0, FEDX_PORTS},
    {"rx_refuse", 0, FEDX_PORTS},
    {"rx_acc", 0, FEDX_PORTS},
    {"tx_data", 1, 8 * FEDX_PORTS},
    {"tx_valid", 1, FEDX_PORTS},
    {"tx_turn", 1, FEDX_PORTS},
    {"tx_req", 1, FEDX_PORTS},
    {"tx_refuse", 1, FEDX_PORTS},
    {"tx_acc", 1, FEDX_PORTS},
    {"cfg_we", 0, 1},
    {"cfg_addr", 0, 16},
    {"cfg_wdata", 0, 32},
    {"cfg_rdata", 1, 32},
};
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

static const struct fedx_dut_register *mapped(const struct fedx_dut_map *map, int row)
{
    return map && map->rows[row].line ? &map->rows[row] : NULL;
}

static int register_bits(const struct fedx_reg_info *info)
{
    return fedx_dut_lanes(info) * info->width;
}

static void write_ports(struct writing *w, const struct fedx_dut_map *map)
{
    line(w, about(FEDX_DUT_OTHER, 0), "module " FEDX_DUT_WRAPPER " (");
    for (int i = 0; i < fedx_dut_pin_count; i++)
        line(w, about(FEDX_DUT_DECLARED, i), "    %s wire [%d:0] %s%s", fedx_dut_pins[i].output ? "output" : "input",
             fedx_dut_pins[i].width - 1, fedx_dut_pins[i].name, i + 1 < fedx_dut_pin_count || map ? "," : "");
    for (int i = 0, left = map ? map->count : 0; i < fedx_reg_count; i++)
        if (mapped(map, i))
            line(w, about(FEDX_DUT_OTHER, 0), "    output wire [%d:0] r_%s_%s%s", register_bits(&fedx_reg_table[i]) - 1,
                 fedx_reg_table[i].block, fedx_reg_table[i].name, --left ? "," : "");
    line(w, about(FEDX_DUT_OTHER, 0), ");");
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

static void write_instance(struct writing *w, const struct fedx_dut *dut, const struct fedx_arguments *extra)
{
    const int extras = extra ? extra->count : 0;

    write_head(w, dut);
    for (int i = 0; i < fedx_dut_pin_count; i++)
        line(w, about(FEDX_DUT_CONNECTED, i), "        .%s(%s)%s", fedx_dut_pins[i].name, fedx_dut_pins[i].name,
             i + 1 < fedx_dut_pin_count + extras ? "," : "");
    for (int i = 0; i < extras; i++)
        line(w, about(FEDX_DUT_EXTRA, i), "        .%s(1'b0)%s", extra->text[i], i + 1 < extras ? "," : "");
    line(w, about(FEDX_DUT_OTHER, 0), "    );");
}

static void write_register(struct writing *w, const struct fedx_dut_register *r, int row)
{
    const struct fedx_reg_info *info = &fedx_reg_table[row];

    for (int k = 0; k < r->count; k++) {
        const struct fedx_dut_line signal = {.subject = FEDX_DUT_SIGNAL, .index = row, .lane = k};
        if (r->count == 1)
            line(w, signal, "    assign r_%s_%s = dut.%s;", info->block, info->name, r->signals[k]);
        else
            line(w, signal, "    assign r_%s_%s[%d:%d] = dut.%s;", info->block, info->name,
                 (k + 1) * info->width - 1, k * info->width, r->signals[k]);
    }
}

int fedx_dut_wrap(struct fedx_dut_wrapper *wrapper, const struct fedx_dut *dut, const struct fedx_dut_map *map,
                  const struct fedx_arguments *extra)
{
    struct writing w = {.wrapper = wrapper};

    memset(wrapper, 0, sizeof *wrapper);
    w.out = open_memstream(&wrapper->text, &wrapper->length);
    if (!w.out)
        return -1;
    write_ports(&w, map);
    write_instance(&w, dut, extra);
    for (int i = 0; i < fedx_reg_count; i++)
        if (mapped(map, i))
            write_register(&w, mapped(map, i), i);
    line(&w, about(FEDX_DUT_OTHER, 0), "endmodule");
    return fclose(w.out) != 0 || w.failed ? -1 : 0;
}

int fedx_dut_wrap_bare(struct fedx_dut_wrapper *wrapper, const struct fedx_dut *dut)
{
    struct writing w = {.wrapper = wrapper};

    memset(wrapper, 0, sizeof *wrapper);
    w.out = open_memstream(&wrapper->text, &wrapper->length);
    if (!w.out)
        return -1;
    line(&w, about(FEDX_DUT_OTHER, 0), "module " FEDX_DUT_WRAPPER ";");
    write_head(&w, dut);
    line(&w, about(FEDX_DUT_OTHER, 0), "    );");
    line(&w, about(FEDX_DUT_OTHER, 0), "endmodule");
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
            fprintf(out, "FEDX_DUT_REG(%s, %c, %s, %d)\n", fedx_reg_table[i].block, fedx_reg_table[i].kind,
                    fedx_reg_table[i].name, fedx_reg_table[i].width);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}
