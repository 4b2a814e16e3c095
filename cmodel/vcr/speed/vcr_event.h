/* SPDX-License-Identifier: Apache-2.0
 *
 * Inside the event engine: virtual-channel routers and endpoints without flits.
 *
 * With virtual cut-through, links that stay with a packet (or one channel a port), and speedup, a packet whose head is
 * granted in cycle g sends a flit in every cycle: it has a link, there is room for all its flits, and they come as fast
 * as they leave, since the same holds where they come from. So with n flits, L stages of a cable and K of its credits
 * (less than n), and S of the route (0 or 1)
 *
 *   g + 1 .. g + n          its flits are on the wire
 *   g + 1 + L + S           its head may go on from the next router
 *   g + n                   its channel, its output and the output's channel are free again
 *   g + 1 + K .. g + n + K  a credit for each flit is on the cable where the sender before sees it, and counts
 *
 * and the credits of any cycle follow from when the last packets began. What is decided - where a head goes, and who is
 * first - is decided by the golden model's own route and its rules for one head (cmodel/vcr/model/vcr_choice.h), in the
 * cycles in which a head may be granted: one has come, a link or a channel is free again, or the last look left
 * something that may turn out otherwise by itself. Looking once too often changes nothing.
 *
 * A terminal that queues packets changes when one is put in, passes the gate, begins or ends, or the SAT token comes or
 * goes. The token goes from router to router in events of its own, by the model's own switch and gate.
 */
#ifndef VCR_EVENT_H
#define VCR_EVENT_H

#include "../../base/memory.h"
#include "../../engine/lp_group.h"
#include "../../engine/wheel.h"
#include "../../fabric/fabric_internal.h"
#include "../kind/vcr_kind.h"
#include "../kind/vcr_packet.h"
#include "../kind/vcr_port.h"
#include "../kind/vcr_settings.h"
#include "../kind/vcr_via.h"
#include "../model/vcr_choice.h"

/** Kinds of marks on the wheel: a router, an endpoint; a token on the wire to one. */
enum vcr_mark { VCR_MARK_ROUTER, VCR_MARK_ENDPOINT, VCR_MARK_TOKEN_ROUTER, VCR_MARK_TOKEN_ENDPOINT };

/** Packets whose heads are on a cable: they follow each other in as many cycles as they have flits, more than the cable
 * has stages. */
enum { VCR_EVENT_COMING = 2 };

/** A packet on a cable or in a channel. */
struct vcr_event_packet {
    uint64_t head;
    uint32_t at;         /**< low part of the cycle in which its head comes, behind the route stage */
    uint32_t route : 24; /**< once it has come to a router */
    uint32_t vc : 8;     /**< on a cable: its channel */
};

/**
 * A channel of a cable, as its sender sees it. Cycles are kept as their low 16 bits: those of a channel that is not in
 * `moving` of its cable are not used, and one that is gets looked at, and may leave it, before they could be mistaken
 * for others.
 */
struct vcr_event_channel {
    uint16_t sent;    /**< cycle in which the head of its last packet was granted */
    uint16_t back[2]; /**< ... of the last two that left the far end, there; the later one first */
    uint16_t room;    /**< credits when all that has begun is over */
    uint16_t free_at; /**< cycle from which it is free; of those in vcr_event_router.later */
};

/** Cycles after which whatever has begun on a channel is over: more than that takes. And those after which all channels
 * of a sender are looked at, whatever has begun there. */
enum { VCR_EVENT_OVER = 128, VCR_EVENT_LOOK = 4096 };
_Static_assert((int)VCR_EVENT_OVER > (int)VCR_MOST_LENGTH + CABLE_MOST_LATENCY + 2,
               "a packet, and the way of its credits");
_Static_assert(VCR_EVENT_LOOK + 2 * VCR_EVENT_OVER <= INT16_MAX, "low parts of cycles that are used are not mistaken");

