/* SPDX-License-Identifier: Apache-2.0
 *
 * Traffic matrices: a text file with one line `source destination rate` per pair of endpoints.
 * docs/reference/workloads.md has the format.
 */
#ifndef TRAFFIC_MATRIX_H
#define TRAFFIC_MATRIX_H

#include <stddef.h>
#include <stdint.h>

#include "fedx/rng.h"

/** A matrix, by source: its destinations are destination[first[n]] to destination[first[n + 1] - 1]. */
struct traffic_matrix {
    size_t *first;
    uint32_t *destination;
    double *until; /**< for each destination: rates of its source up to it, itself included */
    double most;   /**< rate of the source that sends most */
};

/**
 * Read a matrix. Rates of lines with the same pair are added.
 * @param endpoints  of the fabric, at least 1
 * @param[out] text  when NULL is returned: one sentence that begins with the file, and the line when it is about one
 */
struct traffic_matrix *traffic_matrix_read(const char *path, int endpoints, char *text, size_t size);
/** What a source sends, as a share of what the busiest one does: 0 to 1. */
double traffic_matrix_share(const struct traffic_matrix *m, int source);
/** Draw where a message of a source that sends goes. */
int traffic_matrix_destination(const struct traffic_matrix *m, int source, struct rng *random);
/** Hash of what a matrix says; 0 for NULL. @param endpoints  as it was read for */
uint64_t traffic_matrix_hash(const struct traffic_matrix *m, int endpoints);
/** NULL is legal. */
void traffic_matrix_destroy(struct traffic_matrix *m);

#endif
