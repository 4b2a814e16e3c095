/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_live.h"

#include <stdlib.h>
#include <string.h>

#include "../../base/text.h"
#include "blackbox_bench_internal.h"

/* Packets at first; those that came out long ago make room for others, but for the last ones, which may come again. */
enum { PACKETS = 4096, KEPT = PACKETS / 4 };
/* Flits of an input that wait, or went in and are not yet forgotten, at most: one in each virtual channel, and one
 * more. */
enum { WAITING = BLACKBOX_VCS + 1 };

struct blackbox_live {
    const struct blackbox *f;
    struct blackbox_bench *bench;
    struct blackbox_script script;
    struct blackbox_result result;
    uint8_t *more;     /* [room] of the caller */
    size_t more_bytes; /* of each */
    uint32_t
        *before; /* [room] packet + 1 of the same input, output and virtual channel that came just before; 0: none */
    uint32_t *latest; /* [sources][sinks][vcs] packet + 1 that came last */
    int room;         /* packets */
    int *end;         /* [sources] of the flits that are there */
    int *last;        /* [sources][vcs] packet that came last; -1: none is left */
    uint32_t *fed;    /* [sources][vcs] flits of it that are there */
    uint32_t *number; /* [sources] packets that came */
    uint32_t held;    /* the last cycle in which an output was held up */
};

/* What the description may not have ------------------------------------------------------------------------------- */

int blackbox_live_check(const struct blackbox *f, char *error, size_t size)
{
    const struct {
        int has;
        const char *what;
    } no[] = {
        {f->routers > 1, "network: describe one router"},
        {f->also != NULL, "classes"},
        {f->responses.f != NULL, "responses"},
        {f->clocks > 0, "clock: describe it with one clock"},
        {f->header.line > 0, "headers with a handshake of their own"},
        {f->widths.line > 0, "fields with a width for each side"},
        {f->cast.kind != BLACKBOX_ONE, "packets for several outputs"},
        {f->join.line > 0, "join"},
        {f->lanes.count > 0, "interleaved"},
        {f->drops.allowed || f->drops.marked.width, "drops: a fabric loses no packet"},
        {f->vcs > 1 && !f->vc_kept, "vcs.kept: no, by which packets of one output may mix"},
    };

    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        if (no[i].has)
            return text_fail(error, size, "%s: in a fabric a router cannot have %s", f->path, no[i].what);
    return 0;
}

/* Making it ------------------------------------------------------------------------------------------------------- */

/* Nothing has come. */
static int begin_script(struct blackbox_live *l)
{
    struct blackbox_script *s = &l->script;
    int sources = l->f->sources, sinks = l->f->sinks;

    s->active = UINT32_MAX;
    s->packet = calloc((size_t)l->room, sizeof *s->packet);
    s->due = calloc((size_t)(sources * WAITING), sizeof *s->due);
    s->first = calloc((size_t)sources + 1, sizeof *s->first);
    s->stall = calloc((size_t)sinks, sizeof *s->stall);
    l->end = calloc((size_t)sources, sizeof *l->end);
    l->last = calloc((size_t)(sources * l->f->vcs), sizeof *l->last);
    l->fed = calloc((size_t)(sources * l->f->vcs), sizeof *l->fed);
    l->number = calloc((size_t)sources, sizeof *l->number);
    l->before = calloc((size_t)l->room, sizeof *l->before);
    l->latest = calloc((size_t)(sources * sinks * l->f->vcs), sizeof *l->latest);
    l->more = calloc((size_t)l->room, l->more_bytes);
    if (!s->packet || !s->due || !s->first || !s->stall || !l->end || !l->last || !l->fed || !l->number || !l->before ||
        !l->latest || !l->more)
        return -1;
    s->end = l->end;
    for (int i = 0; i < sources; i++)
        s->first[i] = l->end[i] = i * WAITING;
    for (int i = 0; i < sources * l->f->vcs; i++)
        l->last[i] = -1;
    return 0;
}

struct blackbox_live *blackbox_live_create(const struct blackbox *f, const struct node_ops *ops, uint64_t power_up,
                                           size_t more)
{
    struct blackbox_live *l = calloc(1, sizeof *l);

    if (!l)
        return NULL;
    *l = (struct blackbox_live){
        .f = f, .script.power_up = power_up, .more_bytes = more, .room = PACKETS, .held = UINT32_MAX};
    l->bench = blackbox_bench_create(f, ops);
    if (l->bench && begin_script(l) == 0) {
        l->script.packets = l->room; /* which the bench has room for from now on */
        if (blackbox_bench_begin(l->bench, &l->script, &l->result) == 0) {
            l->script.packets = 0;
            return l;
        }
    }
    blackbox_live_destroy(l);
    return NULL;
}

void blackbox_live_destroy(struct blackbox_live *l)
{
    if (!l)
        return;
    if (l->bench)
        blackbox_bench_end(l->bench);
    blackbox_bench_destroy(l->bench);
    blackbox_script_free(&l->script);
    free(l->end);
    free(l->last);
    free(l->fed);
    free(l->number);
    free(l->before);
    free(l->latest);
    free(l->more);
    free(l);
}

