/* SPDX-License-Identifier: Apache-2.0
 *
 * Virtual-channel routers and their terminals in generated Verilog (cmodel/gen/gen.h).
 */
#include "../../gen/structural.h"

#include <inttypes.h>

#include "../kind/vcr_kind.h"
#include "../kind/vcr_settings.h"
#include "../kind/vcr_terminal_kind.h"

static void print_parameters(const struct router_kind *kind, int buffers, FILE *out)
{
    const struct vcr_parameters *s = kind->parameters;

    (void)buffers;
    fprintf(
        out,
        "#(.PORTS(%d), .VCS(%d), .DEPTH(%d), .FLIT_BITS(%d), .BYPASS(%d), .ROUTE_STAGE(%d), .SPEEDUP(%d), .TABLE_SIZE(%d), .VIA(%d), .REPEATS(%d))",
        s->ports, s->vcs, s->depth, 64 * s->words, s->bypass, s->route_stage, s->speedup, s->table_size, s->via,
        s->repeats);
}

/* Memories -------------------------------------------------------------------------------------------------------- */

/*
 * A byte of the memory of a lane as vcr_router_lane has it: first the flits, then what is kept with each, four bytes.
 * In the RTL a slot is, from bit 0: flit, route, head, tail.
 */
static void print_store(const struct router_kind *kind, int lane, int byte, FILE *out)
{
    const struct vcr_parameters *s = kind->parameters;
    const int flit = 8 * s->words, kept = byte - flit * s->depth, bits = 8 * flit;
    char slot[96];

    snprintf(slot, sizeof slot, "dut.u_input.lane[%d].u_store.store[%d]", lane, kept < 0 ? byte / flit : kept / 4);
    if (kept < 0)
        fprintf(out, "%s[%d +: 8]", slot, 8 * (byte % flit));
    else if (kept % 4 < 2)
        fprintf(out, "%s[%d +: 8]", slot, bits + 8 * (kept % 4));
    else if (kept % 4 == 2)
        fprintf(out, "{3'd0, %s[%d +: %d]}", slot, bits + 16, VCR_ROUTE_BITS - 16);
    else
        fprintf(out, "{%s[%d +: 2], 6'd0}", slot, bits + VCR_ROUTE_BITS);
}

static uint32_t word_of(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void print_set_store(const struct router_kind *kind, const uint8_t *store, int lane, FILE *out)
{
    const struct vcr_parameters *s = kind->parameters;
    const unsigned flit = 8u * s->words;

    for (unsigned slot = 0; slot < s->depth; slot++) {
        const uint32_t kept = word_of(store + flit * s->depth + 4 * slot);
        fprintf(out, "    dut.u_input.lane[%d].u_store.store[%u] <= {2'd%u, %d'h%05" PRIx32 ", %u'h", lane, slot,
                kept >> 30, VCR_ROUTE_BITS, kept & ((UINT32_C(1) << VCR_ROUTE_BITS) - 1), 8 * flit);
        for (unsigned b = flit; b-- > 0;)
            fprintf(out, "%02x", store[flit * slot + b]);
        fputs("};\n", out);
    }
}

/* Fabrics --------------------------------------------------------------------------------------------------------- */

static void add_words(const struct structural *s, struct gen_fields *w)
{
    const struct vcr_settings *settings = s->settings;
    const struct vcr_class_settings *class = &settings->class[0];

    gen_fields_text(w, "compile_time", "forty seconds, or minutes where there are many channels,");
    gen_fields_format(w, "settings",
                      "a packet takes a channel with %d credits%s; %s first; packets %s,\n"
                      "// channels %04x, escape channels %04x and %04x.",
                      settings->alloc_credits, settings->link_hold ? " and holds its link" : "",
                      settings->oldest     ? "the oldest"
                      : settings->by_input ? "inputs in turn"
                                           : "round robin",
                      class->adaptive ? "adaptive" : "in dimension order", class->vc_mask, class->escape_low,
                      class->escape_high);
}

static const struct gen_template templates[] = {
    {"fabric.v.in", ".v"},           {"fabric_node.v", "_node.v"},
    {"fabric_wires.v", "_wires.v"},  {"fabric_loader.v", "_loader.v"},
    {"fabric_boot.v.in", "_boot.v"}, {NULL, NULL},
};

const struct gen_kind vcr_kind_gen = {
    .prefix = "vcr",
    .top = "vcr_router",
    .product = "virtual-channel",
    .unit = "router",
    .units = "routers",
    .stimulus_cycles = 30000, /* all profiles that take turns, once */
    .parameters = print_parameters,
    .store = print_store,
    .set_store = print_set_store,
    .words = add_words,
    .templates = templates,
};

/* Terminals ------------------------------------------------------------------------------------------------------- */

static void print_terminal_parameters(const struct router_kind *kind, int buffers, FILE *out)
{
    const struct vcr_terminal_parameters *s = kind->parameters;

    (void)buffers;
    fprintf(out, "#(.PORTS(%d), .VCS(%d), .DEPTH(%d), .FLIT_BITS(%d), .LENGTH(%d), .BUFFER(%d), .QUEUE(%d))", s->ports,
            s->vcs, s->depth, 64 * s->words, s->length, s->buffer, s->queue);
}

static void print_packet_byte(const struct router_kind *kind, int slot, int byte, FILE *out)
{
    (void)kind;
    fprintf(out, "dut.u_inject.store[%d][%d +: 8]", slot, 8 * byte);
}

static void print_set_packet(const struct router_kind *kind, const uint8_t *packet, int slot, FILE *out)
{
    const struct vcr_terminal_parameters *s = kind->parameters;
    const unsigned bytes = 8u * s->length * s->words;

    fprintf(out, "    dut.u_inject.store[%d] <= %u'h", slot, 8 * bytes);
    for (unsigned b = bytes; b-- > 0;)
        fprintf(out, "%02x", packet[b]);
    fputs(";\n", out);
}

const struct gen_kind vcr_terminal_gen = {
    .prefix = "vcr",
    .top = "vcr_terminal",
    .product = "virtual-channel",
    .unit = "terminal",
    .units = "terminals",
    .stimulus_cycles = 30000,
    .own = "terminal",
    .parameters = print_terminal_parameters,
    .store = print_packet_byte,
    .set_store = print_set_packet,
};
