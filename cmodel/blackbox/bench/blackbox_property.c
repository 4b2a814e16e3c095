/* SPDX-License-Identifier: Apache-2.0
 *
 * What is promised of the way in which packets come out, of room and of fairness, and what is seen of it. See
 * blackbox_bench_internal.h.
 */
#include <inttypes.h>
#include <string.h>

#include "blackbox_bench_internal.h"

/* Nothing is promised of a router that pins beside the ports disturb, or that gets what is not legal, nor
 * of responses. Of packets that come one by one those of an input do not stand together. */
static int is_judged(const struct blackbox_bench *b)
{
    return !b->s->illegal && !b->head->s->moves && !b->requests && !b->s->end;
}

/* Room ------------------------------------------------------------------------------------------------------------ */

static int is_held(const struct blackbox_bench *b)
{
    for (int k = 0; k < b->f->sinks; k++)
        if (blackbox_script_takes(b->s, (uint32_t)k, b->now))
            return 0;
    return 1;
}

/* Whether an input has a flit that does not go in in this cycle. */
static int is_blocked(struct blackbox_bench *b, int source)
{
    if (b->f->inputs.credits)
        return b->source[source].offers < 0 && blackbox_drive_waiting(b, source);
    return b->source[source].offers >= 0 && !(*blackbox_from_source(b, source) & *blackbox_into_source(b, source));
}

static void check_room(struct blackbox_bench *b, int source, int held)
{
    struct blackbox_bench_room *room = &b->room[source];
    struct blackbox_extremes *most = &b->r->seen;

    most->fill = room->inside > most->fill ? room->inside : most->fill;
    room->blocked = held && is_blocked(b, source) ? room->blocked + 1 : 0;
    if (room->blocked != BLACKBOX_BLOCKED)
        return;
    most->room = room->inside < most->room ? room->inside : most->room;
    if (!b->f->properties.capacity)
        return;
    b->r->counted[BLACKBOX_CAPACITY]++;
    if (room->inside < (uint32_t)b->f->properties.capacity)
        blackbox_wrong(b, BLACKBOX_CAPACITY, -1,
                       "input %d takes no more with %" PRIu32 " flits of it inside, must take %d while all outputs are "
                       "held up",
                       source, room->inside, b->f->properties.capacity);
}

void blackbox_property_cycle(struct blackbox_bench *b)
{
    int held = is_judged(b) && !b->f->drops.allowed ? is_held(b) : -1;

    for (int i = 0; held >= 0 && i < b->f->sources; i++)
        if (blackbox_ticks_source(b, i))
            check_room(b, i, held);
}

/* Fairness -------------------------------------------------------------------------------------------------------- */

/* Past packets that are through, or that nobody waits for. */
static void seek_head(struct blackbox_bench *b, int source, int channel)
{
    int *head = &b->room[source].head[channel];

    while (*head < b->s->packets && b->s->packet[*head].source == source &&
           (b->s->packet[*head].vc != channel || b->history[*head].lost || b->history[*head].done != UINT32_MAX ||
            blackbox_script_unawaited(b->s, b->f, *head)))
        ++*head;
    b->room[source].grants[channel] = 0;
}

/* Whether a packet is whole and was so before this cycle, or has a flit at its input that does not go in. */
static int is_ready(const struct blackbox_bench *b, int packet)
{
    const struct blackbox_packet *p = &b->s->packet[packet];
    const struct blackbox_bench_source *at = &b->source[p->source];
    const struct blackbox_release *due = &b->s->due[at->at[p->vc]];

    if (b->history[packet].taken == p->flits)
        return b->room[p->source].last != packet || b->room[p->source].whole < b->now;
    if (at->at[p->vc] == b->end[p->source] || due->packet != (uint32_t)packet)
        return 0;
    return b->f->inputs.credits ? due->cycle <= b->now && at->credit[p->vc] <= 0
                                : at->offers >= 0 && at->offers == at->at[p->vc];
}

static void count_grant(struct blackbox_bench *b, int source, int channel, int sink)
{
    int head = b->room[source].head[channel];
    const struct blackbox_packet *p = &b->s->packet[head];
    uint32_t *grants = &b->room[source].grants[channel];

    if (head == b->s->packets || p->source != source || p->sink != sink || b->history[head].out != UINT32_MAX ||
        !is_ready(b, head))
        return;
    b->r->seen.grants = ++*grants > b->r->seen.grants ? *grants : b->r->seen.grants;
    if (b->f->properties.fair >= 0 && *grants > (uint32_t)b->f->properties.fair)
        blackbox_wrong(b, BLACKBOX_FAIR, head,
                       " waits for output %d behind no other one of its input, and %" PRIu32
                       " packets of other inputs begin before it, must be %d at most",
                       sink, *grants, b->f->properties.fair);
}

