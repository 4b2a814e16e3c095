/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts in memory: all of a file, and what is printed.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdio.h>

/** All of a file up to its first zero byte. @return to be freed; NULL with errno set when it cannot be read, or out of
 * memory */
char *text_of_file(const char *path);

/** A text while it is printed. */
struct text {
    FILE *out;
    char *text; /**< once it is closed */
    size_t size;
};

/** @return where to print it, or NULL when out of memory */
FILE *text_open(struct text *t);
/** Close that. @return a text to be freed, or NULL when out of memory */
char *text_close(struct text *t);

#endif
