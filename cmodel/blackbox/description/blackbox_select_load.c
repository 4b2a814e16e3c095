/* SPDX-License-Identifier: Apache-2.0
 *
 * What a description says of inputs that select. See blackbox_yaml.h.
 */
#include "blackbox_yaml.h"

/* Why a description cannot have such an input; NULL: it can. */
static const char *wrong_select(const struct blackbox *f, const struct blackbox_side_input *side)
{
    if (f->routers > 1)
        return "it is that of one router, and there are several";
    if (!f->inputs.alone || f->inputs.credits || f->lanes.count)
        return "inputs must have a ready and no virtual channels";
    if (side->values && side->values != f->sources)
        return "values must be as many as inputs";
    if (!side->values && side->width < 31 && f->sources > 1 << side->width)
        return "width has too few bits for the numbers of all inputs";
    return NULL;
}

int blackbox_check_selects(const struct blackbox_reading *l)
{
    const struct blackbox_side *side = &l->f->side;

    for (int i = 0; i < side->inputs; i++) {
        const char *wrong = side->input[i].select ? wrong_select(l->f, &side->input[i]) : NULL;
        if (wrong)
            return yaml_fail(&l->yaml, (size_t)side->input[i].pin.line, "sideband: %s: select: %s",
                             side->input[i].pin.text, wrong);
    }
    return 0;
}
