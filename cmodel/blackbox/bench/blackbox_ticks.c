/* SPDX-License-Identifier: Apache-2.0
 *
 * Which clocks rise in a cycle, and how many cycles of a clock there are between two. See blackbox_edges.h and
 * blackbox_bench_internal.h.
 */
#include "blackbox_bench_internal.h"

void blackbox_ticks_begin(struct blackbox_bench *b)
{
    const struct blackbox_edges *e = &b->s->edges;
    int idle = b->f->reset_idle;

    b->instant = 0;
    b->resets = 0;
    b->scale = blackbox_edges_scale(e, b->f, -1);
    for (int clock = 0; clock < b->f->clocks; clock++)
        for (int i = 0; i < e->count; i++)
            b->risen[clock][i + 1] = (uint16_t)(b->risen[clock][i] + (e->rises[i] >> clock & 1));
    b->reset_idle = idle * (int)b->scale;
    b->reset_length = blackbox_ticks_reset(b->f, b->scale);
    b->begun = (uint32_t)(b->reset_length + b->reset_idle);
}

/* Of a clock, since the router was made. */
static uint32_t count(const struct blackbox_bench *b, int clock, uint32_t instant)
{
    const uint16_t *risen = b->risen[clock];
    uint32_t row = (uint32_t)b->s->edges.count;

    return instant / row * risen[row] + risen[instant % row];
}

uint32_t blackbox_ticks_between(const struct blackbox_bench *b, int clock, uint32_t from, uint32_t to)
{
    if (!b->s->edges.count)
        return to - from;
    return count(b, clock, b->begun + to) - count(b, clock, b->begun + from);
}

uint32_t blackbox_ticks_of(const struct blackbox_bench *b, int packet, uint32_t from, uint32_t to)
{
    const struct blackbox_packet *p = &b->s->packet[packet];
    uint32_t in = blackbox_ticks_between(b, blackbox_clock_in(b->f, p->source), from, to),
             out = blackbox_ticks_between(b, blackbox_clock_out(b->f, p->sink), from, to);

    return in < out ? in : out;
}

void blackbox_ticks_set(struct blackbox_bench *b, int reset)
{
    const struct blackbox_edges *e = &b->s->edges;

    b->ticks = e->count ? e->rises[b->instant % (uint32_t)e->count] : UINT8_MAX;
    if (!b->f->clocks)
        return;
    b->resets = (uint8_t)(reset ? b->resets | b->ticks : b->resets & ~b->ticks);
    b->in[blackbox_clock_word(b->f)] = (uint32_t)b->ticks | (uint32_t)b->resets << BLACKBOX_RESETS_AT;
}
