/* SPDX-License-Identifier: Apache-2.0
 *
 * Which points of blackbox_cover.h a cycle hits: between the settling of the router's outputs and the edge. See
 * blackbox_bench_internal.h.
 */
#include "blackbox_bench_internal.h"

/* Inputs ---------------------------------------------------------------------------------------------------------- */

/* Two inputs begin for the same output: both are noted with it. */
static void see_meeting(struct blackbox_bench *b, int source, int sink)
{
    struct blackbox_bench_sink *at = &b->sink[sink];

    if (at->begun == b->now + 1) {
        blackbox_cover_hit(&b->cover, BLACKBOX_COVER_MEET, source, sink);
        blackbox_cover_hit(&b->cover, BLACKBOX_COVER_MEET, at->beginner, sink);
    }
    at->begun = b->now + 1;
    at->beginner = source;
}

static void see_meetings(struct blackbox_bench *b, int source, const struct blackbox_packet *p)
{
    for (int k = blackbox_packet_next(b->f, p, 0); k < b->f->sinks; k = blackbox_packet_next(b->f, p, k + 1))
        see_meeting(b, source, k);
}

/* Whether no other packet is on its way: one that is parted may be there before it is taken. */
static int is_alone(const struct blackbox_bench *b, uint32_t packet)
{
    return b->on_way == 0 || (b->on_way == 1 && b->lone == packet && b->history[packet].in != UINT32_MAX);
}

/* A first flit goes in; so do those of the inputs that are listed. */
static void see_first(struct blackbox_bench *b, int source, uint32_t packet, int *began)
{
    if (is_alone(b, packet))
        blackbox_cover_hit(&b->cover, BLACKBOX_COVER_EMPTY, source, 0);
    for (int i = 0; i < *began; i++)
        blackbox_cover_hit(&b->cover, BLACKBOX_COVER_TOGETHER, b->began[i], source);
    b->began[(*began)++] = source;
}

/* Whether this is the next cycle of an input's clock, or the same one. @param after  the cycle after the other one */
static int is_next(const struct blackbox_bench *b, int source, uint32_t after)
{
    return after >= b->now || blackbox_ticks_between(b, blackbox_clock_in(b->f, source), after, b->now) == 0;
}

static void see_source(struct blackbox_bench *b, int source, int *began)
{
    struct blackbox_bench_source *at = &b->source[source];
    const struct blackbox_release *due = at->offers >= 0 ? &b->s->due[at->offers] : blackbox_drive_waiting(b, source);
    int taken = at->offers >= 0 &&
                (b->f->inputs.credits || (*blackbox_from_source(b, source) & *blackbox_into_source(b, source)));

    if (blackbox_answer_source_full(b, source))
        blackbox_cover_hit(&b->cover, BLACKBOX_COVER_OUTSTANDING, source, 0);
    if (at->offers >= 0 ? !taken : due && b->f->inputs.credits && !at->credit[b->s->packet[due->packet].vc])
        blackbox_cover_hit(&b->cover, BLACKBOX_COVER_FULL, source, 0);
    if (at->offers < 0)
        return;
    if (due->flit == 0)
        see_meetings(b, source, &b->s->packet[due->packet]);
    if (due->flit == 0 && at->ended && is_next(b, source, at->ended))
        blackbox_cover_hit(&b->cover, BLACKBOX_COVER_BACK, source, 0);
    if (due->flit > 0 && !is_next(b, source, at->shown))
        blackbox_cover_hit(&b->cover, BLACKBOX_COVER_GAP, source, 0);
    at->shown = b->now + 1;
    if (taken)
        blackbox_cover_flit(&b->cover, source, blackbox_into_source(b, source) + 1);
    if (taken && due->flit == 0)
        see_first(b, source, due->packet, began);
    if (taken && due->flit == b->s->packet[due->packet].flits - 1)
        at->ended = b->now + 1;
}

/* Outputs --------------------------------------------------------------------------------------------------------- */

