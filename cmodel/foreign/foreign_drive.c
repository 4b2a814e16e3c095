/* SPDX-License-Identifier: Apache-2.0
 *
 * What the bench sets: flits at inputs, each from its cycle on until it is taken, and what goes back to outputs. See
 * foreign_bench_internal.h.
 */
#include <string.h>

#include "foreign_bench_internal.h"

/* On wires that hold no flit. */
enum { NO_FLIT = 0xa5 };

/* The next flit of a virtual channel, or NULL. */
static const struct foreign_due *due_of(const struct foreign_bench *b, int source, int vc)
{
    int at = b->source[source].at[vc];

    return at < b->s->first[source + 1] ? &b->s->due[at] : NULL;
}

/* From a place in the script on, past other virtual channels and what a reset took away. */
void foreign_drive_seek(struct foreign_bench *b, int source, int vc, int at)
{
    while (at < b->s->first[source + 1] &&
           (b->s->packet[b->s->due[at].packet].vc != vc || b->life[b->s->due[at].packet].lost))
        at++;
    b->source[source].at[vc] = at;
}

/* The first flit of any virtual channel that waits, or is to come; NULL: none. */
const struct foreign_due *foreign_drive_due(const struct foreign_bench *b, int source)
{
    const struct foreign_due *first = NULL;

    for (int vc = 0; vc < b->f->channels; vc++) {
        const struct foreign_due *due = due_of(b, source, vc);
        if (due && (!first || due->cycle < first->cycle))
            first = due;
    }
    return first;
}

const struct foreign_due *foreign_drive_waiting(const struct foreign_bench *b, int source)
{
    const struct foreign_due *due = foreign_drive_due(b, source);

    return due && due->cycle <= b->now ? due : NULL;
}

/* The packet that has the tag of another one may still be on its way. */
static int tag_is_free(const struct foreign_bench *b, const struct foreign_packet *p)
{
    uint32_t taken = b->slot[(uint32_t)p->source * foreign_flit_tags(b->f) + p->tag];
    const struct foreign_life *life = taken ? &b->life[taken - 1] : NULL;

    return !life || &b->s->packet[taken - 1] == p || life->lost || life->done != UINT32_MAX ||
           (foreign_script_unawaited(b->s, b->f, (int)taken - 1) && life->in != UINT32_MAX && b->now - life->in > (uint64_t)b->f->progress);
}

static int may_offer(const struct foreign_bench *b, int source, const struct foreign_due *due)
{
    const struct foreign_packet *p = &b->s->packet[due->packet];

    if (due->cycle > b->now || (due->flit == 0 && !tag_is_free(b, p)))
        return 0;
    return !b->f->inputs.credits || b->source[source].credit[p->vc] > (p->hostile == FOREIGN_OVERRUN ? -b->f->hostile.overrun : 0);
}

/* The flit to offer, or -1. Virtual channels take turns, so that one of them does not hold up another. */
static int choose(struct foreign_bench *b, int source)
{
    const struct foreign_bench_source *at = &b->source[source];

    if (b->f->lanes.count && at->offers >= 0 && b->now >= at->hidden && !b->resetting)
        return at->offers; /* what all lanes share stays until it is taken */
    for (int i = 0; i < b->f->channels && !b->resetting && b->now >= b->source[source].hidden; i++) {
        int vc = at->within >= 0 ? at->within : (int)((b->now + (uint32_t)i) % (uint32_t)b->f->channels);
        const struct foreign_due *due = due_of(b, source, vc);
        if (due && may_offer(b, source, due))
            return b->source[source].at[vc];
    }
    return -1;
}

static void put_flit(struct foreign_bench *b, int source, const struct foreign_due *due)
{
    const struct foreign_packet *p = &b->s->packet[due->packet];
    uint32_t *wires = foreign_into_source(b, source);

    wires[0] = b->f->lanes.count ? 1 : 1u << p->vc;
    foreign_flit(b->f, p, due->flit, wires + 1);
    if (due->flit > 0)
        return;
    if (b->life[due->packet].offered == UINT32_MAX)
        b->life[due->packet].offered = b->now;
    b->slot[(uint32_t)source * foreign_flit_tags(b->f) + p->tag] = due->packet + 1;
}

