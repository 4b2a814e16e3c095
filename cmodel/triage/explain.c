/* SPDX-License-Identifier: Apache-2.0 */
#include "explain.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"
#include "../gen/gen.h"
#include "../kind/node.h"

/* Registers ------------------------------------------------------------------------------------------------------- */

const struct pin_info *explain_pin(const struct router_kind *kind, const struct reg_info *r)
{
    char name[64];

    snprintf(name, sizeof name, "%s.%s", r->block, r->name);
    for (int i = 0; i < kind->pin_count; i++)
        if (strcmp(kind->pins[i].shows, name) == 0)
            return &kind->pins[i];
    return NULL;
}

int explain_shown(const struct explain_edge *e, int row)
{
    return kind_shows(e->ops, row) || explain_pin(e->kind, &e->kind->registers[row]);
}

const char *explain_value(const struct explain_edge *e, const struct reg_info *r, uint64_t value,
                          char text[EXPLAIN_VALUE])
{
    if (e->how->hexadecimal(r))
        snprintf(text, EXPLAIN_VALUE, "0x%0*" PRIx64, (r->lanes.width + 3) / 4, value);
    else
        snprintf(text, EXPLAIN_VALUE, "%" PRIu64, value);
    return text;
}

/* An output's value in memory is that of its register. */
static void take_output(const struct reg_info *r, const struct pin_info *pin, const void *from, void *to)
{
    for (int i = 0; i < r->lanes.count; i++)
        lane_set_value(&r->lanes, to, i, lane_value(&pin->lanes, from, i));
}

void explain_take(struct explain_edge *e, const struct node_ops *ops, const void *node)
{
    struct any_status status;
    struct any_pins out;

    e->ops = ops;
    memcpy(e->rtl, e->model, e->kind->state_bytes);
    if (ops->state)
        ops->state(node, e->rtl);
    ops->pins(node, &out);
    if (e->kind->status_bytes)
        ops->status(node, &status);
    for (int i = 0; i < e->kind->register_count; i++) {
        const struct reg_info *r = &e->kind->registers[i];
        const struct pin_info *pin = explain_pin(e->kind, r);
        if (pin)
            take_output(r, pin, pin->place == PIN_TX ? (const void *)&out : &status, e->rtl);
    }
}

/* Words ----------------------------------------------------------------------------------------------------------- */

void explain_title(const struct explain_edge *e, const char *mechanism, int section, const char *what,
                   const char *which)
{
    fprintf(e->out, "\n%s (section %d)%s%s%s\n", mechanism, section, *what ? ", " : "", what, which);
}

void explain_conclude(const struct explain_edge *e, const char *format, ...)
{
    char text[EXPLAIN_SAID];
    va_list values;

    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    fprintf(e->out, "    => %s\n", text);
    fprintf(e->conclusions, "  %s\n", text);
}

static uint64_t part_of(const struct reg_info *r, const void *registers, int lane, int bit)
{
    uint64_t value = lane_get(&r->lanes, registers, lane);

    return bit == EXPLAIN_WHOLE ? value : value >> bit & 1u;
}

/* A bit is no mask. */
static const char *part_value(const struct explain_edge *e, const struct reg_info *r, uint64_t value, int bit,
                              char text[EXPLAIN_VALUE])
{
    if (bit == EXPLAIN_WHOLE)
        return explain_value(e, r, value, text);
    snprintf(text, EXPLAIN_VALUE, "%" PRIu64, value);
    return text;
}

void explain_row(const struct explain_edge *e, int row, int lane, int bit)
{
    const struct reg_info *r = &e->kind->registers[row];
    uint64_t before = part_of(r, e->before, lane, bit), model = part_of(r, e->model, lane, bit),
             rtl = part_of(r, e->rtl, lane, bit);
    char a[EXPLAIN_VALUE], b[EXPLAIN_VALUE], c[EXPLAIN_VALUE];

    if (before == model && model == rtl)
        return;
    fprintf(e->out, "  register %-14s before %-10s model %-10s %s %-10s%s\n", r->name, part_value(e, r, before, bit, a),
            part_value(e, r, model, bit, b), e->kind->parts->gen->unit,
            explain_shown(e, row) ? part_value(e, r, rtl, bit, c) : "not shown", model != rtl ? " DIFFERS" : "");
}

