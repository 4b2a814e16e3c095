/* SPDX-License-Identifier: Apache-2.0
 *
 * What a description says of flits and packets: fields, framing, lengths, virtual channels. See blackbox_yaml.h.
 */
#include <stdlib.h>
#include <string.h>

#include "blackbox_pins.h"
#include "blackbox_yaml.h"

/* Fields ---------------------------------------------------------------------------------------------------------- */

int blackbox_field_of(const struct blackbox *f, const char *name)
{
    for (int i = 0; name && i < f->fields; i++)
        if (strcmp(f->field[i].name, name) == 0)
            return i;
    return -1;
}

static int take_constant(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    struct blackbox_field *field = context;
    const char *text = yaml_scalar(value);
    int64_t number;

    field->from = text && strcmp(text, "input") == 0;
    field->begins = text && strcmp(text, "first") == 0;
    field->constant = field->from || field->begins;
    if (field->constant)
        return 0;
    if (blackbox_yaml_integer(l, value, "value", 0, INT64_MAX, &number) != 0)
        return -1;
    field->constant = 1;
    field->value = (uint64_t)number;
    return 0;
}

static int take_scope(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    static const char *const scopes[] = {[BLACKBOX_EACH] = "flit",
                                         [BLACKBOX_PACKET] = "packet",
                                         [BLACKBOX_FIRST] = "first",
                                         [BLACKBOX_FINAL] = "last",
                                         NULL};
    struct blackbox_field *field = context;
    int is = blackbox_yaml_choice(l, value, "scope", scopes);

    if (is < 0)
        return -1;
    field->scope = (enum blackbox_scope)is;
    return 0;
}

static int take_first(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    static const char *const ends[] = {"low", "high", NULL};
    struct blackbox_field *field = context;
    int is = blackbox_yaml_choice(l, value, "first", ends);

    field->first = is + 1;
    return is < 0 ? -1 : 0;
}

/* One width, or one for each side; the flit has room for the wider one. */
static int close_widths(const struct blackbox_reading *l, const yaml_node_t *value, struct blackbox_field *field)
{
    if (!field->width == !(field->side[0] && field->side[1]) || (field->width && (field->side[0] || field->side[1])))
        return yaml_fail(&l->yaml, yaml_line(value), "%s: must have width, or both inputs and outputs: bits at each",
                         field->name);
    if (field->width)
        field->side[0] = field->side[1] = field->width;
    field->width = field->side[0] > field->side[1] ? field->side[0] : field->side[1];
    if (field->first && field->side[0] == field->side[1])
        return yaml_fail(&l->yaml, yaml_line(value), "%s: first: needs a field with two widths", field->name);
    return 0;
}

static int read_field(struct blackbox_reading *l, const yaml_node_t *value, struct blackbox_field *field)
{
    static const struct blackbox_key keys[] = {
        BLACKBOX_INT("width", struct blackbox_field, width, 1, BLACKBOX_BITS),
        BLACKBOX_INT("inputs", struct blackbox_field, side[0], 1, BLACKBOX_BITS),
        BLACKBOX_INT("outputs", struct blackbox_field, side[1], 1, BLACKBOX_BITS),
        BLACKBOX_TAKE("first", take_first),
        BLACKBOX_TAKE("value", take_constant),
        BLACKBOX_TAKE("scope", take_scope),
        BLACKBOX_KEYS_END};
    int status = value->type == YAML_SCALAR_NODE ? blackbox_yaml_int(l, value, "width", 1, BLACKBOX_BITS, &field->width)
                                                 : blackbox_yaml_mapping(l, value, field->name, keys, field);

    return status == 0 ? close_widths(l, value, field) : -1;
}

static int take_field(struct blackbox_reading *l, const yaml_node_t *key, const yaml_node_t *value, void *context)
{
    struct blackbox *f = context;
    struct blackbox_field *field = &f->field[f->fields];

    if (f->fields == BLACKBOX_FIELDS)
        return yaml_fail(&l->yaml, yaml_line(key), "more than %d fields", BLACKBOX_FIELDS);
    if (blackbox_yaml_name(l, key, "the name of a field", field->name) != 0)
        return -1;
    if (blackbox_field_of(f, field->name) >= 0 ||
        (blackbox_role(field->name) >= 0 && blackbox_role(field->name) < BLACKBOX_CYCLE))
        return yaml_fail(&l->yaml, yaml_line(key), "%s: there is such a pin or field already", field->name);
    field->line = (int)yaml_line(key);
    field->offset = f->bits;
    if (read_field(l, value, field) != 0)
        return -1;
    f->fields++;
    f->bits += field->width;
    if (field->width < 64 && field->value >> field->width)
        return yaml_fail(&l->yaml, yaml_line(key), "%s: its value has more than %d bits", field->name, field->width);
    return f->bits > BLACKBOX_BITS ? yaml_fail(&l->yaml, yaml_line(key), "a flit has more than %d bits", BLACKBOX_BITS)
                                   : 0;
}

