/* SPDX-License-Identifier: Apache-2.0
 *
 * Engines: ways to run a fabric. All give the same pins, events and results.
 */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "../fabric/fabric.h"

/** Called between cycles. @return 0 to go on, 1 to stop */
typedef int (*engine_watch)(void *context, const struct fabric *fabric);

/** A way to run a fabric. */
struct engine_ops {
    const char *name;
    /**
     * Run until `cycles` more cycles are done, the fabric reports a fault, or watch says stop.
     * @param threads  threads to use, 1 or more
     * @param watch    called every `period` cycles, or NULL
     * @return 0, or -1 when threads or memory cannot be had (nothing was run)
     */
    int (*run)(struct fabric *fabric, uint64_t cycles, int threads, engine_watch watch, void *context, uint64_t period);
    /** How many of so many threads make it faster, 1 at least; NULL: all of them. */
    int (*threads)(const struct fabric *fabric, int threads);
    /**
     * Of engines that bring their own routers, which run on ranks, too, if each has routers that follow each other,
     * those of the first rank first: routers times cycles of a window, 1 and the extra stages of a cable, that a rank
     * must have for that to be faster than one process.
     */
    unsigned ranks;
    /**
     * Save or load a fabric that this engine runs, between two cycles. Going on from what was loaded is the same as
     * going on from what was saved, whatever the number of threads. See fabric_archive.
     */
    void (*archive)(struct fabric *fabric, struct archive *a);
};

/** The reference: every node in every cycle. */
extern const struct engine_ops engine_cycle;

/** The event engine of a kind of router: only the cycles in which something is decided. */
struct engine_kind {
    /**
     * With the same events as the reference. For fabrics that were made without nodes; once it has run a fabric, no
     * other engine can.
     */
    const struct engine_ops *ops;
    /** Reduce registers to what the engine keeps, in the form in which it keeps it, so that both engines' can be
     * compared. */
    void (*kept)(void *registers);
    /** Whether these are a state that comes up rarely; tests demand some, so that a comparison has covered it. Which
     * state is the kind's. */
    int (*rare)(const void *registers);
    /** Why it cannot run routers of a kind with these settings in a topology, as scenario_blame words it; NULL: it can.
     * NULL: it can run all. */
    const char *(*outside)(const struct router_kind *kind, const void *settings, const struct topology *t);
};

/** Most threads an engine takes. */
enum { MAX_THREADS = 64 };

#endif
