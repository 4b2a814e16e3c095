/* SPDX-License-Identifier: Apache-2.0
 *
 * Windows of delivered packets, and what went in meanwhile: by hand, whatever comes in the cycle in which one is full,
 * and at random against a count of its own, with the windows saved and loaded in the middle.
 */
#include <stdlib.h>

#include "../unit.h"
#include "measure/windows.h"

TEST(by_hand)
{
    struct windows_settings settings = {.endpoints = 3, .count = 2, .packets = 3, .begin = 10};
    struct windows *w = windows_create(&settings);

    windows_delivered(w, 0, 9); /* before the first one */
    windows_injected(w, 0, 9);
    windows_delivered(w, 0, 10);
    windows_injected(w, 1, 10);
    windows_delivered(w, 2, 11);
    assert_int_equal(windows_complete(w), 0);
    windows_delivered(w, 2, 14);
    assert_int_equal(windows_complete(w), 1);
    windows_delivered(w, 1, 14); /* the window ends with the cycle */
    windows_injected(w, 2, 14);
    windows_injected(w, 2, 15); /* that of the next one */
    assert_int_equal(windows_complete(w), 1);
    assert_int_equal(windows_begin(w, 0), 10);
    assert_int_equal(windows_begin(w, 1), 15);
    windows_delivered(w, 1, 20);
    windows_delivered(w, 1, 20);
    windows_delivered(w, 1, 20);
    assert_int_equal(windows_complete(w), 2);
    assert_int_equal(windows_begin(w, 2), 21);
    windows_injected(w, 0, 21); /* behind the last one */
    windows_delivered(w, 0, 21);
    assert_int_equal(windows_complete(w), 2);
    static const uint64_t from[WINDOWS_WHATS][2][3] = {
        [WINDOWS_DELIVERED] = {{1, 1, 2}, {0, 3, 0}}, [WINDOWS_INJECTED] = {{0, 1, 1}, {0, 0, 1}}};
    for (enum windows_what what = 0; what < WINDOWS_WHATS; what++)
        for (int i = 0; i < 2; i++)
            for (int n = 0; n < 3; n++)
                assert_int_equal(windows_from(w, what, i, n), from[what][i][n]);
    assert_int_equal(windows_begin(w, 2), 21);
    windows_destroy(w);
    COMPARED(20, "figures");
}

enum { RUNS = 50, NODES = 7, COUNT = 4, CYCLES = 400 };

/* The same, counted cycle by cycle. */
struct count {
    uint64_t from[WINDOWS_WHATS][COUNT + 1][NODES], begin[COUNT + 1], packets;
    int window;
};

static void count_cycle(struct count *c, const struct windows_settings *s, const int (*packets)[NODES], uint64_t now)
{
    if (now < s->begin || c->window == COUNT)
        return;
    for (int n = 0; n < NODES; n++) {
        for (enum windows_what what = 0; what < WINDOWS_WHATS; what++)
            c->from[what][c->window][n] += (uint64_t)packets[what][n];
        c->packets += (uint64_t)packets[WINDOWS_DELIVERED][n];
    }
    if (c->packets < s->packets)
        return;
    c->packets = 0;
    c->begin[++c->window] = now + 1;
}

static struct windows *saved_and_loaded(struct windows *w, const struct windows_settings *s)
{
    struct archive save = {0}, load = {0};
    struct windows *other = windows_create(s);

    archive_save(&save);
    windows_archive(w, &save);
    assert_int_equal(archive_end(&save), 0);
    archive_load(&load, save.bytes, save.length);
    windows_archive(other, &load);
    assert_int_equal(archive_end(&load), 0);
    archive_finish(&save);
    windows_destroy(w);
    return other;
}

static void compare(const struct windows *w, const struct count *c)
{
    assert_int_equal(windows_complete(w), c->window);
    for (int i = 0; i <= c->window; i++)
        assert_int_equal(windows_begin(w, i), c->begin[i]);
    for (int i = 0; i < c->window; i++)
        for (int n = 0; n < NODES; n++)
            for (enum windows_what what = 0; what < WINDOWS_WHATS; what++)
                assert_int_equal(windows_from(w, what, i, n), c->from[what][i][n]);
}

TEST(at_random)
{
    int windows = 0;

    srand(3);
    for (int run = 0; run < RUNS; run++) {
        struct windows_settings s = {NODES, COUNT, 1 + (uint64_t)(rand() % 90), (uint64_t)(rand() % 50)};
        struct windows *w = windows_create(&s);
        struct count c = {.begin = {s.begin}};
        for (uint64_t now = 0; now < CYCLES; now++) {
            int packets[WINDOWS_WHATS][NODES];
            for (int n = 0; n < NODES; n++) { /* of one node after the other, as the scoreboard enters them */
                packets[WINDOWS_INJECTED][n] = rand() % 6 == 0;
                if (packets[WINDOWS_INJECTED][n])
                    windows_injected(w, n, now);
                packets[WINDOWS_DELIVERED][n] = rand() % 8 == 0;
                if (packets[WINDOWS_DELIVERED][n])
                    windows_delivered(w, n, now);
            }
            count_cycle(&c, &s, packets, now);
            if (rand() % 60 == 0)
                w = saved_and_loaded(w, &s);
            compare(w, &c);
        }
        windows += c.window;
        windows_destroy(w);
    }
    assert_true(windows > RUNS);
    COMPARED(windows, "windows after every cycle");
}

RUN_TESTS
