/* SPDX-License-Identifier: Apache-2.0
 *
 * The scoreboard of functional coverage of one router: which of the situations that the
 * specification tells apart have come up. Families of points, and what samples them, are
 * their kind's. docs/verification/coverage.md.
 */
#ifndef COVER_COVERAGE_H
#define COVER_COVERAGE_H

#include "../base/archive.h"
#include "../kind/kind.h"

/** How the axes of a family make its points. */
enum coverage_shape {
    COVER_GRID,    /**< every combination of the values */
    COVER_LATER,   /**< two values of one axis, the first before the second */
    COVER_PAIRS,   /**< two values of one axis in any order, or one value twice */
    COVER_DISTINCT /**< two values of one axis, in either order, but not one twice */
};

enum { COVER_AXES = 3 };

/** What the points of a family are told apart by. */
struct coverage_axis {
    const char *name;
    int size;                  /**< values, 0: no such axis */
    int from;                  /**< the first value, for numbers */
    const char *const *values; /**< their names; NULL for numbers */
};

struct coverage_family_info {
    const char *name;
    const char *section; /**< of the kind's specification, docs/spec */
    const char *what;    /**< what one point stands for */
    enum coverage_shape shape;
    struct coverage_axis axis[COVER_AXES];
    /** Why a point can never be hit, one sentence, or NULL; at is its place on each axis. NULL: all can. */
    const char *(*unreachable)(const int *at);
};

struct coverage;

/** The coverage of a kind of router. */
struct coverage_kind {
    const struct router_kind *router;
    const char *named; /**< router_kind.name as files have it; NULL: they say none, and mean the usual kind */
    int buffers;       /**< of the routers that the points are for */
    const struct coverage_family_info *family;
    int families;
    size_t memory_bytes; /**< what a sampler remembers from cycle to cycle, zero to begin with */
    /**
     * Look at one cycle: note what came up (coverage_hit).
     * @param before  named registers in the cycle, before the edge
     * @param in, control  inputs in the cycle
     */
    void (*sample)(struct coverage *c, const void *before, const void *in, const void *control);
    /** As coverage_family_info.unreachable, of families that have none; or NULL. */
    const char *(*unreachable)(const struct router_kind *kind, int family, const int *at);
};

/** How often a point was hit, and when first. */
struct coverage_point {
    uint64_t hits;
    uint64_t cycle; /**< of the first hit, from 1 */
    uint64_t seed;  /**< of the run it came up in */
    uint64_t place; /**< fedx verify: the episode; fedx run: the node */
};

/** The scoreboard. */
struct coverage {
    const struct coverage_kind *kind;
    uint64_t seed, place, cycles;
    void *memory;                 /**< of the sampler */
    int *first;                   /**< [families] as coverage_first */
    struct coverage_point *point; /**< [coverage_points] */
};

/** @return NULL when out of memory */
struct coverage *coverage_create(const struct coverage_kind *kind);
/** NULL is legal. */
void coverage_destroy(struct coverage *c);
/** What first hits are labelled with from now on. */
void coverage_origin(struct coverage *c, uint64_t seed, uint64_t place);
/** Look at one cycle, as coverage_kind.sample. */
void coverage_sample(struct coverage *c, const void *before, const void *in, const void *control);
/** For samplers: a point has come up. at1 and at2 are 0 on axes that there are not. */
void coverage_hit(struct coverage *c, int family, int at0, int at1, int at2);
/** Cycles sampled. */
uint64_t coverage_cycles(const struct coverage *c);
/** Add what was sampled elsewhere. The earlier first hit stays, of equal ones that with the lower seed and place. */
void coverage_merge(struct coverage *into, const struct coverage *from);
/** Add what a file says: cycles sampled, and hits of one point. */
void coverage_add_cycles(struct coverage *c, uint64_t cycles);
void coverage_add(struct coverage *c, int point, const struct coverage_point *hits);
/** Save or load all of it. */
void coverage_archive(struct coverage *c, struct archive *a);

/* Points are numbered from 0, family by family. */

/** Points of all families together. */
int coverage_points(const struct coverage_kind *kind);
/** The first point of a family, and how many it has. @param family  the number of families gives the end */
int coverage_first(const struct coverage_kind *kind, int family);
int coverage_size(const struct coverage_kind *kind, int family);
/** The family of a point. */
int coverage_family_of(const struct coverage_kind *kind, int point);
/** Its place on each axis of its family; 0 on axes that there are not. */
void coverage_place(const struct coverage_kind *kind, int point, int at[COVER_AXES]);
/** The point at a place of a family, or -1 when there is none. */
int coverage_at(const struct coverage_kind *kind, int family, const int at[COVER_AXES]);
/** Its name in its family: the values, with commas. @return name */
char *coverage_name(const struct coverage_kind *kind, int point, char *name, size_t size);
/** Why it can never be hit, one sentence; NULL when it can. */
const char *coverage_unreachable(const struct coverage_kind *kind, int point);
/** Its hits. */
const struct coverage_point *coverage_hits(const struct coverage *c, int point);

/** Points of a family, or of all with the number of families. */
struct coverage_count {
    int points;
    int reachable;
    int hit;        /**< of the reachable ones */
    int impossible; /**< points that cannot be hit and were: a false claim of unreachable(), or a fault */
};
struct coverage_count coverage_counted(const struct coverage *c, int family);

#endif