/* The way in which a packet comes out ------------------------------------------------------------------------------ */

void blackbox_property_first(struct blackbox_bench *b, int packet, int sink)
{
    const struct blackbox_history *history = &b->history[packet];

    if (!is_judged(b))
        return;
    b->r->seen.early += history->taken < b->s->packet[packet].flits;
    for (int source = 0; blackbox_bench_grants(b->f) && source < b->f->sources; source++)
        for (int channel = 0; channel < b->f->channels && source != b->s->packet[packet].source; channel++)
            count_grant(b, source, channel, sink);
}

void blackbox_property_done(struct blackbox_bench *b, int packet)
{
    const struct blackbox_packet *p = &b->s->packet[packet];

    b->r->counted[BLACKBOX_WHOLE] += (uint64_t)b->f->properties.whole;
    b->r->counted[BLACKBOX_GAPLESS] += (uint64_t)b->f->properties.gapless;
    b->r->counted[BLACKBOX_FAIR] += b->f->properties.fair >= 0;
    if (b->room[p->source].head[p->vc] == packet)
        seek_head(b, p->source, p->vc);
}

/* A first flit is on the wires of an output. */
static void check_whole(struct blackbox_bench *b, int sink)
{
    const uint32_t *wires = blackbox_from_sink(b, sink);
    int vc = b->f->lanes.count ? blackbox_flit_lane(b->f, wires + 1) : wires[0] ? __builtin_ctz(wires[0]) : 0;
    int packet = vc < b->f->channels && b->sink[sink].packet[vc] < 0 ? blackbox_judge_tagged(b, sink, wires + 1) : -1;
    const struct blackbox_history *history = packet >= 0 ? &b->history[packet] : NULL;

    if (wires[0] && history && history->in != UINT32_MAX && !blackbox_bench_begun(b, packet, sink) &&
        history->taken < b->s->packet[packet].flits)
        blackbox_wrong(b, BLACKBOX_WHOLE, packet, " begins to come out of output %d when %d of its flits are in", sink,
                       history->taken);
}

/* The packet that is under way at an output, or -1. */
static int under_way(const struct blackbox_bench *b, int sink)
{
    for (int vc = 0; vc < b->f->channels; vc++)
        if (b->sink[sink].packet[vc] >= 0)
            return b->sink[sink].packet[vc];
    return -1;
}

/* Whether an output takes a flit in this cycle, of any channel. */
static int takes(struct blackbox_bench *b, int sink)
{
    struct blackbox_bench_sink *at = &b->sink[sink];
    int could = at->could;

    if (!b->f->outputs.credits)
        return *blackbox_into_sink(b, sink) != 0;
    at->could = 0;
    for (int vc = 0; vc < b->f->vcs; vc++)
        at->could |= at->packet[vc] >= 0 && at->held[vc] < blackbox_depth_out(b->f, sink, vc);
    return could && at->could;
}

static void check_gap(struct blackbox_bench *b, int sink)
{
    struct blackbox_bench_sink *at = &b->sink[sink];
    int packet = under_way(b, sink), could = takes(b, sink);

    if (*blackbox_from_sink(b, sink) || packet < 0)
        at->gap = 0;
    else
        at->gap += (uint32_t)could;
    b->r->seen.gap = at->gap > b->r->seen.gap ? at->gap : b->r->seen.gap;
    if (b->f->properties.gapless && at->gap)
        blackbox_wrong(b, BLACKBOX_GAPLESS, packet,
                       " has a gap behind its flit %d: output %d takes flits, and none comes",
                       blackbox_bench_copy(b, packet, sink)->came - 1, sink);
}

void blackbox_property_sink(struct blackbox_bench *b, int sink)
{
    if (!is_judged(b))
        return;
    if (b->f->properties.whole)
        check_whole(b, sink);
    check_gap(b, sink);
}

void blackbox_property_begin(struct blackbox_bench *b)
{
    int first = 0;

    for (int source = 0; source < b->f->sources; source++) {
        b->room[source] = (struct blackbox_bench_room){0};
        while (first < b->s->packets && b->s->packet[first].source < source)
            first++;
        for (int channel = 0; channel < b->f->channels; channel++) {
            b->room[source].head[channel] = first;
            seek_head(b, source, channel);
        }
    }
}
