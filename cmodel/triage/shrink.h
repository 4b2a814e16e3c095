/* SPDX-License-Identifier: Apache-2.0
 *
 * A difference made smaller: what a kind of router is told for that (triage.h), and how it is done in vectors, of any
 * kind: from the reset, spans of cycles are left out, and
 * wires become idle for spans of cycles, as long as the same field still differs. The neighbours are not simulated:
 * their other outputs stay as recorded, even if they answer to what was left out. That is enough for routers that take
 * any inputs, such as those with credits.
 */
#ifndef TRIAGE_SHRINK_H
#define TRIAGE_SHRINK_H

#include "../bench/replay.h"

struct shrink_config {
    const struct node_ops *rtl;
    uint64_t power_up; /**< of the RTL, 0 = zero */
    const char *field; /**< that must differ (at any lane), or NULL: any difference will do */
    uint64_t cycles;   /**< that trials may take together, 0: any number */
    double seconds;    /**< of processor time, 0: any */
    /** Called after every trial, or NULL. @param packets  that are left, or SHRINK_NO_PACKETS */
    void (*on_trial)(void *context, uint64_t trials, int64_t packets, size_t cycles);
    void *context;
};

/** Packets of vectors are not known as such. */
enum { SHRINK_NO_PACKETS = -1 };

struct shrink_result {
    uint64_t trials;
    int64_t packets; /**< that are left, or SHRINK_NO_PACKETS */
    int complete;    /**< 0: cycles or time were up before nothing more could go */
};

/**
 * Make vectors smaller that show a difference from a reset on.
 * @param[in,out] v    they begin with a reset and set no state; they end at the difference then
 * @param[out] shown   what they show
 * @return 0, or -1 with one sentence in error: out of memory, or they show none
 */
int shrink_vectors(struct vectors *v, const struct shrink_config *config, struct replay *shown,
                   struct shrink_result *result, char *error, size_t size);

#endif
