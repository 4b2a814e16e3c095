/* SPDX-License-Identifier: Apache-2.0
 *
 * The event engine on several threads. See fedx_event_parts.h.
 */
#include "fedx_event_parts.h"

#include <pthread.h>
#include <string.h>

#include "../../base/memory.h"
#include "../../base/process.h"
#include "../../engine/barrier.h"

/* What is entered of a PE's cycle. */
struct note {
    uint64_t cycle;
    unsigned node;
    size_t fresh; /* its first message of those that appeared */
    struct endpoint_news news;
};

/* ... and of an attempt of a switch. */
struct tried {
    uint64_t cycle;
    struct attempt attempt;
};

/* A list of what one thread notes in a window, and how much of it has been entered; or of letters. */
struct list {
    void *entry;
    size_t count, size, entered;
};

struct team;

struct fedx_event_part {
    struct team *team;
    struct list *out;      /* [2 * parts] letters to each part, of this window and of the one before, whose letters are being opened */
    struct list notes, attempts, fresh;
    struct list crowded;   /* nodes whose PEs may be crowded (endpoint_crowded) */
    uint16_t *next_id;     /* [count] endpoint.next_id when last looked at */
    uint8_t *listed;       /* [count] 1: in `crowded` */
    pthread_t thread;
    struct fedx_event_engine view;
} __attribute__((aligned(2 * MEMORY_CACHE_LINE)));

struct team {
    struct fedx_event_engine *whole;
    unsigned parts;
    struct fedx_event_part *part; /* [parts] */
    uint8_t *of_word;             /* [wheel.words] the part of each */
    uint64_t cycle, cycles;       /* of the window */
    unsigned turn;                /* which boxes are written to: 0 or 1 */
    int stop;
    struct barrier begin, over;
};

/*
 * Nodes times cycles of a window that a thread must have: some 2 ns each, while the two meetings of a window take about half a
 * microsecond, and the books, which the others wait for, a tenth of the steps.
 */
enum { LEAST_SHARE = 1024 };

int fedx_event_parts_pay(unsigned nodes, unsigned latency, int threads)
{
    uint64_t most = (nodes + FEDX_EVENT_WORD_NODES - 1) / FEDX_EVENT_WORD_NODES, shares = (uint64_t)nodes * (1 + latency) / LEAST_SHARE;
    uint64_t processors = (uint64_t)process_processors();

    most = most < shares ? most : shares;
    most = most < processors ? most : processors;
    most = most < (uint64_t)threads ? most : (uint64_t)threads;
    return most > 1 ? (int)most : 1;
}

unsigned fedx_event_parts_most(const struct fedx_event_engine *e)
{
    return e->wheel.words < MAX_THREADS ? (unsigned)e->wheel.words : MAX_THREADS;
}

/* Room for one more entry. @return NULL when out of memory: the run ends after this window */
static void *add(struct list *l, size_t first, size_t size, struct fedx_event_engine *view)
{
    void *entry = memory_grow(l->entry, l->count, &l->size, first, size);

    if (!entry) {
        view->out_of_memory = 1;
        return NULL;
    }
    l->entry = entry;
    return (char *)entry + l->count++ * size;
}

/* For the steps ------------------------------------------------------------------------------------------------------- */

static struct list *box_of(const struct fedx_event_part *from, unsigned turn, unsigned to)
{
    return &from->out[turn * from->team->parts + to];
}

void fedx_event_post(struct fedx_event_engine *e, const struct fedx_event_letter *letter)
{
    const struct team *t = e->part->team;
    struct list *box = box_of(e->part, t->turn, t->of_word[letter->to->node / FEDX_EVENT_WORD_NODES]);
    struct fedx_event_letter *kept = add(box, 256, sizeof *kept, e);

    if (kept)
        *kept = *letter;
}

void fedx_event_note_attempt(const struct fedx_event_engine *e, uint64_t now, const struct attempt *attempt)
{
    struct tried *tried = add(&e->part->attempts, 256, sizeof *tried, &e->part->view);

    if (tried)
        *tried = (struct tried){now, *attempt};
}

/* The messages that appeared are its own only until the next ones do. */
static void keep_fresh(struct fedx_event_engine *e, const struct endpoint *pe, struct endpoint_news *news)
{
    for (unsigned i = 0; i < news->fresh_count; i++) {
        struct source_message *m = add(&e->part->fresh, 64, sizeof *m, e);
        if (!m) {
            news->fresh_count = i;
            return;
        }
        *m = pe->fresh[i];
    }
}

