/* SPDX-License-Identifier: Apache-2.0
 *
 * What the paper says about its results, with our figures: docs/claims.md.
 */
#ifndef FEDX_CLAIMS_H
#define FEDX_CLAIMS_H

#include "fedx_sweep_points.h"

/**
 * Write all claims as Markdown. The sweep must hold all experiments of the paper.
 * @return 0, or -1 with one sentence in error
 */
int fedx_claims_write(const struct fedx_sweep *s, const char *path, char *error, size_t size);

#endif
