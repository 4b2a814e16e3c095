/* SPDX-License-Identifier: Apache-2.0
 *
 * An endpoint. See endpoint.h.
 */
#include "endpoint.h"

#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"

/* What is seen of its router. */
static const uint16_t *seen(const struct endpoint *e, int odd)
{
    const struct endpoint_settings *s = e->settings;

    return s->seen[odd] ? s->seen[odd] + (size_t)s->topology->attached[e->number].node * KIND_MOST_PORTS : NULL;
}

int endpoint_equip(struct endpoint *e, const struct port_ops *port)
{
    const struct endpoint_settings *s = e->settings;
    const struct port_tap *tap = s->port_tap && s->port_tap->endpoint == e->number ? s->port_tap : NULL;
    const struct port_place place = {.cables = s->cables,
                                     .latency = s->latency,
                                     .overhead = s->inject_overhead,
                                     .endpoint = e->number,
                                     .settings = s->router_settings,
                                     .topology = s->topology,
                                     .rtl = s->port_rtl,
                                     .tap = tap,
                                     .takes = responder_answers(&s->responses) ? endpoint_takes : NULL,
                                     .taker = e,
                                     .seen = {seen(e, 0), seen(e, 1)},
                                     .reserve = e->responder && s->responses.classes > 1};

    e->ops = port;
    e->port = calloc(1, port->bytes);
    return e->port ? port->init(e->port, &place) : -1;
}

int endpoint_init(struct endpoint *e, const struct endpoint_settings *settings, int number, int endpoints,
                  const struct port_ops *port)
{
    memset(e, 0, sizeof *e);
    e->settings = settings;
    e->number = number;
    if (responder_is_needed(&settings->responses) &&
        !(e->responder = responder_create(&settings->responses, &settings->schedule)))
        return -1;
    if (port && endpoint_equip(e, port) != 0)
        return -1;
    schedule_init(&e->schedule, &settings->schedule);
    e->waiting_since = ENDPOINT_IDLE;
    return source_init(&e->source, settings->workload,
                       traffic_task(settings->traffic, number) ? settings->second_load : settings->load,
                       settings->load_cycles, settings->traffic, settings->seed, number, endpoints);
}

static void finish_port(struct endpoint *e)
{
    if (e->port && e->ops->finish)
        e->ops->finish(e->port);
    free(e->port);
    e->port = NULL;
}

void endpoint_bare(struct endpoint *e)
{
    finish_port(e);
    schedule_finish(&e->schedule);
    schedule_init(&e->schedule, &e->settings->schedule);
    if (e->responder)
        responder_bare(e->responder);
}

void endpoint_finish(struct endpoint *e)
{
    schedule_finish(&e->schedule);
    responder_destroy(e->responder);
    source_finish(&e->source);
    finish_port(e);
    free(e->fresh);
    free(e->multicast);
    free(e->taken);
    for (int i = 0; i < ENDPOINT_UNDER_WAY; i++)
        free(e->under_way[i]);
}

/* What has the messages of a kind: responses, or those of the source. */
static struct schedule *schedule_of(struct endpoint *e, int response)
{
    return response ? &e->responder->schedule : &e->schedule;
}

/* Messages, of so many packets together, have appeared on a job list. */
static void count_created(struct endpoint *e, uint64_t messages, uint64_t packets, int response)
{
    e->stale = 1;
    e->messages_created += messages;
    e->packets_created += packets;
    if (!response)
        return;
    e->responses_created += messages;
    e->response_packets_created += packets;
}

/* Whether a message of a source goes as responses do. */
static int goes_as_response(const struct endpoint *e, const struct source_message *m)
{
    return e->settings->responses.of_trace && m->traced &&
           e->settings->traffic->trace->message[m->traced - 1].traffic_class;
}

static int add_message(struct endpoint *e, uint64_t now, const struct source_message *m)
{
    struct schedule_job job = {.created = now,
                               .traced = m->traced,
                               .destination = (uint32_t)m->destination,
                               .packets = (uint8_t)m->packets,
                               .response = (uint8_t)goes_as_response(e, m),
                               .copy = m->copy,
                               .copies = m->copies};

    if (schedule_add_job(schedule_of(e, job.response), job) != 0)
        return -1;
    count_created(e, 1, job.packets, job.response);
    return 0;
}

