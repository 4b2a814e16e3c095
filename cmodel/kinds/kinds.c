/* SPDX-License-Identifier: Apache-2.0
 *
 * The kinds of routers of this program. See kind/registry.h.
 */
#include "../fedx/kind/fedx_kind.h"
#include "../kind/registry.h"
#include "../vcr/kind/vcr_kind.h"

const struct router_kind *const router_kinds[] = {
    &fedx_kind,
#define VCR_BUILD(name, ...) &vcr_kind_##name,
#include "../vcr/kind/vcr_builds.def"
#undef VCR_BUILD
    NULL,
};
