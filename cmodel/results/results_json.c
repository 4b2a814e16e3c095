/* SPDX-License-Identifier: Apache-2.0
 *
 * The results of a run as JSON. See results.h; docs/reference/results.md and docs/reference/results.schema.json say
 * what is in it.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "../base/build.h"
#include "../scenario/registry.h"
#include "../scenario/scenario_kind.h"
#include "results_difference.h"
#include "results_energy.h"
#include "results_faults.h"
#include "results_kind.h"
#include "figures.h"

/* Raised when a key goes, or changes what it means; not when one is added. */
enum { SCHEMA = 2 };

/* Numbers that may not be there. */
static json_t *number_or_null(int there, double value)
{
    return there ? json_real(value) : json_null();
}

/* Of a mean over samples, of which a short run has none. */
static json_t *sampled_json(double mean)
{
    return number_or_null(!isnan(mean), mean);
}

static json_t *cycles_or_null(int there, uint64_t cycles)
{
    return there ? json_integer((json_int_t)cycles) : json_null();
}

static json_t *latency_json(const struct session *session, enum metrics_group group, enum metrics_kind kind)
{
    struct latency_figures f = figures_latency(session, group, kind);
    const struct summary *s = &f.summary;
    int any = s->count > 0, good = s->interval.verdict == INTERVAL_GOOD, batches = s->interval.batches;
    struct halves halves = metrics_latency_halves(fabric_metrics(session->fabric), group, kind);

    return json_pack("{s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:s, s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "count",
                     (json_int_t)s->count, "left_out", (json_int_t)f.left_out, "mean_cycles",
                     number_or_null(any, s->mean), "first_half_cycles", sampled_json(halves.first),
                     "second_half_cycles", sampled_json(halves.second), "mean_at_least_cycles",
                     number_or_null(any || f.left_out, f.at_least), "ci95_half_width",
                     number_or_null(good, s->interval.half_width), "interval", figures_interval(s->interval.verdict),
                     "batches", batches, "batch_correlation", number_or_null(batches, s->interval.correlation),
                     "min_cycles", cycles_or_null(any, s->min), "p50_cycles", cycles_or_null(any, s->p50), "p90_cycles",
                     cycles_or_null(any, s->p90), "p95_cycles", cycles_or_null(any, s->p95), "p99_cycles",
                     cycles_or_null(any, s->p99), "p999_cycles", cycles_or_null(any, s->p999), "max_cycles",
                     cycles_or_null(any, s->max));
}

static json_t *spread_json(struct spread s)
{
    return json_pack("{s:f, s:f, s:f}", "mean", s.mean, "min", s.min, "max", s.max);
}

static json_t *fairness_json(struct fairness f)
{
    return json_pack("{s:f, s:o}", "jain", f.jain, "throughput", spread_json(f.throughput));
}

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

static json_t *latencies_json(const struct session *session, enum metrics_group group)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "packet_latency", latency_json(session, group, LATENCY_PACKET),
                     "message_latency", latency_json(session, group, LATENCY_MESSAGE), "short_message_latency",
                     latency_json(session, group, LATENCY_SHORT), "long_message_latency",
                     latency_json(session, group, LATENCY_LONG), "normalized_message_latency",
                     latency_json(session, group, LATENCY_NORMALIZED));
}

static json_t *half_width_json(const struct interval *i)
{
    return number_or_null(i->verdict == INTERVAL_GOOD, i->half_width);
}

static json_t *backlog_json(const struct backlog *b)
{
    return json_pack("{s:f, s:o, s:o, s:o}", "packets", b->packets, "messages_per_source",
                     number_or_null(b->judged, b->messages), "growth", number_or_null(b->judged, b->growth),
                     "growth_half_width", number_or_null(b->judged, b->half_width));
}

/* What all and groups have: throughput, saturation, fairness, latencies. */
static json_t *load_figures_json(const struct session *session, enum metrics_group group)
{
    struct rate delivered = figures_rate(session, group, 0), offered = figures_rate(session, group, 1);
    struct backlog backlog = figures_backlog(session, group);
    struct halves halves = figures_rate_halves(session, group);
    int saturated = saturation_is_decided(backlog.reason);
    json_t *json = json_pack(
        "{s:o, s:s, s:o, s:f, s:o, s:o, s:o, s:s, s:f, s:o, s:s, s:o}", "saturated",
        saturated < 0 ? json_null() : json_boolean(saturated), "saturation", figures_saturation(backlog.reason),
        "backlog", backlog_json(&backlog), "throughput", delivered.packets, "throughput_first_half",
        sampled_json(halves.first), "throughput_second_half", sampled_json(halves.second), "throughput_half_width",
        half_width_json(&delivered.interval), "throughput_interval", figures_interval(delivered.interval.verdict),
        "offered", offered.packets, "offered_half_width", half_width_json(&offered.interval), "offered_interval",
        figures_interval(offered.interval.verdict), "fairness", fairness_json(figures_fairness(session, group)));

    return joined(json, latencies_json(session, group));
}

