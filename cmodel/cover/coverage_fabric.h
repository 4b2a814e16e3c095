/* SPDX-License-Identifier: Apache-2.0
 *
 * Functional coverage of every router of a fabric. Each has scoreboard of its own, so that
 * the threads of an engine do not share any; they are merged at the end.
 */
#ifndef COVER_COVERAGE_FABRIC_H
#define COVER_COVERAGE_FABRIC_H

#include "../fabric/fabric.h"
#include "coverage.h"

struct coverage_fabric;

/**
 * @param kind  of all routers, with coverage @param seed  of the run, for first hits. @return NULL when out of memory
 */
struct coverage_fabric *coverage_fabric_create(const struct router_kind *kind, int nodes, uint64_t seed);
/** NULL is legal. */
void coverage_fabric_destroy(struct coverage_fabric *c);
/** Let a fabric that is not made yet fill it. */
void coverage_fabric_attach(struct coverage_fabric *c, struct fabric_config *config);
/** With ranks, by all of them: the first one has what the others sampled of their routers. */
void coverage_fabric_gather(struct coverage_fabric *c, struct fabric *f);
/** All routers together. @return NULL when out of memory */
struct coverage *coverage_fabric_merged(const struct coverage_fabric *c);
/** Save or load all of it. */
void coverage_fabric_archive(struct coverage_fabric *c, struct archive *a);

#endif
