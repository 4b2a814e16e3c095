/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_results.h.
 */
#include "fedx_results.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../fabric/fedx_output.h"
#include "../verify/fedx_diagnose.h"
#include "../verify/fedx_legal.h"
#include "../verify/fedx_lockstep.h"
#include "fedx_cli_traffic.h"
#include "fedx_results_faults.h"

static const char *const kind_names[] = {"packet", "message", "short", "long"};
static const char *const group_names[] = {"all", "independent", "to_hot_spots"};
static const char *const cause_names[] = {"none",  "bad_header",   "stale_bit", "no_route", "no_buffer",
                                          "class", "backpressure", "throttled", "broken"};

const char *fedx_results_group(enum fedx_metrics_group group)
{
    return group_names[group];
}

const char *fedx_results_kind(enum fedx_metrics_kind kind)
{
    return kind_names[kind];
}

const char *fedx_results_cause(int cause)
{
    return cause_names[cause];
}

static struct fedx_cli_traffic replayed(const struct fedx_session *session)
{
    const char *replay = session->setup.scenario.traffic.replay;

    return (struct fedx_cli_traffic){.replay = *replay ? replay : NULL};
}

static enum fedx_fault fault_of(const struct fedx_session *session)
{
    const char *text;
    int node;

    return fedx_fabric_fault(session->fabric, &node, &text);
}

/* Every packet was delivered once and intact, in spite of faults on the wires; the fabric stops a run without them. */
static int conserved(const struct fedx_session *session)
{
    const struct fedx_inject_report *faults = fedx_fabric_faults(session->fabric);

    return !faults || fedx_inject_good(faults);
}

/* One word for how a run ended. */
static const char *outcome(const struct fedx_session *session)
{
    static const char *const outcomes[] = {"good", "divergence", "collision", "packet", "stall", "memory"};

    if (session->differs)
        return "engines_differ";
    return fault_of(session) == FEDX_FAULT_NONE && !conserved(session) ? "not_conserved" : outcomes[fault_of(session)];
}

int fedx_results_good(const struct fedx_session *session)
{
    return !session->differs && fault_of(session) == FEDX_FAULT_NONE && conserved(session);
}

/* What was compared over the lockstep nodes. */
static struct fedx_compared compared(const struct fedx_session *session)
{
    struct fedx_compared sum = {0};

    for (int n = 0; session->setup.config.nodes && n < session->setup.topology->nodes; n++) {
        if (fedx_fabric_node_ops(session->fabric, n) != &fedx_node_lockstep)
            continue;
        struct fedx_compared c = fedx_lockstep_compared(fedx_fabric_node(session->fabric, n));
        sum.cycles += c.cycles;
        sum.pin_bits += c.pin_bits;
        sum.registers += c.registers;
        sum.stores += c.stores;
        sum.legal += c.legal;
    }
    return sum;
}

/* Figures that words, JSON and tables share ------------------------------------------------------------------------- */

double fedx_results_density(uint64_t packets, uint64_t cycles, int nodes)
{
    return nodes && cycles ? (double)packets * 2 * FEDX_PACKET_BYTES / (double)cycles / nodes : 0;
}

static uint64_t counted_cycles(const struct fedx_session *session)
{
    return fedx_metrics_counted_cycles(fedx_fabric_metrics(session->fabric));
}

static int in_group(const struct fedx_traffic *t, int node, enum fedx_metrics_group group)
{
    enum fedx_role role = t->hot_count ? (enum fedx_role)t->role[node] : FEDX_ROLE_INDEPENDENT;

    return group == FEDX_GROUP_ALL || (group == FEDX_GROUP_HOT ? role == FEDX_ROLE_SENDER : role == FEDX_ROLE_INDEPENDENT);
}

double fedx_results_throughput(const struct fedx_session *session, enum fedx_metrics_group group)
{
    const struct fedx_metrics *m = fedx_fabric_metrics(session->fabric);
    uint64_t packets = 0;
    int nodes = 0;

    for (int n = 0; n < session->setup.topology->nodes; n++) {
        if (!in_group(&session->setup.traffic, n, group))
            continue;
        packets += fedx_metrics_from(m, n);
        nodes++;
    }
    return fedx_results_density(packets, counted_cycles(session), nodes);
}

/* What all PEs offered while counted, as density. */
static double offered(const struct fedx_session *session)
{
    uint64_t packets = 0;

    for (int n = 0; n < session->setup.topology->nodes; n++)
        packets += fedx_metrics_offered(fedx_fabric_metrics(session->fabric), n);
    return fedx_results_density(packets, counted_cycles(session), session->setup.topology->nodes);
}

