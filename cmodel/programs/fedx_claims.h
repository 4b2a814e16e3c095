/* SPDX-License-Identifier: Apache-2.0
 *
 * What the paper says about its results, with our figures: docs/claims.md, and the
 * report of a sweep.
 */
#ifndef FEDX_CLAIMS_H
#define FEDX_CLAIMS_H

#include "fedx_sweep_points.h"

enum { FEDX_CLAIM_FIGURES = 1600 /**< bytes that hold what was found */ };

/** A statement of the paper, and what came out. */
struct fedx_claim {
    const char *section, *claim; /**< of the paper */
    const char *remark;          /**< a reason, found by experiment; NULL: none is needed */
    const char *experiments;     /**< it is judged by, with blanks in between */
    int judged;                  /**< 0: an experiment is missing, and so the rest */
    int holds;
    char figures[FEDX_CLAIM_FIGURES];
};

/** Number of claims. */
int fedx_claims_count(void);
/** Judge one of them by the results of a sweep. */
struct fedx_claim fedx_claims_judge(const struct fedx_sweep *s, int number);

/**
 * Write all claims as Markdown. The sweep must hold all experiments of the paper.
 * @return 0, or -1 with one sentence in error
 */
int fedx_claims_write(const struct fedx_sweep *s, const char *path, char *error, size_t size);

#endif
