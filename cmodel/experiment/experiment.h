/* SPDX-License-Identifier: Apache-2.0
 *
 * Experiments: curves of runs over a range of one key, as YAML files, one for each
 * figure of the paper (folder experiments). docs/reference/experiments.md describes them.
 */
#ifndef STUDY_EXPERIMENT_H
#define STUDY_EXPERIMENT_H

#include "../config/scenario.h"

/** One line of a figure. */
struct curve {
    char *name;
    char *y;    /**< what is drawn of it; NULL: what is of the others */
    char **set; /**< assignments such as "fabric.rows=4" */
    unsigned set_count;
    char **only; /**< the values of x that it has, of those of the experiment; none: all */
    unsigned only_count;
};

/**
 * A point that is no run but a search: the largest value of a key up to which a figure stays within a limit, such as
 * the load at which a latency is still bearable, or up to which a run is not saturated. The figure is taken to grow
 * with the key. The point's result is that of the run there.
 */
struct peak {
    char *key;    /**< that is searched, one of type NUMBER */
    double step;  /**< it is a multiple of */
    double most;  /**< largest value that is tried */
    char *figure; /**< a path in the JSON results: a number, or `saturated` */
    double limit; /**< of a number; of `saturated` 0 */
};

/** How long the runs of a point are: all of its seeds double their length, warm-up included, until its figure settles
 * (sweep_length.h). */
struct settle_point {
    double percent; /**< that the figure may move, and that its interval over the seeds may be wide */
    int doublings;  /**< at most */
    char *figure;   /**< a path in the JSON results; NULL: y */
};

/** A key with a curve for each of its values, in the place of each curve. */
struct cross {
    char *key;
    char **values;
    unsigned value_count;
};

struct experiment {
    char *like; /**< name of a file beside it, which has what it does not say itself; NULL: none */
    char *title;
    char *paper; /**< figure or section of the paper; NULL: of none */
    char *y;     /**< what is drawn: a path in the JSON results, such as message_latency.mean_cycles */
    char *y_label;
    int log;        /**< 1: logarithmic */
    char *ratio_to; /**< name of the curve that a second panel shows the others as ratio to; NULL: no such panel */
    char *x;        /**< the key that varies */
    char **values;  /**< its values */
    unsigned value_count;
    int seeds;   /**< every point is run with seeds 1 to this */
    int stretch; /**< factor on run.cycles, run.warmup and run.latency_limit, wherever they are set; 0: as they are */
    int placements;              /**< "{placement}" in an assignment is 1 + (seed - 1) mod this; 0: there is none */
    struct settle_point *settle; /**< NULL: runs are as long as they say */
    struct peak *peak;           /**< NULL: each point is a run */
    char *low, *high; /**< paths of a least and a largest value, drawn as a line about each bar; NULL: without */
    int nodes;        /**< 1: y is a list with a figure of each node, and is drawn over the nodes; x has one value */
    int bars;         /**< 1: drawn as bars, those of one x side by side */
    char **base;      /**< assignments of all curves */
    unsigned base_count;
    struct cross *by; /**< NULL: curves are as they stand */
    struct curve *curves;
    unsigned curve_count;
};

/* Functions that can fail return 0, or -1 with one sentence in error. */

/** Read a file. @param by  further crosses, each KEY=VALUE,VALUE... @param[out] experiment  to be freed; untouched on
 * errors */
int experiment_load(const char *path, char *const *by, unsigned by_count, struct experiment **experiment, char *error,
                    size_t size);
/** NULL is legal. */
void experiment_free(struct experiment *experiment);
/** What is drawn of a curve: a path in the results. */
const char *experiment_y(const struct experiment *e, unsigned number);
/** Number of a curve, or -1. */
int experiment_curve(const struct experiment *e, const char *name);
/** 1 when a curve has a point at a value. */
int experiment_has(const struct experiment *e, unsigned curve, unsigned value);
/** Make a run and its warm-up 2^doublings times as long. */
int experiment_lengthen(struct scenario *scenario, int doublings, char *error, size_t size);
/**
 * The scenario of one point.
 * @param more  further assignments, after all others
 */
int experiment_point(const struct experiment *e, unsigned curve, unsigned value, int seed, char *const *more,
                     unsigned more_count, struct scenario *scenario, char *error, size_t size);

/** 1: it is searched where runs are saturated, from peak.step beyond. */
int experiment_peak_saturates(const struct peak *peak);
enum { PEAK_MOST_STEPS = 10000 /**< of a search */ };
/** Steps up to the largest value of a search. */
int experiment_peak_steps(const struct peak *peak);
/** Put the key that is searched at so many steps, from 1 on. */
int experiment_peak_at(const struct peak *peak, int steps, struct scenario *scenario, char *error, size_t size);

#endif
