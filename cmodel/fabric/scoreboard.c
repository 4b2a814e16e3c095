/* SPDX-License-Identifier: Apache-2.0
 *
 * The scoreboard of a fabric: events, latencies, and conservation (every packet is
 * delivered exactly once, intact, to the right endpoint). Engines report what happened
 * at the endpoints; all that is counted and written is the same for all of them.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "split.h"

void packet_event_print(const struct packet_event *e, FILE *file)
{
    fprintf(file, "%" PRIu64 " %u %c %u %u %u %u\n", e->cycle, e->node, (char)e->kind, e->source, e->destination,
            e->message, e->packet);
}

void scoreboard_fail(struct fabric *f, enum fabric_fault fault, int node, const char *text)
{
    if (f->fault != FABRIC_FAULT_NONE)
        return;
    f->fault = fault;
    f->fault_node = node;
    snprintf(f->fault_text, sizeof f->fault_text, "%s", text);
}

void scoreboard_wrong(struct fabric *f, enum fabric_wrong what, int node, enum fabric_fault fault, const char *text)
{
    if (f->hook)
        f->config.hooks->wrong(f->hook, what);
    else
        scoreboard_fail(f, fault, node, text);
}

/* With the high halves of the numbers of endpoints, which few fabrics have, where the kind leaves room: each below
 * 2^28. */
static uint64_t digest_of_event(const struct packet_event *e)
{
    struct {
        uint64_t cycle;
        uint32_t node, kind;
        uint16_t source, destination, message, packet;
    } hashed = {e->cycle,
                e->node,
                e->kind | e->source >> 16 << 8 | e->destination >> 16 << 20,
                (uint16_t)e->source,
                (uint16_t)e->destination,
                (uint16_t)e->message,
                (uint16_t)e->packet};

    return XXH3_64bits(&hashed, sizeof hashed);
}

static void event(struct fabric *f, int node, enum packet_event_kind kind, const struct packet *p)
{
    struct packet_event e = {.cycle = f->cycle + 1, .node = (uint32_t)node, .kind = (uint32_t)kind};

    if (p) {
        e.source = p->source;
        e.destination = p->destination;
        e.message = p->message;
        e.packet = p->number;
    }
    f->event_digest += digest_of_event(&e); /* a sum, as that of pins */
    if (f->config.trace)
        packet_event_print(&e, f->config.trace);
    if (f->config.on_event)
        f->config.on_event(f->config.on_event_context, &e);
}

/*
 * The group that a message of a source belongs to: by whether it is a response, by its task, or by its role; without
 * hot spots there is only that of all.
 */
static enum metrics_group group_of(const struct fabric *f, int source, int response)
{
    const struct traffic *t = f->config.endpoint.traffic;

    if (responder_is_needed(&f->config.endpoint.responses))
        return response ? GROUP_SECOND : GROUP_FIRST;
    if (t && t->second)
        return traffic_task(t, source) ? GROUP_SECOND : GROUP_FIRST;
    if (!t || t->hot_count == 0)
        return GROUP_ALL;
    return t->role[source] == TRAFFIC_ROLE_INDEPENDENT ? GROUP_INDEPENDENT : GROUP_HOT;
}

/* Where the totals of a group are kept apart, or NULL. */
static struct group *totals_of(struct fabric *f, enum metrics_group group)
{
    return group == GROUP_ALL ? NULL : group == GROUP_HOT ? &f->stats.hot : &f->stats.independent;
}

static int is_long(const struct fabric *f, const struct schedule_job *job)
{
    const struct workload *w = f->config.endpoint.workload;

    return w && w->long_share > 0 && job->packets == w->long_packets;
}

/* One latency: in the metrics, and in the timeline, of all or of a group. */
static void measure_in(struct fabric *f, enum metrics_group group, enum metrics_kind kind, int source, uint64_t since,
                       uint64_t cycles)
{
    metrics_latency(f->metrics, group, kind, source, since, cycles);
    if (f->timeline && kind == LATENCY_PACKET)
        timeline_delivered(f->timeline, group, cycles, f->cycle);
}

