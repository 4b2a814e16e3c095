/* SPDX-License-Identifier: Apache-2.0 */
#include "axis_keys.h"

#include <stdlib.h>

#include "axis_kind.h"
#include "axis_routes.h"
#include "axis_settings.h"

static int check_topology(const struct scenario *s, const struct topology *t, char *error, size_t size)
{
    if (t->kind == &topology_mesh || t->kind == &topology_tree || t->kind->given)
        return 0;
    return scenario_blame(
        s, KEY_topology, error, size,
        "{topology=} has rings, in which packets would wait for each other in a circle: {router=} has "
        "no virtual channels to go round with; use mesh, tree or graph");
}

static int check_ports(const struct axis_parameters *p, const struct scenario *s, const struct topology *t, char *error,
                       size_t size)
{
    for (int n = 0; n < t->nodes; n++)
        for (int port = p->outputs; port < TOPOLOGY_PORTS; port++)
            if (t->links[n][port].node >= 0)
                return scenario_blame(s, KEY_router, error, size,
                                      "{router=} has %d ports, and %s needs port %d of router %d", p->outputs, t->name,
                                      port, n);
    return 0;
}

/* Valid and ready are on the wires of both ends in the same cycle. */
static int check_latency(const struct scenario *s, const struct topology *t, char *error, size_t size)
{
    if (s->fabric.latency == 0 && topology_latency(t) == 0)
        return 0;
    return scenario_blame(s, s->fabric.latency ? KEY_latency : KEY_graph, error, size,
                          "%s: cables of {router=} have no extra stages: ready would be late", t->name);
}

static int check_ranges(const struct axis_parameters *p, const struct scenario *s, const struct topology *t,
                        char *error, size_t size)
{
    struct axis_control control;
    struct axis_routes_conflict c;

    for (int n = 0; n < t->nodes; n++)
        if (axis_routes_fill(p, t, n, &control, &c) != 0)
            return scenario_blame(
                s, t->dead_links ? KEY_dead_links : KEY_topology, error, size,
                "%s: router %d sends to endpoint %d by port %d, and the range of endpoints beyond port %d has it, too: "
                "use a graph that is numbered by fedx topology --depth-first",
                t->name, c.router, c.endpoint, c.port, c.taker);
    return 0;
}

int axis_keys_check(const struct scenario_fabric *f, int rtl, int blamed, char *error, size_t size)
{
    const struct axis_parameters *p = axis_parameters_of(f->kind);
    const struct scenario *s = f->scenario;
    const struct topology *t = f->topology;

    (void)rtl;
    if (s->traffic.routing == ROUTING_DEROUTING)
        return scenario_blame(s, KEY_routing, error, size,
                              "{routing=}: {router=} sends each packet the one way that its settings say");
    if (check_topology(s, t, error, size) != 0 || check_latency(s, t, error, size) != 0 ||
        check_ports(p, s, t, error, size) != 0)
        return -1;
    if (t->endpoints > 1 << p->dest_bits)
        return scenario_blame(s, blamed, error, size, "%s: fabric too large: {router=} tells %d endpoints apart",
                              t->name, 1 << p->dest_bits);
    return check_ranges(p, s, t, error, size);
}

/* There is nothing that the RTL cannot do, and each set of parameters has its points of coverage. */
int axis_keys_check_rtl(const struct router_kind *kind, const struct scenario *s, int key, char *error, size_t size)
{
    (void)kind;
    (void)s;
    (void)key;
    (void)error;
    (void)size;
    return 0;
}

long axis_keys_check_routes(const struct scenario_fabric *f, char *error, size_t size)
{
    const struct axis_parameters *p = axis_parameters_of(f->kind);
    const struct topology *t = f->topology;
    struct axis_control *control = calloc((size_t)t->nodes, sizeof *control);
    struct axis_routes_conflict conflict; /* there is none: axis_keys_check has looked */
    long routes = -1;

    for (int n = 0; n < t->nodes && control; n++)
        axis_routes_fill(p, t, n, &control[n], &conflict);
    if (control)
        routes = axis_routes_check(p, t, control, error, size);
    else
        snprintf(error, size, "out of memory");
    free(control);
    return routes;
}

void axis_keys_shares(const struct scenario_fabric *f, const struct scenario_packets *packets, double *share)
{
    for (int p = 0; p < TOPOLOGY_PORTS; p++)
        share[p] = 0;
    share[axis_routes_port(f->topology, packets->router, packets->endpoint)] = 1;
}

void axis_keys_settings(const struct router_kind *kind, const struct scenario *s, void *settings)
{
    *(struct axis_settings *)settings = (struct axis_settings){*axis_parameters_of(kind), (int)s->streams.packet_beats};
}

void axis_keys_print_settings(const struct scenario *s, FILE *out)
{
    fprintf(out, "streams     packets of %d beats\n", (int)s->streams.packet_beats);
}
