/* SPDX-License-Identifier: Apache-2.0
 *
 * Inside the golden model: the wires between mechanisms, and the two phases of
 * each one. Never installed.
 *
 * fedx_<mechanism>_eval    = always @*            wires from registers and pins
 * fedx_<mechanism>_commit  = always @(posedge clk) next registers of that block
 *
 * A commit reads wires, pins, its own registers, and registers of blocks that
 * are committed after it (fedx_switch.c fixes the order), so that it always
 * sees the values of the current cycle.
 */
#ifndef FEDX_SWITCH_INTERNAL_H
#define FEDX_SWITCH_INTERNAL_H

#include <string.h>

#include "fedx/header.h"
#include "fedx/switch.h"
#include "fedx_sets.h"

/** The lowest set bit of a mask, alone. */
static inline unsigned fedx_lowest(unsigned mask)
{
    return mask & (0u - mask);
}

/** The level bytes of pins as one word, from valid on: byte lanes, whatever the byte order. */
static inline uint64_t fedx_pins_levels(const struct fedx_pins *pins)
{
    uint64_t levels;

    memcpy(&levels, &pins->valid, sizeof levels);
    return levels;
}

/** Bit 0 of each level byte. */
#define FEDX_LEVEL_LANES UINT64_C(0x0101010101010101)

/** The levels of one port, in bit 0 of each byte. */
static inline uint64_t fedx_pins_port_levels(const struct fedx_pins *pins, unsigned port)
{
    return fedx_pins_levels(pins) >> port & FEDX_LEVEL_LANES;
}

/** Put level bytes in their place. */
static inline void fedx_pins_set_levels(struct fedx_pins *pins, uint64_t levels)
{
    memcpy(&pins->valid, &levels, sizeof levels);
}

/* Fields of a head word (header bytes 1 to 8, byte 1 highest). */
#define FEDX_HEAD_FLAGS (UINT64_C(0xff) << 40) /* which hops and attempts may change; all others name the packet */
static inline unsigned fedx_head_destination(uint64_t head)
{
    return (unsigned)(head >> 48);
}
static inline unsigned fedx_head_flags(uint64_t head)
{
    return (unsigned)(head >> 40) & 0xff;
}
static inline uint8_t fedx_head_byte(uint64_t head, unsigned number)
{
    return (uint8_t)(head >> 8 * (8 - number));
}

/** The highest set bit of a mask below 256, alone. */
static inline unsigned fedx_highest(unsigned mask)
{
    mask |= mask >> 1;
    mask |= mask >> 2;
    mask |= mask >> 4;
    return mask & ~(mask >> 1);
}

/** What a route entry means for one packet. */
struct fedx_route_choice {
    uint8_t valid;     /**< may be routed at all */
    uint8_t level;     /**< distance class */
    uint8_t allowed;   /**< ports it may leave by */
    uint8_t best;      /**< those on a shortest path */
    uint8_t preferred; /**< one of the best and one of the others, as a mask */
    uint8_t second; /**< the same after a random draw: the best one that follows, upwards and around, and another one */
};

/** Wires between the mechanisms in one cycle; plain words, because masks of words cost least. */
struct fedx_wires {
    unsigned occupied; /**< ports with an attempt under way, in either direction */
    /* ownership */
    unsigned own_now; /**< ports that this switch owns by the levels of this cycle */
    unsigned flip;    /**< ports whose turn is given away at this edge */
    /* port receive */
    unsigned rx_valid;              /**< valid, without the ports that this switch drives itself */
    fedx_buffer_word abort_buffers; /**< buffers whose packet turned out broken */
    /* route */
    struct fedx_route_choice choice[FEDX_PORTS]; /**< what the entry means, for ports in routed or decide */
    unsigned header_want;                        /**< ports that headers still arriving will want */
    /* buffer pool */
    fedx_buffer_word ready; /**< buffers that wait for a port and are not being aborted */
    unsigned want;          /**< ports that they may leave by */
    /* arbitration */
    unsigned grant;                /**< ports that have a packet to start */
    uint8_t grant_buf[FEDX_PORTS]; /**< its buffer */
    /* port transmit */
    unsigned available;            /**< ports that could start, as far as registers tell */
    unsigned accepted_candidate;   /**< accepted, unless the levels say no */
    unsigned passed;               /**< the window for a refusal has just closed */
    unsigned last;                 /**< the last byte of a frame is on the wire */
    unsigned settled;              /**< last cycle of gap */
    unsigned late;                 /**< an acceptance is given up, unless the levels say that it is there */
    unsigned abort;                /**< sending a packet that is being aborted */
    unsigned keep_candidate;       /**< turns to keep after an acceptance (ejection priority) */
    unsigned start;                /**< a frame starts at this edge */
    unsigned accepted;             /**< the awaited acceptance is certain */
    unsigned stopped;              /**< refused, or ownership lost: stop sending */
    unsigned expired;              /**< no acceptance in time */
    unsigned ended;                /**< an attempt ends at this edge, in any way */
    unsigned keep;                 /**< ... and the turn is kept */
    uint8_t next_byte[FEDX_PORTS]; /**< of the ports that are sending */
    /* admission */
    unsigned admit;                   /**< deciding ports whose packet is admitted */
    uint8_t admit_buf[FEDX_PORTS];    /**< its buffer */
    unsigned admit_draw;              /**< ports whose packet drew 1 in random selection */
    uint8_t admit_reason[FEDX_PORTS]; /**< verdict, for deciding ports */
    unsigned throttle_set;            /**< an injection was held back by the limits alone */
    unsigned watch;                   /**< port whose packet found no room: the watched one, or one to be watched */
    unsigned watch_level;             /**< its distance class */
    unsigned random_next;             /**< random register after this cycle's draws */
};

