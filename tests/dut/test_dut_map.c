/* SPDX-License-Identifier: Apache-2.0
 *
 * Mapping files: the three ways to name a register's signals, and an error with
 * file, line and key for everything else.
 */
#include "dut/dut_map.h"
#include "fedx/kind/fedx_kind.h"

#include <stdlib.h>
#include <unistd.h>

#include "../unit.h"

static char path[] = "/tmp/fedx-map-XXXXXX";

static struct dut_map *load(const char *text, char *error, size_t size)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    return dut_map_load(path, &fedx_kind, error, size);
}

TEST(test_forms)
{
    char error[512] = "";
    struct dut_map *map = load("# a comment\n"
                               "port_receive.header: u_receive.header\n"
                               "port_receive.count: 'port[%d].receive.count[%d*8+:8]'\n"
                               "buffer_pool.used: slot[%d].used\n"
                               "admission.random: random_r\n"
                               "port_transmit.data: [a.d, b.d, c.d, d.d, e.d, f.d, pe.d]\n",
                               error, sizeof error);
    const struct dut_register *r;
    int unnamed = 0;

    if (!map)
        fail_msg("%s", error);
    assert_int_equal(map->count, 5);
    r = &map->rows[unit_row("port_receive", "header")];
    assert_int_equal(r->line, 2);
    assert_int_equal(r->count, 1);
    assert_string_equal(r->signals[0], "u_receive.header");
    r = &map->rows[unit_row("port_receive", "count")];
    assert_int_equal(r->count, FEDX_PORTS);
    assert_string_equal(r->signals[0], "port[0].receive.count[0*8+:8]");
    assert_string_equal(r->signals[6], "port[6].receive.count[6*8+:8]");
    r = &map->rows[unit_row("buffer_pool", "used")]; /* a mask: its bits are its lanes */
    assert_int_equal(r->count, FEDX_BUFFERS);
    assert_string_equal(r->signals[9], "slot[9].used");
    r = &map->rows[unit_row("admission", "random")];
    assert_int_equal(r->count, 1);
    r = &map->rows[unit_row("port_transmit", "data")];
    assert_int_equal(r->line, 6);
    assert_int_equal(r->count, FEDX_PORTS);
    assert_string_equal(r->signals[2], "c.d");
    for (int i = 0; i < fedx_reg_count; i++)
        unnamed += map->rows[i].line == 0 && map->rows[i].count == 0;
    assert_int_equal(unnamed, fedx_reg_count - 5);
    dut_map_free(map);
    dut_map_free(NULL);
}

TEST(test_errors)
{
    static const struct {
        const char *text, *error;
    } bad[] = {
        {"", ":1: must be lines such as"},
        {"- a\n", ":1: must be lines such as"},
        {"admission.first: a\n\nadmission.last: b\n", ":3: admission.last: no such named register"},
        {"port: a\n", ":1: port: no such named register"},
        {"port_receive_header: a\n", ":1: port_receive_header: no such named register"},
        {"[a]: b\n", ":1: a key that is not a word: no such named register"},
        {"admission.first: a\nadmission.first: a\n", ":2: admission.first: named twice, first in line 1"},
        {"admission.first: a[%d]\n", ":1: admission.first: has one lane: no %d"},
        {"port_receive.acc: [a, b]\n", ":1: port_receive.acc: 2 signals in the list, must be 7"},
        {"admission.first:\n  - [a]\n", ":2: admission.first: a list of lists"},
        {"admission.first: {a: b}\n", ":1: admission.first: must be a signal, or a list of signals"},
        {"admission.first: ''\n", ":1: admission.first: '' is not the name of a signal"},
        {"admission.first: 3'd0\n", ":1: admission.first: '3'd0' is not the name of a signal"},
        {"admission.first: a;b\n", ":1: admission.first: 'a;b' is not the name of a signal"},
        {"admission.first: a b\n", ":1: admission.first: 'a b' is not the name of a signal"},
        {"port_receive.acc: a%x\n", ":1: port_receive.acc: 'a%x' is not the name of a signal"},
        {"admission.first: [\n", ":2: not YAML: "},
        {"admission.first: \"a\\0b\"\n", ":1: a byte that is zero within a value"},
        {"admission.first: a\n---\nadmission.first: b\n", ":3: a second document"},
    };
    char error[512], long_text[3000] = "admission.first: ";

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (load(bad[i].text, error, sizeof error))
            fail_msg("read: %s", bad[i].text);
        if (strncmp(error, path, sizeof path - 1) != 0 ||
            strncmp(error + sizeof path - 1, bad[i].error, strlen(bad[i].error)))
            fail_msg("'%s' for: %s", error, bad[i].text);
    }
    memset(long_text + strlen(long_text), 'a', 2000);
    assert_null(load(long_text, error, sizeof error));
    assert_non_null(strstr(error, "is not the name of a signal"));
    assert_null(dut_map_load("/nowhere/map", &fedx_kind, error, sizeof error));
    assert_string_equal(error, "cannot read /nowhere/map: No such file or directory");
    COMPARED(sizeof bad / sizeof *bad + 2, "errors");
}

static int make(void **state)
{
    int file = mkstemp(path);

    (void)state;
    return file < 0 ? -1 : close(file);
}

static int drop(void **state)
{
    (void)state;
    return unlink(path);
}

/* The buffer stores: a signal a buffer, and a byte of it. */
TEST(test_stores)
{
    char error[512] = "";
    struct dut_map *map = load("buffer_store.bytes: pool.slot[%d].store\n", error, sizeof error);

    if (!map)
        fail_msg("%s", error);
    assert_int_equal(map->count, 0);
    assert_int_equal(map->stores[0].line, 1);
    assert_int_equal(map->stores[0].count, FEDX_BUFFERS);
    assert_string_equal(map->stores[0].signals[9], "pool.slot[9].store[%b]");
    dut_map_free(map);
    map = load("buffer_store.bytes: pool.wide[%d][8*%b+:8]\n", error, sizeof error);
    assert_non_null(map);
    assert_string_equal(map->stores[0].signals[3], "pool.wide[3][8*%b+:8]");
    dut_map_free(map);
    for (int i = 0; i < 3; i++) {
        static const char *const wrong[] = {"pool.store", "[a, b]", "pool;%d"};
        char text[80];
        snprintf(text, sizeof text, "buffer_store.bytes: %s\n", wrong[i]);
        assert_null(load(text, error, sizeof error));
        assert_non_null(strstr(error, ":1: buffer_store.bytes: must be one signal with %d for the buffer"));
    }
}

RUN_TESTS_BETWEEN(make, drop)