int endpoint_send(struct endpoint *e, uint64_t now, int destination, int packets)
{
    return add_message(e, now, &(struct source_message){.destination = destination, .packets = packets});
}

/* Note a message for those who record. */
static int note(struct endpoint *e, struct source_message m)
{
    struct source_message *fresh = memory_grow(e->fresh, e->fresh_count, &e->fresh_size, 4, sizeof *fresh);

    if (!fresh)
        return -1;
    e->fresh = fresh;
    e->fresh[e->fresh_count++] = m;
    return 0;
}

static unsigned generate(struct endpoint *e, uint64_t now)
{
    unsigned what = 0;

    while (e->source.next <= (double)now && !e->out_of_memory) {
        struct source_message m;
        if (!source_take(&e->source, &m))
            continue;
        if (add_message(e, now, &m) != 0 || (e->settings->record && note(e, m) != 0))
            e->out_of_memory = 1;
        what = ENDPOINT_CREATED;
    }
    return what | (e->out_of_memory ? ENDPOINT_MEMORY : 0);
}

_Static_assert((int)ENDPOINT_UNDER_WAY <= 64, "endpoint.arrived has a bit for each record");

/* Free the records of messages whose arrival the endpoint can know of by now. */
static void free_arrived(struct endpoint *e, uint64_t now)
{
    for (uint64_t left = e->arrived; left; left &= left - 1) {
        struct endpoint_message **record = &e->under_way[__builtin_ctzll(left)];
        if ((*record)->free_from > now)
            continue;
        free(*record);
        *record = NULL;
        e->arrived &= ~(left & -left);
    }
}

int endpoint_crowded(const struct endpoint *e, uint64_t messages)
{
    for (unsigned i = 0; i < messages; i++) {
        unsigned place = (e->next_id + i) % ENDPOINT_UNDER_WAY;
        if (e->under_way[place] && !(e->arrived >> place & 1))
            return 1;
    }
    return e->starved;
}

void endpoint_settle(struct endpoint *e)
{
    if (!e->starved)
        free_arrived(e, UINT64_MAX);
}

/* An id for the next message whose record is free; ids whose record is in use are skipped. @return 0 or -1 */
static int free_id(const struct endpoint *e, uint16_t *id)
{
    for (unsigned tries = 0; tries < ENDPOINT_UNDER_WAY; tries++) {
        *id = (uint16_t)(e->next_id + tries);
        if (!e->under_way[*id % ENDPOINT_UNDER_WAY])
            return 0;
    }
    return -1;
}

/* The lowest message that waits in a schedule. */
static struct endpoint_message *open_message(struct endpoint *e, struct schedule *s, uint16_t id)
{
    unsigned packets = schedule_first(s)->packets;
    struct endpoint_message *m = calloc(1, sizeof *m + packets * sizeof *m->start);

    if (!m) {
        e->out_of_memory = 1;
        return NULL;
    }
    m->id = id;
    if (schedule_open(s, &m->job) != 0) {
        e->out_of_memory = 1;
        free(m);
        return NULL;
    }
    if (e->schedule.waiting == 0 && !m->job.response)
        source_refill(&e->source);
    if (responder_answers(&e->settings->responses))
        e->responder->outstanding += !m->job.response;
    e->under_way[id % ENDPOINT_UNDER_WAY] = m;
    e->next_id = (uint16_t)(id + 1);
    return m;
}

/* Who chooses in a schedule, and what may be opened there. */
struct choice {
    int response, may_open;
    const struct endpoint_message *sending;
    uint16_t id;
};

static struct endpoint_message *next_of(struct endpoint *e, const struct choice *c)
{
    struct schedule *s = schedule_of(e, c->response);
    const struct schedule_job *sending =
        c->sending && c->sending->job.response == c->response ? &c->sending->job : NULL;
    int open_first;
    struct schedule_job *job = schedule_next(s, sending, c->may_open, &open_first);

    return open_first ? open_message(e, s, c->id) : (struct endpoint_message *)job;
}

/* What a packet that is sent changes of what is owed to responses: nothing, unless the other class waits, too. */
static int owed_by(struct endpoint *e, int response)
{
    if (!e->responder || schedule_count(schedule_of(e, !response)) == 0)
        return 0;
    return e->settings->responses.share - (response ? RESPONDER_ALL : 0);
}

