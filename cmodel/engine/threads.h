/* SPDX-License-Identifier: Apache-2.0
 *
 * Threads of a run: as many as it may have, or one where several are no faster, which differs from machine to machine
 * and from minute to minute. Threads change no result.
 */
#ifndef ENGINE_THREADS_H
#define ENGINE_THREADS_H

#include "engine.h"

/** What runs. */
struct engine_job {
    const struct engine_ops *engine;
    struct fabric *fabric;
    engine_watch watch; /**< or NULL */
    void *context;
    uint64_t period;
};

/** What trials showed. All zero: there was none yet. */
struct engine_trials {
    int count;
    int alone;       /**< of these: one thread was about as fast, and ran on alone */
    double speed_up; /**< in the last one: of several threads */
};

/**
 * Run as engine_ops.run does. With more than one thread, stretches of the run go to one and to all of them in turn, and
 * the faster ones run on; that is tried again from time to time, so that no run is slow as a whole.
 * @param trials  of this run @return as engine_ops.run
 */
int engine_run(const struct engine_job *job, uint64_t cycles, int threads, struct engine_trials *trials);

#endif
