/* SPDX-License-Identifier: Apache-2.0
 *
 * What the parts of fedx bench share.
 */
#ifndef BENCH_MAIN_H
#define BENCH_MAIN_H

#include <jansson.h>

#include "../../base/process.h"
#include "../../run/session.h"

enum { BENCH_MAX_ROUNDS = 100 };

/** Median of 1 to BENCH_MAX_ROUNDS values. */
double bench_median(const double *values, int count);

/**
 * End a row of a table: with how many times as fast as before it is, where there is a speed from before.
 * @param now     speed, 0: not measured @param before  the same of the run that this one is compared with, 0: none
 */
void bench_print_times(double now, double before);

/** What is asked for. Functions that return a status return 0, or CLI_EXIT_BAD_INPUT after saying why. */
struct bench_asked {
    int rounds;
    int size;           /**< rows, and columns, of the one size that is measured; 0: none */
    int near;           /**< 1: packets stay near, whatever the size */
    int latency;        /**< extra stages of its cables, cycles */
    int threads;        /**< of the engine, to be compared with one; 0: one alone is measured */
    int instructions;   /**< 1: they are counted, too */
    int ranks;          /**< 1: on the processes that were started together */
    const char *object; /**< Verilated RTL of Fed-X switches; NULL: that of the program */
    const char *json;   /**< file for the results, or NULL */
    int first;          /**< argument with which a fabric begins, options of fedx run; 0: none does */
};

/* Rows, each a fabric that keeps running from round to round. */

/** Measure the rows that fedx bench has. @param[out] table  an object, a row each; a reference of the caller's */
int bench_table(const struct bench_asked *asked, json_t **table);
/** Measure a fabric as one row. @param words  the program, and options of fedx run; they are taken over */
int bench_one(const struct bench_asked *asked, struct arguments *words, json_t **table);
/** Print these. @param before  the same of an earlier run, or NULL */
void bench_table_print(json_t *table, json_t *before);
/** Cycles of a fabric that take the usual time, but those that the scenario names, if it does. */
uint64_t bench_cycles(struct session *session);

/**
 * Instructions of the cycles of a fabric after its first ones, counted by Valgrind, so that nothing else on the machine
 * changes them.
 * @param words  options of fedx run @return instructions a cycle of the fabric; -1 after saying why not
 */
double bench_instructions(const struct arguments *words, uint64_t first, uint64_t cycles);

/* The event engine from size to size. */

/** Options of fedx run for that fabric. @return 0, or CLI_EXIT_BAD_INPUT after saying why there is none */
int bench_size_words(const struct bench_asked *asked, struct arguments *words);
/** Measure it. @return results, or NULL after saying why not */
json_t *bench_size(const struct bench_asked *asked, const struct scenario *scenario);
/** Print what bench_size returned. @param before  the same of an earlier run, or NULL */
void bench_size_print(json_t *results, json_t *before);
/**
 * Measure every size, each in a process of its own, so that the memory of each is known.
 * @param[out] table  an array, one row a size; a reference of the caller's
 */
int bench_scale(int rounds, json_t **table);
/** Print that table. @param before  the same of an earlier run, or NULL */
void bench_scale_print(json_t *table, json_t *before);

/**
 * Measure a fabric on several threads beside one, and beside independent copies of it, one a thread, at the same time:
 * no more can be had than these come to.
 * @return results, or NULL after saying why not
 */
json_t *bench_threads(const struct bench_asked *asked, const struct scenario *scenario);
/** Print that. */
void bench_threads_print(json_t *results);

/**
 * Of processes that were started together: measure a fabric that they run together, beside one of them, and beside a
 * copy on each of them at the same time. The first one prints it.
 * @param argv  of fedx bench @return as the program
 */
int bench_ranks(int argc, char **argv, const struct bench_asked *asked);

#endif
