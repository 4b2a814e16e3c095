/* SPDX-License-Identifier: Apache-2.0
 *
 * A circuit becomes a formula that is true for the same inputs, and what a solver says of it becomes a witness.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "blackbox/prove/blackbox_aiger.h"
#include "blackbox/prove/blackbox_prove_once.h"
#include "../unit.h"

/* Two cycles of two inputs each, variables 1 to 4; the output is 1 unless variables 1 and 4 are and 2 is not. */
static const char circuit[] = "aig 7 4 0 1 3\n15\n"
                              "\x02\x03"  /* 10 is 8 and 5 */
                              "\x02\x08"  /* 12 is 10 and 2 */
                              "\x02\x02"; /* 14 is 12 and 10 */

static void put(const char *folder, const char *name, const char *text, size_t size)
{
    char path[256];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    fclose(file);
}

static char *get(const char *folder, const char *name)
{
    char path[256], *text;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    text = text_of_file(path);
    return text;
}

/* Whether values of inputs, and of gates as they follow, make all clauses true. */
static int is_true(char *formula, const struct blackbox_aiger *a)
{
    char *rest = formula, *line = strsep(&rest, "\n"), *word;
    int all = 1;

    assert_string_equal(line, "p cnf 8 11");
    while ((line = strsep(&rest, "\n")) && *line) {
        int any = 0;
        while ((word = strsep(&line, " "))) {
            int number = atoi(word), at = abs(number);
            any |= number && (at < 8 && a->value[at]) == (number > 0);
        }
        all &= any;
    }
    return all;
}

TEST(formula)
{
    char folder[] = "/tmp/fedx-once-XXXXXX", error[256] = "", path[256], command[160], *formula;
    const struct blackbox_prove_once once = {.folder = folder, .name = "x", .inputs = 2, .cycles = 2};
    struct blackbox_aiger a;
    int both[2] = {0};

    assert_non_null(mkdtemp(folder));
    put(folder, "x.aig", circuit, sizeof circuit - 1);
    snprintf(path, sizeof path, "%s/x.aig", folder);
    assert_int_equal(blackbox_aiger_load(&a, path, error, sizeof error), 0);
    assert_int_equal(blackbox_prove_once_write(&once, error, sizeof error), 0);
    for (int inputs = 0; inputs < 16; inputs++) {
        uint8_t bits[4];
        for (int i = 0; i < 4; i++)
            bits[i] = (uint8_t)(inputs >> i & 1);
        blackbox_aiger_cycle(&a, bits);
        formula = get(folder, "x.cnf");
        assert_non_null(formula);
        assert_int_equal(is_true(formula, &a), blackbox_aiger_output(&a, 0));
        both[blackbox_aiger_output(&a, 0)]++;
        free(formula);
    }
    assert_true(both[0] && both[1]);
    blackbox_aiger_free(&a);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

TEST(answer)
{
    static const struct {
        const char *text;
        int answer;
        const char *witness;
    } cases[] = {{"s SATISFIABLE\nv 1 -2 -3 4\nv 5 -6 0\n", 1, "0\n10\n01\n"},
                 {"s SATISFIABLE\nv -1 2 3 -4 5 6 0\n", 1, "0\n01\n10\n"},
                 {"s UNSATISFIABLE\n", 0, NULL},
                 {"c UNKNOWN\n", -1, NULL},
                 {"s SATISF", -1, NULL},
                 {"", -1, NULL}};
    char folder[] = "/tmp/fedx-once-XXXXXX", command[160], *witness;
    const struct blackbox_prove_once once = {.folder = folder, .name = "x", .inputs = 2, .cycles = 2};

    assert_non_null(mkdtemp(folder));
    assert_int_equal(blackbox_prove_once_read(&once), -1); /* nothing was printed */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        put(folder, "x.solved", cases[i].text, strlen(cases[i].text));
        assert_int_equal(blackbox_prove_once_read(&once), cases[i].answer);
        witness = get(folder, "x.cex");
        if (cases[i].answer > 0)
            assert_string_equal(witness, cases[i].witness);
        free(witness);
    }
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

RUN_TESTS
