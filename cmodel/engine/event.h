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
 * Mark an endpoint that was sent a message, or stopped, by hand since the last run. One that pauses has a mark already:
 * another one would tell a run in pieces from a whole one.
 * @param stopped  endpoint.stopped when last looked at
 */
static inline void event_look_at(struct wheel *w, const struct endpoint *e, uint64_t now, uint8_t *stopped,
                                 unsigned set, unsigned n)
{
    if (e->stopped != *stopped || endpoint_release_time(e, now - 1) <= now)
        wheel_mark(w, now, set, n);
    *stopped = e->stopped;
}

/**
 * Run so many cycles of a fabric's engine, as engine_ops.run.
 * @param cycle  one of them. @return 0 to go on, 1 when the run must end
 */
static inline void event_run(struct fabric *f, void *engine, int (*cycle)(void *engine), uint64_t cycles,
                             engine_watch watch, void *context, uint64_t period)
{
    for (uint64_t i = 1; i <= cycles; i++) {
        if (cycle(engine))
            return;
        if (watch && i % period == 0 && watch(context, f))
            return;
    }
}

#endif
