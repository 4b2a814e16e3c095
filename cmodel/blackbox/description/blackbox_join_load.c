/* SPDX-License-Identifier: Apache-2.0
 *
 * Which packets come out as one frame. See blackbox_join.h and blackbox_yaml.h.
 */
#include "blackbox_yaml.h"

static int take_flag(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    static const struct blackbox_key keys[] = {BLACKBOX_SLICE(struct blackbox_join, flag),
                                               BLACKBOX_LONG("value", struct blackbox_join, flagged, 0, INT64_MAX),
                                               BLACKBOX_KEYS_END};
    struct blackbox_join *j = context;

    j->flag.field = -1;
    j->flagged = 1;
    return blackbox_yaml_mapping(l, value, "join: flag", keys, j) != 0
               ? -1
               : blackbox_slice_close(l, value, "join: flag", &j->flag);
}

int blackbox_take_join(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    static const struct blackbox_key keys[] = {
        BLACKBOX_INT("count", struct blackbox_join, count, 2, 1 << 20),
        BLACKBOX_INT("flits", struct blackbox_join, flits, 2, 1 << 20), BLACKBOX_TAKE("flag", take_flag),
        BLACKBOX_FLAG("inputs", struct blackbox_join, inputs), BLACKBOX_KEYS_END};
    struct blackbox *f = context;

    f->join.line = (int)yaml_line(value);
    return blackbox_yaml_mapping(l, value, "join", keys, &f->join);
}

/* Why the bits of the flag cannot have it; NULL: they can. */
static const char *wrong_flag(const struct blackbox *f)
{
    const struct blackbox_slice *s = &f->join.flag;

    if (s->width < 63 && f->join.flagged >> s->width)
        return "flag: its value has more bits";
    if (f->field[s->field].constant || blackbox_computed_of(f, s->field))
        return "flag: the field is constant or computed";
    if (!f->inputs.fields[s->field].count)
        return "flag: inputs have no pin for the field";
    if (blackbox_slice_shared(&f->frame, s) || blackbox_has_destination(f, s) ||
        (f->byte_enable.line && f->byte_enable.keep == s->field))
        return "flag: these bits say something else";
    return NULL;
}

/* What cannot be described beside it; NULL: nothing is. */
static const char *wrong_beside(const struct blackbox *f)
{
    const struct {
        int is;
        const char *why;
    } all[] = {{f->widths.line > 0, "fields with two widths"},
               {f->lanes.count > 0, "interleaved packets"},
               {f->vcs > 1, "several virtual channels"},
               {f->cast.kind != BLACKBOX_ONE, "packets for several outputs"},
               {f->header.line > 0, "headers"},
               {f->responses.f != NULL, "responses"},
               {f->illegal.line > 0, "illegal traffic"},
               {f->drops.allowed || f->drops.marked.width, "drops"},
               {f->computeds > 0, "computed fields"},
               {f->beats.width > 0, "a length in framing"},
               {f->routers > 1, "several routers"}};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].is)
            return all[i].why;
    return NULL;
}

/* Whether some output gets packets of several inputs. */
static int is_mixed(const struct blackbox *f)
{
    for (int i = 0; i < f->sinks; i++)
        if (f->gets[i] > 1)
            return 1;
    return 0;
}

/* @return what is wrong, or NULL */
static const char *contradiction(const struct blackbox *f)
{
    const struct blackbox_join *j = &f->join;

    if (j->inputs ? j->count || j->flits || j->flag.width : !j->count && !j->flits && !j->flag.width)
        return "must have inputs: yes alone, or one or more of count, flits and flag";
    if ((f->framing != BLACKBOX_LAST && f->framing != BLACKBOX_TYPE) || !f->outputs.fields[f->frame.field].count)
        return "needs framing by last or by type, with a pin of that field at outputs";
    if (j->inputs && (f->sinks > 1 || f->sources < 2 || f->gets[0] < f->sources))
        return "inputs: needs several inputs that send to one output";
    if (!j->inputs && is_mixed(f))
        return "each output must get packets of one input: nobody knows which ones others would join";
    return j->flag.width ? wrong_flag(f) : NULL;
}

int blackbox_check_join(const struct blackbox_reading *l)
{
    const struct blackbox *f = l->f;
    const char *beside = f->join.line ? wrong_beside(f) : NULL, *wrong = f->join.line ? contradiction(f) : NULL;

    if (beside)
        return yaml_fail(&l->yaml, (size_t)f->join.line, "join: goes without %s", beside);
    return wrong ? yaml_fail(&l->yaml, (size_t)f->join.line, "join: %s", wrong) : 0;
}
