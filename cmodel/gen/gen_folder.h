/* SPDX-License-Identifier: Apache-2.0
 *
 * A generated folder: files of this project that are copied into it, templates with
 * words to fill in, and what is written from scratch. It appears whole or not at all.
 */
#ifndef GEN_GEN_FOLDER_H
#define GEN_GEN_FOLDER_H

#include <limits.h>
#include <stddef.h>
#include <stdio.h>

/** A folder being made. */
struct gen_folder {
    const char *share;   /**< folder with rtl/ and tb/templates/: the source tree, or where they are installed */
    char path[PATH_MAX]; /**< its name once it is whole */
    char part[PATH_MAX]; /**< its name until then */
    int made;            /**< part is there */
};

/** In a template, @name@ stands for text. */
struct gen_field {
    const char *name, *text;
};

/* Functions that can fail return 0, or -1 with one sentence in error. */

/** A folder of that name can be made: it is not there, and the one that it goes into is. */
int gen_folder_check(const char *path, char *error, size_t size);
/** Check, and make it under its name until it is whole. share must outlive it. */
int gen_folder_begin(struct gen_folder *g, const char *path, const char *share, char *error, size_t size);
/** Make a folder in it. */
int gen_folder_inner(struct gen_folder *g, const char *name, char *error, size_t size);
/** Write a file of it with a function that leaves errors with the stream. */
int gen_folder_write(struct gen_folder *g, const char *name, void (*write)(const void *context, FILE *file),
                     const void *context, char *error, size_t size);
/** Copy a file of share to a name in it, with words filled in: ended by a NULL name, or NULL to change nothing. */
int gen_folder_fill(struct gen_folder *g, const char *from, const char *name, const struct gen_field *words,
                    char *error, size_t size);
/** Copy the Verilog of a folder (.v, .vh, .f) into rtl/. */
int gen_folder_rtl(struct gen_folder *g, const char *rtl, char *error, size_t size);
/** Give it its name. */
int gen_folder_end(struct gen_folder *g, char *error, size_t size);
/** Remove what is not whole. Nothing happens after the end. */
void gen_folder_abandon(struct gen_folder *g);

#endif
