/* SPDX-License-Identifier: Apache-2.0
 *
 * The proof harnesses, one function a block: the mechanism's own functions between ports that are called like those of
 * its RTL module. A register x of a block is input x_reg.q and output x_reg.d, as Yosys names the two sides of a
 * flip-flop; they come from include/fedx/fedx_regs.def, so none can be forgotten. Each harness follows eval(), commit()
 * and reset() of fedx_switch.c, which is included for them: a wire is there from the call on for which fedx_wiring.c
 * says so, and holds anything before. docs/verification/proofs.md.
 */
#include "../../cmodel/fedx/model/fedx_admission.c"
#include "../../cmodel/fedx/model/fedx_switch.c"

#include "fedx_assumed.h"

/* The registers of one block, as ports: prefix is empty, or "u_<block>." in the whole switch. */
#define TAKE(prefix, s, dimension, name, type, width)                                              \
    take_lanes(prefix #name "_reg.q", &(s)->name, (unsigned)sizeof(type), VALUES((s)->name, type), \
               BITS(dimension, type, width));
#define PUT(prefix, s, dimension, name, type, width)                                              \
    put_lanes(prefix #name "_reg.d", &(s)->name, (unsigned)sizeof(type), VALUES((s)->name, type), \
              BITS(dimension, type, width));

#define FEDX_REG_TAKE(block, of, name, type, width, reset, meaning) TAKE("", &s->block, of, name, type, width)
#define FEDX_REG_PUT(block, of, name, type, width, reset, meaning) PUT("", &s->block, of, name, type, width)
#define FEDX_BLOCK(block, LIST)                                 \
    static inline void take_##block(struct fedx_switch_regs *s) \
    {                                                           \
        LIST(FEDX_REG_TAKE)                                     \
    }                                                           \
    static inline void put_##block(struct fedx_switch_regs *s)  \
    {                                                           \
        if (INPUT("rst"))                                       \
            reset(s);                                           \
        LIST(FEDX_REG_PUT)                                      \
    }

FEDX_BLOCKS(FEDX_BLOCK)

/* Registers of other blocks: anything, but for those that the RTL module is given. */
static inline void take_others(struct fedx_switch_regs *s)
{
    for (unsigned i = 0; i < sizeof *s; i++)
        ((uint8_t *)s)[i] = (uint8_t)proof_free("others", i, 8);
}

void fedx_header(void);
void fedx_ownership(void);
void fedx_route(void);
void fedx_port_receive(void);
void fedx_port_transmit(void);
void fedx_buffer_pool(void);
void fedx_admission(void);
void fedx_arbitration(void);
void fedx_config(void);

/* RTL: proofs/fedx/fedx_header.v, which only calls the functions of rtl/fedx/fedx_header.vh. */
void fedx_header(void)
{
    uint8_t data = (uint8_t)proof_input("data", 0, 8), number = (uint8_t)proof_input("number", 0, 8);

    proof_output("check", 0, 8, fedx_header_check((uint8_t)proof_input("check_last", 0, 8), data));
    proof_output("crc", 0, 32, fedx_header_crc((uint32_t)proof_input("crc_last", 0, 32), data, number));
}

void fedx_ownership(void)
{
    struct fedx_switch_regs regs, *s = &regs;
    struct fedx_wires w;
    struct fedx_pins in = {.turn = (uint8_t)INPUT_MASK("rx_turn"), .req = (uint8_t)INPUT_MASK("rx_req")};

    take_others(s);
    take_ownership(s);
    OUTPUT_MASK("tx_turn", s->ownership.turn);
    OUTPUT_MASK("tx_req", s->ownership.req);
    OUTPUT_MASK("ownership_own_last", s->ownership.own_last);
    take_old_wires(&w);
    LEAVES_OTHERS(OWNERSHIP_EVAL_OUTPUTS, fedx_ownership_eval(&s->ownership, INPUT_MASK("config_side"), &in, &w));
    OUTPUT_MASK("own_now", w.own_now);
    w.start = INPUT_MASK("start");
    w.ended = INPUT_MASK("ended");
    w.keep = INPUT_MASK("keep");
    w.want = INPUT_MASK("want");
    w.header_want = INPUT_MASK("header_want");
    LEAVES_OTHERS(OWNERSHIP_FLIP_OUTPUTS,
                  fedx_ownership_flip(&s->ownership, INPUT_MASK("transmit_sending") | INPUT_MASK("transmit_await"),
                                      (int)INPUT("holding"), &in, &w));
    fedx_ownership_commit(&s->ownership, &w);
    put_ownership(s);
}

