/* SPDX-License-Identifier: Apache-2.0
 *
 * Routers of other people: what a description (docs/reference/router-description.md) says of a router and of the
 * network that is made of it. All other files of this room read this and never change it.
 *
 * Whatever pins the router has, a port becomes a channel: a valid for each virtual channel, a flit of `bits` bits, and
 * one wire back for each virtual channel, which is ready or a credit.
 */
#ifndef BLACKBOX_BLACKBOX_H
#define BLACKBOX_BLACKBOX_H

#include <stddef.h>
#include <stdint.h>

#include "../../base/process.h"

enum {
    BLACKBOX_PORTS = 64,  /**< inputs or outputs of a router, at most */
    BLACKBOX_VCS = 16,    /**< virtual channels of a port */
    BLACKBOX_FIELDS = 16, /**< of a flit */
    BLACKBOX_PARTS = 8,   /**< that a destination is written in, or that are rewritten */
    BLACKBOX_BITS = 2048, /**< of a flit */
    BLACKBOX_WORDS = BLACKBOX_BITS / 32,
    BLACKBOX_CLOCKS = 4,        /**< of a router */
    BLACKBOX_EDGES = 4096,      /**< of all clocks until they are as at the beginning */
    BLACKBOX_ROUTERS = 1024,    /**< of a network */
    BLACKBOX_ENDS = 1024,       /**< places where packets go in, or come out */
    BLACKBOX_FLITS = 1024,      /**< of a packet */
    BLACKBOX_SWEEPS = 8,        /**< parameters that are swept */
    BLACKBOX_COMBINATIONS = 64, /**< of their values */
    BLACKBOX_INTERFACES = 32,   /**< of SystemVerilog, ports of a module */
    BLACKBOX_SIDES = 16,        /**< inputs beside the ports, or outputs */
    BLACKBOX_SIDE_VALUES = 16,  /**< of such an input */
    BLACKBOX_UNROUTABLES = 16,  /**< destinations that are none */
    BLACKBOX_SET = 64,          /**< outputs, when a packet may be for several of them */
    BLACKBOX_SETS = 256,        /**< sets of them that a description lists */
    BLACKBOX_CLASSES = 8,       /**< of messages */
    BLACKBOX_CLASS_NAME = 32,   /**< bytes of the name of one, its end included */
    BLACKBOX_INVARIANTS = 64,   /**< of a router */
    BLACKBOX_LOOKS = 4,         /**< places of a flit in its packet: first or not, last or not */
    BLACKBOX_NAME = 128,        /**< bytes of a name or of a constant, its end included */
    BLACKBOX_ERROR = 8192       /**< bytes that hold every error */
};

/** A name or a constant of a description, with the line that it is in. */
struct blackbox_text {
    char text[BLACKBOX_NAME];
    int line; /**< 0: there is none */
};

/** One of several clocks, in units of time that are those of all. */
struct blackbox_clock {
    struct blackbox_text pin, reset; /**< reset: that of what it clocks alone */
    int reset_low;                   /**< 1: that is active when low */
    int period, phase;               /**< period 0: they are drawn; phase -1: it is drawn */
};

/** In which flits of a packet a field counts. */
enum blackbox_scope {
    BLACKBOX_EACH,   /**< in each by itself */
    BLACKBOX_PACKET, /**< in each, with one value in all of them */
    BLACKBOX_FIRST,  /**< in the first one alone */
    BLACKBOX_FINAL   /**< in the last one alone */
};

/** A part of a flit that has pins of its own. */
struct blackbox_field {
    char name[BLACKBOX_NAME];
    int width;    /**< bits, of the wider side */
    int side[2];  /**< bits at inputs, and at outputs */
    int first;    /**< with two widths, which end comes first: 0 is not said, 1 the low one, 2 the high one */
    int grain;    /**< with two widths: bits that are never parted; 0: it has one width */
    int offset;   /**< of its first bit in the flit */
    int header;   /**< 1: it is in the header, which has a handshake of its own */
    int constant; /**< 1: each flit has the value below here */
    int from;     /**< 1: that is the number of the packet's input, which the router adds */
    int begins;   /**< 1: it is 1 in the first flit and 0 in all others */
    enum blackbox_scope scope;
    uint64_t value;
    int line;
};

