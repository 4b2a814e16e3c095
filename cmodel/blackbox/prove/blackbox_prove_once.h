/* SPDX-License-Identifier: Apache-2.0
 *
 * A counterexample in the first cycles of a circuit by a solver (CaDiCaL), which is given all of these cycles as one
 * formula.
 */
#ifndef BLACKBOX_BLACKBOX_PROVE_ONCE_H
#define BLACKBOX_BLACKBOX_PROVE_ONCE_H

#include <stddef.h>

struct blackbox_prove_once {
    const char *folder;
    const char *name;   /**< NAME.aig: a circuit without registers, whose only output is 1 when the property is wrong in
                           one   of the cycles */
    int inputs, cycles; /**< of a cycle; NAME.aig has those of each cycle, one behind the other */
};

/** Write the formula, NAME.cnf (DIMACS). @return 0, or -1 with error */
int blackbox_prove_once_write(const struct blackbox_prove_once *o, char *error, size_t size);
/**
 * Read what the solver printed, NAME.solved, and write the counterexample, if it has one, as ABC writes it: NAME.cex.
 * @return 1 when there is one, 0 when there is none, -1 when the solver did not come to an end
 */
int blackbox_prove_once_read(const struct blackbox_prove_once *o);

#endif
