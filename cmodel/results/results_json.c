/* SPDX-License-Identifier: Apache-2.0
 *
 * The results of a run as JSON. See results.h; docs/reference/results.md and docs/reference/results.schema.json say
 * what is in it.
 */
#include <stdlib.h>

#include "../base/build.h"
#include "../config/registry.h"
#include "results_difference.h"
#include "results_kind.h"
#include "results_rows.h"

char *results_arguments(const struct scenario *scenario)
{
    struct scenario s = *scenario, defaults;

    scenario_defaults(&defaults);
    s.output = defaults.output;
    s.run.engine = defaults.run.engine;
    s.run.threads = defaults.run.threads;
    s.run.check_engine = defaults.run.check_engine;
    return scenario_arguments(&s);
}

json_t *results_made_by(const struct session *session)
{
    char build[BUILD_SIZE], *command = results_arguments(&session->given);
    json_t *json = NULL;

    if (command && build_read(build) == 0)
        json = json_pack("{s:s, s:s, s:o}", "version", FEDX_VERSION, "build", build, "command",
                         json_sprintf("fedx run%s%s", *command ? " " : "", command));
    free(command);
    return json;
}

json_t *results_session_difference(const struct session *session)
{
    const struct session_difference d = session_difference(session);

    return results_difference(&(struct results_found){d.mismatch, d.kind, d.number, session->bundle,
                                                      session->confirmation, session->command});
}

/* Settings of routers of every kind that has some: null where a run has others. */
static json_t *settings_json(const struct results_at *x)
{
    json_t *json = json_object();

    for (int i = 0; router_kinds[i]; i++) {
        const struct results_kind *kind = router_kinds[i]->parts->results;
        struct results_at at = *x;
        if (!kind || !kind->settings)
            continue;
        at.rows = kind->rows;
        if (router_kinds[i] == x->session->setup.kind)
            json = results_joined(json, results_object(kind->settings, &at));
        else
            for (const struct result_row *r = results_first(kind->settings, &at); r; r = results_next(r))
                if (r->where & JSON)
                    json_object_set_new(json, r->key, json_null());
    }
    return json;
}

json_t *results_to_json(const struct session *session)
{
    const struct results_kind *kind = session->setup.kind->parts->results;
    struct results_at x = results_at_load(session, GROUP_ALL);
    json_t *json = results_joined(results_object(RESULTS_origin, &x), settings_json(&x));

    json = results_joined(json, results_object(RESULTS_course, &x));
    json = results_joined(json, results_object(RESULTS_load, &x));
    json = results_joined(json, results_object(RESULTS_totals, &x));
    if (kind && kind->object)
        json = results_joined(json, results_object(kind->object, &x));
    return results_joined(json, results_object(RESULTS_asked, &x));
}
