/* SPDX-License-Identifier: Apache-2.0
 *
 * Functional coverage of one switch: which of the situations that the specification
 * tells apart have come up. The points belong to the golden model: a sampler works
 * out the model's wires from the named registers and input pins of a cycle, so that
 * model, RTL and both in lockstep are measured alike. docs/coverage.md.
 */
#ifndef FEDX_COVERAGE_H
#define FEDX_COVERAGE_H

#include "../base/archive.h"
#include "fedx/switch.h"

/** Families of points, in the order of fedx_coverage_families. */
enum fedx_coverage_family {
    FEDX_COVER_VERDICT,
    FEDX_COVER_TEST_ORDER,
    FEDX_COVER_PAIR,
    FEDX_COVER_PAIR_PORTS,
    FEDX_COVER_DECIDING,
    FEDX_COVER_FREE,
    FEDX_COVER_CLASS_BOUND,
    FEDX_COVER_CLASS,
    FEDX_COVER_SIMILAR,
    FEDX_COVER_ONE_BIT,
    FEDX_COVER_LIMIT,
    FEDX_COVER_MODE,
    FEDX_COVER_BALANCE,
    FEDX_COVER_LATENCY,
    FEDX_COVER_OWNERSHIP,
    FEDX_COVER_NEXT,
    FEDX_COVER_RECEIVE_ABORT,
    FEDX_COVER_TRANSMIT_ABORT,
    FEDX_COVER_DUPLICATE,
    FEDX_COVER_RESPONSE,
    FEDX_COVER_THROTTLE,
    FEDX_COVER_WATCH_BEGIN,
    FEDX_COVER_WATCH,
    FEDX_COVER_OCCUPANCY,
    FEDX_COVER_EDGE,
    FEDX_COVER_STARTS,
    FEDX_COVER_DEPARTURE,
    FEDX_COVER_DRAW,
    FEDX_COVER_NO_ROUTE,
    FEDX_COVER_RESET,
    FEDX_COVER_CONFIG,
    FEDX_COVER_PACKET_CHECK_BIT,
    FEDX_COVER_HEADER_BIT,
    FEDX_COVER_OUTSIDE_BIT,
    FEDX_COVER_CLASS_BIT,
    FEDX_COVER_LIMIT_BIT,
    FEDX_COVER_PRIORITY_BIT,
    FEDX_COVER_TIME_OUT_BIT,
    FEDX_COVER_ADDRESS_BIT,
    FEDX_COVER_FAMILIES
};

/** How the axes of a family make its points. */
enum fedx_coverage_shape {
    FEDX_COVER_GRID,     /**< every combination of the values */
    FEDX_COVER_LATER,    /**< two values of one axis, the first before the second */
    FEDX_COVER_PAIRS,    /**< two values of one axis in any order, or one value twice */
    FEDX_COVER_DISTINCT  /**< two values of one axis, in either order, but not one twice */
};

enum { FEDX_COVER_AXES = 3 };

/** What the points of a family are told apart by. */
struct fedx_coverage_axis {
    const char *name;
    int size;                    /**< values, 0: no such axis */
    int from;                    /**< the first value, for numbers */
    const char *const *values;   /**< their names; NULL for numbers */
};

struct fedx_coverage_family_info {
    const char *name;
    const char *section;         /**< of docs/spec.md */
    const char *what;            /**< what one point stands for */
    enum fedx_coverage_shape shape;
    struct fedx_coverage_axis axis[FEDX_COVER_AXES];
    /** Why a point can never be hit, one sentence, or NULL; at is its place on each axis. NULL: all can. */
    const char *(*unreachable)(const int *at);
};

/** Every family; fedx_coverage_points.c. */
extern const struct fedx_coverage_family_info fedx_coverage_families[FEDX_COVER_FAMILIES];

/** How often a point was hit, and when first. */
struct fedx_coverage_point {
    uint64_t hits;
    uint64_t cycle; /**< of the first hit, from 1 */
    uint64_t seed;  /**< of the run it came up in */
    uint64_t place; /**< fedx verify: the episode; fedx run: the node */
};

struct fedx_coverage;

/** @return NULL when out of memory */
struct fedx_coverage *fedx_coverage_create(void);
/** NULL is legal. */
void fedx_coverage_destroy(struct fedx_coverage *c);
/** What first hits are labelled with from now on. */
void fedx_coverage_origin(struct fedx_coverage *c, uint64_t seed, uint64_t place);
/**
 * Look at one cycle of a switch with FEDX_BUFFERS buffers.
 * @param before  its named registers in the cycle, before the edge
 * @param in      its input pins in the cycle
 */
void fedx_coverage_sample(struct fedx_coverage *c, const struct fedx_switch_regs *before, const struct fedx_pins *in,
                          const struct fedx_control *control);
/** Cycles sampled. */
uint64_t fedx_coverage_cycles(const struct fedx_coverage *c);
/** Add what was sampled elsewhere. The earlier first hit stays, of equal ones that with the lower seed and place. */
void fedx_coverage_merge(struct fedx_coverage *into, const struct fedx_coverage *from);
/** Add what a file says: cycles sampled, and hits of one point. */
void fedx_coverage_add_cycles(struct fedx_coverage *c, uint64_t cycles);
void fedx_coverage_add(struct fedx_coverage *c, int point, const struct fedx_coverage_point *hits);
/** Save or load all of it. */
void fedx_coverage_archive(struct fedx_coverage *c, struct archive *a);

/* Points are numbered from 0, family by family. */

/** Points of all families together. */
int fedx_coverage_points(void);
/** The first point of a family, and how many it has. @param family  FEDX_COVER_FAMILIES gives the end */
int fedx_coverage_first(int family);
int fedx_coverage_size(int family);
/** The family of a point. */
int fedx_coverage_family_of(int point);
/** Its place on each axis of its family; 0 on axes that there are not. */
void fedx_coverage_place(int point, int at[FEDX_COVER_AXES]);
/** The point at a place of a family, or -1 when there is none. */
int fedx_coverage_at(int family, const int at[FEDX_COVER_AXES]);
/** Its name in its family: the values, with commas. @return name */
char *fedx_coverage_name(int point, char *name, size_t size);
/** Why it can never be hit, one sentence; NULL when it can. */
const char *fedx_coverage_unreachable(int point);
/** Its hits. */
const struct fedx_coverage_point *fedx_coverage_hits(const struct fedx_coverage *c, int point);

/** Points of a family, or of all with FEDX_COVER_FAMILIES. */
struct fedx_coverage_count {
    int points;
    int reachable;
    int hit;         /**< of the reachable ones */
    int impossible;  /**< points that cannot be hit and were: a false claim of unreachable(), or a fault */
};
struct fedx_coverage_count fedx_coverage_counted(const struct fedx_coverage *c, int family);

#endif
