/* SPDX-License-Identifier: Apache-2.0
 *
 * Traffic in the results. See results_traffic.h.
 */
#include "results_traffic.h"

#include <stdio.h>

void results_traffic_print(const struct results_traffic *t, const struct endpoint_settings *settings)
{
    const struct traffic *traffic = settings->traffic;

    if (t->replay) {
        printf("replay of %s", t->replay);
        return;
    }
    if (t->link_load > 0)
        printf("%s at link load %g, density %.4g", settings->workload->name, t->link_load, settings->load);
    else
        printf("%s at load %g", settings->workload->name, settings->load);
    if (t->matrix)
        printf(" of the busiest PE, matrix %s", t->matrix);
    else if (traffic->pattern != &traffic_patterns[0])
        printf(", %s", traffic->pattern->name);
    if (traffic->bernoulli)
        printf(", Bernoulli sources");
    if (traffic->second)
        printf(" on one half of the channels; %s at load %g on the other", traffic->second->name,
               settings->second_load);
    if (traffic->on_mean > 0)
        printf(", bursts of %g cycles every %g", traffic->on_mean, traffic->on_mean + traffic->off_mean);
}

static void print_schedule(const struct schedule_settings *s)
{
    static const char skipping[] = ", blocked messages are skipped";

    if (s->alpha > 0)
        printf("schedule    alpha %g%s\n", (double)s->alpha / SCHEDULE_ALPHA_ONE, s->skip_blocked ? skipping : "");
    else if (s->skip_blocked)
        printf("schedule    fifo%s\n", skipping);
}

static void print_responses(const struct responder_settings *r)
{
    if (r->of_trace)
        printf("classes     messages of class 1 of the trace on channels of their own, as responses");
    if (r->of_trace && r->share != RESPONDER_ALL)
        printf("; %g of packets while both wait", (double)r->share / RESPONDER_ALL);
    if (r->of_trace)
        putchar('\n');
    if (r->packets == 0)
        return;
    printf(
        "responses   %d packet%s %d cycles after a request, on %s; %d requests of a PE outstanding, room for %d in a PE\n",
        r->packets, r->packets == 1 ? "" : "s", r->service_time,
        r->classes > 1 ? "channels of their own" : "the channels of requests", r->outstanding, r->room);
}

void results_traffic_print_more(const struct endpoint_settings *settings)
{
    const struct traffic *t = settings->traffic;

    if (t->hot_count) {
        printf("hot spots   nodes");
        for (int i = 0; i < t->hot_count; i++)
            printf(" %d", t->hot[i]);
        printf("; %d senders", t->sender_count);
        if (t->hot_load < 0)
            printf(" with endless backlog");
        else
            printf(" at load %g", t->hot_load);
        printf(", %d independent nodes\n", t->independent_count);
    }
    print_schedule(&settings->schedule);
    print_responses(&settings->responses);
    if (settings->inject_overhead | settings->eject_overhead | settings->refusal_pause)
        printf("PE ports    overhead %d cycles before a packet, %d behind one; %d cycles of pause after a refusal\n",
               settings->inject_overhead, settings->eject_overhead, settings->refusal_pause);
}

static json_t *hot_load_json(const struct traffic *t)
{
    if (t->hot_count == 0)
        return json_null();
    return t->hot_load < 0 ? json_string("backlog") : json_real(t->hot_load);
}

int results_traffic_json(const struct results_traffic *t, const struct endpoint_settings *settings, json_t *traffic)
{
    const struct traffic *from = settings->traffic;
    json_t *spots = json_array();
    int failed = 0;

    for (int i = 0; i < from->hot_count; i++)
        failed |= json_array_append_new(spots, json_integer(from->hot[i]));
    json_t *more = json_pack("{s:s, s:f, s:f, s:o, s:i, s:i, s:o, s:s?}", "pattern", from->pattern->name,
                             "on_mean_cycles", from->on_mean, "off_mean_cycles", from->off_mean, "hot_spots", spots,
                             "hot_senders", from->sender_count, "independent_nodes", from->independent_count,
                             "hot_load", hot_load_json(from), "replay", t->replay);
    failed |= !more || json_object_update(traffic, more) != 0;
    if (t->replay) /* the messages are those of the trace */
        failed |= json_object_set_new(traffic, "load", json_null());
    if (t->replay || t->matrix)
        failed |= json_object_set_new(traffic, "pattern", json_null());
    if (t->matrix)
        failed |= json_object_set_new(traffic, "matrix", json_string(t->matrix));
    if (t->link_load > 0)
        failed |= json_object_set_new(traffic, "link_load", json_real(t->link_load));
    if (settings->responses.packets > 0)
        failed |= json_object_set_new(
            traffic, "responses",
            json_pack("{s:i, s:i, s:i, s:i, s:i}", "packets", settings->responses.packets, "outstanding",
                      settings->responses.outstanding, "response_room", settings->responses.room, "service_time_cycles",
                      settings->responses.service_time, "classes", settings->responses.classes));
    if (from->second)
        failed |= json_object_set_new(traffic, "second_task",
                                      json_pack("{s:s, s:f, s:s}", "pattern", from->second->name, "load",
                                                settings->second_load, "routing",
                                                settings->second_adaptive ? "adaptive" : "deterministic"));
    json_decref(more);
    return failed ? -1 : 0;
}

json_t *results_schedule_json(const struct endpoint_settings *settings)
{
    return json_pack("{s:f, s:b}", "alpha", (double)settings->schedule.alpha / SCHEDULE_ALPHA_ONE, "skip_blocked",
                     settings->schedule.skip_blocked);
}

json_t *results_endpoint_json(const struct endpoint_settings *settings)
{
    return json_pack("{s:i, s:i, s:i}", "inject_overhead", settings->inject_overhead, "eject_overhead",
                     settings->eject_overhead, "refusal_pause", settings->refusal_pause);
}
