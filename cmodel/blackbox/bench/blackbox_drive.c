/* SPDX-License-Identifier: Apache-2.0
 *
 * What the bench sets: flits at inputs, each from its cycle on until it is taken, and what goes back to outputs. See
 * blackbox_bench_internal.h.
 */
#include <string.h>

#include "blackbox_header.h"

/* The next flit of a virtual channel, or NULL. */
static const struct blackbox_release *next_release(const struct blackbox_bench *b, int source, int vc)
{
    int at = b->source[source].at[vc];

    return at < b->end[source] ? &b->s->due[at] : NULL;
}

/* From a place in the script on, past other virtual channels and what a reset took away. */
void blackbox_drive_seek(struct blackbox_bench *b, int source, int vc, int at)
{
    while (at < b->end[source] &&
           (b->s->packet[b->s->due[at].packet].vc != vc || b->history[b->s->due[at].packet].lost))
        at++;
    b->source[source].at[vc] = at;
}

/* The first flit of any virtual channel that waits, or is to come; NULL: none. */
const struct blackbox_release *blackbox_drive_next(const struct blackbox_bench *b, int source)
{
    const struct blackbox_release *first = NULL;

    for (int vc = 0; vc < blackbox_channels_in(b->f); vc++) {
        const struct blackbox_release *due = next_release(b, source, vc);
        if (due && (!first || due->cycle < first->cycle))
            first = due;
    }
    return first;
}

/* One that may be dropped is not inside any more once its outputs could have taken it for long. */
static int is_given_up(const struct blackbox_bench *b, int packet)
{
    const struct blackbox_history *history = &b->history[packet];

    return blackbox_script_unawaited(b->s, b->f, packet) && history->in != UINT32_MAX &&
           blackbox_copies_open(b, packet) - history->open > blackbox_ticks_scaled(b, b->f->progress);
}

/* The packet that has the tag of another one may still be on its way. */
static int tag_is_free(const struct blackbox_bench *b, const struct blackbox_packet *p)
{
    uint32_t taken = b->slot[(uint32_t)p->source * blackbox_flit_tags(b->f) + p->tag];
    const struct blackbox_history *history = taken ? &b->history[taken - 1] : NULL;

    return !history || b->f->by_order || &b->s->packet[taken - 1] == p || history->lost ||
           history->done != UINT32_MAX || is_given_up(b, (int)taken - 1);
}

/* Whether a first flit must wait for a response, unless the header of its request is in, or for a tag. */
static int is_held_back(const struct blackbox_bench *b, int source, const struct blackbox_release *due)
{
    return due->flit == 0 && ((blackbox_answer_source_full(b, source) && !blackbox_header_taken(b, (int)due->packet)) ||
                              !tag_is_free(b, &b->s->packet[due->packet]));
}

const struct blackbox_release *blackbox_drive_waiting(const struct blackbox_bench *b, int source)
{
    const struct blackbox_release *due = blackbox_drive_next(b, source);

    if (due && is_held_back(b, source, due))
        return NULL; /* it does not wait for the router to take it */
    return due && due->cycle <= b->now ? due : NULL;
}

static int may_offer(const struct blackbox_bench *b, int source, const struct blackbox_release *due)
{
    const struct blackbox_packet *p = &b->s->packet[due->packet];

    if (due->cycle > b->now || is_held_back(b, source, due) ||
        (due->flit == 0 && !blackbox_header_lets(b, source, due->packet)))
        return 0;
    return !b->f->inputs.credits ||
           b->source[source].credit[p->vc] > (p->illegal == BLACKBOX_OVERRUN ? -b->f->illegal.overrun : 0);
}

/* The flit to offer, or -1. Virtual channels take turns, so that one of them does not hold up another. */
static int choose(struct blackbox_bench *b, int source)
{
    const struct blackbox_bench_source *at = &b->source[source];
    uint32_t own = blackbox_ticks_between(b, blackbox_clock_in(b->f, source), 0, b->now);

    if (b->f->lanes.count && at->offers >= 0 && b->now >= at->hidden && !b->resetting)
        return at->offers; /* what all lanes share stays until it is taken */
    for (int i = 0; i < blackbox_channels_in(b->f) && !b->resetting && b->now >= b->source[source].hidden; i++) {
        int vc = at->within >= 0 ? at->within : (int)((own + (uint32_t)i) % (uint32_t)blackbox_channels_in(b->f));
        const struct blackbox_release *due = next_release(b, source, vc);
        if (due && may_offer(b, source, due))
            return b->source[source].at[vc];
    }
    return -1;
}