/** A cable: who is at its ends, routers or endpoints; and what is on it. */
struct vcr_event_cable {
    /* What it is */
    uint32_t linked; /**< first cycle in which the sender has credits; UINT32_MAX: never */
    uint32_t sender, reader;
    uint8_t sender_port, reader_port;
    uint8_t from_endpoint : 1;
    uint8_t far : 1; /**< its ends are in different parts of several (vcr_event_parts.h) */
    uint8_t to_endpoint;
    uint8_t latency;        /**< of all that its sender sends: stages */
    uint8_t credit_latency; /**< ... of credits, which come back to it */
    /* What is on it: of the reader what is coming, the rest of the sender */
    uint8_t first, count; /**< of those coming */
    uint16_t moving;      /**< channels whose credits or owners change, or have changed since they were looked at */
    uint64_t until;       /**< cycle from which the sender may begin another packet */
    struct vcr_event_packet coming[VCR_EVENT_COMING];
};

/** Packets of a router's channel whose tails have not left: vcr_event_queued. */
struct vcr_event_lane {
    uint32_t front;           /**< low part of the cycle since which the head of the first one could go */
    struct vcr_head head;     /**< ... and what it is decided from; its port is the register commit_port */
    uint8_t first, count;     /**< of a ring of vcr_event_engine.slots */
    uint8_t out_port, out_vc; /**< as the registers of these names */
};

/**
 * What decisions are made from. A cycle touches a little of every router, so that most of it is not in the processor's
 * nearest cache: what is needed at a time is in one cache line.
 */
struct vcr_event_router {
    /* In each step, and by who sends to it */
    _Alignas(MEMORY_CACHE_LINE) uint16_t until[VCR_MOST_PORTS]; /**< low parts of cycles: of outputs that send, as in
                                                                     the cable */
    uint16_t at[VCR_MOST_PORTS]; /**< of inputs with heads on their cables, when the next one comes */
    uint16_t sending;            /**< outputs by which packets leave */
    uint16_t coming;             /**< inputs with heads on their cables */
    uint16_t waiting;            /**< inputs with heads that have no output */
    uint16_t hold;               /**< the register of this name */
    uint64_t hope; /**< cycle in which a head may be granted though nothing else happens; UINT64_MAX: none may */
    /* In each step, and by who gives credits back */
    uint16_t next[VCR_MOST_PORTS];  /**< of outputs in `changing`, no later than the first of those is free */
    uint16_t later[VCR_MOST_PORTS]; /**< ... these channels */
    uint16_t changing;              /**< outputs with channels that are free from known cycles on */
    uint16_t zero;                  /**< no padding is left, here and below, since these are archived whole */
    uint32_t looked;                /**< low part of the cycle in which all channels were looked at */
    uint64_t over;                  /**< cycle in which all that has begun at its outputs is over */
    /* When heads wait */
    uint16_t free[VCR_MOST_PORTS];    /**< channels that a head may take, as of when they were looked at */
    uint16_t request[VCR_MOST_PORTS]; /**< channels with heads that have no output */
    /* Outputs by what is free there of the channels as of when they were looked at: any, one of last resort, none of
     * some class; one of vcr_event_engine.mask. */
    uint16_t open, escape, full, room[VCR_CLASSES];
    uint16_t asked; /**< outputs that heads have committed to */
    /* When heads come, and packets end */
    uint16_t active[VCR_MOST_PORTS]; /**< the register of this name */
    uint16_t queued[VCR_MOST_PORTS]; /**< channels with packets */
    uint8_t from[VCR_MOST_PORTS];    /**< of outputs that send, the lane */
    uint16_t ends;                   /**< ports that lead to endpoints */
    uint16_t zero_too;
    /* When heads are granted */
    uint16_t committed[VCR_MOST_PORTS]; /**< the registers of these names */
    struct vcr_allocate allocate;
    uint16_t wanted, compared; /**< ports that heads that wait choose from, no less; ... if they have several */
    uint8_t zeros[4];
    uint64_t random; /**< the random register */
    struct vcr_config config;
    uint8_t more_zeros[4];
    uint64_t random_at;                            /**< the cycle that the random register is of */
    uint16_t asks[VCR_MOST_PORTS][VCR_MOST_PORTS]; /**< [output][input] channels that have committed to the output */
    uint8_t last_zeros[56];                        /**< to the end of its line */
};
_Static_assert(VCR_MOST_LANES <= UINT8_MAX && offsetof(struct vcr_event_router, next) == MEMORY_CACHE_LINE &&
                   offsetof(struct vcr_event_router, free) == 2 * MEMORY_CACHE_LINE &&
                   offsetof(struct vcr_event_router, active) == 3 * MEMORY_CACHE_LINE &&
                   offsetof(struct vcr_event_router, committed) == 4 * MEMORY_CACHE_LINE &&
                   offsetof(struct vcr_event_router, config) == 5 * MEMORY_CACHE_LINE,
               "lines as said");

