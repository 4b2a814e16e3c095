/* SPDX-License-Identifier: Apache-2.0
 *
 * What a description says of destinations: where they are written, what is rewritten on the way, which pairs are not
 * tried. See blackbox_yaml.h.
 */
#include <stdlib.h>
#include <string.h>

#include "blackbox_yaml.h"

/* Values ---------------------------------------------------------------------------------------------------------- */

static int add_value(struct blackbox_reading *l, const yaml_node_t *item, void *context)
{
    struct blackbox_part *part = context;
    uint64_t most = part->slice.width >= 63 ? INT64_MAX : (1ull << part->slice.width) - 1;
    int64_t number;

    if (item->type == YAML_SEQUENCE_NODE)
        return blackbox_yaml_items(l, item, add_value, context);
    if (part->listed == l->f->sources * l->f->sinks)
        return yaml_fail(&l->yaml, yaml_line(item), "value: more of them than pairs of inputs and outputs");
    if (blackbox_yaml_integer(l, item, "value", 0, (int64_t)most, &number) != 0)
        return -1;
    part->list[part->listed++] = (uint64_t)number;
    return 0;
}

static int read_list(struct blackbox_reading *l, const yaml_node_t *value, struct blackbox_part *part)
{
    const struct blackbox *f = l->f;

    part->value = BLACKBOX_LIST;
    part->list = calloc((size_t)(f->sources * f->sinks), sizeof *part->list);
    if (!part->list)
        return blackbox_yaml_memory(l);
    if (blackbox_yaml_items(l, value, add_value, part) != 0)
        return -1;
    if (part->listed == f->sinks || part->listed == f->sources * f->sinks)
        return 0;
    return yaml_fail(&l->yaml, yaml_line(value),
                     "value: %d numbers in the list, must be %d, one for each output, or %d, for each input a "
                     "list of those",
                     part->listed, f->sinks, f->sources * f->sinks);
}

/* After the width is known. */
static int read_value(struct blackbox_reading *l, const yaml_node_t *value, struct blackbox_part *part)
{
    static const char *const words[] = {
        [BLACKBOX_NUMBER] = "number", [BLACKBOX_X] = "x", [BLACKBOX_Y] = "y", [BLACKBOX_LIST] = "mask", NULL};
    int is;

    if (value->type == YAML_SEQUENCE_NODE)
        return read_list(l, value, part);
    is = blackbox_yaml_choice(l, value, "value", words);
    if (is == BLACKBOX_LIST) {
        part->value = BLACKBOX_OUTPUTS;
        l->f->cast.kind = BLACKBOX_MASK;
        l->f->cast.line = (int)yaml_line(value);
        return 0;
    }
    part->value = is < 0 ? BLACKBOX_NUMBER : (enum blackbox_value)is;
    if (is > BLACKBOX_NUMBER && !l->f->cols)
        return yaml_fail(&l->yaml, yaml_line(value),
                         "value: routers have a column and a row in a mesh or a torus alone");
    return is < 0 ? -1 : 0;
}

static int check_range(const struct blackbox_reading *l, const yaml_node_t *node, const struct blackbox_part *part)
{
    const struct blackbox *f = l->f;
    int most = part->value == BLACKBOX_NUMBER ? f->sinks : part->value == BLACKBOX_X ? f->cols : f->rows;

    if (part->value >= BLACKBOX_LIST || part->slice.width >= 31 || most <= 1 << part->slice.width)
        return 0;
    return yaml_fail(&l->yaml, yaml_line(node), "destination: %d bits cannot tell %d apart", part->slice.width, most);
}

/* Parts ----------------------------------------------------------------------------------------------------------- */