static void put_flit(struct blackbox_bench *b, int source, const struct blackbox_release *due)
{
    const struct blackbox_packet *p = &b->s->packet[due->packet];
    uint32_t *wires = blackbox_into_source(b, source);

    wires[0] = b->f->lanes.count ? 1 : 1u << p->vc;
    if (b->requests)
        blackbox_answer_flit(b, due, wires + 1);
    else
        blackbox_flit(b->f, p, due->flit, wires + 1);
    if (due->flit > 0)
        return;
    if (b->history[due->packet].offered == UINT32_MAX)
        b->history[due->packet].offered = b->now;
    if (!b->requests)
        b->slot[(uint32_t)source * blackbox_flit_tags(b->f) + p->tag] = due->packet + 1;
}

/* A first flit that was not taken in its first cycle is taken back, and comes again some cycles later; not in the
 * second half. */
static void withdraw(struct blackbox_bench *b, int source)
{
    struct blackbox_bench_source *at = &b->source[source];
    const struct blackbox_release *due = at->offers >= 0 ? &b->s->due[at->offers] : NULL;

    if (due && b->now < b->s->second && due->flit == 0 && b->s->packet[due->packet].illegal == BLACKBOX_WITHDRAWN &&
        blackbox_ticks_between(b, blackbox_clock_in(b->f, source), b->history[due->packet].offered, b->now) == 1)
        at->hidden = b->now + 1 + (uint32_t)blackbox_script_hidden(&b->s->packet[due->packet]);
}

void blackbox_drive_source(struct blackbox_bench *b, int source)
{
    int flit;

    b->waits += blackbox_drive_waiting(b, source) != NULL;
    if (!blackbox_ticks_source(b, source))
        return;
    withdraw(b, source);
    flit = choose(b, source);
    if (flit >= 0 && flit == b->source[source].offers)
        return; /* it is on the wires already */
    b->source[source].offers = flit;
    if (flit >= 0) {
        put_flit(b, source, &b->s->due[flit]);
    } else {
        blackbox_into_source(b, source)[0] = 0;
        memset(blackbox_into_source(b, source) + 1, BLACKBOX_NO_FLIT, (size_t)b->f->words * sizeof *b->in);
    }
}

/* A packet begins to go in. */
static void note_first(struct blackbox_bench *b, const struct blackbox_release *due)
{
    const struct blackbox_packet *p = &b->s->packet[due->packet];
    struct blackbox_history *history = &b->history[due->packet];
    int unawaited = blackbox_script_unawaited(b->s, b->f, (int)due->packet);

    history->in = b->now;
    history->open = blackbox_copies_open(b, (int)due->packet);
    blackbox_answer_in(b, (int)due->packet);
    blackbox_copies_due(b, (int)due->packet);
    b->r->counted[BLACKBOX_ILLEGAL] += p->illegal != BLACKBOX_LEGAL;
    b->side.unawaited += (uint64_t)unawaited;
    if (unawaited)
        return;
    history->alone = b->s->calm && b->on_way == 0 && !(b->responses && b->responses->on_way);
    if (b->on_way == 1 && b->history[b->lone].done == UINT32_MAX)
        b->history[b->lone].alone = 0;
    if (b->on_way++ == 0)
        b->lone = due->packet;
}

/* A flit is on the wires, and is taken or not. A router that parts flits may send the first parts of one that it takes
 * with the last part. */
static void note_offer(struct blackbox_bench *b, const struct blackbox_release *due, int taken)
{
    if (due->flit == 0 && (taken || b->f->widths.line) && b->history[due->packet].in == UINT32_MAX)
        note_first(b, due);
}

