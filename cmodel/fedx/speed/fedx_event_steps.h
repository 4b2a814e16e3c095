/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps of switches, and what steps of PEs share with them. See fedx_event.h. Included twice, for a fabric that is one
 * part (FEDX_PARTITIONED 0) and for one part of several (1): there the other end of a cable may be in another part. The
 * second has no other rules, and the first is not slowed down by asking which it is.
 */
#include <math.h>
#include <string.h>

#include "fedx_event.h"

#if FEDX_PARTITIONED
#define STEP(name) fedx_event_##name##_partitioned
#else
#define STEP(name) fedx_event_##name
#endif

/* One body for each kind of step, so that its wires stay in the processor's registers. */
#define FLAT __attribute__((flatten))

static const struct fedx_pins nothing_asked = {0};

/* Ports whose time is now. */
static inline unsigned times_reached(const fedx_event_times *times, uint64_t now)
{
    fedx_event_times hit = (fedx_event_times)(*times == (uint16_t)now);
#ifdef __SSE2__
    typedef short words __attribute__((vector_size(16)));
    typedef char bytes __attribute__((vector_size(16)));
    bytes packed = __builtin_ia32_packsswb128((words)hit, (words){0});

    return (unsigned)__builtin_ia32_pmovmskb128(packed);
#else
    unsigned ports = 0;

    for (unsigned p = 0; p < 8; p++)
        ports |= hit[p] & 1u << p;
    return ports;
#endif
}

static inline void mark(struct fedx_event_engine *e, uint64_t cycle, unsigned node, int is_pe)
{
    wheel_mark(&e->wheel, cycle, is_pe ? FEDX_MARK_PE : FEDX_MARK_SWITCH, node);
}

static void send_request(struct fedx_event_engine *e, uint64_t arrival, const struct fedx_event_wire *to,
                         unsigned level)
{
    struct fedx_event_requests *slot = &e->coming[arrival % FEDX_EVENT_AHEAD];
    struct fedx_event_request *request = fedx_event_requests_next(slot);

    if (!request) {
        e->out_of_memory = 1;
        return;
    }
    *request = (struct fedx_event_request){*to, (uint8_t)level};
    slot->count++;
}

/* The request register of this cycle. */
static void catch_up(struct fedx_event_end *end, uint64_t now)
{
    if (now != end->last + 1)
        end->own.req = end->req_after;
    end->last = now;
}

/* Levels and times of this cycle: what is on the wires, which stages are reached, which ports could start. */
static void look(struct fedx_event_end *end, uint64_t now, struct fedx_pins *in, struct fedx_wires *w)
{
    unsigned reached = times_reached(&end->tx_time, now) & (end->tx.sending | end->tx.gap);

    catch_up(end, now);
    if (end->turn_coming) {
        unsigned turned = times_reached(&end->turn_time, now) & end->turn_coming;
        end->in_turn ^= (uint8_t)turned;
        end->turn_coming &= (uint8_t)~turned;
    }
    w->last = w->abort = w->abort_buffers = w->late = 0;
    w->settled = reached & end->tx.gap;
    w->passed = reached & end->passing;
    w->accepted_candidate = reached & end->tx.sending & ~(unsigned)(end->passing | end->refused);
    in->turn = end->in_turn;
    in->req = end->in_req;
    in->refuse = (uint8_t)(reached & end->refused);
    in->acc = (uint8_t)(end->tx.bit ^ w->accepted_candidate);
    fedx_ownership_eval(&end->own, end->side, in, w);
    fedx_port_transmit_open(&end->tx, &end->own, now < end->awake, w);
}

/* Admitted, and past refusal: next is the acceptance. A PE has no use for this stage. */
static void close_windows(struct fedx_event_engine *e, struct fedx_event_end *end, uint64_t now, unsigned node,
                          unsigned passed)
{
    uint64_t accept = now + FEDX_EVENT_ACCEPT - FEDX_EVENT_PASS;

    if (!passed)
        return;
    end->passing &= (uint8_t)~passed;
    FEDX_FOR_EACH_PORT(p, passed)
    end->tx_time[p] = (uint16_t)accept;
    mark(e, accept, node, 0);
}

