/* SPDX-License-Identifier: Apache-2.0
 *
 * The contract of a router kind: all that a fabric has to know of what its routers are. A kind brings its cables (what
 * is on their wires, and what two ends that drive the same ones make of it), the words that configure a router, the
 * interface by which an endpoint sends and receives, and the facts about a router's registers: which packets it holds,
 * and how its attempts to send them ended. What steps a router is a node (node.h).
 *
 * Registers, wires and settings are the kind's own structs; to a fabric they are so many bytes.
 */
#ifndef KIND_KIND_H
#define KIND_KIND_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "../base/archive.h"
#include "fedx/lanes.h"
#include "packet.h"

struct node_ops;
struct topology;
/* What rooms above ask of a kind: see there. */
struct bench_kind;
struct blackbox_kind;
struct engine_kind;
struct faults_kind;
struct coverage_kind;
struct dut_kind;
struct gen_kind;
struct lockstep_kind;
struct results_kind;
struct scenario_kind;
struct triage_kind;

enum {
    KIND_MOST_BUFFERS = 128,                  /**< of a router of any kind */
    KIND_MOST_LATENCY = 7,                    /**< extra stages of every cable, cycles: router_kind.latency */
    KIND_MOST_STAGES = 7,                     /**< router_kind.router_stages and credit_stages, each */
    CABLE_MOST_LATENCY = 22,                  /**< all extra stages of a cable together, its own among them, cycles */
    KIND_MOST_PORTS = 12,                     /**< of a router */
    KIND_MOST_CABLES = 4,                     /**< of an endpoint */
    KIND_MOST_REJECT_REASONS = 9,             /**< router_kind.reason_count */
    KIND_MOST_HOP_ATTRIBUTES = 4,             /**< router_kind.attribute_count */
    KIND_MOST_PINS = 512,                     /**< router_kind.pins_bytes, and bytes of one pin, at most */
    KIND_MOST_CONTROL = KIND_MOST_PINS + 128, /**< router_kind.control_bytes, at most: the widest pin, and others */
    KIND_MOST_PIN_ROWS = 64,                  /**< router_kind.pin_count, at most */
    KIND_MOST_STATUS = 16,                    /**< router_kind.status_bytes, at most */
    KIND_MOST_STATE = 4096,                   /**< router_kind.state_bytes, at most */
    KIND_MOST_SETTINGS = 256,                 /**< router_kind.settings_bytes, at most */
    KIND_MOST_COUNTERS = 64,                  /**< bytes of what a port counts, at most: port_ops.counters */
    KIND_MOST_MARKS = 2                       /**< port_marks.count */
};

/** Room for the pins of any kind. */
struct any_pins {
    uint8_t byte[KIND_MOST_PINS] __attribute__((aligned(16)));
};

/** Room for the other inputs of a router of any kind: reset, configuration. */
struct any_control {
    uint8_t byte[KIND_MOST_CONTROL] __attribute__((aligned(16)));
};

/** Room for the outputs of any kind that belong to no port. */
struct any_status {
    uint8_t byte[KIND_MOST_STATUS] __attribute__((aligned(16)));
};

/** Room for the settings of any kind. */
struct any_settings {
    uint8_t byte[KIND_MOST_SETTINGS] __attribute__((aligned(16)));
};

/** Room for what a port of any kind counts. */
struct any_counters {
    uint8_t byte[KIND_MOST_COUNTERS] __attribute__((aligned(16)));
};

/** Room for the registers of any kind. */
struct any_registers {
    uint8_t byte[KIND_MOST_STATE] __attribute__((aligned(16)));
};

/** Who drives the other end of a cable, and how many cycles late it is seen. */
struct cable_source {
    uint32_t unit; /**< router, or behind them endpoint, or the last one: nobody, whose wires are idle */
    uint8_t port;
    uint8_t latency;        /**< of all wires but those of credits */
    uint8_t credit_latency; /**< ... of those; in kinds without credits no wire is one */
};

