/* SPDX-License-Identifier: Apache-2.0
 *
 * Where a program finds the RTL, templates and sources that it hands out: in share/fedx
 * of the installation that it belongs to, else in the source tree it was built from.
 */
#ifndef FEDX_SHARE_H
#define FEDX_SHARE_H

#include <limits.h>

/**
 * The folder with rtl/, tb/ and so on.
 * @param file  a file in it that is needed, such as "rtl/fedx.f"
 * @return 0, or -1 when neither place has that file
 */
int fedx_share_folder(const char *file, char folder[PATH_MAX]);

/**
 * The folder of compiled parts that go with the program: of an installed one fedx in the folder of libraries, else that of
 * the program.
 * @return 0, or -1 when its path is too long
 */
int fedx_share_libraries(char folder[PATH_MAX]);

#endif
