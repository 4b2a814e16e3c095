/* SPDX-License-Identifier: Apache-2.0
 *
 * The results of a run as JSON. See results.h; docs/reference/results.md and docs/reference/results.schema.json say
 * what is in it.
 */
#include <stdlib.h>

#include "../base/build.h"
#include "../config/registry.h"
#include "../config/scenario_kind.h"
#include "results_blackbox.h"
#include "results_difference.h"
#include "results_kind.h"
#include "results_rows.h"

/* Raised when a key goes, or changes what it means; not when one is added. */
enum { SCHEMA = 2 };

/* One object out of two. @return NULL when either is */
static json_t *joined(json_t *json, json_t *more)
{
    if (!json || !more || json_object_update(json, more) != 0) {
        json_decref(json);
        json = NULL;
    }
    json_decref(more);
    return json;
}

/* What all and groups have: throughput, saturation, fairness, latencies. */
static json_t *load_figures_json(const struct session *session, enum metrics_group group)
{
    return results_object(RESULTS_load, &(struct results_at){.session = session,
                                                             .group = group,
                                                             .backlog = figures_backlog(session, group),
                                                             .halves = figures_rate_halves(session, group),
                                                             .delivered = figures_rate(session, group, 0),
                                                             .offered = figures_rate(session, group, 1)});
}

static json_t *group_json(const struct session *session, enum metrics_group group, int nodes, uint64_t messages)
{
    return joined(results_object(RESULTS_group, &(struct results_at){.nodes = nodes, .messages = messages}),
                  load_figures_json(session, group));
}

/* Only for kinds of routers whose hops have properties that are counted. */
static int add_hops(const struct session *session, json_t *results)
{
    const struct router_kind *kind = session->setup.kind;
    const struct router_attribute *flagged = figures_flagged(session);
    json_t *json;

    if (kind->attribute_count == 0)
        return 0;
    json = json_pack("{s:I, s:o}", "all", (json_int_t)figures_hops(session), "flagged",
                     flagged ? json_string(flagged->key) : json_null());
    for (int i = 0; json && i < kind->attribute_count; i++)
        json_object_set_new(json, kind->attributes[i].key,
                            json_integer((json_int_t)metrics_hops(fabric_metrics(session->fabric), i)));
    return json_object_set_new(results, "hops", json);
}

/* A number, or NULL where it does not describe the size of a topology. */
static json_t *size_json(int given, int size)
{
    return given ? json_integer(size) : NULL;
}

static json_t *fabric_json(const struct session *session)
{
    const struct topology *t = session->setup.topology;
    int levels = t->kind->levels, rectangle = !t->edge && !levels && !t->kind->given;

    return json_pack(
        "{s:s, s:s*, s:o*, s:o*, s:o*, s:o*, s:o*, s:s*, s:o*, s:o*, s:i, s:i, s:i, s:i}", "topology", t->kind->name,
        "router", scenario_lists(&session->setup.scenario, KEY_router) ? session->setup.kind->name : NULL, "rows",
        size_json(rectangle, t->rows), "cols", size_json(rectangle, t->cols), "edge", size_json(t->edge, t->edge),
        "arity", size_json(levels, t->rows), "levels", size_json(levels, t->cols), "graph",
        t->kind->given ? session->setup.scenario.fabric.graph : NULL, "routers", size_json(t->kind->given, t->nodes),
        "endpoints", size_json(t->kind->given, t->endpoints), "rtl_nodes", session->setup.rtl_nodes, "lockstep_nodes",
        session->setup.lockstep_nodes, "link_latency", (int)session->setup.scenario.fabric.latency, "buffers",
        figures_buffers(session));
}

static json_t *traffic_json(const struct session *session)
{
    const struct endpoint_settings *settings = &session->setup.config.endpoint;
    struct results_traffic traffic = figures_traffic(session);
    json_t *json =
        json_pack("{s:s, s:f, s:s, s:I}", "workload", settings->workload->name, "load", settings->load, "routing",
                  routing_names[session->setup.scenario.traffic.routing], "seed", (json_int_t)settings->seed);

    if (json && results_traffic_json(&traffic, settings, json) != 0) {
        json_decref(json);
        return NULL;
    }
    return json;
}

/* Settings of routers of every kind that has some: null where a run has others. */
static json_t *settings_json(const struct session *session)
{
    json_t *json = json_object();

    for (int i = 0; router_kinds[i]; i++) {
        const struct scenario_kind *kind = router_kinds[i]->parts->scenario;
        if (kind->settings_json)
            json_object_set_new(json, kind->settings_key,
                                router_kinds[i] == session->setup.kind ? kind->settings_json(&session->setup.scenario)
                                                                       : json_null());
    }
    return json;
}

