/* SPDX-License-Identifier: Apache-2.0
 *
 * Switches and PEs without bytes. See fedx_event.h.
 */
#define FEDX_PARTITIONED 0
#include "fedx_event_steps.h"

/* Only an owner with nothing under way may have to do something about it now. */
void fedx_event_request_arrives(struct fedx_event_engine *e, const struct fedx_event_request *r, uint64_t now)
{
    struct fedx_event_end *end = r->to.end;
    unsigned port = 1u << r->to.port;

    end->in_req = (uint8_t)((end->in_req & ~port) | (r->level ? port : 0));
    if (r->level && (end->own.own_last & ~end->tx.sending & port))
        mark(e, now, r->to.node, r->to.to_pe);
}

void fedx_event_open(struct fedx_event_engine *e, const struct fedx_event_lp_message *l)
{
    const struct fedx_event_wire *back = &e->sw[l->to].wire[l->port], *to = &e->sw[back->node].wire[back->port];

    switch (l->word) {
    case FEDX_WORD_FRAME: frame_begins(e, to, l->cycle, l->head); break;
    case FEDX_WORD_TURN: turn_comes(e, to, l->cycle, l->level); break;
    case FEDX_WORD_REQUEST: send_request(e, l->cycle, to, l->level); break;
    case FEDX_WORD_VERDICT:
        e->sw[to->node].reason[to->port] = l->reason;
        verdict_comes(e, to, l->cycle, l->level);
        break;
    default: break;
    }
}

static uint64_t head_of(const struct fedx_event_engine *e, const struct packet *packet)
{
    struct fedx_header h = fedx_packet_header(packet);

    h.destination = fedx_address_of(&e->address, packet->destination);
    h.source = fedx_address_of(&e->address, packet->source);
    return fedx_header_word(&h);
}

void fedx_event_pass(struct fedx_event_engine *e, unsigned node, uint64_t now)
{
    struct fedx_event_switch *s = &e->sw[node];
    struct fedx_wires w;

    nothing_happens(&w);
    w.passed = times_reached(&s->end.tx_time, now) & s->end.passing;
    fedx_buffer_pool_commit(&s->pool, &s->receive, &s->end.tx, &w);
    close_windows(e, &s->end, now, node, w.passed);
}

/* First byte of an injection on the wire in the next cycle. */
static void send(struct fedx_event_engine *e, struct fedx_event_pe *p, uint64_t now, uint64_t head)
{
    p->end.tx_time[0] = (uint16_t)now;
    frame_begins(e, &p->wire, now, head);
}

/* An attempt begins with its overhead, or with its first byte. */
static void begin_attempt(struct fedx_event_engine *e, struct fedx_event_pe *p, const struct packet *packet,
                          uint64_t now)
{
    uint64_t overhead = (uint64_t)e->fabric->config.endpoint.inject_overhead;
    uint64_t head = head_with_bit(&p->end.tx, 0, head_of(e, packet));

    if (!overhead) {
        send(e, p, now, head);
        return;
    }
    p->end.tx_time[0] = (uint16_t)now;
    p->prepared = now + overhead;
    p->prepared_head = head;
    p->preparing = 1;
}

/* A packet is there; with an overhead the port is asked for from the next cycle on. */
static unsigned receive(struct fedx_event_engine *e, struct fedx_event_pe *p, struct endpoint *pe, unsigned node,
                        uint64_t now)
{
    struct packet packet = packet_of(e, node, p->head);
    unsigned what = endpoint_received(pe, now, &packet, 0);

    p->arriving = 0;
    if (pe->ejecting)
        wheel_mark(&e->wheel, now + 1, FEDX_MARK_CHOICE, node);
    return what;
}

