/* SPDX-License-Identifier: Apache-2.0 */
#include "timeline.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "../base/memory.h"
#include "../base/platform.h"

/* A packet that is under way, seen or not. */
struct under_way {
    uint64_t key;
    int64_t seen; /* its number among those that were seen, or -1 */
    struct timeline_stay
        *stay; /* as their first attempts began: it is sent on while it still comes in, so that stays overlap */
    size_t stays, room;
};

struct timeline {
    struct timeline_settings settings;
    int shown;
    struct timeline_frame *frame; /* [frames] */
    struct timeline_view *view;   /* [frames * nodes + 1] */
    struct timeline_marks *marks; /* [frames * marked]; NULL without */
    struct timeline_sight *sight;
    size_t sights, sight_room;
    struct timeline_packet *packet;
    size_t packets, packet_room;
    void *under_way; /* tree (search.h) of struct under_way by key */
    uint32_t ways;   /* that are kept */
    unsigned one_in;
};

int timeline_frames(int nodes, uint64_t cycles)
{
    int frames = TIMELINE_VIEWS / nodes;

    frames = frames > TIMELINE_FRAMES ? TIMELINE_FRAMES : frames;
    frames = (uint64_t)frames > cycles ? (int)cycles : frames;
    return frames < TIMELINE_LEAST_FRAMES ? 0 : frames;
}

static size_t marks_of(const struct timeline_settings *settings)
{
    return (size_t)settings->frames * (size_t)settings->marked;
}

struct timeline *timeline_create(const struct timeline_settings *settings)
{
    struct timeline *f = calloc(1, sizeof *f);

    if (!f)
        return NULL;
    f->settings = *settings;
    f->one_in = 1;
    f->frame = calloc((size_t)settings->frames, sizeof *f->frame);
    f->view = calloc((size_t)settings->frames * (size_t)settings->nodes + 1, sizeof *f->view);
    f->marks = settings->marked ? calloc(marks_of(settings), sizeof *f->marks) : NULL;
    if (!f->frame || !f->view || (settings->marked && !f->marks)) {
        timeline_destroy(f);
        return NULL;
    }
    for (int i = 0; i < settings->frames; i++)
        f->frame[i].last = -1;
    return f;
}

static void destroy_under_way(struct under_way *u)
{
    free(u->stay);
    free(u);
}

static int by_key(const void *a, const void *b)
{
    const struct under_way *x = a, *y = b;

    return x->key < y->key ? -1 : x->key > y->key;
}

static void destroy_all_under_way(struct timeline *f)
{
    while (f->under_way) {
        struct under_way *u = *(struct under_way **)f->under_way;
        tdelete(u, &f->under_way, by_key);
        destroy_under_way(u);
    }
}

void timeline_destroy(struct timeline *f)
{
    if (!f)
        return;
    destroy_all_under_way(f);
    for (size_t i = 0; i < f->packets; i++)
        free(f->packet[i].stay);
    free(f->packet);
    free(f->sight);
    free(f->marks);
    free(f->view);
    free(f->frame);
    free(f);
}

/* Frame of a cycle of the timeline. */
static int frame_of(const struct timeline *f, uint64_t now)
{
    return (int)(now * (uint64_t)f->settings.frames / f->settings.end);
}

uint64_t timeline_begin(const struct timeline *f, int frame)
{
    uint64_t frames = (uint64_t)f->settings.frames;

    return ((uint64_t)frame * f->settings.end + frames - 1) / frames;
}

static struct timeline_view *view_of(const struct timeline *f, int frame, int node)
{
    return &f->view[(size_t)frame * (size_t)f->settings.nodes + (size_t)node];
}

/* Packets under way ----------------------------------------------------------------------------------------------- */

/* The three together are unique while a packet is under way. */
static uint64_t key_of(const struct packet *p)
{
    return (uint64_t)p->source << 24 | (uint64_t)p->message << 8 | p->number;
}

/* @return NULL when out of memory */
static struct under_way *find(struct timeline *f, uint64_t key)
{
    struct under_way *fresh = malloc(sizeof *fresh);
    struct under_way **place;

