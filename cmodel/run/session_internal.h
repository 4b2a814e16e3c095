/* SPDX-License-Identifier: Apache-2.0
 *
 * Between the two files of a session.
 */
#ifndef SCENARIO_SESSION_INTERNAL_H
#define SCENARIO_SESSION_INTERNAL_H

#include "session.h"

/** Make the fabric, once its setup is complete. @return 0, or -1 with one sentence in error */
int session_begin(struct session *session, char *error, size_t size);

#endif