void fedx_route(void)
{
    struct fedx_switch_regs regs, *s = &regs;
    struct fedx_wires w;
    uint32_t table[FEDX_TABLE_SIZE];
    struct choices choices;

    proof_memory("route_table", table, 1, FEDX_TABLE_SIZE, sizeof table[0]);
    take_others(s);
    take_route(s);
    s->config.write = (uint8_t)INPUT("config_write");
    s->config.addr = (uint16_t)proof_input("config_addr", 0, 16);
    s->config.wdata = (uint32_t)proof_input("config_wdata", 0, 32);
    s->port_receive.lookup = (uint8_t)INPUT_MASK("receive_lookup");
    s->port_receive.routed = (uint8_t)INPUT_MASK("receive_routed");
    s->port_receive.decide = (uint8_t)INPUT_MASK("receive_decide");
    take_old_wires(&w);
    INPUT_LANES("receive_head", s->port_receive.head, 64);
    s->config.deroute_hops = (uint8_t)INPUT("config_deroute_hops");
    w.occupied = INPUT_MASK("occupied");
    LEAVES_OTHERS(ROUTE_EVAL_OUTPUTS, fedx_route_eval(&s->route, &s->port_receive, &s->config, &w));
    choices = choices_of(&w, s->port_receive.routed | s->port_receive.decide);
    OUTPUT_MASK("choice_valid", choices.valid);
    OUTPUT_LANES("choice_level", choices.level, 8);
    OUTPUT_LANES("choice_allowed", choices.allowed, 8);
    OUTPUT_LANES("choice_best", choices.best, 8);
    OUTPUT_LANES("choice_preferred", choices.preferred, 8);
    OUTPUT_LANES("choice_second", choices.second, 8);
    OUTPUT_MASK("header_want", w.header_want);
    fedx_route_commit(&s->route, table, &s->port_receive, &s->config, (int)INPUT("rst"));
    put_route(s);
    proof_memory_end(table);
}

void fedx_port_receive(void)
{
    struct fedx_switch_regs regs, *s = &regs;
    struct fedx_wires w;
    struct fedx_pins in = {.valid = (uint8_t)INPUT_MASK("rx_valid")};

    take_others(s);
    take_port_receive(s);
    proof_assume(assumed_by_port_receive(&s->port_receive));
    INPUT_LANES("rx_data", in.data, 8);
    OUTPUT_MASK("tx_refuse", s->port_receive.refuse);
    OUTPUT_MASK("tx_acc", s->port_receive.acc);
    OUTPUT_MASK("receive_lookup", s->port_receive.lookup);
    OUTPUT_MASK("receive_routed", s->port_receive.routed);
    OUTPUT_MASK("receive_busy", fedx_port_receive_busy(&s->port_receive));
    OUTPUT_MASK("receive_decide", s->port_receive.decide);
    OUTPUT_MASK("receive_bad", s->port_receive.bad);
    OUTPUT_MASK("receive_dup_bit", s->port_receive.dup_bit);
    OUTPUT_MASK("receive_write", s->port_receive.write);
    OUTPUT_LANES("receive_buf", s->port_receive.buf, BUFFER_BITS);
    OUTPUT_LANES("receive_data", s->port_receive.data, 8);
    OUTPUT_LANES("receive_count", s->port_receive.count, 8);
    OUTPUT_LANES("receive_head", s->port_receive.head, 64);
    take_old_wires(&w);
    LEAVES_OTHERS(PORT_RECEIVE_EVAL_OUTPUTS,
                  fedx_port_receive_eval(&s->port_receive, INPUT_MASK("transmit_sending"), &in, &w));
    OUTPUT_BUFFERS("abort_buffers", w.abort_buffers);
    w.admit = INPUT_MASK("admit");
    INPUT_LANES_OF(w.admit, "admit_buf", w.admit_buf, BUFFER_BITS);
    fedx_port_receive_commit(&s->port_receive, &in, (int)INPUT("holding"), &w);
    put_port_receive(s);
}

