/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_testbench.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../../base/text.h"
#include "../../gen/gen_folder.h"
#include "../bench/blackbox_bench_internal.h"
#include "../bench/blackbox_pace.h"

/* The script ------------------------------------------------------------------------------------------------------ */

static void print_words(const uint32_t *words, int count, FILE *out)
{
    fprintf(out, "%d'h", 32 * count);
    for (int w = count - 1; w >= 0; w--)
        fprintf(out, "%08" PRIx32, words[w]);
}

static int lane_low(const struct blackbox *f)
{
    return f->lanes.count ? f->field[f->lanes.slice.field].offset + f->lanes.slice.shift : 0;
}

/* Inputs that have something to send. */
static int senders(const struct blackbox *f)
{
    int count = 0;

    for (int i = 0; i < f->sources; i++)
        count += f->sends[i] > 0;
    return count;
}

static void print_paces(const struct blackbox_testbench *t, FILE *out)
{
    const struct blackbox *f = t->f;
    const struct blackbox_script *s = t->script;

    fprintf(out, "localparam integer STARVATION = %" PRId64 ";\n",
            s->open && f->checked[BLACKBOX_STARVATION] ? f->starvation : 0);
    fprintf(out, "localparam integer LATENCY = %" PRId64 ";\n",
            s->calm && f->checked[BLACKBOX_LATENCY] ? f->latency : 0);
    fprintf(out, "localparam integer THROUGHPUT = %" PRId64 ";\n",
            s->full && f->checked[BLACKBOX_THROUGHPUT] ? f->throughput : 0);
    fprintf(out,
            "localparam integer SENDERS = %d;\nlocalparam integer WARM = %" PRIu32
            ";\nlocalparam integer WINDOW = %d;\n",
            senders(f), blackbox_pace_warm(f), BLACKBOX_PACE_SHORT);
}

static void print_properties(const struct blackbox_testbench *t, FILE *out)
{
    const struct blackbox *f = t->f;
    const struct blackbox_properties *p = &f->properties;
    int judged = !t->script->illegal && !t->bench->head->s->moves;
    const struct {
        const char *name;
        int value;
    } all[] = {{"WHOLE", judged && f->checked[BLACKBOX_WHOLE] && p->whole},
               {"GAPLESS", judged && f->checked[BLACKBOX_GAPLESS] && p->gapless},
               {"CAPACITY", judged && f->checked[BLACKBOX_CAPACITY] ? p->capacity : 0},
               {"FAIR", judged && f->checked[BLACKBOX_FAIR] ? p->fair : -1},
               {"BLOCKED", BLACKBOX_BLOCKED}};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        fprintf(out, "localparam integer %s = %d;\n", all[i].name, all[i].value);
}

