/* SPDX-License-Identifier: Apache-2.0
 *
 * What the one replay of a bundle leaves in the bundle's folder. See bundle.h.
 */
#ifndef TRIAGE_BUNDLE_REPLAY_H
#define TRIAGE_BUNDLE_REPLAY_H

#include "bundle.h"

/** Name of the waveform in the bundle. */
#define BUNDLE_WAVEFORM "waveform.fst"

/** Complete the waveform, if there is one. @return 0, or -1 with one sentence in error */
int bundle_replay_waveform(struct bundle *b, char *error, size_t size);
/** Write the testbench, or why there is none. A bundle without one is a bundle all the same. */
void bundle_replay_testbench(struct bundle *b);
/** Free what the replay found. */
void bundle_replay_finish(struct bundle *b);

#endif
