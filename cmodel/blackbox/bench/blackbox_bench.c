/* SPDX-License-Identifier: Apache-2.0
 *
 * See blackbox_bench.h. A cycle: what goes in is set, all of it from registers of the bench, so that no ready of it
 * depends on a valid of the same cycle; the router's outputs settle; both sides see which valid met a ready; the clock
 * rises.
 */
#include "blackbox_bench.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../wrapper/blackbox_device.h"
#include "blackbox_bench_internal.h"
#include "blackbox_header.h"

/* What is wrong --------------------------------------------------------------------------------------------------- */

void blackbox_bench_outputs(const struct blackbox *f, const struct blackbox_packet *p, char *text, size_t size)
{
    int length, sink = p->sink;

    if (p->illegal == BLACKBOX_UNROUTABLE && !f->requests) {
        snprintf(text, size, "to %" PRIu64 ", which is no destination", f->illegal.value[p->wild]);
        return;
    }
    length = snprintf(text, size, "to output%s %d", blackbox_packet_copies(f, p) > 1 ? "s" : "", sink);
    for (int k = sink + 1; f->cast.kind && k < f->sinks && (size_t)length + 8 < size; k++)
        if (blackbox_packet_goes(f, p, k))
            length += snprintf(text + length, size - (size_t)length, (size_t)length + 16 < size ? ", %d" : " ...", k);
}

void blackbox_bench_name(const struct blackbox *f, const struct blackbox_script *s, int packet, char *text, size_t size)
{
    const struct blackbox_packet *p = &s->packet[packet];
    char from[32], where[64];
    int length;

    blackbox_bench_outputs(f, p, where, sizeof where);
    if (p->illegal && f->requests)
        strcpy(from, "the router itself");
    else
        snprintf(from, sizeof from, "input %d", p->source);
    length = snprintf(text, size, "%spacket %d (%s %s, %d flit%s", f->requests ? "the response to " : "", packet, from,
                      where, p->flits, p->flits == 1 ? "" : "s");
    if (blackbox_channels_in(f) > 1 && length > 0 && (size_t)length < size)
        snprintf(text + length, size - (size_t)length, ", %s %d)", f->lanes.count ? "lane" : "virtual channel", p->vc);
    else if (length > 0 && (size_t)length < size)
        snprintf(text + length, size - (size_t)length, ")");
}

/* While it is treated in ways that no router can be right in, what it does is not looked at. */
static int is_abused(const struct blackbox_bench *b)
{
    return b->s->illegal > BLACKBOX_HARMLESS && b->now < b->s->second;
}

void blackbox_bench_kind(const struct blackbox_bench *b, const char *requests, char text[BLACKBOX_CLASS_NAME + 16])
{
    const char *class = blackbox_class_name(b->f), *kind = b->requests ? "responses" : *class ? "" : requests;

    snprintf(text, BLACKBOX_CLASS_NAME + 16, "%s%s%s%s", class, *class && *kind ? " " : "", kind,
             *class || *kind ? ": " : "");
}

void blackbox_wrong(struct blackbox_bench *b, enum blackbox_check check, int packet, const char *format, ...)
{
    struct blackbox_result *r = b->head->r;
    size_t length = 0;
    va_list values;

    if (r->failed || !b->f->checked[check] || (is_abused(b) && check != BLACKBOX_PROGRESS))
        return;
    r->failed = 1;
    r->check = check;
    r->cycle = b->now;
    r->packet = b->requests ? -1 : packet;
    r->class = (b->requests ? b->requests->f : b->f)->class_number;
    *r->text = 0;
    if (check != BLACKBOX_SIDEBAND && !r->ended) /* what is of no class */
        blackbox_bench_kind(b, "", r->text);
    length = strlen(r->text);
    if (packet >= 0) {
        blackbox_bench_name(b->f, b->s, packet, r->text + length, sizeof r->text - length);
        length = strlen(r->text);
    }
    va_start(values, format);
    vsnprintf(r->text + length, sizeof r->text - length, format, values);
    va_end(values);
}

/* Cycles ---------------------------------------------------------------------------------------------------------- */

