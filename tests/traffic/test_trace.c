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

/* What messages depend on, by source, and printed as it was read. */
TEST(dependencies)
{
    static const char contents[] = "# time source destination packets class id deps delay\n"
                                   "0 2 1 25 0 7\n0 3 1 1 1 900\n4 1 0 2 1 8 7,900 30\n5 0 2 3 0 9 8 0\n5 1 2 1 0 10\n";
    char text[300], *printed;
    size_t length;
    struct trace *t = read_text(contents, 4, text);
    FILE *out = open_memstream(&printed, &length);
    /* By source: message 0 is that of node 0, 1 and 2 are those of node 1. */
    static const size_t place[] = {3, 4, 1, 0, 2};

    assert_non_null(t);
    assert_int_equal(t->classes, 1);
    assert_int_equal(t->links->slots[1], 2);
    assert_int_equal(t->links->slots[0], 1);
    assert_int_equal(t->links->slots[2], 0);
    assert_int_equal(t->links->link[1].delay, 30);
    assert_true(trace_depends(t->links, 0) && trace_depends(t->links, 1) && !trace_depends(t->links, 2));
    assert_int_equal(t->links->dependent[t->links->link[4].dependents], 1);
    trace_print_title(t, out);
    for (int i = 0; i < 5; i++) {
        static const char *const starts[] = {"0 2 1 25", "0 3 1 1", "4 1 0 2", "5 0 2 3", "5 1 2 1"};
        fputs(starts[i], out);
        trace_print_more(t, place[i], out);
        fputc('\n', out);
    }
    fclose(out);
    assert_string_equal(printed, contents);
    free(printed);
    trace_destroy(t);

    t = read_text("0 0 1 1 1\n0 1 0 1 0 5\n", 4, text);
    assert_non_null(t);
    assert_int_equal(t->classes, 1);
    assert_null(t->links);
    trace_destroy(t);
}

/* Lines with several destinations; one that depends on such a message depends on the copy that comes to its source. */
TEST(several_destinations)
{
    static const struct {
        int source;
        uint32_t destination, copy, copies;
    } messages[] = {{0, 3, 0, 3}, {0, 1, 1, 3}, {0, 2, 2, 3}, {0, 3, 0, 2}, {0, 2, 1, 2}, {2, 0, 0, 0}};
    enum { MESSAGES = sizeof messages / sizeof *messages };
    char text[300];
    struct trace *t = read_text("0 0 3,1,2 5 0 7\n1 2 0 1 1 8 7 0\n1 0 3,2 1 0 9 8 4\n", 4, text);

    assert_non_null(t);
    assert_int_equal(t->multicasts, 1);
    for (size_t m = 0; m < MESSAGES; m++) {
        uint32_t copy;
        assert_int_equal(t->message[m].destination, messages[m].destination);
        assert_int_equal(trace_copies(t, messages[m].source, m, &copy), messages[m].copies);
        assert_int_equal(copy, messages[m].copy);
    }
    assert_int_equal(t->links->need[t->links->link[5].needs], 2);
    assert_true(trace_depends(t->links, 3) && trace_depends(t->links, 4) && !trace_depends(t->links, 2));
    assert_int_equal(t->links->link[4].delay, 4);
    trace_destroy(t);
    assert_null(read_text("0 0 1,1 5\n", 4, text));
    assert_non_null(strstr(text, "destination 1 is there twice"));
    assert_null(read_text("0 0 1, 5\n", 4, text));
    assert_null(read_text("0 0 1,4 5\n", 4, text));
    assert_non_null(strstr(text, "destination 4 is not in the fabric"));
    assert_null(read_text("0 0 1,2 5 0 7 7 0\n", 4, text));
    assert_non_null(strstr(text, "no line above has the id 7"));
    assert_null(read_text("0 0 1,2 5 0 7\n0 3 1 1 0 8 7 0\n", 4, text));
    COMPARED(MESSAGES, "messages");
}

/* A trace's hash is of all that it says. */
TEST(hashes)
{
    static const char *const traces[] = {
        "0 0 1 1 0 5\n1 1 2 1 0 6 5 0\n",
        "0 0 1 1 0 5\n1 1 2 1 0 6 5 1\n",
        "0 0 1 1 0 5\n1 1 2 1 0 7 5 0\n",
        "0 0 1 1 0 5\n1 1 2 1 1 6 5 0\n",
        "0 0 1 1 0 5\n1 1 2 1 0 6\n",
        "0 0 1 2 0 5\n1 1 2 1 0 6 5 0\n",
        "0 0 1 1 0 5\n1 1 2 1 0 6 5,5 0\n",
        "0 0 1,2 1\n",
        "0 0 1 1\n0 0 2 1\n",
    };
    enum { TRACES = sizeof traces / sizeof *traces };
    uint64_t hash[TRACES];
    char text[300];

    for (int i = 0; i < TRACES; i++) {
        struct trace *t = read_text(traces[i], 4, text);
        assert_non_null(t);
        hash[i] = trace_hash(t, 4);
        trace_destroy(t);
        for (int k = 0; k < i; k++)
            assert_true(hash[i] != hash[k]);
    }
    COMPARED(TRACES, "traces");
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
        struct trace_message m = {.time = time += rng_below(&r, 100),
                                  .destination = (uint16_t)rng_below(&r, 16),
                                  .packets = (uint8_t)(1 + rng_below(&r, 255))};
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
    {"0 0 1 1 2\n", ":1: ", "class 2 must be 0 or 1"},
    {"0 0 1 1 0 x\n", ":1: ", "id must be a whole number"},
    {"0 0 1 1 0 5\n0 1 0 1 0 5\n", ":2: ", "id 5 is that of a line above"},
    {"0 0 1 1 0 5\n0 1 0 1 0 6 7 0\n", ":2: ", "deps: no line above has the id 7"},
    {"0 0 0 1 0 5 5 0\n", ":1: ", "deps: no line above has the id 5"},
    {"0 0 1 1 0 5\n0 2 0 1 0 6 5 0\n", ":2: ", "deps: message 5 goes to node 1, not to 2, the source of this one"},
    {"0 0 1 1 0 5\n0 1 0 1 0 6 5\n", ":2: ", "deps must be followed by a delay from 0 to 4294967295"},
    {"0 0 1 1 0 5\n0 1 0 1 0 6 5 4294967296\n", ":2: ", "deps must be followed by a delay"},
    {"0 0 1 1 0 5\n0 1 0 1 0 6 5,, 1\n", ":2: ", "deps must be ids with commas between them"},
    {"0 0 1 1 0 5\n0 1 0 1 0 6 5,x 1\n", ":2: ", "deps must be ids with commas between them"},
    {"0 0 1 1 0 5\n0 1 0 1 0 6 5x 1\n", ":2: ", "deps must be followed by a delay"},
    {"0 0 1 1 0 5\n0 1 0 1 0 6 5 1 1\n", ":2: ", "more than time source destination packets [class"},
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