/** What the bits of a field follow from. */
enum blackbox_rule {
    BLACKBOX_PARITY_EVEN,
    BLACKBOX_PARITY_ODD, /**< each bit makes the ones in its part of the others even, or odd in number */
    BLACKBOX_CHECKSUM,   /**< the sum of words of its width */
    BLACKBOX_CRC8,
    BLACKBOX_CRC16_CCITT,
    BLACKBOX_CRC32
};

/** As https://reveng.sourceforge.io/crc-catalogue names them: CRC-8/SMBUS, CRC-16/IBM-3740, CRC-32/ISO-HDLC. Those that
 * are reflected take the lowest bit first, others the highest one. */
struct blackbox_crc {
    int width;
    uint32_t polynomial, initial, final;
    int reflected;
};
/** Of a rule that is one (blackbox_computed.c). */
struct blackbox_crc blackbox_computed_crc(enum blackbox_rule rule);

/** A field that follows from others: of its flit, or of all flits of the packet when it counts in the last one. */
struct blackbox_computed {
    int field;
    enum blackbox_rule rule;
    int over[BLACKBOX_FIELDS]; /**< fields, the bits of the first one lowest */
    int overs, bits;           /**< how many fields, and bits */
    int line;
};

/** Bits of a field. */
struct blackbox_slice {
    int field; /**< -1: none */
    int shift, width;
    int every; /**< 1: in each flit; 0: in one flit alone: */
    int at;    /**< ... its number, where it is not the first one, 0 */
};

/** Whether two of them have a bit in common. */
static inline int blackbox_slice_shared(const struct blackbox_slice *a, const struct blackbox_slice *b)
{
    return a->field == b->field && a->shift < b->shift + b->width && b->shift < a->shift + a->width;
}

/** Whether its bits hold all numbers from one to another. */
static inline int blackbox_slice_holds(const struct blackbox_slice *s, int64_t least, int64_t most)
{
    return least >= 0 && (s->width > 31 || most < INT64_C(1) << s->width);
}

/** What is written into a part of the header. */
enum blackbox_value {
    BLACKBOX_NUMBER, /**< the number of the output */
    BLACKBOX_X,      /**< the column of its router */
    BLACKBOX_Y,      /**< its row */
    BLACKBOX_LIST,   /**< a value for each output, or for each pair of input and output */
    BLACKBOX_OUTPUTS /**< the outputs of the packet: struct blackbox_cast */
};

struct blackbox_part {
    struct blackbox_slice slice;
    enum blackbox_value value;
    uint64_t *list; /**< [listed] */
    int listed;     /**< outputs, or inputs x outputs, which inputs count slowest in */
    int line;
};

/** How many outputs a packet is for. */
enum blackbox_cast_kind {
    BLACKBOX_ONE,   /**< one */
    BLACKBOX_ALL,   /**< all that its input may send to */
    BLACKBOX_MASK,  /**< those whose bits are set in its destination */
    BLACKBOX_GROUPS /**< those that a list has for the value of its destination */
};

struct blackbox_cast {
    enum blackbox_cast_kind kind;
    uint64_t value[BLACKBOX_SETS], set[BLACKBOX_SETS]; /**< with BLACKBOX_GROUPS: a destination, and a bit per output */
    int count;
    int line;
};

/** How the end of a packet is told. */
enum blackbox_framing {
    BLACKBOX_LAST,   /**< a field of one bit is set in its last flit */
    BLACKBOX_LENGTH, /**< one of its flits, mostly the first, says how many flits it has */
    BLACKBOX_TYPE,   /**< each flit says of what kind it is */
    BLACKBOX_SINGLE  /**< a packet is a flit */
};

/** The pins of a port besides those of the fields. */
enum blackbox_role {
    BLACKBOX_VALID,
    BLACKBOX_VC,
    BLACKBOX_READY,
    BLACKBOX_CREDIT,
    BLACKBOX_CREDIT_VC,
    BLACKBOX_HEADER_VALID, /**< of the handshake of headers */
    BLACKBOX_HEADER_READY,
    BLACKBOX_OTHER,  /**< a second valid, of flits in which a field is 1 */
    BLACKBOX_CYCLE,  /**< classic: high from a request to its acknowledge, beside valid */
    BLACKBOX_ENABLE, /**< classic: the same, but for the first cycle */
    BLACKBOX_ROLES
};

