/* SPDX-License-Identifier: Apache-2.0
 *
 * Routes of a network of any shape: one shortest way from each router to each output of the network, on which packets never wait for
 * each other in a circle.
 */
#ifndef VCR_BESIDE_ROUTES_H
#define VCR_BESIDE_ROUTES_H

#include "../../foreign/foreign.h"

/** Which of the shortest ways, in the order in which they are tried. */
enum vcr_beside_choice {
    VCR_BESIDE_DIMENSIONS, /**< along the row, then along the column: in networks whose routers have a row and a column */
    VCR_BESIDE_SPREAD,     /**< spread over destinations */
    VCR_BESIDE_LOWEST,     /**< to the neighbour with the lowest number */
    VCR_BESIDE_CHOICES
};

/**
 * Find them.
 * @param[out] choice  that was made
 * @param[out] route  [routers * sinks] port by which a packet leaves; -1: no way leads there
 * @return 1; 0: every choice that was tried has a circle; -1: out of memory
 */
int vcr_beside_routes(const struct foreign *f, int8_t *route, enum vcr_beside_choice *choice);

#endif
