/* SPDX-License-Identifier: Apache-2.0
 *
 * Functional coverage of every switch of a fabric. Each has books of its own, so that
 * the threads of an engine do not share any; they are merged at the end.
 */
#ifndef FEDX_COVERAGE_FABRIC_H
#define FEDX_COVERAGE_FABRIC_H

#include "../fabric/fedx_fabric.h"
#include "fedx_coverage.h"

struct fedx_coverage_fabric;

/** @param kind  of all routers, with coverage @param seed  of the run, for first hits. @return NULL when out of memory */
struct fedx_coverage_fabric *fedx_coverage_fabric_create(const struct router_kind *kind, int nodes, uint64_t seed);
/** NULL is legal. */
void fedx_coverage_fabric_destroy(struct fedx_coverage_fabric *c);
/** Let a fabric that is not made yet fill it. */
void fedx_coverage_fabric_attach(struct fedx_coverage_fabric *c, struct fedx_fabric_config *config);
/** All switches together. @return NULL when out of memory */
struct fedx_coverage *fedx_coverage_fabric_merged(const struct fedx_coverage_fabric *c);
/** Save or load all of it. */
void fedx_coverage_fabric_archive(struct fedx_coverage_fabric *c, struct archive *a);

#endif
