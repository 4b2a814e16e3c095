/* SPDX-License-Identifier: Apache-2.0
 *
 * The event engine in parts. See vcr_event_parts.h.
 */
#include "vcr_event_parts.h"

#include "vcr_event_cable.h"

/*
 * Routers times cycles of a window that a thread must have: some 10 ns each near idle, 60 and more under load, while
 * the two meetings of a window take about half a microsecond.
 */
enum { LEAST_SHARE = 256 };

/* What goes from part to part. */
struct lp_message {
    uint32_t router; /* at the end that it is for */
    uint32_t cable;
    uint64_t cycle, head;
    uint8_t word, vc;
};

int vcr_event_parts_pay(unsigned routers, unsigned latency, int threads)
{
    return lp_group_pays(routers, lp_group_window(latency), LEAST_SHARE, threads);
}

/* Not of the steps: these have nothing to do with it in one part. */
__attribute__((noinline, cold)) void vcr_event_post(const struct vcr_event_engine *e, unsigned cable,
                                                    enum vcr_event_word word, unsigned vc, uint64_t head,
                                                    uint64_t cycle)
{
    const struct vcr_event_cable *c = &e->cable[cable];

    lp_group_post(e->part, &(struct lp_message){.router = word == VCR_WORD_CREDIT ? c->sender : c->reader,
                                                .cable = cable,
                                                .cycle = cycle,
                                                .head = head,
                                                .word = (uint8_t)word,
                                                .vc = (uint8_t)vc});
}

static void open_lp_message(void *view, const void *lp_message)
{
    struct vcr_event_engine *e = view;
    struct lp_message l;

    memcpy(&l, lp_message, sizeof l);
    switch (l.word) {
    case VCR_WORD_HEAD: head_leaves(e->configuration->parameters, e, l.cable, l.vc, l.head, l.cycle); break;
    case VCR_WORD_CREDIT: credits_leave(e->configuration->parameters, e, l.cable, l.vc, l.cycle); break;
    default: vcr_event_token_goes(e, l.cable, l.cycle + e->cable[l.cable].latency); break;
    }
}

/* Cables between its routers and those of other parts are far, either way, or all are near again. */
static void part_cables(struct vcr_event_engine *e, const struct event_share *share, unsigned partitioned)
{
    unsigned ports = e->configuration->parameters->ports;

    for (unsigned n = share->first; n < share->first + share->count; n++)
        for (unsigned p = 0; p < ports; p++) {
            const struct cable_source *end = &e->fabric->router[n].from[p];
            unsigned far = partitioned && end->unit - share->first >= share->count;
            if (end->unit >= e->routers)
                continue;
            e->cable[n * ports + p].far = far & 1u;
            e->cable[end->unit * ports + end->port].far = far & 1u;
        }
}

/* Of so many numbers from one on. Endpoints of whole words of routers are whole words, too, or the last ones. */
static struct vcr_event_words words_of(unsigned first, unsigned count)
{
    return (struct vcr_event_words){count ? first / WHEEL_WORD : 0,
                                    count ? (first + count + WHEEL_WORD - 1) / WHEEL_WORD : 0};
}

/* What one part has of its own. */
struct part_view {
    struct vcr_event_engine engine;
    struct vcr_event_engine *whole;
    struct event_share share;
};

static void *view_of(void *engine, struct event_part *part, const struct event_share *share)
{
    size_t bytes = (sizeof(struct part_view) + MEMORY_CACHE_LINE - 1) / MEMORY_CACHE_LINE * MEMORY_CACHE_LINE;
    struct part_view *view = aligned_alloc(MEMORY_CACHE_LINE, bytes);

    if (!view)
        return NULL;
    view->whole = engine;
    view->engine = *view->whole;
    view->share = *share;
    view->engine.part = part;
    view->engine.own_routers = words_of(share->first, share->count);
    view->engine.own_endpoints = words_of(share->first_end, share->ends);
    part_cables(&view->engine, share, 1);
    return view;
}

static void forget(void *part)
{
    struct part_view *view = part;

    part_cables(&view->engine, &view->share, 0);
    free(view);
}

/* Registers of the whole are of the same cycle as those of its first part. */
static int cycle(void *part, uint64_t now)
{
    struct part_view *view = part;

    vcr_event_cycle(&view->engine, now);
    if (view->share.first == (unsigned)view->whole->fabric->own_routers.stretch[0].first)
        view->whole->state = now + 1;
    return 0;
}

static void look_at_endpoint(void *engine, unsigned endpoint, uint64_t now)
{
    struct vcr_event_engine *e = engine;

    wheel_mark(&e->wheel, now, VCR_MARK_ENDPOINT, endpoint);
}

/* Where routers or endpoints of another rank share a word of the wheel with those of a part, they are not stepped. */
static int distribute(void *engine, void *part)
{
    struct part_view *view = part;
    struct wheel *w = &view->engine.wheel;

    (void)engine;
    wheel_restrict(w, view->share.first, view->share.count, 1u << VCR_MARK_ROUTER | 1u << VCR_MARK_TOKEN_ROUTER);
    wheel_restrict(w, view->share.first_end, view->share.ends, 1u << VCR_MARK_ENDPOINT | 1u << VCR_MARK_TOKEN_ENDPOINT);
    return 0;
}

/* All that is on its way is in what all parts see. */
static const struct lp_group_ops lp_group_ops = {
    .lp_message_bytes = sizeof(struct lp_message),
    .view = view_of,
    .forget = forget,
    .distribute = distribute,
    .open = open_lp_message,
    .cycle = cycle,
    .look_at_endpoint = look_at_endpoint,
};

int vcr_event_parts_run(struct vcr_event_engine *e, uint64_t cycles, unsigned threads, engine_watch watch,
                        void *context, uint64_t period)
{
    const struct lp_group_plan plan = {&lp_group_ops, e, e->fabric,
                                       lp_group_window((unsigned)e->fabric->config.endpoint.latency), threads};

    return lp_group_run(&plan, cycles, watch, context, period);
}