/* A first flit that was not taken in its first cycle is taken back, and comes again some cycles later; not in the second half. */
static void withdraw(struct foreign_bench *b, int source)
{
    struct foreign_bench_source *at = &b->source[source];
    const struct foreign_due *due = at->offers >= 0 ? &b->s->due[at->offers] : NULL;

    if (due && b->now < b->s->second && due->flit == 0 && b->s->packet[due->packet].hostile == FOREIGN_WITHDRAWN &&
        b->life[due->packet].offered + 1 == b->now)
        at->hidden = b->now + 1 + (uint32_t)foreign_script_hidden(&b->s->packet[due->packet]);
}

void foreign_drive_source(struct foreign_bench *b, int source)
{
    int flit;

    b->waits += foreign_drive_waiting(b, source) != NULL;
    withdraw(b, source);
    flit = choose(b, source);
    if (flit >= 0 && flit == b->source[source].offers)
        return; /* it is on the wires already */
    b->source[source].offers = flit;
    if (flit >= 0) {
        put_flit(b, source, &b->s->due[flit]);
    } else {
        foreign_into_source(b, source)[0] = 0;
        memset(foreign_into_source(b, source) + 1, NO_FLIT, (size_t)b->f->words * sizeof *b->in);
    }
}

static void note_in(struct foreign_bench *b, const struct foreign_due *due)
{
    const struct foreign_packet *p = &b->s->packet[due->packet];
    struct foreign_life *life = &b->life[due->packet];

    life->taken++;
    b->moved = b->now;
    if (due->flit > 0)
        return;
    life->in = b->now;
    b->sink[p->sink].coming[p->vc]++;
    b->r->counted[FOREIGN_HOSTILE] += p->hostile != FOREIGN_LEGAL;
    if (foreign_script_unawaited(b->s, b->f, (int)due->packet))
        return;
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
                foreign_wrong(b, FOREIGN_CREDITS, -1, "input %d gives back a credit of virtual channel %d that nothing took", source, vc);
        }
}

void foreign_drive_sample(struct foreign_bench *b, int source)
{
    struct foreign_bench_source *at = &b->source[source];
    uint32_t back = *foreign_from_source(b, source);

    if (at->offers >= 0 && (b->f->inputs.credits || (back & foreign_into_source(b, source)[0]))) {
        const struct foreign_due *due = &b->s->due[at->offers];
        int vc = b->s->packet[due->packet].vc;
        if (b->f->inputs.credits)
            at->credit[vc]--;
        note_in(b, due);
        at->within = b->f->lanes.count && !b->f->lanes.inputs && due->flit < b->s->packet[due->packet].flits - 1 ? vc : -1;
        foreign_drive_seek(b, source, vc, at->offers + 1);
        at->offers = -1;
    }
    if (b->f->inputs.credits)
        take_credits(b, source, back);
}

/* What goes back to outputs ------------------------------------------------------------------------------------------- */

void foreign_drive_sink(struct foreign_bench *b, int sink)
{
    uint32_t all = (uint32_t)((1ull << b->f->vcs) - 1);
    int takes = !b->resetting && foreign_script_takes(b->s, (uint32_t)sink, b->now);

    *foreign_into_sink(b, sink) = 0;
    if (!b->f->outputs.credits) {
        *foreign_into_sink(b, sink) = takes ? all : 0;
        return;
    }
    /* One credit a cycle, of each virtual channel in turn. */
    for (int i = 0; takes && i < b->f->vcs; i++) {
        int vc = (int)((b->now + (uint32_t)i) % (uint32_t)b->f->vcs);
        if (b->sink[sink].held[vc] > 0) {
            b->sink[sink].held[vc]--;
            *foreign_into_sink(b, sink) = 1u << vc;
            b->moved = b->now;
            break;
        }
    }
}
