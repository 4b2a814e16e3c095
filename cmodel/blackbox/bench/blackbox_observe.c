/* SPDX-License-Identifier: Apache-2.0
 *
 * What comes out: flits that are taken, and what handshakes promise. See blackbox_bench_internal.h.
 */
#include <inttypes.h>
#include <string.h>

#include "blackbox_bench_internal.h"

static void count_bits(struct blackbox_bench *b, int packet, int number)
{
    uint32_t look[BLACKBOX_WORDS];

    blackbox_flit_look(b->f, &b->s->packet[packet], number, look);
    blackbox_flit_mask(b->f, b->word, look);
    for (int w = 0; w < b->f->words; w++)
        b->r->counted[BLACKBOX_CORRUPTED] += (uint64_t)__builtin_popcount(look[w]);
}

/* Whether a flit comes out of which something did not go in, nor waits to where that may show. */
static int is_early(const struct blackbox_bench *b, int packet, int flit)
{
    int needs = b->f->widths.line ? blackbox_width_needs(b->f, &b->s->packet[packet], flit) : flit + 1;

    return needs > blackbox_copies_shown(b, packet);
}

static void take_flit(struct blackbox_bench *b, int sink, int vc, const uint32_t *flit)
{
    int *packet = &b->sink[sink].packet[vc], first = *packet < 0;
    int is = first ? blackbox_judge_tagged(b, sink, flit) : *packet;
    struct blackbox_bench_copy *copy;

    b->r->counted[BLACKBOX_FRAMING]++;
    if (first && b->s->illegal > BLACKBOX_HARMLESS && !blackbox_judge_clean(b, is, sink, flit))
        return; /* a router that goes on with such flits for ever does not move */
    b->moved = b->now;
    if (first ? blackbox_judge_head(b, is, sink, vc, flit) != 0
              : blackbox_judge_flit(b, is, blackbox_bench_copy(b, is, sink)->came, sink, flit) != 0)
        return;
    copy = blackbox_bench_copy(b, is, sink);
    b->side.flits++;
    count_bits(b, is, copy->came);
    if (is_early(b, is, copy->came)) {
        blackbox_wrong(b, BLACKBOX_CORRUPTED, is, ": flit %d comes out of output %d before it went in", copy->came,
                       sink);
        return;
    }
    if (first) {
        blackbox_copies_first(b, is, sink);
        blackbox_answer_out(b, is);
        if (b->responses)
            blackbox_answer_asked(b, is, sink, flit);
    }
    blackbox_copies_flit(b, is, sink);
    b->sink[sink].came = (uint32_t)is + 1;
    *packet = blackbox_flit_ends(b->f, &b->s->packet[is], copy->came, flit) ? -1 : is;
    if (*packet < 0)
        blackbox_copies_last(b, is, sink, vc);
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

/* A request that its target has stays until its response. @return valid without what says so */
static uint32_t check_acknowledged(struct blackbox_bench *b, int sink, uint32_t valid)
{
    b->r->counted[BLACKBOX_STABLE] += valid & *blackbox_into_sink(b, sink) & 1;
    if (valid >> BLACKBOX_RETRACTED & 1)
        blackbox_wrong(b, BLACKBOX_STABLE, -1,
                       "output %d takes its request back, or changes it, before it was acknowledged", sink);
    return valid & 1;
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
    uint32_t valid = blackbox_acknowledged(b->f) ? check_acknowledged(b, sink, wires[0]) : wires[0],
             taken = b->f->outputs.credits ? valid : valid & *blackbox_into_sink(b, sink);
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
    if (taken && !b->head->r->failed)
        take_flit(b, sink, vc, wires + 1);
}
