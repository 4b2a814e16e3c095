/* SPDX-License-Identifier: Apache-2.0
 *
 * Routes of a fabric by name: those of a routing function, or of a file. docs/reference/topologies.md.
 */
#ifndef SCENARIO_ROUTES_FILE_H
#define SCENARIO_ROUTES_FILE_H

#include <stddef.h>

#include "../topology/routes.h"

/**
 * Give a topology routes in place of all shortest ways, and check that they lead to every endpoint.
 * @param name   of a routing function, or a file: lines of a router, an endpoint, and ports, the preferred one first
 * @param[out] error  one sentence
 * @return 0, or -1
 */
int routes_give(struct topology *t, const char *name, char *error, size_t size);

#endif
