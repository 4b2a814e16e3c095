/* SPDX-License-Identifier: Apache-2.0 */
#include "report_run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../measure/timeline.h"
#include "figures.h"
#include "results.h"

/* Buckets of a histogram that the report draws as one: eight in a power of two. */
enum { DRAWN_BUCKETS = (1 << HISTOGRAM_BITS) / 8 };

static void append(json_t *array, uint64_t value)
{
    json_array_append_new(array, json_integer((json_int_t)value));
}

/* Configuration --------------------------------------------------------------------------------------------------- */

static json_t *keys_json(const struct scenario *s, int section)
{
    struct scenario defaults;
    json_t *keys = json_array();
    char text[SCENARIO_TEXT];

    scenario_defaults(&defaults);
    defaults = scenario_effective(&defaults);
    for (int k = 0; k < SCENARIO_KEYS; k++) {
        const struct scenario_key *key = &scenario_keys[k];
        if (key->section != section || !scenario_lists(s, k))
            continue;
        scenario_get(s, k, text);
        json_array_append_new(keys, json_pack("{s:s, s:s, s:s, s:s, s:b}", "name", key->name, "value", text, "unit",
                                              key->unit, "doc", key->doc, "changed", scenario_differ(s, &defaults, k)));
    }
    return keys;
}

/* Files that are written say nothing about the run. */
static json_t *scenario_json(const struct scenario *s)
{
    json_t *sections = json_array();

    for (int i = 0; i < SCENARIO_SECTIONS; i++) {
        json_t *keys = i == SCENARIO_SECTION_output ? NULL : keys_json(s, i);
        if (json_array_size(keys) == 0)
            json_decref(keys);
        else
            json_array_append_new(sections, json_pack("{s:s, s:s, s:o}", "name", scenario_sections[i].name, "title",
                                                      scenario_sections[i].title, "keys", keys));
    }
    return sections;
}

/* Histograms ------------------------------------------------------------------------------------------------------ */

/* Bars that are not empty: smallest value, smallest value of the next one, samples. */
static json_t *bars_json(const struct histogram *h)
{
    json_t *bars = json_array();

    for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i += DRAWN_BUCKETS) {
        uint64_t count = 0;
        for (unsigned k = i; k < i + DRAWN_BUCKETS; k++)
            count += h->bucket[k];
        if (count)
            json_array_append_new(bars, json_pack("[I, I, I]", (json_int_t)histogram_value(i),
                                                  (json_int_t)histogram_value(i + DRAWN_BUCKETS), (json_int_t)count));
    }
    return bars;
}

static json_t *histograms_json(const struct session *session)
{
    struct histogram h;
    json_t *groups = json_object();

    for (int g = 0; g < figures_groups(session); g++) {
        json_t *kinds = json_object();
        for (int k = 0; k < LATENCY_NORMALIZED; k++) {
            metrics_histogram(fabric_metrics(session->fabric), g, k, &h);
            json_object_set_new(kinds, results_kind(k), bars_json(&h));
        }
        json_object_set_new(groups, figures_group(session, g), kinds);
    }
    return groups;
}

/* Timeline -------------------------------------------------------------------------------------------------------- */

static uint64_t fraction_of(uint64_t part, uint64_t whole, uint64_t of)
{
    return whole ? (part * of + whole / 2) / whole : 0;
}

static uint64_t cycles_of(const struct timeline *f, int frame)
{
    return timeline_begin(f, frame + 1) - timeline_begin(f, frame);
}

/* Every link once, at its end 0: node, port, node, port. */
static json_t *links_json(const struct topology *t)
{
    json_t *links = json_array();

    for (int n = 0; n < t->nodes; n++)
        for (int p = 0; p < t->kind->links; p++)
            if (topology_wired(t, n, p) && !(t->side[n] >> p & 1))
                json_array_append_new(links, json_pack("[i, i, i, i]", n, p, t->links[n][p].node, t->links[n][p].port));
    return links;
}

static json_t *link_busy_json(const struct timeline *f, const struct topology *t, int frame)
{
    json_t *busy = json_array();

    for (int n = 0; n < t->nodes; n++)
        for (int p = 0; p < t->kind->links; p++) {
            struct topology_end far = t->links[n][p];
            if (!topology_wired(t, n, p) || t->side[n] >> p & 1)
                continue;
            append(busy, fraction_of((uint64_t)timeline_view(f, frame, n)->sender[p].bytes +
                                         timeline_view(f, frame, far.node)->sender[far.port].bytes,
                                     cycles_of(f, frame), 1000));
        }
    return busy;
}

static json_t *held_json(const struct timeline *f, int frame, int node)
{
    unsigned count;
    const struct timeline_sight *sight = timeline_sights(f, frame, node, &count);
    json_t *held = json_array();

    for (unsigned i = 0; i < count; i++) {
        append(held, 2u * sight[i].buffer + sight[i].waiting);
        append(held, sight[i].packet);
    }
    return held;
}

