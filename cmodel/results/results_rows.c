/* SPDX-License-Identifier: Apache-2.0 */
#include "results_rows.h"

#include <inttypes.h>
#include <string.h>

#include "../config/scenario_kind.h"
#include "result_value.h"
#include "results_blackbox.h"
#include "results_difference.h"
#include "results_energy.h"
#include "results_faults.h"
#include "results_kind.h"

/* What rows speak of ---------------------------------------------------------------------------------------------- */

static const struct scenario *scenario_of(const struct results_at *x)
{
    return &x->session->setup.scenario;
}

static const struct topology *topology_of(const struct results_at *x)
{
    return x->session->setup.topology;
}

static const struct endpoint_settings *sender_of(const struct results_at *x)
{
    return &x->session->setup.config.endpoint;
}

static const struct traffic *traffic_of(const struct results_at *x)
{
    return sender_of(x)->traffic;
}

static const struct metrics *metrics_of(const struct results_at *x)
{
    return fabric_metrics(x->session->fabric);
}

static const struct faults_report *report_of(const struct results_at *x)
{
    return faults_report(x->session->fabric);
}

/* Values ---------------------------------------------------------------------------------------------------------- */

static struct result_value digest(uint64_t hash)
{
    return json(json_sprintf("%016" PRIx64, hash));
}

/* A value of model or RTL: up to 64 bits, more than numbers of JSON. An RTL that has ended has none. */
static struct result_value side(const struct mismatch *d, uint64_t value)
{
    return *d->ended ? nothing() : json(json_sprintf("0x%" PRIx64, value));
}

static struct result_value object(int object, const struct results_at *x)
{
    return json(results_object(object, x));
}

static struct result_value same_if(int there, int object)
{
    return there ? same(object) : nothing();
}

/* Of latencies there may be none. */
#define IF_ANY(x, value) NULL_UNLESS((x)->latency.summary.count > 0, value)
/* A figure that comes from the registers of the routers, which some do not show. */
#define IF_SHOWN(x, value) NULL_UNLESS(!(x)->session->setup.config.hidden, value)

static struct result_value spread_of(struct spread s)
{
    return object(RESULTS_spread, &(struct results_at){.spread = s});
}

static struct result_value fairness_of(struct fairness f)
{
    return object(RESULTS_fairness, &(struct results_at){.jain = f.jain, .spread = f.throughput});
}

static struct result_value latency_of(const struct results_at *x, enum metrics_kind kind)
{
    struct results_at latency = results_at_latency(x->session, x->group, kind);

    return object(RESULTS_latency, &latency);
}

static struct result_value compared_of(struct compared c)
{
    return object(RESULTS_compared, &(struct results_at){.compared = c});
}

static struct result_value compared_or_null(struct compared c)
{
    return c.cycles > 0 ? compared_of(c) : nothing();
}

static struct result_value path(const struct results_at *x)
{
    double hops = figures_path(x->session);

    return NULL_UNLESS(hops > 0, number(hops));
}

static struct result_value attempts_of(const struct results_at *x, int injection)
{
    json_t *attempts = json_object();
    const struct router_kind *kind = x->session->setup.kind;
    struct attempts a = figures_attempts(x->session, injection);

    json_object_set_new(attempts, "accepted", json_integer((json_int_t)a.accepted));
    json_object_set_new(attempts, "refused", json_integer((json_int_t)a.refused));
    for (int c = REJECT_NONE + 1; c < kind->reason_count; c++)
        json_object_set_new(attempts, kind->reasons[c].key,
                            json_integer((json_int_t)metrics_refusals(metrics_of(x), injection, c)));
    return json(attempts);
}

/* In words: refused attempts for each that was accepted, and why. */
static struct result_value refused_of(const struct results_at *x, int injection)
{
    const struct router_kind *kind = x->session->setup.kind;
    double all = 0, accepted = (double)figures_attempts(x->session, injection).accepted;
    json_t *reasons = NULL;

    for (int c = REJECT_NONE + 1; c < kind->reason_count; c++)
        all += (double)metrics_refusals(metrics_of(x), injection, c);
    for (int c = REJECT_NONE + 1; c < kind->reason_count; c++)
        if (metrics_refusals(metrics_of(x), injection, c))
            reasons = results_list(reasons,
                                   json_sprintf("%s %.1f%%", kind->reasons[c].key,
                                                100.0 * (double)metrics_refusals(metrics_of(x), injection, c) / all));
    return json(json_pack("{s:f, s:o*}", "each", accepted > 0 ? all / accepted : 0, "reasons", reasons));
}

