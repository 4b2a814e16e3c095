/* SPDX-License-Identifier: Apache-2.0
 *
 * What the event engines of all kinds do alike around a cycle of their own.
 */
#ifndef ENGINE_EVENT_H
#define ENGINE_EVENT_H

#include "../fabric/endpoint.h"
#include "engine.h"
#include "wheel.h"

/**
 * Mark an endpoint that was sent a message, or stopped, by hand since the last run. One that pauses is looked at when that is
 * over, so that a run in parts looks at it in the same cycles as a whole one.
 * @param stopped  endpoint.stopped when last looked at
 */
static inline void event_look_at(struct wheel *w, const struct endpoint *e, uint64_t now, uint8_t *stopped, unsigned set, unsigned n)
{
    uint64_t due = e->stale ? endpoint_due(e, now - 1) : UINT64_MAX;

    if (e->stopped != *stopped || due < now)
        due = now;
    if (due != UINT64_MAX)
        wheel_mark(w, due < now + WHEEL_AHEAD ? due : now + WHEEL_AHEAD, set, n);
    *stopped = e->stopped;
}

/**
 * Run so many cycles of a fabric's engine, as engine_ops.run.
 * @param cycle  one of them. @return 0 to go on, 1 when the run must end
 */
static inline void event_run(struct fabric *f, void *engine, int (*cycle)(void *engine), uint64_t cycles, engine_watch watch,
                             void *context, uint64_t period)
{
    for (uint64_t i = 1; i <= cycles; i++) {
        if (cycle(engine))
            return;
        if (watch && i % period == 0 && watch(context, f))
            return;
    }
}

#endif
