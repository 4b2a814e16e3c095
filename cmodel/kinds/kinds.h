/* SPDX-License-Identifier: Apache-2.0
 *
 * Kinds of routers are put together here, from what rooms below and above their own define: nothing else names all of
 * them.
 */
#ifndef KINDS_H
#define KINDS_H

#include "../kind/kind.h"

/** Fill in the parts (struct kind_parts) of the Fed-X switch, of all builds of the virtual-channel router and its
 * terminal, and of all sets of parameters of the AXI4-Stream switch. */
void kinds_fill_fedx(void);
void kinds_fill_vcr(void);
void kinds_fill_axis(void);
/** Routers whose names say their shape: registry_unlisted. The first one gives no reason. */
const struct router_kind *kinds_named_vcr(const char *name);
const struct router_kind *kinds_named_axis(const char *name, char *error, size_t size);

#endif
