/* SPDX-License-Identifier: Apache-2.0
 *
 * Circuits in AIGER: one is read and played, and asked what its outputs depend on; damaged ones are refused.
 */
#include <stdlib.h>
#include <unistd.h>

#include "blackbox/prove/blackbox_aiger.h"
#include "../unit.h"

/* Two inputs x and z, a register that has x of the cycle before, and a gate: y = x and the register; w is z inverted.
 */
static const char circuit[] = "aig 4 2 1 2 1\n2\n8\n5\n\x02\x04i0 x\ni1 z\nl0 q\no0 y[0]\no1 w\nc\nmade by hand\n";

/* @param length  bytes of it that are written */
static int load(struct blackbox_aiger *a, size_t length)
{
    char path[] = "/tmp/fedx-aiger-XXXXXX", error[256] = "";
    int file = mkstemp(path), status;

    assert_true(file >= 0);
    assert_int_equal(write(file, circuit, length), (ssize_t)length);
    close(file);
    status = blackbox_aiger_load(a, path, error, sizeof error);
    assert_true((status == 0) == (*error == 0));
    unlink(path);
    return status;
}

TEST(plays)
{
    struct blackbox_aiger a;
    int count, before = 0, y, cycles = 0;

    assert_int_equal(load(&a, sizeof circuit - 1), 0);
    y = blackbox_aiger_find(&a, "y", &count);
    assert_int_equal(y, 0);
    assert_int_equal(count, 1);
    assert_int_equal(blackbox_aiger_find(&a, "none", &count), -1);
    blackbox_aiger_reset(&a);
    for (unsigned pattern = 0x5d2c; pattern; pattern >>= 1, cycles++) {
        const uint8_t inputs[] = {pattern & 1, pattern >> 1 & 1};
        blackbox_aiger_cycle(&a, inputs);
        assert_int_equal(blackbox_aiger_output(&a, y), before & inputs[0]);
        assert_int_equal(blackbox_aiger_output(&a, 1), !inputs[1]);
        before = inputs[0];
        blackbox_aiger_step(&a);
    }
    blackbox_aiger_free(&a);
    COMPARED(cycles, "cycles");
}

/* With the register tied to 1, y is x; a tie of something that is not there changes nothing. */
TEST(ties)
{
    const struct blackbox_aiger_tie one[] = {{"none", 1}, {"q", 1}, {NULL, 0}};
    char path[] = "/tmp/fedx-aiger-XXXXXX", error[256] = "";
    struct blackbox_aiger a, tied;

    close(mkstemp(path));
    assert_int_equal(load(&a, sizeof circuit - 1), 0);
    for (int from = 0; from < 3; from++) {
        assert_int_equal(blackbox_aiger_write(&a, one + from, path, error, sizeof error), 0);
        assert_int_equal(blackbox_aiger_load(&tied, path, error, sizeof error), 0);
        blackbox_aiger_reset(&tied);
        for (uint8_t x = 0; x < 2; x++) {
            blackbox_aiger_cycle(&tied, (const uint8_t[]){x, 0});
            assert_int_equal(blackbox_aiger_output(&tied, 0), from < 2 ? x : 0);
        }
        blackbox_aiger_free(&tied);
    }
    blackbox_aiger_free(&a);
    unlink(path);
}

/* Output y is 0 from the cycle on in which a state that is never to be there is: q is 1. */
TEST(guards)
{
    const struct blackbox_aiger_tie none[] = {{NULL, 0}};
    const uint32_t never[] = {6, 0};
    char path[] = "/tmp/fedx-aiger-XXXXXX", error[256] = "";
    struct blackbox_aiger a, guarded, read;

    close(mkstemp(path));
    assert_int_equal(load(&a, sizeof circuit - 1), 0);
    assert_int_equal(blackbox_aiger_guard(&a, never, 2, &guarded), 0);
    assert_int_equal(blackbox_aiger_write(&guarded, none, path, error, sizeof error), 0);
    assert_int_equal(blackbox_aiger_load(&read, path, error, sizeof error), 0);
    assert_int_equal(read.latches, a.latches + 1);
    blackbox_aiger_reset(&read);
    for (int cycle = 0; cycle < 6; cycle++) {
        blackbox_aiger_cycle(&read, (const uint8_t[]){cycle == 2, 0});
        assert_int_equal(blackbox_aiger_output(&read, 1), cycle < 3); /* always 1 without the guard */
        blackbox_aiger_step(&read);
    }
    blackbox_aiger_free(&a);
    blackbox_aiger_free(&guarded);
    blackbox_aiger_free(&read);
    unlink(path);
}

/* Opened, q is what its input says in the first cycle, and as before from then on; else it begins as 0 or 1, or
 * is 1 for ever. */
