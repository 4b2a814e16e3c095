/* SPDX-License-Identifier: Apache-2.0 */
#include "recent.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "signals.h"
#include "triage.h"

enum { MOST_COLUMNS = 48, ROWS = RECENT_CYCLES + 1 };

/* One wire of the port, or a part of it as wide as a word. */
struct column {
    const struct pin_info *pin;
    int lane;
};

struct row {
    uint64_t cycle;
    int has_inputs;                                  /* the cycle after the last vector has none */
    uint64_t model[MOST_COLUMNS], rtl[MOST_COLUMNS]; /* inputs are alike */
};

struct recent {
    const struct vectors *vectors;
    uint64_t first;
    int columns, rows;
    struct column column[MOST_COLUMNS];
    struct row row[ROWS];
};

/* Wires of a port: as many lanes of each as there are ports, or so many times as many. */
static void add_columns(struct recent *r, const struct router_kind *kind, int port, enum pin_place place)
{
    int ports = kind_wire(kind, 0)->lanes.each;

    for (int i = 0; i < kind->pin_count; i++) {
        const struct pin_info *pin = &kind->pins[i];
        int parts = pin->lanes.each / ports;
        for (int k = 0; pin->place == place && k < parts && r->columns < MOST_COLUMNS; k++)
            r->column[r->columns++] = (struct column){pin, port * parts + k};
    }
}

struct recent *recent_create(const struct vectors *v, int port)
{
    struct recent *r = calloc(1, sizeof *r);

    if (!r)
        return NULL;
    r->vectors = v;
    r->first = signals_first(v, RECENT_CYCLES);
    if (port >= 0) {
        add_columns(r, v->kind, port, PIN_RX);
        add_columns(r, v->kind, port, PIN_TX);
    }
    return r;
}

void recent_destroy(struct recent *r)
{
    free(r);
}

static uint64_t value_of(const struct column *c, const void *pins)
{
    return lane_get(&c->pin->lanes, pins, c->lane);
}

static void see_cycle(void *context, const struct replay_cycle *c)
{
    struct recent *r = context;
    struct any_pins model, rtl;
    struct row *row;

    if (c->number < r->first || r->rows == ROWS)
        return;
    row = &r->row[r->rows++];
    row->cycle = c->number;
    row->has_inputs = c->in != NULL;
    c->kind->model->pins(c->model, &model);
    c->ops->pins(c->rtl, &rtl);
    for (int i = 0; i < r->columns; i++) {
        const struct column *k = &r->column[i];
        if (pin_is_output(k->pin))
            row->model[i] = value_of(k, &model), row->rtl[i] = value_of(k, &rtl);
        else if (c->in)
            row->model[i] = row->rtl[i] = value_of(k, c->in);
    }
}

struct observer recent_observer(struct recent *r)
{
    return (struct observer){r, see_cycle, NULL};
}

static int width_of(const struct column *c)
{
    int digits = ((int)c->pin->lanes.width + 3) / 4, name = (int)strlen(c->pin->name);

    return digits > name ? digits : name;
}

static void print_values(const struct recent *r, const struct row *row, int of_rtl, FILE *out)
{
    for (int i = 0; i < r->columns; i++) {
        int output = pin_is_output(r->column[i].pin), width = width_of(&r->column[i]);
        int nothing = (!output && !row->has_inputs) || (of_rtl && row->rtl[i] == row->model[i]);
        if (nothing)
            fprintf(out, "  %*s", width, of_rtl ? "=" : "-");
        else
            fprintf(out, "  %*" PRIx64, width, of_rtl ? row->rtl[i] : row->model[i]);
    }
    fputc('\n', out);
}

static void print_wires(const struct recent *r, const char *port, FILE *out)
{
    fprintf(
        out,
        "\nThe wires of port %s in the last cycles, hexadecimal. Where an output of the router under test is another one a second line\n"
        "has it, and = for what is the same.\n\n  cycle   ",
        port);
    for (int i = 0; i < r->columns; i++)
        fprintf(out, "  %*s", width_of(&r->column[i]), r->column[i].pin->name);
    fputc('\n', out);
    for (int k = 0; k < r->rows; k++) {
        const struct row *row = &r->row[k];
        fprintf(out, "  %-8" PRIu64, row->cycle);
        print_values(r, row, 0, out);
        if (memcmp(row->model, row->rtl, (size_t)r->columns * sizeof *row->model) != 0) {
            fprintf(out, "  router  ");
            print_values(r, row, 1, out);
        }
    }
}

/* Where the far ends say whether their links work: each change in the last cycles, of all ports. */
static void print_links(const struct recent *r, const struct pin_info *up, FILE *out)
{
    const struct triage_kind *kind = r->vectors->kind->parts->triage;
    int changes = 0;

    fprintf(out, "\nLinks in these cycles, by %s\n\n", up->name);
    for (size_t i = r->first; i < r->vectors->count; i++)
        for (int p = 0; p < up->lanes.each; p++) {
            uint64_t now = lane_get(&up->lanes, vectors_in(r->vectors, i), p),
                     before = i > 0 ? lane_get(&up->lanes, vectors_in(r->vectors, i - 1), p) : now;
            if (now != before) {
                fprintf(out, "  cycle %-8zu port %s %s\n", i, kind->port_name(p), now ? "up" : "down");
                changes++;
            }
        }
    if (changes == 0)
        fprintf(out, "  none changes\n");
}

/* A control pin of a vector. */
static uint64_t control_of(const struct recent *r, const char *name, size_t vector)
{
    return lane_get(&kind_pin_find(r->vectors->kind, name)->lanes, vectors_control(r->vectors, vector), 0);
}

static void print_writes(const struct recent *r, FILE *out)
{
    size_t writes = 0, shown = 0;
    char text[TRIAGE_ADDRESS];

    for (size_t i = 0; i < r->vectors->count; i++)
        writes += control_of(r, "cfg_we", i) != 0;
    fprintf(out, "\nThe last of %zu writes to the configuration\n\n", writes);
    for (size_t i = 0; i < r->vectors->count; i++) {
        if (!control_of(r, "cfg_we", i) || shown++ + RECENT_WRITES < writes)
            continue;
        unsigned address = (unsigned)control_of(r, "cfg_addr", i);
        fprintf(out, "  cycle %-8zu 0x%08" PRIx64 " to 0x%04x, %s%s\n", i, control_of(r, "cfg_wdata", i), address,
                r->vectors->kind->parts->triage->address(r->vectors->kind, address, text),
                control_of(r, "rst", i) ? ", in reset" : "");
    }
}

void recent_print(const struct recent *r, const char *port, FILE *out)
{
    const struct pin_info *up = kind_pin_find(r->vectors->kind, "rx_up");

    if (r->columns > 0)
        print_wires(r, port, out);
    if (up)
        print_links(r, up, out);
    if (r->vectors->kind->parts->triage->address)
        print_writes(r, out);
}
