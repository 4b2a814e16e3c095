/* SPDX-License-Identifier: Apache-2.0
 *
 * The language of claims: expressions, names, lists and their errors, on figures that the test makes up.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../unit.h"
#include "papers/claims_internal.h"

/* In place of a sweep: an experiment is there when its name begins with "there"; a figure is 2 with path "two", for
 * the curve "double" twice as much, else 3. */
int sweep_find(const struct sweep *s, const char *name)
{
    (void)s;
    return strncmp(name, "there", 5) == 0 ? 0 : -1;
}

struct claims_line claims_line(const struct sweep *s, const char *experiment, const char *curve)
{
    (void)experiment;
    return (struct claims_line){.sweep = s, .curve = strcmp(curve, "double") == 0};
}

struct figure claims_line_figure(struct claims_line line, const char *x, const char *path)
{
    double value = strcmp(path, "two") == 0 ? 2 : 3;

    (void)x;
    return (struct figure){.count = 2, .value = {value * (1 + line.curve), value * (1 + line.curve)}};
}

struct figure claims_line_at(struct claims_line line, const char *x, const char *path)
{
    return claims_line_figure(line, x, path);
}

static char *let[] = {"path = two", "point = [e | double | 1 | $path]", "round = $round", "pairs = a b: 1 | 2; 3 | 4",
                      "short = path"};
static struct claims_paper paper = {.let = let, .let_count = sizeof let / sizeof *let};
static char error[200];

static struct claims_scope scope(void)
{
    *error = 0;
    return (struct claims_scope){.paper = &paper, .error = error, .size = sizeof error};
}

/* What an expression is, its names replaced; of a figure the mean. */
static double value(const char *text)
{
    struct claims_scope s = scope();
    char *expanded = claims_expand(&s, claims_slice(text));
    struct claims_value v = claims_value(&s, expanded);

    free(expanded);
    return v.kind == CLAIMS_NUMBER ? v.number : figure_estimate(&v.figure).mean;
}

TEST(expressions_are_worked_out)
{
    static const struct {
        const char *text;
        double value;
    } all[] = {{"1 + 2 * 3 - 4 / 2", 5},
               {"(1 + 2) * 3", 9},
               {"8 / 2 / 2", 2},
               {"2 != 2", 0},
               {"0 * (nothing(1) + 1) + 2", 2},
               {"1 + 1 != 3", 1},
               {"[e | double | 1 | two]", 4},
               {"[e | double / single | 1 | three]", 2},
               {"$point / [e | single | 1 | $path] + 1", 3},
               {"($point - [e | single | 1 | two]) * 3", 6},
               {"$$short", NAN},
               {"item(2, 5, 6, 7)", 6},
               {"largest(1, mean($point), 2)", 4},
               {"met($point, MORE) + met($point, LESS)", 1},
               {"rounded(7 / 2)", 4},
               {"sum(pairs: $a * $b)", 14},
               {"sum(pairs: sum(c: 1; 10; 100: $a))", NAN},
               {"share_stuck($point, 5)", 1},
               {"po2_attainable(6, 1, 0)", 1}};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        double is = value(all[i].text);
        if (isnan(all[i].value))
            assert_true(*error);
        else if (fabs(is - all[i].value) > 1e-12 || *error)
            fail_msg("%s is %g, not %g: %s", all[i].text, is, all[i].value, error);
    }
    print_message("%zu expressions\n", sizeof all / sizeof *all);
}

TEST(errors_say_where)
{
    static const char *const all[][2] = {{"1 +", "a figure or a number expected at: "},
                                         {"1 2", "the end expected at: 2"},
                                         {"[e | c | 1]", "[EXPERIMENT | CURVE | X | PATH] expected before: "},
                                         {"[e | c | 1 | two", "a closing bracket expected at: "},
                                         {"item(1", "a closing bracket expected at: "},
                                         {"MUCH", "a reading expected before: "},
                                         {"nothing(1)", "a function expected before: "},
                                         {"mean(1, 2)", "other arguments expected before: "},
                                         {"1 / $point", "a figure, then a number, expected before: "},
                                         {"1 + $point", "a number expected before: "},
                                         {"1 - $point", "two figures or two numbers expected before: "},
                                         {"$round", "a name stands for itself: "}};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        value(all[i][0]);
        if (strncmp(error, all[i][1], strlen(all[i][1])) != 0)
            fail_msg("%s: '%s', not '%s'", all[i][0], error, all[i][1]);
    }
    print_message("%zu errors\n", sizeof all / sizeof *all);
}

static void note(struct claims_scope *s, const struct claims_group *group, void *context)
{
    char *text = claims_expand(s, claims_slice(group->lines[0].report)), *all = context;

    if (claims_counts(s, &group->lines[0]))
        strcat(strcat(all, text), " ");
    free(text);
}

/* What a group is, all its combinations. */
static const char *combinations(const char *where, const char *report)
{
    static char text[200];
    char *each[] = {"outer: $short; mean (of a; b)", "pairs"};
    struct claims_row line = {.where = (char *)where, .report = (char *)report};
    struct claims_group group = {.each = each, .each_count = 2, .lines = &line, .line_count = 1};
    struct claims_scope s = scope();

    *text = 0;
    claims_each(&s, &group, note, text);
    assert_int_equal(s.count, 0);
    return text;
}

TEST(groups_go_through_lists)
{
    assert_string_equal(combinations(NULL, "$a$b"), "12 34 12 34 ");
    assert_string_equal(combinations(NULL, "$outer-$a"), "path-1 path-3 mean (of a; b)-1 mean (of a; b)-3 ");
    assert_string_equal(combinations("$a in 1 2", "$a"), "1 1 ");
    assert_string_equal(combinations("$a not in 1 2", "$a"), "3 3 ");
    assert_string_equal(combinations("$a in 1 2 and $outer in path", "$outer"), "path ");
    assert_string_equal(combinations("there-is in experiments", "$a"), "1 3 1 3 ");
    assert_string_equal(combinations("nowhere in experiments", "$a"), "");
    assert_string_equal(combinations("$a", "$a"), "");
    assert_string_equal(error, "neither \"WORD in WORDS\" nor \"WORD not in WORDS\": 1");
    assert_string_equal(combinations(NULL, "$unknown $ $$a"),
                        "$unknown $ $$a $unknown $ $$a $unknown $ $$a $unknown $ $$a ");
}

TEST(files_are_read)
{
    static const char good[] =
        "{name: n, title: t, experiments: e, page: p, seed: s, claims: [{section: '1', claim: c, "
        "experiments: e, conditions: [{lines: [{is: MORE, what: w, of: '1'}]}]}]}";
    static const char bad[] = "{name: n, title: t, experiment: e}";
    static const char part[] =
        "{name: n, title: t, experiments: e, page: p, seed: s, claims: [{section: '1', claim: c, "
        "experiments: e, conditions: [{lines: [{is: MORE, what: w}]}]}]}";
    struct claims_paper *read = claims_parse("good", good, strlen(good), error, sizeof error);

    assert_non_null(read);
    assert_string_equal(read->claims[0].conditions[0].lines[0].what, "w");
    claims_free(read);
    assert_null(claims_parse("bad", bad, strlen(bad), error, sizeof error));
    assert_true(strncmp(error, "claims of bad: ", 15) == 0 && strstr(error, "experiment"));
    assert_null(claims_parse("part", part, strlen(part), error, sizeof error));
    assert_string_equal(error, "claims of part, section 1: a condition has is, what and of, a piece of text report");
}

RUN_TESTS
