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
    pe->random = fedx_random_stream(settings->seed, (uint64_t)node);
    pe->settings = settings;
    pe->node = node;
    pe->nodes = nodes;
    if (settings->workload)
        pe->next_arrival =
            fedx_random_exponential(&pe->random, fedx_workload_interval(settings->workload, settings->load));
}

void fedx_pe_finish(struct fedx_pe *pe)
{
    free(pe->queue);
    for (int i = 0; i < FEDX_PE_UNDER_WAY; i++)
        free(pe->under_way[i].start);
}

static int grow_queue(struct fedx_pe *pe)
{
    unsigned size = pe->queue_size ? 2 * pe->queue_size : 64;
    struct fedx_pe_waiting *queue = malloc(size * sizeof *queue);

    if (!queue)
        return -1;
    for (unsigned i = 0; i < pe->queue_count; i++)
        queue[i] = pe->queue[(pe->queue_head + i) & (pe->queue_size - 1)];
    free(pe->queue);
    pe->queue = queue;
    pe->queue_size = size;
    pe->queue_head = 0;
    return 0;
}

int fedx_pe_send(struct fedx_pe *pe, uint64_t now, int destination, int packets)
{
    if (pe->queue_count == pe->queue_size && grow_queue(pe) != 0)
        return -1;
    pe->queue[(pe->queue_head + pe->queue_count++) & (pe->queue_size - 1)] =
        (struct fedx_pe_waiting){now, (uint16_t)destination, (uint8_t)packets};
    pe->messages_created++;
    pe->packets_created += (uint64_t)packets;
    return 0;
}

static unsigned generate(struct fedx_pe *pe, uint64_t now)
{
    const struct fedx_workload *w = pe->settings->workload;
    unsigned what = 0;

    while (pe->next_arrival <= (double)now && !pe->out_of_memory) {
        int destination = fedx_workload_destination(&pe->random, pe->nodes, pe->node);
        if (fedx_pe_send(pe, now, destination, fedx_workload_length(w, &pe->random)) != 0)
            pe->out_of_memory = 1;
        pe->next_arrival += fedx_random_exponential(&pe->random, fedx_workload_interval(w, pe->settings->load));
        what = FEDX_PE_CREATED;
    }
    return what | (pe->out_of_memory ? FEDX_PE_MEMORY : 0);
}

/* Take the next message off the queue. Its id picks its record; ids whose record is in use are skipped. */
static struct fedx_pe_message *open_message(struct fedx_pe *pe)
{
    for (int tries = 0; pe->queue_count > 0 && tries < FEDX_PE_UNDER_WAY; tries++) {
        uint16_t id = pe->next_id++;
        struct fedx_pe_message *m = &pe->under_way[id % FEDX_PE_UNDER_WAY];
        if (m->start)
            continue;
        struct fedx_pe_waiting w = pe->queue[pe->queue_head];
        m->start = calloc(w.packets, sizeof *m->start);
        if (!m->start) {
            pe->out_of_memory = 1;
            return NULL;
        }
        pe->queue_head = (pe->queue_head + 1) & (pe->queue_size - 1);
        pe->queue_count--;
        m->created = w.created;
        m->id = id;
        m->destination = w.destination;
        m->packets = w.packets;
        m->prepared = m->sent = m->received = 0;
        return m;
    }
    return NULL;
}

static void prepare(struct fedx_pe *pe, struct fedx_pe_slot *slot)
{
    uint8_t body[BODY_BYTES];

    if (!pe->current || pe->current->prepared == pe->current->packets)
        pe->current = open_message(pe);
    if (!pe->current)
        return;

    struct fedx_header h = {
        .destination = pe->current->destination,
        .source = (uint16_t)pe->node,
        .message = pe->current->id,
        .packet = pe->current->prepared,
        .adaptive = (uint8_t)pe->settings->adaptive,
        .last = pe->current->prepared + 1 == pe->current->packets,
    };
    slot->message = pe->current;
    slot->number = pe->current->prepared++;
    fill_body(&h, body);
    fedx_header_packet(&h, body, slot->image);
}

/* Keep the packet in turn and the one after it ready. */
static void refill(struct fedx_pe *pe)
{
    struct fedx_pe_slot *now = &pe->slot[pe->turn], *after = &pe->slot[pe->turn ^ 1];

    if (!now->message)
        prepare(pe, now);
    if (now->message && !after->message)
        prepare(pe, after);
}

static void offer(struct fedx_pe *pe)
{
    struct fedx_pe_slot *slot = &pe->slot[pe->turn ^ pe->attempt];

    if (!pe->stopped && pe->queue_count + (pe->current != NULL) > 0)
        refill(pe);
    pe->end.next = slot->message && !pe->stopped ? slot->image : NULL;
}

static unsigned after_accept(struct fedx_pe *pe)
{
    struct fedx_pe_slot *slot = &pe->slot[pe->turn];

    pe->injected = fedx_header_fields(0);
    pe->injected.source = (uint16_t)pe->node;
    pe->injected.destination = slot->message->destination;
    pe->injected.message = slot->message->id;
    pe->injected.packet = slot->number;
    slot->message->sent++;
    slot->message = NULL;
    pe->turn ^= 1;
    pe->attempt = 0;
    pe->packets_injected++;
    return FEDX_PE_INJECTED;
}

static unsigned after_receive(struct fedx_pe *pe)
{
    uint64_t word = 0;
    uint8_t body[BODY_BYTES];

    for (int i = 1; i < FEDX_BYTE_CHECK; i++)
        word = word << 8 | pe->end.incoming[i];
    pe->delivered = fedx_header_fields(word);
    fill_body(&pe->delivered, body);
    if (pe->delivered.destination != pe->node ||
        memcmp(body, pe->end.incoming + FEDX_HEADER_BYTES, BODY_BYTES) != 0)
        return FEDX_PE_DELIVERED | FEDX_PE_DAMAGED;
    return FEDX_PE_DELIVERED;
}

unsigned fedx_pe_step(struct fedx_pe *pe, uint64_t now, const struct fedx_pins *in)
{
    unsigned what = 0, edge;

    if (pe->settings->workload && pe->next_arrival <= (double)now && !pe->stopped)
        what |= generate(pe, now);
    offer(pe);
    pe->cycles_busy += in->valid & 1;
    edge = fedx_port_end_step(&pe->end, in);
    if (edge == 0)
        return what;
    if (edge & FEDX_END_ACCEPTED)
        what |= after_accept(pe);
    if (edge & FEDX_END_FAILED) {
        pe->attempt = 0;
        pe->attempts_failed++;
    }
    if (edge & FEDX_END_STARTED) {
        pe->attempt = 1;
        pe->slot[pe->turn].message->start[pe->slot[pe->turn].number] = now + 1;
    }
    if (edge & FEDX_END_RECEIVED)
        what |= after_receive(pe);
    return what;
}

int fedx_pe_arrived(struct fedx_pe *source, const struct fedx_header *header, uint64_t *start,
                    struct fedx_pe_message **message)
{
    struct fedx_pe_message *m = &source->under_way[header->message % FEDX_PE_UNDER_WAY];

    *message = NULL;
    if (!m->start || m->id != header->message || header->packet >= m->sent ||
        m->destination != header->destination || m->start[header->packet] == FEDX_PE_ARRIVED)
        return -1;
    *start = m->start[header->packet];
    m->start[header->packet] = FEDX_PE_ARRIVED;
    if (++m->received == m->packets)
        *message = m;
    return 0;
}

void fedx_pe_close(struct fedx_pe_message *message)
{
    free(message->start);
    message->start = NULL;
}
