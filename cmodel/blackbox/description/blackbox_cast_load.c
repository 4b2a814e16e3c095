/* SPDX-License-Identifier: Apache-2.0
 *
 * What a description says of packets for several outputs. See blackbox_yaml.h.
 */
#include <string.h>

#include "blackbox_yaml.h"

/* Sets of a list -------------------------------------------------------------------------------------------------- */

static int add_output(struct blackbox_reading *l, const yaml_node_t *item, void *context)
{
    int output;

    if (blackbox_yaml_int(l, item, "outputs", 0, l->f->sinks - 1, &output) != 0)
        return -1;
    *(uint64_t *)context |= 1ull << output;
    return 0;
}

/* An output, a list of them, or all. */
static int read_set(struct blackbox_reading *l, const yaml_node_t *value, uint64_t *set)
{
    const char *text = yaml_scalar(value);

    *set = text && strcmp(text, "all") == 0 ? UINT64_MAX >> (BLACKBOX_SET - l->f->sinks) : 0;
    if (*set)
        return 0;
    if (blackbox_yaml_items(l, value, add_output, set) != 0)
        return -1;
    return *set ? 0
                : yaml_fail(&l->yaml, yaml_line(value),
                            "outputs: a value for no output is not legal: say illegal: {unroutable: {values: [...]}}");
}

static int add_set(struct blackbox_reading *l, const yaml_node_t *key, const yaml_node_t *value, void *context)
{
    const struct blackbox_part *part = context;
    struct blackbox_cast *cast = &l->f->cast;
    uint64_t most = part->slice.width >= 63 ? INT64_MAX : (1ull << part->slice.width) - 1;
    int64_t number;

    if (cast->count == BLACKBOX_SETS)
        return yaml_fail(&l->yaml, yaml_line(key), "outputs: more than %d values", BLACKBOX_SETS);
    if (blackbox_yaml_integer(l, key, "outputs", 0, (int64_t)most, &number) != 0)
        return -1;
    for (int i = 0; i < cast->count; i++)
        if (cast->value[i] == (uint64_t)number)
            return yaml_fail(&l->yaml, yaml_line(key), "outputs: %lld is here twice", (long long)number);
    cast->value[cast->count] = (uint64_t)number;
    return read_set(l, value, &cast->set[cast->count++]);
}

int blackbox_read_sets(struct blackbox_reading *l, const yaml_node_t *value, struct blackbox_part *part)
{
    part->value = BLACKBOX_OUTPUTS;
    l->f->cast.kind = BLACKBOX_GROUPS;
    l->f->cast.line = (int)yaml_line(value);
    if (l->f->sinks > BLACKBOX_SET)
        return 0; /* blackbox_check_cast says so */
    return blackbox_yaml_pairs(l, value,
                               "outputs must be values with an output, a list of outputs or all, such as "
                               "\"{1: 0, 2: [0, 3], 7: all}\"",
                               add_set, part);
}

/* Against all else ------------------------------------------------------------------------------------------------ */

/* Whether a set that an input may send to has an output. */
static int is_in_a_set(const struct blackbox *f, int source, int sink)
{
    for (int i = 0; i < f->cast.count; i++) {
        int fits = (int)(f->cast.set[i] >> sink & 1);
        for (int k = 0; k < f->sinks; k++)
            fits &= !(f->cast.set[i] >> k & 1) || !f->forbidden[source * f->sinks + k];
        if (fits)
            return 1;
    }
    return 0;
}

/* Pairs that no set has are as good as forbidden. */
static void forbid_rest(struct blackbox *f)
{
    for (int i = 0; i < f->sources * f->sinks; i++)
        if (!f->forbidden[i] && !is_in_a_set(f, i / f->sinks, i % f->sinks)) {
            f->forbidden[i] = 1;
            f->sends[i / f->sinks]--;
            f->gets[i % f->sinks]--;
        }
}

/* Why packets cannot be for several outputs; NULL: they can. */
static const char *contradiction(const struct blackbox *f)
{
    if (f->sinks > BLACKBOX_SET)
        return "packets for several outputs need 64 outputs at most";
    if (f->cast.kind != BLACKBOX_ALL && f->parts > 1)
        return "a set of outputs must be the only part";
    if (f->cast.kind == BLACKBOX_MASK && f->part[0].slice.width < f->sinks)
        return "value: mask needs a bit for each output, and the field has fewer";
    if (f->cast.kind == BLACKBOX_ALL && f->illegal.values)
        return "all packets go to all outputs, and illegal: {unroutable: ...} has other destinations";
    if ((f->illegal.values && f->illegal.then == BLACKBOX_ANYWHERE) || f->illegal.damaged_then == BLACKBOX_ANYWHERE)
        return "packets for several outputs need illegal packets that are dropped, or come out: then any says neither";
    return f->properties.fair >= 0 ? "packets for several outputs wait for all of them: properties: {fair: ...} must go"
                                   : NULL;
}

int blackbox_check_cast(struct blackbox_reading *l)
{
    struct blackbox *f = l->f;
    const char *wrong = f->cast.kind ? contradiction(f) : NULL;

    if (wrong)
        return yaml_fail(&l->yaml, (size_t)f->cast.line, "destination: %s", wrong);
    if (f->cast.kind == BLACKBOX_GROUPS)
        forbid_rest(f);
    return 0;
}
