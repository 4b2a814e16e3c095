/* SPDX-License-Identifier: Apache-2.0
 *
 * What the paper says about its results, with our figures: docs/claims.md, and the
 * report of a sweep. A claim is a list of conditions, each an interval held against
 * bounds; the verdict follows from them (verdict.h).
 */
#ifndef FEDX_STUDY_CLAIMS_H
#define FEDX_STUDY_CLAIMS_H

#include "sweep_points.h"

enum {
    CLAIM_CONDITIONS = 24, /**< of one claim, at most */
    CLAIM_TEXT = 160,      /**< bytes that hold what a condition is about, and how it reads */
    CLAIM_REASON = 1200    /**< bytes that hold a reason */
};

/** One thing that must be so for a claim to hold. */
struct condition {
    char what[CLAIM_TEXT];     /**< is measured */
    struct estimate interval;  /**< of it */
    struct bound bound;
    enum outcome outcome;
};

/** A statement of the paper, and what came out. */
struct claim {
    const char *section, *claim; /**< of the paper, in its words */
    const char *experiments;     /**< it is judged by, with blanks in between */
    int judged;                  /**< 0: an experiment is missing, and so the rest */
    enum verdict verdict;
    int condition_count;
    struct condition conditions[CLAIM_CONDITIONS];
    char reason[CLAIM_REASON]; /**< why it came out so, with its figures; empty: nothing is known */
};

/** Number of claims. */
int claims_count(void);
/** Judge one of them by the results of a sweep. */
struct claim claims_judge(const struct sweep *s, int number);

/** A condition's figure: "0.97 +- 0.01". @param text  [CLAIM_TEXT] */
void condition_figure(const struct condition *condition, char *text);
/** A condition's bounds: "at least 0.95", "0.95 to 1.05". @param text  [CLAIM_TEXT] */
void condition_bound(struct bound bound, char *text);

/**
 * Write all claims as Markdown. The sweep must hold all experiments of the paper.
 * @return 0, or -1 with one sentence in error
 */
int claims_write(const struct sweep *s, const char *path, char *error, size_t size);

#endif