/* Whether responses have the next packet, if they have one. Where messages are answered they always have: a packet of a
 * request may have to wait until one has been sent. */
static int prefers_response(struct endpoint *e, const struct endpoint_message *sending)
{
    int owed = e->owed + (sending ? owed_by(e, sending->job.response) : 0);

    return responder_answers(&e->settings->responses) || 2 * (owed + e->settings->responses.share) >= RESPONDER_ALL;
}

/* Whose packet the port may start next. NULL: nobody's. */
static struct endpoint_message *next_message(struct endpoint *e, const struct endpoint_message *sending)
{
    struct responder *r = e->responder;
    unsigned asks = e->schedule.waiting && (!r || responder_may_ask(r)), answers = r && r->schedule.waiting;
    struct choice c = {.sending = sending};
    int free = (asks || answers) && free_id(e, &c.id) == 0;
    struct endpoint_message *m = NULL;

    e->starved = (asks || answers) && !free;
    c.response = r && prefers_response(e, sending);
    for (int classes = r ? 2 : 1; classes > 0 && !m; classes--, c.response = !c.response) {
        c.may_open = (c.response ? answers : asks) && free;
        m = next_of(e, &c);
    }
    return m;
}

/* Of a packet that starts at a distance: one less than that, since it goes straight on its last hop. */
static uint8_t deroutes(const struct endpoint *e, int destination)
{
    const struct topology *t = e->settings->derouting;
    int hops = t ? topology_distance(t, t->attached[e->number].node, t->attached[destination].node)
                 : e->settings->deflections + 1;

    return hops ? (uint8_t)(hops - 1) : 0;
}

/* Of two ways one is drawn by what a packet is, so that it is the same whenever it is asked for. */
static unsigned class_of(const struct endpoint *e, const struct endpoint_slot *slot, int task)
{
    struct rng r = rng_stream(e->settings->seed ^ slot->message->job.order << 8 ^ slot->number, (uint64_t)e->number);

    return (e->settings->ways == 2 ? (unsigned)(rng_next(&r) >> 63) : (unsigned)(task | e->settings->second_half)) & 1;
}

struct packet endpoint_packet(const struct endpoint *e, const struct endpoint_slot *slot)
{
    const struct endpoint_message *m = slot->message;
    int task = traffic_task(e->settings->traffic, e->number);

    return (struct packet){
        .destination = m->job.destination,
        .source = (uint32_t)e->number,
        .message = m->id,
        .number = slot->number,
        .adaptive = (task ? e->settings->second_adaptive : e->settings->adaptive) & 1,
        .traffic_class = (class_of(e, slot, task) & 1u) | (m->job.response ? (unsigned)PACKET_RESPONSE : 0),
        .last = slot->number + 1 == m->job.packets,
        .deroutes = deroutes(e, m->job.destination),
    };
}

static void make_ready(const struct endpoint *e, struct endpoint_slot *slot, int place)
{
    struct packet packet = endpoint_packet(e, slot);

    e->ops->ready(e->port, place, &packet);
    slot->built = 1;
}

/*
 * Choose the packet to offer. During an attempt the port may start the next
 * packet at the very edge of the acceptance: so one is ready all the time, and
 * chosen again whenever a message appears, an attempt starts, ends or fails. The
 * packet of an attempt is in the other slot and stays.
 */
static void choose(struct endpoint *e, uint64_t now)
{
    struct endpoint_slot *offer = &e->slot[e->turn ^ e->attempt];
    const struct endpoint_message *sending = e->attempt ? e->slot[e->turn].message : NULL;
    struct endpoint_message *m;

    if (now < e->resume) { /* the choice stays stale: there is one when the pause is over */
        offer->message = NULL;
        return;
    }
    free_arrived(e, now);
    m = next_message(e, sending);
    e->stale = e->starved && e->arrived;
    if (!m) {
        offer->message = NULL;
        e->waiting_since = e->attempt ? e->waiting_since : ENDPOINT_IDLE;
        return;
    }
    if (e->waiting_since == ENDPOINT_IDLE)
        e->waiting_since = now;
    uint8_t number = (uint8_t)(m->job.packets - m->job.left + (m == sending));
    if (offer->message != m || offer->number != number) {
        offer->message = m;
        offer->number = number;
        offer->built = 0;
    }
}

