/* SPDX-License-Identifier: Apache-2.0
 *
 * What a description says of packets that are not legal, and that a router must survive. See blackbox_yaml.h.
 */
#include <string.h>

#include "blackbox_yaml.h"

int blackbox_illegal_has(const struct blackbox *f, enum blackbox_illegal_kind kind)
{
    const struct blackbox_illegal *h = &f->illegal;

    switch (kind) {
    case BLACKBOX_UNROUTABLE: return h->values > 0;
    case BLACKBOX_DAMAGED: return h->damaged;
    case BLACKBOX_LONG: return h->longest > 0;
    case BLACKBOX_SHORT: return h->shortest > 0;
    case BLACKBOX_BROKEN: return h->gap;
    case BLACKBOX_OVERRUN: return h->overrun > 0;
    case BLACKBOX_WITHDRAWN: return h->withdrawn;
    case BLACKBOX_LEGAL:
    case BLACKBOX_ILLEGAL_COUNT: break;
    }
    return 0;
}

int blackbox_illegal_drops(const struct blackbox *f, enum blackbox_illegal_kind kind)
{
    int then = kind == BLACKBOX_UNROUTABLE ? f->illegal.then
               : kind == BLACKBOX_DAMAGED  ? f->illegal.damaged_then
                                           : BLACKBOX_ANYWHERE;

    return f->checked[BLACKBOX_ILLEGAL] && blackbox_illegal_has(f, kind) && then == BLACKBOX_DROPPED;
}

/* Reading --------------------------------------------------------------------------------------------------------- */

static int add_value(struct blackbox_reading *l, const yaml_node_t *item, void *context)
{
    struct blackbox_illegal *h = context;
    int64_t number;

    if (h->values == BLACKBOX_UNROUTABLES)
        return yaml_fail(&l->yaml, yaml_line(item), "unroutable: more than %d values", BLACKBOX_UNROUTABLES);
    if (blackbox_yaml_integer(l, item, "values", 0, INT64_MAX, &number) != 0)
        return -1;
    h->value[h->values++] = (uint64_t)number;
    return 0;
}

/* What becomes of it: drop, any, answered, or the number of an output. */
static int take_then(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    struct blackbox_illegal *h = context;
    const char *text = yaml_scalar(value);

    if (text && strcmp(text, "any") == 0)
        h->then = BLACKBOX_ANYWHERE;
    if (text && strcmp(text, "answered") == 0)
        h->then = BLACKBOX_ANSWERED;
    if (text && (strcmp(text, "any") == 0 || strcmp(text, "drop") == 0 || strcmp(text, "answered") == 0))
        return 0;
    return blackbox_yaml_int(l, value, "then", 0, BLACKBOX_ENDS - 1, &h->then);
}

static int take_unroutable(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    static const struct blackbox_key keys[] = {
        {"values", BLACKBOX_KEY_ITEMS, 0, 0, 0, NULL, add_value}, BLACKBOX_TAKE("then", take_then), BLACKBOX_KEYS_END};
    struct blackbox_illegal *h = context;

    h->then = BLACKBOX_DROPPED;
    if (blackbox_yaml_mapping(l, value, "unroutable", keys, h) != 0)
        return -1;
    return h->values ? 0 : yaml_fail(&l->yaml, yaml_line(value), "unroutable: must have values");
}

/* Whether a router looks at what is computed: drop, any, or pass. */
static int take_damaged(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    static const char *const then[] = {"drop", "any", "pass", NULL};
    static const int means[] = {BLACKBOX_DROPPED, BLACKBOX_ANYWHERE, 0};
    struct blackbox_illegal *h = context;
    int is = blackbox_yaml_choice(l, value, "computed", then);

    if (is < 0)
        return -1;
    h->damaged = 1;
    h->damaged_then = means[is];
    return 0;
}