int blackbox_take_fields(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    struct blackbox *f = context;
    int status =
        blackbox_yaml_pairs(l, value, "fields must be names with their widths, such as \"data: 32\"", take_field, f);

    f->words = (f->bits + 31) / 32;
    return status;
}

int blackbox_slice_close(const struct blackbox_reading *l, const yaml_node_t *node, const char *what,
                         struct blackbox_slice *s)
{
    const struct blackbox_field *field;

    if (s->field < 0)
        return yaml_fail(&l->yaml, yaml_line(node), "%s: names no field", what);
    field = &l->f->field[s->field];
    if (s->width == 0)
        s->width = field->width - s->shift;
    if (s->width < 1 || s->shift + s->width > field->width)
        return yaml_fail(&l->yaml, yaml_line(node), "%s: bits %d and on of %s, which has %d", what, s->shift,
                         field->name, field->width);
    return 0;
}

/* Why a router cannot add the number of an input in a field; NULL: it can. */
static const char *wrong_source(const struct blackbox *f, int field)
{
    if (f->inputs.fields[field].count)
        return "inputs have a pin for it: leave it out there";
    if (f->routers > 1)
        return "there are several routers";
    return f->field[field].width < 31 && f->sources > 1 << f->field[field].width ? "it has too few bits for all inputs"
                                                                                 : NULL;
}

/* Why bits of a field cannot have its scope; NULL: they can. */
static const char *out_of_scope(const struct blackbox *f, int field)
{
    enum blackbox_scope scope = f->field[field].scope;

    if (f->field[field].constant)
        return "it has a value, which is the same in all flits";
    if (f->framing != BLACKBOX_SINGLE && f->frame.field == field &&
        (f->framing != BLACKBOX_LENGTH || scope == BLACKBOX_FINAL || f->frame.at))
        return "it tells the end of packets";
    if (f->lanes.count && f->lanes.slice.field == field && scope != BLACKBOX_PACKET)
        return "interleaved needs it in each flit";
    if (f->byte_enable.line && f->byte_enable.keep == field)
        return "it has byte enables, which are those of its flit";
    for (int i = 0; i < f->parts; i++)
        if (f->part[i].slice.field == field && scope == BLACKBOX_FINAL)
            return "it has the destination";
    return NULL;
}

int blackbox_check_scopes(const struct blackbox_reading *l)
{
    static const char *const words[] = {
        [BLACKBOX_PACKET] = "packet", [BLACKBOX_FIRST] = "first", [BLACKBOX_FINAL] = "last"};

    for (int i = 0; i < l->f->fields; i++) {
        const struct blackbox_field *field = &l->f->field[i];
        const char *wrong = field->from ? wrong_source(l->f, i) : NULL,
                   *why = field->scope == BLACKBOX_EACH ? NULL : out_of_scope(l->f, i);
        if (wrong)
            return yaml_fail(&l->yaml, (size_t)field->line, "%s: value cannot be input: %s", field->name, wrong);
        if (field->begins && field->width > 1)
            return yaml_fail(&l->yaml, (size_t)field->line, "%s: value cannot be first: it is one bit", field->name);
        if (why)
            return yaml_fail(&l->yaml, (size_t)field->line, "%s: scope cannot be %s: %s", field->name,
                             words[field->scope], why);
    }
    return 0;
}

/* How packets end ------------------------------------------------------------------------------------------------- */

static int check_codes(const struct blackbox_reading *l, const yaml_node_t *node)
{
    const struct blackbox *f = l->f;
    uint64_t most = f->frame.width >= 64 ? UINT64_MAX : (1ull << f->frame.width) - 1;

    if (f->framing == BLACKBOX_LAST && f->frame.width != 1)
        return yaml_fail(&l->yaml, yaml_line(node), "framing: by last takes one bit, and this is %d", f->frame.width);
    if (f->framing == BLACKBOX_TYPE &&
        (f->code_head > most || f->code_body > most || f->code_tail > most || f->code_single > most))
        return yaml_fail(&l->yaml, yaml_line(node), "framing: a code has more than %d bits", f->frame.width);
    return 0;
}

