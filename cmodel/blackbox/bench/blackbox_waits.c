/* SPDX-License-Identifier: Apache-2.0
 *
 * Who waits for whom when nothing moves, as far as pins show it: inputs for ready or credits, outputs for the rest of a
 * packet, routers of a network for the next one at a link. A circle of them is what a deadlock looks like from outside.
 * See blackbox_bench_internal.h.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blackbox_bench_internal.h"

/* Lines of the result. Those that have no room are left out. */
static void append(struct blackbox_bench *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void append(struct blackbox_bench *b, const char *format, ...)
{
    struct blackbox_result *r = b->head->r;
    size_t length = strlen(r->waits), room = sizeof r->waits - length, begin;
    char kind[BLACKBOX_CLASS_NAME + 16];
    va_list values;
    int written;

    blackbox_bench_kind(b, b->responses ? "requests" : "", kind);
    begin = strlen(kind);
    if (room <= begin)
        return;
    strcpy(r->waits + length, kind);
    va_start(values, format);
    written = vsnprintf(r->waits + length + begin, room - begin, format, values);
    va_end(values);
    if (written < 0 || (size_t)written >= room - begin)
        r->waits[length] = 0;
}

/* Ends ------------------------------------------------------------------------------------------------------------ */

static void append_input(struct blackbox_bench *b, int source, const struct blackbox_release *due)
{
    const char *what = b->source[source].offers >= 0 ? "for ready"
                       : b->f->inputs.credits        ? "for a credit"
                                                     : "for a packet with its tag";
    char name[128];

    blackbox_bench_name(b->f, b->s, (int)due->packet, name, sizeof name);
    append(b, "input %d waits %s with flit %d of %s\n", source, what, due->flit, name);
}

/* An output that is within a packet waits for the rest of it: at its input, or inside. */
static void append_output(struct blackbox_bench *b, int sink, int vc)
{
    int packet = b->sink[sink].packet[vc];
    char name[128];
    int came;

    if (packet < 0)
        return;
    came = blackbox_bench_copy(b, packet, sink)->came;
    blackbox_bench_name(b->f, b->s, packet, name, sizeof name);
    if (came >= b->history[packet].taken)
        append(b, "output %d waits for flit %d of %s, which input %d has\n", sink, came, name,
               b->s->packet[packet].source);
    else
        append(b, "output %d waits for flit %d of %s, which is inside\n", sink, came, name);
}

/*
 * The input that the input of a packet waits for: the one whose packet is under way where it goes; -1: none is known.
 */
static int next_input(const struct blackbox_bench *b, int source)
{
    const struct blackbox_release *due = blackbox_drive_waiting(b, source);
    const struct blackbox_packet *p = due ? &b->s->packet[due->packet] : NULL;

    for (int k = p ? blackbox_packet_next(b->f, p, 0) : b->f->sinks; k < b->f->sinks;
         k = blackbox_packet_next(b->f, p, k + 1)) {
        int under_way = b->sink[k].packet[p->vc];
        if (under_way >= 0 && b->s->packet[under_way].source != source)
            return b->s->packet[under_way].source;
    }
    return -1;
}

/* Circles --------------------------------------------------------------------------------------------------------- */

/* From each of these a step leads to another one, or to -1. @return one that is on a circle, or -1 */
static int on_circle(int (*step)(const struct blackbox_bench *b, int at), const struct blackbox_bench *b, int count)
{
    for (int begin = 0; begin < count; begin++) {
        int at = begin;
        for (int i = 0; i < count && at >= 0; i++)
            at = step(b, at);
        if (at >= 0)
            return at;
    }
    return -1;
}

static void append_circle(struct blackbox_bench *b, const char *what,
                          int (*step)(const struct blackbox_bench *b, int at), int count)
{
    int first = on_circle(step, b, count), length = 0;
    char text[512];

    if (first < 0)
        return;
    for (int at = step(b, first); at != first && length < (int)sizeof text - 32; at = step(b, at))
        length += snprintf(text + length, sizeof text - (size_t)length, "%d, which waits for %s ", at, what);
    append(b, "a circle, perhaps a deadlock: %s %d waits for %s %.*s%d\n", what, first, what, length, text, first);
}

/* Links ----------------------------------------------------------------------------------------------------------- */

void blackbox_waits_cycle(struct blackbox_bench *b)
{
    for (int i = 0; i < b->f->wires; i++) {
        struct blackbox_bench_link *link = &b->link[i];
        uint32_t both = *blackbox_from_wire(b, i);
        link->valid = both & 0xffff;
        link->back = both >> 16;
        for (int vc = 0; b->f->outputs.credits && vc < b->f->vcs; vc++)
            link->held[vc] += (int)(link->valid >> vc & 1) - (int)(link->back >> vc & 1);
    }
}

/* The virtual channel in which a link is held up, or -1. */
static int held_up(const struct blackbox_bench *b, int wire)
{
    const struct blackbox_bench_link *link = &b->link[wire];
    const int *depth = b->f->outputs.depth[b->f->wire[wire].from.port];

    for (int vc = 0; vc < b->f->vcs; vc++)
        if (b->f->outputs.credits ? link->held[vc] >= depth[vc] : (int)((link->valid & ~link->back) >> vc & 1))
            return vc;
    return -1;
}

/* Whether a link is held up between two routers that may be on a circle. */
static int is_part(const struct blackbox_bench *b, int wire)
{
    const struct blackbox_wire *w = &b->f->wire[wire];

    return b->circle[w->from.router] && b->circle[w->to.router] && held_up(b, wire) >= 0;
}

/* Leave those routers that wait for others that are left: what is left then is on a circle, or leads to one. */
static void find_circle(struct blackbox_bench *b)
{
    int left = 0, before;

    for (int r = 0; r < b->f->routers; r++)
        b->circle[r] = 1;
    do {
        before = left;
        for (int r = 0; r < b->f->routers; r++)
            b->circle[r] &= 1;
        for (int i = 0; i < b->f->wires; i++)
            if (is_part(b, i))
                b->circle[b->f->wire[i].from.router] |= 2;
        left = 0;
        for (int r = 0; r < b->f->routers; r++) {
            b->circle[r] = b->circle[r] >> 1;
            left += !b->circle[r];
        }
    } while (left != before);
}

/* The router that one waits for, of those that are left. */
static int next_router(const struct blackbox_bench *b, int router)
{
    for (int i = 0; i < b->f->wires; i++)
        if (b->f->wire[i].from.router == router && is_part(b, i))
            return b->f->wire[i].to.router;
    return -1;
}

static void append_links(struct blackbox_bench *b)
{
    for (int i = 0; i < b->f->wires; i++) {
        const struct blackbox_wire *w = &b->f->wire[i];
        int vc = held_up(b, i);
        if (vc >= 0)
            append(b, "router %d waits at its output %d for %s of input %d of router %d, virtual channel %d\n",
                   w->from.router, w->from.port, b->f->outputs.credits ? "a credit" : "ready", w->to.port, w->to.router,
                   vc);
    }
}

/* Requesters and targets that wait for responses to go before another request does. */
static void append_limits(struct blackbox_bench *b)
{
    for (int i = 0; i < b->f->sources; i++)
        if (blackbox_answer_source_full(b, i))
            append(b, "input %d sends nothing before one of its %d open requests is answered\n", i, b->source[i].open);
    for (int k = 0; k < b->f->sinks; k++)
        if (blackbox_answer_sink_full(b, k))
            append(b, "output %d takes nothing before a response to one of %d requests is taken from its target\n", k,
                   b->sink[k].owed);
}

/* The response that an output waits for without one under way: the first one that is inside. */
static void append_pending(struct blackbox_bench *b)
{
    char name[128];
    int packet;

    if (!b->answers || !b->answers->pendings)
        return;
    packet = b->answers->pending[0];
    blackbox_bench_name(b->f, b->s, packet, name, sizeof name);
    append(b, "output %d waits for %s, which is inside\n", b->s->packet[packet].sink, name);
}

int blackbox_waits(struct blackbox_bench *b)
{
    int waits = 0;

    if (b == b->head)
        *b->r->waits = 0;
    append_circle(b, "input", next_input, b->f->sources);
    find_circle(b);
    append_circle(b, "router", next_router, b->f->routers);
    for (int i = 0; i < b->f->sources; i++)
        if (blackbox_drive_waiting(b, i)) {
            append_input(b, i, blackbox_drive_waiting(b, i));
            waits++;
        }
    for (int k = 0; k < b->f->sinks; k++)
        for (int vc = 0; vc < b->f->channels; vc++)
            append_output(b, k, vc);
    append_pending(b);
    append_limits(b);
    append_links(b);
    return waits;
}
