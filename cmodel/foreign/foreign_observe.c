/* SPDX-License-Identifier: Apache-2.0
 *
 * What comes out: flits that are taken, and what handshakes promise. See foreign_bench_internal.h.
 */
#include <inttypes.h>
#include <string.h>

#include "foreign_bench_internal.h"

static void note_done(struct foreign_bench *b, int packet, int vc)
{
    const struct foreign_packet *p = &b->s->packet[packet];
    struct foreign_life *life = &b->life[packet];
    uint32_t cycles = b->now - life->in;

    life->done = b->now;
    b->on_way--;
    if (!p->hostile)
        foreign_seen_packet(b, packet, vc);
    foreign_pace_done(b, packet);
    if (life->alone && b->f->latency && cycles > (uint64_t)b->f->latency + p->flits)
        foreign_wrong(b, FOREIGN_LATENCY, packet, " took %" PRIu32 " cycles through an idle network, must be %" PRId64 " and one a flit at most",
              cycles, b->f->latency);
}

static void count_bits(struct foreign_bench *b, int number)
{
    uint32_t look[FOREIGN_WORDS];

    foreign_flit_mask(b->f, b->word, foreign_flit_look(b->f, number), look);
    for (int w = 0; w < b->f->words; w++)
        b->r->counted[FOREIGN_CORRUPTED] += (uint64_t)__builtin_popcount(look[w]);
}

static void take_flit(struct foreign_bench *b, int sink, int vc, const uint32_t *flit)
{
    int *packet = &b->sink[sink].packet[vc], first = *packet < 0;
    int is = first ? foreign_judge_tagged(b, flit) : *packet;
    struct foreign_life *life;

    b->r->counted[FOREIGN_FRAMING]++;
    if (first && b->s->hostile > FOREIGN_UNROUTABLE && !foreign_judge_clean(b, is, flit))
        return; /* a router that goes on with such flits for ever does not move */
    b->moved = b->now;
    if (first ? foreign_judge_head(b, is, sink, vc, flit) != 0 : foreign_judge_flit(b, is, b->life[is].came, sink, flit) != 0)
        return;
    life = &b->life[is];
    count_bits(b, life->came);
    if (life->came >= life->taken) {
        foreign_wrong(b, FOREIGN_CORRUPTED, is, ": flit %d comes out of output %d before it went in", life->came, sink);
        return;
    }
    if (first) {
        life->out = b->now;
        b->on_way += foreign_script_unawaited(b->s, b->f, is); /* from here on it must come whole */
        life->sink = sink;
        b->sink[b->s->packet[is].sink].coming[b->s->packet[is].vc]--;
    }
    *packet = ++life->came == b->s->packet[is].flits ? -1 : is;
    if (*packet < 0)
        note_done(b, is, vc);
}

/* A valid that was not taken is there again, with the same flit. Channels that share wires may take turns. */
static void check_stable(struct foreign_bench *b, int sink, const uint32_t *wires, int taken)
{
    uint32_t *last = b->last + sink * (1 + b->f->words);

    if (b->sink[sink].waited) {
        b->r->counted[FOREIGN_STABLE]++;
        if (!wires[0])
            foreign_wrong(b, FOREIGN_STABLE, -1, "output %d takes its valid back before the flit was taken", sink);
        else if (memcmp(last + 1, wires + 1, (size_t)b->f->words * sizeof *wires) != 0)
            foreign_wrong(b, FOREIGN_STABLE, -1, "output %d changes the flit before it was taken", sink);
    }
    b->sink[sink].waited = b->f->vcs == 1 && wires[0] && !taken;
    memcpy(last, wires, (size_t)(1 + b->f->words) * sizeof *wires);
}

void foreign_observe_sink(struct foreign_bench *b, int sink)
{
    const uint32_t *wires = foreign_from_sink(b, sink);
    uint32_t valid = wires[0], taken = b->f->outputs.credits ? valid : valid & *foreign_into_sink(b, sink);
    int vc = valid ? __builtin_ctz(valid) : 0;

    if (!b->f->outputs.credits)
        check_stable(b, sink, wires, taken != 0);
    if (valid & (valid - 1))
        foreign_wrong(b, FOREIGN_FRAMING, -1, "output %d has a flit of two virtual channels at once", sink);
    if (taken && b->f->outputs.credits) {
        b->r->counted[FOREIGN_CREDITS]++;
        if (++b->sink[sink].held[vc] > b->f->outputs.depth)
            foreign_wrong(b, FOREIGN_CREDITS, -1, "output %d sends a flit of virtual channel %d without a credit", sink, vc);
    }
    if (b->f->lanes.count)
        vc = foreign_flit_lane(b->f, wires + 1);
    if (taken && vc >= b->f->channels)
        foreign_wrong(b, FOREIGN_CORRUPTED, -1, "output %d sends a flit of lane %d, which nobody uses", sink, vc);
    if (taken && !b->r->failed)
        take_flit(b, sink, vc, wires + 1);
}
