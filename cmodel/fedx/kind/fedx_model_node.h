/* SPDX-License-Identifier: Apache-2.0
 *
 * Nodes of this kind: the golden model, those from a shared object, and the named registers that a node shows.
 */
#ifndef FEDX_MODEL_NODE_H
#define FEDX_MODEL_NODE_H

#include "../../kind/node.h"
#include "fedx/switch.h"

/** node_ops.version: of the interface, and of registers with as many buffers as those of this build. */
enum { FEDX_NODE_VERSION = 8000 + FEDX_BUFFERS };

/**
 * Node operations from a shared object, as node_load.
 * @param path   file; NULL finds $FEDX_RTL, or libfedx_rtl.so of the build or installation of this program
 * @param error  buffer for one sentence when NULL is returned
 */
const struct node_ops *fedx_node_open(const char *path, char *error, size_t size);

/** What NULL finds from now on, in place of that. @param path  it is copied */
void fedx_node_usual(const char *path);

/** The golden model as a node. */
extern const struct node_ops fedx_node_model;

/** Save or load a golden model. */
void fedx_node_archive_switch(struct fedx_switch *sw, struct archive *a);

#endif
