/* SPDX-License-Identifier: Apache-2.0
 *
 * In the wrapper, what is written to routers after each reset: a counter of cycles, and values by it.
 */
#ifndef BLACKBOX_BLACKBOX_SETUP_H
#define BLACKBOX_BLACKBOX_SETUP_H

#include <stdio.h>

#include "../description/blackbox.h"

/** Print the counter, where there is a setup. @param checked  1: a simulation ends where what a step waits for does not
 * come in time */
void blackbox_setup_count(const struct blackbox *f, int checked, FILE *out);
/** Print what a router waits for. @param checked  as above */
void blackbox_setup_wait(const struct blackbox *f, int router, int checked, FILE *out);
/** Print the value of a constant, by the counter where steps have another one. */
void blackbox_setup_value(const struct blackbox *f, int constant, int router, FILE *out);

#endif