static void note_in(struct blackbox_bench *b, const struct blackbox_release *due)
{
    const struct blackbox_packet *p = &b->s->packet[due->packet];
    struct blackbox_history *history = &b->history[due->packet];

    history->taken++;
    b->moved = b->now;
    b->side.flits++;
    /* Else it came out of several outputs already. */
    b->room[p->source].inside += history->taken > blackbox_flits_gone(b->f, p, history->came);
    if (history->taken == p->flits) {
        b->room[p->source].last = (int)due->packet;
        b->room[p->source].whole = b->now;
    }
    if (history->taken == p->flits && (p->marked || blackbox_flit_stray(b->f, p)) && !history->came)
        b->room[p->source].inside -= p->flits; /* it is dropped */
    b->side.whole += history->taken == p->flits && !blackbox_script_marked(b->f, p);
    if (history->taken == p->flits)
        blackbox_answer_given(b, (int)due->packet);
    if (history->copies)
        blackbox_copies_done(b, (int)due->packet);
}

static void take_credits(struct blackbox_bench *b, int source, uint32_t back)
{
    for (int vc = 0; vc < b->f->vcs; vc++)
        if (back >> vc & 1) {
            b->moved = b->now;
            if (++b->source[source].credit[vc] > blackbox_depth_in(b->f, source, vc))
                blackbox_wrong(b, BLACKBOX_CREDITS, -1,
                               "input %d gives back a credit of virtual channel %d that nothing took", source, vc);
        }
}

/* A yumi takes a flit that is there. */
static void check_yumi(struct blackbox_bench *b, int source, uint32_t back)
{
    b->r->counted[BLACKBOX_HANDSHAKE] += back != 0;
    if (back && !blackbox_into_source(b, source)[0])
        blackbox_wrong(b, BLACKBOX_HANDSHAKE, -1, "input %d says yumi while valid is 0", source);
}

void blackbox_drive_sample(struct blackbox_bench *b, int source)
{
    struct blackbox_bench_source *at = &b->source[source];
    uint32_t back = *blackbox_from_source(b, source);
    int taken = at->offers >= 0 && (b->f->inputs.credits || (back & blackbox_into_source(b, source)[0]));

    if (b->f->inputs.waits == BLACKBOX_READY_WAITS)
        check_yumi(b, source, back);
    if (at->offers >= 0)
        note_offer(b, &b->s->due[at->offers], taken);
    if (taken) {
        const struct blackbox_release *due = &b->s->due[at->offers];
        int vc = b->s->packet[due->packet].vc;
        if (b->f->inputs.credits)
            at->credit[vc]--;
        note_in(b, due);
        at->within =
            b->f->lanes.count && !b->f->lanes.inputs && due->flit < b->s->packet[due->packet].flits - 1 ? vc : -1;
        blackbox_drive_seek(b, source, vc, at->offers + 1);
        at->offers = -1;
    }
    if (b->f->inputs.credits)
        take_credits(b, source, back);
}

/* What goes back to outputs --------------------------------------------------------------------------------------- */

void blackbox_drive_sink(struct blackbox_bench *b, int sink)
{
    uint32_t all = (uint32_t)((1ull << b->f->vcs) - 1) & ~b->sink[sink].shut,
             own = blackbox_ticks_between(b, blackbox_clock_out(b->f, sink), 0, b->now);
    int takes =
        !b->resetting && blackbox_script_takes(b->s, (uint32_t)sink, b->now) && !blackbox_answer_sink_full(b, sink);

    *blackbox_into_sink(b, sink) = 0;
    if (!b->f->outputs.credits) {
        *blackbox_into_sink(b, sink) = takes ? all : 0;
        return;
    }
    /* One credit a cycle, of each virtual channel in turn. */
    for (int i = 0; takes && i < b->f->vcs; i++) {
        int vc = (int)((own + (uint32_t)i) % (uint32_t)b->f->vcs);
        if (b->sink[sink].held[vc] > 0 && (all >> vc & 1)) {
            b->sink[sink].held[vc]--;
            *blackbox_into_sink(b, sink) = 1u << vc;
            b->moved = b->now;
            break;
        }
    }
}
