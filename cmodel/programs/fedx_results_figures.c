/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_results_figures.h.
 */
#include "fedx_results_figures.h"

#include <stdlib.h>

static const char *const kind_names[] = {"packet", "message", "short", "long"};
static const char *const group_names[] = {"all", "independent", "to_hot_spots"};

const char *fedx_results_group(enum fedx_metrics_group group)
{
    return group_names[group];
}

const char *fedx_results_kind(enum fedx_metrics_kind kind)
{
    return kind_names[kind];
}

struct fedx_cli_traffic fedx_figures_traffic(const struct fedx_session *session)
{
    const char *replay = session->setup.scenario.traffic.replay;

    return (struct fedx_cli_traffic){.replay = *replay ? replay : NULL};
}

enum fedx_fault fedx_figures_fault(const struct fedx_session *session)
{
    const char *text;
    int node;

    return fedx_fabric_fault(session->fabric, &node, &text);
}

/* Every packet was delivered once and intact, in spite of faults on the wires; the fabric stops a run without them. */
static int conserved(const struct fedx_session *session)
{
    const struct fedx_inject_report *faults = fedx_inject_report(session->fabric);

    return !faults || fedx_inject_good(faults);
}

const char *fedx_figures_outcome(const struct fedx_session *session)
{
    static const char *const outcomes[] = {"good", "divergence", "collision", "packet", "stall", "memory", "ended"};

    if (session->differs)
        return "engines_differ";
    enum fedx_fault fault = fedx_figures_fault(session);
    return fault == FEDX_FAULT_NONE && !conserved(session) ? "not_conserved" : outcomes[fault];
}

int fedx_results_good(const struct fedx_session *session)
{
    return !session->differs && fedx_figures_fault(session) == FEDX_FAULT_NONE && conserved(session);
}

struct fedx_compared fedx_figures_compared(const struct fedx_session *session)
{
    struct fedx_compared sum = {0};

    for (int n = 0; session->setup.config.nodes && n < session->setup.topology->nodes; n++) {
        if (!fedx_lockstep_is(fedx_fabric_node_ops(session->fabric, n)))
            continue;
        struct fedx_compared c = fedx_lockstep_compared(fedx_fabric_node(session->fabric, n));
        fedx_compared_add(&sum, &c);
    }
    return sum;
}

double fedx_results_density(const struct router_kind *kind, uint64_t packets, uint64_t cycles, int nodes)
{
    return nodes && cycles ? (double)packets * kind->load_cycles / (double)cycles / nodes : 0;
}

uint64_t fedx_figures_cycles(const struct fedx_session *session)
{
    return fedx_metrics_counted_cycles(fedx_fabric_metrics(session->fabric));
}

static int in_group(const struct traffic *t, int node, enum fedx_metrics_group group)
{
    enum traffic_role role = t->hot_count ? (enum traffic_role)t->role[node] : TRAFFIC_ROLE_INDEPENDENT;

    return group == FEDX_GROUP_ALL || (group == FEDX_GROUP_HOT ? role == TRAFFIC_ROLE_SENDER : role == TRAFFIC_ROLE_INDEPENDENT);
}

static int nodes_of(const struct fedx_session *session, enum fedx_metrics_group group)
{
    int nodes = 0;

    for (int n = 0; n < session->setup.topology->nodes; n++)
        nodes += in_group(&session->setup.traffic, n, group);
    return nodes;
}

struct fedx_rate fedx_figures_rate(const struct fedx_session *session, enum fedx_metrics_group group, int offered)
{
    const struct fedx_metrics *m = fedx_fabric_metrics(session->fabric);
    struct fedx_rate r = fedx_metrics_rate(m, group, offered);
    int nodes = nodes_of(session, group);
    uint64_t packets = 0;

    for (int n = 0; n < session->setup.topology->nodes; n++)
        if (in_group(&session->setup.traffic, n, group))
            packets += offered ? fedx_metrics_offered(m, n) : fedx_metrics_from(m, n);
    r.packets = fedx_results_density(session->setup.kind, packets, fedx_figures_cycles(session), nodes);
    r.interval.half_width *= fedx_results_density(session->setup.kind, 1, 1, nodes);
    return r;
}

struct fedx_backlog fedx_figures_backlog(const struct fedx_session *session, enum fedx_metrics_group group)
{
    struct fedx_backlog b = fedx_metrics_backlog(fedx_fabric_metrics(session->fabric), group);
    double slice = (double)session->setup.config.end / FEDX_SLICES;
    double density = fedx_results_density(session->setup.kind, 1, 1, nodes_of(session, group)) / slice;

    b.growth *= density;
    b.half_width *= density;
    return b;
}

struct fedx_latency_figures fedx_figures_latency(const struct fedx_session *session, enum fedx_metrics_group group,
                                                 enum fedx_metrics_kind kind)
{
    const struct fedx_metrics *m = fedx_fabric_metrics(session->fabric);
    struct fedx_latency_figures f = {.summary = fedx_metrics_summary(m, group, kind)};
    int steady;
    uint64_t since = fedx_metrics_warmup(m, &steady);
    struct fedx_unfinished left = fedx_fabric_unfinished(session->fabric, group, kind, since);
    double all = (double)(f.summary.count + left.count);