/* All of the bench that a reset of the router concerns. */
static void clear(struct blackbox_bench *b)
{
    for (int i = 0; i < b->f->sources; i++) {
        b->source[i].offers = -1;
        b->source[i].waits_for = NULL;
        b->source[i].within = -1;
        b->source[i].hidden = b->source[i].shown = b->source[i].ended = 0;
        b->source[i].open = 0;
        for (int vc = 0; vc < b->f->channels; vc++)
            b->source[i].credit[vc] = blackbox_depth_in(b->f, i, vc);
    }
    for (int i = 0; i < b->f->sinks; i++) {
        memset(&b->sink[i], 0, sizeof b->sink[i]);
        for (int vc = 0; vc < b->f->channels; vc++)
            b->sink[i].packet[vc] = -1;
    }
    memset(&b->side, 0, sizeof b->side);
    blackbox_header_clear(b);
    if (b->answers)
        b->answers->pendings = 0;
    blackbox_property_begin(b);
}

/* What was before a reset in the middle is gone, and what is not yet in does not go in any more. */
static void forget(struct blackbox_bench *b)
{
    for (int i = 0; i < b->s->packets; i++)
        b->history[i].lost |= b->s->packet[i].phase == 0 && b->history[i].done == UINT32_MAX;
    for (int source = 0; source < b->f->sources; source++)
        for (int vc = 0; vc < blackbox_channels_in(b->f); vc++)
            blackbox_drive_seek(b, source, vc, b->source[source].at[vc]);
    clear(b);
    b->side.phase = 1;
    if (b->on_way)
        blackbox_cover_hit(&b->cover, BLACKBOX_COVER_RESET, 0, 0);
    b->on_way = 0;
    b->r->counted[BLACKBOX_RESET] += !b->requests;
}

static void forget_all(struct blackbox_bench *b)
{
    for (; b; b = b->also) {
        forget(b);
        if (b->responses)
            forget(b->responses);
    }
}

static int is_reset(const struct blackbox_bench *b)
{
    return (b->resetting > b->reset_idle) != b->inverted;
}

static void set_ends(struct blackbox_bench *b, int reset)
{
    b->waits = 0;
    blackbox_ticks_set(b, reset);
    for (int i = 0; i < b->f->sources; i++)
        blackbox_drive_source(b, i);
    for (int i = 0; i < b->f->sources; i++)
        if (blackbox_ticks_source(b, i))
            blackbox_header_drive_source(b, i);
    for (int i = 0; i < b->f->sinks; i++)
        if (blackbox_ticks_sink(b, i)) {
            blackbox_drive_sink(b, i);
            blackbox_header_drive_sink(b, i);
        }
}

/* All kinds of packets are in the same cycle. */
static void lead(struct blackbox_bench *head)
{
    for (struct blackbox_bench *b = head; b; b = b->also) {
        b->now = head->now;
        b->moved = head->moved;
        b->resetting = head->resetting;
        if (!b->responses)
            continue;
        b->responses->now = head->now;
        b->responses->moved = head->moved;
        b->responses->resetting = head->resetting;
    }
}

/* Whatever moves, of any kind. */
static void follow(struct blackbox_bench *head)
{
    for (struct blackbox_bench *b = head; b; b = b->also) {
        head->moved = b->moved > head->moved ? b->moved : head->moved;
        if (b->responses && b->responses->moved > head->moved)
            head->moved = b->responses->moved;
    }
}

/* Pins beside the ports are the first class's. */
static void set(struct blackbox_bench *b)
{
    const struct blackbox_control control = {.reset = is_reset(b)};

    lead(b);
    for (struct blackbox_bench *class = b; class; class = class->also) {
        set_ends(class, control.reset);
        if (class->responses)
            set_ends(class->responses, control.reset);
    }
    for (int i = 0; i < b->f->side.inputs; i++)
        if (blackbox_ticks(b, b->f->side.input[i].clock))
            *blackbox_into_side(b, i) =
                b->f->side.input[i].select ? blackbox_select(b, i) : blackbox_script_side(b->s, b->f, i, b->now);
    b->ops->step(b->node, b->in, &control);
    b->ops->pins(b->node, b->out);
    if (b->watch)
        b->watch(b->watcher, b->now, b->in, b->out);
}