void fedx_port_transmit(void)
{
    struct fedx_switch_regs regs, *s = &regs;
    struct fedx_wires w;
    struct fedx_pins in = {.req = (uint8_t)INPUT_MASK("rx_req"),
                           .refuse = (uint8_t)INPUT_MASK("rx_refuse"),
                           .acc = (uint8_t)INPUT_MASK("rx_acc")};

    take_others(s);
    take_port_transmit(s);
    proof_assume(assumed_by_port_transmit(&s->port_transmit));
    OUTPUT_LANES("tx_data", s->port_transmit.data, 8);
    OUTPUT_MASK("tx_valid", s->port_transmit.sending);
    OUTPUT_MASK("transmit_sending", s->port_transmit.sending);
    OUTPUT_MASK("transmit_await", s->port_transmit.await);
    OUTPUT_MASK("transmit_busy", fedx_port_transmit_busy(&s->port_transmit));
    OUTPUT_LANES("transmit_buf", s->port_transmit.buf, BUFFER_BITS);
    OUTPUT_LANES("transmit_count", s->port_transmit.count, 8);
    OUTPUT_LANES("transmit_out_of_step", s->port_transmit.out_of_step, 8);
    s->ownership.own_last = (uint8_t)INPUT_MASK("ownership_own_last");
    s->config.hold = (uint8_t)INPUT("holding");
    s->config.latency = (uint8_t)proof_input("config_latency", 0, 3);
    take_old_wires(&w);
    w.own_now = INPUT_MASK("own_now");
    w.abort_buffers = INPUT_BUFFERS("abort_buffers");
    INPUT_LANES_OF(s->port_transmit.sending, "next_byte", w.next_byte, 8);
    LEAVES_OTHERS(PORT_TRANSMIT_EVAL_OUTPUTS,
                  fedx_port_transmit_eval(&s->port_transmit, &s->ownership, &s->config, &w));
    OUTPUT_MASK("available", w.available);
    OUTPUT_MASK("accepted_candidate", w.accepted_candidate);
    OUTPUT_MASK("passed", w.passed);
    w.grant = INPUT_MASK("grant");
    INPUT_LANES_OF(w.grant, "grant_buf", w.grant_buf, BUFFER_BITS);
    w.keep_candidate = INPUT_MASK("keep_candidate");
    LEAVES_OTHERS(PORT_TRANSMIT_EVENTS_OUTPUTS, fedx_port_transmit_events(&s->port_transmit, &s->ownership, &in, &w));
    OUTPUT_MASK("start", w.start);
    OUTPUT_MASK("accepted", w.accepted);
    OUTPUT_MASK("stopped", w.stopped);
    OUTPUT_MASK("expired", w.expired);
    OUTPUT_MASK("ended", w.ended);
    same(w.ended,
         w.accepted | w.stopped | w.expired | w.abort); /* what fedx_buffer_pool() and fedx_wiring.c take it for */
    OUTPUT_MASK("keep", w.keep);
    fedx_port_transmit_commit(&s->port_transmit, &in, &w);
    put_port_transmit(s);
}

/*
 * What is assumed of the buffer pool and of the wires that it is given in the course of the cycle, before anything is
 * worked out: a path that has failed a check assumes nothing any more.
 */
static inline int assumed_of_pool(const struct fedx_switch_regs *s)
{
    struct fedx_wires w = {0};

    w.admit = INPUT_MASK("admit");
    INPUT_LANES_OF(w.admit, "admit_buf", w.admit_buf, BUFFER_BITS);
    w.start = INPUT_MASK("start");
    INPUT_LANES_OF(w.start, "grant_buf", w.grant_buf, BUFFER_BITS);
    w.stopped = INPUT_MASK("stopped");
    w.expired = INPUT_MASK("expired");
    return assumed_by_buffer_pool(&s->buffer_pool, &s->port_receive, &s->port_transmit, &w);
}