/* Hops, and how many have each property that their kind of router counts; of other kinds nothing. */
static struct result_value hops_of(const struct results_at *x)
{
    const struct router_kind *kind = x->session->setup.kind;
    const struct router_attribute *flagged = figures_flagged(x->session);
    json_t *hops;

    if (kind->attribute_count == 0)
        return nothing();
    hops =
        json_pack("{s:I, s:s?}", "all", (json_int_t)figures_hops(x->session), "flagged", flagged ? flagged->key : NULL);
    for (int i = 0; i < kind->attribute_count; i++)
        json_object_set_new(hops, kind->attributes[i].key, json_integer((json_int_t)metrics_hops(metrics_of(x), i)));
    return json(hops);
}

static json_t *hop_shares(const struct results_at *x)
{
    const struct router_kind *kind = x->session->setup.kind;
    json_t *shares = NULL;

    for (int i = 0; i < kind->attribute_count; i++)
        shares = results_list(
            shares, json_sprintf("%.2f%% %s", 100 * figures_share_of_hops(x->session, i), kind->attributes[i].words));
    return shares;
}

static struct result_value energy_of(const struct results_at *x)
{
    struct results_account account;

    if (!*scenario_of(x)->run.energy || x->session->setup.config.hidden)
        return nothing();
    account = results_account(x->session);
    return object(RESULTS_energy, &(struct results_at){.session = x->session, .account = &account});
}

/* A quotient that a run without the divisor has not. */
static struct result_value per(double all, double count)
{
    return number(count > 0 ? all / count : NAN);
}

static const char *replay_of(const struct results_at *x)
{
    return *scenario_of(x)->traffic.replay ? scenario_of(x)->traffic.replay : NULL;
}

static const char *matrix_of(const struct results_at *x)
{
    return *scenario_of(x)->traffic.matrix ? scenario_of(x)->traffic.matrix : NULL;
}

/* Whether its size is rows and columns. */
static int is_rectangle(const struct topology *t)
{
    return !t->edge && !t->kind->levels && !t->kind->given;
}

static struct result_value hot_spots(const struct results_at *x)
{
    json_t *nodes = json_array();

    for (int i = 0; i < traffic_of(x)->hot_count; i++)
        json_array_append_new(nodes, json_integer(traffic_of(x)->hot[i]));
    return json(nodes);
}

static struct result_value hot_nodes(const struct results_at *x)
{
    json_t *nodes = NULL, *before;

    for (int i = 0; (before = nodes, i < traffic_of(x)->hot_count); i++, json_decref(before))
        nodes = json_sprintf("%s %u", before ? json_string_value(before) : "", (unsigned)traffic_of(x)->hot[i]);
    return json(nodes);
}

static struct result_value responses_of(const struct results_at *x)
{
    return same_if(figures_answered(x->session), RESULTS_message_responses);
}

static int steady_of(const struct results_at *x)
{
    int steady;

    metrics_warmup(metrics_of(x), &steady);
    return steady;
}

/* How the end of the warm-up was found. */
static const char *steadiness(const struct results_at *x)
{
    return steady_of(x) < 0 ? "" : steady_of(x) ? ", detected" : ", NO STEADY STATE FOUND";
}

static int is_precise(const struct results_at *x)
{
    return x->session->precision.percent >= 0 && x->session->precision.percent <= scenario_of(x)->run.precision;
}

/* Whether it came to its end. */
static int settle_ended(const struct results_at *x)
{
    enum settle_verdict verdict = x->session->settle.verdict;

    return verdict == SETTLE_SETTLED || verdict == SETTLE_SATURATED || verdict == SETTLE_BUDGET;
}

/* Senders of a group, and its messages that were delivered in the whole run. */
static int senders_of(const struct results_at *x)
{
    if (figures_classes(x->session))
        return topology_of(x)->endpoints;
    if (traffic_of(x)->second)
        return topology_of(x)->nodes;
    return x->group == GROUP_HOT ? traffic_of(x)->sender_count : traffic_of(x)->independent_count;
}

static uint64_t messages_of(const struct results_at *x)
{
    const struct stats *s = &x->stats;

    return x->group == GROUP_ALL ? s->messages : x->group == GROUP_HOT ? s->hot.messages : s->independent.messages;
}