int blackbox_take_illegal(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    static const char *const after[] = {"as-is", "reset", NULL};
    static const struct blackbox_key keys[] = {
        BLACKBOX_TAKE("unroutable", take_unroutable),
        BLACKBOX_TAKE("computed", take_damaged),
        BLACKBOX_INT("long", struct blackbox_illegal, longest, 2, BLACKBOX_FLITS),
        BLACKBOX_INT("short", struct blackbox_illegal, shortest, 1, BLACKBOX_FLITS),
        BLACKBOX_FLAG("gap", struct blackbox_illegal, gap),
        BLACKBOX_INT("overrun", struct blackbox_illegal, overrun, 1, 4096),
        BLACKBOX_FLAG("withdrawn", struct blackbox_illegal, withdrawn),
        BLACKBOX_CHOICE("recovers", struct blackbox_illegal, reset, after),
        BLACKBOX_KEYS_END};
    struct blackbox *f = context;

    f->illegal.line = (int)yaml_line(value);
    return blackbox_yaml_mapping(l, value, "illegal", keys, &f->illegal);
}

/* Against all else ------------------------------------------------------------------------------------------------ */

static int is_set(const struct blackbox *f, uint64_t value)
{
    if (f->cast.kind == BLACKBOX_MASK)
        return value && (f->sinks >= 64 || !(value >> f->sinks));
    for (int i = 0; i < f->cast.count; i++)
        if (f->cast.value[i] == value)
            return 1;
    return 0;
}

/* Whether a value of the first part of the destination leads somewhere. */
static int is_routable(const struct blackbox *f, uint64_t value)
{
    const struct blackbox_part *part = &f->part[0];

    if (part->value == BLACKBOX_OUTPUTS)
        return is_set(f, value);
    if (part->value != BLACKBOX_LIST)
        return value < (uint64_t)(part->value == BLACKBOX_NUMBER ? f->sinks
                                  : part->value == BLACKBOX_X    ? f->cols
                                                                 : f->rows);
    for (int i = 0; i < part->listed; i++)
        if (part->list[i] == value)
            return 1;
    return 0;
}

/* @return what is wrong, or NULL */
static const char *contradiction(const struct blackbox *f)
{
    const struct blackbox_illegal *h = &f->illegal;

    if (h->longest && (h->longest <= f->max_flits || f->framing == BLACKBOX_SINGLE))
        return "long must be more flits than the longest packet has";
    if (h->longest && f->framing == BLACKBOX_LENGTH &&
        !blackbox_slice_holds(&f->frame, 0, h->longest + f->length_offset))
        return "long is a length that its bits do not hold";
    if (h->shortest >= f->min_flits && h->shortest)
        return "short must be fewer flits than the least packet has";
    if (h->shortest && (h->shortest <= f->frame.at || h->shortest <= f->beats.at))
        return "short: the flit that has the length must be in the packet";
    if (h->gap && f->gaps)
        return "gap: gaps within packets are allowed";
    if (h->overrun && !f->inputs.credits)
        return "overrun: inputs have no credits";
    if (h->withdrawn && f->inputs.credits)
        return "withdrawn: inputs have credits, and no valid waits";
    if (h->withdrawn && f->inputs.open)
        return "withdrawn: inputs have no ready, and no valid waits";
    if (h->damaged && !f->computeds)
        return "computed: no field is computed";
    if (h->withdrawn && f->inputs.waits == BLACKBOX_VALID_WAITS)
        return "withdrawn: valid of inputs waits for ready, and none is taken back";
    return h->then >= f->sinks ? "then: there is no such output" : NULL;
}

int blackbox_load_illegal(struct blackbox_reading *l)
{
    struct blackbox *f = l->f;
    struct blackbox_illegal *h = &f->illegal;
    const char *wrong = h->line ? contradiction(f) : NULL;

    if (wrong)
        return yaml_fail(&l->yaml, (size_t)h->line, "illegal: %s", wrong);
    for (int i = 0; i < h->values; i++) {
        int width = f->part[0].slice.width;
        if (is_routable(f, h->value[i]) || (width < 64 && h->value[i] >> width))
            return yaml_fail(&l->yaml, (size_t)h->line, "illegal: %lld is a destination, or has more than %d bits",
                             (long long)h->value[i], width);
    }
    return 0;
}
