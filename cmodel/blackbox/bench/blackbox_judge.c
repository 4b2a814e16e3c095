/* SPDX-License-Identifier: Apache-2.0
 *
 * Which packet it is that comes out, and what is wrong with it. See blackbox_bench_internal.h.
 */
#include <inttypes.h>
#include <string.h>

#include "blackbox_bench_internal.h"

/* Which packet it is ---------------------------------------------------------------------------------------------- */

/* The first packet for an output that did not begin to come out of it; -1: there is none. */
static int next_in_order(const struct blackbox_bench *b, int sink)
{
    for (int i = 0; i < b->s->packets; i++)
        if (blackbox_packet_goes(b->f, &b->s->packet[i], sink) && !blackbox_bench_begun(b, i, sink) &&
            !b->history[i].lost && !b->s->packet[i].marked)
            return i;
    return -1;
}

int blackbox_judge_tagged(struct blackbox_bench *b, int sink, const uint32_t *flit)
{
    uint32_t source, tag;

    if (b->requests)
        return blackbox_answer_of(b, sink, flit);
    if (b->f->by_order)
        return next_in_order(b, sink);
    tag = blackbox_flit_tag(b->f, flit, &source);
    return source < (uint32_t)b->f->sources ? (int)b->slot[source * blackbox_flit_tags(b->f) + tag] - 1 : -1;
}

/* What comes out as a flit of a packet against what it must be, which b->word has then. @return number of bits */
static int differs(struct blackbox_bench *b, int packet, int number, const uint32_t *flit, int *field, int *bit)
{
    const struct blackbox_packet *p = &b->s->packet[packet];
    uint32_t look[BLACKBOX_WORDS];

    blackbox_flit_out(b->f, p, number, b->word);
    blackbox_flit_look(b->f, p, number, look);
    return blackbox_flit_differ(b->f, b->word, flit, look, field, bit);
}

/* Of the packets that are on their way and did not come out of an output the one whose first flit is most like this;
 * -1: none is like it. */
static int closest_packet(struct blackbox_bench *b, int sink, const uint32_t *flit, int *bits)
{
    int best = -1, field, bit;

    *bits = b->f->bits / 3;
    for (int i = 0; i < b->s->packets; i++) {
        int differ;
        if (!blackbox_bench_there(b, i) || blackbox_bench_begun(b, i, sink))
            continue;
        differ = differs(b, i, 0, flit, &field, &bit);
        if (differ <= *bits) {
            *bits = differ;
            best = i;
        }
    }
    return best;
}

/* The field that differs when all others are right, and it has its value of the first flit; NULL: there is none. */
static const struct blackbox_field *held_field(struct blackbox_bench *b, const struct blackbox_packet *p,
                                               const uint32_t *flit, int field)
{
    const struct blackbox_field *is = &b->f->field[field];
    uint32_t must[BLACKBOX_WORDS], look[BLACKBOX_WORDS];
    int other = 0, bit = 0;

    blackbox_flit_out(b->f, p, 0, must);
    blackbox_flit_look(b->f, p, 1, look);
    for (int at = 0; at < b->f->bits; at++)
        if (at < is->offset || at >= is->offset + is->width)
            must[at / 32] = (must[at / 32] & ~(1u << at % 32)) | (b->word[at / 32] & 1u << at % 32);
    return is->scope == BLACKBOX_EACH && !is->grain && blackbox_flit_differ(b->f, must, flit, look, &other, &bit) == 0
               ? is
               : NULL;
}

static void report_bits(struct blackbox_bench *b, int packet, int flit, int sink, int count, int field, int bit)
{
    blackbox_wrong(b, BLACKBOX_CORRUPTED, packet,
                   ": flit %d comes out of output %d with %d bit%s changed, the first is bit %d of %s", flit, sink,
                   count, count == 1 ? "" : "s", bit, b->f->field[field].name);
}

/* Output flits that the router had bits of before the reset. */
static int flits_before(const struct blackbox_bench *b, int packet)
{
    return b->f->widths.line ? b->history[packet].taken * b->f->widths.flit[0] / b->f->widths.flit[1]
                             : b->history[packet].taken;
}

