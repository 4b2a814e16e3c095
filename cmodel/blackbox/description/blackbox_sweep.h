/* SPDX-License-Identifier: Apache-2.0
 *
 * Combinations of the parameters that a description sweeps.
 */
#ifndef BLACKBOX_BLACKBOX_SWEEP_H
#define BLACKBOX_BLACKBOX_SWEEP_H

#include "blackbox.h"

/** Combinations of the values of all swept parameters, the last one counting fastest; 1 without a sweep. */
int blackbox_sweep_count(const struct blackbox *f);
/** Add the parameters of a combination, as NAME=VALUE. @param out  failed when out of memory */
void blackbox_sweep_take(const struct blackbox *f, int combination, struct arguments *out);

#endif
