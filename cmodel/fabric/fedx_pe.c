/* SPDX-License-Identifier: Apache-2.0
 *
 * The processing element. See fedx_pe.h.
 */
#include "fedx_pe.h"

#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"

int fedx_pe_init(struct fedx_pe *pe, const struct fedx_pe_settings *settings, int node, int nodes, const struct port_ops *port)
{
    memset(pe, 0, sizeof *pe);
    if (port) {
        pe->ops = port;
        pe->port = calloc(1, port->bytes);
        if (!pe->port)
            return -1;
        port->init(pe->port, settings->latency);
    }
    schedule_init(&pe->schedule, &settings->schedule);
    pe->settings = settings;
    pe->node = node;
    pe->waiting_since = FEDX_PE_IDLE;
    source_init(&pe->source, settings->workload, settings->load, settings->load_cycles, settings->traffic, settings->seed,
                node, nodes);
    return 0;
}

void fedx_pe_finish(struct fedx_pe *pe)
{
    schedule_finish(&pe->schedule);
    free(pe->port);
    free(pe->fresh);
    for (int i = 0; i < FEDX_PE_UNDER_WAY; i++)
        free(pe->under_way[i]);
}

int fedx_pe_send(struct fedx_pe *pe, uint64_t now, int destination, int packets)
{
    if (schedule_add(&pe->schedule, now, destination, packets) != 0)
        return -1;
    pe->stale = 1;
    pe->messages_created++;
    pe->packets_created += (uint64_t)packets;
    return 0;
}

/* Note a message for those who record. */
static int note(struct fedx_pe *pe, struct source_message m)
{
    struct source_message *fresh = memory_grow(pe->fresh, pe->fresh_count, &pe->fresh_size, 4, sizeof *fresh);

    if (!fresh)
        return -1;
    pe->fresh = fresh;
    pe->fresh[pe->fresh_count++] = m;
    return 0;
}

static unsigned generate(struct fedx_pe *pe, uint64_t now)
{
    unsigned what = 0;

    pe->fresh_count = 0;
    while (pe->source.next <= (double)now && !pe->out_of_memory) {
        struct source_message m;
        if (!source_take(&pe->source, &m))
            continue;
        if (fedx_pe_send(pe, now, m.destination, m.packets) != 0 || (pe->settings->record && note(pe, m) != 0))
            pe->out_of_memory = 1;
        what = FEDX_PE_CREATED;
    }
    return what | (pe->out_of_memory ? FEDX_PE_MEMORY : 0);
}

/* An id for the next message whose record is free; ids whose record is in use are skipped. @return 0 or -1 */
static int free_id(const struct fedx_pe *pe, uint16_t *id)
{
    for (unsigned tries = 0; tries < FEDX_PE_UNDER_WAY; tries++) {
        *id = (uint16_t)(pe->next_id + tries);
        if (!pe->under_way[*id % FEDX_PE_UNDER_WAY])
            return 0;
    }
    return -1;
}

static struct fedx_pe_message *open_message(struct fedx_pe *pe, uint16_t id)
{
    unsigned packets = schedule_first(&pe->schedule)->packets;
    struct fedx_pe_message *m = calloc(1, sizeof *m + packets * sizeof *m->start);

    if (!m) {
        pe->out_of_memory = 1;
        return NULL;
    }
    m->id = id;
    schedule_open(&pe->schedule, &m->job);
    if (pe->schedule.waiting == 0)
        source_refill(&pe->source);
    pe->under_way[id % FEDX_PE_UNDER_WAY] = m;
    pe->next_id = (uint16_t)(id + 1);
    return m;
}

/* Whose packet the port may start next. NULL: nobody's. */
static struct fedx_pe_message *next_message(struct fedx_pe *pe, const struct fedx_pe_message *sending)
{
    uint16_t id = 0;
    int open_first, free = pe->schedule.waiting && free_id(pe, &id) == 0;
    struct schedule_job *job = schedule_next(&pe->schedule, sending ? &sending->job : NULL, free, &open_first);

    pe->starved = pe->schedule.waiting && !free;
    return open_first ? open_message(pe, id) : (struct fedx_pe_message *)job;
}

struct packet fedx_pe_packet(const struct fedx_pe *pe, const struct fedx_pe_slot *slot)
{
    const struct fedx_pe_message *m = slot->message;

    return (struct packet){
        .destination = m->job.destination,
        .source = (uint16_t)pe->node,
        .message = m->id,
        .number = slot->number,
        .adaptive = (uint8_t)pe->settings->adaptive,
        .last = slot->number + 1 == m->job.packets,
    };
}

