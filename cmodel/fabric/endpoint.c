/* SPDX-License-Identifier: Apache-2.0
 *
 * An endpoint. See endpoint.h.
 */
#include "endpoint.h"

#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"

int endpoint_equip(struct endpoint *pe, const struct port_ops *port)
{
    const struct endpoint_settings *s = pe->settings;
    const struct port_place place = {s->cables, s->latency, s->inject_overhead, pe->node, s->router_settings, s->port_rtl};

    pe->ops = port;
    pe->port = calloc(1, port->bytes);
    return pe->port ? port->init(pe->port, &place) : -1;
}

int endpoint_init(struct endpoint *pe, const struct endpoint_settings *settings, int node, int nodes, const struct port_ops *port)
{
    memset(pe, 0, sizeof *pe);
    pe->settings = settings;
    pe->node = node;
    if (port && endpoint_equip(pe, port) != 0)
        return -1;
    schedule_init(&pe->schedule, &settings->schedule);
    pe->waiting_since = ENDPOINT_IDLE;
    source_init(&pe->source, settings->workload, traffic_task(settings->traffic, node) ? settings->second_load : settings->load,
                settings->load_cycles, settings->traffic, settings->seed, node, nodes);
    return 0;
}

static void finish_port(struct endpoint *pe)
{
    if (pe->port && pe->ops->finish)
        pe->ops->finish(pe->port);
    free(pe->port);
    pe->port = NULL;
}

void endpoint_bare(struct endpoint *pe)
{
    finish_port(pe);
    schedule_finish(&pe->schedule);
    schedule_init(&pe->schedule, &pe->settings->schedule);
}

void endpoint_finish(struct endpoint *pe)
{
    schedule_finish(&pe->schedule);
    finish_port(pe);
    free(pe->fresh);
    for (int i = 0; i < ENDPOINT_UNDER_WAY; i++)
        free(pe->under_way[i]);
}

int endpoint_send(struct endpoint *pe, uint64_t now, int destination, int packets)
{
    if (schedule_add(&pe->schedule, now, destination, packets) != 0)
        return -1;
    pe->stale = 1;
    pe->messages_created++;
    pe->packets_created += (uint64_t)packets;
    return 0;
}

/* Note a message for those who record. */
static int note(struct endpoint *pe, struct source_message m)
{
    struct source_message *fresh = memory_grow(pe->fresh, pe->fresh_count, &pe->fresh_size, 4, sizeof *fresh);

    if (!fresh)
        return -1;
    pe->fresh = fresh;
    pe->fresh[pe->fresh_count++] = m;
    return 0;
}

static unsigned generate(struct endpoint *pe, uint64_t now)
{
    unsigned what = 0;

    pe->fresh_count = 0;
    while (pe->source.next <= (double)now && !pe->out_of_memory) {
        struct source_message m;
        if (!source_take(&pe->source, &m))
            continue;
        if (endpoint_send(pe, now, m.destination, m.packets) != 0 || (pe->settings->record && note(pe, m) != 0))
            pe->out_of_memory = 1;
        what = ENDPOINT_CREATED;
    }
    return what | (pe->out_of_memory ? ENDPOINT_MEMORY : 0);
}

_Static_assert((int)ENDPOINT_UNDER_WAY <= 64, "endpoint.arrived has a bit for each record");

/* Free the records of messages whose arrival the endpoint can know of by now. */
static void free_arrived(struct endpoint *pe, uint64_t now)
{
    for (uint64_t left = pe->arrived; left; left &= left - 1) {
        struct endpoint_message **record = &pe->under_way[__builtin_ctzll(left)];
        if ((*record)->free_from > now)
            continue;
        free(*record);
        *record = NULL;
        pe->arrived &= ~(left & -left);
    }
}

/* An id for the next message whose record is free; ids whose record is in use are skipped. @return 0 or -1 */
static int free_id(const struct endpoint *pe, uint16_t *id)
{
    for (unsigned tries = 0; tries < ENDPOINT_UNDER_WAY; tries++) {
        *id = (uint16_t)(pe->next_id + tries);
        if (!pe->under_way[*id % ENDPOINT_UNDER_WAY])
            return 0;
    }
    return -1;
}

static struct endpoint_message *open_message(struct endpoint *pe, uint16_t id)
{
    unsigned packets = schedule_first(&pe->schedule)->packets;
    struct endpoint_message *m = calloc(1, sizeof *m + packets * sizeof *m->start);

