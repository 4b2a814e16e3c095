/* SPDX-License-Identifier: Apache-2.0
 *
 * Result files that appear whole or not at all: what was there before stays until
 * everything is written. A device or a pipe is written to directly.
 */
#ifndef BASE_OUTPUT_H
#define BASE_OUTPUT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** A file being written. All zero: none. */
struct output {
    FILE *file;
    char *path; /**< its name once it is whole */
    char *part; /**< its name until then; the same for a device or a pipe */
};

/** How far a file was written, to go on from there. All zero: none was open. */
struct output_mark {
    uint64_t open;   /**< 1: there was a file */
    uint64_t length; /**< bytes */
    uint64_t tail;   /**< hash of the last of them, so that another file is not taken for it */
};

/* Functions that can fail return 0, or -1 with one sentence in error. */

/** Flush standard output; an error of an earlier write is reported, too. */
int output_printed(char *error, size_t size);
/** Make a folder for results, unless it exists. */
int output_folder(const char *path, char *error, size_t size);
/** Likewise, with all its parent folders. */
int output_folders(const char *path, char *error, size_t size);
/** Remove a folder and all in it, as far as that is possible; links are not followed. Nothing happens when there is
 * none. */
void output_remove(const char *path);
/**
 * Begin to write a file, which nobody else is writing. A link is followed, and stays; a file that is there keeps its
 * permissions.
 */
int output_open(struct output *output, const char *path, char *error, size_t size);
/** 1 when two names are of one file, which need not be there yet. */
int output_same(const char *a, const char *b);
/** Write out, and give the file its name. Nothing happens when none is open. */
int output_close(struct output *output, char *error, size_t size);
/** What was written goes through to the disk. Errors stay in the stream. */
void output_sync(struct output *output);
/** Say how far the file is written; that much is on the disk then. A device or a pipe is an error. */
int output_mark(struct output *output, struct output_mark *mark, char *error, size_t size);
/**
 * Open a file again as it was when it was marked: under its name until it is whole, or, if it has become whole since,
 * under its own. What was written after the mark is dropped.
 */
int output_resume(struct output *output, const char *path, const struct output_mark *mark, char *error, size_t size);
/** Close the file, and leave what there is under its name until it is whole, for output_resume. */
void output_leave(struct output *output);
/** Close and forget the file. Nothing happens when none is open. */
void output_abandon(struct output *output);

#endif
