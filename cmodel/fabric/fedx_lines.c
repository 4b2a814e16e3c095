/* SPDX-License-Identifier: Apache-2.0
 *
 * Text files line by line. See fedx_lines.h.
 */
#include "fedx_lines.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int read_file(FILE *file, const char *path, fedx_take_line *take, void *context, char *text, size_t size)
{
    char *line = NULL, reason[160];
    size_t room = 0;
    int status = 0;

    for (unsigned long number = 1; status == 0 && getline(&line, &room, file) >= 0; number++) {
        status = take(context, line, reason, sizeof reason);
        if (status != 0)
            snprintf(text, size, "%s:%lu: %s", path, number, reason);
    }
    if (status == 0 && ferror(file)) {
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