/* The registers of ports that it is given. */
static inline void take_ports_of_pool(struct fedx_port_receive *r, struct fedx_port_transmit *t)
{
    r->write = (uint8_t)INPUT_MASK("receive_write");
    INPUT_LANES("receive_buf", r->buf, BUFFER_BITS);
    INPUT_LANES("receive_data", r->data, 8);
    INPUT_LANES("receive_count", r->count, 8);
    INPUT_LANES("receive_head", r->head, 64);
    t->sending = (uint8_t)INPUT_MASK("transmit_sending");
    INPUT_LANES("transmit_buf", t->buf, BUFFER_BITS);
    INPUT_LANES("transmit_count", t->count, 8);
}

/* What happens to packets in its buffers. */
static inline void take_events_of_pool(struct fedx_wires *w)
{
    w->passed = INPUT_MASK("passed");
    w->start = INPUT_MASK("start");
    INPUT_LANES_OF(w->start, "grant_buf", w->grant_buf, BUFFER_BITS);
    w->accepted = INPUT_MASK("accepted");
    w->stopped = INPUT_MASK("stopped");
    w->expired = INPUT_MASK("expired");
}

void fedx_buffer_pool(void)
{
    struct fedx_switch_regs regs, *s = &regs;
    struct fedx_buffer_pool *b = &s->buffer_pool;
    struct fedx_wires w;
    uint8_t store[FEDX_BUFFERS][FEDX_PACKET_BYTES];

    proof_memory("buffer[%u].u_buffer_store.store", store, FEDX_BUFFERS, FEDX_PACKET_BYTES, 1);
    take_others(s);
    take_buffer_pool(s);
    OUTPUT_BUFFERS("pool_used", b->used);
    OUTPUT_BUFFERS("pool_waiting", b->waiting);
    OUTPUT_BUFFER_LANES("pool_level", b->level, 8);
    OUTPUT_BUFFER_LANES("pool_allowed", b->allowed, 8);
    OUTPUT_BUFFER_LANES("pool_best", b->best, 8);
    OUTPUT_BUFFER_LANES("pool_preferred", b->preferred, 8);
    OUTPUT_BUFFER_LANES("pool_ahead", b->ahead, FEDX_BUFFERS);
    OUTPUT_BUFFER_LANES("pool_head", b->head, 64);
    take_ports_of_pool(&s->port_receive, &s->port_transmit);
    proof_assume(assumed_of_pool(s));
    take_old_wires(&w);
    s->config.eject_priority = (uint8_t)proof_input("config_eject_priority", 0, 8);
    s->config.deroute_hops = (uint8_t)INPUT("config_deroute_hops");
    w.abort_buffers = INPUT_BUFFERS("abort_buffers");
    w.occupied = INPUT_MASK("occupied");
    LEAVES_OTHERS(BUFFER_POOL_EVAL_OUTPUTS, fedx_buffer_pool_eval(b, &w));
    OUTPUT_BUFFERS("ready", w.ready);
    OUTPUT_MASK("want", w.want);
    LEAVES_OTHERS(BUFFER_POOL_BYTES_OUTPUTS, fedx_buffer_pool_bytes(b, &s->port_transmit, &s->config, &w));
    OUTPUT_LANES_OF(s->port_transmit.sending, "next_byte", w.next_byte, 8);
    w.accepted_candidate = INPUT_MASK("accepted_candidate");
    OUTPUT_MASK("keep_candidate", fedx_buffer_pool_keep(b, &s->config, (int)INPUT("overdue"), &w));
    w.admit = INPUT_MASK("admit");
    INPUT_LANES_OF(w.admit, "admit_buf", w.admit_buf, BUFFER_BITS);
    w.admit_draw = INPUT_MASK("admit_draw");
    INPUT_ALL_CHOICES_OF(w.admit);
    take_events_of_pool(&w);
    w.ended = w.accepted | w.stopped | w.expired | (unsigned)proof_free("abort", 0, FEDX_PORTS);
    fedx_buffer_pool_store(b, store, &s->port_receive, &s->port_transmit);
    fedx_buffer_pool_commit(b, &s->port_receive, &s->port_transmit, &w);
    put_buffer_pool(s);
    proof_memory_end(store);
}

/*
 * Admission is a chain of decisions, two a port (from `first` upwards, then the rest). A proof of all at once does not
 * go through, so C and RTL are cut between them: what a decision leaves, decision<k>.<variable>, is an output of both
 * sides, and the next one begins with anything that can be there, the same on both. docs/verification/proofs.md.
 */
enum { DECISIONS = 2 * FEDX_PORTS };