/** What a pin of a handshake is 0 without, in the same cycle. */
enum blackbox_waits {
    BLACKBOX_NO_WAITS,
    BLACKBOX_READY_WAITS, /**< ready, which is a yumi, for valid */
    BLACKBOX_VALID_WAITS  /**< valid for ready */
};

/** What a pin of a port is written as: one text for all ports, or one for each. */
struct blackbox_pin {
    struct blackbox_text *text; /**< [count] */
    int count;                  /**< 0: there is none, 1: a template, else one a port */
    int line;
};

/** All inputs, or all outputs. */
struct blackbox_ports {
    int count;
    int credits; /**< 1: credits, 0: ready */
    int alone;   /**< 1: the interface has one virtual channel */
    int open;    /**< 1: nothing comes back: each flit moves in its first cycle */
    int classic; /**< 1: a request stays until its response, which acknowledges it (blackbox_classic.c) */
    int other;   /**< with a pin BLACKBOX_OTHER: the field that is 1 with it, and 0 with valid; else -1 */
    enum blackbox_waits waits;
    int depth[BLACKBOX_PORTS][BLACKBOX_VCS]; /**< with credits: flits that the receiver takes; 0: not said */
    int depth_ports, depth_vcs;              /**< numbers of that in a list; 0: one is that of all */
    int depth_line;
    int id; /**< 1: one valid and the number of the virtual channel, 0: a valid for each */
    struct blackbox_pin roles[BLACKBOX_ROLES];
    struct blackbox_pin fields[BLACKBOX_FIELDS];
    int headed[BLACKBOX_FIELDS];                /**< 1: the field is in the header */
    struct blackbox_text clock[BLACKBOX_PORTS]; /**< [clock_names] pins of clocks: one, or one for each port */
    int clock_names, clock_of[BLACKBOX_PORTS];  /**< the number of each port's clock */
    int line;
};

/** When the header of a packet is offered. */
enum blackbox_header_when { BLACKBOX_WHEN_ANY, BLACKBOX_WHEN_BEFORE, BLACKBOX_WHEN_WITH, BLACKBOX_WHEN_AFTER };

/** Headers that have a handshake of their own. */
struct blackbox_header {
    int when;  /**< enum blackbox_header_when */
    int ahead; /**< headers that an input sends before their packets while another one goes in, at most */
    int ahead_line;
    int line;    /**< where the first side has it; 0: there are none */
    int side[2]; /**< the lines of inputs and of outputs; 0: that side has none */
};

/** Packets that come out as one frame: it ends with the first packet for which one of these holds. */
struct blackbox_join {
    int count, flits;           /**< it has so many packets, or so many flits at least; 0: that does not end it */
    struct blackbox_slice flag; /**< of the packet's last flit if the field counts there, else of its first one; width
                                   0: none */
    int64_t flagged;            /**< value of the flag in the last packet of a frame */
    int inputs;                 /**< 1: it has a packet of each input, in their order */
    int line;                   /**< 0: packets are not joined */
};

/** A pin that is at a constant, or bits of one, or a parameter. */
struct blackbox_constant {
    char name[BLACKBOX_NAME];   /**< with the bits in brackets, if it is not the whole pin */
    struct blackbox_text value; /**< Verilog, with {n}, {x} and {y} for the router's number, column and row */
};

struct blackbox_constants {
    struct blackbox_constant *item;
    int count;
};

/** Cycles after a reset in which inputs have other values than their constants. */
struct blackbox_step {
    struct blackbox_constants pins;
    struct blackbox_text until; /**< an output: the values stay up to the first cycle in which it is 1; line 0: none */
    int begin, cycles;          /**< its first cycle; those that it takes, whatever until says */
    int line;
};

/** What is written to the router after each reset, before the first flit. */
struct blackbox_setup {
    struct blackbox_step *step;
    int steps, cycles; /**< of all: they are part of reset_idle */
};

/** A port of the module that is an interface of SystemVerilog, or an array of them. */
struct blackbox_interface {
    char port[BLACKBOX_NAME];
    struct blackbox_text type;            /**< its name */
    int count;                            /**< of an array; 0: it is none, or the sources say it */
    struct blackbox_constants parameters; /**< of the interface */
    struct blackbox_text clock, reset;    /**< its own ports for these; "": those called as the module's */
    int line;
};

struct blackbox_interfaces {
    struct blackbox_interface item[BLACKBOX_INTERFACES];
    int count;
};

