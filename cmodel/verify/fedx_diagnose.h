/* SPDX-License-Identifier: Apache-2.0
 *
 * Why nothing moves: the cycle of packets that wait for each other.
 */
#ifndef FEDX_DIAGNOSE_H
#define FEDX_DIAGNOSE_H

#include "../fabric/fedx_fabric.h"

/** A packet that waits in a buffer, and the node whose buffers it waits for. */
struct fedx_waiting {
    int node, buffer;
    struct packet packet;
    int wants;      /**< node it wants to go to next */
    int wants_used; /**< used buffers there */
};

/**
 * Find packets that wait for each other in a circle: each one's next node is full,
 * and holds the next one.
 * @param[out] cycle  at most max rows
 * @return rows found, 0 when there is no such circle, -1 when out of memory
 */
int fedx_diagnose(const struct fedx_fabric *f, struct fedx_waiting *cycle, int max);
/** Print the circle, or what is known without one. */
void fedx_diagnose_print(const struct fedx_fabric *f, FILE *out);

#endif
