/* SPDX-License-Identifier: Apache-2.0 */
#include "figures.h"

#include <stdlib.h>

static const char *const kind_names[] = {"packet",     "message", "short",      "long",     "normalized",
                                         "round_trip", "copy",    "first_copy", "last_copy"};
const char *results_kind(enum metrics_kind kind)
{
    return kind_names[kind];
}

int figures_answered(const struct session *session)
{
    return responder_answers(&session->setup.config.endpoint.responses);
}

int figures_classes(const struct session *session)
{
    return responder_is_needed(&session->setup.config.endpoint.responses);
}

int figures_multicast(const struct session *session)
{
    const struct traffic *t = &session->setup.traffic;

    return t->multicast > 0 || (t->trace && t->trace->multicasts);
}

int figures_next_kind(const struct session *session, enum metrics_group group, int kind)
{
    int answered = group == GROUP_ALL && figures_answered(session),
        multicast = group == GROUP_ALL && figures_multicast(session);

    kind++;
    if (kind == LATENCY_ROUND_TRIP && !answered)
        kind++;
    return kind < LATENCY_COPY || multicast ? kind : LATENCY_KINDS;
}

int figures_groups(const struct session *session)
{
    return session->setup.traffic.hot_count || figures_classes(session) ? GROUPS : 1;
}

const char *figures_group(const struct session *session, enum metrics_group group)
{
    static const char *const classes[] = {"requests", "responses"}, *const tasks[] = {"first_task", "second_task"},
                             *const roles[] = {"independent", "to_hot_spots"};

    if (group == GROUP_ALL)
        return "all";
    if (figures_classes(session))
        return classes[group - 1];
    if (session->setup.traffic.second)
        return tasks[group - 1];
    return session->setup.traffic.hot_count ? roles[group - 1] : NULL;
}

enum fabric_fault figures_fault(const struct session *session)
{
    const char *text;
    int node;

    return fabric_fault(session->fabric, &node, &text);
}

/* Every packet was delivered once and intact, in spite of faults on the wires; the fabric stops a run without them. */
static int conserved(const struct session *session)
{
    const struct faults_report *faults = faults_report(session->fabric);

    return !faults || faults_good(faults);
}

const char *figures_outcome(const struct session *session)
{
    static const char *const outcomes[] = {"good", "mismatch", "collision", "packet", "stall", "memory", "ended"};

    if (session->differs)
        return "engines_differ";
    enum fabric_fault fault = figures_fault(session);
    return fault == FABRIC_FAULT_NONE && !conserved(session) ? "not_conserved" : outcomes[fault];
}

int results_good(const struct session *session)
{
    return !session->differs && figures_fault(session) == FABRIC_FAULT_NONE && conserved(session);
}

struct compared figures_compared(const struct session *session)
{
    struct compared sum = {0};

    for (int n = 0; session->setup.config.nodes && n < session->setup.topology->nodes; n++) {
        if (!lockstep_is(fabric_node_ops(session->fabric, n)))
            continue;
        struct compared c = lockstep_compared(fabric_node(session->fabric, n));
        compared_add(&sum, &c);
    }
    return sum;
}

double results_density(const struct session *session, uint64_t packets, uint64_t cycles, int endpoints)
{
    int one = endpoint_load_cycles(&session->setup.config.endpoint, session->setup.kind, &session->setup.settings);

    return endpoints && cycles ? (double)packets * one / (double)cycles / endpoints : 0;
}

uint64_t figures_cycles(const struct session *session)
{
    return metrics_counted_cycles(fabric_metrics(session->fabric));
}

static int in_group(const struct session *session, int endpoint, enum metrics_group group)
{
    const struct traffic *t = &session->setup.traffic;

    if (figures_classes(session))
        return 1;
    if (t->second)
        return group == GROUP_ALL || (traffic_task(t, endpoint) ? GROUP_SECOND : GROUP_FIRST) == group;
    enum traffic_role role = t->hot_count ? (enum traffic_role)t->role[endpoint] : TRAFFIC_ROLE_INDEPENDENT;

    return group == GROUP_ALL || (group == GROUP_HOT ? role == TRAFFIC_ROLE_SENDER : role == TRAFFIC_ROLE_INDEPENDENT);
}

