/* SPDX-License-Identifier: Apache-2.0
 *
 * Targets: each answers the requests that come out of the router, and each response must come to the requester. See
 * blackbox_bench_internal.h. The script of responses is made of that of requests, packet by packet, with no random
 * numbers but their keys: a script with fewer requests has fewer responses. Only when they are due hangs on the router.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "blackbox_header.h"

/* What is drawn from the key of a request. */
enum { KEY = 1 << 20, DELAY, GAPS, MIX = 1 << 21 };
/* One of so many responses has gaps, or is mixed with others. */
enum { BROKEN = 4, MIXED = 2 };

int blackbox_answer_expected(const struct blackbox *f, const struct blackbox_packet *p)
{
    return !blackbox_flit_stray(f, p) || blackbox_flit_then(f, p) == BLACKBOX_ANSWERED;
}

/* The script ------------------------------------------------------------------------------------------------------ */

static struct blackbox_packet answer_to(const struct blackbox *f, const struct blackbox_packet *p)
{
    uint32_t words[BLACKBOX_WORDS];

    blackbox_flit(f, p, 0, words);
    return (struct blackbox_packet){.source = p->sink,
                                    .sink = p->source,
                                    .flits = (uint16_t)blackbox_flit_answer(f, p),
                                    .phase = p->phase,
                                    .illegal =
                                        blackbox_flit_then(f, p) == BLACKBOX_ANSWERED ? p->illegal : BLACKBOX_LEGAL,
                                    .key = (uint32_t)blackbox_mix(p->key, KEY),
                                    .match = blackbox_flit_match(f, words, 0) | blackbox_flit_match(f, words, 1)};
}

/* How long outputs to requesters are held up: what is behind the targets in the lists of requests. */
static void take_stalls(struct blackbox_script *to, const struct blackbox *f, const struct blackbox_script *s)
{
    memcpy(to->stall, s->stall + f->sinks, (size_t)f->responses.f->sinks * sizeof *to->stall);
    for (int i = 0; i < s->holds; i++)
        if (s->hold[i].sink >= (uint32_t)f->sinks) {
            to->hold[to->holds] = s->hold[i];
            to->hold[to->holds++].sink -= (uint32_t)f->sinks;
        }
}

/* Room for what each target may have to send: it comes in the order in which requests come. @return 0, or -1 when out
 * of memory */
static int share_room(struct blackbox_script *to, const struct blackbox *own)
{
    memset(to->first, 0, ((size_t)own->sources + 1) * sizeof *to->first);
    for (int i = 0; i < to->packets; i++)
        to->first[to->packet[i].source + 1] += to->packet[i].flits;
    for (int source = 0; source < own->sources; source++)
        to->first[source + 1] += to->first[source];
    to->due = calloc((size_t)to->first[own->sources] + 1, sizeof *to->due);
    return to->due ? 0 : -1;
}

/* The value of the field that responses are ordered by, of the bits that a response has of its request. */
static uint64_t key_of(const struct blackbox *f, uint64_t match)
{
    const struct blackbox_responses *r = &f->responses;

    for (int i = 0; r->order == BLACKBOX_ORDER_FIELD && i < r->matches; i++) {
        int width = f->field[r->match[i].from].width;
        if (r->match[i].from == r->by)
            return width < 64 ? match & ((1ull << width) - 1) : match;
        match = width < 64 ? match >> width : 0;
    }
    return 0;
}

static void free_script(struct blackbox_bench_answers *a)
{
    blackbox_script_free(&a->s);
    free(a->asked);
    free(a->key);
    free(a->pending);
    a->asked = a->key = NULL;
    a->pending = NULL;
}

static int allocate(struct blackbox_bench_answers *a, const struct blackbox *f, const struct blackbox_script *s)
{
    const struct blackbox *own = f->responses.f;
    size_t packets = (size_t)s->packets + 1;

    a->s = (struct blackbox_script){.packets = s->packets,
                                    .packet = calloc(packets, sizeof *a->s.packet),
                                    .first = calloc((size_t)own->sources + 1, sizeof *a->s.first),
                                    .stall = calloc((size_t)own->sinks, sizeof *a->s.stall),
                                    .hold = calloc((size_t)s->holds + 1, sizeof *a->s.hold),
                                    .active = s->active,
                                    .second = s->second,
                                    .reset = s->reset,
                                    .illegal = s->illegal};
    a->asked = calloc(packets, sizeof *a->asked);
    a->key = calloc(packets, sizeof *a->key);
    a->pending = calloc(packets, sizeof *a->pending);
    a->pendings = 0;
    return a->s.packet && a->s.first && a->s.stall && a->s.hold && a->asked && a->key && a->pending ? 0 : -1;
}

