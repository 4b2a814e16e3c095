/* SPDX-License-Identifier: Apache-2.0 */
#include "results_faults.h"

#include <inttypes.h>

/* Packets that are named in the words; JSON has all. */
enum { NAMED = 20 };

const char *results_fault_mode(enum fault_mode mode)
{
    static const char *const names[] = {"file", "single", "random"};

    return names[mode];
}

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

static void print_row(const struct router_kind *kind, const struct faults_report *r, int p, int w, FILE *out)
{
    static const char *const places[] = {"all", "links", "PE ports"};

    fprintf(out, "  %-8s  %-7s %11" PRIu64, places[p + 1], w < 0 ? "" : kind_wire(kind, (unsigned)w)->field,
            sum(r, p, w, -1));
    for (int o = 0; o < FAULT_OUTCOMES && kind->faults->outcomes[o]; o++)
        fprintf(out, " %11" PRIu64, sum(r, p, w, o));
    fprintf(out, "\n");
}

void results_fault_table(const struct results_at *x, FILE *out)
{
    const struct router_kind *kind = x->session->setup.kind;
    const struct faults_report *r = faults_report(x->session->fabric);

    if (!sum(r, -1, -1, -1))
        return;
    fprintf(out, "  %-8s  %-7s %11s", "at", "wire", "faults");
    for (int o = 0; o < FAULT_OUTCOMES && kind->faults->outcomes[o]; o++)
        fprintf(out, " %11s", kind->faults->outcomes[o]);
    fprintf(out, "\n");
    for (int p = 0; p < 2; p++)
        for (int w = 0; w < FAULT_WIRES; w++)
            if (sum(r, p, w, -1))
                print_row(kind, r, p, w, out);
    print_row(kind, r, -1, -1, out);
}

void results_fault_named(const struct results_at *x, FILE *out)
{
    const struct fault_packets *missing = &faults_report(x->session->fabric)->missing;

    for (size_t i = 0; i < missing->count && i < NAMED; i++)
        results_words(RESULTS_missing_packet, &(struct results_at){.missing = &missing->packet[i]}, out);
    if (missing->count > NAMED)
        fprintf(out, "  ... and %zu more\n", missing->count - NAMED);
}

json_t *results_fault_words(const struct faults_report *r)
{
    json_t *words = NULL;

    for (int k = 0; k < FAULT_KINDS; k++)
        if (r->faults[k])
            words = results_list(words, json_sprintf("%" PRIu64 " %s", r->faults[k], fault_kinds[k]));
    return words;
}

json_t *results_fault_kinds(const struct faults_report *r)
{
    json_t *kinds = json_object();

    for (int k = 0; k < FAULT_KINDS; k++)
        json_object_set_new(kinds, fault_kinds[k], json_integer((json_int_t)r->faults[k]));
    return kinds;
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

json_t *results_fault_outcomes(const struct session *session)
{
    const struct faults_report *r = faults_report(session->fabric);

    return json_pack("{s:o, s:o}", "links", outcomes_json(session->setup.kind, r, 0), "pe_ports",
                     outcomes_json(session->setup.kind, r, 1));
}

json_t *results_fault_missing(const struct faults_report *r)
{
    json_t *json = json_array();

    for (size_t i = 0; i < r->missing.count; i++)
        json_array_append_new(
            json, results_object(RESULTS_missing_packet, &(struct results_at){.missing = &r->missing.packet[i]}));
    return json;
}