static int endpoints_of(const struct session *session, enum metrics_group group)
{
    int endpoints = 0;

    for (int n = 0; n < session->setup.topology->endpoints; n++)
        endpoints += in_group(session, n, group);
    return endpoints;
}

struct rate figures_rate(const struct session *session, enum metrics_group group, int offered)
{
    const struct metrics *m = fabric_metrics(session->fabric);
    struct rate r = metrics_rate(m, group, offered);
    int endpoints = endpoints_of(session, group);
    uint64_t packets = 0;

    for (int n = 0; n < session->setup.topology->endpoints; n++)
        if (in_group(session, n, group))
            packets += offered ? metrics_offered(m, group, n) : metrics_from(m, group, n);
    r.packets = results_density(session, packets, figures_cycles(session), endpoints);
    r.interval.half_width *= results_density(session, 1, 1, endpoints);
    return r;
}

struct halves figures_rate_halves(const struct session *session, enum metrics_group group)
{
    struct halves h = metrics_rate_halves(fabric_metrics(session->fabric), group);
    double density = results_density(session, 1, 1, endpoints_of(session, group));

    return (struct halves){density * h.first, density * h.second};
}

struct backlog figures_backlog(const struct session *session, enum metrics_group group)
{
    struct backlog b = metrics_backlog(fabric_metrics(session->fabric), group);
    double slice = (double)session->setup.config.end / SLICES;
    double density = results_density(session, 1, 1, endpoints_of(session, group)) / slice;

    b.growth *= density;
    b.half_width *= density;
    if (figures_fault(session) == FABRIC_FAULT_STALL)
        b.reason = SATURATION_STALLED;
    return b;
}

struct latency_figures figures_latency(const struct session *session, enum metrics_group group, enum metrics_kind kind)
{
    const struct metrics *m = fabric_metrics(session->fabric);
    struct latency_figures f = {.summary = metrics_summary(m, group, kind)};
    int steady;
    uint64_t since = metrics_warmup(m, &steady);
    struct fabric_unfinished left = fabric_unfinished(session->fabric, group, kind, since);
    double all = (double)(f.summary.count + left.count);

    f.left_out = left.count;
    f.at_least = all > 0 ? (f.summary.mean * (double)f.summary.count + left.age) / all : 0;
    return f;
}

const char *figures_saturation(enum saturation_reason reason)
{
    static const char *const words[] = {
        [SATURATION_SHORT] = "too_short", [SATURATION_CARRIED] = "not_saturated", [SATURATION_GROWS] = "grows",
        [SATURATION_ROUTES] = "routes",   [SATURATION_HELD] = "held_back",        [SATURATION_ENDLESS] = "endless",
        [SATURATION_STALLED] = "stalled",
    };

    return words[reason];
}

const char *figures_interval(enum interval_verdict verdict)
{
    static const char *const words[] = {"good", "none", "few", "correlated", "unsteady", "saturated"};

    return words[verdict];
}

/* The cable of a port to another router, in either direction. */
static double cable_busy(const struct session *session, int node, int port, int wasted)
{
    const struct metrics *m = fabric_metrics(session->fabric);
    struct topology_end far = session->setup.topology->links[node][port];

    return (metrics_busy(m, node, port, wasted) + metrics_busy(m, far.node, far.port, wasted)) /
           session->setup.kind->cable_ways;
}

double figures_endpoint_busy(const struct session *session, int endpoint, int wasted)
{
    const struct metrics *m = fabric_metrics(session->fabric);
    const struct topology *t = session->setup.topology;
    struct topology_end at = t->attached[endpoint];
    double busy = metrics_busy(m, endpoint, SENDER_ENDPOINT, wasted);

    for (int c = 0; c < t->cables; c++)
        busy += metrics_busy(m, at.node, at.port + c, wasted);
    return busy / (session->setup.kind->cable_ways * t->cables);
}

struct compared figures_terminals_compared(const struct session *session)
{
    struct compared sum = {0};

