/* SPDX-License-Identifier: Apache-2.0
 *
 * What the teams of several ranks tell each other when a window is over: a message to each, with the letters for its routers and
 * with what happened at endpoints. Attempts only observe, and go to the first rank alone. See event_team.h.
 */
#include "event_team_internal.h"

/* A message begins with how much there is of everything. */
struct contents {
    uint32_t letters, notes, attempts;
    uint32_t crowded; /* 1: an endpoint of the rank may be */
};

/* A note; what news there are of follows, and the messages that appeared. */
struct note_head {
    uint64_t cycle, messages_created, packets_created;
    uint32_t endpoint, what, fresh, deliveries;
    int32_t cause;
    uint32_t unused; /* zero: no byte of a message is left to chance */
};

/* With an attempt that ended: the packet; ... that was accepted: its message. */
struct note_packet {
    struct packet packet;
    uint32_t unused;
    uint64_t first;
};

struct note_message {
    struct schedule_job job;
    uint64_t start;
};

static void no_memory(const struct team *t)
{
    ranks_abort(t->ranks, "out of memory for what ranks tell each other");
}

/* To tell ------------------------------------------------------------------------------------------------------------- */

static size_t count_letters(const struct team *t, int to)
{
    size_t count = 0;

    for (unsigned i = 0; i < t->parts; i++)
        count += t->part[i].abroad[to].count;
    return count;
}

static struct contents contents_for(const struct team *t, int to)
{
    struct contents c = {.letters = (uint32_t)count_letters(t, to), .crowded = (uint32_t)team_crowded(t)};

    for (unsigned i = 0; i < t->parts; i++) {
        c.notes += (uint32_t)t->part[i].books.notes.count;
        c.attempts += to == 0 ? (uint32_t)t->part[i].books.attempts.count : 0;
    }
    return c;
}

static void put_note(struct ranks *r, int to, const struct note *n, const struct source_message *fresh)
{
    const struct endpoint_news *news = &n->news;
    const struct note_head head = {.cycle = n->cycle, .messages_created = news->messages_created, .packets_created = news->packets_created,
                                   .endpoint = n->endpoint, .what = news->what, .fresh = news->fresh_count,
                                   .deliveries = news->what & ENDPOINT_DELIVERED ? news->deliveries : 0, .cause = n->cause};
    const struct note_packet packet = {news->injected, 0, news->injected_first};
    const struct note_message message = {news->job, news->start};

    ranks_put(r, to, &head, sizeof head);
    if (news->what & (ENDPOINT_INJECTED | ENDPOINT_FAILED))
        ranks_put(r, to, &packet, sizeof packet);
    if (news->what & ENDPOINT_INJECTED)
        ranks_put(r, to, &message, sizeof message);
    ranks_put(r, to, news->delivered, head.deliveries * sizeof *news->delivered);
    ranks_put(r, to, fresh, head.fresh * sizeof *fresh);
}

/* Cycle by cycle, as they are entered. */
static void put_notes(const struct team *t, int to)
{
    size_t next[MAX_THREADS] = {0};

    for (uint64_t now = t->cycle; now < t->cycle + t->cycles; now++)
        for (unsigned i = 0; i < t->parts; i++) {
            const struct books *b = &t->part[i].books;
            const struct source_message *fresh = b->fresh.entry;
            const struct note *note = b->notes.entry;
            for (; next[i] < b->notes.count && note[next[i]].cycle == now; next[i]++)
                put_note(t->ranks, to, &note[next[i]], fresh ? fresh + note[next[i]].fresh : NULL);
        }
}

static void put_attempts(const struct team *t)
{
    size_t next[MAX_THREADS] = {0};

    for (uint64_t now = t->cycle; now < t->cycle + t->cycles; now++)
        for (unsigned i = 0; i < t->parts; i++) {
            const struct list *l = &t->part[i].books.attempts;
            const struct tried *tried = l->entry;
            for (; next[i] < l->count && tried[next[i]].cycle == now; next[i]++)
                ranks_put(t->ranks, 0, &tried[next[i]], sizeof *tried);
        }
}

static void put(struct team *t, int to)
{
    const struct contents c = contents_for(t, to);

    ranks_put(t->ranks, to, &c, sizeof c);
    for (unsigned i = 0; i < t->parts; i++) {
        struct list *box = &t->part[i].abroad[to];
        ranks_put(t->ranks, to, box->entry, box->count * t->plan->ops->letter_bytes);
        box->count = 0;
    }
    put_notes(t, to);
    if (to == 0)
        put_attempts(t);
}

/* To hear ------------------------------------------------------------------------------------------------------------- */

static void get_letters(struct team *t, int from, uint32_t count)
{
    const size_t bytes = t->plan->ops->letter_bytes;
    int failed = 0;

    for (; count > 0; count--) {
        const void *letter = ranks_take(t->ranks, from, bytes);
        add_letter(&t->part[team_part_of(t, letter_router(letter))].arrived, letter, bytes, &failed);
    }
    if (failed)
        no_memory(t);
}

/* @return where so many entries more of a list go */
static void *room_for(const struct team *t, struct list *l, size_t count, size_t size)
{
    size_t first = l->count;
    int failed = 0;

    for (; count > 0; count--)
        list_add(l, 64, size, &failed);
    if (failed)
        no_memory(t);
    return l->entry ? (char *)l->entry + first * size : NULL;
}

static void get_note(struct team *t, int from)
{
    struct books *b = &t->guest[from];
    struct note *n = room_for(t, &b->notes, 1, sizeof *n);
    struct note_packet packet = {.first = 0};
    struct note_message message = {.start = 0};
    struct note_head head;

    ranks_get(t->ranks, from, &head, sizeof head);
    if (head.what & (ENDPOINT_INJECTED | ENDPOINT_FAILED))
        ranks_get(t->ranks, from, &packet, sizeof packet);
    if (head.what & ENDPOINT_INJECTED)
        ranks_get(t->ranks, from, &message, sizeof message);
    *n = (struct note){.cycle = head.cycle, .endpoint = head.endpoint, .cause = head.cause, .fresh = b->fresh.count};
    n->news = (struct endpoint_news){.what = head.what, .fresh_count = head.fresh, .messages_created = head.messages_created,
                                     .packets_created = head.packets_created, .injected = packet.packet, .injected_first = packet.first,
                                     .start = message.start, .job = message.job, .deliveries = head.deliveries};
    ranks_get(t->ranks, from, n->news.delivered, head.deliveries * sizeof *n->news.delivered);
    ranks_get(t->ranks, from, room_for(t, &b->fresh, head.fresh, sizeof(struct source_message)), head.fresh * sizeof(struct source_message));
}

static void get(struct team *t, int from)
{
    struct contents c;

    ranks_get(t->ranks, from, &c, sizeof c);
    get_letters(t, from, c.letters);
    for (uint32_t i = 0; i < c.notes; i++)
        get_note(t, from);
    for (uint32_t i = 0; i < c.attempts; i++) {
        struct tried *tried = room_for(t, &t->guest[from].attempts, 1, sizeof *tried);
        ranks_get(t->ranks, from, tried, sizeof *tried);
    }
    t->crowded |= (int)c.crowded;
}

void team_exchange(struct team *t)
{
    int count = t->ranks->count, own = t->ranks->rank;

    for (int i = 0; i < count; i++)
        if (i != own)
            put(t, i);
    ranks_exchange(t->ranks);
    t->crowded = 0;
    for (int i = 0; i < count; i++)
        if (i != own)
            get(t, i);
}
