/* SPDX-License-Identifier: Apache-2.0
 *
 * The event engine on several threads is the event engine on one: the same state, to the last byte of an archive, in the middle
 * and at the end, and the same traces, hops and records, over random configurations of fabrics that are large enough for parts,
 * random numbers of threads, and runs in random pieces.
 *
 *   test_fedx_event_parts [CONFIGURATIONS [CYCLES]]
 */
#include <stdlib.h>

#include "fedx/speed/fedx_engine_event.h"
#include "../subject.h"
#include "../engines.h"

static int configurations = 12;
static uint64_t cycles = 4000;

enum { FILES = 3, MOST_THREADS = 5, PART_NODES = 64, PIECES = 4 };

/* A run, and what it wrote. */
struct run {
    struct fabric_config config;
    struct fabric *fabric;
    char *text[FILES];
    size_t length[FILES];
    FILE *file[FILES];
};

static uint64_t text_bytes, state_bytes, pieces, looks, crowded, short_cables, long_cables;

static void begin(struct run *run, const struct subject *s)
{
    memset(run, 0, sizeof *run);
    run->config = s->config;
    for (int i = 0; i < FILES; i++)
        run->file[i] = open_memstream(&run->text[i], &run->length[i]);
    run->config.trace = run->file[0];
    run->config.hops = run->file[1];
    run->config.record = run->file[2];
    run->fabric = fabric_create(&run->config);
    assert_non_null(run->fabric);
}

static void finish(struct run *run)
{
    fabric_destroy(run->fabric);
    for (int i = 0; i < FILES; i++) {
        fclose(run->file[i]);
        free(run->text[i]);
    }
}

static void save(struct run *run, struct archive *a)
{
    archive_save(a);
    fedx_engine_event.archive(run->fabric, a);
    assert_int_equal(archive_end(a), 0);
}

/* Somebody looks at the fabric while threads run it, and saves it now and then. */
static int look(void *context, const struct fabric *f)
{
    struct run *run = context;
    struct archive a = {0};

    assert_ptr_equal(f, run->fabric);
    for (int n = 0; n < fabric_endpoints(f); n++)
        crowded += (uint64_t)endpoint_crowded(fabric_endpoint(run->fabric, n), 1);
    if (looks++ % 8 == 0)
        save(run, &a);
    archive_finish(&a);
    return 0;
}

/* So many cycles more, in pieces of a random length each by a random number of threads. */
static void run_pieces(struct run *run, uint64_t count, struct fedx_random *r)
{
    uint64_t end = fabric_cycle(run->fabric) + count, now;
    const char *text;
    int node;

    while ((now = fabric_cycle(run->fabric)) < end && fabric_fault(run->fabric, &node, &text) == FABRIC_FAULT_NONE) {
        uint64_t some = 1 + fedx_random_below(r, (uint32_t)(2 * count / PIECES + 1));
        int threads = 2 + (int)fedx_random_below(r, MOST_THREADS - 1);
        uint64_t period = 1 + fedx_random_below(r, 500);
        assert_int_equal(fedx_engine_event.run(run->fabric, some < end - now ? some : end - now, threads,
                                               fedx_random_below(r, 2) ? look : NULL, run, period), 0);
        pieces++;
    }
}

static void compare_states(struct run *one, struct run *other)
{
    struct archive a = {0}, b = {0};

    save(one, &a);
    save(other, &b);
    assert_int_equal(a.length, b.length);
    assert_memory_equal(a.bytes, b.bytes, a.length);
    state_bytes += a.length;
    archive_finish(&a);
    archive_finish(&b);
}

static void compare(struct run *one, struct run *other)
{
    compare_states(one, other);
    assert_int_equal(fabric_cycle(one->fabric), fabric_cycle(other->fabric));
    assert_int_equal(fabric_event_digest(one->fabric), fabric_event_digest(other->fabric));
    for (int i = 0; i < FILES; i++) {
        fflush(one->file[i]);
        fflush(other->file[i]);
        assert_int_equal(one->length[i], other->length[i]);
        assert_memory_equal(one->text[i], other->text[i], one->length[i]);
        text_bytes += one->length[i];
    }
}

/* Large enough for two parts. */
static void draw(struct fedx_random *r, struct subject *s, int number)
{
    subject_draw(r, s, cycles);
    while (s->topology->nodes <= PART_NODES) {
        subject_finish(s);
        subject_draw(r, s, cycles);
    }
    s->config.measure = 1;
    s->config.end = cycles;
    s->config.film = s->config.spread = number % 3 == 0;
    s->config.detect_warmup = number % 4 == 0;
    if (number % 4 == 1)
        subject_crowd(s, number / 4 % 2);
}

static void check(struct fedx_random *r, struct subject *s)
{
    struct run one, other;

    begin(&one, s);
    begin(&other, s);
    for (int half = 0; half < 2; half++) {
        assert_int_equal(fedx_engine_event.run(one.fabric, cycles / 2, 1, NULL, NULL, 1), 0);
        run_pieces(&other, cycles / 2, r);
        compare(&one, &other);
    }
    finish(&one);
    finish(&other);
}

static void random_parts(void **state)
{
    struct fedx_random r = fedx_random_stream(31, 0);

    (void)state;
    for (int i = 0; i < configurations; i++) {
        struct subject s;
        draw(&r, &s, i);
        long_cables += s.settings.latency > 0;
        short_cables += s.settings.latency == 0;
        check(&r, &s);
        subject_finish(&s);
    }
    COMPARED(text_bytes, "bytes of traces, hops and records");
    COMPARED(state_bytes, "bytes of state");
    COMPARED(pieces, "pieces run by two threads or more");
    COMPARED(looks, "looks in between");
    COMPARED(crowded, "PEs found that could not tell which id a message gets");
    COMPARED(short_cables, "fabrics without extra stages");
    COMPARED(long_cables, "fabrics with them");
}

/* A message that one fabric has and the other has not is seen in the state. */
static void finds_a_difference(void **state)
{
    struct fedx_random r = fedx_random_stream(32, 0);
    struct run one, other;
    struct archive a = {0}, b = {0};
    struct subject s;

    (void)state;
    draw(&r, &s, 0);
    begin(&one, &s);
    begin(&other, &s);
    assert_int_equal(endpoint_send(fabric_endpoint(other.fabric, 1), 0, 0, 3), 0);
    assert_int_equal(fedx_engine_event.run(one.fabric, 500, 1, NULL, NULL, 1), 0);
    assert_int_equal(fedx_engine_event.run(other.fabric, 500, 2, NULL, NULL, 1), 0);
    save(&one, &a);
    save(&other, &b);
    assert_true(a.length != b.length || memcmp(a.bytes, b.bytes, a.length) != 0);
    archive_finish(&a);
    archive_finish(&b);
    finish(&one);
    finish(&other);
    subject_finish(&s);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_parts),
        cmocka_unit_test(finds_a_difference),
    };

    engines_arguments(argc, argv, &configurations, &cycles);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
