/* SPDX-License-Identifier: Apache-2.0
 *
 * State injection. See fedx_state_injection.h.
 *
 * A state is drawn clause by clause: what is free is random, and what a clause binds is made to fit.
 */
#include "fedx_state_injection.h"

#include "../../bench/draw.h"
#include "../../bench/state_fit.h"
#include "../model/fedx_switch_internal.h"
#include "fedx_crc_error_patterns.h"
#include "fedx_lockstep_node.h"

enum { LAST = FEDX_PACKET_BYTES - 1, CHECK_BYTES = FEDX_PACKET_BYTES - FEDX_BYTE_CRC, LAG = 12 };

/* Numbers near the ends of a range are as likely as all the others together. */
static unsigned edge(struct rng *r, unsigned first, unsigned last)
{
    unsigned span = last - first < 3 ? last - first : 3;

    switch (below(r, 4)) {
    case 0: return first + below(r, span + 1);
    case 1: return last - below(r, span + 1);
    default: return from_to(r, first, last);
    }
}

/* Every bit random, within the widths of the registers. */
static void fill(struct rng *r, struct fedx_switch_regs *s)
{
    memset(s, 0, sizeof *s);
    for (int i = 0; i < fedx_reg_count; i++) {
        const struct lanes *l = &fedx_reg_table[i].lanes;
        for (int k = 0; k < l->count; k++)
            lane_set_value(l, s, k, rng_next(r) >> (64 - lane_value_bits(l)));
    }
}

/* Configuration --------------------------------------------------------------------------------------------------- */

/* An address at which something is, or one bit away, or any. */
static uint16_t draw_address(struct rng *r)
{
    unsigned any = (unsigned)rng_next(r), address = any;

    switch (below(r, 4)) {
    case 0: address = below(r, 0x20); break;
    case 1: address = FEDX_CFG_TABLE + below(r, FEDX_TABLE_SIZE + 1); break;
    case 2: address = FEDX_CFG_MODE + below(r, 4); break;
    default: break;
    }
    return (uint16_t)(one_in(r, 4) ? address ^ 1u << any % 16 : address);
}

/* A limit that means something, mostly; sometimes only because of one of its high bits. */
static uint8_t draw_limit(struct rng *r)
{
    unsigned limit = below(r, 2) ? below(r, FEDX_BUFFERS) : 0;

    return (uint8_t)(one_in(r, 16) ? below(r, 256) : one_in(r, 16) ? limit | 1u << below(r, 8) : limit);
}

static void draw_config(struct rng *r, struct fedx_config *c)
{
    c->write = (uint8_t)one_in(r, 4);
    c->addr = draw_address(r);
    c->side &= (1u << FEDX_LINKS) - 1u;
    c->hold = (uint8_t)(one_in(r, 32) ? edge(r, 1, FEDX_HOLD_CYCLES) : 0);
    c->limit_dest = draw_limit(r);
    c->limit_trans = draw_limit(r);
    c->limit_total = draw_limit(r);
    c->eject_priority = draw_limit(r);
    c->throttle_timeout = (uint16_t)(one_in(r, 4)   ? below(r, 4)
                                     : one_in(r, 2) ? FEDX_THROTTLE_TIMEOUT
                                                    : c->throttle_timeout);
}

/* Packets --------------------------------------------------------------------------------------------------------- */

/* Of a head word, whatever its destination: then that is in the table. */
#define INSIDE_TABLE UINT64_C(0x00ffffffffffffff)

/* A destination in the table: any, or one of few. */
static uint16_t draw_destination(struct rng *r)
{
    return (uint16_t)below(r, one_in(r, 2) ? 4 : FEDX_TABLE_SIZE);
}

/* What the packets of a state have to do with each other. */
struct kin {
    uint64_t like;   /* head word of the first of them */
    unsigned spread; /* one in so many is like it; few that are alike show what many would hide */
};

static struct kin draw_kin(struct rng *r)
{
    uint64_t rest = rng_next(r) & UINT64_C(0xffffffffffff), destination = draw_destination(r);

    return (struct kin){.like = destination << 48 | rest, .spread = 1u << below(r, 4)};
}

/*
 * A head word. Comparisons of packets must see each bit of their identities alone, and packets that are alike, so it
 * is like another one: in all but its flags, in all but one bit, in some of its fields, or not at all.
 */
