/* SPDX-License-Identifier: Apache-2.0
 *
 * The books of a fabric: events, latencies, and conservation (every packet is
 * delivered exactly once, intact, to the right PE). Engines report what happened
 * at the PEs; all that is counted and written is the same for all of them.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "fedx_fabric_internal.h"

void fedx_event_print(const struct fedx_event *e, FILE *file)
{
    fprintf(file, "%" PRIu64 " %u %c %u %u %u %u\n", e->cycle, e->node, (char)e->kind, e->source, e->destination,
            e->message, e->packet);
}

void fedx_ledger_fail(struct fedx_fabric *f, enum fedx_fault fault, int node, const char *text)
{
    if (f->fault != FEDX_FAULT_NONE)
        return;
    f->fault = fault;
    f->fault_node = node;
    snprintf(f->fault_text, sizeof f->fault_text, "%s", text);
}

void fedx_ledger_wrong(struct fedx_fabric *f, enum fedx_fabric_wrong what, int node, enum fedx_fault fault, const char *text)
{
    if (f->hook)
        f->config.hooks->wrong(f->hook, what);
    else
        fedx_ledger_fail(f, fault, node, text);
}

static void event(struct fedx_fabric *f, int node, enum fedx_event_kind kind, const struct packet *h)
{
    struct fedx_event e = {.cycle = f->cycle + 1, .node = (uint32_t)node, .kind = (uint32_t)kind};

    if (h) {
        e.source = h->source;
        e.destination = h->destination;
        e.message = h->message;
        e.packet = h->number;
    }
    f->event_digest += XXH3_64bits(&e, sizeof e); /* a sum, as that of pins */
    if (f->config.trace)
        fedx_event_print(&e, f->config.trace);
    if (f->config.on_event)
        f->config.on_event(f->config.on_event_context, &e);
}

/* The group that a source belongs to; without hot spots there is only that of all. */
static enum fedx_metrics_group group_of(const struct fedx_fabric *f, int source)
{
    const struct traffic *t = f->config.pe.traffic;

    if (!t || t->hot_count == 0)
        return FEDX_GROUP_ALL;
    return t->role[source] == TRAFFIC_ROLE_INDEPENDENT ? FEDX_GROUP_INDEPENDENT : FEDX_GROUP_HOT;
}

/* Where the totals of a group are kept apart, or NULL. */
static struct fedx_group *totals_of(struct fedx_fabric *f, enum fedx_metrics_group group)
{
    return group == FEDX_GROUP_ALL ? NULL : group == FEDX_GROUP_HOT ? &f->stats.hot : &f->stats.independent;
}

static int is_long(const struct fedx_fabric *f, const struct schedule_job *job)
{
    const struct workload *w = f->config.pe.workload;

    return w && w->long_share > 0 && job->packets == w->long_packets;
}

/* One latency: in the metrics, and in the film, of all or of a group. */
static void measure_in(struct fedx_fabric *f, enum fedx_metrics_group group, enum fedx_metrics_kind kind, int source,
                       uint64_t since, uint64_t cycles)
{
    fedx_metrics_latency(f->metrics, group, kind, source, since, cycles);
    if (f->film && kind == FEDX_KIND_PACKET)
        fedx_film_delivered(f->film, group, cycles, f->cycle);
}

/* One latency, of all and of the group that the source belongs to. */
static void measure(struct fedx_fabric *f, enum fedx_metrics_group group, enum fedx_metrics_kind kind, int source,
                    uint64_t since, uint64_t cycles)
{
    if (!f->metrics)
        return;
    measure_in(f, FEDX_GROUP_ALL, kind, source, since, cycles);
    if (group != FEDX_GROUP_ALL)
        measure_in(f, group, kind, source, since, cycles);
}

static void message_arrived(struct fedx_fabric *f, int n, int source, struct fedx_pe_message *m)
{
    uint64_t cycles = f->cycle + 1 - m->job.created;
    enum fedx_metrics_group group = group_of(f, source);
    struct fedx_group *totals = totals_of(f, group);
    int is_a_long_one = is_long(f, &m->job);

    f->stats.messages++;
    measure(f, group, FEDX_KIND_MESSAGE, source, m->job.created, cycles);
    measure(f, group, is_a_long_one ? FEDX_KIND_LONG : FEDX_KIND_SHORT, source, m->job.created, cycles);
    if (totals)
        totals->messages++;
    if (m->job.created >= f->config.warmup) {
        fedx_latency_add(&f->stats.message, cycles);
        fedx_latency_add(is_a_long_one ? &f->stats.message_long : &f->stats.message_short, cycles);
        if (totals) {
            fedx_latency_add(&totals->message, cycles);
            fedx_latency_add(is_a_long_one ? &totals->message_long : &totals->message_short, cycles);
        }
    }
    event(f, n, FEDX_EVENT_MESSAGE, &f->pe[n].delivered);
    fedx_pe_close(&f->pe[source], m);
}

