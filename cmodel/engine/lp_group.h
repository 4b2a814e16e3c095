/* SPDX-License-Identifier: Apache-2.0
 *
 * An event engine in parts. Each thread has a part of the fabric, routers that follow each other and the endpoints at
 * them, and runs it for a window of so many cycles by itself: nothing that is said in a part changes another one before
 * that many are over. What goes to another part is a lp_message, opened before the next window. What is entered in the
 * window_log is noted, and entered once a window is over, in the order of cycles and endpoints. So all is as one thread
 * has it, to the last bit (docs/reference/engines.md).
 *
 * Scoreboard have an effect on an endpoint in one case: an id is used anew once the last message that had it has
 * arrived, and that is known in the next cycle. While a message may take an id that another one still has, windows are
 * of one cycle.
 */
#ifndef ENGINE_LP_GROUP_H
#define ENGINE_LP_GROUP_H

#include "../fabric/fabric_internal.h"
#include "engine.h"
#include "wheel.h"

/** The part of one thread. */
struct event_part;

/** What a part steps: routers, of whole words of the wheel, and the endpoints at them. */
struct event_share {
    unsigned first, count;
    unsigned first_end, ends;
};

/** What the event engine of a kind does for its lp_group. `engine` is all of it, a view what one part sees of it. */
struct lp_group_ops {
    /** Bytes of a lp_message. It begins with the router that it is for, a uint32_t, and holds no pointers. */
    size_t lp_message_bytes;
    /** @return what a part sees; NULL when out of memory */
    void *(*view)(void *engine, struct event_part *part, const struct event_share *share);
    /** Free it. */
    void (*forget)(void *view);
    /**
     * Before a part goes on: what is on its way to its routers or endpoints is handed to it by the engine, and what the
     * engine has of other ranks' nodes is forgotten where a step of the part could come upon it. @return 0, or -1 when
     * out of memory
     */
    int (*distribute)(void *engine, void *view);
    /**
     * All parts have theirs: the engine keeps nothing. NULL, like the next one: all of it is where all parts see it.
     */
    void (*distributed)(void *engine);
    /** ... and back, whenever somebody looks at all of the fabric. @return 0, or -1 when out of memory */
    int (*take_back)(void *engine, void *view);
    /** What another part said in the window before. */
    void (*open)(void *view, const void *lp_message);
    /** A cycle of a part. @return 0, or -1 when out of memory */
    int (*cycle)(void *view, uint64_t now);
    /** Look at an endpoint in a cycle: it waits for a message that has arrived. */
    void (*look_at_endpoint)(void *engine, unsigned endpoint, uint64_t cycle);
};

/** A run of a lp_group. */
struct lp_group_plan {
    const struct lp_group_ops *ops;
    void *engine;
    struct fabric *fabric;
    /** Cycles after which a part may know of what another one does, at least 1. No endpoint chooses more often than
     * once a cycle. */
    uint64_t window;
    unsigned threads;
};

/** Cycles of a window where an end of a cable is changed by the other one after its extra stages and one more cycle. */
static inline uint64_t lp_group_window(unsigned latency)
{
    return 1 + (uint64_t)latency;
}

/** How many of so many threads make it faster, 1 at least. @param least  routers times cycles of a window that a thread
 * must have */
int lp_group_pays(unsigned routers, uint64_t window, uint64_t least, int threads);
/** Most threads that a fabric can be run on. */
unsigned lp_group_most(const struct fabric *f);
/** As engine_ops.run; no more threads are used than lp_group_most. */
int lp_group_run(const struct lp_group_plan *plan, uint64_t cycles, engine_watch watch, void *context, uint64_t period);

/* For the steps of a part. When memory is short, the run ends. */

/** A lp_message for the part that has its router. */
void lp_group_post(struct event_part *from, const void *lp_message);
/** An attempt ended in a cycle. */
void lp_group_attempt(struct event_part *part, uint64_t now, const struct attempt *attempt);
/** Something happened at an endpoint in a cycle. Those of a cycle come in ascending order. @param what  ENDPOINT_* */
void lp_group_note(struct event_part *part, uint64_t now, unsigned endpoint, unsigned what);
/** An endpoint was stepped. */
void lp_group_stepped(struct event_part *part, unsigned endpoint);

#endif