void fedx_event_note(struct fedx_event_engine *e, uint64_t now, const struct fedx_event_report *report)
{
    const struct endpoint *pe = &e->fabric->endpoint[report->node];
    struct note *note = add(&e->part->notes, 256, sizeof *note, e);

    if (!note)
        return;
    note->cycle = now;
    note->node = report->node;
    note->fresh = e->part->fresh.count;
    endpoint_tell(pe, report->what, &note->news);
    keep_fresh(e, pe, &note->news);
}

/* A window is of so many cycles at most, so that no PE chooses more often. */
static uint64_t longest_window(const struct fedx_event_engine *e)
{
    return 1 + (uint64_t)e->latency;
}

static void list_crowded(struct fedx_event_engine *e, unsigned node)
{
    struct fedx_event_part *p = e->part;
    unsigned *crowded;

    if (p->listed[node - e->first] || !endpoint_crowded(&e->fabric->endpoint[node], longest_window(e)))
        return;
    crowded = add(&p->crowded, 64, sizeof *crowded, e);
    if (!crowded)
        return;
    *crowded = node;
    p->listed[node - e->first] = 1;
}

void fedx_event_stepped(struct fedx_event_engine *e, unsigned node)
{
    uint16_t *next_id = &e->part->next_id[node - e->first], now = e->fabric->endpoint[node].next_id;

    if (*next_id == now)
        return;
    *next_id = now;
    list_crowded(e, node);
}

/* Windows ------------------------------------------------------------------------------------------------------------- */

/* What the others told this part in the window before, part by part: what one end says comes in the order in which it was said. */
static void open_letters(struct fedx_event_part *p, unsigned turn)
{
    const struct team *t = p->team;

    for (unsigned from = 0; from < t->parts; from++) {
        struct list *box = box_of(&t->part[from], turn, (unsigned)(p - t->part));
        const struct fedx_event_letter *letter = box->entry;
        for (size_t i = 0; i < box->count; i++)
            fedx_event_open(&p->view, &letter[i]);
        box->count = 0;
    }
}

/* Those that are not crowded any more leave the list. */
static void review_crowded(struct fedx_event_part *p)
{
    struct fedx_event_engine *e = &p->view;
    unsigned *node = p->crowded.entry;
    size_t kept = 0;

    for (size_t i = 0; i < p->crowded.count; i++) {
        if (endpoint_crowded(&e->fabric->endpoint[node[i]], longest_window(e)))
            node[kept++] = node[i];
        else
            p->listed[node[i] - e->first] = 0;
    }
    p->crowded.count = kept;
}

static void step_window(struct fedx_event_part *p)
{
    const struct team *t = p->team;

    open_letters(p, t->turn ^ 1);
    for (uint64_t i = 0; i < t->cycles; i++)
        fedx_event_cycle(&p->view, t->cycle + i);
    review_crowded(p);
}

static void *work(void *part)
{
    struct fedx_event_part *p = part;

    for (;;) {
        barrier_wait(&p->team->begin);
        if (p->team->stop)
            return NULL;
        step_window(p);
        barrier_wait(&p->team->over);
    }
}

static void enter_notes(struct fedx_event_part *p, uint64_t now)
{
    struct fedx_event_engine *e = &p->view;
    const struct source_message *fresh = p->fresh.entry;
    const struct note *note = p->notes.entry;

    for (size_t *i = &p->notes.entered; *i < p->notes.count && note[*i].cycle == now; ++*i) {
        const struct note *n = &note[*i];
        ledger_enter_told(e->fabric, (int)n->node, &n->news, fresh ? fresh + n->fresh : NULL);
        fedx_event_entered(e, now, n->news.what, &n->news.delivered[0].packet);
    }
}

static void enter_attempts(struct fedx_event_part *p, uint64_t now)
{
    const struct tried *tried = p->attempts.entry;

    for (size_t *i = &p->attempts.entered; *i < p->attempts.count && tried[*i].cycle == now; ++*i)
        ledger_attempt(p->view.fabric, &tried[*i].attempt);
}

