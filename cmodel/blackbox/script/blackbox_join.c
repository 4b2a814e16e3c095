/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_join.h"

#include <stdlib.h>

/* The frame that packets of an input are joined in at an output. */
struct frame {
    int packets, flits; /* so far; 0: it has not begun */
    int ends;           /* 1: seen from behind, it has an end */
    int phase;          /* of its packets */
};

static struct frame *frame_of(struct frame *frames, const struct blackbox *f, const struct blackbox_packet *p)
{
    return &frames[p->source * f->sinks + p->sink];
}

/* A reset begins another one. */
static int is_cut(const struct blackbox_script *s, const struct frame *is, const struct blackbox_packet *p)
{
    return s->reset && is->phase != p->phase;
}

/* Whether a frame ends with a packet, which it has. */
static int ends_with(const struct blackbox_join *j, const struct frame *is, const struct blackbox_packet *p)
{
    return (j->count && is->packets >= j->count) || (j->flits && is->flits >= j->flits) ||
           (j->flag.width && p->flagged);
}

static void mark_frames(struct blackbox_script *s, const struct blackbox *f, struct frame *frames)
{
    for (int i = 0; i < s->packets; i++) {
        struct blackbox_packet *p = &s->packet[i];
        struct frame *is = frame_of(frames, f, p);
        if (is_cut(s, is, p))
            is->packets = is->flits = 0;
        p->begins = is->packets == 0;
        is->packets++;
        is->flits += p->flits;
        is->phase = p->phase;
        p->ends = (uint8_t)ends_with(&f->join, is, p);
        if (p->ends)
            is->packets = is->flits = 0;
    }
}

static void keep_ended(const struct blackbox_script *s, const struct blackbox *f, struct frame *frames, uint8_t *keep)
{
    for (int i = s->packets - 1; i >= 0; i--) {
        const struct blackbox_packet *p = &s->packet[i];
        struct frame *is = frame_of(frames, f, p);
        is->ends = (is->ends && !is_cut(s, is, p)) || p->ends;
        is->phase = p->phase;
        keep[i] = (uint8_t)is->ends;
    }
}

/* Frames that have a packet of each input, in a phase. */
static int rounds_of(const struct blackbox_script *s, const struct blackbox *f, int phase)
{
    int least = s->packets;

    for (int source = 0; source < f->sources; source++) {
        int count = 0;
        for (int i = 0; i < s->packets; i++)
            count += s->packet[i].source == source && (!s->reset || s->packet[i].phase == phase);
        least = count < least ? count : least;
    }
    return least;
}

static void keep_rounds(const struct blackbox_script *s, const struct blackbox *f, uint8_t *keep)
{
    const int rounds[] = {rounds_of(s, f, 0), rounds_of(s, f, 1)};
    int source = -1, phase = 0;

    for (int i = 0, count = 0; i < s->packets; i++) {
        const struct blackbox_packet *p = &s->packet[i];
        int now = s->reset ? p->phase : 0;
        count = p->source == source && now == phase ? count + 1 : 1;
        source = p->source;
        phase = now;
        keep[i] = count <= rounds[phase];
    }
}

/* Packets of whole frames alone are left: each follows that of the input before it. */
static void mark_rounds(struct blackbox_script *s, const struct blackbox *f, int *next)
{
    uint32_t behind = 0;
    int phase = 0;

    for (int i = 0, source = -1; i < s->packets; i++)
        while (source < s->packet[i].source)
            next[++source] = i;
    for (int round = 0; round < s->packets / f->sources; round++)
        for (int source = 0; source < f->sources; source++) {
            struct blackbox_packet *p = &s->packet[next[source]];
            behind = s->reset && p->phase != phase ? 0 : behind;
            phase = p->phase;
            p->begins = source == 0;
            p->ends = source == f->sources - 1;
            p->behind = behind;
            behind = (uint32_t)next[source]++ + 1;
        }
}

static void compact(struct blackbox_script *s, const struct blackbox *f, const uint8_t *keep, uint32_t *place)
{
    int packets = 0, count = 0;

    for (int i = 0; i < s->packets; i++) {
        place[i] = (uint32_t)packets;
        if (keep[i])
            s->packet[packets++] = s->packet[i];
    }
    for (int source = 0, i = 0; source < f->sources; source++) {
        for (int end = s->first[source + 1]; i < end; i++)
            if (keep[s->due[i].packet]) {
                s->due[count] = s->due[i];
                s->due[count++].packet = place[s->due[i].packet];
            }
        s->first[source + 1] = count;
    }
    s->packets = packets;
}

int blackbox_join_settle(struct blackbox_script *s, const struct blackbox *f)
{
    struct frame *frames = f->join.line ? calloc((size_t)(f->sources * f->sinks), sizeof *frames) : NULL;
    uint8_t *keep = frames ? calloc((size_t)s->packets + 1, sizeof *keep) : NULL;
    uint32_t *place = frames ? calloc((size_t)s->packets + 1, sizeof *place) : NULL;
    int *next = frames ? calloc((size_t)f->sources, sizeof *next) : NULL;
    int done = keep && place && next;

    if (done && f->join.inputs) {
        keep_rounds(s, f, keep);
        compact(s, f, keep, place);
        mark_rounds(s, f, next);
    } else if (done) {
        mark_frames(s, f, frames);
        keep_ended(s, f, frames, keep);
        compact(s, f, keep, place);
    }
    free(frames);
    free(keep);
    free(place);
    free(next);
    return done || !f->join.line ? 0 : -1;
}