/** A parameter, and the values that it is to have in turn. */
struct blackbox_sweep {
    char name[BLACKBOX_NAME];
    struct arguments values;
};

/** A port of a router. */
struct blackbox_end {
    int router, port;
};

/** What packets may be that are not legal. */
enum blackbox_illegal_kind {
    BLACKBOX_LEGAL,
    BLACKBOX_UNROUTABLE,                  /**< its destination is none */
    BLACKBOX_DAMAGED,                     /**< a field that is computed does not fit */
    BLACKBOX_HARMLESS = BLACKBOX_DAMAGED, /**< up to here: all other packets must come through as ever */
    BLACKBOX_LONG,
    BLACKBOX_SHORT,     /**< more flits than the longest, fewer than the least */
    BLACKBOX_BROKEN,    /**< gaps within a packet */
    BLACKBOX_OVERRUN,   /**< flits without a credit */
    BLACKBOX_WITHDRAWN, /**< a valid that is taken back before the flit was taken */
    BLACKBOX_ILLEGAL_COUNT
};

/** What becomes of a packet that has no destination; from 0 on: it comes out of this output. */
enum { BLACKBOX_DROPPED = -1, BLACKBOX_ANYWHERE = -2, BLACKBOX_ANSWERED = -3 /**< the router answers it */ };

/** What a router must survive. */
struct blackbox_illegal {
    uint64_t value[BLACKBOX_UNROUTABLES]; /**< that the first part of a destination has */
    int values, then;
    int damaged;           /**< 1: a field that is computed is damaged, in one bit */
    int damaged_then;      /**< what becomes of these; 0: they come through as others do */
    int longest, shortest; /**< flits; 0: not tried */
    int gap, withdrawn;    /**< 1: tried */
    int overrun;           /**< flits without a credit, at most */
    int reset;             /**< 1: what comes after must go well behind a reset, 0: without one */
    int line;
};

/** Packets that may be mixed flit by flit, as long as they differ in bits that each of their flits has. */
struct blackbox_lanes {
    struct blackbox_slice slice;
    int count;  /**< values that are used; 0: packets are not mixed */
    int inputs; /**< 1: they are at inputs, too */
    int line;
};

/** Bytes of a field that count, as bits of another one say. */
struct blackbox_byte_enable {
    int keep, data; /**< fields */
    int sparse;     /**< 1: any bytes of any flit, 0: the first ones of the last flit */
    int nulls;      /**< 1: outputs may end a packet with flits without valid bytes, where widths differ */
    int least;      /**< bytes that the first flit, or the packet where widths differ, has at least, for what a packet
                       is told by */
    int line;       /**< 0: all bytes count */
};

/** Fields that are wider at one side than at the other: flits are grains, each of which goes through as it is. */
struct blackbox_widths {
    int flit[2]; /**< grains of a flit at inputs, and at outputs */
    int whole;   /**< 1: packets fill the flits of both sides, for no byte enables say what counts */
    int step;    /**< the number of input flits of a packet is a multiple of it */
    int high;    /**< 1: the grains on the left come first */
    int nulls;   /**< 1: outputs may end a packet with flits without valid bytes */
    int line;    /**< 0: each field has one width */
};

/** Packets that a router may drop, whole, and those that it must drop. */
struct blackbox_drops {
    int allowed;
    int busy;                     /**< 1: none that is alone in the network */
    int longer;                   /**< none of so many flits, or fewer */
    struct blackbox_slice marked; /**< a packet with the value mark in these bits must be dropped; width 0: none */
    int64_t mark;
    int line; /**< of the mark */
};

/** An input beside the ports: it has its idle value, and now and then another one. */
struct blackbox_side_input {
    struct blackbox_text pin, clock_name;
    int clock;                            /**< its number */
    int select;                           /**< 1: it says which input of the router may send: blackbox_select.c */
    int width;                            /**< bits */
    uint64_t idle;                        /**< value */
    uint64_t value[BLACKBOX_SIDE_VALUES]; /**< others that it has in turn, at random */
    int values;
    int64_t chance, of;    /**< that it begins to be active: so many of so many cycles; of 0: by its period */
    int period;            /**< cycles from one beginning to the next */
    int shortest, longest; /**< cycles that it is active */
};

