/* SPDX-License-Identifier: Apache-2.0
 *
 * Inside the event engine: switches and PEs without bytes.
 *
 * Without faults every stage of an attempt follows from its first cycle, so that
 * the counters of the port mechanisms become times at which a port is looked at
 * again. What is decided in such a cycle - ownership, arbitration, admission,
 * ejection priority, the buffer pool - is decided by the golden model's own
 * functions on the golden model's own registers.
 *
 * With the first byte on the sender's wire in cycle t, and L extra wire stages:
 *
 *   t + 3 + L     the receiver looks the route up (its next register stage asks for ports)
 *   t + 10 + L    the receiver decides
 *   t + 13 + 3L   refused: the receiver's port is occupied for the last time; admitted: in t + 159 + L
 *   t + 12 + 2L   refused: the sender stops;  + 2 + 2L later it may start again
 *   t + 13 + 2L   admitted: the sender's packet does not wait any more
 *   t + 161 + 2L  accepted: the sender's buffer is free, the port may start again or change hands
 *   t + 159 + L   at a PE: the packet is there
 *
 * The overheads of PEs are times of the same kind. A PE's attempt begins as long before its first byte; the port sends
 * from then on, as others see it.
 */
#ifndef FEDX_EVENT_H
#define FEDX_EVENT_H

#include "../../base/memory.h"
#include "../../engine/lp_group.h"
#include "../../engine/wheel.h"
#include "../../fabric/fabric_internal.h"
#include "../kind/fedx_packet.h"
#include "../model/fedx_switch_internal.h"
#include "fedx_address.h"

enum {
    FEDX_EVENT_LOOKUP = 3,
    FEDX_EVENT_DECIDE = 10,
    FEDX_EVENT_STOP = 12,
    FEDX_EVENT_PASS = 13,
    FEDX_EVENT_ACCEPT = 161,
    FEDX_EVENT_RECEIVE = 159
};

/**
 * Kinds of marks on the wheel. The first four are of a switch in which nothing else happens: refused senders stop,
 * headers are decided on, windows for a refusal close, routes are looked up. SWITCH: all of a switch. CHOICE: a PE has
 * messages to look at; PE: its port, too.
 */
enum fedx_mark {
    FEDX_MARK_STOP,
    FEDX_MARK_DECIDE,
    FEDX_MARK_PASS,
    FEDX_MARK_LOOKUP,
    FEDX_MARK_SWITCH,
    FEDX_MARK_CHOICE,
    FEDX_MARK_PE
};
_Static_assert((int)FEDX_MARK_PE < (int)WHEEL_SETS, "a set for each kind of mark");

/**
 * Low parts of cycles, one a port. What they are compared for is less than WHEEL_SLOTS cycles ahead, or not at all:
 * a port that sends and has nothing to wait for yet holds the cycle in which it started.
 */
typedef uint16_t fedx_event_times __attribute__((vector_size(16)));

/** The ports of a switch, or the one port of a PE (number 0). */
struct fedx_event_end {
    fedx_event_times tx_time;   /**< next stage of the attempt, or end of the gap */
    fedx_event_times rx_time;   /**< next stage of the frame that arrives */
    fedx_event_times turn_time; /**< the other end's turn level changes */
    uint64_t last;              /**< cycle last looked at */
    uint64_t awake;             /**< first cycle without hold */
    struct fedx_ownership own;
    struct fedx_port_transmit tx; /**< sending: until accepted or stopped; await, counters and bytes not used */
    uint8_t req_after;            /**< own.req from cycle last + 2 on */
    uint8_t side;
    uint8_t in_turn, in_req;  /**< levels of the other ends; in_req is right where this end owns */
    uint8_t turn_coming;      /**< turn_time holds a time */
    uint8_t passing, refused; /**< of the ports that send: admitted, but may still be counted as waiting; refused */
    uint8_t zero[13];         /**< no padding is left, since this is archived whole */
};

/** Where a port leads. */
struct fedx_event_wire {
    struct fedx_event_end *end; /**< NULL: nowhere */
    uint32_t node;
    uint8_t port;     /**< of that end */
    uint8_t to_pe;    /**< the end is a PE */
    uint16_t address; /**< of that node */
};

