/* SPDX-License-Identifier: Apache-2.0
 *
 * Routers of other people: what a description (docs/reference/router-description.md) says of a router and of the network that is made of it. All
 * other files of this room read this and never change it.
 *
 * Whatever pins the router has, a port becomes a channel: a valid for each virtual channel, a flit of `bits` bits, and one wire
 * back for each virtual channel, which is ready or a credit.
 */
#ifndef FOREIGN_FOREIGN_H
#define FOREIGN_FOREIGN_H

#include <stddef.h>
#include <stdint.h>

#include "../base/process.h"

enum {
    FOREIGN_PORTS = 64,     /**< inputs or outputs of a router, at most */
    FOREIGN_VCS = 16,       /**< virtual channels of a port */
    FOREIGN_FIELDS = 16,    /**< of a flit */
    FOREIGN_PARTS = 8,      /**< that a destination is written in, or that are rewritten */
    FOREIGN_BITS = 2048,    /**< of a flit */
    FOREIGN_WORDS = FOREIGN_BITS / 32,
    FOREIGN_ROUTERS = 1024, /**< of a network */
    FOREIGN_ENDS = 1024,    /**< places where packets go in, or come out */
    FOREIGN_FLITS = 1024,   /**< of a packet */
    FOREIGN_SWEEPS = 8,     /**< parameters that are swept */
    FOREIGN_COMBINATIONS = 64, /**< of their values */
    FOREIGN_UNROUTABLES = 16, /**< destinations that are none */
    FOREIGN_NAME = 128,     /**< bytes of a name or of a constant, its end included */
    FOREIGN_ERROR = 8192    /**< bytes that hold every error */
};

/** A name or a constant of a description, with the line that it is in. */
struct foreign_text {
    char text[FOREIGN_NAME];
    int line; /**< 0: there is none */
};

/** A part of a flit that has pins of its own. */
struct foreign_field {
    char name[FOREIGN_NAME];
    int width;    /**< bits */
    int offset;   /**< of its first bit in the flit */
    int constant; /**< 1: each flit has the value below here */
    uint64_t value;
    int line;
};

/** Bits of a field. */
struct foreign_slice {
    int field;         /**< -1: none */
    int shift, width;
    int every;         /**< 1: in each flit; 0: in the first one alone */
};

/** What is written into a part of the header. */
enum foreign_value {
    FOREIGN_NUMBER, /**< the number of the output */
    FOREIGN_X,      /**< the column of its router */
    FOREIGN_Y,      /**< its row */
    FOREIGN_LIST    /**< a value for each output, or for each pair of input and output */
};

struct foreign_part {
    struct foreign_slice slice;
    enum foreign_value value;
    uint64_t *list; /**< [listed] */
    int listed;     /**< outputs, or inputs x outputs, which inputs count slowest in */
    int line;
};

/** How the end of a packet is told. */
enum foreign_framing {
    FOREIGN_LAST,   /**< a field of one bit is set in its last flit */
    FOREIGN_LENGTH, /**< its first flit says how many flits it has */
    FOREIGN_TYPE,   /**< each flit says of what kind it is */
    FOREIGN_SINGLE  /**< a packet is a flit */
};

/** The pins of a port besides those of the fields. */
enum foreign_role { FOREIGN_VALID, FOREIGN_VC, FOREIGN_READY, FOREIGN_CREDIT, FOREIGN_CREDIT_VC, FOREIGN_ROLES };

/** What a pin of a port is written as: one text for all ports, or one for each. */
struct foreign_pin {
    struct foreign_text *text; /**< [count] */
    int count;                 /**< 0: there is none, 1: a template, else one a port */
    int line;
};

/** All inputs, or all outputs. */
struct foreign_ports {
    int count;
    int credits; /**< 1: credits, 0: ready */
    int alone;   /**< 1: the interface has one virtual channel */
    int depth;   /**< with credits: flits that the receiver takes, in each virtual channel */
    int id;      /**< 1: one valid and the number of the virtual channel, 0: a valid for each */
    struct foreign_pin roles[FOREIGN_ROLES];
    struct foreign_pin fields[FOREIGN_FIELDS];
    int line;
};

/** A pin that is at a constant, or a parameter. */
struct foreign_constant {
    char name[FOREIGN_NAME];
    struct foreign_text value; /**< Verilog, with {n}, {x} and {y} for the router's number, column and row */
};

struct foreign_constants {
    struct foreign_constant *item;
    int count;
};

/** A parameter, and the values that it is to have in turn. */
struct foreign_sweep {
    char name[FOREIGN_NAME];
    struct arguments values;
};

/** A port of a router. */
struct foreign_end {
    int router, port;
};

/** What packets may be that are not legal. */
enum foreign_hostile_kind {
    FOREIGN_LEGAL,
    FOREIGN_UNROUTABLE, /**< its destination is none */
    FOREIGN_LONG, FOREIGN_SHORT, /**< more flits than the longest, fewer than the least */
    FOREIGN_BROKEN,     /**< gaps within a packet */
    FOREIGN_OVERRUN,    /**< flits without a credit */
    FOREIGN_WITHDRAWN,  /**< a valid that is taken back before the flit was taken */
    FOREIGN_HOSTILE_COUNT
};

