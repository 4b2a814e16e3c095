/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_gen_pins.h.
 */
#include "fedx_gen_pins.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const struct fedx_pin_info *const table = fedx_pin_table;

#define COUNT(rows) (int)(sizeof(rows) / sizeof *(rows))

/* Inputs in the order of a word, and the wires among them that have one bit a port. */
#define PIN(dimension, name, type, width, idle, shows, meaning) FEDX_PIN_##name,
#define LEVEL(dimension, name, type, width, idle, shows, meaning) FEDX_PIN_rx_##name,
static const uint8_t inputs[] = {FEDX_CONTROL_PINS(PIN) FEDX_LEVEL_WIRES(LEVEL) FEDX_DRIVE_WIRES(LEVEL)
                                     FEDX_DATA_WIRES(LEVEL)};
static const uint8_t levels[] = {FEDX_LEVEL_WIRES(LEVEL) FEDX_DRIVE_WIRES(LEVEL)};

int fedx_gen_pins_longest(void)
{
    size_t most = 0;

    for (int i = 0; i < FEDX_PIN_COUNT; i++)
        most = strlen(table[i].name) > most ? strlen(table[i].name) : most;
    return (int)most;
}

/* The lowest bit of field i of a word. */
static int place(const uint8_t *rows, int count, int i)
{
    int digits = 0;

    for (int k = i + 1; k < count; k++)
        digits += fedx_gen_digits(&table[rows[k]]);
    return 4 * digits;
}

static int word_bits(const uint8_t *rows, int count)
{
    return place(rows, count, -1);
}

