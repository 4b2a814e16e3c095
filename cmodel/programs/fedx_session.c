/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_session.h.
 */
#include <string.h>

#include "../base/clock.h"
#include "fedx_session_internal.h"

enum { WATCH_PERIOD = 256, DRAIN_PERIOD = 64, STATE_PERIOD = 64 };

static int open_coverage(struct fedx_session *session)
{
    struct fedx_setup *setup = &session->setup;

    if (!*setup->scenario.output.coverage)
        return 0;
    session->coverage = fedx_coverage_fabric_create(setup->kind, setup->topology->nodes, (uint64_t)setup->scenario.traffic.seed);
    if (!session->coverage)
        return -1;
    fedx_coverage_fabric_attach(session->coverage, &setup->config);
    return 0;
}

int fedx_session_begin(struct fedx_session *session, char *error, size_t size)
{
    int status = open_coverage(session);

    session->engine = session->setup.event_engine ? session->setup.kind->event->ops : &fedx_engine_cycle;
    if (status != 0) {
        session->fabric = NULL;
    } else if (session->setup.scenario.run.check_engine) {
        session->check = fedx_check_engine_create(&session->setup.config, STATE_PERIOD);
        session->fabric = session->check ? fedx_check_engine_fabric(session->check) : NULL;
    } else {
        session->fabric = fedx_fabric_create(&session->setup.config);
    }
    if (session->fabric)
        return 0;
    snprintf(error, size, "out of memory");
    return -1;
}

int fedx_session_prepare(struct fedx_session *session, const struct fedx_scenario *scenario, char *error, size_t size)
{
    memset(session, 0, sizeof *session);
    session->given = *scenario;
    if (fedx_setup_init(&session->setup, scenario, error, size) != 0 || fedx_setup_open(&session->setup, error, size) != 0)
        return -1;
    return fedx_session_begin(session, error, size);
}

static int run(struct fedx_session *session, uint64_t cycles, fedx_engine_watch watch, void *context, uint64_t period)
{
    int threads = (int)session->setup.scenario.run.threads, status;

    if (!session->check)
        return session->engine->run(session->fabric, cycles, threads, watch, context, period);
    status = fedx_check_engine_run(session->check, cycles, watch, context, period);
    session->differs |= status == 1;
    return status < 0 ? -1 : 0;
}

static int drains_messages(const struct fedx_session *session)
{
    return session->setup.scenario.run.drain == FEDX_DRAIN_MESSAGES;
}

/* PEs send no more than what is to be drained. */
static void stop(struct fedx_session *session)
{
    if (session->check && drains_messages(session))
        fedx_check_engine_stop_messages(session->check);
    else if (session->check)
        fedx_check_engine_stop_injection(session->check);
    else if (drains_messages(session))
        fedx_fabric_stop_messages(session->fabric);
    else
        fedx_fabric_stop_injection(session->fabric);
}

static int drained(const struct fedx_session *session)
{
    return drains_messages(session) ? fedx_fabric_idle(session->fabric) : fedx_fabric_drained(session->fabric);
}

/* What happens between cycles. */
struct between {
    struct fedx_session *session;
    fedx_engine_watch watch;
    void *context;
    double start;  /* wall time that counts from here, seconds */
    char *error;   /* of a checkpoint that could not be saved */
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
    struct fedx_session *s = b->session;

    stop_clock(b);
    s->checkpoint_due = now + (uint64_t)s->setup.scenario.output.checkpoint_every;
    b->failed = fedx_session_save(s, b->error, b->size) != 0;
    return b->failed;
}

static int look(void *context, const struct fedx_fabric *f)
{
    struct between *b = context;
    struct fedx_session *s = b->session;

    if (s->draining && drained(s))
        return 1;
    s->interrupted = b->watch && b->watch(b->context, f);
    if (s->checkpoint && (s->interrupted || fedx_fabric_cycle(f) >= s->checkpoint_due) && save(b, fedx_fabric_cycle(f)))
        return 1;
    return s->interrupted;
}

/* Nothing has ended the run: neither a fault nor the caller. */
static int goes_on(const struct between *b)
{
    const char *text;
    int node;

    return !b->failed && !b->session->interrupted && !b->session->differs &&
           fedx_fabric_fault(b->session->fabric, &node, &text) == FEDX_FAULT_NONE;
}