/** What all units of a fabric drive: now, and in the cycles before. */
struct cable_view {
    const uint8_t *out[CABLE_MOST_LATENCY + 1]; /**< [latency], router_kind.pins_bytes for each unit */
    int credits_apart;                          /**< 0: no cable has another credit_latency than latency */
};

/**
 * What happened at an endpoint's port at the clock edge of a step, a mask. PORT_RECEIVED and PORT_DAMAGED are of its
 * first cable; those of cable c are shifted to the left by c PORT_CABLE.
 */
enum {
    PORT_STARTED =
        1, /**< an attempt begins: the first part is on the cable from the next cycle on, or its overhead later */
    PORT_ACCEPTED = 2, /**< the outgoing packet was accepted */
    PORT_FAILED = 4,   /**< the attempt failed; the packet may be sent again */
    PORT_RECEIVED = 8, /**< a whole packet was received */
    PORT_DAMAGED = 16, /**< ... and its contents are not what its source sends */
    PORT_BUSY = 32,    /**< a cable carried a part of a packet in this cycle */
    PORT_TAKEN = 128, /**< the packet on offer is in the port's queue; PORT_ACCEPTED comes in the order in which packets
                         were taken */
    PORT_FULL = 1 << 29,       /**< there will be no room in the queue in the next cycle */
    PORT_MISMATCHED = 1 << 30, /**< model and RTL of the port differ */
    PORT_CABLE = 8             /**< bits from cable to cable */
};

/** What an endpoint offers its port in a cycle when it is no packet, in the argument for a packet's place. */
enum {
    PORT_NOTHING = -1,
    PORT_ASK = -2 /**< nothing may start, but the port is asked for, so that nothing is sent to this end either */
};

/** Where a port is, and what it is made of. */
/** Who looks at what one port of a fabric reads, its configuration included. */
struct port_tap {
    int endpoint;
    void *context;
    /** A cycle of the RTL and model of a port, as node_ops.step has it. */
    void (*see)(void *context, const void *in, const void *control);
};

struct port_place {
    int cables;   /**< that the endpoint has, 1 to KIND_MOST_CABLES */
    int latency;  /**< of each */
    int overhead; /**< cycles from the start of an attempt to its first part on the cable; the port keeps its turn */
    int endpoint;
    const void *settings; /**< of every router, the kind's own struct */
    const struct topology *topology;
    const struct node_ops *rtl; /**< beside its model; NULL: the model alone. For kinds whose ports have RTL */
    const struct port_tap *tap; /**< likewise with RTL; NULL: nobody looks */
    /**
     * Whether its endpoint begins to take a packet that waits, in this cycle; it does if it can. NULL: it takes what
     * comes.
     */
    int (*takes)(void *taker, const struct packet *packet);
    void *taker;
    /** What its router had in `fullness` at the end of the cycle before, in even cycles and in odd ones; NULL: unknown
     */
    const uint16_t *seen[2];
    int reserve; /**< 1: a request does not begin by the last channel that is free, which is left to a response */
};

/** What timelines show of ports, and the keys by which reports have it. */
struct port_marks {
    const char *key;                         /**< of all of it */
    const char *const mark[KIND_MOST_MARKS]; /**< of each bit of port_ops.marks: permille of the time that it is set */
    int count;                               /**< of these */
    const char *last;                        /**< of the port that had last what goes from one to the next */
    uint64_t (*came)(const void *counters);  /**< ... the cycle after it came to this one; 0: never */
};

