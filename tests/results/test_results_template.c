/* SPDX-License-Identifier: Apache-2.0
 *
 * Words with values of rows: what is left out, what is chosen, how values are printed; and the words of all tables
 * name rows that there are.
 */
#include "../unit.h"
#include "kind/kind.h"
#include "results/result_value.h"
#include "results/results_difference.h"

static struct result_value seven(const struct results_at *x)
{
    (void)x;
    return count(7);
}

static struct result_value half(const struct results_at *x)
{
    (void)x;
    return number(0.5);
}

static struct result_value name(const struct results_at *x)
{
    return word(x->n ? "name" : NULL);
}

static struct result_value part(const struct results_at *x)
{
    return x->n ? json(json_pack("{s:{s:i, s:i}, s:n}", "in", "side", 3, "one", 1, "none")) : nothing();
}

/* The words of three rows of an object. */
static char *words_of(const char *words, int n)
{
    const struct result_row rows[] = {
        {RESULTS_OBJECTS, "seven", WORDS, seven, NULL}, {RESULTS_OBJECTS, "half", WORDS, half, NULL},
        {RESULTS_OBJECTS, "name", WORDS, name, NULL},   {RESULTS_OBJECTS, "part", WORDS, part, NULL},
        {RESULTS_OBJECTS, "", WORDS, NULL, words},      {.object = -1}};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    results_words(RESULTS_OBJECTS, &(struct results_at){.rows = rows, .n = n}, out);
    fclose(out);
    return text;
}

TEST(words)
{
    static const struct {
        const char *words, *with, *without; /* a name and a part */
    } cases[] = {
        {"{seven} {seven:3} {seven:-3}|", "7   7 7  |", "7   7 7  |"},
        {"{seven} port{seven:s}, {part.in.one} link{part.in.one:s}", "7 ports, 1 link", "7 ports,  link"},
        {"{half:.2f} {half:g} {half:.1%} {half:+.1f}", "0.50 0.5 50.0% +0.5", "0.50 0.5 50.0% +0.5"},
        {"{name:6}{name:-6}.", "  namename  .", "."},
        {"[{name} has {seven}|{half:g} is all]!", "name has 7!", "0.5 is all!"},
        {"a[, {name}[, {part.in.side}|, none]]", "a, name, 3", "a"},
        {"a[, {part.none}|, {part.in.side} of {name}|, {part.in.out}]", "a, 3 of name", "a"},
        {"[{part.none?}none|{part.in?}in|{name=nam}name|neither]", "in", "neither"},
        {"[{name=name}one|{name?}two][{part?}, {part.in.side?}3][{seven=7}|{half?}, half]", "one, 3, half", ", half"},
        {"[{seven}[ of {name}| of none]]", "7 of name", "7 of none"},
    };
    enum { CASES = sizeof cases / sizeof *cases };

    for (int i = 0; i < CASES; i++)
        for (int n = 0; n < 2; n++) {
            char *text = words_of(cases[i].words, n);
            assert_string_equal(text, n ? cases[i].with : cases[i].without);
            free(text);
        }
    COMPARED(2 * CASES, "texts");
}

TEST(places)
{
    static const struct {
        const char *object, *text; /* words, or the key of a row */
        int is_row;
    } all[] = {
#define RESULTS_OBJECT(...)
#define RESULTS_WORDS(object, words) {#object, words, 0},
#define RESULT(object, key, type, where, value, meaning) {#object, #key, 1},
#include "kinds/kind_results.def"
#include "results/results.def"
#include "cli/command_results.def"
#undef RESULTS_OBJECT
#undef RESULTS_WORDS
#undef RESULT
    };
    enum { ALL = sizeof all / sizeof *all };
    unsigned places = 0;

    for (int i = 0; i < ALL; i++)
        for (const char *at = all[i].is_row ? NULL : strchr(all[i].text, '{'); at; at = strchr(at, '{'), places++) {
            size_t length = strcspn(++at, ".:?=}");
            int found = 0;
            for (int r = 0; r < ALL; r++)
                found += all[r].is_row && strcmp(all[r].object, all[i].object) == 0 && strlen(all[r].text) == length &&
                         strncmp(all[r].text, at, length) == 0;
            if (found != 1)
                fail_msg("%s has %d rows %.*s", all[i].object, found, (int)length, at);
        }
    assert_true(places > 100);
    COMPARED(places, "places for values");
}

RUN_TESTS
