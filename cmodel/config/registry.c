/* SPDX-License-Identifier: Apache-2.0 */
#include "registry.h"

const struct router_kind *const *router_kinds;
const struct router_kind *const *unit_kinds;

const struct router_kind *(*registry_unlisted)(const char *name, char *error, size_t size);

const struct router_kind *registry_named(const struct router_kind *const *kinds, const char *name, char *error,
                                         size_t size)
{
    const struct router_kind *listed = kind_find(kinds, name);

    *error = 0;
    return listed || !registry_unlisted ? listed : registry_unlisted(name, error, size);
}

const struct router_kind *registry_default(void)
{
    return router_kinds[0];
}

const char *registry_word(const struct router_kind *kind)
{
    return kind == registry_default() ? NULL : kind->name;
}

void registry_print_option(const struct router_kind *kind, FILE *out)
{
    if (registry_word(kind))
        fprintf(out, " --router %s", registry_word(kind));
}
