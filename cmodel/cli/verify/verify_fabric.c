/* SPDX-License-Identifier: Apache-2.0 */
#include "verify_fabric.h"

#include <inttypes.h>
#include <string.h>

#include "../../bench/bench.h"
#include "../../config/registry.h"
#include "../../config/scenario_kind.h"
#include "../../results/figures.h"
#include "../../run/session.h"
#include "fedx/params.h"

static int describe(struct scenario *s, const struct router_kind *kind, int number, const char *object, uint64_t seed,
                    uint64_t cycles, char *error, size_t size)
{
    const char *const *keys = kind->parts->bench->fabrics->keys[number];
    int status;

    scenario_defaults(s);
    status = scenario_set_key(s, KEY_router, kind->name, error, size);
    if (kind->parts->scenario->buffers_key)
        s->fabric.buffers = FEDX_BUFFERS;
    for (; status == 0 && *keys; keys++)
        status = scenario_assign(s, *keys, error, size);
    s->traffic.seed = (int64_t)seed;
    s->run.cycles = (int64_t)cycles;
    if (status == 0 && object)
        status = scenario_set_key(s, KEY_rtl_object, object, error, size);
    return status;
}

/* What ended the run, or that it came to its end. */
static void conclude(struct verify_fabric *v, const struct session *session)
{
    const struct session_difference difference = session_difference(session);
    const char *text = "";

    v->compared = figures_compared(session);
    v->damaged = fabric_fault(session->fabric, &v->node, &text) != FABRIC_FAULT_NONE && !difference.mismatch;
    v->differs = difference.mismatch != NULL;
    if (v->differs) {
        v->mismatch = *difference.mismatch;
        v->node = difference.number;
    }
    snprintf(v->text, sizeof v->text, "%s", v->differs ? "model and RTL differ" : text);
}

int verify_fabric(struct verify_fabric *v, const struct router_kind *kind, int number, const char *object,
                  uint64_t seed, uint64_t cycles, char *error, size_t size)
{
    static struct session session;
    int status;

    memset(v, 0, sizeof *v);
    memset(&session, 0, sizeof session);
    status = describe(&v->scenario, kind, number, object, seed, cycles, error, size);
    if (status == 0)
        status = session_prepare(&session, &v->scenario, error, size);
    if (status == 0)
        status = session_run(&session, NULL, NULL, error, size);
    if (status == 0)
        conclude(v, &session);
    session_finish(&session);
    return status;
}

void verify_fabric_command(const struct verify_fabric *v, int number, FILE *out)
{
    const struct router_kind *kind = setup_kind(&v->scenario);

    fprintf(out, "fedx run --seed %" PRId64 " --cycles %" PRId64, v->scenario.traffic.seed, v->scenario.run.cycles);
    if ((int)FEDX_BUFFERS != (int)FEDX_STANDARD_BUFFERS)
        fprintf(out, " --buffers %d", FEDX_BUFFERS);
    registry_print_option(kind, out);
    for (const char *const *keys = kind->parts->bench->fabrics->keys[number]; *keys; keys++)
        fprintf(out, " --set %s", *keys);
}