int blackbox_answer_begin(struct blackbox_bench *b)
{
    struct blackbox_bench_answers *a = b->answers;
    const struct blackbox *f = b->requests->f;
    const struct blackbox_script *s = b->requests->s;

    free_script(a);
    if (allocate(a, f, s) != 0)
        return -1;
    for (int i = 0; i < s->packets; i++) {
        a->s.packet[i] = answer_to(f, &s->packet[i]);
        a->key[i] = key_of(f, a->s.packet[i].match);
    }
    take_stalls(&a->s, f, s);
    if (share_room(&a->s, b->f) != 0)
        return -1;
    memcpy(a->end, a->s.first, (size_t)b->f->sources * sizeof *a->end);
    for (int sink = 0, i = 0; sink < b->f->sinks; sink++) {
        a->oldest[sink] = i;
        while (i < s->packets && s->packet[i].source == sink)
            i++;
    }
    b->s = &a->s;
    b->r = b->requests->r;
    return 0;
}

int blackbox_answer_create(struct blackbox_bench *b)
{
    b->answers = calloc(1, sizeof *b->answers);
    if (!b->answers)
        return -1;
    b->answers->end = calloc((size_t)b->f->sources + 1, sizeof *b->answers->end);
    b->answers->oldest = calloc((size_t)b->f->sinks + 1, sizeof *b->answers->oldest);
    b->end = b->answers->end;
    return b->answers->end && b->answers->oldest ? 0 : -1;
}

void blackbox_answer_destroy(struct blackbox_bench *b)
{
    if (!b->answers)
        return;
    free_script(b->answers);
    free(b->answers->end);
    free(b->answers->oldest);
    free(b->answers);
    b->answers = NULL;
}

/* What targets send ----------------------------------------------------------------------------------------------- */

/* The first place in the list of a target where another response may come: behind what is shown, and has begun if
 * targets do not mix responses. */
static int first_place(const struct blackbox_bench *b, int source)
{
    const struct blackbox_bench_source *at = &b->source[source];
    int i = at->at[0];

    if (b->f->lanes.inputs)
        return i + (at->offers >= 0);

    if (i < b->end[source] && (at->offers >= 0 || b->s->due[i].flit > 0))
        i++;
    while (i < b->end[source] && b->s->due[i].flit > 0)
        i++;
    return i;
}

/* Whether a target answers two requests in the order in which they came: it cannot tell them apart, or must. */
static int is_behind(const struct blackbox_bench *b, uint32_t first, uint32_t second)
{
    return b->requests->f->responses.order == BLACKBOX_ORDER_ALL ||
           b->answers->asked[first] == b->answers->asked[second];
}

/* Cycles that a target thinks. */
static uint32_t delay_of(const struct blackbox_bench *b, int packet)
{
    const struct blackbox_responses *r = &b->requests->f->responses;
    uint32_t more = (uint32_t)(blackbox_mix(b->s->packet[packet].key, DELAY) % (uint32_t)(r->most - r->least + 1));

    return (uint32_t)r->least + (b->requests->s->prompt ? 0 : more);
}

uint32_t blackbox_answer_pause(const struct blackbox_bench *b, int packet, int flit)
{
    uint32_t key = b->s->packet[packet].key, cycles = 0;

    if (!b->f->gaps || b->requests->s->prompt || blackbox_mix(key, GAPS) % BROKEN)
        return 0;
    for (int i = 1; i <= flit; i++)
        cycles += (uint32_t)(blackbox_mix(key, GAPS + (uint64_t)i) & 3);
    return cycles;
}

struct blackbox_answer blackbox_answer_plan(const struct blackbox_bench *b, int packet)
{
    return (struct blackbox_answer){delay_of(b, packet), b->answers->key[packet]};
}

/* The cycle in which the response to a request that came now is due. */
static uint32_t due_in(const struct blackbox_bench *b, int packet, int source)
{
    uint32_t due = b->requests->now + 1 + delay_of(b, packet);

    for (int i = first_place(b, source); i < b->end[source]; i++)
        if (is_behind(b, b->s->due[i].packet, (uint32_t)packet) && b->s->due[i].cycle > due)
            due = b->s->due[i].cycle;
    return due;
}

int blackbox_answer_skip(const struct blackbox_bench *b, int packet, int flit)
{
    uint32_t key = b->s->packet[packet].key;

    return b->f->lanes.inputs && blackbox_mix(key, MIX) % MIXED ? (int)(blackbox_mix(key, MIX + 1 + (uint64_t)flit) & 3)
                                                                : 0;
}

