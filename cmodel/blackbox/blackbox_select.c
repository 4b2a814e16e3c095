/* SPDX-License-Identifier: Apache-2.0
 *
 * Inputs beside the ports that select which input of a router may send: they stay from the first flit of a packet that
 * an input offers to its last one, for a router without memory takes its other flits for those of another packet. Then
 * the next input that offers something has its turn. See blackbox_bench_internal.h.
 */
#include "blackbox_bench_internal.h"
#include "blackbox_yaml.h"

static int is_over(const struct blackbox_bench *b, int packet)
{
    return b->history[packet].lost || b->history[packet].taken == b->s->packet[packet].flits;
}

/* Let the packet of the input that has its turn go on, or take the next one. */
static void choose(struct blackbox_bench *b)
{
    int first = b->selected + 1;

    if (b->selected_packet >= 0 && is_over(b, b->selected_packet))
        b->selected_packet = -1;
    for (int i = 0; i < b->f->sources && b->selected_packet < 0; i++) {
        int source = (first + i) % b->f->sources, offers = b->source[source].offers;
        if (offers < 0)
            continue;
        b->selected = source;
        b->selected_packet = (int)b->s->due[offers].packet;
    }
}

uint32_t blackbox_select(struct blackbox_bench *b, int input)
{
    choose(b);
    return blackbox_select_value(&b->f->side.input[input], b->selected);
}

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