static uint64_t draw_head(struct rng *r, const struct kin *kin)
{
    unsigned flags = (unsigned)rng_next(r) & 0xffu & (one_in(r, 2) ? 0xffu : (unsigned)~FEDX_FLAG_DEROUTES);
    uint64_t head = kin->like, fields = 0;

    switch (one_in(r, kin->spread) ? below(r, 4) : 4) {
    case 0: break;
    case 1: head ^= UINT64_C(1) << below(r, 56); break;
    case 2: /* source, message, packet */
        fields = one_in(r, 2) ? 0xffff000000 : 0;
        fields |= one_in(r, 2) ? 0xffff00 : 0;
        fields |= one_in(r, 2) ? 0xff : 0;
        break;
    default: fields = 0xffffffffff; break;
    }
    head = (head & ~fields) | (rng_next(r) & fields);
    if (fields && one_in(r, 2))
        head = (uint64_t)draw_destination(r) << 48 | (head & UINT64_C(0xffffffffffff));
    return (head & ~FEDX_HEAD_FLAGS & INSIDE_TABLE) | (uint64_t)flags << 40;
}

static uint32_t draw_entry(struct rng *r)
{
    struct fedx_route_fields f;

    f.distance = (int)(one_in(r, 8) ? below(r, 256) : below(r, FEDX_BUFFERS));
    f.best = (int)(one_in(r, 16) ? 0 : below(r, 256) & below(r, 256));
    f.deterministic = (int)below(r, 8);
    f.preferred = (int)below(r, 8);
    f.other = (int)(one_in(r, 2) ? below(r, 256) : 0);
    return fedx_route_entry(&f) & (one_in(r, 16) ? 0x7fffffffu : 0xffffffffu);
}

static uint8_t one_port(struct rng *r)
{
    return (uint8_t)(1u << below(r, FEDX_PORTS));
}

/* One of these, mostly, or none. */
static unsigned one_port_of(struct rng *r, unsigned ports)
{
    unsigned port = one_port(r);

    while (!(port & ports) && !one_in(r, 8))
        port = one_port(r);
    return port & ports;
}

/* Ports of which seven in eight are in it. */
static uint8_t most_ports(struct rng *r)
{
    uint64_t bits = rng_next(r);

    return (uint8_t)((bits | bits >> 8 | bits >> 16) & FEDX_ALL_PORTS);
}

static void draw_packet(struct rng *r, struct fedx_buffer_pool *b, unsigned i, const struct kin *kin)
{
    unsigned allowed = (unsigned)from_to(r, 1, FEDX_ALL_PORTS);

    b->head[i] = draw_head(r, kin);
    if (fedx_head_flags(b->head[i]) & FEDX_FLAG_ADAPTIVE) {
        b->allowed[i] = (uint8_t)allowed;
        b->best[i] &= (uint8_t)allowed;
        b->preferred[i] = (uint8_t)(one_port_of(r, b->best[i]) | one_port_of(r, allowed & ~(unsigned)b->best[i]));
    } else {
        b->allowed[i] = b->best[i] = b->preferred[i] = one_port(r);
    }
}

/* Levels of all used buffers; under the class rule the most that their bound allows, or less. */
static void draw_levels(struct rng *r, struct fedx_buffer_pool *b, int class_rule)
{
    unsigned bound = one_in(r, 2) ? FEDX_BUFFERS : 3, rank = 0;

    FEDX_FOR_EACH_BUFFER(i, b->used)
    {
        /*
         * The k-th packet, counted from 0, may have up to level B - 1 - k: then n(i) <= B - i whatever the others have.
         */
        unsigned most = class_rule ? FEDX_BUFFERS - 1 - rank++ : 255;
        unsigned level = one_in(r, 2) ? below(r, bound) : edge(r, 0, most);
        b->level[i] = (uint8_t)(level < most ? level : most);
    }
}

static void draw_order(struct rng *r, struct fedx_buffer_pool *b)
{
    uint8_t order[FEDX_BUFFERS];
    fedx_buffer_word before = 0;

    for (unsigned i = 0; i < FEDX_BUFFERS; i++) {
        unsigned at = below(r, i + 1);
        order[i] = order[at];
        order[at] = (uint8_t)i;
    }
    for (unsigned k = 0; k < FEDX_BUFFERS; k++) {
        b->ahead[order[k]] = (fedx_buffer_set)before;
        before |= fedx_buffer_bit(order[k]);
    }
}

