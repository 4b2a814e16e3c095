/* SPDX-License-Identifier: Apache-2.0
 *
 * Between the two files of a session.
 */
#ifndef FEDX_SESSION_INTERNAL_H
#define FEDX_SESSION_INTERNAL_H

#include "fedx_session.h"

/** Make the fabric, once its setup is complete. @return 0, or -1 with one sentence in error */
int fedx_session_begin(struct fedx_session *session, char *error, size_t size);

#endif