/* The edge, for ownership and transmit. Starts are entered by who knows what is sent. */
static void commit(struct fedx_event_engine *e, struct fedx_event_end *end, uint64_t now, unsigned node, int is_pe,
                   const struct fedx_wires *w)
{
    struct fedx_port_transmit *t = &end->tx;

    t->bit ^= (uint8_t)w->accepted;
    t->acc_last ^= (uint8_t)w->accepted;
    t->sending = (uint8_t)((t->sending & ~(w->accepted | w->stopped)) | w->start);
    t->gap = (uint8_t)((t->gap & ~w->settled & ~w->start) | w->stopped);
    end->refused &= (uint8_t)~w->stopped;
    FEDX_FOR_EACH_PORT(p, w->stopped)
    {
        end->tx_time[p] = (uint16_t)(now + 2 + 2 * e->latency);
        mark(e, now + 2 + 2 * e->latency, node, is_pe);
    }
    close_windows(e, end, now, node, w->passed);
    fedx_ownership_commit(&end->own, w);
}

/* What the table of a switch says of a destination. */
static inline uint32_t entry_at(const struct fedx_event_engine *e, const struct fedx_event_wire *at,
                                unsigned destination)
{
    if (e->address.cols)
        return e->entry[fedx_address_way(at->address, (uint16_t)destination)];
    return destination < e->nodes ? e->entry[topology_pair(e->topology, (int)at->node, (int)destination)] : 0;
}

/* A head that a port has not seen in the attempt before. */
static inline void route(struct fedx_event_engine *e, const struct fedx_event_wire *wire, uint64_t head)
{
    struct fedx_event_switch *s = &e->sw[wire->node];
    unsigned port = wire->port;

    s->receive.head[port] = head;
    s->route.entry[port] = entry_at(e, wire, fedx_head_destination(head));
    s->choice[port] = fedx_event_choice(e, s, port);
    s->allowed[port] = s->choice[port].allowed;
    if (e->deroutes)
        s->best[port] = s->choice[port].best;
}

/* First byte on the wire in the next cycle. */
static inline void frame_begins(struct fedx_event_engine *e, const struct fedx_event_wire *wire, uint64_t now,
                                uint64_t head)
{
    struct fedx_event_switch *to = &e->sw[wire->node];
    unsigned port = wire->port;
    uint64_t lookup = now + 1 + FEDX_EVENT_LOOKUP + e->latency;

    if (to->receive.head[port] != head || !to->choice[port].valid)
        route(e, wire, head);
    to->receive.header |= (uint8_t)(1u << port);
    to->end.rx_time[port] = (uint16_t)lookup;
    wheel_mark(&e->wheel, lookup, FEDX_MARK_LOOKUP, wire->node);
}

/* The owner at the other end gives the cable away. */
static inline void turn_comes(struct fedx_event_engine *e, const struct fedx_event_wire *to, uint64_t arrival,
                              unsigned level)
{
    to->end->turn_coming |= (uint8_t)(1u << to->port);
    to->end->turn_time[to->port] = (uint16_t)arrival;
    mark(e, arrival, to->node, to->to_pe);
    send_request(e, arrival, to, level);
}

/* The sender learns of it when the refusal, or its absence, has come back. */
static inline void verdict_comes(struct fedx_event_engine *e, const struct fedx_event_wire *to, uint64_t now,
                                 unsigned pass)
{
    unsigned port = 1u << to->port, stage = !pass ? FEDX_EVENT_STOP : to->to_pe ? FEDX_EVENT_ACCEPT : FEDX_EVENT_PASS;
    uint64_t due = now + stage - FEDX_EVENT_DECIDE + e->latency;

    to->end->tx_time[to->port] = (uint16_t)due;
    if (!pass)
        to->end->refused |= (uint8_t)port;
    if (stage == FEDX_EVENT_PASS)
        to->end->passing |= (uint8_t)port;
    wheel_mark(&e->wheel, due, to->to_pe ? FEDX_MARK_PE : pass ? FEDX_MARK_PASS : FEDX_MARK_STOP, to->node);
}

/* Where a cable leads is in another part. */
static inline int is_far(const struct fedx_event_engine *e, const struct fedx_event_wire *to)
{
    return FEDX_PARTITIONED && to->node - e->first >= e->count;
}

/* ... and is told so. */
static FEDX_RARE void post(const struct fedx_event_engine *e, const struct fedx_event_wire *to,
                           struct fedx_event_lp_message lp_message)
{
    lp_message.to = to->node;
    lp_message.port = to->port;
    lp_group_post(e->part, &lp_message);
}

