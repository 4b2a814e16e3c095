/* SPDX-License-Identifier: Apache-2.0
 *
 * The points of a sweep: every run that its experiments need, once, and the result
 * of each as a file of its own, so that a sweep can go on where it was stopped.
 */
#ifndef FEDX_SWEEP_POINTS_H
#define FEDX_SWEEP_POINTS_H

#include <jansson.h>

#include "fedx_cli.h"
#include "fedx_experiment.h"

struct fedx_sweep_point {
    char *arguments;      /**< of fedx run */
    unsigned experiment, curve, value;
    int seed;
    json_t *result;       /**< as fedx run writes it, NULL: not there yet */
};

/** Experiments, and their points. All zero: empty. */
struct fedx_sweep {
    const char *folder;   /**< of the results */
    char *const *more;    /**< assignments on top of every point */
    unsigned more_count;
    char build[FEDX_CLI_BUILD]; /**< what made the results: results of another build do not count */
    char **names;         /**< of the experiments */
    struct fedx_experiment **experiments;
    unsigned count;
    struct fedx_sweep_point *points;
    unsigned point_count;
    size_t point_size;
};

/* Functions that can fail return 0, or -1 with one sentence in error. */

/** Prepare an empty sweep; its folder is made if need be. */
int fedx_sweep_init(struct fedx_sweep *s, const char *folder, char *const *more, unsigned more_count, char *error,
                    size_t size);
void fedx_sweep_finish(struct fedx_sweep *s);
/** Add an experiment, and those of its points that are new; results that are in the folder are taken from there. */
int fedx_sweep_add(struct fedx_sweep *s, const char *name, const char *path, char *error, size_t size);
/** Run a point and keep its result. Points can be run on several threads. */
int fedx_sweep_run_point(struct fedx_sweep *s, struct fedx_sweep_point *point, char *error, size_t size);
/** Number of an experiment, or -1. */
int fedx_sweep_find(const struct fedx_sweep *s, const char *name);
/** The result of one point of an experiment, or NULL. */
const json_t *fedx_sweep_result(const struct fedx_sweep *s, unsigned experiment, unsigned curve, unsigned value, int seed);

/** A figure of the result of one seed. @return 1 when it is there */
int fedx_sweep_figure(const struct fedx_sweep *s, unsigned experiment, unsigned curve, unsigned value, int seed,
                      const char *path, double *figure);

/** Mean over the seeds of a point. */
struct fedx_sweep_mean {
    int seeds;          /**< that have the figure */
    double mean;
    double half_width;  /**< of the 95% confidence interval; negative: fewer than two seeds */
};
/** A figure of a point. @param path  such as "message_latency.mean_cycles" */
struct fedx_sweep_mean fedx_sweep_mean(const struct fedx_sweep *s, unsigned experiment, unsigned curve, unsigned value,
                                       const char *path);

#endif
