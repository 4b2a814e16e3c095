/* SPDX-License-Identifier: Apache-2.0
 *
 * The results of a run in words. See results.h.
 */
#include <inttypes.h>
#include <math.h>

#include "../triage/deadlock.h"
#include "../config/scenario_kind.h"
#include "results_blackbox.h"
#include "results_energy.h"
#include "results_faults.h"
#include "results_kind.h"
#include "results_rows.h"

static void print_setup(const struct session *session)
{
    const struct setup *s = &session->setup;
    const struct topology *t = s->topology;
    const struct scenario *c = &s->scenario;
    struct results_traffic traffic = figures_traffic(session);

    printf("fabric      %s, %d switches (%d model, %d RTL, %d in lockstep", t->name, t->nodes,
           t->nodes - s->rtl_nodes - s->lockstep_nodes - s->box_nodes, s->rtl_nodes, s->lockstep_nodes);
    if (s->box_nodes)
        printf(", %d black box", s->box_nodes);
    printf("), ");
    if (t->fixed)
        printf("%d PEs, ", t->endpoints);
    printf("diameter %d, mean distance %.2f\n", t->diameter, t->mean_distance);
    printf("traffic     ");
    results_traffic_print(&traffic, &s->config.endpoint);
    printf(", %s routing, seed %" PRIu64 "\n", routing_names[c->traffic.routing], s->config.endpoint.seed);
    results_traffic_print_more(&s->config.endpoint);
    if (*s->scenario.fabric.dead_links)
        printf("dead links  %s\n", s->scenario.fabric.dead_links);
    if (s->kind->parts->scenario->routers)
        printf("routers     %s\n", s->kind->parts->scenario->routers);
    if (s->kind->parts->scenario->print_settings)
        s->kind->parts->scenario->print_settings(c, stdout);
}

/* The half-width, or why it says nothing. */
static void interval_text(const struct interval *i, int decimals, char *text, size_t size)
{
    if (i->verdict == INTERVAL_GOOD)
        snprintf(text, size, "%.*f", decimals, i->half_width);
    else
        snprintf(text, size, "%s", i->verdict == INTERVAL_SATURATED ? "grows" : figures_interval(i->verdict));
}

/* A latency in the columns that the screen has; in place of a half-width that there is not, why. */
static void print_latency(const struct results_at *x)
{
    int is_part = x->kind == LATENCY_SHORT || x->kind == LATENCY_LONG;

    printf("  %s%-*s", is_part ? "  " : "", is_part ? 8 : 10, results_kind(x->kind));
    for (const struct result_row *r = NULL; (r = results_next(RESULTS_latency, r));) {
        struct result_value value = r->value(x);
        char text[32];
        interval_text(&x->latency.summary.interval, 1, text, sizeof text);
        if (value.is == RESULT_COUNT)
            snprintf(text, sizeof text, "%" PRIu64, value.count);
        else if (value.is == RESULT_NUMBER)
            snprintf(text, sizeof text, "%.1f", value.number);
        if (r->width)
            printf(" %*s", r->width, text);
    }
    printf("  over %" PRIu64 " of %" PRIu64, x->latency.summary.count, x->latency.summary.count + x->latency.left_out);
    if (x->latency.left_out)
        printf(", with the others at least %.1f", x->latency.at_least);
    printf("\n");
}

static void print_latencies(const struct session *session, enum metrics_group group)
{
    for (int k = 0; k < figures_kinds(session, group); k++) {
        struct results_at x = results_at_latency(session, group, k);
        if (x.latency.summary.count)
            print_latency(&x);
        else if (x.latency.left_out)
            printf("  %-*s none of %" PRIu64 " has arrived, mean at least %.1f\n", 10, results_kind(k),
                   x.latency.left_out, x.latency.at_least);
    }
}

static void print_throughput(const struct session *session, enum metrics_group group)
{
    struct rate delivered = figures_rate(session, group, 0), offered = figures_rate(session, group, 1);
    char interval[32];

    interval_text(&delivered.interval, 3, interval, sizeof interval);
    printf("throughput  %.3f +- %s of PE port capacity (offered %.3f)", delivered.packets, interval, offered.packets);
}

/* Whether the fabric can carry what is offered, and how that is known. */
static const char *saturation_words(const struct session *session, enum metrics_group group,
                                    enum saturation_reason reason)
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

    if (saturation_is_decided(reason) == 1 && session->setup.traffic.hot_count && group == GROUP_ALL)
        return "SATURATED in a part of the nodes, see there";
    return words[reason];
}

