/* SPDX-License-Identifier: Apache-2.0
 *
 * Message traces: what is read, by source and in order, and what is refused, with
 * file and line.
 */
#include <stdlib.h>
#include <unistd.h>

#include "../unit.h"
#include "traffic/traffic.h"

static char path[] = "/tmp/trace_XXXXXX";

static void write_bytes(const char *contents, size_t length)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fwrite(contents, 1, length, file);
    fclose(file);
}

static struct trace *read_text(const char *contents, int nodes, char *text)
{
    write_bytes(contents, strlen(contents));
    return trace_read(path, nodes, text, 300);
}

TEST(good)
{
    char text[300];
    struct trace *t;
    struct source s;
    struct traffic traffic;

    t = read_text(
        "# time source destination packets\n\n0 2 1 25\n 7\t0 3 1 # and a comment\r\n7 2 0 255\n7 2 2 1\n9 3 0 5", 4,
        text);
    assert_non_null(t);
    assert_int_equal(t->first[0], 0);
    assert_int_equal(t->first[1], 1);
    assert_int_equal(t->first[2], 1);
    assert_int_equal(t->first[3], 4);
    assert_int_equal(t->first[4], 5);
    traffic_init(&traffic, 2, 2);
    traffic.trace = t;
    source_init(&s, NULL, 0, 320, &traffic, 1, 2, 4);
    static const int expected[3][3] = {{0, 1, 25}, {7, 0, 255}, {7, 2, 1}};
    for (int i = 0; i < 3; i++) {
        struct source_message m;
        assert_true(s.next == expected[i][0]);
        assert_int_equal(source_take(&s, &m), 1);
        assert_int_equal(m.destination, expected[i][1]);
        assert_int_equal(m.packets, expected[i][2]);
    }
    assert_true(isinf(s.next));
    source_init(&s, NULL, 0, 320, &traffic, 1, 1, 4);
    assert_true(isinf(s.next));
    trace_destroy(t);

    t = read_text("", 4, text);
    assert_non_null(t);
    assert_int_equal(t->first[4], 0);
    trace_destroy(t);
    trace_destroy(NULL);
}

/* Random traces come back message for message. */
TEST(random_traces)
{
    enum { MESSAGES = 3000 };
    static struct trace_message by_source[16][MESSAGES];
    static char contents[MESSAGES * 32];
    size_t count[16] = {0}, compared = 0, at = 0;
    struct rng r = rng_stream(3, 0);
    uint64_t time = 0;
    char text[300];

    for (int i = 0; i < MESSAGES; i++) {
        unsigned source = rng_below(&r, 16);
        struct trace_message m = {time += rng_below(&r, 100), (uint16_t)rng_below(&r, 16),
                                  (uint8_t)(1 + rng_below(&r, 255))};
        at += (size_t)sprintf(contents + at, "%u %u %u %u\n", (unsigned)time, source, m.destination, m.packets);
        by_source[source][count[source]++] = m;
    }
    struct trace *t = read_text(contents, 16, text);
    assert_non_null(t);
    for (int n = 0; n < 16; n++) {
        assert_int_equal(t->first[n + 1] - t->first[n], count[n]);
        for (size_t i = 0; i < count[n]; i++, compared++) {
            const struct trace_message *m = &t->message[t->first[n] + i];
            assert_int_equal(m->time, by_source[n][i].time);
            assert_int_equal(m->destination, by_source[n][i].destination);
            assert_int_equal(m->packets, by_source[n][i].packets);
        }
    }
    trace_destroy(t);
    COMPARED(compared, "messages");
}

static const struct {
    const char *contents, *line, *words;
} bad_traces[] = {
    {"0 0 4 1\n", ":1: ", "destination 4 is not in the fabric (nodes 0 to 3)"},
    {"# x\n0 0 1 1\n5 77 1 1\n", ":3: ", "source 77 is not in the fabric"},
    {"0 0 1 0\n", ":1: ", "packets 0 must be from 1 to 255"},
    {"0 0 1 256\n", ":1: ", "packets 256 must be from 1 to 255"},
    {"-1 0 1 1\n", ":1: ", "time must be a whole number, not negative"},
    {"5 0 1 1\n4 0 1 1\n", ":2: ", "time 4 must not be before"},
    {"0 0 1\n", ":1: ", "packets must be a whole number"},
    {"0 0 1 1 1\n", ":1: ", "more than the four numbers"},
    {"0 0 1 1x\n", ":1: ", "packets must be a whole number"},
    {"0 0x 1 1\n", ":1: ", "source must be a whole number"},
    {"0 0 +1 1\n", ":1: ", "destination must be a whole number"},
    {"garbage\n", ":1: ", "time must be a whole number"},
    {"1.5 0 1 1\n", ":1: ", "time must be a whole number"},
    {"99999999999999999999999 0 1 1\n", ":1: ", "time must be a whole number"},
    {"9007199254740993 0 1 1\n", ":1: ", "up to 2^53"},
    {"0 65536 1 1\n", ":1: ", "source 65536 is not in the fabric"},
    {"18446744073709551616 0 1 1\n", ":1: ", "time must be a whole number"},
};

TEST(bad)
{
    unsigned n = 0;

    for (; n < sizeof bad_traces / sizeof bad_traces[0]; n++) {
        char text[300] = "";
        assert_null(read_text(bad_traces[n].contents, 4, text));
        assert_memory_equal(text, path, strlen(path));
        assert_memory_equal(text + strlen(path), bad_traces[n].line, strlen(bad_traces[n].line));
        assert_non_null(strstr(text, bad_traces[n].words));
        assert_null(strchr(text, '\n'));
    }
    char text[300];
    assert_null(trace_read("/nowhere/trace", 4, text, sizeof text));
    assert_non_null(strstr(text, "cannot read /nowhere/trace: "));
    assert_null(trace_read("/tmp", 4, text, sizeof text));
    assert_non_null(strstr(text, "cannot read /tmp: "));
    write_bytes("0 0 1 1\n0 0\0 1 1\n1 0 1 1\n", 26);
    assert_null(trace_read(path, 4, text, sizeof text));
    assert_non_null(strstr(text, ":2: a byte that is zero"));
    COMPARED(n + 3, "bad traces");
}

static int make_file(void **state)
{
    (void)state;
    int file = mkstemp(path);
    return file < 0 ? -1 : close(file);
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

RUN_TESTS_BETWEEN(make_file, remove_file)
