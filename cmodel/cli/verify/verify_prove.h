/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx blackbox --prove: what proofs came to, in words and as JSON.
 */
#ifndef VERIFY_PROVE_H
#define VERIFY_PROVE_H

#include <jansson.h>

#include "../../blackbox/prove/blackbox_prove.h"

/** Print a line for each property, and what they are proved of. @param swept  1: the sizes are the smallest of a sweep
 */
void verify_prove_print(const struct blackbox_prove *p, int swept);
/** The same as JSON, but for what was found. */
json_t *verify_prove_json(const struct blackbox_prove *p);
/** Properties with a verdict. */
int verify_prove_count(const struct blackbox_prove *p, enum blackbox_verdict verdict);

#endif