    for (int n = 0; n < fabric_endpoints(session->fabric); n++) {
        const struct endpoint *from = fabric_endpoint(session->fabric, n);
        const void *node = from->port && from->ops->lockstep ? from->ops->lockstep(from->port) : NULL;
        struct compared c;
        if (!node)
            continue;
        c = lockstep_compared(node);
        compared_add(&sum, &c);
    }
    return sum;
}

uint64_t figures_ejections(const struct session *session, int endpoint)
{
    const struct topology *t = session->setup.topology;
    struct topology_end at = t->attached[endpoint];
    uint64_t packets = 0;

    for (int c = 0; c < t->cables; c++)
        packets += metrics_attempts(fabric_metrics(session->fabric), at.node, at.port + c).accepted;
    return packets;
}

/* As busy is counted: whole attempts, when they have ended. */
double figures_endpoint_occupied(const struct session *session, int endpoint)
{
    const struct metrics *m = fabric_metrics(session->fabric);
    const struct endpoint_settings *settings = &session->setup.config.endpoint;
    struct attempts in = metrics_attempts(m, endpoint, SENDER_ENDPOINT);
    uint64_t overheads = (in.accepted + in.refused) * (uint64_t)settings->inject_overhead +
                         figures_ejections(session, endpoint) * (uint64_t)settings->eject_overhead;
    uint64_t cycles = figures_cycles(session);

    return figures_endpoint_busy(session, endpoint, 0) + (cycles ? (double)overheads / (double)cycles : 0);
}

static void spread_add(struct spread *s, double value)
{
    s->mean += value;
    s->min = value < s->min ? value : s->min;
    s->max = value > s->max ? value : s->max;
}

static struct spread spread_end(struct spread s, int count)
{
    s.mean = count ? s.mean / count : 0;
    s.min = count ? s.min : 0;
    return s;
}

struct spread figures_links_busy(const struct session *session, int wasted)
{
    const struct topology *t = session->setup.topology;
    struct spread s = {0, 1e300, 0};
    int count = 0;

    for (int n = 0; n < t->nodes; n++)
        for (int p = 0; p < t->kind->links; p++) {
            if (!topology_wired(t, n, p) || (t->side[n] >> p & 1))
                continue;
            spread_add(&s, cable_busy(session, n, p, wasted));
            count++;
        }
    return spread_end(s, count);
}

static struct spread of_endpoints(const struct session *session,
                                  double (*share)(const struct session *session, int endpoint))
{
    struct spread s = {0, 1e300, 0};
    int endpoints = session->setup.topology->endpoints;

    for (int e = 0; e < endpoints; e++)
        spread_add(&s, share(session, e));
    return spread_end(s, endpoints);
}

static double busy(const struct session *session, int endpoint)
{
    return figures_endpoint_busy(session, endpoint, 0);
}

static double wasted_time(const struct session *session, int endpoint)
{
    return figures_endpoint_busy(session, endpoint, 1);
}

struct spread figures_endpoints_busy(const struct session *session, int wasted)
{
    return of_endpoints(session, wasted ? wasted_time : busy);
}

struct spread figures_endpoints_occupied(const struct session *session)
{
    return of_endpoints(session, figures_endpoint_occupied);
}

uint64_t figures_hops(const struct session *session)
{
    const struct topology *t = session->setup.topology;
    uint64_t hops = 0;

    for (int n = 0; n < t->nodes; n++)
        for (int p = 0; p < t->kind->links; p++)
            if (topology_wired(t, n, p))
                hops += metrics_attempts(fabric_metrics(session->fabric), n, p).accepted;
    return hops;
}

double figures_share_of_hops(const struct session *session, int attribute)
{
    uint64_t hops = figures_hops(session);

    return hops ? (double)metrics_hops(fabric_metrics(session->fabric), attribute) / (double)hops : 0;
}

const struct router_attribute *figures_flagged(const struct session *session)
{
    const struct router_kind *kind = session->setup.kind;

    for (int i = 0; i < kind->attribute_count; i++)
        if (kind->attributes[i].most > 0 && figures_share_of_hops(session, i) > kind->attributes[i].most)
            return &kind->attributes[i];
    return NULL;
}

