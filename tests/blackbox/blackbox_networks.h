/* SPDX-License-Identifier: Apache-2.0
 *
 * Networks of routers that nobody builds, for tests of what goes by the network alone.
 */
#ifndef TESTS_BLACKBOX_NETWORKS_H
#define TESTS_BLACKBOX_NETWORKS_H

#include <stdlib.h>
#include <unistd.h>

#include "../unit.h"
#include "blackbox/description/blackbox.h"

/* Routers with five ports, of which that of an endpoint is the last one */
#define GRID(kind, size) "network: {topology: " kind ", rows: " size ", cols: " size ", ports: [0, 1, 2, 3, 4]}\n"
/* Two branches, three levels */
#define TREE "network: {topology: tree, rows: 2, cols: 3, ports: [0, 1, 2, 3]}\n"
/* A stub, and a ring of four */
#define RING                                                                                                             \
    "network: {routers: 5, links: [[0, 0, 1, 0], [1, 0, 0, 0], [1, 1, 2, 0], [1, 2, 3, 0], [2, 0, 1, 1], [2, 1, 4, 0], " \
    "[3, 0, 1, 2], [3, 1, 4, 1], [4, 0, 2, 1], [4, 1, 3, 1]]}\n"

/* A description of routers with so many ports, of this network. To be destroyed. */
static inline struct blackbox *network_of(int ports, int vcs, const char *network)
{
    char path[] = "/tmp/test_networks_XXXXXX", error[BLACKBOX_ERROR];
    int file = mkstemp(path);
    FILE *out = fdopen(file, "w");
    struct blackbox *f;

    assert_non_null(out);
    fprintf(
        out,
        "top: r\nfiles: r.v\nclock: clk\nreset: rst\nfields: {data: 32, last: 1}\npackets: {min_flits: 1, max_flits: 5}\nvcs: %d\n"
        "destination: {field: data, width: 8}\n",
        vcs);
    for (int side = 0; side < 2; side++)
        fprintf(
            out,
            "%s: {count: %d, interface: vc-valid-ready, pins: {valid: 'v%d[]', ready: 'r%d[]', data: 'd%d[]', last: 'l%d[]'}}\n",
            side ? "outputs" : "inputs", ports, side, side, side, side);
    fprintf(out, "%s", network);
    assert_int_equal(fclose(out), 0);
    f = blackbox_load(path, NULL, error, sizeof error);
    unlink(path);
    if (!f)
        fail_msg("%s", error);
    return f;
}

#endif
