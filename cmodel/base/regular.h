/* SPDX-License-Identifier: Apache-2.0
 *
 * Files of other people: only regular files are read. A pipe would be waited for without an end, and a device such as
 * /dev/zero has none.
 */
#ifndef BASE_REGULAR_H
#define BASE_REGULAR_H

#include <stddef.h>

/** Whether a file can be read and is a regular file or a link to one. @return 0, or -1 with one sentence in error */
int regular_check(const char *path, char *error, size_t size);

#endif