/* Packets --------------------------------------------------------------------------------------------------------- */

/* Flits that went in are forgotten. */
static void tidy(struct blackbox_live *l, int source)
{
    struct blackbox_bench_source *at = &l->bench->source[source];
    int left = l->script.first[source], offers = at->offers;

    for (int i = left; i < l->end[source]; i++) {
        struct blackbox_release due = l->script.due[i];
        if (i < at->at[l->script.packet[due.packet].vc])
            continue;
        at->offers = i == offers ? left : at->offers;
        l->script.due[left++] = due;
    }
    l->end[source] = left;
    for (int vc = 0; vc < l->f->vcs; vc++)
        blackbox_drive_seek(l->bench, source, vc, l->script.first[source]);
}

/* Packets before the first one that is still needed. */
static int through(const struct blackbox_live *l)
{
    int count = 0;

    while (count < l->script.packets - KEPT && l->bench->history[count].done != UINT32_MAX)
        count++;
    return count;
}

/* A number of a packet plus one, of which so many are forgotten; 0: there was none, or it is. */
static void move_back(uint32_t *number, int gone)
{
    *number = *number > (uint32_t)gone ? *number - (uint32_t)gone : 0;
}

static void forget_at_ends(struct blackbox_live *l, int gone)
{
    struct blackbox_bench *b = l->bench;

    for (int i = 0; i < l->f->sources * l->f->vcs; i++)
        l->last[i] = l->last[i] >= gone ? l->last[i] - gone : -1;
    for (int i = 0; i < l->f->sources; i++)
        for (int at = l->script.first[i]; at < l->end[i]; at++)
            l->script.due[at].packet -= (uint32_t)gone;
    for (int k = 0; k < l->f->sinks; k++) {
        move_back(&b->sink[k].latest, gone);
        for (int vc = 0; vc < l->f->channels; vc++)
            b->sink[k].packet[vc] -= b->sink[k].packet[vc] >= 0 ? gone : 0;
    }
}

/* Give the numbers of the first packets to others. */
static void forget(struct blackbox_live *l, int gone)
{
    struct blackbox_bench *b = l->bench;
    size_t left = (size_t)(l->script.packets - gone), tags = (size_t)l->f->sources * blackbox_flit_tags(l->f),
           flows = (size_t)(l->f->sources * l->f->sinks * l->f->channels);

    for (int i = 0; i < l->f->sources; i++)
        tidy(l, i);
    memmove(l->script.packet, l->script.packet + gone, left * sizeof *l->script.packet);
    memmove(b->history, b->history + gone, left * sizeof *b->history);
    memmove(b->copy, b->copy + gone, left * sizeof *b->copy);
    memmove(l->before, l->before + gone, left * sizeof *l->before);
    memmove(l->more, l->more + (size_t)gone * l->more_bytes, left * l->more_bytes);
    l->script.packets -= gone;
    for (size_t i = 0; i < left; i++)
        move_back(&l->before[i], gone);
    for (int i = 0; i < l->f->sources * l->f->sinks * l->f->vcs; i++)
        move_back(&l->latest[i], gone);
    for (size_t i = 0; i < tags; i++)
        move_back(&b->slot[i], gone);
    for (size_t i = 0; i < flows; i++)
        move_back(&b->flow[i], gone);
    forget_at_ends(l, gone);
}

static int grow(void *array, size_t room, size_t size)
{
    void *larger = realloc(*(void **)array, room * size);

    if (larger)
        *(void **)array = larger;
    return larger ? 0 : -1;
}

/* @return 0, or -1 when out of memory */
static int make_room(struct blackbox_live *l)
{
    size_t room = 2 * (size_t)l->room;

    if (l->script.packets < l->room)
        return 0;
    forget(l, through(l));
    if (l->script.packets < l->room / 2) /* else it would soon be full again */
        return 0;
    if (grow(&l->script.packet, room, sizeof *l->script.packet) != 0 ||
        grow(&l->bench->history, room, sizeof *l->bench->history) != 0 ||
        grow(&l->bench->copy, room, sizeof *l->bench->copy) != 0 || grow(&l->before, room, sizeof *l->before) != 0 ||
        grow(&l->more, room, l->more_bytes) != 0)
        return -1;
    l->room = (int)room;
    return 0;
}

static void *more_of(const struct blackbox_live *l, int packet)
{
    return l->more + (size_t)packet * l->more_bytes;
}

