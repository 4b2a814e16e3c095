/* SPDX-License-Identifier: Apache-2.0
 *
 * Temporary folders, and what is written elsewhere and is not complete yet. They are removed when the program ends,
 * however that is: by itself, by platform_quick_exit, or by SIGINT, SIGTERM, SIGHUP, SIGQUIT or SIGPIPE. Programs that
 * it has started are ended first.
 */
#ifndef BASE_SCRATCH_H
#define BASE_SCRATCH_H

#include <limits.h>
#include <stddef.h>

/**
 * Make a folder in $TMPDIR, or in /tmp. As long as there is one, the signals are blocked in this thread and those that
 * it makes, and a thread of its own waits for them.
 * @param name  its name begins with this
 * @return 0, or -1 with one sentence in error, and nothing in path
 */
int scratch_make(const char *name, char path[PATH_MAX], char *error, size_t size);
/** Remove a folder that scratch_make made, and all in it. Nothing happens when the path is empty. */
void scratch_remove(char path[PATH_MAX]);
/** Likewise, remove an incomplete file or folder elsewhere. */
void scratch_add(const char path[PATH_MAX]);
/** Undo scratch_add: it is complete, or gone. Nothing happens when it was not added. */
void scratch_drop(const char *path);

#endif