uint64_t figures_delivered(const struct session *session)
{
    uint64_t packets = 0;

    for (int e = 0; e < session->setup.topology->endpoints; e++)
        packets += metrics_from(fabric_metrics(session->fabric), GROUP_ALL, e);
    return packets;
}

double figures_path(const struct session *session)
{
    uint64_t delivered = figures_delivered(session);

    return delivered ? (double)figures_hops(session) / (double)delivered : 0;
}

double figures_queue(const struct session *session)
{
    return metrics_queued(fabric_metrics(session->fabric)) / session->setup.topology->endpoints;
}

double figures_occupancy(const struct session *session)
{
    double sum = 0;

    for (int n = 0; n < session->setup.topology->nodes; n++)
        sum += metrics_occupancy(fabric_metrics(session->fabric), n);
    return sum / session->setup.topology->nodes;
}

int figures_buffers(const struct session *session)
{
    return session->setup.kind->buffers(&session->setup.settings);
}

int figures_most_held(const struct session *session)
{
    const struct metrics *m = fabric_metrics(session->fabric);
    int most = figures_buffers(session);

    while (most > 0 && metrics_held(m, most) == 0)
        most--;
    return most;
}

/* Throughput of an endpoint in a part of the run. */
struct part {
    const struct session *session;
    enum metrics_group group;
    enum windows_what what;
    int first, last; /* windows; first > last: all that was counted */
};

static double throughput_of(const struct part *part, int endpoint)
{
    const struct metrics *m = fabric_metrics(part->session->fabric);

    return part->first > part->last ? results_density(part->session, metrics_from(m, part->group, endpoint),
                                                      figures_cycles(part->session), 1)
                                    : figures_windows_of(part->session, part->what, part->first, part->last, endpoint);
}

/* Any endpoint may be asked, and answers. */
static int sends_in(const struct part *part, int endpoint)
{
    return (figures_answered(part->session) && part->group != GROUP_FIRST) ||
           traffic_sends(&part->session->setup.traffic, endpoint);
}

static struct fairness fairness_in(struct part part)
{
    int endpoints = part.session->setup.topology->endpoints, senders = 0;
    double *value = malloc((size_t)endpoints * sizeof *value);
    struct fairness f = {1, {0, 1e300, 0}};

    for (int n = 0; value && n < endpoints; n++) {
        if (!in_group(part.session, n, part.group) || !sends_in(&part, n))
            continue;
        value[senders] = throughput_of(&part, n);
        spread_add(&f.throughput, value[senders++]);
    }
    f.throughput = spread_end(f.throughput, senders);
    f.jain = value ? jain(value, senders) : 1;
    free(value);
    return f;
}

struct fairness figures_fairness(const struct session *session, enum metrics_group group)
{
    return fairness_in((struct part){session, group, WINDOWS_DELIVERED, 0, -1});
}

struct fairness figures_windows(const struct session *session, enum windows_what what, int first, int last)
{
    return fairness_in((struct part){session, GROUP_ALL, what, first, last});
}

double figures_windows_of(const struct session *session, enum windows_what what, int first, int last, int endpoint)
{
    const struct windows *w = metrics_windows(fabric_metrics(session->fabric));
    uint64_t packets = 0;

    for (int i = first; i <= last; i++)
        packets += windows_from(w, what, i, endpoint);
    return results_density(session, packets, windows_begin(w, last + 1) - windows_begin(w, first), 1);
}

struct attempts figures_attempts(const struct session *session, int injection)
{
    struct attempts sum = {0, 0};
    int senders = injection ? session->setup.topology->endpoints : session->setup.topology->nodes;
    int first = injection ? SENDER_ENDPOINT : 0, last = injection ? SENDER_ENDPOINT : session->setup.kind->ports - 1;

    for (int n = 0; n < senders; n++)
        for (int s = first; s <= last; s++) {
            struct attempts a = metrics_attempts(fabric_metrics(session->fabric), n, s);
            sum.accepted += a.accepted;
            sum.refused += a.refused;
        }
    return sum;
}