static void sample(struct blackbox_bench *b)
{
    blackbox_seen_cycle(b);
    blackbox_pace_cycle(b);
    blackbox_property_cycle(b);
    blackbox_waits_cycle(b);
    blackbox_copies_cycle(b);
    for (int i = 0; i < b->f->sources; i++)
        if (blackbox_ticks_source(b, i))
            blackbox_drive_sample(b, i);
    for (int i = 0; i < b->f->sources; i++)
        if (blackbox_ticks_source(b, i))
            blackbox_header_sample(b, i);
    for (int i = 0; i < b->f->sinks; i++) {
        if (!blackbox_ticks_sink(b, i))
            continue;
        blackbox_property_sink(b, i);
        blackbox_observe_sink(b, i);
        blackbox_header_observe(b, i);
    }
    blackbox_side_cycle(b);
    for (int i = 0; i < b->f->opens; i++)
        if (*blackbox_from_open(b, i))
            blackbox_wrong(b, BLACKBOX_MISDELIVERED, -1, "a flit leaves output %d of router %d, which leads nowhere",
                           b->f->open[i].port, b->f->open[i].router);
}

static void cycle(struct blackbox_bench *b)
{
    const struct blackbox_control edge = {.reset = is_reset(b), .edge = 1};

    set(b);
    for (struct blackbox_bench *class = b; class && !b->resetting; class = class->also) {
        sample(class);
        if (class->responses)
            sample(class->responses);
    }
    b->ops->step(b->node, b->in, &edge);
    b->instant++;
    if (b->resetting)
        b->resetting--;
    if (node_ended(b->ops, b->node) && !b->r->failed) {
        b->r->ended = 1;
        blackbox_wrong(b, BLACKBOX_PROGRESS, -1, "%s", node_ended(b->ops, b->node));
    }
    follow(b);
    if (b->resetting || !blackbox_answer_busy(b)) /* a setup may take longer than progress */
        b->moved = b->now;
    for (struct blackbox_bench *class = b; class; class = class->also)
        class->r->counted[BLACKBOX_PROGRESS]++;
}

/* A run ----------------------------------------------------------------------------------------------------------- */

/* But for the router. */
static int begin_part(struct blackbox_bench *b)
{
    size_t tags = (size_t)b->f->sources * blackbox_flit_tags(b->f),
           flows = (size_t)(b->f->sources * b->f->sinks * b->f->channels);

    if (blackbox_copies_begin(b) != 0)
        return -1;
    memset(b->slot, 0, tags * sizeof *b->slot);
    memset(b->flow, 0, flows * sizeof *b->flow);
    memset(b->in, 0, (size_t)blackbox_in_words(b->f) * sizeof *b->in);
    if (!b->requests)
        b->end = b->s->end ? b->s->end : b->s->first + 1;
    for (int source = 0; source < b->f->sources; source++)
        for (int vc = 0; vc < blackbox_channels_in(b->f); vc++)
            blackbox_drive_seek(b, source, vc, b->s->first[source]);
    clear(b);
    b->now = b->moved = 0;
    b->selected = 0;
    b->selected_packet = -1;
    b->on_way = b->quiet = 0;
    b->lone = 0;
    b->window = 0;
    b->window_flits = 0;
    memset(b->link, 0, ((size_t)b->f->wires + 1) * sizeof *b->link);
    blackbox_ticks_begin(b);
    b->resetting = b->reset_length + b->reset_idle;
    return 0;
}

/* What a class plays, and where it counts. */
static void begin_class(struct blackbox_bench *b, const struct blackbox_script *s, struct blackbox_result *r)
{
    memset(r, 0, sizeof *r);
    r->seen.room = UINT32_MAX;
    r->packet = -1;
    b->s = s;
    b->r = r;
}

