/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file vcr/terminal.h
 * The golden model of the terminal, cycle-accurate: an endpoint's end of the local ports of a virtual-channel router.
 * docs/spec/vcr.md sections 15 to 18.
 *
 * A terminal is one block of memory without pointers: a copy of vcr_terminal_bytes() is a checkpoint. The caller
 * provides the memory. The library prints nothing and keeps no global state.
 */
#ifndef VCR_TERMINAL_H
#define VCR_TERMINAL_H

#include <stddef.h>

#include "vcr/regs.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A terminal. The struct is opaque and holds no pointers. */
struct vcr_terminal_unit;

/**
 * Check a configuration.
 * @return NULL, or one sentence without a full stop that says what is wrong
 */
const char *vcr_terminal_parameters_wrong(const struct vcr_terminal_parameters *parameters);
/** Bytes of a terminal of this configuration. */
size_t vcr_terminal_bytes(const struct vcr_terminal_parameters *parameters);
/**
 * Put a terminal in its reset state into memory of the caller.
 * @param terminal  vcr_terminal_bytes() bytes, all zero
 * @param parameters     the configuration
 * @return 0, or -1 if vcr_terminal_parameters_wrong() refuses the configuration
 */
int vcr_terminal_init(struct vcr_terminal_unit *terminal, const struct vcr_terminal_parameters *parameters);

/**
 * Advance one clock cycle.
 * @param terminal  the terminal
 * @param in        what the router drives in this cycle; only the wires that a terminal has as rx_ pins are read
 * @param control   the other inputs in this cycle
 */
void vcr_terminal_step(struct vcr_terminal_unit *terminal, const struct vcr_pins *in,
                       const struct vcr_terminal_control *control);
/** The first bytes of a struct vcr_pins that a terminal of this configuration uses. */
size_t vcr_terminal_pins_bytes(const struct vcr_terminal_parameters *parameters);
/** The first bytes of a struct vcr_terminal_control that this configuration uses. */
size_t vcr_terminal_control_bytes(const struct vcr_terminal_parameters *parameters);
/**
 * Read the outputs to the router in the current cycle.
 * @param terminal  the terminal
 * @param[out] out  only the first vcr_terminal_pins_bytes() are written
 */
void vcr_terminal_pins(const struct vcr_terminal_unit *terminal, struct vcr_pins *out);
/** Read the other outputs of the current cycle. */
void vcr_terminal_status(const struct vcr_terminal_unit *terminal, struct vcr_terminal_status *out);
/** The named registers of the current cycle. The pointer is valid as long as the terminal; the next step changes the
 * values. */
const struct vcr_terminal_regs *vcr_terminal_state(const struct vcr_terminal_unit *terminal);
/** Overwrite all named registers. */
void vcr_terminal_set_state(struct vcr_terminal_unit *terminal, const struct vcr_terminal_regs *regs);
/**
 * The memory of one packet, to read and write.
 * @param terminal  the terminal
 * @param slot      0 to buffer + queue - 1
 * @return length * words words, the head flit first, or NULL if there is no such slot
 */
uint64_t *vcr_terminal_packet(struct vcr_terminal_unit *terminal, unsigned slot);
/**
 * Check whether a packet that is put in now would leave at once.
 * @param terminal  the terminal
 * @param in        what the router drives in this cycle, as for vcr_terminal_step()
 * @return the channels with room for it, of ports that send nothing, if the terminal holds no packet of its own; else 0
 */
int vcr_terminal_idle(const struct vcr_terminal_unit *terminal, const struct vcr_pins *in);

#ifdef __cplusplus
}
#endif

#endif
