/* SPDX-License-Identifier: Apache-2.0
 *
 * What results have of SAT: how often the token came to endpoints, and what is wrong with it at the end of a run.
 */
#include <inttypes.h>
#include <jansson.h>

#include "../../fabric/fabric.h"
#include "../../results/results_kind.h"
#include "../../run/session.h"
#include "../kind/vcr_kind.h"
#include "../kind/vcr_port.h"

/* Visits at all endpoints together, and how many intervals lie between them. */
struct visits {
    uint64_t count, intervals, sum, least, most;
};

/* The state of the token at the end of a run. */
struct token_end {
    int lost; /* there is none any more */
    int last; /* lost: endpoint that it came to last; -1: it has come to none */
    uint64_t last_cycle;
    int now;           /* tokens in the fabric; -1: not known */
    uint64_t timeouts; /* of all endpoints */
    uint64_t met;      /* that came to an endpoint that had one */
    int met_at;        /* the first of these: to which endpoint, and when */
    uint64_t met_cycle;
};

static const struct scenario *scenario_of(const struct session *session)
{
    return &session->setup.scenario;
}

static struct vcr_tokens tokens_at(const struct session *session, int endpoint)
{
    struct vcr_tokens t = {0};

    fabric_counters(session->fabric, endpoint, &t);
    return t;
}

static struct visits visits_of(const struct session *session)
{
    struct visits all = {0};

    for (int n = 0; n < fabric_endpoints(session->fabric); n++) {
        struct vcr_tokens t = tokens_at(session, n);
        if (t.visits < 2)
            continue;
        all.count += t.visits;
        all.intervals += t.visits - 1;
        all.sum += t.sum;
        all.least = all.least == 0 || t.least < all.least ? t.least : all.least;
        all.most = t.most > all.most ? t.most : all.most;
    }
    return all;
}

/* Visits of an endpoint, in what is known of all. */
static void add_end(struct token_end *end, int endpoint, const struct vcr_tokens *t)
{
    if (t->visits > 0 && (end->last < 0 || t->last > end->last_cycle)) {
        end->last = endpoint;
        end->last_cycle = t->last;
    }
    if (t->met > 0 && (end->met == 0 || t->met_first < end->met_cycle)) {
        end->met_at = endpoint;
        end->met_cycle = t->met_first;
    }
    end->met += t->met;
    end->timeouts += t->timeouts;
}

/* Tokens that there are now, at endpoints and on cables; -1: not known. */
static int tokens_now(const struct fabric *f)
{
    int count = fabric_on_cables(f, vcr_token_wires);

    for (int n = 0; count >= 0 && n < fabric_endpoints(f); n++)
        count += (fabric_marks(f, n) & VCR_GATE_TOKEN) != 0;
    return count;
}

/* @return 1 when it is as it must be, or not known; 0: it is lost, or there are several */
static int find_end(const struct session *session, struct token_end *end)
{
    enum { BEGUN = 256 /* cycles within which links come up, and the first token is made */ };
    const struct fabric *f = session->fabric;
    const int mode = scenario_of(session)->sat.sat;

    *end = (struct token_end){.last = -1, .now = -1};
    if (mode == VCR_SAT_OFF)
        return 1;
    for (int n = 0; n < fabric_endpoints(f); n++) {
        struct vcr_tokens t = tokens_at(session, n);
        add_end(end, n, &t);
    }
    end->now = tokens_now(f);
    end->lost = end->now == 0 && (end->last >= 0 || fabric_cycle(f) >= BEGUN);
    return !end->lost && end->met == 0 && end->timeouts == 0 && !(mode == VCR_SAT_RING && end->now > 1);
}

/* Why nobody may send any more, or some more than their share. */
static void explain(const struct session *session, FILE *out)
{
    struct token_end end;

    if (find_end(session, &end))
        return;
    if (end.lost && end.last >= 0)
        fprintf(out, "            TOKEN LOST: there is none any more; it came last to node %d, in cycle %" PRIu64 "\n",
                end.last, end.last_cycle);
    else if (end.lost)
        fprintf(out, "            TOKEN LOST: there is none, and it has come to no node\n");
    if (end.timeouts > 0)
        fprintf(out, "            TOKEN LATE: %" PRIu64 " time-outs at nodes, after %d cycles without it\n",
                end.timeouts, (int)scenario_of(session)->sat.sat_timeout);
    if (end.met > 0)
        fprintf(out,
                "            TOKEN DOUBLED: one came to node %d, which had one, in cycle %" PRIu64 "; %" PRIu64
                " times so in all\n",
                end.met_at, end.met_cycle, end.met);
    if (end.now > 1 && scenario_of(session)->sat.sat == VCR_SAT_RING)
        fprintf(out, "            TOKEN DOUBLED: there are %d\n", end.now);
}

static void print(const struct session *session, FILE *out)
{
    const struct scenario *s = scenario_of(session);
    struct visits v = visits_of(session);

    if (s->sat.sat == VCR_SAT_OFF)
        return;
    fprintf(out, "SAT         %s, l %d, k %d", scenario_chosen(s, KEY_sat), (int)s->sat.sat_l, (int)s->sat.sat_k);
    if (v.intervals > 0)
        fprintf(out, ": a visit every %.1f cycles (%" PRIu64 " to %" PRIu64 ")", (double)v.sum / (double)v.intervals,
                v.least, v.most);
    fprintf(out, "\n");
    explain(session, out);
}

static json_t *count_or_null(int is, uint64_t count)
{
    return is ? json_integer((json_int_t)count) : json_null();
}

/* NULL: nothing is wrong with it. */
static json_t *end_json(const struct session *session)
{
    struct token_end end;

    if (find_end(session, &end))
        return NULL;
    return json_pack("{s:b, s:o, s:o, s:I, s:o, s:I, s:o, s:o}", "lost", end.lost, "last_node",
                     count_or_null(end.last >= 0, (uint64_t)end.last), "last_cycle",
                     count_or_null(end.last >= 0, end.last_cycle), "timeouts", (json_int_t)end.timeouts, "now",
                     count_or_null(end.now >= 0, (uint64_t)end.now), "met", (json_int_t)end.met, "met_node",
                     count_or_null(end.met > 0, (uint64_t)end.met_at), "met_cycle",
                     count_or_null(end.met > 0, end.met_cycle));
}

static json_t *json(const struct session *session)
{
    const struct scenario *s = scenario_of(session);
    struct visits v = visits_of(session);
    int known = v.intervals > 0;

    if (s->sat.sat == VCR_SAT_OFF)
        return json_null();
    return json_pack("{s:s, s:I, s:I, s:I, s:o, s:o, s:o, s:o*}", "kind", scenario_chosen(s, KEY_sat), "share_l",
                     (json_int_t)s->sat.sat_l, "share_k", (json_int_t)s->sat.sat_k, "visits", (json_int_t)v.count,
                     "mean_interval_cycles", known ? json_real((double)v.sum / (double)v.intervals) : json_null(),
                     "min_interval_cycles", count_or_null(known, v.least), "max_interval_cycles",
                     count_or_null(known, v.most), "token", end_json(session));
}

const struct results_kind vcr_kind_results = {.key = "sat", .print = print, .explain = explain, .json = json};
