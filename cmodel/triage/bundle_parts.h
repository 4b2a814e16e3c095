/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of a bundle's parts with a hash of each, as `xxh128sum -c` reads it: a
 * part that was damaged on its way is not taken for what was found.
 */
#ifndef TRIAGE_BUNDLE_PARTS_H
#define TRIAGE_BUNDLE_PARTS_H

#include <stddef.h>

/** Names of the list in the bundle, and of the only folder there. */
#define BUNDLE_PARTS "hashes.txt"
#define BUNDLE_TESTBENCH "testbench"

/* Functions that can fail return 0, or -1 with one sentence in error. */

/** Write the list of all files in a folder, in the order of their names. */
int bundle_parts_write(const char *folder, char *error, size_t size);
/**
 * Every part is as it was written.
 * @param testbench  1: of the testbench; 0: of all but that, which may be worked in
 * @param needed     names that must be in the list, ended by NULL
 */
int bundle_parts_check(const char *folder, int testbench, const char *const *needed, char *error, size_t size);

#endif
