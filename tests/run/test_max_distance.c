/* SPDX-License-Identifier: Apache-2.0
 *
 * How far packets of a run go: the diameter, and of a pattern that stays near as far as that, counted over all pairs.
 */
#include "run/max_distance.h"

#include "../unit.h"
#include "traffic/pattern.h"

static int pattern_number(const char *name)
{
    return (int)(pattern_find(name) - traffic_patterns);
}

/* The longest way from any node to one it sends to. */
static int longest(const struct topology *t, const struct pattern *p, unsigned *ways)
{
    struct topology_shape sides = topology_shape(t);
    int most = 0;

    for (int a = 0; a < t->nodes; a++)
        for (int b = 0; b < t->nodes; b++) {
            if (pattern_share(p, (struct topology_shape){sides.rows, sides.cols}, a, b) == 0)
                continue;
            int hops = topology_distance(t, a, b);
            most = hops > most ? hops : most;
            ++*ways;
        }
    return most;
}

TEST(near_and_far)
{
    static const struct {
        const struct topology_kind *kind;
        int rows, cols, near;
    } table[] = {{&topology_xmesh, 9, 9, 6},
                 {&topology_xmesh, 12, 20, 8},
                 {&topology_torus, 10, 13, 8},
                 {&topology_torus, 9, 9, 8}};
    struct scenario s;
    unsigned ways = 0;

    scenario_defaults(&s);
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++) {
        const char *error;
        struct topology *t = topology_create(table[i].kind, table[i].rows, table[i].cols, &error);
        s.traffic.pattern = pattern_number("near");
        assert_int_equal(scenario_max_distance(&s, t), longest(t, pattern_find("near"), &ways));
        assert_int_equal(scenario_max_distance(&s, t), table[i].near);
        s.traffic.pattern = pattern_number("uniform");
        assert_int_equal(scenario_max_distance(&s, t), longest(t, pattern_find("uniform"), &ways));
        topology_destroy(t);
    }
    COMPARED(ways, "ways");
}

/* In a mesh near nodes are not: those of one border are offered to the other one. */
TEST(unlike_nodes)
{
    const char *error;
    struct topology *t = topology_create(&topology_mesh, 10, 12, &error);
    struct scenario s;
    unsigned ways = 0;

    scenario_defaults(&s);
    s.traffic.pattern = pattern_number("near");
    assert_int_equal(scenario_max_distance(&s, t), t->diameter);
    assert_int_equal(longest(t, pattern_find("near"), &ways), t->diameter);
    topology_destroy(t);
    COMPARED(ways, "ways in a mesh");
}

RUN_TESTS
