/* SPDX-License-Identifier: Apache-2.0
 *
 * Where a program finds what belongs to it: RTL, templates, experiments, the Verilated
 * RTL. Only places relative to the program count, so that an installation can be moved:
 * those of an installation, else those of a build, in the tree that it was built from.
 */
#ifndef BASE_INSTALL_PATHS_H
#define BASE_INSTALL_PATHS_H

#include <limits.h>

/** What is wrong when install_path_folder finds nothing, after the name of the file. */
#define INSTALL_PATHS_MISSING \
    "is neither in " FEDX_SHARE " beside this program nor in the sources that it was built from: install it again"

/** Path of a file in the folder of the running program. @return 0, or -1 when it is too long */
int install_path_beside(const char *name, char path[PATH_MAX]);

/**
 * The folder with rtl/, tb/ and so on, or with what was built.
 * @param file  a file in it that is needed, such as "rtl/fedx/fedx.f" or "libfedx_rtl.so"
 * @return 0, or -1 when no place has that file
 */
int install_path_folder(const char *file, char folder[PATH_MAX]);

#endif
