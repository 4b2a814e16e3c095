/* SPDX-License-Identifier: Apache-2.0
 *
 * Result files that appear whole or not at all: what was there before stays until
 * everything is written. A device or a pipe is written to directly.
 */
#ifndef FEDX_OUTPUT_H
#define FEDX_OUTPUT_H

#include <stddef.h>
#include <stdio.h>

/** A file being written. All zero: none. */
struct fedx_output {
    FILE *file;
    char *path; /**< its name once it is whole */
    char *part; /**< its name until then; the same for a device or a pipe */
};

/* Functions that can fail return 0, or -1 with one sentence in error. */

/** Make a folder for results, and those that it is in; one that is there will do. */
int fedx_output_folder(const char *path, char *error, size_t size);
int fedx_output_open(struct fedx_output *output, const char *path, char *error, size_t size);
/** Write out, and give the file its name. Nothing happens when none is open. */
int fedx_output_close(struct fedx_output *output, char *error, size_t size);
/** Close and forget the file. Nothing happens when none is open. */
void fedx_output_abandon(struct fedx_output *output);

#endif