static void print_constants(const struct blackbox_testbench *t, FILE *out)
{
    const struct blackbox *f = t->f;
    int slow = (int)blackbox_edges_scale(&t->script->edges, f, -1), lingers = 0;
    int64_t progress = 0;
    const struct blackbox_script *script = t->script;
    const struct {
        const char *name;
        long long value;
    } all[] = {{"SOURCES", f->sources},
               {"SINKS", f->sinks},
               {"OPENS", f->opens},
               {"WIRES", f->wires},
               {"WORDS", f->words},
               {"WIDTHS", f->widths.line > 0},
               {"IN_GRAINS", f->widths.line ? f->widths.flit[0] : 1},
               {"OUT_GRAINS", f->widths.line ? f->widths.flit[1] : 1},
               {"NULLS", f->widths.nulls},
               {"FRAME_LOW", f->widths.nulls ? f->field[f->frame.field].offset + f->frame.shift : 0},
               {"VCS", f->vcs},
               {"IS_RESPONSES", f->requests != NULL},
               {"OUTSTANDING", f->responses.outstanding},
               {"TARGET", f->responses.target},
               {"LANES", f->lanes.count},
               {"LANE_INPUTS", f->lanes.inputs},
               {"CHANNELS", f->channels},
               {"LANE_LOW", lane_low(f)},
               {"LANE_WIDTH", f->lanes.count ? f->lanes.slice.width : 1},
               {"IN_CHANNELS", blackbox_channels_in(f)},
               {"VC_KEPT", f->vc_kept && !f->requests},
               {"CAST", f->cast.kind != BLACKBOX_ONE},
               {"SHOWS", blackbox_bench_shows(f)},
               {"BY_ORDER", f->by_order},
               {"HEADERS", f->header.line > 0},
               {"CHECK_HEADER", f->checked[BLACKBOX_HEADER]},
               {"COPIES", f->cast.kind ? f->sinks : 1},
               {"PACKETS", t->script->packets},
               {"FLITS", t->script->first[f->sources]},
               {"IN_CREDITS", f->inputs.credits},
               {"IN_YUMI", f->inputs.waits == BLACKBOX_READY_WAITS},
               {"OUT_VALID_WAITS", f->outputs.waits == BLACKBOX_VALID_WAITS},
               {"OUT_CREDITS", f->outputs.credits},
               {"OUT_ACKNOWLEDGED", blackbox_acknowledged(f)},
               {"RESET_CYCLES", blackbox_ticks_reset(f, (uint32_t)slow)},
               {"RESET_IDLE", f->reset_idle * slow},
               {"RESET_AT", t->script->reset},
               {"ABUSED", t->script->illegal > BLACKBOX_HARMLESS ? (long long)t->script->second : 0},
               {"OVERRUN", f->illegal.overrun},
               {"ACTIVE", t->script->active},
               {"QUIET", BLACKBOX_QUIET * slow},
               {"CHECK_LOST", f->checked[BLACKBOX_LOST]},
               {"CHECK_PROGRESS", f->checked[BLACKBOX_PROGRESS]},
               {"CHECK_MISDELIVERED", f->checked[BLACKBOX_MISDELIVERED]},
               {"CHECK_ORDER", f->checked[BLACKBOX_ORDER]},
               {"CHECK_HANDSHAKE", f->checked[BLACKBOX_HANDSHAKE]},
               {"CHECK_STABLE", f->checked[BLACKBOX_STABLE]},
               {"CHECK_CREDITS", f->checked[BLACKBOX_CREDITS]}};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        fprintf(out, "localparam integer %s = %lld;\n", all[i].name, all[i].value);
    /* The end is that of all classes. */
    for (; f; f = f->also, script = script->also) {
        lingers |= blackbox_script_lingers(script, f);
        progress = f->progress > progress ? f->progress : progress;
    }
    fprintf(out, "localparam integer DROPS = %d, PROGRESS = %" PRId64 ";\n", lingers, progress * slow);
}

/* What the testbench makes of a packet. */
enum kind { LEGAL, IGNORED, DROPPED, ANYWHERE, OVERRUN, WITHDRAWN, DROPPABLE };

static int kind_of(const struct blackbox_testbench *t, int packet)
{
    const struct blackbox_packet *p = &t->script->packet[packet];

    if (blackbox_flit_stray(t->f, p))
        return blackbox_flit_then(t->f, p) == BLACKBOX_ANYWHERE ? ANYWHERE : DROPPED;
    if (p->marked)
        return blackbox_script_marked(t->f, p) ? DROPPED : ANYWHERE;
    if (!blackbox_script_tainted(t->script, packet))
        return blackbox_script_droppable(t->script, t->f, packet) ? DROPPABLE : LEGAL;
    return p->illegal == BLACKBOX_OVERRUN ? OVERRUN : p->illegal == BLACKBOX_WITHDRAWN ? WITHDRAWN : IGNORED;
}

static void print_word(const struct blackbox_testbench *t, int at, const uint32_t *words, FILE *out)
{
    fprintf(out, "        word[%d] = ", at);
    print_words(words, t->f->words, out);
    fprintf(out, ";");
}

/* Whether flits come out as others than those that go in. */
static int is_changed(const struct blackbox *f)
{
    return f->widths.line || f->join.line;
}

/* Flits that a packet comes out in, at most. */
static int most_out(const struct blackbox *f, const struct blackbox_packet *p)
{
    return f->widths.line ? blackbox_width_most(f, p) : p->flits;
}

