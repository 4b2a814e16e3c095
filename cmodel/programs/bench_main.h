/* SPDX-License-Identifier: Apache-2.0
 *
 * What the parts of fedx bench share.
 */
#ifndef BENCH_MAIN_H
#define BENCH_MAIN_H

#include <jansson.h>

#include "../fabric/fabric.h"

enum { BENCH_MAX_ROUNDS = 100 };

/** Median of 1 to BENCH_MAX_ROUNDS values. */
double bench_median(const double *values, int count);

/**
 * End a row of a table: with how many times as fast as before it is, where there is a speed from before.
 * @param now     speed, 0: not measured @param before  the same of the run that this one is compared with, 0: none
 */
void bench_print_times(double now, double before);

struct bench_fabric;
struct bench_parts;

/** Routers that the event engine is measured with on several threads. */
struct bench_router {
    const struct router_kind *kind;
    uint64_t cycles; /**< router-cycles of a measurement */
    struct fabric *(*create)(struct bench_fabric fabric, struct bench_parts *parts);
    json_t *(*measure)(struct bench_fabric fabric, int rounds); /**< one size: NULL after saying why not */
};

/** A fabric that the event engine is measured on. */
struct bench_fabric {
    int size;    /**< rows, and columns; 0: none */
    int near;    /**< 1: packets stay near, whatever the size */
    int latency; /**< extra stages of its cables, cycles */
    int threads; /**< of the engine, to be compared with one; 0: one alone is measured */
    const struct bench_router *router;
};

/** What fabrics of one kind are made from; all must stay while they are there. */
struct bench_parts {
    const struct topology *topology;
    struct traffic traffic;
    double load;
    int buffers; /**< of Fed-X switches */
};

/** A fabric to be measured. @param[out] parts  with the topology given @return NULL when out of memory */
struct fabric *bench_create(struct bench_fabric fabric, struct bench_parts *parts);
/**
 * Measure the event engine on several threads beside one, and beside independent copies of the fabric, one a thread, at
 * the same time: no more can be had than these come to.
 * @return results, or NULL when out of memory or threads
 */
json_t *bench_threads(const struct topology *t, struct bench_fabric fabric, int rounds);
/** A mesh of virtual-channel routers to be measured, as bench_create. */
struct fabric *bench_vcr_create(struct bench_fabric fabric, struct bench_parts *parts);
/** That on several threads, as bench_size. @return results, or NULL after saying why not */
json_t *bench_vcr_threads(struct bench_fabric fabric, int rounds);
/** Print that. */
void bench_threads_print(json_t *results);

/** What of fedx bench --ranks is asked for. */
struct bench_ranks {
    int rounds;
    const char *json; /**< file, or NULL */
    int first;        /**< of the arguments: where those of the fabric begin */
};

/**
 * Of processes that were started together: measure a fabric that they run together, beside one of them, and beside a
 * copy on each of them at the same time. The first one prints it.
 * @param argv  of fedx bench @return as the program
 */
int bench_ranks(int argc, char **argv, const struct bench_ranks *o);

/** Buffers that switches of a fabric need; 0 when there is no such fabric. */
int bench_buffers(struct bench_fabric fabric);
/**
 * Measure the event engine on a fabric, at the load of its links that all sizes have.
 * @return results, or NULL after saying why not
 */
json_t *bench_size(struct bench_fabric fabric, int rounds);
/** Print what bench_size returned. @param before  the same of an earlier run, or NULL */
void bench_size_print(json_t *results, json_t *before);

/**
 * Measure every size, each in a process of its own, so that the memory of each is known.
 * @param[out] table  an array, one row a size; a reference of the caller's
 * @return 0, or CLI_EXIT_BAD_INPUT after saying why
 */
int bench_scale(int rounds, json_t **table);
/** Print that table. @param before  the same of an earlier run, or NULL */
void bench_scale_print(json_t *table, json_t *before);

/** Measure fabrics of virtual-channel routers. @return an object, router-cycles a second of each; 0: not built here */
json_t *bench_vcr(int rounds);
/** Print that. @param before  the same of an earlier run, or NULL */
void bench_vcr_print(json_t *table, json_t *before);

#endif
