/* SPDX-License-Identifier: Apache-2.0
 *
 * See foreign_bench.h. A cycle: what goes in is set, all of it from registers of the bench, so that no ready of it depends on a
 * valid of the same cycle; the router's outputs settle; both sides see which valid met a ready; the clock rises.
 */
#include "foreign_bench.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foreign_device.h"

/* On wires that hold no flit. */
enum { NO_FLIT = 0xa5 };
/* Cycles that an episode goes on when all is through, for what may still come. */
enum { QUIET = 60 };

struct source {
    int at[FOREIGN_VCS];           /* next flit of the script in each virtual channel; the end when there is none */
    int offers;                    /* the flit that is on the wires; -1: none */
    int32_t credit[FOREIGN_VCS];   /* flits that may still go in */
};

struct sink {
    int packet[FOREIGN_VCS];       /* under way; -1: none */
    int32_t held[FOREIGN_VCS];     /* flits that took a credit which is not back yet */
    int waited;                    /* a flit was not taken in the cycle before */
};

struct foreign_bench {
    const struct foreign *f;
    const struct node_ops *ops;
    uint32_t *in, *out;            /* vectors of the wrapper */
    uint32_t *word;                /* [words] a flit */
    uint32_t *last;                /* [sinks][1 + words] valid and flit of the cycle before */
    struct source *source;
    struct sink *sink;
    uint32_t *slot;                /* [sources][tags] packet + 1 that has the tag */
    uint32_t *flow;                /* [sources][sinks][vcs] last packet + 1 that came out */
    struct foreign_life *life;
    int lives;
    uint8_t *pair;                 /* [sources * sinks] a packet went from one to the other */
    uint8_t length[FOREIGN_FLITS + 1];
    /* of the run */
    const struct foreign_script *s;
    struct foreign_result *r;
    void *node;
    uint32_t now, moved;           /* cycle; the last one in which something moved */
    int on_way, waits;             /* packets on their way; sources with a flit on the wires or due */
    int quiet;                     /* cycles in which there was neither */
    uint32_t lone;                 /* the packet that went in last while there was no other one */
    int resetting;                 /* cycles of a reset in the middle that are left */
};

int foreign_in_words(const struct foreign *f)
{
    int words = f->sources * (1 + f->words) + f->sinks;

    return words < 3 ? 3 : words;
}

int foreign_out_words(const struct foreign *f)
{
    int words = f->sources + f->sinks * (1 + f->words) + f->opens;

    return words < 3 ? 3 : words;
}

/* Where things are in the vectors ------------------------------------------------------------------------------------ */

static uint32_t *into_source(struct foreign_bench *b, int source)
{
    return b->in + source * (1 + b->f->words);
}

static uint32_t *into_sink(struct foreign_bench *b, int sink)
{
    return b->in + b->f->sources * (1 + b->f->words) + sink;
}

static const uint32_t *from_source(const struct foreign_bench *b, int source)
{
    return b->out + source;
}

static const uint32_t *from_sink(const struct foreign_bench *b, int sink)
{
    return b->out + b->f->sources + sink * (1 + b->f->words);
}

static const uint32_t *from_open(const struct foreign_bench *b, int open)
{
    return b->out + b->f->sources + b->f->sinks * (1 + b->f->words) + open;
}

/* What is wrong ------------------------------------------------------------------------------------------------------- */

void foreign_bench_name(const struct foreign *f, const struct foreign_script *s, int packet, char *text, size_t size)
{
    const struct foreign_packet *p = &s->packet[packet];
    int length = snprintf(text, size, "packet %d (input %d to output %d, %d flit%s", packet, p->source, p->sink, p->flits,
                          p->flits == 1 ? "" : "s");

    if (f->vcs > 1 && length > 0 && (size_t)length < size)
        snprintf(text + length, size - (size_t)length, ", virtual channel %d)", p->vc);
    else if (length > 0 && (size_t)length < size)
        snprintf(text + length, size - (size_t)length, ")");
}

