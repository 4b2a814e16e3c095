/* SPDX-License-Identifier: Apache-2.0
 *
 * See blackbox_header.h. Headers have no tags: the first header of an output is that of the first packet there, and so
 * on.
 */
#include "blackbox_header.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* On wires that hold no header. */
enum { NO_HEADER = 0xa5 };

int blackbox_header_create(struct blackbox_bench *b)
{
    size_t words = (size_t)(b->f->sinks * (BLACKBOX_HEADERS + 1) * b->f->words);

    b->headers = calloc((size_t)b->f->sinks, sizeof *b->headers);
    b->header_words = calloc(words, sizeof *b->header_words);
    return b->headers && b->header_words ? 0 : -1;
}

/* The header that waits at a place of an output; that of BLACKBOX_HEADERS is the one of the cycle before. */
static uint32_t *words_of(const struct blackbox_bench *b, int sink, int place)
{
    return b->header_words + (sink * (BLACKBOX_HEADERS + 1) + place) * b->f->words;
}

/* From a packet on, the next one of an input that has a header to offer; the number of packets when there is none. */
static int seek(const struct blackbox_bench *b, int source, int packet)
{
    while (packet < b->s->packets && (b->s->packet[packet].source != source || b->history[packet].lost))
        packet++;
    return packet;
}

void blackbox_header_clear(struct blackbox_bench *b)
{
    if (!b->f->header.line)
        return;
    memset(b->headers, 0, (size_t)b->f->sinks * sizeof *b->headers);
    for (int source = 0; source < b->f->sources; source++) {
        struct blackbox_bench_source *at = &b->source[source];
        at->header = seek(b, source, 0);
        while (at->header < b->s->packets && b->history[at->header].in != UINT32_MAX)
            at->header = seek(b, source, at->header + 1);
        at->header_since = UINT32_MAX;
    }
}

/* Inputs ---------------------------------------------------------------------------------------------------------- */

int blackbox_header_lets(const struct blackbox_bench *b, int source, uint32_t packet)
{
    const struct blackbox_bench_source *at = &b->source[source];
    const struct blackbox_packet *p = &b->s->packet[packet];

    if (!b->f->header.line || at->header > (int)packet)
        return 1;
    if (at->header < (int)packet)
        return 0;
    switch (blackbox_header_order(b->f, p)) {
    case BLACKBOX_HEADER_TAKEN: return 0;
    case BLACKBOX_HEADER_SOONER:
        return at->header_since != UINT32_MAX && b->now > at->header_since + blackbox_header_lag(p);
    case BLACKBOX_HEADER_WITH:
    case BLACKBOX_HEADER_LATER: break;
    }
    return 1;
}

int blackbox_header_taken(const struct blackbox_bench *b, int packet)
{
    return b->f->header.line && b->source[b->s->packet[packet].source].header > packet;
}

/* Whether a header may be sent while packets before its own go in: not many, and of the same half. */
static int goes_ahead(const struct blackbox_bench *b, int header, int packet)
{
    const struct blackbox_packet *p = &b->s->packet[header];

    return header - packet <= blackbox_header_ahead(b->f, b->s, header) && p->phase == b->s->packet[packet].phase &&
           !blackbox_answer_source_full(b, p->source);
}

/* Whether a header is due: its packet is the next one, or begins. */
static int is_due(const struct blackbox_bench *b, int source)
{
    const struct blackbox_bench_source *at = &b->source[source];
    const struct blackbox_release *due = blackbox_drive_waiting(b, source);
    const struct blackbox_packet *p = &b->s->packet[at->header];
    uint32_t offered = b->history[at->header].offered;

    switch (blackbox_header_order(b->f, p)) {
    case BLACKBOX_HEADER_TAKEN:
    case BLACKBOX_HEADER_SOONER:
        return due && (due->packet == (uint32_t)at->header || goes_ahead(b, at->header, (int)due->packet));
    case BLACKBOX_HEADER_WITH: return offered != UINT32_MAX;
    case BLACKBOX_HEADER_LATER: break;
    }
    return offered != UINT32_MAX && b->now > offered + blackbox_header_lag(p);
}

void blackbox_header_drive_source(struct blackbox_bench *b, int source)
{
    struct blackbox_bench_source *at = &b->source[source];
    uint32_t *wires = blackbox_into_header(b, source);

    if (!b->f->header.line)
        return;
    if (at->header_since == UINT32_MAX && !b->resetting && at->header < b->s->packets && is_due(b, source))
        at->header_since = b->now;
    wires[0] = at->header_since != UINT32_MAX;
    memset(wires + 1, NO_HEADER, (size_t)b->f->words * sizeof *wires);
    if (!wires[0])
        return;
    blackbox_flit(b->f, &b->s->packet[at->header], 0, wires + 1);
    b->waits += !blackbox_drive_waiting(b, source);
}

void blackbox_header_sample(struct blackbox_bench *b, int source)
{
    struct blackbox_bench_source *at = &b->source[source];
    int packet = at->header;

    if (!b->f->header.line || at->header_since == UINT32_MAX || !*blackbox_from_header(b, source))
        return;
    b->moved = b->now;
    at->header = seek(b, source, packet + 1);
    at->header_since = UINT32_MAX;
    blackbox_answer_announced(b, packet);
}

int blackbox_header_waits(const struct blackbox_bench *b)
{
    for (int source = 0; b->f->header.line && source < b->f->sources; source++)
        if (b->source[source].header_since != UINT32_MAX)
            return 1;
    return 0;
}

/* Outputs --------------------------------------------------------------------------------------------------------- */

