/* SPDX-License-Identifier: Apache-2.0
 *
 * Mapping files: where a router that a user brings keeps the named registers of
 * its kind's specification. docs/reference/dut.md describes them. An example of kind fedx:
 *
 *   port_receive.header: u_port_receive.header_reg    one vector, lane i of width w in bits [i*w +: w]
 *   port_receive.count: port[%d].receive.count        one signal a lane, %d its number
 *   port_receive.data: [east.data, ..., pe.data]      one signal a lane, lane 0 first
 *   buffer_store.bytes: u_pool.slot[%d].store[%b]     the buffer stores, %d a buffer and %b a byte of it
 *
 * Memories are named by the fields of dut_stores, each with a signal.
 */
#ifndef DUT_DUT_MAP_H
#define DUT_DUT_MAP_H

#include <stddef.h>

#include "../kind/kind.h"
#include "dut_kind.h"

/** Signals of one named register. */
struct dut_register {
    int line;       /**< of the file; 0: the file does not name this register */
    int count;      /**< of signals: 1, or one a lane */
    char **signals; /**< hierarchical names from the top module down, lane 0 first */
    int fixed;      /**< it is no variable, and cannot be set */
};

struct dut_map {
    const struct router_kind *kind;
    char *path;
    int count;                                         /**< registers that are mapped */
    struct dut_register *rows;                         /**< [kind->register_count] */
    struct dut_register stores[DUT_MOST_STORE_FIELDS]; /**< of each field, one signal a memory, with dut_stores.mark for
                                                          the cell; not among count. All are named, or none */
};

/**
 * Read a mapping file.
 * @param kind   that has dut
 * @param error  one sentence when NULL is returned: "FILE:LINE: KEY: ...", or that the file cannot be read
 */
struct dut_map *dut_map_load(const char *path, const struct router_kind *kind, char *error, size_t size);
/** NULL is legal. */
void dut_map_free(struct dut_map *map);

#endif
