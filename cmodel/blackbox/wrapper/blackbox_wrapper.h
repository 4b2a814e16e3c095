/* SPDX-License-Identifier: Apache-2.0
 *
 * The network as one Verilog module: the instances of the router, the wires between them, and what is left outward as
 * two vectors of words. Pins clk and rst (active high, whatever the router has), and
 *
 *     in   for each source 1 + words: a valid for each virtual channel, the flit; for each sink 1: what goes back to it
 *     out  for each source 1: what comes back; for each sink 1 + words; for each output that leads nowhere 1: its
 * valid; for each link 1: the valid of its output, and from bit 16 on what comes back
 *
 * in this order, word 0 at bit 0; behind them those of responses, then the same of the next class. What goes back is
 * ready, or credits, for each virtual channel.
 */
#ifndef BLACKBOX_BLACKBOX_WRAPPER_H
#define BLACKBOX_BLACKBOX_WRAPPER_H

#include "../description/blackbox.h"

/** @return the module, DUT_WRAPPER of cmodel/dut/dut.h, to be freed; NULL when out of memory */
char *blackbox_wrapper(const struct blackbox *f);
/** The same without registers between its inputs and the routers, and without the pin tick: for a proof. */
char *blackbox_wrapper_direct(const struct blackbox *f);

#endif
