/* SPDX-License-Identifier: Apache-2.0
 *
 * A state that a router is put in between two cycles, so that vectors need not lead to it from
 * a reset: all named registers and the buffer stores. Tables that a router is configured with are not
 * part of it: the cycles before it write the entries that are looked up.
 *
 * As text it is a line for each value that is not that of an idle router, in hexadecimal digits:
 *
 *     buffer_pool.used 3ff
 *     port_receive.count[3] 9f
 *     store[4] 000000...       all bytes of the store, byte 0 first
 */
#ifndef BENCH_INITIAL_STATE_H
#define BENCH_INITIAL_STATE_H

#include <stdio.h>

#include "../kind/kind.h"
#include "../kind/node.h"

struct initial_state {
    const struct router_kind *kind;
    size_t at; /**< cycles before it */
    struct any_registers registers;
    uint8_t stores[]; /**< initial_state_store */
};

/** An idle state, whose stores are zero. The kind has bench and lockstep. @return NULL when out of memory */
struct initial_state *initial_state_create(const struct router_kind *kind);
/** The same once more. @return NULL when out of memory */
struct initial_state *initial_state_copy(const struct initial_state *s);
/** NULL is legal. */
void initial_state_destroy(struct initial_state *s);
/** The bytes of a buffer store. */
uint8_t *initial_state_store(const struct initial_state *s, int buffer);
/** Take the state of a model. */
void initial_state_take(struct initial_state *s, const void *model);
/** Put a node in it; the node's operations have inject. */
void initial_state_put(const struct initial_state *s, const struct node_ops *ops, void *node);
/** The lane of a register becomes that of other registers; of a mask, its bit `lane` does. */
void initial_state_copy_lane(void *to, const void *from, const struct reg_info *info, int lane);
/** Write it as text, each line with a prefix; errors stay with the stream. @return lines, or -1 when out of memory */
int initial_state_write(const struct initial_state *s, const char *prefix, FILE *file);
/** Read a line, without prefix and newline, into a state that began as an idle one. @return 0, or -1 with the reason */
int initial_state_read_line(struct initial_state *s, const char *line, char *text, size_t size);
/**
 * What a kind may do as bench_kind.idle: a reset, and wires at 0 until nothing moves any more.
 * @param none    control inputs, rst of which is 1 for the reset; NULL: all are 0 but that @param cycles  of both
 * @return 0, or -1 when out of memory
 */
int initial_state_settle(const struct router_kind *kind, const void *none, int cycles, void *registers);
/** Whether a router can be in it. @return 0, or -1 with the reason, one sentence */
int initial_state_check(const struct initial_state *s, char *text, size_t size);

#endif