static const char *upper(const char *name, char text[32])
{
    snprintf(text, 32, "%s", name);
    for (char *c = text; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    return text;
}

/* Cables ----------------------------------------------------------------------------------------------------------- */

static void cable_bits(FILE *out)
{
    fprintf(out, "%d", FEDX_CABLE_BITS);
}

static void cable_msb(FILE *out)
{
    fprintf(out, "%d", FEDX_CABLE_BITS - 1);
}

/* {data[7:0], valid, ...} */
static void cable_fields(FILE *out)
{
    const char *mark = "{";

    for (int i = 0; i < FEDX_PIN_COUNT; i++)
        if (table[i].place == FEDX_PIN_RX) {
            fprintf(out, "%s%s", mark, table[i].field);
            if (table[i].lanes.width > 1)
                fprintf(out, "[%d:0]", table[i].lanes.width - 1);
            mark = ", ";
        }
    fputc('}', out);
}

void fedx_gen_pins_idle(FILE *out)
{
    fprintf(out, "%d'b", FEDX_CABLE_BITS);
    for (int i = 0; i < FEDX_PIN_COUNT; i++)
        for (int bit = table[i].lanes.width - 1; table[i].place == FEDX_PIN_RX && bit >= 0; bit--)
            fprintf(out, "%d%s", table[i].idle >> bit & 1, table[i].lanes.width > 1 && bit % 4 == 0 ? "_" : "");
}

/* The wires of one port, or node, between commas. */
static void print_lanes(enum fedx_pin_place of, char lane, FILE *out)
{
    const char *mark = "";

    for (int i = 0; i < FEDX_PIN_COUNT; i++)
        if (table[i].place == of) {
            int width = table[i].lanes.width;
            fprintf(out, "%s%s[", mark, table[i].name);
            if (width > 1)
                fprintf(out, "%d*%c +: %d]", width, lane, width);
            else
                fprintf(out, "%c]", lane);
            mark = ", ";
        }
}

static void rx_of_port(FILE *out)
{
    print_lanes(FEDX_PIN_RX, 'p', out);
}

static void tx_of_port(FILE *out)
{
    print_lanes(FEDX_PIN_TX, 'p', out);
}

static void rx_of_node(FILE *out)
{
    print_lanes(FEDX_PIN_RX, 'n', out);
}

static void tx_of_node(FILE *out)
{
    print_lanes(FEDX_PIN_TX, 'n', out);
}

static void print_connection(const char *name, const char *end, FILE *out)
{
    fprintf(out, "        .%-*s(%s)%s", fedx_gen_pins_longest(), name, name, end);
}

static void cable_connections(FILE *out)
{
    int last = FEDX_PIN_COUNT - 1;

    while (table[last].place != FEDX_PIN_TX)
        last--;
    for (int i = 0; i <= last; i++)
        if (table[i].place == FEDX_PIN_RX || table[i].place == FEDX_PIN_TX)
            print_connection(table[i].name, i < last ? ",\n" : "", out);
}

/* Declarations of all wires, their lanes counted by a parameter. */
static void declare_wires(const char *rx, const char *count, FILE *out)
{
    for (int i = 0; i < FEDX_PIN_COUNT; i++) {
        char range[32];
        if (table[i].place != FEDX_PIN_RX && table[i].place != FEDX_PIN_TX)
            continue;
        if (table[i].lanes.width > 1)
            snprintf(range, sizeof range, "[%d*%s-1:0]", table[i].lanes.width, count);
        else
            snprintf(range, sizeof range, "[%s-1:0]", count);
        fprintf(out, "    %-4s %-13s %s;\n", table[i].place == FEDX_PIN_RX ? rx : "wire", range, table[i].name);
    }
}

static void port_wires(FILE *out)
{
    declare_wires("wire", "PORTS", out);
}

static void node_wires(FILE *out)
{
    declare_wires("reg", "NODES", out);
}

/* The testbench of a fabric ---------------------------------------------------------------------------------------- */

static int longest_level(void)
{
    size_t most = strlen("MASK");

    for (int i = 0; i < COUNT(levels); i++)
        most = strlen(table[levels[i]].field) > most ? strlen(table[levels[i]].field) : most;
    return (int)most;
}

static void level_names(FILE *out)
{
    for (int i = 0; i < COUNT(levels); i++)
        fprintf(out, "%s%s", i ? ", " : "", table[levels[i]].field);
}

/* Where the levels of all nodes begin in a word, from the lowest up. */
static void level_places(FILE *out)
{
    char name[32], below[32];

    for (int i = COUNT(levels) - 1; i >= 0; i--) {
        fprintf(out, "    localparam %-*s = ", longest_level(), upper(table[levels[i]].field, name));
        if (i + 1 < COUNT(levels))
            fprintf(out, "%s + MASK;\n", upper(table[levels[i + 1]].field, below));
        else
            fputs("8 * NODES;\n", out);
    }
    fprintf(out, "    localparam %-*s = %s + MASK;\n", longest_level(), "WORD", upper(table[levels[0]].field, name));
}

static void drive_levels(FILE *out)
{
    char name[32];

    for (int i = 0; i < COUNT(levels); i++)
        fprintf(out, "            %-*s = word[%s +: NODES];\n", fedx_gen_pins_longest(), table[levels[i]].name,
                upper(table[levels[i]].field, name));
}

static void report_levels(FILE *out)
{
    char name[32];

    for (int i = 0; i < COUNT(levels); i++) {
        const char *field = table[levels[i]].field;
        fprintf(out, "                report_level(\"tx_%s\", n, want[%s+n], tx_%s[n]);\n", field, upper(field, name),
                field);
    }
}

static void got_levels(FILE *out)
{
    int column = longest_level() + (int)strlen("got[ +: NODES]");
    char name[32], got[64];

    for (int i = 0; i < COUNT(levels); i++) {
        snprintf(got, sizeof got, "got[%s +: NODES]", upper(table[levels[i]].field, name));
        fprintf(out, "            %-*s = tx_%s;\n", column, got, table[levels[i]].field);
    }
}

static void idle_levels(FILE *out)
{
    for (int i = 0; i < COUNT(levels); i++)
        if (table[levels[i]].idle)
            fprintf(out, "        %s = {NODES{1'b1}};\n", table[levels[i]].name);
}

/* The testbench of a switch ---------------------------------------------------------------------------------------- */

/* 5 * PORTS + 8 * PORTS + 32 */
static void output_pins(FILE *out)
{
    fprintf(out, "%d * PORTS", COUNT(levels));
    for (int i = 0; i < FEDX_PIN_COUNT; i++)
        if (table[i].place == FEDX_PIN_TX && table[i].lanes.width > 1)
            fprintf(out, " + %d * PORTS", table[i].lanes.width);
    fprintf(out, " + %d", FEDX_STATUS_BITS);
}

static void name_msb(FILE *out)
{
    fprintf(out, "%d", 8 * fedx_gen_pins_longest() - 1);
}

static void stimulus_msb(FILE *out)
{
    fprintf(out, "%d", word_bits(inputs, COUNT(inputs)) - 1);
}

static void expected_bits(FILE *out)
{
    fprintf(out, "%d", word_bits(fedx_gen_outputs, COUNT(fedx_gen_outputs)) + 4);
}

static void defined_bit(FILE *out)
{
    fprintf(out, "%d", word_bits(fedx_gen_outputs, COUNT(fedx_gen_outputs)));
}

static void data_place(FILE *out)
{
    fprintf(out, "%d", FEDX_STATUS_BITS);
}

static void switch_declarations(FILE *out)
{
    for (int i = 0; i < FEDX_PIN_COUNT; i++) {
        int bits = (int)fedx_lanes_bits(&table[i].lanes);
        char range[16] = "";
        if (bits > 1)
            snprintf(range, sizeof range, "[%d:0]", bits - 1);
        fprintf(out, "    %-4s %-6s %s;\n", fedx_pin_is_output(&table[i]) ? "wire" : "reg", range, table[i].name);
    }
}

static void switch_connections(FILE *out)
{
    for (int i = 0; i < FEDX_PIN_COUNT; i++)
        print_connection(table[i].name, i + 1 < FEDX_PIN_COUNT ? ",\n" : "", out);
}

/* All fedx_gen_outputs, each from a whole digit on. */
static void switch_got(FILE *out)
{
    for (int i = 0; i < COUNT(fedx_gen_outputs); i++) {
        const struct fedx_pin_info *pin = &table[fedx_gen_outputs[i]];
        int more = 4 * fedx_gen_digits(pin) - (int)fedx_lanes_bits(&pin->lanes);
        if (more)
            fprintf(out, ", %d'b0", more);
        fprintf(out, ", %s", pin->name);
    }
}

/* [94:88], or [156] for one bit. */
static void print_slice(const uint8_t *rows, int count, int i, FILE *out)
{
    int from = place(rows, count, i), bits = (int)fedx_lanes_bits(&table[rows[i]].lanes);

    if (bits > 1)
        fprintf(out, "[%d:%d]", from + bits - 1, from);
    else
        fprintf(out, "[%d]", from);
}

static void switch_drive(FILE *out)
{
    for (int i = 0; i < COUNT(inputs); i++) {
        fprintf(out, "            %-*s = word", fedx_gen_pins_longest(), table[inputs[i]].name);
        print_slice(inputs, COUNT(inputs), i, out);
        fputs(";\n", out);
    }
}

static void switch_reports(FILE *out)
{
    for (int i = 0; i < COUNT(fedx_gen_outputs); i++) {
        const struct fedx_pin_info *pin = &table[fedx_gen_outputs[i]];
        if (!fedx_lanes_are_set(&pin->lanes))
            continue;
        fprintf(out, "            report_levels(\"%s\", want", pin->name);
        print_slice(fedx_gen_outputs, COUNT(fedx_gen_outputs), i, out);
        fprintf(out, ", %s);\n", pin->name);
    }
}

static void print_status(int i, FILE *out)
{
    const char *name = table[fedx_gen_outputs[i]].name;

    fprintf(out, "            if (%s !== want", name);
    print_slice(fedx_gen_outputs, COUNT(fedx_gen_outputs), i, out);
    fputs(") begin\n", out);
    fprintf(out, "                $display(\"difference: cycle %%0d: %s: expected %%h, got %%h\", cycle, want", name);
    print_slice(fedx_gen_outputs, COUNT(fedx_gen_outputs), i, out);
    fprintf(out, ", %s);\n                differences = differences + 1;\n            end\n", name);
}

static void switch_status(FILE *out)
{
    for (int i = 0; i < COUNT(fedx_gen_outputs); i++)
        if (table[fedx_gen_outputs[i]].place == FEDX_PIN_STATUS)
            print_status(i, out);
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
    void (*print)(FILE *out);
} words[] = {
#define WORD(name) {#name, name},
    WORDS(WORD)
    {"cable_idle", fedx_gen_pins_idle},
};
_Static_assert(sizeof words / sizeof *words < FEDX_GEN_PIN_WORDS, "room for the words and their end");

void fedx_gen_pins_free(struct fedx_gen_pins *pins)
{
    free(pins->text);
    pins->text = NULL;
}

int fedx_gen_pins_make(struct fedx_gen_pins *pins)
{
    size_t length, at = 0;
    FILE *out;

    pins->text = NULL;
    out = open_memstream(&pins->text, &length);
    if (!out)
        return -1;
    for (int i = 0; i < COUNT(words); i++) {
        words[i].print(out);
        fputc('\0', out);
    }
    if (fclose(out) != 0) {
        fedx_gen_pins_free(pins);
        return -1;
    }
    memset(pins->word, 0, sizeof pins->word);
    for (int i = 0; i < COUNT(words); i++) {
        char *text = pins->text + at;
        at += strlen(text) + 1;
        pins->word[i] = (struct gen_word){words[i].name, text};
        if (pins->text[at - 2] == '\n') /* the template has the end of the last line */
            pins->text[at - 2] = '\0';
    }
    return 0;
}

int fedx_gen_pins_fill(struct gen_folder *g, const char *from, const char *name, char *error, size_t size)
{
    struct fedx_gen_pins pins;
    int status;

    if (fedx_gen_pins_make(&pins) != 0) {
        snprintf(error, size, "out of memory");
        return -1;
    }
    status = gen_folder_fill(g, from, name, pins.word, error, size);
    fedx_gen_pins_free(&pins);
    return status;
}