struct fedx_switch {
    struct fedx_switch_regs regs;
    uint8_t store[FEDX_BUFFERS][FEDX_PACKET_BYTES];
    uint32_t table[FEDX_TABLE_SIZE];
    unsigned buffers; /**< a parameter: so many of the FEDX_BUFFERS are used */
    /* Not state of the switch: derived from it, to save work (fedx_switch.c). */
    unsigned cruise;                    /**< cycles in which only bytes move, if the inputs stay as they are */
    uint64_t cruise_levels;             /**< ... these levels */
    struct fedx_control cruise_control; /**< ... and these */
};

/* The mechanisms, in the order of the specification. */
void fedx_port_receive_eval(const struct fedx_port_receive *r, unsigned driving, const struct fedx_pins *in,
                            struct fedx_wires *w);
void fedx_port_receive_commit(struct fedx_port_receive *r, const struct fedx_pins *in, int hold,
                              const struct fedx_wires *w);

/** Ports by which a frame is arriving whose route is known, or whose body. */
static inline unsigned fedx_port_receive_busy(const struct fedx_port_receive *r)
{
    return (unsigned)(r->routed | r->body | r->refusing);
}

void fedx_port_receive_bytes(struct fedx_port_receive *r, const struct fedx_pins *in);
unsigned fedx_port_receive_ahead(const struct fedx_port_receive *r);

void fedx_port_transmit_eval(const struct fedx_port_transmit *t, const struct fedx_ownership *o,
                             const struct fedx_config *c, struct fedx_wires *w);
void fedx_port_transmit_open(const struct fedx_port_transmit *t, const struct fedx_ownership *o, int hold,
                             struct fedx_wires *w);
void fedx_port_transmit_events(const struct fedx_port_transmit *t, const struct fedx_ownership *o,
                               const struct fedx_pins *in, struct fedx_wires *w);
void fedx_port_transmit_commit(struct fedx_port_transmit *t, const struct fedx_pins *in, const struct fedx_wires *w);

/** Ports with an attempt of their own under way, or its gap. */
static inline unsigned fedx_port_transmit_busy(const struct fedx_port_transmit *t)
{
    return (unsigned)(t->sending | t->await | t->gap);
}

/** Cycles from a level that a port changes to what the other end makes of it. docs/spec/fedx.md section 6. */
static inline unsigned fedx_port_transmit_round_trip(const struct fedx_config *c)
{
    return 2u + 2u * c->latency;
}

void fedx_port_transmit_bytes(struct fedx_port_transmit *t, unsigned ports, const struct fedx_wires *w);
unsigned fedx_port_transmit_ahead(const struct fedx_port_transmit *t, const struct fedx_config *c);

void fedx_ownership_eval(const struct fedx_ownership *o, unsigned side, const struct fedx_pins *in,
                         struct fedx_wires *w);
void fedx_ownership_flip(const struct fedx_ownership *o, unsigned busy, int hold, const struct fedx_pins *in,
                         struct fedx_wires *w);
void fedx_ownership_commit(struct fedx_ownership *o, const struct fedx_wires *w);

/** Every port that a packet may leave by is on a shortest path. */
int fedx_buffer_pool_straight(const struct fedx_buffer_pool *b);
void fedx_buffer_pool_eval(const struct fedx_buffer_pool *b, struct fedx_wires *w);
void fedx_buffer_pool_bytes(const struct fedx_buffer_pool *b, const struct fedx_port_transmit *t,
                            const struct fedx_config *c, struct fedx_wires *w);
uint64_t fedx_buffer_pool_head(const struct fedx_buffer_pool *b, int deroute_hops, unsigned buffer, unsigned port);
unsigned fedx_buffer_pool_keep(const struct fedx_buffer_pool *b, const struct fedx_config *c, int overdue,
                               const struct fedx_wires *w);
void fedx_buffer_pool_commit(struct fedx_buffer_pool *b, const struct fedx_port_receive *r,
                             const struct fedx_port_transmit *t, const struct fedx_wires *w);
void fedx_buffer_pool_store(struct fedx_buffer_pool *b, uint8_t store[][FEDX_PACKET_BYTES],
                            const struct fedx_port_receive *r, const struct fedx_port_transmit *t);

