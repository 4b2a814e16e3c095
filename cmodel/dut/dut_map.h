/* SPDX-License-Identifier: Apache-2.0
 *
 * Mapping files: where a router that a user brings keeps the named registers of
 * its kind's specification. docs/verify-your-rtl.md describes them. Of a Fed-X switch:
 *
 *   port_receive.header: u_port_receive.header_reg    one vector, lane i of width w in bits [i*w +: w]
 *   port_receive.count: port[%d].receive.count        one signal a lane, %d its number
 *   port_receive.data: [east.data, ..., pe.data]      one signal a lane, lane 0 first
 *   buffer_store.bytes: u_pool.slot[%d].store[%b]     the buffer stores, %d a buffer and %b a byte of it
 */
#ifndef DUT_DUT_MAP_H
#define DUT_DUT_MAP_H

#include <stddef.h>

#include "../kind/kind.h"
#include "dut_kind.h"

/** The key of the buffer stores. */
#define DUT_STORES "buffer_store.bytes"
/** The byte of a buffer store, in its signal. */
#define DUT_BYTE "%b"

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
    int count;                      /**< registers that are mapped */
    struct dut_register *rows; /**< [kind->register_count] */
    struct dut_register stores;/**< one signal a buffer, with DUT_BYTE for the byte; not among count */
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
