/* SPDX-License-Identifier: Apache-2.0
 *
 * What the shared objects of the RTL are built with, and the program checks.
 */
#ifndef AXIS_NODE_H
#define AXIS_NODE_H

#include "axis/switch.h"

/** node_ops.version: to be changed with the structs of axis/switch.h. */
enum { AXIS_NODE_VERSION = 1 };

#endif
