/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx blackbox --prove: run the proofs, and what they came to, in words and as JSON.
 */
#ifndef VERIFY_PROVE_H
#define VERIFY_PROVE_H

#include "../../blackbox/prove/blackbox_prove.h"
#include "verify_work.h"

/** Before anything is built: whether there is something to prove, and who proves it. @return 0, or -1 with error */
int verify_prove_check(const struct verify_work *w, char *error, size_t size);
/** Prove, and report. @return exit status, or -1 with error */
int verify_prove(struct verify_work *w, char *error, size_t size);

#endif
