/* SPDX-License-Identifier: Apache-2.0
 *
 * Ports of a module that are interfaces of SystemVerilog: what the description says of them and what the sources say.
 * A signal of one is a pin such as in[0].valid.
 */
#ifndef BLACKBOX_BLACKBOX_INTERFACE_H
#define BLACKBOX_BLACKBOX_INTERFACE_H

#include <stdio.h>

#include "../../dut/dut.h"
#include "blackbox.h"

/**
 * Ask for the ports of a module with their parts, as dut_parts does, and for its interfaces when it has some.
 * @param list  what a description says of these; the rest is added
 * @return how many ports, or -1 with error
 */
int blackbox_interface_parts(struct blackbox_interfaces *list, struct dut *dut, struct verilator_port **ports,
                             char *error, size_t size);
/** The clock or the reset that drives a port of an interface itself; NULL: it is a pin as others are, or none. */
const struct blackbox_text *blackbox_interface_driver(const struct blackbox *f, const struct verilator_port *port);
/** Print the interface of which a port of the module is, up to its name: link_if #(.W(16)) */
void blackbox_interface_print(const struct blackbox *f, const struct verilator_port *port, int router, FILE *out);

#endif