/* The owner's turn level goes to the other end, and with it the request level, which it has not been told while it did
 * not own. */
static void hand_over(struct fedx_event_engine *e, struct fedx_event_end *end, uint64_t now,
                      const struct fedx_event_wire *wire, unsigned flip)
{
    uint64_t arrival = now + 1 + e->latency;

    FEDX_FOR_EACH_PORT(p, flip)
    {
        if (is_far(e, &wire[p]))
            post(e, &wire[p],
                 (struct fedx_event_lp_message){
                     .cycle = arrival, .level = end->own.req >> p & 1u, .word = FEDX_WORD_TURN});
        else
            turn_comes(e, &wire[p], arrival, end->own.req >> p & 1u);
    }
}

static void post_requests(struct fedx_event_engine *e, const struct fedx_event_end *end, uint64_t arrival,
                          const struct fedx_event_wire *wire, unsigned changed, unsigned level)
{
    FEDX_FOR_EACH_PORT(p, changed & ~(unsigned)end->own.own_last & FEDX_ALL_PORTS)
    {
        if (!wire[p].end)
            continue;
        if (is_far(e, &wire[p]))
            post(e, &wire[p],
                 (struct fedx_event_lp_message){.cycle = arrival, .level = level >> p & 1u, .word = FEDX_WORD_REQUEST});
        else
            send_request(e, arrival, &wire[p], level >> p & 1u);
    }
}

/*
 * Come back by itself: in the next cycle when a port can start what is wanted or
 * an owner with nothing ready is asked; in the one after it when the request of
 * such an owner falls then. Everything else arrives with a mark of its own.
 */
static void come_back(struct fedx_event_engine *e, const struct fedx_event_end *end, uint64_t now, unsigned node,
                      int is_pe, unsigned want)
{
    unsigned idle = end->own.own_last & ~(unsigned)end->tx.sending;

    if (now + 1 < end->awake)
        return;
    if ((idle & want & ~(unsigned)(end->tx.gap | end->tx.refuse_last)) | (idle & end->in_req & ~(unsigned)end->own.req))
        mark(e, now + 1, node, is_pe);
    if (idle & end->in_req & end->own.req & ~(unsigned)end->req_after)
        mark(e, now + 2, node, is_pe);
}

/* The head word as it goes over port p. */
static uint64_t head_with_bit(const struct fedx_port_transmit *t, unsigned p, uint64_t head)
{
    uint64_t bit = (uint64_t)FEDX_FLAG_BIT << 40;

    return (head & ~bit) | ((t->bit >> p & 1u) ? bit : 0);
}

/* A PE admits whatever comes, so that the end of the window is known at once. */
static void frame_to_pe(struct fedx_event_engine *e, struct fedx_event_switch *s, unsigned node, uint64_t now,
                        uint64_t head)
{
    uint64_t first = now + 1, pass = first + FEDX_EVENT_PASS + 2 * e->latency;
    uint64_t receive = first + FEDX_EVENT_RECEIVE + e->latency;
    struct fedx_event_pe *pe = &e->pe[node];

    pe->head = head;
    pe->arriving = 1;
    pe->end.rx_time[0] = (uint16_t)receive;
    mark(e, receive, node, 1);
    s->end.passing |= 1u << FEDX_PE_PORT;
    s->end.tx_time[FEDX_PE_PORT] = (uint16_t)pass;
    wheel_mark(&e->wheel, pass, FEDX_MARK_PASS, node);
}

static void start_frames(struct fedx_event_engine *e, struct fedx_event_switch *s, unsigned node, uint64_t now,
                         const struct fedx_wires *w)
{
    FEDX_FOR_EACH_PORT(p, w->start)
    {
        unsigned buffer = w->grant_buf[p];
        uint64_t head =
            head_with_bit(&s->end.tx, p, fedx_buffer_pool_head(&s->pool, e->config.deroute_hops, buffer, p));

        s->end.tx.buf[p] = (uint8_t)buffer;
        s->end.tx_time[p] = (uint16_t)now;
        if (p == FEDX_PE_PORT)
            frame_to_pe(e, s, node, now, head);
        else if (is_far(e, &s->wire[p]))
            post(e, &s->wire[p], (struct fedx_event_lp_message){.cycle = now, .head = head, .word = FEDX_WORD_FRAME});
        else
            frame_begins(e, &s->wire[p], now, head);
    }
}

