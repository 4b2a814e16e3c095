/* SPDX-License-Identifier: Apache-2.0
 *
 * A testbench of a fabric. See fedx_fabric_testbench.h.
 */
#include "fedx_fabric_testbench.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../../gen/gen_pins.h"
#include "../kind/fedx_kind.h"

enum { FIRST_ROOM = 1024 };

/* In the order of a word of the files, most significant first; the bytes come last. */
#define NAME(dimension, name, type, width, idle, shows, meaning) #name,
static const char *const names[] = {FEDX_LEVEL_WIRES(NAME) FEDX_DRIVE_WIRES(NAME)};
enum { LEVELS = sizeof names / sizeof *names };

/* Recording -------------------------------------------------------------------------------------------------------- */

#define LEVEL(dimension, name, type, width, idle, shows, meaning) pins->name & 1,

static struct fedx_pe_levels levels_of(const struct fedx_pins *pins)
{
    return (struct fedx_pe_levels){
        .data = pins->data[0],
        .levels = {FEDX_LEVEL_WIRES(LEVEL) FEDX_DRIVE_WIRES(LEVEL)},
    };
}

static int grow(struct fedx_pe_levels **lanes, size_t room, int nodes)
{
    struct fedx_pe_levels *more = realloc(*lanes, room * (size_t)nodes * sizeof *more);

    if (more)
        *lanes = more;
    return more ? 0 : -1;
}

int fedx_fabric_record_cycle(struct fedx_fabric_record *r, const struct fabric *f)
{
    if (r->cycles == r->room) {
        size_t room = r->room ? 2 * r->room : FIRST_ROOM;
        r->nodes = fabric_nodes(f);
        if (grow(&r->sent, room, r->nodes) != 0 || grow(&r->seen, room, r->nodes) != 0)
            return -1;
        r->room = room;
    }
    for (int n = 0; n < r->nodes; n++) {
        size_t i = (size_t)r->cycles * (size_t)r->nodes + (size_t)n;
        struct fedx_pins sent, seen;
        fabric_endpoint_pins(f, n, &sent, &seen);
        r->sent[i] = levels_of(&sent);
        r->seen[i] = levels_of(&seen);
    }
    r->cycles++;
    return 0;
}

void fedx_fabric_record_finish(struct fedx_fabric_record *r)
{
    free(r->sent);
    free(r->seen);
    memset(r, 0, sizeof *r);
}

/* Files ------------------------------------------------------------------------------------------------------------ */

struct writer {
    const struct fedx_fabric_record *record;
    uint64_t flip_cycle;
    int flip_node;
};

/* One level of all nodes as hexadecimal digits, node 0 in the lowest bit. */
static void write_mask(const struct fedx_pe_levels *lane, int nodes, int level, FILE *file)
{
    for (int digit = (nodes + 3) / 4 - 1; digit >= 0; digit--) {
        unsigned value = 0;
        for (int n = 4 * digit; n < 4 * digit + 4 && n < nodes; n++)
            value |= (unsigned)lane[n].levels[level] << (n - 4 * digit);
        fprintf(file, "%x", value);
    }
}

static void write_words(const struct fedx_fabric_record *r, const struct fedx_pe_levels *lanes, const char *prefix,
                        FILE *file)
{
    fputs("//", file);
    for (int i = 0; i < LEVELS; i++)
        fprintf(file, " %s%s", prefix, names[i]);
    fprintf(file, " %sdata\n", prefix);
    for (uint64_t c = 0; c < r->cycles; c++) {
        const struct fedx_pe_levels *lane = lanes + c * (uint64_t)r->nodes;
        for (int i = 0; i < LEVELS; i++) {
            write_mask(lane, r->nodes, i, file);
            fputc('_', file);
        }
        for (int n = r->nodes - 1; n >= 0; n--)
            fprintf(file, "%02x", lane[n].data);
        fputc('\n', file);
    }
}

static void write_stimulus(const void *context, FILE *file)
{
    const struct fedx_fabric_record *r = ((const struct writer *)context)->record;

    write_words(r, r->sent, "rx_", file);
}

static void write_expected(const void *context, FILE *file)
{
    const struct fedx_fabric_record *r = ((const struct writer *)context)->record;

    write_words(r, r->seen, "tx_", file);
}

static void write_header(const void *context, FILE *file)
{
    const struct writer *w = context;

    fprintf(file, "// Sizes of this testbench.\n`define TESTBENCH_CYCLES %" PRIu64 "\n`define TESTBENCH_NODES %d\n",
            w->record->cycles, w->record->nodes);
    fprintf(file, "`define TESTBENCH_READY %d\n", FEDX_TABLE_SIZE + FEDX_SETTINGS_WORDS);
    fprintf(file, "`define TESTBENCH_FLIP_CYCLE %" PRIu64 "\n`define TESTBENCH_FLIP_BIT %d\n", w->flip_cycle,
            8 * w->flip_node);
}

static int write_templates(struct gen_folder *g, const struct writer *w, const struct fedx_structural *s,
                           char *error, size_t size)
{
    const struct fedx_fabric_record *r = w->record;
    const uint8_t right = r->seen[w->flip_cycle * (uint64_t)r->nodes + (uint64_t)w->flip_node].data;
    char flip[128], cycles[32], nodes[16];
    const struct gen_word words[] = {
        {"flip", flip},     {"cycles", cycles}, {"nodes", nodes},
        {"command", s->command ? s->command : "(unknown)"},
        {"fabric", fedx_structural_files},
        {"top", "fedx_switch"}, {"standard", "2005"}, {NULL, NULL},
    };

    snprintf(flip, sizeof flip, "difference: cycle %" PRIu64 ": tx_data node %d: expected %02x, got %02x",
             w->flip_cycle, w->flip_node, right ^ 1u, right);
    snprintf(cycles, sizeof cycles, "%" PRIu64, r->cycles);
    snprintf(nodes, sizeof nodes, "%d", r->nodes);
    if (gen_pins_fill(&fedx_kind, g, "tb/templates/testbench/testbench_fabric.v", "testbench.v", error, size) != 0 ||
        gen_folder_fill(g, "tb/templates/testbench/Makefile.in", "Makefile", words, error, size) != 0)
        return -1;
    return gen_folder_fill(g, "tb/templates/testbench/README_fabric.md.in", "README.md", words, error, size);
}

int fedx_fabric_testbench_write(const char *folder, const struct fedx_fabric_record *r, const struct fedx_structural *s,
                                char *error, size_t size)
{
    const struct writer w = {r, r->cycles / 2, r->nodes / 2};
    struct gen_folder g = {0};
    int status = -1;

    if (fedx_structural_check(s, error, size) == 0 && gen_folder_begin(&g, folder, s->share, error, size) == 0 &&
        fedx_structural_sources(&g, s, error, size) == 0 &&
        gen_folder_write(&g, "stimulus.hex", write_stimulus, &w, error, size) == 0 &&
        gen_folder_write(&g, "expected.hex", write_expected, &w, error, size) == 0 &&
        gen_folder_write(&g, "testbench.vh", write_header, &w, error, size) == 0 &&
        write_templates(&g, &w, s, error, size) == 0)
        status = gen_folder_end(&g, error, size);
    gen_folder_abandon(&g);
    return status;
}