/** What becomes of a packet that has no destination; from 0 on: it comes out of this output. */
enum { FOREIGN_DROPPED = -1, FOREIGN_ANYWHERE = -2 };

/** What a router must survive. */
struct foreign_hostile {
    uint64_t value[FOREIGN_UNROUTABLES]; /**< that the first part of a destination has */
    int values, then;
    int longest, shortest;  /**< flits; 0: not tried */
    int gap, withdrawn;     /**< 1: tried */
    int overrun;            /**< flits without a credit, at most */
    int reset;              /**< 1: what comes after must go well behind a reset, 0: without one */
    int line;
};

/** Packets that may be mixed flit by flit, as long as they differ in bits that each of their flits has. */
struct foreign_lanes {
    struct foreign_slice slice;
    int count;  /**< values that are used; 0: packets are not mixed */
    int inputs; /**< 1: they are at inputs, too */
    int line;
};

/** Bytes of a field that count, as bits of another one say. */
struct foreign_keep {
    int keep, data; /**< fields */
    int sparse;     /**< 1: any bytes of any flit, 0: the first ones of the last flit */
    int least;      /**< bytes that the first flit has at least, for what a packet is told by */
    int line;       /**< 0: all bytes count */
};

/** Packets that a router may drop, whole. */
struct foreign_drops {
    int allowed;
    int busy;   /**< 1: none that is alone in the network */
    int longer; /**< none of so many flits, or fewer */
};

/** From an output to an input. */
struct foreign_wire {
    struct foreign_end from, to;
};

/** What is checked; each can be switched off. */
#define FOREIGN_CHECKS(CHECK)                                                                     \
    CHECK(LOST, "lost", "packets", "a packet that went in comes out")                            \
    CHECK(DUPLICATE, "duplicate", "packets", "it comes out once")                                \
    CHECK(MISDELIVERED, "misdelivered", "packets", "it comes out where it was sent to")          \
    CHECK(CORRUPTED, "corrupted", "bits", "with all its bits as they were")                      \
    CHECK(ORDER, "order", "packets", "behind those of its flow that went in before it")          \
    CHECK(FRAMING, "framing", "flits", "whole, and no other one within it")                      \
    CHECK(STABLE, "stable", "waits", "a valid stays, with the same flit, until it is taken")     \
    CHECK(CREDITS, "credits", "flits", "none goes without credit, and each credit comes back")   \
    CHECK(PROGRESS, "progress", "cycles", "something moves as long as something waits")          \
    CHECK(RESET, "reset", "resets", "after a reset nothing is left of what was before it")       \
    CHECK(LATENCY, "latency", "packets", "through an idle network as fast as was promised")      \
    CHECK(THROUGHPUT, "throughput", "cycles", "as many flits as promised when all inputs have one") \
    CHECK(STARVATION, "starvation", "packets", "each comes through in time while no output is held up") \
    CHECK(HOSTILE, "hostile", "packets", "what is not legal goes where it may, and does no harm")

enum foreign_check {
#define CHECK(id, name, unit, doc) FOREIGN_##id,
    FOREIGN_CHECKS(CHECK)
#undef CHECK
    FOREIGN_CHECK_COUNT
};

struct foreign_check_info {
    const char *name, *unit, *doc;
};
extern const struct foreign_check_info foreign_checks[FOREIGN_CHECK_COUNT];

/** What ports can see (foreign_cover.h), in groups: rows and columns of each, and what a point of it is. Each can be switched off. */
#define FOREIGN_COVERS(COVER)                                                                                                      \
    COVER(PAIR, "pair", SOURCES, SINKS, "a packet goes from each input to each output")                                           \
    COVER(TOGETHER, "together", SOURCES, SOURCES, "first flits of two inputs go in in the same cycle")                            \
    COVER(MEET, "meet", SOURCES, SINKS, "an input begins a packet for an output in the cycle in which another one does")          \
    COVER(LENGTH_IN, "length_in", SOURCES, LENGTHS, "packets of each length go in at each input")                                 \
    COVER(LENGTH_OUT, "length_out", SINKS, LENGTHS, "packets of each length come out of each output")                             \
    COVER(VC_IN, "vc_in", SOURCES, CHANNELS, "packets of each virtual channel go in at each input")                               \
    COVER(VC_OUT, "vc_out", SINKS, CHANNELS, "packets of each virtual channel come out of each output")                           \
    COVER(EMPTY, "empty", SOURCES, ONE, "a packet goes in at an input when there is no other one")                                \
    COVER(FULL, "full", SOURCES, ONE, "an input has a flit that is not taken, or no credit for it")                               \
    COVER(BACK, "back_to_back", SOURCES, ONE, "a packet is offered in the cycle after the last flit of another one went in")      \
    COVER(GAP, "gap", SOURCES, ONE, "an input is silent within a packet")                                                         \
    COVER(STALL, "stall", SINKS, FLITS, "an output is held up at each flit of a packet")                                          \
    COVER(RESET, "reset", ONE, ONE, "a reset while packets are on their way")