int blackbox_has_destination(const struct blackbox *f, const struct blackbox_slice *s)
{
    for (int i = 0; i < f->parts; i++)
        if (blackbox_slice_shared(&f->part[i].slice, s))
            return 1;
    return 0;
}

/* Flits of a packet, in bits of one of them beside what ends it. */
static int take_beats(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    static const struct blackbox_key keys[] = {
        BLACKBOX_SLICE(struct blackbox, beats),
        BLACKBOX_INT("offset", struct blackbox, beats_offset, -BLACKBOX_FLITS, BLACKBOX_FLITS),
        BLACKBOX_INT("flit", struct blackbox, beats.at, 0, BLACKBOX_FLITS - 1), BLACKBOX_KEYS_END};
    struct blackbox *f = context;

    f->beats.field = -1;
    f->beats_line = (int)yaml_line(value);
    return blackbox_yaml_mapping(l, value, "framing: length", keys, f) != 0
               ? -1
               : blackbox_slice_close(l, value, "framing: length", &f->beats);
}

/* Why bits cannot have the length of a packet; NULL: they can. */
static const char *wrong_beats(const struct blackbox *f)
{
    const struct blackbox_slice *s = &f->beats;
    int most = (f->illegal.longest > f->max_flits ? f->illegal.longest : f->max_flits) + f->beats_offset;

    if (f->framing == BLACKBOX_LENGTH)
        return "by length says it already";
    if (!blackbox_slice_holds(s, f->min_flits + f->beats_offset, most))
        return "its bits do not hold the flits that packets has";
    if (f->widths.line)
        return "flits have a width for each side, and are not as many at both";
    if (s->at && f->field[s->field].scope != BLACKBOX_EACH)
        return "the field is not each flit's own";
    if (f->field[s->field].constant || blackbox_computed_of(f, s->field) || f->field[s->field].scope == BLACKBOX_FINAL)
        return "the field is constant, computed, or of the last flit";
    if ((f->framing != BLACKBOX_SINGLE && blackbox_slice_shared(&f->frame, s)) ||
        (f->lanes.count && blackbox_slice_shared(&f->lanes.slice, s)) ||
        (f->byte_enable.line && f->byte_enable.keep == s->field))
        return "these bits say something else";
    return blackbox_has_destination(f, s) ? "these bits have the destination" : NULL;
}

int blackbox_check_beats(const struct blackbox_reading *l)
{
    const char *wrong = l->f->beats.width ? wrong_beats(l->f) : NULL;

    return wrong ? yaml_fail(&l->yaml, (size_t)l->f->beats_line, "framing: length: %s", wrong) : 0;
}

int blackbox_take_framing(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    static const char *const by[] = {[BLACKBOX_LAST] = "last",
                                     [BLACKBOX_LENGTH] = "length",
                                     [BLACKBOX_TYPE] = "type",
                                     [BLACKBOX_SINGLE] = "single",
                                     NULL};
    static const struct blackbox_key keys[] = {
        BLACKBOX_CHOICE("by", struct blackbox, framing, by),
        BLACKBOX_SLICE(struct blackbox, frame),
        BLACKBOX_INT("offset", struct blackbox, length_offset, -BLACKBOX_FLITS, BLACKBOX_FLITS),
        BLACKBOX_INT("flit", struct blackbox, frame.at, 0, BLACKBOX_FLITS - 1),
        BLACKBOX_CODE("head", struct blackbox, code_head),
        BLACKBOX_CODE("body", struct blackbox, code_body),
        BLACKBOX_CODE("tail", struct blackbox, code_tail),
        BLACKBOX_CODE("single", struct blackbox, code_single),
        BLACKBOX_TAKE("length", take_beats),
        BLACKBOX_KEYS_END};
    struct blackbox *f = context;

    f->frame.field = blackbox_field_of(f, "last");
    if (blackbox_yaml_mapping(l, value, "framing", keys, f) != 0)
        return -1;
    if (f->frame.at && f->framing != BLACKBOX_LENGTH)
        return yaml_fail(&l->yaml, yaml_line(value), "framing: flit goes with by length, or within length");
    if (f->framing == BLACKBOX_SINGLE)
        return 0;
    f->frame.every = f->framing != BLACKBOX_LENGTH;
    return blackbox_slice_close(l, value, "framing", &f->frame) != 0 ? -1 : check_codes(l, value);
}

