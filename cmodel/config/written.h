/* SPDX-License-Identifier: Apache-2.0
 *
 * Where the files are that a run writes. A checkpoint names them, and may come from somebody else: files outside of the
 * current folder are written only with --trust.
 */
#ifndef SCENARIO_WRITTEN_H
#define SCENARIO_WRITTEN_H

#include "scenario.h"

/** Whether a key names a file or a folder that a run writes, other than its checkpoint. */
int written_is_key(int key);
/** Whether a path leads out of the current folder, by links, too. @return 0: no file, standard output, or one inside */
int written_outside(const char *path);
/** The first key, from one on, whose file is outside, or -1. */
int written_first_outside(const struct scenario *s, int key);

#endif