/* Ports ----------------------------------------------------------------------------------------------------------- */

/* A buffer out of a set; the set is not empty. */
static unsigned draw_buffer(struct rng *r, fedx_buffer_word set)
{
    for (unsigned skip = below(r, (unsigned)fedx_buffer_count(set)); skip > 0; skip--)
        set &= set - 1;
    return fedx_lowest_buffer(set);
}

/* A count of sending, often one at which something happens. */
static uint8_t draw_sent(struct rng *r, unsigned latency)
{
    unsigned window = 13 + 2 * latency;

    return (uint8_t)(one_in(r, 3)   ? from_to(r, window - 1, window + 1)
                     : one_in(r, 3) ? from_to(r, 0, 30)
                                    : edge(r, 0, LAST));
}

/* None, a few, or half of all. */
static fedx_buffer_word more_buffers(struct rng *r)
{
    uint64_t half = rng_next(r);

    switch (below(r, 4)) {
    case 0: return 0;
    case 1: return (fedx_buffer_word)(half & half >> 16 & half >> 32 & half >> 40);
    default: return (fedx_buffer_word)half;
    }
}

/* The sides that send: who has which buffer, and with it used, queued, waiting. */
static void draw_transmit(struct rng *r, struct fedx_switch_regs *s)
{
    struct fedx_port_transmit *t = &s->port_transmit;
    struct fedx_buffer_pool *b = &s->buffer_pool;
    unsigned round_trip = fedx_port_transmit_round_trip(&s->config), states = one_in(r, 4) ? 24 : 6;
    fedx_buffer_word sent = 0;

    t->sending = t->await = t->gap = 0;
    b->used = (fedx_buffer_set)((b->used | more_buffers(r)) & fedx_first_buffers(FEDX_BUFFERS));
    for (unsigned p = 0; p < FEDX_PORTS; p++) {
        unsigned state = below(r, states), port = 1u << p;

        t->buf[p] = (uint8_t)below(r, FEDX_BUFFERS);
        t->data[p] = 0;
        if (state == 0) {
            t->gap |= (uint8_t)port;
            t->count[p] = (uint8_t)(one_in(r, 2) ? from_to(r, 1, round_trip) : from_to(r, 1, 2 + 2 * FEDX_MAX_LATENCY));
        } else if (state <= 3 && (b->used & ~sent)) {
            t->buf[p] = (uint8_t)draw_buffer(r, b->used & ~sent);
            sent |= fedx_buffer_bit(t->buf[p]);
            t->count[p] = (uint8_t)(state > 1      ? draw_sent(r, s->config.latency)
                                    : one_in(r, 2) ? from_to(r, round_trip - 1, round_trip + 1)
                                                   : edge(r, 1, FEDX_ACK_TIMEOUT));
            t->data[p] = (uint8_t)(state > 1 ? rng_next(r) : 0);
            *(state > 1 ? &t->sending : &t->await) |= (uint8_t)port;
        }
    }
    b->queued = (fedx_buffer_set)(b->used & ~sent);
    b->waiting = (fedx_buffer_set)(b->queued | (b->waiting & b->used));
}

/* Most ports are ours and in step, so that packets compete for them. */
static void draw_open(struct rng *r, struct fedx_switch_regs *s)
{
    struct fedx_port_transmit *t = &s->port_transmit;

    s->ownership.own_last |= most_ports(r);
    t->refuse_last &= (uint8_t)~most_ports(r);
    t->acc_last = (uint8_t)(t->bit ^ (t->await & most_ports(r)) ^ (~most_ports(r) & FEDX_ALL_PORTS));
}

/* Bytes of the onward frame of a buffer so far, plus the distance that it must keep; 0 when it is not sent, too many in
 * await. */
static unsigned least_count(const struct fedx_port_transmit *t, unsigned buffer)
{
    FEDX_FOR_EACH_PORT(p, (unsigned)(t->sending | t->await))
    if (t->buf[p] == buffer)
        return (t->sending >> p & 1u) ? t->count[p] + (unsigned)LAG : 2 * FEDX_PACKET_BYTES;
    return 0;
}

