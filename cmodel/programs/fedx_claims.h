/* SPDX-License-Identifier: Apache-2.0
 *
 * What the paper says about its results, with our figures: docs/claims.md, and the
 * report of a sweep. A claim is a list of conditions, each an interval held against
 * bounds; the verdict follows from them (fedx_verdict.h).
 */
#ifndef FEDX_CLAIMS_H
#define FEDX_CLAIMS_H

#include "fedx_sweep_points.h"

enum {
    FEDX_CLAIM_CONDITIONS = 24, /**< of one claim, at most */
    FEDX_CLAIM_TEXT = 160,      /**< bytes that hold what a condition is about, and how it reads */
    FEDX_CLAIM_REASON = 1200    /**< bytes that hold a reason */
};

/** One thing that must be so for a claim to hold. */
struct fedx_condition {
    char what[FEDX_CLAIM_TEXT];     /**< is measured */
    struct fedx_estimate interval;  /**< of it */
    struct fedx_bound bound;
    enum fedx_outcome outcome;
};

/** A statement of the paper, and what came out. */
struct fedx_claim {
    const char *section, *claim; /**< of the paper, in its words */
    const char *experiments;     /**< it is judged by, with blanks in between */
    int judged;                  /**< 0: an experiment is missing, and so the rest */
    enum fedx_verdict verdict;
    int condition_count;
    struct fedx_condition conditions[FEDX_CLAIM_CONDITIONS];
    char reason[FEDX_CLAIM_REASON]; /**< why it came out so, with its figures; empty: nothing is known */
};

/** Number of claims. */
int fedx_claims_count(void);
/** Judge one of them by the results of a sweep. */
struct fedx_claim fedx_claims_judge(const struct fedx_sweep *s, int number);

/** A condition's figure: "0.97 +- 0.01". @param text  [FEDX_CLAIM_TEXT] */
void fedx_condition_figure(const struct fedx_condition *condition, char *text);
/** A condition's bounds: "at least 0.95", "0.95 to 1.05". @param text  [FEDX_CLAIM_TEXT] */
void fedx_condition_bound(struct fedx_bound bound, char *text);

/**
 * Write all claims as Markdown. The sweep must hold all experiments of the paper.
 * @return 0, or -1 with one sentence in error
 */
int fedx_claims_write(const struct fedx_sweep *s, const char *path, char *error, size_t size);

#endif