static void attempt_ended(struct endpoint *e, uint64_t now)
{
    uint64_t first = e->first + (uint64_t)e->settings->inject_overhead;

    e->injected = endpoint_packet(e, &e->slot[e->turn]);
    e->injected_first = first <= now ? first : now + 1;
    e->attempt = 0;
    e->stale = 1;
}

/* The port has a packet. */
static void sent(struct endpoint *e, struct schedule_job *job)
{
    int owed = e->owed + owed_by(e, job->response);

    e->owed = (int16_t)(owed > RESPONDER_ALL ? RESPONDER_ALL : owed < -RESPONDER_ALL ? -RESPONDER_ALL : owed);
    schedule_sent(schedule_of(e, job->response), job);
    if (responder_answers(&e->settings->responses) && job->response && job->left == 0)
        e->responder->held--;
}

static unsigned after_accept(struct endpoint *e, uint64_t now)
{
    struct endpoint_slot *slot = &e->slot[e->turn];

    attempt_ended(e, now);
    sent(e, &slot->message->job);
    slot->message = NULL;
    e->turn ^= 1;
    e->waiting_since = ENDPOINT_IDLE;
    e->packets_injected++;
    return ENDPOINT_INJECTED;
}

/* Its queue, which only ports that take packets need. @return 0, or -1 when out of memory */
static int have_queue(struct endpoint *e)
{
    if (!e->taken)
        e->taken = calloc(ENDPOINT_QUEUE, sizeof *e->taken);
    e->out_of_memory |= !e->taken;
    return e->taken ? 0 : -1;
}

/* The packet is in the port's queue: for the schedule it is sent, and nothing under way. */
static void after_taken(struct endpoint *e)
{
    struct endpoint_slot *slot = &e->slot[e->turn];

    if (have_queue(e) != 0)
        return;
    e->taken[(e->taken_first + e->taken_count++) % ENDPOINT_QUEUE] = *slot;
    slot->message->start[slot->number] = ENDPOINT_TAKEN;
    sent(e, &slot->message->job);
    slot->message = NULL;
    e->stale = 1;
    e->waiting_since = ENDPOINT_IDLE;
}

/* The head of the first packet of the queue is on the cable. */
static unsigned after_queue(struct endpoint *e, uint64_t now)
{
    const struct endpoint_slot *slot = &e->taken[e->taken_first];

    slot->message->start[slot->number] = now;
    e->injected = endpoint_packet(e, slot);
    e->injected_first = now;
    e->taken_first = (e->taken_first + 1) % ENDPOINT_QUEUE;
    e->taken_count--;
    e->packets_injected++;
    return ENDPOINT_INJECTED;
}

static unsigned after_failure(struct endpoint *e, uint64_t now)
{
    attempt_ended(e, now);
    schedule_failed(schedule_of(e, e->slot[e->turn].message->job.response), &e->slot[e->turn].message->job);
    e->attempts_failed++;
    if (e->settings->refusal_pause)
        e->resume = now + 1 + (uint64_t)e->settings->refusal_pause;
    return ENDPOINT_FAILED;
}

static void after_start(struct endpoint *e, uint64_t now)
{
    const struct endpoint_slot *slot = &e->slot[e->turn];

    e->first = now + 1;
    slot->message->start[slot->number] = e->first;
    e->attempt = 1;
    e->stale = 1;
}

/* Once it is stopped nobody answers any more, and all is taken. */
int endpoint_takes(void *endpoint, const struct packet *packet)
{
    struct endpoint *e = endpoint;

    return e->stopped || responder_takes(e->responder, packet);
}

/* The message of a packet that was delivered, whose source has not heard yet that it has arrived; NULL: there is none.
 */
static const struct schedule_job *delivered_job(const struct endpoint *e, const struct packet *packet)
{
    const struct endpoint_message *m =
        e->settings->peers[packet->source].under_way[packet->message % ENDPOINT_UNDER_WAY];

    return m && m->id == packet->message ? &m->job : NULL;
}

/* When the request appeared whose last packet is this one. */
static uint64_t asked(const struct endpoint *e, const struct packet *packet, uint64_t now)
{
    const struct schedule_job *job = delivered_job(e, packet);

    return job ? job->created : now;
}

