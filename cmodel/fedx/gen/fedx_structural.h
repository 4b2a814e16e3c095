/* SPDX-License-Identifier: Apache-2.0
 *
 * Fabrics as structural Verilog: a top module with the switches of a topology, their
 * wires, their route tables and a loader that writes these through the configuration
 * ports. The PE ports of all nodes are pins of the top. docs/testbenches.md.
 */
#ifndef FEDX_STRUCTURAL_H
#define FEDX_STRUCTURAL_H

#include "fedx/switch.h"
#include "../../topology/topology.h"
#include "../../gen/gen_folder.h"

struct fedx_structural {
    const struct topology *topology; /**< up to FEDX_TABLE_SIZE nodes */
    struct fedx_settings settings;        /**< of every switch; up to FEDX_RTL_BUFFERS buffers */
    const char *share;                    /**< folder with tb/templates/ and rtl/fedx/ */
    const char *command;                  /**< that made it, for its README */
};

/* Functions that can fail return 0, or -1 with one sentence in error. */

/** The RTL has a switch for these settings and tables for so many nodes. */
int fedx_structural_check(const struct fedx_structural *s, char *error, size_t size);
/** Write the folder, whole or not at all. It must not be there yet. */
int fedx_structural_write(const char *folder, const struct fedx_structural *s, char *error, size_t size);
/** Only the Verilog and the RTL, into a folder that is being made. */
int fedx_structural_sources(struct gen_folder *g, const struct fedx_structural *s, char *error, size_t size);
/** The Verilog files that fedx_structural_sources writes beside rtl/, with a blank after each. */
extern const char fedx_structural_files[];

#endif
