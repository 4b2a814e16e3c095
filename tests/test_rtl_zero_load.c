/* SPDX-License-Identifier: Apache-2.0
 *
 * The zero-load latencies of fabrics of RTL nodes, an 8x8 and the hexagonal mesh E3, this one with PE overheads, too:
 * of one in N pairs, N the first argument (default: all), and of more of the mesh. The Verilated RTL is $FEDX_RTL, or
 * next to this program.
 */
#include <stdlib.h>

#include "unit.h"
#include "zero_load.h"

static unsigned pairs_apart;

TEST(every_pair)
{
    char error[300] = "";
    const struct node_ops *rtl = fedx_node_open(NULL, error, sizeof error);

    if (!rtl)
        fail_msg("%s", error);
    assert_string_equal(rtl->name, "rtl");
    COMPARED(zero_load(zero_load_xmesh(), rtl, ZERO_LOAD_USED, 1, 0, pairs_apart) +
                 zero_load(zero_load_hexmesh(3), rtl, ZERO_LOAD_USED, 1, 0, zero_load_hexagonal_every(pairs_apart)) +
                 zero_load(zero_load_hexmesh(3), rtl, ZERO_LOAD_USED, 1, 1, zero_load_hexagonal_every(pairs_apart)),
             "pairs, 1 pass");
}

int main(int argc, char **argv)
{
    pairs_apart = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
    return test_all(NULL, NULL);
}
