/* SPDX-License-Identifier: Apache-2.0
 *
 * An endpoint: generates messages, cuts them into packets, injects them in the order
 * of its schedule, ejects, and says what happened. What a packet is on a cable, and
 * whether it is whole, is for the port of its kind. docs/reference/workloads.md; paper sections 2, 3 and 5.
 */
#ifndef FABRIC_ENDPOINT_H
#define FABRIC_ENDPOINT_H

#include "../kind/kind.h"
#include "../topology/topology.h"
#include "../traffic/schedule.h"
#include "../traffic/traffic.h"
#include "responder.h"

/** Messages of one endpoint that have packets handed to the port and not all delivered, at most. */
enum { ENDPOINT_UNDER_WAY = SCHEDULE_OPEN };

/**
 * Cycles from the delivery of a message until its source may use the record for another one: as long as a level takes
 * over a cable without extra stages. So nothing at an endpoint depends on what happens at another one in the same
 * cycle, and it does not matter which of them comes first.
 */
enum { ENDPOINT_UPDATE_CYCLES = 1 };

/** Packets that a port has taken and not sent, at most; a power of two. */
enum { ENDPOINT_QUEUE = 32 };

/** In endpoint_message.start: the packet was delivered. */
#define ENDPOINT_ARRIVED UINT64_MAX

/** ... it was taken by the port, and its head is not on the cable. */
#define ENDPOINT_TAKEN (UINT64_MAX - 1)

/** In endpoint.waiting_since: there is no packet to inject. */
#define ENDPOINT_IDLE UINT64_MAX

/** A message of which packets were handed to the port. */
struct endpoint_message {
    struct schedule_job job; /**< first; packets left: not yet accepted by the router */
    uint16_t id;
    uint8_t received;   /**< packets delivered */
    uint64_t free_from; /**< once the message has arrived whole: cycle from which its record is free */
    uint64_t start[];   /**< first cycle of each packet's last attempt, its overhead included, or ENDPOINT_ARRIVED,
                           ENDPOINT_TAKEN */
};

/** A multicast of which copies have arrived whole, and not all. */
struct endpoint_multicast {
    uint64_t first, created; /**< twice the schedule_job.order of its first copy, and one if it goes as responses do;
                                when all of them appeared */
    uint32_t copies, arrived;
};

/** A packet ready for the port. */
struct endpoint_slot {
    struct endpoint_message *message; /**< NULL: empty */
    uint8_t number;                   /**< packet number */
    uint8_t built;                    /**< the port has this packet ready */
};

/** What happened at an endpoint in a cycle, a mask. */
enum {
    ENDPOINT_CREATED = 1,    /**< a message appeared on the job list */
    ENDPOINT_INJECTED = 2,   /**< the router accepted a packet */
    ENDPOINT_DELIVERED = 4,  /**< packets were ejected, at most one for each cable */
    ENDPOINT_DAMAGED = 8,    /**< ... and one is not what its source sent, or not for this node */
    ENDPOINT_MEMORY = 16,    /**< out of memory: messages are lost */
    ENDPOINT_FAILED = 32,    /**< the router did not accept a packet */
    ENDPOINT_MISMATCHED = 64 /**< model and RTL of the port differ */
};

/** A packet that was ejected. */
struct endpoint_delivery {
    struct packet packet;
    uint8_t damaged; /**< it is not what its source sent, or not for this node */
};

