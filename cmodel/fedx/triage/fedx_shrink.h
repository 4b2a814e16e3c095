/* SPDX-License-Identifier: Apache-2.0
 *
 * Making a script that shows a difference small by delta debugging: parts are left
 * out as long as the same field still differs.
 */
#ifndef FEDX_SHRINK_H
#define FEDX_SHRINK_H

#include "../bench/fedx_script.h"

struct fedx_shrink_config {
    const struct node_ops *rtl;
    uint64_t power_up; /**< of the RTL, 0 = zero */
    const char *field; /**< that must differ (at any lane), or NULL: any difference will do */
    double seconds;    /**< of the processor after which no further part is tried; 0: no bound */
    uint64_t cycles;   /**< likewise cycles of all trials, the same on any machine; 0: no bound */
    void (*on_trial)(void *context, const struct fedx_script *s, uint64_t trials); /**< or NULL */
    void *context;
};

/** What shrinking did. */
struct fedx_shrink_result {
    uint64_t trials; /**< scripts played */
    uint64_t cycles; /**< in these */
    int complete;    /**< 1: no further part can be left out; 0: time was up */
};

/**
 * Leave out all units of a script that the difference does without, move what is left together, put settings back to
 * their defaults, and end it at the difference.
 * @return 0, or -1 with one sentence in error: out of memory, or the script does not show the difference
 */
int fedx_shrink(struct fedx_script *s, const struct fedx_shrink_config *config, struct fedx_shrink_result *result,
                char *error, size_t size);

#endif
