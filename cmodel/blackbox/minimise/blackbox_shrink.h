/* SPDX-License-Identifier: Apache-2.0
 *
 * A script that shows something wrong, made smaller: without packets, stalls and gaps that it shows without, too. What
 * fails stays the same check, unless more than ten packets are left of it.
 */
#ifndef BLACKBOX_BLACKBOX_SHRINK_H
#define BLACKBOX_BLACKBOX_SHRINK_H

#include "../bench/blackbox_bench.h"

/**
 * @param[in,out] s  what fails; what is left of it then
 * @param[in,out] r  what it came to, and comes to
 * @param seconds    of processor time, about
 * @param[out] trials  runs that it took
 * @return 0; 1: what fails needs most of what went in before it, and no search for fewer packets was made; -1: out of
 * memory, s is then as it was
 */
int blackbox_shrink(struct blackbox_bench *b, const struct blackbox *f, struct blackbox_script *s,
                    struct blackbox_result *r, double seconds, int *trials);

#endif