/* Flits as they come out, and what is looked at. @return the place behind them */
static int print_out_flits(const struct blackbox_testbench *t, const struct blackbox_packet *p, int base, FILE *out)
{
    int flits = most_out(t->f, p);
    uint32_t words[BLACKBOX_WORDS], look[BLACKBOX_WORDS];

    for (int flit = 0; flit < flits; flit++) {
        blackbox_flit_out(t->f, p, flit, words);
        blackbox_flit_look(t->f, p, flit, look);
        blackbox_flit_mask(t->f, words, look);
        print_word(t, base, words, out);
        fprintf(out, " look[%d] = ", base++);
        print_words(look, t->f->words, out);
        fprintf(out, ";\n");
    }
    return base;
}

/* Flits as they go in, where they come out as others. */
static int print_in_flits(const struct blackbox_testbench *t, const struct blackbox_packet *p, int base, FILE *out)
{
    uint32_t words[BLACKBOX_WORDS];

    for (int flit = 0; is_changed(t->f) && flit < p->flits; flit++) {
        blackbox_flit(t->f, p, flit, words);
        print_word(t, base++, words, out);
        fprintf(out, "\n");
    }
    return base;
}

static void print_packets(const struct blackbox_testbench *t, FILE *out)
{
    int base = 0;

    for (int i = 0; i < t->script->packets; i++) {
        const struct blackbox_packet *p = &t->script->packet[i];
        fprintf(out, "        packet_behind[%d] = %" PRIu32 ";\n", i, p->behind);
        fprintf(
            out,
            "        packet_from[%d] = %d; packet_to[%d] = %d; packet_vc[%d] = %d; packet_flits[%d] = %d; packet_phase[%d] = %d; "
            "packet_kind[%d] = %d; packet_hidden[%d] = %d; packet_out[%d] = %d; base[%d] = %d; base_out[%d] = %d;\n",
            i, p->source, i, p->sink, i, p->vc, i, p->flits, i, p->phase, i, kind_of(t, i), i,
            blackbox_script_hidden(p), i, blackbox_flits_out(t->f, p), i, base, i,
            is_changed(t->f) ? base + p->flits : base);
        if (t->f->header.line)
            fprintf(out, "        packet_order[%d] = %d; packet_lag[%d] = %" PRIu32 "; packet_ahead[%d] = %d;\n", i,
                    (int)blackbox_header_order(t->f, p), i, blackbox_header_lag(p), i,
                    blackbox_header_ahead(t->f, t->script, i));
        if (t->f->cast.kind)
            fprintf(out, "        packet_outputs[%d] = 64'h%" PRIx64 ";\n", i, p->outputs);
        base = print_out_flits(t, p, print_in_flits(t, p, base, out), out);
    }
}

static void print_dues(const struct blackbox_testbench *t, FILE *out)
{
    const struct blackbox_script *s = t->script;

    for (int source = 0; source <= t->f->sources; source++)
        fprintf(out, "        first[%d] = %d;\n", source, s->first[source]);
    for (int i = 0; i < s->first[t->f->sources] && !t->f->requests; i++)
        fprintf(out,
                "        release_cycle[%d] = %" PRIu32 "; release_packet[%d] = %" PRIu32 "; release_flit[%d] = %d;\n",
                i, s->due[i].cycle, i, s->due[i].packet, i, s->due[i].flit);
    for (int sink = 0; sink < t->f->sinks; sink++)
        for (uint32_t cycle = 0; cycle < s->active; cycle++)
            if (!blackbox_script_takes(s, (uint32_t)sink, cycle))
                fprintf(out, "        stalled[%u] = 1;\n", (unsigned)sink * (s->active + 1) + cycle);
    for (int sink = 0; t->f->header.line && sink < t->f->sinks; sink++)
        for (uint32_t cycle = 0; cycle < s->active; cycle++)
            if (!blackbox_script_takes_header(s, (uint32_t)sink, cycle))
                fprintf(out, "        header_stalled[%u] = 1;\n", (unsigned)sink * (s->active + 1) + cycle);
}