/* The place in the list of a target for a response that is due in a cycle. */
static int place_of(const struct blackbox_bench *b, int packet, int source, uint32_t cycle)
{
    const struct blackbox_release *due = b->s->due;
    int at = first_place(b, source), end = b->end[source];

    for (int i = at; i < end; i++)
        if (is_behind(b, due[i].packet, (uint32_t)packet))
            at = i + 1;
    while (at < end && (due[at].cycle <= cycle || (due[at].flit > 0 && !b->f->lanes.inputs)))
        at++;
    return at;
}

/* Flits that are mixed with others leave some of these between them. */
void blackbox_answer_due(struct blackbox_bench *requests, int packet, int sink)
{
    struct blackbox_bench *b = requests->responses;
    struct blackbox_release *due = b->answers->s.due;
    uint32_t cycle = due_in(b, packet, sink);
    int at = place_of(b, packet, sink, cycle), *end = &b->answers->end[sink];

    for (int flit = 0; flit < b->s->packet[packet].flits; flit++) {
        memmove(due + at + 1, due + at, (size_t)(*end - at) * sizeof *due);
        due[at++] =
            (struct blackbox_release){cycle + blackbox_answer_pause(b, packet, flit), (uint32_t)packet, (uint16_t)flit};
        ++*end;
        at += blackbox_answer_skip(b, packet, flit);
        at = at < *end ? at : *end;
    }
}

void blackbox_answer_flit(const struct blackbox_bench *b, const struct blackbox_release *due, uint32_t *words)
{
    blackbox_flit(b->f, &b->s->packet[due->packet], due->flit, words);
    blackbox_flit_put_match(b->f, b->answers->asked[due->packet], words);
}

/* What is told ---------------------------------------------------------------------------------------------------- */

void blackbox_answer_asked(struct blackbox_bench *requests, int packet, int sink, const uint32_t *flit)
{
    requests->responses->answers->asked[packet] |= blackbox_flit_match(requests->f, flit, 0);
    requests->sink[sink].owed++;
}

void blackbox_answer_headed(struct blackbox_bench *requests, int packet, const uint32_t *header)
{
    requests->responses->answers->asked[packet] |= blackbox_flit_match(requests->f, header, 1);
}

/* The response of the router itself may come from now on. */
void blackbox_answer_refused(struct blackbox_bench *requests, int packet)
{
    struct blackbox_bench *b = requests->responses;

    if (!b || blackbox_flit_then(requests->f, &requests->s->packet[packet]) != BLACKBOX_ANSWERED)
        return;
    b->history[packet].in = requests->now;
    b->history[packet].taken = b->s->packet[packet].flits;
    b->answers->pending[b->answers->pendings++] = packet;
    b->on_way++;
}

void blackbox_answer_in(struct blackbox_bench *b, int packet)
{
    const struct blackbox_packet *p = &b->s->packet[packet];

    if (b->responses && !blackbox_header_taken(b, packet))
        b->source[p->source].open += blackbox_answer_expected(b->f, p);
    if (b->requests)
        b->answers->pending[b->answers->pendings++] = packet;
}

/* A request is in when its header is, too. */
void blackbox_answer_announced(struct blackbox_bench *requests, int packet)
{
    const struct blackbox_packet *p = &requests->s->packet[packet];

    if (!requests->responses)
        return;
    if (requests->history[packet].in == UINT32_MAX)
        requests->source[p->source].open += blackbox_answer_expected(requests->f, p);
    else if (requests->history[packet].taken == p->flits)
        blackbox_answer_refused(requests, packet);
}

void blackbox_answer_given(struct blackbox_bench *b, int packet)
{
    if (!b->f->header.line || blackbox_header_taken(b, packet))
        blackbox_answer_refused(b, packet);
    if (b->requests)
        b->requests->sink[b->s->packet[packet].source].owed--;
}

void blackbox_answer_out(struct blackbox_bench *b, int packet)
{
    struct blackbox_bench_answers *a = b->answers;

    for (int i = 0; a && i < a->pendings; i++)
        if (a->pending[i] == packet) {
            a->pending[i] = a->pending[--a->pendings];
            break;
        }
}

void blackbox_answer_done(struct blackbox_bench *b, int packet)
{
    if (b->requests)
        b->requests->source[b->s->packet[packet].sink].open--;
}

int blackbox_answer_source_full(const struct blackbox_bench *b, int source)
{
    int most = b->responses ? b->f->responses.outstanding : 0;

    return most && b->source[source].open >= most;
}

/* Of a request that a target has the header, or the rest, of, it takes all. */
int blackbox_answer_sink_full(const struct blackbox_bench *b, int sink)
{
    const struct blackbox_bench_headers *h = &b->headers[sink];
    int most = b->responses ? b->f->responses.target : 0;

    return most && b->sink[sink].packet[0] < 0 && (h->packets || !h->count) && b->sink[sink].owed >= most;
}

