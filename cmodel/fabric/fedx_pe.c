/* SPDX-License-Identifier: Apache-2.0
 *
 * The processing element. See fedx_pe.h.
 */
#include "fedx_pe.h"

#include <stdlib.h>
#include <string.h>

enum { BODY_BYTES = FEDX_BYTE_CRC - FEDX_HEADER_BYTES };

/* What a packet carries: a pattern that names its header, different in every byte position. */
static void fill_body(const struct fedx_header *h, uint8_t *body)
{
    struct fedx_random r = {(uint64_t)h->source << 48 | (uint64_t)h->destination << 32 |
                            (uint64_t)h->message << 16 | h->packet};

    for (int i = 0; i < BODY_BYTES; i += 8) {
        uint64_t word = fedx_random_next(&r);
        memcpy(body + i, &word, i + 8 <= BODY_BYTES ? 8 : (size_t)(BODY_BYTES - i));
    }
}

void fedx_pe_init(struct fedx_pe *pe, const struct fedx_pe_settings *settings, int node, int nodes)
{
    memset(pe, 0, sizeof *pe);
    fedx_port_end_init(&pe->end, 1, settings->latency);
    fedx_schedule_init(&pe->schedule, &settings->schedule);
    pe->settings = settings;
    pe->node = node;
    fedx_source_init(&pe->source, settings->workload, settings->load, settings->traffic, settings->seed, node, nodes);
}

void fedx_pe_finish(struct fedx_pe *pe)
{
    fedx_schedule_finish(&pe->schedule);
    free(pe->fresh);
    for (int i = 0; i < FEDX_PE_UNDER_WAY; i++)
        free(pe->under_way[i].start);
}

int fedx_pe_send(struct fedx_pe *pe, uint64_t now, int destination, int packets)
{
    if (fedx_schedule_add(&pe->schedule, now, destination, packets) != 0)
        return -1;
    pe->stale = 1;
    pe->messages_created++;
    pe->packets_created += (uint64_t)packets;
    return 0;
}

/* Note a message for those who record. */
static int note(struct fedx_pe *pe, struct fedx_source_message m)
{
    if (pe->fresh_count == pe->fresh_size) {
        unsigned size = pe->fresh_size ? 2 * pe->fresh_size : 4;
        struct fedx_source_message *fresh = realloc(pe->fresh, size * sizeof *fresh);
        if (!fresh)
            return -1;
        pe->fresh = fresh;
        pe->fresh_size = size;
    }
    pe->fresh[pe->fresh_count++] = m;
    return 0;
}

static unsigned generate(struct fedx_pe *pe, uint64_t now)
{
    unsigned what = 0;

    pe->fresh_count = 0;
    while (pe->source.next <= (double)now && !pe->out_of_memory) {
        struct fedx_source_message m;
        if (!fedx_source_take(&pe->source, &m))
            continue;
        if (fedx_pe_send(pe, now, m.destination, m.packets) != 0 || (pe->settings->record && note(pe, m) != 0))
            pe->out_of_memory = 1;
        what = FEDX_PE_CREATED;
    }
    return what | (pe->out_of_memory ? FEDX_PE_MEMORY : 0);
}

/* A free record for the next message. Its id picks it; ids whose record is in use are skipped. */
static struct fedx_pe_message *free_record(struct fedx_pe *pe)
{
    for (unsigned tries = 0; tries < FEDX_PE_UNDER_WAY; tries++) {
        struct fedx_pe_message *m = &pe->under_way[(pe->next_id + tries) % FEDX_PE_UNDER_WAY];
        if (!m->start) {
            m->id = (uint16_t)(pe->next_id + tries);
            return m;
        }
    }
    return NULL;
}

static struct fedx_pe_message *open_message(struct fedx_pe *pe, struct fedx_pe_message *m)
{
    fedx_schedule_open(&pe->schedule, &m->job);
    if (pe->schedule.waiting == 0)
        fedx_source_refill(&pe->source);
    m->start = calloc(m->job.packets, sizeof *m->start);
    m->received = 0;
    pe->next_id = (uint16_t)(m->id + 1);
    if (!m->start)
        pe->out_of_memory = 1;
    return m->start ? m : NULL;
}

/* Whose packet the port may start next. NULL: nobody's. */
static struct fedx_pe_message *next_message(struct fedx_pe *pe, const struct fedx_pe_message *sending)
{
    struct fedx_pe_message *record = pe->schedule.waiting ? free_record(pe) : NULL;
    int open_first;
    struct fedx_job *job =
        fedx_schedule_next(&pe->schedule, sending ? &sending->job : NULL, record != NULL, &open_first);

    pe->starved = pe->schedule.waiting && !record;
    return open_first ? open_message(pe, record) : (struct fedx_pe_message *)job;
}

