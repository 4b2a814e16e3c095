/* SPDX-License-Identifier: Apache-2.0 */
#include "text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

char *text_of_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t room = 0;
    int reason = file ? 0 : errno;

    if (file && getdelim(&text, &room, 0, file) < 0) {
        reason = feof(file) ? 0 : errno;
        free(text);
        text = reason ? NULL : strdup("");
    }
    if (file)
        fclose(file);
    if (reason)
        errno = reason;
    return text;
}

FILE *text_open(struct text *t)
{
    t->text = NULL;
    t->out = open_memstream(&t->text, &t->size);
    return t->out;
}

char *text_close(struct text *t)
{
    if (fclose(t->out) == 0)
        return t->text;
    free(t->text);
    return NULL;
}