/* One latency, of all and of the group that the source belongs to. */
static void measure(struct fabric *f, enum metrics_group group, enum metrics_kind kind, int source, uint64_t since,
                    uint64_t cycles)
{
    if (!f->metrics)
        return;
    measure_in(f, GROUP_ALL, kind, source, since, cycles);
    if (group != GROUP_ALL)
        measure_in(f, group, kind, source, since, cycles);
}

/* Cycles of a message for each of its packets, to the nearest one: sums of whole numbers are the same in any order. */
static uint64_t normalized(const struct schedule_job *job, uint64_t cycles)
{
    uint64_t packets = (uint64_t)job->packets;

    return (cycles + packets / 2) / packets;
}

/* A copy of a multicast has arrived, after so many cycles. */
static void copy_arrived(struct fabric *f, int source, const struct schedule_job *job, uint64_t cycles)
{
    uint32_t arrived = endpoint_copy_arrived(&f->endpoint[source], job);

    if (!arrived)
        scoreboard_fail(f, FABRIC_FAULT_MEMORY, source, "out of memory for multicasts");
    measure(f, GROUP_ALL, LATENCY_COPY, source, job->created, cycles);
    if (arrived == 1)
        measure(f, GROUP_ALL, LATENCY_FIRST_COPY, source, job->created, cycles);
    if (arrived == job->copies)
        measure(f, GROUP_ALL, LATENCY_LAST_COPY, source, job->created, cycles);
}

static void message_arrived(struct fabric *f, int n, const struct packet *last, struct endpoint_message *m)
{
    int source = (int)last->source;
    uint64_t cycles = f->cycle + 1 - m->job.created;
    enum metrics_group group = group_of(f, source, m->job.response);
    struct group *totals = totals_of(f, group);
    int is_a_long_one = is_long(f, &m->job);

    f->stats.messages++;
    measure(f, group, LATENCY_MESSAGE, source, m->job.created, cycles);
    measure(f, group, is_a_long_one ? LATENCY_LONG : LATENCY_SHORT, source, m->job.created, cycles);
    measure(f, group, LATENCY_NORMALIZED, source, m->job.created, normalized(&m->job, cycles));
    if (m->job.copies)
        copy_arrived(f, source, &m->job, cycles);
    if (m->job.response && f->metrics)
        metrics_latency(f->metrics, GROUP_ALL, LATENCY_ROUND_TRIP, n, m->job.asked, f->cycle + 1 - m->job.asked);
    if (totals)
        totals->messages++;
    if (m->job.created >= f->config.warmup) {
        latency_add(&f->stats.message, cycles);
        latency_add(is_a_long_one ? &f->stats.message_long : &f->stats.message_short, cycles);
        if (totals) {
            latency_add(&totals->message, cycles);
            latency_add(is_a_long_one ? &totals->message_long : &totals->message_short, cycles);
        }
    }
    event(f, n, EVENT_MESSAGE, last);
    endpoint_close(&f->endpoint[source], m, f->cycle);
}

static void count_distance(struct fabric *f, const struct packet *p, uint64_t start)
{
    const struct topology *t = f->config.topology;

    metrics_distance(f->metrics, topology_distance(t, t->attached[p->source].node, t->attached[p->destination].node),
                     start, f->cycle + 1 - start);
}

