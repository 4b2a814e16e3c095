/* SPDX-License-Identifier: Apache-2.0
 *
 * States that ABC has proved never to be reached are added to a circuit; what it has not proved, or not written to the
 * end, is not.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blackbox/prove/blackbox_aiger.h"
#include "blackbox/prove/blackbox_prove_known.h"
#include "../unit.h"

/* A register that has x of the cycle before; the output is always 1. */
static const char circuit[] = "aig 2 1 1 1 0\n2\n1\n";

#define PROVED "# Inductive invariant for \"x\"\n.i 2\n.o 1\n.p 1\n"

static void put(const char *folder, const char *name, const char *text)
{
    char path[256];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* The output with a register that is 1: 0 where that is known never to be. */
static int guarded(const char *folder)
{
    char path[256], error[256] = "";
    struct blackbox_aiger a;
    int output;

    snprintf(path, sizeof path, "%s/out.aig", folder);
    assert_int_equal(blackbox_aiger_load(&a, path, error, sizeof error), 0);
    blackbox_aiger_reset(&a);
    for (int cycle = 0; cycle < 2; cycle++) {
        blackbox_aiger_cycle(&a, (const uint8_t[]){1});
        output = blackbox_aiger_output(&a, 0);
        blackbox_aiger_step(&a);
    }
    blackbox_aiger_free(&a);
    return output;
}

TEST(reads)
{
    static const struct {
        const char *text;
        int states;
    } cases[] = {{PROVED ".ilb lo0 lo1\n.ob inv\n1- 1\n.e\n", 1},
                 {PROVED ".ilb lo0 lo1\n.ob inv\n10 1\n.e\n", 1}, /* lo1 guards, and is 0 */
                 {PROVED ".ilb lo0 lo1\n.ob inv\n11 1\n.e\n", 0}, /* it is never 1 */
                 {PROVED ".ilb lo0 lo1\n.ob inv\n0- 1\n.e\n", 0}, /* registers begin with 0 */
                 {PROVED ".ilb lo0 lo1\n.ob inv\n1", 0},          /* not written to the end */
                 {PROVED ".ilb lo0 lo7\n.ob inv\n1- 1\n.e\n", 0}, /* not of this circuit */
                 {"# Clauses of the last timeframe for \"x\"\n.ilb lo0 lo1\n1- 1\n.e\n", 0},
                 {"", 0}};
    char folder[] = "/tmp/fedx-known-XXXXXX", error[256] = "", name[128], command[160];
    const struct blackbox_prove_known k = {
        .folder = folder, .circuit = "hash", .part = "part", .whole = "whole", .out = "out"};
    int compared = 0;

    assert_non_null(mkdtemp(folder));
    put(folder, "part.aig", circuit);
    for (int whole = 0; whole < 2; whole++)
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++, compared++) {
            blackbox_prove_known_name(&k, whole ? k.whole : k.part, 0, name, sizeof name);
            put(folder, name, cases[i].text);
            assert_int_equal(blackbox_prove_known_write(&k, error, sizeof error), cases[i].states);
            assert_int_equal(guarded(folder), !cases[i].states);
        }
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    COMPARED(compared, "files of states");
}

RUN_TESTS
