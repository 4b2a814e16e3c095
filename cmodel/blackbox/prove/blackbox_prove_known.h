/* SPDX-License-Identifier: Apache-2.0
 *
 * What one proof leaves to the next ones: the states that ABC has shown never to be reached (pdr -d), and guesses that
 * it has proved.
 */
#ifndef BLACKBOX_BLACKBOX_PROVE_KNOWN_H
#define BLACKBOX_BLACKBOX_PROVE_KNOWN_H

#include <stddef.h>

/** Circuits of which a proof is made. */
struct blackbox_prove_known {
    const char *folder;  /**< with the files */
    const char *circuit; /**< hash of the whole circuit */
    const char *part;    /**< PART.aig: the traffic that it is about */
    const char *whole;   /**< WHOLE.aig: all traffic, so that what holds of it holds of the part */
    const char *out;     /**< the circuit to be written */
    const char *sure;    /**< SURE.aig: guesses that are proved, of all traffic; NULL: there are none */
    int first, count;    /**< outputs that are asked for: what is about other registers is of no use to them */
};

/** File of states that are never reached, of the proof of an output. */
void blackbox_prove_known_name(const struct blackbox_prove_known *k, const char *part, int output, char *name,
                               size_t size);
/** Write PART.aig with all that is known. @return states and guesses, of which there may be none, or -1 with error */
int blackbox_prove_known_write(const struct blackbox_prove_known *k, char *error, size_t size);

#endif
