/* SPDX-License-Identifier: Apache-2.0
 *
 * The terminal, what an endpoint has at its end of a router's local ports, cycle-accurate: docs/spec/vcr.md sections 15
 * to
 * 17. One piece of memory without pointers: a copy is a checkpoint.
 */
#ifndef VCR_TERMINAL_H
#define VCR_TERMINAL_H

#include <stddef.h>

#include "vcr/regs.h"

#ifdef __cplusplus
extern "C" {
#endif

struct vcr_terminal_unit;

/** What is wrong with a build: one sentence without its full stop; NULL: nothing. */
const char *vcr_terminal_parameters_wrong(const struct vcr_terminal_parameters *parameters);
/** Bytes of a terminal of this build. */
size_t vcr_terminal_bytes(const struct vcr_terminal_parameters *parameters);
/** Make so many bytes of zero a terminal after reset. @return 0, or -1 when something is wrong with the parameters */
int vcr_terminal_init(struct vcr_terminal_unit *terminal, const struct vcr_terminal_parameters *parameters);

/** One clock cycle. @param in  what the router drives in it: rows RX of vcr_terminal_pins.def are read */
void vcr_terminal_step(struct vcr_terminal_unit *terminal, const struct vcr_pins *in,
                       const struct vcr_terminal_control *control);
/** Bytes of the wires of its cables: flits are last, and it has so many; of its other inputs: the packet is last. */
size_t vcr_terminal_pins_bytes(const struct vcr_terminal_parameters *parameters);
size_t vcr_terminal_control_bytes(const struct vcr_terminal_parameters *parameters);
/** Output pins of the current cycle. @param[out] out  vcr_terminal_pins_bytes of it */
void vcr_terminal_pins(const struct vcr_terminal_unit *terminal, struct vcr_pins *out);
void vcr_terminal_status(const struct vcr_terminal_unit *terminal, struct vcr_terminal_status *out);
/** Registers of the current cycle. */
const struct vcr_terminal_regs *vcr_terminal_state(const struct vcr_terminal_unit *terminal);
void vcr_terminal_set_state(struct vcr_terminal_unit *terminal, const struct vcr_terminal_regs *regs);
/** Its packets: the words of a slot. @param slot  0 to buffer + queue - 1 @return NULL when there is no such slot */
uint64_t *vcr_terminal_packet(struct vcr_terminal_unit *terminal, unsigned slot);
/** Would the port send the head of a packet that is put in, in this cycle? Then it has none itself. @param in  as for a
 * step */
int vcr_terminal_idle(const struct vcr_terminal_unit *terminal, const struct vcr_pins *in);

#ifdef __cplusplus
}
#endif

#endif
