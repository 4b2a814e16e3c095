/* SPDX-License-Identifier: Apache-2.0
 *
 * A scenario run to its end: what `fedx run` does once and `fedx sweep` for every
 * point.
 */
#ifndef FEDX_SESSION_H
#define FEDX_SESSION_H

#include "../engine/fedx_engine.h"
#include "../fabric/fedx_checkpoint.h"
#include "../fabric/fedx_setup.h"
#include "../verify/fedx_check_engine.h"
#include "../verify/fedx_coverage_fabric.h"
#include "../verify/fedx_lockstep.h"
#include "fedx_precision.h"

struct fedx_session {
    struct fedx_setup setup;
    struct fedx_fabric *fabric;      /**< of the event engine, when both are compared */
    struct fedx_check_engine *check; /**< both engines, or NULL */
    const struct fedx_engine_ops *engine;
    struct fedx_coverage_fabric *coverage; /**< what was covered, or NULL */
    int differs;                     /**< the engines do */
    double seconds;                  /**< wall time of the run, all its parts together */
    struct fedx_scenario given;      /**< the scenario as it was given */
    int draining;                    /**< PEs have stopped sending */
    /* Checkpoints: docs/checkpoints.md. */
    const char *checkpoint;          /**< file to save to, or NULL; for the caller to set before the run */
    struct archive archive;     /**< its memory */
    uint64_t checkpoint_due;         /**< cycle from which the next one is to be saved */
    const char *saved;               /**< file of the last one, of this run or the one that it goes on with; NULL: none */
    uint64_t saved_cycle;            /**< its cycle */
    int interrupted;                 /**< the caller's watch ended the run before its end */
    struct fedx_precision precision; /**< with run.precision: what was come to */
    const char *bundle;              /**< for the results: folder of that of a difference, or NULL */
    const char *command;             /**< likewise: the command line of the run, or NULL when it has none of its own */
};

/* Functions that can fail return 0, or -1 with one sentence in error (FEDX_SCENARIO_ERROR bytes hold all); then
 * fedx_session_finish is still due. */

/** Set up a scenario, and open the files it names. It must stay where it is. */
int fedx_session_prepare(struct fedx_session *session, const struct fedx_scenario *scenario, char *error, size_t size);
/**
 * Likewise, and go on with the run of a checkpoint, whose scenario it is; what the run has written is gone on with, too.
 * @param path  of the checkpoint; it must stay
 */
int fedx_session_resume(struct fedx_session *session, const struct fedx_scenario *scenario, struct fedx_checkpoint *from,
                        const char *path, char *error, size_t size);
/** Save the run, between two cycles. */
int fedx_session_save(struct fedx_session *session, char *error, size_t size);
/**
 * Run the cycles that are left, and drain the fabric if the scenario says so; with run.precision begin again with more
 * cycles until the intervals are tight enough, or cannot be. Faults are for the caller to look at.
 * @param watch  called from time to time, or NULL. When it returns 1 the run is interrupted, and saved if it has a checkpoint
 */
int fedx_session_run(struct fedx_session *session, fedx_engine_watch watch, void *context, char *error, size_t size);
/** What the node in lockstep found that ended the run, or NULL. */
const struct fedx_divergence *fedx_session_divergence(const struct fedx_session *session, int *node);
/** Write the command that goes on with what was saved last, as a shell reads it. */
void fedx_session_resume_command(const struct fedx_session *session, char *text, size_t size);
/** All results are kept: what the run was saved to is of no more use. */
void fedx_session_done(struct fedx_session *session);
/** Files that were not kept are left when there is a checkpoint to go on from. A session that is all zero is legal. */
void fedx_session_finish(struct fedx_session *session);

#endif
