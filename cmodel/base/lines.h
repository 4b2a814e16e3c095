/* SPDX-License-Identifier: Apache-2.0
 *
 * Text files read line by line, with errors that name file and line.
 */
#ifndef BASE_LINES_H
#define BASE_LINES_H

#include <stddef.h>

/** Bytes of a line, at most: more than any command line that a comment quotes. */
enum { LINES_MOST = 4 << 20 };

/** Take a line, its newline included if it has one. @return 0, or -1 with the reason, one sentence, in text */
typedef int take_line(void *context, char *line, char *text, size_t size);

/** Give every line of a file to take, up to the first that it refuses, that has a zero in it or is too long. @return 0,
 * or -1 with the reason in text */
int lines_read(const char *path, take_line *take, void *context, char *text, size_t size);

#endif
