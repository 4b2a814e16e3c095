/* SPDX-License-Identifier: Apache-2.0
 *
 * A fabric as structural Verilog. See fedx_structural.h.
 */
#include "fedx_structural.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../kind/fedx_table.h"
#include "fedx_gen_parameters.h"
#include "../../gen/gen_pins.h"
#include "../kind/fedx_kind.h"

enum { CABLE = FEDX_CABLE_BITS, OWN_WORDS = 32, WORDS = OWN_WORDS + GEN_PIN_WORDS, NUMBER = 16 };

const char fedx_structural_files[] =
    "fedx_fabric.v fedx_fabric_node.v fedx_fabric_wires.v fedx_fabric_loader.v fedx_fabric_routes.v ";

/* Parts of the Verilog --------------------------------------------------------------------------------------------- */

static void print_links(const struct fedx_structural *s, FILE *out)
{
    const struct topology *t = s->topology;
    for (int n = 0; n < t->nodes; n++) {
        fprintf(out, "    wire [%d:0] ", CABLE - 1);
        for (int p = 0; p < FEDX_LINKS; p++)
            fprintf(out, "link_%d_%d%s", n, p, p + 1 < FEDX_LINKS ? ", " : ";\n");
    }
}

/* The cable that a port reads: that of the far end, or the levels of a dead port (docs/spec/fedx.md section 2). */
static void print_far(struct topology_link far, FILE *out)
{
    if (far.node < 0)
        gen_pins_idle(&fedx_kind, out);
    else
        fprintf(out, "link_%d_%d", far.node, far.port);
}

static void print_instance(const struct topology *t, int n, FILE *out)
{
    struct topology_place place = topology_drawn(t, n);

    fprintf(out,
            "    // Row %d, column %d\n"
            "    fedx_fabric_node #(.SIDE(6'h%02x), .LATENCY(LATENCY), .BUFFERS(BUFFERS), .TABLE_SIZE(TABLE_SIZE)) "
            "node_%d (\n"
            "        .clk(clk), .rst(rst), .switch_rst(switch_rst), .cfg_we(cfg_we), .cfg_table(cfg_table),\n"
            "        .cfg_addr(cfg_addr), .cfg_setting(cfg_setting), .cfg_route(cfg_route[32*%d +: 32]),\n",
            place.row, place.col, t->side[n], n, n);
    for (int p = 0; p < FEDX_LINKS; p++) {
        fprintf(out, "        .rx_%d(", p);
        print_far(t->links[n][p], out);
        fprintf(out, "), .tx_%d(link_%d_%d),\n", p, n, p);
    }
    fprintf(out, "        .rx_pe(from_pe[%d*%d +: %d]), .tx_pe(to_pe[%d*%d +: %d])\n    );\n\n", CABLE, n, CABLE, CABLE,
            n, CABLE);
}

/* The wires of all PEs as pins of the fabric. */
static void print_from_pes(const struct fedx_structural *s, FILE *out)
{
    const struct topology *t = s->topology;
    const char *mark = "";

    for (int i = 0; i < FEDX_PIN_COUNT; i++)
        if (fedx_pin_table[i].place == FEDX_PIN_RX) {
            char name[32];
            snprintf(name, sizeof name, "%s,", fedx_pin_table[i].name);
            fprintf(out, "%s    input  wire [%d:0] %-*s // %s", mark, fedx_pin_table[i].lanes.width * t->nodes - 1,
                    gen_pins_longest(&fedx_kind) + 1, name, fedx_pin_table[i].meaning);
            mark = "\n";
        }
}

static void print_to_pes(const struct fedx_structural *s, FILE *out)
{
    const struct topology *t = s->topology;
    const char *mark = "";

    for (int i = 0; i < FEDX_PIN_COUNT; i++)
        if (fedx_pin_table[i].place == FEDX_PIN_TX) {
            fprintf(out, "%s    output wire [%d:0] %s", mark, fedx_pin_table[i].lanes.width * t->nodes - 1,
                    fedx_pin_table[i].name);
            mark = ",\n";
        }
}

