/* SPDX-License-Identifier: Apache-2.0
 *
 * A scenario run to its end: what `fedx run` does once and `fedx sweep` for every
 * point.
 */
#ifndef FEDX_SESSION_H
#define FEDX_SESSION_H

#include "../engine/fedx_engine.h"
#include "../fabric/fedx_setup.h"
#include "../verify/fedx_check_engine.h"

struct fedx_session {
    struct fedx_setup setup;
    struct fedx_fabric *fabric;      /**< of the event engine, when both are compared */
    struct fedx_check_engine *check; /**< both engines, or NULL */
    const struct fedx_engine_ops *engine;
    int differs;                     /**< the engines do */
    double seconds;                  /**< wall time of the run */
};

/* Functions that can fail return 0, or -1 with one sentence in error (FEDX_SCENARIO_ERROR bytes hold all); then
 * fedx_session_finish is still due. */

/** Set up a scenario, and open the files it names. It must stay where it is. */
int fedx_session_prepare(struct fedx_session *session, const struct fedx_scenario *scenario, char *error, size_t size);
/**
 * Run the cycles, and drain the fabric if the scenario says so. Faults are for the caller to look at.
 * @param watch  called from time to time, or NULL
 */
int fedx_session_run(struct fedx_session *session, fedx_engine_watch watch, void *context, char *error, size_t size);
/** A session that is all zero is legal. */
void fedx_session_finish(struct fedx_session *session);

#endif
