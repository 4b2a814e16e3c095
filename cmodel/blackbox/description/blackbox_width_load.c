/* SPDX-License-Identifier: Apache-2.0
 *
 * What a description says of fields with two widths, checked against all else. See blackbox_width.h.
 */
#include "blackbox_width.h"

#include <string.h>

#include "blackbox_yaml.h"

static int is_split(const struct blackbox_field *field)
{
    return field->side[0] != field->side[1];
}

static int gcd(int a, int b)
{
    return b ? gcd(b, a % b) : a;
}

static int fail(const struct blackbox_reading *l, int line, const char *name, const char *why)
{
    return yaml_fail(&l->yaml, (size_t)line, "%s: %s", name, why);
}

/* Grains of flits ------------------------------------------------------------------------------------------------- */

/* Bytes where there are byte enables, else as many bits as flits of both sides are made of. */
static void find_grains(struct blackbox *f, const struct blackbox_field *field)
{
    int common = gcd(field->side[0], field->side[1]);

    for (int side = 0; side < 2; side++)
        f->widths.flit[side] =
            f->byte_enable.line ? f->field[f->byte_enable.keep].side[side] : field->side[side] / common;
}

/* Whether all fields with two widths have a part for each grain. */
static int split_fields(const struct blackbox_reading *l)
{
    struct blackbox *f = l->f;

    for (int i = 0; i < f->fields; i++) {
        struct blackbox_field *field = &f->field[i];
        if (!is_split(field))
            continue;
        field->grain = field->side[0] / f->widths.flit[0];
        if (field->grain * f->widths.flit[0] != field->side[0] || field->grain * f->widths.flit[1] != field->side[1])
            return yaml_fail(&l->yaml, (size_t)field->line,
                             "%s: %d bits at inputs and %d at outputs: must be a number of bits for each of %d and %d "
                             "%s of a flit",
                             field->name, field->side[0], field->side[1], f->widths.flit[0], f->widths.flit[1],
                             f->byte_enable.line ? "bytes" : "parts");
        f->widths.high |= field->first == 2;
    }
    for (int i = 0; i < f->fields; i++)
        if (f->widths.high && f->field[i].first == 1)
            return fail(l, f->field[i].line, f->field[i].name, "first: must be the same in all fields");
    return 0;
}

/* What does not go together --------------------------------------------------------------------------------------- */

/* Why a field cannot have two widths; NULL: it can. */
static const char *wrong_split(const struct blackbox *f, int field)
{
    const struct blackbox_field *is = &f->field[field];

    if (is->constant)
        return "a field with a value has one width";
    if (is->scope != BLACKBOX_EACH)
        return "a field with two widths has no scope";
    if (f->framing != BLACKBOX_SINGLE && f->frame.field == field)
        return "what tells the end of packets has one width";
    if (f->lanes.count && f->lanes.slice.field == field)
        return "interleaved needs a field with one width";
    for (int i = 0; i < f->parts; i++)
        if (f->part[i].slice.field == field && f->part[i].slice.every)
            return "the destination in a field with two widths is in the first flit alone: every must be no";
    return NULL;
}

/* Why a field with one width has no meaning at the other side; NULL: it has. */
static const char *wrong_scope(const struct blackbox *f, int field)
{
    const struct blackbox_field *is = &f->field[field];

    if (is->scope != BLACKBOX_EACH || is->constant || !f->inputs.fields[field].count ||
        !f->outputs.fields[field].count || (f->framing != BLACKBOX_SINGLE && f->frame.field == field))
        return NULL;
    return "flits of inputs and outputs differ: say scope: packet, first or last, or a width for each side";
}