void *blackbox_live_packet(struct blackbox_live *l, const struct blackbox_live_packet *given)
{
    uint32_t number = l->number[given->source]++;
    uint32_t *latest = &l->latest[(given->source * l->f->sinks + given->sink) * l->f->vcs + given->vc];
    int packet, lane = given->source * l->f->vcs + given->vc;

    if (make_room(l) != 0)
        return NULL;
    packet = l->script.packets++;
    l->script.packet[packet] = (struct blackbox_packet){
        .source = (uint16_t)given->source,
        .sink = (uint16_t)given->sink,
        .vc = (uint8_t)given->vc,
        .flits = (uint16_t)given->flits,
        .tag = number % blackbox_flit_tags(l->f),
        .key = (uint32_t)blackbox_mix(number, (uint64_t)given->source << 32 | (uint32_t)given->sink)};
    blackbox_copies_clear(l->bench, packet, packet + 1);
    l->before[packet] = *latest;
    *latest = (uint32_t)packet + 1;
    l->last[lane] = packet;
    l->fed[lane] = 0;
    return more_of(l, packet);
}

void *blackbox_live_last(struct blackbox_live *l, int source, int vc)
{
    int last = l->last[source * l->f->vcs + vc];

    return last < 0 ? NULL : more_of(l, last);
}

void blackbox_live_flit(struct blackbox_live *l, int source, int vc)
{
    int lane = source * l->f->vcs + vc;

    tidy(l, source);
    l->script.due[l->end[source]++] =
        (struct blackbox_release){l->bench->now, (uint32_t)l->last[lane], (uint16_t)l->fed[lane]++};
    for (int v = 0; v < l->f->vcs; v++)
        blackbox_drive_seek(l->bench, source, v, l->bench->source[source].at[v]);
}

int blackbox_live_waits(const struct blackbox_live *l, int source, int vc)
{
    return l->bench->source[source].at[vc] < l->end[source];
}

/* Cycles ---------------------------------------------------------------------------------------------------------- */

void blackbox_live_hold(struct blackbox_live *l, int sink, int vc, int held)
{
    uint32_t *shut = &l->bench->sink[sink].shut, bit = 1u << vc;

    *shut = held ? *shut | bit : *shut & ~bit;
    if (held)
        l->held = l->bench->now;
}

int blackbox_live_credits(const struct blackbox_live *l, int sink, int vc)
{
    return l->bench->sink[sink].held[vc];
}

/* Whether an output that takes flits is within a packet whose next flit is there: that waits for no other packet. */
static int is_owed(const struct blackbox_live *l, int sink, int vc)
{
    const struct blackbox_bench *b = l->bench;
    int packet = b->sink[sink].packet[vc], at;

    if (packet < 0 || (b->sink[sink].shut >> vc & 1))
        return 0;
    at = b->source[l->script.packet[packet].source].at[l->script.packet[packet].vc];
    return b->history[packet].taken > b->copy[packet].came ||
           (at < l->end[l->script.packet[packet].source] && l->script.due[at].packet == (uint32_t)packet);
}

static int is_any_owed(const struct blackbox_live *l)
{
    for (int k = 0; k < l->f->sinks; k++)
        for (int vc = 0; vc < l->f->vcs; vc++)
            if (is_owed(l, k, vc))
                return 1;
    return 0;
}

/* Nothing has moved for too long, and nobody but the router can be the reason. */
static int is_stuck(const struct blackbox_live *l)
{
    const struct blackbox_bench *b = l->bench;
    uint32_t since = b->moved;

    if (b->now - since <= b->f->progress)
        return 0;
    if (l->held != UINT32_MAX && l->held > since && !is_any_owed(l))
        since = l->held;

    return blackbox_answer_busy(b) && b->now - since > b->f->progress;
}

/* That a packet is missing shows when the next one comes, and not only when all are through. */
static void check_before(struct blackbox_live *l, int sink)
{
    struct blackbox_bench *b = l->bench;
    int packet = (int)b->sink[sink].came - 1, before = packet < 0 ? -1 : (int)l->before[packet] - 1;

    if (before >= 0 && b->copy[packet].came == 1 && b->history[before].out == UINT32_MAX)
        blackbox_wrong(b, BLACKBOX_ORDER, before,
                       " is late, or lost: packet %d comes out of output %d, which went in after it", packet, sink);
}

void blackbox_live_cycle(struct blackbox_live *l)
{
    if (l->result.failed)
        return;
    for (int k = 0; k < l->f->sinks; k++)
        l->bench->sink[k].came = 0;
    blackbox_bench_cycle(l->bench);
    for (int k = 0; k < l->f->sinks; k++)
        check_before(l, k);
    if (!l->result.failed && is_stuck(l))
        blackbox_end_judge(l->bench);
}

struct blackbox_live_flit blackbox_live_out(const struct blackbox_live *l, int sink)
{
    int packet = (int)l->bench->sink[sink].came - 1;

    if (packet < 0)
        return (struct blackbox_live_flit){NULL, 0, 0, 0};
    return (struct blackbox_live_flit){more_of(l, packet), l->bench->copy[packet].came - 1, l->script.packet[packet].vc,
                                       l->bench->now - 1 - l->bench->history[packet].offered};
}

const void *blackbox_live_wrong(const struct blackbox_live *l)
{
    return l->result.failed && l->result.packet >= 0 ? more_of(l, l->result.packet) : NULL;
}

const struct blackbox_result *blackbox_live_result(const struct blackbox_live *l)
{
    return &l->result;
}
