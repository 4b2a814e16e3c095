/* SPDX-License-Identifier: Apache-2.0
 *
 * A watchdog over nodes from a shared object, whose Verilog may loop without end:
 * a thread that looks once a second whether a step is still the one of the look
 * before. The nodes pay nothing but a count of their steps (node_ops.busy).
 */
#ifndef KIND_WATCHDOG_H
#define KIND_WATCHDOG_H

#include "node.h"

/** Seconds that one step may take, unless $FEDX_CYCLE_SECONDS says otherwise: a step takes microseconds. */
enum { WATCHDOG_SECONDS = 20, WATCHDOG_MOST = 86400 };

/**
 * Watch all nodes with these operations, till the end of the program. When a step takes too long, the program ends
 * there and then (platform_quick_exit) with one sentence on stderr and exit status 1. Nothing happens for nodes without
 * busy.
 * @return 0, or -1 with one sentence in error
 */
int watchdog_start(const struct node_ops *ops, char *error, size_t size);

#endif