/* How busy the PE ports of a router were, on average: both directions of their cables, of 1000; 0 without any. */
static uint64_t pe_busy_of(const struct timeline *f, const struct topology *t, int frame, int node)
{
    const struct timeline_view *v = timeline_view(f, frame, node);
    uint64_t bytes = v->sender[SENDER_ENDPOINT].bytes, pes = 0;

    for (int p = 0; p < timeline_settings(f)->ports; p++)
        if (t->links[node][p].node >= 0 && t->links[node][p].port == TOPOLOGY_ENDPOINT) {
            bytes += v->sender[p].bytes;
            pes++;
        }
    return fraction_of(bytes, pes * cycles_of(f, frame), 1000);
}

/* Hundredths of buffers; of a frame between two samples, in its last cycle. */
static uint64_t used_of(const struct timeline *f, int frame, int node)
{
    uint64_t samples = timeline_frame(f, frame)->samples;
    unsigned last;

    timeline_sights(f, frame, node, &last);
    return samples ? fraction_of(timeline_view(f, frame, node)->held, samples, 100) : 100ull * last;
}

/* The columns of a frame by node. */
static void add_views(const struct timeline *f, const struct topology *t, int frame, json_t *timeline)
{
    const struct timeline_settings *s = timeline_settings(f);
    json_t *used = json_array(), *pe_busy = json_array(), *accepted = json_array(), *refused = json_array(),
           *held = json_array();

    for (int n = 0; n < s->nodes; n++) {
        const struct timeline_view *v = timeline_view(f, frame, n);
        append(used, used_of(f, frame, n));
        append(pe_busy, pe_busy_of(f, t, frame, n));
        for (int i = 0; i <= s->ports; i++) {
            const struct timeline_sender *sender = &v->sender[i < s->ports ? i : SENDER_ENDPOINT];
            append(accepted, sender->accepted);
            append(refused, sender->refused);
        }
        json_array_append_new(held, held_json(f, frame, n));
    }
    json_array_append_new(json_object_get(timeline, "used_hundredths"), used);
    json_array_append_new(json_object_get(timeline, "pe_busy_permille"), pe_busy);
    json_array_append_new(json_object_get(timeline, "accepted"), accepted);
    json_array_append_new(json_object_get(timeline, "refused"), refused);
    json_array_append_new(json_object_get(timeline, "held"), held);
}

/* Packets delivered in each frame and their mean latency, by group. */
static json_t *deliveries_json(const struct session *session, const struct timeline *f)
{
    json_t *json = json_object();

    for (int g = 0; g < figures_groups(session); g++) {
        json_t *packets = json_array(), *latency = json_array();
        for (int i = 0; i < timeline_shown(f); i++) {
            const struct timeline_frame *frame = timeline_frame(f, i);
            append(packets, frame->delivered[g]);
            json_array_append_new(latency,
                                  frame->delivered[g]
                                      ? json_integer((json_int_t)fraction_of(frame->cycles[g], frame->delivered[g], 1))
                                      : json_null());
        }
        json_object_set_new(json, figures_group(session, g),
                            json_pack("{s:o, s:o}", "packets", packets, "mean_latency_cycles", latency));
    }
    return json;
}

static json_t *reasons_json(const struct router_kind *kind, const struct timeline *f)
{
    json_t *json = json_object();

    for (int c = REJECT_NONE + 1; c < kind->reason_count; c++) {
        json_t *refused = json_array();
        for (int i = 0; i < timeline_shown(f); i++)
            append(refused, timeline_frame(f, i)->refused[c]);
        json_object_set_new(json, kind->reasons[c].key, refused);
    }
    return json;
}

/* Node, in the PE or not, port, first, sent, done, and refusals by reason. */
static json_t *stay_json(const struct router_kind *kind, const struct timeline_stay *s)
{
    json_t *refused = json_object();

    for (int c = REJECT_NONE + 1; c < kind->reason_count; c++)
        if (s->refused[c])
            json_object_set_new(refused, kind->reasons[c].key, json_integer(s->refused[c]));
    return json_pack("[i, i, i, I, I, I, o]", s->node, s->in_endpoint, hop_sender_number(kind->ports, s->port),
                     (json_int_t)s->first, (json_int_t)s->sent, (json_int_t)s->done, refused);
}