struct fedx_event_switch {
    struct fedx_event_end end;
    uint8_t want;             /**< ports that queued packets may leave by */
    uint8_t header_want;      /**< ports that headers still arriving will want */
    uint8_t allowed[8];       /**< ... for each port */
    uint8_t receiving;        /**< with deroutes: ports by which a frame arrives that has been decided on */
    uint64_t admission_cycle; /**< cycle for which the counters of admission are right */
    struct fedx_admission admission;
    struct fedx_route route;
    /** header: a frame is on its way to a decision; routed, decide, bad, dup_bit, head */
    struct fedx_port_receive receive;
    struct fedx_event_wire wire[FEDX_PORTS];
    struct fedx_route_choice choice[FEDX_PORTS]; /**< what receive.head and route.entry mean; not saved */
    uint8_t reason[FEDX_PORTS]; /**< of ports that lead to another part: why those of end.refused are */
    uint8_t best[8];            /**< with deroutes: those of `allowed` that are on a shortest path */
    struct fedx_tally tally;    /**< of the pool */
    struct fedx_buffer_pool pool;
};

struct fedx_event_pe {
    struct fedx_event_end end;
    struct fedx_event_wire wire;
    uint64_t head;     /**< head word of the packet that arrives */
    uint64_t alarm;    /**< cycle in which the source is looked at next */
    uint64_t prepared; /**< cycle in which the overhead of the attempt under way is over, and its first byte starts */
    uint64_t prepared_head; /**< ... and the head word of its packet */
    uint8_t preparing;      /**< they hold something */
    uint8_t arriving;
    uint8_t stopped; /**< endpoint.stopped when last looked at */
};

/** A change of a request level on its way. */
struct fedx_event_request {
    struct fedx_event_wire to;
    uint8_t level;
};

/** Those that arrive in one cycle. */
struct fedx_event_requests {
    struct fedx_event_request *request;
    unsigned count;
    size_t size;
};

/** Where the next one goes, which r->count does not count yet. @return NULL when out of memory */
static inline struct fedx_event_request *fedx_event_requests_next(struct fedx_event_requests *r)
{
    struct fedx_event_request *request = memory_grow(r->request, r->count, &r->size, 64, sizeof *request);

    if (!request)
        return NULL;
    r->request = request;
    return &request[r->count];
}

/** Requests are on their way for at most 2 + L cycles. */
enum { FEDX_EVENT_AHEAD = 16 };

/** What happened at a PE in a cycle. */
struct fedx_event_report {
    unsigned node, what;
};

/** Kinds of what a switch tells the other end of a cable: a frame begins, it gives the cable away, it has or wants no
 * more, it decided on a header. */
enum fedx_event_word { FEDX_WORD_FRAME, FEDX_WORD_TURN, FEDX_WORD_REQUEST, FEDX_WORD_VERDICT };

/** What a switch tells the other end of a cable. The end is changed from the cycle 1 + L later on, and not before. */
struct fedx_event_lp_message {
    uint32_t to;    /**< the switch at the other end */
    uint8_t port;   /**< ... and which of its ports */
    uint8_t level;  /**< of turns and requests: the request level; of a verdict: 1, admitted */
    uint8_t word;   /**< FEDX_WORD_* */
    uint8_t reason; /**< of a verdict: why not */
    uint64_t cycle; /**< in which it was said; of turns and requests: in which they arrive */
    uint64_t head;  /**< of a frame: its head word */
};