enum foreign_cover_group {
#define COVER(id, name, rows, columns, doc) FOREIGN_COVER_##id,
    FOREIGN_COVERS(COVER)
#undef COVER
    FOREIGN_COVER_COUNT
};

struct foreign_cover_info {
    const char *name, *doc;
};
extern const struct foreign_cover_info foreign_covers[FOREIGN_COVER_COUNT];

/** A description, and what follows from it. */
struct foreign {
    const char *path; /**< of the description */
    /* The router */
    char top[FOREIGN_NAME];
    struct arguments files, includes, defines;
    struct foreign_constants parameters, pins;
    struct foreign_sweep sweep[FOREIGN_SWEEPS]; /**< each parameter has its first value now */
    int sweeps;
    struct arguments ignored; /**< outputs that nobody looks at */
    struct foreign_text clock, reset;
    int reset_low;            /**< 1: reset is active when low */
    int reset_cycles, reset_idle;
    /* Flits and packets */
    struct foreign_field field[FOREIGN_FIELDS];
    int fields, bits, words;  /**< of a flit; words of 32 bits */
    enum foreign_framing framing;
    struct foreign_slice frame;              /**< last, length or type */
    int length_offset;                       /**< what the length says is so many more than the flits */
    uint64_t code_head, code_body, code_tail, code_single;
    struct foreign_part part[FOREIGN_PARTS]; /**< that the destination is written in */
    int parts;
    struct foreign_slice rewritten[FOREIGN_PARTS];
    int rewrites;
    int least, longest;       /**< flits of a packet */
    int packets_line;         /**< where they are said; that of the outputs when they are not */
    int gaps;                 /**< 1: cycles may pass between its flits */
    int vcs, vc_kept;
    struct foreign_lanes lanes;
    struct foreign_keep keep;
    int channels;             /**< that packets are told apart by at an output: lanes if there are some, else virtual channels */
    /* Ports */
    struct foreign_ports inputs, outputs;
    /* The network */
    int routers, rows, cols;  /**< cols is 0 when routers have no place */
    struct foreign_end *source, *sink;
    int sources, sinks;
    struct foreign_wire *wire;
    int wires;
    uint8_t *wired[2];        /**< [routers * ports] a wire leads to this input, or from this output */
    struct foreign_end *open; /**< outputs that lead nowhere */
    int opens;
    uint8_t *forbidden;       /**< [sources * sinks] pairs that are not tried */
    int *sends, *gets;        /**< [sources] outputs that an input may send to, [sinks] inputs that may send to an output */
    struct foreign_hostile hostile;
    struct foreign_drops drops;
    /* What is promised */
    int checked[FOREIGN_CHECK_COUNT];
    int covered[FOREIGN_COVER_COUNT];
    int64_t progress, latency; /**< cycles; latency is 0 when nothing is promised */
    int64_t starvation;        /**< cycles that a packet waits, and takes, at most, while no output is held up; 0: nothing is promised */
    int64_t throughput;        /**< percent of a flit a cycle and output, at least, when all inputs have one; 0: nothing is promised */
    /* What follows */
    uint32_t *tag_mask;       /**< [words] bits of the first flit that a packet is told by */
    int tag_bits, source_bits;
    uint32_t *look[2];        /**< [words] bits that an output shows unchanged: of the first flit, of the others */
};

/**
 * Read a description.
 * @param parameters  NAME=VALUE of the module, in the place of what the description says, and not swept; NULL: none
 * @return NULL with error: one sentence with file and line
 */
struct foreign *foreign_load(const char *path, const struct arguments *parameters, char *error, size_t size);
/** NULL is legal. */
void foreign_destroy(struct foreign *f);

/**
 * Work out sources, sinks and wires of the network that a description names (foreign_net.c).
 * @param topology  name, or NULL for routers and wires that are given
 * @param ports     port of the router for each port of the topology
 * @return 0, or -1 with error
 */
int foreign_net_topology(struct foreign *f, const char *topology, int rows, int cols, const int *ports, int count, char *error,
                         size_t size);
/** A router alone, or several with the wires that f has: ports that no wire leads to are sources and sinks. @return 0, or -1 */
int foreign_net_given(struct foreign *f, char *error, size_t size);

/** Whether there is something of a kind that the description has a router survive. */
int foreign_hostile_has(const struct foreign *f, enum foreign_hostile_kind kind);

/** Whether a wire leads from an output, or to an input. */
int foreign_net_wired(const struct foreign *f, int router, int port, int output);

/** Work out what packets are told by, once all else is known (foreign_flit.c). @return 0, or -1 with error */
int foreign_tags(struct foreign *f, char *error, size_t size);

#endif
