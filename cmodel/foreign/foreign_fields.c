/* SPDX-License-Identifier: Apache-2.0
 *
 * What a description says of flits and packets: fields, framing, lengths, virtual channels. See foreign_yaml.h.
 */
#include <stdlib.h>
#include <string.h>

#include "foreign_pins.h"
#include "foreign_yaml.h"

/* Fields ------------------------------------------------------------------------------------------------------------ */

int foreign_field_of(const struct foreign *f, const char *name)
{
    for (int i = 0; name && i < f->fields; i++)
        if (strcmp(f->field[i].name, name) == 0)
            return i;
    return -1;
}

static int take_constant(struct foreign_reading *l, const yaml_node_t *value, void *context)
{
    struct foreign_field *field = context;
    int64_t number;

    if (foreign_yaml_integer(l, value, "value", 0, INT64_MAX, &number) != 0)
        return -1;
    field->constant = 1;
    field->value = (uint64_t)number;
    return 0;
}

static int read_field(struct foreign_reading *l, const yaml_node_t *value, struct foreign_field *field)
{
    static const struct foreign_key keys[] = {FOREIGN_INT("width", struct foreign_field, width, 1, FOREIGN_BITS),
                                              FOREIGN_TAKE("value", take_constant), FOREIGN_KEYS_END};

    if (value->type == YAML_SCALAR_NODE)
        return foreign_yaml_int(l, value, "width", 1, FOREIGN_BITS, &field->width);
    return foreign_yaml_mapping(l, value, field->name, keys, field);
}

static int take_field(struct foreign_reading *l, const yaml_node_t *key, const yaml_node_t *value, void *context)
{
    struct foreign *f = context;
    struct foreign_field *field = &f->field[f->fields];

    if (f->fields == FOREIGN_FIELDS)
        return yaml_fail(&l->yaml, yaml_line(key), "more than %d fields", FOREIGN_FIELDS);
    if (foreign_yaml_name(l, key, "the name of a field", field->name) != 0)
        return -1;
    if (foreign_field_of(f, field->name) >= 0 || foreign_role(field->name) >= 0)
        return yaml_fail(&l->yaml, yaml_line(key), "%s: there is such a pin or field already", field->name);
    field->line = (int)yaml_line(key);
    field->offset = f->bits;
    if (read_field(l, value, field) != 0)
        return -1;
    f->fields++;
    f->bits += field->width;
    if (field->width < 64 && field->value >> field->width)
        return yaml_fail(&l->yaml, yaml_line(key), "%s: its value has more than %d bits", field->name, field->width);
    return f->bits > FOREIGN_BITS ? yaml_fail(&l->yaml, yaml_line(key), "a flit has more than %d bits", FOREIGN_BITS) : 0;
}

int foreign_take_fields(struct foreign_reading *l, const yaml_node_t *value, void *context)
{
    struct foreign *f = context;
    int status = foreign_yaml_pairs(l, value, "fields must be names with their widths, such as \"data: 32\"", take_field, f);

    f->words = (f->bits + 31) / 32;
    return status;
}

int foreign_slice_close(const struct foreign_reading *l, const yaml_node_t *node, const char *what, struct foreign_slice *s)
{
    const struct foreign_field *field;

    if (s->field < 0)
        return yaml_fail(&l->yaml, yaml_line(node), "%s: names no field", what);
    field = &l->f->field[s->field];
    if (s->width == 0)
        s->width = field->width - s->shift;
    if (s->width < 1 || s->shift + s->width > field->width)
        return yaml_fail(&l->yaml, yaml_line(node), "%s: bits %d and on of %s, which has %d", what, s->shift, field->name, field->width);
    return 0;
}

/* How packets end --------------------------------------------------------------------------------------------------- */

static int check_codes(const struct foreign_reading *l, const yaml_node_t *node)
{
    const struct foreign *f = l->f;
    uint64_t most = f->frame.width >= 64 ? UINT64_MAX : (1ull << f->frame.width) - 1;

    if (f->framing == FOREIGN_LAST && f->frame.width != 1)
        return yaml_fail(&l->yaml, yaml_line(node), "framing: by last takes one bit, and this is %d", f->frame.width);
    if (f->framing == FOREIGN_TYPE && (f->code_head > most || f->code_body > most || f->code_tail > most || f->code_single > most))
        return yaml_fail(&l->yaml, yaml_line(node), "framing: a code has more than %d bits", f->frame.width);
    return 0;
}

