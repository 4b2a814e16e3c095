/* SPDX-License-Identifier: Apache-2.0
 *
 * Which kinds of routers there are. The lists are set by cmodel/kinds, above all kinds, before the program begins.
 */
#ifndef SCENARIO_REGISTRY_H
#define SCENARIO_REGISTRY_H

#include <stdio.h>

#include "../kind/kind.h"

/** Every kind, the one that is meant when none is named first; NULL after the last. */
extern const struct router_kind *const *router_kinds;
/** Those, and what else is put beside its model alone though no fabric has it for a router: terminals. */
extern const struct router_kind *const *unit_kinds;

/** Makes a kind of which the name says all, and which stays until several others are made; NULL: none has that name.
 * Set with the lists. */
extern const struct router_kind *(*registry_unlisted)(const char *name, char *error, size_t size);
/** The kind of that name, in a list or unlisted. @return NULL with what is wrong with the name in error, or with an
 * empty error: no kind has such a name */
const struct router_kind *registry_named(const struct router_kind *const *kinds, const char *name, char *error,
                                         size_t size);

/** The kind that is meant when none is named. */
const struct router_kind *registry_default(void);
/** How a kind is named where the default is not. @return NULL: it is the default */
const char *registry_word(const struct router_kind *kind);
/** Append the option that selects a kind to a command: nothing for the default. */
void registry_print_option(const struct router_kind *kind, FILE *out);

#endif
