/* SPDX-License-Identifier: Apache-2.0
 *
 * What looking into a difference between model and RTL asks of a kind of router.
 */
#ifndef TRIAGE_TRIAGE_H
#define TRIAGE_TRIAGE_H

#include <limits.h>

#include "section.h"
#include "shrink.h"

/** How much vectors hold. */
struct history_counts {
    uint64_t packets; /**< that came to the router, however often each was tried */
    uint64_t ports;   /**< by which a part of one came or went */
    uint64_t cycles;
};

enum { EXPLAIN_LANE = 48 };

/** What happened to packets, as a replay shows it. */
struct history_ops {
    /** @return NULL when out of memory */
    void *(*create)(const struct router_kind *kind);
    /** NULL is legal. */
    void (*destroy)(void *history);
    struct observer observer; /**< of a replay; its context is to be the history */
    /* After the replay: */
    struct history_counts (*count)(const void *history);
    /** Those of packets in the router, and of those that left it in the last `recent` cycles. */
    void (*print)(const void *history, FILE *out);
    int recent;
};

/**
 * Why the last edge of vectors led to a difference: what was decided, by which rule, from which values, on both sides.
 * What create makes begins with a struct explain_edge (explain.h), which it fills in.
 */
struct explain_ops {
    /** @param v  at least one cycle; they end at the difference @return NULL when out of memory */
    void *(*create)(const struct vectors *v);
    /** NULL is legal. */
    void (*destroy)(void *explain);
    struct observer observer; /**< of a replay; its context is to be the explanation */
    /* After the replay, by explain_print: */
    /** Whether a register is better read in hexadecimal. */
    int (*hexadecimal)(const struct reg_info *r);
    /** What a lane is of, such as "port 3". @param[out] text  "": one value */
    void (*lane)(const void *explain, const struct reg_info *r, int lane, char text[EXPLAIN_LANE]);
    /** A register differs in a lane. */
    void (*mark)(void *explain, const struct reg_info *r, int lane);
    /** What else has to be told. @param found  so many differ @return 0: nothing is; NULL: what differs */
    int (*follow)(void *explain, const struct mismatch *d, int found);
    /** What was decided at the edge. */
    void (*decisions)(const void *explain);
    /** What is told at the end in any case. */
    void (*rest)(const void *explain);
};

/** A state that is set near a difference, in place of the way there (late_start.h). */
struct late_start_ops {
    /**
     * Append what comes before the state: a reset, and the configuration as far as the cycles after it look at it.
     * @param model   as it led to the state; it has what is configured
     * @param window  the cycles after it
     * @return 0, or -1 when out of memory
     */
    int (*preamble)(struct vectors *v, const void *model, const struct initial_state *start,
                    const struct vectors *window);
    /** Leave a part of the registers as an idle router has it, of those that go together. @return 0: there is no such
     * part */
    int (*without)(const struct router_kind *kind, void *registers, const void *idle, int part);
};

enum { TRIAGE_ADDRESS = 32 };

struct triage_kind {
    /** The port to look at: that of the field that differs, or the first that was doing something. */
    int (*port)(const struct router_kind *kind, const struct mismatch *d);
    /** A port as it is called in words. */
    const char *(*port_name)(int port);
    /** What is at an address of the configuration, in words; NULL: the explanation tells of accesses itself. */
    const char *(*address)(const struct router_kind *kind, unsigned address, char text[TRIAGE_ADDRESS]);
    /** The blocks whose registers are shown with the wires of a port, those of its lane; ended by NULL. */
    const char *const *port_blocks;
    const struct section_rule *sections; /**< of the specification (section_find); the last one has no field */
    const char *specification;           /**< its file, as people look for it */
    const struct history_ops *history;   /**< NULL: bundles do not tell of packets */
    /** What these packets did in the fabric before, by its hop trace. @return a text to be freed, or NULL when out of
     * memory. NULL: not told */
    char *(*hops)(const void *history, FILE *hops);
    const struct explain_ops *explain;       /**< NULL: they do not explain */
    const struct late_start_ops *late_start; /**< NULL: the whole way from a reset is needed */
    /** As shrink_vectors, with neighbours that answer to what is left out; NULL: wires alone are left out. */
    int (*shrink)(struct vectors *v, const struct shrink_config *config, struct replay *shown,
                  struct shrink_result *result, char *error, size_t size);
    /** The Verilog that is kept beside an object which was built from it. @return 0, or -1: none is */
    int (*sources)(const char *object, char sources[PATH_MAX]);
};

#endif