/** Traffic settings, the same for all endpoints. */
struct endpoint_settings {
    const struct workload *workload; /**< NULL: only messages given by endpoint_send */
    double load;                     /**< density u */
    double second_load;              /**< of endpoints of a second task (traffic_task) */
    int second_adaptive;             /**< likewise */
    int ways;                        /**< 2: each packet draws its traffic class, 0 or 1; else it is that of its task */
    int load_cycles;                 /**< for a packet at density 1: endpoint_load_cycles */
    const struct traffic *traffic;   /**< who sends to whom; NULL: uniform, Poisson */
    int record;                      /**< 1: keep the messages that appeared in a step, in endpoint.fresh */
    int adaptive;                    /**< 1: adaptive packets, 0: deterministic */
    const struct topology
        *derouting;  /**< packets may be derouted on all hops of a shortest way in it but the last; NULL: none */
    int deflections; /**< how often a packet may be deflected, if `derouting` says nothing */
    int cables;      /**< of an endpoint, 1 to KIND_MOST_CABLES */
    int latency;     /**< extra wire stages, cycles */
    const void *router_settings;     /**< port_place.settings */
    const struct topology *topology; /**< port_place.topology */
    int sees_router;                 /**< 1: ports know how full the outputs of their routers are: port_place.seen */
    const uint16_t *seen[2];         /**< of all routers, KIND_MOST_PORTS each */
    int second_half; /**< 1: traffic classes are odd: a packet has an even one before it is half-way, if it ever has */
    const struct node_ops *port_rtl; /**< port_place.rtl */
    const struct port_tap *port_tap; /**< of one of the endpoints, or NULL */
    int inject_overhead; /**< before the first byte of an attempt the port is occupied for so long, cycles */
    int eject_overhead; /**< a packet counts as delivered so long after its last byte; the port is occupied meanwhile */
    int refusal_pause;  /**< after an attempt that was not accepted nothing is offered for so long, cycles */
    uint64_t seed;
    struct schedule_settings schedule;
    struct responder_settings responses;
    const struct endpoint *peers; /**< all endpoints, by their numbers */
};

/** What a cycle touches comes first; which of the messages under way it touches varies. */
struct endpoint {
    const struct endpoint_settings *settings;
    const struct port_ops *ops; /**< what it sends and receives by */
    void *port;                 /**< NULL: endpoint_step is never called */
    int number;                 /**< among the endpoints of the fabric */
    uint8_t turn;               /**< which slot is in turn */
    uint8_t attempt;            /**< the packet in turn is on its way to the router */
    uint8_t stale;              /**< something happened that may change which packet is to be offered */
    uint8_t starved;            /**< the next message waits for a free record */
    uint8_t stopped;            /**< hand no further packets to the port */
    uint8_t serving;            /**< responses are being worked out */
    uint8_t ejecting;           /**< a packet was received, and is not delivered before its overhead is over */
    uint8_t damaged;            /**< ... and is not what its source sent */
    uint16_t next_id;
    int16_t owed;                 /**< to responses, of their share, thousandths of a packet */
    uint64_t resume;              /**< cycle in which the pause after the last failed attempt is over */
    uint64_t delivery;            /**< cycle at whose end what was received counts as delivered */
    uint64_t waiting_since;       /**< cycle since which the port has had a packet to inject and none was taken */
    struct source source;         /**< of messages */
    struct endpoint_slot slot[2]; /**< the packet in turn and, during an attempt, the one to follow it */
    struct endpoint_slot
        *taken; /**< [ENDPOINT_QUEUE] packets that the port has taken, from taken_first on; NULL: none ever */
    uint8_t taken_first, taken_count;
    struct packet injected;  /**< with ENDPOINT_INJECTED and ENDPOINT_FAILED: the packet */
    uint64_t injected_first; /**< ... and the cycle of its first byte; none was sent: the one after its end */
    uint64_t first;          /**< first cycle of the attempt under way, its overhead included */
    struct packet received;  /**< the packet received last */
    uint64_t delivered_in;   /**< cycle of the last deliveries */
    uint8_t deliveries;      /**< with ENDPOINT_DELIVERED: how many, and the packets */
    struct endpoint_delivery delivered[KIND_MOST_CABLES];
    uint64_t messages_created, packets_created, packets_injected, attempts_failed;
    uint64_t responses_created, response_packets_created; /**< among those created */
    uint64_t cycles_busy;                                 /**< cycles in which a cable of the endpoint carried a byte */
    int out_of_memory;                                    /**< the queue or a record could not be had */
    struct source_message *fresh; /**< messages that appeared in the last step (settings.record) */
    unsigned fresh_count;
    size_t fresh_size;
    struct endpoint_multicast *multicast; /**< [multicasts] for the scoreboard, in no order */
    size_t multicasts, multicast_size;
    struct schedule schedule;    /**< messages with packets to send, but responses */
    struct responder *responder; /**< NULL: messages are not answered */
    uint64_t arrived;            /**< places in under_way of messages that have arrived whole, a mask */
    struct endpoint_message *under_way[ENDPOINT_UNDER_WAY]; /**< by id modulo the size; NULL: free */
};

