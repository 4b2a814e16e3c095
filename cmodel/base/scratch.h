/* SPDX-License-Identifier: Apache-2.0
 *
 * Temporary folders, which go with the program however it ends: by itself, by
 * quick_exit, or by SIGINT, SIGTERM or SIGHUP. Programs that run for it go first.
 */
#ifndef BASE_SCRATCH_H
#define BASE_SCRATCH_H

#include <limits.h>
#include <stddef.h>

/**
 * Make a folder in $TMPDIR, or in /tmp. As long as there is one, the signals are blocked in this thread and those that it
 * makes, and a thread of its own waits for them.
 * @param name  its name begins with this
 * @return 0, or -1 with one sentence in error, and nothing in path
 */
int scratch_make(const char *name, char path[PATH_MAX], char *error, size_t size);
/** Remove it, and all in it. Nothing happens when the path is empty. */
void scratch_remove(char path[PATH_MAX]);
/** A file elsewhere that is not whole goes with the program, too, if there is a temporary folder then. */
void scratch_add(const char path[PATH_MAX]);
/** It is whole, or gone. Nothing happens when it was not added. */
void scratch_drop(const char *path);

#endif
