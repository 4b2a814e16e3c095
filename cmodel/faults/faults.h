/* SPDX-License-Identifier: Apache-2.0
 *
 * Fault injection: which faults a run of a fabric gets (a plan), and their outcomes
 * (a report). docs/reference/faults.md defines both.
 *
 * A fault is on a wire as one end of a cable sees it: a port of a router, or an end of
 * an endpoint, which may have several cables. On wires that both ends share it can be seen by both in the same cycle.
 * How the two ends react is for their kind to say (struct faults_kind).
 */
#ifndef FAULTS_FAULTS_H
#define FAULTS_FAULTS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "../fabric/fabric.h"
#include "../kind/kind.h"

/** What is wrong. Its name in a file of faults is fault_kinds[kind]. */
enum fault_kind {
    FAULT_FLIP,    /**< a wire shows the opposite */
    FAULT_STUCK_0, /**< a wire shows 0 */
    FAULT_STUCK_1, /**< a wire shows 1 */
    FAULT_HOLD,    /**< a wire shows what it showed before: a response that comes late, or is lost */
    FAULT_REPEAT,  /**< a wire shows once more what it showed in as many cycles before: a response that comes twice */
    FAULT_STOP,    /**< an endpoint refuses every ejection */
    FAULT_RESET,   /**< a router is reset, and configured again */
    FAULT_KINDS
};

extern const char *const fault_kinds[FAULT_KINDS];

/** End of a cable: port of a router, or an endpoint's end of its first cable; those of its others follow. */
enum { FAULT_ENDPOINT = KIND_MOST_PORTS, FAULT_ENDS = FAULT_ENDPOINT + KIND_MOST_CABLES };

/** Whether an end is an endpoint's; the port that it is among those of its node. */
static inline int fault_at_endpoint(unsigned end)
{
    return end >= FAULT_ENDPOINT;
}

static inline unsigned fault_port(unsigned end)
{
    return fault_at_endpoint(end) ? end - FAULT_ENDPOINT : end;
}

/** Bounds. */
enum {
    FAULT_LENGTH = 1000000, /**< longest fault, cycles */
    FAULT_REPEATED = 64,    /**< longest repetition, cycles */
    FAULT_WIRES = 8         /**< of a cable in one direction, at most */
};

/** One fault. */
struct fault {
    uint64_t cycle;  /**< first cycle, from 1; 0 is the first of the run */
    uint64_t bits;   /**< mask of the bits of that wire at a port */
    uint32_t length; /**< cycles, 1 to FAULT_LENGTH */
    uint16_t node;   /**< router, or endpoint */
    uint8_t kind;    /**< enum fault_kind */
    uint8_t end;     /**< port, or from FAULT_ENDPOINT on a cable of an endpoint; not for STOP and RESET */
    uint8_t wire;    /**< number for kind_wire; not for STOP and RESET */
    uint8_t both;    /**< 1: the far end sees it too; of wires that both share only */
    uint8_t zero[6]; /**< no padding is left, so that faults compare byte by byte */
};

/** How faults are chosen. */
enum fault_mode {
    FAULT_FILE,   /**< a list */
    FAULT_SINGLE, /**< single-cycle flips at random, and never two on a cable within the window */
    FAULT_RANDOM  /**< single-cycle flips at random, wherever they fall */
};

/** Outcome of a fault: of those that apply the one with the highest number. From 2 on they are its kind's. */
enum {
    FAULT_NOTHING,     /**< proved: the end that saw it is in the same state as without it */
    FAULT_TIMING,      /**< something was sent or accepted in another cycle, or nothing that can be seen happened */
    FAULT_OUTCOMES = 8 /**< at most */
};

