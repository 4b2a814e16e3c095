/* SPDX-License-Identifier: Apache-2.0
 *
 * Inside the event engine: virtual-channel routers and endpoints without flits.
 *
 * With virtual cut-through, links that stay with a packet (or one channel a port), and speedup, a packet whose head is granted
 * in cycle g sends a flit in every cycle: it has a link, there is room for all its flits, and they come as fast as they leave,
 * since the same holds where they come from. So with n flits, L stages of a cable and S of the route (0 or 1)
 *
 *   g + 1 .. g + n          its flits are on the wire
 *   g + 1 + L + S           its head may go on from the next router
 *   g + n                   its channel, its output and the output's channel are free again
 *   g + 1 + L .. g + n + L  a credit for each flit is on the cable where the sender before sees it, and counts
 *
 * and the credits of any cycle follow from when the last packets began. What is decided - where a head goes, and who is
 * first - is decided by the golden model's own route, selection and allocation on its own registers (cmodel/vcr/model), in the
 * cycles in which a head may be granted: one has come, a link or a channel is free again, or the last look left something that
 * may turn out otherwise by itself. Looking once too often changes nothing.
 */
#ifndef VCR_EVENT_H
#define VCR_EVENT_H

#include "../../engine/wheel.h"
#include "../../fabric/fabric_internal.h"
#include "../kind/vcr_packet.h"
#include "../model/vcr_internal.h"

/** Kinds of marks on the wheel: a router, an endpoint. */
enum vcr_mark {
    VCR_MARK_ROUTER,
    VCR_MARK_ENDPOINT
};

enum {
    VCR_EVENT_COMING = 2, /**< packets whose heads are on a cable: they follow each other in as many cycles as they have flits */
    VCR_EVENT_QUEUED = VCR_MOST_DEPTH / VCR_PACKET_FLITS /**< packets in a channel */
};

/** A cycle long before the first one: what began then is over. */
#define VCR_EVENT_LONG_AGO (-(UINT64_C(1) << 32))

/** A packet on a cable or in a channel. */
struct vcr_event_packet {
    uint64_t head;
    uint64_t at;    /**< cycle in which its head comes, behind the route stage */
    uint32_t route; /**< once it has come to a router */
    uint32_t vc;    /**< on a cable: its channel */
};

/** A channel of a cable, as its sender sees it. */
struct vcr_event_channel {
    uint64_t sent;    /**< cycle in which the head of its last packet was granted */
    uint64_t back[2]; /**< ... of the last two that left the far end, there; the later one first */
    uint64_t room;    /**< credits when all that has begun is over */
};

/** Who is at the ends of a cable: routers, or endpoints. */
struct vcr_event_wire {
    uint64_t linked;  /**< first cycle in which the sender has credits */
    uint32_t sender, reader;
    uint8_t sender_port, reader_port;
    uint8_t from_endpoint, to_endpoint;
    uint8_t latency;
};

/** What is on a cable. */
struct vcr_event_cable {
    uint64_t until;       /**< cycle from which the sender may begin another packet */
    uint64_t head;        /**< of the last one that it began */
    uint16_t lane;        /**< ... and where a router has it from */
    uint16_t moving;      /**< channels whose credits or owners change, or have changed since they were looked at */
    uint8_t first, count; /**< of those coming */
    struct vcr_event_packet coming[VCR_EVENT_COMING];
};

/** Packets of a channel whose tails have not left. */
struct vcr_event_lane {
    uint64_t front;       /**< cycle since which the head of the first one could go */
    uint8_t first, count;
    struct vcr_event_packet queue[VCR_EVENT_QUEUED];
};

struct vcr_event_router {
    uint64_t random_at;   /**< cycle that the random register is of */
    uint16_t sending;     /**< outputs by which packets leave */
    uint16_t coming;      /**< inputs with heads on their cables */
    uint16_t waiting;     /**< inputs with heads that have no output */
    uint16_t changing;    /**< outputs with channels that move */
    uint16_t queued[VCR_MOST_PORTS]; /**< channels with packets */
    struct vcr_regs regs; /**< those that decisions are made from */
    struct vcr_wires w;   /**< what heads in front ask for and what is free, from cycle to cycle */
    struct vcr_event_lane lane[VCR_MOST_LANES];
};

/** What an endpoint sends by. */
struct vcr_event_terminal {
    uint64_t alarm;    /**< cycle in which the source is looked at next */
    uint64_t prepared; /**< cycle in which the overhead of the attempt under way is over, and its head leaves */
    uint64_t head;     /**< ... its head flit */
    uint16_t free;     /**< channels with room for a packet, as of when they were looked at */
    uint8_t vc;        /**< of the attempt under way: its channel */
    uint8_t preparing; /**< prepared, head and vc hold something */
    uint8_t stopped;   /**< endpoint.stopped when last looked at */
};

/** What happened at an endpoint in a cycle. */
struct vcr_event_report {
    unsigned endpoint, what;
};

struct vcr_event_engine;

/** A cycle of a router, and of an endpoint: ENDPOINT_*. Compiled for each build. */
struct vcr_event_build {
    const struct router_kind *kind;
    const struct vcr_shape *shape;
    void (*router)(struct vcr_event_engine *e, unsigned router, uint64_t now);
    unsigned (*endpoint)(struct vcr_event_engine *e, unsigned endpoint, uint64_t now);
};

struct vcr_event_engine {
    struct fabric *fabric;
    const struct vcr_event_build *build;
    unsigned routers, endpoints, cables;
    uint8_t alloc_credits, link_hold;
    uint8_t draws;                     /**< selection uses random bits */
    uint8_t counts;                    /**< selection uses credits */
    uint8_t redraws;                   /**< heads may choose anew in every cycle */
    uint64_t state;                    /**< the cycle that registers are of: what happens in it has not */
    uint64_t awake;                    /**< cycle in which all links are up */
    uint32_t *table;                   /**< [router][endpoint] route entries; NULL: from coordinates */
    struct vcr_event_router *router;
    struct vcr_event_terminal *terminal;
    /* Cables by their senders: port p of router n is n * ports + p, endpoints follow; and by their readers, alike. */
    struct vcr_event_wire *wire;
    struct vcr_event_cable *cable;
    struct vcr_event_channel *channel; /**< [cable][channel] */
    uint32_t *feed;                    /**< [reader] the cable that it hears */
    struct vcr_event_report *report;
    unsigned reports;
    struct wheel wheel;
};

/** What is run for each build, ended by one without a kind. */
extern const struct vcr_event_build vcr_event_builds[];

/** Credits of a channel in a cycle. @param latency  of its cable */
unsigned vcr_event_credits(const struct vcr_event_channel *c, unsigned latency, uint64_t now);
/** Flits of a packet that have left before a cycle, if its head is granted in cycle `begun`. */
static inline unsigned vcr_event_left(uint64_t begun, uint64_t now)
{
    int64_t cycles = (int64_t)(now - begun);

    return cycles <= 0 ? 0 : cycles < VCR_PACKET_FLITS ? (unsigned)cycles : VCR_PACKET_FLITS;
}

/** The random register as of a cycle, not before the one that it is of. */
void vcr_event_random(struct vcr_event_router *r, uint64_t now);
/** The head of a lane's first packet can go from a cycle on. */
void vcr_event_to_front(const struct vcr_shape *s, struct vcr_event_router *r, unsigned lane, uint64_t now);

#endif