static void count_packet(struct fabric *f, int source, uint64_t start, int response)
{
    unsigned measured = f->cycle >= f->config.warmup && (!f->config.end || f->cycle < f->config.end);
    enum metrics_group group = group_of(f, source, response);
    struct group *totals = totals_of(f, group);

    f->stats.delivered++;
    if (f->config.nodes)
        f->stats.bytes_checked +=
            (uint64_t)f->config.kind->packet_cycles(f->settings) * (uint64_t)f->config.kind->cycle_bytes;
    f->stats.delivered_measured += measured;
    if (totals)
        totals->delivered_measured += measured;
    measure(f, group, LATENCY_PACKET, source, start, f->cycle + 1 - start);
    if (f->metrics)
        metrics_delivered(f->metrics, group, source, start, f->cycle);
    if (start < f->config.warmup)
        return;
    latency_add(&f->stats.packet, f->cycle + 1 - start);
    if (totals)
        latency_add(&totals->packet, f->cycle + 1 - start);
}

/* What is counted of the messages that have not arrived. */
struct unfinished {
    const struct fabric *f;
    enum metrics_group group;
    enum metrics_kind kind;
    uint64_t since;
    int source;
    struct fabric_unfinished sum;
};

static void add_unfinished(struct unfinished *u, uint64_t began, int parts)
{
    if (began >= ENDPOINT_TAKEN || began < u->since)
        return;
    u->sum.count++;
    u->sum.age += (double)(u->f->cycle - began) / parts;
}

/* A copy that has not arrived. Of a multicast of which none has, the first one stands for all; of the others the source
 * has a list. */
static void look_at_copy(struct unfinished *u, const struct schedule_job *job)
{
    int looks = u->kind == LATENCY_COPY || (job->copy == 0 && !endpoint_multicast_of(&u->f->endpoint[u->source], job));

    if (job->copies && looks)
        add_unfinished(u, job->created, 1);
}

static void look_at_unfinished(void *context, const struct schedule_job *job, const uint64_t *start)
{
    struct unfinished *u = context;

    if (u->group != GROUP_ALL && u->group != group_of(u->f, u->source, job->response))
        return;
    if (u->kind == LATENCY_ROUND_TRIP)
        add_unfinished(u, job->response ? job->asked : job->created, 1);
    else if (u->kind >= LATENCY_COPY)
        look_at_copy(u, job);
    else if (u->kind == LATENCY_PACKET)
        for (int i = 0; start && i < job->packets - job->left; i++)
            add_unfinished(u, start[i], 1);
    else if (u->kind == LATENCY_NORMALIZED)
        add_unfinished(u, job->created, job->packets);
    else if (u->kind == LATENCY_MESSAGE || is_long(u->f, job) == (u->kind == LATENCY_LONG))
        add_unfinished(u, job->created, 1);
}

struct fabric_unfinished fabric_unfinished(const struct fabric *f, enum metrics_group group, enum metrics_kind kind,
                                           uint64_t since)
{
    struct unfinished u = {f, group, kind, since, 0, {0, 0}};

    for (struct walk w = walk_begin(&f->own_endpoints); walk_on(&w);) {
        const struct responder *r = f->endpoint[w.unit].responder;
        u.source = w.unit;
        endpoint_unfinished(&f->endpoint[w.unit], look_at_unfinished, &u);
        for (size_t i = 0; r && kind == LATENCY_ROUND_TRIP && i < r->answer_count; i++)
            add_unfinished(&u, r->answer[i].asked, 1);
        for (size_t i = 0; kind == LATENCY_LAST_COPY && i < f->endpoint[w.unit].multicasts; i++)
            add_unfinished(&u, f->endpoint[w.unit].multicast[i].created, 1);
    }
    return f->split ? split_sum(f, u.sum) : u.sum;
}

/* What is entered of an endpoint's cycle. */
struct said {
    unsigned what, fresh_count, deliveries;
    uint64_t messages_created, packets_created, responses_created, response_packets_created, injected_first;
    const struct source_message *fresh;
    const struct packet *injected;
    const struct endpoint_delivery *delivered;
    const int *reason; /* why an attempt failed; NULL: its router still knows */
};

