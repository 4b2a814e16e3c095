/* SPDX-License-Identifier: Apache-2.0
 *
 * What becomes of a packet at its outputs, of which it has one, or a set: a copy comes out of each. The packet is on
 * its way until the last copy is out. See blackbox_bench_internal.h.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "blackbox_header.h"

/* Copies that there is room for, of each packet. */
static int room_of(const struct blackbox *f)
{
    return f->cast.kind ? f->sinks : 1;
}

void blackbox_copies_clear(struct blackbox_bench *b, int first, int end)
{
    for (int i = first; i < end; i++)
        b->history[i] = (struct blackbox_history){
            .offered = UINT32_MAX, .in = UINT32_MAX, .out = UINT32_MAX, .done = UINT32_MAX, .sink = -1};
    for (int i = first * room_of(b->f); i < end * room_of(b->f); i++)
        b->copy[i] = (struct blackbox_bench_copy){.out = UINT32_MAX, .done = UINT32_MAX};
}

int blackbox_copies_begin(struct blackbox_bench *b)
{
    int count = b->s->packets * room_of(b->f);

    if (b->s->packets > b->lives) {
        free(b->history);
        free(b->copy);
        b->history = calloc((size_t)b->s->packets, sizeof *b->history);
        b->copy = calloc((size_t)count, sizeof *b->copy);
        b->lives = b->history && b->copy ? b->s->packets : 0;
        if (!b->lives)
            return -1;
    }
    blackbox_copies_clear(b, 0, b->s->packets);
    return 0;
}

/* What is offered shows where an output may send a flit before the input accepts it: one of several, or one that parts
 * it. */
int blackbox_copies_shown(const struct blackbox_bench *b, int packet)
{
    int offers = b->source[b->s->packet[packet].source].offers, taken = b->history[packet].taken;

    return taken + ((blackbox_bench_shows(b->f) || b->f->widths.line) && offers >= 0 &&
                    b->s->due[offers].packet == (uint32_t)packet);
}

void blackbox_copies_due(struct blackbox_bench *b, int packet)
{
    const struct blackbox_packet *p = &b->s->packet[packet];

    for (int k = blackbox_packet_next(b->f, p, 0); k < b->f->sinks; k = blackbox_packet_next(b->f, p, k + 1))
        b->sink[k].coming[p->vc]++;
}

void blackbox_copies_cycle(struct blackbox_bench *b)
{
    uint32_t all = 1;

    if (b->resetting || !(b->s->illegal || b->f->drops.allowed || b->f->drops.marked.width))
        return; /* no packet may be dropped */
    for (int k = 0; k < b->f->sinks; k++) {
        uint32_t could = (uint32_t)blackbox_script_takes(b->s, (uint32_t)k, b->now);
        b->sink[k].open += could;
        all &= could;
    }
    b->open += all;
}

uint32_t blackbox_copies_open(const struct blackbox_bench *b, int packet)
{
    const struct blackbox_packet *p = &b->s->packet[packet];

    return b->f->cast.kind || blackbox_flit_stray(b->f, p) ? b->open : b->sink[p->sink].open;
}

void blackbox_copies_first(struct blackbox_bench *b, int packet, int sink)
{
    const struct blackbox_packet *p = &b->s->packet[packet];
    struct blackbox_history *history = &b->history[packet];

    blackbox_bench_copy(b, packet, sink)->out = b->now;
    b->sink[b->f->cast.kind ? sink : p->sink].coming[p->vc]--;
    if (history->out == UINT32_MAX && blackbox_script_unawaited(b->s, b->f, packet)) {
        b->on_way++; /* from here on it must come whole, everywhere */
        b->side.unawaited--;
    }
    if (history->out == UINT32_MAX) {
        history->out = b->now;
        history->sink = sink;
    }
    blackbox_property_first(b, packet, sink);
    blackbox_header_first(b, packet, sink);
}

