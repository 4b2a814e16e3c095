/* SPDX-License-Identifier: Apache-2.0
 *
 * Which nodes of a fabric a text names.
 */
#ifndef FEDX_SELECT_H
#define FEDX_SELECT_H

#include <stdint.h>

/**
 * Read all, none, random:SEED (each node with probability 1/2), or a list such as 0,3,5-9.
 * @param[out] chosen  [nodes], 1 for a node that is named
 * @return NULL, or the end of a sentence that begins with the text
 */
const char *fedx_select(const char *text, int nodes, uint8_t *chosen);

#endif
