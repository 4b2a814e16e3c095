/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_verify_fabric.h.
 */
#include "fedx_verify_fabric.h"

#include <inttypes.h>
#include <string.h>

#include "../results/figures.h"
#include "../scenario/session.h"

enum { KEYS = 12 }; /* of a fabric, at most */

/* One crowded, with all that admission can do; one that flows, over longer wires; one in which packets go round about. */
static const char *const fabrics[FEDX_VERIFY_FABRICS][KEYS] = {
    {"fabric.rows=4", "fabric.cols=4", "fabric.lockstep=all", "run.warmup=0", "run.drain=none", "traffic.load=0.9",
     "flow.backpressure=destination", "flow.throttle_timeout=200"},
    {"fabric.rows=4", "fabric.cols=4", "fabric.lockstep=all", "run.warmup=0", "run.drain=none", "traffic.load=0.5",
     "flow.backpressure=message", "flow.limit_dest=0", "flow.limit_trans=0", "flow.limit_total=4", "fabric.latency=2",
     "traffic.selection=random"},
    {"fabric.topology=hexmesh", "fabric.edge=3", "fabric.lockstep=all", "run.warmup=0", "run.drain=none", "traffic.load=0.9",
     "traffic.routing=derouting", "traffic.selection=random", "flow.backpressure=message", "flow.backpressure_class=true",
     "flow.limit_dest=0", "flow.limit_trans=0"},
};

static int describe(struct scenario *s, int number, const char *object, uint64_t seed, uint64_t cycles, char *error, size_t size)
{
    int status = 0;

    scenario_defaults(s);
    s->fabric.buffers = FEDX_BUFFERS;
    for (int i = 0; status == 0 && i < KEYS && fabrics[number][i]; i++)
        status = scenario_assign(s, fabrics[number][i], error, size);
    s->traffic.seed = (int64_t)seed;
    s->run.cycles = (int64_t)cycles;
    if (status == 0 && object)
        status = scenario_set_key(s, KEY_rtl_object, object, error, size);
    return status;
}

/* What ended the run, or that it came to its end. */
static void conclude(struct fedx_verify_fabric *v, const struct session *session)
{
    const struct divergence *d = session_divergence(session, &v->node);
    const char *text = "";

    v->compared = figures_compared(session);
    if (d)
        v->divergence = *d;
    v->differs = d != NULL;
    v->damaged = fabric_fault(session->fabric, &v->node, &text) != FABRIC_FAULT_NONE && !d;
    snprintf(v->text, sizeof v->text, "%s", d ? "model and RTL differ" : text);
}

int fedx_verify_fabric(struct fedx_verify_fabric *v, int number, const char *object, uint64_t seed, uint64_t cycles, char *error,
                       size_t size)
{
    static struct session session;
    int status;

    memset(v, 0, sizeof *v);
    memset(&session, 0, sizeof session);
    status = describe(&v->scenario, number, object, seed, cycles, error, size);
    if (status == 0)
        status = session_prepare(&session, &v->scenario, error, size);
    if (status == 0)
        status = session_run(&session, NULL, NULL, error, size);
    if (status == 0)
        conclude(v, &session);
    session_finish(&session);
    return status;
}

void fedx_verify_fabric_command(const struct fedx_verify_fabric *v, int number, FILE *out)
{
    fprintf(out, "fedx run --seed %" PRId64 " --cycles %" PRId64, v->scenario.traffic.seed, v->scenario.run.cycles);
    if ((int)FEDX_BUFFERS != (int)FEDX_STANDARD_BUFFERS)
        fprintf(out, " --buffers %d", FEDX_BUFFERS);
    for (int i = 0; i < KEYS && fabrics[number][i]; i++)
        fprintf(out, " --set %s", fabrics[number][i]);
}
