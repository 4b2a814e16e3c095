/* SPDX-License-Identifier: Apache-2.0
 *
 * Combinations of the parameters that a description sweeps.
 */
#ifndef FOREIGN_FOREIGN_SWEEP_H
#define FOREIGN_FOREIGN_SWEEP_H

#include "foreign.h"

/** Combinations of the values of all swept parameters, the last one counting fastest; 1 without a sweep. */
int foreign_sweep_count(const struct foreign *f);
/** Add the parameters of a combination, as NAME=VALUE. @param out  failed when out of memory */
void foreign_sweep_take(const struct foreign *f, int combination, struct arguments *out);

#endif