/* A packet check that may still come out right, for a register between two of its bytes. */
static uint32_t good_crc(struct rng *r, unsigned count)
{
    uint32_t constant = 0;

    for (unsigned k = FEDX_BYTE_CRC; k < count; k++)
        constant = fedx_header_crc(constant, 0xff, (int)k);
    return (uint32_t)((uint32_t)rng_next(r) >> 8 * (count - FEDX_BYTE_CRC)) ^ constant;
}

/* The byte that makes it come out right. */
static uint8_t good_byte(uint32_t crc, unsigned count)
{
    uint32_t constant = 0;

    for (unsigned k = FEDX_BYTE_CRC; k < count; k++)
        constant = fedx_header_crc(constant, 0xff, (int)k);
    return (uint8_t) ~(crc ^ constant);
}

/* What makes it come out wrong: one bit of the register now, or, before the last byte, one bit in the end. */
static uint32_t wrong_crc(struct rng *r, unsigned count)
{
    uint32_t bit = 1u << below(r, 32);

    return count == LAST && !one_in(r, 4) ? fedx_crc_error_before(bit, 1) : bit;
}

/* How wrong the check comes out with this last byte. */
static uint32_t wrong_with(uint32_t crc, uint8_t byte)
{
    return fedx_header_crc(crc, byte, LAST) ^ (uint32_t)FEDX_CRC_RESIDUE;
}

/*
 * The last byte: the one that makes the check come out right, if any can, or wrong in one bit. Bits 24 to 31 are wrong
 * alone only with another byte: the low one of fedx_crc_error_before.
 */
static uint8_t last_byte(uint32_t crc)
{
    uint8_t good = good_byte(crc, LAST);
    uint32_t wrong = wrong_with(crc, good);

    for (unsigned k = 24; (wrong & (wrong - 1)) != 0 && k < 32; k++) {
        uint8_t byte = (uint8_t)(good ^ fedx_crc_error_before(1u << k, 1));
        if (wrong_with(crc, byte) == 1u << k)
            return byte;
    }
    return good;
}

/*
 * Try to be a port that writes a buffer, or has just found its packet broken. @return 0 when no buffer is left for it
 */
static int draw_writer(struct rng *r, struct fedx_switch_regs *s, unsigned p, fedx_buffer_word *written)
{
    struct fedx_port_receive *rx = &s->port_receive;
    unsigned port = 1u << p, kind = below(r, 6), least, most, buffer;

    if (!(s->buffer_pool.used & ~*written))
        return 0;
    buffer = draw_buffer(r, s->buffer_pool.used & ~*written);
    least = least_count(&s->port_transmit, buffer);
    /* 0: written to the end, good or not; 1: broken off; else body */
    least = kind == 1 && least ? least - 1 : least;
    most = kind == 0 ? FEDX_PACKET_BYTES : LAST;
    if (least > most)
        return 0;
    *written |= fedx_buffer_bit(buffer);
    rx->buf[p] = (uint8_t)buffer;
    if (kind == 0) {
        rx->count[p] = FEDX_PACKET_BYTES;
        rx->write |= (uint8_t)port;
        rx->abort |= (uint8_t)(one_in(r, 2) ? port : 0);
    } else {
        unsigned first = kind == 1 ? FEDX_HEADER_BYTES : FEDX_HEADER_BYTES + 1;
        rx->count[p] = (uint8_t)edge(r, least > first ? least : first, most);
        *(kind == 1 ? &rx->abort : &rx->write) |= (uint8_t)port;
    }
    *(kind <= 1 ? &rx->drain : &rx->body) |= (uint8_t)port;
    if (rx->count[p] >= FEDX_BYTE_CRC && rx->count[p] <= LAST && !one_in(r, 4))
        rx->crc[p] = good_crc(r, rx->count[p]) ^ (one_in(r, 8) ? wrong_crc(r, rx->count[p]) : 0);
    return 1;
}

static void draw_header(struct rng *r, struct fedx_port_receive *rx, unsigned p)
{
    unsigned port = 1u << p;

    rx->header |= (uint8_t)port;
    rx->count[p] = (uint8_t)from_to(r, 1, FEDX_BYTE_CHECK);
    rx->lookup |= (uint8_t)(rx->count[p] == 3 ? port : 0);
    rx->routed |= (uint8_t)(rx->count[p] >= 4 ? port : 0);
}

