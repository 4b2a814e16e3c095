/* SPDX-License-Identifier: Apache-2.0
 *
 * What was seen at third-party routers in a fabric (blackbox/node/blackbox_node.h).
 */
#ifndef RESULTS_RESULTS_BLACKBOX_H
#define RESULTS_RESULTS_BLACKBOX_H

#include "results.h"

/** As JSON; null when there are none. */
json_t *results_blackbox_json(const struct session *session);
/** A table for the terminal; nothing when there are none. */
void results_blackbox_print(const struct session *session);
/** What to do when such a router has ended a run; nothing when the node is none. */
void results_blackbox_explain(const struct session *session, int node, FILE *out);

#endif
