/* SPDX-License-Identifier: Apache-2.0 */
#include "results_faults.h"

#include <inttypes.h>

/* Packets that are named in the words; JSON has all. */
enum { NAMED = 20 };

static const char *const places[2] = {"links", "PE ports"};
static const char *const place_keys[2] = {"links", "pe_ports"};
static const char *const mode_names[] = {"file", "single", "random"};

/* Faults on wires, by outcome; of one wire, or of all. */
static uint64_t sum(const struct faults_report *r, int place, int wire, int outcome)
{
    uint64_t faults = 0;

    for (int p = 0; p < 2; p++)
        for (int w = 0; w < FAULT_WIRES; w++)
            for (int o = 0; o < FAULT_OUTCOMES; o++)
                if ((place < 0 || p == place) && (wire < 0 || w == wire) && (outcome < 0 || o == outcome))
                    faults += r->outcome[p][w][o];
    return faults;
}

static void print_row(const struct faults_report *r, const char *const *outcome, const char *place, const char *wire,
                      int p, int w)
{
    printf("  %-8s  %-7s %11" PRIu64, place, wire, sum(r, p, w, -1));
    for (int o = 0; o < FAULT_OUTCOMES && outcome[o]; o++)
        printf(" %11" PRIu64, sum(r, p, w, o));
    printf("\n");
}

static void print_outcomes(const struct router_kind *kind, const struct faults_report *r)
{
    const char *const *outcome = kind->faults->outcomes;

    printf("  %-8s  %-7s %11s", "at", "wire", "faults");
    for (int o = 0; o < FAULT_OUTCOMES && outcome[o]; o++)
        printf(" %11s", outcome[o]);
    printf("\n");
    for (int p = 0; p < 2; p++)
        for (int w = 0; w < FAULT_WIRES; w++)
            if (sum(r, p, w, -1))
                print_row(r, outcome, places[p], kind_wire(kind, (unsigned)w)->field, p, w);
    print_row(r, outcome, "all", "", -1, -1);
}

static void print_plan(const struct fault_plan *plan, const struct faults_report *r)
{
    printf("faults      ");
    for (int k = 0, any = 0; k < FAULT_KINDS; k++)
        if (r->faults[k])
            printf("%s%" PRIu64 " %s", any++ ? ", " : "", r->faults[k], fault_kinds[k]);
    if (plan->mode == FAULT_SINGLE)
        printf(", none within %" PRIu64 " cycles of another on its cable", plan->window);
    else
        printf(", %" PRIu64 " within %" PRIu64 " cycles of another on the same cable", r->together, plan->window);
    printf("\n");
}

static void print_missing(const struct faults_report *r)
{
    for (size_t i = 0; i < r->missing.count && i < NAMED; i++) {
        const struct fault_packet *p = &r->missing.packet[i];
        printf("  packet %u.%u.%u to node %u ", p->source, p->message, p->packet, p->destination);
        if (p->reset)
            printf("lost by the reset of node %d in cycle %" PRIu64 "\n", p->node, p->cycle);
        else if (p->node >= 0)
            printf("is still in node %d\n", p->node);
        else
            printf("LOST\n");
    }
    if (r->missing.count > NAMED)
        printf("  ... and %zu more\n", r->missing.count - NAMED);
}

void results_faults_print(const struct session *session)
{
    const struct faults_report *r = faults_report(session->fabric);
    struct stats s = fabric_stats(session->fabric);

    if (!r)
        return;
    print_plan(&session->setup.faults, r);
    if (sum(r, -1, -1, -1))
        print_outcomes(session->setup.kind, r);
    printf("conserved   %" PRIu64 " packets taken, %" PRIu64 " delivered once and intact; lost %" PRIu64
           ", doubled %" PRIu64 ", misdelivered %" PRIu64 ", damaged %" PRIu64 ", left in switches %" PRIu64 ": %s\n",
           s.injected, s.delivered, r->lost, r->doubled, r->misdelivered, r->damaged, r->left,
           faults_good(r) ? "good" : "BROKEN");
    if (r->faults[FAULT_RESET])
        printf("resets      held %" PRIu64 " packets when they came, of which %" PRIu64 " are lost by them\n",
               r->held_at_reset, r->lost_by_reset);
    if (r->collisions)
        printf("collisions  %" PRIu64 " cycles in which both ends of a cable drove its data wires\n", r->collisions);
    print_missing(r);
}

static json_t *outcomes_json(const struct router_kind *kind, const struct faults_report *r, int place)
{
    const char *const *outcome = kind->faults->outcomes;
    json_t *json = json_object();
    const struct pin_info *pin;

    for (unsigned w = 0; (pin = kind_wire(kind, w)); w++) {
        json_t *wire = json_object();
        for (int o = 0; o < FAULT_OUTCOMES && outcome[o]; o++)
            json_object_set_new(wire, outcome[o], json_integer((json_int_t)r->outcome[place][w][o]));
        json_object_set_new(json, pin->field, wire);
    }
    return json;
}

static json_t *missing_json(const struct faults_report *r)
{
    json_t *json = json_array();

    for (size_t i = 0; i < r->missing.count; i++) {
        const struct fault_packet *p = &r->missing.packet[i];
        const char *where = p->reset ? "lost_by_reset" : p->node >= 0 ? "left" : "lost";
        json_array_append_new(json,
                              json_pack("{s:i, s:i, s:i, s:i, s:s, s:o, s:o}", "source", p->source, "destination",
                                        p->destination, "message", p->message, "packet", p->packet, "where", where,
                                        "node", p->node >= 0 ? json_integer(p->node) : json_null(), "reset_cycle",
                                        p->reset ? json_integer((json_int_t)p->cycle) : json_null()));
    }
    return json;
}

json_t *results_faults_json(const struct session *session)
{
    const struct faults_report *r = faults_report(session->fabric);
    const struct fault_plan *plan = &session->setup.faults;
    json_t *kinds = r ? json_object() : NULL;

    if (!r)
        return json_null();
    for (int k = 0; k < FAULT_KINDS; k++)
        json_object_set_new(kinds, fault_kinds[k], json_integer((json_int_t)r->faults[k]));
    return json_pack("{s:s, s:f, s:I, s:o, s:I, s:{s:o, s:o}, s:I, s:I, s:b, s:I, s:I, s:I, s:I, s:I, s:I, s:o}",
                     "mode", mode_names[plan->mode], "rate", plan->rate, "window_cycles", (json_int_t)plan->window,
                     "kinds", kinds, "within_window", (json_int_t)r->together, "outcomes", place_keys[0],
                     outcomes_json(session->setup.kind, r, 0), place_keys[1], outcomes_json(session->setup.kind, r, 1),
                     "collision_cycles", (json_int_t)r->collisions, "held_at_reset", (json_int_t)r->held_at_reset,
                     "conserved", faults_good(r), "lost", (json_int_t)r->lost, "lost_by_reset",
                     (json_int_t)r->lost_by_reset, "doubled", (json_int_t)r->doubled, "misdelivered",
                     (json_int_t)r->misdelivered, "damaged", (json_int_t)r->damaged, "left", (json_int_t)r->left,
                     "missing", missing_json(r));
}
