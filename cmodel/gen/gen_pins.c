/* SPDX-License-Identifier: Apache-2.0 */
#include "gen_pins.h"

#include <ctype.h>
#include <string.h>

#include "../kind/bus.h"

/* The wires that have one bit a port, in the order of a word. */
static struct pin_rows levels_of(const struct router_kind *kind)
{
    const struct pin_rows inputs = kind_inputs(kind);
    struct pin_rows levels = {.count = 0};

    for (int i = 0; i < inputs.count; i++)
        if (inputs.row[i]->place == PIN_RX && inputs.row[i]->lanes.width == 1)
            levels.row[levels.count++] = inputs.row[i];
    return levels;
}

struct pin_rows gen_pins_fields(const struct router_kind *kind)
{
    const struct pin_rows inputs = kind_inputs(kind);
    struct pin_rows fields = {.count = 0};

    for (int i = 0; i < inputs.count; i++)
        if (inputs.row[i]->place == PIN_RX)
            fields.row[fields.count++] = inputs.row[i];
    return fields;
}

const struct pin_info *gen_pins_widest(const struct router_kind *kind)
{
    const struct pin_info *widest = NULL;

    for (int i = 0; i < kind->pin_count; i++)
        if (kind->pins[i].place == PIN_TX && (!widest || kind->pins[i].lanes.width > widest->lanes.width))
            widest = &kind->pins[i];
    return widest;
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

int gen_pins_place(const struct router_kind *kind, const struct pin_info *output)
{
    const struct pin_rows outputs = kind_outputs(kind);
    int i = 0;

    while (outputs.row[i] != output)
        i++;
    return place(&outputs, i);
}

const char *gen_pins_port_value(const struct router_kind *kind, const struct pin_info *pin, const void *pins, int port,
                                unsigned turned, char *text)
{
    const unsigned bits = kind_port_bits(kind, pin), from = bits * (unsigned)port;
    const int digits = bus_digits(bits);
    struct bus bus;

    bus_get(&bus, &pin->lanes, pins);
    for (int d = 0; d < digits; d++) {
        unsigned value = d == 0 ? turned : 0;
        for (unsigned k = 0; k < 4 && 4 * (unsigned)d + k < bits; k++) {
            unsigned at = from + 4 * (unsigned)d + k;
            value ^= (unsigned)(bus.word[at / 64] >> at % 64 & 1u) << k;
        }
        text[digits - 1 - d] = "0123456789abcdef"[value];
    }
    text[digits] = 0;
    return text;
}

static const char *upper(const char *name, char text[32])
{
    snprintf(text, 32, "%s", name);
    for (char *c = text; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    return text;
}

/* Cables ---------------------------------------------------------------------------------------------------------- */

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
        if (kind->pins[i].place == PIN_RX) {
            unsigned bits = kind_port_bits(kind, &kind->pins[i]);
            fprintf(out, "%s%s", mark, kind->pins[i].field);
            if (bits > 1)
                fprintf(out, "[%u:0]", bits - 1);
            mark = ", ";
        }
    fputc('}', out);
}

/* Digits of a wire of more bits are kept apart. */
static void print_idle(const struct router_kind *kind, const struct pin_info *pin, FILE *out)
{
    const unsigned bits = kind_port_bits(kind, pin);

    for (unsigned bit = bits; bit-- > 0;)
        fprintf(out, "%d%s", (int)((uint64_t)pin->idle >> bit % pin->lanes.width & 1),
                bits > 1 && bit % 4 == 0 ? "_" : "");
}

void gen_pins_idle(const struct router_kind *kind, FILE *out)
{
    const struct pin_info *pin;
    int ones = 0;

    for (unsigned wire = 0; (pin = kind_wire(kind, wire)) != NULL; wire++)
        ones |= pin->idle;
    fprintf(out, ones ? "%d'b" : "%d'd0", cable_bits_of(kind));
    for (unsigned wire = 0; ones && (pin = kind_wire(kind, wire)) != NULL; wire++)
        print_idle(kind, pin, out);
}

/* refuse 1, all others 0 */
static void silent(const struct router_kind *kind, FILE *out)
{
    const struct pin_info *pin;
    int others = 0;

    for (unsigned wire = 0; (pin = kind_wire(kind, wire)) != NULL; wire++)
        if (pin->idle) {
            fprintf(out, "%s %u, ", pin->field, pin->idle);
            others = 1;
        }
    fputs(others ? "all others 0" : "all wires 0", out);
}

/* The wires of one port, or node, between commas. */
static void print_lanes(const struct router_kind *kind, enum pin_place of, const char *lane, FILE *out)
{
    const char *mark = "";

    for (int i = 0; i < kind->pin_count; i++)
        if (kind->pins[i].place == of) {
            unsigned width = kind_port_bits(kind, &kind->pins[i]);
            fprintf(out, "%s%s[", mark, kind->pins[i].name);
            if (width > 1)
                fprintf(out, "%u*%s +: %u]", width, lane, width);
            else
                fprintf(out, "%s]", lane);
            mark = ", ";
        }
}

static void rx_of_port(const struct router_kind *kind, FILE *out)
{
    print_lanes(kind, PIN_RX, "p", out);
}

static void tx_of_port(const struct router_kind *kind, FILE *out)
{
    print_lanes(kind, PIN_TX, "p", out);
}

/* Of a number with a name that no RTL has: Verilator warns of names that hide one of a module around. */
static void rx_of_cable(const struct router_kind *kind, FILE *out)
{
    print_lanes(kind, PIN_RX, "cable_number", out);
}

static void tx_of_cable(const struct router_kind *kind, FILE *out)
{
    print_lanes(kind, PIN_TX, "cable_number", out);
}

static void rx_of_node(const struct router_kind *kind, FILE *out)
{
    print_lanes(kind, PIN_RX, "n", out);
}

static void tx_of_node(const struct router_kind *kind, FILE *out)
{
    print_lanes(kind, PIN_TX, "n", out);
}

static void print_connection(const struct router_kind *kind, const char *name, const char *end, FILE *out)
{
    fprintf(out, "        .%-*s(%s)%s", gen_pins_longest(kind), name, name, end);
}

static void cable_connections(const struct router_kind *kind, FILE *out)
{
    int last = kind->pin_count - 1;

    while (kind->pins[last].place != PIN_TX)
        last--;
    for (int i = 0; i <= last; i++)
        if (kind->pins[i].place == PIN_RX || kind->pins[i].place == PIN_TX)
            print_connection(kind, kind->pins[i].name, i < last ? ",\n" : "", out);
}

/* Declarations of all wires, their lanes counted by a parameter. */
static void declare_wires(const struct router_kind *kind, const char *rx, const char *count, FILE *out)
{
    for (int i = 0; i < kind->pin_count; i++) {
        unsigned bits = kind_port_bits(kind, &kind->pins[i]);
        char range[32];
        if (kind->pins[i].place != PIN_RX && kind->pins[i].place != PIN_TX)
            continue;
        if (bits > 1)
            snprintf(range, sizeof range, "[%u*%s-1:0]", bits, count);
        else
            snprintf(range, sizeof range, "[%s-1:0]", count);
        fprintf(out, "    %-4s %-13s %s;\n", kind->pins[i].place == PIN_RX ? rx : "wire", range, kind->pins[i].name);
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

/* The testbench of a fabric --------------------------------------------------------------------------------------- */

static int longest_field(const struct pin_rows *fields)
{
    size_t most = strlen("MASK");

    for (int i = 0; i + 1 < fields->count; i++)
        most = strlen(fields->row[i]->field) > most ? strlen(fields->row[i]->field) : most;
    return (int)most;
}

/* turn, req and data */
static void field_names(const struct router_kind *kind, FILE *out)
{
    const struct pin_rows fields = gen_pins_fields(kind);

    for (int i = 0; i < fields.count; i++)
        fprintf(out, "%s%s", i == 0 ? "" : i + 1 < fields.count ? ", " : " and ", fields.row[i]->field);
}

/* The bits that a field of all nodes takes in a word: whole digits. */
static void print_size(const struct router_kind *kind, const struct pin_info *pin, FILE *out)
{
    unsigned bits = kind_port_bits(kind, pin);

    if (bits == 1)
        fputs("MASK", out);
    else if (bits % 4 == 0)
        fprintf(out, "%u * NODES", bits);
    else
        fprintf(out, "4 * ((%u * NODES + 3) / 4)", bits);
}

/* Where a field begins: the last one at bit 0. */
static void field_place(const struct router_kind *kind, const struct pin_rows *fields, const char *name, int i,
                        FILE *out)
{
    char below[32];

    fprintf(out, "    localparam %-*s = ", longest_field(fields), name);
    if (i + 2 < fields->count)
        fprintf(out, "%s + ", upper(fields->row[i + 1]->field, below));
    print_size(kind, fields->row[i + 1], out);
    fputs(";\n", out);
}

/* Where the fields of all nodes begin in a word, from the lowest up. */
static void field_places(const struct router_kind *kind, FILE *out)
{
    const struct pin_rows fields = gen_pins_fields(kind);
    char name[32];

    for (int i = fields.count - 2; i >= 0; i--)
        field_place(kind, &fields, upper(fields.row[i]->field, name), i, out);
    field_place(kind, &fields, "WORD", -1, out);
}

/* [8*NODES-1:0], [VALID +: NODES], [VC +: 2*NODES] */
static const char *slice_of(const struct router_kind *kind, const struct pin_rows *fields, int i, char text[64])
{
    unsigned bits = kind_port_bits(kind, fields->row[i]);
    char name[32];

    upper(fields->row[i]->field, name);
    if (i + 1 == fields->count)
        snprintf(text, 64, "[%u*NODES-1:0]", bits);
    else if (bits == 1)
        snprintf(text, 64, "[%s +: NODES]", name);
    else
        snprintf(text, 64, "[%s +: %u*NODES]", name, bits);
    return text;
}

static void drive_fields(const struct router_kind *kind, FILE *out)
{
    const struct pin_rows fields = gen_pins_fields(kind);
    char slice[64];

    for (int i = 0; i < fields.count; i++)
        fprintf(out, "            %-*s = word%s;\n", gen_pins_longest(kind), fields.row[i]->name,
                slice_of(kind, &fields, i, slice));
}

static void got_fields(const struct router_kind *kind, FILE *out)
{
    const struct pin_rows fields = gen_pins_fields(kind);
    int column = 0;
    char slice[64], got[80];

    for (int i = 0; i < fields.count; i++) {
        int length = (int)strlen(slice_of(kind, &fields, i, slice));
        column = length > column ? length : column;
    }
    for (int i = 0; i < fields.count; i++) {
        snprintf(got, sizeof got, "got%s", slice_of(kind, &fields, i, slice));
        fprintf(out, "            %-*s = tx_%s;\n", column + 3, got, fields.row[i]->field);
    }
}

/* How a testbench reports what several wires of one port, or of one node, show. */
struct report {
    const char *name; /* of the wires in the testbench */
    const char *whose;
    char number;                          /* the variable that counts them */
    const char *before_want, *before_got; /* where lines end */
};
#define NEW_LINE "\n                             "

/* @param place  where the field begins */
static void report_wide(const struct router_kind *kind, const struct pin_info *pin, const struct report *r,
                        const char *place, FILE *out)
{
    const unsigned bits = kind_port_bits(kind, pin);
    char want[96], got[64];

    snprintf(want, sizeof want, "want[%s%u*%c +: %u]", place, bits, r->number, bits);
    snprintf(got, sizeof got, "%s[%u*%c +: %u]", r->name, bits, r->number, bits);
    fprintf(out, "                if (%s !== %s) begin\n", got, want);
    fprintf(out,
            "                    $display(\"difference: cycle %%0d: %s %s %%0d: expected %%h, got %%h\", cycle, %c,",
            r->name, r->whose, r->number);
    fprintf(out, "%s%s,%s%s);\n", r->before_want, want, r->before_got, got);
    fputs("                    differences = differences + 1;\n                end\n", out);
}

static void report_fields(const struct router_kind *kind, const char *end, FILE *out)
{
    const struct pin_rows fields = gen_pins_fields(kind);
    char name[32], place[40], wires[40];
    const struct report nodes = {wires, end, 'n', " ", NEW_LINE};

    for (int i = 0; i < fields.count; i++) {
        const char *field = fields.row[i]->field;
        snprintf(wires, sizeof wires, "tx_%s", field);
        snprintf(place, sizeof place, "%s+", upper(field, name));
        if (kind_port_bits(kind, fields.row[i]) > 1)
            report_wide(kind, fields.row[i], &nodes, i + 1 < fields.count ? place : "", out);
        else
            fprintf(out, "                report_level(\"%s\", n, want[%sn], %s[n]);\n", wires, place, wires);
    }
}

static void idle_levels(const struct router_kind *kind, FILE *out)
{
    const struct pin_rows levels = levels_of(kind);

    for (int i = 0; i < levels.count; i++)
        if (levels.row[i]->idle)
            fprintf(out, "        %s = {NODES{1'b1}};\n", levels.row[i]->name);
}

/* The testbench of a router --------------------------------------------------------------------------------------- */

/* An output with one bit a port: of one port Verilog has no bits to choose from. */
static int is_level(const struct router_kind *kind, const struct pin_info *pin)
{
    return pin->place == PIN_TX && kind_port_bits(kind, pin) == 1;
}

/* An output of which every port has a part. */
static int is_of_all(const struct router_kind *kind, const struct pin_info *pin)
{
    return pin->place == PIN_TX && kind_pin_ports(kind, pin) == kind->ports;
}

/* 5 * PORTS + 8 * PORTS + 32: last what is not of all ports */
static void output_pins(const struct router_kind *kind, FILE *out)
{
    unsigned levels = 0, rest = 0;

    for (int i = 0; i < kind->pin_count; i++)
        if (is_of_all(kind, &kind->pins[i]))
            levels += kind_port_bits(kind, &kind->pins[i]) == 1;
        else if (pin_is_output(&kind->pins[i]))
            rest += lane_bits(&kind->pins[i].lanes);
    fprintf(out, "%u * PORTS", levels);
    for (int i = 0; i < kind->pin_count; i++)
        if (is_of_all(kind, &kind->pins[i]) && kind_port_bits(kind, &kind->pins[i]) > 1)
            fprintf(out, " + %u * PORTS", kind_port_bits(kind, &kind->pins[i]));
    fprintf(out, " + %u", rest);
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

static void ports(const struct router_kind *kind, FILE *out)
{
    fprintf(out, "%d", kind->ports);
}

static void port_msb(const struct router_kind *kind, FILE *out)
{
    fprintf(out, "%d", kind->ports - 1);
}

static void router_declarations(const struct router_kind *kind, FILE *out)
{
    for (int i = 0; i < kind->pin_count; i++) {
        int bits = (int)lane_bits(&kind->pins[i].lanes);
        char range[16] = "";
        if (bits > 1)
            snprintf(range, sizeof range, "[%d:0]", bits - 1);
        fprintf(out, "    %-4s %-6s %s;\n", pin_is_output(&kind->pins[i]) ? "wire" : "reg", range, kind->pins[i].name);
    }
}

static void router_connections(const struct router_kind *kind, FILE *out)
{
    for (int i = 0; i < kind->pin_count; i++)
        print_connection(kind, kind->pins[i].name, i + 1 < kind->pin_count ? ",\n" : "", out);
}

/* All outputs, each from a whole digit on. */
static void router_got(const struct router_kind *kind, FILE *out)
{
    const struct pin_rows outputs = kind_outputs(kind);

    for (int i = 0; i < outputs.count; i++) {
        const struct pin_info *pin = outputs.row[i];
        int more = 4 * gen_digits(pin) - (int)lane_bits(&pin->lanes);
        if (more)
            fprintf(out, ", %d'b0", more);
        fprintf(out, ", %s", pin->name);
    }
}

/* [94:88], or [156] for one bit. */
static void print_slice(const struct pin_rows *rows, int i, FILE *out)
{
    int from = place(rows, i), bits = (int)lane_bits(&rows->row[i]->lanes);

    if (bits > 1)
        fprintf(out, "[%d:%d]", from + bits - 1, from);
    else
        fprintf(out, "[%d]", from);
}

static void router_drive(const struct router_kind *kind, FILE *out)
{
    const struct pin_rows inputs = kind_inputs(kind);

    for (int i = 0; i < inputs.count; i++) {
        fprintf(out, "            %-*s = word", gen_pins_longest(kind), inputs.row[i]->name);
        print_slice(&inputs, i, out);
        fputs(";\n", out);
    }
}

static void router_reports(const struct router_kind *kind, FILE *out)
{
    const struct pin_rows outputs = kind_outputs(kind);

    for (int i = 0; i < outputs.count; i++) {
        const struct pin_info *pin = outputs.row[i];
        if (!is_level(kind, pin))
            continue;
        fprintf(out, "            report_levels(\"%s\", want", pin->name);
        print_slice(&outputs, i, out);
        fprintf(out, ", %s);\n", pin->name);
    }
}

static void wide_reports(const struct router_kind *kind, FILE *out)
{
    const struct pin_rows outputs = kind_outputs(kind);
    char from[16], ports[16];

    for (int i = 0; i < outputs.count; i++) {
        const struct pin_info *pin = outputs.row[i];
        const struct report each = {pin->name, "port", 'p', NEW_LINE, " "};
        if (pin->place != PIN_TX || is_level(kind, pin))
            continue;
        snprintf(from, sizeof from, "%d+", place(&outputs, i));
        snprintf(ports, sizeof ports, "%d", kind_pin_ports(kind, pin));
        fprintf(out, "            for (p = 0; p < %s; p = p + 1)\n", is_of_all(kind, pin) ? "PORTS" : ports);
        report_wide(kind, pin, &each, from, out);
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

static void router_status(const struct router_kind *kind, FILE *out)
{
    const struct pin_rows outputs = kind_outputs(kind);

    for (int i = 0; i < outputs.count; i++)
        if (outputs.row[i]->place == PIN_STATUS)
            print_status(&outputs, i, out);
}

/* Words ----------------------------------------------------------------------------------------------------------- */

// clang-format off
#define WORDS(X)                                                                                                          \
    X(cable_bits) X(cable_msb) X(cable_fields) X(rx_of_port) X(tx_of_port) X(rx_of_node) X(tx_of_node) X(ports) X(silent) \
    X(rx_of_cable) X(tx_of_cable)                                                                                         \
    X(cable_connections) X(port_wires) X(node_wires) X(field_names) X(field_places) X(port_msb)                           \
    X(drive_fields) X(got_fields) X(idle_levels) X(output_pins) X(name_msb) X(stimulus_msb)                               \
    X(expected_bits) X(defined_bit) X(router_declarations) X(router_connections) X(router_got)                            \
    X(router_drive) X(router_reports) X(wide_reports) X(router_status)
// clang-format on

/* A word and the kind that it is of. */
struct printing {
    void (*print)(const struct router_kind *kind, FILE *out);
    const struct router_kind *kind;
    const char *end;
};

static void print_word(const void *context, FILE *out)
{
    const struct printing *p = context;

    p->print(p->kind, out);
}

static void print_report(const void *context, FILE *out)
{
    const struct printing *p = context;

    report_fields(p->kind, p->end, out);
}

void gen_pins_words(struct gen_fields *w, const struct router_kind *kind, const char *end)
{
    static const struct {
        const char *name;
        void (*print)(const struct router_kind *kind, FILE *out);
    } words[] = {
#define WORD(name) {#name, name},
        WORDS(WORD){"cable_idle", gen_pins_idle},
    };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        gen_fields_lines(w, words[i].name, print_word, &(struct printing){words[i].print, kind, end});
    gen_fields_lines(w, "report_fields", print_report, &(struct printing){NULL, kind, end});
}
