/* SPDX-License-Identifier: Apache-2.0
 *
 * Test vectors of one router: what it reads in every cycle, in memory while a run is
 * recorded, and as a text file that Verilog's $readmemh reads too.
 *
 * The file has one cycle a line: hexadecimal digits, underscores between the fields,
 * most significant first. Lines that begin with // are comments. The fields are the
 * inputs in the table of the kind: those of no port, then the wires that the far end
 * alone drives, then those that both ends may drive, the last one first. A line of kind
 * fedx has 40 digits:
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
 * router before the cycle of the next line, as initial_state.h has it. All are in one place.
 */
#ifndef BENCH_VECTORS_H
#define BENCH_VECTORS_H

#include <stdio.h>

#include "initial_state.h"

/** Cycles in order, of a router of this kind. All else zero: none. */
struct vectors {
    const struct router_kind *kind;
    uint8_t *cycle; /**< vectors_in and vectors_control of each */
    size_t count, room;
    struct initial_state *start; /**< a state that is set on the way, or NULL: everything comes from a reset */
};

/** The pins of a cycle begin at a multiple of so many bytes, and so do its other inputs. */
enum { VECTORS_ALIGNMENT = 8 };
#define VECTORS_ALIGNED(bytes) (((bytes) + VECTORS_ALIGNMENT - 1) / VECTORS_ALIGNMENT * VECTORS_ALIGNMENT)

/** Bytes from a cycle to the next one. */
static inline size_t vectors_cycle_bytes(const struct router_kind *kind)
{
    return VECTORS_ALIGNED(kind->pins_bytes) + VECTORS_ALIGNED(kind->control_bytes);
}

/** Input pins of cycle i. */
static inline void *vectors_in(const struct vectors *v, size_t i)
{
    return v->cycle + i * vectors_cycle_bytes(v->kind);
}

/** Its other inputs. */
static inline void *vectors_control(const struct vectors *v, size_t i)
{
    return (uint8_t *)vectors_in(v, i) + VECTORS_ALIGNED(v->kind->pins_bytes);
}

/* Functions that can fail return 0 or -1; those with error leave one sentence there. */

/** Append a cycle. @return -1 when out of memory; what was there stays */
int vectors_add(struct vectors *v, const void *in, const void *control);
/** Append so many first cycles of others. @return -1 when out of memory */
int vectors_append(struct vectors *v, const struct vectors *others, size_t count);
/** Set a state before the next cycle that is added, once. @return what to fill in, idle; NULL when out of memory */
struct initial_state *vectors_start(struct vectors *v);
/** Likewise a state that is copied. @return -1 when out of memory */
int vectors_start_from(struct vectors *v, const struct initial_state *start);
/** Put a node in the state that is set before cycle `i`, if one is. Its operations have inject then. */
void vectors_put(const struct vectors *v, size_t i, const struct node_ops *ops, void *node);
/** Forget all cycles and the state, and keep the memory for the next cycles. */
void vectors_clear(struct vectors *v);
/** Free the memory; but for its kind, v is all zero again. */
void vectors_finish(struct vectors *v);

/** Write a vector file; errors stay with the stream. */
void vectors_write(const struct vectors *v, FILE *file);
/** Read a vector file in place of what v holds. An error names file and line, and leaves v empty. */
int vectors_read(struct vectors *v, const char *path, char *error, size_t size);

#endif