/** How many packets a pool holds of each class and above. */
struct fedx_tally {
#if FEDX_BUFFER_VECTORS
    fedx_byte_lanes at_least; /**< [i]: packets of class i or more; [0] all of them */
#else
    uint8_t at_least[FEDX_BUFFERS];
#endif
};

struct fedx_tally fedx_tally_count(const struct fedx_buffer_pool *b);
void fedx_tally_add(struct fedx_tally *tally, unsigned level);
void fedx_tally_remove(struct fedx_tally *tally, unsigned level);
void fedx_admission_eval(const struct fedx_admission *a, const struct fedx_port_receive *r,
                         const struct fedx_buffer_pool *b, const struct fedx_tally *tally, const struct fedx_config *c,
                         unsigned buffers, struct fedx_wires *w);
/* The wires of admission in a cycle without headers to decide on. */
void fedx_admission_rest(const struct fedx_admission *a, struct fedx_wires *w);
void fedx_admission_commit(struct fedx_admission *a, const struct fedx_port_receive *r, const struct fedx_config *c,
                           const struct fedx_pins *in, const struct fedx_wires *w);
void fedx_admission_wait(struct fedx_admission *a, const struct fedx_config *c, uint64_t cycles);
int fedx_admission_overdue(const struct fedx_admission *a, const struct fedx_config *c);
/* Forward-state rule: there is no room for a packet of this class beside those of the tally. */
int fedx_admission_class_full(const struct fedx_tally *tally, unsigned buffers, unsigned level);
/* The bits of a head word in which similar packets agree, 0: there are none (FEDX_BACKPRESSURE_*). */
uint64_t fedx_admission_similar(unsigned backpressure);
/* Whether a packet that waits, by its head word and class, holds a header back. */
int fedx_admission_holds_back(const struct fedx_config *c, uint64_t waiting, unsigned waiting_level, uint64_t head,
                              unsigned level);
/* The watch has lasted too long, or its packet stays away: the next cycle with decisions ends it. */
int fedx_admission_watch_spent(const struct fedx_admission *a, const struct fedx_config *c);

/** One header as admission sees it in its turn: what the verdict was made from. For coverage, not for a step. */
struct fedx_trial {
    unsigned port;
    struct fedx_route_choice choice;
    unsigned reason;         /**< the verdict, FEDX_REJECT_* */
    unsigned fails;          /**< bit FEDX_REJECT_*: tests that it fails, each for itself; the lowest is the verdict */
    unsigned free;           /**< free buffers, one that is kept for the watched packet included */
    struct fedx_tally tally; /**< what is held, with packets admitted before it in the cycle and room that is kept */
    unsigned similar;        /**< packets in the pool that backpressure finds similar */
    int reserved;            /**< room is kept for the watched packet, which this is not */
    int watched;             /**< it is the watched packet */
    int watch_overdue;       /**< a watch is overdue, whoever is watched */
    int over;                /**< a limit of balanced injection is reached, lifted or not */
};

/** The headers of one cycle in the order in which they are served. @return how many */
unsigned fedx_admission_try(const struct fedx_switch_regs *s, unsigned buffers, struct fedx_trial trials[FEDX_PORTS]);

struct fedx_route_choice fedx_route_decode(uint32_t entry, unsigned flags, int deroute_hops);
void fedx_route_eval(const struct fedx_route *route, const struct fedx_port_receive *r, const struct fedx_config *c,
                     struct fedx_wires *w);

/** Of the ports that a packet may leave by those that it does: one on a shortest path is waited for unless all are
 * occupied. */
static inline unsigned fedx_route_open(unsigned allowed, unsigned best, unsigned occupied)
{
    unsigned shortest = best & FEDX_ALL_PORTS;

    return (shortest & ~occupied) ? shortest : allowed;
}

void fedx_route_commit(struct fedx_route *route, uint32_t *table, const struct fedx_port_receive *r,
                       const struct fedx_config *c, int rst);

fedx_buffer_word fedx_arbitration_oldest(const struct fedx_buffer_pool *b, fedx_buffer_word ready, unsigned occupied,
                                         unsigned port);
void fedx_arbitration_eval(const struct fedx_buffer_pool *b, struct fedx_wires *w);

void fedx_config_commit(struct fedx_config *c, const struct fedx_control *control, const struct fedx_port_transmit *t,
                        unsigned random);

uint32_t fedx_config_read(const struct fedx_config *c, const struct fedx_port_transmit *t, unsigned random);

/** All wires of a cycle from the registers and pins of that cycle, as a step works them out. */
void fedx_switch_wires(const struct fedx_switch_regs *s, unsigned buffers, const struct fedx_pins *in,
                       struct fedx_wires *w);

/** What *_ahead returns when no frame is under way. */
#define FEDX_NO_FRAME UINT32_MAX

/** Put every named register in its reset state. */
void fedx_regs_reset(struct fedx_switch_regs *regs);
/**
 * 1 when a step can work with these registers, wherever they come from: all that is an index or a mask is in bounds.
 */
int fedx_regs_usable(const struct fedx_switch_regs *regs);

#endif