    if (!m) {
        pe->out_of_memory = 1;
        return NULL;
    }
    m->id = id;
    schedule_open(&pe->schedule, &m->job);
    if (pe->schedule.waiting == 0)
        source_refill(&pe->source);
    pe->under_way[id % ENDPOINT_UNDER_WAY] = m;
    pe->next_id = (uint16_t)(id + 1);
    return m;
}

/* Whose packet the port may start next. NULL: nobody's. */
static struct endpoint_message *next_message(struct endpoint *pe, const struct endpoint_message *sending)
{
    uint16_t id = 0;
    int open_first, free = pe->schedule.waiting && free_id(pe, &id) == 0;
    struct schedule_job *job = schedule_next(&pe->schedule, sending ? &sending->job : NULL, free, &open_first);

    pe->starved = pe->schedule.waiting && !free;
    return open_first ? open_message(pe, id) : (struct endpoint_message *)job;
}

/* Of a packet that starts at a distance: one less than that, since it goes straight on its last hop. */
static uint8_t deroutes(const struct endpoint *pe, int destination)
{
    const struct topology *t = pe->settings->derouting;
    int hops = t ? topology_distance(t, t->attached[pe->node].node, t->attached[destination].node) : pe->settings->deflections + 1;

    return hops ? (uint8_t)(hops - 1) : 0;
}

struct packet endpoint_packet(const struct endpoint *pe, const struct endpoint_slot *slot)
{
    const struct endpoint_message *m = slot->message;
    int task = traffic_task(pe->settings->traffic, pe->node);

    return (struct packet){
        .destination = m->job.destination,
        .source = (uint16_t)pe->node,
        .message = m->id,
        .number = slot->number,
        .adaptive = (uint8_t)(task ? pe->settings->second_adaptive : pe->settings->adaptive),
        .traffic_class = (uint8_t)task,
        .last = slot->number + 1 == m->job.packets,
        .deroutes = deroutes(pe, m->job.destination),
    };
}

static void make_ready(const struct endpoint *pe, struct endpoint_slot *slot, int place)
{
    struct packet packet = endpoint_packet(pe, slot);

    pe->ops->ready(pe->port, place, &packet);
    slot->built = 1;
}

/*
 * Choose the packet to offer. During an attempt the port may start the next
 * packet at the very edge of the acceptance: so one is ready all the time, and
 * chosen again whenever a message appears, an attempt starts, ends or fails. The
 * packet of an attempt is in the other slot and stays.
 */
static void choose(struct endpoint *pe, uint64_t now)
{
    struct endpoint_slot *offer = &pe->slot[pe->turn ^ pe->attempt];
    const struct endpoint_message *sending = pe->attempt ? pe->slot[pe->turn].message : NULL;
    struct endpoint_message *m;

    if (now < pe->resume) { /* the choice stays stale: there is one when the pause is over */
        offer->message = NULL;
        return;
    }
    free_arrived(pe, now);
    m = next_message(pe, sending);
    pe->stale = pe->starved && pe->arrived;
    if (!m) {
        offer->message = NULL;
        pe->waiting_since = pe->attempt ? pe->waiting_since : ENDPOINT_IDLE;
        return;
    }
    if (pe->waiting_since == ENDPOINT_IDLE)
        pe->waiting_since = now;
    uint8_t number = (uint8_t)(m->job.packets - m->job.left + (m == sending));
    if (offer->message != m || offer->number != number) {
        offer->message = m;
        offer->number = number;
        offer->built = 0;
    }
}

static void attempt_ended(struct endpoint *pe, uint64_t now)
{
    uint64_t first = pe->first + (uint64_t)pe->settings->inject_overhead;

    pe->injected = endpoint_packet(pe, &pe->slot[pe->turn]);
    pe->injected_first = first <= now ? first : now + 1;
    pe->attempt = 0;
    pe->stale = 1;
}

static unsigned after_accept(struct endpoint *pe, uint64_t now)
{
    struct endpoint_slot *slot = &pe->slot[pe->turn];

    attempt_ended(pe, now);
    schedule_sent(&pe->schedule, &slot->message->job);
    slot->message = NULL;
    pe->turn ^= 1;
    pe->waiting_since = ENDPOINT_IDLE;
    pe->packets_injected++;
    return ENDPOINT_INJECTED;
}

/* The packet is in the port's queue: for the schedule it is sent, and nothing under way. */
static void after_taken(struct endpoint *pe)
{
    struct endpoint_slot *slot = &pe->slot[pe->turn];

    pe->taken[(pe->taken_first + pe->taken_count++) % ENDPOINT_QUEUE] = *slot;
    slot->message->start[slot->number] = ENDPOINT_TAKEN;
    schedule_sent(&pe->schedule, &slot->message->job);
    slot->message = NULL;
    pe->stale = 1;
    pe->waiting_since = ENDPOINT_IDLE;
}