/* The output, the free value and the input of the RTL at a cut. */
struct cut_ports {
    const char *output, *any, *input;
};
#define CUT_PORTS(name)              \
    {                                \
        name, name ".any", name ".i" \
    }
#define BY_DECISION(name)                                                                               \
    {                                                                                                   \
        CUT_PORTS("decision0." name), CUT_PORTS("decision1." name), CUT_PORTS("decision2." name),       \
            CUT_PORTS("decision3." name), CUT_PORTS("decision4." name), CUT_PORTS("decision5." name),   \
            CUT_PORTS("decision6." name), CUT_PORTS("decision7." name), CUT_PORTS("decision8." name),   \
            CUT_PORTS("decision9." name), CUT_PORTS("decision10." name), CUT_PORTS("decision11." name), \
            CUT_PORTS("decision12." name)                                                               \
    }

/*
 * What is there now of one lane (if it is valid), and what is there from here on: any value up to `most`, if there is
 * one at all.
 */
static inline uint64_t cut(const struct cut_ports *ports, unsigned lane, unsigned bits, unsigned valid, uint64_t value,
                           unsigned next_valid, uint64_t most)
{
    uint64_t next = proof_free(ports->any, lane, bits);

    next = next_valid && next <= most ? next : 0;
    proof_output(ports->output, lane, bits, valid ? value : 0);
    proof_link(ports->input, lane, bits, next);
    return next;
}

static inline unsigned cut_word(const struct cut_ports *ports, unsigned bits, unsigned value)
{
    return (unsigned)cut(ports, 0, bits, 1, value, 1, UINT64_MAX);
}

static const struct cut_ports cut_packets[] = BY_DECISION("packets"), cut_free[] = BY_DECISION("free"),
                              cut_reserved[] = BY_DECISION("reserved"), cut_random[] = BY_DECISION("random_next"),
                              cut_admit[] = BY_DECISION("admit"), cut_admit_draw[] = BY_DECISION("admit_draw"),
                              cut_admit_buf[] = BY_DECISION("admit_buf"), cut_reason[] = BY_DECISION("admit_reason"),
                              cut_throttle[] = BY_DECISION("throttle_set"), cut_watch[] = BY_DECISION("watch"),
                              cut_watch_level[] = BY_DECISION("watch_level");

/* One bit of a mask: the mask from here on. */
static inline unsigned cut_bit(const struct cut_ports *ports, unsigned p, unsigned may, unsigned mask)
{
    unsigned others = mask & ~(1u << p);

    return others | (unsigned)cut(ports, 0, 1, 1, mask >> p & 1u, may, 1) << p;
}

/* Cut after decision k, that of port p: what it may have changed. What C leaves as it was is 0 in the RTL. */
static inline void cut_decision(unsigned k, unsigned p, unsigned decided, struct court *court, struct fedx_wires *w)
{
    unsigned admitted = w->admit, watch = w->watch, ruled = decided >> p & 1u, here = admitted >> p & 1u;
    unsigned most = FEDX_BUFFERS + 1 + k;
    uint8_t *packets = court->tally.at_least;

    /* What the next decisions take for granted. The compiler puts in a check, which the proof shows not to fail. */
    if (court->admitted != admitted || (admitted & ~decided) != 0 || (w->admit_draw & ~admitted) != 0 ||
        (watch & (watch - 1u)) != 0 || packets[1] > packets[0])
        __builtin_unreachable();
    for (unsigned i = 0; i < FEDX_BUFFERS; i++) {
        if (packets[i] > most)
            __builtin_unreachable();
        packets[i] = (uint8_t)cut(&cut_packets[k], i, FEDX_NUMBER_BITS(2 * FEDX_BUFFERS), 1, packets[i], 1,
                                  i == 1 ? packets[0] : most);
    }
    court->free = (fedx_buffer_word)cut_word(&cut_free[k], FEDX_BUFFERS, court->free);
    court->reserved = (int)cut_word(&cut_reserved[k], 1, (unsigned)court->reserved);
    court->random = cut_word(&cut_random[k], 16, court->random);
    w->throttle_set = cut_word(&cut_throttle[k], 1, w->throttle_set);
    w->admit = court->admitted = cut_bit(&cut_admit[k], p, ruled, admitted);
    w->admit_draw = cut_bit(&cut_admit_draw[k], p, w->admit >> p & 1u, w->admit_draw);
    uint64_t buf = cut(&cut_admit_buf[k], 0, BUFFER_BITS, here, w->admit_buf[p], w->admit >> p & 1u, UINT64_MAX);
    if (w->admit >> p & 1u)
        w->admit_buf[p] = (uint8_t)buf;
    uint64_t reason = cut(&cut_reason[k], 0, 4, ruled, w->admit_reason[p], ruled, UINT64_MAX);
    if (ruled)
        w->admit_reason[p] = (uint8_t)reason;
    w->watch = cut_bit(&cut_watch[k], p, (watch & ~(1u << p)) == 0, watch);
    uint64_t level = cut(&cut_watch_level[k], 0, 8, watch != 0, w->watch_level, w->watch != 0, UINT64_MAX);
    if (w->watch)
        w->watch_level = (unsigned)level;
}

