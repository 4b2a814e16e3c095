/* SPDX-License-Identifier: Apache-2.0
 *
 * See gen_pins.h.
 */
#include "gen_pins.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The wires that have one bit a port, in the order of a word. */
static struct pin_rows levels_of(const struct router_kind *kind)
{
    const struct pin_rows inputs = kind_inputs(kind);
    struct pin_rows levels = {.count = 0};

    for (int i = 0; i < inputs.count; i++)
        if (inputs.row[i]->place == FEDX_PIN_RX && inputs.row[i]->lanes.width == 1)
            levels.row[levels.count++] = inputs.row[i];
    return levels;
}

/* Of the outputs that belong to no port. */
static int status_bits_of(const struct router_kind *kind)
{
    unsigned bits = 0;

    for (int i = 0; i < kind->pin_count; i++)
        if (kind->pins[i].place == FEDX_PIN_STATUS)
            bits += fedx_lanes_bits(&kind->pins[i].lanes);
    return (int)bits;
}

static int cable_bits_of(const struct router_kind *kind)
{
    return (int)kind_wire_bits(kind, kind_wires(kind));
}

int gen_pins_longest(const struct router_kind *kind)
{
    size_t most = 0;

    for (int i = 0; i < kind->pin_count; i++)
        most = strlen(kind->pins[i].name) > most ? strlen(kind->pins[i].name) : most;
    return (int)most;
}

/* The lowest bit of field i of a word. */
static int place(const struct pin_rows *rows, int i)
{
    int digits = 0;

    for (int k = i + 1; k < rows->count; k++)
        digits += gen_digits(rows->row[k]);
    return 4 * digits;
}

static int word_bits(const struct pin_rows *rows)
{
    return place(rows, -1);
}

