/* SPDX-License-Identifier: Apache-2.0 */
#include "claims_scope.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 20 /* of names in the texts of names: more go round in a circle */ };

void claims_fail(struct claims_scope *s, const char *format, ...)
{
    va_list arguments;

    if (*s->error)
        return;
    va_start(arguments, format);
    vsnprintf(s->error, s->size, format, arguments);
    va_end(arguments);
}

struct claims_slice claims_slice(const char *text)
{
    return (struct claims_slice){text, strlen(text)};
}

struct claims_slice claims_trim(struct claims_slice slice)
{
    while (slice.length && isspace((unsigned char)*slice.at))
        slice.at++, slice.length--;
    while (slice.length && isspace((unsigned char)slice.at[slice.length - 1]))
        slice.length--;
    return slice;
}

struct claims_slice claims_cut(struct claims_slice *rest, char separator)
{
    struct claims_slice part = *rest;
    int depth = 0;

    for (size_t i = 0; i < rest->length; i++) {
        depth += (strchr("([{", rest->at[i]) != NULL) - (strchr(")]}", rest->at[i]) != NULL);
        if (rest->at[i] != separator || depth)
            continue;
        part.length = i;
        rest->at += i + 1;
        rest->length -= i + 1;
        return claims_trim(part);
    }
    *rest = (struct claims_slice){rest->at + rest->length, 0};
    return claims_trim(part);
}

static int is_same(struct claims_slice a, struct claims_slice b)
{
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

/* Columns first, the innermost list first; then the texts of the paper. */
static int find(const struct claims_scope *s, struct claims_slice name, struct claims_slice *value)
{
    for (int i = s->count - 1; i >= 0; i--)
        if (is_same(s->bindings[i].name, name)) {
            *value = s->bindings[i].value;
            return 1;
        }
    for (unsigned i = 0; i < s->paper->let_count; i++) {
        struct claims_slice text = claims_slice(s->paper->let[i]);
        if (is_same(claims_cut(&text, '='), name)) {
            *value = claims_trim(text);
            return 1;
        }
    }
    return 0;
}

/* The name at the start of a text, after $ or $$, and its value. @return bytes of it with the $, 0: it is none */
static size_t name_at(const struct claims_scope *s, struct claims_slice text, struct claims_slice *value)
{
    size_t dollars = text.length > 1 && text.at[1] == '$' ? 2 : 1, end = dollars;

    while (end < text.length && (isalnum((unsigned char)text.at[end]) || text.at[end] == '_'))
        end++;
    if (!find(s, (struct claims_slice){text.at + dollars, end - dollars}, value))
        return 0;
    return dollars == 1 || find(s, *value, value) ? end : 0;
}

static void expand(struct claims_scope *s, struct claims_slice text, FILE *out, int depth)
{
    struct claims_slice value;

    if (depth > MOST_DEPTH)
        claims_fail(s, "a name stands for itself: %.*s", (int)text.length, text.at);
    while (text.length && depth <= MOST_DEPTH) {
        size_t used = *text.at == '$' ? name_at(s, text, &value) : 0;
        if (used)
            expand(s, value, out, depth + 1);
        else
            used = fwrite(text.at, 1, text.length > 1 && memcmp(text.at, "$$", 2) == 0 ? 2 : 1, out);
        text.at += used;
        text.length -= used;
    }
}

char *claims_expand(struct claims_scope *s, struct claims_slice text)
{
    char *expanded = NULL;
    size_t size;
    FILE *out = open_memstream(&expanded, &size);

    if (out) {
        expand(s, text, out, 0);
        fclose(out);
    } else {
        claims_fail(s, "out of memory");
    }
    return expanded;
}

struct claims_list claims_list(struct claims_scope *s, struct claims_slice text)
{
    struct claims_slice named = text, columns;

    find(s, claims_trim(text), &named);
    columns = claims_cut(&named, ':');
    if (named.at == columns.at + columns.length)
        claims_fail(s, "no list: %.*s", (int)text.length, text.at);
    return (struct claims_list){columns, claims_trim(named)};
}

int claims_bind_next(struct claims_scope *s, struct claims_list *list, int count)
{
    struct claims_slice columns = list->columns, row = claims_cut(&list->rows, ';');

    s->count = count;
    if (!row.length && !list->rows.length)
        return 0;
    while (columns.length && s->count < CLAIMS_BINDINGS) {
        s->bindings[s->count].name = claims_cut(&columns, ' ');
        s->bindings[s->count++].value = claims_cut(&row, '|');
    }
    return 1;
}

/* All rows of one list after the other, in each those of the lists behind it. */
static void go_through(struct claims_scope *s, const struct claims_group *group, unsigned depth, claims_do *take,
                       void *context)
{
    int count = s->count;

    if (depth == group->each_count) {
        take(s, group, context);
        return;
    }
    struct claims_list list = claims_list(s, claims_slice(group->each[depth]));
    while (claims_bind_next(s, &list, count))
        go_through(s, group, depth + 1, take, context);
}

void claims_each(struct claims_scope *s, const struct claims_group *group, claims_do *take, void *context)
{
    go_through(s, group, 0, take, context);
}

/* Whether a word is one of several; of "experiments", whether it is one of those of the sweep. */
static int is_in(const struct claims_scope *s, const char *word, const char *words)
{
    size_t length = strlen(word);

    if (strcmp(words, "experiments") == 0)
        return sweep_find(s->sweep, word) >= 0;
    for (const char *at = words; length && (at = strstr(at, word)); at += length)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return 1;
    return 0;
}

/* "WORD in WORDS" or "WORD not in WORDS" */
static int holds(struct claims_scope *s, char *where)
{
    char *in = strstr(where, " in "), *other = strstr(where, " not in ");

    if (!in) {
        claims_fail(s, "neither \"WORD in WORDS\" nor \"WORD not in WORDS\": %s", where);
        return 0;
    }
    *in = 0;
    if (other)
        *other = 0;
    return is_in(s, where, in + strlen(" in ")) != (other != NULL);
}

int claims_counts(struct claims_scope *s, const struct claims_row *line)
{
    static const char and[] = " and ";
    char *where = line->where ? claims_expand(s, claims_slice(line->where)) : NULL, *next = where, *at;
    int counts = 1;

    while ((at = next)) {
        next = strstr(at, and);
        if (next) {
            *next = 0;
            next += strlen(and);
        }
        counts = counts && holds(s, at);
    }
    free(where);
    return counts;
}