/* A packet is delivered; with it a request may be whole, or a response. */
static void respond(struct endpoint *e, uint64_t now, const struct packet *packet)
{
    struct responder *r = e->responder;

    if (!responder_delivered(r, packet))
        return;
    if (packet->traffic_class & PACKET_RESPONSE) {
        r->outstanding -= r->outstanding > 0;
        e->stale = 1;
    } else {
        e->out_of_memory |= responder_request(r, now, packet->source, asked(e, packet, now)) != 0;
        e->serving = 1;
    }
}

/* With a packet of a trace messages may appear that depend on it. */
static void release(struct endpoint *e, uint64_t now, const struct packet *packet)
{
    const struct schedule_job *job = delivered_job(e, packet);

    if (!job || job->destination != (uint32_t)e->number)
        return;
    e->out_of_memory |= source_delivered(&e->source, job->traced, now) != 0;
}

/* What follows from a packet that is whole. */
static void react(struct endpoint *e, uint64_t now, const struct packet *packet)
{
    if (e->stopped || e->damaged || packet->source >= (uint32_t)e->source.endpoints)
        return;
    if (responder_answers(&e->settings->responses))
        respond(e, now, packet);
    if (e->source.progress)
        release(e, now, packet);
}

static unsigned deliver(struct endpoint *e, uint64_t now)
{
    react(e, now, &e->received);
    e->deliveries = e->delivered_in == now ? e->deliveries : 0;
    e->delivered_in = now;
    e->delivered[e->deliveries++] = (struct endpoint_delivery){e->received, e->damaged};
    e->ejecting = 0;
    return ENDPOINT_DELIVERED | (e->damaged ? ENDPOINT_DAMAGED : 0);
}

/*
 * While the overhead lasts the port is occupied, so that nothing else is received; only a fault, another cable, or
 * ejection priority and an overhead longer than a packet, can bring another packet, and then the first one is delivered
 * at once. So no more are delivered in a cycle than there are cables.
 */
unsigned endpoint_received(struct endpoint *e, uint64_t now, const struct packet *packet, int damaged)
{
    unsigned what = e->ejecting ? deliver(e, now) : 0;

    e->received = *packet;
    e->damaged = damaged || packet->destination != (uint32_t)e->number;
    if (!e->settings->eject_overhead)
        return deliver(e, now);
    e->ejecting = 1;
    e->delivery = now + (uint64_t)e->settings->eject_overhead;
    return what;
}

uint64_t endpoint_release_time(const struct endpoint *e, uint64_t now)
{
    int pauses =
        e->resume > now && !e->slot[e->turn ^ e->attempt].message; /* before it does, it has to withdraw its offer */
    uint64_t choice = !e->stale ? UINT64_MAX : pauses ? e->resume : now + 1;

    if (e->serving && !e->stopped && e->responder->answer->release < choice)
        choice = e->responder->answer->release;
    return e->ejecting && e->delivery < choice ? e->delivery : choice;
}

/* Responses that are due appear. */
static unsigned serve(struct endpoint *e, uint64_t now)
{
    int count = responder_release(e->responder, now);

    e->serving = e->responder->answer_count > 0;
    if (count < 0) {
        e->out_of_memory = 1;
        return ENDPOINT_MEMORY;
    }
    if (count == 0)
        return 0;
    count_created(e, (uint64_t)count, (uint64_t)count * (uint64_t)e->settings->responses.packets, 1);
    return ENDPOINT_CREATED;
}

unsigned endpoint_look(struct endpoint *e, uint64_t now)
{
    unsigned what = 0;

    e->fresh_count = 0;
    if (e->source.next <= (double)now && !e->stopped)
        what = generate(e, now);
    if (e->serving && !e->stopped)
        what |= serve(e, now);
    if (e->stale && !e->stopped)
        choose(e, now);
    if (e->ejecting && now >= e->delivery)
        what |= deliver(e, now);
    return what;
}

unsigned endpoint_edge(struct endpoint *e, uint64_t now, unsigned edge)
{
    unsigned what = 0;

    if (edge & PORT_ACCEPTED)
        what = e->taken_count > 0 ? after_queue(e, now) : after_accept(e, now);
    if (edge & PORT_TAKEN)
        after_taken(e);
    if (edge & PORT_FAILED)
        what |= after_failure(e, now);
    if (edge & PORT_STARTED)
        after_start(e, now);
    return what;
}