/** What an output beside the ports is to be. */
enum blackbox_side_rule {
    BLACKBOX_SIDE_VALUE, /**< a value, always */
    BLACKBOX_SIDE_PULSE, /**< high for a cycle for each event */
    BLACKBOX_SIDE_COUNT  /**< a number of things, once nothing moves */
};

/** What such an output counts. */
enum blackbox_side_event {
    BLACKBOX_SIDE_DROPPED, /**< packets that were dropped */
    BLACKBOX_SIDE_PASSED,  /**< packets that came out whole */
    BLACKBOX_SIDE_PACKETS, /**< packets that are inside, in part at least */
    BLACKBOX_SIDE_WHOLE,   /**< packets all of which went in and not all came out */
    BLACKBOX_SIDE_FLITS    /**< flits that are inside */
};

struct blackbox_side_output {
    struct blackbox_text pin, clock_name;
    int clock; /**< its number */
    int width; /**< bits */
    enum blackbox_side_rule rule;
    enum blackbox_side_event event;
    uint64_t value; /**< with BLACKBOX_SIDE_VALUE */
};

/** Pins beside the ports. */
struct blackbox_side {
    struct blackbox_side_input input[BLACKBOX_SIDES];
    struct blackbox_side_output output[BLACKBOX_SIDES];
    int inputs, outputs;
};

/** What a router promises of the way in which packets come out, and of its room. */
struct blackbox_properties {
    int whole, gapless; /**< 1: promised */
    int capacity;       /**< flits that an input takes at least while all outputs are held up; 0: nothing is promised */
    int fair; /**< packets of other inputs that begin before one that waits, at most; -1: nothing is promised */
    int line;
};

/** A field of a response has the value that a field of its request has. */
struct blackbox_match {
    int from, to; /**< fields of the request, and of the response */
};

/** In which order a requester gets its responses. */
enum blackbox_response_order {
    BLACKBOX_ORDER_ALL,   /**< in that of its requests */
    BLACKBOX_ORDER_FIELD, /**< those of requests with the same value of a field, in that of these */
    BLACKBOX_ORDER_NONE
};

/** Responses: outputs of the router lead to targets, which answer each packet, and its inputs are requesters. */
struct blackbox_responses {
    struct blackbox *f; /**< their flits and ports: inputs are those of targets, outputs of requesters; NULL: none */
    struct blackbox_match match[BLACKBOX_PARTS];
    int matches, bits; /**< fields, and bits of all of them */
    enum blackbox_response_order order;
    int by;                  /**< the field of the request that the order is about */
    int least, most;         /**< cycles in which a target thinks */
    int outstanding, target; /**< requests without a response of an input, and at an output; 0: no limit */
    struct blackbox_slice
        length;        /**< of the first flit of a request: flits of its response; width 0: it does not say */
    int length_offset; /**< what it says is so many more */
    struct blackbox_slice refuse; /**< of each flit of a response that the router makes itself; width 0: none */
    uint64_t refusal;             /**< its value */
    int line;
};

struct verilator_port;

/** From an output to an input. */
struct blackbox_wire {
    struct blackbox_end from, to;
};

/** What is checked; each can be switched off. */
#define BLACKBOX_CHECKS(CHECK)                                                                                 \
    CHECK(LOST, "lost", "packets", "a packet that went in comes out")                                          \
    CHECK(DUPLICATE, "duplicate", "packets", "it comes out once")                                              \
    CHECK(MISDELIVERED, "misdelivered", "packets", "it comes out where it was sent to")                        \
    CHECK(CORRUPTED, "corrupted", "bits", "with all its bits as they were")                                    \
    CHECK(ORDER, "order", "packets", "behind those of its flow that went in before it")                        \
    CHECK(FRAMING, "framing", "flits", "whole, and no other one within it")                                    \
    CHECK(STABLE, "stable", "waits", "a valid stays, with the same flit, until it is taken")                   \
    CHECK(HANDSHAKE, "handshake", "flits", "valid or yumi is 0 without what it waits for")                     \
    CHECK(CREDITS, "credits", "flits", "none goes without credit, and each credit comes back")                 \
    CHECK(PROGRESS, "progress", "cycles", "something moves as long as something waits")                        \
    CHECK(RESET, "reset", "resets", "after a reset nothing is left of what was before it")                     \
    CHECK(MARKED, "marked", "packets", "a packet that is marked to be dropped does not come out")              \
    CHECK(HEADER, "header", "packets", "it has one header, its own, which comes in the order of packets")      \
    CHECK(SIDEBAND, "sideband", "cycles", "outputs beside the ports are what was promised")                    \
    CHECK(WHOLE, "whole", "packets", "a packet begins to come out when all of it is in")                       \
    CHECK(GAPLESS, "gapless", "packets", "and then comes without a gap while its output takes flits")          \
    CHECK(CAPACITY, "capacity", "times", "an input takes as many flits as promised while outputs are held up") \
    CHECK(FAIR, "fair", "packets", "so many packets of others begin before one that waits, at most")           \
    CHECK(LATENCY, "latency", "packets", "through an idle network as fast as was promised")                    \
    CHECK(THROUGHPUT, "throughput", "cycles", "as many flits as promised when all inputs have one")            \
    CHECK(STARVATION, "starvation", "packets", "each comes through in time while no output is held up")        \
    CHECK(ILLEGAL, "illegal", "packets", "what is not legal goes where it may, and does no harm")

