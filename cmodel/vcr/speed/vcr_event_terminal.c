/* SPDX-License-Identifier: Apache-2.0
 *
 * Terminals of the event engine: endpoints with their queues and gates. See vcr_event.h.
 */
#include "vcr_event_cable.h"

/* The first cable that is idle and has a channel with room; its number, or that of cables if there is none. */
PART unsigned idle_cable(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned endpoint, uint64_t now)
{
    struct vcr_event_terminal *t = &e->terminal[endpoint];
    unsigned first = vcr_event_end(s, e, endpoint), k = 0;

    while (k < e->ways && (now < e->cable[first + k].until || t->free[k] == 0))
        k++;
    return k;
}

/*
 * Channels of an endpoint's cables as they are in this cycle. Without something to send, only when all that has begun
 * is over, or the low parts of cycles might be mistaken.
 */
PART void look_at_cables(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned endpoint, unsigned sends,
                         uint64_t now)
{
    struct vcr_event_terminal *t = &e->terminal[endpoint];
    unsigned first = vcr_event_end(s, e, endpoint);

    if (!sends && now > e->awake && now < t->over && (uint32_t)now - t->looked < VCR_EVENT_LOOK)
        return;
    t->looked = (uint32_t)now;
    for (unsigned k = 0; k < e->ways && now <= e->awake; k++)
        if (now == e->cable[first + k].linked) {
            e->cable[first + k].moving = (uint16_t)vcr_all_vcs(s);
            t->moves |= (uint8_t)(1u << k);
        }
    VCR_FOR_EACH(k, t->moves)
    {
        look_at_channels(s, e, first + k, e->alloc_credits, now, &t->free[k]);
        if (e->cable[first + k].moving == 0)
            t->moves &= (uint8_t) ~(1u << k);
    }
}

/* A packet leaves by one of its cables. */
PART void begin_at(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned endpoint, unsigned cable,
                   uint64_t head, uint64_t now)
{
    struct vcr_event_terminal *t = &e->terminal[endpoint];

    begin(s, e, vcr_event_end(s, e, endpoint) + cable, (unsigned)__builtin_ctz(t->free[cable]), head, now);
    t->moves |= (uint8_t)(1u << cable);
    goes_on_until(&t->over, now + e->flits);
    t->accepted = now + 1;
    wheel_mark(&e->wheel, now + 1, VCR_MARK_ENDPOINT, endpoint);
    wheel_mark(&e->wheel, now + e->flits, VCR_MARK_ENDPOINT, endpoint);
}

/* Whether a packet can leave: a request leaves a channel to responses, if that is asked for. */
PART int can_leave(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned endpoint,
                   const struct endpoint_slot *offer, uint64_t now)
{
    const struct vcr_event_terminal *t = &e->terminal[endpoint];
    unsigned first = vcr_event_end(s, e, endpoint), free = 0;

    if (!e->reserve || offer->message->job.response)
        return idle_cable(s, e, endpoint, now) < e->ways;
    for (unsigned k = 0; k < e->ways; k++)
        free += now < e->cable[first + k].until ? 0u : (unsigned)__builtin_popcount(t->free[k]);
    return free > 1;
}

/* What its port does with the packet that it is offered: as vcr_port_step has it. @return PORT_* */
PART unsigned send(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned endpoint,
                   const struct endpoint_slot *offer, uint64_t now)
{
    struct vcr_event_terminal *t = &e->terminal[endpoint];
    unsigned edge = 0;

    look_at_cables(s, e, endpoint, offer || t->preparing, now);
    if (!t->preparing && offer && can_leave(s, e, endpoint, offer, now)) {
        struct packet packet = endpoint_packet(&e->fabric->endpoint[endpoint], offer);
        t->head = vcr_via_head(e->fabric->settings, e->fabric->config.topology, &packet);
        t->prepared = now + (uint64_t)e->fabric->config.endpoint.inject_overhead;
        t->preparing = 1;
        edge |= PORT_STARTED;
    }
    /* By which cable it goes is seen when its overhead is over; there is one still, since nothing else has left. */
    if (t->preparing && now == t->prepared) {
        t->preparing = 0;
        begin_at(s, e, endpoint, idle_cable(s, e, endpoint, now), t->head, now);
    }
    return edge;
}

/* Packets of which the tail has been sent leave their slots. */
PART void end_sent(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned endpoint, uint64_t now)
{
    struct vcr_event_queue *q = &e->queue[endpoint];
    unsigned first = vcr_event_end(s, e, endpoint);

    VCR_FOR_EACH(k, q->sending)
    if (e->cable[first + k].until <= now) {
        q->sending &= (uint16_t) ~(1u << k);
        q->used &= (uint16_t) ~(1u << q->slot[k]);
        q->queued--;
    }
    q->room = q->buffered < VCR_TERMINAL_BUFFER && !(q->used >> q->write & 1u);
}