static void draw_receive_port(struct rng *r, struct fedx_switch_regs *s, unsigned p, int rush,
                              fedx_buffer_word *written)
{
    struct fedx_port_receive *rx = &s->port_receive;
    unsigned port = 1u << p;

    rx->buf[p] = (uint8_t)below(r, FEDX_BUFFERS);
    rx->count[p] = (uint8_t)below(r, FEDX_PACKET_BYTES + 1);
    switch (rush && !one_in(r, 4) ? 1 : below(r, 8)) {
    case 0: draw_header(r, rx, p); break;
    case 1:
    case 2:
        rx->decide |= (uint8_t)port;
        rx->routed |= (uint8_t)port;
        rx->count[p] = FEDX_HEADER_BYTES;
        break;
    case 3:
        rx->refusing |= (uint8_t)port;
        rx->count[p] = FEDX_HEADER_BYTES;
        break;
    case 4: rx->drain |= (uint8_t)port; break;
    case 5: break;
    default: draw_writer(r, s, p, written); break;
    }
}

static void draw_receive(struct rng *r, struct fedx_switch_regs *s, const struct kin *kin)
{
    struct fedx_port_receive *rx = &s->port_receive;
    fedx_buffer_word written = 0;
    int rush = one_in(r, 4); /* many headers are decided at once, and most may get in */

    rx->header = rx->lookup = rx->routed = rx->decide = rx->body = rx->refusing = rx->drain = rx->write = rx->abort = 0;
    rx->bad &= rush ? (uint8_t)~most_ports(r) : (uint8_t)rng_next(r);
    rx->dup_bit &= rush ? (uint8_t)~most_ports(r) : (uint8_t)rng_next(r);
    for (unsigned p = 0; p < FEDX_PORTS; p++) {
        rx->head[p] = draw_head(r, kin);
        s->route.entry[p] = draw_entry(r);
        draw_receive_port(r, s, p, rush, &written);
        if (one_in(r, 16)) { /* outside the table; then there is no entry */
            rx->head[p] |= UINT64_C(0x0100) << 48;
            s->route.entry[p] = (rx->routed >> p & 1u) ? 0 : s->route.entry[p];
        }
    }
    rx->refuse = one_in(r, 32) ? FEDX_ALL_PORTS : (uint8_t)(rx->refuse & rx->refusing);
}

/* Admission ------------------------------------------------------------------------------------------------------- */

/* A count near one of its limits, or any. */
static uint32_t draw_time(struct rng *r, uint32_t timeout, uint32_t most)
{
    uint32_t value = one_in(r, 2) ? timeout + below(r, 3) - 1 : (uint32_t)rng_next(r);

    return value & most;
}

static void draw_admission(struct rng *r, struct fedx_switch_regs *s, const struct kin *kin)
{
    struct fedx_admission *a = &s->admission;
    uint32_t timeout = s->config.throttle_timeout;

    a->first = (uint8_t)below(r, FEDX_PORTS);
    a->watch_port = (uint8_t)below(r, FEDX_PORTS);
    a->throttle_count = (uint16_t)(a->throttled ? draw_time(r, timeout, 0xffff) : 0);
    for (int p = 0; p < FEDX_PORTS; p++)
        a->reason[p] &= 7;
    a->watch_done |= (uint8_t)(a->watched << a->watch_port);
    a->watch_age = a->watch_done ? draw_time(r, one_in(r, 3) ? timeout << FEDX_WATCH_SHIFT : timeout, 0x7fffff) : 0;
    a->watch_away = (uint16_t)draw_time(r, timeout, 0xffff);
    if (one_in(r, 2))
        a->watch_away = 0;
    a->watch_head = (one_in(r, 2) ? s->port_receive.head[a->watch_port] : draw_head(r, kin)) & INSIDE_TABLE;
    a->watch_level = (uint8_t)(one_in(r, 4) ? a->watch_level : below(r, FEDX_BUFFERS));
}