/** The interface of a kind: what an endpoint sends and receives by. Two packets can be ready, in places 0 and 1. */
struct port_ops {
    size_t bytes;
    /** @param port  bytes of zero @return 0, or -1 when out of memory: finish is called nevertheless */
    int (*init)(void *port, const struct port_place *place);
    /** Free what it holds; NULL: nothing. */
    void (*finish)(void *port);
    /** Make a packet ready that may be offered from now on. @param place  0 or 1 */
    void (*ready)(void *port, int place, const struct packet *packet);
    /**
     * One cycle.
     * @param in     the wires of its cables, as router_kind.gather_end leaves them
     * @param offer  place of the packet that may start, PORT_NOTHING or PORT_ASK
     * @param[out] received  [cables] with PORT_RECEIVED of a cable: the packet
     * @param[out] out       what it drives from the next cycle on, as pins gives it
     * @return PORT_*
     */
    unsigned (*step)(void *port, const void *in, int offer, struct packet *received, void *out);
    /** What it drives in the current cycle. */
    void (*pins)(const void *port, void *out);
    /** Save or load between two cycles. */
    void (*archive)(void *port, struct archive *a);
    /** What it has counted, the kind's own struct; NULL: nothing. */
    void (*counters)(const void *port, void *counters);
    /** What timelines show of it between two cycles, a mask: router_kind.marks. NULL: nothing. */
    unsigned (*marks)(const void *port);
    /** What its model and RTL differ in, a sentence without its full stop; NULL: nothing, or there is no RTL of it. */
    const char *(*differs)(const void *port);
    /** Model and RTL of it as a node in lockstep (compare/lockstep.h), or NULL. */
    const void *(*lockstep)(const void *port);
};

/** What the words that configure a router depend on. */
struct boot {
    const struct router_kind *kind;
    const struct topology *topology;
    const void *settings; /**< of every router, the kind's own struct */
};

/** An attempt of a router to send a packet that has ended. */
struct router_attempt {
    struct packet packet;
    uint64_t first; /**< cycle in which its first part was on the wire */
    int accepted;
    unsigned channel; /**< of the cable; 0 where it has one */
};

/** A router of a fabric. */
struct router {
    const struct node_ops *ops;
    void *handle;
    void *control, *probe; /**< router_kind.control_bytes and probe_bytes */
    unsigned mismatched;   /**< the node found a difference in this cycle */
    unsigned collision;    /**< ports on which both ends drive in this cycle */
    unsigned ended;        /**< ports on which attempts ended at the last edge */
    struct cable_source from[KIND_MOST_PORTS];
};

/** How an attempt to send a packet can end: it was accepted, or why it failed. */
struct router_reason {
    const char *key;   /**< as results and coverage have it */
    const char *words; /**< for people */
};

/** A property that a hop from router to router can have, such as being derouted; hops are counted by it. */
struct router_attribute {
    const char *key;   /**< as results have it */
    const char *words; /**< for people */
    double most;       /**< share of all hops above which results flag the run; 0: never */
    const char *flag;  /**< ... with these words */
};

/** It was accepted: the first row of router_kind.reasons. */
enum { REJECT_NONE = 0 };

/**
 * What rooms above the one of a kind bring for it, each named after the room that asks for it. cmodel/kinds fills it in
 * before the program begins (kinds.h). NULL: what the room does is not available for the kind.
 */
struct kind_parts {
    const struct engine_kind *event;
    const struct bench_kind *bench;
    const struct blackbox_kind *blackbox;
    const struct coverage_kind *coverage;
    const struct dut_kind *dut;
    const struct gen_kind *gen;
    const struct lockstep_kind *lockstep;
    const struct results_kind *results;
    const struct scenario_kind *scenario;
    const struct triage_kind *triage;
};