static int run_parts(struct fedx_session *session, struct between *b)
{
    const struct fedx_scenario *s = &session->setup.scenario;
    uint64_t now = fedx_fabric_cycle(session->fabric), cycles = (uint64_t)s->run.cycles;
    int status = 0;

    if (!session->draining)
        status = run(session, cycles - now, b->watch || session->checkpoint ? look : NULL, b, WATCH_PERIOD);
    if (status != 0 || s->run.drain == FEDX_DRAIN_NONE || !goes_on(b))
        return status;
    stop(session);
    if (drained(session))
        return 0;
    session->draining = 1;
    /* The stall detector ends this if the packets do not come out. */
    return run(session, INT64_MAX, look, b, DRAIN_PERIOD);
}

static int run_once(struct fedx_session *session, fedx_engine_watch watch, void *context, char *error, size_t size)
{
    struct between b = {session, watch, context, clock_wall(), error, size, 0};

    session->checkpoint_due = fedx_fabric_cycle(session->fabric) + (uint64_t)session->setup.scenario.output.checkpoint_every;
    int status = run_parts(session, &b);
    if (status == 0 && !session->interrupted)
        status = fedx_fabric_account(session->fabric);
    stop_clock(&b);
    if (status != 0)
        snprintf(error, size, "cannot start %d threads, or out of memory", (int)session->setup.scenario.run.threads);
    return b.failed || status != 0 ? -1 : goes_on(&b);
}

/* Cycles of a run that comes closer to the precision asked for; 0: this one was enough, or none is. */
static uint64_t cycles_of_next(struct fedx_session *session)
{
    const struct fedx_scenario *s = &session->setup.scenario;
    struct fedx_precision *p = &session->precision;
    uint64_t next, most = (uint64_t)s->run.max_cycles;

    if (s->run.precision <= 0)
        return 0;
    *p = fedx_precision_of(session->fabric);
    if (p->hopeless || (p->percent >= 0 && p->percent <= s->run.precision) || (uint64_t)s->run.cycles == most)
        return 0;
    next = fedx_precision_next(p, s->run.precision, (uint64_t)s->run.cycles);
    return next < most ? next : most;
}

/* From the beginning, as a run of so many cycles. */
static int begin_again(struct fedx_session *session, uint64_t cycles, char *error, size_t size)
{
    struct fedx_scenario given = session->given, longer = given;
    double seconds = session->seconds;
    int status;

    longer.run.cycles = (int64_t)cycles;
    fedx_session_finish(session);
    status = fedx_session_prepare(session, &longer, error, size);
    session->given = given;
    session->seconds = seconds;
    return status;
}

int fedx_session_run(struct fedx_session *session, fedx_engine_watch watch, void *context, char *error, size_t size)
{
    uint64_t next;
    int good;

    while ((good = run_once(session, watch, context, error, size)) == 1 && (next = cycles_of_next(session)) > 0)
        if (begin_again(session, next, error, size) != 0)
            return -1;
    return good < 0 ? -1 : 0;
}

/* A node that ended by itself, without the model beside it, has nothing to show. */
const struct fedx_divergence *fedx_session_divergence(const struct fedx_session *session, int *node)
{
    const struct fedx_fabric *f = session->fabric;
    const char *text;
    enum fedx_fault fault = fedx_fabric_fault(f, node, &text);

    if ((fault != FEDX_FAULT_DIVERGENCE && fault != FEDX_FAULT_ENDED) || !fedx_lockstep_is(fedx_fabric_node_ops(f, *node)))
        return NULL;
    return fedx_lockstep_divergence(fedx_fabric_node(f, *node));
}

void fedx_session_finish(struct fedx_session *session)
{
    if (session->check)
        fedx_check_engine_destroy(session->check);
    else
        fedx_fabric_destroy(session->fabric);
    fedx_coverage_fabric_destroy(session->coverage);
    archive_finish(&session->archive);
    if (session->saved)
        fedx_setup_leave(&session->setup);
    fedx_setup_finish(&session->setup);
    memset(session, 0, sizeof *session);
}