enum blackbox_check {
#define CHECK(id, name, unit, doc) BLACKBOX_##id,
    BLACKBOX_CHECKS(CHECK)
#undef CHECK
        BLACKBOX_CHECK_COUNT
};

struct blackbox_check_info {
    const char *name, *unit, *doc;
};
extern const struct blackbox_check_info blackbox_checks[BLACKBOX_CHECK_COUNT];
static inline const char *blackbox_check_name(int check)
{
    return blackbox_checks[check].name;
}

/** What ports can see (blackbox_cover.h), in groups: rows and columns of each, and what a point of it is. Each can be
 * switched off. */
#define BLACKBOX_COVERS(COVER)                                                                                    \
    COVER(PAIR, "pair", SOURCES, SINKS, "a packet goes from each input to each output")                           \
    COVER(TOGETHER, "together", SOURCES, SOURCES, "first flits of two inputs go in in the same cycle")            \
    COVER(MEET, "meet", SOURCES, SINKS,                                                                           \
          "an input begins a packet for an output in the cycle in which another one does")                        \
    COVER(LENGTH_IN, "length_in", SOURCES, LENGTHS, "packets of each length go in at each input")                 \
    COVER(LENGTH_OUT, "length_out", SINKS, LENGTHS_OUT, "packets of each length come out of each output")         \
    COVER(VC_IN, "vc_in", SOURCES, CHANNELS, "packets of each virtual channel go in at each input")               \
    COVER(VC_OUT, "vc_out", SINKS, CHANNELS, "packets of each virtual channel come out of each output")           \
    COVER(EMPTY, "empty", SOURCES, ONE, "a packet goes in at an input when there is no other one")                \
    COVER(FULL, "full", SOURCES, ONE, "an input has a flit that is not taken, or no credit for it")               \
    COVER(BACK, "back_to_back", SOURCES, ONE,                                                                     \
          "a packet is offered in the cycle after the last flit of another one went in")                          \
    COVER(GAP, "gap", SOURCES, ONE, "an input is silent within a packet")                                         \
    COVER(STALL, "stall", SINKS, FLITS, "an output is held up at each flit of a packet")                          \
    COVER(PARTIAL, "partial", SINKS, PIECES,                                                                      \
          "the last flit of the wider side has each number of valid bytes, where widths differ")                  \
    COVER(RESET, "reset", ONE, ONE, "a reset while packets are on their way")                                     \
    COVER(CLOCKS, "clocks", CLOCKED, RATIOS, "periods of clocks have each ratio, where they are drawn")           \
    COVER(SIDEBAND, "sideband", SIDES, ONE, "an input beside the ports is active while packets are on their way") \
    COVER(COPIES, "copies", SOURCES, NUMBERS, "a packet for each number of outputs comes out of all of them")     \
    COVER(HEADER, "header", SOURCES, WHENS, "a header is offered before its packet, with it and after it")        \
    COVER(OUTSTANDING, "outstanding", LIMITED, ONE, "an input has as many requests without a response as it may")

enum blackbox_cover_group {
#define COVER(id, name, rows, columns, doc) BLACKBOX_COVER_##id,
    BLACKBOX_COVERS(COVER)
#undef COVER
        BLACKBOX_COVER_COUNT
};

struct blackbox_cover_info {
    const char *name, *doc;
};
extern const struct blackbox_cover_info blackbox_covers[BLACKBOX_COVER_COUNT];
static inline const char *blackbox_group_name(int group)
{
    return blackbox_covers[group].name;
}

