/* SPDX-License-Identifier: Apache-2.0
 *
 * A scenario run to its end: what `fedx run` does once and `fedx sweep` for every
 * point.
 */
#ifndef SCENARIO_SESSION_H
#define SCENARIO_SESSION_H

#include "../compare/engines.h"
#include "../compare/lockstep.h"
#include "../cover/coverage_fabric.h"
#include "../engine/threads.h"
#include "checkpoint.h"
#include "precision.h"
#include "setup.h"

struct session {
    struct setup setup;
    struct fabric *fabric; /**< of the event engine, when both are compared */
    struct engines *check; /**< both engines, or NULL */
    const struct engine_ops *engine;
    struct coverage_fabric *coverage; /**< what was covered, or NULL */
    int differs;                      /**< the engines do */
    struct engine_trials trials;      /**< of threads */
    double seconds;                   /**< wall time of the run, all its parts together */
    struct scenario given;            /**< the scenario as it was given */
    int over_limit;                   /**< run.latency_limit has ended it */
    int draining;                     /**< PEs have stopped sending */
    /* Checkpoints: docs/reference/checkpoints.md. */
    const char *checkpoint;     /**< file to save to, or NULL; for the caller to set before the run */
    struct archive archive;     /**< its memory */
    uint64_t checkpoint_cycle;  /**< cycle from which the next one is to be saved */
    const char *saved;          /**< file of the last one, of this run or the one that it goes on with; NULL: none */
    uint64_t saved_cycle;       /**< its cycle */
    int interrupted;            /**< the caller's watch ended the run before its end */
    struct precision precision; /**< with run.precision: what was come to */
    struct settle settle;       /**< with run.settle: likewise */
    const char *bundle;         /**< for the results: folder of that of a difference, or NULL */
    const char *confirmation;   /**< likewise: whether somebody else shows it */
    const char *command;        /**< likewise: the command line of the run, or NULL when it has none of its own */
};

/* Functions that can fail return 0, or -1 with one sentence in error (SCENARIO_ERROR bytes hold all); then
 * session_finish is still due. */

/** Set up a scenario, and open the files it names. It must stay where it is. */
int session_prepare(struct session *session, const struct scenario *scenario, char *error, size_t size);
/**
 * Likewise, and go on with the run of a checkpoint, whose scenario it is; what the run has written is gone on with,
 * too.
 * @param path  of the checkpoint; it must stay
 */
int session_resume(struct session *session, const struct scenario *scenario, struct checkpoint *from, const char *path,
                   char *error, size_t size);
/** Threads that the engine runs on: no more than make it faster, of those that the scenario allows. */
int session_threads(const struct session *session);
/** Save the run, between two cycles. */
int session_save(struct session *session, char *error, size_t size);
/**
 * Run the cycles that are left, and drain the fabric if the scenario says so; with run.precision or run.settle begin
 * again with more cycles until the figures are known well enough, or cannot be. Faults are for the caller to look at.
 * @param watch  called from time to time, or NULL. When it returns 1 the run is interrupted, and saved if it has a
 * checkpoint
 */
int session_run(struct session *session, engine_watch watch, void *context, char *error, size_t size);
/** What a node in lockstep found that ended the run. */
struct session_difference {
    const struct mismatch *mismatch; /**< NULL: nothing, and the rest does not count */
    const struct router_kind *kind;  /**< of a router, or of what an endpoint sends by */
    int number;                      /**< of the node, of the endpoint */
    int at_endpoint;
};
struct session_difference session_difference(const struct session *session);
/** Write the command that goes on with what was saved last, as a shell reads it. */
void session_resume_command(const struct session *session, char *text, size_t size);
/** Why a run ends, what of it is saved, and how to go on with that: one sentence. */
void session_lost(const struct session *session, const char *reason, char *error, size_t size);
/** All results are kept: what the run was saved to is of no more use. */
void session_done(struct session *session);
/** Files that were not kept are left when there is a checkpoint to go on from. A session that is all zero is legal. */
void session_finish(struct session *session);

#endif
