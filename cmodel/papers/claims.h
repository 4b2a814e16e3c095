/* SPDX-License-Identifier: Apache-2.0
 *
 * What papers say about their results, with our figures: docs/papers/hpl-96-17-claims.md,
 * docs/papers/po2-claims.md, docs/papers/selection-claims.md, docs/papers/sat-claims.md, and the
 * report of a sweep. A claim is a list of conditions, each an interval held against
 * bounds; the verdict follows from them (verdict.h).
 */
#ifndef STUDY_CLAIMS_H
#define STUDY_CLAIMS_H

#include "../experiment/sweep_points.h"
#include "claims_file.h"

enum {
    CLAIM_CONDITIONS = 96,   /**< of one claim, at most */
    CLAIM_EXPERIMENTS = 400, /**< bytes that hold the names of those it is judged by */
    CLAIM_STATES = 400,      /**< bytes of that which hold what is not good of the points that it is about */
    CLAIM_TEXT = 560,        /**< bytes that hold what a condition is about, and how it reads */
    CLAIM_REASON = 2400      /**< bytes that hold a reason */
};

/** One thing that must be so for a claim to hold. */
struct condition {
    char what[CLAIM_TEXT];    /**< is measured */
    struct estimate interval; /**< of it */
    unsigned marks;           /**< FIGURE_* */
    int reading;              /**< of its words, in the table of all readings */
    struct bound bound;       /**< that it stands for */
    enum outcome outcome;
};

/** A statement of a paper, and what came out. */
struct claim {
    const struct claims_paper *paper;
    const char *section, *claim; /**< of the paper, in its words */
    const char *experiments;     /**< it is judged by, with blanks in between; empty: nothing is run for it */
    int judged;                  /**< 0: an experiment is missing, and so the rest */
    enum verdict verdict;
    int condition_count;
    struct condition conditions[CLAIM_CONDITIONS];
    char reason[CLAIM_REASON]; /**< why it came out so, with its figures; empty: nothing is known */
};

/** Claims of all papers; those of one follow each other. */
struct claims {
    struct claims_paper **papers;
    struct claim *all;
    int count;
};

/* Functions that can fail return 0, or -1 with one sentence in error. */

/** All as they are before anything is run: whether they can be judged by the experiments of a sweep. */
int claims_load(const struct sweep *s, struct claims *claims, char *error, size_t size);
/** Judge those by the results of a sweep, and work out the tables at the ends of pages. */
int claims_judge(const struct sweep *s, struct claims *claims, char *error, size_t size);
/** Also after an error. */
void claims_finish(struct claims *claims);

/** A condition's figure: "0.97 +- 0.01", with its marks. @param text  [CLAIM_TEXT] */
void condition_figure(const struct condition *condition, char *text);
/** A condition's bounds: "at least 0.95", "0.95 to 1.05". @param text  [CLAIM_TEXT] */
void condition_bound(struct bound bound, char *text);

/**
 * Whether claims_write has what it needs, before anything is run: all experiments of a paper; with some of several, of
 * each.
 * @return 0, or -1 with one sentence in error
 */
int claims_check(const struct sweep *s, char *error, size_t size);
/** Write all claims of each paper of which there are experiments as Markdown. @return 0, or -1 with one sentence in
 * error */
int claims_write(const struct sweep *s, const char *path, char *error, size_t size);

#endif