/**
 * Credits of a router's outputs in this cycle and the next ones: cycles since the last packet of a channel began, and
 * since the last two left the far end as far as their credits show it; and what a channel has once that is over, less
 * one packet.
 */
struct vcr_event_levels {
    int sent[VCR_MOST_LANES], back[2][VCR_MOST_LANES], rest[VCR_MOST_LANES];
};

/** Numbers that a port can have in a route. */
enum { VCR_EVENT_BIDS = 16 };

/** Registers and wires of the router that decides: what the model's functions read and write. Nothing of it lasts. */
struct vcr_event_desk {
    struct vcr_route route;
    struct vcr_wires w;
    struct vcr_event_levels levels;
    struct vcr_offer offer[VCR_CLASSES]; /**< for each of vcr_event_engine.mask */
    unsigned best[VCR_EVENT_BIDS];       /**< of outputs, the highest bid of a lane; of others none */
    /* Of a terminal; its settings last. */
    struct vcr_inject inject;
    struct vcr_terminal terminal;
    struct vcr_pins pins;
};

/** What an endpoint sends and receives by: a cache line. */
struct vcr_event_terminal {
    _Alignas(MEMORY_CACHE_LINE) uint64_t alarm; /**< cycle in which the source is looked at next */
    uint64_t accepted;                          /**< cycle in which the last head that left is on its cable */
    uint64_t prepared; /**< cycle in which the overhead of the attempt under way is over, and its head leaves */
    uint64_t head;     /**< ... its head flit */
    uint8_t preparing; /**< these hold something */
    uint8_t stopped;   /**< endpoint.stopped when last looked at */
    uint8_t moves;     /**< cables that it sends by with channels that move */
    uint8_t coming;    /**< cables that it hears with packets on them */
    uint16_t at[KIND_MOST_CABLES];   /**< ... low part of the cycle in which the next head or tail comes */
    uint16_t free[KIND_MOST_CABLES]; /**< channels with room for a packet, as of when they were looked at */
    uint32_t looked;                 /**< as of a router */
    uint64_t over;                   /**< ... too */
};
_Static_assert(sizeof(struct vcr_event_terminal) == MEMORY_CACHE_LINE, "no padding");

/** A terminal that queues packets: registers of these names (docs/spec/vcr.md sections 15 and 16), and the heads in its
 * slots. */
struct vcr_event_queue {
    uint64_t looked; /**< cycle in which it was looked at last */
    uint16_t used, sending;
    uint8_t buffered, queued, write, read, room;
    uint8_t slot[KIND_MOST_CABLES];
    uint8_t zero;
    struct vcr_sat_gate gate;
    uint8_t zero_too[4];
    struct vcr_tokens tokens;
    uint64_t head[VCR_TERMINAL_BUFFER + VCR_TERMINAL_QUEUE];
};

/** The token at a router. */
struct vcr_event_token {
    struct vcr_sat_switch regs;
    uint16_t coming;             /**< ports with one on their cables */
    uint16_t at[VCR_MOST_PORTS]; /**< ... low part of the cycle in which it is there */
    uint64_t of;                 /**< cycle that regs.sat is of; in others there is none */
};

/** What happened at an endpoint in a cycle. */
struct vcr_event_report {
    unsigned endpoint, what;
};

struct vcr_event_engine;

