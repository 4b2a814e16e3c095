/* SPDX-License-Identifier: Apache-2.0
 *
 * The points of a sweep: every run that its experiments need, once, and the result
 * of each as a file of its own, so that a sweep can go on where it was stopped.
 */
#ifndef STUDY_SWEEP_POINTS_H
#define STUDY_SWEEP_POINTS_H

#include <jansson.h>

#include "../base/build.h"
#include "../results/verdict.h"
#include "experiment.h"
#include "sweep_state.h"

enum { SWEEP_PROBES = 30 /**< runs of a search, at most */ };

/** A run of a search. */
struct sweep_probe {
    int steps; /**< of the key that is searched */
    json_t *result;
};

struct sweep_point {
    uint64_t key;    /**< a hash of its arguments */
    char *arguments; /**< of fedx run; behind them, of a search, what is searched, as a comment of a shell */
    unsigned experiment, curve, value;
    int seed, doublings;
    unsigned first; /**< of a search: the point of the first seed, which is run before it; else itself */
    json_t *result; /**< as fedx run writes it, NULL: not there yet; of a search without any value within its limit
                       JSON's null */
    struct sweep_probe probe[SWEEP_PROBES]; /**< of a search: runs that are there */
    int probes;
    unsigned made; /**< runs that this program made, of those that are there */
};

/** Experiments, and their points. All zero: empty. */
struct sweep {
    const char *folder; /**< of the results */
    char *const *more;  /**< assignments on top of every point */
    unsigned more_count;
    char build[BUILD_SIZE]; /**< this program: results of another build do not count, unless */
    int any_build;          /**< 1: they do; set before experiments are added */
    char *const *by;        /**< crosses of every experiment (experiment_load); likewise */
    unsigned by_count;
    char **names;                   /**< of the experiments */
    char **arguments;               /**< by which fedx sweep finds them: the name again, or a file */
    const char *experiments_folder; /**< where it looks for names when it was told to; NULL: in the usual place */
    struct experiment **experiments;
    unsigned char **doublings; /**< of the length of each experiment's runs, [curve * values + value]: sweep_length.h */
    unsigned count;
    struct sweep_point *points;
    unsigned point_count;
    size_t point_size;
    int buffers;        /**< most of any point */
    int preview;        /**< 1: nothing settles, titles say so, and no claim is judged */
    const char *commit; /**< of the program and its experiments, for the page of claims; NULL: it is not said */
    int elsewhere; /**< a point has more than router_kind.most_buffers: it is for another instance, and no points are
                      added */
};

/* Functions that can fail return 0, or -1 with one sentence in error. */

/** Prepare an empty sweep; its folder is made if need be. */
int sweep_init(struct sweep *s, const char *folder, char *const *more, unsigned more_count, char *error, size_t size);
void sweep_finish(struct sweep *s);
/** Whether an experiment is named by its file, NAME.yaml. */
int sweep_is_file(const char *argument);
/**
 * Add an experiment, and those of its points that are new; results that are in the folder are taken from there.
 * @param argument  by which fedx sweep finds it: its name, or a file NAME.yaml
 * @param path      of its file
 */
int sweep_add(struct sweep *s, const char *argument, const char *path, char *error, size_t size);
/** Runs that are there, those of them that were made now, and those that another build of the program made. */
unsigned sweep_runs(const struct sweep *s);
unsigned sweep_runs_made(const struct sweep *s);
unsigned sweep_runs_of_others(const struct sweep *s);
/** Run a point, of a search all that it needs, and keep the results. Points can be run on several threads, each after
 * its first one. */
int sweep_run_point(struct sweep *s, struct sweep_point *point, char *error, size_t size);
/** Number of an experiment, or -1. */
int sweep_find(const struct sweep *s, const char *name);
/** So often has the length of the runs at a value of a curve been doubled. */
int sweep_doublings(const struct sweep *s, unsigned experiment, unsigned curve, unsigned value);
/** Double it once more: adds runs that are not there. */
int sweep_double(struct sweep *s, unsigned experiment, unsigned curve, unsigned value, char *error, size_t size);
/** The result of one point of an experiment, or NULL. */
const json_t *sweep_result(const struct sweep *s, unsigned experiment, unsigned curve, unsigned value, int seed);

enum { SWEEP_FILE = 32 /**< bytes that hold its name */ };
/** Where a result is, in the folder of the sweep: "points/HASH.json"; empty: it is none. */
void sweep_file_of(const json_t *result, char name[SWEEP_FILE]);

/** A figure of a point, for each of its seeds; a run whose state lets it have none (sweep_state.h) has none. @param
 * path  in the results, such as "message_latency.mean_cycles" */
struct figure sweep_figure(const struct sweep *s, unsigned experiment, unsigned curve, unsigned value,
                           const char *path);
/** Likewise of its runs of another length, which are held against no others. */
struct figure sweep_figure_of(const struct sweep *s, unsigned experiment, unsigned curve, unsigned value, int doublings,
                              const char *path);
/**
 * Likewise for verdicts: what the figures tend to (sweep_state_limit). When that of a run that ended otherwise is not
 * known, no seed has any.
 */
struct figure sweep_limits(const struct sweep *s, unsigned experiment, unsigned curve, unsigned value,
                           const char *path);
/** The states of its runs as to that figure. */
struct sweep_states sweep_states(const struct sweep *s, unsigned experiment, unsigned curve, unsigned value,
                                 const char *path);
/** What the figure of an experiment is drawn over: its values of x, or with `nodes` the nodes that its results have
 * figures of. */
struct sweep_axis {
    const struct experiment *experiment;
    const char *x;  /**< what it is: a key, or "node" */
    unsigned count; /**< of places on it; 0: nodes, and there is no result yet */
};
struct sweep_axis sweep_axis(const struct sweep *s, unsigned experiment);
enum { SWEEP_PLACE = 16 /**< bytes that hold the number of a node */ };
/** The words at a place of an axis. @param text  that they may be written into */
const char *sweep_axis_value(const struct sweep_axis *axis, unsigned place, char text[SWEEP_PLACE]);
/** What is drawn there of a curve, for each of its seeds. */
struct figure sweep_drawn(const struct sweep *s, unsigned experiment, unsigned curve, unsigned place);
/**
 * 1 when half of the runs of a point, or more, say that they are beyond saturation.
 * @param path  of a figure of the group that it is about, such as "independent.throughput"
 */
int sweep_saturated(const struct sweep *s, unsigned experiment, unsigned curve, unsigned value, const char *path);

#endif
