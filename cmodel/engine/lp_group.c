/* SPDX-License-Identifier: Apache-2.0
 *
 * Windows and lp_messages of an event engine in parts. See lp_group.h.
 */
#include "lp_group_internal.h"

#include "../base/process.h"
#include "../fabric/split.h"

/* Routers that are stepped here: of words of the wheel, from one on. */
static size_t first_word(const struct fabric *f)
{
    return (size_t)f->own_routers.stretch[0].first / WHEEL_WORD;
}

static size_t word_count(const struct fabric *f)
{
    return ((size_t)f->own_routers.stretch[0].last + WHEEL_WORD - 1) / WHEEL_WORD - first_word(f);
}

int lp_group_pays(unsigned routers, uint64_t window, uint64_t least, int threads)
{
    uint64_t most = (routers + WHEEL_WORD - 1) / WHEEL_WORD, shares = routers * window / least;
    uint64_t processors = (uint64_t)process_processors();

    most = most < shares ? most : shares;
    most = most < processors ? most : processors;
    most = most < (uint64_t)threads ? most : (uint64_t)threads;
    return most > 1 ? (int)most : 1;
}

unsigned lp_group_most(const struct fabric *f)
{
    size_t most = word_count(f);

    return most < MAX_THREADS ? (unsigned)most : MAX_THREADS;
}

/* For the steps --------------------------------------------------------------------------------------------------- */

static struct list *box_of(const struct event_part *from, unsigned turn, unsigned to)
{
    return &from->out[turn * from->lp_group->parts + to];
}

void lp_group_post(struct event_part *from, const void *lp_message)
{
    const struct lp_group *t = from->lp_group;
    uint32_t router = lp_message_router(lp_message);
    int own = !t->ranks || split_has(t->fabric, (int)router);
    struct list *box = own ? box_of(from, t->turn, lp_group_part_of(t, router))
                           : &from->abroad[fabric_rank_of(t->fabric, (int)router)];

    add_lp_message(box, lp_message, t->plan->ops->lp_message_bytes, &from->out_of_memory);
}

static void list_crowded(struct event_part *p, unsigned endpoint)
{
    const struct lp_group *t = p->lp_group;
    unsigned *crowded;

    if (p->listed[endpoint - p->share.first_end] || !endpoint_crowded(&t->fabric->endpoint[endpoint], t->plan->window))
        return;
    crowded = list_add(&p->crowded, 64, sizeof *crowded, &p->out_of_memory);
    if (!crowded)
        return;
    *crowded = endpoint;
    p->listed[endpoint - p->share.first_end] = 1;
}

void lp_group_stepped(struct event_part *p, unsigned endpoint)
{
    uint16_t *next_id = &p->next_id[endpoint - p->share.first_end],
             now = p->lp_group->fabric->endpoint[endpoint].next_id;

    if (*next_id == now)
        return;
    *next_id = now;
    list_crowded(p, endpoint);
}

/* Windows --------------------------------------------------------------------------------------------------------- */

static void open_box(const struct event_part *p, struct list *box)
{
    const struct lp_group_ops *ops = p->lp_group->plan->ops;
    const char *lp_message = box->entry;

    for (size_t i = 0; i < box->count; i++)
        ops->open(p->view, lp_message + i * ops->lp_message_bytes);
    box->count = 0;
}

/* What the others told this part in the window before, part by part: what one end says comes in the order in which it
 * was said. */
static void open_lp_messages(struct event_part *p, unsigned turn)
{
    const struct lp_group *t = p->lp_group;

    for (unsigned from = 0; from < t->parts; from++)
        open_box(p, box_of(&t->part[from], turn, (unsigned)(p - t->part)));
    open_box(p, &p->arrived);
}

/* Those that are not crowded any more leave the list. */
static void review_crowded(struct event_part *p)
{
    const struct lp_group *t = p->lp_group;
    unsigned *endpoint = p->crowded.entry;
    size_t kept = 0;

    for (size_t i = 0; i < p->crowded.count; i++) {
        if (endpoint_crowded(&t->fabric->endpoint[endpoint[i]], t->plan->window))
            endpoint[kept++] = endpoint[i];
        else
            p->listed[endpoint[i] - p->share.first_end] = 0;
    }
    p->crowded.count = kept;
}

static void step_window(struct event_part *p)
{
    const struct lp_group *t = p->lp_group;

    open_lp_messages(p, t->turn ^ 1);
    for (uint64_t i = 0; i < t->cycles; i++)
        p->out_of_memory |= t->plan->ops->cycle(p->view, t->cycle + i) != 0;
    review_crowded(p);
}

static void *work(void *part)
{
    struct event_part *p = part;

    for (;;) {
        barrier_wait(&p->lp_group->begin);
        if (p->lp_group->stop)
            return NULL;
        step_window(p);
        barrier_wait(&p->lp_group->over);
    }
}

