/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "../base/clock.h"
#include "../base/text.h"
#include "links.h"
#include "session_internal.h"
#include "setup_ranks.h"

enum { WATCH_PERIOD = 256, LIMIT_PERIOD = 4 * WATCH_PERIOD, DRAIN_PERIOD = 64, STATE_PERIOD = 64 };

static int open_coverage(struct session *session)
{
    struct setup *setup = &session->setup;

    if (!*setup->scenario.output.coverage)
        return 0;
    session->coverage =
        coverage_fabric_create(setup->kind, setup->topology->nodes, (uint64_t)setup->scenario.traffic.seed);
    if (!session->coverage)
        return -1;
    coverage_fabric_attach(session->coverage, &setup->config);
    return 0;
}

int session_begin(struct session *session, char *error, size_t size)
{
    int status = open_coverage(session);

    session->engine = session->setup.event_engine ? session->setup.kind->parts->event->ops : &engine_cycle;
    if (status != 0) {
        session->fabric = NULL;
    } else if (session->setup.scenario.run.check_engine) {
        session->check = engines_create(&session->setup.config, STATE_PERIOD);
        session->fabric = session->check ? engines_fabric(session->check) : NULL;
    } else {
        session->fabric = fabric_create(&session->setup.config);
    }
    if (session->fabric)
        return 0;
    if (session->setup.ranks) /* the others do not know, and wait */
        ranks_abort(session->setup.ranks, "out of memory");
    return text_fail(error, size, "out of memory");
}

int session_prepare(struct session *session, const struct scenario *scenario, char *error, size_t size)
{
    memset(session, 0, sizeof *session);
    session->given = *scenario;
    int failed =
        setup_init(&session->setup, scenario, error, size) != 0 || setup_open(&session->setup, error, size) != 0;
    if (setup_agree(&session->setup, failed, error, size) != 0)
        return -1;
    return session_begin(session, error, size);
}

int session_threads(const struct session *session)
{
    int threads = (int)session->setup.scenario.run.threads;

    return session->engine->threads ? session->engine->threads(session->fabric, threads) : threads;
}

/* Ranks run all stretches together, so that none of them can choose how long they are. */
static int run_threads(struct session *session, const struct engine_job *job, uint64_t cycles)
{
    int threads = session_threads(session);

    if (session->setup.ranks)
        return job->engine->run(job->fabric, cycles, threads, job->watch, job->context, job->period);
    return engine_run(job, cycles, threads, &session->trials);
}

static int run(struct session *session, uint64_t cycles, engine_watch watch, void *context, uint64_t period)
{
    const struct engine_job job = {session->engine, session->fabric, watch, context, period};
    int status;

    if (!session->check)
        return run_threads(session, &job, cycles);
    status = engines_run(session->check, cycles, watch, context, period);
    session->differs |= status == 1;
    return status < 0 ? -1 : 0;
}

static int drains_messages(const struct session *session)
{
    return session->setup.scenario.run.drain == DRAIN_MESSAGES;
}

/* PEs send no more than what is to be drained. */
static void stop(struct session *session)
{
    if (session->check && drains_messages(session))
        engines_stop_messages(session->check);
    else if (session->check)
        engines_stop_injection(session->check);
    else if (drains_messages(session))
        fabric_stop_messages(session->fabric);
    else
        fabric_stop_injection(session->fabric);
}

static int drained(const struct session *session)
{
    return drains_messages(session) ? fabric_idle(session->fabric) : fabric_drained(session->fabric);
}

/* What happens between cycles. */
struct between {
    struct session *session;
    engine_watch watch;
    void *context;
    double start; /* wall time that counts from here, seconds */
    char *error;  /* of a checkpoint that could not be saved */
    size_t size;
    int failed;
};

static void stop_clock(struct between *b)
{
    double now = clock_wall();

    b->session->seconds += now - b->start;
    b->start = now;
}

static int save(struct between *b, uint64_t now)
{
    struct session *s = b->session;

    stop_clock(b);
    s->checkpoint_cycle = now + (uint64_t)s->setup.scenario.output.checkpoint_every;
    b->failed = session_save(s, b->error, b->size) != 0;
    return b->failed;
}

/* Messages that appeared after the warm-up take longer than asked for, in the mean. */
static int is_over_limit(const struct session *session, const struct fabric *f)
{
    const struct scenario *s = &session->setup.scenario;
    uint64_t since = (uint64_t)s->run.warmup;

    if (!s->run.latency_limit || session->draining || fabric_cycle(f) % LIMIT_PERIOD != 0 || fabric_cycle(f) <= since)
        return 0;
    struct summary arrived = metrics_summary(fabric_metrics(f), GROUP_ALL, LATENCY_MESSAGE);
    struct fabric_unfinished left = fabric_unfinished(f, GROUP_ALL, LATENCY_MESSAGE, since);
    return arrived.mean * (double)arrived.count + left.age >
           (double)s->run.latency_limit * (double)(arrived.count + left.count);
}

