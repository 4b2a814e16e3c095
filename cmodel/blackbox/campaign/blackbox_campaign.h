/* SPDX-License-Identifier: Apache-2.0
 *
 * Episodes of all kinds, one after the other, until enough cycles have been run or something is wrong.
 */
#ifndef BLACKBOX_BLACKBOX_CAMPAIGN_H
#define BLACKBOX_BLACKBOX_CAMPAIGN_H

#include "../bench/blackbox_bench.h"

struct blackbox_campaign {
    const struct blackbox *f;
    const struct node_ops *ops;
    uint64_t cycles; /**< to run, at least */
    uint64_t seed;
    int profile;       /**< the only one; -1: all in turn */
    int until_covered; /**< 1: draw what hits open points, and end when there are none */
    /** Called after every episode, or NULL. */
    void (*on_episode)(void *context, uint64_t cycles);
    void *context;
    /* What came of it */
    struct blackbox_bench *bench;
    struct blackbox_totals totals; /**< of all classes */
    struct blackbox_totals of_class[BLACKBOX_CLASSES];
    uint64_t episode; /**< the last one, from 0 */
    enum blackbox_profile last;
    struct blackbox_script script; /**< ... of it, when something is wrong */
    struct blackbox_result result;
    uint64_t of_profile[BLACKBOX_PROFILE_COUNT]; /**< episodes of each */
    uint64_t sustained_cycles;                   /**< of sustained ones */
};

/** Run it. To be finished in any case. @return 0, whatever was found, or -1 when out of memory */
int blackbox_campaign_run(struct blackbox_campaign *c);
void blackbox_campaign_finish(struct blackbox_campaign *c);

#endif