/* A terminal with a queue as of this cycle; while it had no room, its source was held in every cycle. */
PART void bring_up(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned endpoint, uint64_t now)
{
    struct vcr_event_queue *q = &e->queue[endpoint];
    unsigned room = q->room;

    end_sent(s, e, endpoint, now);
    if (!room)
        source_hold(&e->fabric->endpoint[endpoint].source, now - q->looked - q->room);
    q->looked = now;
}

static unsigned slot_after(unsigned slot)
{
    return slot + 1 == VCR_TERMINAL_BUFFER + VCR_TERMINAL_QUEUE ? 0 : slot + 1;
}

/* The first packet that has passed the gate begins, if there is a cable for it. */
PART void start_queued(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned endpoint, uint64_t now)
{
    struct vcr_event_queue *q = &e->queue[endpoint];
    unsigned cable = idle_cable(s, e, endpoint, now);

    if (q->queued == __builtin_popcount(q->sending) || cable == e->ways)
        return;
    begin_at(s, e, endpoint, cable, q->head[q->read], now);
    q->sending |= (uint16_t)(1u << cable);
    q->slot[cable] = q->read;
    q->read = (uint8_t)slot_after(q->read);
}

/* Whether the next cycle changes something in a terminal by itself. */
PART int queue_goes_on(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned endpoint, uint64_t now)
{
    const struct vcr_event_queue *q = &e->queue[endpoint];
    const struct vcr_terminal *c = &e->desk.terminal;
    unsigned open = c->sat_mode == VCR_SAT_OFF || q->gate.count < c->share_k;
    unsigned starved = q->gate.count < c->share_l && q->buffered != 0;

    return (q->buffered != 0 && q->queued < VCR_TERMINAL_QUEUE && open) || (q->gate.held && !starved) ||
           (q->queued != __builtin_popcount(q->sending) && idle_cable(s, e, endpoint, now + 1) < e->ways);
}

/* As vcr_terminal_step has it, with a host who puts in what he has while there is room. @return PORT_* */
PART unsigned send_queued(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned endpoint,
                          const struct endpoint_slot *offer, uint64_t now)
{
    struct vcr_event_queue *q = &e->queue[endpoint];
    struct vcr_event_desk *d = &e->desk;
    struct vcr_terminal_wires w;

    look_at_cables(s, e, endpoint, offer || q->buffered || q->queued != __builtin_popcount(q->sending), now);
    d->inject.buffered = q->buffered;
    vcr_sat_gate_eval(&q->gate, &d->inject, &d->terminal, &w);
    w.put = offer && q->room;
    w.pass = (q->buffered != 0 || w.put) && q->queued < VCR_TERMINAL_QUEUE && w.open;
    if (w.put) {
        struct packet packet = endpoint_packet(&e->fabric->endpoint[endpoint], offer);
        q->head[q->write] = vcr_via_head(e->fabric->settings, e->fabric->config.topology, &packet);
        q->used |= (uint16_t)(1u << q->write);
        q->write = (uint8_t)slot_after(q->write);
    }
    d->pins.sat = 0;
    vcr_sat_gate_commit(&q->gate, &d->inject, &d->terminal, &d->pins, &w);
    if (q->gate.sat)
        vcr_event_token_leaves(e, vcr_event_end(s, e, endpoint), now + 1);
    q->buffered = (uint8_t)(q->buffered + w.put - w.pass);
    q->queued = (uint8_t)(q->queued + w.pass);
    start_queued(s, e, endpoint, now);
    q->room = q->buffered < VCR_TERMINAL_BUFFER && !(q->used >> q->write & 1u);
    if (queue_goes_on(s, e, endpoint, now))
        wheel_mark(&e->wheel, now + 1, VCR_MARK_ENDPOINT, endpoint);
    return w.put ? PORT_TAKEN : 0;
}

/* What comes by a cable: a head, whose packet's credits go back from now on, or a tail. @return ENDPOINT_* */
PART unsigned receive(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned endpoint, unsigned cable,
                      uint64_t now)
{
    struct vcr_event_cable *c = &e->cable[cable];
    struct packet packet;

    if (c->coming[c->first].at == (uint32_t)now) {
        uint64_t tail = now + e->flits - 1;
        give_back(s, e, cable, c->coming[c->first].vc, now);
        expect_at_end(e, c, tail);
        wheel_mark(&e->wheel, tail, VCR_MARK_ENDPOINT, endpoint);
        return 0;
    }
    packet = vcr_packet_of(take(c).head);
    expect_at_end(e, c, c->coming[c->first].at);
    return endpoint_received(&e->fabric->endpoint[endpoint], now, &packet, 0);
}

/* A head has come by a cable: its packet waits to be taken. */
PART void wait_to_be_taken(struct vcr_event_engine *e, unsigned inbox, unsigned cable)
{
    struct vcr_event_cable *c = &e->cable[cable];
    struct vcr_event_packet packet = take(c);

    vcr_inbox_put(&e->inbox[inbox], &e->waiting[inbox * e->inbox_most], e->inbox_most,
                  (struct vcr_inbox_packet){packet.head, packet.vc});
    expect_at_end(e, c, c->coming[c->first].at);
}

