/* SPDX-License-Identifier: Apache-2.0
 *
 * Relations between registers are guessed from random runs, and one that is wrong in a rare case is not kept: ABC
 * knows.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blackbox/prove/blackbox_aiger.h"
#include "blackbox/prove/blackbox_prove_engine.h"
#include "blackbox/prove/blackbox_prove_guess.h"
#include "blackbox/prove/blackbox_prove_known.h"
#include "../unit.h"

/* Two bits that are never 1 together; two numbers that are equal; and one that is 1 behind a word of 40 bits. */
enum { INPUTS = 40, FIRST, SECOND, COUNT, SAME = COUNT + 2, RARE = SAME + 2, LATCHES = RARE + 1 - FIRST };
static const char *const names[LATCHES] = {"network.first",   "network.second",  "network.count[0]", "network.count[1]",
                                           "network.same[0]", "network.same[1]", "network.rare"};

static uint32_t latch(int number)
{
    return 2 * (uint32_t)number;
}

static struct blackbox_aiger circuit(void)
{
    struct blackbox_aiger a = {.inputs = INPUTS, .latches = LATCHES, .outputs = 1};
    uint32_t next[LATCHES], all = 1;

    for (uint32_t i = 1; i <= INPUTS; i++)
        all = blackbox_aiger_and(&a, all, 2 * i);
    next[0] = 2;
    next[1] = blackbox_aiger_and(&a, 3, 4);
    for (int number = COUNT; number <= SAME; number += 2) {
        next[number - FIRST] = blackbox_aiger_xor(&a, latch(number), 6);
        next[number + 1 - FIRST] = blackbox_aiger_xor(&a, latch(number + 1), blackbox_aiger_and(&a, latch(number), 6));
    }
    next[RARE - FIRST] = blackbox_aiger_or(&a, latch(RARE), all);
    a.next = malloc(sizeof next);
    a.output = malloc(sizeof *a.output);
    a.latch_name = calloc(LATCHES, sizeof *a.latch_name);
    assert_true(a.next && a.output && a.latch_name && !a.failed);
    memcpy(a.next, next, sizeof next);
    a.output[0] = 1; /* of which all registers are made part below */
    for (int i = 0; i < LATCHES; i++)
        a.output[0] = blackbox_aiger_xor(&a, a.output[0], latch(FIRST + i));
    return a;
}

/* A file with the names of registers, which ABC and the guesses read. */
static void put(const char *folder, const char *name, const struct blackbox_aiger *a, int named)
{
    static const struct blackbox_aiger_tie none[] = {{NULL, 0}};
    char path[256], error[256];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s.aig", folder, name);
    assert_int_equal(blackbox_aiger_write(a, none, path, error, sizeof error), 0);
    file = fopen(path, "a");
    assert_non_null(file);
    for (int i = 0; i < LATCHES && named; i++)
        fprintf(file, "l%d %s\n", i, names[i]);
    fclose(file);
}

/* Whether a guess says that registers never have these values, the first one in bit 0. */
static int is_excluded(struct blackbox_aiger *guesses, unsigned values)
{
    uint8_t inputs[LATCHES + 1];
    int any = 0;

    for (int i = 0; i < LATCHES; i++)
        inputs[i] = values >> i & 1;
    inputs[LATCHES] = 1; /* the first cycle is over */
    free(guesses->value);
    guesses->value = calloc((size_t)(guesses->inputs + guesses->gates) + 1, 1);
    assert_non_null(guesses->value);
    blackbox_aiger_cycle(guesses, inputs);
    for (int i = 0; i < guesses->outputs; i++)
        any |= blackbox_aiger_output(guesses, i);
    return any;
}

/* Registers first and second; count 3 and same 3; count 1 and same 2; rare */
enum { BOTH = 3, EQUAL = 0x3c, UNEQUAL = 0x24, RARELY = 0x40 };

static void compare(struct blackbox_aiger *guesses, int rare)
{
    assert_int_equal(is_excluded(guesses, 0), 0);
    assert_int_equal(is_excluded(guesses, EQUAL), 0);
    assert_int_equal(is_excluded(guesses, BOTH), 1);
    assert_int_equal(is_excluded(guesses, UNEQUAL), 1);
    assert_int_equal(is_excluded(guesses, RARELY), rare);
}

/* The circuit of all traffic, with names: as proofs have it, whose first cycle is told from the others. */
static void write_whole(const char *folder, const struct blackbox_aiger *a, struct blackbox_aiger *whole)
{
    static const struct blackbox_aiger_tie none[] = {{NULL, 0}};
    char error[256], path[256];
    struct blackbox_aiger named;
    uint8_t start[LATCHES];

    put(folder, "prove", a, 1);
    snprintf(path, sizeof path, "%s/prove.aig", folder);
    assert_int_equal(blackbox_aiger_load(&named, path, error, sizeof error), 0);
    memset(start, BLACKBOX_AIGER_ZERO, sizeof start);
    assert_int_equal(blackbox_aiger_open(&named, start, none, whole), 0);
    put(folder, "whole-0", whole, 0);
    blackbox_aiger_free(&named);
}

static void guesses(void **state)
{
    char folder[] = "/tmp/fedx-guess-XXXXXX", error[256] = "", path[256], command[160];
    const struct blackbox f = {.sources = 1, .sinks = 1, .channels = 1};
    struct blackbox_aiger a = circuit(), named, guessed;
    const int output = 0;

    (void)state;
    assert_non_null(mkdtemp(folder));
    write_whole(folder, &a, &named);
    assert_int_equal(blackbox_prove_guess(&named, &named, &output, 1, &guessed), 0);
    compare(&guessed, 1); /* no run has seen it */
    COMPARED(guessed.outputs, "guesses");
    blackbox_aiger_free(&guessed);
    if (blackbox_prove_tools(error, sizeof error) == 0) {
        const struct blackbox_prove_known k = {folder, "hash", "whole-0", "whole-0", "out", "sure-whole-0", 0, 1};
        int proved = blackbox_prove_suppose(&(struct blackbox_prove_guesses){
            .folder = folder, .f = &f, .split = BLACKBOX_PROVE_WHOLE, .outputs = &output, .count = 1, .seconds = 60});
        assert_true(proved > 0);
        snprintf(path, sizeof path, "%s/sure-whole-0.aig", folder);
        assert_int_equal(blackbox_aiger_load(&guessed, path, error, sizeof error), 0);
        assert_int_equal(guessed.outputs, proved);
        compare(&guessed, 0);
        assert_int_equal(blackbox_prove_known_write(&k, error, sizeof error), proved);
        COMPARED(proved, "guesses that are proved");
        blackbox_aiger_free(&guessed);
    }
    blackbox_aiger_free(&named);
    blackbox_aiger_free(&a);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(guesses)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
