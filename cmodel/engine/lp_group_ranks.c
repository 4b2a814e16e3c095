/* SPDX-License-Identifier: Apache-2.0
 *
 * What the lp_groups of several ranks tell each other when a window is over: a message to each, with the lp_messages
 * for its routers and with what happened at endpoints. Attempts only observe, and go to the first rank alone. See
 * lp_group.h.
 */
#include "lp_group_internal.h"

/* A message begins with how much there is of everything. */
struct contents {
    uint32_t lp_messages, notes, attempts;
    uint32_t crowded; /* 1: an endpoint of the rank may be */
};

/* A note; what update there are of follows, and the messages that appeared. */
struct note_head {
    uint64_t cycle, messages_created, packets_created, responses_created, response_packets_created;
    uint32_t endpoint, what, fresh, deliveries;
    int32_t reason;
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

static void no_memory(const struct lp_group *t)
{
    ranks_abort(t->ranks, "out of memory for what ranks tell each other");
}

/* To tell --------------------------------------------------------------------------------------------------------- */

static size_t count_lp_messages(const struct lp_group *t, int to)
{
    size_t count = 0;

    for (unsigned i = 0; i < t->parts; i++)
        count += t->part[i].abroad[to].count;
    return count;
}

static struct contents contents_for(const struct lp_group *t, int to)
{
    struct contents c = {.lp_messages = (uint32_t)count_lp_messages(t, to), .crowded = (uint32_t)lp_group_crowded(t)};

    for (unsigned i = 0; i < t->parts; i++) {
        c.notes += (uint32_t)t->part[i].window_log.notes.count;
        c.attempts += to == 0 ? (uint32_t)t->part[i].window_log.attempts.count : 0;
    }
    return c;
}

static void put_note(struct ranks *r, int to, const struct note *n, const struct source_message *fresh)
{
    const struct endpoint_update *update = &n->update;
    const struct note_head head = {.cycle = n->cycle,
                                   .messages_created = update->messages_created,
                                   .packets_created = update->packets_created,
                                   .responses_created = update->responses_created,
                                   .response_packets_created = update->response_packets_created,
                                   .endpoint = n->endpoint,
                                   .what = update->what,
                                   .fresh = update->fresh_count,
                                   .deliveries = update->what & ENDPOINT_DELIVERED ? update->deliveries : 0,
                                   .reason = n->reason};
    const struct note_packet packet = {update->injected, 0, update->injected_first};
    const struct note_message message = {update->job, update->start};

    ranks_put(r, to, &head, sizeof head);
    if (update->what & (ENDPOINT_INJECTED | ENDPOINT_FAILED))
        ranks_put(r, to, &packet, sizeof packet);
    if (update->what & ENDPOINT_INJECTED)
        ranks_put(r, to, &message, sizeof message);
    ranks_put(r, to, update->delivered, head.deliveries * sizeof *update->delivered);
    ranks_put(r, to, fresh, head.fresh * sizeof *fresh);
}

/* Cycle by cycle, as they are entered. */
static void put_notes(const struct lp_group *t, int to)
{
    size_t next[MAX_THREADS] = {0};

    for (uint64_t now = t->cycle; now < t->cycle + t->cycles; now++)
        for (unsigned i = 0; i < t->parts; i++) {
            const struct window_log *b = &t->part[i].window_log;
            const struct source_message *fresh = b->fresh.entry;
            const struct note *note = b->notes.entry;
            for (; next[i] < b->notes.count && note[next[i]].cycle == now; next[i]++)
                put_note(t->ranks, to, &note[next[i]], fresh ? fresh + note[next[i]].fresh : NULL);
        }
}

static void put_attempts(const struct lp_group *t)
{
    size_t next[MAX_THREADS] = {0};

    for (uint64_t now = t->cycle; now < t->cycle + t->cycles; now++)
        for (unsigned i = 0; i < t->parts; i++) {
            const struct list *l = &t->part[i].window_log.attempts;
            const struct tried *tried = l->entry;
            for (; next[i] < l->count && tried[next[i]].cycle == now; next[i]++)
                ranks_put(t->ranks, 0, &tried[next[i]], sizeof *tried);
        }
}

static void put(struct lp_group *t, int to)
{
    const struct contents c = contents_for(t, to);

    ranks_put(t->ranks, to, &c, sizeof c);
    for (unsigned i = 0; i < t->parts; i++) {
        struct list *box = &t->part[i].abroad[to];
        ranks_put(t->ranks, to, box->entry, box->count * t->plan->ops->lp_message_bytes);
        box->count = 0;
    }
    put_notes(t, to);
    if (to == 0)
        put_attempts(t);
}

/* To hear --------------------------------------------------------------------------------------------------------- */

static void get_lp_messages(struct lp_group *t, int from, uint32_t count)
{
    const size_t bytes = t->plan->ops->lp_message_bytes;
    int failed = 0;

    for (; count > 0; count--) {
        const void *lp_message = ranks_take(t->ranks, from, bytes);
        add_lp_message(&t->part[lp_group_part_of(t, lp_message_router(lp_message))].arrived, lp_message, bytes,
                       &failed);
    }
    if (failed)
        no_memory(t);
}

/* @return where so many entries more of a list go */
static void *room_for(const struct lp_group *t, struct list *l, size_t count, size_t size)
{
    size_t first = l->count;
    int failed = 0;

    for (; count > 0; count--)
        list_add(l, 64, size, &failed);
    if (failed)
        no_memory(t);
    return l->entry ? (char *)l->entry + first * size : NULL;
}

static void get_note(struct lp_group *t, int from)
{
    struct window_log *b = &t->guest[from];
    struct note *n = room_for(t, &b->notes, 1, sizeof *n);
    struct note_packet packet = {.first = 0};
    struct note_message message = {.start = 0};
    struct note_head head;

    ranks_get(t->ranks, from, &head, sizeof head);
    if (head.what & (ENDPOINT_INJECTED | ENDPOINT_FAILED))
        ranks_get(t->ranks, from, &packet, sizeof packet);
    if (head.what & ENDPOINT_INJECTED)
        ranks_get(t->ranks, from, &message, sizeof message);
    *n = (struct note){.cycle = head.cycle, .endpoint = head.endpoint, .reason = head.reason, .fresh = b->fresh.count};
    n->update = (struct endpoint_update){.what = head.what,
                                         .fresh_count = head.fresh,
                                         .messages_created = head.messages_created,
                                         .packets_created = head.packets_created,
                                         .responses_created = head.responses_created,
                                         .response_packets_created = head.response_packets_created,
                                         .injected = packet.packet,
                                         .injected_first = packet.first,
                                         .start = message.start,
                                         .job = message.job,
                                         .deliveries = head.deliveries};
    ranks_get(t->ranks, from, n->update.delivered, head.deliveries * sizeof *n->update.delivered);
    ranks_get(t->ranks, from, room_for(t, &b->fresh, head.fresh, sizeof(struct source_message)),
              head.fresh * sizeof(struct source_message));
}

static void get(struct lp_group *t, int from)
{
    struct contents c;

    ranks_get(t->ranks, from, &c, sizeof c);
    get_lp_messages(t, from, c.lp_messages);
    for (uint32_t i = 0; i < c.notes; i++)
        get_note(t, from);
    for (uint32_t i = 0; i < c.attempts; i++) {
        struct tried *tried = room_for(t, &t->guest[from].attempts, 1, sizeof *tried);
        ranks_get(t->ranks, from, tried, sizeof *tried);
    }
    t->crowded |= (int)c.crowded;
}

void lp_group_exchange(struct lp_group *t)
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
