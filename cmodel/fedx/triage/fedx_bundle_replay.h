/* SPDX-License-Identifier: Apache-2.0
 *
 * What the one replay of a bundle leaves in the bundle's folder. See fedx_bundle.h.
 */
#ifndef FEDX_BUNDLE_REPLAY_H
#define FEDX_BUNDLE_REPLAY_H

#include "fedx_bundle.h"

/** Name of the waveform in the bundle. */
#define FEDX_BUNDLE_WAVEFORM "waveform.fst"

/** Complete the waveform, if there is one. @return 0, or -1 with one sentence in error */
int fedx_bundle_replay_waveform(struct fedx_bundle *b, char *error, size_t size);
/** Write the testbench, or why there is none. A bundle without one is a bundle all the same. */
void fedx_bundle_replay_testbench(struct fedx_bundle *b);
/** Free what the replay found. */
void fedx_bundle_replay_finish(struct fedx_bundle *b);

#endif
