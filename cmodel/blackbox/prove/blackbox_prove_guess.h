/* SPDX-License-Identifier: Apache-2.0
 *
 * Relations between registers of a circuit, guessed from what it does with random inputs: numbers that are equal or
 * have one sum (credits, and flits in a queue), bits that are never 1 together, what holds of an entry of a queue as
 * long as it is in use. A guess is no proof: who guesses asks ABC which of them hold in every cycle.
 */
#ifndef BLACKBOX_BLACKBOX_PROVE_GUESS_H
#define BLACKBOX_BLACKBOX_PROVE_GUESS_H

#include "blackbox_aiger.h"

/**
 * Guess.
 * @param a        the circuit
 * @param named    one with the same inputs and registers that has their names
 * @param outputs  [count] registers that these do not depend on are left out
 * @param[out] guesses  a circuit whose inputs are the registers, in their order, and whose outputs are 1 when a guess
 * is wrong. To be freed in any case
 * @return 0, or -1 when out of memory
 */
int blackbox_prove_guess(const struct blackbox_aiger *a, const struct blackbox_aiger *named, const int *outputs,
                         int count, struct blackbox_aiger *guesses);

#endif
