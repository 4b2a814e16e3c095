/* SPDX-License-Identifier: Apache-2.0
 *
 * A fabric that several ranks run together. Each steps the routers and endpoints that it owns. At the end of every
 * cycle each tells each other one what the routers at cut cables drive, and what happened at its endpoints; so every
 * rank enters the same facts into its scoreboard in the same order, and all decide alike. What only observes (attempts,
 * samples, timeline, files) is told to the first rank alone. docs/reference/ranks.md.
 */
#ifndef FABRIC_SPLIT_H
#define FABRIC_SPLIT_H

#include "fabric_internal.h"

/** Prepare what config.ranks asks for, and say what is stepped here; without ranks that is all. @return 0, or -1 when
 * out of memory */
int split_create(struct fabric *f);
void split_destroy(struct fabric *f);
/** Whether a router, or an endpoint, is stepped here. */
int split_has(const struct fabric *f, int node);
int split_has_end(const struct fabric *f, int endpoint);
/** Whether attempts, samples and timeline are entered here: one process has all, of ranks the first. */
int split_has_scoreboard(const struct fabric *f);
/**
 * All own nodes are there: what is at cut cables comes to those who read it.
 * @param failed  cycle in which the first router failed while it was configured; UINT_MAX: none has
 */
void split_begin(struct fabric *f, unsigned failed);
/** All own nodes were stepped: what is at cut cables, and what happened, becomes known everywhere. */
void split_exchange(struct fabric *f);
/** What happened everywhere goes into the scoreboard. */
void split_enter(struct fabric *f);
/** Of a cycle that is about to be closed: the first rank gets what is looked at then. @param looks  scoreboard_looks */
void split_look(struct fabric *f, unsigned looks);

/* Of what other ranks have, in a cycle in which it was told. */

/** As router_kind.reason, of those that were asked for. */
int split_reason(const struct fabric *f, int node, int port);
/** As fabric_held and fabric_each_held, in cycles of samples and at the end of frames of the timeline. */
unsigned split_held(const struct fabric *f, int node);
void split_each_held(const struct fabric *f, int node, held_visit visit, void *context);
/** As fabric_port_differs, of the endpoint that is entered. */
const char *split_port_differs(const struct fabric *f, int endpoint);

/** As fabric_counters and fabric_marks, in cycles in which the timeline glances at endpoints. */
int split_counters(const struct fabric *f, int endpoint, void *counters);
unsigned split_marks(const struct fabric *f, int endpoint);

/* Between two cycles, by all ranks. */

/** Whether all say so. */
int split_all(const struct fabric *f, int mine);
/** The sum of all. */
struct fabric_unfinished split_sum(const struct fabric *f, struct fabric_unfinished mine);

/* To load an archive of the whole fabric, a rank makes what it does not own for as long as it takes to read over it. */

void split_expect(struct fabric *f, int unit, struct archive *a);
void split_forget(struct fabric *f, int unit, const struct archive *a);
void split_loaded(struct fabric *f, const struct archive *a);

#endif
