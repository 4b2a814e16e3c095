/* SPDX-License-Identifier: Apache-2.0
 *
 * Words with values of rows in them (RESULTS_WORDS of results.def).
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"
#include "result_path.h"
#include "results_rows.h"

/* Whose values, those that are known so far, and where to print; NULL: nowhere, only whether all values are there. */
struct words {
    const struct results_at *x;
    const struct result_row *rows;
    struct result_value *known;
    FILE *out;
};

static struct result_value value_of(const json_t *json)
{
    if (json_is_integer(json))
        return (struct result_value){.is = RESULT_COUNT, .count = (uint64_t)json_integer_value(json)};
    if (json_is_real(json))
        return (struct result_value){.is = RESULT_NUMBER, .number = json_real_value(json)};
    return (struct result_value){.is = json_is_string(json) ? RESULT_WORD : RESULT_NONE,
                                 .word = json_string_value(json)};
}

/* @param form  as printf has it, without the type of a count or a word; .2% is of a share, s a plural */
static void print_value(const struct result_value *value, const char *form, FILE *out)
{
    size_t length = strlen(form);
    char format[32];

    if (value->is == RESULT_COUNT && strcmp(form, "s") == 0) {
        fputs(value->count == 1 ? "" : "s", out);
    } else if (value->is == RESULT_COUNT) {
        snprintf(format, sizeof format, "%%%s" PRIu64, form);
        fprintf(out, format, value->count);
    } else if (value->is == RESULT_WORD) {
        snprintf(format, sizeof format, "%%%ss", form);
        fprintf(out, format, value->word);
    } else if (length && form[length - 1] == '%') {
        snprintf(format, sizeof format, "%%%.*sf%%%%", (int)length - 1, form);
        fprintf(out, format, 100 * value->number);
    } else {
        snprintf(format, sizeof format, "%%%s", form);
        fprintf(out, format, value->number);
    }
}

/* Whether something is what it is asked to be: {KEY=WORD}; or neither 0, false nor null: {KEY?}. */
static int is_so(const struct result_value *value, const json_t *json, const char *form)
{
    if (*form == '=')
        return value->is == RESULT_WORD && strcmp(value->word, form + 1) == 0;
    if (value->is == RESULT_COUNT || value->is == RESULT_NUMBER)
        return value->count != 0 || value->number != 0;
    return value->is == RESULT_WORD || json_is_object(json) || json_is_true(json);
}

/* @param place  KEY, or KEY.KEY of an object, and what is behind it @return 1 when there is such a value */
static int print_place(const struct words *w, const char *place, size_t length)
{
    size_t path = strcspn(place, ":?=}"), key = strcspn(place, ".:?=}");
    char rest[64], form[16];
    const struct result_row *row = w->rows;
    struct result_value *value, leaf;
    const json_t *json;

    snprintf(rest, sizeof rest, "%.*s", (int)(path - key), place + key);
    snprintf(form, sizeof form, "%.*s", (int)(length - path), place + path);
    while (row && (row->words || strncmp(row->key, place, key) != 0 || row->key[key]))
        row = results_next(row);
    if (!row)
        return 0;
    value = &w->known[row - w->rows];
    if (value->is == RESULT_UNKNOWN)
        *value = results_value(row, w->x);
    json = value->is == RESULT_JSON ? result_at(value->json, rest + (*rest == '.')) : NULL;
    leaf = value->is == RESULT_JSON ? value_of(json) : *value;
    if (*form == '?' || *form == '=')
        return is_so(&leaf, json, form);
    if (w->out && leaf.is != RESULT_NONE)
        print_value(&leaf, *form ? form + 1 : form, w->out);
    return leaf.is != RESULT_NONE;
}

/* Where a sign comes that is not in brackets; or the end. */
static const char *next_sign(const char *text, const char *end, char sign)
{
    for (int depth = 0; text < end && (depth > 0 || *text != sign); text++)
        depth += (*text == '[') - (*text == ']');
    return text;
}

static int print_words(const struct words *w, const char *text, const char *end);

/* The first of several texts whose values are all there. */
static void print_choice(const struct words *w, const char *text, const char *end)
{
    const struct words look = {w->x, w->rows, w->known, NULL};

    for (const char *bar; w->out && text < end; text = bar + 1) {
        bar = next_sign(text, end, '|');
        if (print_words(&look, text, bar)) {
            print_words(w, text, bar);
            return;
        }
    }
}

/* @return 1 when all values outside of brackets are there */
static int print_words(const struct words *w, const char *text, const char *end)
{
    int all = 1;

    for (const char *close; text < end; text = close + 1) {
        close = text;
        if (*text == '[') {
            close = next_sign(text + 1, end, ']');
            print_choice(w, text + 1, close);
        } else if (*text == '{') {
            close = next_sign(text, end, '}');
            all &= print_place(w, text + 1, (size_t)(close - text - 1));
            if (!all && !w->out)
                return 0;
        } else if (w->out) {
            putc(*text, w->out);
        }
    }
    return all;
}

void results_words(int object, const struct results_at *x, FILE *out)
{
    struct words w = {x, results_first(object, x), NULL, out};
    size_t count = 0;

    for (const struct result_row *r = w.rows; r; r = results_next(r))
        count++;
    w.known = calloc(count, sizeof *w.known);
    for (const struct result_row *r = w.rows; w.known && r; r = results_next(r))
        if (r->words)
            print_words(&w, r->words, r->words + strlen(r->words));
    for (size_t i = 0; w.known && i < count; i++)
        json_decref(w.known[i].json);
    free(w.known);
}

json_t *results_printed(void (*print)(const struct results_at *x, FILE *out), const struct results_at *x)
{
    struct text text;
    FILE *out = text_open(&text);
    json_t *json;

    if (!out)
        return NULL;
    print(x, out);
    json = json_string(text_close(&text));
    free(text.text);
    return json;
}

json_t *results_list(json_t *list, json_t *item)
{
    json_t *longer = list ? json_sprintf("%s, %s", json_string_value(list), json_string_value(item)) : item;

    if (list)
        json_decref(item);
    json_decref(list);
    return longer;
}
