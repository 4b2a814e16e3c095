/* SPDX-License-Identifier: Apache-2.0
 *
 * The kinds of routers of this program. See kind/registry.h.
 */
#include "../fedx/kind/fedx_kind.h"
#include "../kind/registry.h"

const struct router_kind *const router_kinds[] = {&fedx_kind, NULL};