static void post_verdicts(struct fedx_event_engine *e, const struct fedx_event_switch *s, uint64_t now,
                          unsigned decided, unsigned admitted)
{
    FEDX_FOR_EACH_PORT(p, decided)
    {
        uint8_t pass = admitted >> p & 1u;
        if (is_far(e, &s->wire[p]))
            post(e, &s->wire[p],
                 (struct fedx_event_lp_message){
                     .cycle = now, .level = pass, .word = FEDX_WORD_VERDICT, .reason = s->admission.reason[p]});
        else
            verdict_comes(e, &s->wire[p], now, pass);
    }
}

/* Frames whose destination is complete: the port asks for the ports they may leave by. */
static void look_up(struct fedx_event_engine *e, struct fedx_event_switch *s, unsigned node, uint64_t now,
                    unsigned looked)
{
    uint64_t decide = now + FEDX_EVENT_DECIDE - FEDX_EVENT_LOOKUP;

    FEDX_FOR_EACH_PORT(p, looked)
    {
        s->receive.routed |= (uint8_t)(1u << p);
        s->header_want |= s->allowed[p];
        s->end.rx_time[p] = (uint16_t)decide;
    }
    if (looked)
        wheel_mark(&e->wheel, decide, FEDX_MARK_DECIDE, node);
}

/* Bring the time-outs of admission up to this cycle. */
static void wait_for_room(const struct fedx_event_engine *e, struct fedx_event_switch *s, uint64_t now)
{
    fedx_admission_wait(&s->admission, &e->config, now - s->admission_cycle);
    s->admission_cycle = now;
}

static void judge(const struct fedx_event_engine *e, struct fedx_event_switch *s, uint64_t now, unsigned decide,
                  struct fedx_wires *w)
{
    wait_for_room(e, s, now);
    s->receive.decide = (uint8_t)decide;
    FEDX_FOR_EACH_PORT(p, decide)
    w->choice[p] = s->choice[p];
    fedx_admission_eval(&s->admission, &s->receive, &s->pool, &s->tally, &e->config, e->buffers, w);
}

/* Who the packet of a head word is that is at a node. */
static inline struct packet packet_of(const struct fedx_event_engine *e, unsigned node, uint64_t head)
{
    struct packet packet = fedx_packet_of(head);

    fedx_event_name(e, node, &packet);
    return packet;
}

/* Why a port was refused: the switch that did knows, if nobody may be at work on it. */
static int reason_of(const struct fedx_event_engine *e, const struct fedx_event_switch *s, unsigned p)
{
    return is_far(e, &s->wire[p]) ? s->reason[p] : e->sw[s->wire[p].node].admission.reason[s->wire[p].port];
}

/* Attempts of a switch that end at this edge. */
static void report_attempts(const struct fedx_event_engine *e, const struct fedx_event_switch *s, unsigned node,
                            uint64_t now, const struct fedx_wires *w)
{
    FEDX_FOR_EACH_PORT(p, w->accepted | w->stopped)
    {
        unsigned accepted = w->accepted >> p & 1u;
        struct attempt attempt = {
            .first = now - (accepted ? FEDX_EVENT_ACCEPT : FEDX_EVENT_STOP) - 2 * e->latency,
            .packet = packet_of(e, node, s->pool.head[s->end.tx.buf[p]]),
            .node = (int)node,
            .router = (int)node,
            .sender = (int)p,
            .ejection = s->wire[p].to_pe,
            .reason = accepted ? FEDX_REJECT_NONE : reason_of(e, s, p),
        };
        if (FEDX_PARTITIONED)
            lp_group_attempt(e->part, now, &attempt);
        else
            scoreboard_attempt(e->fabric, &attempt);
    }
}

/* The edge, for the pool. */
static void commit_pool(struct fedx_event_switch *s, const struct fedx_wires *w)
{
    FEDX_FOR_EACH_PORT(p, w->accepted)
    fedx_tally_remove(&s->tally, s->pool.level[s->end.tx.buf[p]]);
    fedx_buffer_pool_commit(&s->pool, &s->receive, &s->end.tx, w);
    FEDX_FOR_EACH_PORT(q, w->admit)
    fedx_tally_add(&s->tally, s->pool.level[w->admit_buf[q]]);
}

