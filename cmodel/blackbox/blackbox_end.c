/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of an episode: when it is there, what is missing, and who waits for what. See blackbox_bench_internal.h.
 */
#include <inttypes.h>

#include "blackbox_header.h"

static int held_credits(const struct blackbox_bench *b)
{
    for (int source = 0; b->f->inputs.credits && source < b->f->sources; source++)
        for (int vc = 0; vc < b->f->vcs; vc++)
            if (b->source[source].credit[vc] < blackbox_depth_in(b->f, source, vc))
                return source * BLACKBOX_VCS + vc;
    return -1;
}

/* The first packet that is on its way. */
static int first_missing(const struct blackbox_bench *b)
{
    for (int i = 0; i < b->s->packets; i++)
        if (b->history[i].in != UINT32_MAX && b->history[i].done == UINT32_MAX && !b->history[i].lost &&
            (b->history[i].out != UINT32_MAX || !blackbox_script_unawaited(b->s, b->f, i)))
            return i;
    return -1;
}

static void report_stuck(struct blackbox_bench *b, int waits, int missing)
{
    int packet = missing;

    for (int source = 0; packet < 0 && source < b->f->sources; source++)
        if (blackbox_drive_next(b, source))
            packet = (int)blackbox_drive_next(b, source)->packet;
    if (packet >= 0)
        blackbox_wrong(b, BLACKBOX_PROGRESS, packet,
                       " does not come through: for %" PRIu32 " cycles nothing moves, %d packet%s inside, and %d "
                       "input%s for what is due",
                       b->now - b->moved, b->on_way, b->on_way == 1 ? " is" : "s are", waits,
                       waits == 1 ? " waits" : "s wait");
}

/* Of a packet for several outputs the first one that it did not come out of. */
static void report_lost(struct blackbox_bench *b, int packet)
{
    const struct blackbox_history *history = &b->history[packet];
    int sink = b->f->cast.kind ? blackbox_copies_missing(b, packet) : history->sink;
    int came = sink >= 0 ? blackbox_bench_copy(b, packet, sink)->came : 0;

    if (came)
        blackbox_wrong(b, BLACKBOX_LOST, packet, ": %d of its flits came out of output %d, and nothing after them",
                       came, sink);
    else if (sink >= 0)
        blackbox_wrong(b, BLACKBOX_LOST, packet,
                       " went in in cycle %" PRIu32 ", and nothing of it comes out of output %d", history->in, sink);
    else
        blackbox_wrong(b, BLACKBOX_LOST, packet, " went in in cycle %" PRIu32 ", and nothing of it comes out",
                       history->in);
}

/* @param waits  inputs that wait */
static void judge(struct blackbox_bench *b, int waits)
{
    int missing = first_missing(b), credits = held_credits(b);
    int source = credits / BLACKBOX_VCS, vc = credits % BLACKBOX_VCS;

    if (waits)
        report_stuck(b, waits, missing);
    blackbox_header_end(b);
    if (missing >= 0)
        report_lost(b, missing);
    blackbox_side_end(b);
    if (credits >= 0)
        blackbox_wrong(b, BLACKBOX_CREDITS, -1,
                       "input %d keeps %d credits of virtual channel %d when all packets are through", source,
                       blackbox_depth_in(b->f, source, vc) - b->source[source].credit[vc], vc);
}

/* All that could move has moved. */
void blackbox_end_judge(struct blackbox_bench *b)
{
    int waits, responses;

    if (b->r->failed)
        return;
    waits = blackbox_waits(b);
    responses = b->responses ? blackbox_waits(b->responses) : 0;
    if (responses && !waits) /* what is inside may wait for them */
        report_stuck(b->responses, responses, first_missing(b->responses));
    judge(b, waits);
    if (b->responses)
        judge(b->responses, responses);
}

/* Whether a flit of any input is to come, or waits. */
static int is_to_come(const struct blackbox_bench *b)
{
    for (int i = 0; i < b->f->sources; i++)
        if (blackbox_drive_next(b, i))
            return 1;
    return b->responses && is_to_come(b->responses);
}

static int keeps_credits(const struct blackbox_bench *b)
{
    return held_credits(b) >= 0 || (b->responses && held_credits(b->responses) >= 0);
}

int blackbox_end_reached(const struct blackbox_bench *b)
{
    uint32_t since = b->moved > b->s->active ? b->moved : b->s->active;
    uint64_t progress = blackbox_ticks_scaled(b, b->f->progress), quiet = blackbox_ticks_scaled(b, BLACKBOX_QUIET);

    if (b->r->failed)
        return 1;
    if (is_to_come(b))
        return b->now > since && b->now - since > progress && blackbox_answer_busy(b) > 0;
    if (blackbox_answer_busy(b) || blackbox_header_waits(b))
        return b->now > since && b->now - since > progress;
    if (blackbox_script_lingers(b->s, b->f) && b->now <= b->s->active + quiet)
        return 0; /* what may be dropped may also be there still */
    return (uint64_t)b->quiet > quiet && (!keeps_credits(b) || (uint64_t)b->quiet > progress);
}
