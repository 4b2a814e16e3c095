/* SPDX-License-Identifier: Apache-2.0 */
#include "gen_fields.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"

void gen_fields_text(struct gen_fields *w, const char *name, const char *text)
{
    if (w->count < GEN_FIELDS && text)
        w->word[w->count++] = (struct gen_field){name, text};
    else
        w->missing = 1;
}

/* A text that is being made. */
struct making {
    char *text;
    size_t length;
    FILE *out; /* NULL: out of memory */
};

/* m stays where it is: its stream writes to it. */
static void begin(struct making *m)
{
    *m = (struct making){0};
    m->out = open_memstream(&m->text, &m->length);
}

static void end(struct gen_fields *w, const char *name, struct making *m)
{
    if (!m->out || fclose(m->out) != 0 || w->made_count == GEN_FIELDS) {
        free(m->text);
        m->text = NULL;
    } else {
        w->made[w->made_count++] = m->text;
    }
    gen_fields_text(w, name, m->text);
}

void gen_fields_format(struct gen_fields *w, const char *name, const char *format, ...)
{
    struct making m;
    va_list arguments;

    begin(&m);
    va_start(arguments, format);
    if (m.out)
        vfprintf(m.out, format, arguments);
    va_end(arguments);
    end(w, name, &m);
}

void gen_fields_print(struct gen_fields *w, const char *name, void (*print)(const void *context, FILE *out),
                      const void *context)
{
    struct making m;

    begin(&m);
    if (m.out)
        print(context, m.out);
    end(w, name, &m);
}

void gen_fields_lines(struct gen_fields *w, const char *name, void (*print)(const void *context, FILE *out),
                      const void *context)
{
    const int made = w->made_count;

    gen_fields_print(w, name, print, context);
    if (w->made_count > made) {
        char *text = w->made[made];
        size_t length = strlen(text);
        if (length > 0 && text[length - 1] == '\n')
            text[length - 1] = 0;
    }
}

int gen_fields_fill(const struct gen_fields *w, struct gen_folder *g, const char *from, const char *name, char *error,
                    size_t size)
{
    if (!w->missing)
        return gen_folder_fill(g, from, name, w->word, error, size);
    return text_fail(error, size, "out of memory");
}

void gen_fields_finish(struct gen_fields *w)
{
    while (w->made_count > 0)
        free(w->made[--w->made_count]);
    memset(w, 0, sizeof *w);
}
