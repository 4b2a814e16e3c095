/* SPDX-License-Identifier: Apache-2.0
 *
 * Text files line by line. See lines.h.
 */
#include "lines.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"
#include "value.h"

/* The line that was read last. */
struct line {
    char *text; /* with a zero after it */
    size_t length, room;
};

static int add(struct line *l, char c)
{
    enum { FIRST_ROOM = 256 };

    if (l->length + 1 >= l->room) {
        size_t room = l->room ? 2 * l->room : FIRST_ROOM;
        char *text = realloc(l->text, room);
        if (!text)
            return -1;
        l->text = text;
        l->room = room;
    }
    l->text[l->length++] = c;
    l->text[l->length] = 0;
    return 0;
}

/* @return 1, 0 at the end of the file or when it cannot be read, -1 with the reason */
static int next_line(FILE *file, struct line *l, char *reason, size_t size)
{
    int c;

    for (l->length = 0; (c = getc_unlocked(file)) != EOF && c != 0;) {
        if (l->length == LINES_MOST)
            return text_fail(reason, size, "a line of more than %d bytes: it is no text file, or is damaged",
                             LINES_MOST);
        if (add(l, (char)c) != 0)
            return text_fail(reason, size, "out of memory");
        if (c == '\n')
            return 1;
    }
    /* A text ends at its first zero, and the rest of the line would be lost. */
    if (c == 0)
        snprintf(reason, size, "a byte that is zero: it is no text file, or is damaged");
    return c == 0 ? -1 : l->length > 0;
}

static int read_file(FILE *file, const char *path, take_line *take, void *context, char *text, size_t size)
{
    struct line line = {0};
    char reason[160];
    int more, status = 0;

    for (unsigned long number = 1; status == 0 && (more = next_line(file, &line, reason, sizeof reason)) != 0;
         number++) {
        status = more > 0 ? take(context, line.text, reason, sizeof reason) : -1;
        if (status != 0) {
            value_tame(reason);
            snprintf(text, size, "%s:%lu: %s", path, number, reason);
        }
    }
    if (status == 0 && ferror(file))
        status = text_fail(text, size, "cannot read %s: %s", path, strerror(errno));
    free(line.text);
    return status;
}

int lines_read(const char *path, take_line *take, void *context, char *text, size_t size)
{
    FILE *file = fopen(path, "r");
    int status;

    if (!file)
        return text_fail(text, size, "cannot read %s: %s", path, strerror(errno));
    status = read_file(file, path, take, context, text, size);
    fclose(file);
    return status;
}
