/* SPDX-License-Identifier: Apache-2.0
 *
 * What comes out: flits that are taken, and what handshakes promise. See blackbox_bench_internal.h.
 */
#include <inttypes.h>
#include <string.h>

#include "blackbox_bench_internal.h"

static void note_done(struct blackbox_bench *b, int packet, int vc)
{
    const struct blackbox_packet *p = &b->s->packet[packet];
    struct blackbox_history *history = &b->history[packet];
    uint32_t cycles = b->now - history->in;

    history->done = b->now;
    b->on_way--;
    blackbox_property_done(b, packet);
    if (!p->illegal)
        blackbox_seen_packet(b, packet, vc);
    blackbox_pace_done(b, packet);
    if (history->alone && b->f->latency && cycles > (uint64_t)b->f->latency + p->flits)
        blackbox_wrong(b, BLACKBOX_LATENCY, packet,
                       " took %" PRIu32 " cycles through an idle network, must be %" PRId64 " and one a flit at most",
                       cycles, b->f->latency);
}

static void count_bits(struct blackbox_bench *b, int packet, int number)
{
    uint32_t look[BLACKBOX_WORDS];

    blackbox_flit_mask(b->f, b->word, blackbox_flit_look(b->f, &b->s->packet[packet], number), look);
    for (int w = 0; w < b->f->words; w++)
        b->r->counted[BLACKBOX_CORRUPTED] += (uint64_t)__builtin_popcount(look[w]);
}

static void take_flit(struct blackbox_bench *b, int sink, int vc, const uint32_t *flit)
{
    int *packet = &b->sink[sink].packet[vc], first = *packet < 0;
    int is = first ? blackbox_judge_tagged(b, flit) : *packet;
    struct blackbox_history *history;

    b->r->counted[BLACKBOX_FRAMING]++;
    if (first && b->s->illegal > BLACKBOX_HARMLESS && !blackbox_judge_clean(b, is, flit))
        return; /* a router that goes on with such flits for ever does not move */
    b->moved = b->now;
    if (first ? blackbox_judge_head(b, is, sink, vc, flit) != 0
              : blackbox_judge_flit(b, is, b->history[is].came, sink, flit) != 0)
        return;
    history = &b->history[is];
    b->side.flits++;
    b->room[b->s->packet[is].source].inside--;
    count_bits(b, is, history->came);
    if (history->came >= history->taken) {
        blackbox_wrong(b, BLACKBOX_CORRUPTED, is, ": flit %d comes out of output %d before it went in", history->came,
                       sink);
        return;
    }
    if (first) {
        history->out = b->now;
        blackbox_property_first(b, is, sink);
        b->on_way += blackbox_script_unawaited(b->s, b->f, is); /* from here on it must come whole */
        b->side.unawaited -= blackbox_script_unawaited(b->s, b->f, is);
        history->sink = sink;
        b->sink[b->s->packet[is].sink].coming[b->s->packet[is].vc]--;
    }
    *packet = ++history->came == b->s->packet[is].flits ? -1 : is;
    if (*packet < 0)
        note_done(b, is, vc);
}

/* A valid that was not taken is there again, with the same flit. Channels that share wires may take turns. */
static void check_stable(struct blackbox_bench *b, int sink, const uint32_t *wires, int taken)
{
    uint32_t *last = b->last + sink * (1 + b->f->words);

    if (b->sink[sink].waited) {
        b->r->counted[BLACKBOX_STABLE]++;
        if (!wires[0])
            blackbox_wrong(b, BLACKBOX_STABLE, -1, "output %d takes its valid back before the flit was taken", sink);
        else if (memcmp(last + 1, wires + 1, (size_t)b->f->words * sizeof *wires) != 0)
            blackbox_wrong(b, BLACKBOX_STABLE, -1, "output %d changes the flit before it was taken", sink);
    }
    b->sink[sink].waited = b->f->vcs == 1 && wires[0] && !taken;
    memcpy(last, wires, (size_t)(1 + b->f->words) * sizeof *wires);
}

/* A valid that waits for ready is not there without it. */
static void check_valid(struct blackbox_bench *b, int sink, uint32_t valid)
{
    b->r->counted[BLACKBOX_HANDSHAKE] += valid != 0;
    if (valid && !*blackbox_into_sink(b, sink))
        blackbox_wrong(b, BLACKBOX_HANDSHAKE, -1, "output %d has valid while ready is 0", sink);
}

void blackbox_observe_sink(struct blackbox_bench *b, int sink)
{
    const uint32_t *wires = blackbox_from_sink(b, sink);
    uint32_t valid = wires[0], taken = b->f->outputs.credits ? valid : valid & *blackbox_into_sink(b, sink);
    int vc = valid ? __builtin_ctz(valid) : 0;

    if (b->f->outputs.waits == BLACKBOX_VALID_WAITS)
        check_valid(b, sink, valid);
    else if (!b->f->outputs.credits)
        check_stable(b, sink, wires, taken != 0);
    if (valid & (valid - 1))
        blackbox_wrong(b, BLACKBOX_FRAMING, -1, "output %d has a flit of two virtual channels at once", sink);
    if (taken && b->f->outputs.credits) {
        b->r->counted[BLACKBOX_CREDITS]++;
        if (++b->sink[sink].held[vc] > blackbox_depth_out(b->f, sink, vc))
            blackbox_wrong(b, BLACKBOX_CREDITS, -1, "output %d sends a flit of virtual channel %d without a credit",
                           sink, vc);
    }
    if (b->f->lanes.count)
        vc = blackbox_flit_lane(b->f, wires + 1);
    if (taken && vc >= b->f->channels)
        blackbox_wrong(b, BLACKBOX_CORRUPTED, -1, "output %d sends a flit of lane %d, which nobody uses", sink, vc);
    if (taken && !b->r->failed)
        take_flit(b, sink, vc, wires + 1);
}
