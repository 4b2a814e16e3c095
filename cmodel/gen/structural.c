/* SPDX-License-Identifier: Apache-2.0
 *
 * A fabric as structural Verilog. See structural.h.
 */
#include "structural.h"

#include <inttypes.h>
#include <stdlib.h>

#include "../base/text.h"
#include "gen_kind_fields.h"
#include "gen_pins.h"

static int is_link(const struct topology *t, int router, int port)
{
    return t->links[router][port].port != TOPOLOGY_ENDPOINT || t->links[router][port].node < 0;
}

const char *structural_end(const struct topology *t)
{
    for (int e = 0; e < t->endpoints; e++)
        if (t->nodes != t->endpoints || t->attached[e].node != e)
            return "endpoint";
    return "node";
}

static int cable_bits(const struct structural *s)
{
    return (int)kind_wire_bits(s->kind, kind_wires(s->kind));
}

/* Cables ---------------------------------------------------------------------------------------------------------- */

/* The wires that each router drives towards others. */
static void print_links(const void *context, FILE *out)
{
    const struct structural *s = context;

    for (int n = 0; n < s->topology->nodes; n++) {
        const char *mark = "";
        fprintf(out, "    wire [%d:0] ", cable_bits(s) - 1);
        for (int p = 0; p < s->kind->ports; p++)
            if (is_link(s->topology, n, p)) {
                fprintf(out, "%slink_%d_%d", mark, n, p);
                mark = ", ";
            }
        fputs(";\n", out);
    }
}

/* Links whose far end is open: nothing reads them, which lint tools would report. */
static void print_unread(const void *context, FILE *out)
{
    const struct structural *s = context;
    const char *mark = "    wire unused_links = &{1'b0";

    for (int n = 0; n < s->topology->nodes; n++)
        for (int p = 0; p < s->kind->ports; p++)
            if (s->topology->links[n][p].node < 0) {
                fprintf(out, "%s, link_%d_%d", mark, n, p);
                mark = "";
            }
    fputs(*mark ? "" : "};\n", out);
}

void structural_far(const struct structural *s, int router, int port, FILE *out)
{
    const struct topology_end far = s->topology->links[router][port];

    if (far.node < 0)
        gen_pins_idle(s->kind, out);
    else if (far.port == TOPOLOGY_ENDPOINT)
        fprintf(out, "from_pe_late[%d*%d +: %d]", cable_bits(s), far.node, cable_bits(s));
    else
        fprintf(out, "link_%d_%d", far.node, far.port);
}

static void print_near(const struct structural *s, int router, int port, FILE *out)
{
    if (is_link(s->topology, router, port))
        fprintf(out, "link_%d_%d", router, port);
    else
        fprintf(out, "to_pe[%d*%d +: %d]", cable_bits(s), s->topology->links[router][port].node, cable_bits(s));
}

/* The wires of all endpoints as pins of the fabric. */
static void print_from_pes(const void *context, FILE *out)
{
    const struct structural *s = context;
    const struct pin_info *pin;

    for (unsigned wire = 0; (pin = kind_wire(s->kind, wire)) != NULL; wire++) {
        char name[32];
        snprintf(name, sizeof name, "%s,", pin->name);
        fprintf(out, "%s    input  wire [%d:0] %-*s // %s", wire ? "\n" : "",
                (int)kind_port_bits(s->kind, pin) * s->topology->endpoints - 1, gen_pins_longest(s->kind) + 1, name,
                pin->meaning);
    }
}

static void print_to_pes(const void *context, FILE *out)
{
    const struct structural *s = context;
    const struct pin_info *pin;

    for (unsigned wire = 0; (pin = kind_wire(s->kind, wire)) != NULL; wire++)
        fprintf(out, "%s    output wire [%d:0] tx_%s", wire ? ",\n" : "",
                (int)kind_port_bits(s->kind, pin) * s->topology->endpoints - 1, pin->field);
}

/* Routers --------------------------------------------------------------------------------------------------------- */

/* The cables of all ports, the last one first. */
static void print_cables(const struct structural *s, int n, void (*print)(const struct structural *, int, int, FILE *),
                         FILE *out)
{
    fputc('{', out);
    for (int p = s->kind->ports - 1; p >= 0; p--) {
        print(s, n, p, out);
        fputs(p ? ", " : "}", out);
    }
}

