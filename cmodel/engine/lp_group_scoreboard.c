/* SPDX-License-Identifier: Apache-2.0
 *
 * What parts note of a window, and how it comes into the window_log. See lp_group.h.
 */
#include "../fabric/split.h"
#include "lp_group_internal.h"

/* For the steps --------------------------------------------------------------------------------------------------- */

void lp_group_attempt(struct event_part *p, uint64_t now, const struct attempt *attempt)
{
    struct tried *tried = list_add(&p->window_log.attempts, 256, sizeof *tried, &p->out_of_memory);

    if (tried)
        *tried = (struct tried){now, *attempt};
}

/* The messages that appeared are its own only until the next ones do. */
static void collect_fresh(struct event_part *p, const struct endpoint *e, struct endpoint_update *update)
{
    for (unsigned i = 0; i < update->fresh_count; i++) {
        struct source_message *m = list_add(&p->window_log.fresh, 64, sizeof *m, &p->out_of_memory);
        if (!m) {
            update->fresh_count = i;
            return;
        }
        *m = e->fresh[i];
    }
}

void lp_group_note(struct event_part *p, uint64_t now, unsigned endpoint, unsigned what)
{
    const struct fabric *f = p->lp_group->fabric;
    const struct endpoint *e = &f->endpoint[endpoint];
    struct note *note = list_add(&p->window_log.notes, 256, sizeof *note, &p->out_of_memory);

    if (!note)
        return;
    note->cycle = now;
    note->endpoint = endpoint;
    note->reason = REJECT_NONE;
    if (f->watched && what & ENDPOINT_FAILED)
        note->reason = scoreboard_reason(f, (int)f->end[endpoint].unit, f->end[endpoint].port);
    note->fresh = p->window_log.fresh.count;
    endpoint_fill_update(e, what, &note->update);
    collect_fresh(p, e, &note->update);
}

/* Scoreboard ------------------------------------------------------------------------------------------------------ */

/* Sources that wait for messages that have arrived know of them in a later cycle. */
static void schedule_sources(const struct lp_group *t, const struct endpoint_update *update, uint64_t now)
{
    for (unsigned i = 0; update->what & ENDPOINT_DELIVERED && i < update->deliveries; i++) {
        unsigned number = update->delivered[i].packet.source;
        const struct endpoint *source = fabric_source_of(t->fabric, &update->delivered[i].packet);
        if (source && source->starved && source->stale && split_has_end(t->fabric, (int)number))
            t->plan->ops->look_at_endpoint(t->plan->engine, number, now + ENDPOINT_UPDATE_CYCLES);
    }
}

static void enter_notes(const struct lp_group *t, struct window_log *b, uint64_t now)
{
    const struct source_message *fresh = b->fresh.entry;
    const struct note *note = b->notes.entry;

    for (size_t *i = &b->notes.entered; *i < b->notes.count && note[*i].cycle == now; ++*i) {
        const struct note *n = &note[*i];
        scoreboard_enter_update(t->fabric, (int)n->endpoint, &n->update, fresh ? fresh + n->fresh : NULL, n->reason);
        schedule_sources(t, &n->update, now);
    }
}

static void enter_attempts(const struct lp_group *t, struct window_log *b, uint64_t now)
{
    const struct tried *tried = b->attempts.entry;

    for (size_t *i = &b->attempts.entered; *i < b->attempts.count && tried[*i].cycle == now; ++*i)
        scoreboard_attempt(t->fabric, &tried[*i].attempt);
}

/* An endpoint of another rank is here what its notes make of it. */
static void follow(struct lp_group *t, int rank, uint64_t now)
{
    const struct window_log *b = &t->guest[rank];
    const struct source_message *fresh = b->fresh.entry;
    const struct note *note = b->notes.entry;

    for (size_t i = b->notes.entered; i < b->notes.count && note[i].cycle == now; i++)
        if (endpoint_follow(&t->fabric->endpoint[note[i].endpoint], &note[i].update,
                            fresh ? fresh + note[i].fresh : NULL) != 0)
            ranks_abort(t->ranks, "out of memory for messages of other ranks");
}

/* Parts have their routers and endpoints in ascending order, and so have ranks. */
static void enter_cycle(struct lp_group *t, uint64_t now,
                        void (*enter)(const struct lp_group *t, struct window_log *b, uint64_t now))
{
    int own = fabric_rank(t->fabric), ranks = t->ranks ? t->ranks->count : 1;

    for (int rank = 0; rank < ranks; rank++)
        if (rank != own)
            enter(t, &t->guest[rank], now);
        else
            for (unsigned i = 0; i < t->parts; i++)
                enter(t, &t->part[i].window_log, now);
}

/* The window_log of a cycle, as one thread keeps them: attempts as routers end them, then endpoints. @return 0 to go
 * on, 1 when the run must end */
static int close_cycle(struct lp_group *t)
{
    struct fabric *f = t->fabric;
    unsigned looks;

    for (int rank = 0; t->ranks && rank < t->ranks->count; rank++)
        follow(t, rank, f->cycle);
    if (split_has_scoreboard(f))
        enter_cycle(t, f->cycle, enter_attempts);
    enter_cycle(t, f->cycle, enter_notes);
    for (unsigned i = 0; i < t->parts; i++)
        if (t->part[i].out_of_memory)
            scoreboard_fail(f, FABRIC_FAULT_MEMORY, 0, "out of memory for what threads tell each other");
    if (t->ranks && (looks = scoreboard_looks(f, f->cycle)))
        split_look(f, looks);
    return scoreboard_close(f);
}

static void empty(struct list *l)
{
    l->count = l->entered = 0;
}

void window_log_empty(struct window_log *b)
{
    empty(&b->notes);
    empty(&b->attempts);
    empty(&b->fresh);
}

int lp_group_close(struct lp_group *t)
{
    int ends = 0;

    for (uint64_t i = 0; i < t->cycles && !ends; i++)
        ends = close_cycle(t);
    for (unsigned i = 0; i < t->parts; i++)
        window_log_empty(&t->part[i].window_log);
    for (int i = 0; t->ranks && i < t->ranks->count; i++)
        window_log_empty(&t->guest[i]);
    return ends;
}

void window_log_finish(struct window_log *b)
{
    free(b->notes.entry);
    free(b->attempts.entry);
    free(b->fresh.entry);
}
