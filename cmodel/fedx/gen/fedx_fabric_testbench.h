/* SPDX-License-Identifier: Apache-2.0
 *
 * Generated testbenches of a whole fabric: the fabric as structural Verilog
 * (fedx_structural.h), and what its PEs drove and saw in a run of the model.
 */
#ifndef FEDX_FABRIC_TESTBENCH_H
#define FEDX_FABRIC_TESTBENCH_H

#include "../../fabric/fabric.h"
#include "fedx_structural.h"

#define FEDX_PE_LEVEL(dimension, name, type, width, idle, shows, meaning) +1
/** Wires of a PE port that have one bit. */
enum { FEDX_PE_LEVELS = FEDX_LEVEL_WIRES(FEDX_PE_LEVEL) FEDX_DRIVE_WIRES(FEDX_PE_LEVEL) };
#undef FEDX_PE_LEVEL

/** What one end drives on a PE port. */
struct fedx_pe_levels {
    uint8_t data;
    uint8_t levels[FEDX_PE_LEVELS]; /**< 0 or 1 each, in the order of a word of the files */
};

/** A run as the PEs see it. All zero: nothing. */
struct fedx_fabric_record {
    int nodes;
    uint64_t cycles;
    size_t room;                 /**< cycles */
    struct fedx_pe_levels *sent; /**< [cycle * nodes + node] what the PE drives */
    struct fedx_pe_levels *seen; /**< likewise, what it sees of its switch */
};

/** Cycles times nodes of a testbench, at most: a simulator keeps all of them in memory. */
enum { FEDX_FABRIC_TESTBENCH_LANES = 50000000 };

/* Functions that can fail return 0, or -1; those with error leave one sentence there. */

/** Append the present cycle of a fabric with nodes, before it is stepped. @return -1 when out of memory */
int fedx_fabric_record_cycle(struct fedx_fabric_record *r, const struct fabric *f);
/** Free the memory. */
void fedx_fabric_record_finish(struct fedx_fabric_record *r);

/** Write the folder, whole or not at all. It must not be there yet. */
int fedx_fabric_testbench_write(const char *folder, const struct fedx_fabric_record *r, const struct fedx_structural *s,
                                char *error, size_t size);

#endif