/* The edge, for admission, whose time-outs have been brought up to this cycle. */
static void commit_admission(const struct fedx_event_engine *e, struct fedx_event_switch *s, uint64_t now,
                             const struct fedx_pins *in, const struct fedx_wires *w)
{
    fedx_admission_commit(&s->admission, &s->receive, &e->config, in, w);
    s->admission_cycle = now + 1;
}

/* The frames of these headers occupy their ports further: the admitted ones to the end, the others until the sender
 * stops. */
static FEDX_RARE void frames_go_on(struct fedx_event_engine *e, struct fedx_event_switch *s, unsigned node,
                                   uint64_t now, unsigned decided, unsigned admitted)
{
    s->receiving |= (uint8_t)decided;
    FEDX_FOR_EACH_PORT(p, decided)
    {
        uint64_t last = now + (admitted >> p & 1u ? FEDX_EVENT_RECEIVE - FEDX_EVENT_DECIDE
                                                  : FEDX_EVENT_PASS - FEDX_EVENT_DECIDE + 2 * e->latency);
        s->end.rx_time[p] = (uint16_t)last;
        mark(e, last, node, 0);
    }
}

/* The edge, for headers that were decided on. */
static void commit_headers(struct fedx_event_engine *e, struct fedx_event_switch *s, unsigned node, uint64_t now,
                           unsigned decided, unsigned admitted)
{
    s->receive.header &= (uint8_t)~decided;
    s->receive.routed &= (uint8_t)~decided;
    if (e->deroutes)
        frames_go_on(e, s, node, now, decided, admitted);
    s->header_want = 0;
    FEDX_FOR_EACH_PORT(p, s->receive.routed)
    s->header_want |= s->allowed[p];
}

/* Ejection priority; only an ejection that has just been accepted can keep its turn. */
static unsigned kept_by_pe(const struct fedx_event_engine *e, struct fedx_event_switch *s, uint64_t now,
                           struct fedx_wires *w)
{
    if (!(w->accepted_candidate >> FEDX_PE_PORT & 1u))
        return 0;
    wait_for_room(e, s, now);
    return fedx_buffer_pool_keep(&s->pool, &e->config, fedx_admission_overdue(&s->admission, &e->config), w);
}

static unsigned occupied(const struct fedx_event_switch *s)
{
    return (unsigned)(s->end.tx.sending | s->end.tx.gap | s->receive.routed | s->receiving);
}

static void want_again(struct fedx_event_switch *s, unsigned busy)
{
    struct fedx_wires w;

    w.abort_buffers = 0;
    w.occupied = busy;
    fedx_buffer_pool_eval(&s->pool, &w);
    s->want = (uint8_t)w.want;
}

/* With deroutes what is wanted depends on what is occupied: it is worked out whenever that may have changed. */
static FEDX_RARE void want_by_occupied(struct fedx_event_switch *s)
{
    unsigned busy = occupied(s);

    want_again(s, busy);
    s->header_want = 0;
    FEDX_FOR_EACH_PORT(p, s->receive.routed)
    s->header_want |= (uint8_t)fedx_route_open(s->allowed[p], s->best[p], busy);
}

/* Without, it changes with what is queued. */
static void queue_changed(const struct fedx_event_engine *e, struct fedx_event_switch *s)
{
    if (!e->deroutes)
        want_again(s, 0);
}

/* What is wanted from the next cycle on shows in the request register one cycle later. */
static void request_follows(struct fedx_event_engine *e, struct fedx_event_switch *s, uint64_t now)
{
    if (e->deroutes)
        want_by_occupied(s);
    unsigned request = s->want | s->header_want, changed = request ^ s->end.req_after;

    s->end.req_after = (uint8_t)request;
    post_requests(e, &s->end, now + 2 + e->latency, s->wire, changed, request);
}

/* The request register of the next cycle, where no step of a whole port says it. */
static void pass_by(struct fedx_event_end *end, uint64_t now)
{
    if (now != end->last)
        end->own.req = end->req_after;
    end->last = now;
}

static void nothing_happens(struct fedx_wires *w)
{
    w->passed = w->ended = w->stopped = w->expired = w->accepted = w->start = w->abort_buffers = w->keep = w->admit = 0;
}