/** Of two outcomes the one that counts. */
static inline unsigned fault_later(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

/** What can be seen of an end of a cable between two cycles, its kind's. */
struct fault_look {
    uint8_t byte[8];
};

/** What faults have to know of a kind of router. The state of an endpoint's port may look like nothing that a router
 * has. */
struct faults_kind {
    /** State of an endpoint's port, up to router_kind.state_bytes; what is left of them stays. */
    void (*port_state)(const void *port, void *state);
    /**
     * One cycle of a router, or of the port of an endpoint, from this state. What its tables and stores would give is
     * the same with and without a fault as long as the state is.
     */
    void (*step_router)(const struct router_kind *kind, void *registers, const void *in, const void *control,
                        const void *settings);
    void (*step_port)(const struct router_kind *kind, void *state, const void *in, const void *port);
    /** Whether others can see that two states are different. */
    int (*outputs_differ)(const void *a, const void *b, int endpoint);
    /** Whether a router, or the port of an endpoint, can be in this state. */
    int (*usable)(const struct router_kind *kind, const void *state, const void *settings, int endpoint);
    struct fault_look (*look)(const void *state, unsigned port, int endpoint);
    const char *outcomes[FAULT_OUTCOMES]; /**< names of the outcomes, beginning with nothing and timing */
    /** Outcome that shows in what an end did in a cycle: a number of outcomes. @param far  the other end, after it */
    unsigned (*judge)(const struct fault_look *was, const struct fault_look *is, const struct fault_look *far);
    /** Have an endpoint's port refuse every packet, or not any more. */
    void (*refuse)(void *port, int refuses);
    /**
     * Control inputs of a router that is reset, in the cycle so many after its reset began: the level for `length`
     * cycles, and what configures it again.
     */
    void (*reset)(void *control, const struct boot *b, int router, uint64_t since, uint32_t length);
    uint64_t configuration; /**< cycles that follow the level */
};

/** Which faults a run gets. */
struct fault_plan {
    enum fault_mode mode;
    double rate;     /**< SINGLE, RANDOM: faults in a cycle at one place */
    uint64_t window; /**< SINGLE: cycles from a fault to the next on a cable, at least. Others: for counting */
    uint64_t seed;
    struct fault *list; /**< FILE: by the cycle from which each has to be followed */
    size_t count, size;
    FILE *record; /**< each fault of the run is written here, as an item of a file of faults; or NULL */
};

/** A packet that was taken from its endpoint and did not arrive. */
struct fault_packet {
    uint16_t source, destination, message, packet;
    int32_t node;   /**< router whose reset lost it, or that still holds it; -1: nobody knows */
    int32_t reset;  /**< 1: it was lost by a reset */
    uint64_t cycle; /**< of the reset */
};

/** A list of them that grows. All zero: empty. */
struct fault_packets {
    struct fault_packet *packet;
    size_t count, size;
};

/** Outcomes of the faults of a run. */
struct faults_report {
    uint64_t faults[FAULT_KINDS];
    /** Faults on wires: of links, [0], and of the ports of endpoints, [1]. */
    uint64_t outcome[2][FAULT_WIRES][FAULT_OUTCOMES];
    uint64_t together;      /**< of these, faults that began within the window of another on the same cable */
    uint64_t collisions;    /**< cycles in which both ends of a cable drove its data wires */
    uint64_t held_at_reset; /**< packets that routers held when they were reset */
    /* Conservation, at the end of the run. */
    uint64_t damaged;      /**< packets handed to an endpoint with a wrong byte */
    uint64_t misdelivered; /**< packets handed to another endpoint than theirs */
    uint64_t doubled;      /**< packets handed to their endpoint once more, or before their source knew of it */
    uint64_t lost;         /**< packets taken from endpoints that are nowhere, without those lost by resets */
    uint64_t lost_by_reset;
    uint64_t left;                /**< packets that are still in a router after the fabric was drained */
    struct fault_packets missing; /**< lost, lost by resets and left: all of them by name */
};

/** 1 when every packet was delivered once and intact, or lost by a reset, and nothing is left. */
int faults_good(const struct faults_report *report);

/**
 * Faults, to be hooked into a fabric; hook_settings is a plan, which outlives it. Packets that are damaged, lost or
 * doubled are counted, and the run goes on. Random faults come before the `end` of the fabric's configuration.
 */
extern const struct fabric_hooks faults_hooks;
/** Outcomes of the faults so far; NULL for a fabric without these hooks. */
const struct faults_report *faults_report(const struct fabric *f);
/**
 * One more fault for a fabric with these hooks, between two cycles. It begins in the cycle to come, or as much later as
 * fault_lead says.
 * @return 0, or -1 when out of memory
 */
int faults_strike(struct fabric *f, const struct fault *fault);

/* Functions that can fail return 0, or -1 with one sentence in error. */

/**
 * Read what --faults says: single:RATE, random:RATE, or anything else, which is a file.
 * @return NULL, or the end of a sentence that begins with the text
 */
const char *fault_parse(struct fault_plan *plan, const char *text);
/**
 * Read a file of faults.
 * @param kind, t  of the fabric that they are for
 * @param cycles   of the run: faults begin before its end
 */
int fault_read(struct fault_plan *plan, const char *path, const struct router_kind *kind, const struct topology *t,
               int64_t cycles, char *error, size_t size);
/** Cycles for which a fault has to be followed before it begins: a hold and a repetition need what was on the wire. */
uint32_t fault_lead(const struct fault *fault);
/** Hash of all that a plan says. */
uint64_t fault_hash(const struct fault_plan *plan);
/** Write a fault as an item of a file of faults. */
void fault_print(const struct router_kind *kind, const struct fault *fault, FILE *out);
/** A plan that is all zero is legal. */
void fault_finish(struct fault_plan *plan);

#endif