static void wrong(struct foreign_bench *b, enum foreign_check check, int packet, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The first wrong thing counts. A packet's name stands in front of the words. */
static void wrong(struct foreign_bench *b, enum foreign_check check, int packet, const char *format, ...)
{
    struct foreign_result *r = b->r;
    size_t length = 0;
    va_list values;

    if (r->failed || !b->f->checked[check])
        return;
    r->failed = 1;
    r->check = check;
    r->cycle = b->now;
    r->packet = packet;
    if (packet >= 0) {
        foreign_bench_name(b->f, b->s, packet, r->text, sizeof r->text);
        length = strlen(r->text);
    }
    va_start(values, format);
    vsnprintf(r->text + length, sizeof r->text - length, format, values);
    va_end(values);
}

/* Sources ------------------------------------------------------------------------------------------------------------- */

/* The next flit of a virtual channel, or NULL. */
static const struct foreign_due *due_of(const struct foreign_bench *b, int source, int vc)
{
    int at = b->source[source].at[vc];

    return at < b->s->first[source + 1] ? &b->s->due[at] : NULL;
}

/* From a place in the script on, past other virtual channels and what a reset took away. */
static void seek(struct foreign_bench *b, int source, int vc, int at)
{
    while (at < b->s->first[source + 1] &&
           (b->s->packet[b->s->due[at].packet].vc != vc || b->life[b->s->due[at].packet].lost))
        at++;
    b->source[source].at[vc] = at;
}

/* The first flit of any virtual channel that waits, or is to come; NULL: none. */
static const struct foreign_due *first_due(const struct foreign_bench *b, int source)
{
    const struct foreign_due *first = NULL;

    for (int vc = 0; vc < b->f->vcs; vc++) {
        const struct foreign_due *due = due_of(b, source, vc);
        if (due && (!first || due->cycle < first->cycle))
            first = due;
    }
    return first;
}

/* The packet that has the tag of another one may still be on its way. */
static int tag_is_free(const struct foreign_bench *b, const struct foreign_packet *p)
{
    uint32_t taken = b->slot[(uint32_t)p->source * foreign_flit_tags(b->f) + p->tag];
    const struct foreign_life *life = taken ? &b->life[taken - 1] : NULL;

    return !life || &b->s->packet[taken - 1] == p || life->lost || life->done != UINT32_MAX;
}

static int may_offer(const struct foreign_bench *b, int source, const struct foreign_due *due)
{
    const struct foreign_packet *p = &b->s->packet[due->packet];

    if (due->cycle > b->now || (due->flit == 0 && !tag_is_free(b, p)))
        return 0;
    return !b->f->inputs.credits || b->source[source].credit[p->vc] > 0;
}

/* The flit to offer, or -1. Virtual channels take turns, so that one of them does not hold up another. */
static int choose(struct foreign_bench *b, int source)
{
    for (int i = 0; i < b->f->vcs && !b->resetting; i++) {
        int vc = (int)((b->now + (uint32_t)i) % (uint32_t)b->f->vcs);
        const struct foreign_due *due = due_of(b, source, vc);
        if (due && may_offer(b, source, due))
            return b->source[source].at[vc];
    }
    return -1;
}

static void put_flit(struct foreign_bench *b, int source, const struct foreign_due *due)
{
    const struct foreign_packet *p = &b->s->packet[due->packet];
    uint32_t *wires = into_source(b, source);

    wires[0] = 1u << p->vc;
    foreign_flit(b->f, p, due->flit, wires + 1);
    if (due->flit > 0)
        return;
    if (b->life[due->packet].offered == UINT32_MAX)
        b->life[due->packet].offered = b->now;
    b->slot[(uint32_t)source * foreign_flit_tags(b->f) + p->tag] = due->packet + 1;
}

static void drive_source(struct foreign_bench *b, int source)
{
    const struct foreign_due *due = first_due(b, source);
    int flit = choose(b, source);

    b->waits += due && due->cycle <= b->now;
    if (flit >= 0 && flit == b->source[source].offers)
        return; /* it is on the wires already */
    b->source[source].offers = flit;
    if (flit >= 0) {
        put_flit(b, source, &b->s->due[flit]);
    } else {
        into_source(b, source)[0] = 0;
        memset(into_source(b, source) + 1, NO_FLIT, (size_t)b->f->words * sizeof *b->in);
    }
}

static void note_in(struct foreign_bench *b, const struct foreign_due *due)
{
    struct foreign_life *life = &b->life[due->packet];

    life->taken++;
    b->moved = b->now;
    if (due->flit > 0)
        return;
    life->in = b->now;
    life->alone = b->s->calm && b->on_way == 0;
    if (b->on_way == 1 && b->life[b->lone].done == UINT32_MAX)
        b->life[b->lone].alone = 0;
    if (b->on_way++ == 0)
        b->lone = due->packet;
}

static void take_credits(struct foreign_bench *b, int source, uint32_t back)
{
    for (int vc = 0; vc < b->f->vcs; vc++)
        if (back >> vc & 1) {
            b->moved = b->now;
            if (++b->source[source].credit[vc] > b->f->inputs.depth)
                wrong(b, FOREIGN_CREDITS, -1, "input %d gives back a credit of virtual channel %d that nothing took", source, vc);
        }
}

static void sample_source(struct foreign_bench *b, int source)
{
    struct source *at = &b->source[source];
    uint32_t back = *from_source(b, source);

    if (at->offers >= 0 && (b->f->inputs.credits || (back & into_source(b, source)[0]))) {
        const struct foreign_due *due = &b->s->due[at->offers];
        int vc = b->s->packet[due->packet].vc;
        if (b->f->inputs.credits)
            at->credit[vc]--;
        note_in(b, due);
        seek(b, source, vc, at->offers + 1);
        at->offers = -1;
    }
    if (b->f->inputs.credits)
        take_credits(b, source, back);
}

/* Sinks: which packet it is ------------------------------------------------------------------------------------------ */

/* The packet whose tag a first flit has, or -1. */
static int tagged(const struct foreign_bench *b, const uint32_t *flit)
{
    uint32_t source, tag = foreign_flit_tag(b->f, flit, &source);

    return source < (uint32_t)b->f->sources ? (int)b->slot[source * foreign_flit_tags(b->f) + tag] - 1 : -1;
}

/* Of the packets that are on their way and did not come out the one whose first flit is most like this; -1: none is like it. */
static int nearest(struct foreign_bench *b, const uint32_t *flit, int *bits)
{
    int best = -1, field, bit;

    *bits = b->f->bits / 3;
    for (int i = 0; i < b->s->packets; i++) {
        int differ;
        if (b->life[i].in == UINT32_MAX || b->life[i].out != UINT32_MAX)
            continue;
        foreign_flit(b->f, &b->s->packet[i], 0, b->word);
        differ = foreign_flit_differ(b->f, b->word, flit, foreign_flit_look(b->f, 0), &field, &bit);
        if (differ <= *bits) {
            *bits = differ;
            best = i;
        }
    }
    return best;
}

static void say_bits(struct foreign_bench *b, int packet, int flit, int sink, int count, int field, int bit)
{
    wrong(b, FOREIGN_CORRUPTED, packet, ": flit %d comes out of output %d with %d bit%s changed, the first is bit %d of %s", flit, sink,
          count, count == 1 ? "" : "s", bit, b->f->field[field].name);
}

/* The packet that a reset took away and that has this flit, or -1. */
static int from_before(struct foreign_bench *b, const uint32_t *flit)
{
    int field, bit;

    for (int i = 0; i < b->s->packets; i++)
        for (int n = 0; b->life[i].lost && n < b->life[i].taken; n++) {
            foreign_flit(b->f, &b->s->packet[i], n, b->word);
            if (foreign_flit_differ(b->f, b->word, flit, foreign_flit_look(b->f, n), &field, &bit) == 0)
                return i;
        }
    return -1;
}

/* A first flit that no packet on its way begins with. */
static void say_unknown(struct foreign_bench *b, int sink, int packet, const uint32_t *flit)
{
    int bits, near, before = from_before(b, flit);

    if (before >= 0) {
        wrong(b, FOREIGN_RESET, before, " went in before the reset, and comes out of output %d behind it", sink);
        return;
    }
    if (packet >= 0 && b->life[packet].out != UINT32_MAX) {
        wrong(b, FOREIGN_DUPLICATE, packet, " comes out of output %d, and came out of output %d in cycle %" PRIu32 " already", sink,
              b->life[packet].sink, b->life[packet].out);
        return;
    }
    near = nearest(b, flit, &bits);
    if (near >= 0)
        wrong(b, FOREIGN_CORRUPTED, near, ": what comes out of output %d is like its first flit, but for %d bit%s", sink, bits,
              bits == 1 ? "" : "s");
    else
        wrong(b, FOREIGN_CORRUPTED, -1, "output %d sends a first flit of a packet that nobody sent", sink);
}

/* Sinks: what is wrong with it --------------------------------------------------------------------------------------- */

/* Whether only the bits differ that tell the end of a packet. */
static int only_framing(const struct foreign_bench *b, const uint32_t *flit, int number)
{
    const struct foreign_slice *s = &b->f->frame;
    uint32_t mask[FOREIGN_WORDS];
    int field, bit, low = b->f->framing == FOREIGN_SINGLE ? 0 : b->f->field[s->field].offset + s->shift;

    if (b->f->framing == FOREIGN_SINGLE || (number > 0 && !s->every))
        return 0;
    memcpy(mask, foreign_flit_look(b->f, number), (size_t)b->f->words * sizeof *mask);
    for (int i = low; i < low + s->width; i++)
        mask[i / 32] &= ~(1u << i % 32);
    return foreign_flit_differ(b->f, b->word, flit, mask, &field, &bit) == 0;
}

/* Compare a flit with what it must be. @return 0 when it is that */
static int compare(struct foreign_bench *b, int packet, int number, int sink, const uint32_t *flit)
{
    const struct foreign_packet *p = &b->s->packet[packet];
    int field = 0, bit = 0, count, other;

    foreign_flit(b->f, p, number, b->word);
    count = foreign_flit_differ(b->f, b->word, flit, foreign_flit_look(b->f, number), &field, &bit);
    if (count == 0)
        return 0;
    other = tagged(b, flit);
    if (only_framing(b, flit, number))
        wrong(b, FOREIGN_FRAMING, packet, ": flit %d comes out of output %d with another %s", number, sink,
              b->f->framing == FOREIGN_LENGTH ? "length" : "mark of the end of a packet");
    else if (number > 0 && other >= 0 && other != packet && b->life[other].in != UINT32_MAX && b->life[other].out == UINT32_MAX)
        wrong(b, FOREIGN_FRAMING, packet, ": where its flit %d was due, packet %d begins at output %d", number, other, sink);
    else
        say_bits(b, packet, number, sink, count, field, bit);
    return 1;
}

static void check_order(struct foreign_bench *b, int packet)
{
    const struct foreign_packet *p = &b->s->packet[packet];
    uint32_t *last = &b->flow[(p->source * b->f->sinks + p->sink) * b->f->vcs + p->vc];

    if (*last > (uint32_t)packet + 1)
        wrong(b, FOREIGN_ORDER, packet, " comes out behind packet %" PRIu32 " of the same flow, which went in after it", *last - 1);
    *last = (uint32_t)packet + 1;
}

/* @return 0 when it may come out here */
static int check_head(struct foreign_bench *b, int packet, int sink, int vc, const uint32_t *flit)
{
    const struct foreign_life *life = packet >= 0 ? &b->life[packet] : NULL;

    if (!life || life->lost || life->in == UINT32_MAX || life->out != UINT32_MAX) {
        say_unknown(b, sink, packet, flit);
        return -1;
    }
    if (compare(b, packet, 0, sink, flit) != 0)
        return -1;
    if (b->s->packet[packet].sink != sink) {
        wrong(b, FOREIGN_MISDELIVERED, packet, " comes out of output %d", sink);
        return -1;
    }
    if (b->f->vc_kept && b->s->packet[packet].vc != vc) {
        wrong(b, FOREIGN_MISDELIVERED, packet, " comes out in virtual channel %d", vc);
        return -1;
    }
    check_order(b, packet);
    return 0;
}

/* Sinks: a flit ------------------------------------------------------------------------------------------------------- */

static void note_done(struct foreign_bench *b, int packet)
{
    const struct foreign_packet *p = &b->s->packet[packet];
    struct foreign_life *life = &b->life[packet];
    uint32_t cycles = b->now - life->in;

    life->done = b->now;
    b->on_way--;
    b->pair[p->source * b->f->sinks + p->sink] = 1;
    b->length[p->flits] = 1;
    if (life->alone && b->f->latency && cycles > (uint64_t)b->f->latency + p->flits)
        wrong(b, FOREIGN_LATENCY, packet, " took %" PRIu32 " cycles through an idle network, must be %" PRId64 " and one a flit at most",
              cycles, b->f->latency);
}

static void count_bits(struct foreign_bench *b, int number)
{
    const uint32_t *look = foreign_flit_look(b->f, number);

    for (int w = 0; w < b->f->words; w++)
        b->r->counted[FOREIGN_CORRUPTED] += (uint64_t)__builtin_popcount(look[w]);
}

static void take_flit(struct foreign_bench *b, int sink, int vc, const uint32_t *flit)
{
    int *packet = &b->sink[sink].packet[vc], first = *packet < 0;
    int is = first ? tagged(b, flit) : *packet;
    struct foreign_life *life;

    b->moved = b->now;
    b->r->counted[FOREIGN_FRAMING]++;
    if (first ? check_head(b, is, sink, vc, flit) != 0 : compare(b, is, b->life[is].came, sink, flit) != 0)
        return;
    life = &b->life[is];
    count_bits(b, life->came);
    if (life->came >= life->taken) {
        wrong(b, FOREIGN_CORRUPTED, is, ": flit %d comes out of output %d before it went in", life->came, sink);
        return;
    }
    if (first) {
        life->out = b->now;
        life->sink = sink;
    }
    *packet = ++life->came == b->s->packet[is].flits ? -1 : is;
    if (*packet < 0)
        note_done(b, is);
}

static void drive_sink(struct foreign_bench *b, int sink)
{
    uint32_t all = (uint32_t)((1ull << b->f->vcs) - 1);
    int takes = !b->resetting && foreign_script_takes(b->s, (uint32_t)sink, b->now);

    *into_sink(b, sink) = 0;
    if (!b->f->outputs.credits) {
        *into_sink(b, sink) = takes ? all : 0;
        return;
    }
    /* One credit a cycle, of each virtual channel in turn. */
    for (int i = 0; takes && i < b->f->vcs; i++) {
        int vc = (int)((b->now + (uint32_t)i) % (uint32_t)b->f->vcs);
        if (b->sink[sink].held[vc] > 0) {
            b->sink[sink].held[vc]--;
            *into_sink(b, sink) = 1u << vc;
            b->moved = b->now;
            break;
        }
    }
}

/* A valid that was not taken is there again, with the same flit. Channels that share wires may take turns. */
static void check_stable(struct foreign_bench *b, int sink, const uint32_t *wires, int taken)
{
    uint32_t *last = b->last + sink * (1 + b->f->words);

    if (b->sink[sink].waited) {
        b->r->counted[FOREIGN_STABLE]++;
        if (!wires[0])
            wrong(b, FOREIGN_STABLE, -1, "output %d takes its valid back before the flit was taken", sink);
        else if (memcmp(last + 1, wires + 1, (size_t)b->f->words * sizeof *wires) != 0)
            wrong(b, FOREIGN_STABLE, -1, "output %d changes the flit before it was taken", sink);
    }
    b->sink[sink].waited = b->f->vcs == 1 && wires[0] && !taken;
    memcpy(last, wires, (size_t)(1 + b->f->words) * sizeof *wires);
}

static void sample_sink(struct foreign_bench *b, int sink)
{
    const uint32_t *wires = from_sink(b, sink);
    uint32_t valid = wires[0], taken = b->f->outputs.credits ? valid : valid & *into_sink(b, sink);
    int vc = valid ? __builtin_ctz(valid) : 0;

    if (!b->f->outputs.credits)
        check_stable(b, sink, wires, taken != 0);
    if (valid & (valid - 1))
        wrong(b, FOREIGN_FRAMING, -1, "output %d has a flit of two virtual channels at once", sink);
    if (taken && b->f->outputs.credits) {
        b->r->counted[FOREIGN_CREDITS]++;
        if (++b->sink[sink].held[vc] > b->f->outputs.depth)
            wrong(b, FOREIGN_CREDITS, -1, "output %d sends a flit of virtual channel %d without a credit", sink, vc);
    }
    if (taken && !b->r->failed)
        take_flit(b, sink, vc, wires + 1);
}

/* Cycles -------------------------------------------------------------------------------------------------------------- */

/* All of the bench that a reset of the router concerns. */
static void clear(struct foreign_bench *b)
{
    for (int i = 0; i < b->f->sources; i++) {
        b->source[i].offers = -1;
        for (int vc = 0; vc < b->f->vcs; vc++)
            b->source[i].credit[vc] = b->f->inputs.depth;
    }
    for (int i = 0; i < b->f->sinks; i++) {
        memset(&b->sink[i], 0, sizeof b->sink[i]);
        for (int vc = 0; vc < b->f->vcs; vc++)
            b->sink[i].packet[vc] = -1;
    }
}

/* What was before a reset in the middle is gone, and what is not yet in does not go in any more. */
static void forget(struct foreign_bench *b)
{
    for (int i = 0; i < b->s->packets; i++)
        b->life[i].lost |= b->s->packet[i].phase == 0 && b->life[i].done == UINT32_MAX;
    for (int source = 0; source < b->f->sources; source++)
        for (int vc = 0; vc < b->f->vcs; vc++)
            seek(b, source, vc, b->source[source].at[vc]);
    clear(b);
    b->on_way = 0;
    b->r->counted[FOREIGN_RESET]++;
}

static void set(struct foreign_bench *b)
{
    const struct foreign_control control = {.reset = b->resetting > b->f->reset_idle};

    b->waits = 0;
    for (int i = 0; i < b->f->sources; i++)
        drive_source(b, i);
    for (int i = 0; i < b->f->sinks; i++)
        drive_sink(b, i);
    b->ops->step(b->node, b->in, &control);
    b->ops->pins(b->node, b->out);
}

static void sample(struct foreign_bench *b)
{
    for (int i = 0; i < b->f->sources; i++)
        sample_source(b, i);
    for (int i = 0; i < b->f->sinks; i++)
        sample_sink(b, i);
    for (int i = 0; i < b->f->opens; i++)
        if (*from_open(b, i))
            wrong(b, FOREIGN_MISDELIVERED, -1, "a flit leaves output %d of router %d, which leads nowhere", b->f->open[i].port,
                  b->f->open[i].router);
}

static void cycle(struct foreign_bench *b)
{
    const struct foreign_control edge = {.reset = b->resetting > b->f->reset_idle, .edge = 1};

    set(b);
    if (!b->resetting)
        sample(b);
    b->ops->step(b->node, b->in, &edge);
    if (b->resetting)
        b->resetting--;
    if (node_ended(b->ops, b->node))
        wrong(b, FOREIGN_PROGRESS, -1, "%s", node_ended(b->ops, b->node));
    if (!b->waits && !b->on_way)
        b->moved = b->now;
    b->r->counted[FOREIGN_PROGRESS]++;
}

/* The end ------------------------------------------------------------------------------------------------------------- */

static int held_credits(const struct foreign_bench *b)
{
    for (int source = 0; b->f->inputs.credits && source < b->f->sources; source++)
        for (int vc = 0; vc < b->f->vcs; vc++)
            if (b->source[source].credit[vc] < b->f->inputs.depth)
                return source * FOREIGN_VCS + vc;
    return -1;
}

/* Flits that are due and are not taken, a line each. */
static int say_waits(struct foreign_bench *b)
{
    int waits = 0;
    size_t length = 0;

    for (int source = 0; source < b->f->sources; source++) {
        const struct foreign_due *due = first_due(b, source);
        char name[128];
        if (!due || due->cycle > b->now)
            continue;
        waits++;
        foreign_bench_name(b->f, b->s, (int)due->packet, name, sizeof name);
        length += (size_t)snprintf(b->r->waits + length, sizeof b->r->waits - length, "input %d waits %s with flit %d of %s\n", source,
                                   b->source[source].offers >= 0 ? "for ready" : b->f->inputs.credits ? "for a credit" : "for a packet with its tag",
                                   due->flit, name);
        if (length >= sizeof b->r->waits)
            length = sizeof b->r->waits - 1;
    }
    return waits;
}

/* The first packet that is on its way. */
static int first_missing(const struct foreign_bench *b)
{
    for (int i = 0; i < b->s->packets; i++)
        if (b->life[i].in != UINT32_MAX && b->life[i].done == UINT32_MAX && !b->life[i].lost)
            return i;
    return -1;
}

static void say_stuck(struct foreign_bench *b, int waits, int missing)
{
    int packet = missing;

    for (int source = 0; packet < 0 && source < b->f->sources; source++)
        if (first_due(b, source))
            packet = (int)first_due(b, source)->packet;
    if (packet >= 0)
        wrong(b, FOREIGN_PROGRESS, packet, " does not come through: for %" PRIu32 " cycles nothing moves, %d packet%s inside, and %d "
              "input%s for what is due", b->now - b->moved, b->on_way, b->on_way == 1 ? " is" : "s are", waits, waits == 1 ? " waits" : "s wait");
}

/* All that could move has moved. */
static void judge_end(struct foreign_bench *b)
{
    int waits, missing = first_missing(b), credits = held_credits(b);

    if (b->r->failed)
        return;
    waits = say_waits(b);
    if (waits)
        say_stuck(b, waits, missing);
    if (missing >= 0 && b->life[missing].came)
        wrong(b, FOREIGN_LOST, missing, ": %d of its flits came out of output %d, and nothing after them", b->life[missing].came,
              b->life[missing].sink);
    if (missing >= 0)
        wrong(b, FOREIGN_LOST, missing, " went in in cycle %" PRIu32 ", and nothing of it comes out", b->life[missing].in);
    if (credits >= 0)
        wrong(b, FOREIGN_CREDITS, -1, "input %d keeps %d credits of virtual channel %d when all packets are through", credits / FOREIGN_VCS,
              b->f->inputs.depth - b->source[credits / FOREIGN_VCS].credit[credits % FOREIGN_VCS], credits % FOREIGN_VCS);
}

static int is_over(const struct foreign_bench *b)
{
    uint32_t since = b->moved > b->s->active ? b->moved : b->s->active;

    if (b->r->failed)
        return 1;
    for (int i = 0; i < b->f->sources; i++)
        if (first_due(b, i))
            return b->now > since && b->now - since > (uint64_t)b->f->progress && b->waits + b->on_way > 0;
    if (b->on_way)
        return b->now > since && b->now - since > (uint64_t)b->f->progress;
    return b->quiet > QUIET && (held_credits(b) < 0 || b->quiet > b->f->progress);
}

/* A run --------------------------------------------------------------------------------------------------------------- */

static int begin(struct foreign_bench *b)
{
    size_t tags = (size_t)b->f->sources * foreign_flit_tags(b->f), flows = (size_t)(b->f->sources * b->f->sinks * b->f->vcs);

    if (b->s->packets > b->lives) {
        free(b->life);
        b->life = calloc((size_t)b->s->packets, sizeof *b->life);
        b->lives = b->life ? b->s->packets : 0;
        if (!b->life)
            return -1;
    }
    for (int i = 0; i < b->lives; i++)
        b->life[i] = (struct foreign_life){UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, -1, 0, 0, 0, 0};
    memset(b->slot, 0, tags * sizeof *b->slot);
    memset(b->flow, 0, flows * sizeof *b->flow);
    memset(b->in, 0, (size_t)foreign_in_words(b->f) * sizeof *b->in);
    for (int source = 0; source < b->f->sources; source++)
        for (int vc = 0; vc < b->f->vcs; vc++)
            seek(b, source, vc, b->s->first[source]);
    clear(b);
    b->now = b->moved = 0;
    b->on_way = b->quiet = 0;
    b->lone = 0;
    b->resetting = b->f->reset_cycles + b->f->reset_idle;
    b->node = b->ops->create(NULL, b->s->power_up);
    return b->node ? 0 : -1;
}

static void count_packets(struct foreign_bench *b)
{
    static const enum foreign_check each[] = {FOREIGN_LOST, FOREIGN_DUPLICATE, FOREIGN_MISDELIVERED, FOREIGN_ORDER};

    for (int i = 0; i < b->s->packets; i++) {
        int done = b->life[i].done != UINT32_MAX;
        for (size_t k = 0; done && k < sizeof each / sizeof *each; k++)
            b->r->counted[each[k]]++;
        b->r->counted[FOREIGN_LATENCY] += done && b->life[i].alone && b->f->latency;
    }
}

int foreign_bench_run(struct foreign_bench *b, const struct foreign_script *s, struct foreign_result *r)
{
    memset(r, 0, sizeof *r);
    r->packet = -1;
    b->s = s;
    b->r = r;
    if (begin(b) != 0)
        return -1;
    while (b->resetting && !r->failed)
        cycle(b);
    while (!is_over(b)) {
        if (s->reset && b->now == s->reset) {
            forget(b);
            b->resetting = b->f->reset_cycles + b->f->reset_idle;
        }
        cycle(b);
        b->quiet = b->waits || b->on_way ? 0 : b->quiet + 1;
        b->now++;
    }
    judge_end(b);
    count_packets(b);
    r->cycles = b->now;
    b->ops->destroy(b->node);
    b->node = NULL;
    return 0;
}

const struct foreign_life *foreign_bench_lives(const struct foreign_bench *b)
{
    return b->life;
}

/* Totals -------------------------------------------------------------------------------------------------------------- */

static void add_packet(const struct foreign_bench *b, int i, struct foreign_totals *t)
{
    const struct foreign_life *life = &b->life[i];
    uint32_t cycles = life->done - life->in;

    if (life->done == UINT32_MAX)
        return;
    t->packets++;
    t->flits += b->s->packet[i].flits;
    if (!life->alone)
        return;
    t->least = t->alone == 0 || cycles < t->least ? cycles : t->least;
    t->most = cycles > t->most ? cycles : t->most;
    t->alone++;
    t->latency += cycles;
}

void foreign_bench_add(const struct foreign_bench *b, const struct foreign_result *r, int full, struct foreign_totals *t)
{
    uint64_t flits = t->flits;

    t->episodes++;
    t->cycles += r->cycles;
    for (int i = 0; i < FOREIGN_CHECK_COUNT; i++)
        t->counted[i] += r->counted[i];
    for (int i = 0; i < b->s->packets; i++)
        add_packet(b, i, t);
    if (full && r->cycles > QUIET) {
        t->full_flits += t->flits - flits;
        t->full_cycles += r->cycles - QUIET;
    }
}

int foreign_bench_pairs(const struct foreign_bench *b, int *all)
{
    int count = 0;

    *all = 0;
    for (int i = 0; i < b->f->sources * b->f->sinks; i++) {
        *all += !b->f->forbidden[i];
        count += b->pair[i];
    }
    return count;
}

int foreign_bench_lengths(const struct foreign_bench *b, int *all)
{
    int count = 0;

    *all = b->f->longest - b->f->least + 1;
    for (int i = b->f->least; i <= b->f->longest; i++)
        count += b->length[i];
    return count;
}

struct foreign_bench *foreign_bench_create(const struct foreign *f, const struct node_ops *ops)
{
    struct foreign_bench *b = calloc(1, sizeof *b);
    size_t ends = (size_t)(f->sources * f->sinks);

    if (!b)
        return NULL;
    b->f = f;
    b->ops = ops;
    b->in = calloc((size_t)foreign_in_words(f), sizeof *b->in);
    b->out = calloc((size_t)foreign_out_words(f), sizeof *b->out);
    b->word = calloc((size_t)f->words, sizeof *b->word);
    b->last = calloc((size_t)(f->sinks * (1 + f->words)), sizeof *b->last);
    b->source = calloc((size_t)f->sources, sizeof *b->source);
    b->sink = calloc((size_t)f->sinks, sizeof *b->sink);
    b->slot = calloc((size_t)f->sources * foreign_flit_tags(f), sizeof *b->slot);
    b->flow = calloc(ends * (size_t)f->vcs, sizeof *b->flow);
    b->pair = calloc(ends, 1);
    if (b->in && b->out && b->word && b->last && b->source && b->sink && b->slot && b->flow && b->pair)
        return b;
    foreign_bench_destroy(b);
    return NULL;
}

void foreign_bench_destroy(struct foreign_bench *b)
{
    if (!b)
        return;
    void *const owned[] = {b->in, b->out, b->word, b->last, b->source, b->sink, b->slot, b->flow, b->pair, b->life};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
    free(b);
}
