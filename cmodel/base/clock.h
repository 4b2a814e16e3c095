/* SPDX-License-Identifier: Apache-2.0
 *
 * How much time has gone by, for speeds and for what is shown while work goes on.
 */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

/** Wall time from some moment on, and user time of this process, seconds. */
double clock_wall(void);
double clock_user(void);

#endif
