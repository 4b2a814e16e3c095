/* SPDX-License-Identifier: Apache-2.0
 *
 * Addresses that are coordinates: they tell nodes apart as far as packets go, and a fabric whose headers have them runs
 * as one whose headers have numbers.
 */
#include <stdlib.h>
#include <string.h>

#include "fedx/speed/fedx_engine_event.h"
#include "fedx/speed/fedx_event.h"
#include "../subject.h"
#include "../unit.h"

static struct topology *make(int rows, int cols)
{
    const char *error = "";
    struct topology *t = topology_create(&topology_xmesh, rows, cols, &error);

    if (!t)
        fail_msg("%s", error);
    return t;
}

TEST(sizes_that_fit)
{
    static const struct {
        int rows, cols, fits;
    } table[] = {{8, 8, 1},     {255, 257, 1},   {256, 256, 1},   {257, 256, 0},  {512, 256, 1}, {300, 300, 0},
                 {16, 8192, 1}, {1024, 1024, 1}, {1024, 1000, 0}, {200, 1024, 0}, {128, 1024, 1}};
    unsigned compared = 0;

    for (; compared < sizeof table / sizeof *table; compared++) {
        struct topology t = {
            .rows = table[compared].rows, .cols = table[compared].cols, .place = &(struct topology_place){0, 0}};
        t.nodes = t.rows * t.cols;
        assert_int_equal(fedx_address_fits(&t), table[compared].fits);
        t.place = NULL;
        assert_int_equal(fedx_address_fits(&t), t.nodes <= 65536);
    }
    COMPARED(compared, "sizes");
}

/* Up to 127 rows and columns away, everywhere, wraps included. */
TEST(nodes_are_told_apart)
{
    static const struct fedx_address fabrics[] = {{1024, 1024}, {256, 512}, {100, 1024},
                                                  {16, 65536},  {128, 768}, {1, 256}};
    struct rng r = rng_stream(12, 0);
    unsigned compared = 0;

    for (unsigned i = 0; i < sizeof fabrics / sizeof *fabrics; i++)
        for (int k = 0; k < 100000; k++, compared++) {
            const struct fedx_address *a = &fabrics[i];
            int row = (int)rng_below(&r, (uint32_t)a->rows), col = (int)rng_below(&r, (uint32_t)a->cols);
            int rows = (int)rng_below(&r, 255) - 127, cols = (int)rng_below(&r, 255) - 127;
            unsigned at = (unsigned)(row * a->cols + col);
            unsigned node = (unsigned)((row + rows + 2 * a->rows * 127) % a->rows * a->cols +
                                       (col + cols + 2 * a->cols * 127) % a->cols);
            assert_int_equal(fedx_address_node(a, at, fedx_address_of(a, node)), node);
        }
    COMPARED(compared, "nodes found again");
}

TEST(numbers_are_numbers)
{
    const struct fedx_address a = {0, 0};

    for (unsigned n = 0; n < FEDX_ADDRESS_NODES; n++) {
        assert_int_equal(fedx_address_of(&a, n), n);
        assert_int_equal(fedx_address_node(&a, n / 2, (uint16_t)n), n);
    }
    COMPARED(FEDX_ADDRESS_NODES, "numbers");
}

/* What a run leaves: each attempt as a line, and the digest of all events. */
struct left {
    char *hops;
    size_t size;
    uint64_t digest, delivered;
};

static struct left run(struct fabric_config c, int by_coordinates, uint64_t cycles)
{
    struct left left = {0};
    struct fabric *f;

    c.hops = open_memstream(&left.hops, &left.size);
    f = fabric_create(&c);
    assert_non_null(f);
    assert_int_equal(fedx_engine_event.run(f, 0, 1, NULL, NULL, 1), 0);
    if (by_coordinates)
        assert_int_equal(fedx_event_by_coordinates(f->engine), 0);
    assert_int_equal(fedx_engine_event.run(f, cycles, 1, NULL, NULL, 1), 0);
    left.digest = fabric_event_digest(f);
    left.delivered = fabric_stats(f).delivered;
    fabric_destroy(f);
    fclose(c.hops);
    return left;
}

/* @return packets that were delivered */
static uint64_t same_run(const struct fabric_config *c, uint64_t cycles)
{
    struct left numbers = run(*c, 0, cycles), coordinates = run(*c, 1, cycles);

    assert_int_equal(numbers.digest, coordinates.digest);
    assert_int_equal(numbers.size, coordinates.size);
    assert_memory_equal(numbers.hops, coordinates.hops, numbers.size);
    free(numbers.hops);
    free(coordinates.hops);
    return numbers.delivered;
}

/* Of random fabrics those that look the same from every node, and whose sides fit. */
TEST(random_fabrics)
{
    enum { FABRICS = 40, CYCLES = 4000 };
    struct rng r = rng_stream(13, 0);
    unsigned fabrics = 0;
    uint64_t packets = 0;

    for (int i = 0; i < FABRICS; i++) {
        struct subject s;
        subject_draw(&r, &s, CYCLES);
        if (s.topology->place && fedx_address_side_fits(s.topology->cols) && ++fabrics)
            packets += same_run(&s.config, CYCLES);
        subject_finish(&s);
    }
    assert_in_range(fabrics, FABRICS / 4, FABRICS);
    COMPARED(packets, "packets with the same ways by numbers and by coordinates, in random fabrics");
}

/* Sides longer than 256, so that addresses come again. */
TEST(long_sides)
{
    static const int sizes[][2] = {{9, 512}, {768, 10}};
    uint64_t packets = 0;

    for (int i = 0; i < 2; i++) {
        struct topology *t = make(sizes[i][0], sizes[i][1]);
        struct fedx_settings settings = fedx_settings_default();
        struct traffic traffic;
        traffic_init(&traffic, t->rows, t->cols);
        traffic.pattern = pattern_find("near");
        settings.backpressure = i ? FEDX_BACKPRESSURE_DESTINATION : FEDX_BACKPRESSURE_MESSAGE;
        settings.buffers = 10;
        struct fabric_config c = {
            .topology = t,
            .kind = &fedx_kind,
            .settings = &settings,
            .endpoint =
                {.workload = workload_find("wk-mixture"), .traffic = &traffic, .load = 0.9, .adaptive = 1, .seed = 3},
        };
        packets += same_run(&c, 2000);
        topology_destroy(t);
    }
    assert_in_range(packets, 1000, UINT64_MAX);
    COMPARED(packets, "packets with the same ways by numbers and by coordinates, of sides longer than 256");
}

RUN_TESTS