void explain_wrong(const struct explain_edge *e, int row, int lane, int bit, char *text)
{
    const struct reg_info *r = &e->kind->registers[row];
    uint64_t model = part_of(r, e->model, lane, bit), rtl = part_of(r, e->rtl, lane, bit);
    size_t length = strlen(text);
    char a[EXPLAIN_VALUE], b[EXPLAIN_VALUE];

    if (model != rtl)
        snprintf(text + length, EXPLAIN_WRONG - length, "%s%s' %s, %s %s", length ? "; " : "", r->name,
                 part_value(e, r, model, bit, a), e->kind->parts->gen->unit, part_value(e, r, rtl, bit, b));
}

/* What differs ---------------------------------------------------------------------------------------------------- */

static void print_field(const struct explain_edge *e, const struct reg_info *r)
{
    const struct pin_info *pin = explain_pin(e->kind, r);
    const char *title = "";
    char field[64];

    snprintf(field, sizeof field, "%s.%s", r->block, r->name);
    fprintf(e->out, "  %s (section %d%s%s): %s\n", field, section_find(e->kind, field, &title), pin ? ", pin " : "",
            pin ? pin->name : "", r->meaning);
}

static void print_lane(const struct explain_edge *e, const struct reg_info *r, int lane)
{
    char name[EXPLAIN_LANE], a[EXPLAIN_VALUE], b[EXPLAIN_VALUE];

    e->how->lane(e, r, lane, name);
    fprintf(e->out, "    %s%smodel %s, ", name, *name ? ": " : "",
            explain_value(e, r, lane_get(&r->lanes, e->model, lane), a));
    fprintf(e->out, "%s %s\n", e->kind->parts->gen->unit, explain_value(e, r, lane_get(&r->lanes, e->rtl, lane), b));
}

static void print_begin(const struct explain_edge *e)
{
    const char *unit = e->kind->parts->gen->unit;

    fprintf(e->out,
            "The edge that ends cycle %" PRIu64
            " of vectors.hex: before it model and %s agree in all that is compared.\n"
            "Sections are those of %s; x' is register x after the edge; %s is the RTL under test.\n",
            e->cycle, unit, e->kind->parts->triage->specification, unit);
    if (e->rst)
        fprintf(e->out,
                "rst = 1 in this cycle: every named register must take its reset value (section 12), whatever is said "
                "below.\n");
}

/* @return how many do */
static int print_differences(struct explain_edge *e)
{
    int found = 0;

    fprintf(e->out, "\nWhat differs after that edge\n");
    for (int i = 0; i < e->kind->register_count; i++) {
        const struct reg_info *r = &e->kind->registers[i];
        for (int lane = 0, here = 0; lane < r->lanes.each; lane++) {
            if (lane_get(&r->lanes, e->model, lane) == lane_get(&r->lanes, e->rtl, lane))
                continue;
            if (here++ == 0)
                print_field(e, r);
            print_lane(e, r, lane);
            e->how->mark(e, r, lane);
            found++;
        }
    }
    return found;
}

/* Behind a summary of what they conclude. @return 0, or -1 when out of memory */
static int print_decisions(struct explain_edge *e)
{
    struct text decided = {0}, concluded = {0};
    FILE *out = e->out;
    char *decisions, *conclusions;
    int status;

    e->out = text_open(&decided);
    e->conclusions = text_open(&concluded);
    if (e->out && e->conclusions)
        e->how->decisions(e);
    decisions = e->out ? text_close(&decided) : NULL;
    conclusions = e->conclusions ? text_close(&concluded) : NULL;
    e->out = out;
    status = decisions && conclusions ? 0 : -1;
    if (status == 0 && *conclusions)
        fprintf(out, "\nIn short\n%s", conclusions);
    if (status == 0)
        fprintf(out, "\nWhat was decided at that edge\n%s", decisions);
    free(decisions);
    free(conclusions);
    return status;
}

int explain_print(const struct explain_ops *ops, void *explain, const struct mismatch *d, FILE *out)
{
    struct explain_edge *e = explain;
    int found, status = 0;

    e->how = ops;
    e->out = out;
    print_begin(e);
    found = print_differences(e);
    if (found == 0)
        fprintf(out, "  no output, and no register that the %s shows, but %s\n", e->kind->parts->gen->unit, d->field);
    if (ops->follow ? ops->follow(e, d, found) : found)
        status = print_decisions(e);
    ops->rest(e);
    return status;
}
