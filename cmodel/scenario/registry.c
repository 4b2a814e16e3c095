/* SPDX-License-Identifier: Apache-2.0
 *
 * See registry.h.
 */
#include "registry.h"

const struct router_kind *const *router_kinds;
const struct router_kind *const *unit_kinds;