static void print_instances(const struct fedx_structural *s, FILE *out)
{
    const struct topology *t = s->topology;
    for (int n = 0; n < t->nodes; n++)
        print_instance(t, n, out);
}

static void print_entries(const struct fedx_structural *s, FILE *out)
{
    const struct topology *t = s->topology;
    for (int d = 0; d < t->nodes; d++) {
        fprintf(out, "        15'd%d: route = %d'h", d, 32 * t->nodes);
        for (int n = t->nodes - 1; n >= 0; n--)
            fprintf(out, "%08" PRIx32 "%s", fedx_table_entry(t, n, d, s->settings.deroute_hops), n ? "_" : ";\n");
    }
}

/* A part as a text, to be freed; NULL when out of memory. */
static char *text_of(void (*print)(const struct fedx_structural *s, FILE *out), const struct fedx_structural *s)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    if (!out)
        return NULL;
    print(s, out);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

/* Words of the templates ------------------------------------------------------------------------------------------- */

struct words {
    struct gen_word word[WORDS];
    char number[WORDS][NUMBER]; /* texts of the numbers */
    char settings[256];
    int count;
};

static void add_text(struct words *w, const char *name, const char *text)
{
    w->word[w->count++] = (struct gen_word){name, text};
}

static void add_number(struct words *w, const char *name, const char *format, unsigned value)
{
    snprintf(w->number[w->count], NUMBER, format, value);
    add_text(w, name, w->number[w->count]);
}

static void add_settings(struct words *w, const struct fedx_settings *s)
{
    static const char *const backpressure[] = {"none", "message", "destination"};

    add_number(w, "mode", "32'h%08x", fedx_settings_word(s, 0));
    add_number(w, "limits", "32'h%08x", fedx_settings_word(s, 1));
    add_number(w, "throttle", "32'h%08x", fedx_settings_word(s, 2));
    add_number(w, "random", "32'h%08x", fedx_settings_word(s, 3));
    snprintf(w->settings, sizeof w->settings,
             "backpressure %s, BufferLimitDest %d, BufferLimitTrans %d, BufferLimit %d,\n"
             "// ejection priority %d, throttle time-out %d, class rule %s, selection %s, %d buffers%s%s.",
             backpressure[s->backpressure], s->limit_dest, s->limit_trans, s->limit_total, s->eject_priority,
             s->throttle_timeout, s->class_rule ? "on" : "off", s->random_select ? "random" : "preferred", s->buffers,
             s->deroute_hops ? ", derouting" : "", s->backpressure_class ? ", backpressure by class" : "");
    add_text(w, "settings", w->settings);
}

static void add_words(struct words *w, const struct fedx_structural *s)
{
    const struct topology *t = s->topology;

    w->count = 0;
    add_text(w, "topology", t->name);
    add_text(w, "command", s->command ? s->command : "(unknown)");
    add_text(w, "fabric", fedx_structural_files);
    add_number(w, "nodes", "%u", (unsigned)t->nodes);
    add_number(w, "latency", "%u", (unsigned)s->settings.latency);
    add_number(w, "buffers", "%u", (unsigned)s->settings.buffers);
    add_number(w, "table_size", "%u", FEDX_TABLE_SIZE);
    add_number(w, "ready", "%u", FEDX_TABLE_SIZE + FEDX_SETTINGS_WORDS);
    add_number(w, "route_msb", "%u", 32 * (unsigned)t->nodes - 1);
    add_number(w, "route_bits", "%u", 32 * (unsigned)t->nodes);
    add_settings(w, &s->settings);
    w->word[w->count] = (struct gen_word){NULL, NULL};
}

/* Folders ---------------------------------------------------------------------------------------------------------- */