/** A description, and what follows from it: of one class of messages, where there are several. */
struct blackbox {
    const char *path; /**< of the description */
    /* Classes of messages of the same router (blackbox_classes.c) */
    char class_name[BLACKBOX_CLASS_NAME]; /**< "" where there is one class, without a name */
    int class_number;                     /**< from 0 */
    struct blackbox *also;                /**< the next class; what is the module's is that of the first one */
    /* The router */
    char top[BLACKBOX_NAME];
    struct arguments files, includes, defines;
    struct blackbox_constants parameters, pins;
    struct blackbox_setup setup;
    struct blackbox_interfaces interfaces;        /**< the rest of them is added when the module is elaborated */
    struct blackbox_sweep sweep[BLACKBOX_SWEEPS]; /**< each parameter has its first value now */
    int sweeps;
    struct arguments ignored;        /**< outputs, or bits of them, that nobody looks at */
    struct verilator_port *declared; /**< [declares] the ports of the module, once it was elaborated */
    int declares;
    struct blackbox_text clock, reset; /**< line 0: there are several, in clock_of */
    struct blackbox_clock clock_of[BLACKBOX_CLOCKS];
    int clocks;    /**< 0: one */
    int reset_low; /**< 1: reset is active when low */
    int reset_cycles, reset_idle;
    /* Flits and packets */
    struct blackbox_field field[BLACKBOX_FIELDS];
    int fields, bits, words; /**< of a flit; words of 32 bits */
    enum blackbox_framing framing;
    struct blackbox_slice frame; /**< last, length or type */
    int length_offset;           /**< what the length says is so many more than the flits */
    struct blackbox_slice beats; /**< of one flit: its packet's flits, which something else ends; width 0: none */
    int beats_offset;            /**< what these bits say is so many more */
    int beats_line;
    uint64_t code_head, code_body, code_tail, code_single;
    struct blackbox_part part[BLACKBOX_PARTS]; /**< that the destination is written in */
    int parts;
    struct blackbox_cast cast;
    struct blackbox_slice rewritten[BLACKBOX_PARTS];
    int rewrites;
    int min_flits, max_flits; /**< flits of a packet */
    int packets_line;         /**< where they are said; that of the outputs when they are not */
    int gaps;                 /**< 1: cycles may pass between its flits */
    int vcs, vc_kept;
    struct blackbox_lanes lanes;
    struct blackbox_byte_enable byte_enable;
    struct blackbox_widths widths;
    struct blackbox_computed computed[BLACKBOX_FIELDS];
    int computeds;
    int channels; /**< that packets are told apart by at an output: lanes if there are some, else virtual channels */
    /* Ports */
    struct blackbox_ports inputs, outputs;
    struct blackbox_header header;
    /* The network */
    int routers, rows, cols; /**< cols is 0 when routers have no place */
    struct blackbox_end *source, *sink;
    int sources, sinks;
    struct blackbox_wire *wire;
    int wires;
    uint8_t *wired[2];         /**< [routers * ports] a wire leads to this input, or from this output */
    struct blackbox_end *open; /**< outputs that lead nowhere */
    int opens;
    uint8_t *forbidden; /**< [sources * sinks] pairs that are not tried */
    int *sends, *gets;  /**< [sources] outputs that an input may send to, [sinks] inputs that may send to an output */
    struct blackbox_illegal illegal;
    struct blackbox_drops drops;
    struct blackbox_join join;
    struct blackbox_side side;
    struct blackbox_responses responses;
    const struct blackbox *requests; /**< of the flits and ports of responses: the description of the rest, else NULL */
    /* What is promised */
    struct blackbox_properties properties;
    struct arguments invariants; /**< expressions of Verilog over what is inside the router, for proofs */
    int invariant_line[BLACKBOX_INVARIANTS];
    int checked[BLACKBOX_CHECK_COUNT];
    int covered[BLACKBOX_COVER_COUNT];
    int64_t progress, latency; /**< cycles; latency is 0 when nothing is promised */
    int64_t starvation; /**< cycles that a packet waits, and takes, at most, while no output is held up; 0: nothing is
                           promised */
    int64_t throughput; /**< percent of a flit a cycle and output, at least, when all inputs have one; 0: nothing is
                           promised */
    /* What follows */
    uint32_t *tag_mask; /**< [words] bits of the first flit of the wider side that a packet is told by */
    uint32_t *tag_out;  /**< [words] ... and where an output has them */
    int tag_bits, source_bits;
    int by_order;   /**< 1: too few bits are free for that: packets of the only input are told by their order */
    int holds;      /**< 1: there are bits that all flits of a packet share */
    uint32_t *held; /**< [words] these */
    /** [words] bits that an output shows unchanged: of a first flit, of one that is neither, and of last flits: that is
     * the first one, or another one */
    uint32_t *look[BLACKBOX_LOOKS];
    uint32_t *header_look; /**< [words] the same of a header */
    uint32_t *refused;     /**< [words] of responses: bits of those that the router makes itself which are known */
};

