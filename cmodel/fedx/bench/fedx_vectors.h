/* SPDX-License-Identifier: Apache-2.0
 *
 * Test vectors of one switch: what it reads in every cycle, in memory while a run is
 * recorded, and as a text file that Verilog's $readmemh reads too.
 *
 * The file has one cycle a line: 40 hexadecimal digits, underscores between the
 * fields, most significant first. Lines that begin with // are comments.
 *
 *     rst side cfg_we cfg_addr cfg_wdata rx_turn rx_req rx_refuse rx_acc rx_valid rx_data
 *     1_00_0_0000_00000000_00_00_7f_00_00_00000000000000
 *
 * Every field begins at a whole digit, so in a word of 160 bits they are
 *
 *     rst [156]  side [153:148]  cfg_we [144]  cfg_addr [143:128]  cfg_wdata [127:96]
 *     rx_turn [94:88]  rx_req [86:80]  rx_refuse [78:72]  rx_acc [70:64]  rx_valid [62:56]  rx_data [55:0]
 *
 * and the bits between them are zero.
 *
 * Lines that begin with //= are comments for $readmemh only: they set the state of the
 * switch before the cycle of the next line, as fedx_start.h has it. All are in one place.
 */
#ifndef FEDX_VECTORS_H
#define FEDX_VECTORS_H

#include <stdio.h>

#include "fedx_start.h"

/** All inputs of one cycle. */
struct fedx_vector {
    struct fedx_pins in;
    struct fedx_control control;
};

/** Cycles in order. All zero: none. */
struct fedx_vectors {
    struct fedx_vector *cycle;
    size_t count, room;
    struct fedx_start *start; /**< a state that is set on the way, or NULL: everything comes from a reset */
};

/* Functions that can fail return 0 or -1; those with error leave one sentence there. */

/** Append a cycle. @return -1 when out of memory; what was there stays */
int fedx_vectors_add(struct fedx_vectors *v, const struct fedx_pins *in, const struct fedx_control *control);
/** Set a state before the next cycle that is added, once. @return what to fill in, or NULL when out of memory */
struct fedx_start *fedx_vectors_start(struct fedx_vectors *v);
/** Put a node in the state that is set before cycle `i`, if one is. Its operations have inject then. */
void fedx_vectors_put(const struct fedx_vectors *v, size_t i, const struct node_ops *ops, void *node);
/** Forget all cycles and the state, and keep the memory for the next cycles. */
void fedx_vectors_clear(struct fedx_vectors *v);
/** Free the memory; v is all zero again. */
void fedx_vectors_finish(struct fedx_vectors *v);

/** Write a vector file; errors stay with the stream. */
void fedx_vectors_write(const struct fedx_vectors *v, FILE *file);
/** Read a vector file in place of what v holds. An error names file and line, and leaves v empty. */
int fedx_vectors_read(struct fedx_vectors *v, const char *path, char *error, size_t size);

#endif
