/* SPDX-License-Identifier: Apache-2.0
 *
 * The invariant of the Fed-X switch, cmodel/fedx/bench/fedx_legal.c, as proof harnesses: from any state in which all
 * clauses hold, and whatever comes in, every clause holds a cycle later, and holds what the proofs of single mechanisms
 * assume. An output is 1 where something does not hold. There is no RTL: it is the C, which those proofs show to be
 * equal.
 *
 *     fedx_invariant   one cycle. What arbitration and admission give is anything that they promise (fedx_assumed.h)
 *     fedx_grants      arbitration keeps its promise
 *     fedx_moves       the buffer pool moves buffers to the back of the age order, one after the other
 *     fedx_order       which leaves an order: one such move
 *     fedx_verdict     admission keeps its promise, by induction over its decisions: one of them
 *     fedx_classes     the class bound: sets and their sizes
 *
 * Of the class bound, with N the buffers of class c and above in the next state, U those in this one, M the packets of
 * class c and above admitted now: class_gain   N is part of U and of the buffers given to M class_part   a part of a
 * set is not larger than the set class_more   a buffer more makes a set larger by one at most: so |N| <= |U| + |M|
 *     class_admit  |U| + |M| is what admission counts, and that is B - c at most
 * docs/verification/invariants.md.
 */
#include "../../cmodel/fedx/model/fedx_admission.c"
#include "../../cmodel/fedx/model/fedx_switch.c"
#include "../../cmodel/fedx/bench/fedx_legal.c"

#include "fedx_assumed.h"

/* A clause that is not taken for granted before the step, to see which ones need it; none as a rule. */
#ifndef FEDX_PROOF_WITHOUT
#define FEDX_PROOF_WITHOUT FEDX_LEGAL_COUNT
#endif
#define WITHOUT (FEDX_PROOF_WITHOUT < FEDX_LEGAL_COUNT ? UINT32_C(1) << FEDX_PROOF_WITHOUT : 0u)

/* Any value of so many bits; the compiler knows that it has no more. */
static inline uint64_t any(const char *name, unsigned lane, unsigned bits)
{
    uint64_t value = proof_free(name, lane, bits);

    return bits < 64 ? value & ((UINT64_C(1) << bits) - 1u) : value;
}

#define ANY_MASK(name) (unsigned)any(name, 0, FEDX_PORTS)
#define ANY_LANES(name, array, bits)                   \
    for (unsigned lane = 0; lane < FEDX_PORTS; lane++) \
    (array)[lane] = (__typeof__((array)[0]))any(name, lane, bits)

