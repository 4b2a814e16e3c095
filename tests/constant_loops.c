/* SPDX-License-Identifier: Apache-2.0
 *
 * The golden model with constant loop bounds, behind the node interface: the mechanisms linked with this file are
 * compiled with FEDX_CONSTANT_LOOPS.
 */
#include "fedx/kind/fedx_model_node.h"

extern struct node_ops fedx_node_ops;
struct node_ops fedx_node_ops;

/* Whoever loads the object finds the operations of the model that is in it. */
__attribute__((constructor)) static void name_the_model(void)
{
    fedx_node_ops = fedx_node_model;
    fedx_node_ops.version = NODE_VERSION(fedx_node_ops.version);
}
