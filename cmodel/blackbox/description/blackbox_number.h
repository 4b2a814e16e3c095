/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers of a description that follow from parameters of the module: "INPUTS", "WIDTH / 8", "clog2(INPUTS) + 1".
 */
#ifndef BLACKBOX_BLACKBOX_NUMBER_H
#define BLACKBOX_BLACKBOX_NUMBER_H

#include "blackbox.h"

/** Numbers are smaller than this in size, those on the way to them too. */
#define BLACKBOX_NUMBER_MOST (1ll << 40)

/**
 * Work out whole numbers, constants of Verilog (4'd3) and names of parameters, between which stand + - * / and
 * parentheses; clog2() as in Verilog.
 * @return 0, or -1 when the text is nothing of that, names another parameter, divides by zero or is too large on the
 * way
 */
int blackbox_number(const struct blackbox_constants *parameters, const char *text, int64_t *value);

#endif
