/* SPDX-License-Identifier: Apache-2.0
 *
 * The event engine in parts. See fedx_event_parts.h.
 */
#include "fedx_event_parts.h"

#include <string.h>

#include "../../base/memory.h"
#include "../../fabric/split.h"

/*
 * Nodes times cycles of a window that a thread must have: some 2 ns each, while the two meetings of a window take about
 * half a microsecond, and the scoreboard, which the others wait for, a tenth of the steps.
 */
enum { LEAST_SHARE = 1024 };

int fedx_event_parts_pay(unsigned nodes, unsigned latency, int threads)
{
    return lp_group_pays(nodes, lp_group_window(latency), LEAST_SHARE, threads);
}

static int has(const struct fedx_event_engine *view, unsigned node)
{
    return node - view->first < view->count;
}

/* A port may be refused already by a switch of another part, which knows why. Of another rank that is so once: then
 * lp_messages say it. */
static void ask_why(struct fedx_event_engine *view, struct fedx_event_switch *s)
{
    FEDX_FOR_EACH_PORT(p, s->end.refused)
    {
        const struct fedx_event_wire *to = &s->wire[p];
        if (!has(view, to->node) && (!view->asked || split_has(view->fabric, (int)to->node)))
            s->reason[p] = view->sw[to->node].admission.reason[to->port];
    }
}

static void *view_of(void *engine, struct event_part *part, const struct event_share *share)
{
    struct fedx_event_engine *view = aligned_alloc(MEMORY_CACHE_LINE, (sizeof *view + MEMORY_CACHE_LINE - 1) /
                                                                          MEMORY_CACHE_LINE * MEMORY_CACHE_LINE);

    if (!view)
        return NULL;
    *view = *(const struct fedx_event_engine *)engine;
    memset(view->coming, 0, sizeof view->coming);
    view->part = part;
    view->first = share->first;
    view->count = share->count;
    for (unsigned n = view->first; n < view->first + view->count; n++)
        ask_why(view, &view->sw[n]);
    return view;
}

static void forget(void *part)
{
    struct fedx_event_engine *view = part;

    for (unsigned i = 0; i < FEDX_EVENT_AHEAD; i++)
        free(view->coming[i].request);
    free(view);
}

int fedx_event_hand_on(struct fedx_event_requests *to, const struct fedx_event_request *r)
{
    struct fedx_event_request *request = fedx_event_requests_next(to);

    if (!request)
        return -1;
    *request = *r;
    to->count++;
    return 0;
}

/* Requests go from one to the other that come to nodes of a view. @return 0, or -1 when out of memory */
static int copy_requests(const struct fedx_event_engine *from, struct fedx_event_engine *to,
                         const struct fedx_event_engine *view)
{
    int failed = 0;

    for (unsigned slot = 0; slot < FEDX_EVENT_AHEAD; slot++)
        for (unsigned i = 0; i < from->coming[slot].count; i++)
            if (has(view, from->coming[slot].request[i].to.node))
                failed |= fedx_event_hand_on(&to->coming[slot], &from->coming[slot].request[i]);
    return failed;
}

static void distributed(void *engine)
{
    struct fedx_event_engine *e = engine;

    for (unsigned slot = 0; slot < FEDX_EVENT_AHEAD; slot++)
        e->coming[slot].count = 0;
}

/* Where nodes of another rank share a word of the wheel with those of a part, they are not stepped. */
static int distribute(void *engine, void *view)
{
    struct fedx_event_engine *part = view;

    wheel_restrict(&part->wheel, part->first, part->count, ~0u);
    return copy_requests(engine, view, view);
}

static int take_back(void *engine, void *view)
{
    int failed = copy_requests(view, engine, view);

    distributed(view);
    return failed;
}

static void open_lp_message(void *view, const void *lp_message)
{
    fedx_event_open(view, lp_message);
}

static int cycle(void *view, uint64_t now)
{
    struct fedx_event_engine *e = view;

    fedx_event_cycle(e, now);
    return e->out_of_memory ? -1 : 0;
}

static void look_at_endpoint(void *engine, unsigned endpoint, uint64_t now)
{
    struct fedx_event_engine *e = engine;

    wheel_mark(&e->wheel, now, FEDX_MARK_CHOICE, endpoint);
}

static const struct lp_group_ops lp_group_ops = {
    .lp_message_bytes = sizeof(struct fedx_event_lp_message),
    .view = view_of,
    .forget = forget,
    .distribute = distribute,
    .distributed = distributed,
    .take_back = take_back,
    .open = open_lp_message,
    .cycle = cycle,
    .look_at_endpoint = look_at_endpoint,
};

int fedx_event_parts_run(struct fedx_event_engine *e, uint64_t cycles, unsigned threads, engine_watch watch,
                         void *context, uint64_t period)
{
    const struct lp_group_plan plan = {&lp_group_ops, e, e->fabric, lp_group_window(e->latency), threads};
    int status = lp_group_run(&plan, cycles, watch, context, period);

    e->asked = 1;
    return status;
}
