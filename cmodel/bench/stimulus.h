/* SPDX-License-Identifier: Apache-2.0
 *
 * Stimulus for one router on all its ports: episodes, each with settings and neighbours of its own. Kinds of episode
 * are called profiles; in some the neighbours keep to the protocol, in others they break it. What profiles there are,
 * and what neighbours do, is the kind's; the router under test is any node, and a lockstep node compares it with the
 * golden model.
 */
#ifndef BENCH_STIMULUS_H
#define BENCH_STIMULUS_H

#include "../cover/coverage.h"
#include "../kind/kind.h"
#include "../kind/node.h"
#include "fedx/rng.h"

/** Profiles that a kind may have. */
enum { STIMULUS_PROFILES = 12 };

/** What an episode is to be like, other than its number has it. */
struct stimulus_steering {
    int steered;    /**< 0: as the number has it, and the rest does not count */
    int profile;    /**< of those of the kind */
    uint64_t setup; /**< number of the episode whose settings, and all else that is fixed for an episode, it has */
    int corners;    /**< whether it goes to the corners */
};

struct stimulus_config {
    const struct node_ops *ops;   /**< what to test */
    const struct node_ops *inner; /**< the RTL, when ops is a lockstep node */
    uint64_t seed;
    uint64_t power_up;                 /**< seed of the power-up values, 0 = zero */
    uint64_t cycles;                   /**< at least this many, whole episodes */
    uint64_t first;                    /**< number of the episode to begin with; each depends on seed and number only */
    int profile;                       /**< one profile only, or -1: those that take turns, in turn */
    struct stimulus_steering steering; /**< of the episodes to come */
    struct coverage *coverage;         /**< filled in every cycle, or NULL. The node must show its named registers */
};

/** How busy the router was in episodes without a reset. A window is 4096 cycles. */
struct stimulus_busy {
    uint64_t cycles, busy;  /**< all, and those in which something left it */
    uint64_t windows, idle; /**< all, and those in which nothing did */
};

/** What a run of the stimulus did. */
struct stimulus_result {
    uint64_t cycles;                      /**< cycles of the router, configuration included */
    uint64_t episodes[STIMULUS_PROFILES]; /**< whole ones, by profile */
    uint64_t accepted;                    /**< packets that the router took in (followed episodes) */
    uint64_t delivered;                   /**< of these, packets that left it, all of them checked */
    struct stimulus_busy sustained;       /**< of sustained episodes */
    int settings_seen;                    /**< distinct combinations of modes */
    int failed;                           /**< 1: the node mismatched, 2: a packet was lost, doubled or damaged */
    uint64_t episode;                     /**< number of the episode it failed in */
    char text[160];                       /**< one sentence when failed */
};

/** What every stimulus begins with. */
struct stimulus {
    struct stimulus_config config;
    struct stimulus_result result;
    void *node;
    struct rng random;
    uint64_t episode; /**< number of the one that runs, or comes next */
    int window_busy;  /**< something has left the router in this window of a sustained episode */
};

/** The stimulus of a kind of router. */
struct stimulus_kind {
    const char *const *profiles; /**< names, as printed */
    int profile_count;           /**< up to STIMULUS_PROFILES */
    int turns;                   /**< the first so many take turns; the others come only when they are asked for */
    int long_episodes;           /**< so many others have about as many cycles as an episode of those */
    const char *followed;        /**< the profiles whose packets are followed end to end, in words */
    const char *checked;         /**< what of a packet that has left is checked, in words */
    size_t bytes; /**< of the kind's own struct, whose first member is struct stimulus; without memory elsewhere */
    /** Once, when it was created and the rest of that struct is zero; NULL: it stays so. */
    void (*begin)(struct stimulus *s, const struct router_kind *kind);
    /** Run one episode. @return 0 to go on, 1 when done or failed */
    int (*episode)(struct stimulus *s);
};

/** The stimulus of a kind, with its node. @return NULL when out of memory */
struct stimulus *stimulus_create(const struct stimulus_kind *of, const struct router_kind *kind,
                                 const struct stimulus_config *config);
/** NULL is legal. */
void stimulus_destroy(struct stimulus *s);
/** Steer the episodes to come. */
void stimulus_steer(struct stimulus *s, const struct stimulus_steering *steering);
/** The episode whose number has come begins: its random numbers, and where hits of coverage are from. */
void stimulus_start(struct stimulus *s);
/** The profile of the episode whose number has come. @param turns  stimulus_kind.turns */
int stimulus_profile(const struct stimulus *s, int turns);
/** Number of the episode that the settings, and all that is fixed for an episode, come from. */
uint64_t stimulus_setup_number(const struct stimulus *s);
/** The same settings, but another course, when the episode has the settings of another one. Once they are drawn. */
void stimulus_turn_aside(struct stimulus *s);
/** One cycle of the node, looked at for coverage before. @return as node_step */
int stimulus_step(struct stimulus *s, const void *in, const void *control);
/** Note what went wrong first. @param kind  of stimulus_result.failed @return 1 */
int stimulus_fail(struct stimulus *s, int kind, const char *text);
/** Why a step failed, one sentence. */
const char *stimulus_difference(const struct stimulus *s);
/** Cycles of a sustained episode: fewer of one that is aimed at points, for what it is like matters more than its
 * length. */
unsigned stimulus_sustained_cycles(const struct stimulus *s);
/** A cycle of a sustained episode is over. @param busy  something left the router in it */
void stimulus_note_busy(struct stimulus *s, int busy);
/** An episode has ended. @return 1 when there are enough cycles */
int stimulus_end(struct stimulus *s, int profile);

#endif