    if (!fresh)
        return NULL;
    *fresh = (struct under_way){.key = key, .seen = -1};
    place = tsearch(fresh, &f->under_way, by_key);
    if (!place || *place != fresh)
        free(fresh);
    return place ? *place : NULL;
}

/* The stay that an attempt belongs to. Attempts of a cycle may come in any order. @return NULL when out of memory */
static struct timeline_stay *stay_of(struct under_way *u, const struct attempt *attempt)
{
    int in_endpoint = attempt->sender == SENDER_ENDPOINT;
    size_t place = u->stays;
    struct timeline_stay *stay;

    while (place > 0 && u->stay[place - 1].first > attempt->first)
        place--;
    for (size_t i = place; i-- > 0;)
        if (u->stay[i].node == attempt->node && u->stay[i].in_endpoint == in_endpoint && u->stay[i].port < 0)
            return &u->stay[i];
    stay = memory_grow(u->stay, u->stays, &u->room, 8, sizeof *stay);
    if (!stay)
        return NULL;
    u->stay = stay;
    memmove(&stay[place + 1], &stay[place], (u->stays++ - place) * sizeof *stay);
    stay[place] =
        (struct timeline_stay){.node = attempt->node, .in_endpoint = in_endpoint, .port = -1, .first = attempt->first};
    return &stay[place];
}

static int is_kept(const struct timeline *f, uint32_t number)
{
    return XXH3_64bits(&number, sizeof number) % f->one_in == 0;
}

static void forget_ways(struct timeline *f)
{
    f->one_in *= 2;
    for (uint32_t i = 0; i < f->packets; i++) {
        if (!f->packet[i].stay || is_kept(f, i))
            continue;
        free(f->packet[i].stay);
        f->packet[i].stay = NULL;
        f->packet[i].stays = 0;
        f->ways--;
    }
}

/* Give a packet that was seen its way. */
static void record_stay(struct timeline *f, struct under_way *u)
{
    struct timeline_packet *packet = &f->packet[u->seen];

    packet->stay = u->stay;
    packet->stays = (uint32_t)u->stays;
    u->stay = NULL;
    f->ways++;
    while (f->ways > TIMELINE_WAYS)
        forget_ways(f);
}

static void close_way(struct timeline *f, struct under_way *u)
{
    if (u->seen >= 0 && u->stays > 0 && is_kept(f, (uint32_t)u->seen))
        record_stay(f, u);
}

/* Facts ----------------------------------------------------------------------------------------------------------- */

static void count_attempt(struct timeline *f, const struct attempt *attempt, uint64_t now)
{
    int frame = frame_of(f, now);
    struct timeline_sender *s = &view_of(f, frame, attempt->router)->sender[attempt->sender];
    uint64_t bytes = now + 1 - attempt->first;

    s->bytes += (uint32_t)(bytes < (uint64_t)f->settings.packet_cycles ? bytes : (uint64_t)f->settings.packet_cycles);
    if (attempt->reason == REJECT_NONE) {
        s->accepted++;
    } else {
        s->refused++;
        f->frame[frame].refused[attempt->reason]++;
    }
}

int timeline_attempt(struct timeline *f, const struct attempt *attempt, uint64_t now)
{
    struct under_way *u = find(f, key_of(&attempt->packet));
    struct timeline_stay *stay = u ? stay_of(u, attempt) : NULL;

    if (!stay)
        return -1;
    if (now < f->settings.end)
        count_attempt(f, attempt, now);
    if (attempt->reason != REJECT_NONE) {
        stay->refused[attempt->reason]++;
        return 0;
    }
    stay->port = attempt->sender;
    stay->sent = attempt->first;
    stay->done = now + 1;
    if (attempt->ejection) {
        close_way(f, u);
        tdelete(u, &f->under_way, by_key);
        destroy_under_way(u);
    }
    return 0;
}

void timeline_delivered(struct timeline *f, enum metrics_group group, uint64_t cycles, uint64_t now)
{
    if (now >= f->settings.end)
        return;
    struct timeline_frame *frame = &f->frame[frame_of(f, now)];
    frame->delivered[group]++;
    frame->cycles[group] += cycles;
}

void timeline_sample(struct timeline *f, int node, unsigned used, uint64_t now)
{
    int frame = frame_of(f, now);

    view_of(f, frame, node)->held += used;
    f->frame[frame].samples += node == 0;
}

