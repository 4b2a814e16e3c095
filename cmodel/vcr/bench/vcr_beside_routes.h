/* SPDX-License-Identifier: Apache-2.0
 *
 * Routes of a network of any shape: one shortest way from each router to each output of the network, on which packets never wait for
 * each other in a circle.
 */
#ifndef VCR_BESIDE_ROUTES_H
#define VCR_BESIDE_ROUTES_H

#include "../../foreign/foreign.h"

/**
 * Find them.
 * @param[out] route  [routers * sinks] port by which a packet leaves; -1: no way leads there
 * @return 1; 0: every choice that was tried has a circle; -1: out of memory
 */
int vcr_beside_routes(const struct foreign *f, int8_t *route);

#endif