/* Half-width of the confidence interval of throughput or offered load, from the whole slices that were counted. */
static double half_width(const struct fedx_session *session, int of_offered)
{
    const struct fedx_metrics *m = fedx_fabric_metrics(session->fabric);
    uint64_t end = session->setup.config.end, from = fedx_metrics_counted_from(m), to = from + counted_cycles(session);
    double value[FEDX_SLICES];
    int n = 0;

    for (int i = 0; i < FEDX_SLICES; i++) {
        struct fedx_slice s = fedx_metrics_slice(m, i);
        if (end * (uint64_t)i / FEDX_SLICES < from || end * (uint64_t)(i + 1) / FEDX_SLICES > to)
            continue;
        value[n++] = fedx_results_density(of_offered ? s.created : s.delivered, end, session->setup.topology->nodes) *
                     FEDX_SLICES;
    }
    return fedx_confidence(value, n);
}

/* Both directions of a link, or both of a PE port: the shares of its two senders. */
static double link_busy(const struct fedx_session *session, int node, int port, int wasted)
{
    const struct fedx_metrics *m = fedx_fabric_metrics(session->fabric);
    struct fedx_link far = port == FEDX_PE_PORT ? (struct fedx_link){node, FEDX_SENDER_PE}
                                                : session->setup.topology->links[node][port];

    return fedx_metrics_busy(m, node, port, wasted) + fedx_metrics_busy(m, far.node, far.port, wasted);
}

/* Each link once, at its end 0; or the PE ports. */
static struct fedx_spread busy_spread(const struct fedx_session *session, int pe_ports, int wasted)
{
    const struct fedx_topology *t = session->setup.topology;
    struct fedx_spread s = {0, 1e300, 0};
    int count = 0;

    for (int n = 0; n < t->nodes; n++)
        for (int p = pe_ports ? FEDX_PE_PORT : 0; p < (pe_ports ? FEDX_PORTS : FEDX_LINKS); p++) {
            if (!pe_ports && (t->links[n][p].node < 0 || (t->side[n] >> p & 1)))
                continue;
            double busy = link_busy(session, n, p, wasted);
            s.mean += busy;
            s.min = busy < s.min ? busy : s.min;
            s.max = busy > s.max ? busy : s.max;
            count++;
        }
    s.mean = count ? s.mean / count : 0;
    s.min = count ? s.min : 0;
    return s;
}

static double occupancy(const struct fedx_session *session)
{
    double sum = 0;

    for (int n = 0; n < session->setup.topology->nodes; n++)
        sum += fedx_metrics_occupancy(fedx_fabric_metrics(session->fabric), n);
    return sum / session->setup.topology->nodes;
}

static int most_held(const struct fedx_metrics *m)
{
    int most = FEDX_BUFFERS;

    while (most > 0 && fedx_metrics_held(m, most) == 0)
        most--;
    return most;
}

/* Fairness: what was delivered from each PE that sends; those that are silent by their role are left out. */
struct fairness {
    double jain;
    struct fedx_spread throughput;
};

static struct fairness fairness(const struct fedx_session *session, enum fedx_metrics_group group)
{
    const struct fedx_metrics *m = fedx_fabric_metrics(session->fabric);
    const struct fedx_traffic *t = &session->setup.traffic;
    int nodes = session->setup.topology->nodes, senders = 0;
    double *value = malloc((size_t)nodes * sizeof *value);
    struct fairness f = {1, {0, 1e300, 0}};