/* What the silence after a reset leaves of all that. */
static void silence(struct fedx_switch_regs *s)
{
    struct fedx_port_receive *rx = &s->port_receive;
    struct fedx_port_transmit *t = &s->port_transmit;

    rx->header = rx->lookup = rx->routed = rx->decide = rx->body = rx->refusing = rx->write = rx->abort = rx->acc = 0;
    rx->drain = rx->refuse = FEDX_ALL_PORTS;
    t->sending = t->await = t->gap = 0;
    memset(t->data, 0, sizeof t->data);
    s->ownership.turn = 0;
    s->buffer_pool.used = s->buffer_pool.queued = s->buffer_pool.waiting = 0;
}

/* The class bound holds in all of those with the class rule on. */
static void draw(const struct router_kind *kind, struct rng *r, void *registers)
{
    struct fedx_switch_regs *s = registers;
    struct kin kin = draw_kin(r);

    (void)kind;
    fill(r, s);
    draw_config(r, &s->config);
    draw_transmit(r, s);
    if (one_in(r, 2))
        draw_open(r, s);
    draw_receive(r, s, &kin);
    FEDX_FOR_EACH_BUFFER(i, (fedx_buffer_word)s->buffer_pool.used)
    draw_packet(r, &s->buffer_pool, i, &kin);
    draw_levels(r, &s->buffer_pool, s->config.class_rule);
    draw_order(r, &s->buffer_pool);
    draw_admission(r, s, &kin);
    if (s->config.hold)
        silence(s);
}

/* Inputs ---------------------------------------------------------------------------------------------------------- */

/* Half the time most ports can begin to send. */
static void levels(struct rng *r, const void *registers, void *pins)
{
    const struct fedx_switch_regs *s = registers;
    struct fedx_pins *in = pins;
    unsigned open = one_in(r, 2), strange = open ? ~(unsigned)most_ports(r) : (unsigned)rng_next(r);

    *in = (struct fedx_pins){.req = (uint8_t)(rng_next(r) & FEDX_ALL_PORTS)};
    in->turn = (uint8_t)((s->ownership.turn ^ s->config.side ^ strange) & FEDX_ALL_PORTS);
    strange = open ? ~(unsigned)most_ports(r) : (unsigned)rng_next(r);
    in->acc = (uint8_t)((s->port_transmit.bit ^ strange) & FEDX_ALL_PORTS);
}

/* A bit to be changed, once in so many times; else none. */
static unsigned one_wrong_bit(struct rng *r, unsigned times)
{
    return one_in(r, times) ? 1u << below(r, 8) : 0;
}

/* The next byte of a frame that arrives, as its sender would have it. */
static uint8_t next_byte(struct rng *r, const struct fedx_port_receive *rx, unsigned p)
{
    unsigned port = 1u << p, count = rx->count[p];
    unsigned bit = (rx->acc & port) ? FEDX_FLAG_BIT : 0;

    if (rx->header & port) {
        if (count == FEDX_BYTE_CHECK)
            return (uint8_t)(rx->check[p] ^ one_wrong_bit(r, 8));
        if (count == FEDX_BYTE_FLAGS)
            return (uint8_t)((below(r, 256) & ~(unsigned)FEDX_FLAG_BIT) | bit);
        return (uint8_t)(count == 1 ? 0 : below(r, 4));
    }
    if ((rx->body & port) && count == LAST)
        return (uint8_t)(last_byte(rx->crc[p]) ^ one_wrong_bit(r, 16));
    if ((rx->body & port) && count >= FEDX_BYTE_CRC)
        return (uint8_t)(good_byte(rx->crc[p], count) ^ one_wrong_bit(r, 8));
    return (uint8_t)((rx->body & port) ? below(r, 256) : FEDX_START_CODE ^ one_wrong_bit(r, 16));
}

static void set_level(uint8_t *levels, unsigned port, unsigned value)
{
    *levels = (uint8_t)((*levels & ~port) | (value ? port : 0));
}