static json_t *group_json(const struct session *session, enum metrics_group group, int nodes, uint64_t messages)
{
    return joined(json_pack("{s:i, s:I}", "nodes", nodes, "messages", (json_int_t)messages),
                  load_figures_json(session, group));
}

static json_t *refusals_json(const struct session *session, int injection)
{
    json_t *json = json_object();
    const struct router_kind *kind = session->setup.kind;
    struct attempts a = figures_attempts(session, injection);

    json_object_set_new(json, "accepted", json_integer((json_int_t)a.accepted));
    json_object_set_new(json, "refused", json_integer((json_int_t)a.refused));
    for (int c = REJECT_NONE + 1; c < kind->reason_count; c++)
        json_object_set_new(json, kind->reasons[c].key,
                            json_integer((json_int_t)metrics_refusals(fabric_metrics(session->fabric), injection, c)));
    return json;
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

static json_t *buffers_json(const struct session *session)
{
    const struct metrics *m = fabric_metrics(session->fabric);
    double used = figures_occupancy(session);
    json_t *held = json_array();

    for (int i = 0; i <= figures_most_held(session); i++)
        json_array_append_new(held, json_integer((json_int_t)metrics_held(m, i)));
    return json_pack("{s:o, s:o, s:o}", "mean_used", sampled_json(used), "max_used",
                     isnan(used) ? json_null() : json_integer(figures_most_held(session)), "samples_by_used", held);
}

static json_t *message_spread_json(const struct message_spread *s)
{
    json_t *held = json_array(), *waits = json_array();

    for (int i = 0; i <= message_spread_most(s, MESSAGE_HELD); i++) {
        json_array_append_new(held, json_integer((json_int_t)message_spread_count(s, MESSAGE_HELD, i)));
        json_array_append_new(waits, json_integer((json_int_t)message_spread_count(s, MESSAGE_WAITS, i)));
    }
    return json_pack("{s:f, s:i, s:f, s:i, s:o, s:o}", "mean_switches", message_spread_mean(s, MESSAGE_HELD),
                     "max_switches", message_spread_most(s, MESSAGE_HELD), "mean_waiting",
                     message_spread_mean(s, MESSAGE_WAITS), "max_waiting", message_spread_most(s, MESSAGE_WAITS),
                     "samples_by_switches", held, "samples_by_waiting", waits);
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

static json_t *counts_json(const struct session *session)
{
    struct stats s = fabric_stats(session->fabric);

    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:o, s:I}", "created", (json_int_t)s.created, "injected",
                     (json_int_t)s.injected, "delivered", (json_int_t)s.delivered, "in_fabric",
                     (json_int_t)fabric_in_flight(session->fabric), "oldest_in_fabric_cycles",
                     (json_int_t)fabric_oldest(session->fabric), "bytes_checked",
                     cycles_or_null(session->setup.config.nodes != NULL, s.bytes_checked), "failed_attempts",
                     (json_int_t)s.failed_attempts);
}

static json_t *compared_json(const struct session *session)
{
    struct compared c = figures_compared(session);

    return json_pack("{s:I, s:I, s:I, s:I}", "switch_cycles", (json_int_t)c.cycles, "pin_bits", (json_int_t)c.pin_bits,
                     "registers", (json_int_t)c.registers, "store_bytes", (json_int_t)c.stores);
}

static int add_groups(const struct session *session, json_t *results)
{
    const struct traffic *t = &session->setup.traffic;
    struct stats s = fabric_stats(session->fabric);

    int nodes = session->setup.topology->nodes;

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
                     "percent", number_or_null(p->percent >= 0, p->percent), "widest", p->figure ? p->figure : "none");
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
                     number_or_null(ended && s->moved >= 0, s->moved), "half_width_percent",
                     number_or_null(ended && s->width >= 0, s->width));
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