/* The head of the first packet of the queue is on the cable. */
static unsigned after_queue(struct endpoint *pe, uint64_t now)
{
    const struct endpoint_slot *slot = &pe->taken[pe->taken_first];

    slot->message->start[slot->number] = now;
    pe->injected = endpoint_packet(pe, slot);
    pe->injected_first = now;
    pe->taken_first = (pe->taken_first + 1) % ENDPOINT_QUEUE;
    pe->taken_count--;
    pe->packets_injected++;
    return ENDPOINT_INJECTED;
}

static unsigned after_failure(struct endpoint *pe, uint64_t now)
{
    attempt_ended(pe, now);
    schedule_failed(&pe->schedule, &pe->slot[pe->turn].message->job);
    pe->attempts_failed++;
    if (pe->settings->refusal_pause)
        pe->resume = now + 1 + (uint64_t)pe->settings->refusal_pause;
    return ENDPOINT_FAILED;
}

static void after_start(struct endpoint *pe, uint64_t now)
{
    const struct endpoint_slot *slot = &pe->slot[pe->turn];

    pe->first = now + 1;
    slot->message->start[slot->number] = pe->first;
    pe->attempt = 1;
    pe->stale = 1;
}

static unsigned deliver(struct endpoint *pe, uint64_t now)
{
    pe->deliveries = pe->delivered_in == now ? pe->deliveries : 0;
    pe->delivered_in = now;
    pe->delivered[pe->deliveries++] = (struct endpoint_delivery){pe->received, pe->damaged};
    pe->ejecting = 0;
    return ENDPOINT_DELIVERED | (pe->damaged ? ENDPOINT_DAMAGED : 0);
}

/*
 * While the overhead lasts the port is occupied, so that nothing else is received; only a fault, another cable, or ejection
 * priority and an overhead longer than a packet, can bring another packet, and then the first one is delivered at once. So no
 * more are delivered in a cycle than there are cables.
 */
unsigned endpoint_received(struct endpoint *pe, uint64_t now, const struct packet *packet, int damaged)
{
    unsigned what = pe->ejecting ? deliver(pe, now) : 0;

    pe->received = *packet;
    pe->damaged = damaged || packet->destination != pe->node;
    if (!pe->settings->eject_overhead)
        return deliver(pe, now);
    pe->ejecting = 1;
    pe->delivery = now + (uint64_t)pe->settings->eject_overhead;
    return what;
}

uint64_t endpoint_due(const struct endpoint *pe, uint64_t now)
{
    int pauses = pe->resume > now && !pe->slot[pe->turn ^ pe->attempt].message; /* before it does, it has to withdraw its offer */
    uint64_t choice = !pe->stale ? UINT64_MAX : pauses ? pe->resume : now + 1;

    return pe->ejecting && pe->delivery < choice ? pe->delivery : choice;
}

unsigned endpoint_look(struct endpoint *pe, uint64_t now)
{
    unsigned what = 0;

    if (pe->source.next <= (double)now && !pe->stopped)
        what = generate(pe, now);
    if (pe->stale && !pe->stopped)
        choose(pe, now);
    if (pe->ejecting && now >= pe->delivery)
        what |= deliver(pe, now);
    return what;
}

unsigned endpoint_edge(struct endpoint *pe, uint64_t now, unsigned edge)
{
    unsigned what = 0;

    if (edge & PORT_ACCEPTED)
        what = pe->taken_count > 0 ? after_queue(pe, now) : after_accept(pe, now);
    if (edge & PORT_TAKEN)
        after_taken(pe);
    if (edge & PORT_FAILED)
        what |= after_failure(pe, now);
    if (edge & PORT_STARTED)
        after_start(pe, now);
    return what;
}

/* Packets that have come by some cables. */
static unsigned receive(struct endpoint *pe, uint64_t now, const struct packet *received, unsigned edge)
{
    unsigned what = 0;

    for (; edge; edge >>= PORT_CABLE, received++)
        if (edge & PORT_RECEIVED)
            what |= endpoint_received(pe, now, received, (edge & PORT_DAMAGED) != 0);
    return what;
}