static void prepare(struct fedx_pe *pe, struct fedx_pe_slot *slot, struct fedx_pe_message *m, uint8_t number)
{
    uint8_t body[BODY_BYTES];
    struct fedx_header h = {
        .destination = m->job.destination,
        .source = (uint16_t)pe->node,
        .message = m->id,
        .packet = number,
        .adaptive = (uint8_t)pe->settings->adaptive,
        .last = number + 1 == m->job.packets,
    };

    slot->message = m;
    slot->number = number;
    fill_body(&h, body);
    fedx_header_packet(&h, body, slot->image);
}

/*
 * Choose the packet to offer. During an attempt the port may start the next
 * packet at the very edge of the acceptance: so one is ready all the time, and
 * chosen again whenever a message appears, an attempt starts, ends or fails. The
 * image of an attempt is in the other slot and stays.
 */
static void choose(struct fedx_pe *pe)
{
    struct fedx_pe_slot *offer = &pe->slot[pe->turn ^ pe->attempt];
    const struct fedx_pe_message *sending = pe->attempt ? pe->slot[pe->turn].message : NULL;
    struct fedx_pe_message *m = next_message(pe, sending);

    pe->stale = 0;
    if (!m) {
        offer->message = NULL;
        return;
    }
    uint8_t number = (uint8_t)(m->job.packets - m->job.left + (m == sending));
    if (offer->message != m || offer->number != number)
        prepare(pe, offer, m, number);
}

static unsigned after_accept(struct fedx_pe *pe)
{
    struct fedx_pe_slot *slot = &pe->slot[pe->turn];

    pe->injected = fedx_header_fields(0);
    pe->injected.source = (uint16_t)pe->node;
    pe->injected.destination = slot->message->job.destination;
    pe->injected.message = slot->message->id;
    pe->injected.packet = slot->number;
    fedx_schedule_sent(&pe->schedule, &slot->message->job);
    slot->message = NULL;
    pe->turn ^= 1;
    pe->attempt = 0;
    pe->stale = 1;
    pe->packets_injected++;
    return FEDX_PE_INJECTED;
}

static void after_failure(struct fedx_pe *pe)
{
    fedx_schedule_failed(&pe->schedule, &pe->slot[pe->turn].message->job);
    pe->attempt = 0;
    pe->stale = 1;
    pe->attempts_failed++;
}

static void after_start(struct fedx_pe *pe, uint64_t now)
{
    const struct fedx_pe_slot *slot = &pe->slot[pe->turn];

    slot->message->start[slot->number] = now + 1;
    pe->attempt = 1;
    pe->stale = 1;
}

static unsigned after_receive(struct fedx_pe *pe)
{
    uint8_t body[BODY_BYTES];

    pe->delivered = fedx_header_fields(pe->end.rx.head[0]);
    fill_body(&pe->delivered, body);
    if (pe->delivered.destination != pe->node ||
        memcmp(body, pe->end.incoming + FEDX_HEADER_BYTES, BODY_BYTES) != 0)
        return FEDX_PE_DELIVERED | FEDX_PE_DAMAGED;
    return FEDX_PE_DELIVERED;
}

unsigned fedx_pe_step(struct fedx_pe *pe, uint64_t now, const struct fedx_pins *in)
{
    unsigned what = 0, edge;

    if (pe->source.next <= (double)now && !pe->stopped)
        what |= generate(pe, now);
    if (pe->stale && !pe->stopped)
        choose(pe);
    const struct fedx_pe_slot *offer = &pe->slot[pe->turn ^ pe->attempt];
    pe->end.next = offer->message && !pe->stopped ? offer->image : NULL;
    pe->cycles_busy += in->valid & 1;
    edge = fedx_port_end_step(&pe->end, in);
    if (edge == 0)
        return what;
    if (edge & FEDX_END_ACCEPTED)
        what |= after_accept(pe);
    if (edge & FEDX_END_FAILED)
        after_failure(pe);
    if (edge & FEDX_END_STARTED)
        after_start(pe, now);
    if (edge & FEDX_END_RECEIVED)
        what |= after_receive(pe);
    return what;
}

int fedx_pe_arrived(struct fedx_pe *source, const struct fedx_header *header, uint64_t *start,
                    struct fedx_pe_message **message)
{
    struct fedx_pe_message *m = &source->under_way[header->message % FEDX_PE_UNDER_WAY];

    *message = NULL;
    if (!m->start || m->id != header->message || header->packet >= m->job.packets - m->job.left ||
        m->job.destination != header->destination || m->start[header->packet] == FEDX_PE_ARRIVED)
        return -1;
    *start = m->start[header->packet];
    m->start[header->packet] = FEDX_PE_ARRIVED;
    if (++m->received == m->job.packets)
        *message = m;
    return 0;
}

void fedx_pe_close(struct fedx_pe *source, struct fedx_pe_message *message)
{
    free(message->start);
    message->start = NULL;
    source->stale |= source->starved;
}