static const char *upper(const char *name, char text[32])
{
    snprintf(text, 32, "%s", name);
    for (char *c = text; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    return text;
}

/* Cables ----------------------------------------------------------------------------------------------------------- */

static void cable_bits(const struct router_kind *kind, FILE *out)
{
    fprintf(out, "%d", cable_bits_of(kind));
}

static void cable_msb(const struct router_kind *kind, FILE *out)
{
    fprintf(out, "%d", cable_bits_of(kind) - 1);
}

/* {data[7:0], valid, ...} */
static void cable_fields(const struct router_kind *kind, FILE *out)
{
    const char *mark = "{";

    for (int i = 0; i < kind->pin_count; i++)
        if (kind->pins[i].place == FEDX_PIN_RX) {
            fprintf(out, "%s%s", mark, kind->pins[i].field);
            if (kind->pins[i].lanes.width > 1)
                fprintf(out, "[%d:0]", kind->pins[i].lanes.width - 1);
            mark = ", ";
        }
    fputc('}', out);
}

void gen_pins_idle(const struct router_kind *kind, FILE *out)
{
    fprintf(out, "%d'b", cable_bits_of(kind));
    for (int i = 0; i < kind->pin_count; i++)
        for (int bit = kind->pins[i].lanes.width - 1; kind->pins[i].place == FEDX_PIN_RX && bit >= 0; bit--)
            fprintf(out, "%d%s", (int)((uint64_t)kind->pins[i].idle >> bit & 1), kind->pins[i].lanes.width > 1 && bit % 4 == 0 ? "_" : "");
}

/* The wires of one port, or node, between commas. */
static void print_lanes(const struct router_kind *kind, enum fedx_pin_place of, char lane, FILE *out)
{
    const char *mark = "";

    for (int i = 0; i < kind->pin_count; i++)
        if (kind->pins[i].place == of) {
            int width = kind->pins[i].lanes.width;
            fprintf(out, "%s%s[", mark, kind->pins[i].name);
            if (width > 1)
                fprintf(out, "%d*%c +: %d]", width, lane, width);
            else
                fprintf(out, "%c]", lane);
            mark = ", ";
        }
}

static void rx_of_port(const struct router_kind *kind, FILE *out)
{
    print_lanes(kind, FEDX_PIN_RX, 'p', out);
}

static void tx_of_port(const struct router_kind *kind, FILE *out)
{
    print_lanes(kind, FEDX_PIN_TX, 'p', out);
}

static void rx_of_node(const struct router_kind *kind, FILE *out)
{
    print_lanes(kind, FEDX_PIN_RX, 'n', out);
}

static void tx_of_node(const struct router_kind *kind, FILE *out)
{
    print_lanes(kind, FEDX_PIN_TX, 'n', out);
}

static void print_connection(const struct router_kind *kind, const char *name, const char *end, FILE *out)
{
    fprintf(out, "        .%-*s(%s)%s", gen_pins_longest(kind), name, name, end);
}

static void cable_connections(const struct router_kind *kind, FILE *out)
{
    int last = kind->pin_count - 1;

    while (kind->pins[last].place != FEDX_PIN_TX)
        last--;
    for (int i = 0; i <= last; i++)
        if (kind->pins[i].place == FEDX_PIN_RX || kind->pins[i].place == FEDX_PIN_TX)
            print_connection(kind, kind->pins[i].name, i < last ? ",\n" : "", out);
}

/* Declarations of all wires, their lanes counted by a parameter. */
static void declare_wires(const struct router_kind *kind, const char *rx, const char *count, FILE *out)
{
    for (int i = 0; i < kind->pin_count; i++) {
        char range[32];
        if (kind->pins[i].place != FEDX_PIN_RX && kind->pins[i].place != FEDX_PIN_TX)
            continue;
        if (kind->pins[i].lanes.width > 1)
            snprintf(range, sizeof range, "[%d*%s-1:0]", kind->pins[i].lanes.width, count);
        else
            snprintf(range, sizeof range, "[%s-1:0]", count);
        fprintf(out, "    %-4s %-13s %s;\n", kind->pins[i].place == FEDX_PIN_RX ? rx : "wire", range, kind->pins[i].name);
    }
}

static void port_wires(const struct router_kind *kind, FILE *out)
{
    declare_wires(kind, "wire", "PORTS", out);
}

static void node_wires(const struct router_kind *kind, FILE *out)
{
    declare_wires(kind, "reg", "NODES", out);
}

/* The testbench of a fabric ---------------------------------------------------------------------------------------- */

static int longest_level(const struct pin_rows *levels)
{
    size_t most = strlen("MASK");

    for (int i = 0; i < levels->count; i++)
        most = strlen(levels->row[i]->field) > most ? strlen(levels->row[i]->field) : most;
    return (int)most;
}

static void level_names(const struct router_kind *kind, FILE *out)
{
    const struct pin_rows levels = levels_of(kind);

    for (int i = 0; i < levels.count; i++)
        fprintf(out, "%s%s", i ? ", " : "", levels.row[i]->field);
}

/* Where the levels of all nodes begin in a word, from the lowest up. */
static void level_places(const struct router_kind *kind, FILE *out)
{
    const struct pin_rows levels = levels_of(kind);
    const int wide = cable_bits_of(kind) - levels.count; /* bits a port of the other wires */
    char name[32], below[32];

    for (int i = levels.count - 1; i >= 0; i--) {
        fprintf(out, "    localparam %-*s = ", longest_level(&levels), upper(levels.row[i]->field, name));
        if (i + 1 < levels.count)
            fprintf(out, "%s + MASK;\n", upper(levels.row[i + 1]->field, below));
        else
            fprintf(out, "%d * NODES;\n", wide);
    }
    fprintf(out, "    localparam %-*s = ", longest_level(&levels), "WORD");
    if (levels.count > 0)
        fprintf(out, "%s + MASK;\n", upper(levels.row[0]->field, name));
    else
        fprintf(out, "%d * NODES;\n", wide);
}

static void drive_levels(const struct router_kind *kind, FILE *out)
{
    const struct pin_rows levels = levels_of(kind);
    char name[32];

    for (int i = 0; i < levels.count; i++)
        fprintf(out, "            %-*s = word[%s +: NODES];\n", gen_pins_longest(kind), levels.row[i]->name,
                upper(levels.row[i]->field, name));
}

static void report_levels(const struct router_kind *kind, FILE *out)
{
    const struct pin_rows levels = levels_of(kind);
    char name[32];

    for (int i = 0; i < levels.count; i++) {
        const char *field = levels.row[i]->field;
        fprintf(out, "                report_level(\"tx_%s\", n, want[%s+n], tx_%s[n]);\n", field, upper(field, name),
                field);
    }
}

static void got_levels(const struct router_kind *kind, FILE *out)
{
    const struct pin_rows levels = levels_of(kind);
    int column = longest_level(&levels) + (int)strlen("got[ +: NODES]");
    char name[32], got[64];

    for (int i = 0; i < levels.count; i++) {
        snprintf(got, sizeof got, "got[%s +: NODES]", upper(levels.row[i]->field, name));
        fprintf(out, "            %-*s = tx_%s;\n", column, got, levels.row[i]->field);
    }
}

static void idle_levels(const struct router_kind *kind, FILE *out)
{
    const struct pin_rows levels = levels_of(kind);

    for (int i = 0; i < levels.count; i++)
        if (levels.row[i]->idle)
            fprintf(out, "        %s = {NODES{1'b1}};\n", levels.row[i]->name);
}

/* The testbench of a switch ---------------------------------------------------------------------------------------- */

/* 5 * PORTS + 8 * PORTS + 32 */
static void output_pins(const struct router_kind *kind, FILE *out)
{
    const struct pin_rows levels = levels_of(kind);

    fprintf(out, "%d * PORTS", levels.count);
    for (int i = 0; i < kind->pin_count; i++)
        if (kind->pins[i].place == FEDX_PIN_TX && kind->pins[i].lanes.width > 1)
            fprintf(out, " + %d * PORTS", kind->pins[i].lanes.width);
    fprintf(out, " + %d", status_bits_of(kind));
}

static void name_msb(const struct router_kind *kind, FILE *out)
{
    fprintf(out, "%d", 8 * gen_pins_longest(kind) - 1);
}

static void stimulus_msb(const struct router_kind *kind, FILE *out)
{
    const struct pin_rows inputs = kind_inputs(kind);

    fprintf(out, "%d", word_bits(&inputs) - 1);
}

static void expected_bits(const struct router_kind *kind, FILE *out)
{
    const struct pin_rows outputs = kind_outputs(kind);

    fprintf(out, "%d", word_bits(&outputs) + 4);
}

static void defined_bit(const struct router_kind *kind, FILE *out)
{
    const struct pin_rows outputs = kind_outputs(kind);

    fprintf(out, "%d", word_bits(&outputs));
}

static void data_place(const struct router_kind *kind, FILE *out)
{
    fprintf(out, "%d", status_bits_of(kind));
}

static void switch_declarations(const struct router_kind *kind, FILE *out)
{
    for (int i = 0; i < kind->pin_count; i++) {
        int bits = (int)fedx_lanes_bits(&kind->pins[i].lanes);
        char range[16] = "";
        if (bits > 1)
            snprintf(range, sizeof range, "[%d:0]", bits - 1);
        fprintf(out, "    %-4s %-6s %s;\n", fedx_pin_is_output(&kind->pins[i]) ? "wire" : "reg", range, kind->pins[i].name);
    }
}

static void switch_connections(const struct router_kind *kind, FILE *out)
{
    for (int i = 0; i < kind->pin_count; i++)
        print_connection(kind, kind->pins[i].name, i + 1 < kind->pin_count ? ",\n" : "", out);
}

/* All outputs, each from a whole digit on. */
static void switch_got(const struct router_kind *kind, FILE *out)
{
    const struct pin_rows outputs = kind_outputs(kind);

    for (int i = 0; i < outputs.count; i++) {
        const struct fedx_pin_info *pin = outputs.row[i];
        int more = 4 * gen_digits(pin) - (int)fedx_lanes_bits(&pin->lanes);
        if (more)
            fprintf(out, ", %d'b0", more);
        fprintf(out, ", %s", pin->name);
    }
}

/* [94:88], or [156] for one bit. */
static void print_slice(const struct pin_rows *rows, int i, FILE *out)
{
    int from = place(rows, i), bits = (int)fedx_lanes_bits(&rows->row[i]->lanes);

    if (bits > 1)
        fprintf(out, "[%d:%d]", from + bits - 1, from);
    else
        fprintf(out, "[%d]", from);
}

static void switch_drive(const struct router_kind *kind, FILE *out)
{
    const struct pin_rows inputs = kind_inputs(kind);

    for (int i = 0; i < inputs.count; i++) {
        fprintf(out, "            %-*s = word", gen_pins_longest(kind), inputs.row[i]->name);
        print_slice(&inputs, i, out);
        fputs(";\n", out);
    }
}

static void switch_reports(const struct router_kind *kind, FILE *out)
{
    const struct pin_rows outputs = kind_outputs(kind);

    for (int i = 0; i < outputs.count; i++) {
        const struct fedx_pin_info *pin = outputs.row[i];
        if (!fedx_lanes_are_set(&pin->lanes))
            continue;
        fprintf(out, "            report_levels(\"%s\", want", pin->name);
        print_slice(&outputs, i, out);
        fprintf(out, ", %s);\n", pin->name);
    }
}

static void print_status(const struct pin_rows *outputs, int i, FILE *out)
{
    const char *name = outputs->row[i]->name;

    fprintf(out, "            if (%s !== want", name);
    print_slice(outputs, i, out);
    fputs(") begin\n", out);
    fprintf(out, "                $display(\"difference: cycle %%0d: %s: expected %%h, got %%h\", cycle, want", name);
    print_slice(outputs, i, out);
    fprintf(out, ", %s);\n                differences = differences + 1;\n            end\n", name);
}

static void switch_status(const struct router_kind *kind, FILE *out)
{
    const struct pin_rows outputs = kind_outputs(kind);

    for (int i = 0; i < outputs.count; i++)
        if (outputs.row[i]->place == FEDX_PIN_STATUS)
            print_status(&outputs, i, out);
}

/* Words ------------------------------------------------------------------------------------------------------------ */

#define WORDS(X)                                                                                                      \
    X(cable_bits) X(cable_msb) X(cable_fields) X(rx_of_port) X(tx_of_port) X(rx_of_node) X(tx_of_node) \
    X(cable_connections) X(port_wires) X(node_wires) X(level_names) X(level_places)            \
    X(drive_levels) X(report_levels) X(got_levels) X(idle_levels) X(output_pins) X(name_msb) X(stimulus_msb)         \
    X(expected_bits) X(defined_bit) X(data_place) X(switch_declarations) X(switch_connections) X(switch_got)         \
    X(switch_drive) X(switch_reports) X(switch_status)

static const struct {
    const char *name;
    void (*print)(const struct router_kind *kind, FILE *out);
} words[] = {
#define WORD(name) {#name, name},
    WORDS(WORD)
    {"cable_idle", gen_pins_idle},
};
enum { WORD_COUNT = sizeof words / sizeof *words };
_Static_assert((int)WORD_COUNT < (int)GEN_PIN_WORDS, "room for the words and their end");

void gen_pins_free(struct gen_pins *pins)
{
    free(pins->text);
    pins->text = NULL;
}

int gen_pins_make(const struct router_kind *kind, struct gen_pins *pins)
{
    size_t length, at = 0;
    FILE *out;

    pins->text = NULL;
    out = open_memstream(&pins->text, &length);
    if (!out)
        return -1;
    for (int i = 0; i < WORD_COUNT; i++) {
        words[i].print(kind, out);
        fputc('\0', out);
    }
    if (fclose(out) != 0) {
        gen_pins_free(pins);
        return -1;
    }
    memset(pins->word, 0, sizeof pins->word);
    for (int i = 0; i < WORD_COUNT; i++) {
        char *text = pins->text + at;
        at += strlen(text) + 1;
        pins->word[i] = (struct gen_word){words[i].name, text};
        if (pins->text[at - 2] == '\n') /* the template has the end of the last line */
            pins->text[at - 2] = '\0';
    }
    return 0;
}

int gen_pins_fill(const struct router_kind *kind, struct gen_folder *g, const char *from, const char *name, char *error, size_t size)
{
    struct gen_pins pins;
    int status;

    if (gen_pins_make(kind, &pins) != 0) {
        snprintf(error, size, "out of memory");
        return -1;
    }
    status = gen_folder_fill(g, from, name, pins.word, error, size);
    gen_pins_free(&pins);
    return status;
}
