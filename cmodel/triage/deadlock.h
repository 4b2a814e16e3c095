/* SPDX-License-Identifier: Apache-2.0
 *
 * Why nothing moves: the cycle of packets that wait for each other.
 */
#ifndef TRIAGE_DEADLOCK_H
#define TRIAGE_DEADLOCK_H

#include "../fabric/fabric.h"

/** A packet that waits in a buffer, and the router whose buffers it waits for. */
struct deadlock_waiting {
    int node, buffer;
    struct packet packet;
    int wants;      /**< router it wants to go to next */
    int wants_used; /**< used buffers there */
};

/**
 * Find packets that wait for each other in a circle: each one's next node is full,
 * and holds the next one.
 * @param[out] cycle  at most max rows
 * @return rows found, 0 when there is no such circle, -1 when out of memory
 */
int deadlock_find(const struct fabric *f, struct deadlock_waiting *cycle, int max);
/** Print the circle, or what is known without one. */
void deadlock_print(const struct fabric *f, FILE *out);

#endif
