/* SPDX-License-Identifier: Apache-2.0
 *
 * The kinds of routers of this program: see config/registry.h.
 */
#include "../axis/kind/axis_kind.h"
#include "../config/registry.h"
#include "../fedx/kind/fedx_kind.h"
#include "../vcr/kind/vcr_kind.h"
#include "../vcr/kind/vcr_terminal_kind.h"
#include "kinds.h"

#define VCR_CONFIGURATION(name, ...) &vcr_kind_##name,
#define VCR_TERMINAL_BUILD(name, ...) &vcr_terminal_kind_##name,

#define AXIS_OF_FABRICS_UNIT(name)
#define AXIS_OF_FABRICS_FABRIC(name) &axis_kind_##name.router,

static const struct router_kind *const routers[] = {
    &fedx_kind,
#include "../vcr/kind/vcr_configurations.def"
#define AXIS_CONFIGURATION(name, kind, inputs, outputs, dest_bits, data_bits, use, ...) AXIS_OF_FABRICS_##use(name)
#include "../axis/kind/axis_configurations.def"
#undef AXIS_CONFIGURATION
    NULL,
};

static const struct router_kind *const units[] = {
    &fedx_kind,
#include "../vcr/kind/vcr_configurations.def"
#include "../vcr/kind/vcr_terminals.def"
#define AXIS_CONFIGURATION(name, ...) &axis_kind_##name.router,
#include "../axis/kind/axis_configurations.def"
    NULL,
};

static const struct router_kind *unlisted(const char *name, char *error, size_t size)
{
    const struct router_kind *vcr = kinds_named_vcr(name);

    return vcr ? vcr : kinds_named_axis(name, error, size);
}

/* Each program that is linked with this room has these kinds from its beginning on. */
static void __attribute__((constructor)) put_together(void)
{
    kinds_fill_fedx();
    kinds_fill_vcr();
    kinds_fill_axis();
    router_kinds = routers;
    unit_kinds = units;
    registry_unlisted = unlisted;
}
