/* SPDX-License-Identifier: Apache-2.0
 *
 * What is printed, as a text in memory.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdio.h>

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