int timeline_glances(const struct timeline *f, uint64_t now)
{
    if (!f->marks || now >= f->settings.end)
        return 0;
    uint64_t begin = timeline_begin(f, frame_of(f, now)), cycles = timeline_begin(f, frame_of(f, now) + 1) - begin,
             done = now - begin;
    return done * TIMELINE_GLANCES / cycles != (done + 1) * TIMELINE_GLANCES / cycles;
}

void timeline_glance(struct timeline *f, int last, uint64_t now)
{
    struct timeline_frame *frame = &f->frame[frame_of(f, now)];

    frame->glances++;
    frame->last = last;
}

void timeline_marked(struct timeline *f, int endpoint, unsigned marks, uint64_t now)
{
    struct timeline_marks *m = &f->marks[(size_t)frame_of(f, now) * (size_t)f->settings.marked + (size_t)endpoint];

    for (int i = 0; i < KIND_MOST_MARKS; i++)
        m->count[i] += marks >> i & 1;
}

int timeline_frame_time(const struct timeline *f, uint64_t now)
{
    return now < f->settings.end && now + 1 == timeline_begin(f, frame_of(f, now) + 1);
}

/* The number of a packet that is seen. @return negative when out of memory */
static int64_t number_of(struct timeline *f, const struct packet *p)
{
    struct under_way *u = find(f, key_of(p));

    if (!u || u->seen >= 0)
        return u ? u->seen : -1;
    struct timeline_packet *packet = memory_grow(f->packet, f->packets, &f->packet_room, 1024, sizeof *packet);
    if (!packet)
        return -1;
    f->packet = packet;
    f->packet[f->packets] = (struct timeline_packet){
        .source = p->source, .destination = p->destination, .message = p->message, .packet = p->number};
    u->seen = (int64_t)f->packets++;
    return u->seen;
}

int timeline_see(struct timeline *f, const struct held_packet *held)
{
    int64_t number = number_of(f, &held->packet);
    struct timeline_sight *sight = memory_grow(f->sight, f->sights, &f->sight_room, 4096, sizeof *sight);

    if (sight)
        f->sight = sight;
    if (!sight || number < 0)
        return -1;
    f->sight[f->sights++] =
        (struct timeline_sight){.packet = (uint32_t)number, .buffer = held->place, .waiting = held->waiting};
    return 0;
}

void timeline_seen(struct timeline *f, int node, uint64_t now)
{
    int frame = frame_of(f, now);
    struct timeline_view *view = view_of(f, frame, node);

    view[1].first_sight = (uint32_t)f->sights;
    f->frame[frame].crowded += 5 * (view[1].first_sight - view->first_sight) >= 4 * (unsigned)f->settings.buffers;
    f->shown = frame + (node == f->settings.nodes - 1);
}

/* Saved and loaded ------------------------------------------------------------------------------------------------ */

static void archive_stays(struct timeline_stay **stay, size_t *stays, size_t *room, struct archive *a)
{
    archive_array(a, "stay", (void **)stay, stays, room, sizeof **stay);
}

static void archive_packet(struct timeline_packet *p, struct archive *a)
{
    size_t stays = p->stays, room = 0;

    if (a->loading)
        p->stay = NULL;
    ARCHIVE_SPAN(a, p, source, packet);
    ARCHIVE(a, p->packet);
    archive_stays(&p->stay, &stays, &room, a);
    p->stays = (uint32_t)stays;
}

static void archive_packets(struct timeline *f, struct archive *a)
{
    size_t packets = archive_count(a, f->packets, UINT32_MAX);

    for (size_t i = 0; a->loading && i < f->packets; i++)
        free(f->packet[i].stay);
    for (f->packets = 0; f->packets < packets && !a->reason; f->packets++) {
        struct timeline_packet *packet = memory_grow(f->packet, f->packets, &f->packet_room, 1024, sizeof *packet);
        if (!packet) {
            a->reject(a, "out of memory");
            return;
        }
        f->packet = packet;
        archive_packet(&packet[f->packets], a);
    }
}

/* A walk through the tree, in the order of the keys. */
struct walk {
    struct archive *a; /* NULL: only count */
    size_t count;
};

