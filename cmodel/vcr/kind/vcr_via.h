/* SPDX-License-Identifier: Apache-2.0
 *
 * Intermediate routers: to which one a packet goes first. docs/spec/vcr.md section 20. A router with endpoints is known
 * by one of them, that of its lowest local port.
 */
#ifndef VCR_VIA_H
#define VCR_VIA_H

#include "../../kind/packet.h"
#include "vcr_settings.h"

/** How it is chosen; names of the key are in this order. */
enum {
    VCR_VIA_NONE,    /**< packets have none */
    VCR_VIA_VALIANT, /**< any router that has endpoints, each as often as it has some */
    VCR_VIA_ROMM,    /**< one that is on a shortest way: in a mesh or torus */
    VCR_VIA_UGAL     /**< as VCR_VIA_VALIANT, or none, by which of both ways seems to be the quicker one: vcr_ugal.h */
};

enum { VCR_VIA_ENDPOINTS = 256 /**< of a fabric, at most: a head flit has eight bits for each of two */ };

/** Whether routers are in rows and columns, so that some are on shortest ways by coordinates. */
int vcr_via_grid(const struct topology *t);
/** The endpoint by which a router is known. @return -1: it has none */
int vcr_via_endpoint(const struct topology *t, int router);

/** The intermediate router that a packet draws, the same whenever it is asked for. */
int vcr_via_draw(const struct vcr_settings *settings, const struct topology *t, const struct packet *p);
/** The first word of a packet's head flit, as its source sends it. */
uint64_t vcr_via_head(const struct vcr_settings *settings, const struct topology *t, const struct packet *p);

/** Of packets from an endpoint to another one, the share whose intermediate router is known by endpoint `via`. */
double vcr_via_share(const struct vcr_settings *settings, const struct topology *t, int source, int destination,
                     int via);

#endif
