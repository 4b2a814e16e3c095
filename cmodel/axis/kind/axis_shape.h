/* SPDX-License-Identifier: Apache-2.0
 *
 * Kinds of AXI4-Stream switches whose parameters are chosen at run time, by name: axis-5x3 has five inputs and three
 * outputs; axis-5x3-dest6-data36 has other bits of tdest and tdata than the usual 4 and 64.
 */
#ifndef AXIS_SHAPE_H
#define AXIS_SHAPE_H

#include "axis_kind.h"

/**
 * Give a place (axis_kinds.def) to the switch of a name. It stays until two other switches have been named.
 * @param[out] error  empty when it is not the name of such a switch; why there is none of that name
 * @return its number in axis_kinds, to be filled in, or AXIS_KINDS
 */
unsigned axis_shape_take(const char *name, char *error, size_t size);

#endif