int foreign_take_framing(struct foreign_reading *l, const yaml_node_t *value, void *context)
{
    static const char *const by[] = {[FOREIGN_LAST] = "last", [FOREIGN_LENGTH] = "length", [FOREIGN_TYPE] = "type",
                                     [FOREIGN_SINGLE] = "single", NULL};
    static const struct foreign_key keys[] = {
        FOREIGN_CHOICE("by", struct foreign, framing, by), FOREIGN_SLICE(struct foreign, frame),
        FOREIGN_INT("offset", struct foreign, length_offset, -FOREIGN_FLITS, FOREIGN_FLITS), FOREIGN_CODE("head", struct foreign, code_head),
        FOREIGN_CODE("body", struct foreign, code_body), FOREIGN_CODE("tail", struct foreign, code_tail),
        FOREIGN_CODE("single", struct foreign, code_single), FOREIGN_KEYS_END};
    struct foreign *f = context;

    f->frame.field = foreign_field_of(f, "last");
    if (foreign_yaml_mapping(l, value, "framing", keys, f) != 0)
        return -1;
    if (f->framing == FOREIGN_SINGLE)
        return 0;
    f->frame.every = f->framing != FOREIGN_LENGTH;
    return foreign_slice_close(l, value, "framing", &f->frame) != 0 ? -1 : check_codes(l, value);
}

int foreign_take_packets(struct foreign_reading *l, const yaml_node_t *value, void *context)
{
    static const struct foreign_key keys[] = {FOREIGN_INT("least", struct foreign, least, 1, FOREIGN_FLITS),
                                              FOREIGN_INT("longest", struct foreign, longest, 1, FOREIGN_FLITS),
                                              FOREIGN_FLAG("gaps", struct foreign, gaps), FOREIGN_KEYS_END};
    struct foreign *f = context;

    f->packets_line = (int)yaml_line(value);
    if (foreign_yaml_mapping(l, value, "packets", keys, context) != 0)
        return -1;
    if (f->least > f->longest)
        return yaml_fail(&l->yaml, yaml_line(value), "packets: the least length, %d, is over the longest, %d", f->least, f->longest);
    return 0;
}

/* Bytes that count -------------------------------------------------------------------------------------------------- */

int foreign_take_keep(struct foreign_reading *l, const yaml_node_t *value, void *context)
{
    static const struct foreign_key keys[] = {{"field", FOREIGN_KEY_FIELD, offsetof(struct foreign_keep, keep), 0, 0, NULL, NULL},
                                              {"data", FOREIGN_KEY_FIELD, offsetof(struct foreign_keep, data), 0, 0, NULL, NULL},
                                              FOREIGN_FLAG("sparse", struct foreign_keep, sparse), FOREIGN_KEYS_END};
    struct foreign *f = context;
    struct foreign_keep *k = &f->keep;

    *k = (struct foreign_keep){.keep = -1, .data = -1, .line = (int)yaml_line(value)};
    if (foreign_yaml_mapping(l, value, "keep", keys, k) != 0)
        return -1;
    if (k->keep < 0 || k->data < 0)
        return yaml_fail(&l->yaml, yaml_line(value), "keep: must have field, and data: the field whose bytes it is about");
    if (f->field[k->keep].width > 64 || f->field[k->data].width != 8 * f->field[k->keep].width)
        return yaml_fail(&l->yaml, yaml_line(value), "keep: %s has %d bits, and must have one for each of %d bits of %s, 64 at most",
                         f->field[k->keep].name, f->field[k->keep].width, f->field[k->data].width, f->field[k->data].name);
    return 0;
}

/* Virtual channels -------------------------------------------------------------------------------------------------- */

int foreign_take_vcs(struct foreign_reading *l, const yaml_node_t *value, void *context)
{
    static const struct foreign_key keys[] = {FOREIGN_INT("count", struct foreign, vcs, 1, FOREIGN_VCS),
                                              FOREIGN_FLAG("kept", struct foreign, vc_kept), FOREIGN_KEYS_END};
    struct foreign *f = context;

    if (value->type == YAML_SCALAR_NODE)
        return foreign_yaml_int(l, value, keys[0].name, 1, FOREIGN_VCS, &f->vcs);
    return foreign_yaml_mapping(l, value, "vcs", keys, f);
}

int foreign_take_lanes(struct foreign_reading *l, const yaml_node_t *value, void *context)
{
    static const struct foreign_key keys[] = {FOREIGN_SLICE(struct foreign_lanes, slice), FOREIGN_FLAG("inputs", struct foreign_lanes, inputs),
                                              FOREIGN_KEYS_END};
    struct foreign *f = context;

    f->lanes.line = (int)yaml_line(value);
    f->lanes.slice = (struct foreign_slice){.field = -1, .every = 1};
    if (foreign_yaml_mapping(l, value, "interleaved", keys, &f->lanes) != 0 ||
        foreign_slice_close(l, value, "interleaved", &f->lanes.slice) != 0)
        return -1;
    f->lanes.count = f->lanes.slice.width < 4 ? 1 << f->lanes.slice.width : FOREIGN_VCS;
    return 0;
}
