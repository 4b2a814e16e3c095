/* SPDX-License-Identifier: Apache-2.0
 *
 * Lone packets in an 8x8 mesh, an 8x8 torus and a 4-ary 3-tree: the tail arrives after length + R (1 + delay) cycles
 * (docs/spec/vcr.md section 4), in fabrics of models or, given its shared object, of RTL of a build.
 *
 *   test_vcr_zero_load BUILD APART [SHARED_OBJECT]   BUILD: noc, mesh, wormhole or tree; of one in APART pairs
 */
#include <stdlib.h>

#include "kind/node.h"
#include "vcr_places.h"

static const struct router_kind *kind;
static const struct vcr_parameters *parameters;
static const struct node_ops *rtl;
static unsigned apart;

static void every_pair_of(const struct topology_kind *topology, int rows, int cols)
{
    const struct place place = {kind, parameters, topology, rows, cols, 0, 0};

    COMPARED(every_pair(&place, (struct delays){0}, rtl, apart), "pairs");
}

static void mesh(void **state)
{
    (void)state;
    every_pair_of(&topology_mesh, 8, 8);
}

static void torus(void **state)
{
    (void)state;
    every_pair_of(&topology_torus, 8, 8);
}

static void tree(void **state)
{
    (void)state;
    every_pair_of(&topology_tree, 4, 3);
}

static void choose(const char *build)
{
#define VCR_CONFIGURATION(name, ...)         \
    if (strcmp(build, #name) == 0) {         \
        kind = &vcr_kind_##name;             \
        parameters = &vcr_parameters_##name; \
    }
#include "vcr/kind/vcr_configurations.def"
#undef VCR_CONFIGURATION
}

int main(int argc, char **argv)
{
    const struct CMUnitTest grids[] = {cmocka_unit_test(mesh), cmocka_unit_test(torus)},
                            trees[] = {cmocka_unit_test(tree)};
    char error[300] = "";

    if (argc > 2)
        choose(argv[1]);
    apart = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 0) : 0;
    if (!kind || apart == 0) {
        fprintf(stderr, "usage: test_vcr_zero_load BUILD APART [SHARED_OBJECT]\n");
        return 2;
    }
    if (argc > 3 && !(rtl = node_load(argv[3], VCR_NODE_VERSION, "of this version", error, sizeof error))) {
        fprintf(stderr, "%s\n", error);
        return 2;
    }
    return parameters->vcs > 1 ? cmocka_run_group_tests(grids, NULL, NULL) : cmocka_run_group_tests(trees, NULL, NULL);
}