static void print_backlog(const struct session *session, enum metrics_group group, const char *indent)
{
    struct backlog b = figures_backlog(session, group);

    printf("%sbacklog     %.0f packets at the end", indent, b.packets);
    if (b.judged)
        printf(", %.1f messages a source in the later half, growth %+.4f +- %.4f of PE port capacity", b.messages,
               b.growth, b.half_width);
    printf(": %s\n", saturation_words(session, group, b.reason));
}

static void print_group(const struct session *session, enum metrics_group group, const char *name, int nodes,
                        uint64_t messages)
{
    printf("%s\n", name);
    print_latencies(session, group);
    printf("  ");
    print_throughput(session, group);
    printf(", %" PRIu64 " messages from %d nodes\n", messages, nodes);
    print_backlog(session, group, "  ");
}

static void print_refusals(const struct session *session, const char *who, int injection)
{
    const struct metrics *m = fabric_metrics(session->fabric);
    const struct router_kind *kind = session->setup.kind;
    uint64_t all = 0, accepted = figures_attempts(session, injection).accepted;

    for (int c = REJECT_NONE + 1; c < kind->reason_count; c++)
        all += metrics_refusals(m, injection, c);
    printf("refused     %s: %.2f for each accepted", who, accepted ? (double)all / (double)accepted : 0);
    for (int c = REJECT_NONE + 1; c < kind->reason_count; c++)
        if (metrics_refusals(m, injection, c))
            printf(", %s %.1f%%", kind->reasons[c].key,
                   100.0 * (double)metrics_refusals(m, injection, c) / (double)all);
    printf("\n");
}

static void print_fairness(const struct fairness *fair)
{
    printf("fairness    Jain %.4f, throughput of a source %.3f to %.3f\n", fair->jain, fair->throughput.min,
           fair->throughput.max);
}

static void print_occupied(struct spread ports)
{
    printf("occupied    PE ports %.3f (%.3f to %.3f), overheads included\n", ports.mean, ports.min, ports.max);
}

static void print_message_spread(const struct message_spread *s)
{
    printf("spread      a message is held by %.2f switches at a time, most %d, and waits in %.2f, most %d\n",
           message_spread_mean(s, MESSAGE_HELD), message_spread_most(s, MESSAGE_HELD),
           message_spread_mean(s, MESSAGE_WAITS), message_spread_most(s, MESSAGE_WAITS));
}

/* Hops, and how many have each property that their kind of router counts. */
static void print_hops(const struct session *session)
{
    const struct router_kind *kind = session->setup.kind;
    const struct router_attribute *flagged = figures_flagged(session);

    if (kind->attribute_count == 0)
        return;
    printf("hops        %" PRIu64, figures_hops(session));
    for (int i = 0; i < kind->attribute_count; i++)
        printf(", %.2f%% %s", 100 * figures_share_of_hops(session, i), kind->attributes[i].words);
    printf("%s%s\n", flagged ? ": " : "", flagged ? flagged->flag : "");
}

/* What was sampled, and how far packets went: of a short run there may be neither. */
static void print_samples(const struct session *session)
{
    double used = figures_occupancy(session), path = figures_path(session), queue = figures_queue(session);

    if (isnan(used))
        printf("buffers     no samples: the run is shorter than the time between two, %" PRIi64 " cycles (--sample)\n",
               session->setup.scenario.run.sample);
    else
        printf("buffers     %.2f used of %d, most %d\n", used, figures_buffers(session), figures_most_held(session));
    if (path > 0)
        printf("paths       %.2f hops of a packet, ", path);
    else
        printf("paths       no packet arrived while counted, ");
    if (isnan(queue))
        printf("no samples of what waits in PEs\n");
    else
        printf("%.2f packets wait in a PE\n", queue);
}

static void print_utilisation(const struct session *session)
{
    struct spread links = figures_links_busy(session, 0), ports = figures_endpoints_busy(session, 0);
    struct fairness fair = figures_fairness(session, GROUP_ALL);

    if (session->setup.config.hidden) {
        printf("not known   what is busy, refused and held: the router shows %d of %d named registers\n",
               kind_registers_shown(session->setup.kind, session->setup.config.inner),
               session->setup.kind->register_count);
        print_fairness(&fair);
        return;
    }
    printf("busy        links %.3f (%.3f to %.3f, refused attempts %.3f), PE ports %.3f (%.3f to %.3f)\n", links.mean,
           links.min, links.max, figures_links_busy(session, 1).mean, ports.mean, ports.min, ports.max);
    if (session->setup.config.endpoint.inject_overhead | session->setup.config.endpoint.eject_overhead)
        print_occupied(figures_endpoints_occupied(session));
    results_flits_print(session);
    results_energy_print(session);
    print_refusals(session, "links and ejection", 0);
    print_refusals(session, "injection", 1);
    print_samples(session);
    print_hops(session);
    if (metrics_spread(fabric_metrics(session->fabric)))
        print_message_spread(metrics_spread(fabric_metrics(session->fabric)));
    print_fairness(&fair);
}