static void record_messages(struct fabric *f, int n, const struct said *said)
{
    for (unsigned i = 0; i < said->fresh_count; i++) {
        const struct source_message *m = &said->fresh[i];
        if (m->copy == 0)
            fprintf(f->config.record, "%" PRIu64 " %d ", f->cycle, n);
        fprintf(f->config.record, m->copy + 1 < m->copies ? "%d," : "%d", m->destination);
        if (m->copy + 1 < m->copies)
            continue;
        fprintf(f->config.record, " %d", m->packets);
        if (m->traced)
            trace_print_more(f->config.endpoint.traffic->trace, (size_t)m->traced - 1, f->config.record);
        putc('\n', f->config.record);
    }
}

/* A packet that must not arrive as it does. */
static void wrong_packet(struct fabric *f, int n, const struct packet *p, enum fabric_wrong what, const char *is_wrong)
{
    char text[160];

    snprintf(text, sizeof text, "packet %u.%u.%u%s", p->source, p->message, p->number, is_wrong);
    scoreboard_wrong(f, what, n, FABRIC_FAULT_PACKET, text);
}

static void packet_arrived(struct fabric *f, int n, const struct packet *p, int damaged)
{
    struct endpoint *source = fabric_source_of(f, p);
    struct endpoint_message *message;
    uint64_t start;
    char text[64];

    if (damaged || !source) {
        snprintf(text, sizeof text, " for node %u arrived damaged or at the wrong node", p->destination);
        wrong_packet(f, n, p, p->destination != (uint32_t)n ? WRONG_MISDELIVERED : WRONG_DAMAGED, text);
        return;
    }
    if (endpoint_arrived(source, p, &start, &message) != 0) {
        wrong_packet(f, n, p, WRONG_DOUBLED, " was delivered twice, or was never sent");
        return;
    }
    /* A kind that keeps the order has no faults to blame. */
    if (f->config.kind->in_order && p->number + 1 != endpoint_received_of(source, p)) {
        snprintf(text, sizeof text, "packet %u.%u.%u has overtaken another one", p->source, p->message, p->number);
        scoreboard_fail(f, FABRIC_FAULT_PACKET, n, text);
    }
    count_packet(f, (int)p->source, start, endpoint_job_of(source, p)->response);
    if (f->config.distances)
        count_distance(f, p, start);
    event(f, n, EVENT_DELIVERED, p);
    if (message)
        message_arrived(f, n, p, message);
}

int scoreboard_reason(const struct fabric *f, int node, int port)
{
    int reason = f->split && !split_has(f, node) ? split_reason(f, node, port)
                 : f->engine                     ? f->engine_ops->reason(f->engine, node, port)
                                                 : f->config.kind->reason(fabric_registers(f, node), port);

    return reason == REJECT_NONE ? kind_reason_broken(f->config.kind) : reason;
}

static void injection_ended(struct fabric *f, int n, const struct said *said)
{
    int failed = (said->what & ENDPOINT_FAILED) != 0;
    const struct cable_source *to = &f->end[n];
    struct attempt attempt = {
        .first = said->injected_first,
        .packet = *said->injected,
        .node = n,
        .router = (int)to->unit,
        .sender = SENDER_ENDPOINT,
        .reason = !failed        ? REJECT_NONE
                  : said->reason ? *said->reason
                                 : scoreboard_reason(f, (int)to->unit, to->port),
    };

    scoreboard_attempt(f, &attempt);
}

/* What an endpoint has created so far; of responses apart. */
static void enter_created(struct fabric *f, int n, const struct said *said)
{
    uint64_t responses = said->responses_created, packets = said->response_packets_created;

    if (said->messages_created > responses)
        metrics_created(f->metrics, group_of(f, n, 0), n, said->packets_created - packets,
                        said->messages_created - responses, f->cycle);
    if (responses > 0)
        metrics_created(f->metrics, group_of(f, n, 1), n, packets, responses, f->cycle);
}

