/* SPDX-License-Identifier: Apache-2.0
 *
 * The zero-load latencies of fabrics of RTL nodes, an 8x8 and the hexagonal mesh E3. The Verilated RTL is the
 * first argument, or $FEDX_RTL, or next to this program.
 */
#include "unit.h"
#include "zero_load.h"

static const char *path;

static void every_pair(void **state)
{
    char error[300] = "";
    const struct fedx_node_ops *rtl = fedx_node_open(path, error, sizeof error);
    (void)state;

    if (!rtl)
        fail_msg("%s", error);
    assert_string_equal(rtl->name, "rtl");
    COMPARED(zero_load(zero_load_xmesh(), rtl, ZERO_LOAD_USED, 1) + zero_load(zero_load_hexmesh(3), rtl, ZERO_LOAD_USED, 1),
             "pairs, 1 pass");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_pair)};

    path = argc > 1 ? argv[1] : NULL;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
