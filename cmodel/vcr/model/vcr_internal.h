/* SPDX-License-Identifier: Apache-2.0
 *
 * What the mechanisms of the router see of each other: its memory, and the wires of one cycle. Not installed.
 *
 * In each cycle all wires are worked out from registers and pins (eval), then all registers change at once (commit).
 * docs/spec/vcr.md section 4 has the order.
 */
#ifndef VCR_INTERNAL_H
#define VCR_INTERNAL_H

#include <string.h>
#if defined(__SSE2__) && !defined(VCR_CONSTANT_LOOPS)
#include <emmintrin.h>
#endif

#include "vcr/router.h"
#include "vcr/terminal.h"

/*
 * For every bit i of a set, of ports or of channels; the set is a constant meanwhile. And so many times, fewer than
 * there are ports. With VCR_CONSTANT_LOOPS the loop bounds are that constant, for tools that unroll: no less than ports
 * or channels of the build, or what it leaves out is said to be unreachable. The meaning is the same.
 */
#ifdef VCR_CONSTANT_LOOPS
static inline unsigned vcr_within(unsigned set)
{
    if (set >> VCR_CONSTANT_LOOPS != 0)
        __builtin_unreachable();
    return set;
}

#define VCR_FOR_EACH(i, set)                                                     \
    for (unsigned set_##i = vcr_within(set), i = 0; i < VCR_CONSTANT_LOOPS; i++) \
        if ((set_##i >> i & 1u) != 0)
#define VCR_TIMES(k, count)                                                                        \
    for (unsigned rest_##k = vcr_within((1u << (count)) - 1u), k = 0; k < VCR_CONSTANT_LOOPS; k++) \
        if ((rest_##k >> k & 1u) != 0)
#else
#define VCR_FOR_EACH(i, set) \
    for (unsigned set_##i = (set), i; set_##i != 0 && (i = (unsigned)__builtin_ctz(set_##i), 1); set_##i &= set_##i - 1)
#define VCR_TIMES(k, count) for (unsigned k = (count); k > 0; k--)
#endif

/*
 * Sets of channels are worked on for several ports at once, those from `first` on: side by side in a word, for four
 * ports of 16 bits each, or where there are no more than eight ports and channels for all of them, of 8 bits each; bits
 * of ports that the build does not have are 0. One loop goes over all lanes of the word: a processor mispredicts its
 * end once, and would mispredict that of a loop of each port.
 */
enum { VCR_SET_WORDS = (VCR_MOST_PORTS + 3) / 4 }; /* words for all ports */

/* A little-endian processor can load such a word, or four bytes as one of 32 bits, from memory as it is. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && !defined(VCR_CONSTANT_LOOPS)
typedef uint16_t vcr_wide_sets __attribute__((vector_size(16)));
typedef uint8_t vcr_narrow_sets __attribute__((vector_size(8)));

static inline int vcr_narrow(const struct vcr_parameters *s)
{
    return s->ports <= 8 && s->vcs <= 8;
}

static inline uint64_t vcr_sets(const struct vcr_parameters *s, const uint16_t *set)
{
    vcr_wide_sets wide;
    vcr_narrow_sets narrow;
    uint64_t sets;

    if (vcr_narrow(s)) {
        memcpy(&wide, set, sizeof wide);
        narrow = __builtin_convertvector(wide, vcr_narrow_sets);
        memcpy(&sets, &narrow, sizeof sets);
    } else {
        memcpy(&sets, set, sizeof sets);
    }
    return sets;
}

static inline void vcr_put_sets(const struct vcr_parameters *s, uint16_t *set, uint64_t sets)
{
    vcr_wide_sets wide;
    vcr_narrow_sets narrow;

    if (vcr_narrow(s)) {
        memcpy(&narrow, &sets, sizeof narrow);
        wide = __builtin_convertvector(narrow, vcr_wide_sets);
        memcpy(set, &wide, sizeof wide);
    } else {
        memcpy(set, &sets, sizeof sets);
    }
}

static inline uint32_t vcr_four_bytes(const uint8_t *byte)
{
    uint32_t four;

    memcpy(&four, byte, sizeof four);
    return four;
}

static inline uint64_t vcr_eight_bytes(const uint8_t *byte)
{
    uint64_t eight;

    memcpy(&eight, byte, sizeof eight);
    return eight;
}
#else
static inline int vcr_narrow(const struct vcr_parameters *s)
{
    (void)s;
    return 0;
}

static inline uint64_t vcr_sets(const struct vcr_parameters *s, const uint16_t *set)
{
    (void)s;
    return set[0] | (uint64_t)set[1] << 16 | (uint64_t)set[2] << 32 | (uint64_t)set[3] << 48;
}

static inline void vcr_put_sets(const struct vcr_parameters *s, uint16_t *set, uint64_t sets)
{
    (void)s;
    for (unsigned k = 0; k < 4; k++)
        set[k] = (uint16_t)(sets >> 16 * k);
}

static inline uint32_t vcr_four_bytes(const uint8_t *byte)
{
    return byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24;
}

static inline uint64_t vcr_eight_bytes(const uint8_t *byte)
{
    return vcr_four_bytes(byte) | (uint64_t)vcr_four_bytes(byte + 4) << 32;
}
#endif

/* Bits of a port in a word, a power of two: a division by what is known at run time alone takes long. */
static inline unsigned vcr_set_log(const struct vcr_parameters *s)
{
    return vcr_narrow(s) ? 3 : 4;
}

static inline unsigned vcr_set_bits(const struct vcr_parameters *s)
{
    return 1u << vcr_set_log(s);
}

/* Ports of a word, and which word has a port. */
static inline unsigned vcr_together(const struct vcr_parameters *s)
{
    return 64u >> vcr_set_log(s);
}

static inline unsigned vcr_word_of(const struct vcr_parameters *s, unsigned p)
{
    return p << vcr_set_log(s) >> 6;
}

/* The set of a port as its part of the word that it is in. */
static inline uint64_t vcr_part(const struct vcr_parameters *s, unsigned p, unsigned set)
{
    return (uint64_t)set << (p << vcr_set_log(s) & 63u);
}

/* The lowest channel of each port of a word. */
static inline uint64_t vcr_lowest(const struct vcr_parameters *s)
{
    return vcr_narrow(s) ? UINT64_C(0x0101010101010101) : UINT64_C(0x0001000100010001);
}

/* Of each port of a word whose set has a channel, the highest bit. */
static inline uint64_t vcr_not_empty(const struct vcr_parameters *s, uint64_t sets)
{
    uint64_t highest = vcr_lowest(s) << (vcr_set_bits(s) - 1);

    return (((sets & ~highest) + ~highest) | sets) & highest;
}

/* All bits of the ports of a word whose sets have two channels or more. */
static inline uint64_t vcr_several(const struct vcr_parameters *s, uint64_t sets)
{
    unsigned top = vcr_set_bits(s) - 1;
    uint64_t highest = vcr_lowest(s) << top;
    uint64_t but_lowest = sets & (((sets | highest) - vcr_lowest(s)) ^ (~sets & highest));

    return (vcr_not_empty(s, but_lowest) >> top) * ((2u << top) - 1u);
}

/* Where such a loop stands: bits of the word that are left, the one that it is at, its port and channel. */
struct vcr_at {
    uint64_t left;
    unsigned bit, p, v;
};

static inline int vcr_at_bit(const struct vcr_parameters *s, struct vcr_at *at, unsigned first)
{
    at->p = first + (at->bit >> vcr_set_log(s));
    at->v = at->bit & (vcr_set_bits(s) - 1u);
    return 1;
}

/* For every lane of these sets, at.p and at.v, of build s; they are constant meanwhile. */
#ifdef VCR_CONSTANT_LOOPS
static inline int vcr_at_lane(const struct vcr_parameters *s, struct vcr_at *at, unsigned first)
{
    vcr_at_bit(s, at, first);
    if ((at->left >> at->bit & 1u) == 0)
        return 0;
    if (at->p >= s->ports || at->v >= s->vcs)
        __builtin_unreachable();
    return 1;
}

#define VCR_FOR_EACH_LANE(at, s, first, sets)                        \
    for (struct vcr_at at = {.left = (sets)}; at.bit < 64; at.bit++) \
        if (vcr_at_lane(s, &at, first))
#else
static inline int vcr_at_lane(const struct vcr_parameters *s, struct vcr_at *at, unsigned first)
{
    if (at->left == 0)
        return 0;
    at->bit = (unsigned)__builtin_ctzll(at->left);
    return vcr_at_bit(s, at, first);
}

#define VCR_FOR_EACH_LANE(at, s, first, sets) \
    for (struct vcr_at at = {.left = (sets)}; vcr_at_lane(s, &at, first); at.left &= at.left - 1)
#endif

struct vcr_router {
    struct vcr_parameters parameters;
    struct vcr_regs regs;
    /* Flits of all lanes, slot after slot; beside each what is kept with it; then the route table: vcr_memory_*. */
    uint64_t memory[];
};

/* A step of a router whose parameters is this one: where the compiler knows it, the whole router is compiled for it. */
void vcr_router_cycle(const struct vcr_parameters *s, struct vcr_router *router, const struct vcr_pins *in,
                      const struct vcr_control *control);
/* The same, in less time where there is nothing to do. */
void vcr_router_advance(const struct vcr_parameters *s, struct vcr_router *router, const struct vcr_pins *in,
                        const struct vcr_control *control);
/* Its two halves, for those who look at the wires in between: they are in struct vcr_wires below. Registers, flits and
   table of the router are read by the first one, and change by the second. */
struct vcr_wires;
void vcr_router_eval(const struct vcr_parameters *s, struct vcr_router *router, const struct vcr_pins *in,
                     struct vcr_wires *w);
void vcr_router_commit(const struct vcr_parameters *s, struct vcr_router *router, const struct vcr_pins *in,
                       const struct vcr_control *control, const struct vcr_wires *w);

/* The pins that it shows, likewise. */
void vcr_router_show(const struct vcr_parameters *s, const struct vcr_router *router, struct vcr_pins *out);
/* The table's entry of a destination, which is below table_size. */
uint32_t vcr_router_entry(const struct vcr_router *router, unsigned destination);
/* Flit number k of those in a lane, from the front: is it a head? @param[out] head  its first word */
int vcr_router_held(const struct vcr_router *router, unsigned lane, unsigned k, uint64_t *head);

/* What is kept with a flit. */
enum { VCR_SLOT_ROUTE = (1 << VCR_ROUTE_BITS) - 1, VCR_SLOT_HEAD = 1 << 30 };
#define VCR_SLOT_TAIL (1u << 31)

/* The parts of a route: VCR_ROUTE_BITS. */
static inline unsigned vcr_route_best(uint32_t route)
{
    return route & 0xfffu;
}

static inline unsigned vcr_route_preferred(uint32_t route)
{
    return route >> 12 & 15u;
}

static inline unsigned vcr_route_escape(uint32_t route)
{
    return route >> 16 & 15u;
}

/* Of the escape channel: 1 when the rest of the way in this dimension crosses no wrap. */
static inline unsigned vcr_route_class(uint32_t route)
{
    return route >> 20 & 1u;
}

/*
 * The wires of one cycle: sets of ports are masks, sets of channels one mask a port. Where a comment says of which
 * lanes a value is, the others are not written.
 */
struct vcr_wires {
    /* Route: what comes in this cycle, behind the stage if there is one */
    uint16_t arrive, arrive_head, arrive_tail;
    uint8_t arrive_vc[VCR_MOST_PORTS];
    uint32_t arrive_route[VCR_MOST_PORTS]; /* of heads */
    uint64_t arrive_flit[VCR_MOST_FLIT_WORDS];

    /* Input */
    uint16_t accept[VCR_MOST_PORTS];     /* the channel that takes it */
    uint16_t request[VCR_MOST_PORTS];    /* with a head that has a route */
    uint16_t going[VCR_MOST_PORTS];      /* active, with a flit */
    uint16_t synth[VCR_MOST_PORTS];      /* of those: a tail that never came */
    uint16_t dropping[VCR_MOST_PORTS];   /* with a flit that goes nowhere */
    uint16_t front_head[VCR_MOST_PORTS]; /* of request and going */
    uint16_t front_tail[VCR_MOST_PORTS];
    uint32_t front_route[VCR_MOST_LANES]; /* of request */
    uint64_t front_flit[VCR_MOST_LANES * VCR_MOST_WORDS];

    /* Output */
    uint8_t credits_now[VCR_MOST_LANES];
    uint16_t free[VCR_MOST_PORTS];     /* channels that a head may take */
    uint16_t sendable[VCR_MOST_PORTS]; /* channels with a credit */
    uint16_t rise, fall;               /* links that come up, go down */

    /* Select: the request of a lane */
    uint16_t want[VCR_MOST_PORTS];
    uint16_t deflect[VCR_MOST_PORTS]; /* that takes one of its deflections */
    uint16_t commit[VCR_MOST_PORTS];  /* commits, unless it is granted */
    uint8_t want_port[VCR_MOST_LANES];
    uint16_t want_vcs[VCR_MOST_LANES]; /* of which one will do */
    uint8_t choice[VCR_MOST_LANES];    /* ... to this port */

    /* Allocate */
    uint16_t grant[VCR_MOST_PORTS]; /* channels of inputs that send */
    uint16_t out_grant;             /* outputs that do */
    uint16_t first_out;             /* ... by the first iteration */
    uint8_t out_lane[VCR_MOST_PORTS], out_vc[VCR_MOST_PORTS];

    /* Configuration: what is read */
    uint32_t rdata;
};

/* Flit: docs/spec/vcr.md section 3. */
static inline unsigned vcr_flit_destination(uint64_t head)
{
    return (unsigned)(head >> VCR_HEAD_DESTINATION) & 0xffffu;
}

static inline unsigned vcr_flit_adaptive(uint64_t head)
{
    return (unsigned)(head >> VCR_HEAD_ADAPTIVE) & 1u;
}

static inline unsigned vcr_flit_deflections(uint64_t head)
{
    return (unsigned)(head >> VCR_HEAD_DEFLECTIONS) & 7u;
}

static inline unsigned vcr_flit_class(uint64_t head)
{
    return (unsigned)(head >> VCR_HEAD_CLASS) & 3u;
}

static inline unsigned vcr_flit_via(uint64_t head)
{
    return (unsigned)(head >> VCR_HEAD_VIA) & 1u;
}

/* A call of memcpy takes longer where the number of words is known at run time alone. */
static inline void vcr_copy_flit(const struct vcr_parameters *s, uint64_t *to, const uint64_t *from)
{
    for (unsigned k = 0; k < s->words; k++)
        to[k] = from[k];
}

uint64_t vcr_flit_deflected(uint64_t head);
uint64_t vcr_flit_turned(uint64_t head);
uint64_t vcr_flit_aimed(const struct vcr_parameters *s, uint64_t head);

/* Route. */
/* The first word of a flit as it comes in: the head of a packet for which this is the intermediate router turns. */
uint64_t vcr_route_come(const struct vcr_parameters *s, const struct vcr_config *c, unsigned head, uint64_t word);
uint32_t vcr_route_logic(const struct vcr_config *c, unsigned port, uint64_t head);
uint32_t vcr_route_draw(const struct vcr_config *c, unsigned ports, uint32_t entry, unsigned prefer, unsigned draw);
/* The route of a head that comes on a port in this cycle. */
uint32_t vcr_route_of(const struct vcr_parameters *s, const struct vcr_route *r, const struct vcr_config *c,
                      unsigned port, uint64_t head);
/* The random register of the next cycle. */
uint64_t vcr_route_random(uint64_t random);
void vcr_route_eval(const struct vcr_parameters *s, const struct vcr_route *r, const struct vcr_config *c,
                    const struct vcr_pins *in, struct vcr_wires *w);
void vcr_route_commit(const struct vcr_parameters *s, struct vcr_route *r, const struct vcr_config *c, uint32_t *table,
                      const struct vcr_pins *in);

/* Eight random bits of this cycle, others for each rotation by 0 to 63. */
static inline unsigned vcr_route_bits(const struct vcr_route *r, unsigned rotate)
{
    return (unsigned)(r->random >> rotate | r->random << ((64 - rotate) & 63)) & 0xffu;
}

/* One of a set's members by random bits, lowest first. @param members  not empty */
unsigned vcr_route_pick(unsigned members, unsigned draw);

/* Input. */
void vcr_input_eval(const struct vcr_parameters *s, const struct vcr_input *i, const uint64_t *flits,
                    const uint32_t *kept, struct vcr_wires *w);
void vcr_input_commit(const struct vcr_parameters *s, struct vcr_input *i, const struct vcr_config *c, uint64_t *flits,
                      uint32_t *kept, const struct vcr_wires *w);

/* Select. */
void vcr_select_eval(const struct vcr_parameters *s, const struct vcr_input *i, const struct vcr_output *o,
                     const struct vcr_config *c, const struct vcr_route *r, struct vcr_wires *w);

/* Output. */
void vcr_output_eval(const struct vcr_parameters *s, const struct vcr_output *o, const struct vcr_config *c,
                     const struct vcr_pins *in, struct vcr_wires *w);
void vcr_output_commit(const struct vcr_parameters *s, struct vcr_output *o, const struct vcr_config *c,
                       const struct vcr_pins *in, const struct vcr_wires *w);

/* Allocate. */
void vcr_allocate_eval(const struct vcr_parameters *s, const struct vcr_allocate *a, const struct vcr_input *i,
                       const struct vcr_config *c, struct vcr_wires *w);
void vcr_allocate_commit(const struct vcr_parameters *s, struct vcr_allocate *a, const struct vcr_config *c,
                         const struct vcr_wires *w);

/* Crossbar. */
void vcr_crossbar_commit(const struct vcr_parameters *s, struct vcr_crossbar *x, const struct vcr_wires *w);

/* SAT. */
void vcr_sat_switch_commit(const struct vcr_parameters *s, struct vcr_sat_switch *t, const struct vcr_config *c,
                           const struct vcr_pins *in);

/* Configuration. */
void vcr_config_eval(const struct vcr_parameters *s, const struct vcr_regs *r, struct vcr_wires *w);
void vcr_config_commit(const struct vcr_parameters *s, struct vcr_config *c, const struct vcr_control *control,
                       const struct vcr_wires *w);

/* Terminal: its memory, and the wires of one cycle. */
struct vcr_terminal_unit {
    struct vcr_terminal_parameters parameters;
    struct vcr_terminal_regs regs;
    uint64_t packet[]; /* slot after slot */
};

enum { VCR_NO_PORT = VCR_MOST_LOCAL };

struct vcr_terminal_wires {
    /* SAT gate */
    unsigned open;  /* a packet may pass */
    unsigned begin; /* the first token is made */

    /* Inject: sets of ports are masks, channels one mask a port */
    unsigned put;        /* a packet is taken in */
    unsigned pass;       /* one passes the gate */
    uint16_t rise, fall; /* links that come up, go down */
    uint8_t credits_now[VCR_MOST_LANES];
    unsigned start_port, start_vc; /* where a packet begins; VCR_NO_PORT: nowhere */
    uint16_t going;                /* ports that send a flit */
    uint16_t last;                 /* ... a tail */

    uint32_t rdata;
};

/* As vcr_router_cycle: a step of a terminal whose parameters is this one. */
void vcr_terminal_cycle(const struct vcr_terminal_parameters *s, struct vcr_terminal_unit *terminal,
                        const struct vcr_pins *in, const struct vcr_terminal_control *control);
/* The same, in less time where there is nothing to send. */
void vcr_terminal_advance(const struct vcr_terminal_parameters *s, struct vcr_terminal_unit *terminal,
                          const struct vcr_pins *in, const struct vcr_terminal_control *control);
/* The pins that it shows, likewise. */
void vcr_terminal_show(const struct vcr_terminal_parameters *s, const struct vcr_terminal_unit *terminal,
                       struct vcr_pins *out);

/* Inject. */
void vcr_inject_eval(const struct vcr_terminal_parameters *s, const struct vcr_inject *j, const struct vcr_terminal *t,
                     const struct vcr_pins *in, unsigned put, struct vcr_terminal_wires *w);
void vcr_inject_commit(const struct vcr_terminal_parameters *s, struct vcr_inject *j, uint64_t *packets,
                       const struct vcr_pins *in, const struct vcr_terminal_control *control,
                       const struct vcr_terminal_wires *w);

/* SAT gate. */
void vcr_sat_gate_eval(const struct vcr_sat_gate *g, const struct vcr_inject *j, const struct vcr_terminal *t,
                       struct vcr_terminal_wires *w);
void vcr_sat_gate_commit(struct vcr_sat_gate *g, const struct vcr_inject *j, const struct vcr_terminal *t,
                         const struct vcr_pins *in, const struct vcr_terminal_wires *w);

/* SAT watch. */
void vcr_sat_watch_commit(struct vcr_sat_watch *k, const struct vcr_sat_gate *g, const struct vcr_terminal *t,
                          const struct vcr_pins *in);

/*
 * Which of a port's channels hold at least so many, a byte each: four or eight at a time, since a byte of up to 127
 * with its highest bit set lends nothing to the next one; or 16 where a processor compares as many. @param least  1 to
 * 127
 */
static inline unsigned vcr_four_at_least(const uint8_t *held, unsigned least)
{
    uint32_t enough = ((vcr_four_bytes(held) | 0x80808080u) - least * 0x01010101u) & 0x80808080u;

    return ((enough >> 7) * 0x00204081u) >> 21 & 15u;
}

static inline unsigned vcr_eight_at_least(const uint8_t *held, unsigned least)
{
    uint64_t highest = UINT64_C(0x8080808080808080);
    uint64_t enough = ((vcr_eight_bytes(held) | highest) - least * UINT64_C(0x0101010101010101)) & highest;

    return (unsigned)((enough >> 7) * UINT64_C(0x0102040810204080) >> 56);
}

#if defined(__SSE2__) && !defined(VCR_CONSTANT_LOOPS)
static inline unsigned vcr_sixteen_at_least(const uint8_t *held, unsigned least)
{
    __m128i all = _mm_loadu_si128((const __m128i *)(const void *)held);

    return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(all, _mm_set1_epi8((char)least)), all));
}
#else
static inline unsigned vcr_sixteen_at_least(const uint8_t *held, unsigned least)
{
    return vcr_eight_at_least(held, least) | vcr_eight_at_least(held + 8, least) << 8;
}
#endif

static inline unsigned vcr_at_least(const uint8_t *held, unsigned vcs, unsigned least)
{
    unsigned set = 0, v = 0;

    for (; v + 16 <= vcs; v += 16)
        set |= vcr_sixteen_at_least(held + v, least) << v;
    for (; v + 8 <= vcs; v += 8)
        set |= vcr_eight_at_least(held + v, least) << v;
    for (; v + 4 <= vcs; v += 4)
        set |= vcr_four_at_least(held + v, least) << v;
    for (; v < vcs; v++)
        set |= (unsigned)(held[v] >= least) << v;
    return set;
}

/* Four bits of each of eight ports, as sets in a word. */
static inline uint64_t vcr_fours(uint64_t bits)
{
    bits = (bits | bits << 16) & UINT64_C(0x0000ffff0000ffff);
    bits = (bits | bits << 8) & UINT64_C(0x00ff00ff00ff00ff);
    return (bits | bits << 4) & UINT64_C(0x0f0f0f0f0f0f0f0f);
}

/* Routers of four channels a port, whose lanes are next to each other in fours. */
static inline int vcr_all_fours(const struct vcr_parameters *s)
{
    return vcr_narrow(s) && s->vcs == 4;
}

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && !defined(VCR_CONSTANT_LOOPS)
typedef uint64_t vcr_eight_words __attribute__((vector_size(64)));
typedef uint16_t vcr_counters __attribute__((vector_size(64)));

/* All bits of a counter for each of the lanes in these sets. */
static inline void vcr_counters_of(uint64_t sets, vcr_counters *all)
{
    const vcr_counters channel = {1, 2, 4, 8, 1, 2, 4, 8, 1, 2, 4, 8, 1, 2, 4, 8,
                                  1, 2, 4, 8, 1, 2, 4, 8, 1, 2, 4, 8, 1, 2, 4, 8};
    vcr_narrow_sets narrow;
    vcr_eight_words words;

    memcpy(&narrow, &sets, sizeof narrow);
    words = __builtin_convertvector(narrow, vcr_eight_words);
    words |= words << 16;
    words |= words << 32;
    *all = (vcr_counters)(((vcr_counters)words & channel) != 0);
}

/* As vcr_count, for all lanes of a router of fours at once. @return whether it is one */
static inline int vcr_count_fours(const struct vcr_parameters *s, uint16_t *counter, uint64_t up, uint64_t ends)
{
    vcr_counters all, counts, begins;

    if (!vcr_all_fours(s))
        return 0;
    vcr_counters_of(up, &counts);
    vcr_counters_of(up & ends, &begins);
    memcpy(&all, counter, sizeof all);
    all = (all - (counts & (vcr_counters)(all != 0xffff))) & ~begins;
    memcpy(counter, &all, sizeof all);
    return 1;
}
#else
static inline int vcr_count_fours(const struct vcr_parameters *s, uint16_t *counter, uint64_t up, uint64_t ends)
{
    (void)s;
    (void)counter;
    (void)up;
    (void)ends;
    return 0;
}
#endif

/* Counters of these lanes, one a lane of the router, count up to 0xffff, or begin again where their packet ends. */
static inline void vcr_count(const struct vcr_parameters *s, uint16_t *counter, unsigned first, uint64_t up,
                             uint64_t ends)
{
    if (vcr_count_fours(s, counter, up, ends))
        return;
    VCR_FOR_EACH_LANE(at, s, first, up)
    {
        uint16_t *count = &counter[at.p * s->vcs + at.v];
        *count = ends >> at.bit & 1u ? 0 : (uint16_t)(*count + (*count != 0xffff));
    }
}

/* All channels of the ports of a word, as far as there are these ports. */
static inline uint64_t vcr_all_lanes(const struct vcr_parameters *s, unsigned first)
{
    unsigned together = vcr_together(s), ports = s->ports - first < together ? s->ports - first : together;

    return vcr_lowest(s) * ((1u << s->vcs) - 1u) & UINT64_MAX >> vcr_set_bits(s) * (together - ports);
}

/* A mask of the ports of a build, of its channels. */
static inline unsigned vcr_all_ports(const struct vcr_parameters *s)
{
    return (1u << s->ports) - 1u;
}

static inline unsigned vcr_all_vcs(const struct vcr_parameters *s)
{
    return (1u << s->vcs) - 1u;
}

#endif