unsigned endpoint_step(struct endpoint *pe, uint64_t now, const void *in, void *out)
{
    unsigned what = endpoint_begin(pe, now), edge;
    struct endpoint_slot *offer = endpoint_offer(pe);
    int place = offer ? pe->turn ^ pe->attempt : pe->ejecting ? PORT_ASK : PORT_NOTHING;
    struct packet received[KIND_MOST_CABLES];

    if (offer && !offer->built)
        make_ready(pe, offer, place);
    edge = pe->ops->step(pe->port, in, place, received, out);
    pe->cycles_busy += (edge & PORT_BUSY) != 0;
    if (!(edge & ~(unsigned)PORT_BUSY))
        return what;
    if (edge & PORT_FULL)
        source_hold(&pe->source, 1);
    if (edge & PORT_DIVERGED)
        what |= ENDPOINT_DIVERGED;
    what |= endpoint_edge(pe, now, edge);
    return what | receive(pe, now, received, edge);
}

int endpoint_arrived(struct endpoint *source, const struct packet *packet, uint64_t *start,
                     struct endpoint_message **message)
{
    struct endpoint_message *m = source->under_way[packet->message % ENDPOINT_UNDER_WAY];

    *message = NULL;
    if (!m || m->id != packet->message || packet->number >= m->job.packets - m->job.left ||
        m->job.destination != packet->destination || m->start[packet->number] >= ENDPOINT_TAKEN)
        return -1;
    *start = m->start[packet->number];
    m->start[packet->number] = ENDPOINT_ARRIVED;
    if (++m->received == m->job.packets)
        *message = m;
    return 0;
}

void endpoint_tell(const struct endpoint *pe, unsigned what, struct endpoint_news *news)
{
    const struct endpoint_message *m = pe->under_way[pe->injected.message % ENDPOINT_UNDER_WAY];

    *news = (struct endpoint_news){
        .what = what,
        .fresh_count = what & ENDPOINT_CREATED ? pe->fresh_count : 0,
        .messages_created = pe->messages_created,
        .packets_created = pe->packets_created,
        .injected = pe->injected,
        .injected_first = pe->injected_first,
        .deliveries = pe->deliveries,
    };
    memcpy(news->delivered, pe->delivered, sizeof news->delivered);
    if (what & ENDPOINT_INJECTED) {
        news->start = m->start[pe->injected.number];
        news->job = m->job;
    }
}

/* The record of a message of which a packet was injected elsewhere; it takes the place of one that has arrived. */
static struct endpoint_message *followed(struct endpoint *pe, const struct endpoint_news *news)
{
    unsigned place = news->injected.message % ENDPOINT_UNDER_WAY;
    struct endpoint_message *m = pe->under_way[place];

    if (m && m->id == news->injected.message && !(pe->arrived >> place & 1))
        return m;
    free(m);
    pe->arrived &= ~(UINT64_C(1) << place);
    m = pe->under_way[place] = calloc(1, sizeof *m + news->job.packets * sizeof *m->start);
    if (!m)
        return NULL;
    m->id = news->injected.message;
    m->job = news->job;
    return m;
}

static int follow_injected(struct endpoint *pe, const struct endpoint_news *news)
{
    struct endpoint_message *m = followed(pe, news);

    if (!m)
        return -1;
    /* Those behind it may have been taken by the port already: here only what was injected counts. */
    m->job.left = (uint8_t)(m->job.packets - news->injected.number - 1);
    m->start[news->injected.number] = news->start;
    return 0;
}

int endpoint_follow(struct endpoint *pe, const struct endpoint_news *news, const void *fresh)
{
    pe->messages_created = news->messages_created;
    pe->packets_created = news->packets_created;
    pe->injected = news->injected;
    pe->injected_first = news->injected_first;
    pe->deliveries = (uint8_t)news->deliveries;
    memcpy(pe->delivered, news->delivered, sizeof pe->delivered);
    for (pe->fresh_count = 0; pe->fresh_count < news->fresh_count;) {
        struct source_message m;
        memcpy(&m, (const char *)fresh + pe->fresh_count * sizeof m, sizeof m);
        if (note(pe, m) != 0)
            return -1;
    }
    return news->what & ENDPOINT_INJECTED ? follow_injected(pe, news) : 0;
}

void endpoint_unfinished(const struct endpoint *source,
                         void (*visit)(void *context, const struct schedule_job *job, const uint64_t *start), void *context)
{
    for (unsigned i = 0; i < source->schedule.waiting; i++)
        visit(context, &source->schedule.heap[i], NULL);
    for (int i = 0; i < ENDPOINT_UNDER_WAY; i++)
        if (source->under_way[i] && !(source->arrived >> i & 1))
            visit(context, &source->under_way[i]->job, source->under_way[i]->start);
}

int endpoint_idle(const struct endpoint *pe)
{
    if (pe->taken_count > 0)
        return 0;
    return schedule_count(&pe->schedule) == 0 || (pe->starved && !pe->arrived && pe->schedule.opened == 0);
}