/* fedx_admission_eval() with its loops spelled out, and a cut between any two decisions. */
static inline void decide_in_turn(const struct fedx_switch_regs *s, const struct fedx_tally *tally,
                                  const struct fedx_config *config, struct fedx_wires *w)
{
    struct court court =
        open_court(&s->admission, &s->port_receive, w->choice, &s->buffer_pool, tally, config, FEDX_BUFFERS);
    unsigned before_first = (1u << s->admission.first) - 1u, decided = 0;

    fedx_admission_rest(&s->admission, w);
    for (unsigned k = 0; k < DECISIONS; k++) {
        unsigned p = k % FEDX_PORTS;
        unsigned turn = s->port_receive.decide & (k < FEDX_PORTS ? ~before_first : before_first);

        if (turn >> p & 1u)
            decide(&court, p, w);
        decided |= turn & 1u << p;
        if (k + 1 < DECISIONS)
            cut_decision(k, p, decided, &court, w);
    }
    w->random_next = court.random;
}

static inline void take_settings_of_admission(struct fedx_config *c)
{
    c->write = (uint8_t)INPUT("config_write");
    c->addr = (uint16_t)proof_input("config_addr", 0, 16);
    c->wdata = (uint32_t)proof_input("config_wdata", 0, 16);
    c->backpressure = (uint8_t)proof_input("config_backpressure", 0, 2);
    c->class_rule = (uint8_t)INPUT("config_class_rule");
    c->random_select = (uint8_t)INPUT("config_random_select");
    c->backpressure_class = (uint8_t)INPUT("config_backpressure_class");
    c->limit_dest = (uint8_t)proof_input("config_limit_dest", 0, 8);
    c->limit_trans = (uint8_t)proof_input("config_limit_trans", 0, 8);
    c->limit_total = (uint8_t)proof_input("config_limit_total", 0, 8);
    c->throttle_timeout = (uint16_t)proof_input("config_throttle_timeout", 0, 16);
}

void fedx_admission(void)
{
    struct fedx_switch_regs regs, *s = &regs;
    struct fedx_wires w;
    struct fedx_pins in = {.req = (uint8_t)(INPUT("pe_req") << FEDX_PE_PORT)};

    take_old_wires(&w);
    take_others(s);
    take_admission(s);
    proof_assume(assumed_by_admission(&s->admission));
    proof_output("admission_random", 0, 16, s->admission.random);
    take_settings_of_admission(&s->config);
    s->port_receive.decide = (uint8_t)INPUT_MASK("receive_decide");
    s->port_receive.bad = (uint8_t)INPUT_MASK("receive_bad");
    s->port_receive.dup_bit = (uint8_t)INPUT_MASK("receive_dup_bit");
    INPUT_LANES("receive_head", s->port_receive.head, 64);
    s->buffer_pool.used = (fedx_buffer_set)INPUT_BUFFERS("pool_used");
    s->buffer_pool.waiting = (fedx_buffer_set)INPUT_BUFFERS("pool_waiting");
    INPUT_BUFFER_LANES("pool_level", s->buffer_pool.level, 8);
    INPUT_BUFFER_LANES("pool_head", s->buffer_pool.head, 64);
    INPUT_CHOICES_OF(s->port_receive.decide, level, 8);
    for (unsigned p = 0; p < FEDX_PORTS; p++)
        w.choice[p].valid = INPUT_MASK("choice_valid") >> p & 1u;
    proof_output("overdue", 0, 1, (unsigned)fedx_admission_overdue(&s->admission, &s->config));
    w.keep = INPUT("pe_keep") << FEDX_PE_PORT;
    /*
     * With nothing to decide on, the chain carries what nobody looks at, and the RTL does not compare headers for it.
     */
    struct fedx_tally tally = fedx_tally_count(&s->buffer_pool);
    struct fedx_config config = s->config;
    if (!s->port_receive.decide)
        config.backpressure = FEDX_BACKPRESSURE_NONE;
    LEAVES_OTHERS(ADMISSION_OUTPUTS, decide_in_turn(s, &tally, &config, &w));
    if (!s->port_receive.decide)
        LEAVES_OTHERS(ADMISSION_OUTPUTS, fedx_admission_rest(&s->admission, &w));
    OUTPUT_MASK("admit", w.admit);
    OUTPUT_MASK("admit_draw", w.admit_draw);
    OUTPUT_LANES_OF(w.admit, "admit_buf", w.admit_buf, BUFFER_BITS);
    fedx_admission_commit(&s->admission, &s->port_receive, &s->config, &in, &w);
    put_admission(s);
}