/* Words that they take. */
static int flits_of(const struct blackbox_testbench *t)
{
    int flits = 1;

    for (int i = 0; i < t->script->packets; i++)
        flits += (is_changed(t->f) ? t->script->packet[i].flits : 0) + most_out(t->f, &t->script->packet[i]);
    return flits;
}

/* Credits of the channels of sources or sinks. */
static void print_depths(const struct blackbox *f, const char *name, int ends,
                         int (*depth)(const struct blackbox *f, int end, int vc), FILE *out)
{
    for (int end = 0; end < ends; end++)
        for (int vc = 0; vc < f->channels; vc++)
            fprintf(out, "        %s[%d] = %d;\n", name, end * f->channels + vc, depth(f, end, vc));
}

static void write_script(const void *context, FILE *out)
{
    const struct blackbox_testbench *t = context;
    const char *const lists[] = {"packet_from",  "packet_to",     "packet_vc",    "packet_flits", "packet_phase",
                                 "packet_kind",  "packet_hidden", "packet_out",   "base",         "base_out",
                                 "packet_order", "packet_lag",    "packet_ahead", "packet_behind"};
    unsigned stalls = (unsigned)t->f->sinks * (t->script->active + 1);
    struct blackbox_testbench_names names;

    blackbox_testbench_name(t->f, &names);
    fprintf(
        out,
        "// What %s.v plays at %s. Packets, their flits as words, when each is due, and when outputs are held up.\n",
        names.module, t->bench->head->f->top);
    blackbox_testbench_declare_kinds(t, out);
    print_constants(t, out);
    print_paces(t, out);
    print_properties(t, out);
    blackbox_testbench_declare_sides(t, out);
    blackbox_testbench_declare_clocks(t, out);
    blackbox_testbench_declare_responses(t, out);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        fprintf(out, "integer %s [0:PACKETS];\n", lists[i]);
    fprintf(out, "reg [63:0] packet_outputs [0:PACKETS]; // with CAST\n");
    fprintf(out,
            "reg [%d:0] word [0:%d], look [0:%d];\ninteger first [0:SOURCES];\n"
            "integer release_cycle [0:FLITS], release_packet [0:FLITS], release_flit [0:FLITS];\n",
            32 * t->f->words - 1, flits_of(t), flits_of(t));
    fprintf(out, "integer in_depth [0:SOURCES*CHANNELS-1], out_depth [0:SINKS*CHANNELS-1]; // credits\n");
    fprintf(out, "localparam [%d:0] HEADER_LOOK = ", 32 * t->f->words - 1);
    print_words(t->f->header_look, t->f->words, out);
    fprintf(out,
            ";\nreg stalled [0:%u], header_stalled [0:%u];\ninteger load_index;\n\ntask load;\n    begin\n"
            "        for (load_index = 0; load_index < %u; load_index = load_index + 1) begin\n"
            "            stalled[load_index] = 0;\n            header_stalled[load_index] = 0;\n        end\n",
            stalls, stalls, stalls);
    fprintf(
        out,
        "        packet_vc[PACKETS] = 0;\n        base[PACKETS] = 0; base_out[PACKETS] = 0; packet_flits[PACKETS] = 0;\n        release_flit[FLITS] = 0;\n");
    print_depths(t->f, "in_depth", t->f->sources, blackbox_depth_in, out);
    print_depths(t->f, "out_depth", t->f->sinks, blackbox_depth_out, out);
    print_packets(t, out);
    print_dues(t, out);
    blackbox_testbench_load_responses(t, out);
    blackbox_testbench_load_sides(t, out);
    blackbox_testbench_load_clocks(t, out);
    fprintf(out, "    end\nendtask\n");
}

/* In words -------------------------------------------------------------------------------------------------------- */

static void print_when(uint32_t cycle, FILE *out)
{
    if (cycle == UINT32_MAX)
        fprintf(out, "       -");
    else
        fprintf(out, "%8" PRIu32, cycle);
}