/* Whether the next flit of a packet that comes out went in. */
static int has_next(struct blackbox_bench *b, int packet, int sink)
{
    int came = blackbox_bench_copy(b, packet, sink)->came, taken = b->history[packet].taken;

    return b->f->widths.line ? blackbox_width_needs(b->f, &b->s->packet[packet], came) <= taken : taken > came;
}

/* Whether an output takes nothing of a virtual channel, and a flit for it is there: at the pins, or behind them where a
 * router does not show what is not taken. */
static int is_stalled(struct blackbox_bench *b, int sink, int vc)
{
    const struct blackbox_bench_sink *at = &b->sink[sink];
    int packet = at->packet[vc];

    if (b->f->lanes.count)
        return *blackbox_from_sink(b, sink) && !*blackbox_into_sink(b, sink) &&
               blackbox_flit_lane(b->f, blackbox_from_sink(b, sink) + 1) == vc;
    if (b->f->outputs.credits)
        return at->held[vc] == blackbox_depth_out(b->f, sink, vc);
    if (*blackbox_into_sink(b, sink) >> vc & 1)
        return 0;
    return (*blackbox_from_sink(b, sink) >> vc & 1) || (packet < 0 ? at->coming[vc] > 0 : has_next(b, packet, sink));
}

static void see_sink(struct blackbox_bench *b, int sink)
{
    for (int vc = 0; vc < b->f->channels; vc++) {
        int packet = b->sink[sink].packet[vc];
        int flit = packet < 0 ? 0 : blackbox_bench_copy(b, packet, sink)->came;
        if (is_stalled(b, sink, vc) && flit < b->cover.columns[BLACKBOX_COVER_STALL])
            blackbox_cover_hit(&b->cover, BLACKBOX_COVER_STALL, sink, flit);
    }
}

static void see_side(struct blackbox_bench *b, int input)
{
    if (b->on_way && *blackbox_into_side(b, input) != b->f->side.input[input].idle)
        blackbox_cover_hit(&b->cover, BLACKBOX_COVER_SIDEBAND, input, 0);
}

void blackbox_seen_cycle(struct blackbox_bench *b)
{
    int began = 0;

    if (b->s->illegal)
        return;
    for (int i = 0; i < b->f->sources; i++)
        if (blackbox_ticks_source(b, i))
            see_source(b, i, &began);
    for (int i = 0; i < b->f->sinks; i++)
        if (blackbox_ticks_sink(b, i))
            see_sink(b, i);
    for (int i = 0; i < b->f->side.inputs; i++)
        see_side(b, i);
}

void blackbox_seen_packet(struct blackbox_bench *b, int packet, int sink, int vc)
{
    const struct blackbox_packet *p = &b->s->packet[packet];

    blackbox_cover_hit(&b->cover, BLACKBOX_COVER_PAIR, p->source, sink);
    blackbox_cover_hit(&b->cover, BLACKBOX_COVER_LENGTH_IN, p->source, blackbox_cover_length(b->f, 0, p->flits));
    blackbox_cover_hit(&b->cover, BLACKBOX_COVER_LENGTH_OUT, sink,
                       blackbox_cover_length(b->f, 1, blackbox_flits_out(b->f, p)));
    if (b->f->widths.line && !b->f->widths.whole)
        blackbox_cover_hit(&b->cover, BLACKBOX_COVER_PARTIAL, sink,
                           (blackbox_width_grains(b->f, p) - 1) % b->f->widths.flit[blackbox_width_wide(b->f)]);
    blackbox_cover_hit(&b->cover, BLACKBOX_COVER_VC_IN, p->source, b->requests ? vc : p->vc);
    blackbox_cover_hit(&b->cover, BLACKBOX_COVER_VC_OUT, sink, vc);
    for (int i = 1; blackbox_clocks_swept(b->f) && b->s->edges.count && i < b->f->clocks; i++)
        blackbox_cover_hit(&b->cover, BLACKBOX_COVER_CLOCKS, i - 1, b->s->edges.ratio[i]);
}
