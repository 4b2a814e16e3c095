/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_session.h.
 */
#include "fedx_session.h"

#include <string.h>

#include "fedx_cli.h"

enum { WATCH_PERIOD = 256, DRAIN_PERIOD = 64, STATE_PERIOD = 64 };

int fedx_session_prepare(struct fedx_session *session, const struct fedx_scenario *scenario, char *error, size_t size)
{
    memset(session, 0, sizeof *session);
    if (fedx_setup_init(&session->setup, scenario, error, size) != 0 || fedx_setup_open(&session->setup, error, size) != 0)
        return -1;
    session->engine = session->setup.event_engine ? &fedx_engine_event : &fedx_engine_cycle;
    if (scenario->run.check_engine) {
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

static int run(struct fedx_session *session, uint64_t cycles, fedx_engine_watch watch, void *context, uint64_t period)
{
    int threads = (int)session->setup.scenario.run.threads, status;

    if (!session->check)
        return session->engine->run(session->fabric, cycles, threads, watch, context, period);
    status = fedx_check_engine_run(session->check, cycles, watch, context, period);
    session->differs |= status == 1;
    return status < 0 ? -1 : 0;
}

static void stop_injection(struct fedx_session *session)
{
    if (session->check)
        fedx_check_engine_stop_injection(session->check);
    else
        fedx_fabric_stop_injection(session->fabric);
}

/* What is watched while the fabric drains. */
struct drain {
    fedx_engine_watch watch;
    void *context;
};

static int drained(void *context, const struct fedx_fabric *f)
{
    const struct drain *d = context;

    return (d->watch && d->watch(d->context, f)) || fedx_fabric_in_flight(f) == 0;
}

int fedx_session_run(struct fedx_session *session, fedx_engine_watch watch, void *context, char *error, size_t size)
{
    const struct fedx_scenario *s = &session->setup.scenario;
    struct drain drain = {watch, context};
    const char *text;
    int node;
    double start = fedx_cli_wall();
    int status = run(session, (uint64_t)s->run.cycles, watch, context, WATCH_PERIOD);

    if (status == 0 && s->run.drain && !session->differs &&
        fedx_fabric_fault(session->fabric, &node, &text) == FEDX_FAULT_NONE && fedx_fabric_in_flight(session->fabric) > 0) {
        stop_injection(session);
        /* The stall detector ends this if the packets do not come out. */
        status = run(session, INT64_MAX, drained, &drain, DRAIN_PERIOD);
    }
    session->seconds = fedx_cli_wall() - start;
    if (status != 0)
        snprintf(error, size, "cannot start %d threads, or out of memory", (int)s->run.threads);
    return status;
}

void fedx_session_finish(struct fedx_session *session)
{
    if (session->check)
        fedx_check_engine_destroy(session->check);
    else
        fedx_fabric_destroy(session->fabric);
    fedx_setup_finish(&session->setup);
    memset(session, 0, sizeof *session);
}
