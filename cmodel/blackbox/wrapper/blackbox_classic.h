/* SPDX-License-Identifier: Apache-2.0
 *
 * Ports with a classic handshake, as of Wishbone, APB or Avalon: a request stays on its wires until an acknowledge
 * takes it, and answers it in the same cycle. Between them and the channels of the wrapper, which have requests and
 * responses with a handshake each, is a register for a request and a state: free, or in wait of the acknowledge.
 */
#ifndef BLACKBOX_BLACKBOX_CLASSIC_H
#define BLACKBOX_BLACKBOX_CLASSIC_H

#include <stdio.h>

#include "../description/blackbox.h"

/** Declare what stands between the pins of a router and its channels. @param f  of requests */
void blackbox_classic_declare(const struct blackbox *f, int router, FILE *out);
/** ... and print what it does. */
void blackbox_classic_print(const struct blackbox *f, int router, FILE *out);

#endif