static struct result_value group_of(const struct results_at *x, enum metrics_group group, const char *name)
{
    const char *is = figures_group(x->session, group);
    struct results_at at;

    if (!is || strcmp(is, name) != 0)
        return nothing();
    at = results_at_load(x->session, group);
    return object(RESULTS_load, &at);
}

/* Why there is no half-width. */
static const char *half_width_word(const struct interval *i)
{
    return i->verdict == INTERVAL_SATURATED ? "grows" : figures_interval(i->verdict);
}

/* Whether the fabric can carry what is offered, and how that is known. */
static const char *saturation_words(const struct results_at *x)
{
    static const char *const words[] = {
        [SATURATION_SHORT] = "too short to tell",
        [SATURATION_CARRIED] = "not saturated",
        [SATURATION_GROWS] = "SATURATED, message latencies grow with the length of the run",
        [SATURATION_ROUTES] = "SATURATED, the routes cannot carry what is asked for (fedx model links)",
        [SATURATION_HELD] = "SATURATED, sources are held back",
        [SATURATION_ENDLESS] = "SATURATED on purpose, a flood without end",
        [SATURATION_STALLED] = "STALLED, nothing moves any more",
    };

    if (saturation_is_decided(x->backlog.reason) == 1 && traffic_of(x)->hot_count && x->group == GROUP_ALL)
        return "SATURATED in a part of the nodes, see there";
    return words[x->backlog.reason];
}

static struct result_value message_spread_of(const struct results_at *x)
{
    struct results_at at = {.routers = metrics_spread(metrics_of(x))};

    return at.routers ? object(RESULTS_message_spread, &at) : nothing();
}

static struct result_value engines_of(const struct results_at *x)
{
    struct engine_compared both;

    if (!x->session->check)
        return nothing();
    both = engines_compared(x->session->check);
    return json(json_sprintf("%" PRIu64 " switch-cycles, %" PRIu64 " events, %" PRIu64 " attempts, %" PRIu64
                             " states of switches: %s",
                             both.router_cycles, both.events, both.attempts, both.states,
                             both.events ? "0 differences" : "NOTHING COMPARED"));
}

/* Windows that are over: all together; what each PE got through, or sent, where it is not silent; and one by one. */
static struct result_value windows_all(const struct results_at *x)
{
    return fairness_of(x->n > 0 ? figures_windows(x->session, x->what, 0, x->n - 1)
                                : (struct fairness){NAN, {NAN, NAN, NAN}});
}

static struct result_value windows_nodes(const struct results_at *x)
{
    json_t *nodes = json_array();

    for (int n = 0; n < topology_of(x)->endpoints; n++)
        json_array_append_new(nodes, x->n > 0 && traffic_sends(traffic_of(x), n)
                                         ? json_real(figures_windows_of(x->session, x->what, 0, x->n - 1, n))
                                         : json_null());
    return json(nodes);
}

static struct result_value windows_each(const struct results_at *x, enum results_object object)
{
    json_t *each = json_array();

    for (int i = 0; i < x->n; i++) {
        struct fairness f = figures_windows(x->session, x->what, i, i);
        struct results_at at = {.from = windows_begin(x->windows, i),
                                .to = windows_begin(x->windows, i + 1),
                                .jain = f.jain,
                                .spread = f.throughput};
        json_array_append_new(each, results_object(object, &at));
    }
    return json(each);
}

static struct result_value injected_of(const struct results_at *x)
{
    struct results_at at = *x;

    at.what = WINDOWS_INJECTED;
    return object(RESULTS_windows_injected, &at);
}

static struct result_value windows_of(const struct results_at *x)
{
    const struct windows *w = metrics_windows(metrics_of(x));
    struct results_at at = {.session = x->session, .windows = w, .n = w ? windows_complete(w) : 0};

    return w ? object(RESULTS_windows, &at) : nothing();
}

static struct result_value distances_of(const struct results_at *x)
{
    struct results_at at = {.session = x->session};
    json_t *list = metrics_of_distance(metrics_of(x), 0) ? json_array() : NULL;

    for (; list && (at.distance = metrics_of_distance(metrics_of(x), at.n)); at.n++)
        if (at.distance->count > 0)
            json_array_append_new(list, results_object(RESULTS_distance, &at));
    return list ? json(list) : nothing();
}