static void add_packets(const struct router_kind *kind, const struct timeline *f, json_t *timeline)
{
    json_t *packets = json_array(), *ways = json_object();
    uint32_t count;
    const struct timeline_packet *packet = timeline_packets(f, &count);
    char number[16];

    for (uint32_t i = 0; i < count; i++) {
        json_array_append_new(packets, json_pack("[i, i, i, i]", packet[i].source, packet[i].destination,
                                                 packet[i].message, packet[i].packet));
        if (!packet[i].stay)
            continue;
        json_t *way = json_array();
        for (uint32_t s = 0; s < packet[i].stays; s++)
            json_array_append_new(way, stay_json(kind, &packet[i].stay[s]));
        snprintf(number, sizeof number, "%" PRIu32, i);
        json_object_set_new(ways, number, way);
    }
    json_object_set_new(timeline, "packets", packets);
    json_object_set_new(timeline, "ways", ways);
    json_object_set_new(timeline, "ways_of_one_in", json_integer(timeline_one_in(f)));
}

/* Endpoint n at the last port of router n: what a reader takes for granted. */
static int usual_ends(const struct topology *t, int ports)
{
    int e = 0;

    while (e < t->endpoints && t->attached[e].node == e && t->attached[e].port == ports - 1)
        e++;
    return e == t->endpoints;
}

/* Where endpoints are attached: [router, port] of each. */
static json_t *ends_json(const struct topology *t)
{
    json_t *ends = json_array();

    for (int e = 0; e < t->endpoints; e++)
        json_array_append_new(ends, json_pack("[i, i]", t->attached[e].node, (int)t->attached[e].port));
    return ends;
}

/* One mark of endpoints, frame by frame. */
static json_t *mark_json(const struct timeline *f, int mark)
{
    json_t *json = json_array();

    for (int i = 0; i < timeline_shown(f); i++) {
        json_t *now = json_array();
        for (int e = 0; e < timeline_settings(f)->marked; e++)
            append(now, fraction_of(timeline_marks_of(f, i, e)->count[mark], timeline_frame(f, i)->glances, 1000));
        json_array_append_new(json, now);
    }
    return json;
}

static json_t *marks_json(const struct port_marks *marks, const struct timeline *f)
{
    json_t *json = json_object(), *last = json_array();

    for (int i = 0; i < marks->count; i++)
        json_object_set_new(json, marks->mark[i], mark_json(f, i));
    for (int i = 0; i < timeline_shown(f); i++) {
        int came_to = timeline_frame(f, i)->last;
        json_array_append_new(last, came_to < 0 ? json_null() : json_integer(came_to));
    }
    json_object_set_new(json, marks->last, last);
    return json;
}

static json_t *timeline_json(const struct session *session, const struct timeline *f)
{
    const struct topology *t = session->setup.topology;
    const struct router_kind *kind = session->setup.kind;
    json_t *begin = json_array(), *crowded = json_array(), *link_busy = json_array();
    json_t *timeline = json_pack("{s:i, s:[], s:[], s:[], s:[], s:[]}", "buffers", timeline_settings(f)->buffers,
                                 "used_hundredths", "pe_busy_permille", "accepted", "refused", "held");

    for (int i = 0; i < timeline_shown(f); i++) {
        append(begin, timeline_begin(f, i));
        append(crowded, timeline_frame(f, i)->crowded);
        json_array_append_new(link_busy, link_busy_json(f, t, i));
        add_views(f, t, i, timeline);
    }
    append(begin, timeline_begin(f, timeline_shown(f)));
    json_object_set_new(timeline, "begin_cycles", begin);
    json_object_set_new(timeline, "crowded", crowded);
    json_object_set_new(timeline, "links", links_json(t));
    if (!usual_ends(t, kind->ports))
        json_object_set_new(timeline, "ends", ends_json(t));
    json_object_set_new(timeline, "link_busy_permille", link_busy);
    json_object_set_new(timeline, "delivered", deliveries_json(session, f));
    json_object_set_new(timeline, "refused_by_reason", reasons_json(kind, f));
    if (timeline_settings(f)->marked)
        json_object_set_new(timeline, kind->marks->key, marks_json(kind->marks, f));
    add_packets(kind, f, timeline);
    return timeline;
}

/* What went wrong, in words, or null. */
static json_t *failure_json(const struct session *session)
{
    char *text = NULL;
    size_t size;
    FILE *out = results_good(session) ? NULL : open_memstream(&text, &size);
    json_t *failure;

    if (!out)
        return json_null();
    results_explain(session, out);
    fclose(out);
    failure = json_string(text);
    free(text);
    return failure;
}

json_t *report_run(struct session *session, json_t *difference)
{
    struct timeline *timeline = fabric_timeline(session->fabric);

    if (timeline)
        timeline_end(timeline);
    return json_pack("{s:o, s:o, s:O?, s:o, s:o, s:o, s:o}", "results", results_to_json(session), "failure",
                     failure_json(session), "difference", difference, "scenario",
                     scenario_json(&session->setup.scenario), "tables", results_tables(session), "histograms",
                     histograms_json(session), "timeline", timeline ? timeline_json(session, timeline) : json_null());
}
