/* SPDX-License-Identifier: Apache-2.0
 *
 * Which build of the program is running, so that results can name what made them.
 */
#ifndef BASE_BUILD_H
#define BASE_BUILD_H

enum { BUILD_SIZE = 20 /**< bytes that hold a build */ };

/** What was built: a hash of the running program. @return 0, or -1 when it cannot be read */
int build_read(char build[BUILD_SIZE]);

#endif