#define ANY_REG(block, dimension, name, type, width, reset, meaning) \
    for (unsigned k = 0; k < VALUES(s->block.name, type); k++)       \
        ((type *)&s->block.name)[k] = (type)any("u_" #block "." #name, k, BITS(dimension, type, width));
#define ANY_BLOCK(block, LIST) LIST(ANY_REG)

static inline void take_any_registers(struct fedx_switch_regs *s)
{
    memset(s, 0, sizeof *s);
    FEDX_BLOCKS(ANY_BLOCK)
}

static inline void take_any_pins(struct fedx_pins *in)
{
    memset(in, 0, sizeof *in);
    ANY_LANES("rx_data", in->data, 8);
    in->valid = (uint8_t)ANY_MASK("rx_valid");
    in->turn = (uint8_t)ANY_MASK("rx_turn");
    in->req = (uint8_t)ANY_MASK("rx_req");
    in->refuse = (uint8_t)ANY_MASK("rx_refuse");
    in->acc = (uint8_t)ANY_MASK("rx_acc");
}

/* What admission gives of a header, as far as somebody looks at it. */
static inline void take_any_verdicts(struct fedx_wires *w)
{
    w->admit = ANY_MASK("admit");
    w->admit_draw = ANY_MASK("admit_draw");
    w->watch = ANY_MASK("watch");
    w->watch_level = (unsigned)any("watch_level", 0, 8);
    w->throttle_set = (unsigned)any("throttle_set", 0, 1);
    w->random_next = (unsigned)any("random_next", 0, 16);
    ANY_LANES("admit_buf", w->admit_buf, 8);
    ANY_LANES("admit_reason", w->admit_reason, 8);
}

/* Buffers that hold a packet of class c or above; with those given to such packets in this cycle. */
static inline fedx_buffer_word of_class(const struct fedx_buffer_pool *b, unsigned c)
{
    fedx_buffer_word set = 0;

    FEDX_FOR_EACH_BUFFER(i, b->used)
    set |= b->level[i] >= c ? fedx_buffer_bit(i) : 0;
    return set;
}

static inline fedx_buffer_word given_to_class(const struct fedx_wires *w, unsigned c)
{
    fedx_buffer_word set = 0;

    FEDX_FOR_EACH_PORT(p, w->admit)
    for (unsigned b = 0; b < FEDX_BUFFERS; b++)
        set |= w->choice[p].level >= c && w->admit_buf[p] == b ? fedx_buffer_bit(b) : 0;
    return set;
}

/* The wires of the cycle that a clause depends on, in the order of fedx_switch.c. */
static inline void evaluate(const struct fedx_switch_regs *s, const struct fedx_pins *in, struct fedx_wires *w)
{
    fedx_ownership_eval(&s->ownership, s->config.side, in, w);
    fedx_port_receive_eval(&s->port_receive, s->port_transmit.sending, in, w);
    w->occupied = occupied(s);
    fedx_route_eval(&s->route, &s->port_receive, &s->config, w);
    fedx_buffer_pool_eval(&s->buffer_pool, w);
    ANY_LANES("next_byte", w->next_byte, 8);
    fedx_port_transmit_eval(&s->port_transmit, &s->ownership, &s->config, w);
    w->grant = ANY_MASK("grant");
    ANY_LANES("grant_buf", w->grant_buf, 8);
    proof_assume(promised_by_arbitration(w));
    take_any_verdicts(w);
    proof_assume(promised_by_admission(&s->admission, s->port_receive.decide, s->buffer_pool.used, w));
    w->keep_candidate = ANY_MASK("keep_candidate");
    fedx_port_transmit_events(&s->port_transmit, &s->ownership, in, w);
    fedx_ownership_flip(&s->ownership, s->port_transmit.sending | s->port_transmit.await, s->config.hold, in, w);
}

/* The edge, in the order of fedx_switch.c. What memories give is anything: an entry of the route table, bytes of a
 * store. */
static inline void clock_edge(struct fedx_switch_regs *s, const struct fedx_pins *in,
                              const struct fedx_control *control, const struct fedx_wires *w)
{
    unsigned random = s->admission.random;

    fedx_buffer_pool_commit(&s->buffer_pool, &s->port_receive, &s->port_transmit, w);
    fedx_admission_commit(&s->admission, &s->port_receive, &s->config, in, w);
    FEDX_FOR_EACH_PORT(p, s->port_receive.lookup)
    s->route.entry[p] =
        fedx_head_destination(s->port_receive.head[p]) < FEDX_TABLE_SIZE ? (uint32_t)any("entry", p, 32) : 0;
    fedx_port_receive_commit(&s->port_receive, in, s->config.hold, w);
    fedx_config_commit(&s->config, control, &s->port_transmit, random);
    fedx_port_transmit_commit(&s->port_transmit, in, w);
    fedx_ownership_commit(&s->ownership, w);
}

static inline void show_assumptions(const struct fedx_switch_regs *s, const struct fedx_wires *w)
{
    proof_output("assumed.port_receive", 0, 1, !assumed_by_port_receive(&s->port_receive));
    proof_output("assumed.port_transmit", 0, 1, !assumed_by_port_transmit(&s->port_transmit));
    proof_output("assumed.buffer_pool", 0, 1,
                 !assumed_by_buffer_pool(&s->buffer_pool, &s->port_receive, &s->port_transmit, w));
    proof_output("assumed.admission", 0, 1, !assumed_by_admission(&s->admission));
}

static inline void show_clauses(uint32_t broken)
{
#define CLAUSE(name, words)                                                                       \
    if (FEDX_LEGAL_##name != FEDX_LEGAL_class_bound && FEDX_LEGAL_##name != FEDX_LEGAL_age_order) \
        proof_output("legal." #name, 0, 1, broken >> FEDX_LEGAL_##name & 1u);
    FEDX_LEGAL_CLAUSES(CLAUSE)
#undef CLAUSE
}

void fedx_invariant(void);
void fedx_grants(void);
void fedx_moves(void);
void fedx_order(void);
void fedx_verdict(void);
void fedx_classes(void);

void fedx_invariant(void)
{
    struct fedx_switch_regs regs, clear, *s = &regs;
    struct fedx_wires w;
    struct fedx_pins in;
    struct fedx_control control = {.side = (uint8_t)any("side", 0, FEDX_LINKS),
                                   .cfg_we = (uint8_t)any("cfg_we", 0, 1),
                                   .cfg_addr = (uint16_t)any("cfg_addr", 0, 16),
                                   .cfg_wdata = (uint32_t)any("cfg_wdata", 0, 32)};
    fedx_buffer_word high[FEDX_BUFFERS + 1], gain = 0;

    take_old_wires(&w);
    take_any_registers(s);
    take_any_pins(&in);
    clear = *s;
    reset(&clear);
    proof_output("reset", 0, 1, fedx_legal_broken(&clear, 1) != 0);
    proof_assume((most_broken(s) & ~WITHOUT) == 0);
    evaluate(s, &in, &w);
    show_assumptions(s, &w);
    for (unsigned c = 1; c <= FEDX_BUFFERS; c++)
        high[c] = of_class(&s->buffer_pool, c) | given_to_class(&w, c);
    clock_edge(s, &in, &control, &w);
    for (unsigned c = 1; c <= FEDX_BUFFERS; c++)
        gain |= of_class(&s->buffer_pool, c) & ~high[c];
    proof_output("class_gain", 0, 1, gain != 0);
    show_clauses(most_broken(s) & ~WITHOUT);
}

void fedx_grants(void)
{
    struct fedx_switch_regs regs, *s = &regs;
    struct fedx_wires w;

    take_old_wires(&w);
    take_any_registers(s);
    w.available = ANY_MASK("available");
    w.occupied = ANY_MASK("occupied");
    w.want = ANY_MASK("want");
    w.ready = (fedx_buffer_word)any("ready", 0, FEDX_BUFFERS);
    fedx_arbitration_eval(&s->buffer_pool, &w);
    proof_output("grants", 0, 1, !promised_by_arbitration(&w));
}

/* The age order with a buffer moved behind all others. */
static inline void move(fedx_buffer_set *ahead, unsigned buffer)
{
    for (unsigned i = 0; i < FEDX_BUFFERS; i++)
        ahead[i] =
            (fedx_buffer_set)((i == buffer ? fedx_first_buffers(FEDX_BUFFERS) : ahead[i]) & ~fedx_buffer_bit(buffer));
}

static inline void move_of(fedx_buffer_set *ahead, unsigned ports, const uint8_t *buf)
{
    FEDX_FOR_EACH_PORT(p, ports)
    move(ahead, buf[p]);
}

void fedx_moves(void)
{
    struct fedx_switch_regs regs, *s = &regs;
    struct fedx_buffer_pool moved;
    struct fedx_wires w;
    unsigned differ = 0;

    take_old_wires(&w);
    take_any_registers(s);
    take_any_verdicts(&w);
    w.stopped = ANY_MASK("stopped");
    w.expired = ANY_MASK("expired");
    w.ended = w.stopped | w.expired | ANY_MASK("ended");
    proof_assume(assumed_by_buffer_pool(&s->buffer_pool, &s->port_receive, &s->port_transmit, &w));
    moved = s->buffer_pool;
    fedx_buffer_pool_commit(&s->buffer_pool, &s->port_receive, &s->port_transmit, &w);
    move_of(moved.ahead, w.stopped | w.expired, s->port_transmit.buf);
    move_of(moved.ahead, w.admit, w.admit_buf);
    for (unsigned i = 0; i < FEDX_BUFFERS; i++)
        differ |= moved.ahead[i] != s->buffer_pool.ahead[i];
    proof_output("moves", 0, 1, differ);
}

void fedx_order(void)
{
    struct fedx_switch_regs regs, *s = &regs;
    unsigned buffer = (unsigned)any("buffer", 0, FEDX_BUFFER_BITS);

    take_any_registers(s);
    proof_assume((buffer < FEDX_BUFFERS) & (order_broken(&s->buffer_pool) == 0));
    move(s->buffer_pool.ahead, buffer);
    proof_output("legal.age_order", 0, 1, order_broken(&s->buffer_pool) != 0);
}

/* What decisions leave: free buffers that are neither used nor given, and numbers of packets that the class bound
 * allows. */
static inline int fair(const struct court *court, unsigned decided, const struct fedx_wires *w)
{
    return ((court->free & (court->pool->used | ~fedx_first_buffers(FEDX_BUFFERS))) == 0) &
           (court->admitted == w->admit) &
           promised_by_admission(court->admission, decided, court->pool->used | court->free, w);
}

static inline int bounded(const struct fedx_tally *tally)
{
    int holds = 1;

    for (unsigned c = 1; c < FEDX_BUFFERS; c++)
        holds &= tally->at_least[c] + c <= FEDX_BUFFERS;
    return holds;
}

/* One packet more of this class and those below, if it is admitted. */
static inline int counted(const struct fedx_tally *before, const struct fedx_tally *after, unsigned admitted,
                          unsigned level)
{
    int holds = 1;

    for (unsigned c = 1; c < FEDX_BUFFERS; c++)
        holds &= after->at_least[c] == (uint8_t)(before->at_least[c] + (admitted & (level >= c)));
    return holds & (!admitted | (level < FEDX_BUFFERS));
}

void fedx_verdict(void)
{
    struct fedx_switch_regs regs, *s = &regs;
    struct fedx_wires w;
    struct court court;
    struct fedx_tally before, none = {{0}};
    unsigned p = (unsigned)any("port", 0, 3), decided = ANY_MASK("decided");

    take_old_wires(&w);
    take_any_registers(s);
    court = open_court(&s->admission, &s->port_receive, w.choice, &s->buffer_pool, &none, &s->config, FEDX_BUFFERS);
    fedx_admission_rest(&s->admission, &w);
    proof_output("opening", 0, 1, !fair(&court, 0, &w));
    take_any_verdicts(&w);
    for (unsigned c = 0; c < FEDX_BUFFERS; c++)
        court.tally.at_least[c] = (uint8_t)any("at_least", c, 8);
    court.free = (fedx_buffer_word)any("free", 0, FEDX_BUFFERS);
    court.admitted = w.admit;
    court.random = (unsigned)any("random", 0, 16);
    court.reserved = (int)any("reserved", 0, 1);
    before = court.tally;
    proof_assume(fair(&court, decided, &w) & (p < FEDX_PORTS) & !of_port(decided, p));
    decide(&court, p, &w);
    proof_output("verdict", 0, 1, !fair(&court, decided | 1u << p, &w));
    proof_output("class_admit", 0, 1,
                 s->config.class_rule & bounded(&before) &
                     !(bounded(&court.tally) & counted(&before, &court.tally, of_port(w.admit, p), w.choice[p].level)));
}

static inline unsigned size_of(fedx_buffer_word set)
{
    unsigned size = 0;

    for (unsigned b = 0; b < FEDX_BUFFERS; b++)
        size += (unsigned)(set >> b & 1u);
    return size;
}

void fedx_classes(void)
{
    fedx_buffer_word set = (fedx_buffer_word)any("set", 0, FEDX_BUFFERS),
                     part = (fedx_buffer_word)any("part", 0, FEDX_BUFFERS);
    unsigned one_more = (unsigned)any("buffer", 0, FEDX_BUFFER_BITS);

    proof_assume(one_more < FEDX_BUFFERS);
    proof_output("class_part", 0, 1, (part & ~set) == 0 && size_of(part) > size_of(set));
    proof_output("class_more", 0, 1, size_of(set | fedx_buffer_bit(one_more)) > size_of(set) + 1);
}
