/* SPDX-License-Identifier: Apache-2.0
 *
 * Lists of sources (.f), read as Verilator reads them, before Verilator does. A list may say where sources are and in
 * which language they are written. Verilator has many more options. Some run commands, write files, or change what is
 * built, and a list comes with sources of somebody else: these options are refused.
 */
#ifndef VERILATOR_VERILATOR_LIST_H
#define VERILATOR_VERILATOR_LIST_H

#include <limits.h>
#include <stddef.h>

/**
 * The name of a file once Verilator has replaced $NAME, ${NAME} and $(NAME) in it by environment variables.
 * @return 0, or -1 when it is too long
 */
int verilator_expand(const char *name, char path[PATH_MAX]);

/**
 * Check a list and the lists that it names: every option is one that a list may have, and every file that is there is a
 * regular file, since Verilator would wait for a pipe and read a device for ever.
 * @param path  given to Verilator after -F
 * @return 0, or -1 with list, line and option in error
 */
int verilator_list_check(const char *path, char *error, size_t size);

#endif