/** What is to be known of an endpoint's cycle where it is not stepped itself, but scoreboard are kept of it. */
struct endpoint_update {
    uint32_t what;        /**< ENDPOINT_* */
    uint32_t fresh_count; /**< messages that appeared (settings.record) */
    uint64_t messages_created, packets_created, responses_created, response_packets_created;
    struct packet injected; /**< as in struct endpoint */
    uint64_t injected_first;
    uint64_t start;          /**< with ENDPOINT_INJECTED: endpoint_message.start of that packet */
    struct schedule_job job; /**< ... and its message */
    uint32_t deliveries;
    struct endpoint_delivery delivered[KIND_MOST_CABLES];
};

/**
 * Cycles that a packet occupies the port of an endpoint at density 1, where it is sent and where it is received,
 * overheads included: one after the other where a cable carries one packet at a time, both ways. @param router_settings
 * port_place.settings
 */
static inline int endpoint_load_cycles(const struct endpoint_settings *settings, const struct router_kind *kind,
                                       const void *router_settings)
{
    int turns = kind->cable_ways == 1 ? 2 : 1;

    return turns * kind->packet_cycles(router_settings) + settings->inject_overhead + settings->eject_overhead;
}

/**
 * Prepare an endpoint. settings must outlive it.
 * @param port  what it sends and receives by, if it is to be stepped at the pins; NULL: it is not
 * @return 0, or -1 when out of memory
 */
int endpoint_init(struct endpoint *e, const struct endpoint_settings *settings, int number, int endpoints,
                  const struct port_ops *port);
/** Free what the endpoint holds. */
void endpoint_finish(struct endpoint *e);
/** Queue a message by hand. @return 0, or -1 when out of memory */
int endpoint_send(struct endpoint *e, uint64_t now, int destination, int packets);
/*
 * One cycle is endpoint_begin, a clock edge of the port, and endpoint_edge.
 * endpoint_step does all three at the pins; an engine without pins does the edge itself.
 */

/** What endpoint_begin does in the few cycles in which there is something to do. */
unsigned endpoint_look(struct endpoint *e, uint64_t now);
/**
 * Messages that are due appear, the packet to offer is chosen, and what was received is delivered when its overhead is
 * over.
 * @return ENDPOINT_CREATED, _MEMORY, _DELIVERED and _DAMAGED
 */
static inline unsigned endpoint_begin(struct endpoint *e, uint64_t now)
{
    int due = e->source.next <= (double)now || (e->stale | e->ejecting | e->serving);

    return due ? endpoint_look(e, now) : 0;
}
/**
 * The packet that the port may start at the edge of this cycle; NULL: none, and the port is asked for while ejecting.
 */
static inline struct endpoint_slot *endpoint_offer(struct endpoint *e)
{
    struct endpoint_slot *slot = &e->slot[e->turn ^ e->attempt];

    return slot->message && !e->stopped && !e->ejecting ? slot : NULL;
}
/** The packet in a slot. */
struct packet endpoint_packet(const struct endpoint *e, const struct endpoint_slot *slot);
/** What happened to the packet in turn. @param edge  PORT_STARTED, _ACCEPTED, _FAILED. @return ENDPOINT_INJECTED,
 * ENDPOINT_FAILED */
unsigned endpoint_edge(struct endpoint *e, uint64_t now, unsigned edge);
/** A packet was received. @param damaged  1: it is not what its source sent. @return ENDPOINT_DELIVERED,
 * ENDPOINT_DAMAGED */
unsigned endpoint_received(struct endpoint *e, uint64_t now, const struct packet *packet, int damaged);