/* The packet that a reset took away and that has this flit, or -1. */
static int from_before(struct blackbox_bench *b, const uint32_t *flit)
{
    int field, bit;

    for (int i = 0; i < b->s->packets; i++)
        for (int n = 0; b->history[i].lost && n < flits_before(b, i); n++)
            if (differs(b, i, n, flit, &field, &bit) == 0)
                return i;
    return -1;
}

/* Of packets for several outputs one whose last flit an output has just sent, and sends again; -1: there is none. */
static int repeated(struct blackbox_bench *b, int sink, const uint32_t *flit)
{
    int field, bit;

    for (int i = 0; b->f->cast.kind && i < b->s->packets; i++) {
        const struct blackbox_packet *p = &b->s->packet[i];
        if (blackbox_bench_copy(b, i, sink)->done == UINT32_MAX)
            continue;
        if (differs(b, i, blackbox_flits_out(b->f, p) - 1, flit, &field, &bit) == 0)
            return i;
    }
    return -1;
}

/* A first flit that no packet on its way begins with. */
static void report_unknown(struct blackbox_bench *b, int sink, int packet, const uint32_t *flit)
{
    int bits, near, before = from_before(b, flit);

    if (before >= 0) {
        blackbox_wrong(b, BLACKBOX_RESET, before, " went in before the reset, and comes out of output %d behind it",
                       sink);
        return;
    }
    near = b->requests ? blackbox_answer_early(b, sink, 1, flit) : -1;
    if (near >= 0) { /* what the router makes itself looks like what it made before */
        blackbox_wrong(b, BLACKBOX_CORRUPTED, near, " comes out of output %d before all of its request is in", sink);
        return;
    }
    if (packet >= 0 && blackbox_bench_begun(b, packet, sink)) {
        blackbox_wrong(b, BLACKBOX_DUPLICATE, packet,
                       " comes out of output %d, and came out of output %d in cycle %" PRIu32 " already", sink,
                       b->f->cast.kind ? sink : b->history[packet].sink, blackbox_bench_copy(b, packet, sink)->out);
        b->head->r->elsewhere = !b->f->cast.kind && !b->requests && sink != b->history[packet].sink;
        return;
    }
    near = repeated(b, sink, flit);
    if (near >= 0) {
        blackbox_wrong(b, BLACKBOX_DUPLICATE, near, ": its last flit comes out of output %d once more", sink);
        return;
    }
    near = b->requests ? blackbox_answer_early(b, sink, 0, flit) : -1;
    if (near >= 0) {
        blackbox_wrong(b, BLACKBOX_CORRUPTED, near, " comes out of output %d before anything answers its request",
                       sink);
        return;
    }
    near = closest_packet(b, sink, flit, &bits);
    if (near >= 0 && b->requests) /* which has no tag that may be wrong */
        blackbox_judge_flit(b, near, 0, sink, flit);
    else if (near >= 0)
        blackbox_wrong(b, BLACKBOX_CORRUPTED, near,
                       ": what comes out of output %d is like its first flit, but for %d bit%s", sink, bits,
                       bits == 1 ? "" : "s");
    else
        blackbox_wrong(b, BLACKBOX_CORRUPTED, -1, "output %d sends a first flit of a packet that nobody sent", sink);
}

/* What is wrong with it ------------------------------------------------------------------------------------------- */

/* Whether only the bits differ that tell the end of a packet. */
static int only_framing(const struct blackbox_bench *b, const struct blackbox_packet *p, const uint32_t *flit,
                        int number)
{
    const struct blackbox_slice *s = &b->f->frame;
    uint32_t mask[BLACKBOX_WORDS];
    int field, bit, low = b->f->framing == BLACKBOX_SINGLE ? 0 : b->f->field[s->field].offset + s->shift;

    if (b->f->framing == BLACKBOX_SINGLE || (!s->every && number != s->at))
        return 0;
    blackbox_flit_look(b->f, p, number, mask);
    for (int i = low; i < low + s->width; i++)
        mask[i / 32] &= ~(1u << i % 32);
    return blackbox_flit_differ(b->f, b->word, flit, mask, &field, &bit) == 0;
}

