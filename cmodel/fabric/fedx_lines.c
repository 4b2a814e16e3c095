/* SPDX-License-Identifier: Apache-2.0
 *
 * Text files line by line. See fedx_lines.h.
 */
#include "fedx_lines.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fedx_value.h"

static int read_file(FILE *file, const char *path, fedx_take_line *take, void *context, char *text, size_t size)
{
    char *line = NULL, reason[160] = "a byte that is zero: it is no text file, or is damaged";
    size_t room = 0;
    ssize_t length;
    int status = 0;

    for (unsigned long number = 1; status == 0 && (length = getline(&line, &room, file)) >= 0; number++) {
        /* A text ends at its first zero, and the rest of the line would be lost. */
        status = strlen(line) == (size_t)length ? take(context, line, reason, sizeof reason) : -1;
        if (status != 0) {
            fedx_value_tame(reason);
            snprintf(text, size, "%s:%lu: %s", path, number, reason);
        }
    }
    /* Out of memory is no end of the file, nor an error of the stream. */
    if (status == 0 && !feof(file)) {
        snprintf(text, size, "cannot read %s: %s", path, strerror(errno));
        status = -1;
    }
    free(line);
    return status;
}

int fedx_lines_read(const char *path, fedx_take_line *take, void *context, char *text, size_t size)
{
    FILE *file = fopen(path, "r");
    int status;

    if (!file) {
        snprintf(text, size, "cannot read %s: %s", path, strerror(errno));
        return -1;
    }
    status = read_file(file, path, take, context, text, size);
    fclose(file);
    return status;
}
