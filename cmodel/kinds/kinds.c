/* SPDX-License-Identifier: Apache-2.0
 *
 * The kinds of routers of this program. See kind/registry.h.
 */
#include "../fedx/kind/fedx_kind.h"
#include "../kind/registry.h"
#include "../vcr/kind/vcr_kind.h"
#include "../vcr/kind/vcr_terminal_kind.h"

#define VCR_CONFIGURATION(name, ...) &vcr_kind_##name,
#define VCR_TERMINAL_BUILD(name, ...) &vcr_terminal_kind_##name,

const struct router_kind *const router_kinds[] = {
    &fedx_kind,
#include "../vcr/kind/vcr_configurations.def"
    NULL,
};

const struct router_kind *const unit_kinds[] = {
    &fedx_kind,
#include "../vcr/kind/vcr_configurations.def"
#include "../vcr/kind/vcr_terminals.def"
    NULL,
};