int blackbox_take_packets(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    static const struct blackbox_key keys[] = {BLACKBOX_INT("min_flits", struct blackbox, min_flits, 1, BLACKBOX_FLITS),
                                               BLACKBOX_INT("max_flits", struct blackbox, max_flits, 1, BLACKBOX_FLITS),
                                               BLACKBOX_FLAG("gaps", struct blackbox, gaps), BLACKBOX_KEYS_END};
    struct blackbox *f = context;

    f->packets_line = (int)yaml_line(value);
    if (blackbox_yaml_mapping(l, value, "packets", keys, context) != 0)
        return -1;
    if (f->min_flits > f->max_flits)
        return yaml_fail(&l->yaml, yaml_line(value), "packets: the least length, %d, is over the longest, %d",
                         f->min_flits, f->max_flits);
    return 0;
}

/* Bytes that count ------------------------------------------------------------------------------------------------ */

int blackbox_take_byte_enable(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    static const struct blackbox_key keys[] = {
        {"field", BLACKBOX_KEY_FIELD, offsetof(struct blackbox_byte_enable, keep), 0, 0, NULL, NULL},
        {"data", BLACKBOX_KEY_FIELD, offsetof(struct blackbox_byte_enable, data), 0, 0, NULL, NULL},
        BLACKBOX_FLAG("sparse", struct blackbox_byte_enable, sparse),
        BLACKBOX_FLAG("null_flits", struct blackbox_byte_enable, nulls),
        BLACKBOX_KEYS_END};
    struct blackbox *f = context;
    struct blackbox_byte_enable *k = &f->byte_enable;

    *k = (struct blackbox_byte_enable){.keep = -1, .data = -1, .line = (int)yaml_line(value)};
    if (blackbox_yaml_mapping(l, value, "byte_enable", keys, k) != 0)
        return -1;
    if (k->keep < 0 || k->data < 0)
        return yaml_fail(&l->yaml, yaml_line(value),
                         "byte_enable: must have field, and data: the field whose bytes it is about");
    if (f->field[k->keep].width > 64 || f->field[k->data].width != 8 * f->field[k->keep].width)
        return yaml_fail(&l->yaml, yaml_line(value),
                         "byte_enable: %s has %d bits, and must have one for each of %d bits of %s, 64 at most",
                         f->field[k->keep].name, f->field[k->keep].width, f->field[k->data].width,
                         f->field[k->data].name);
    if (f->field[k->data].side[0] != 8 * f->field[k->keep].side[0] ||
        f->field[k->data].side[1] != 8 * f->field[k->keep].side[1])
        return yaml_fail(&l->yaml, yaml_line(value),
                         "byte_enable: %s must have a bit for each byte of %s at both sides", f->field[k->keep].name,
                         f->field[k->data].name);
    f->widths.nulls = k->nulls;
    return 0;
}

/* Virtual channels ------------------------------------------------------------------------------------------------ */

int blackbox_take_vcs(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    static const struct blackbox_key keys[] = {BLACKBOX_INT("count", struct blackbox, vcs, 1, BLACKBOX_VCS),
                                               BLACKBOX_FLAG("kept", struct blackbox, vc_kept), BLACKBOX_KEYS_END};
    struct blackbox *f = context;

    if (value->type == YAML_SCALAR_NODE)
        return blackbox_yaml_int(l, value, keys[0].name, 1, BLACKBOX_VCS, &f->vcs);
    return blackbox_yaml_mapping(l, value, "vcs", keys, f);
}

int blackbox_take_lanes(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    static const struct blackbox_key keys[] = {BLACKBOX_SLICE(struct blackbox_lanes, slice),
                                               BLACKBOX_FLAG("inputs", struct blackbox_lanes, inputs),
                                               BLACKBOX_KEYS_END};
    struct blackbox *f = context;

    f->lanes.line = (int)yaml_line(value);
    f->lanes.slice = (struct blackbox_slice){.field = -1, .every = 1};
    if (blackbox_yaml_mapping(l, value, "interleaved", keys, &f->lanes) != 0 ||
        blackbox_slice_close(l, value, "interleaved", &f->lanes.slice) != 0)
        return -1;
    f->lanes.count = f->lanes.slice.width < 4 ? 1 << f->lanes.slice.width : BLACKBOX_VCS;
    return 0;
}
