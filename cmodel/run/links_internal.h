/* SPDX-License-Identifier: Apache-2.0
 *
 * What the two ways to work out loads of links share: links.c, one way a packet, and links_spread.c, many.
 */
#ifndef SCENARIO_LINKS_INTERNAL_H
#define SCENARIO_LINKS_INTERNAL_H

#include "links.h"

/** Routers in the order in which packets to an endpoint pass them: each has all that comes there when it is its turn.
 */
struct links_order {
    int *node;         /**< [nodes] */
    int *hops, *first; /**< [node] of the longest way from there; [hops] the next place */
};
/** @return 0, or -1 when out of memory; links_order_finish is due in either case */
int links_order_init(struct links_order *order, const struct topology *t);
void links_order_to(struct links_order *order, const struct topology *t, int endpoint);
void links_order_finish(struct links_order *order);

/** Where packets have intermediate routers, links.parts. @return 0, or -1 when out of memory */
int links_find_parts(const struct setup *setup, struct links *links);
/**
 * Of what an endpoint sends, the share that is to go to another one: as the pattern has it, or where packets have
 * intermediate routers, of the first parts of their ways and, from those routers on, of the second ones.
 */
double links_share(const struct setup *setup, const struct links *links, int source, int destination);

/**
 * Spread adaptive packets over all their ways so that the busiest link is the least busy.
 * @param at_once      of what an endpoint sends, as a share of what a link carries
 * @param[in,out] links  all zero; busy
 * @return 0, or -1 with one sentence in error
 */
int links_spread(const struct setup *setup, double at_once, struct links *links, char *error, size_t size);

#endif