static void count_packet(struct fedx_fabric *f, int source, uint64_t start)
{
    unsigned measured = f->cycle >= f->config.warmup && (!f->config.end || f->cycle < f->config.end);
    enum fedx_metrics_group group = group_of(f, source);
    struct fedx_group *totals = totals_of(f, group);

    f->stats.delivered++;
    f->stats.bytes_checked += f->config.nodes ? (uint64_t)f->config.kind->packet_cycles : 0;
    f->stats.delivered_measured += measured;
    if (totals)
        totals->delivered_measured += measured;
    measure(f, group, FEDX_KIND_PACKET, source, start, f->cycle + 1 - start);
    if (f->metrics)
        fedx_metrics_delivered(f->metrics, group, source, start, f->cycle);
    if (start < f->config.warmup)
        return;
    fedx_latency_add(&f->stats.packet, f->cycle + 1 - start);
    if (totals)
        fedx_latency_add(&totals->packet, f->cycle + 1 - start);
}

/* What is counted of the messages that have not arrived. */
struct unfinished {
    const struct fedx_fabric *f;
    enum fedx_metrics_kind kind;
    uint64_t since;
    struct fedx_unfinished sum;
};

static void add_unfinished(struct unfinished *u, uint64_t began)
{
    if (began == FEDX_PE_ARRIVED || began < u->since)
        return;
    u->sum.count++;
    u->sum.age += (double)(u->f->cycle - began);
}

static void look_at_unfinished(void *context, const struct schedule_job *job, const uint64_t *start)
{
    struct unfinished *u = context;

    if (u->kind == FEDX_KIND_PACKET)
        for (int i = 0; start && i < job->packets - job->left; i++)
            add_unfinished(u, start[i]);
    else if (u->kind == FEDX_KIND_MESSAGE || is_long(u->f, job) == (u->kind == FEDX_KIND_LONG))
        add_unfinished(u, job->created);
}

struct fedx_unfinished fedx_fabric_unfinished(const struct fedx_fabric *f, enum fedx_metrics_group group,
                                              enum fedx_metrics_kind kind, uint64_t since)
{
    struct unfinished u = {f, kind, since, {0, 0}};

    for (int n = 0; n < f->endpoints; n++)
        if (group == FEDX_GROUP_ALL || group == group_of(f, n))
            fedx_pe_unfinished(&f->pe[n], look_at_unfinished, &u);
    return u.sum;
}

static void record_messages(struct fedx_fabric *f, int n)
{
    const struct fedx_pe *pe = &f->pe[n];

    for (unsigned i = 0; i < pe->fresh_count; i++)
        fprintf(f->config.record, "%" PRIu64 " %d %d %d\n", f->cycle, n, pe->fresh[i].destination,
                pe->fresh[i].packets);
}

/* A packet that must not arrive as it does. */
static void wrong_packet(struct fedx_fabric *f, int n, enum fedx_fabric_wrong what, const char *is_wrong)
{
    const struct packet *h = &f->pe[n].delivered;
    char text[160];

    snprintf(text, sizeof text, "packet %u.%u.%u%s", h->source, h->message, h->number, is_wrong);
    fedx_ledger_wrong(f, what, n, FEDX_FAULT_PACKET, text);
}

static void packet_arrived(struct fedx_fabric *f, int n, unsigned damaged)
{
    const struct packet *h = &f->pe[n].delivered;
    struct fedx_pe_message *message;
    uint64_t start;
    char text[64];

    if (damaged || h->source >= f->endpoints) {
        snprintf(text, sizeof text, " for node %u arrived damaged or at the wrong node", h->destination);
        wrong_packet(f, n, h->destination != n ? FEDX_WRONG_MISDELIVERED : FEDX_WRONG_DAMAGED, text);
        return;
    }
    if (fedx_pe_arrived(&f->pe[h->source], h, &start, &message) != 0) {
        wrong_packet(f, n, FEDX_WRONG_DOUBLED, " was delivered twice, or was never sent");
        return;
    }
    count_packet(f, h->source, start);
    event(f, n, FEDX_EVENT_DELIVERED, h);
    if (message)
        message_arrived(f, n, h->source, message);
}

int fedx_ledger_cause(const struct fedx_fabric *f, int node, int port)
{
    int cause = f->engine ? f->engine_ops->cause(f->engine, node, port)
                          : f->config.kind->cause(fedx_fabric_registers(f, node), port);

    return cause == CAUSE_NONE ? kind_cause_broken(f->config.kind) : cause;
}