static int begin(struct blackbox_bench *b, const struct blackbox_script *s, struct blackbox_result *r)
{
    for (struct blackbox_bench *class = b; class; class = class->also, s = s->also) {
        begin_class(class, s, class == b ? r : &class->own);
        if (begin_part(class) != 0 ||
            (class->responses && (blackbox_answer_begin(class->responses) != 0 || begin_part(class->responses) != 0)))
            return -1;
    }
    b->node = b->ops->create(NULL, b->s->power_up);
    return b->node ? 0 : -1;
}

static void count_packets(struct blackbox_bench *b)
{
    static const enum blackbox_check each[] = {BLACKBOX_LOST, BLACKBOX_DUPLICATE, BLACKBOX_MISDELIVERED,
                                               BLACKBOX_ORDER};

    for (int i = 0; i < b->s->packets; i++) {
        int done = b->history[i].done != UINT32_MAX;
        for (size_t k = 0; k < sizeof each / sizeof *each; k++)
            b->r->counted[each[k]] += b->history[i].copies;
        b->r->counted[BLACKBOX_MARKED] += blackbox_script_marked(b->f, &b->s->packet[i]) && !b->history[i].lost &&
                                          b->history[i].taken == b->s->packet[i].flits;
        b->r->counted[BLACKBOX_LATENCY] += done && b->history[i].alone && b->f->latency;
    }
}

int blackbox_bench_begin(struct blackbox_bench *b, const struct blackbox_script *s, struct blackbox_result *r)
{
    if (begin(b, s, r) != 0)
        return -1;
    while (b->resetting && !r->failed)
        cycle(b);
    return 0;
}

void blackbox_bench_cycle(struct blackbox_bench *b)
{
    cycle(b);
    b->quiet = blackbox_answer_busy(b) ? 0 : b->quiet + 1;
    b->now++;
}

void blackbox_bench_end(struct blackbox_bench *b)
{
    if (b->node)
        b->ops->destroy(b->node);
    b->node = NULL;
}

int blackbox_bench_run(struct blackbox_bench *b, const struct blackbox_script *s, struct blackbox_result *r)
{
    if (blackbox_bench_begin(b, s, r) != 0)
        return -1;
    while (!blackbox_end_reached(b)) {
        if (s->reset && b->now == s->reset) {
            forget_all(b);
            b->resetting = b->reset_length + b->reset_idle;
        }
        blackbox_bench_cycle(b);
    }
    lead(b);
    blackbox_end_judge(b);
    for (struct blackbox_bench *class = b; class; class = class->also) {
        count_packets(class);
        if (class->responses)
            count_packets(class->responses);
        class->r->cycles = b->now;
    }
    blackbox_bench_end(b);
    return 0;
}

void blackbox_bench_invert_reset(struct blackbox_bench *b, int inverted)
{
    b->inverted = inverted;
}

void blackbox_bench_watch(struct blackbox_bench *b, blackbox_watch *watch, void *context)
{
    b->watch = watch;
    b->watcher = context;
}

const struct blackbox_bench *blackbox_bench_responses(const struct blackbox_bench *b)
{
    return b->responses;
}

const struct blackbox_script *blackbox_bench_script(const struct blackbox_bench *b)
{
    return b->s;
}

const struct blackbox_cover *blackbox_bench_cover(const struct blackbox_bench *b)
{
    return &b->cover;
}

int blackbox_bench_left(const struct blackbox_bench *b)
{
    int left = 0;

    for (; b; b = b->also)
        left += blackbox_cover_left(&b->cover) + (b->responses ? blackbox_cover_left(&b->responses->cover) : 0);
    return left;
}

const struct blackbox_bench *blackbox_bench_also(const struct blackbox_bench *b)
{
    return b->also;
}

const struct blackbox_bench *blackbox_bench_class(const struct blackbox_bench *first, int number)
{
    while (number-- > 0)
        first = first->also;
    return first;
}

int blackbox_bench_stuck(const struct blackbox_bench *b)
{
    return b->waits + b->on_way + (b->responses ? b->responses->waits + b->responses->on_way : 0) > 0 ||
           blackbox_header_waits(b);
}

const struct blackbox_result *blackbox_bench_result(const struct blackbox_bench *b)
{
    return b->r;
}

const struct blackbox_history *blackbox_bench_history(const struct blackbox_bench *b)
{
    return b->history;
}

