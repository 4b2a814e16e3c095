/* SPDX-License-Identifier: Apache-2.0
 *
 * A state that a switch is put in between two cycles, in place of the way there: all
 * named registers and the buffer stores. The route table is not in it; cycles before
 * it write what is looked up.
 *
 * As text it is what is not as in an idle switch, a line each, in hexadecimal digits:
 *
 *     buffer_pool.used 3ff
 *     port_receive.count[3] 9f
 *     store[4] 000000...       all bytes of the store, byte 0 first
 */
#ifndef FEDX_START_H
#define FEDX_START_H

#include <stdio.h>

#include "../kind/fedx_model_node.h"

struct fedx_start {
    size_t at;                    /**< cycles before it */
    struct fedx_switch_regs regs;
    uint8_t store[FEDX_BUFFERS][FEDX_PACKET_BYTES];
};

/** The registers of a switch that has been reset and has seen nothing since. @return 0, or -1 when out of memory */
int fedx_start_idle(struct fedx_switch_regs *regs);
/** Take the state of a model. */
void fedx_start_take(struct fedx_start *s, const struct fedx_switch *sw);
/** Put a node in it; the node's operations have inject. */
void fedx_start_put(const struct fedx_start *s, const struct node_ops *ops, void *node);
/** The lane of a register becomes that of other registers; of a mask, its bit `lane` does. */
void fedx_start_copy_lane(struct fedx_switch_regs *to, const struct fedx_switch_regs *from,
                          const struct fedx_reg_info *info, int lane);
/** Write it as text, each line with a prefix; errors stay with the stream. @return lines, or -1 when out of memory */
int fedx_start_write(const struct fedx_start *s, const char *prefix, FILE *file);
/** Read a line, without prefix and newline, into a state that began as an idle one. @return 0, or -1 with the reason */
int fedx_start_read_line(struct fedx_start *s, const char *line, char *text, size_t size);
/** Whether a switch can be in it. @return 0, or -1 with the reason, one sentence */
int fedx_start_check(const struct fedx_start *s, char *text, size_t size);

#endif