int blackbox_answer_header_full(const struct blackbox_bench *b, int sink)
{
    const struct blackbox_bench_headers *h = &b->headers[sink];
    int most = b->responses ? b->f->responses.target : 0, ahead = h->packets ? 0 : h->count;

    return most && (!h->packets || !h->count) && b->sink[sink].owed + ahead >= most;
}

int blackbox_answer_busy(const struct blackbox_bench *b)
{
    int busy = 0;

    for (; b; b = b->also)
        busy += b->waits + b->on_way + (b->responses ? b->responses->waits + b->responses->on_way : 0);
    return busy;
}

/* What comes back ------------------------------------------------------------------------------------------------- */

static int begins_with(struct blackbox_bench *b, int packet, const uint32_t *flit)
{
    const struct blackbox_packet *p = &b->s->packet[packet];
    uint32_t look[BLACKBOX_WORDS];
    int field, bit;

    blackbox_flit(b->f, p, 0, b->word);
    blackbox_flit_look(b->f, p, 0, look);
    return blackbox_flit_differ(b->f, b->word, flit, look, &field, &bit) == 0;
}

/* The first request of those whose responses are inside and begin so; of one requester, or of any. */
static int find_pending(struct blackbox_bench *b, int sink, const uint32_t *flit)
{
    const struct blackbox_bench_answers *a = b->answers;
    int best = -1;

    for (int i = 0; i < a->pendings; i++) {
        int packet = a->pending[i];
        if ((sink < 0 || b->s->packet[packet].sink == sink) && (best < 0 || packet < best) &&
            !b->history[packet].lost && begins_with(b, packet, flit))
            best = packet;
    }
    return best;
}

int blackbox_answer_of(struct blackbox_bench *b, int sink, const uint32_t *flit)
{
    int packet = find_pending(b, sink, flit);

    if (packet < 0)
        packet = find_pending(b, -1, flit);
    for (int i = b->s->packets - 1; i >= 0 && packet < 0; i--)
        if (b->history[i].out != UINT32_MAX && begins_with(b, i, flit))
            packet = i;
    return packet;
}

int blackbox_answer_early(struct blackbox_bench *b, int sink, int own, const uint32_t *flit)
{
    for (int i = 0; i < b->s->packets; i++)
        if (b->s->packet[i].sink == sink && (!own || b->s->packet[i].illegal) && b->history[i].in == UINT32_MAX &&
            !b->history[i].lost &&
            (b->requests->history[i].in != UINT32_MAX || blackbox_header_taken(b->requests, i)) &&
            begins_with(b, i, flit))
            return i;
    return -1;
}

/* Whether a requester waits for the response to a packet. */
static int is_open(const struct blackbox_bench *b, int packet)
{
    const struct blackbox_bench *requests = b->requests;

    return requests->history[packet].in != UINT32_MAX && !b->history[packet].lost &&
           b->history[packet].out == UINT32_MAX && blackbox_answer_expected(requests->f, &requests->s->packet[packet]);
}

static int is_ordered(const struct blackbox_bench *b, int first, int second)
{
    return b->requests->f->responses.order != BLACKBOX_ORDER_NONE && b->answers->key[first] == b->answers->key[second];
}

/* @param packet  that comes out before the response to another one, or after it */
static void report_order(struct blackbox_bench *b, int packet, const char *how, int other, const char *when)
{
    const struct blackbox *f = b->requests->f;
    int is_field = f->responses.order == BLACKBOX_ORDER_FIELD;

    blackbox_wrong(b, BLACKBOX_ORDER, packet, " comes out %s that to packet %d, which input %d sent %s it%s%s", how,
                   other, b->s->packet[packet].sink, when, is_field ? " with the same " : "",
                   is_field ? f->field[f->responses.by].name : "");
}

/* One that is inside may be lost, and is not overtaken before it comes out. */
void blackbox_answer_order(struct blackbox_bench *b, int packet)
{
    int sink = b->s->packet[packet].sink, *oldest = &b->answers->oldest[sink];

    while (*oldest < packet && !is_open(b, *oldest))
        ++*oldest;
    for (int i = *oldest; i < packet; i++)
        if (is_ordered(b, i, packet) && is_open(b, i) && b->history[i].in == UINT32_MAX) {
            report_order(b, packet, "before", i, "before");
            return;
        }
    for (int i = packet + 1;
         i < b->s->packets && b->s->packet[i].sink == sink && b->requests->history[i].in != UINT32_MAX; i++)
        if (is_ordered(b, i, packet) && b->history[i].out != UINT32_MAX && !b->history[i].lost) {
            report_order(b, packet, "after", i, "after");
            return;
        }
}
