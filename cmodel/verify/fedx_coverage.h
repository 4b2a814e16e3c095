/* SPDX-License-Identifier: Apache-2.0
 *
 * The books of functional coverage of one router: which of the situations that the
 * specification tells apart have come up. Families of points, and what samples them, are
 * their kind's. docs/coverage.md.
 */
#ifndef FEDX_COVERAGE_H
#define FEDX_COVERAGE_H

#include "../base/archive.h"
#include "../kind/kind.h"

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

struct fedx_coverage;

/** The coverage of a kind of router. */
struct fedx_coverage_kind {
    const struct router_kind *router;
    int buffers; /**< of the routers that the points are for */
    const struct fedx_coverage_family_info *family;
    int families;
    size_t memory_bytes; /**< what a sampler remembers from cycle to cycle, zero to begin with */
    /**
     * Look at one cycle: note what came up (fedx_coverage_hit).
     * @param before  named registers in the cycle, before the edge
     * @param in, control  inputs in the cycle
     */
    void (*sample)(struct fedx_coverage *c, const void *before, const void *in, const void *control);
};

/** How often a point was hit, and when first. */
struct fedx_coverage_point {
    uint64_t hits;
    uint64_t cycle; /**< of the first hit, from 1 */
    uint64_t seed;  /**< of the run it came up in */
    uint64_t place; /**< fedx verify: the episode; fedx run: the node */
};

/** The books. */
struct fedx_coverage {
    const struct fedx_coverage_kind *kind;
    uint64_t seed, place, cycles;
    void *memory;                      /**< of the sampler */
    int *first;                        /**< [families] as fedx_coverage_first */
    struct fedx_coverage_point *point; /**< [fedx_coverage_points] */
};

/** @return NULL when out of memory */
struct fedx_coverage *fedx_coverage_create(const struct fedx_coverage_kind *kind);
/** NULL is legal. */
void fedx_coverage_destroy(struct fedx_coverage *c);
/** What first hits are labelled with from now on. */
void fedx_coverage_origin(struct fedx_coverage *c, uint64_t seed, uint64_t place);
/** Look at one cycle, as fedx_coverage_kind.sample. */
void fedx_coverage_sample(struct fedx_coverage *c, const void *before, const void *in, const void *control);
/** For samplers: a point has come up. at1 and at2 are 0 on axes that there are not. */
void fedx_coverage_hit(struct fedx_coverage *c, int family, int at0, int at1, int at2);
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
int fedx_coverage_points(const struct fedx_coverage_kind *kind);
/** The first point of a family, and how many it has. @param family  the number of families gives the end */
int fedx_coverage_first(const struct fedx_coverage_kind *kind, int family);
int fedx_coverage_size(const struct fedx_coverage_kind *kind, int family);
/** The family of a point. */
int fedx_coverage_family_of(const struct fedx_coverage_kind *kind, int point);
/** Its place on each axis of its family; 0 on axes that there are not. */
void fedx_coverage_place(const struct fedx_coverage_kind *kind, int point, int at[FEDX_COVER_AXES]);
/** The point at a place of a family, or -1 when there is none. */
int fedx_coverage_at(const struct fedx_coverage_kind *kind, int family, const int at[FEDX_COVER_AXES]);
/** Its name in its family: the values, with commas. @return name */
char *fedx_coverage_name(const struct fedx_coverage_kind *kind, int point, char *name, size_t size);
/** Why it can never be hit, one sentence; NULL when it can. */
const char *fedx_coverage_unreachable(const struct fedx_coverage_kind *kind, int point);
/** Its hits. */
const struct fedx_coverage_point *fedx_coverage_hits(const struct fedx_coverage *c, int point);

/** Points of a family, or of all with the number of families. */
struct fedx_coverage_count {
    int points;
    int reachable;
    int hit;         /**< of the reachable ones */
    int impossible;  /**< points that cannot be hit and were: a false claim of unreachable(), or a fault */
};
struct fedx_coverage_count fedx_coverage_counted(const struct fedx_coverage *c, int family);

#endif
