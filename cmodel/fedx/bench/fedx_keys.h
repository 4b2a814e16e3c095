/* SPDX-License-Identifier: Apache-2.0
 *
 * What the keys of a scenario mean to Fed-X switches.
 */
#ifndef FEDX_KEYS_H
#define FEDX_KEYS_H

#include "../../config/scenario_kind.h"
#include "fedx/switch.h"

/** The settings of every switch in a scenario. */
struct fedx_settings fedx_keys_settings(const struct scenario *s);

#endif
