/* SPDX-License-Identifier: Apache-2.0
 *
 * Fed-X switches in generated Verilog (cmodel/gen/gen.h). Their fabrics have templates of their own: settings are the
 * same in all switches, and only route tables are not.
 */
#include "../../base/text.h"
#include "../../gen/structural.h"

#include <inttypes.h>

#include "../kind/fedx_kind.h"
#include "../kind/fedx_table.h"

/* Bounds of the RTL that are closer than the model's. */
enum { RTL_BUFFERS = 64, RTL_TABLE_SIZE = 256 };

static const struct fedx_settings *settings_of(const struct structural *s)
{
    return s->settings;
}

/* One switch ------------------------------------------------------------------------------------------------------ */

static void print_parameters(const struct router_kind *kind, int buffers, FILE *file)
{
    int other = buffers != 0 && buffers != (int)FEDX_STANDARD_BUFFERS,
        table = (int)FEDX_TABLE_SIZE != (int)RTL_TABLE_SIZE;

    (void)kind;
    if (!other && !table)
        return;
    fputs("#(", file);
    if (other)
        fprintf(file, ".BUFFERS(%d)", buffers);
    if (table)
        fprintf(file, "%s.TABLE_SIZE(%d)", other ? ", " : "", FEDX_TABLE_SIZE);
    fputc(')', file);
}

static void print_store(const struct router_kind *kind, int buffer, int byte, FILE *out)
{
    (void)kind;
    fprintf(out, "dut.u_buffer_pool.buffer[%d].u_buffer_store.store[%d]", buffer, byte);
}

static void print_set_store(const struct router_kind *kind, const uint8_t *store, int buffer, FILE *file)
{
    for (int i = FEDX_HEADER_BYTES; i < FEDX_PACKET_BYTES; i++) {
        fputs("    ", file);
        print_store(kind, buffer, i, file);
        fprintf(file, " <= 8'h%02x;\n", store[i]);
    }
}

/* Fabrics --------------------------------------------------------------------------------------------------------- */

static int check(const struct structural *s, char *error, size_t size)
{
    if (settings_of(s)->buffers > RTL_BUFFERS)
        return text_fail(error, size, "%d buffers: the RTL has 2 to %d", settings_of(s)->buffers, RTL_BUFFERS);
    if (s->topology->nodes > FEDX_TABLE_SIZE)
        return text_fail(error, size, "%d nodes are more than the %d entries of the route tables", s->topology->nodes,
                         FEDX_TABLE_SIZE);
    return 0;
}

static void print_instance(const struct structural *s, int n, FILE *out)
{
    struct topology_place place = topology_drawn(s->topology, n);

    fprintf(out,
            "    // Row %d, column %d\n"
            "    fedx_fabric_node #(.SIDE(6'h%02x), .LATENCY(LATENCY), .BUFFERS(BUFFERS), .TABLE_SIZE(TABLE_SIZE)) "
            "node_%d (\n"
            "        .clk(clk), .rst(rst), .switch_rst(switch_rst), .cfg_we(cfg_we), .cfg_table(cfg_table),\n"
            "        .cfg_addr(cfg_addr), .cfg_setting(cfg_setting), .cfg_route(cfg_route[32*%d +: 32]),\n",
            place.row, place.col, s->topology->side[n], n, n);
    for (int p = 0; p < FEDX_LINKS; p++) {
        fprintf(out, "        .rx_%d(", p);
        structural_far(s, n, p, out);
        fprintf(out, "), .tx_%d(link_%d_%d),\n", p, n, p);
    }
    fprintf(out, "        .rx_pe(from_pe[%d*%d +: %d]), .tx_pe(to_pe[%d*%d +: %d])\n    );\n\n", FEDX_CABLE_BITS, n,
            FEDX_CABLE_BITS, FEDX_CABLE_BITS, n, FEDX_CABLE_BITS);
}

static void print_instances(const void *context, FILE *out)
{
    const struct structural *s = context;

    for (int n = 0; n < s->topology->nodes; n++)
        print_instance(s, n, out);
}

static void print_entries(const void *context, FILE *out)
{
    const struct structural *s = context;
    const struct topology *t = s->topology;

    for (int d = 0; d < t->nodes; d++) {
        fprintf(out, "        15'd%d: route = %d'h", d, 32 * t->nodes);
        for (int n = t->nodes - 1; n >= 0; n--)
            fprintf(out, "%08" PRIx32 "%s", fedx_table_entry(t, n, d, settings_of(s)->deroute_hops), n ? "_" : ";\n");
    }
}

static void add_settings(struct gen_fields *w, const struct fedx_settings *s)
{
    static const char *const backpressure[] = {"none", "message", "destination"};

    gen_fields_format(w, "mode", "32'h%08x", fedx_settings_word(s, 0));
    gen_fields_format(w, "limits", "32'h%08x", fedx_settings_word(s, 1));
    gen_fields_format(w, "throttle", "32'h%08x", fedx_settings_word(s, 2));
    gen_fields_format(w, "random", "32'h%08x", fedx_settings_word(s, 3));
    gen_fields_format(w, "settings",
                      "backpressure %s, BufferLimitDest %d, BufferLimitTrans %d, BufferLimit %d,\n"
                      "// ejection priority %d, throttle time-out %d, class rule %s, selection %s, %d buffers%s%s.",
                      backpressure[s->backpressure], s->limit_dest, s->limit_trans, s->limit_total, s->eject_priority,
                      s->throttle_timeout, s->class_rule ? "on" : "off", s->random_select ? "random" : "preferred",
                      s->buffers, s->deroute_hops ? ", derouting" : "",
                      s->backpressure_class ? ", backpressure by class" : "");
}

static void add_words(const struct structural *s, struct gen_fields *w)
{
    gen_fields_format(w, "buffers", "%u", (unsigned)settings_of(s)->buffers);
    gen_fields_format(w, "table_size", "%u", FEDX_TABLE_SIZE);
    gen_fields_text(w, "memory", "routes");
    gen_fields_text(w, "compile_time", "eight seconds");
    gen_fields_text(w, "own_parameters", "the parameters `BUFFERS` and `TABLE_SIZE`");
    add_settings(w, settings_of(s));
    gen_fields_print(w, "instances", print_instances, s);
    gen_fields_print(w, "entries", print_entries, s);
}

static const struct gen_template templates[] = {
    {"fedx_fabric.v.in", ".v"},
    {"fedx_fabric_node.v", "_node.v"},
    {"fabric_wires.v", "_wires.v"},
    {"fedx_fabric_loader.v", "_loader.v"},
    {"fedx_fabric_routes.v.in", "_routes.v"},
    {NULL, NULL},
};

const struct gen_kind fedx_kind_gen = {
    .prefix = "fedx",
    .top = "fedx_switch",
    .product = "Fed-X",
    .unit = "switch",
    .units = "switches",
    .stimulus_cycles = 500000, /* tests/testbench_score.sh says what that many find */
    .parameters = print_parameters,
    .store = print_store,
    .set_store = print_set_store,
    .check = check,
    .words = add_words,
    .templates = templates,
};