static const char *wrong_kind(const struct blackbox *f)
{
    if (f->routers > 1)
        return "network: routers with two widths cannot be connected";
    if (f->header.line)
        return "header: a header of its own and two widths do not go together";
    if (f->cast.kind)
        return "destination: packets of two widths are for one output";
    if (f->computeds)
        return "computed: fields of flits with two widths cannot be computed";
    if (f->byte_enable.line && f->byte_enable.sparse)
        return "byte_enable: sparse and two widths do not go together";
    if (f->framing == BLACKBOX_LENGTH)
        return "framing: a length in flits is not that of both sides";
    for (int i = 0; i < f->side.outputs; i++)
        if (f->side.output[i].rule == BLACKBOX_SIDE_COUNT && f->side.output[i].event == BLACKBOX_SIDE_FLITS)
            return "sideband: flits of two widths cannot be counted";
    return NULL;
}

static int check(const struct blackbox_reading *l)
{
    const struct blackbox *f = l->f;
    const char *wrong = wrong_kind(f);

    if (wrong)
        return yaml_fail(&l->yaml, (size_t)f->widths.line, "%s", wrong);
    if (f->byte_enable.line && (!is_split(&f->field[f->byte_enable.keep]) || !is_split(&f->field[f->byte_enable.data])))
        return fail(l, f->byte_enable.line, "byte_enable", "its field and its data must have a width for each side");
    if (f->widths.nulls && (f->framing != BLACKBOX_LAST || blackbox_width_wide(f)))
        return fail(l, f->byte_enable.line, "byte_enable", "null_flits: outputs must be narrower, and framing by last");
    for (int i = 0; i < f->fields; i++) {
        wrong = is_split(&f->field[i]) ? wrong_split(f, i) : wrong_scope(f, i);
        if (wrong)
            return fail(l, f->field[i].line, f->field[i].name, wrong);
    }
    return 0;
}

/* Lengths --------------------------------------------------------------------------------------------------------- */

/* Whether a side says which bytes count: flits of one byte need not. */
static int says_bytes(const struct blackbox *f, const struct blackbox_ports *ports, int side)
{
    return f->byte_enable.line && (f->widths.flit[side] == 1 || ports->fields[f->byte_enable.keep].count);
}

/* Packets that fill the flits of both sides have lengths that are multiples. A packet that has no end is as short as
 * that. */
static int fit_lengths(const struct blackbox_reading *l)
{
    struct blackbox *f = l->f;
    struct blackbox_widths *w = &f->widths;
    int least = f->min_flits, most = f->max_flits;

    w->whole = f->framing == BLACKBOX_SINGLE || !says_bytes(f, &f->inputs, 0) || !says_bytes(f, &f->outputs, 1);
    w->step = w->whole ? w->flit[1] / gcd(w->flit[0], w->flit[1]) : 1;
    f->min_flits = (least + w->step - 1) / w->step * w->step;
    f->max_flits = f->framing == BLACKBOX_SINGLE ? w->step : most / w->step * w->step;
    if (f->min_flits > f->max_flits)
        return yaml_fail(&l->yaml, (size_t)f->packets_line,
                         "packets: no length from %d to %d is a multiple of %d flits, which fill those of the outputs: "
                         "raise max_flits, or give byte_enable",
                         least, most, w->step);
    if ((int64_t)f->max_flits * w->flit[0] / w->flit[1] > BLACKBOX_FLITS)
        return yaml_fail(&l->yaml, (size_t)f->packets_line, "packets: more than %d flits at outputs: lower max_flits",
                         BLACKBOX_FLITS);
    if (w->step > 1 && (f->illegal.longest || f->illegal.shortest))
        return yaml_fail(&l->yaml, (size_t)f->illegal.line,
                         "illegal: long and short need byte_enable where outputs are wider");
    return 0;
}

int blackbox_load_widths(struct blackbox_reading *l)
{
    struct blackbox *f = l->f;
    const struct blackbox_field *data = NULL;

    for (int i = 0; i < f->fields && !data; i++)
        if (is_split(&f->field[i]))
            data = &f->field[i];
    if (!data && f->widths.nulls)
        return fail(l, f->byte_enable.line, "byte_enable", "null_flits needs a field with two widths");
    if (!data)
        return 0;
    f->widths.line = data->line;
    find_grains(f, data);
    return check(l) != 0 || split_fields(l) != 0 ? -1 : fit_lengths(l);
}