/* The books of a cycle, as one thread keeps them: attempts as switches end them, then PEs. @return 0 to go on, 1 when the run must end */
static int close_cycle(struct team *t)
{
    struct fabric *f = t->whole->fabric;

    for (unsigned i = 0; i < t->parts; i++)
        enter_attempts(&t->part[i], f->cycle);
    for (unsigned i = 0; i < t->parts; i++) {
        enter_notes(&t->part[i], f->cycle);
        if (t->part[i].view.out_of_memory)
            ledger_fail(f, FABRIC_FAULT_MEMORY, 0, "out of memory for what threads tell each other");
    }
    return ledger_close(f);
}

static void empty(struct list *l)
{
    l->count = l->entered = 0;
}

/* The books of a window. @return 0 to go on, 1 when the run must end: nothing but a lack of memory ends it before the window does */
static int close_window(struct team *t)
{
    int ends = 0;

    for (uint64_t i = 0; i < t->cycles && !ends; i++)
        ends = close_cycle(t);
    for (unsigned i = 0; i < t->parts; i++) {
        empty(&t->part[i].notes);
        empty(&t->part[i].attempts);
        empty(&t->part[i].fresh);
    }
    t->turn ^= 1;
    return ends;
}

/* Cycles of the next window, at most so many. */
static uint64_t next_window(const struct team *t, uint64_t most)
{
    uint64_t longest = longest_window(t->whole);

    for (unsigned i = 0; i < t->parts; i++)
        if (t->part[i].crowded.count > 0)
            return 1;
    return ledger_window(t->whole->fabric, longest < most ? longest : most);
}

/* One window of the whole fabric. @return 0 to go on, 1 when the run must end */
static int run_window(struct team *t, uint64_t most)
{
    t->cycle = t->whole->fabric->cycle;
    t->cycles = next_window(t, most);
    barrier_wait(&t->begin);
    step_window(&t->part[0]);
    barrier_wait(&t->over);
    return close_window(t);
}

/* From parts to a whole and back ------------------------------------------------------------------------------------- */

/* @return 0, or -1 when out of memory */
static int hand_on(struct fedx_event_requests *to, const struct fedx_event_request *r)
{
    struct fedx_event_request *request = fedx_event_requests_next(to);

    if (!request)
        return -1;
    *request = *r;
    to->count++;
    return 0;
}

static struct fedx_event_engine *view_of(const struct team *t, const struct fedx_event_request *r)
{
    return &t->part[t->of_word[r->to.node / FEDX_EVENT_WORD_NODES]].view;
}

/* Each part has the requests that come to its own nodes. @return 0, or -1 when out of memory */
static int give_requests(const struct team *t)
{
    int failed = 0;

    for (unsigned slot = 0; slot < FEDX_EVENT_AHEAD; slot++) {
        struct fedx_event_requests *all = &t->whole->coming[slot];
        for (unsigned i = 0; i < all->count; i++)
            failed |= hand_on(&view_of(t, &all->request[i])->coming[slot], &all->request[i]) != 0;
        all->count = 0;
    }
    return failed ? -1 : 0;
}

/* The whole has all requests, and no letter is on its way. */
static void take_back(struct team *t)
{
    for (unsigned i = 0; i < t->parts; i++) {
        struct fedx_event_part *p = &t->part[i];
        open_letters(p, t->turn ^ 1);
        for (unsigned slot = 0; slot < FEDX_EVENT_AHEAD; slot++) {
            for (unsigned k = 0; k < p->view.coming[slot].count; k++)
                t->whole->out_of_memory |= hand_on(&t->whole->coming[slot], &p->view.coming[slot].request[k]) != 0;
            p->view.coming[slot].count = 0;
        }
    }
}

/* @return 1 when the run must end */
static int look(struct team *t, engine_watch watch, void *context)
{
    take_back(t);
    return watch(context, t->whole->fabric) || give_requests(t) != 0;
}

static void run_windows(struct team *t, uint64_t cycles, engine_watch watch, void *context, uint64_t period)
{
    for (uint64_t done = 0; done < cycles;) {
        uint64_t left = cycles - done, before = watch ? period - done % period : left;
        if (run_window(t, before < left ? before : left))
            return;
        done += t->cycles;
        if (watch && done % period == 0 && look(t, watch, context))
            return;
    }
}

/* Teams --------------------------------------------------------------------------------------------------------------- */

