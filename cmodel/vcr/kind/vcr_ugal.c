/* SPDX-License-Identifier: Apache-2.0 */
#include "vcr_ugal.h"

#include "../../topology/routes.h"
#include "../model/vcr_internal.h"
#include "vcr_via.h"

/* The least full of the ports by which a packet may leave for an endpoint. */
static unsigned least_full(const struct vcr_candidate_routes_at *at, const struct packet *packet, int endpoint,
                           unsigned class, const uint16_t *full)
{
    unsigned least = UINT16_MAX;

    VCR_FOR_EACH(p, vcr_candidate_routes(at, at->parameters->ports, endpoint, class, packet->adaptive, 0).candidates)
    least = full[p] < least ? full[p] : least;
    return least;
}

int vcr_ugal_direct(const struct vcr_candidate_routes_at *at, const struct packet *packet, const uint16_t *full)
{
    const struct topology *t = at->topology;
    int router = vcr_via_draw(at->settings, t, packet), via = vcr_via_endpoint(t, router),
        to = (int)packet->destination;
    unsigned class = packet->traffic_class, direct = (unsigned)topology_hops(t, at->router, to),
             round = (unsigned)(topology_hops(t, at->router, via) + topology_hops(t, router, to));

    return least_full(at, packet, to, class, full) * direct <=
           least_full(at, packet, via, class & ~1u, full) * round + at->settings->via_bias;
}