static int add_groups(const struct session *session, json_t *results)
{
    const struct traffic *t = &session->setup.traffic;
    struct stats s = fabric_stats(session->fabric);

    int nodes = session->setup.topology->nodes, failed = 0;

    if (figures_answered(session)) {
        struct results_at round_trip = results_at_latency(session, GROUP_ALL, LATENCY_ROUND_TRIP);
        failed = json_object_set_new(results, "round_trip_latency", results_object(RESULTS_latency, &round_trip));
    }
    if (figures_classes(session)) {
        int endpoints = session->setup.topology->endpoints;
        return failed |
               json_object_set_new(results, "requests",
                                   group_json(session, GROUP_FIRST, endpoints, s.independent.messages)) |
               json_object_set_new(results, "responses", group_json(session, GROUP_SECOND, endpoints, s.hot.messages));
    }
    if (t->second)
        return json_object_set_new(results, "first_task",
                                   group_json(session, GROUP_FIRST, nodes, s.independent.messages)) |
               json_object_set_new(results, "second_task", group_json(session, GROUP_SECOND, nodes, s.hot.messages));
    if (!t->hot_count)
        return 0;
    return json_object_set_new(results, "independent",
                               group_json(session, GROUP_INDEPENDENT, t->independent_count, s.independent.messages)) |
           json_object_set_new(results, "to_hot_spots",
                               group_json(session, GROUP_HOT, t->sender_count, s.hot.messages));
}

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

static json_t *made_by_json(const struct session *session)
{
    char build[BUILD_SIZE], *command = results_arguments(&session->given);
    json_t *json = NULL;

    if (command && build_read(build) == 0)
        json = json_pack("{s:s, s:s, s:o}", "version", FEDX_VERSION, "build", build, "command",
                         json_sprintf("fedx run%s%s", *command ? " " : "", command));
    free(command);
    return json;
}

static json_t *precision_json(const struct session *session)
{
    const struct precision *p = &session->precision;
    double asked = session->setup.scenario.run.precision;

    if (asked <= 0)
        return json_null();
    return json_pack("{s:f, s:b, s:o, s:s}", "asked_percent", asked, "reached", p->percent >= 0 && p->percent <= asked,
                     "percent", results_number(p->percent >= 0, p->percent), "widest", p->figure ? p->figure : "none");
}

/* Of the figure that is farthest from settled, when the run came to its end. */
static json_t *settled_json(const struct session *session)
{
    const struct settle *s = &session->settle;
    int ended = s->verdict == SETTLE_SETTLED || s->verdict == SETTLE_SATURATED || s->verdict == SETTLE_BUDGET;

    if (s->verdict == SETTLE_NOT_ASKED)
        return json_null();
    return json_pack("{s:f, s:s, s:s, s:o, s:o}", "asked_percent", session->setup.scenario.run.settle, "verdict",
                     settle_word(s->verdict), "farthest", ended ? s->figure : "none", "moved_percent",
                     results_number(ended && s->moved >= 0, s->moved), "half_width_percent",
                     results_number(ended && s->width >= 0, s->width));
}

static json_t *difference_json(const struct session *session)
{
    const struct session_difference d = session_difference(session);

    return results_difference(&(struct results_found){d.mismatch, d.kind, d.number, session->bundle,
                                                      session->confirmation, session->command});
}

static json_t *opening_json(const struct session *session)
{
    const struct metrics *m = fabric_metrics(session->fabric);
    int steady;
    uint64_t warmup = metrics_warmup(m, &steady);

    return joined(joined(json_pack("{s:i, s:o, s:s, s:o, s:o, s:o}", "schema", SCHEMA, "made_by", made_by_json(session),
                                   "outcome", figures_outcome(session), "difference", difference_json(session),
                                   "fabric", fabric_json(session), "traffic", traffic_json(session)),
                         settings_json(session)),
                  json_pack("{s:o, s:o, s:I, s:s, s:I, s:o, s:I, s:o, s:o}", "schedule",
                            results_schedule_json(&session->setup.config.endpoint), "pe",
                            results_endpoint_json(&session->setup.config.endpoint), "cycles",
                            (json_int_t)fabric_cycle(session->fabric), "drain",
                            drain_names[session->setup.scenario.run.drain], "warmup_cycles", (json_int_t)warmup,
                            "steady", steady < 0 ? json_null() : json_boolean(steady), "counted_from_cycle",
                            (json_int_t)metrics_counted_from(m), "precision", precision_json(session), "settled",
                            settled_json(session)));
}