static void make_ready(const struct fedx_pe *pe, struct fedx_pe_slot *slot, int place)
{
    struct packet packet = fedx_pe_packet(pe, slot);

    pe->ops->ready(pe->port, place, &packet);
    slot->built = 1;
}

/*
 * Choose the packet to offer. During an attempt the port may start the next
 * packet at the very edge of the acceptance: so one is ready all the time, and
 * chosen again whenever a message appears, an attempt starts, ends or fails. The
 * packet of an attempt is in the other slot and stays.
 */
static void choose(struct fedx_pe *pe, uint64_t now)
{
    struct fedx_pe_slot *offer = &pe->slot[pe->turn ^ pe->attempt];
    const struct fedx_pe_message *sending = pe->attempt ? pe->slot[pe->turn].message : NULL;
    struct fedx_pe_message *m = next_message(pe, sending);

    pe->stale = 0;
    if (!m) {
        offer->message = NULL;
        pe->waiting_since = pe->attempt ? pe->waiting_since : FEDX_PE_IDLE;
        return;
    }
    if (pe->waiting_since == FEDX_PE_IDLE)
        pe->waiting_since = now;
    uint8_t number = (uint8_t)(m->job.packets - m->job.left + (m == sending));
    if (offer->message != m || offer->number != number) {
        offer->message = m;
        offer->number = number;
        offer->built = 0;
    }
}

static void attempt_ended(struct fedx_pe *pe)
{
    pe->injected = fedx_pe_packet(pe, &pe->slot[pe->turn]);
    pe->injected_first = pe->first;
    pe->attempt = 0;
    pe->stale = 1;
}

static unsigned after_accept(struct fedx_pe *pe)
{
    struct fedx_pe_slot *slot = &pe->slot[pe->turn];

    attempt_ended(pe);
    schedule_sent(&pe->schedule, &slot->message->job);
    slot->message = NULL;
    pe->turn ^= 1;
    pe->waiting_since = FEDX_PE_IDLE;
    pe->packets_injected++;
    return FEDX_PE_INJECTED;
}

static unsigned after_failure(struct fedx_pe *pe)
{
    attempt_ended(pe);
    schedule_failed(&pe->schedule, &pe->slot[pe->turn].message->job);
    pe->attempts_failed++;
    return FEDX_PE_FAILED;
}

static void after_start(struct fedx_pe *pe, uint64_t now)
{
    const struct fedx_pe_slot *slot = &pe->slot[pe->turn];

    pe->first = now + 1;
    slot->message->start[slot->number] = pe->first;
    pe->attempt = 1;
    pe->stale = 1;
}

static unsigned after_receive(const struct fedx_pe *pe, unsigned edge)
{
    if ((edge & PORT_DAMAGED) || pe->delivered.destination != pe->node)
        return FEDX_PE_DELIVERED | FEDX_PE_DAMAGED;
    return FEDX_PE_DELIVERED;
}

unsigned fedx_pe_begin(struct fedx_pe *pe, uint64_t now)
{
    unsigned what = 0;

    if (pe->source.next <= (double)now && !pe->stopped)
        what = generate(pe, now);
    if (pe->stale && !pe->stopped)
        choose(pe, now);
    return what;
}

unsigned fedx_pe_edge(struct fedx_pe *pe, uint64_t now, unsigned edge)
{
    unsigned what = 0;

    if (edge & PORT_ACCEPTED)
        what = after_accept(pe);
    if (edge & PORT_FAILED)
        what |= after_failure(pe);
    if (edge & PORT_STARTED)
        after_start(pe, now);
    return what;
}

unsigned fedx_pe_step(struct fedx_pe *pe, uint64_t now, const void *in, void *out)
{
    unsigned what = fedx_pe_begin(pe, now), edge;
    struct fedx_pe_slot *offer = fedx_pe_offer(pe);
    int place = pe->turn ^ pe->attempt;

    if (offer && !offer->built)
        make_ready(pe, offer, place);
    edge = pe->ops->step(pe->port, in, offer ? place : -1, &pe->delivered, out);
    pe->cycles_busy += (edge & PORT_BUSY) != 0;
    if (!(edge & ~(unsigned)PORT_BUSY))
        return what;
    what |= fedx_pe_edge(pe, now, edge);
    if (edge & PORT_RECEIVED)
        what |= after_receive(pe, edge);
    return what;
}

int fedx_pe_arrived(struct fedx_pe *source, const struct packet *packet, uint64_t *start,
                    struct fedx_pe_message **message)
{
    struct fedx_pe_message *m = source->under_way[packet->message % FEDX_PE_UNDER_WAY];