static void free_part(struct fedx_event_part *p)
{
    for (unsigned i = 0; p->out && i < 2 * p->team->parts; i++)
        free(p->out[i].entry);
    for (unsigned i = 0; i < FEDX_EVENT_AHEAD; i++)
        free(p->view.coming[i].request);
    free(p->out);
    free(p->notes.entry);
    free(p->attempts.entry);
    free(p->fresh.entry);
    free(p->crowded.entry);
    free(p->next_id);
    free(p->listed);
}

static void free_team(struct team *t)
{
    for (unsigned i = 0; t->part && i < t->parts; i++)
        free_part(&t->part[i]);
    free(t->part);
    free(t->of_word);
}

/* Its nodes, and what it needs to step them. @return 0, or -1 when out of memory */
static int make_part(struct team *t, unsigned number)
{
    struct fedx_event_part *p = &t->part[number];
    const struct fedx_event_engine *whole = t->whole;
    size_t words = whole->wheel.words;
    unsigned first = (unsigned)(words * number / t->parts) * FEDX_EVENT_WORD_NODES;
    unsigned end = (unsigned)(words * (number + 1) / t->parts) * FEDX_EVENT_WORD_NODES;

    p->team = t;
    p->view = *whole;
    memset(p->view.coming, 0, sizeof p->view.coming);
    p->view.part = p;
    p->view.first = first;
    p->view.count = (end < whole->nodes ? end : whole->nodes) - first;
    p->out = calloc(2 * t->parts, sizeof *p->out);
    p->next_id = calloc(p->view.count, sizeof *p->next_id);
    p->listed = calloc(p->view.count, sizeof *p->listed);
    for (size_t word = first / FEDX_EVENT_WORD_NODES; word < end / FEDX_EVENT_WORD_NODES; word++)
        t->of_word[word] = (uint8_t)number;
    return p->out && p->next_id && p->listed ? 0 : -1;
}

/* A port may be refused already by a switch of another part, which knows why. */
static void ask_why(struct fedx_event_engine *e, struct fedx_event_switch *s)
{
    FEDX_FOR_EACH_PORT(p, s->end.refused)
        if (s->wire[p].node - e->first >= e->count)
            s->cause[p] = e->sw[s->wire[p].node].admission.cause[s->wire[p].port];
}

/* What a part begins with: causes of refusals, and which of its PEs are crowded. */
static void look_over(struct fedx_event_part *p)
{
    struct fedx_event_engine *e = &p->view;

    for (unsigned n = e->first; n < e->first + e->count; n++) {
        ask_why(e, &e->sw[n]);
        p->next_id[n - e->first] = e->fabric->endpoint[n].next_id;
        list_crowded(e, n);
    }
}

/* @return 0, or -1 when out of memory */
static int make_team(struct team *t)
{
    size_t words = t->whole->wheel.words;
    int failed = 0;

    t->part = memory_zero(t->parts, sizeof *t->part);
    t->of_word = calloc(words, 1);
    if (!t->part || !t->of_word)
        return -1;
    for (unsigned i = 0; i < t->parts; i++)
        failed |= make_part(t, i);
    for (unsigned i = 0; i < t->parts && !failed; i++) {
        look_over(&t->part[i]);
        failed |= t->part[i].view.out_of_memory;
    }
    barrier_init(&t->begin, t->parts);
    barrier_init(&t->over, t->parts);
    return failed ? -1 : 0;
}

/* @return threads that were started, this one counted */
static unsigned start(struct team *t)
{
    unsigned started = 1;

    while (started < t->parts && pthread_create(&t->part[started].thread, NULL, work, &t->part[started]) == 0)
        started++;
    return started;
}

int fedx_event_parts_run(struct fedx_event_engine *e, uint64_t cycles, unsigned threads, engine_watch watch, void *context, uint64_t period)
{
    unsigned most = fedx_event_parts_most(e), started = 1;
    struct team t = {.whole = e, .parts = threads < most ? threads : most};
    int good = make_team(&t) == 0;

    if (good) {
        started = start(&t);
        good = started == t.parts && give_requests(&t) == 0;
        if (good)
            run_windows(&t, cycles, watch, context, period);
        t.stop = 1;
        barrier_arrive(&t.begin, t.parts - started);
        barrier_wait(&t.begin);
        for (unsigned i = 1; i < started; i++)
            pthread_join(t.part[i].thread, NULL);
        take_back(&t);
    }
    free_team(&t);
    return good ? 0 : -1;
}