/* Flits that came out of all outputs of a packet. */
static uint16_t came_everywhere(const struct blackbox_bench *b, int packet)
{
    const struct blackbox_packet *p = &b->s->packet[packet];
    uint16_t least = UINT16_MAX;

    for (int k = blackbox_packet_next(b->f, p, 0); k < b->f->sinks; k = blackbox_packet_next(b->f, p, k + 1))
        if (blackbox_bench_copy(b, packet, k)->came < least)
            least = blackbox_bench_copy(b, packet, k)->came;
    return least;
}

void blackbox_copies_flit(struct blackbox_bench *b, int packet, int sink)
{
    const struct blackbox_packet *p = &b->s->packet[packet];
    struct blackbox_history *history = &b->history[packet];
    int before = blackbox_flits_gone(b->f, p, history->came), after;

    blackbox_bench_copy(b, packet, sink)->came++;
    if (came_everywhere(b, packet) == history->came)
        return;
    after = blackbox_flits_gone(b->f, p, ++history->came);
    if (after > history->taken)
        after = history->taken; /* the rest was never counted */
    b->room[p->source].inside -= after > before ? (uint32_t)(after - before) : 0;
}

/* Flits of a packet, at the side that has more of them. */
static uint32_t longer(const struct blackbox *f, const struct blackbox_packet *p)
{
    int out = blackbox_flits_out(f, p);

    return (uint32_t)(out > p->flits ? out : p->flits);
}

static void note_done(struct blackbox_bench *b, int packet)
{
    const struct blackbox_packet *p = &b->s->packet[packet];
    struct blackbox_history *history = &b->history[packet];
    uint32_t cycles = blackbox_ticks_of(b, packet, history->in, b->now);

    history->done = b->now;
    b->on_way--;
    blackbox_answer_done(b, packet);
    if (b->responses)
        blackbox_answer_due(b, packet, history->sink);
    blackbox_property_done(b, packet);
    if (!p->illegal && b->f->cast.kind)
        blackbox_cover_hit(&b->cover, BLACKBOX_COVER_COPIES, p->source, history->copies - 1);
    if (!p->illegal && b->f->header.line)
        blackbox_cover_hit(&b->cover, BLACKBOX_COVER_HEADER, p->source, (int)blackbox_header_when(b->f, p) - 1);
    if (history->alone && b->f->latency && cycles > (uint64_t)b->f->latency + longer(b->f, p))
        blackbox_wrong(b, BLACKBOX_LATENCY, packet,
                       " took %" PRIu32 " cycles through an idle network, must be %" PRId64 " and one a flit at most",
                       cycles, b->f->latency);
}

void blackbox_copies_done(struct blackbox_bench *b, int packet)
{
    const struct blackbox_packet *p = &b->s->packet[packet];
    const struct blackbox_history *history = &b->history[packet];

    if (history->copies == blackbox_packet_copies(b->f, p) && history->taken == p->flits)
        note_done(b, packet);
}

void blackbox_copies_last(struct blackbox_bench *b, int packet, int sink, int vc)
{
    struct blackbox_bench_copy *copy = blackbox_bench_copy(b, packet, sink);

    if (b->f->header.line && !copy->headed)
        return; /* it is not through before its header is there */
    copy->done = b->now;
    if (!b->s->packet[packet].illegal)
        blackbox_seen_packet(b, packet, sink, vc);
    blackbox_pace_done(b, packet, copy->out);
    b->history[packet].copies++;
    blackbox_copies_done(b, packet);
}

int blackbox_copies_missing(const struct blackbox_bench *b, int packet)
{
    const struct blackbox_packet *p = &b->s->packet[packet];

    for (int k = blackbox_packet_next(b->f, p, 0); k < b->f->sinks; k = blackbox_packet_next(b->f, p, k + 1))
        if (blackbox_bench_copy(b, packet, k)->done == UINT32_MAX)
            return k;
    return -1;
}
