/* SPDX-License-Identifier: Apache-2.0
 *
 * UGAL-L: an endpoint lets a packet go to its destination at once, or to its intermediate router first, by how full its
 * router finds the next ones on both ways. docs/spec/vcr.md section 20.
 */
#ifndef VCR_UGAL_H
#define VCR_UGAL_H

#include "../../kind/packet.h"
#include "vcr_candidate_routes.h"

/**
 * Whether a packet goes to its destination at once.
 * @param at    its source's router
 * @param full  [port] of that router, router_kind.fullness
 */
int vcr_ugal_direct(const struct vcr_candidate_routes_at *at, const struct packet *packet, const uint16_t *full);

#endif
