/* SPDX-License-Identifier: Apache-2.0
 *
 * What is promised of throughput and waiting, where outputs are not held up. See blackbox_bench_internal.h.
 */
#include <inttypes.h>

#include "blackbox_bench_internal.h"
#include "blackbox_pace.h"

/* Throughput ------------------------------------------------------------------------------------------------------ */

static int all_have(const struct blackbox_bench *b)
{
    for (int i = 0; i < b->f->sources; i++)
        if (b->f->sends[i] && !blackbox_drive_waiting(b, i))
            return 0;
    return 1;
}

static int flits_out(const struct blackbox_bench *b)
{
    int count = 0;

    for (int k = 0; k < b->f->sinks; k++)
        count += (*blackbox_from_sink(b, k) &
                  (b->f->outputs.credits ? UINT32_MAX : *blackbox_into_sink((struct blackbox_bench *)b, k))) != 0;
    return count;
}

/* The window ends with the first cycle in which an input has none. */
static void check_throughput(struct blackbox_bench *b)
{
    uint64_t least;

    if (b->now < blackbox_pace_warm(b->f) || b->window < 0)
        return;
    if (all_have(b)) {
        b->window++;
        b->window_flits += (uint64_t)flits_out(b);
        b->r->counted[BLACKBOX_THROUGHPUT]++;
        return;
    }
    least = (uint64_t)b->f->throughput * (uint64_t)b->window * (uint64_t)b->f->sinks;
    if (b->window >= BLACKBOX_PACE_SHORT && b->window_flits * 100 < least)
        blackbox_wrong(b, BLACKBOX_THROUGHPUT, -1,
                       "%" PRIu64
                       " flits came out of %d outputs in %d cycles in which all inputs had one, must be %" PRIu64
                       " or more",
                       b->window_flits, b->f->sinks, b->window, (least + 99) / 100);
    b->window = -1;
}

/* Starvation ------------------------------------------------------------------------------------------------------ */

/* It is looked at when the flit goes in after all: one that never does is stuck, and not starved. */
static void check_wait(struct blackbox_bench *b, int source)
{
    struct blackbox_bench_source *at = &b->source[source];
    const struct blackbox_release *due = blackbox_drive_waiting(b, source), *was = at->waits_for;
    uint32_t waited = was ? blackbox_ticks_between(b, blackbox_clock_in(b->f, source), at->since, b->now) - 1 : 0;

    if (due == was)
        return;
    at->waits_for = due;
    at->since = b->now;
    b->r->seen.wait_in = waited > b->r->seen.wait_in ? waited : b->r->seen.wait_in;
    if (b->f->starvation && waited > b->f->starvation)
        blackbox_wrong(b, BLACKBOX_STARVATION, (int)was->packet,
                       " waited at input %d with its flit %d for %" PRIu32 " cycles, %" PRId64
                       " at most were promised, and no output is held up",
                       source, was->flit, waited, b->f->starvation);
}

void blackbox_pace_cycle(struct blackbox_bench *b)
{
    if (b->s->full && b->f->throughput)
        check_throughput(b);
    for (int i = 0; b->s->open && i < b->f->sources; i++)
        if (blackbox_ticks_source(b, i))
            check_wait(b, i);
}

void blackbox_pace_done(struct blackbox_bench *b, int packet, uint32_t out)
{
    uint32_t in = b->history[packet].in, inside = in < out ? blackbox_ticks_of(b, packet, in, out) : 0;

    if (!b->s->open)
        return;
    if (inside > b->r->seen.wait_inside)
        b->r->seen.wait_inside = inside;
    if (!b->f->starvation)
        return;
    b->r->counted[BLACKBOX_STARVATION]++;
    if (inside > (uint64_t)b->f->starvation)
        blackbox_wrong(b, BLACKBOX_STARVATION, packet,
                       " is inside for %" PRIu32 " cycles before it begins to come out, %" PRId64
                       " at most were promised, and no output is held up",
                       inside, b->f->starvation);
}
