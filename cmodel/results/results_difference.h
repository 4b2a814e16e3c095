/* SPDX-License-Identifier: Apache-2.0
 *
 * A difference between model and RTL in the results.
 */
#ifndef RESULTS_RESULTS_DIFFERENCE_H
#define RESULTS_RESULTS_DIFFERENCE_H

#include <jansson.h>

#include "../compare/lockstep.h"

/** Where the two differ, and how to see it again. */
struct results_found {
    const struct mismatch *mismatch; /**< NULL: nowhere, which is null */
    const struct router_kind *kind;  /**< of what differs */
    int node;                        /**< its number */
    const char *bundle;              /**< folder with all about it, or NULL */
    const char *confirmation; /**< whether another simulator shows it: confirmed, not confirmed, not asked; or NULL */
    const char *repeat;       /**< the command that finds it again, or NULL when it is not known */
};
/** What a difference is in: a pin, a register, ... */
const char *results_difference_kind(const struct mismatch *mismatch);
/** @return NULL when out of memory */
json_t *results_difference(const struct results_found *found);

/** Words of an object with results_compared in its row `compared`. */
#define RESULTS_COMPARED_WORDS                                                    \
    "compared    {compared.cycles} cycles, {compared.pin_bits} output pin bits, " \
    "{compared.registers} named registers, {compared.store_bytes} store bytes"
/** ... behind it, with rows `different`, `legal`, `clauses` and `broken`. */
#define RESULTS_CHECKED_WORDS                  \
    ": [{different}DIFFERENT|0 differences]\n" \
    "legal       {legal} states, each by {clauses} clauses: [{broken}BROKEN|0 broken]\n"
/** How much was compared of one router. @return NULL when out of memory */
json_t *results_compared(const struct compared *c);

#endif
