/* SPDX-License-Identifier: Apache-2.0
 *
 * What the keys of a scenario mean to virtual-channel routers, of each build. What belongs to the Fed-X switch alone must be at
 * its default.
 */
#include <stdio.h>

#include "../../kind/node.h"
#include "../../scenario/scenario.h"
#include "../../scenario/scenario_kind.h"
#include "../kind/vcr_kind.h"
#include "../kind/vcr_port.h"
#include "../kind/vcr_settings.h"

static void settings_of(const struct vcr_shape *shape, const struct scenario *s, struct vcr_settings *settings)
{
    vcr_settings_usual(shape, topology_kinds[s->fabric.topology], settings);
    settings->latency = (uint8_t)s->fabric.latency;
    settings->random_seed = (uint64_t)s->traffic.seed;
    settings->sat_mode = (uint8_t)s->sat.sat;
    settings->sat_l = (uint16_t)s->sat.sat_l;
    settings->sat_k = (uint16_t)s->sat.sat_k;
    settings->terminal_queue = s->sat.terminal_queue || s->sat.sat != SAT_NONE;
    for (int k = 0; k < VCR_CLASSES && s->traffic.selection; k++)
        settings->class[k].prefer = VCR_PREFER_RANDOM;
}

static int is_of_fedx_switches(int key)
{
    return scenario_keys[key].section == SCENARIO_SECTION_flow || key == KEY_buffers;
}

_Static_assert((int)SAT_NONE == (int)VCR_SAT_OFF && (int)SAT_RING == (int)VCR_SAT_RING && (int)SAT_TREE == (int)VCR_SAT_TREE,
               "one number");

/* Keys of the other kind must be as if nobody had said anything. */
static int check_keys(const struct scenario *s, char *error, size_t size)
{
    struct scenario usual;
    char format[SCENARIO_COMMENT];

    scenario_defaults(&usual);
    for (int key = 0; key < SCENARIO_KEYS; key++)
        if (is_of_fedx_switches(key) && scenario_differ(s, &usual, key)) {
            snprintf(format, sizeof format, "{%s=} is of Fed-X switches, not of {router=}", scenario_keys[key].name);
            return scenario_blame(s, key, error, size, format);
        }
    if (s->traffic.routing == ROUTING_DEROUTING)
        return scenario_blame(s, KEY_routing, error, size, "{routing=} is of Fed-X switches, not of {router=}");
    return 0;
}

static int check_ports(const struct vcr_shape *shape, const struct scenario *s, const struct topology *t, char *error, size_t size)
{
    for (int n = 0; n < t->nodes; n++)
        for (int p = shape->ports; p < TOPOLOGY_PORTS; p++)
            if (t->links[n][p].node >= 0)
                return scenario_blame(s, KEY_router, error, size, "{router=} has %d ports, and %s needs port %d of router %d",
                                      shape->ports, t->name, p, n);
    return 0;
}

/* Only ways that are known to be free of deadlock: up and down in a tree, dimension order as escape in meshes and tori. */
static int check_ways(const struct vcr_shape *shape, const struct scenario *s, const struct topology *t, char *error, size_t size)
{
    if (t->kind != &topology_mesh && t->kind != &topology_torus && t->kind != &topology_tree)
        return scenario_blame(s, KEY_topology, error, size, "{router=} has no escape channels for {topology=}: use mesh, torus or tree");
    if (*s->fabric.dead_links)
        return scenario_blame(s, KEY_dead_links, error, size, "{router=} has no escape channels round {dead_links}");
    if (t->kind == &topology_torus && shape->vcs < 2)
        return scenario_blame(s, KEY_router, error, size, "{router=} has one channel a port: a torus needs two, or packets wait for "
                              "each other round a ring");
    if (vcr_settings_routing(t) == VCR_ROUTE_TABLE && shape->table_size < (unsigned)t->endpoints)
        return scenario_blame(s, KEY_topology, error, size, shape->table_size == 0
                              ? "%s: {router=} has no route table, and finds its way where sizes are powers of two alone"
                              : "%s: {router=} has a route table for fewer endpoints, and finds its way without where sizes are powers "
                                "of two", t->name);
    return 0;
}

