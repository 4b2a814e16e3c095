/* SPDX-License-Identifier: Apache-2.0
 *
 * How the routers of a fabric are configured: docs/spec/vcr.md section 12. What is different in each router (where it
 * is, what its ports lead to, routes) follows from the topology.
 */
#ifndef VCR_SETTINGS_H
#define VCR_SETTINGS_H

#include "../../topology/topology.h"
#include "vcr/params.h"
#include "vcr/regs.h"

enum {
    VCR_GRID_ENDPOINT =
        4 /**< first port of the endpoint in meshes and tori, which has all that are behind their links */
};

/** A traffic class. */
struct vcr_class_settings {
    uint8_t adaptive, select, busy_too, redraw, prefer; /**< fields of CLASS */
    uint8_t zero;                                       /**< no padding is left: classes compare byte by byte */
    uint16_t vc_mask, escape_low, escape_high;          /**< channels */
};

struct vcr_settings {
    uint8_t latency;   /**< extra stages of every cable, cycles */
    uint8_t link_hold; /**< fields of MODE */
    uint8_t oldest : 4;
    uint8_t by_input : 4;
    uint8_t alloc_credits;  /**< flits */
    uint8_t packet_flits;   /**< of every packet, 2 to VCR_MOST_LENGTH */
    uint8_t terminal_queue; /**< 1: endpoints hand packets to their terminals as long as these have room */
    uint8_t sat_mode;       /**< VCR_SAT_* */
    uint8_t classes : 4;    /**< requests can wait in an endpoint until it has sent a response, and have channels in
                                 common with responses (1) or not (2); 0: endpoints take what comes */
    uint8_t via : 4;       /**< VCR_VIA_*: packets of even classes go to an intermediate router, which makes them odd */
    uint16_t sat_l, sat_k; /**< packets of a terminal from token to token */
    uint32_t sat_timeout : 24; /**< cycles after which a token is too late; 0: none is */
    uint32_t via_bias : 8;     /**< VCR_VIA_UGAL: for the shortest way, flits times hops */
    uint64_t random_seed;      /**< router n begins with a value of its own made of it */
    uint8_t router_stages;     /**< behind the crossbar of a router, for all but credits: cycles more to its far ends */
    uint8_t credit_stages;     /**< of credits on every cable, cycles beside `latency` */
    uint8_t zero[6];           /**< no padding is left: settings in an archive compare byte by byte */
    struct vcr_class_settings class[VCR_CLASSES];
};

/**
 * Settings that are safe on a kind of topology, for all classes: those of vcr_settings_length for packets of
 * VCR_PACKET_FLITS; all minimal ways, an escape channel in dimension order where that is needed; with one channel
 * dimension order alone.
 */
void vcr_settings_usual(const struct vcr_parameters *s, const struct topology_kind *t, struct vcr_settings *settings);

/** Packets of so many flits: virtual cut-through if a channel holds one, else wormhole with atomic channels. */
void vcr_settings_length(const struct vcr_parameters *s, unsigned flits, struct vcr_settings *settings);

/**
 * Whether dimension order does as escape, or a packet in a tree needs none: a mesh, torus or tree with all its links.
 */
int vcr_settings_regular(const struct topology_kind *t, int dead_links);

/**
 * In other topologies: the lowest channel for escape on the spanning tree, of all classes. With one channel there is
 * none for anything else.
 */
void vcr_settings_irregular(const struct vcr_parameters *s, struct vcr_settings *settings);

/**
 * To routes that are given: no channel is kept for escape.
 * @param ways  topology_routes.ways; 2: odd classes take the second way on the upper half of the channels, as their
 * escape
 */
void vcr_settings_routed(const struct vcr_parameters *s, int ways, struct vcr_settings *settings);
/** A class whose packets have escape channels alone: all of them, in a torus half of them for each class of escape. */
void vcr_settings_escape_only(const struct vcr_parameters *s, int torus, struct vcr_class_settings *class);

/** The channels of a class, of the lowest `vcs`, become the same ones of part number `part`. */
void vcr_settings_part(struct vcr_class_settings *c, unsigned part, unsigned vcs);

/** VCR_ROUTE_*: how routers find their way in a topology. */
unsigned vcr_settings_routing(const struct topology *t);

enum { VCR_SETTINGS_WORDS = VCR_CFG_ESCAPE + VCR_CLASSES /**< addresses 0 to here - 1 are written at boot */ };
/** What a router is configured with at an address, 0 to VCR_SETTINGS_WORDS - 1. */
uint32_t vcr_settings_word(const struct vcr_settings *settings, const struct topology *t, int router, unsigned address);

/** What a router is configured with, as its registers have it: for all ports and channels that a build can have. */
void vcr_settings_config(const struct vcr_settings *settings, const struct topology *t, int router,
                         struct vcr_config *config);

enum { VCR_TERMINAL_BUFFER = 4, VCR_TERMINAL_QUEUE = 4 /**< packets of every terminal */ };
/** The terminal of an endpoint with so many cables to routers of a build. */
struct vcr_terminal_parameters vcr_settings_terminal(const struct vcr_parameters *s,
                                                     const struct vcr_settings *settings, int cables);
/** What an endpoint's terminal is configured with, from address 0 on. */
uint32_t vcr_settings_terminal_word(const struct vcr_settings *settings, int endpoint, unsigned address);

/** The table's entry of a router for an endpoint: docs/spec/vcr.md section 5. Prefers the lowest dimension. */
uint32_t vcr_settings_entry(const struct topology *t, int router, int endpoint);

#endif