static void draw_port(struct rng *r, const struct fedx_switch_regs *s, unsigned p, struct fedx_pins *in)
{
    const struct fedx_port_receive *rx = &s->port_receive;
    const struct fedx_port_transmit *t = &s->port_transmit;
    unsigned port = 1u << p, owns = !((in->turn ^ s->ownership.turn ^ s->config.side) & port);
    unsigned goes_on = (rx->header | rx->decide | rx->body) & port;

    in->data[p] = next_byte(r, rx, p);
    set_level(&in->valid, port, goes_on ? !one_in(r, 256) : (rx->refusing & port) ? one_in(r, 2) : one_in(r, 8));
    if (one_in(r, owns && (t->sending & port) ? 512 : 32))
        in->turn ^= (uint8_t)port;
    if (one_in(r, 16))
        in->req ^= (uint8_t)port;
    set_level(&in->refuse, port, one_in(r, (t->sending & port) && t->count[p] > 30 ? 512 : 64));
    if (t->await & port)
        set_level(&in->acc, port, !(t->bit & port) ^ one_in(r, 3));
    else if (one_in(r, 64))
        in->acc ^= (uint8_t)port;
}

/* Frames go on, header and packet checks are mostly right, acceptances come, levels mostly stay; and anything else now
 * and then. */
static void inputs(const struct router_kind *kind, struct rng *r, const void *registers, void *pins, void *reset)
{
    const struct fedx_switch_regs *s = registers;
    struct fedx_pins *in = pins;
    struct fedx_control *control = reset;
    unsigned wild = one_in(r, 64) ? below(r, FEDX_PORTS) : FEDX_PORTS;

    (void)kind;
    for (unsigned p = 0; p < FEDX_PORTS; p++)
        draw_port(r, s, p, in);
    if (wild < FEDX_PORTS) {
        uint64_t bits = rng_next(r);
        in->data[wild] = (uint8_t)bits;
        set_level(&in->valid, 1u << wild, bits >> 8 & 1u);
        set_level(&in->refuse, 1u << wild, bits >> 9 & 1u);
        set_level(&in->acc, 1u << wild, bits >> 10 & 1u);
        set_level(&in->turn, 1u << wild, bits >> 11 & 1u);
    }
    *control =
        (struct fedx_control){.rst = (uint8_t)one_in(r, 2048), .side = s->config.side, .cfg_addr = s->config.addr};
    if (one_in(r, 64)) {
        control->cfg_we = (uint8_t)one_in(r, 2);
        control->cfg_addr = draw_address(r);
        control->cfg_wdata = control->cfg_addr >= FEDX_CFG_TABLE ? draw_entry(r) : (uint32_t)rng_next(r);
        control->side = (uint8_t)(one_in(r, 64) ? below(r, 1 << FEDX_LINKS) : control->side);
    }
}

/* Batches --------------------------------------------------------------------------------------------------------- */

/* Reset, table, stores. @return 1 when the two differ */
static int begin(const struct router_kind *kind, void *node, struct rng *r)
{
    struct fedx_control control = {.rst = 1, .cfg_we = 1};
    uint8_t bytes[FEDX_PACKET_BYTES];

    (void)kind;
    for (unsigned d = 0; d < FEDX_TABLE_SIZE; d++) {
        control.cfg_addr = (uint16_t)(FEDX_CFG_TABLE + d);
        control.cfg_wdata = draw_entry(r);
        if (node_step(&fedx_node_lockstep, node, &fedx_idle_pins, &control))
            return 1;
    }
    control.cfg_we = 0;
    for (int i = 0; i < FEDX_BUFFERS; i++) {
        for (int k = 0; k < FEDX_PACKET_BYTES; k++)
            bytes[k] = (uint8_t)rng_next(r);
        fedx_node_lockstep.inject_store(node, i, bytes);
    }
    return node_step(&fedx_node_lockstep, node, &fedx_idle_pins, &control);
}

/* Draw a state for both, or as much of one as goes into the state in which they are. */
static int put(const struct router_kind *kind, void *node, struct rng *r, const uint8_t *fits, void *regs)
{
    struct fedx_switch_regs reached;

    draw(kind, r, regs);
    fedx_node_lockstep.state(node, &reached);
    int left = state_fit(kind, fits, r, &reached, regs) != 0 || lockstep_inject(node, regs) != 0;
    fedx_node_lockstep.state(node, regs);
    return left;
}

static const struct injection_relation related[] = {
    {"route", "port_receive"},
    {"buffer_pool", "port_receive"},
    {"buffer_pool", "port_transmit"},
    {NULL, NULL},
};

const struct injection_kind fedx_kind_injection = {draw, related, begin, put, levels, inputs, 0};
