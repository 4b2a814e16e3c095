/* SPDX-License-Identifier: Apache-2.0
 *
 * What a description says of packets that are not legal, and that a router must survive. See foreign_yaml.h.
 */
#include <string.h>

#include "foreign_yaml.h"

int foreign_hostile_has(const struct foreign *f, enum foreign_hostile_kind kind)
{
    const struct foreign_hostile *h = &f->hostile;

    switch (kind) {
    case FOREIGN_UNROUTABLE: return h->values > 0;
    case FOREIGN_LONG: return h->longest > 0;
    case FOREIGN_SHORT: return h->shortest > 0;
    case FOREIGN_BROKEN: return h->gap;
    case FOREIGN_OVERRUN: return h->overrun > 0;
    case FOREIGN_WITHDRAWN: return h->withdrawn;
    case FOREIGN_LEGAL:
    case FOREIGN_HOSTILE_COUNT: break;
    }
    return 0;
}

/* Reading ------------------------------------------------------------------------------------------------------------- */

static int add_value(struct foreign_reading *l, const yaml_node_t *item, void *context)
{
    struct foreign_hostile *h = context;
    int64_t number;

    if (h->values == FOREIGN_UNROUTABLES)
        return yaml_fail(&l->yaml, yaml_line(item), "unroutable: more than %d values", FOREIGN_UNROUTABLES);
    if (foreign_yaml_integer(l, item, "values", 0, INT64_MAX, &number) != 0)
        return -1;
    h->value[h->values++] = (uint64_t)number;
    return 0;
}

/* What becomes of it: drop, any, or the number of an output. */
static int take_then(struct foreign_reading *l, const yaml_node_t *value, void *context)
{
    struct foreign_hostile *h = context;
    const char *text = yaml_scalar(value);

    if (text && strcmp(text, "any") == 0)
        h->then = FOREIGN_ANYWHERE;
    if (text && (strcmp(text, "any") == 0 || strcmp(text, "drop") == 0))
        return 0;
    return foreign_yaml_int(l, value, "then", 0, FOREIGN_ENDS - 1, &h->then);
}

static int take_unroutable(struct foreign_reading *l, const yaml_node_t *value, void *context)
{
    static const struct foreign_key keys[] = {{"values", FOREIGN_KEY_ITEMS, 0, 0, 0, NULL, add_value}, FOREIGN_TAKE("then", take_then),
                                              FOREIGN_KEYS_END};
    struct foreign_hostile *h = context;

    h->then = FOREIGN_DROPPED;
    if (foreign_yaml_mapping(l, value, "unroutable", keys, h) != 0)
        return -1;
    return h->values ? 0 : yaml_fail(&l->yaml, yaml_line(value), "unroutable: must have values");
}

int foreign_take_hostile(struct foreign_reading *l, const yaml_node_t *value, void *context)
{
    static const char *const after[] = {"as-is", "reset", NULL};
    static const struct foreign_key keys[] = {
        FOREIGN_TAKE("unroutable", take_unroutable), FOREIGN_INT("long", struct foreign_hostile, longest, 2, FOREIGN_FLITS),
        FOREIGN_INT("short", struct foreign_hostile, shortest, 1, FOREIGN_FLITS), FOREIGN_FLAG("gap", struct foreign_hostile, gap),
        FOREIGN_INT("overrun", struct foreign_hostile, overrun, 1, 4096), FOREIGN_FLAG("withdrawn", struct foreign_hostile, withdrawn),
        FOREIGN_CHOICE("recovers", struct foreign_hostile, reset, after), FOREIGN_KEYS_END};
    struct foreign *f = context;

    f->hostile.line = (int)yaml_line(value);
    return foreign_yaml_mapping(l, value, "hostile", keys, &f->hostile);
}

/* Against all else ---------------------------------------------------------------------------------------------------- */

/* Whether a value of the first part of the destination leads somewhere. */
static int is_routable(const struct foreign *f, uint64_t value)
{
    const struct foreign_part *part = &f->part[0];

    if (part->value != FOREIGN_LIST)
        return value < (uint64_t)(part->value == FOREIGN_NUMBER ? f->sinks : part->value == FOREIGN_X ? f->cols : f->rows);
    for (int i = 0; i < part->listed; i++)
        if (part->list[i] == value)
            return 1;
    return 0;
}

/* @return what is wrong, or NULL */
static const char *contradiction(const struct foreign *f)
{
    const struct foreign_hostile *h = &f->hostile;

    if (h->longest && (h->longest <= f->longest || f->framing == FOREIGN_SINGLE))
        return "long must be more flits than the longest packet has";
    if (h->longest && f->framing == FOREIGN_LENGTH && f->frame.width < 31 && h->longest + f->length_offset >= 1 << f->frame.width)
        return "long is a length that its bits do not hold";
    if (h->shortest >= f->least && h->shortest)
        return "short must be fewer flits than the least packet has";
    if (h->gap && f->gaps)
        return "gap: gaps within packets are allowed";
    if (h->overrun && !f->inputs.credits)
        return "overrun: inputs have no credits";
    if (h->withdrawn && f->inputs.credits)
        return "withdrawn: inputs have credits, and no valid waits";
    return h->then >= f->sinks ? "then: there is no such output" : NULL;
}

int foreign_load_hostile(struct foreign_reading *l)
{
    struct foreign *f = l->f;
    struct foreign_hostile *h = &f->hostile;
    const char *wrong = h->line ? contradiction(f) : NULL;

    if (wrong)
        return yaml_fail(&l->yaml, (size_t)h->line, "hostile: %s", wrong);
    for (int i = 0; i < h->values; i++) {
        int width = f->part[0].slice.width;
        if (is_routable(f, h->value[i]) || (width < 64 && h->value[i] >> width))
            return yaml_fail(&l->yaml, (size_t)h->line, "hostile: %lld is a destination, or has more than %d bits", (long long)h->value[i],
                             width);
    }
    return 0;
}