void STEP(lookup)(struct fedx_event_engine *e, unsigned node, uint64_t now)
{
    struct fedx_event_switch *s = &e->sw[node];

    pass_by(&s->end, now);
    look_up(e, s, node, now, times_reached(&s->end.rx_time, now) & s->receive.header & ~(unsigned)s->receive.routed);
    request_follows(e, s, now);
    if (e->deroutes) /* a packet that waits may go round about now */
        come_back(e, &s->end, now, node, 0, s->want);
}

FLAT void STEP(decide)(struct fedx_event_engine *e, unsigned node, uint64_t now)
{
    struct fedx_event_switch *s = &e->sw[node];
    unsigned decide = times_reached(&s->end.rx_time, now) & s->receive.routed;
    struct fedx_wires w;

    pass_by(&s->end, now);
    nothing_happens(&w);
    judge(e, s, now, decide, &w);
    commit_admission(e, s, now, &nothing_asked, &w);
    commit_headers(e, s, node, now, decide, w.admit);
    post_verdicts(e, s, now, decide, w.admit);
    if (w.admit) {
        commit_pool(s, &w);
        queue_changed(e, s);
    }
    request_follows(e, s, now);
    come_back(e, &s->end, now, node, 0, s->want);
}

FLAT void STEP(stop)(struct fedx_event_engine *e, unsigned node, uint64_t now)
{
    struct fedx_event_switch *s = &e->sw[node];
    struct fedx_pins in = {.turn = s->end.in_turn, .req = s->end.in_req};
    struct fedx_wires w;

    catch_up(&s->end, now);
    nothing_happens(&w);
    w.stopped = w.ended = times_reached(&s->end.tx_time, now) & s->end.refused;
    w.want = s->want;
    w.header_want = s->header_want;
    w.settled = 0;
    fedx_ownership_eval(&s->end.own, s->end.side, &in, &w);
    fedx_ownership_flip(&s->end.own, s->end.tx.sending, now < s->end.awake, &in, &w);
    if (e->fabric->watched)
        report_attempts(e, s, node, now, &w);
    commit_pool(s, &w);
    commit(e, &s->end, now, node, 0, &w);
    queue_changed(e, s);
    hand_over(e, &s->end, now, s->wire, w.flip);
    request_follows(e, s, now);
    come_back(e, &s->end, now, node, 0, s->want);
}

FLAT void STEP(switch_step)(struct fedx_event_engine *e, unsigned node, uint64_t now)
{
    struct fedx_event_switch *s = &e->sw[node];
    unsigned reached = times_reached(&s->end.rx_time, now), received = reached & s->receiving;
    unsigned frames = reached & s->receive.header, decide = frames & s->receive.routed;
    struct fedx_pins in;
    struct fedx_wires w;

    look(&s->end, now, &in, &w);
    w.occupied = occupied(s);
    w.ready = s->pool.queued;
    w.want = s->want;
    w.header_want = s->header_want;
    fedx_arbitration_eval(&s->pool, &w);
    if (decide)
        judge(e, s, now, decide, &w);
    else
        fedx_admission_rest(&s->admission, &w);
    w.keep_candidate = kept_by_pe(e, s, now, &w);
    fedx_port_transmit_events(&s->end.tx, &s->end.own, &in, &w);
    fedx_ownership_flip(&s->end.own, s->end.tx.sending, now < s->end.awake, &in, &w);

    if (e->fabric->watched && w.ended)
        report_attempts(e, s, node, now, &w);
    s->receive.decide = (uint8_t)decide;
    commit_pool(s, &w);
    if (decide | w.keep)
        commit_admission(e, s, now, &in, &w);
    commit(e, &s->end, now, node, 0, &w);
    start_frames(e, s, node, now, &w);
    s->receiving &= (uint8_t)~received;
    if (decide) {
        commit_headers(e, s, node, now, decide, w.admit);
        post_verdicts(e, s, now, decide, w.admit);
    }
    look_up(e, s, node, now, frames & ~decide);
    hand_over(e, &s->end, now, s->wire, w.flip);
    if (w.start | w.stopped | w.admit)
        queue_changed(e, s);
    request_follows(e, s, now);
    come_back(e, &s->end, now, node, 0, s->want);
}
