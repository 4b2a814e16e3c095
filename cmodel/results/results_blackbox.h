/* SPDX-License-Identifier: Apache-2.0
 *
 * What was seen at third-party routers in a fabric (blackbox/blackbox_node.h), for rows.
 */
#ifndef RESULTS_RESULTS_BLACKBOX_H
#define RESULTS_RESULTS_BLACKBOX_H

#include "../blackbox/node/blackbox_node.h"
#include "results_rows.h"

/** Their module. */
const char *results_box_top(const struct session *session);
/** Nodes that are such routers: as JSON; as a table of words. */
json_t *results_box_nodes(const struct session *session);
void results_box_print(const struct results_at *x, FILE *out);
/** Of a node the ports that packets took; and what was wrong first, or null. */
json_t *results_box_ports(const struct results_at *x);
json_t *results_box_wrong(const struct results_at *x);
/** What to do when such a router has ended a run; nothing when the node is none. */
void results_blackbox_explain(const struct session *session, int node, FILE *out);

#endif