/**
 * Advance one cycle, of an endpoint with a port.
 * @param in        the wires of its cables
 * @param[out] out  what it drives from the next cycle on
 * @return ENDPOINT_*
 */
unsigned endpoint_step(struct endpoint *e, uint64_t now, const void *in, void *out);
/**
 * The source's side of a delivery: check that the packet is one it sent, for the
 * first time, and note it.
 * @param[out] start    first cycle of the accepted attempt
 * @param[out] message  the message when this was its last packet to arrive, else NULL;
 *                      give it to endpoint_close of the same endpoint in the same cycle
 * @return 0, or -1 when no such packet is under way (it was delivered twice, or never sent)
 */
int endpoint_arrived(struct endpoint *source, const struct packet *packet, uint64_t *start,
                     struct endpoint_message **message);
/**
 * Of a packet that waits to be taken: whether it is taken now. Only where messages are answered. @param endpoint  a
 * struct endpoint
 */
int endpoint_takes(void *endpoint, const struct packet *packet);
/** The message of a packet that has just arrived. */
const struct schedule_job *endpoint_job_of(const struct endpoint *source, const struct packet *packet);
/** Packets delivered of the message of one that has just arrived. */
int endpoint_received_of(const struct endpoint *source, const struct packet *packet);
/** Cycle after `now` in which an endpoint has to look again at what to offer (stale), to deliver (ejecting), or to
 * answer (serving). */
uint64_t endpoint_release_time(const struct endpoint *e, uint64_t now);
/** First cycle of the oldest packet that the router accepted and that is not delivered; ENDPOINT_ARRIVED: none. */
uint64_t endpoint_oldest(const struct endpoint *source);
/**
 * Call visit for every message that has not arrived whole.
 * @param start  first cycles of the packets that the router accepted, ENDPOINT_ARRIVED of those delivered;
 *               job->packets - job->left of them
 */
void endpoint_unfinished(const struct endpoint *source,
                         void (*visit)(void *context, const struct schedule_job *job, const uint64_t *start),
                         void *context);
/**
 * 1 when the endpoint has sent all that it can: nothing waits, or every record is held by messages that do not arrive.
 */
int endpoint_idle(const struct endpoint *e);
/** A message arrived whole in cycle `now`: its source frees the record, from ENDPOINT_UPDATE_CYCLES cycles later on. */
void endpoint_close(struct endpoint *source, struct endpoint_message *message, uint64_t now);
/** A copy of a multicast arrived whole. @return how many of it have; 0: out of memory */
uint32_t endpoint_copy_arrived(struct endpoint *source, const struct schedule_job *job);
/** The multicast of a copy; NULL: none of its copies has arrived, or all have. */
struct endpoint_multicast *endpoint_multicast_of(const struct endpoint *source, const struct schedule_job *job);
/** 1 when which ids its next so many messages get may depend on when messages arrive that are under way, or it waits
 * for one that does. */
int endpoint_crowded(const struct endpoint *e, uint64_t messages);
/** Between two cycles, forget messages that have arrived whole, as it would with its next choice; unless it waits for
 * that. */
void endpoint_settle(struct endpoint *e);
/** Update of the step that said `what`; the messages that appeared are in e->fresh. */
void endpoint_fill_update(const struct endpoint *e, unsigned what, struct endpoint_update *update);
/**
 * An endpoint without a port follows one that is stepped elsewhere: endpoint_arrived and endpoint_close find its
 * messages.
 * @param fresh  messages that appeared @return 0, or -1 when out of memory
 */
int endpoint_follow(struct endpoint *e, const struct endpoint_update *update, const void *fresh);
/** Give an endpoint that was prepared without one a port, to be loaded into. @return 0, or -1 when out of memory */
int endpoint_equip(struct endpoint *e, const struct port_ops *port);
/** Take its port away, and what waits to be sent: from now on it follows. */
void endpoint_bare(struct endpoint *e);
/** Save or load between two cycles, into an endpoint prepared with the same settings. @param nodes  of the fabric */
void endpoint_archive(struct endpoint *e, int endpoints, struct archive *a);

#endif
