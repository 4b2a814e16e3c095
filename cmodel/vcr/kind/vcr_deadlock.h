/* SPDX-License-Identifier: Apache-2.0
 *
 * Can packets wait for each other for ever? docs/spec/vcr.md section 14, of a topology and the routes and masks that
 * its routers are configured with.
 */
#ifndef VCR_DEADLOCK_H
#define VCR_DEADLOCK_H

#include <stddef.h>

#include "vcr_settings.h"

/** Settings with which section 14 promises nothing, whatever the routes are. */
enum vcr_deadlock_doubt {
    VCR_DEADLOCK_NO_DOUBT,
    VCR_DEADLOCK_CREDITS, /**< a head waits for more credits than there are */
    VCR_DEADLOCK_HELD,    /**< a packet keeps a link without room for all of it */
    VCR_DEADLOCK_BACK     /**< packets turn back that do not fit into a channel */
};
/** @param deflections  most that a packet has when it is sent */
enum vcr_deadlock_doubt vcr_deadlock_doubt(const struct vcr_parameters *s, const struct vcr_settings *settings,
                                           unsigned deflections);

/**
 * Follow packets of every class from all endpoints to all endpoints, by all ways that they may take; of what they hold
 * and may wait for, the graph of dependencies must have no cycle.
 * @param deflections  most that a packet has when it is sent
 * @param[out] error   one sentence: a cycle channel by channel, a route that is missing, or settings with which there
 * is no promise
 * @return routes that were followed, of a router to an endpoint; or -1
 */
long vcr_deadlock_check(const struct vcr_parameters *s, const struct vcr_settings *settings, const struct topology *t,
                        unsigned deflections, char *error, size_t size);

#endif