/** A cycle of a router, and of an endpoint: ENDPOINT_*. Compiled for each configuration. */
struct vcr_event_configuration {
    const struct router_kind *kind;
    const struct vcr_parameters *parameters;
    void (*router)(struct vcr_event_engine *e, unsigned router, uint64_t now);
    unsigned (*endpoint)(struct vcr_event_engine *e, unsigned endpoint, uint64_t now);
};

/** Words of the wheel, without the last one. */
struct vcr_event_words {
    size_t first, last;
};

/** All of a fabric, or what one thread of several sees of it: routers, cables and the wheel are the same to all. */
struct vcr_event_engine {
    struct fabric *fabric;
    struct event_part *part; /**< of one thread of several (engine/lp_group.h); NULL: all is one part */
    struct vcr_event_words own_routers, own_endpoints; /**< that are stepped here */
    const struct vcr_event_configuration *configuration;
    unsigned routers, endpoints, cables;
    unsigned ways; /**< cables of an endpoint, each way */
    uint8_t flits; /**< of a packet */
    uint8_t slots; /**< packets that a channel can have flits of */
    unsigned row;  /**< ... an input, and more if that is an even number of cache lines: all would be in a few sets of
                        the cache */
    uint8_t alloc_credits, link_hold;
    uint8_t rest;     /**< credits of a packet that come after those with which a channel has alloc_credits of them */
    uint8_t draws;    /**< selection uses random bits */
    uint8_t counts;   /**< selection uses credits */
    uint8_t redraws;  /**< no class commits; heads choose anew in every cycle */
    uint8_t compares; /**< classes whose heads choose the port with most credits, idle or not */
    uint8_t queues;   /**< terminals queue packets, or have SAT gates */
    uint16_t escapes; /**< channels of any class that are the last resort */
    unsigned masks;   /**< of channels, of classes that differ */
    uint16_t mask[VCR_CLASSES];
    uint8_t mask_of[VCR_CLASSES]; /**< the number of a class's one */
    uint64_t state;               /**< the cycle that registers are of: what happens in it has not */
    uint64_t awake;               /**< cycle in which all links are up */
    uint32_t *table;              /**< [router][endpoint] route entries; NULL: from coordinates */
    uint32_t *offset;             /**< routes of a mesh or torus: vcr_event_offset; NULL: other topologies */
    struct vcr_event_router *router;
    struct vcr_event_lane *lane;     /**< [router][lane] */
    struct vcr_event_packet *packet; /**< [router][input][row]: [channel][slot], and what fills the row up */
    struct vcr_event_terminal *terminal;
    struct vcr_event_queue *queue;    /**< [endpoint] with queues */
    struct vcr_inbox *inbox;          /**< [endpoint][cable] where endpoints do not take all that comes, or NULL */
    struct vcr_inbox_packet *waiting; /**< ... [inbox_most] */
    unsigned inbox_most;
    uint8_t reserve;               /**< port_place.reserve */
    struct vcr_event_token *token; /**< [router] with SAT */
    /* Cables by their senders: port p of router n is n * ports + p, those of endpoints follow; and by their readers,
     * alike. */
    struct vcr_event_cable *cable;
    struct vcr_event_channel *channel; /**< [cable][channel] */
    uint32_t *feed;                    /**< [reader] the cable that it hears */
    struct vcr_event_report *report;
    unsigned reports;
    struct wheel wheel;
    struct vcr_event_desk desk;
};

/* A cycle of an endpoint in each configuration. */
#define VCR_CONFIGURATION(name, ...) \
    unsigned vcr_event_endpoint_##name(struct vcr_event_engine *e, unsigned endpoint, uint64_t now);
#include "../kind/vcr_configurations.def"
#undef VCR_CONFIGURATION
unsigned vcr_event_endpoint_of_shape(struct vcr_event_engine *e, unsigned endpoint, uint64_t now);
/** What is run for each configuration, ended by one without a kind. */
extern const struct vcr_event_configuration vcr_event_configurations[];

/** Credits of a channel in a cycle. @param moves  it does @param latency  of its credits */
unsigned vcr_event_credits(const struct vcr_event_engine *e, const struct vcr_event_channel *c, int moves,
                           unsigned latency, uint64_t now);
