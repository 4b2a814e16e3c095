/* SPDX-License-Identifier: Apache-2.0
 *
 * The proof harnesses, one function a block: the mechanism's own functions between ports that are called like those of
 * its RTL module. A register x of a block is input x_reg.q and output x_reg.d, as Yosys names the two sides of a
 * flip-flop; they come from include/fedx/fedx_regs.def, so none can be forgotten. Each harness follows eval(), commit()
 * and reset() of fedx_switch.c, which is included for them. docs/proofs.md.
 */
#include "../cmodel/switch/fedx_switch.c"

#include "fedx_proof.h"

#define LANES_P(width) ((width) == 1 ? 1u : (unsigned)FEDX_PORTS)
#define LANES_B(width) ((width) == 1 ? 1u : (unsigned)FEDX_BUFFERS)
#define LANES_W(width) 1u
#define BITS_P(width) ((width) == 1 ? (unsigned)FEDX_PORTS : (unsigned)(width))
#define BITS_B(width) ((width) == 1 ? (unsigned)FEDX_BUFFERS : (unsigned)(width))
#define BITS_W(width) (unsigned)(width)

/* Lanes of an array, or a single value, by port. The processor is little-endian. */
static inline void take_lanes(const char *port, void *field, unsigned bytes, unsigned lanes, unsigned bits)
{
    for (unsigned i = 0; i < lanes; i++) {
        uint64_t value = proof_input(port, i, bits);
        memcpy((uint8_t *)field + i * bytes, &value, bytes);
    }
}

static inline void give_lanes(const char *port, const void *field, unsigned bytes, unsigned lanes, unsigned bits)
{
    for (unsigned i = 0; i < lanes; i++) {
        uint64_t value = 0;
        memcpy(&value, (const uint8_t *)field + i * bytes, bytes);
        proof_output(port, i, bits, value);
    }
}

