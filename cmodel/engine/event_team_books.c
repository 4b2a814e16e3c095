/* SPDX-License-Identifier: Apache-2.0
 *
 * What parts note of a window, and how it comes into the books. See event_team.h.
 */
#include "../fabric/split.h"
#include "event_team_internal.h"

/* For the steps ------------------------------------------------------------------------------------------------------- */

void event_team_attempt(struct event_part *p, uint64_t now, const struct attempt *attempt)
{
    struct tried *tried = list_add(&p->books.attempts, 256, sizeof *tried, &p->out_of_memory);

    if (tried)
        *tried = (struct tried){now, *attempt};
}

/* The messages that appeared are its own only until the next ones do. */
static void keep_fresh(struct event_part *p, const struct endpoint *e, struct endpoint_news *news)
{
    for (unsigned i = 0; i < news->fresh_count; i++) {
        struct source_message *m = list_add(&p->books.fresh, 64, sizeof *m, &p->out_of_memory);
        if (!m) {
            news->fresh_count = i;
            return;
        }
        *m = e->fresh[i];
    }
}

void event_team_note(struct event_part *p, uint64_t now, unsigned endpoint, unsigned what)
{
    const struct fabric *f = p->team->fabric;
    const struct endpoint *e = &f->endpoint[endpoint];
    struct note *note = list_add(&p->books.notes, 256, sizeof *note, &p->out_of_memory);

    if (!note)
        return;
    note->cycle = now;
    note->endpoint = endpoint;
    note->cause = CAUSE_NONE;
    if (f->watched && what & ENDPOINT_FAILED)
        note->cause = ledger_cause(f, (int)f->end[endpoint].unit, f->end[endpoint].port);
    note->fresh = p->books.fresh.count;
    endpoint_tell(e, what, &note->news);
    keep_fresh(p, e, &note->news);
}

/* Books --------------------------------------------------------------------------------------------------------------- */

/* Sources that wait for messages that have arrived know of them in a later cycle. */
static void wake_sources(const struct team *t, const struct endpoint_news *news, uint64_t now)
{
    for (unsigned i = 0; news->what & ENDPOINT_DELIVERED && i < news->deliveries; i++) {
        unsigned number = news->delivered[i].packet.source;
        const struct endpoint *source = fabric_source_of(t->fabric, &news->delivered[i].packet);
        if (source && source->starved && source->stale && split_has_end(t->fabric, (int)number))
            t->plan->ops->wake(t->plan->engine, number, now + ENDPOINT_NEWS);
    }
}

static void enter_notes(const struct team *t, struct books *b, uint64_t now)
{
    const struct source_message *fresh = b->fresh.entry;
    const struct note *note = b->notes.entry;

    for (size_t *i = &b->notes.entered; *i < b->notes.count && note[*i].cycle == now; ++*i) {
        const struct note *n = &note[*i];
        ledger_enter_told(t->fabric, (int)n->endpoint, &n->news, fresh ? fresh + n->fresh : NULL, n->cause);
        wake_sources(t, &n->news, now);
    }
}

static void enter_attempts(const struct team *t, struct books *b, uint64_t now)
{
    const struct tried *tried = b->attempts.entry;

    for (size_t *i = &b->attempts.entered; *i < b->attempts.count && tried[*i].cycle == now; ++*i)
        ledger_attempt(t->fabric, &tried[*i].attempt);
}

/* An endpoint of another rank is here what its notes make of it. */
static void follow(struct team *t, int rank, uint64_t now)
{
    const struct books *b = &t->guest[rank];
    const struct source_message *fresh = b->fresh.entry;
    const struct note *note = b->notes.entry;

    for (size_t i = b->notes.entered; i < b->notes.count && note[i].cycle == now; i++)
        if (endpoint_follow(&t->fabric->endpoint[note[i].endpoint], &note[i].news, fresh ? fresh + note[i].fresh : NULL) != 0)
            ranks_abort(t->ranks, "out of memory for messages of other ranks");
}

/* Parts have their routers and endpoints in ascending order, and so have ranks. */
static void enter_cycle(struct team *t, uint64_t now, void (*enter)(const struct team *t, struct books *b, uint64_t now))
{
    int own = fabric_rank(t->fabric), ranks = t->ranks ? t->ranks->count : 1;

    for (int rank = 0; rank < ranks; rank++)
        if (rank != own)
            enter(t, &t->guest[rank], now);
        else
            for (unsigned i = 0; i < t->parts; i++)
                enter(t, &t->part[i].books, now);
}

/* The books of a cycle, as one thread keeps them: attempts as routers end them, then endpoints. @return 0 to go on, 1 when the run must end */
static int close_cycle(struct team *t)
{
    struct fabric *f = t->fabric;
    unsigned looks;

    for (int rank = 0; t->ranks && rank < t->ranks->count; rank++)
        follow(t, rank, f->cycle);
    if (split_keeps_books(f))
        enter_cycle(t, f->cycle, enter_attempts);
    enter_cycle(t, f->cycle, enter_notes);
    for (unsigned i = 0; i < t->parts; i++)
        if (t->part[i].out_of_memory)
            ledger_fail(f, FABRIC_FAULT_MEMORY, 0, "out of memory for what threads tell each other");
    if (t->ranks && (looks = ledger_looks(f, f->cycle)))
        split_look(f, looks);
    return ledger_close(f);
}

static void empty(struct list *l)
{
    l->count = l->entered = 0;
}

void books_empty(struct books *b)
{
    empty(&b->notes);
    empty(&b->attempts);
    empty(&b->fresh);
}

int team_close(struct team *t)
{
    int ends = 0;

    for (uint64_t i = 0; i < t->cycles && !ends; i++)
        ends = close_cycle(t);
    for (unsigned i = 0; i < t->parts; i++)
        books_empty(&t->part[i].books);
    for (int i = 0; t->ranks && i < t->ranks->count; i++)
        books_empty(&t->guest[i]);
    return ends;
}

void books_finish(struct books *b)
{
    free(b->notes.entry);
    free(b->attempts.entry);
    free(b->fresh.entry);
}
