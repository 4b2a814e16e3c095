/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts in memory: all of a file, what is printed, and the sentence of an error.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdarg.h>
#include <stdio.h>

/** Write the sentence of an error. @return -1 */
__attribute__((format(printf, 3, 4))) static inline int text_fail(char *error, size_t size, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(error, size, format, arguments);
    va_end(arguments);
    return -1;
}

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