uint64_t endpoint_oldest(const struct endpoint *source)
{
    uint64_t oldest = ENDPOINT_ARRIVED;

    for (int i = 0; i < ENDPOINT_UNDER_WAY; i++) {
        const struct endpoint_message *m = source->under_way[i];
        for (int k = 0; m && k < m->job.packets - m->job.left; k++)
            oldest = m->start[k] < oldest ? m->start[k] : oldest;
    }
    return oldest;
}

void endpoint_close(struct endpoint *source, struct endpoint_message *message, uint64_t now)
{
    message->free_from = now + ENDPOINT_NEWS;
    source->arrived |= UINT64_C(1) << message->id % ENDPOINT_UNDER_WAY;
    source->stale |= source->starved;
}

/* Messages in an archive go by their place among those under way, from 1; 0 is none. */
static void archive_message_place(struct endpoint *pe, struct endpoint_message **message, struct archive *a)
{
    uint64_t place = 0;

    for (int i = 0; *message && !a->loading && i < ENDPOINT_UNDER_WAY; i++)
        if (pe->under_way[i] == *message)
            place = (uint64_t)i + 1;
    place = archive_count(a, place, ENDPOINT_UNDER_WAY);
    if (!a->loading)
        return;
    *message = place ? pe->under_way[place - 1] : NULL;
    archive_check(a, !place || *message);
}

/* Likewise of one that has packets left. */
static void archive_reference(struct endpoint *pe, struct endpoint_message **message, struct archive *a)
{
    archive_message_place(pe, message, a);
    archive_check(a, !*message || (*message)->job.left > 0);
}

static void archive_message(struct endpoint *pe, unsigned place, int nodes, struct archive *a)
{
    struct endpoint_message *m = pe->under_way[place];
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
    ARCHIVE(a, m->free_from);
    a->visit(a, "start", m->start, packets * sizeof *m->start);
    archive_check(a, m->job.packets == packets && m->id % ENDPOINT_UNDER_WAY == place && m->received <= packets - m->job.left);
    schedule_job_check(&m->job, nodes, a);
    if (a->loading && m->received == packets)
        pe->arrived |= UINT64_C(1) << place;
}

static void archive_slot(struct endpoint *pe, struct endpoint_slot *slot, struct archive *a)
{
    archive_reference(pe, &slot->message, a);
    ARCHIVE(a, slot->number);
    ARCHIVE(a, slot->built);
    archive_check(a, !slot->message || slot->number < slot->message->job.packets);
}

/* All its packets may have been taken, so that none is left. */
static void archive_taken(struct endpoint *pe, struct endpoint_slot *slot, struct archive *a)
{
    archive_message_place(pe, &slot->message, a);
    ARCHIVE(a, slot->number);
    archive_check(a, slot->message && slot->number < slot->message->job.packets - slot->message->job.left);
}

/* What it reports of a step is for that cycle alone. */
void endpoint_archive(struct endpoint *pe, int nodes, struct archive *a)
{
    if (a->loading)
        pe->arrived = 0;
    for (unsigned i = 0; i < ENDPOINT_UNDER_WAY; i++)
        archive_message(pe, i, nodes, a);
    schedule_archive(&pe->schedule, nodes, a);
    for (unsigned i = 0; i < pe->schedule.opened; i++) {
        struct endpoint_message *m = (struct endpoint_message *)pe->schedule.open[i];
        archive_reference(pe, &m, a);
        archive_check(a, m != NULL);
        pe->schedule.open[i] = m ? &m->job : NULL;
    }
    ARCHIVE_SPAN(a, pe, turn, source);
    source_archive(&pe->source, a);
    archive_slot(pe, &pe->slot[0], a);
    archive_slot(pe, &pe->slot[1], a);
    ARCHIVE(a, pe->taken_first);
    ARCHIVE(a, pe->taken_count);
    archive_check(a, pe->taken_first < ENDPOINT_QUEUE && pe->taken_count <= ENDPOINT_QUEUE);
    for (unsigned i = 0; i < pe->taken_count % (ENDPOINT_QUEUE + 1u); i++)
        archive_taken(pe, &pe->taken[(pe->taken_first + i) % ENDPOINT_QUEUE], a);
    ARCHIVE(a, pe->first);
    ARCHIVE(a, pe->received);
    ARCHIVE_SPAN(a, pe, messages_created, fresh);
    if (a->loading)
        pe->fresh_count = pe->deliveries = 0;
    archive_check(a, pe->turn <= 1 && pe->attempt <= 1 && pe->ejecting <= 1 && (!pe->attempt || pe->slot[pe->turn].message));
    if (pe->port)
        pe->ops->archive(pe->port, a);
}
