/* SPDX-License-Identifier: Apache-2.0 */
#include "cli_router.h"

#include "cli.h"
#include "cli_parse.h"

enum { MOST_KINDS = 32 }; /* that are named in an error */

const struct router_kind *cli_unit(const struct argp_state *state, const char *name)
{
    char error[256];
    const struct router_kind *named = registry_named(unit_kinds, name, error, sizeof error);

    if (!named && *error)
        argp_failure(state, CLI_EXIT_BAD_INPUT, 0, "--router %s: %s", name, error);
    return named;
}

const struct router_kind *cli_router(const struct argp_state *state, const char *name)
{
    const struct router_kind *named = cli_unit(state, name);
    const char *names[MOST_KINDS + 1] = {0};

    if (named)
        return named;
    for (int i = 0; i < MOST_KINDS && unit_kinds[i]; i++)
        names[i] = unit_kinds[i]->name;
    return unit_kinds[cli_choice(state, "router", name, names)];
}
