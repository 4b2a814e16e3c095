/* SPDX-License-Identifier: Apache-2.0
 *
 * When messages of a trace appear that depend on others.
 */
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "../unit.h"
#include "traffic/traffic.h"

static struct trace *trace_of(const char *contents, int nodes)
{
    char path[] = "/tmp/trace_XXXXXX", text[300];
    int file = mkstemp(path);
    struct trace *t;

    assert_true(file >= 0 && write(file, contents, strlen(contents)) == (ssize_t)strlen(contents));
    close(file);
    t = trace_read(path, nodes, text, sizeof text);
    unlink(path);
    assert_non_null(t);
    return t;
}

/* Node 1 sends what depends on messages of nodes 0 and 2, and one that depends on nothing. */
static const char example[] = "0 0 1 2 0 1\n"
                              "0 2 1 1 0 2\n"
                              "5 1 0 1 0 3 1,2 10\n"
                              "5 1 2 1 0 4 2 0\n"
                              "70 1 3 1 0 5\n"
                              "70 1 0 4 0 6 2 0\n";

/* Places in the trace, from 1: by source. */
enum { OF_0 = 1, BOTH, SECOND, ALONE, LATE, OF_2 };

/* The source of node 1. */
static void begin(struct source *s, struct traffic *traffic, const struct trace *t)
{
    traffic_init(traffic, 2, 2);
    traffic->trace = t;
    assert_int_equal(source_init(s, NULL, 0, 320, traffic, 1, 1, 4), 0);
}

static void takes(struct source *s, double when, uint64_t traced)
{
    struct source_message m;

    assert_true(s->next == when);
    assert_int_equal(source_take(s, &m), 1);
    assert_int_equal(m.traced, traced);
}

TEST(appear_when_all_have_come)
{
    struct trace *t = trace_of(example, 4);
    struct traffic traffic;
    struct source s;

    begin(&s, &traffic, t);
    assert_true(s.next == 70);
    source_delivered(&s, OF_0, 20);
    assert_true(s.next == 70);
    source_delivered(&s, OF_2, 30); /* one of those that depend on it is not due before cycle 70 */
    takes(&s, 31, SECOND);
    assert_true(s.next == 70);
    source_delivered(&s, OF_0, 40); /* its second packet */
    takes(&s, 51, BOTH);
    takes(&s, 70, ALONE); /* in the order of the file */
    takes(&s, 70, LATE);
    assert_true(isinf(s.next));
    source_finish(&s);
    trace_destroy(t);
}

TEST(nothing_appears_after_the_end)
{
    struct trace *t = trace_of(example, 4);
    struct traffic traffic;
    struct source s;

    begin(&s, &traffic, t);
    source_end(&s);
    source_delivered(&s, OF_2, 30);
    assert_true(isinf(s.next));
    source_finish(&s);
    trace_destroy(t);
}

TEST(goes_on_from_an_archive)
{
    struct trace *t = trace_of(example, 4);
    struct traffic traffic;
    struct source s, again;
    struct archive saved = {0}, loaded;

    begin(&s, &traffic, t);
    assert_int_equal(source_init(&again, NULL, 0, 320, &traffic, 1, 1, 4), 0);
    source_delivered(&s, OF_0, 20);
    source_delivered(&s, OF_2, 30);
    archive_save(&saved);
    source_archive(&s, &saved);
    assert_int_equal(archive_end(&saved), 0);
    archive_load(&loaded, saved.bytes, saved.length);
    source_archive(&again, &loaded);
    assert_int_equal(archive_end(&loaded), 0);
    takes(&again, 31, SECOND);
    source_delivered(&again, OF_0, 40);
    takes(&again, 51, BOTH);
    archive_finish(&saved);
    source_finish(&s);
    source_finish(&again);
    trace_destroy(t);
}

/* Of many that are due the earliest comes first, and of one cycle in the order of the trace. */
TEST(in_order)
{
    enum { MESSAGES = 2000 };
    static char contents[MESSAGES * 40];
    size_t at = (size_t)sprintf(contents, "0 0 1 1 0 0\n");
    struct rng r = rng_stream(5, 0);
    struct traffic traffic;
    struct source s;
    double last = 0;
    uint64_t before = 0;

    for (int i = 1; i <= MESSAGES; i++)
        at += (size_t)sprintf(contents + at, "0 1 2 1 0 %d 0 %u\n", i, rng_below(&r, 500));
    struct trace *t = trace_of(contents, 4);
    begin(&s, &traffic, t);
    source_delivered(&s, 1, 9);
    for (int i = 0; i < MESSAGES; i++) {
        struct source_message m;
        double when = s.next;
        assert_int_equal(source_take(&s, &m), 1);
        assert_true(when == 10 + t->links->link[m.traced - 1].delay);
        assert_true(when > last || (when == last && m.traced > before));
        last = when;
        before = m.traced;
    }
    assert_true(isinf(s.next));
    source_finish(&s);
    trace_destroy(t);
    COMPARED(MESSAGES, "messages");
}

RUN_TESTS