/* The last window is over; looked at when any engine looks. */
static int are_windows_over(const struct session *session, const struct fabric *f)
{
    const struct windows *w = metrics_windows(fabric_metrics(f));

    return w && fabric_cycle(f) % WATCH_PERIOD == 0 && windows_complete(w) == session->setup.config.windows;
}

static int look(void *context, const struct fabric *f)
{
    struct between *b = context;
    struct session *s = b->session;

    if (s->draining && drained(s))
        return 1;
    if ((s->over_limit = is_over_limit(s, f)) || are_windows_over(s, f))
        return 1;
    s->interrupted = b->watch && b->watch(b->context, f);
    if (s->setup.ranks)
        s->interrupted = ranks_any(s->setup.ranks, s->interrupted);
    if (s->checkpoint && (s->interrupted || fabric_cycle(f) >= s->checkpoint_cycle) && save(b, fabric_cycle(f)))
        return 1;
    return s->interrupted;
}

/* Nothing has ended the run: neither a fault nor the caller. */
static int goes_on(const struct between *b)
{
    const char *text;
    int node;

    return !b->failed && !b->session->interrupted && !b->session->differs &&
           fabric_fault(b->session->fabric, &node, &text) == FABRIC_FAULT_NONE;
}

static int run_parts(struct session *session, struct between *b)
{
    const struct scenario *s = &session->setup.scenario;
    uint64_t now = fabric_cycle(session->fabric), cycles = (uint64_t)s->run.cycles;
    int status = 0;

    if (!session->draining)
        status = run(session, cycles - now,
                     b->watch || session->checkpoint || s->run.latency_limit || s->run.window_packets ? look : NULL, b,
                     WATCH_PERIOD);
    if (status != 0 || session->over_limit || s->run.drain == DRAIN_NONE || !goes_on(b))
        return status;
    stop(session);
    if (drained(session))
        return 0;
    session->draining = 1;
    /* The stall detector ends this if the packets do not come out. */
    return run(session, INT64_MAX, look, b, DRAIN_PERIOD);
}

static int run_once(struct session *session, engine_watch watch, void *context, char *error, size_t size)
{
    struct between b = {session, watch, context, clock_wall(), error, size, 0};

    session->checkpoint_cycle =
        fabric_cycle(session->fabric) + (uint64_t)session->setup.scenario.output.checkpoint_every;
    int status = run_parts(session, &b);
    stop_clock(&b);
    if (status != 0)
        snprintf(error, size, "cannot start %d threads, or out of memory", session_threads(session));
    if (status != 0 && session->setup.ranks)
        ranks_abort(session->setup.ranks, error);
    return b.failed || status != 0 ? -1 : goes_on(&b);
}

/* What sources are to bring, and what routes can carry of it, where that is known beforehand: of one pattern, and of
 * routes when each endpoint sends to one other; where destinations are drawn it would take seconds of a large fabric,
 * and what is carried is far less. */
static struct demand demand_of(const struct setup *setup)
{
    const struct traffic *t = &setup->traffic;
    double each = setup->density / endpoint_load_cycles(&setup->config.endpoint, setup->kind, &setup->settings);
    struct demand d = {.together = t->copies};
    struct links links = {0};
    char not_known[SCENARIO_ERROR];

    if (t->second || t->matrix || t->hot_count || setup->replay || responder_answers(&setup->ends.responses))
        return d;
    for (int e = 0; e < setup->topology->endpoints; e++)
        d.packets += t->bernoulli && pattern_sends(t->pattern, t->shape, e) ? each : 0;
    if (t->pattern->fixed && t->multicast == 0 && setup->scenario.traffic.routing == ROUTING_DETERMINISTIC &&
        links_work_out(setup, &links, not_known, sizeof not_known) == 0)
        d.routes = links.max;
    links_finish(&links);
    return d;
}

static void set_demand(struct session *session)
{
    struct demand demand = demand_of(&session->setup);

    fabric_demand(session->fabric, &demand);
}

static void look_at_precision(struct session *session)
{
    int lengths = session->precision.lengths;
    struct precision p = precision_of(session->fabric);

    p.lengths = p.percent >= 0 && p.percent <= session->setup.scenario.run.precision ? lengths + 1 : 0;
    session->precision = p;
}

/* Cycles of a run that comes closer to the precision asked for; 0: this one was enough, or none is. */
static uint64_t more_for_precision(struct session *session)
{
    const struct scenario *s = &session->setup.scenario;
    const struct precision *p = &session->precision;

    if (p->hopeless || p->lengths >= PRECISE_LENGTHS)
        return 0;
    return precision_next(p, s->run.precision, (uint64_t)s->run.cycles);
}

/* Likewise of one that may have settled. */
static uint64_t more_to_settle(struct session *session)
{
    const struct scenario *s = &session->setup.scenario;
    struct settle_asked asked = {s->run.settle, s->run.precision > 0 ? s->run.precision : s->run.settle};

    return settle_look(&session->settle, &asked, session->fabric) ? 0 : 2 * (uint64_t)s->run.cycles;
}