    f.left_out = left.count;
    f.at_least = all > 0 ? (f.summary.mean * (double)f.summary.count + left.age) / all : 0;
    return f;
}

const char *fedx_figures_interval(enum fedx_interval_verdict verdict)
{
    static const char *const words[] = {"good", "none", "few", "correlated", "unsteady", "saturated"};

    return words[verdict];
}

double fedx_figures_cable_busy(const struct fedx_session *session, int node, int port, int wasted)
{
    const struct fedx_metrics *m = fedx_fabric_metrics(session->fabric);
    struct topology_link far = session->setup.topology->links[node][port];

    return fedx_metrics_busy(m, node, port, wasted) + fedx_metrics_busy(m, far.node, far.port, wasted);
}

double fedx_figures_endpoint_busy(const struct fedx_session *session, int endpoint, int wasted)
{
    const struct fedx_metrics *m = fedx_fabric_metrics(session->fabric);
    struct topology_link at = session->setup.topology->attached[endpoint];

    return fedx_metrics_busy(m, at.node, at.port, wasted) + fedx_metrics_busy(m, endpoint, FEDX_SENDER_PE, wasted);
}

static void spread_add(struct fedx_spread *s, double value)
{
    s->mean += value;
    s->min = value < s->min ? value : s->min;
    s->max = value > s->max ? value : s->max;
}

static struct fedx_spread spread_end(struct fedx_spread s, int count)
{
    s.mean = count ? s.mean / count : 0;
    s.min = count ? s.min : 0;
    return s;
}

struct fedx_spread fedx_figures_links_busy(const struct fedx_session *session, int wasted)
{
    const struct topology *t = session->setup.topology;
    struct fedx_spread s = {0, 1e300, 0};
    int count = 0;

    for (int n = 0; n < t->nodes; n++)
        for (int p = 0; p < t->kind->links; p++) {
            if (t->links[n][p].node < 0 || t->links[n][p].port == TOPOLOGY_ENDPOINT || (t->side[n] >> p & 1))
                continue;
            spread_add(&s, fedx_figures_cable_busy(session, n, p, wasted));
            count++;
        }
    return spread_end(s, count);
}

struct fedx_spread fedx_figures_endpoints_busy(const struct fedx_session *session, int wasted)
{
    struct fedx_spread s = {0, 1e300, 0};
    int endpoints = session->setup.topology->endpoints;

    for (int e = 0; e < endpoints; e++)
        spread_add(&s, fedx_figures_endpoint_busy(session, e, wasted));
    return spread_end(s, endpoints);
}

double fedx_figures_occupancy(const struct fedx_session *session)
{
    double sum = 0;

    for (int n = 0; n < session->setup.topology->nodes; n++)
        sum += fedx_metrics_occupancy(fedx_fabric_metrics(session->fabric), n);
    return sum / session->setup.topology->nodes;
}

int fedx_figures_most_held(const struct fedx_session *session)
{
    const struct fedx_metrics *m = fedx_fabric_metrics(session->fabric);
    int most = (int)session->setup.scenario.fabric.buffers;

    while (most > 0 && fedx_metrics_held(m, most) == 0)
        most--;
    return most;
}

struct fedx_fairness fedx_figures_fairness(const struct fedx_session *session, enum fedx_metrics_group group)
{
    const struct fedx_metrics *m = fedx_fabric_metrics(session->fabric);
    const struct traffic *t = &session->setup.traffic;
    int nodes = session->setup.topology->nodes, senders = 0;
    double *value = malloc((size_t)nodes * sizeof *value);
    struct fedx_fairness f = {1, {0, 1e300, 0}};

    for (int n = 0; value && n < nodes; n++) {
        if (!in_group(t, n, group) || !traffic_sends(t, n))
            continue;
        double v = fedx_results_density(session->setup.kind, fedx_metrics_from(m, n), fedx_figures_cycles(session), 1);
        value[senders++] = v;
        f.throughput.mean += v;
        f.throughput.min = v < f.throughput.min ? v : f.throughput.min;
        f.throughput.max = v > f.throughput.max ? v : f.throughput.max;
    }
    f.throughput.mean = senders ? f.throughput.mean / senders : 0;
    f.throughput.min = senders ? f.throughput.min : 0;
    f.jain = value ? fedx_jain(value, senders) : 1;
    free(value);
    return f;
}

struct fedx_attempts fedx_figures_attempts(const struct fedx_session *session, int injection)
{
    struct fedx_attempts sum = {0, 0};

    for (int n = 0; n < session->setup.topology->nodes; n++)
        for (int s = injection ? FEDX_SENDER_PE : 0; s < (injection ? FEDX_SENDERS : FEDX_SENDER_PE); s++) {
            struct fedx_attempts a = fedx_metrics_attempts(fedx_fabric_metrics(session->fabric), n, s);
            sum.accepted += a.accepted;
            sum.refused += a.refused;
        }
    return sum;
}