/* How the end of the warm-up was found. */
static const char *warmup_words(int steady)
{
    return steady < 0 ? "" : steady ? ", detected" : ", NO STEADY STATE FOUND";
}

static void print_run(const struct session *session)
{
    uint64_t cycles = fabric_cycle(session->fabric), warmup;
    int steady;

    warmup = metrics_warmup(fabric_metrics(session->fabric), &steady);
    printf("ran         %" PRIu64 " cycles (%" PRIu64 " warm-up%s), %s engine, %.1f s, %.2f M switch-cycles/s\n",
           cycles, warmup, warmup_words(steady), session->engine->name, session->seconds,
           (double)cycles * session->setup.topology->nodes / session->seconds / 1e6);
}

static void print_precision(const struct session *session)
{
    const struct precision *p = &session->precision;
    double asked = session->setup.scenario.run.precision;

    if (asked <= 0)
        return;
    printf("precision   %g%% ", asked);
    if (p->percent >= 0 && p->percent <= asked)
        printf("reached: %s is the widest, +- %.2f%%\n", p->figure, p->percent);
    else if (p->hopeless)
        printf("NOT REACHED: no run is long enough, since the message latency grows with its length\n");
    else if (p->percent < 0)
        printf("NOT REACHED in %" PRId64 " cycles (max_cycles): %s has no good interval\n",
               session->setup.scenario.run.cycles, p->figure);
    else
        printf("NOT REACHED in %" PRId64 " cycles (max_cycles): %s is the widest, +- %.2f%%\n",
               session->setup.scenario.run.cycles, p->figure, p->percent);
}

/* The figure that is farthest from settled: how far it moves, and its interval. */
static void print_farthest(const struct settle *s)
{
    if (s->moved >= 0)
        printf("%s moves by %.2f%%", s->figure, s->moved);
    else
        printf("%s is not known well enough", s->figure);
    if (s->width >= 0)
        printf(", +- %.2f%%", s->width);
    printf("\n");
}

static void print_settled(const struct session *session)
{
    const struct settle *s = &session->settle;
    const struct scenario *scenario = &session->setup.scenario;

    if (s->verdict == SETTLE_NOT_ASKED)
        return;
    printf("settled     %g%% ", scenario->run.settle);
    switch (s->verdict) {
    case SETTLE_SETTLED: printf("reached: "); break;
    case SETTLE_SATURATED: printf("reached, saturated%s: ", s->alone ? ", of the throughput alone" : ""); break;
    case SETTLE_BUDGET: printf("NOT REACHED in %" PRId64 " cycles (max_cycles): ", scenario->run.cycles); break;
    case SETTLE_STALLED: printf("NOT REACHED: nothing moves any more\n"); return;
    case SETTLE_LIMIT: printf("NOT REACHED: messages take longer than the limit\n"); return;
    default: printf("NOT REACHED: a failure ended the run\n"); return;
    }
    print_farthest(s);
}

static void print_packets(const struct session *session, const struct stats *s)
{
    printf("packets     %" PRIu64 " taken from PEs, %" PRIu64 " delivered, %" PRIu64 " in the fabric", s->injected,
           s->delivered, fabric_in_flight(session->fabric));
    if (session->setup.config.nodes)
        printf(", %" PRIu64 " bytes checked end to end\n", s->bytes_checked);
    else
        printf("; this engine moves no bytes, each was checked by its number\n");
}

static void print_compared(const struct session *session)
{
    struct compared c = figures_compared(session);

    if (session->setup.lockstep_nodes) {
        printf("compared    %" PRIu64 " switch-cycles, %" PRIu64 " output pin bits, %" PRIu64
               " named registers, %" PRIu64 " store bytes: %s\n",
               c.cycles, c.pin_bits, c.registers, c.stores, c.cycles ? "0 differences" : "NOTHING COMPARED");
        printf("legal       %" PRIu64 " states, each by %d clauses: %s\n", c.legal,
               session->setup.kind->parts->lockstep->clause_count, c.legal ? "0 broken" : "NOTHING CHECKED");
    }
    if (session->check) {
        struct engine_compared both = engines_compared(session->check);
        printf("engines     %" PRIu64 " switch-cycles, %" PRIu64 " events, %" PRIu64 " attempts, %" PRIu64
               " states of switches: %s\n",
               both.router_cycles, both.events, both.attempts, both.states,
               both.events ? "0 differences" : "NOTHING COMPARED");
    }
}

