/* SPDX-License-Identifier: Apache-2.0
 *
 * What a proof looks at inside routers: their own assertions, and invariants of the description, whose names are those
 * of wires and registers below the router. The network is flat then, flat.il; from it is made dut.il, with an output
 * for each of them.
 */
#ifndef BLACKBOX_BLACKBOX_PROVE_INSIDE_H
#define BLACKBOX_BLACKBOX_PROVE_INSIDE_H

#include "../../base/process.h"
#include "../description/blackbox.h"

struct blackbox_prove_inside {
    struct arguments asserted; /**< each assertion: its name, or its file and line */
    int invariants;            /**< of all routers: those of the first one, then those of the next one */
};

/** Write dut.il and prove_invariants.v to the folder of flat.il. To be finished in any case. @return 0, or -1 with
 * error */
int blackbox_prove_inside(struct blackbox_prove_inside *in, const struct blackbox *f, const char *folder, char *error,
                          size_t size);
void blackbox_prove_inside_finish(struct blackbox_prove_inside *in);

#endif