/* The vectors of the wrapper: all of them, or the part of one kind of packets. */
static void take_vectors(struct blackbox_bench *b)
{
    const struct blackbox_bench *head = b->head, *before = b->requests;

    if (b == head) {
        b->in = calloc((size_t)blackbox_all_in(b->f), sizeof *b->in);
        b->out = calloc((size_t)blackbox_all_out(b->f), sizeof *b->out);
    } else if (before) {
        b->in = before->in + blackbox_in_words(before->f);
        b->out = before->out + blackbox_out_words(before->f);
    } else {
        b->in = head->in + blackbox_all_in(head->f) - blackbox_all_in(b->f);
        b->out = head->out + blackbox_all_out(head->f) - blackbox_all_out(b->f);
    }
}

/*
 * The part of one kind of packets.
 * @param head  the bench of the first class; NULL: it is this one
 * @param requests  whose responses it is about, or NULL
 * @return NULL when out of memory
 */
static struct blackbox_bench *create_part(const struct blackbox *f, struct blackbox_bench *head,
                                          struct blackbox_bench *requests)
{
    struct blackbox_bench *b = calloc(1, sizeof *b);
    size_t ends = (size_t)(f->sources * f->sinks);

    if (!b)
        return NULL;
    b->f = f;
    b->head = head ? head : b;
    b->requests = requests;
    take_vectors(b);
    b->word = calloc((size_t)f->words, sizeof *b->word);
    b->last = calloc((size_t)(f->sinks * (1 + f->words)), sizeof *b->last);
    b->source = calloc((size_t)f->sources, sizeof *b->source);
    b->sink = calloc((size_t)f->sinks, sizeof *b->sink);
    b->slot = calloc((size_t)f->sources * blackbox_flit_tags(f), sizeof *b->slot);
    b->flow = calloc(ends * (size_t)f->channels, sizeof *b->flow);
    b->link = calloc((size_t)f->wires + 1, sizeof *b->link);
    b->circle = calloc((size_t)f->routers, sizeof *b->circle);
    b->began = calloc((size_t)f->sources, sizeof *b->began);
    b->room = calloc((size_t)f->sources, sizeof *b->room);
    if (b->in && b->out && b->word && b->last && b->source && b->sink && b->slot && b->flow && b->began && b->room &&
        b->link && b->circle && blackbox_header_create(b) == 0 && blackbox_cover_begin(&b->cover, f) == 0 &&
        (!requests || blackbox_answer_create(b) == 0))
        return b;
    blackbox_bench_destroy(b);
    return NULL;
}

/* Its requests and responses, and the classes behind it. @return NULL when out of memory */
static struct blackbox_bench *create_class(const struct blackbox *f, struct blackbox_bench *head)
{
    struct blackbox_bench *b = create_part(f, head, NULL);

    if (!b)
        return NULL;
    b->responses = f->responses.f ? create_part(f->responses.f, b->head, b) : NULL;
    b->also = f->also ? create_class(f->also, b->head) : NULL;
    if (b->also)
        b->cover.also = &b->also->cover;
    if ((b->responses || !f->responses.f) && (b->also || !f->also))
        return b;
    blackbox_bench_destroy(b);
    return NULL;
}

struct blackbox_bench *blackbox_bench_create(const struct blackbox *f, const struct node_ops *ops)
{
    struct blackbox_bench *b = create_class(f, NULL);

    if (b)
        b->ops = ops;
    return b;
}

void blackbox_bench_destroy(struct blackbox_bench *b)
{
    if (!b)
        return;
    blackbox_bench_destroy(b->responses);
    blackbox_bench_destroy(b->also);
    blackbox_answer_destroy(b);
    void *const owned[] = {b == b->head ? b->in : NULL,
                           b == b->head ? b->out : NULL,
                           b->word,
                           b->last,
                           b->source,
                           b->sink,
                           b->slot,
                           b->flow,
                           b->began,
                           b->room,
                           b->link,
                           b->circle,
                           b->history,
                           b->copy,
                           b->headers,
                           b->header_words};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
    blackbox_cover_finish(&b->cover);
    free(b);
}
