/* SPDX-License-Identifier: Apache-2.0 */
#include "json_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "value.h"

/* A file that is being read. */
struct source {
    FILE *file;
    size_t left; /* bytes that it may still have */
    int longer;  /* it has more */
};

/* To the parser a file that is too long ends there. */
static size_t take(void *bytes, size_t room, void *context)
{
    struct source *s = context;
    size_t count = fread(bytes, 1, room, s->file);

    s->longer = count > s->left;
    if (s->longer)
        return 0;
    s->left -= count;
    return count;
}

json_t *json_file_read(const char *path, size_t most, size_t flags, char *error, size_t size)
{
    struct source s = {.file = fopen(path, "r"), .left = most};
    json_error_t where;
    json_t *value;

    if (!s.file) {
        snprintf(error, size, "cannot read %s: %s", path, strerror(errno));
        return NULL;
    }
    errno = 0;
    value = json_load_callback(take, &s, flags, &where);
    if (!value && s.longer)
        snprintf(error, size, "cannot read %s: it has more than %zu bytes: it is another file, or is damaged", path,
                 most);
    else if (!value && ferror(s.file))
        snprintf(error, size, "cannot read %s: %s", path, strerror(errno));
    else if (!value)
        snprintf(error, size, "%s:%d: %s", path, where.line, where.text);
    if (!value)
        value_tame(error);
    fclose(s.file);
    return value;
}