/* Cycles of the next run; 0: the last one has come. */
static uint64_t cycles_of_next(struct session *session)
{
    const struct scenario *s = &session->setup.scenario;
    uint64_t next, most = (uint64_t)s->run.max_cycles;

    if (s->run.precision <= 0 && s->run.settle <= 0)
        return 0;
    set_demand(session);
    look_at_precision(session);
    if (session->over_limit)
        return 0;
    next = s->run.settle > 0 ? more_to_settle(session) : more_for_precision(session);
    if ((uint64_t)s->run.cycles == most)
        return 0;
    return next < most ? next : most;
}

/* The warm-up that was given is that of the shortest run. */
static int64_t warmup_of(const struct scenario *given, uint64_t cycles)
{
    if (given->run.settle <= 0 || given->run.warmup == KEY_WORD)
        return given->run.warmup;
    return llround((double)given->run.warmup / (double)given->run.cycles * (double)cycles);
}

/* From the beginning, as a run of so many cycles. */
static int begin_again(struct session *session, uint64_t cycles, char *error, size_t size)
{
    struct scenario given = session->given, longer = given;
    struct precision precision = session->precision;
    struct settle settle = session->settle;
    struct engine_trials trials = session->trials;
    double seconds = session->seconds;
    int status;

    longer.run.cycles = (int64_t)cycles;
    longer.run.warmup = warmup_of(&given, cycles);
    session_finish(session);
    status = session_prepare(session, &longer, error, size);
    session->given = given;
    session->seconds = seconds;
    session->precision = precision;
    session->settle = settle;
    session->trials = trials;
    return status;
}

/* What has become of a run that was to be long enough, when it has ended otherwise. */
static void end_lengths(struct session *session)
{
    int node;
    const char *text;
    enum fabric_fault fault = fabric_fault(session->fabric, &node, &text);

    if (fault != FABRIC_FAULT_NONE || session->differs)
        memset(&session->precision, 0, sizeof session->precision); /* that of a shorter run */
    if (session->setup.scenario.run.settle <= 0)
        return;
    if (fault == FABRIC_FAULT_STALL)
        session->settle.verdict = SETTLE_STALLED;
    else if (fault != FABRIC_FAULT_NONE || session->differs)
        session->settle.verdict = SETTLE_FAILED;
    else if (session->over_limit)
        session->settle.verdict = SETTLE_LIMIT;
}

/* The run is over: what ranks have comes together, and the packets are counted where all of it is. */
static int conclude(struct session *session, char *error, size_t size)
{
    const struct ranks *ranks = session->setup.ranks;

    if (session->coverage)
        coverage_fabric_gather(session->coverage, session->fabric);
    fabric_unite(session->fabric);
    if (ranks && ranks->rank > 0)
        return 0;
    set_demand(session);
    if (fabric_account(session->fabric) == 0)
        return 0;
    return text_fail(error, size, "out of memory");
}

int session_run(struct session *session, engine_watch watch, void *context, char *error, size_t size)
{
    uint64_t next;
    int good;

    while ((good = run_once(session, watch, context, error, size)) == 1 && (next = cycles_of_next(session)) > 0)
        if (begin_again(session, next, error, size) != 0)
            return -1;
    end_lengths(session);
    return good < 0 ? -1 : session->interrupted ? 0 : conclude(session, error, size);
}

/* A node that ended by itself, without the model beside it, has nothing to show. */
static struct session_difference of_router(const struct session *session, int node)
{
    const struct fabric *f = session->fabric;
    const struct mismatch *d = lockstep_is(fabric_node_ops(f, node)) ? lockstep_mismatch(fabric_node(f, node)) : NULL;

    return (struct session_difference){d, session->setup.kind, node, 0};
}

static struct session_difference of_endpoint(const struct session *session, int n)
{
    const struct endpoint *e = fabric_endpoint(session->fabric, n);
    const void *node = e->port && e->ops->lockstep ? e->ops->lockstep(e->port) : NULL;

    if (!node)
        return (struct session_difference){NULL, NULL, n, 1};
    return (struct session_difference){lockstep_mismatch(node), lockstep_router(node), n, 1};
}

struct session_difference session_difference(const struct session *session)
{
    const char *text;
    int node;
    enum fabric_fault fault = fabric_fault(session->fabric, &node, &text);
    struct session_difference found = {0};

    if (fault == FABRIC_FAULT_MISMATCH || fault == FABRIC_FAULT_ENDED)
        found = of_router(session, node);
    for (int n = 0; fault == FABRIC_FAULT_MISMATCH && !found.mismatch && n < fabric_endpoints(session->fabric); n++)
        found = of_endpoint(session, n);
    return found;
}

void session_finish(struct session *session)
{
    if (session->check)
        engines_destroy(session->check);
    else
        fabric_destroy(session->fabric);
    coverage_fabric_destroy(session->coverage);
    archive_finish(&session->archive);
    if (session->saved)
        setup_leave(&session->setup);
    setup_finish(&session->setup);
    memset(session, 0, sizeof *session);
}