/**
 * Read a description.
 * @param parameters  NAME=VALUE of the module, in the place of what the description says, and not swept; NULL: none
 * @return NULL with error: one sentence with file and line
 */
struct blackbox *blackbox_load(const char *path, const struct arguments *parameters, char *error, size_t size);
/** NULL is legal. */
void blackbox_destroy(struct blackbox *f);

/**
 * Work out sources, sinks and wires of the network that a description names (blackbox_net.c).
 * @param topology  name, or NULL for routers and wires that are given
 * @param ports     port of the router for each port of the topology
 * @return 0, or -1 with error
 */
int blackbox_net_topology(struct blackbox *f, const char *topology, int rows, int cols, const int *ports, int count,
                          char *error, size_t size);
/** A router alone, or several with the wires that f has: ports that no wire leads to are sources and sinks. @return 0,
 * or -1 */
int blackbox_net_given(struct blackbox *f, char *error, size_t size);

/** Whether there is something of a kind that the description has a router survive. */
int blackbox_illegal_has(const struct blackbox *f, enum blackbox_illegal_kind kind);
/** Whether that is checked, and such packets must be dropped. */
int blackbox_illegal_drops(const struct blackbox *f, enum blackbox_illegal_kind kind);

/** The name of the class that packets are of, responses as their requests; "" where there is one class. */
static inline const char *blackbox_class_name(const struct blackbox *f)
{
    return f->requests ? f->requests->class_name : f->class_name;
}

/** A class by its number, of the first one and those behind it. */
static inline const struct blackbox *blackbox_class(const struct blackbox *first, int number)
{
    while (number-- > 0)
        first = first->also;
    return first;
}

/** How many classes there are, from one on. */
static inline int blackbox_classes(const struct blackbox *f)
{
    int count = 0;

    for (; f; f = f->also)
        count++;
    return count;
}

/** Channels into the router, or out of it, that packets of a class and their responses have together. */
static inline int blackbox_all_sinks(const struct blackbox *f)
{
    return f->sinks + (f->responses.f ? f->responses.f->sinks : 0);
}

/** What a field is computed by, or NULL (blackbox_computed.c). */
const struct blackbox_computed *blackbox_computed_of(const struct blackbox *f, int field);

/** The bit beside the valid of an output that says that its request went, or changed, before it was acknowledged. */
enum { BLACKBOX_RETRACTED = 1 };
/** Whether outputs have it. */
static inline int blackbox_acknowledged(const struct blackbox *f)
{
    return f->outputs.classic && f->responses.f;
}

/** Channels that flits of an input wait in: targets send what is due one behind the other. */
static inline int blackbox_channels_in(const struct blackbox *f)
{
    return f->requests ? 1 : f->channels;
}

/** Whether a wire leads from an output, or to an input. */
int blackbox_net_wired(const struct blackbox *f, int router, int port, int output);

/** Credits of a source or sink, the most of all ports; one number for all of them (blackbox_depth.c). */
int blackbox_depth_in(const struct blackbox *f, int source, int vc);
int blackbox_depth_out(const struct blackbox *f, int sink, int vc);
int blackbox_depth_most(const struct blackbox_ports *ports, int vcs);
void blackbox_depth_fill(struct blackbox_ports *ports, int depth);

/** Work out what packets are told by, once all else is known (blackbox_flit.c). @return 0, or -1 with error */
int blackbox_tags(struct blackbox *f, char *error, size_t size);
/** What that made is freed; or, in a copy of a description, is that of the other one. */
void blackbox_tags_free(struct blackbox *f);
void blackbox_tags_forget(struct blackbox *f);

#endif
