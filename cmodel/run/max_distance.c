/* SPDX-License-Identifier: Apache-2.0 */
#include "max_distance.h"

#include "../traffic/pattern.h"

int scenario_max_distance(const struct scenario *s, const struct topology *t)
{
    const struct pattern *p = &traffic_patterns[s->traffic.pattern];
    struct topology_shape sides = topology_shape(t);
    struct topology_shape shape = {sides.rows, sides.cols};
    int most = 0;

    /* From one node of a symmetric topology as from any. */
    if (!p->reach || !p->fits(shape) || !t->place)
        return t->diameter;
    for (int rows = -p->reach; rows <= p->reach; rows++)
        for (int cols = -p->reach; cols <= p->reach; cols++) {
            int hops = topology_distance(t, 0, pattern_offset(shape, 0, cols, rows));
            most = hops > most ? hops : most;
        }
    return most;
}