static const char *role_of(const struct results_at *x)
{
    static const char *const roles[] = {"independent", "sender", "hot"};
    const struct traffic *t = traffic_of(x);

    return roles[t->hot_count ? t->role[x->n] : 0];
}

static uint64_t held_samples(const struct results_at *x, int packets)
{
    return metrics_held(metrics_of(x), packets);
}

static uint64_t holding_samples(const struct results_at *x, int routers)
{
    return message_spread_count(x->routers, MESSAGE_HELD, routers);
}

static uint64_t waiting_samples(const struct results_at *x, int routers)
{
    return message_spread_count(x->routers, MESSAGE_WAITS, routers);
}

/* How many samples there are of 0, 1, ... up to the most. */
static struct result_value samples(const struct results_at *x, int most,
                                   uint64_t (*of)(const struct results_at *x, int n))
{
    json_t *counts = json_array();

    for (int i = 0; i <= most; i++)
        json_array_append_new(counts, json_integer((json_int_t)of(x, i)));
    return json(counts);
}

/* Rows ------------------------------------------------------------------------------------------------------------ */

#define RESULTS_DEF "results.def"
#include "results_rows_of.h"

static const char *const files[] = {
#define RESULTS_OBJECT(name, form, table, per, meaning) table,
#define RESULTS_WORDS(...)
#define RESULT(...)
#include "results.def"
};

const char *results_table_file(enum results_object object)
{
    return files[object];
}

/* Those of an object follow one another. */
const struct result_row *results_first(int object, const struct results_at *x)
{
    const struct result_row *row = object < RESULTS_OBJECTS ? rows
                                   : x->rows                ? x->rows
                                                            : x->session->setup.kind->parts->results->rows;

    while (row->object >= 0 && row->object != object)
        row++;
    return row->object == object ? row : NULL;
}

const struct result_row *results_next(const struct result_row *row)
{
    return row[1].object == row->object ? row + 1 : NULL;
}

struct results_at results_at_latency(const struct session *session, enum metrics_group group, enum metrics_kind kind)
{
    return (struct results_at){.session = session,
                               .group = group,
                               .kind = kind,
                               .latency = figures_latency(session, group, kind),
                               .halves = metrics_latency_halves(fabric_metrics(session->fabric), group, kind)};
}

struct results_at results_at_load(const struct session *session, enum metrics_group group)
{
    return (struct results_at){.session = session,
                               .group = group,
                               .stats = fabric_stats(session->fabric),
                               .backlog = figures_backlog(session, group),
                               .halves = figures_rate_halves(session, group),
                               .delivered = figures_rate(session, group, 0),
                               .offered = figures_rate(session, group, 1)};
}

static json_t *value_json(struct result_value value)
{
    switch (value.is) {
    case RESULT_COUNT: return json_integer((json_int_t)value.count);
    case RESULT_NUMBER: return json_real(value.number);
    case RESULT_WORD: return json_string(value.word);
    case RESULT_JSON: return value.json;
    default: return json_null();
    }
}

struct result_value results_value(const struct result_row *row, const struct results_at *x)
{
    struct result_value value = row->value(x);

    return value.is == RESULT_OBJECT ? object(value.object, x) : value;
}

json_t *results_object(int object, const struct results_at *x)
{
    json_t *json = json_object();
    int failed = 0;

    for (const struct result_row *r = results_first(object, x); r; r = results_next(r)) {
        struct result_value value = r->where & JSON ? results_value(r, x) : nothing();
        if (value.is != RESULT_NONE || (r->where & (JSON | OPTIONAL)) == JSON)
            failed |= json_object_set_new(json, r->key, value_json(value));
    }
    if (!failed)
        return json;
    json_decref(json);
    return NULL;
}

json_t *results_each(int object, const struct results_at *x, int count)
{
    struct results_at at = *x;
    json_t *list = json_array();

    for (at.n = 0; at.n < count; at.n++)
        json_array_append_new(list, results_object(object, &at));
    return list;
}

json_t *results_named(int object, const struct results_at *x, int count, const char *(*name)(int n))
{
    struct results_at at = *x;
    json_t *all = json_object();

    for (at.n = 0; at.n < count; at.n++)
        json_object_set_new(all, name(at.n), results_object(object, &at));
    return all;
}

json_t *results_joined(json_t *json, json_t *more)
{
    if (!json || !more || json_object_update(json, more) != 0) {
        json_decref(json);
        json = NULL;
    }
    json_decref(more);
    return json;
}
