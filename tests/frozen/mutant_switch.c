/* SPDX-License-Identifier: Apache-2.0
 *
 * A switch behind the node interface that takes back the release of a buffer: what a
 * difference leaves behind can be looked at without a build of other RTL.
 */
#include "../wrap.h"

extern struct node_ops fedx_node_ops;
struct node_ops fedx_node_ops;

static __attribute__((constructor)) void plan(void)
{
    fedx_node_ops = wrap_node;
    fedx_node_ops.version = NODE_VERSION(fedx_node_ops.version);
    wrap_plan.fault = WRAP_DUPLICATE;
}