void blackbox_header_drive_sink(struct blackbox_bench *b, int sink)
{
    if (b->f->header.line)
        *blackbox_into_header_sink(b, sink) = !b->resetting &&
                                              blackbox_script_takes_header(b->s, (uint32_t)sink, b->now) &&
                                              !blackbox_answer_header_full(b, sink);
}

/* Another packet that a header is of; -1: there is none. */
static int owner_of(struct blackbox_bench *b, const uint32_t *words)
{
    int field, bit;

    for (int i = 0; i < b->s->packets; i++) {
        if (b->history[i].offered == UINT32_MAX)
            continue;
        blackbox_flit(b->f, &b->s->packet[i], 0, b->word);
        if (blackbox_flit_differ(b->f, b->word, words, b->f->header_look, &field, &bit) == 0)
            return i;
    }
    return -1;
}

static void compare(struct blackbox_bench *b, int packet, int sink, const uint32_t *words)
{
    int field = 0, bit = 0, count, other;

    b->r->counted[BLACKBOX_HEADER]++;
    blackbox_flit(b->f, &b->s->packet[packet], 0, b->word);
    count = blackbox_flit_differ(b->f, b->word, words, b->f->header_look, &field, &bit);
    other = count ? owner_of(b, words) : -1;
    if (other >= 0)
        blackbox_wrong(b, BLACKBOX_HEADER, packet, " comes out of output %d with the header of packet %d", sink, other);
    else if (count)
        blackbox_wrong(b, BLACKBOX_HEADER, packet,
                       " comes out of output %d with %d bit%s of its header changed, the first is bit %d of %s", sink,
                       count, count == 1 ? "" : "s", bit, b->f->field[field].name);
}

/* A header and its packet are there. */
static void match(struct blackbox_bench *b, int packet, int sink, const uint32_t *words)
{
    struct blackbox_bench_copy *copy = blackbox_bench_copy(b, packet, sink);

    compare(b, packet, sink, words);
    copy->headed = 1;
    if (b->responses)
        blackbox_answer_headed(b, packet, words);
    if (copy->came == b->s->packet[packet].flits)
        blackbox_copies_last(b, packet, sink, b->s->packet[packet].vc);
}

/* @return the place of one more that waits; or of the first one, which waits no more */
static int push(struct blackbox_bench_headers *h)
{
    return (h->first + h->count++) % BLACKBOX_HEADERS;
}

static int pop(struct blackbox_bench_headers *h)
{
    int place = h->first;

    h->first = (h->first + 1) % BLACKBOX_HEADERS;
    h->count--;
    return place;
}

void blackbox_header_first(struct blackbox_bench *b, int packet, int sink)
{
    struct blackbox_bench_headers *h = &b->headers[sink];

    if (!b->f->header.line)
        return;
    if (h->count > 0 && !h->packets) {
        match(b, packet, sink, words_of(b, sink, pop(h)));
    } else if (h->count < BLACKBOX_HEADERS) {
        h->packets = 1;
        h->packet[push(h)] = packet;
    } else {
        blackbox_wrong(b, BLACKBOX_HEADER, packet, " comes out of output %d, and headers of %d others did not", sink,
                       h->count);
    }
}

static void take(struct blackbox_bench *b, int sink, const uint32_t *words)
{
    struct blackbox_bench_headers *h = &b->headers[sink];

    b->moved = b->now;
    if (h->count > 0 && h->packets) {
        match(b, h->packet[pop(h)], sink, words);
    } else if (h->count < BLACKBOX_HEADERS) {
        h->packets = 0;
        memcpy(words_of(b, sink, push(h)), words, (size_t)b->f->words * sizeof *words);
    } else {
        blackbox_wrong(b, BLACKBOX_HEADER, -1, "output %d sends a header, and packets of %d others did not come", sink,
                       h->count);
    }
}

void blackbox_header_observe(struct blackbox_bench *b, int sink)
{
    const uint32_t *wires = b->f->header.line ? blackbox_from_header_sink(b, sink) : NULL;
    struct blackbox_bench_headers *h = &b->headers[sink];
    uint32_t *last = words_of(b, sink, BLACKBOX_HEADERS);
    int taken = wires && wires[0] && *blackbox_into_header_sink(b, sink);

    if (!wires)
        return;
    if (h->waited && (!wires[0] || memcmp(last, wires + 1, (size_t)b->f->words * sizeof *last) != 0))
        blackbox_wrong(b, BLACKBOX_STABLE, -1, "output %d %s its header before it was taken", sink,
                       wires[0] ? "changes" : "takes back");
    b->r->counted[BLACKBOX_STABLE] += (uint64_t)h->waited;
    h->waited = wires[0] && !taken;
    memcpy(last, wires + 1, (size_t)b->f->words * sizeof *last);
    if (taken && !b->head->r->failed)
        take(b, sink, wires + 1);
}

void blackbox_header_end(struct blackbox_bench *b)
{
    for (int sink = 0; b->f->header.line && sink < b->f->sinks; sink++) {
        const struct blackbox_bench_headers *h = &b->headers[sink];
        if (h->count && h->packets)
            blackbox_wrong(b, BLACKBOX_HEADER, h->packet[h->first], " comes out of output %d, and its header does not",
                           sink);
        else if (h->count)
            blackbox_wrong(b, BLACKBOX_HEADER, -1, "output %d sends %d header%s more than packets", sink, h->count,
                           h->count == 1 ? "" : "s");
    }
    for (int source = 0; b->f->header.line && source < b->f->sources; source++)
        if (b->source[source].header_since != UINT32_MAX)
            blackbox_wrong(b, BLACKBOX_HEADER, b->source[source].header, " went in at input %d, and its header did not",
                           source);
}