static int add_message_spread(const struct session *session, json_t *results)
{
    struct results_at x = {.routers = metrics_spread(fabric_metrics(session->fabric))};

    return x.routers ? json_object_set_new(results, "message_spread", results_object(RESULTS_message_spread, &x)) : 0;
}

/* All windows that are over together. */
static json_t *windows_all_json(const struct session *session, enum windows_what what, int complete)
{
    return complete > 0 ? results_fairness(figures_windows(session, what, 0, complete - 1))
                        : json_pack("{s:n, s:{s:n, s:n, s:n}}", "jain", "throughput", "mean", "min", "max");
}

/* What each PE got through, or sent, in all windows; null: it is silent, or no window is over. */
static json_t *windows_nodes_json(const struct session *session, enum windows_what what, int complete)
{
    json_t *nodes = json_array();

    for (int n = 0; n < session->setup.topology->endpoints; n++) {
        int there = complete > 0 && traffic_sends(&session->setup.traffic, n);
        json_array_append_new(nodes,
                              results_number(there, there ? figures_windows_of(session, what, 0, complete - 1, n) : 0));
    }
    return nodes;
}

static json_t *windows_each_json(const struct session *session, const struct windows *w)
{
    json_t *each = json_array();

    for (int i = 0; i < windows_complete(w); i++)
        json_array_append_new(each, joined(json_pack("{s:I, s:I}", "from_cycle", (json_int_t)windows_begin(w, i),
                                                     "to_cycle", (json_int_t)windows_begin(w, i + 1)),
                                           results_fairness(figures_windows(session, WINDOWS_DELIVERED, i, i))));
    return each;
}

/* The same windows, by what went in. */
static json_t *windows_injected_json(const struct session *session, int complete)
{
    json_t *each = json_array();

    for (int i = 0; i < complete; i++)
        json_array_append_new(each, results_fairness(figures_windows(session, WINDOWS_INJECTED, i, i)));
    return json_pack("{s:o, s:o, s:o}", "all", windows_all_json(session, WINDOWS_INJECTED, complete), "nodes",
                     windows_nodes_json(session, WINDOWS_INJECTED, complete), "each", each);
}

/* Only with --window-packets. */
static int add_windows(const struct session *session, json_t *results)
{
    const struct windows *w = metrics_windows(fabric_metrics(session->fabric));
    int complete = w ? windows_complete(w) : 0;

    if (!w)
        return 0;
    return json_object_set_new(
        results, "windows",
        json_pack("{s:I, s:i, s:o, s:o, s:o, s:o}", "packets", (json_int_t)windows_settings_of(w).packets, "complete",
                  complete, "all", windows_all_json(session, WINDOWS_DELIVERED, complete), "nodes",
                  windows_nodes_json(session, WINDOWS_DELIVERED, complete), "each", windows_each_json(session, w),
                  "injected", windows_injected_json(session, complete)));
}

/* Only with --distances. */
static int add_distances(const struct session *session, json_t *results)
{
    const struct metrics *m = fabric_metrics(session->fabric);
    struct results_at x = {.session = session};
    json_t *list = metrics_of_distance(m, 0) ? json_array() : NULL;

    for (; list && (x.distance = metrics_of_distance(m, x.n)); x.n++)
        if (x.distance->count > 0)
            json_array_append_new(list, results_object(RESULTS_distance, &x));
    return list ? json_object_set_new(results, "latency_by_distance", list) : 0;
}

/* What its kind counts beside what all do. */
static int add_own(const struct session *session, json_t *results)
{
    const struct results_kind *kind = session->setup.kind->parts->results;
    json_t *json = kind ? kind->json(session) : json_null();

    return json_is_null(json) ? 0 : json_object_set_new(results, kind->key, json);
}

static int add_blackbox(const struct session *session, json_t *results)
{
    json_t *json = results_blackbox_json(session);

    return json_is_null(json) ? 0 : json_object_set_new(results, "black_box", json);
}

json_t *results_to_json(const struct session *session)
{
    struct results_at x = {.session = session, .stats = fabric_stats(session->fabric)};
    json_t *results = joined(joined(opening_json(session), load_figures_json(session, GROUP_ALL)),
                             results_object(RESULTS_totals, &x));

    if (results && (add_groups(session, results) | add_message_spread(session, results) | add_hops(session, results) |
                    add_blackbox(session, results) | add_own(session, results) | add_windows(session, results) |
                    add_distances(session, results)) != 0) {
        json_decref(results);
        return NULL;
    }
    return results;
}