/* Where a packet for several outputs goes, and how far it came. */
static void print_copies(const struct blackbox_testbench *t, int packet, FILE *out)
{
    char outputs[BLACKBOX_NAME];

    blackbox_bench_outputs(t->f, &t->script->packet[packet], outputs, sizeof outputs);
    fprintf(out, "  %d of %d, %s\n", t->lives[packet].copies, blackbox_packet_copies(t->f, &t->script->packet[packet]),
            outputs);
}

static void print_history(const struct blackbox_testbench *t, int packet, FILE *out)
{
    const struct blackbox_packet *p = &t->script->packet[packet];
    const struct blackbox_history *history = &t->lives[packet];
    static const char *const illegal[] = {[BLACKBOX_LEGAL] = "",
                                          [BLACKBOX_UNROUTABLE] = "no destination",
                                          [BLACKBOX_DAMAGED] = "a computed field is damaged",
                                          [BLACKBOX_LONG] = "too long",
                                          [BLACKBOX_SHORT] = "too short",
                                          [BLACKBOX_BROKEN] = "gaps",
                                          [BLACKBOX_OVERRUN] = "without credits",
                                          [BLACKBOX_WITHDRAWN] = "valid taken back"};

    fprintf(out, "  %6d %6d %6d %4d %6d", packet, p->source, p->sink, p->vc, p->flits);
    print_when(history->offered, out);
    print_when(history->in, out);
    print_when(history->out, out);
    print_when(history->done, out);
    if (history->lost)
        fprintf(out, "  gone with the reset\n");
    else if (t->f->cast.kind && !p->illegal && !p->marked)
        print_copies(t, packet, out);
    else if (history->sink >= 0)
        fprintf(out, "  output %d\n", history->sink);
    else if (p->marked)
        fprintf(out, "  must be dropped\n");
    else if (p->illegal)
        fprintf(out, "  not legal: %s\n", illegal[p->illegal]);
    else
        fprintf(out, "\n");
}

static void print_histories(const struct blackbox_testbench *t, FILE *out)
{
    for (int i = 0; i < t->script->packets; i++)
        print_history(t, i, out);
}

static void print_packet_table(const struct blackbox_testbench *t, FILE *out)
{
    if (!t->script->packets)
        return;
    fprintf(out, "\n  packet   from     to   vc  flits offered      in     out    done  came out of\n");
    print_histories(t, out);
    if (t->f->responses.f) {
        const struct blackbox_testbench responses = blackbox_testbench_of_responses(t);
        fprintf(out, "\nTheir responses, each from an output to an input:\n\n");
        print_histories(&responses, out);
    }
}

/* Packets of a class and of those behind it. */
static void print_classes(const struct blackbox_testbench *t, FILE *out)
{
    if (*t->f->class_name)
        fprintf(out, "\nClass %s%s\n", t->f->class_name, t->script->packets ? ":" : " is silent.");
    print_packet_table(t, out);
    if (t->f->also) {
        const struct blackbox_testbench next = blackbox_testbench_of_next(t);
        print_classes(&next, out);
    }
}

/* When its outputs were held up, and those of the classes behind it. */
static void print_stalls(const struct blackbox_testbench *t, FILE *out)
{
    const char *class = t->f->class_name, *of = *class ? " of class " : "";

    for (int i = 0; i < t->script->holds; i++)
        fprintf(out, "Output %" PRIu32 "%s%s is held up from cycle %" PRIu32 " to %" PRIu32 ".\n",
                t->script->hold[i].sink, of, class, t->script->hold[i].from, t->script->hold[i].to);
    for (int sink = 0; sink < t->f->sinks; sink++)
        if (t->script->stall[sink].chance && t->script->active)
            fprintf(out, "Output %d%s%s takes nothing in %d of 256 cycles.\n", sink, of, class,
                    t->script->stall[sink].chance);
    if (t->f->also) {
        const struct blackbox_testbench next = blackbox_testbench_of_next(t);
        print_stalls(&next, out);
    }
}

