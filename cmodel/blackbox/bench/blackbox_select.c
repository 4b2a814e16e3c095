/* SPDX-License-Identifier: Apache-2.0
 *
 * Inputs beside the ports that select which input of a router may send: they stay from the first flit of a packet that
 * an input offers to its last one, for a router without memory takes its other flits for those of another packet. Then
 * the next input that offers something has its turn. See blackbox_bench_internal.h.
 */
#include "blackbox_bench_internal.h"

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