/** A kind of router. */
struct router_kind {
    const char *name;
    const void *parameters; /**< of its models, as the rooms of the kind know them; NULL: they have none */
    /** Why attempts fail, by number, from REJECT_NONE; the last is for those that are neither accepted nor refused
     * (faults only). */
    const struct router_reason *reasons;
    int reason_count;
    const struct router_attribute *attributes; /**< NULL: hops have no properties that are counted */
    int attribute_count;
    int ports;            /**< of a router, up to KIND_MOST_PORTS; those to endpoints are among them */
    int endpoint_port;    /**< for an endpoint, where the topology leaves open which one (topology_attach): the first */
    int endpoint_cables;  /**< ... and how many there are, up to KIND_MOST_CABLES */
    int standard_buffers; /**< that a router has unless a run sets another number */
    int most_buffers;     /**< that a router can have in this program */
    int in_order;         /**< 1: the packets of a message arrive in the order in which they were sent */
    int cable_ways;       /**< packets that a cable can carry at a time: 1, half duplex, or 2, one each way */
    size_t settings_bytes; /**< of all that routers are configured with */
    size_t pins_bytes;     /**< of the wires of all ports in one direction */
    size_t control_bytes;  /**< of a router's other inputs */
    size_t status_bytes;   /**< of its other outputs; 0: it has none */
    size_t state_bytes;    /**< of the registers that a node shows */
    size_t probe_bytes;    /**< of what finds attempts at the pins of a router; all zero to begin with */
    /** Every named register, and every pin but the clock: where each is in the bytes above, and what it is called. */
    const struct reg_info *registers;
    int register_count;
    const struct pin_info *pins;
    int pin_count;
    int shared_wires; /**< of a cable, the first so many, that both ends may drive */

    const struct node_ops *model; /**< the golden model as a node */
    /** Print what the ports and buffers of a router with these registers are doing. */
    void (*print)(const struct router_kind *kind, const void *registers, FILE *out);

    /** Extra stages of every cable, cycles; buffers of a router; cycles that a packet takes on a cable. */
    int (*latency)(const void *settings);
    /**
     * Further stages: of cables that begin at a router, for all wires but those of credits; of every cable, for those.
     * Up to KIND_MOST_STAGES. NULL: none.
     */
    int (*router_stages)(const void *settings);
    int (*credit_stages)(const void *settings);
    int (*buffers)(const void *settings);
    int (*packet_cycles)(const void *settings);
    int cycle_bytes; /**< of a packet, on a cable in a cycle */

    /** Wires of a port that is not connected, or whose other end is silent: pins_bytes. */
    const void *idle;
    /**
     * Input pins of a router: what the far ends drive and, where both ends share wires, what it drives itself.
     * @param from  [ports] @param own  its own outputs of this cycle
     * @return mask of the ports on which both ends drive what only one may
     */
    unsigned (*gather)(const struct cable_view *view, const struct cable_source *from, const void *own, void *in);
    /** Gather and step so many routers: step_routers with this kind's gather (step.h), which is sooner done. */
    void (*step)(struct router *r, int count, const struct cable_view *view, const uint8_t *own, uint8_t *next);
    /**
     * Input pins of an endpoint, whose ports are the first ones of all pins.
     * @param from  what drives its first cable; the others are those of the ports behind it @param cables  how many it
     * has
     */
    void (*gather_end)(const struct cable_view *view, const struct cable_source *from, int cables, const void *own,
                       void *in);
    /** What a port drives, as the first one of all pins. */
    void (*port_pins)(const void *pins, int port, void *out);
    /** Hash of pins. */
    uint64_t (*hash)(const void *pins, uint64_t seed);

    /**
     * Control inputs of a router in a cycle of its configuration; all pins are idle meanwhile.
     * @return 1; 0: it is configured, and these are the inputs from now on
     */
    int (*boot)(const struct boot *b, int router, unsigned cycle, void *control);

    const struct port_ops *port;
    const struct port_marks *marks; /**< NULL: timelines show nothing of ports */

