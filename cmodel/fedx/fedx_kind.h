/* SPDX-License-Identifier: Apache-2.0
 *
 * The Fed-X switch as a kind of router. What it is configured with is a struct fedx_settings, its wires are a struct
 * fedx_pins, its other inputs a struct fedx_control, its registers a struct fedx_switch_regs.
 */
#ifndef FEDX_KIND_H
#define FEDX_KIND_H

#include "fedx/switch.h"
#include "../kind/kind.h"

extern const struct router_kind fedx_kind;

/** On the configuration ports while nothing is configured; reads as zero. */
enum { FEDX_IDLE_ADDRESS = FEDX_CFG_TABLE - 1 };

#endif