static void archive_under_way(struct under_way *u, struct archive *a)
{
    ARCHIVE(a, u->key);
    ARCHIVE(a, u->seen);
    archive_stays(&u->stay, &u->stays, &u->room, a);
}

static void visit_under_way(void *under_way, void *context)
{
    struct walk *walk = context;

    walk->count++;
    if (walk->a)
        archive_under_way(under_way, walk->a);
}

static void load_under_way(struct timeline *f, struct archive *a)
{
    struct under_way loaded = {0}, *u;

    archive_under_way(&loaded, a);
    archive_check(a, loaded.seen >= -1 && loaded.seen < (int64_t)f->packets);
    u = a->reason ? NULL : find(f, loaded.key);
    archive_check(a, u && !u->stay);
    if (a->reason)
        free(loaded.stay);
    else
        *u = loaded;
}

static void archive_tree(struct timeline *f, struct archive *a)
{
    struct walk walk = {0};

    platform_tree_visit(f->under_way, visit_under_way, &walk);
    walk.count = archive_count(a, walk.count, SIZE_MAX);
    if (!a->loading) {
        walk.a = a;
        platform_tree_visit(f->under_way, visit_under_way, &walk);
        return;
    }
    destroy_all_under_way(f);
    for (size_t i = 0; i < walk.count && !a->reason; i++)
        load_under_way(f, a);
}

/* Each view knows where its sights begin, and the next one where they end. */
static void check_sights(const struct timeline *f, struct archive *a)
{
    size_t views = (size_t)f->settings.frames * (size_t)f->settings.nodes;

    for (size_t i = 0; i < views; i++)
        archive_check(a, f->view[i].first_sight <= f->sights);
    for (size_t i = 0; i < f->sights; i++)
        archive_check(a, f->sight[i].packet < f->packets && f->sight[i].buffer < f->settings.buffers);
}

void timeline_archive(struct timeline *f, struct archive *a)
{
    archive_section(a, "timeline");
    ARCHIVE(a, f->shown);
    ARCHIVE(a, f->ways);
    ARCHIVE(a, f->one_in);
    a->visit(a, "frame", f->frame, (size_t)f->settings.frames * sizeof *f->frame);
    a->visit(a, "view", f->view, ((size_t)f->settings.frames * (size_t)f->settings.nodes + 1) * sizeof *f->view);
    if (f->marks)
        a->visit(a, "marks", f->marks, marks_of(&f->settings) * sizeof *f->marks);
    archive_array(a, "sight", (void **)&f->sight, &f->sights, &f->sight_room, sizeof *f->sight);
    archive_packets(f, a);
    archive_tree(f, a);
    archive_check(a, f->shown >= 0 && f->shown <= f->settings.frames && f->one_in > 0);
    check_sights(f, a);
}

/* What there is to see -------------------------------------------------------------------------------------------- */

static void close_visited(void *under_way, void *timeline)
{
    close_way(timeline, under_way);
}

void timeline_end(struct timeline *f)
{
    platform_tree_visit(f->under_way, close_visited, f);
}

const struct timeline_settings *timeline_settings(const struct timeline *f)
{
    return &f->settings;
}

int timeline_shown(const struct timeline *f)
{
    return f->shown;
}

const struct timeline_frame *timeline_frame(const struct timeline *f, int frame)
{
    return &f->frame[frame];
}

const struct timeline_view *timeline_view(const struct timeline *f, int frame, int node)
{
    return view_of(f, frame, node);
}

const struct timeline_marks *timeline_marks_of(const struct timeline *f, int frame, int endpoint)
{
    return f->marks ? &f->marks[(size_t)frame * (size_t)f->settings.marked + (size_t)endpoint] : NULL;
}

const struct timeline_sight *timeline_sights(const struct timeline *f, int frame, int node, unsigned *count)
{
    const struct timeline_view *view = view_of(f, frame, node);

    *count = view[1].first_sight - view[0].first_sight;
    return &f->sight[view[0].first_sight];
}

const struct timeline_packet *timeline_packets(const struct timeline *f, uint32_t *count)
{
    *count = (uint32_t)f->packets;
    return f->packet;
}

unsigned timeline_one_in(const struct timeline *f)
{
    return f->one_in;
}