/** Of so many cycles since the head of a packet was granted, those in which a flit has left. */
static inline unsigned vcr_event_flits(const struct vcr_event_engine *e, int32_t cycles)
{
    return cycles <= 0 ? 0 : cycles < e->flits ? (unsigned)cycles : e->flits;
}

/** Age of a packet at the front of its lane since a cycle: its register. A head that waits for longer than numbers of
 * cycles last is as old as can be. */
static inline uint16_t vcr_event_age(uint32_t front, uint64_t now)
{
    uint32_t age = (uint32_t)now - front;

    return age < UINT16_MAX ? (uint16_t)age : UINT16_MAX;
}

static inline struct vcr_event_lane *vcr_event_lane(const struct vcr_parameters *s, const struct vcr_event_engine *e,
                                                    unsigned router, unsigned lane)
{
    return &e->lane[(size_t)router * vcr_lanes(s) + lane];
}

/** The first cable of an endpoint, by its sender or by its reader. */
static inline unsigned vcr_event_end(const struct vcr_parameters *s, const struct vcr_event_engine *e,
                                     unsigned endpoint)
{
    return e->routers * s->ports + endpoint * e->ways;
}

/** In the table of routes: random bits decide. */
enum { VCR_EVENT_DRAWN = 0 };

/**
 * In a mesh or torus the route to another router depends on how far that is in each dimension: a place in a table of
 * [prefers][y][x] of that.
 */
static inline size_t vcr_event_offset(const struct vcr_config *c, unsigned prefer, unsigned target)
{
    unsigned x_mask = (1u << c->x_bits) - 1u, y_mask = (1u << c->y_bits) - 1u;
    unsigned x = x_mask + (target & x_mask) - (c->node & x_mask);
    unsigned y = y_mask + (target >> c->x_bits & y_mask) - (c->node >> c->x_bits & y_mask);

    return ((((size_t)prefer << (c->y_bits + 1)) | y) << (c->x_bits + 1)) | x;
}

/** The packets of a lane, a ring. */
static inline struct vcr_event_packet *vcr_event_ring(const struct vcr_parameters *s, const struct vcr_event_engine *e,
                                                      unsigned router, unsigned lane)
{
    return &e->packet[((size_t)router * s->ports + lane / s->vcs) * e->row + (size_t)(lane % s->vcs) * e->slots];
}

/** The packet in a lane behind so many. */
static inline struct vcr_event_packet *vcr_event_queued(const struct vcr_parameters *s,
                                                        const struct vcr_event_engine *e, unsigned router,
                                                        unsigned lane, unsigned behind)
{
    struct vcr_event_packet *ring = vcr_event_ring(s, e, router, lane);
    unsigned place;

    if (e->slots == 1) /* it is known before what the lane has is */
        return ring;
    place = vcr_event_lane(s, e, router, lane)->first + behind;
    return &ring[place < e->slots ? place : place - e->slots];
}

/** What happens in a cycle to all that is stepped here. */
void vcr_event_cycle(struct vcr_event_engine *e, uint64_t now);
/** A token leaves on a cable, whose sender shows it in this cycle. */
void vcr_event_token_leaves(struct vcr_event_engine *e, unsigned cable, uint64_t cycle);
/** ... and is on the wire to the other end in a cycle. */
void vcr_event_token_goes(struct vcr_event_engine *e, unsigned cable, uint64_t at);
/** Tokens come to a router in this cycle, and go on; the root's first one begins. */
void vcr_event_token_passes(struct vcr_event_engine *e, unsigned router, uint64_t now);
/**
 * A token comes to a terminal, which has been looked at in this cycle if at all; the first one of a ring begins there.
 */
void vcr_event_token_comes(struct vcr_event_engine *e, unsigned endpoint, uint64_t now);
/** The random register as of a cycle, not before the one that it is of. */
void vcr_event_random(struct vcr_event_router *r, uint64_t now);
/** The head of a lane's first packet, of which the lane and its router are known already, waits. */
void vcr_event_waits(const struct vcr_parameters *s, struct vcr_event_engine *e, unsigned router, unsigned lane);

#endif
