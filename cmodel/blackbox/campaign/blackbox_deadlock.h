/* SPDX-License-Identifier: Apache-2.0
 *
 * Classes of messages that wait for each other: which class comes through when another one is silent.
 */
#ifndef BLACKBOX_BLACKBOX_DEADLOCK_H
#define BLACKBOX_BLACKBOX_DEADLOCK_H

#include "../bench/blackbox_bench.h"

/**
 * Say in front of who waits for whom which class waits for which, if packets wait in the end and there are several
 * classes.
 * @param b  that ran the script last, and does so again
 * @param[in,out] r  what the script came to
 * @return 0, or -1 when out of memory
 */
int blackbox_deadlock(struct blackbox_bench *b, const struct blackbox *f, const struct blackbox_script *s,
                      struct blackbox_result *r);

#endif