/* Compare a flit with what it must be. @return 0 when it is that */
int blackbox_judge_flit(struct blackbox_bench *b, int packet, int number, int sink, const uint32_t *flit)
{
    const struct blackbox_packet *p = &b->s->packet[packet];
    int field = 0, bit = 0, count, other;

    count = differs(b, packet, number, flit, &field, &bit);
    if (count == 0)
        return 0;
    other = blackbox_judge_tagged(b, sink, flit);
    blackbox_flit_out(b->f, p, number, b->word); /* which it may have changed */
    if (only_framing(b, p, flit, number))
        blackbox_wrong(b, BLACKBOX_FRAMING, packet, ": flit %d comes out of output %d with another %s", number, sink,
                       b->f->framing == BLACKBOX_LENGTH ? "length" : "mark of the end of a packet");
    else if (number > 0 && other >= 0 && !b->f->by_order && other != packet && blackbox_bench_there(b, other) &&
             !blackbox_bench_begun(b, other, sink))
        blackbox_wrong(b, BLACKBOX_FRAMING, packet, ": where its flit %d was due, packet %d begins at output %d",
                       number, other, sink);
    else {
        report_bits(b, packet, number, sink, count, field, bit);
        b->head->r->held = number > 0 ? held_field(b, p, flit, field) : NULL;
    }
    return 1;
}

static void check_order(struct blackbox_bench *b, int packet, int sink)
{
    const struct blackbox_packet *p = &b->s->packet[packet];
    uint32_t *last = &b->flow[(p->source * b->f->sinks + sink) * b->f->channels + p->vc];

    if (*last > (uint32_t)packet + 1)
        blackbox_wrong(b, BLACKBOX_ORDER, packet,
                       " comes out behind packet %" PRIu32 " of the same flow, which went in after it", *last - 1);
    *last = (uint32_t)packet + 1;
    if (p->behind && b->sink[sink].latest != p->behind)
        blackbox_wrong(b, BLACKBOX_ORDER, packet, " comes out of output %d where packet %" PRIu32 " is due before it",
                       sink, p->behind - 1);
    b->sink[sink].latest = (uint32_t)packet + 1;
}

int blackbox_judge_clean(struct blackbox_bench *b, int packet, int sink, const uint32_t *flit)
{
    int field, bit;

    if (packet < 0 || blackbox_script_tainted(b->s, packet) || !blackbox_bench_there(b, packet) ||
        blackbox_bench_begun(b, packet, sink))
        return 0;
    return differs(b, packet, 0, flit, &field, &bit) == 0;
}

int blackbox_judge_head(struct blackbox_bench *b, int packet, int sink, int vc, const uint32_t *flit)
{
    const struct blackbox_history *history = packet >= 0 ? &b->history[packet] : NULL;

    if (!history || history->lost || !blackbox_bench_there(b, packet) || blackbox_bench_begun(b, packet, sink)) {
        report_unknown(b, sink, packet, flit);
        return -1;
    }
    if (blackbox_flit_stray(b->f, &b->s->packet[packet]) &&
        blackbox_flit_then(b->f, &b->s->packet[packet]) == BLACKBOX_DROPPED) {
        blackbox_wrong(b, BLACKBOX_ILLEGAL, packet, " comes out of output %d, and must be dropped", sink);
        return -1;
    }
    if (blackbox_judge_flit(b, packet, 0, sink, flit) != 0)
        return -1;
    if (blackbox_script_marked(b->f, &b->s->packet[packet])) {
        blackbox_wrong(b, BLACKBOX_MARKED, packet, " comes out of output %d, and must be dropped: %s is %" PRId64, sink,
                       b->f->field[b->f->drops.marked.field].name, b->f->drops.mark);
        return -1;
    }
    if (blackbox_flit_stray(b->f, &b->s->packet[packet]))
        return 0;
    if (!blackbox_packet_goes(b->f, &b->s->packet[packet], sink)) {
        blackbox_wrong(b, BLACKBOX_MISDELIVERED, packet, " comes out of output %d", sink);
        return -1;
    }
    if (b->f->vc_kept && !b->requests && b->s->packet[packet].vc != vc) {
        blackbox_wrong(b, BLACKBOX_MISDELIVERED, packet, " comes out in virtual channel %d", vc);
        return -1;
    }
    if (b->requests)
        blackbox_answer_order(b, packet);
    else
        check_order(b, packet, sink);
    return 0;
}