void blackbox_testbench_report(const struct blackbox_testbench *t, FILE *out)
{
    const struct blackbox_result *r = t->result;

    if (r->failed)
        fprintf(out, "%s, cycle %" PRIu32 ": %s\n", blackbox_checks[r->check].name, r->cycle, r->text);
    else
        fprintf(out, "Nothing is wrong in %" PRIu32 " cycles.\n", r->cycles);
    if (*r->waits)
        fprintf(out, "%s", r->waits);
    print_classes(t, out);
    if (t->script->reset)
        fprintf(out, "\nA reset in cycle %" PRIu32 ".\n", t->script->reset);
    if (t->script->illegal > BLACKBOX_HARMLESS)
        fprintf(out, "\nNothing is looked at before cycle %" PRIu32 ", in which legal packets begin.\n",
                t->script->second);
    print_stalls(t, out);
    blackbox_testbench_report_sides(t, out);
    blackbox_testbench_report_clocks(t, out);
    fprintf(
        out,
        "\nMade by: %s\nIn another simulator: make icarus, or make verilator, in this folder; make wave for a waveform.\n",
        t->command);
}

static void write_report(const void *context, FILE *out)
{
    blackbox_testbench_report(context, out);
}

static void write_wave(const void *context, FILE *out)
{
    blackbox_testbench_wave(context, out);
}

/* The folder ------------------------------------------------------------------------------------------------------ */

/* dut_flatten names the file after the module. */
static int write_network(const struct blackbox_testbench *t, const struct gen_folder *g, char *error, size_t size)
{
    char from[PATH_MAX + 64], to[PATH_MAX + 64];

    if (blackbox_build_flatten(t->build, g->part, error, size) != 0)
        return -1;
    snprintf(from, sizeof from, "%s/" DUT_WRAPPER ".v", g->part);
    snprintf(to, sizeof to, "%s/network.v", g->part);
    if (rename(from, to) == 0)
        return 0;
    return text_fail(error, size, "cannot write %.200s", to);
}

/* A bench and what it plays; those of responses and of the classes behind it are of the same text. */
static int write_bench(const struct blackbox_testbench *t, struct gen_folder *g, char *error, size_t size)
{
    struct blackbox_testbench_names names;
    const struct gen_field words[] = {
        {"MODULE", names.module}, {"SCRIPT", names.script}, {"KIND", names.kind}, {"ANSWERS", names.answers},
        {"NEXT", names.next},     {"PARENT", names.path},   {NULL, NULL}};
    char file[sizeof names.module + sizeof ".v"];
    int status;

    blackbox_testbench_name(t->f, &names);
    snprintf(file, sizeof file, "%s.v", names.module);
    status = gen_folder_write(g, names.script, write_script, t, error, size);
    if (status == 0)
        status = gen_folder_fill(g, "tb/templates/blackbox/testbench.v", file, words, error, size);
    if (status == 0 && t->f->responses.f) {
        const struct blackbox_testbench responses = blackbox_testbench_of_responses(t);
        status = write_bench(&responses, g, error, size);
    }
    if (status == 0 && t->f->also) {
        const struct blackbox_testbench next = blackbox_testbench_of_next(t);
        status = write_bench(&next, g, error, size);
    }
    return status;
}

int blackbox_testbench_write(const struct blackbox_testbench *t, const char *folder, struct gen_folder *g, char *error,
                             size_t size)
{
    int status = gen_folder_begin(g, folder, t->share, error, size);

    if (status == 0)
        status = write_network(t, g, error, size);
    if (status == 0)
        status = gen_folder_write(g, "report.txt", write_report, t, error, size);
    if (status == 0)
        status = gen_folder_write(g, "testbench.gtkw", write_wave, t, error, size);
    if (status == 0)
        status = write_bench(t, g, error, size);
    if (status == 0)
        status = gen_folder_fill(g, "tb/templates/blackbox/Makefile", "Makefile", NULL, error, size);
    if (status == 0)
        status = gen_folder_fill(g, "tb/templates/blackbox/test_bundle.py", "test_bundle.py", NULL, error, size);
    return status == 0 ? blackbox_testbench_data(t, g, error, size) : -1;
}
