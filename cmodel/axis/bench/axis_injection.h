/* SPDX-License-Identifier: Apache-2.0
 *
 * State injection into an AXI4-Stream switch: any registers that its invariant allows (axis_legal.h), and any inputs.
 */
#ifndef AXIS_INJECTION_H
#define AXIS_INJECTION_H

#include "../../bench/injection.h"
#include "../kind/axis_kind.h"

extern const struct injection_kind axis_injection;

#endif
