/* SPDX-License-Identifier: Apache-2.0
 *
 * The ways that packets have: what a head may ask for at a router, as its routes and masks are configured.
 * docs/spec/vcr.md sections 5 and 7.
 */
#ifndef VCR_CANDIDATE_ROUTES_H
#define VCR_CANDIDATE_ROUTES_H

#include "../../kind/kind.h"
#include "vcr_settings.h"

/** An output, and channels there of which one will do. */
struct vcr_ask {
    uint8_t port;
    uint16_t vcs;
};

/** What a head may ask for at a router, whatever is drawn there. Ports as masks. */
struct vcr_candidate_routes {
    uint16_t best; /**< 0: it has no route */
    uint16_t candidates;
    uint16_t others;          /**< to which it may be deflected */
    uint16_t vcs;             /**< channels of those */
    unsigned drawn;           /**< of how many directions that of the escape channel is drawn: 1, or 2 */
    unsigned escapes;         /**< how many there are */
    struct vcr_ask escape[2]; /**< two where the direction is drawn */
};

/** Where a head is. */
struct vcr_candidate_routes_at {
    const struct vcr_parameters *parameters;
    const struct topology *topology;
    const struct vcr_settings *settings;
    const struct vcr_config *config; /**< of the router */
    int router;
};

/**
 * The ways to an endpoint.
 * @param in           port that the head came by
 * @param class        of traffic
 * @param adaptive     1: the head is
 * @param deflections  that it has left
 */
struct vcr_candidate_routes vcr_candidate_routes(const struct vcr_candidate_routes_at *at, unsigned in, int endpoint,
                                                 unsigned class, int adaptive, unsigned deflections);

/** What is said of hops. */
enum vcr_attribute {
    VCR_HOP_ESCAPE,    /**< on an escape channel */
    VCR_HOP_DEFLECTED, /**< by a port that leads no nearer */
    VCR_HOP_OFF,       /**< of a packet that has one way: by another port than the preferred one */
    VCR_HOP_ATTRIBUTES
};
extern const struct router_attribute vcr_attributes[VCR_HOP_ATTRIBUTES];

/** As router_kind.attribute. */
unsigned vcr_hop_attribute(const struct vcr_parameters *s, const struct boot *b, int router, int port, unsigned channel,
                           const struct packet *packet);

#endif
