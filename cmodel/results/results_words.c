/* SPDX-License-Identifier: Apache-2.0
 *
 * The results of a run in words. See results.h.
 */
#include <inttypes.h>

#include "../config/scenario_kind.h"
#include "../triage/deadlock.h"
#include "results_blackbox.h"
#include "results_kind.h"
#include "results_rows.h"

static void print_setup(const struct results_at *x)
{
    const struct scenario *c = &x->session->setup.scenario;
    const struct scenario_kind *kind = x->session->setup.kind->parts->scenario;
    const struct results_kind *results = x->session->setup.kind->parts->results;

    results_words(RESULTS_fabric, x, stdout);
    results_words(RESULTS_traffic, x, stdout);
    results_words(RESULTS_schedule, x, stdout);
    results_words(RESULTS_pe, x, stdout);
    if (*c->fabric.dead_links)
        printf("dead links  %s\n", c->fabric.dead_links);
    if (kind->routers)
        printf("routers     %s\n", kind->routers);
    if (kind->print_settings)
        kind->print_settings(c, stdout);
    if (results && results->settings)
        results_words(results->settings, x, stdout);
}

/* All of the run, or of a group of nodes. */
static void print_load(const struct session *session, enum metrics_group group)
{
    struct results_at x = results_at_load(session, group);

    for (int k = 0; k < LATENCY_KINDS; k = figures_next_kind(session, group, k)) {
        struct results_at latency = results_at_latency(session, group, k);
        results_words(RESULTS_latency, &latency, stdout);
    }
    results_words(RESULTS_load, &x, stdout);
}

static void print_groups(const struct session *session)
{
    const char *name;

    for (int g = GROUP_ALL + 1; g < GROUPS && (name = figures_group(session, g)); g++) {
        for (; *name; name++)
            putchar(*name == '_' ? ' ' : *name);
        putchar('\n');
        print_load(session, g);
    }
}

static void print_results(const struct results_at *x)
{
    const struct results_kind *kind = x->session->setup.kind->parts->results;

    results_words(RESULTS_run, x, stdout);
    printf("latency           mean       +-95%%     min     p50     p95     p99     max  cycles\n");
    print_load(x->session, GROUP_ALL);
    print_groups(x->session);
    results_words(RESULTS_asked, x, stdout);
    if (kind && kind->object)
        results_words(kind->object, x, stdout);
    if (kind && kind->stall)
        results_words(kind->stall, x, stdout);
    results_words(RESULTS_precision, x, stdout);
    results_words(RESULTS_settled, x, stdout);
    results_words(RESULTS_totals, x, stdout);
}

void results_explain(const struct session *session, FILE *out)
{
    const struct fabric *f = session->fabric;
    const struct results_kind *kind = session->setup.kind->parts->results;
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
        if (kind && kind->stall)
            results_words(kind->stall, &(struct results_at){.session = session}, out);
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
    const struct results_at x = results_at_load(session, GROUP_ALL);

    print_setup(&x);
    if (!session->differs && figures_fault(session) == FABRIC_FAULT_NONE)
        print_results(&x);
    else
        results_explain(session, stdout);
    if (faults_report(session->fabric))
        results_words(RESULTS_faults, &x, stdout);
}
