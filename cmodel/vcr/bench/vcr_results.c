/* SPDX-License-Identifier: Apache-2.0
 *
 * What results have of SAT: how often the token came to endpoints, and what is wrong with it at the end of a run.
 */
#include "../../config/scenario_kind.h"
#include "../../results/result_value.h"
#include "../../results/results_kind.h"
#include "../kind/vcr_kind.h"
#include "../kind/vcr_port.h"

#define RESULTS_DEF "../vcr/bench/vcr_results.def" /* from cmodel/results */
#include "../../results/results_objects_of.h"

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
    const int mode = session->setup.scenario.sat.sat;

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

static const struct scenario *scenario_of(const struct results_at *x)
{
    return &x->session->setup.scenario;
}

/* Of intervals there may be none. */
#define BETWEEN(x, value) NULL_UNLESS(visits_of((x)->session).intervals > 0, value)

static struct token_end end_of(const struct results_at *x)
{
    struct token_end end;

    find_end(x->session, &end);
    return end;
}

/* With SAT alone, and of a token that is wrong. */
static struct result_value sat_of(const struct results_at *x)
{
    return scenario_of(x)->sat.sat == VCR_SAT_OFF ? nothing() : same(RESULTS_sat);
}

static struct result_value token_of(const struct results_at *x)
{
    struct token_end end;

    return find_end(x->session, &end) ? nothing() : same(RESULTS_token);
}

#include "../../results/results_rows_of.h"

const struct results_kind vcr_kind_results = {.rows = rows, .object = RESULTS_of_vcr, .stall = RESULTS_token};
