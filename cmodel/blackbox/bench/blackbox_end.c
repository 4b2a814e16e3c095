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

/* Inputs that wait, of requests and responses of each class; in the result who waits for whom. */
static void count_waits(struct blackbox_bench *b, int waits[BLACKBOX_CLASSES][2])
{
    for (; b; b = b->also, waits++) {
        (*waits)[0] = blackbox_waits(b);
        (*waits)[1] = b->responses ? blackbox_waits(b->responses) : 0;
    }
}

/* All that could move has moved. That something waits is told before anything that is lost, of whatever class. */
void blackbox_end_judge(struct blackbox_bench *b)
{
    int waits[BLACKBOX_CLASSES][2], class = 0;

    if (b->r->failed)
        return;
    count_waits(b, waits);
    for (struct blackbox_bench *at = b; at; at = at->also, class ++) {
        if (waits[class][0])
            report_stuck(at, waits[class][0], first_missing(at));
        else if (waits[class][1]) /* what is inside may wait for them */
            report_stuck(at->responses, waits[class][1], first_missing(at->responses));
    }
    class = 0;
    for (struct blackbox_bench *at = b; at; at = at->also, class ++) {
        judge(at, waits[class][0]);
        if (at->responses)
            judge(at->responses, waits[class][1]);
    }
}

/* Whether a flit of any input is to come, or waits. */
static int is_to_come(const struct blackbox_bench *b)
{
    for (int i = 0; i < b->f->sources; i++)
        if (blackbox_drive_next(b, i))
            return 1;
    return (b->responses && is_to_come(b->responses)) || (b->also && is_to_come(b->also));
}

static int keeps_credits(const struct blackbox_bench *b)
{
    return held_credits(b) >= 0 || (b->responses && held_credits(b->responses) >= 0) ||
           (b->also && keeps_credits(b->also));
}

static int header_waits(const struct blackbox_bench *b)
{
    return blackbox_header_waits(b) || (b->also && header_waits(b->also));
}

static int lingers(const struct blackbox_bench *b)
{
    return blackbox_script_lingers(b->s, b->f) || (b->also && lingers(b->also));
}

/* From this cycle on no output is held up. */
static uint32_t active_until(const struct blackbox_bench *b)
{
    uint32_t active = b->s->active, others = b->also ? active_until(b->also) : 0;

    return active > others ? active : others;
}

/* Cycles without a move that the class with the longest timeout allows. */
static int64_t progress_of(const struct blackbox_bench *b)
{
    int64_t others = b->also ? progress_of(b->also) : 0;

    return b->f->progress > others ? b->f->progress : others;
}

int blackbox_end_reached(const struct blackbox_bench *b)
{
    uint32_t active = active_until(b), since = b->moved > active ? b->moved : active;
    uint64_t progress = blackbox_ticks_scaled(b, progress_of(b)), quiet = blackbox_ticks_scaled(b, BLACKBOX_QUIET);

    if (b->r->failed)
        return 1;
    if (is_to_come(b))
        return b->now > since && b->now - since > progress && blackbox_answer_busy(b) > 0;
    if (blackbox_answer_busy(b) || header_waits(b))
        return b->now > since && b->now - since > progress;
    if (lingers(b) && b->now <= active + quiet)
        return 0; /* what may be dropped may also be there still */
    return (uint64_t)b->quiet > quiet && (!keeps_credits(b) || (uint64_t)b->quiet > progress);
}
