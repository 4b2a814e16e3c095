/* SPDX-License-Identifier: Apache-2.0
 *
 * What a viewer of waveforms shows of a bundle: a save file of GTKWave, which Surfer reads, too, for the waveform that
 * the testbench writes in Verilator. See blackbox_testbench.h.
 */
#include <inttypes.h>
#include <string.h>

#include "../description/blackbox_clocks.h"
#include "../wrapper/blackbox_channel.h"
#include "blackbox_testbench.h"

/* Time of the testbench: a cycle, and in it when its wires are looked at; markers with a letter; ends that are shown.
 */
enum { PERIOD = 10, SAMPLED = 9, LETTERS = 26, MOST_ENDS = 16 };

/* Flags of GTKWave: a word instead of a signal, hexadecimal, binary. */
static const char *const comment = "@200\n", *const hexadecimal = "@22\n", *const binary = "@28\n";

/* When a cycle of the script is; what never was has no time. With several clocks, units of time pass from edge to edge.
 */
static int64_t time_of(const struct blackbox_testbench *t, uint32_t cycle)
{
    const struct blackbox_edges *e = &t->script->edges;
    uint32_t slow = blackbox_edges_scale(e, t->f, -1);
    int64_t units = 0;

    if (cycle == UINT32_MAX)
        return -1;
    cycle += (uint32_t)blackbox_ticks_reset(t->f, slow) + (uint32_t)t->f->reset_idle * slow;
    for (uint32_t i = 1; e->count && i <= cycle; i++)
        units += e->passes[i % (uint32_t)e->count];
    return PERIOD * (e->count ? units : (int64_t)cycle) + SAMPLED;
}

/* The cycle of the failure, then from A on when each packet began to go in and to come out. */
static void print_markers(const struct blackbox_testbench *t, FILE *out)
{
    int letters = 0;

    fprintf(out, "*-3 %" PRId64, t->result->failed ? time_of(t, t->result->cycle) : -1);
    for (int i = 0; i < t->script->packets && letters < LETTERS; i++, letters += 2)
        fprintf(out, " %" PRId64 " %" PRId64, time_of(t, t->lives[i].in), time_of(t, t->lives[i].out));
    for (; letters < LETTERS; letters++)
        fprintf(out, " -1");
    fputc('\n', out);
}

/* @param bits  0: the wire has no range */
static void print_signal(const char *flags, const char *name, int bits, FILE *out)
{
    fputs(flags, out);
    fprintf(out,
            bits == 0   ? "TOP.testbench.%s\n"
            : bits == 1 ? "TOP.testbench.%s[0]\n"
                        : "TOP.testbench.%s[%d:0]\n",
            name, bits - 1);
}

static void print_end(const struct blackbox_testbench *t, struct blackbox_end end, int number, int sink, FILE *out)
{
    const struct {
        const char *wire, *flags;
        int bits, is;
    } all[] = {{"header_valid", binary, 0, t->f->header.line},
               {"header_back", binary, 0, t->f->header.line},
               {"header", hexadecimal, t->f->bits, t->f->header.line},
               {"valid", binary, t->f->vcs, 1},
               {"back", binary, t->f->vcs, 1},
               {"flit", hexadecimal, t->f->bits, 1}};
    const char *class = blackbox_class_name(t->f);
    char name[64], prefix[BLACKBOX_PREFIX];

    blackbox_channel_prefix(t->f, prefix);
    fprintf(out, "%s-%s %d%s%s%s\n", comment, sink ? "output" : "input", number, t->f->requests ? " of responses" : "",
            *class ? " of class " : "", class);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        snprintf(name, sizeof name, "dut.%s%d_%c%d_%s", prefix, end.router, sink ? 'o' : 'i', end.port, all[i].wire);
        if (all[i].is)
            print_signal(all[i].flags, name, all[i].bits, out);
    }
}

/* Whether a packet of the script goes in or out there. */
static int is_used(const struct blackbox_testbench *t, int number, int sink)
{
    for (int i = 0; i < t->script->packets; i++) {
        const struct blackbox_packet *p = &t->script->packet[i];
        if (sink ? blackbox_packet_goes(t->f, p, number) || t->lives[i].sink == number : p->source == number)
            return 1;
    }
    return 0;
}

static void print_ends(const struct blackbox_testbench *t, FILE *out)
{
    for (int sink = 0; sink < 2; sink++) {
        int shown = 0;
        for (int i = 0; i < (sink ? t->f->sinks : t->f->sources) && shown < MOST_ENDS; i++)
            if (is_used(t, i, sink)) {
                print_end(t, sink ? t->f->sink[i] : t->f->source[i], i, sink, out);
                shown++;
            }
    }
}

/* Ends of a class, and of those behind it. */
static void print_classes(const struct blackbox_testbench *t, FILE *out)
{
    print_ends(t, out);
    if (t->f->responses.f) {
        const struct blackbox_testbench responses = blackbox_testbench_of_responses(t);
        print_ends(&responses, out);
    }
    if (t->f->also) {
        const struct blackbox_testbench next = blackbox_testbench_of_next(t);
        print_classes(&next, out);
    }
}

void blackbox_testbench_wave(const struct blackbox_testbench *t, FILE *out)
{
    fprintf(out, "[dumpfile] \"testbench.fst\"\n[timestart] 0\n");
    print_markers(t, out);
    fprintf(out, "[treeopen] TOP.testbench.\n%sTOP.testbench.clk\nTOP.testbench.rst\n@24\nTOP.testbench.now\n", binary);
    print_classes(t, out);
}
