/* SPDX-License-Identifier: Apache-2.0
 *
 * What a description says of packets that a router may drop, or must. See blackbox_yaml.h.
 */
#include "blackbox_yaml.h"

static int take_marked(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    static const struct blackbox_key keys[] = {BLACKBOX_SLICE(struct blackbox_drops, marked),
                                               BLACKBOX_LONG("value", struct blackbox_drops, mark, 0, INT64_MAX),
                                               BLACKBOX_KEYS_END};
    struct blackbox_drops *drops = context;

    drops->marked.field = -1;
    drops->mark = -1;
    drops->line = (int)yaml_line(value);
    return blackbox_yaml_mapping(l, value, "marked", keys, drops) != 0
               ? -1
               : blackbox_slice_close(l, value, "marked", &drops->marked);
}

/* What may be dropped is said by any key but marked. */
static int allows(struct blackbox_reading *l, const yaml_node_t *value)
{
    return !blackbox_yaml_find(l, value, "marked") || blackbox_yaml_find(l, value, "longer") ||
           blackbox_yaml_find(l, value, "when");
}

int blackbox_take_drops(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    static const char *const when[] = {"always", "busy", NULL};
    static const struct blackbox_key keys[] = {
        BLACKBOX_CHOICE("when", struct blackbox_drops, busy, when),
        BLACKBOX_INT("longer", struct blackbox_drops, longer, 0, BLACKBOX_FLITS - 1),
        BLACKBOX_TAKE("marked", take_marked), BLACKBOX_KEYS_END};
    struct blackbox *f = context;

    if (value->type == YAML_SCALAR_NODE)
        return blackbox_yaml_flag(l, value, "drops", &f->drops.allowed);
    if (blackbox_yaml_mapping(l, value, "drops", keys, &f->drops) != 0)
        return -1;
    f->drops.allowed = allows(l, value);
    return 0;
}

/* Against all else ------------------------------------------------------------------------------------------------ */

static int overlap(const struct blackbox_slice *a, const struct blackbox_slice *b)
{
    return a->field == b->field && a->shift < b->shift + b->width && b->shift < a->shift + a->width;
}

/* Why the mark cannot be in these bits; NULL: it can. */
static const char *contradiction(const struct blackbox *f)
{
    const struct blackbox_slice *s = &f->drops.marked;

    if (f->drops.mark < 0)
        return "must have field and value";
    if (s->width < 63 && f->drops.mark >> s->width)
        return "the value has more bits than the field";
    if (f->field[s->field].constant || !f->inputs.fields[s->field].count)
        return "the field must have a pin at inputs, and no value of its own";
    if (f->framing != BLACKBOX_SINGLE && overlap(s, &f->frame))
        return "these bits tell the end of packets";
    if (f->lanes.count && overlap(s, &f->lanes.slice))
        return "these bits are those of interleaved";
    if (f->byte_enable.line && s->field == f->byte_enable.keep)
        return "these bits are byte enables";
    for (int i = 0; i < f->parts; i++)
        if (overlap(s, &f->part[i].slice))
            return "these bits have the destination: packets without one are illegal: {unroutable: ...}";
    return NULL;
}

int blackbox_load_drops(struct blackbox_reading *l)
{
    const struct blackbox_drops *drops = &l->f->drops;
    const char *wrong = drops->marked.width ? contradiction(l->f) : NULL;

    return wrong ? yaml_fail(&l->yaml, (size_t)drops->line, "drops: marked: %s", wrong) : 0;
}
