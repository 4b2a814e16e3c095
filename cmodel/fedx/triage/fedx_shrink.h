/* SPDX-License-Identifier: Apache-2.0
 *
 * Making a script that shows a difference small by delta debugging: parts are left
 * out as long as the same field still differs.
 */
#ifndef FEDX_SHRINK_H
#define FEDX_SHRINK_H

#include "../../triage/shrink.h"
#include "../bench/fedx_script.h"

/**
 * Leave out all units of a script that the difference does without, move what is left together, put settings back to
 * their defaults, and end it at the difference.
 * @return 0, or -1 with one sentence in error: out of memory, or the script does not show the difference
 */
int fedx_shrink(struct fedx_script *s, const struct shrink_config *config, struct shrink_result *result, char *error,
                size_t size);
/** That of the script of vectors, as triage_kind.shrink. */
int fedx_shrink_vectors(struct vectors *v, const struct shrink_config *config, struct replay *shown,
                        struct shrink_result *result, char *error, size_t size);

#endif
