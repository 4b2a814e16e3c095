/* SPDX-License-Identifier: Apache-2.0
 *
 * A testbench of a fabric. See fabric_testbench.h.
 */
#include "fabric_testbench.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../kind/bus.h"
#include "gen_pins.h"

enum { FIRST_ROOM = 1024, MOST_BITS = 650000000 /* of all cables in one direction */ };

uint64_t fabric_testbench_cycles(const struct router_kind *kind, int endpoints)
{
    return MOST_BITS / kind_wire_bits(kind, kind_wires(kind)) / (unsigned)endpoints;
}

/* Recording ------------------------------------------------------------------------------------------------------- */

static size_t field_bytes(const struct router_kind *kind, const struct pin_info *pin)
{
    return (kind_port_bits(kind, pin) + 7) / 8;
}

static void begin(struct fabric_record *r, const struct fabric *f)
{
    const struct pin_rows fields = gen_pins_fields(fabric_config(f)->kind);

    r->kind = fabric_config(f)->kind;
    r->ends = fabric_endpoints(f);
    for (int i = 0; i < fields.count; i++)
        r->cable += field_bytes(r->kind, fields.row[i]);
}

/* What is on the first port of pins. */
static void take(const struct fabric_record *r, const struct pin_rows *fields, const void *pins, uint8_t *cable)
{
    for (int i = 0; i < fields->count; i++) {
        const struct pin_info *pin = fields->row[i];
        const unsigned bits = kind_port_bits(r->kind, pin);
        const size_t bytes = field_bytes(r->kind, pin);
        struct bus bus;
        bus_get(&bus, &pin->lanes, pins);
        for (size_t b = 0; b < bytes; b++)
            cable[b] = (uint8_t)(bus.word[b / 8] >> b % 8 * 8);
        if (bits % 8)
            cable[bytes - 1] &= (uint8_t)((1u << bits % 8) - 1u);
        cable += bytes;
    }
}

static int grow(uint8_t **lanes, size_t bytes)
{
    uint8_t *more = realloc(*lanes, bytes);

    if (more)
        *lanes = more;
    return more ? 0 : -1;
}

int fabric_record_cycle(struct fabric_record *r, const struct fabric *f)
{
    const struct pin_rows fields = gen_pins_fields(fabric_config(f)->kind);
    struct any_pins sent, seen;

    if (r->cycles == r->room) {
        size_t room = r->room ? 2 * r->room : FIRST_ROOM;
        if (!r->kind)
            begin(r, f);
        if (grow(&r->sent, room * (size_t)r->ends * r->cable) != 0 ||
            grow(&r->seen, room * (size_t)r->ends * r->cable) != 0)
            return -1;
        r->room = room;
    }
    for (int e = 0; e < r->ends; e++) {
        size_t at = ((size_t)r->cycles * (size_t)r->ends + (size_t)e) * r->cable;
        fabric_endpoint_pins(f, e, &sent, &seen);
        take(r, &fields, &sent, r->sent + at);
        take(r, &fields, &seen, r->seen + at);
    }
    r->cycles++;
    return 0;
}

void fabric_record_finish(struct fabric_record *r)
{
    free(r->sent);
    free(r->seen);
    memset(r, 0, sizeof *r);
}

/* Files ----------------------------------------------------------------------------------------------------------- */

struct writer {
    const struct fabric_record *record;
    uint64_t flip_cycle;
    int flip_end;
    unsigned ready;
    const char *end;
};

/*
 * A field of all endpoints as hexadecimal digits, endpoint 0 lowest. @param field  of endpoint 0 @param bits  of each
 */
static void write_field(const struct fabric_record *r, const uint8_t *field, unsigned bits, FILE *file)
{
    const unsigned all = bits * (unsigned)r->ends;

    for (unsigned digit = (all + 3) / 4; digit-- > 0;) {
        unsigned value = 0;
        for (unsigned b = 4 * digit; b < 4 * digit + 4 && b < all; b++)
            value |= (field[b / bits * r->cable + b % bits / 8] >> b % bits % 8 & 1u) << (b - 4 * digit);
        fputc("0123456789abcdef"[value], file);
    }
}

static void write_words(const struct fabric_record *r, const uint8_t *lanes, const char *prefix, FILE *file)
{
    const struct pin_rows fields = gen_pins_fields(r->kind);

    fputs("//", file);
    for (int i = 0; i < fields.count; i++)
        fprintf(file, " %s%s", prefix, fields.row[i]->field);
    fputc('\n', file);
    for (uint64_t c = 0; c < r->cycles; c++) {
        const uint8_t *field = lanes + c * (uint64_t)r->ends * r->cable;
        for (int i = 0; i < fields.count; i++) {
            write_field(r, field, kind_port_bits(r->kind, fields.row[i]), file);
            fputc(i + 1 < fields.count ? '_' : '\n', file);
            field += field_bytes(r->kind, fields.row[i]);
        }
    }
}