static void print_instances(const void *context, FILE *out)
{
    const struct structural *s = context;

    for (int n = 0; n < s->topology->nodes; n++) {
        const struct topology_place place = topology_drawn(s->topology, n);
        fprintf(out,
                "    // Row %d, column %d\n"
                "    %s_fabric_node #(.LATENCY(LATENCY)) node_%d (\n"
                "        .clk(clk), .rst(rst), .switch_rst(switch_rst), .cfg_we(cfg_we), .cfg_addr(cfg_addr),\n"
                "        .cfg_wdata(cfg_wdata[32*%d +: 32]),\n        .rx(",
                place.row, place.col, s->kind->parts->gen->prefix, n, n);
        print_cables(s, n, structural_far, out);
        fputs("),\n        .tx(", out);
        print_cables(s, n, print_near, out);
        fputs(")\n    );\n\n", out);
    }
}

/* Words that configure them --------------------------------------------------------------------------------------- */

/* A pin of the configuration port. @return its value in a cycle of a router's configuration */
static uint32_t pin_of(const struct structural *s, const void *control, const char *name)
{
    return (uint32_t)lane_bus(&kind_pin_find(s->kind, name)->lanes, control);
}

/* @return as router_kind.boot */
static int boot(const struct structural *s, int router, unsigned cycle, struct any_control *control)
{
    return s->kind->boot(&(struct boot){s->kind, s->topology, s->settings}, router, cycle, control);
}

/* Rows of the boot memory: the cycles of a configuration in which words are written, without a gap. */
struct rows {
    unsigned first, count; /* cycles of a configuration */
    unsigned reset;        /* rows that are written while routers are held in reset */
};

static struct rows rows_of(const struct structural *s)
{
    struct rows r = {0};
    struct any_control control;

    for (unsigned cycle = 0; boot(s, 0, cycle, &control); cycle++) {
        int write = (int)pin_of(s, &control, "cfg_we");
        r.first = write ? r.first : cycle + 1;
        r.count += (unsigned)write;
        r.reset += write && pin_of(s, &control, "rst");
    }
    return r;
}

/* row < 16'd1024 ? row + 16'h8000 : row + 16'hfc00 */
static void print_addresses(const void *context, FILE *out)
{
    const struct structural *s = context;
    const struct rows r = rows_of(s);
    struct any_control control;
    uint16_t before = 0;

    for (unsigned row = 0; row < r.count; row++) {
        boot(s, 0, r.first + row, &control);
        uint16_t offset = (uint16_t)(pin_of(s, &control, "cfg_addr") - row);
        if (row > 0 && offset != before)
            fprintf(out, "row < 16'd%u ? row + 16'h%04x : ", row, before);
        before = offset;
    }
    fprintf(out, "row + 16'h%04x", before);
}

static void print_row(const struct structural *s, unsigned row, const uint32_t *word, FILE *out)
{
    fprintf(out, "        16'd%u: words = %d'h", row, 32 * s->topology->nodes);
    for (int n = s->topology->nodes - 1; n >= 0; n--)
        fprintf(out, "%08" PRIx32 "%s", word[n], n ? "_" : ";\n");
}

/* Rows that are zero for every router are left out: the memory's default. */
static void print_rows(const void *context, FILE *out)
{
    const struct structural *s = context;
    const struct rows r = rows_of(s);
    const int nodes = s->topology->nodes;
    uint32_t *word = calloc((size_t)nodes, sizeof *word);
    struct any_control control;

    for (unsigned row = 0; word && row < r.count; row++) {
        uint32_t all = 0;
        for (int n = 0; n < nodes; n++) {
            boot(s, n, r.first + row, &control);
            all |= word[n] = pin_of(s, &control, "cfg_wdata");
        }
        if (all)
            print_row(s, row, word, out);
    }
    free(word);
}

unsigned structural_ready(const struct structural *s)
{
    return rows_of(s).count;
}

static void add_rows(struct gen_fields *w, const struct structural *s)
{
    const struct rows r = rows_of(s);

    gen_fields_format(w, "ready", "%u", r.count);
    gen_fields_format(w, "switch_rst", r.reset ? "count_reg < 16'd%u" : "1'b0", r.reset);
    gen_fields_print(w, "addresses", print_addresses, s);
    gen_fields_print(w, "rows", print_rows, s);
}

/* Folders --------------------------------------------------------------------------------------------------------- */

