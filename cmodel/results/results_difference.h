/* SPDX-License-Identifier: Apache-2.0
 *
 * A difference between model and RTL in the results.
 */
#ifndef RESULTS_RESULTS_DIFFERENCE_H
#define RESULTS_RESULTS_DIFFERENCE_H

#include <jansson.h>

#include "../compare/lockstep.h"

/**
 * Where the two differ, and how to see it again.
 * @param d       NULL: nowhere, which is null
 * @param bundle  folder with all about it, or NULL
 * @param confirmation  whether another simulator shows it: confirmed, not confirmed, not asked; or NULL
 * @param repeat  the command that finds it again, or NULL when it is not known
 * @return NULL when out of memory
 */
json_t *results_difference(const struct divergence *d, int node, const char *bundle, const char *confirmation, const char *repeat);

/** How much was compared of one router. @return NULL when out of memory */
json_t *results_compared(const struct compared *c);

#endif