static void enter(struct fabric *f, int n, const struct said *said)
{
    unsigned what = said->what;

    if (what & ENDPOINT_CREATED) {
        event(f, n, EVENT_CREATED, NULL);
        if (f->metrics)
            enter_created(f, n, said);
        if (f->config.record)
            record_messages(f, n, said);
    }
    if (f->watched && (what & (ENDPOINT_INJECTED | ENDPOINT_FAILED)))
        injection_ended(f, n, said);
    if (what & ENDPOINT_INJECTED) {
        f->stats.injected++;
        event(f, n, EVENT_INJECTED, said->injected);
    }
    for (unsigned k = 0; what & ENDPOINT_DELIVERED && k < said->deliveries; k++)
        packet_arrived(f, n, &said->delivered[k].packet, said->delivered[k].damaged);
    if (what & (ENDPOINT_INJECTED | ENDPOINT_DELIVERED))
        f->last_progress = f->cycle;
    if (what & ENDPOINT_MISMATCHED)
        scoreboard_fail(f, FABRIC_FAULT_MISMATCH, (int)f->end[n].unit, fabric_port_differs(f, n));
    if (what & ENDPOINT_MEMORY)
        scoreboard_fail(f, FABRIC_FAULT_MEMORY, n, "out of memory for messages");
}

void scoreboard_enter(struct fabric *f, int n, unsigned what)
{
    const struct endpoint *e = &f->endpoint[n];
    struct said said = {what,
                        e->fresh_count,
                        e->deliveries,
                        e->messages_created,
                        e->packets_created,
                        e->responses_created,
                        e->response_packets_created,
                        e->injected_first,
                        e->fresh,
                        &e->injected,
                        e->delivered,
                        NULL};

    enter(f, n, &said);
}

void scoreboard_enter_update(struct fabric *f, int n, const struct endpoint_update *update,
                             const struct source_message *fresh, int reason)
{
    struct said said = {update->what,
                        update->fresh_count,
                        update->deliveries,
                        update->messages_created,
                        update->packets_created,
                        update->responses_created,
                        update->response_packets_created,
                        update->injected_first,
                        fresh,
                        &update->injected,
                        update->delivered,
                        &reason};

    enter(f, n, &said);
}

void scoreboard_attempt(struct fabric *f, const struct attempt *attempt)
{
    if (f->metrics)
        metrics_attempt(f->metrics, attempt, f->cycle);
    if (f->timeline && timeline_attempt(f->timeline, attempt, f->cycle) != 0)
        scoreboard_fail(f, FABRIC_FAULT_MEMORY, attempt->node, "out of memory for the timeline");
    if (f->hops.file && hop_trace_add(&f->hops, attempt) != 0)
        scoreboard_fail(f, FABRIC_FAULT_MEMORY, attempt->node, "out of memory for the hop trace");
}

/* What sees the packets of a router. */
struct look {
    struct message_spread *spread;
    int node, failed;
};

static void see_message(void *context, const struct held_packet *held)
{
    struct look *look = context;

    look->failed |= message_spread_see(look->spread, look->node, held) != 0;
}

static void sample_messages(struct fabric *f)
{
    struct look look = {.spread = metrics_sample_messages(f->metrics, f->cycle)};

    for (; look.spread && look.node < f->routers; look.node++)
        fabric_each_held(f, look.node, see_message, &look);
    if (look.failed)
        scoreboard_fail(f, FABRIC_FAULT_MEMORY, 0, "out of memory for the spread of messages");
}

static void sample(struct fabric *f)
{
    for (int n = 0; n < f->routers; n++) {
        unsigned used = fabric_held(f, n);
        metrics_sample(f->metrics, n, used, f->cycle);
        if (f->timeline)
            timeline_sample(f->timeline, n, used, f->cycle);
    }
}

/* What the timeline is shown at the end of a frame. */
struct shot {
    struct timeline *timeline;
    int failed;
};

static void see(void *context, const struct held_packet *held)
{
    struct shot *shot = context;

    shot->failed |= timeline_see(shot->timeline, held) != 0;
}