/* A figure that comes from the registers of the routers, which some do not show. */
static json_t *if_shown(const struct session *session, json_t *figure)
{
    if (!session->setup.config.hidden)
        return figure;
    json_decref(figure);
    return json_null();
}

static json_t *path_json(const struct session *session)
{
    double path = figures_path(session);

    return number_or_null(path > 0, path);
}

static json_t *totals_json(const struct session *session)
{
    struct stats s = fabric_stats(session->fabric);
    char pins[20], events[20];

    snprintf(pins, sizeof pins, "%016" PRIx64, fabric_digest(session->fabric));
    snprintf(events, sizeof events, "%016" PRIx64, fabric_event_digest(session->fabric));
    return json_pack(
        "{s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:s}", "messages",
        (json_int_t)s.messages, "flits", results_flits_json(session), "energy", results_energy_json(session), "packets",
        counts_json(session), "link_busy", if_shown(session, spread_json(figures_links_busy(session, 0))),
        "link_wasted", if_shown(session, spread_json(figures_links_busy(session, 1))), "pe_port_busy",
        if_shown(session, spread_json(figures_endpoints_busy(session, 0))), "pe_port_wasted",
        if_shown(session, spread_json(figures_endpoints_busy(session, 1))), "pe_port_occupied",
        if_shown(session, spread_json(figures_endpoints_occupied(session))), "attempts_of_switches",
        if_shown(session, refusals_json(session, 0)), "attempts_of_pes", if_shown(session, refusals_json(session, 1)),
        "mean_path_hops", if_shown(session, path_json(session)), "mean_queued_packets",
        sampled_json(figures_queue(session)), "buffers", if_shown(session, buffers_json(session)), "compared",
        compared_json(session), "faults", results_faults_json(session), "pin_digest",
        session->setup.config.digest ? json_string(pins) : json_null(), "event_digest", events);
}

static int add_message_spread(const struct session *session, json_t *results)
{
    const struct message_spread *spread = metrics_spread(fabric_metrics(session->fabric));

    return spread ? json_object_set_new(results, "message_spread", message_spread_json(spread)) : 0;
}

/* All windows that are over together. */
static json_t *windows_all_json(const struct session *session, enum windows_what what, int complete)
{
    return complete > 0 ? fairness_json(figures_windows(session, what, 0, complete - 1))
                        : json_pack("{s:n, s:{s:n, s:n, s:n}}", "jain", "throughput", "mean", "min", "max");
}

/* What each PE got through, or sent, in all windows; null: it is silent, or no window is over. */
static json_t *windows_nodes_json(const struct session *session, enum windows_what what, int complete)
{
    json_t *nodes = json_array();

    for (int n = 0; n < session->setup.topology->endpoints; n++) {
        int there = complete > 0 && traffic_sends(&session->setup.traffic, n);
        json_array_append_new(nodes,
                              number_or_null(there, there ? figures_windows_of(session, what, 0, complete - 1, n) : 0));
    }
    return nodes;
}

static json_t *windows_each_json(const struct session *session, const struct windows *w)
{
    json_t *each = json_array();

    for (int i = 0; i < windows_complete(w); i++)
        json_array_append_new(each, joined(json_pack("{s:I, s:I}", "from_cycle", (json_int_t)windows_begin(w, i),
                                                     "to_cycle", (json_int_t)windows_begin(w, i + 1)),
                                           fairness_json(figures_windows(session, WINDOWS_DELIVERED, i, i))));
    return each;
}

/* The same windows, by what went in. */
static json_t *windows_injected_json(const struct session *session, int complete)
{
    json_t *each = json_array();

    for (int i = 0; i < complete; i++)
        json_array_append_new(each, fairness_json(figures_windows(session, WINDOWS_INJECTED, i, i)));
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

/* What its kind counts beside what all do. */
static int add_own(const struct session *session, json_t *results)
{
    const struct results_kind *kind = session->setup.kind->parts->results;
    json_t *json = kind ? kind->json(session) : json_null();

    return json_is_null(json) ? 0 : json_object_set_new(results, kind->key, json);
}

json_t *results_to_json(const struct session *session)
{
    json_t *results =
        joined(joined(opening_json(session), load_figures_json(session, GROUP_ALL)), totals_json(session));

    if (results && (add_groups(session, results) | add_message_spread(session, results) | add_hops(session, results) |
                    add_own(session, results) | add_windows(session, results)) != 0) {
        json_decref(results);
        return NULL;
    }
    return results;
}
