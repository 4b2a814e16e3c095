/* SPDX-License-Identifier: Apache-2.0
 *
 * Traffic matrices: what is read, how much and where to sources send by it, and what is refused, with file and line.
 */
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "../unit.h"
#include "traffic/traffic.h"

enum { NODES = 8, TEXT = 300 };

static char path[] = "/tmp/matrix_XXXXXX";

static struct traffic_matrix *read_text(const char *contents, char *text)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fputs(contents, file);
    fclose(file);
    return traffic_matrix_read(path, NODES, text, TEXT);
}

TEST(refused)
{
    static const struct {
        const char *contents, *reason;
    } bad[] = {
        {"0 1 2\n0 8 1\n", ":2: must be a source and a destination, nodes 0 to 7, and a rate"},
        {"0 1\n", ":1: must be a source"},
        {"0 1 2 3\n", ":1: must be a source"},
        {"0 1 -2\n", ":1: must be a source"},
        {"\n3 3 1\n", ":2: node 3 does not send to itself"},
        {"# nothing\n0 1 0\n", ": nobody sends"},
    };
    char text[TEXT];

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_null(read_text(bad[i].contents, text));
        if (!strstr(text, bad[i].reason))
            fail_msg("'%s' does not say '%s'", text, bad[i].reason);
    }
    COMPARED(sizeof bad / sizeof *bad, "bad files");
}

/* Shares of sources are those of their sums, in whatever order lines are; files that say the same have the same hash.
 */
TEST(shares)
{
    char text[TEXT];
    struct traffic_matrix *m = read_text("4 0 2\n0 5 3 # most\n\n0 6 0.5\n0 6 0.5\n7 1 0\n", text),
                          *same = read_text("0 5 3\n0 6 .5\n0 6 .5\n4 0 2", text), *other = read_text("0 5 3", text);
    static const double expected[NODES] = {1, 0, 0, 0, 0.5};

    assert_true(m && same && other);
    for (int n = 0; n < NODES; n++)
        assert_float_equal(traffic_matrix_share(m, n), expected[n], 1e-12);
    assert_true(traffic_matrix_hash(m, NODES) == traffic_matrix_hash(same, NODES));
    assert_true(traffic_matrix_hash(m, NODES) != traffic_matrix_hash(other, NODES));
    assert_true(traffic_matrix_hash(NULL, NODES) == 0);
    traffic_matrix_destroy(m);
    traffic_matrix_destroy(same);
    traffic_matrix_destroy(other);
    traffic_matrix_destroy(NULL);
    COMPARED(NODES, "shares");
}

/* Sources by a matrix that is drawn: messages per pair are as many as its rates say, within six deviations. */
TEST(sources_keep_to_it)
{
    enum { MESSAGES = 200000 };
    static unsigned sent[NODES][NODES];
    double rate[NODES][NODES] = {{0}}, sum[NODES] = {0}, most = 0, end = INFINITY;
    char contents[NODES * NODES * 32], text[TEXT];
    struct rng random = rng_stream(11, 0);
    struct traffic traffic;
    struct source source[NODES];
    struct source_message message;
    size_t at = 0;

    for (int a = 0; a < NODES - 1; a++) /* the last one is silent */
        for (int b = 0; b < NODES; b++)
            if (a != b && rng_chance(&random, 0.6)) {
                rate[a][b] = 1 + rng_below(&random, 9);
                sum[a] += rate[a][b];
                at += (size_t)snprintf(contents + at, sizeof contents - at, "%d %d %g\n", a, b, rate[a][b]);
            }
    traffic_init(&traffic, 2, NODES / 2);
    struct traffic_matrix *m = read_text(contents, text);
    assert_non_null(m);
    traffic.matrix = m;
    for (int n = 0; n < NODES; n++) {
        assert_int_equal(traffic_sends(&traffic, n), n < NODES - 1);
        most = fmax(most, sum[n]);
        source_init(&source[n], workload_find("single"), 0.5, 320, &traffic, 3, n, NODES);
    }
    assert_true(isinf(source[NODES - 1].next));
    end = MESSAGES * 640.0; /* cycles in which the busiest source sends about so many */
    for (int n = 0; n < NODES - 1; n++)
        while (source[n].next < end)
            if (source_take(&source[n], &message))
                sent[n][message.destination]++;
    for (int a = 0; a < NODES; a++)
        for (int b = 0; b < NODES; b++) {
            double expected = MESSAGES * rate[a][b] / most;
            if (fabs(sent[a][b] - expected) > 6 * sqrt(expected))
                fail_msg("%d to %d: %u messages, not about %g", a, b, sent[a][b], expected);
        }
    traffic_matrix_destroy(m);
    COMPARED(NODES * NODES, "pairs");
}

static int make_file(void **state)
{
    (void)state;
    return close(mkstemp(path));
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

RUN_TESTS_BETWEEN(make_file, remove_file)
