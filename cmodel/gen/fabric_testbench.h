/* SPDX-License-Identifier: Apache-2.0
 *
 * Generated testbenches of a whole fabric: the fabric as structural Verilog (structural.h), and what its endpoints
 * drove and saw in a run of the model.
 */
#ifndef GEN_FABRIC_TESTBENCH_H
#define GEN_FABRIC_TESTBENCH_H

#include "../fabric/fabric.h"
#include "structural.h"

/** A run as the endpoints see it. All zero: nothing. */
struct fabric_record {
    const struct router_kind *kind;
    int ends; /**< endpoints */
    uint64_t cycles;
    size_t room;   /**< cycles */
    size_t cable;  /**< bytes of a cable: fields in the order of gen_pins_fields, each of whole bytes, low ones first */
    uint8_t *sent; /**< [(cycle * ends + endpoint) * cable] what the endpoint drives */
    uint8_t *seen; /**< likewise, what it sees of its router */
};

/** Cycles of a testbench of so many endpoints, at most: a simulator keeps all of them in memory. */
uint64_t fabric_testbench_cycles(const struct router_kind *kind, int endpoints);

/* Functions that can fail return 0, or -1; those with error leave one sentence there. */

/** Append the present cycle of a fabric with nodes, before it is stepped. @return -1 when out of memory */
int fabric_record_cycle(struct fabric_record *r, const struct fabric *f);
/** Free the memory. */
void fabric_record_finish(struct fabric_record *r);

/** Write the folder, whole or not at all. It must not be there yet. */
int fabric_testbench_write(const char *folder, const struct fabric_record *r, const struct structural *s, char *error,
                           size_t size);

#endif