/* The registers of one block, as ports: prefix is empty, or "u_<block>." in the whole switch. */
#define TAKE(prefix, s, kind, name, width) \
    take_lanes(prefix #name "_reg.q", &(s)->name, (unsigned)sizeof (s)->name / LANES_##kind(width), LANES_##kind(width), \
               BITS_##kind(width));
#define GIVE(prefix, s, kind, name, width) \
    give_lanes(prefix #name "_reg.d", &(s)->name, (unsigned)sizeof (s)->name / LANES_##kind(width), LANES_##kind(width), \
               BITS_##kind(width));

#define FEDX_REG_TAKE(block, kind, name, width, reset, meaning) TAKE("", &s->block, kind, name, width)
#define FEDX_REG_GIVE(block, kind, name, width, reset, meaning) GIVE("", &s->block, kind, name, width)
#define FEDX_REG_TAKE_ALL(block, kind, name, width, reset, meaning) TAKE("u_" #block ".", &s->block, kind, name, width)
#define FEDX_REG_GIVE_ALL(block, kind, name, width, reset, meaning) GIVE("u_" #block ".", &s->block, kind, name, width)
#define FEDX_BLOCK(block, LIST)                                                                                     \
    static inline void take_##block(struct fedx_switch_regs *s) { LIST(FEDX_REG_TAKE) }                             \
    static inline void give_##block(struct fedx_switch_regs *s)                                                     \
    {                                                                                                               \
        if (INPUT("rst"))                                                                                           \
            reset(s);                                                                                               \
        LIST(FEDX_REG_GIVE)                                                                                         \
    }

/* A port of one bit, of one bit a port of the switch (a mask), of one bit a buffer. */
#define INPUT(port) (unsigned)proof_input(port, 0, 1)
#define INPUT_MASK(port) (unsigned)proof_input(port, 0, FEDX_PORTS)
#define OUTPUT_MASK(port, value) proof_output(port, 0, FEDX_PORTS, value)
#define INPUT_BUFFERS(port) (unsigned)proof_input(port, 0, FEDX_BUFFERS)
#define OUTPUT_BUFFERS(port, value) proof_output(port, 0, FEDX_BUFFERS, value)
/* One lane a port, or a buffer, of an array. */
#define INPUT_LANES(port, array, bits) take_lanes(port, array, sizeof *(array), FEDX_PORTS, bits)
#define OUTPUT_LANES(port, array, bits) give_lanes(port, array, sizeof *(array), FEDX_PORTS, bits)
#define INPUT_BUFFER_LANES(port, array, bits) take_lanes(port, array, sizeof *(array), FEDX_BUFFERS, bits)
#define OUTPUT_BUFFER_LANES(port, array, bits) give_lanes(port, array, sizeof *(array), FEDX_BUFFERS, bits)

enum { BUFFER_BITS = 4 };

FEDX_BLOCKS(FEDX_BLOCK)

void fedx_header(void);
void fedx_ownership(void);
void fedx_route(void);
void fedx_port_receive(void);
void fedx_port_transmit(void);
void fedx_buffer_pool(void);
void fedx_admission(void);
void fedx_arbitration(void);
void fedx_config(void);
void fedx_switch(void);

/* RTL: proofs/fedx_header.v, which only calls the functions of rtl/fedx_header.vh. */
void fedx_header(void)
{
    uint8_t data = (uint8_t)proof_input("data", 0, 8), number = (uint8_t)proof_input("number", 0, 8);

    proof_output("check", 0, 8, fedx_header_check((uint8_t)proof_input("check_last", 0, 8), data));
    proof_output("crc", 0, 32, fedx_header_crc((uint32_t)proof_input("crc_last", 0, 32), data, number));
}

void fedx_ownership(void)
{
    struct fedx_switch_regs regs = {0}, *s = &regs;
    struct fedx_wires w = {0};
    struct fedx_pins in = {.turn = (uint8_t)INPUT_MASK("rx_turn"), .req = (uint8_t)INPUT_MASK("rx_req")};

    take_ownership(s);
    OUTPUT_MASK("tx_turn", s->ownership.turn);
    OUTPUT_MASK("tx_req", s->ownership.req);
    OUTPUT_MASK("ownership_own_last", s->ownership.own_last);
    w.start = INPUT_MASK("start");
    w.ended = INPUT_MASK("ended");
    w.keep = INPUT_MASK("keep");
    w.want = INPUT_MASK("want");
    w.header_want = INPUT_MASK("header_want");
    fedx_ownership_eval(&s->ownership, INPUT_MASK("config_side"), &in, &w);
    OUTPUT_MASK("own_now", w.own_now);
    fedx_ownership_flip(&s->ownership, INPUT_MASK("transmit_sending") | INPUT_MASK("transmit_await"), (int)INPUT("holding"),
                        &in, &w);
    fedx_ownership_commit(&s->ownership, &w);
    give_ownership(s);
}

/* What route entries mean, of ports in routed or decide; 0 for others, as the RTL has it. */
struct choices {
    uint8_t level[FEDX_PORTS], allowed[FEDX_PORTS], best[FEDX_PORTS], preferred[FEDX_PORTS], second[FEDX_PORTS];
    unsigned valid;
};

static inline struct choices decode_choices(const struct fedx_switch_regs *s)
{
    struct choices all = {.valid = 0};

    for (unsigned p = 0; p < FEDX_PORTS; p++)
        if ((s->port_receive.routed | s->port_receive.decide) >> p & 1u) {
            struct fedx_route_choice choice = fedx_route_decode(s->route.entry[p], fedx_head_flags(s->port_receive.head[p]));
            all.valid |= (unsigned)choice.valid << p;
            all.level[p] = choice.level;
            all.allowed[p] = choice.allowed;
            all.best[p] = choice.best;
            all.preferred[p] = choice.preferred;
            all.second[p] = fedx_route_second(&choice);
        }
    return all;
}

void fedx_route(void)
{
    struct fedx_switch_regs regs = {0}, *s = &regs;
    struct fedx_wires w = {0};
    uint32_t table[FEDX_TABLE_SIZE];
    struct choices choices;

    proof_memory("route_table", table, 1, FEDX_TABLE_SIZE, sizeof table[0]);
    take_route(s);
    s->config.write = (uint8_t)INPUT("config_write");
    s->config.addr = (uint16_t)proof_input("config_addr", 0, 16);
    s->config.wdata = (uint32_t)proof_input("config_wdata", 0, 32);
    s->port_receive.lookup = (uint8_t)INPUT_MASK("receive_lookup");
    s->port_receive.routed = (uint8_t)INPUT_MASK("receive_routed");
    s->port_receive.decide = (uint8_t)INPUT_MASK("receive_decide");
    INPUT_LANES("receive_head", s->port_receive.head, 64);
    choices = decode_choices(s);
    OUTPUT_MASK("choice_valid", choices.valid);
    OUTPUT_LANES("choice_level", choices.level, 8);
    OUTPUT_LANES("choice_allowed", choices.allowed, 8);
    OUTPUT_LANES("choice_best", choices.best, 8);
    OUTPUT_LANES("choice_preferred", choices.preferred, 8);
    OUTPUT_LANES("choice_second", choices.second, 8);
    fedx_route_eval(&s->route, &s->port_receive, &w);
    OUTPUT_MASK("header_want", w.header_want);
    fedx_route_commit(&s->route, table, &s->port_receive, &s->config, (int)INPUT("rst"));
    give_route(s);
}

void fedx_port_receive(void)
{
    struct fedx_switch_regs regs = {0}, *s = &regs;
    struct fedx_wires w = {0};
    struct fedx_pins in = {.valid = (uint8_t)INPUT_MASK("rx_valid")};

    take_port_receive(s);
    INPUT_LANES("rx_data", in.data, 8);
    OUTPUT_MASK("tx_refuse", s->port_receive.refuse);
    OUTPUT_MASK("tx_acc", s->port_receive.acc);
    OUTPUT_MASK("receive_lookup", s->port_receive.lookup);
    OUTPUT_MASK("receive_routed", s->port_receive.routed);
    OUTPUT_MASK("receive_decide", s->port_receive.decide);
    OUTPUT_MASK("receive_bad", s->port_receive.bad);
    OUTPUT_MASK("receive_stale", s->port_receive.stale);
    OUTPUT_MASK("receive_write", s->port_receive.write);
    OUTPUT_LANES("receive_buf", s->port_receive.buf, BUFFER_BITS);
    OUTPUT_LANES("receive_data", s->port_receive.data, 8);
    OUTPUT_LANES("receive_count", s->port_receive.count, 8);
    OUTPUT_LANES("receive_head", s->port_receive.head, 64);
    w.admit = INPUT_MASK("admit");
    INPUT_LANES("admit_buf", w.admit_buf, BUFFER_BITS);
    fedx_port_receive_eval(&s->port_receive, INPUT_MASK("transmit_sending"), &in, &w);
    OUTPUT_BUFFERS("cut_buffers", w.cut_buffers);
    fedx_port_receive_commit(&s->port_receive, &in, (int)INPUT("holding"), &w);
    give_port_receive(s);
}

void fedx_port_transmit(void)
{
    struct fedx_switch_regs regs = {0}, *s = &regs;
    struct fedx_wires w = {0};
    struct fedx_pins in = {.req = (uint8_t)INPUT_MASK("rx_req"), .refuse = (uint8_t)INPUT_MASK("rx_refuse"),
                           .acc = (uint8_t)INPUT_MASK("rx_acc")};

    take_port_transmit(s);
    OUTPUT_LANES("tx_data", s->port_transmit.data, 8);
    OUTPUT_MASK("tx_valid", s->port_transmit.sending);
    OUTPUT_MASK("transmit_sending", s->port_transmit.sending);
    OUTPUT_MASK("transmit_await", s->port_transmit.await);
    OUTPUT_LANES("transmit_buf", s->port_transmit.buf, BUFFER_BITS);
    OUTPUT_LANES("transmit_count", s->port_transmit.count, 8);
    OUTPUT_LANES("transmit_out_of_step", s->port_transmit.out_of_step, 8);
    s->ownership.own_last = (uint8_t)INPUT_MASK("ownership_own_last");
    s->config.hold = (uint8_t)INPUT("holding");
    s->config.latency = (uint8_t)proof_input("config_latency", 0, 3);
    w.own_now = INPUT_MASK("own_now");
    w.cut_buffers = INPUT_BUFFERS("cut_buffers");
    w.grant = INPUT_MASK("grant");
    INPUT_LANES("grant_buf", w.grant_buf, BUFFER_BITS);
    INPUT_LANES("next_byte", w.byte, 8);
    fedx_port_transmit_eval(&s->port_transmit, &s->ownership, &s->config, &w);
    OUTPUT_MASK("available", w.available);
    OUTPUT_MASK("accepted_candidate", w.accepted);
    OUTPUT_MASK("passed", w.passed);
    w.keep = INPUT_MASK("keep_candidate");
    fedx_port_transmit_events(&s->port_transmit, &s->ownership, &in, &w);
    OUTPUT_MASK("start", w.start);
    OUTPUT_MASK("accepted", w.accepted);
    OUTPUT_MASK("stopped", w.stopped);
    OUTPUT_MASK("expired", w.expired);
    OUTPUT_MASK("ended", w.ended);
    OUTPUT_MASK("keep", w.keep);
    fedx_port_transmit_commit(&s->port_transmit, &in, &w);
    give_port_transmit(s);
}

void fedx_buffer_pool(void)
{
    struct fedx_switch_regs regs = {0}, *s = &regs;
    struct fedx_buffer_pool *b = &s->buffer_pool;
    struct fedx_wires w = {0};
    uint8_t store[FEDX_BUFFERS][FEDX_PACKET_BYTES];
    struct choices choices;

    proof_memory("buffer[%u].u_buffer_store.store", store, FEDX_BUFFERS, FEDX_PACKET_BYTES, 1);
    take_buffer_pool(s);
    OUTPUT_BUFFERS("pool_used", b->used);
    OUTPUT_BUFFERS("pool_waiting", b->waiting);
    OUTPUT_BUFFER_LANES("pool_level", b->level, 8);
    OUTPUT_BUFFER_LANES("pool_allowed", b->allowed, 8);
    OUTPUT_BUFFER_LANES("pool_best", b->best, 8);
    OUTPUT_BUFFER_LANES("pool_preferred", b->preferred, 8);
    OUTPUT_BUFFER_LANES("pool_ahead", b->ahead, FEDX_BUFFERS);
    OUTPUT_BUFFER_LANES("pool_head", b->head, 64);
    s->port_receive.write = (uint8_t)INPUT_MASK("receive_write");
    INPUT_LANES("receive_buf", s->port_receive.buf, BUFFER_BITS);
    INPUT_LANES("receive_data", s->port_receive.data, 8);
    INPUT_LANES("receive_count", s->port_receive.count, 8);
    INPUT_LANES("receive_head", s->port_receive.head, 64);
    s->port_transmit.sending = (uint8_t)INPUT_MASK("transmit_sending");
    INPUT_LANES("transmit_buf", s->port_transmit.buf, BUFFER_BITS);
    INPUT_LANES("transmit_count", s->port_transmit.count, 8);
    /* The C looks at the route entry when it takes a packet, the RTL at what fedx_route makes of it. */
    for (unsigned p = 0; p < FEDX_PORTS; p++)
        s->route.entry[p] = (uint32_t)proof_free("entry", p, 32);
    s->port_receive.decide = FEDX_ALL_PORTS;
    choices = decode_choices(s);
    for (unsigned p = 0; p < FEDX_PORTS; p++) {
        proof_link("choice_level", p, 8, choices.level[p]);
        proof_link("choice_allowed", p, 8, choices.allowed[p]);
        proof_link("choice_best", p, 8, choices.best[p]);
        proof_link("choice_preferred", p, 8, choices.preferred[p]);
        proof_link("choice_second", p, 8, choices.second[p]);
    }
    s->config.eject_priority = (uint8_t)proof_input("config_eject_priority", 0, 8);
    w.cut_buffers = INPUT_BUFFERS("cut_buffers");
    fedx_buffer_pool_eval(b, &w);
    OUTPUT_BUFFERS("ready", w.ready);
    OUTPUT_MASK("want", w.want);
    fedx_buffer_pool_bytes(b, &s->port_transmit, &w);
    OUTPUT_LANES("next_byte", w.byte, 8);
    w.accepted = INPUT_MASK("accepted_candidate");
    OUTPUT_MASK("keep_candidate", fedx_buffer_pool_keep(b, &s->config, (int)INPUT("overdue"), &w));
    w.admit = INPUT_MASK("admit");
    INPUT_LANES("admit_buf", w.admit_buf, BUFFER_BITS);
    w.admit_draw = INPUT_MASK("admit_draw");
    w.passed = INPUT_MASK("passed");
    w.start = INPUT_MASK("start");
    INPUT_LANES("grant_buf", w.grant_buf, BUFFER_BITS);
    w.accepted = INPUT_MASK("accepted");
    w.stopped = INPUT_MASK("stopped");
    w.expired = INPUT_MASK("expired");
    w.ended = w.accepted | w.stopped | w.expired;
    fedx_buffer_pool_store(b, store, &s->port_receive, &s->port_transmit);
    fedx_buffer_pool_commit(b, &s->port_receive, &s->port_transmit, &s->route, &w);
    give_buffer_pool(s);
}

void fedx_admission(void)
{
    struct fedx_switch_regs regs = {0}, *s = &regs;
    struct fedx_wires w = {0};
    struct fedx_pins in = {.req = (uint8_t)(INPUT("pe_req") << FEDX_PE_PORT)};
    struct choices choices;

    take_admission(s);
    proof_output("admission_random", 0, 16, s->admission.random);
    s->config.write = (uint8_t)INPUT("config_write");
    s->config.addr = (uint16_t)proof_input("config_addr", 0, 16);
    s->config.wdata = (uint32_t)proof_input("config_wdata", 0, 16);
    s->config.backpressure = (uint8_t)proof_input("config_backpressure", 0, 2);
    s->config.class_rule = (uint8_t)INPUT("config_class_rule");
    s->config.random_select = (uint8_t)INPUT("config_random_select");
    s->config.limit_dest = (uint8_t)proof_input("config_limit_dest", 0, 8);
    s->config.limit_trans = (uint8_t)proof_input("config_limit_trans", 0, 8);
    s->config.throttle_timeout = (uint16_t)proof_input("config_throttle_timeout", 0, 16);
    s->port_receive.decide = (uint8_t)INPUT_MASK("receive_decide");
    s->port_receive.bad = (uint8_t)INPUT_MASK("receive_bad");
    s->port_receive.stale = (uint8_t)INPUT_MASK("receive_stale");
    INPUT_LANES("receive_head", s->port_receive.head, 64);
    s->buffer_pool.used = (fedx_buffer_set)INPUT_BUFFERS("pool_used");
    s->buffer_pool.waiting = (fedx_buffer_set)INPUT_BUFFERS("pool_waiting");
    INPUT_BUFFER_LANES("pool_level", s->buffer_pool.level, 8);
    INPUT_BUFFER_LANES("pool_head", s->buffer_pool.head, 64);
    /* The C looks at the route entry when it decides, the RTL at what fedx_route makes of it. */
    for (unsigned p = 0; p < FEDX_PORTS; p++)
        s->route.entry[p] = (uint32_t)proof_free("entry", p, 32);
    choices = decode_choices(s);
    proof_link("choice_valid", 0, FEDX_PORTS, choices.valid);
    for (unsigned p = 0; p < FEDX_PORTS; p++)
        proof_link("choice_level", p, 8, choices.level[p]);
    proof_output("overdue", 0, 1, (unsigned)fedx_admission_overdue(&s->admission, &s->config));
    w.keep = INPUT("pe_keep") << FEDX_PE_PORT;
    if (s->port_receive.decide) {
        struct fedx_tally tally = fedx_tally_count(&s->buffer_pool);
        fedx_admission_eval(&s->admission, &s->port_receive, &s->route, &s->buffer_pool, &tally, &s->config,
                            FEDX_STANDARD_BUFFERS, &w);
    } else {
        fedx_admission_rest(&s->admission, &w);
    }
    OUTPUT_MASK("admit", w.admit);
    OUTPUT_MASK("admit_draw", w.admit_draw);
    OUTPUT_LANES("admit_buf", w.admit_buf, BUFFER_BITS);
    fedx_admission_commit(&s->admission, &s->port_receive, &s->config, &in, &w);
    give_admission(s);
}

void fedx_arbitration(void)
{
    struct fedx_buffer_pool b = {0};
    struct fedx_wires w = {0};

    w.available = INPUT_MASK("available");
    w.ready = INPUT_BUFFERS("ready");
    w.want = INPUT_MASK("want");
    INPUT_BUFFER_LANES("pool_allowed", b.allowed, 8);
    INPUT_BUFFER_LANES("pool_best", b.best, 8);
    INPUT_BUFFER_LANES("pool_preferred", b.preferred, 8);
    INPUT_BUFFER_LANES("pool_ahead", b.ahead, FEDX_BUFFERS);
    fedx_arbitration_eval(&b, &w);
    OUTPUT_MASK("grant", w.grant);
    OUTPUT_LANES("grant_buf", w.grant_buf, BUFFER_BITS);
}

void fedx_config(void)
{
    struct fedx_switch_regs regs = {0}, *s = &regs;
    struct fedx_control control = {.side = (uint8_t)proof_input("side", 0, FEDX_LINKS), .cfg_we = (uint8_t)INPUT("cfg_we"),
                                   .cfg_addr = (uint16_t)proof_input("cfg_addr", 0, 16),
                                   .cfg_wdata = (uint32_t)proof_input("cfg_wdata", 0, 32)};

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
    proof_output("config_limit_dest", 0, 8, s->config.limit_dest);
    proof_output("config_limit_trans", 0, 8, s->config.limit_trans);
    proof_output("config_eject_priority", 0, 8, s->config.eject_priority);
    proof_output("config_throttle_timeout", 0, 16, s->config.throttle_timeout);
    proof_output("holding", 0, 1, s->config.hold != 0);
    fedx_config_commit(&s->config, &control, &s->port_transmit, (unsigned)proof_input("admission_random", 0, 16));
    give_config(s);
}

static inline void take_all(struct fedx_switch_regs *s)
{
#define FEDX_TAKE_BLOCK(block, LIST) LIST(FEDX_REG_TAKE_ALL)
    FEDX_BLOCKS(FEDX_TAKE_BLOCK)
}

static inline void give_all(const struct fedx_switch_regs *s)
{
#define FEDX_GIVE_BLOCK(block, LIST) LIST(FEDX_REG_GIVE_ALL)
    FEDX_BLOCKS(FEDX_GIVE_BLOCK)
}

/* One whole step: eval(), commit() and reset(), from wires that hold anything before. */
void fedx_switch(void)
{
    struct fedx_switch sw;
    struct fedx_wires w;
    struct fedx_pins out, in = {.valid = (uint8_t)INPUT_MASK("rx_valid"), .turn = (uint8_t)INPUT_MASK("rx_turn"),
                                .req = (uint8_t)INPUT_MASK("rx_req"), .refuse = (uint8_t)INPUT_MASK("rx_refuse"),
                                .acc = (uint8_t)INPUT_MASK("rx_acc")};
    struct fedx_control control = {.rst = (uint8_t)INPUT("rst"), .side = (uint8_t)proof_input("side", 0, FEDX_LINKS),
                                   .cfg_we = (uint8_t)INPUT("cfg_we"), .cfg_addr = (uint16_t)proof_input("cfg_addr", 0, 16),
                                   .cfg_wdata = (uint32_t)proof_input("cfg_wdata", 0, 32)};

    proof_memory("u_buffer_pool.buffer[%u].u_buffer_store.store", sw.store, FEDX_BUFFERS, FEDX_PACKET_BYTES, 1);
    proof_memory("u_route.route_table", sw.table, 1, FEDX_TABLE_SIZE, sizeof sw.table[0]);
    take_all(&sw.regs);
    sw.buffers = FEDX_STANDARD_BUFFERS;
    INPUT_LANES("rx_data", in.data, 8);
    for (unsigned i = 0; i < sizeof w; i++)
        ((uint8_t *)&w)[i] = (uint8_t)proof_free("wires_before", i, 8);
    fedx_switch_pins(&sw, &out);
    OUTPUT_LANES("tx_data", out.data, 8);
    OUTPUT_MASK("tx_valid", out.valid);
    OUTPUT_MASK("tx_turn", out.turn);
    OUTPUT_MASK("tx_req", out.req);
    OUTPUT_MASK("tx_refuse", out.refuse);
    OUTPUT_MASK("tx_acc", out.acc);
    proof_output("cfg_rdata", 0, 32, fedx_switch_cfg_rdata(&sw));
    eval(&sw, &in, &w);
    commit(&sw, &in, &control, &w);
    if (control.rst)
        reset(&sw.regs);
    give_all(&sw.regs);
}