TEST(opens)
{
    const struct blackbox_aiger_tie none[] = {{NULL, 0}}, one[] = {{"q", 1}, {NULL, 0}};
    struct blackbox_aiger a, opened;

    assert_int_equal(load(&a, sizeof circuit - 1), 0);
    for (uint8_t start = BLACKBOX_AIGER_ZERO; start <= BLACKBOX_AIGER_ANY; start++)
        for (uint8_t first = 0; first < 2; first++) {
            int q = start == BLACKBOX_AIGER_ANY ? first : start == BLACKBOX_AIGER_ONE;
            assert_int_equal(blackbox_aiger_open(&a, &start, none, &opened), 0);
            assert_int_equal(opened.inputs, a.inputs + (start == BLACKBOX_AIGER_ANY));
            assert_int_equal(opened.latches, a.latches + 1);
            assert_string_equal(opened.latch_name[0], "q");
            blackbox_aiger_reset(&opened);
            for (int cycle = 0; cycle < 4; cycle++) {
                blackbox_aiger_cycle(&opened, (const uint8_t[]){cycle != 1, 0, first});
                assert_int_equal(blackbox_aiger_output(&opened, 0), cycle == 0 ? q : cycle == 3);
                assert_int_equal(blackbox_aiger_output(&opened, 1), 1);
                blackbox_aiger_step(&opened);
            }
            blackbox_aiger_free(&opened);
        }
    assert_int_equal(blackbox_aiger_open(&a, (const uint8_t[]){BLACKBOX_AIGER_ANY}, one, &opened), 0);
    assert_int_equal(opened.inputs, a.inputs);
    for (uint8_t x = 0; x < 2; x++) {
        blackbox_aiger_reset(&opened);
        blackbox_aiger_cycle(&opened, (const uint8_t[]){x, 0});
        assert_int_equal(blackbox_aiger_output(&opened, 0), x);
    }
    blackbox_aiger_free(&opened);
    blackbox_aiger_free(&a);
}

/* q is as it begins, and one cycle later anything, for x is. A register that only a constant is written to is known. */
TEST(settles)
{
    const struct blackbox_aiger_tie one[] = {{"q", 1}, {NULL, 0}};
    struct blackbox_aiger a;
    uint8_t start;

    assert_int_equal(load(&a, sizeof circuit - 1), 0);
    assert_int_equal(blackbox_aiger_settle(&a, one, BLACKBOX_AIGER_ANY, 0, &start), 0);
    assert_int_equal(start, BLACKBOX_AIGER_ONE);
    assert_int_equal(blackbox_aiger_settle(&a, one, BLACKBOX_AIGER_ANY, 1, &start), 0);
    assert_int_equal(start, BLACKBOX_AIGER_ANY);
    a.next[0] = 0;
    assert_int_equal(blackbox_aiger_settle(&a, one, BLACKBOX_AIGER_ANY, 1, &start), 0);
    assert_int_equal(start, BLACKBOX_AIGER_ZERO);
    a.next[0] = blackbox_aiger_and(&a, 3, 2); /* x and not x: known of each by itself, it may be 1 */
    assert_int_equal(a.next[0], 0);
    a.next[0] = a.output[0] ^ 1; /* not (x and q), with q at 0 */
    assert_int_equal(blackbox_aiger_settle(&a, one + 1, BLACKBOX_AIGER_ANY, 1, &start), 0);
    assert_int_equal(start, BLACKBOX_AIGER_ANY);
    assert_int_equal(blackbox_aiger_settle(&a, one + 1, BLACKBOX_AIGER_ZERO, 1, &start), 0);
    assert_int_equal(start, BLACKBOX_AIGER_ONE);
    blackbox_aiger_free(&a);
}

TEST(depends)
{
    struct blackbox_aiger a;

    assert_int_equal(load(&a, sizeof circuit - 1), 0);
    assert_int_equal(blackbox_aiger_depends(&a, 0, 1, "x"), 1);
    assert_int_equal(blackbox_aiger_depends(&a, 0, 1, "z"), 0);
    assert_int_equal(blackbox_aiger_depends(&a, 1, 1, "z"), 1);
    assert_int_equal(blackbox_aiger_depends(&a, 0, 2, "z"), 1);
    blackbox_aiger_free(&a);
}

/* Up to the names all of it is needed. */
TEST(refuses)
{
    size_t needed = (size_t)(strstr(circuit, "i0 x") - circuit);
    int refused = 0;

    for (size_t length = 0; length < needed; length++) {
        struct blackbox_aiger a;
        refused += load(&a, length) != 0;
        blackbox_aiger_free(&a);
    }
    assert_true(refused >= (int)needed - 1);
    COMPARED(refused, "damaged circuits");
}

RUN_TESTS