static void print_terminals_compared(const struct session *session)
{
    struct compared c = figures_terminals_compared(session);

    if (c.cycles > 0)
        printf("terminals   %" PRIu64 " terminal-cycles, %" PRIu64 " output pin bits, %" PRIu64
               " named registers, %" PRIu64 " store bytes: 0 differences\n",
               c.cycles, c.pin_bits, c.registers, c.stores);
}

static void print_windows(const struct session *session)
{
    const struct windows *w = metrics_windows(fabric_metrics(session->fabric));
    int complete = w ? windows_complete(w) : 0;

    if (!w)
        return;
    printf("windows     %d of %d of %" PRIu64 " packets", complete, windows_settings_of(w).count,
           windows_settings_of(w).packets);
    if (complete > 0) {
        struct fairness f = figures_windows(session, WINDOWS_DELIVERED, 0, complete - 1);
        printf(", cycles %" PRIu64 " to %" PRIu64 ": Jain %.4f, throughput of a source %.3f, %.3f to %.3f",
               windows_begin(w, 0), windows_begin(w, complete), f.jain, f.throughput.mean, f.throughput.min,
               f.throughput.max);
    }
    printf("\n");
}

static void print_results(const struct session *session)
{
    struct stats s = fabric_stats(session->fabric);

    print_run(session);
    printf("%-12s", "latency");
    for (const struct result_row *r = NULL; (r = results_next(RESULTS_latency, r));)
        printf("%s", r->shown);
    printf("  cycles\n");
    print_latencies(session, GROUP_ALL);
    print_throughput(session, GROUP_ALL);
    printf(", %" PRIu64 " messages\n", s.messages);
    print_backlog(session, GROUP_ALL, "");
    if (session->setup.traffic.hot_count) {
        print_group(session, GROUP_INDEPENDENT, "independent", session->setup.traffic.independent_count,
                    s.independent.messages);
        print_group(session, GROUP_HOT, "to hot spots", session->setup.traffic.sender_count, s.hot.messages);
    }
    if (session->setup.traffic.second) {
        print_group(session, GROUP_FIRST, "first task", session->setup.topology->nodes, s.independent.messages);
        print_group(session, GROUP_SECOND, "second task", session->setup.topology->nodes, s.hot.messages);
    }
    if (figures_classes(session)) {
        print_group(session, GROUP_FIRST, "requests", session->setup.topology->endpoints, s.independent.messages);
        print_group(session, GROUP_SECOND, "responses", session->setup.topology->endpoints, s.hot.messages);
    }
    print_windows(session);
    if (session->setup.kind->parts->results)
        session->setup.kind->parts->results->print(session, stdout);
    print_precision(session);
    print_settled(session);
    print_utilisation(session);
    print_packets(session, &s);
    results_blackbox_print(session);
    print_compared(session);
    print_terminals_compared(session);
    if (session->setup.config.digest)
        printf("digest      pins %016" PRIx64 " events %016" PRIx64 "\n", fabric_digest(session->fabric),
               fabric_event_digest(session->fabric));
}

void results_explain(const struct session *session, FILE *out)
{
    const struct fabric *f = session->fabric;
    const struct session_difference d = session_difference(session);
    const char *text;
    int node;
    enum fabric_fault fault = fabric_fault(f, &node, &text);

    if (session->differs) {
        engines_print(session->check, out);
    } else if (fault == FABRIC_FAULT_NONE) {
        const struct faults_report *r = faults_report(f);
        fprintf(out,
                "failed: packets lost %" PRIu64 ", doubled %" PRIu64 ", misdelivered %" PRIu64 ", damaged %" PRIu64
                ", left in switches %" PRIu64 "\n",
                r->lost, r->doubled, r->misdelivered, r->damaged, r->left);
    } else if (fault == FABRIC_FAULT_STALL) {
        deadlock_print(f, out);
        if (session->setup.kind->parts->results)
            session->setup.kind->parts->results->explain(session, out);
    } else if (fault == FABRIC_FAULT_MISMATCH || fault == FABRIC_FAULT_ENDED) {
        /* The node counts from its configuration on, the fabric from the first cycle of traffic. */
        fprintf(out, "failed: cycle %" PRIu64 " of the fabric, node %d: %s\n", fabric_cycle(f), node, text);
        results_blackbox_explain(session, node, out);
        if (d.mismatch)
            d.kind->parts->lockstep->print(d.kind, d.mismatch, d.number, out);
    } else {
        fprintf(out, "failed: cycle %" PRIu64 ", node %d: %s\n", fabric_cycle(f), node, text);
    }
}

void results_print(const struct session *session)
{
    print_setup(session);
    if (!session->differs && figures_fault(session) == FABRIC_FAULT_NONE)
        print_results(session);
    else
        results_explain(session, stdout);
    results_faults_print(session);
}