int fedx_structural_check(const struct fedx_structural *s, char *error, size_t size)
{
    if (s->settings.buffers > FEDX_RTL_BUFFERS) {
        snprintf(error, size, "%d buffers: the RTL has 2 to %d", s->settings.buffers, FEDX_RTL_BUFFERS);
        return -1;
    }
    if (s->topology->nodes > FEDX_TABLE_SIZE) {
        snprintf(error, size, "%d nodes are more than the %d entries of the route tables", s->topology->nodes,
                 FEDX_TABLE_SIZE);
        return -1;
    }
    return 0;
}

/* A template with the words, and some of its own. */
static int fill(struct gen_folder *g, struct words *w, const char *from, const char *name, char *error,
                size_t size)
{
    char path[64];

    snprintf(path, sizeof path, "tb/templates/fabric/%s", from);
    return gen_folder_fill(g, path, name, w ? w->word : NULL, error, size);
}

/* The parts of the top modules that are made from the topology. */
static const struct {
    const char *name;
    void (*print)(const struct fedx_structural *s, FILE *out);
} parts[] = {
    {"links", print_links},       {"instances", print_instances}, {"entries", print_entries},
    {"from_pes", print_from_pes}, {"to_pes", print_to_pes},
};
enum { PARTS = sizeof parts / sizeof *parts };

static int fill_top(struct gen_folder *g, struct words *w, const struct fedx_structural *s, char *error, size_t size)
{
    struct gen_pins pins;
    char *text[PARTS];
    int missing = 0, status = -1;

    for (int i = 0; i < PARTS; i++) {
        text[i] = text_of(parts[i].print, s);
        missing |= !text[i];
        add_text(w, parts[i].name, text[i]);
    }
    missing |= gen_pins_make(&fedx_kind, &pins) != 0;
    if (missing) {
        snprintf(error, size, "out of memory");
    } else {
        memcpy(&w->word[w->count], pins.word, sizeof pins.word);
        status = fill(g, w, "fedx_fabric.v.in", "fedx_fabric.v", error, size);
        if (status == 0)
            status = fill(g, w, "fedx_fabric_routes.v.in", "fedx_fabric_routes.v", error, size);
    }
    gen_pins_free(&pins);
    for (int i = 0; i < PARTS; i++)
        free(text[i]);
    return status;
}

int fedx_structural_sources(struct gen_folder *g, const struct fedx_structural *s, char *error, size_t size)
{
    struct words words;
    char rtl[PATH_MAX + 8];

    add_words(&words, s);
    if (gen_pins_fill(&fedx_kind, g, "tb/templates/fabric/fedx_fabric_node.v", "fedx_fabric_node.v", error, size) != 0 ||
        gen_pins_fill(&fedx_kind, g, "tb/templates/fabric/fedx_fabric_wires.v", "fedx_fabric_wires.v", error, size) != 0 ||
        fill(g, NULL, "fedx_fabric_loader.v", "fedx_fabric_loader.v", error, size) != 0)
        return -1;
    snprintf(rtl, sizeof rtl, "%s/rtl/fedx", s->share);
    return fill_top(g, &words, s, error, size) == 0 ? gen_folder_rtl(g, rtl, error, size) : -1;
}

int fedx_structural_write(const char *folder, const struct fedx_structural *s, char *error, size_t size)
{
    struct gen_folder g = {0};
    struct words words;
    int status = -1;

    add_words(&words, s);
    if (fedx_structural_check(s, error, size) == 0 && gen_folder_begin(&g, folder, s->share, error, size) == 0 &&
        fedx_structural_sources(&g, s, error, size) == 0 &&
        fill(&g, &words, "Makefile.in", "Makefile", error, size) == 0 &&
        fill(&g, &words, "README.md.in", "README.md", error, size) == 0)
        status = gen_folder_end(&g, error, size);
    gen_folder_abandon(&g);
    return status;
}