    /**
     * Call visit for every packet that a router with these registers holds, by ascending places; and how many there
     * are.
     * @param ops, node  the router itself, for its stores; NULL: an engine keeps it
     */
    void (*each_held)(const void *state, const struct node_ops *ops, const void *node, held_visit visit, void *context);
    unsigned (*held)(const void *state);
    int port_places; /**< places of packets that are of each port, by which they come, port after port; 0: all are of
                        all */
    /** With port_places: the port by which a packet goes on that is in a place of this one, and its head is not; -1:
     * none is. */
    int (*goes_on)(const void *state, int port);
    /** Why a router's last refusal on a port was, a number of its reasons; 0: it did not refuse. */
    int (*reason)(const void *state, int port);
    /**
     * Look at a router that has just been stepped, and checked if it can be.
     * @param was, is  its outputs in cycle `now` and in the next one
     * @return mask of the ports on which attempts ended
     */
    unsigned (*probe)(void *probe, uint64_t now, const void *was, const void *is, const struct node_ops *ops,
                      void *node);
    /**
     * How full a router finds the other ends of its cables, of a port as places that are not free there. NULL: no
     * endpoint wants to know.
     * @param[out] full  [KIND_MOST_PORTS]
     */
    void (*fullness)(const struct node_ops *ops, const void *node, uint16_t *full);
    /** One that ended, of a router with these registers. */
    struct router_attempt (*attempt)(const void *probe, int port, const void *state);
    /**
     * The attributes of a hop that was accepted, over a link to a router, as a mask.
     * @param channel  of the cable, that the packet took
     */
    unsigned (*attribute)(const struct boot *b, int router, int port, unsigned channel, const struct packet *packet);
    /** Save or load between two cycles. */
    void (*archive_probe)(void *probe, struct archive *a);

    const struct faults_kind *faults; /**< what faults on its cables are judged by; NULL: there are none in this kind */
    struct kind_parts *parts;         /**< what rooms above bring for it */
};

/** Whether nodes show the named register of this row. */
int kind_shows(const struct node_ops *ops, int row);
/** Named registers that nodes show: of all, 0 to register_count. */
int kind_registers_shown(const struct router_kind *kind, const struct node_ops *ops);
/** A wire of a cable as it reaches an end: a row of pins, 0 for the first input; NULL behind the last. */
const struct pin_info *kind_wire(const struct router_kind *kind, unsigned wire);
/** Ports that have a part of a pin of ports. */
int kind_pin_ports(const struct router_kind *kind, const struct pin_info *pin);
/** Bits that one port has of a pin of ports. */
unsigned kind_port_bits(const struct router_kind *kind, const struct pin_info *pin);
/** Bits of all wires of a cable in one direction; of the first so many. */
unsigned kind_wire_bits(const struct router_kind *kind, unsigned wires);
/** How many wires there are. */
unsigned kind_wires(const struct router_kind *kind);
/** Pins in an order. */
struct pin_rows {
    const struct pin_info *row[KIND_MOST_PIN_ROWS];
    int count;
};
/** The inputs in the order of a line of vectors: those of no port, wires of which each end drives its own, shared ones,
 * the last first. */
struct pin_rows kind_inputs(const struct router_kind *kind);
/** The outputs likewise: wires of which each end drives its own, shared ones, the last first, those of no port. */
struct pin_rows kind_outputs(const struct router_kind *kind);
/** Whether no wire of pins, pins_bytes, has more bits than it has: so they are to be when they come out of a file. */
int kind_wires_fit(const struct router_kind *kind, const void *pins);
/** Bits of all outputs, and lanes of all named registers as they are in memory. */
unsigned kind_output_bits(const struct router_kind *kind);
unsigned kind_register_lanes(const struct router_kind *kind);
/** First named register in which two states differ, or NULL. @param[out] lane  that differs first */
const struct reg_info *kind_registers_differ(const struct router_kind *kind, const void *a, const void *b, int *lane);

/** The row of a named register, "block.name", or of a pin as the RTL calls it; NULL: there is none. */
const struct reg_info *kind_register_find(const struct router_kind *kind, const char *name);
const struct pin_info *kind_pin_find(const struct router_kind *kind, const char *name);

/** The kind of that name in a list that ends with NULL (registry.h), or NULL. */
const struct router_kind *kind_find(const struct router_kind *const *kinds, const char *name);

/** Hash of what they are and where: an archive is for a program with the same ones. */
uint64_t kind_layout(const struct router_kind *kind);

/** The number of the last reason. */
static inline int kind_reason_broken(const struct router_kind *kind)
{
    return kind->reason_count - 1;
}

/** Stages, cycles. @param stages  router_kind.router_stages or credit_stages */
static inline int kind_stages(int (*stages)(const void *settings), const void *settings)
{
    return stages ? stages(settings) : 0;
}

#endif