    *message = NULL;
    if (!m || m->id != packet->message || packet->number >= m->job.packets - m->job.left ||
        m->job.destination != packet->destination || m->start[packet->number] == FEDX_PE_ARRIVED)
        return -1;
    *start = m->start[packet->number];
    m->start[packet->number] = FEDX_PE_ARRIVED;
    if (++m->received == m->job.packets)
        *message = m;
    return 0;
}

void fedx_pe_unfinished(const struct fedx_pe *source,
                        void (*visit)(void *context, const struct schedule_job *job, const uint64_t *start), void *context)
{
    for (unsigned i = 0; i < source->schedule.waiting; i++)
        visit(context, &source->schedule.heap[i], NULL);
    for (int i = 0; i < FEDX_PE_UNDER_WAY; i++)
        if (source->under_way[i])
            visit(context, &source->under_way[i]->job, source->under_way[i]->start);
}

int fedx_pe_idle(const struct fedx_pe *pe)
{
    return schedule_count(&pe->schedule) == 0 || (pe->starved && pe->schedule.opened == 0);
}

uint64_t fedx_pe_oldest(const struct fedx_pe *source)
{
    uint64_t oldest = FEDX_PE_ARRIVED;

    for (int i = 0; i < FEDX_PE_UNDER_WAY; i++) {
        const struct fedx_pe_message *m = source->under_way[i];
        for (int k = 0; m && k < m->job.packets - m->job.left; k++)
            oldest = m->start[k] < oldest ? m->start[k] : oldest;
    }
    return oldest;
}

void fedx_pe_close(struct fedx_pe *source, struct fedx_pe_message *message)
{
    source->under_way[message->id % FEDX_PE_UNDER_WAY] = NULL;
    free(message);
    source->stale |= source->starved;
}

/* Messages in an archive go by their place among those under way, from 1; 0 is none. */
static void archive_reference(struct fedx_pe *pe, struct fedx_pe_message **message, struct archive *a)
{
    uint64_t place = 0;

    for (int i = 0; *message && !a->loading && i < FEDX_PE_UNDER_WAY; i++)
        if (pe->under_way[i] == *message)
            place = (uint64_t)i + 1;
    place = archive_count(a, place, FEDX_PE_UNDER_WAY);
    if (!a->loading)
        return;
    *message = place ? pe->under_way[place - 1] : NULL;
    archive_check(a, !place || *message);
}

static void archive_message(struct fedx_pe *pe, unsigned place, int nodes, struct archive *a)
{
    struct fedx_pe_message *m = pe->under_way[place];
    uint8_t packets = m ? m->job.packets : 0;

    ARCHIVE(a, packets);
    if (a->loading) {
        free(m);
        m = packets ? calloc(1, sizeof *m + packets * sizeof *m->start) : NULL;
        pe->under_way[place] = m;
        if (packets && !m)
            a->reject(a, "out of memory");
    }
    if (!m)
        return;
    ARCHIVE(a, m->job);
    ARCHIVE(a, m->id);
    ARCHIVE(a, m->received);
    a->visit(a, "start", m->start, packets * sizeof *m->start);
    archive_check(a, m->job.packets == packets && m->id % FEDX_PE_UNDER_WAY == place && m->received <= packets);
    schedule_job_check(&m->job, nodes, a);
}

static void archive_slot(struct fedx_pe *pe, struct fedx_pe_slot *slot, struct archive *a)
{
    archive_reference(pe, &slot->message, a);
    ARCHIVE(a, slot->number);
    ARCHIVE(a, slot->built);
    archive_check(a, !slot->message || slot->number < slot->message->job.packets);
}

/* What it reports of a step is for that cycle alone. */
void fedx_pe_archive(struct fedx_pe *pe, int nodes, struct archive *a)
{
    for (unsigned i = 0; i < FEDX_PE_UNDER_WAY; i++)
        archive_message(pe, i, nodes, a);
    schedule_archive(&pe->schedule, nodes, a);
    for (unsigned i = 0; i < pe->schedule.opened; i++) {
        struct fedx_pe_message *m = (struct fedx_pe_message *)pe->schedule.open[i];
        archive_reference(pe, &m, a);
        archive_check(a, m != NULL);
        pe->schedule.open[i] = m ? &m->job : NULL;
    }
    ARCHIVE_SPAN(a, pe, turn, source);
    source_archive(&pe->source, a);
    archive_slot(pe, &pe->slot[0], a);
    archive_slot(pe, &pe->slot[1], a);
    ARCHIVE(a, pe->first);
    ARCHIVE_SPAN(a, pe, messages_created, fresh);
    if (a->loading)
        pe->fresh_count = 0;
    archive_check(a, pe->turn <= 1 && pe->attempt <= 1 && (!pe->attempt || pe->slot[pe->turn].message));
    if (pe->port)
        pe->ops->archive(pe->port, a);
}