static int add_part(struct blackbox_reading *l, const yaml_node_t *item, void *context)
{
    static const struct blackbox_key keys[] = {BLACKBOX_SLICE(struct blackbox_part, slice),
                                               BLACKBOX_FLAG("every", struct blackbox_part, slice.every),
                                               BLACKBOX_LATER("value", BLACKBOX_LATER_VALUE),
                                               BLACKBOX_LATER("outputs", BLACKBOX_LATER_OUTPUTS), BLACKBOX_KEYS_END};
    struct blackbox *f = context;
    struct blackbox_part part = {.slice = {.field = -1, .every = -1}, .line = (int)yaml_line(item)},
                         *added = &f->part[f->parts];

    if (f->parts == BLACKBOX_PARTS)
        return yaml_fail(&l->yaml, yaml_line(item), "destination: more than %d parts", BLACKBOX_PARTS);
    l->later[BLACKBOX_LATER_VALUE] = l->later[BLACKBOX_LATER_OUTPUTS] = NULL;
    if (blackbox_yaml_mapping(l, item, "destination", keys, &part) != 0 ||
        blackbox_slice_close(l, item, "destination", &part.slice) != 0)
        return -1;
    if (part.slice.every < 0) /* sidebands have it with each flit, headers once */
        part.slice.every = strcmp(f->field[part.slice.field].name, "data") != 0 &&
                           f->field[part.slice.field].side[0] == f->field[part.slice.field].side[1];
    *added = part;
    f->parts++;
    if (l->later[BLACKBOX_LATER_VALUE] && l->later[BLACKBOX_LATER_OUTPUTS])
        return yaml_fail(&l->yaml, yaml_line(item), "destination: has value and outputs: say one of them");
    if (l->later[BLACKBOX_LATER_OUTPUTS])
        return blackbox_read_sets(l, l->later[BLACKBOX_LATER_OUTPUTS], added);
    if (l->later[BLACKBOX_LATER_VALUE] && read_value(l, l->later[BLACKBOX_LATER_VALUE], added) != 0)
        return -1;
    return check_range(l, item, added);
}

int blackbox_load_destination(struct blackbox_reading *l)
{
    const yaml_node_t *node = l->later[BLACKBOX_LATER_DESTINATION];
    const char *text = yaml_scalar(node);

    if (!text)
        return blackbox_yaml_items(l, node, add_part, l->f);
    l->f->cast.kind = BLACKBOX_ALL;
    l->f->cast.line = (int)yaml_line(node);
    return strcmp(text, "all") == 0
               ? 0
               : yaml_fail(&l->yaml, yaml_line(node),
                           "destination: must be all, or {field, value} with the bits that say which output");
}

int blackbox_add_rewritten(struct blackbox_reading *l, const yaml_node_t *item, void *context)
{
    static const struct blackbox_key keys[] = {BLACKBOX_SLICE(struct blackbox_part, slice),
                                               BLACKBOX_FLAG("every", struct blackbox_part, slice.every),
                                               BLACKBOX_KEYS_END};
    struct blackbox_part part = {.slice = {.field = -1, .every = 1}};
    struct blackbox *f = context;

    if (f->rewrites == BLACKBOX_PARTS)
        return yaml_fail(&l->yaml, yaml_line(item), "rewritten: more than %d parts", BLACKBOX_PARTS);
    if (blackbox_yaml_mapping(l, item, "rewritten", keys, &part) != 0 ||
        blackbox_slice_close(l, item, "rewritten", &part.slice) != 0)
        return -1;
    f->rewritten[f->rewrites++] = part.slice;
    return 0;
}

/* Pairs ----------------------------------------------------------------------------------------------------------- */

static int add_forbidden(struct blackbox_reading *l, const yaml_node_t *item, void *context)
{
    struct blackbox *f = context;
    int n[2];

    if (blackbox_yaml_numbers(l, item, "forbid", 2, n) != 0)
        return -1;
    if (n[0] >= f->sources || n[1] >= f->sinks)
        return yaml_fail(&l->yaml, yaml_line(item), "forbid: there are %d inputs and %d outputs", f->sources, f->sinks);
    f->forbidden[n[0] * f->sinks + n[1]] = 1;
    return 0;
}

static int read_forbidden(struct blackbox_reading *l, const yaml_node_t *forbid)
{
    const char *word = yaml_scalar(forbid);
    struct blackbox *f = l->f;

    if (!word)
        return blackbox_yaml_items(l, forbid, add_forbidden, f);
    for (int i = 0; i < f->sources && i < f->sinks; i++)
        f->forbidden[i * f->sinks + i] = 1;
    return strcmp(word, "self") == 0
               ? 0
               : yaml_fail(&l->yaml, yaml_line(forbid), "forbid: must be self, or lists of [input, output]");
}

int blackbox_load_forbidden(struct blackbox_reading *l)
{
    const yaml_node_t *forbid = l->later[BLACKBOX_LATER_FORBID];
    struct blackbox *f = l->f;

    f->forbidden = calloc((size_t)(f->sources * f->sinks), 1);
    f->sends = calloc((size_t)f->sources, sizeof *f->sends);
    f->gets = calloc((size_t)f->sinks, sizeof *f->gets);
    if (!f->forbidden || !f->sends || !f->gets)
        return blackbox_yaml_memory(l);
    if (forbid && read_forbidden(l, forbid) != 0)
        return -1;
    for (int i = 0; i < f->sources * f->sinks; i++)
        if (!f->forbidden[i]) {
            f->sends[i / f->sinks]++;
            f->gets[i % f->sinks]++;
        }
    return 0;
}