/* Packets that have come by some cables. */
static unsigned receive(struct endpoint *e, uint64_t now, const struct packet *received, unsigned edge)
{
    unsigned what = 0;

    for (; edge; edge >>= PORT_CABLE, received++)
        if (edge & PORT_RECEIVED)
            what |= endpoint_received(e, now, received, (edge & PORT_DAMAGED) != 0);
    return what;
}

unsigned endpoint_step(struct endpoint *e, uint64_t now, const void *in, void *out)
{
    unsigned what = endpoint_begin(e, now), edge;
    struct endpoint_slot *offer = endpoint_offer(e);
    int place = offer ? e->turn ^ e->attempt : e->ejecting ? PORT_ASK : PORT_NOTHING;
    struct packet received[KIND_MOST_CABLES];

    if (offer && !offer->built)
        make_ready(e, offer, place);
    edge = e->ops->step(e->port, in, place, received, out);
    e->cycles_busy += (edge & PORT_BUSY) != 0;
    if (!(edge & ~(unsigned)PORT_BUSY))
        return what;
    if (edge & PORT_FULL)
        source_hold(&e->source, 1);
    if (edge & PORT_MISMATCHED)
        what |= ENDPOINT_MISMATCHED;
    what |= endpoint_edge(e, now, edge);
    return what | receive(e, now, received, edge);
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

int endpoint_received_of(const struct endpoint *source, const struct packet *packet)
{
    return source->under_way[packet->message % ENDPOINT_UNDER_WAY]->received;
}

const struct schedule_job *endpoint_job_of(const struct endpoint *source, const struct packet *packet)
{
    return &source->under_way[packet->message % ENDPOINT_UNDER_WAY]->job;
}

void endpoint_fill_update(const struct endpoint *e, unsigned what, struct endpoint_update *update)
{
    const struct endpoint_message *m = e->under_way[e->injected.message % ENDPOINT_UNDER_WAY];

    *update = (struct endpoint_update){
        .what = what,
        .fresh_count = what & ENDPOINT_CREATED ? e->fresh_count : 0,
        .messages_created = e->messages_created,
        .packets_created = e->packets_created,
        .responses_created = e->responses_created,
        .response_packets_created = e->response_packets_created,
        .injected = e->injected,
        .injected_first = e->injected_first,
        .deliveries = e->deliveries,
    };
    memcpy(update->delivered, e->delivered, sizeof update->delivered);
    if (what & ENDPOINT_INJECTED) {
        update->start = m->start[e->injected.number];
        update->job = m->job;
    }
}

/* The record of a message of which a packet was injected elsewhere; it takes the place of one that has arrived. */
static struct endpoint_message *followed(struct endpoint *e, const struct endpoint_update *update)
{
    unsigned place = update->injected.message % ENDPOINT_UNDER_WAY;
    struct endpoint_message *m = e->under_way[place];

    if (m && m->id == update->injected.message && !(e->arrived >> place & 1))
        return m;
    free(m);
    e->arrived &= ~(UINT64_C(1) << place);
    m = e->under_way[place] = calloc(1, sizeof *m + update->job.packets * sizeof *m->start);
    if (!m)
        return NULL;
    m->id = update->injected.message;
    m->job = update->job;
    return m;
}

static int follow_injected(struct endpoint *e, const struct endpoint_update *update)
{
    struct endpoint_message *m = followed(e, update);

    if (!m)
        return -1;
    /* Those behind it may have been taken by the port already: here only what was injected counts. */
    m->job.left = (uint8_t)(m->job.packets - update->injected.number - 1);
    m->start[update->injected.number] = update->start;
    return 0;
}

int endpoint_follow(struct endpoint *e, const struct endpoint_update *update, const void *fresh)
{
    e->messages_created = update->messages_created;
    e->packets_created = update->packets_created;
    e->responses_created = update->responses_created;
    e->response_packets_created = update->response_packets_created;
    e->injected = update->injected;
    e->injected_first = update->injected_first;
    e->deliveries = (uint8_t)update->deliveries;
    memcpy(e->delivered, update->delivered, sizeof e->delivered);
    for (e->fresh_count = 0; e->fresh_count < update->fresh_count;) {
        struct source_message m;
        memcpy(&m, (const char *)fresh + e->fresh_count * sizeof m, sizeof m);
        if (note(e, m) != 0)
            return -1;
    }
    return update->what & ENDPOINT_INJECTED ? follow_injected(e, update) : 0;
}

void endpoint_unfinished(const struct endpoint *source,
                         void (*visit)(void *context, const struct schedule_job *job, const uint64_t *start),
                         void *context)
{
    const struct responder *r = source->responder;

    for (unsigned i = 0; i < source->schedule.waiting; i++)
        visit(context, &source->schedule.heap[i], NULL);
    for (unsigned i = 0; r && i < r->schedule.waiting; i++)
        visit(context, &r->schedule.heap[i], NULL);
    for (int i = 0; i < ENDPOINT_UNDER_WAY; i++)
        if (source->under_way[i] && !(source->arrived >> i & 1))
            visit(context, &source->under_way[i]->job, source->under_way[i]->start);
}

int endpoint_idle(const struct endpoint *e)
{
    if (e->taken_count > 0 || e->serving || (e->responder && schedule_count(&e->responder->schedule) > 0))
        return 0;
    return schedule_count(&e->schedule) == 0 || (e->starved && !e->arrived && e->schedule.opened == 0);
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
    message->free_from = now + ENDPOINT_UPDATE_CYCLES;
    source->arrived |= UINT64_C(1) << message->id % ENDPOINT_UNDER_WAY;
    source->stale |= source->starved;
}

/* The two schedules number their messages apart. */
static uint64_t first_of(const struct schedule_job *job)
{
    return 2 * (job->order - job->copy) + job->response;
}

struct endpoint_multicast *endpoint_multicast_of(const struct endpoint *source, const struct schedule_job *job)
{
    for (size_t i = 0; i < source->multicasts; i++)
        if (source->multicast[i].first == first_of(job))
            return &source->multicast[i];
    return NULL;
}

/* One of which a copy arrives first. @return NULL when out of memory */
static struct endpoint_multicast *add_multicast(struct endpoint *e, const struct schedule_job *job)
{
    struct endpoint_multicast *m = memory_grow(e->multicast, e->multicasts, &e->multicast_size, 4, sizeof *m);

    if (!m)
        return NULL;
    e->multicast = m;
    m += e->multicasts++;
    *m = (struct endpoint_multicast){first_of(job), job->created, job->copies, 0};
    return m;
}

uint32_t endpoint_copy_arrived(struct endpoint *source, const struct schedule_job *job)
{
    struct endpoint_multicast *m = endpoint_multicast_of(source, job);

    if (!m && !(m = add_multicast(source, job)))
        return 0;
    uint32_t arrived = ++m->arrived;
    if (arrived == m->copies)
        *m = source->multicast[--source->multicasts];
    return arrived;
}

static void archive_multicasts(struct endpoint *e, struct archive *a)
{
    archive_array(a, "multicasts", (void **)&e->multicast, &e->multicasts, &e->multicast_size, sizeof *e->multicast);
    for (size_t i = 0; a->loading && i < e->multicasts; i++)
        archive_check(a, e->multicast[i].arrived > 0 && e->multicast[i].arrived < e->multicast[i].copies);
}

/* Messages in an archive go by their place among those under way, from 1; 0 is none. */
static void archive_message_place(struct endpoint *e, struct endpoint_message **message, struct archive *a)
{
    uint64_t place = 0;

    for (int i = 0; !a->loading && *message && i < ENDPOINT_UNDER_WAY; i++)
        if (e->under_way[i] == *message)
            place = (uint64_t)i + 1;
    place = archive_count(a, place, ENDPOINT_UNDER_WAY);
    if (!a->loading)
        return;
    *message = place ? e->under_way[place - 1] : NULL;
    archive_check(a, !place || *message);
}

/* Likewise of one that has packets left. */
static void archive_reference(struct endpoint *e, struct endpoint_message **message, struct archive *a)
{
    archive_message_place(e, message, a);
    archive_check(a, !*message || (*message)->job.left > 0);
}

static int is_as_traced(const struct endpoint *e, const struct trace *t, const struct schedule_job *job)
{
    size_t message = (size_t)job->traced - 1;
    uint32_t copy;

    return message >= t->first[e->number] && message < t->first[e->number + 1] &&
           job->destination == t->message[message].destination && job->packets == t->message[message].packets &&
           job->copies == trace_copies(t, e->number, message, &copy) && job->copy == copy;
}

/* A job of a trace is one of its source, as the trace has it. */
static void check_job(const struct endpoint *e, const struct schedule_job *job, int endpoints, struct archive *a)
{
    const struct trace *t = e->settings->traffic ? e->settings->traffic->trace : NULL;

    schedule_job_check(job, endpoints, a);
    archive_check(a, !job->traced || (t && is_as_traced(e, t, job)));
}

static void check_waiting(const struct endpoint *e, const struct schedule *s, int endpoints, struct archive *a)
{
    for (unsigned i = 0; a->loading && i < s->waiting; i++)
        check_job(e, &s->heap[i], endpoints, a);
}

static void archive_message(struct endpoint *e, unsigned place, int endpoints, struct archive *a)
{
    struct endpoint_message *m = e->under_way[place];
    uint8_t packets = m ? m->job.packets : 0;

    ARCHIVE(a, packets);
    if (a->loading) {
        free(m);
        m = packets ? calloc(1, sizeof *m + packets * sizeof *m->start) : NULL;
        e->under_way[place] = m;
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
    archive_check(a, m->job.packets == packets && m->id % ENDPOINT_UNDER_WAY == place &&
                         m->received <= packets - m->job.left && (e->responder || !m->job.response));
    check_job(e, &m->job, endpoints, a);
    if (a->loading && m->received == packets)
        e->arrived |= UINT64_C(1) << place;
}

static void archive_slot(struct endpoint *e, struct endpoint_slot *slot, struct archive *a)
{
    archive_reference(e, &slot->message, a);
    ARCHIVE(a, slot->number);
    ARCHIVE(a, slot->built);
    archive_check(a, !slot->message || slot->number < slot->message->job.packets);
}

/* All its packets may have been taken, so that none is left. */
static void archive_taken(struct endpoint *e, struct endpoint_slot *slot, struct archive *a)
{
    archive_message_place(e, &slot->message, a);
    ARCHIVE(a, slot->number);
    archive_check(a, slot->message && slot->number < slot->message->job.packets - slot->message->job.left);
}

/* Messages of a schedule that are open. */
static void archive_open(struct endpoint *e, int response, struct archive *a)
{
    struct schedule *s = schedule_of(e, response);

    for (unsigned i = 0; i < s->opened; i++) {
        struct endpoint_message *m = (struct endpoint_message *)s->open[i];
        archive_reference(e, &m, a);
        archive_check(a, m && m->job.response == response);
        s->open[i] = m ? &m->job : NULL;
    }
}

/* What it reports of a step is for that cycle alone. */
void endpoint_archive(struct endpoint *e, int endpoints, struct archive *a)
{
    if (a->loading)
        e->arrived = 0;
    for (unsigned i = 0; i < ENDPOINT_UNDER_WAY; i++)
        archive_message(e, i, endpoints, a);
    schedule_archive(&e->schedule, a);
    check_waiting(e, &e->schedule, endpoints, a);
    archive_open(e, 0, a);
    if (e->responder) {
        responder_archive(e->responder, endpoints, a);
        check_waiting(e, &e->responder->schedule, endpoints, a);
        archive_open(e, 1, a);
    }
    archive_multicasts(e, a);
    ARCHIVE_SPAN(a, e, turn, source);
    source_archive(&e->source, a);
    archive_slot(e, &e->slot[0], a);
    archive_slot(e, &e->slot[1], a);
    ARCHIVE(a, e->taken_first);
    ARCHIVE(a, e->taken_count);
    archive_check(a, e->taken_first < ENDPOINT_QUEUE && e->taken_count <= ENDPOINT_QUEUE);
    if (a->loading && e->taken_count && have_queue(e) != 0)
        a->reject(a, "out of memory");
    for (unsigned i = 0; e->taken && i < e->taken_count % (ENDPOINT_QUEUE + 1u); i++)
        archive_taken(e, &e->taken[(e->taken_first + i) % ENDPOINT_QUEUE], a);
    ARCHIVE(a, e->first);
    ARCHIVE(a, e->received);
    ARCHIVE_SPAN(a, e, messages_created, fresh);
    if (a->loading)
        e->fresh_count = e->deliveries = 0;
    archive_check(a, !e->serving || (e->responder && e->responder->answer_count > 0));
    archive_check(a, e->turn <= 1 && e->attempt <= 1 && e->ejecting <= 1 && (!e->attempt || e->slot[e->turn].message));
    if (e->port)
        e->ops->archive(e->port, a);
}