/* The port of a PE, once the packet to offer is chosen. */
static unsigned step_port(struct fedx_event_engine *e, struct fedx_event_pe *p, struct endpoint *pe, unsigned node,
                          uint64_t now)
{
    struct endpoint_slot *offer = endpoint_offer(pe);
    unsigned what, asked, edge = 0;
    struct fedx_pins in;
    struct fedx_wires w;

    look(&p->end, now, &in, &w);
    asked = p->end.own.req;
    w.want = offer != NULL;
    w.header_want = pe->ejecting;
    w.grant = w.available & w.want & 1;
    w.keep_candidate = 0;
    fedx_port_transmit_events(&p->end.tx, &p->end.own, &in, &w);
    fedx_ownership_flip(&p->end.own, p->end.tx.sending, now < p->end.awake, &in, &w);
    commit(e, &p->end, now, node, 1, &w);
    if (w.start & 1) {
        struct packet packet = endpoint_packet(pe, offer);
        begin_attempt(e, p, &packet, now);
        edge |= PORT_STARTED;
    }
    edge |= (w.accepted & 1 ? PORT_ACCEPTED : 0) | (w.stopped & 1 ? PORT_FAILED : 0);
    what = endpoint_edge(pe, now, edge);
    if (p->arriving && (times_reached(&p->end.rx_time, now) & 1))
        what |= receive(e, p, pe, node, now);

    p->end.req_after = p->end.own.req;
    hand_over(e, &p->end, now, &p->wire, w.flip & 1);
    post_requests(e, &p->end, now + 1 + e->latency, &p->wire, (asked ^ p->end.own.req) & 1, p->end.own.req);
    come_back(e, &p->end, now, node, 1, endpoint_offer(pe) != NULL);
    return what;
}

/* Nothing at the port changes with this choice of a packet. */
static int port_rests(struct fedx_event_pe *p, struct endpoint *pe, uint64_t now)
{
    const struct fedx_event_end *end = &p->end;
    unsigned want = endpoint_offer(pe) != NULL;

    catch_up(&p->end, now);
    return (want | pe->ejecting) == (end->own.req & 1u) &&
           (want & end->own.own_last & ~(unsigned)(end->tx.sending | end->tx.gap | end->tx.refuse_last)) == 0;
}

/*
 * What a PE has to do by itself, without a message that is due: now, and next, at the end of the wheel at the latest.
 */
static void go_on(struct fedx_event_engine *e, struct fedx_event_pe *p, const struct endpoint *pe, unsigned node,
                  uint64_t now)
{
    uint64_t due = endpoint_release_time(pe, now);

    if (p->preparing && now >= p->prepared) {
        p->preparing = 0;
        send(e, p, now, p->prepared_head);
    }
    if (p->preparing && p->prepared < due)
        due = p->prepared;
    wheel_mark(&e->wheel, due < now + WHEEL_AHEAD ? due : now + WHEEL_AHEAD, FEDX_MARK_CHOICE, node);
}

FLAT unsigned fedx_event_pe_step(struct fedx_event_engine *e, unsigned node, uint64_t now, int port_reached)
{
    struct fedx_event_pe *p = &e->pe[node];
    struct endpoint *pe = &e->fabric->endpoint[node];
    unsigned what = endpoint_begin(pe, now);

    if (port_reached || !port_rests(p, pe, now))
        what |= step_port(e, p, pe, node, now);
    if (pe->stale | pe->ejecting | p->preparing)
        go_on(e, p, pe, node, now);
    if (!pe->stopped)
        wheel_alarm(&e->wheel, &p->alarm, pe->source.next, now, FEDX_MARK_CHOICE, node);
    return what;
}

void fedx_event_state(const struct fedx_event_engine *e, unsigned node, uint64_t now, struct fedx_switch_regs *out)
{
    const struct fedx_event_switch *s = &e->sw[node];

    fedx_regs_reset(out);
    out->ownership = s->end.own;
    out->ownership.req = now == s->end.last + 1 ? s->end.own.req : s->end.req_after;
    out->port_transmit.sending = s->end.tx.sending;
    out->port_transmit.gap = s->end.tx.gap;
    out->port_transmit.bit = s->end.tx.bit;
    memcpy(out->port_transmit.buf, s->end.tx.buf, sizeof out->port_transmit.buf);
    out->buffer_pool = s->pool;
    out->admission = s->admission;
    fedx_admission_wait(&out->admission, &e->config, now - s->admission_cycle);
    out->config = e->config;
}