static void injection_ended(struct fedx_fabric *f, int n, int failed)
{
    const struct fedx_pe *pe = &f->pe[n];
    struct fedx_attempt attempt = {
        .first = pe->injected_first,
        .packet = pe->injected,
        .node = n,
        .sender = FEDX_SENDER_PE,
        .cause = failed ? fedx_ledger_cause(f, (int)f->end[n].unit, f->end[n].port) : CAUSE_NONE,
    };

    fedx_ledger_attempt(f, &attempt);
}

void fedx_ledger_enter(struct fedx_fabric *f, int n, unsigned what)
{
    struct fedx_pe *pe = &f->pe[n];

    if (what & FEDX_PE_CREATED) {
        event(f, n, FEDX_EVENT_CREATED, NULL);
        if (f->metrics)
            fedx_metrics_created(f->metrics, group_of(f, n), n, pe->packets_created, pe->messages_created, f->cycle);
        if (f->config.record)
            record_messages(f, n);
    }
    if (f->watched && (what & (FEDX_PE_INJECTED | FEDX_PE_FAILED)))
        injection_ended(f, n, (what & FEDX_PE_FAILED) != 0);
    if (what & FEDX_PE_INJECTED) {
        f->stats.injected++;
        event(f, n, FEDX_EVENT_INJECTED, &pe->injected);
    }
    if (what & FEDX_PE_DELIVERED)
        packet_arrived(f, n, what & FEDX_PE_DAMAGED);
    if (what & (FEDX_PE_INJECTED | FEDX_PE_DELIVERED))
        f->last_progress = f->cycle;
    if (what & FEDX_PE_MEMORY)
        fedx_ledger_fail(f, FEDX_FAULT_MEMORY, n, "out of memory for messages");
}

void fedx_ledger_attempt(struct fedx_fabric *f, const struct fedx_attempt *attempt)
{
    if (f->metrics)
        fedx_metrics_attempt(f->metrics, attempt, f->cycle);
    if (f->film && fedx_film_attempt(f->film, attempt, f->cycle) != 0)
        fedx_ledger_fail(f, FEDX_FAULT_MEMORY, attempt->node, "out of memory for the film");
    if (f->hops.file && fedx_hop_trace_add(&f->hops, attempt) != 0)
        fedx_ledger_fail(f, FEDX_FAULT_MEMORY, attempt->node, "out of memory for the hop trace");
}

static void sample(struct fedx_fabric *f, int node, unsigned used)
{
    fedx_metrics_sample(f->metrics, node, used, f->cycle);
    if (f->film)
        fedx_film_sample(f->film, node, used, f->cycle);
}

/* What the film is shown at the end of a frame. */
struct shot {
    struct fedx_film *film;
    int failed;
};

static void see(void *context, const struct held_packet *held)
{
    struct shot *shot = context;

    shot->failed |= fedx_film_see(shot->film, held) != 0;
}

static void show(struct fedx_fabric *f)
{
    struct shot shot = {.film = f->film};

    for (int n = 0; n < f->count; n++) {
        fedx_fabric_each_held(f, n, see, &shot);
        if (shot.failed)
            fedx_ledger_fail(f, FEDX_FAULT_MEMORY, n, "out of memory for the film");
        fedx_film_seen(f->film, n, f->cycle);
    }
}

/*
 * Nothing has been injected or delivered for so long, and there are packets. With hooks there are before the first one
 * is injected; so the time begins anew while there is none, which is looked up eight times.
 */
static int stalls(struct fedx_fabric *f)
{
    uint64_t limit = f->config.stall_cycles, quiet = f->cycle - f->last_progress;

    if (f->hook && limit && quiet % (limit / 8 + 1) == limit / 8 && fedx_fabric_drained(f))
        f->last_progress = f->cycle;
    return limit && quiet > limit && !fedx_fabric_drained(f);
}

int fedx_ledger_close(struct fedx_fabric *f)
{
    const char *failed;

    fedx_hop_trace_close(&f->hops, f->cycle);
    if (f->metrics && fedx_metrics_close(f->metrics, f->cycle) && !f->config.hidden)
        for (int n = 0; n < f->count; n++)
            sample(f, n, fedx_fabric_held(f, n));
    if (f->film && fedx_film_due(f->film, f->cycle))
        show(f);
    f->cycle++;
    if (f->hook && (failed = f->config.hooks->failed(f->hook)))
        fedx_ledger_fail(f, FEDX_FAULT_MEMORY, 0, failed);
    if (stalls(f))
        fedx_ledger_fail(f, FEDX_FAULT_STALL, 0, "packets are in the fabric and nothing moves");
    return f->fault != FEDX_FAULT_NONE;
}