void fedx_arbitration(void)
{
    struct fedx_buffer_pool b = {0};
    struct fedx_wires w;

    take_old_wires(&w);
    w.available = INPUT_MASK("available");
    w.occupied = INPUT_MASK("occupied");
    w.ready = INPUT_BUFFERS("ready");
    w.want = INPUT_MASK("want");
    INPUT_BUFFER_LANES("pool_allowed", b.allowed, 8);
    INPUT_BUFFER_LANES("pool_best", b.best, 8);
    INPUT_BUFFER_LANES("pool_preferred", b.preferred, 8);
    INPUT_BUFFER_LANES("pool_ahead", b.ahead, FEDX_BUFFERS);
    LEAVES_OTHERS(ARBITRATION_EVAL_OUTPUTS, fedx_arbitration_eval(&b, &w));
    OUTPUT_MASK("grant", w.grant);
    OUTPUT_LANES_OF(w.grant, "grant_buf", w.grant_buf, BUFFER_BITS);
}

void fedx_config(void)
{
    struct fedx_switch_regs regs, *s = &regs;
    struct fedx_control control = {.side = (uint8_t)proof_input("side", 0, FEDX_LINKS),
                                   .cfg_we = (uint8_t)INPUT("cfg_we"),
                                   .cfg_addr = (uint16_t)proof_input("cfg_addr", 0, 16),
                                   .cfg_wdata = (uint32_t)proof_input("cfg_wdata", 0, 32)};

    take_others(s);
    take_config(s);
    INPUT_LANES("transmit_out_of_step", s->port_transmit.out_of_step, 8);
    proof_output("cfg_rdata", 0, 32, s->config.rdata);
    proof_output("config_write", 0, 1, s->config.write);
    proof_output("config_addr", 0, 16, s->config.addr);
    proof_output("config_wdata", 0, 32, s->config.wdata);
    OUTPUT_MASK("config_side", s->config.side);
    proof_output("config_backpressure", 0, 2, s->config.backpressure);
    proof_output("config_class_rule", 0, 1, s->config.class_rule);
    proof_output("config_random_select", 0, 1, s->config.random_select);
    proof_output("config_latency", 0, 3, s->config.latency);
    proof_output("config_deroute_hops", 0, 1, s->config.deroute_hops);
    proof_output("config_backpressure_class", 0, 1, s->config.backpressure_class);
    proof_output("config_limit_dest", 0, 8, s->config.limit_dest);
    proof_output("config_limit_trans", 0, 8, s->config.limit_trans);
    proof_output("config_limit_total", 0, 8, s->config.limit_total);
    proof_output("config_eject_priority", 0, 8, s->config.eject_priority);
    proof_output("config_throttle_timeout", 0, 16, s->config.throttle_timeout);
    proof_output("holding", 0, 1, s->config.hold != 0);
    fedx_config_commit(&s->config, &control, &s->port_transmit, (unsigned)proof_input("admission_random", 0, 16));
    put_config(s);
}