/** All of a fabric; or what one thread sees of it while several run it: the same nodes, of which it steps some. */
struct fedx_event_engine {
    struct fabric *fabric;
    unsigned nodes, latency, buffers;
    unsigned first, count;     /**< nodes that are stepped */
    struct event_part *part;   /**< of one thread of several (fedx_event_parts.h); NULL: all is one part */
    struct fedx_config config; /**< settings of every switch */
    struct fedx_event_switch *sw;
    struct fedx_event_pe *pe;
    const struct topology *topology;
    struct fedx_address address; /**< how headers name nodes */
    uint32_t *entry; /**< route entries, [topology_pair]; where addresses are coordinates, [fedx_address_way] */
    struct wheel wheel;
    struct fedx_event_requests coming[FEDX_EVENT_AHEAD];
    struct fedx_event_report *report; /**< [nodes] of the current cycle, ascending */
    unsigned reports;
    int large;    /**< more than a processor's own cache holds */
    int deroutes; /**< what is wanted depends on which ports are occupied */
    int out_of_memory;
    int asked; /**< switches of other ranks were asked why they refuse, as of when they were made or loaded */
};

/** First cycle in which a switch, and a PE, is out of hold. The switches were configured meanwhile. */
enum { FEDX_EVENT_SWITCH_AWAKE = FEDX_HOLD_CYCLES - FEDX_SETTINGS_WORDS, FEDX_EVENT_PE_AWAKE = FEDX_HOLD_CYCLES };

/** Cycle `now` of a switch in which only what the mark says happens; in this order when several are marked. */
void fedx_event_stop(struct fedx_event_engine *e, unsigned node, uint64_t now);
void fedx_event_decide(struct fedx_event_engine *e, unsigned node, uint64_t now);
void fedx_event_pass(struct fedx_event_engine *e, unsigned node, uint64_t now);
void fedx_event_lookup(struct fedx_event_engine *e, unsigned node, uint64_t now);
/** Cycle `now` of a switch, whatever happens. */
void fedx_event_switch_step(struct fedx_event_engine *e, unsigned node, uint64_t now);
/** The same of a switch in one part of several. */
void fedx_event_stop_partitioned(struct fedx_event_engine *e, unsigned node, uint64_t now);
void fedx_event_decide_partitioned(struct fedx_event_engine *e, unsigned node, uint64_t now);
void fedx_event_lookup_partitioned(struct fedx_event_engine *e, unsigned node, uint64_t now);
void fedx_event_switch_step_partitioned(struct fedx_event_engine *e, unsigned node, uint64_t now);
/** What the entry of a port means for the head that came by it. */
static inline struct fedx_route_choice fedx_event_choice(const struct fedx_event_engine *e,
                                                         const struct fedx_event_switch *s, unsigned port)
{
    return fedx_route_decode(s->route.entry[port], fedx_head_flags(s->receive.head[port]), e->config.deroute_hops);
}
/** A lp_message from another part is opened. */
void fedx_event_open(struct fedx_event_engine *e, const struct fedx_event_lp_message *lp_message);
/** Cycle `now` of a PE. @param port_reached  0: only its messages are to be looked at. @return ENDPOINT_* */
unsigned fedx_event_pe_step(struct fedx_event_engine *e, unsigned node, uint64_t now, int port_reached);
/** The registers of a switch as they are in cycle `now`, as far as they are kept; the others as after reset. */
void fedx_event_state(const struct fedx_event_engine *e, unsigned node, uint64_t now, struct fedx_switch_regs *out);
/**
 * Let headers name nodes by coordinates, before the first cycle: for fabrics with more nodes than 16 bits have numbers,
 * and any other one whose nodes they can tell apart (fedx_address_fits). @return 0, or -1 when out of memory
 */
int fedx_event_by_coordinates(struct fedx_event_engine *e);
/** A packet of a header that is at a node: numbers of its endpoints in the place of addresses. */
static inline void fedx_event_name(const struct fedx_event_engine *e, unsigned node, struct packet *packet)
{
    packet->destination = fedx_address_node(&e->address, node, (uint16_t)packet->destination);
    packet->source = fedx_address_node(&e->address, node, (uint16_t)packet->source);
}
/** Cycle `now` of a part, but for what is entered in the scoreboard: that is noted. */
void fedx_event_cycle(struct fedx_event_engine *e, uint64_t now);
/** One more request. @return 0, or -1 when out of memory */
int fedx_event_hand_on(struct fedx_event_requests *to, const struct fedx_event_request *r);
/** A request level arrives. */
void fedx_event_request_arrives(struct fedx_event_engine *e, const struct fedx_event_request *r, uint64_t now);

#endif