/* Whether the packet that is being taken by a cable is whole with this flit. */
PART unsigned is_whole(struct vcr_event_engine *e, unsigned endpoint, struct vcr_inbox *i, uint64_t now)
{
    if (!i->taking || now + 1 < i->begun + e->flits)
        return 0;
    i->taking = 0;
    if (i->count > 0)
        wheel_mark(&e->wheel, now + 1, VCR_MARK_ENDPOINT, endpoint);
    return 1;
}

/* What waits is taken as in vcr_port.c. @return cables by which a packet is, with this flit */
PART unsigned take_waiting(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned endpoint, uint64_t now)
{
    const struct vcr_taker by = {endpoint_takes, &e->fabric->endpoint[endpoint]};
    const struct vcr_event_terminal *t = &e->terminal[endpoint];
    const uint32_t *cable = &e->feed[vcr_event_end(s, e, endpoint)];
    struct vcr_inbox *inbox = &e->inbox[endpoint * e->ways];
    unsigned first = endpoint * e->ways, whole = 0;

    for (unsigned k = 0; k < e->ways; k++)
        if ((t->coming >> k & 1u) && t->at[k] == (uint16_t)now)
            wait_to_be_taken(e, first + k, cable[k]);
    VCR_FOR_EACH(k, vcr_inbox_take(inbox, e->ways, &e->waiting[first * e->inbox_most], e->inbox_most, &by, now))
    {
        give_back(s, e, cable[k], inbox[k].vc, now);
        wheel_mark(&e->wheel, now + e->flits - 1, VCR_MARK_ENDPOINT, endpoint);
    }
    for (unsigned k = 0; k < e->ways; k++)
        whole |= is_whole(e, endpoint, &inbox[k], now) << k;
    return whole;
}

/* When it has to be looked at again without anything that comes. */
PART void go_on(struct vcr_event_engine *e, unsigned endpoint, uint64_t now)
{
    struct vcr_event_terminal *t = &e->terminal[endpoint];
    const struct endpoint *pe = &e->fabric->endpoint[endpoint];
    uint64_t due = pe->stale | pe->ejecting | pe->serving ? endpoint_release_time(pe, now) : UINT64_MAX;

    if (t->preparing && t->prepared < due)
        due = t->prepared;
    if (due != UINT64_MAX)
        wheel_mark(&e->wheel, due < now + WHEEL_AHEAD ? due : now + WHEEL_AHEAD, VCR_MARK_ENDPOINT, endpoint);
    if (e->queues && e->queue[endpoint].room && endpoint_offer(&e->fabric->endpoint[endpoint]))
        wheel_mark(&e->wheel, now + 1, VCR_MARK_ENDPOINT, endpoint);
    if (!pe->stopped && !(e->queues && !e->queue[endpoint].room && pe->source.bernoulli))
        wheel_alarm(&e->wheel, &t->alarm, pe->source.next, now, VCR_MARK_ENDPOINT, endpoint);
}

PART unsigned endpoint_cycle(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned endpoint,
                             uint64_t now)
{
    struct endpoint *pe = &e->fabric->endpoint[endpoint];
    unsigned edge = e->terminal[endpoint].accepted == now ? PORT_ACCEPTED : 0, what, whole = 0;

    if (e->queues)
        bring_up(s, e, endpoint, now);
    what = endpoint_begin(pe, now);
    if (e->inbox)
        whole = take_waiting(s, e, endpoint, now);
    edge |= e->queues ? send_queued(s, e, endpoint, endpoint_offer(pe), now)
                      : send(s, e, endpoint, endpoint_offer(pe), now);
    what |= endpoint_edge(pe, now, edge);
    if (e->inbox && (edge & PORT_ACCEPTED)) /* there may be room for what waits */
        wheel_mark(&e->wheel, now + 1, VCR_MARK_ENDPOINT, endpoint);
    VCR_FOR_EACH(k, whole)
    {
        const struct packet packet = vcr_packet_of(e->inbox[endpoint * e->ways + k].head);
        what |= endpoint_received(pe, now, &packet, 0);
    }
    VCR_FOR_EACH(k, e->inbox ? 0u : e->terminal[endpoint].coming)
    if (e->terminal[endpoint].at[k] == (uint16_t)now)
        what |= receive(s, e, endpoint, e->feed[vcr_event_end(s, e, endpoint) + k], now);
    go_on(e, endpoint, now);
    return what;
}

/* Builds without bypass and speedup cannot be had here: nothing is compiled for them. */
#define VCR_CONFIGURATION(name, kind_, ports, vcs, depth, words, bypass, route_stage, speedup, ...)  \
    unsigned vcr_event_endpoint_##name(struct vcr_event_engine *e, unsigned endpoint, uint64_t now)  \
    {                                                                                                \
        return (bypass) && (speedup) ? endpoint_cycle(&vcr_parameters_##name, e, endpoint, now) : 0; \
    }
#include "../kind/vcr_configurations.def"
#undef VCR_CONFIGURATION

unsigned vcr_event_endpoint_of_shape(struct vcr_event_engine *e, unsigned endpoint, uint64_t now)
{
    return endpoint_cycle(e->configuration->parameters, e, endpoint, now);
}