/* A terminal that is satisfied may send more, not less. */
static int check_sat(const struct vcr_shape *shape, const struct scenario *s, const struct topology *t, char *error, size_t size)
{
    const struct vcr_terminal_shape terminal = vcr_settings_terminal(shape, t->cables);

    if (s->sat.lockstep_terminals && !vcr_port_lockstep_kind(&terminal))
        return scenario_blame(s, KEY_lockstep_terminals, error, size, "{lockstep_terminals}: there is no RTL of a terminal with %d "
                              "cables to {router=}", t->cables);
    if (s->sat.sat != SAT_NONE && s->sat.sat_k < s->sat.sat_l)
        return scenario_blame(s, KEY_sat_k, error, size, "{sat_k=} is less than {sat_l=}: a PE would keep the token for ever");
    if (s->sat.terminal_queue && s->traffic.inject_overhead > 0)
        return scenario_blame(s, KEY_inject_overhead, error, size, "{inject_overhead=} cannot be had with {terminal_queue}");
    if (s->sat.sat != SAT_NONE && s->traffic.inject_overhead > 0)
        return scenario_blame(s, KEY_inject_overhead, error, size, "{inject_overhead=} cannot be had with {sat=}");
    return 0;
}

static int check_all(const struct vcr_shape *shape, const struct scenario *s, const struct topology *t, char *error, size_t size)
{
    if (check_keys(s, error, size) != 0 || check_ports(shape, s, t, error, size) != 0 || check_sat(shape, s, t, error, size) != 0)
        return -1;
    return check_ways(shape, s, t, error, size);
}

/* Routes are worked out by each router, or written from the same topology. */
static long check_routes(const struct scenario *s, const struct topology *t, char *error, size_t size)
{
    (void)s;
    (void)error;
    (void)size;
    return (long)t->nodes * t->endpoints;
}

static int check_rtl(const struct scenario *s, int key, char *error, size_t size)
{
    if (key == KEY_coverage)
        return scenario_blame(s, key, error, size, "{coverage} cannot be had with {router=}");
    return 0;
}

#define VCR_BUILD(name_, kind_, ports_, vcs_, depth_, words_, bypass_, route_stage_, speedup_, table_size_, summary_)                                                          \
    static void settings_##name_(const struct scenario *s, void *settings)                                         \
    {                                                                                                               \
        settings_of(&vcr_shape_##name_, s, settings);                                                               \
    }                                                                                                               \
    static int check_##name_(const struct scenario *s, const struct topology *t, int rtl, int blamed, char *error, size_t size) \
    {                                                                                                               \
        (void)rtl;                                                                                                  \
        (void)blamed;                                                                                               \
        return check_all(&vcr_shape_##name_, s, t, error, size);                                                    \
    }                                                                                                               \
    static const struct node_ops *open_##name_(const char *path, char *error, size_t size)                         \
    {                                                                                                               \
        return node_open(path, "libvcr_" #name_ ".so", VCR_NODE_VERSION, "of this version", error, size);                                                 \
    }                                                                                                               \
    static const struct node_ops *open_port_##name_(char *error, size_t size)                                       \
    {                                                                                                               \
        return node_open(NULL, "libvcr_terminal_" #name_ ".so", VCR_NODE_VERSION, "of this version", error, size);  \
    }                                                                                                               \
    const struct scenario_kind vcr_scenario_##name_ = {                                                             \
        .open_port = open_port_##name_,                                                                             \
        .open = open_##name_,                                                                                       \
        .settings = settings_##name_,                                                                               \
        .check = check_##name_,                                                                                     \
        .check_rtl = check_rtl,                                                                                     \
        .check_routes = check_routes,                                                                               \
        .routers = (summary_),                                                                                      \
        .destinations = 1 << 16,                                                                                    \
    };
#include "../kind/vcr_builds.def"
#undef VCR_BUILD