    for (int n = 0; value && n < nodes; n++) {
        if (!in_group(t, n, group) || !fedx_traffic_sends(t, n))
            continue;
        double v = fedx_results_density(fedx_metrics_from(m, n), counted_cycles(session), 1);
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

/* Words ------------------------------------------------------------------------------------------------------------- */

static void print_setup(const struct fedx_session *session)
{
    const struct fedx_setup *s = &session->setup;
    const struct fedx_topology *t = s->topology;
    const struct fedx_settings *c = &s->config.settings;
    struct fedx_cli_traffic traffic = replayed(session);

    printf("fabric      %d x %d %s, %d switches (%d model, %d RTL, %d in lockstep), diameter %d, mean distance %.2f\n",
           t->rows, t->cols, t->kind->name, t->nodes, t->nodes - s->rtl_nodes - s->lockstep_nodes, s->rtl_nodes,
           s->lockstep_nodes, t->diameter, t->mean_distance);
    printf("traffic     ");
    fedx_cli_traffic_print(&traffic, &s->config.pe);
    printf(", %s routing, seed %" PRIu64 "\n", fedx_routing_names[s->config.pe.adaptive], s->config.pe.seed);
    fedx_cli_traffic_print_more(&s->config.pe);
    if (*s->scenario.fabric.dead_links)
        printf("dead links  %s\n", s->scenario.fabric.dead_links);
    printf("flow        backpressure %s, BufferLimitDest %d, BufferLimitTrans %d",
           fedx_backpressure_names[c->backpressure], c->limit_dest, c->limit_trans);
    if (c->limit_total != 0)
        printf(", BufferLimit %d", c->limit_total);
    printf(", class rule %s\n", c->class_rule ? "on" : "OFF");
    if (c->buffers != FEDX_STANDARD_BUFFERS)
        printf("switches    %d buffers\n", c->buffers);
}

static void print_latencies(const struct fedx_metrics *m, enum fedx_metrics_group group)
{
    for (int k = 0; k < FEDX_KINDS; k++) {
        struct fedx_summary s = fedx_metrics_summary(m, group, k);
        char interval[32] = "-";
        if (s.count == 0)
            continue;
        if (s.half_width >= 0)
            snprintf(interval, sizeof interval, "%.1f", s.half_width);
        printf("  %s%-*s %9.1f %8s %7" PRIu64 " %7" PRIu64 " %7" PRIu64 " %7" PRIu64 " %7" PRIu64 "  over %" PRIu64 "\n",
               k >= FEDX_KIND_SHORT ? "  " : "", k >= FEDX_KIND_SHORT ? 7 : 9, kind_names[k], s.mean, interval, s.min,
               s.p50, s.p95, s.p99, s.max, s.count);
    }
}

static void print_group(const struct fedx_session *session, enum fedx_metrics_group group, const char *name, int nodes,
                        uint64_t messages)
{
    printf("%s\n", name);
    print_latencies(fedx_fabric_metrics(session->fabric), group);
    printf("  throughput  %.3f of PE port capacity, %" PRIu64 " messages from %d nodes\n",
           fedx_results_throughput(session, group), messages, nodes);
}

static void print_throughput(const struct fedx_session *session, const struct fedx_stats *s)
{
    double half = half_width(session, 0);

    printf("throughput  %.3f", fedx_results_throughput(session, FEDX_GROUP_ALL));
    if (half >= 0)
        printf(" +- %.3f", half);
    printf(" of PE port capacity (offered %.3f), %" PRIu64 " messages\n", offered(session), s->messages);
}

static void print_refusals(const struct fedx_metrics *m, const char *who, int injection, uint64_t accepted)
{
    uint64_t all = 0;

    for (int c = 1; c < FEDX_CAUSES; c++)
        all += fedx_metrics_refusals(m, injection, c);
    printf("refused     %s: %.2f for each accepted", who, accepted ? (double)all / (double)accepted : 0);
    for (int c = 1; c < FEDX_CAUSES; c++)
        if (fedx_metrics_refusals(m, injection, c))
            printf(", %s %.1f%%", cause_names[c], 100.0 * (double)fedx_metrics_refusals(m, injection, c) / (double)all);
    printf("\n");
}

/* Attempts of all switches, or of all PEs. */
static struct fedx_attempts attempts(const struct fedx_session *session, int injection)
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

static void print_utilisation(const struct fedx_session *session)
{
    const struct fedx_metrics *m = fedx_fabric_metrics(session->fabric);
    struct fedx_spread links = busy_spread(session, 0, 0), ports = busy_spread(session, 1, 0);
    struct fairness fair = fairness(session, FEDX_GROUP_ALL);

    printf("busy        links %.3f (%.3f to %.3f, refused attempts %.3f), PE ports %.3f (%.3f to %.3f)\n", links.mean,
           links.min, links.max, busy_spread(session, 0, 1).mean, ports.mean, ports.min, ports.max);
    print_refusals(m, "links and ejection", 0, attempts(session, 0).accepted);
    print_refusals(m, "injection", 1, attempts(session, 1).accepted);
    printf("buffers     %.2f used of %d, most %d\n", occupancy(session), session->setup.config.settings.buffers,
           most_held(m));
    printf("fairness    Jain %.4f, throughput of a source %.3f to %.3f\n", fair.jain, fair.throughput.min,
           fair.throughput.max);
}

static void print_results(const struct fedx_session *session)
{
    const struct fedx_metrics *m = fedx_fabric_metrics(session->fabric);
    struct fedx_stats s = fedx_fabric_stats(session->fabric);
    struct fedx_compared c = compared(session);
    uint64_t cycles = fedx_fabric_cycle(session->fabric);
    int steady;
    uint64_t warmup = fedx_metrics_warmup(m, &steady);

    printf("ran         %" PRIu64 " cycles (%" PRIu64 " warm-up%s), %s engine, %.1f s, %.2f M switch-cycles/s\n", cycles,
           warmup, !session->setup.config.detect_warmup ? "" : steady ? ", detected" : ", NO STEADY STATE FOUND",
           session->engine->name, session->seconds, (double)cycles * session->setup.topology->nodes / session->seconds / 1e6);
    printf("latency          mean     +-95%%     min     p50     p95     p99     max  cycles\n");
    print_latencies(m, FEDX_GROUP_ALL);
    print_throughput(session, &s);
    if (session->setup.traffic.hot_count) {
        print_group(session, FEDX_GROUP_INDEPENDENT, "independent", session->setup.traffic.independent_count,
                    s.independent.messages);
        print_group(session, FEDX_GROUP_HOT, "to hot spots", session->setup.traffic.sender_count, s.hot.messages);
    }
    print_utilisation(session);
    printf("packets     %" PRIu64 " taken from PEs, %" PRIu64 " delivered, %" PRIu64 " in the fabric, %" PRIu64
           " bytes checked end to end\n",
           s.injected, s.delivered, fedx_fabric_in_flight(session->fabric), s.bytes_checked);
    if (session->setup.lockstep_nodes) {
        printf("compared    %" PRIu64 " switch-cycles, %" PRIu64 " output pin bits, %" PRIu64
               " named registers, %" PRIu64 " store bytes: %s\n",
               c.cycles, c.pin_bits, c.registers, c.stores, c.cycles ? "0 differences" : "NOTHING COMPARED");
        printf("legal       %" PRIu64 " states, each by %d clauses: %s\n", c.legal, FEDX_LEGAL_COUNT,
               c.legal ? "0 broken" : "NOTHING CHECKED");
    }
    if (session->check) {
        struct fedx_engine_compared both = fedx_check_engine_compared(session->check);
        printf("engines     %" PRIu64 " switch-cycles, %" PRIu64 " events, %" PRIu64 " states of switches: %s\n",
               both.switch_cycles, both.events, both.states, both.events ? "0 differences" : "NOTHING COMPARED");
    }
    if (session->setup.config.digest)
        printf("digest      pins %016" PRIx64 " events %016" PRIx64 "\n", fedx_fabric_digest(session->fabric),
               fedx_fabric_event_digest(session->fabric));
}

void fedx_results_explain(const struct fedx_session *session, FILE *out)
{
    const struct fedx_fabric *f = session->fabric;
    const struct fedx_divergence *d;
    const char *text;
    int node;
    enum fedx_fault fault = fedx_fabric_fault(f, &node, &text);

    if (session->differs) {
        fedx_engine_difference_print(fedx_check_engine_difference(session->check), out);
    } else if (fault == FEDX_FAULT_NONE) {
        const struct fedx_inject_report *r = fedx_fabric_faults(f);
        fprintf(out, "failed: packets lost %" PRIu64 ", doubled %" PRIu64 ", misdelivered %" PRIu64 ", damaged %" PRIu64
                     ", left in switches %" PRIu64 "\n", r->lost, r->doubled, r->misdelivered, r->damaged, r->left);
    } else if (fault == FEDX_FAULT_STALL) {
        fedx_diagnose_print(f, out);
    } else if (fault == FEDX_FAULT_DIVERGENCE) {
        /* The node counts from its configuration on, the fabric from the first cycle of traffic. */
        fprintf(out, "failed: cycle %" PRIu64 " of the fabric, node %d: %s\n", fedx_fabric_cycle(f), node, text);
        if ((d = fedx_lockstep_divergence(fedx_fabric_node(f, node))))
            fedx_divergence_print(d, node, out);
    } else {
        fprintf(out, "failed: cycle %" PRIu64 ", node %d: %s\n", fedx_fabric_cycle(f), node, text);
    }
}

void fedx_results_print(const struct fedx_session *session)
{
    print_setup(session);
    if (!session->differs && fault_of(session) == FEDX_FAULT_NONE)
        print_results(session);
    else
        fedx_results_explain(session, stdout);
    fedx_results_faults_print(session);
}

/* JSON -------------------------------------------------------------------------------------------------------------- */

/* Numbers that may not be there. */
static json_t *number_or_null(int there, double value)
{
    return there ? json_real(value) : json_null();
}

static json_t *cycles_or_null(int there, uint64_t cycles)
{
    return there ? json_integer((json_int_t)cycles) : json_null();
}

static json_t *latency_json(const struct fedx_metrics *m, enum fedx_metrics_group group, enum fedx_metrics_kind kind)
{
    struct fedx_summary s = fedx_metrics_summary(m, group, kind);
    int any = s.count > 0, interval = s.half_width >= 0;

    return json_pack("{s:I, s:o, s:o, s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "count", (json_int_t)s.count,
                     "mean_cycles", number_or_null(any, s.mean), "half_width_cycles",
                     number_or_null(interval, s.half_width), "batches", interval ? s.batches : 0, "batch_correlation",
                     number_or_null(interval, s.lag1), "min_cycles", cycles_or_null(any, s.min), "p50_cycles",
                     cycles_or_null(any, s.p50), "p90_cycles", cycles_or_null(any, s.p90), "p95_cycles",
                     cycles_or_null(any, s.p95), "p99_cycles", cycles_or_null(any, s.p99), "p999_cycles",
                     cycles_or_null(any, s.p999), "max_cycles", cycles_or_null(any, s.max));
}

static json_t *spread_json(struct fedx_spread s)
{
    return json_pack("{s:f, s:f, s:f}", "mean", s.mean, "min", s.min, "max", s.max);
}

static json_t *fairness_json(const struct fedx_session *session, enum fedx_metrics_group group)
{
    struct fairness f = fairness(session, group);

    return json_pack("{s:f, s:o}", "jain", f.jain, "throughput", spread_json(f.throughput));
}

static json_t *latencies_json(const struct fedx_session *session, enum fedx_metrics_group group)
{
    const struct fedx_metrics *m = fedx_fabric_metrics(session->fabric);

    return json_pack("{s:o, s:o, s:o, s:o}", "packet_latency", latency_json(m, group, FEDX_KIND_PACKET),
                     "message_latency", latency_json(m, group, FEDX_KIND_MESSAGE), "short_message_latency",
                     latency_json(m, group, FEDX_KIND_SHORT), "long_message_latency",
                     latency_json(m, group, FEDX_KIND_LONG));
}

static json_t *group_json(const struct fedx_session *session, enum fedx_metrics_group group, int nodes, uint64_t messages)
{
    json_t *json = json_pack("{s:i, s:f, s:I, s:o}", "nodes", nodes, "throughput", fedx_results_throughput(session, group),
                             "messages", (json_int_t)messages, "fairness", fairness_json(session, group));
    json_t *latencies = latencies_json(session, group);

    if (json && json_object_update(json, latencies) != 0) {
        json_decref(json);
        json = NULL;
    }
    json_decref(latencies);
    return json;
}

static json_t *refusals_json(const struct fedx_session *session, int injection)
{
    json_t *json = json_object();
    struct fedx_attempts a = attempts(session, injection);

    json_object_set_new(json, "accepted", json_integer((json_int_t)a.accepted));
    json_object_set_new(json, "refused", json_integer((json_int_t)a.refused));
    for (int c = 1; c < FEDX_CAUSES; c++)
        json_object_set_new(json, cause_names[c],
                            json_integer((json_int_t)fedx_metrics_refusals(fedx_fabric_metrics(session->fabric), injection, c)));
    return json;
}

static json_t *buffers_json(const struct fedx_session *session)
{
    const struct fedx_metrics *m = fedx_fabric_metrics(session->fabric);
    json_t *held = json_array();

    for (int i = 0; i <= most_held(m); i++)
        json_array_append_new(held, json_integer((json_int_t)fedx_metrics_held(m, i)));
    return json_pack("{s:f, s:i, s:o}", "mean_used", occupancy(session), "max_used", most_held(m), "samples_by_used", held);
}

static json_t *fabric_json(const struct fedx_session *session)
{
    const struct fedx_topology *t = session->setup.topology;

    return json_pack("{s:s, s:i, s:i, s:i, s:i, s:i, s:i}", "topology", t->kind->name, "rows", t->rows, "cols", t->cols,
                     "rtl_nodes", session->setup.rtl_nodes, "lockstep_nodes", session->setup.lockstep_nodes, "link_latency",
                     session->setup.config.settings.latency, "buffers", session->setup.config.settings.buffers);
}

static json_t *traffic_json(const struct fedx_session *session)
{
    const struct fedx_pe_settings *pe = &session->setup.config.pe;
    struct fedx_cli_traffic traffic = replayed(session);
    json_t *json = json_pack("{s:s, s:f, s:s, s:I}", "workload", pe->workload->name, "load", pe->load, "routing",
                             fedx_routing_names[pe->adaptive], "seed", (json_int_t)pe->seed);

    if (json && fedx_cli_traffic_json(&traffic, pe, json) != 0) {
        json_decref(json);
        return NULL;
    }
    return json;
}

static json_t *flow_json(const struct fedx_session *session)
{
    const struct fedx_settings *c = &session->setup.config.settings;

    return json_pack("{s:s, s:i, s:i, s:i, s:i, s:i, s:b}", "backpressure", fedx_backpressure_names[c->backpressure],
                     "limit_dest", c->limit_dest, "limit_trans", c->limit_trans, "limit_total", c->limit_total,
                     "eject_priority", c->eject_priority, "throttle_timeout", c->throttle_timeout, "class_rule",
                     c->class_rule);
}

static json_t *counts_json(const struct fedx_session *session)
{
    struct fedx_stats s = fedx_fabric_stats(session->fabric);

    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "created", (json_int_t)s.created, "injected",
                     (json_int_t)s.injected, "delivered", (json_int_t)s.delivered, "in_fabric",
                     (json_int_t)fedx_fabric_in_flight(session->fabric), "oldest_in_fabric_cycles",
                     (json_int_t)fedx_fabric_oldest(session->fabric), "bytes_checked", (json_int_t)s.bytes_checked,
                     "failed_attempts", (json_int_t)s.failed_attempts);
}

static json_t *compared_json(const struct fedx_session *session)
{
    struct fedx_compared c = compared(session);

    return json_pack("{s:I, s:I, s:I, s:I}", "switch_cycles", (json_int_t)c.cycles, "pin_bits", (json_int_t)c.pin_bits,
                     "registers", (json_int_t)c.registers, "store_bytes", (json_int_t)c.stores);
}

static int add_groups(const struct fedx_session *session, json_t *results)
{
    const struct fedx_traffic *t = &session->setup.traffic;
    struct fedx_stats s = fedx_fabric_stats(session->fabric);

    if (!t->hot_count)
        return 0;
    return json_object_set_new(results, "independent",
                               group_json(session, FEDX_GROUP_INDEPENDENT, t->independent_count, s.independent.messages)) |
           json_object_set_new(results, "to_hot_spots",
                               group_json(session, FEDX_GROUP_HOT, t->sender_count, s.hot.messages));
}

json_t *fedx_results_json(const struct fedx_session *session)
{
    const struct fedx_metrics *m = fedx_fabric_metrics(session->fabric);
    struct fedx_stats s = fedx_fabric_stats(session->fabric);
    char pins[20], events[20];
    int steady;
    uint64_t warmup = fedx_metrics_warmup(m, &steady);

    snprintf(pins, sizeof pins, "%016" PRIx64, fedx_fabric_digest(session->fabric));
    snprintf(events, sizeof events, "%016" PRIx64, fedx_fabric_event_digest(session->fabric));
    json_t *results = json_pack(
        "{s:s, s:o, s:o, s:o, s:o, s:I, s:I, s:b, s:I}", "outcome", outcome(session), "fabric", fabric_json(session), "traffic",
        traffic_json(session), "flow", flow_json(session), "schedule", fedx_cli_schedule_json(&session->setup.config.pe), "cycles",
        (json_int_t)fedx_fabric_cycle(session->fabric), "warmup_cycles", (json_int_t)warmup, "steady", steady,
        "counted_from_cycle", (json_int_t)fedx_metrics_counted_from(m));
    json_t *latencies = latencies_json(session, FEDX_GROUP_ALL);
    json_t *figures = json_pack(
        "{s:f, s:o, s:f, s:o, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:s, s:s}", "throughput",
        fedx_results_throughput(session, FEDX_GROUP_ALL), "throughput_half_width",
        number_or_null(half_width(session, 0) >= 0, half_width(session, 0)), "offered", offered(session),
        "offered_half_width", number_or_null(half_width(session, 1) >= 0, half_width(session, 1)),
        "messages", (json_int_t)s.messages, "packets", counts_json(session), "link_busy", spread_json(busy_spread(session, 0, 0)),
        "link_wasted", spread_json(busy_spread(session, 0, 1)), "pe_port_busy", spread_json(busy_spread(session, 1, 0)),
        "pe_port_wasted", spread_json(busy_spread(session, 1, 1)), "attempts_of_switches", refusals_json(session, 0),
        "attempts_of_pes", refusals_json(session, 1), "buffers", buffers_json(session), "compared", compared_json(session),
        "pin_digest", pins, "event_digest", events);
    int failed = !results || !latencies || !figures || json_object_update(results, latencies) != 0 ||
                 json_object_update(results, figures) != 0 ||
                 json_object_set_new(results, "fairness", fairness_json(session, FEDX_GROUP_ALL)) != 0 ||
                 json_object_set_new(results, "faults", fedx_results_faults_json(session)) != 0 ||
                 add_groups(session, results) != 0;

    json_decref(latencies);
    json_decref(figures);
    if (failed) {
        json_decref(results);
        return NULL;
    }
    return results;
}

/* Tables ------------------------------------------------------------------------------------------------------------ */

static void nodes_csv(const struct fedx_session *session, FILE *out)
{
    const struct fedx_metrics *m = fedx_fabric_metrics(session->fabric);
    const struct fedx_traffic *t = &session->setup.traffic;
    static const char *const roles[] = {"independent", "sender", "hot"};

    fprintf(out, "node,row,col,role,offered_packets,delivered_packets,throughput,longest_packet_latency_cycles,"
                 "mean_used_buffers,pe_port_busy,injections,refused_injections,ejections\n");
    for (int n = 0; n < session->setup.topology->nodes; n++) {
        struct fedx_attempts in = fedx_metrics_attempts(m, n, FEDX_SENDER_PE);
        struct fedx_attempts ej = fedx_metrics_attempts(m, n, FEDX_PE_PORT);
        fprintf(out, "%d,%d,%d,%s,%" PRIu64 ",%" PRIu64 ",%.6f,%" PRIu64 ",%.4f,%.6f,%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", n,
                n / session->setup.topology->cols, n % session->setup.topology->cols, roles[t->hot_count ? t->role[n] : 0],
                fedx_metrics_offered(m, n), fedx_metrics_from(m, n),
                fedx_results_density(fedx_metrics_from(m, n), counted_cycles(session), 1), fedx_metrics_longest(m, n),
                fedx_metrics_occupancy(m, n), link_busy(session, n, FEDX_PE_PORT, 0), in.accepted, in.refused, ej.accepted);
    }
}

static void links_csv(const struct fedx_session *session, FILE *out)
{
    const struct fedx_metrics *m = fedx_fabric_metrics(session->fabric);

    fprintf(out, "node,port,to_node,to_port,accepted,refused,busy,wasted\n");
    for (int n = 0; n < session->setup.topology->nodes; n++)
        for (int p = 0; p < FEDX_LINKS; p++) {
            struct fedx_link far = session->setup.topology->links[n][p];
            struct fedx_attempts a = fedx_metrics_attempts(m, n, p);
            if (far.node >= 0)
                fprintf(out, "%d,%d,%d,%d,%" PRIu64 ",%" PRIu64 ",%.6f,%.6f\n", n, p, far.node, far.port, a.accepted,
                        a.refused, fedx_metrics_busy(m, n, p, 0), fedx_metrics_busy(m, n, p, 1));
        }
}

static void latency_csv(const struct fedx_session *session, FILE *out)
{
    fprintf(out, "group,kind,count,mean_cycles,half_width_cycles,min_cycles,p50_cycles,p90_cycles,p95_cycles,p99_cycles,"
                 "p999_cycles,max_cycles\n");
    for (int g = 0; g < (session->setup.traffic.hot_count ? FEDX_GROUPS : 1); g++)
        for (int k = 0; k < FEDX_KINDS; k++) {
            struct fedx_summary s = fedx_metrics_summary(fedx_fabric_metrics(session->fabric), g, k);
            char half[32] = "";
            if (s.count == 0) {
                fprintf(out, "%s,%s,0,,,,,,,,,\n", group_names[g], kind_names[k]);
                continue;
            }
            if (s.half_width >= 0)
                snprintf(half, sizeof half, "%.3f", s.half_width);
            fprintf(out, "%s,%s,%" PRIu64 ",%.3f,%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64
                         ",%" PRIu64 "\n",
                    group_names[g], kind_names[k], s.count, s.mean, half, s.min, s.p50, s.p90, s.p95, s.p99, s.p999, s.max);
        }
}

/* A latency and a comma; no latency is 0. */
static void print_mean(FILE *out, double cycles)
{
    if (cycles > 0)
        fprintf(out, "%.3f", cycles);
    fputc(',', out);
}

static void series_csv(const struct fedx_session *session, FILE *out)
{
    uint64_t end = session->setup.config.end;

    fprintf(out, "from_cycle,to_cycle,created_packets,delivered_packets,throughput,mean_packet_latency_cycles,"
                 "mean_message_latency_cycles,mean_used_buffers\n");
    for (int i = 0; i < FEDX_SLICES; i++) {
        struct fedx_slice s = fedx_metrics_slice(fedx_fabric_metrics(session->fabric), i);
        uint64_t from = end * (uint64_t)i / FEDX_SLICES, to = end * (uint64_t)(i + 1) / FEDX_SLICES;
        fprintf(out, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.6f,", from, to, s.created, s.delivered,
                fedx_results_density(s.delivered, to - from, session->setup.topology->nodes));
        print_mean(out, s.packet_latency);
        print_mean(out, s.message_latency);
        fprintf(out, "%.4f\n", s.occupancy);
    }
}

static const struct {
    const char *name;
    void (*write)(const struct fedx_session *session, FILE *out);
} tables[] = {{"nodes.csv", nodes_csv}, {"links.csv", links_csv}, {"latency.csv", latency_csv}, {"series.csv", series_csv}};
enum { TABLES = sizeof tables / sizeof *tables };

static int open_tables(const char *folder, struct fedx_output *output, char *error, size_t size)
{
    int failed = 0;

    if (fedx_output_folder(folder, error, size) != 0)
        return -1;
    for (int i = 0; i < TABLES && !failed; i++) {
        char path[FEDX_SCENARIO_TEXT + 16];
        snprintf(path, sizeof path, "%s/%s", folder, tables[i].name);
        failed = fedx_output_open(&output[i], path, error, size);
    }
    return failed;
}

static void abandon_tables(struct fedx_output *output)
{
    for (int i = 0; i < TABLES; i++)
        fedx_output_abandon(&output[i]);
}

int fedx_results_csv_check(const char *folder, char *error, size_t size)
{
    struct fedx_output output[TABLES] = {{0}};
    int failed = open_tables(folder, output, error, size);

    abandon_tables(output);
    return failed;
}

int fedx_results_csv(const struct fedx_session *session, const char *folder, char *error, size_t size)
{
    struct fedx_output output[TABLES] = {{0}};
    int failed = open_tables(folder, output, error, size);

    /* All tables are on the disk before the first one takes its name. */
    for (int i = 0; i < TABLES && !failed; i++) {
        tables[i].write(session, output[i].file);
        if (fflush(output[i].file) != 0 || ferror(output[i].file)) {
            snprintf(error, size, "cannot write %s/%s: %s", folder, tables[i].name, strerror(errno));
            failed = -1;
        }
    }
    for (int i = 0; i < TABLES && !failed; i++)
        failed = fedx_output_close(&output[i], error, size);
    abandon_tables(output);
    return failed;
}

/* Tables as JSON ---------------------------------------------------------------------------------------------------- */

/* A field of a table: a number, nothing, or a word. */
static json_t *field_json(const char *field)
{
    char *end;
    double number = strtod(field, &end);

    if (*field == 0)
        return json_null();
    if (*end)
        return json_string(field);
    return strchr(field, '.') ? json_real(number) : json_integer((json_int_t)number);
}

/* Add a line to the columns; the first line makes them. */
static void add_line(char *line, json_t *names, json_t *columns)
{
    int first = json_array_size(names) == 0;
    char *field;

    for (size_t i = 0; (field = strsep(&line, ",")); i++) {
        if (first) {
            json_array_append_new(names, json_string(field));
            json_object_set_new(columns, field, json_array());
        } else {
            json_array_append_new(json_object_get(columns, json_string_value(json_array_get(names, i))), field_json(field));
        }
    }
}

/* The table in the words of its file, so that both say the same. */
static json_t *table_json(const struct fedx_session *session, void (*write)(const struct fedx_session *session, FILE *out))
{
    json_t *names = json_array(), *columns = json_object();
    char *text = NULL, *rest, *line;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    if (out) {
        write(session, out);
        fclose(out);
    }
    for (rest = text; rest && *rest && (line = strsep(&rest, "\n"));)
        add_line(line, names, columns);
    free(text);
    json_decref(names);
    return columns;
}

json_t *fedx_results_tables(const struct fedx_session *session)
{
    json_t *json = json_object();
    char name[16];

    for (int i = 0; i < TABLES; i++) {
        snprintf(name, sizeof name, "%.*s", (int)strcspn(tables[i].name, "."), tables[i].name);
        json_object_set_new(json, name, table_json(session, tables[i].write));
    }
    return json;
}