static void write_stimulus(const void *context, FILE *file)
{
    const struct fabric_record *r = ((const struct writer *)context)->record;

    write_words(r, r->sent, "rx_", file);
}

static void write_expected(const void *context, FILE *file)
{
    const struct fabric_record *r = ((const struct writer *)context)->record;

    write_words(r, r->seen, "tx_", file);
}

/* The field that is turned round is the last one of a word. */
static const struct pin_info *last_field(const struct fabric_record *r)
{
    const struct pin_rows fields = gen_pins_fields(r->kind);

    return fields.row[fields.count - 1];
}

static void write_header(const void *context, FILE *file)
{
    const struct writer *w = context;

    fprintf(file, "// Sizes of this testbench.\n`define TESTBENCH_CYCLES %" PRIu64 "\n`define TESTBENCH_NODES %d\n",
            w->record->cycles, w->record->ends);
    fprintf(file, "`define TESTBENCH_READY %u\n", w->ready);
    fprintf(file, "`define TESTBENCH_FLIP_CYCLE %" PRIu64 "\n`define TESTBENCH_FLIP_BIT %u\n", w->flip_cycle,
            kind_port_bits(w->record->kind, last_field(w->record)) * (unsigned)w->flip_end);
}

/* The last field as an endpoint sees it, its lowest bit turned round or not. */
static void print_value(const struct writer *w, unsigned turned, FILE *out)
{
    const struct fabric_record *r = w->record;
    const size_t bytes = field_bytes(r->kind, last_field(r));
    const uint8_t *cable = r->seen + (w->flip_cycle * (uint64_t)r->ends + (uint64_t)w->flip_end) * r->cable;
    const int digits = bus_digits(kind_port_bits(r->kind, last_field(r)));

    for (int d = digits - 1; d >= 0; d--)
        fprintf(out, "%x", (cable[r->cable - bytes + (size_t)d / 2] >> d % 2 * 4 & 0xfu) ^ (d == 0 ? turned : 0));
}

static void print_flip(const void *context, FILE *out)
{
    const struct writer *w = context;

    fprintf(out, "difference: cycle %" PRIu64 ": tx_%s %s %d: expected ", w->flip_cycle, last_field(w->record)->field,
            w->end, w->flip_end);
    print_value(w, 1, out);
    fputs(", got ", out);
    print_value(w, 0, out);
}

/* Words that are of the testbench beat those of the fabric. */
static void add_words(struct gen_fields *words, const struct writer *w, const struct structural *s)
{
    gen_fields_print(words, "flip", print_flip, w);
    gen_fields_format(words, "cycles", "%" PRIu64, w->record->cycles);
    gen_fields_text(words, "top", s->kind->parts->gen->top);
    gen_fields_text(words, "standard", "2005");
    structural_words(words, s);
}

static int write_templates(struct gen_folder *g, const struct gen_fields *words, char *error, size_t size)
{
    if (gen_fields_fill(words, g, "tb/templates/testbench/testbench_fabric.v", "testbench.v", error, size) != 0 ||
        gen_fields_fill(words, g, "tb/templates/testbench/Makefile.in", "Makefile", error, size) != 0)
        return -1;
    return gen_fields_fill(words, g, "tb/templates/testbench/README_fabric.md.in", "README.md", error, size);
}

static int write_files(struct gen_folder *g, const struct writer *w, const struct gen_fields *words, char *error,
                       size_t size)
{
    if (gen_folder_write(g, "stimulus.hex", write_stimulus, w, error, size) != 0 ||
        gen_folder_write(g, "expected.hex", write_expected, w, error, size) != 0 ||
        gen_folder_write(g, "testbench.vh", write_header, w, error, size) != 0 ||
        write_templates(g, words, error, size) != 0)
        return -1;
    return gen_folder_end(g, error, size);
}

int fabric_testbench_write(const char *folder, const struct fabric_record *r, const struct structural *s, char *error,
                           size_t size)
{
    const struct writer w = {r, r->cycles / 2, r->ends / 2, structural_ready(s), structural_end(s->topology)};
    struct gen_fields words = {.count = 0};
    struct gen_folder g = {0};
    int status = -1;

    add_words(&words, &w, s);
    if (structural_check(s, error, size) == 0 && gen_folder_begin(&g, folder, s->share, error, size) == 0 &&
        structural_sources(&g, s, &words, error, size) == 0)
        status = write_files(&g, &w, &words, error, size);
    gen_folder_abandon(&g);
    gen_fields_finish(&words);
    return status;
}