int lp_group_crowded(const struct lp_group *t)
{
    int crowded = 0;

    for (unsigned i = 0; i < t->parts; i++)
        crowded |= t->part[i].crowded.count > 0;
    return crowded;
}

/* Cycles of the next window, at most so many; the same on all ranks. */
static uint64_t next_window(const struct lp_group *t, uint64_t most)
{
    uint64_t longest = t->plan->window;

    if (t->crowded || lp_group_crowded(t))
        return 1;
    return scoreboard_window(t->fabric, longest < most ? longest : most);
}

/* One window of the whole fabric. @return 0 to go on, 1 when the run must end */
static int run_window(struct lp_group *t, uint64_t most)
{
    int ends;

    t->cycle = t->fabric->cycle;
    t->cycles = next_window(t, most);
    barrier_wait(&t->begin);
    step_window(&t->part[0]);
    barrier_wait(&t->over);
    if (t->ranks)
        lp_group_exchange(t);
    ends = lp_group_close(t);
    t->turn ^= 1;
    return ends;
}

/* From parts to a whole and back ---------------------------------------------------------------------------------- */

/* @return 0, or -1 when out of memory */
static int distribute(const struct lp_group *t)
{
    const struct lp_group_ops *ops = t->plan->ops;
    int failed = 0;

    for (unsigned i = 0; i < t->parts; i++)
        failed |= ops->distribute(t->plan->engine, t->part[i].view);
    if (ops->distributed)
        ops->distributed(t->plan->engine);
    return failed ? -1 : 0;
}

/* The engine has all, and no lp_message is on its way. @return 0, or -1 when out of memory */
static int take_back(struct lp_group *t)
{
    int failed = 0;

    for (unsigned i = 0; i < t->parts; i++) {
        open_lp_messages(&t->part[i], t->turn ^ 1);
        failed |= t->plan->ops->take_back && t->plan->ops->take_back(t->plan->engine, t->part[i].view) != 0;
    }
    return failed ? -1 : 0;
}

/* @return 1 when the run must end */
static int look(struct lp_group *t, engine_watch watch, void *context)
{
    int failed = take_back(t) != 0, ends = !failed && watch(context, t->fabric);

    if (!failed && !ends)
        failed = distribute(t) != 0;
    if (failed)
        scoreboard_fail(t->fabric, FABRIC_FAULT_MEMORY, 0, "out of memory for what is on its way");
    return ends || failed;
}

static void run_windows(struct lp_group *t, uint64_t cycles, engine_watch watch, void *context, uint64_t period)
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

/* LP groups ------------------------------------------------------------------------------------------------------- */

static void free_boxes(struct list *box, size_t count)
{
    for (size_t i = 0; box && i < count; i++)
        free(box[i].entry);
    free(box);
}

static void free_part(struct event_part *p)
{
    const struct lp_group *t = p->lp_group;

    free_boxes(p->out, 2 * (size_t)t->parts);
    free_boxes(p->abroad, t->ranks ? (size_t)t->ranks->count : 0);
    free(p->arrived.entry);
    if (p->view)
        t->plan->ops->forget(p->view);
    window_log_finish(&p->window_log);
    free(p->crowded.entry);
    free(p->next_id);
    free(p->listed);
}

static void free_lp_group(struct lp_group *t)
{
    for (unsigned i = 0; t->part && i < t->parts; i++)
        if (t->part[i].lp_group)
            free_part(&t->part[i]);
    for (int i = 0; t->guest && i < t->ranks->count; i++)
        window_log_finish(&t->guest[i]);
    free(t->guest);
    free(t->part);
    free(t->of_word);
}

/* Endpoints are numbered in the order of their routers. */
static void find_ends(const struct fabric *f, struct event_share *s)
{
    const struct topology_end *at = f->config.topology->attached;
    unsigned n = 0, count = (unsigned)f->endpoints;

    while (n < count && (unsigned)at[n].node < s->first)
        n++;
    s->first_end = n;
    while (n < count && (unsigned)at[n].node < s->first + s->count)
        n++;
    s->ends = n - s->first_end;
}

/* Routers of a word that are stepped here. */
static struct event_share routers_of(const struct lp_group *t, size_t word)
{
    const struct stretch *own = t->fabric->own_routers.stretch;
    unsigned first = (unsigned)(t->first_word + word) * WHEEL_WORD, end = first + WHEEL_WORD;

    first = first > (unsigned)own->first ? first : (unsigned)own->first;
    end = end < (unsigned)own->last ? end : (unsigned)own->last;
    return (struct event_share){.first = first, .count = end - first};
}

/*
 * What it takes to step a word: a router as much as four endpoints, as measured where only some have any. @param end
 * the first endpoint that is not at routers before; behind its own after
 */
static uint64_t weight_of(const struct lp_group *t, size_t word, size_t *end)
{
    const struct topology_end *at = t->fabric->config.topology->attached;
    struct event_share s = routers_of(t, word);
    size_t first = *end;

    while (*end < (size_t)t->fabric->endpoints && (unsigned)at[*end].node < s.first + s.count)
        ++*end;
    return 4 * (uint64_t)s.count + *end - first;
}

