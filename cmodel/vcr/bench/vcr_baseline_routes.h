/* SPDX-License-Identifier: Apache-2.0
 *
 * Routes of a network of any parameters: one shortest way from each router to each output of the network, on which
 * packets never wait for each other in a circle.
 */
#ifndef VCR_BASELINE_ROUTES_H
#define VCR_BASELINE_ROUTES_H

#include "../../blackbox/description/blackbox.h"

/** Which of the shortest ways, in the order in which they are tried. */
enum vcr_baseline_choice {
    VCR_BASELINE_DIMENSIONS, /**< along the row, then along the column: in networks whose routers have a row and a
                                column */
    VCR_BASELINE_SPREAD,     /**< spread over destinations */
    VCR_BASELINE_LOWEST,     /**< to the neighbour with the lowest number */
    VCR_BASELINE_CHOICES
};

/**
 * Find them.
 * @param[out] choice  that was made
 * @param[out] route  [routers * sinks] port by which a packet leaves; -1: no way leads there
 * @return 1; 0: every choice that was tried has a circle; -1: out of memory
 */
int vcr_baseline_routes(const struct blackbox *f, int8_t *route, enum vcr_baseline_choice *choice);

#endif