/* The Verilog files beside rtl/, with a blank after each. */
static void print_files(const void *context, FILE *out)
{
    const struct gen_kind *gen = ((const struct structural *)context)->kind->parts->gen;

    for (const struct gen_template *t = gen->templates; t->from; t++)
        fprintf(out, "%s_fabric%s ", gen->prefix, t->name);
}

static void print_parameters(const void *context, FILE *out)
{
    const struct structural *s = context;

    s->kind->parts->gen->parameters(s->kind, s->kind->buffers(s->settings), out);
}

static void add_parts(struct gen_fields *w, const struct structural *s)
{
    gen_fields_print(w, "fabric", print_files, s);
    gen_fields_print(w, "parameters", print_parameters, s);
    gen_fields_print(w, "links", print_links, s);
    gen_fields_print(w, "unread", print_unread, s);
    gen_fields_print(w, "instances", print_instances, s);
    gen_fields_print(w, "from_pes", print_from_pes, s);
    gen_fields_print(w, "to_pes", print_to_pes, s);
}

void structural_words(struct gen_fields *w, const struct structural *s)
{
    const struct topology *t = s->topology;

    if (s->kind->parts->gen->words)
        s->kind->parts->gen->words(s, w);
    gen_kind_fields(w, s->kind, structural_end(t));
    gen_fields_text(w, "own_parameters", "the parameters");
    gen_fields_text(w, "memory", "boot");
    gen_fields_text(w, "topology", t->name);
    gen_fields_text(w, "command", s->command ? s->command : "(unknown)");
    gen_fields_format(w, "nodes", "%d", t->nodes);
    gen_fields_format(w, "endpoints", "%d", t->endpoints);
    gen_fields_format(w, "latency", "%d", s->kind->latency(s->settings));
    gen_fields_format(w, "words_msb", "%d", 32 * t->nodes - 1);
    gen_fields_format(w, "words_bits", "%d", 32 * t->nodes);
    add_rows(w, s);
    add_parts(w, s);
}

/* Cables of which some wires are later than others, or than those of other cables. */
static int wires_differ(const struct structural *s)
{
    const struct router_kind *kind = s->kind;

    return topology_latency(s->topology) > 0 || kind_stages(kind->router_stages, s->settings) > 0 ||
           kind_stages(kind->credit_stages, s->settings) > 0;
}

int structural_check(const struct structural *s, char *error, size_t size)
{
    if (wires_differ(s))
        return text_fail(error, size,
                         "all wires of a generated fabric have the same stages, those of --latency: it has no latency "
                         "of a link, of credits or of routers");
    if (s->topology->cables > 1) { /* they would drive the same pins */
        return text_fail(error, size,
                         "each endpoint has %d cables, and one of a generated fabric has one: say --cables 1",
                         s->topology->cables);
    }
    return s->kind->parts->gen->check ? s->kind->parts->gen->check(s, error, size) : 0;
}

static int fill(struct gen_folder *g, const struct gen_fields *w, const char *from, const char *name, char *error,
                size_t size)
{
    char path[PATH_MAX];

    snprintf(path, sizeof path, "tb/templates/fabric/%s", from);
    return gen_fields_fill(w, g, path, name, error, size);
}

int structural_sources(struct gen_folder *g, const struct structural *s, const struct gen_fields *w, char *error,
                       size_t size)
{
    const struct gen_kind *gen = s->kind->parts->gen;
    char path[PATH_MAX + 32];

    for (const struct gen_template *t = gen->templates; t->from; t++) {
        snprintf(path, sizeof path, "%s_fabric%s", gen->prefix, t->name);
        if (fill(g, w, t->from, path, error, size) != 0)
            return -1;
    }
    snprintf(path, sizeof path, "%s/rtl/%s", s->share, gen->prefix);
    return gen_folder_rtl(g, path, error, size);
}

int structural_write(const char *folder, const struct structural *s, char *error, size_t size)
{
    struct gen_folder g = {0};
    struct gen_fields words = {.count = 0};
    int status = -1;

    if (structural_check(s, error, size) != 0)
        return -1;
    structural_words(&words, s);
    if (gen_folder_begin(&g, folder, s->share, error, size) == 0 &&
        structural_sources(&g, s, &words, error, size) == 0 &&
        fill(&g, &words, "Makefile.in", "Makefile", error, size) == 0 &&
        fill(&g, &words, "README.md.in", "README.md", error, size) == 0)
        status = gen_folder_end(&g, error, size);
    gen_folder_abandon(&g);
    gen_fields_finish(&words);
    return status;
}