/* Words that follow each other to each part, one at least, so that all take about as long. */
static void share_words(struct lp_group *t)
{
    size_t all = word_count(t->fabric);
    struct event_share first = routers_of(t, 0);
    uint64_t total = 0, before = 0;

    find_ends(t->fabric, &first);
    for (size_t word = 0, end = first.first_end; word < all; word++)
        total += weight_of(t, word, &end);
    for (size_t word = 0, next = 0, end = first.first_end; word < all; word++) {
        uint64_t weight = weight_of(t, word, &end), part = (2 * before + weight) * t->parts / (2 * total);
        size_t least = word + t->parts > all ? word + t->parts - all : 0;
        part = part < least ? least : part;
        part = part < next ? part : next;
        t->of_word[word] = (uint8_t)part;
        next = part + 1;
        before += weight;
    }
}

/* What a part has of these. */
static struct event_share share_of(const struct lp_group *t, unsigned number)
{
    struct event_share s = {0};

    for (size_t word = 0; word < word_count(t->fabric); word++) {
        struct event_share more = routers_of(t, word);
        if (t->of_word[word] != number)
            continue;
        s.first = s.count ? s.first : more.first;
        s.count += more.count;
    }
    find_ends(t->fabric, &s);
    return s;
}

/* Its routers and endpoints, and what it needs to step them. @return 0, or -1 when out of memory */
static int make_part(struct lp_group *t, unsigned number)
{
    struct event_part *p = &t->part[number];

    p->lp_group = t;
    p->share = share_of(t, number);
    p->out = calloc(2 * t->parts, sizeof *p->out);
    p->abroad = t->ranks ? calloc((size_t)t->ranks->count, sizeof *p->abroad) : NULL;
    p->next_id = calloc(p->share.ends + 1, sizeof *p->next_id);
    p->listed = calloc(p->share.ends + 1, sizeof *p->listed);
    p->view = t->plan->ops->view(t->plan->engine, p, &p->share);
    return p->out && (p->abroad || !t->ranks) && p->next_id && p->listed && p->view ? 0 : -1;
}

/* What a part begins with: which of its endpoints are crowded. */
static void look_at_endpoints(struct event_part *p)
{
    for (unsigned n = p->share.first_end; n < p->share.first_end + p->share.ends; n++) {
        p->next_id[n - p->share.first_end] = p->lp_group->fabric->endpoint[n].next_id;
        list_crowded(p, n);
    }
}

/* @return 0, or -1 when out of memory */
static int make_lp_group(struct lp_group *t)
{
    int failed = 0;

    t->part = memory_zero(t->parts, sizeof *t->part);
    t->of_word = calloc(word_count(t->fabric), 1);
    t->guest = t->ranks ? calloc((size_t)t->ranks->count, sizeof *t->guest) : NULL;
    if (!t->part || !t->of_word || (t->ranks && !t->guest))
        return -1;
    share_words(t);
    for (unsigned i = 0; i < t->parts; i++)
        failed |= make_part(t, i);
    for (unsigned i = 0; i < t->parts && !failed; i++) {
        look_at_endpoints(&t->part[i]);
        failed |= t->part[i].out_of_memory;
    }
    barrier_init(&t->begin, t->parts);
    barrier_init(&t->over, t->parts);
    return failed ? -1 : 0;
}

/* @return threads that were started, this one counted */
static unsigned start(struct lp_group *t)
{
    unsigned started = 1;

    while (started < t->parts && pthread_create(&t->part[started].thread, NULL, work, &t->part[started]) == 0)
        started++;
    return started;
}

static void finish(struct lp_group *t, unsigned started)
{
    t->stop = 1;
    barrier_arrive(&t->begin, t->parts - started);
    barrier_wait(&t->begin);
    for (unsigned i = 1; i < started; i++)
        pthread_join(t->part[i].thread, NULL);
}

int lp_group_run(const struct lp_group_plan *plan, uint64_t cycles, engine_watch watch, void *context, uint64_t period)
{
    unsigned most = lp_group_most(plan->fabric), started;
    struct lp_group t = {.plan = plan,
                         .fabric = plan->fabric,
                         .ranks = plan->fabric->config.ranks,
                         .parts = plan->threads < most ? plan->threads : most,
                         .first_word = first_word(plan->fabric)};
    int good = make_lp_group(&t) == 0;

    if (good) {
        started = start(&t);
        good = started == t.parts && distribute(&t) == 0;
        t.crowded = good && t.ranks && ranks_any(t.ranks, lp_group_crowded(&t));
        if (good)
            run_windows(&t, cycles, watch, context, period);
        finish(&t, started);
        good &= take_back(&t) == 0;
    }
    free_lp_group(&t);
    return good ? 0 : -1;
}