static void show(struct fabric *f)
{
    struct shot shot = {.timeline = f->timeline};

    for (int n = 0; n < f->routers; n++) {
        fabric_each_held(f, n, see, &shot);
        if (shot.failed)
            scoreboard_fail(f, FABRIC_FAULT_MEMORY, n, "out of memory for the timeline");
        timeline_seen(f->timeline, n, f->cycle);
    }
}

/* As in struct timeline_frame. */
static int came_last_to(const struct fabric *f)
{
    struct any_counters counters;
    uint64_t latest = 0;
    int endpoint = -1;

    for (int n = 0; n < f->endpoints; n++) {
        uint64_t came = fabric_counters(f, n, &counters) == 0 ? f->config.kind->marks->came(&counters) : 0;
        if (came > latest) {
            endpoint = n;
            latest = came;
        }
    }
    return endpoint;
}

static void show_marks(struct fabric *f)
{
    timeline_glance(f->timeline, came_last_to(f), f->cycle);
    for (int n = 0; n < f->endpoints; n++)
        timeline_marked(f->timeline, n, fabric_marks(f, n), f->cycle);
}

/*
 * Nothing has been injected or delivered for so long, and there are packets. With hooks there are before the first one
 * is injected; so the time begins anew while there is none, which is looked up eight times.
 */
static int stalls(struct fabric *f)
{
    uint64_t limit = f->config.stall_cycles, quiet = f->cycle - f->last_progress;

    if (f->hook && limit && quiet % (limit / 8 + 1) == limit / 8 && fabric_drained(f))
        f->last_progress = f->cycle;
    return limit && quiet > limit && !fabric_drained(f);
}

unsigned scoreboard_looks(const struct fabric *f, uint64_t now)
{
    int sampled = f->metrics && !f->config.hidden && metrics_sample_time(f->metrics, now);

    return (sampled ? LOOK_HELD : 0u) | (sampled && metrics_spread(f->metrics) ? LOOK_SPREAD : 0u) |
           (f->timeline && timeline_frame_time(f->timeline, now) ? LOOK_TIMELINE : 0u) |
           (f->timeline && timeline_glances(f->timeline, now) ? LOOK_MARKS : 0u);
}

static void look_around(struct fabric *f)
{
    unsigned looks = scoreboard_looks(f, f->cycle);

    if (looks & LOOK_HELD)
        sample(f);
    if (looks & LOOK_SPREAD)
        sample_messages(f);
    if (looks & LOOK_TIMELINE)
        show(f);
    if (looks & LOOK_MARKS)
        show_marks(f);
}

/* The close of a cycle needs the whole fabric as it is then. */
static int stops_at(const struct fabric *f, uint64_t now)
{
    uint64_t limit = f->config.stall_cycles;

    return scoreboard_looks(f, now) || (limit && now + 1 - f->last_progress > limit);
}

uint64_t scoreboard_window(const struct fabric *f, uint64_t most)
{
    uint64_t cycles = 1;

    while (cycles < most && !stops_at(f, f->cycle + cycles - 1))
        cycles++;
    return cycles;
}

int scoreboard_close(struct fabric *f)
{
    const char *failed;

    hop_trace_close(&f->hops, f->config.kind->ports, f->cycle);
    if (f->metrics && metrics_close(f->metrics, f->cycle))
        metrics_sample_queues(f->metrics, f->stats.injected, f->cycle);
    if (split_has_scoreboard(f))
        look_around(f);
    f->cycle++;
    if (f->hook && (failed = f->config.hooks->failed(f->hook)))
        scoreboard_fail(f, FABRIC_FAULT_MEMORY, 0, failed);
    if (stalls(f))
        scoreboard_fail(f, FABRIC_FAULT_STALL, 0, "packets are in the fabric and nothing moves");
    if (f->split && f->fault == FABRIC_FAULT_MEMORY) /* the others may not know */
        ranks_abort(f->config.ranks, f->fault_text);
    return f->fault != FABRIC_FAULT_NONE;
}
