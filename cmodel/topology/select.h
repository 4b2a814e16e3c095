/* SPDX-License-Identifier: Apache-2.0
 *
 * Which nodes or links of a fabric a text names.
 */
#ifndef TOPOLOGY_SELECT_H
#define TOPOLOGY_SELECT_H

#include <stddef.h>
#include <stdint.h>

#include "topology.h"

/**
 * Read all, none, random:SEED (each node with probability 1/2), or a list such as 0,3,5-9.
 * @param[out] chosen  [nodes], 1 for a node that is named
 * @return NULL, or the end of a sentence that begins with the text
 */
const char *topology_select(const char *text, int nodes, uint8_t *chosen);

/** Links that a text can name, at most. */
enum { TOPOLOGY_SELECT_LINKS = 256 };
/**
 * Read a list of links, each by one of its ends, NODE:PORT, such as 5:2,17:0. Whether they are in a fabric is not
 * looked at.
 * @param[out] links  [TOPOLOGY_SELECT_LINKS]
 * @return NULL, or the end of a sentence that begins with the text
 */
const char *topology_select_links(const char *text, struct topology_end *links, size_t *count);

#endif
