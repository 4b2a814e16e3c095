/* SPDX-License-Identifier: Apache-2.0
 *
 * What the keys of a scenario mean to virtual-channel routers, of each build. What belongs to the Fed-X switch alone must be at
 * its default.
 */
#include <stdio.h>

#include "../../kind/node.h"
#include "../../scenario/scenario.h"
#include "../../scenario/scenario_kind.h"
#include "../kind/vcr_deadlock.h"
#include "../kind/vcr_kind.h"
#include "../kind/vcr_settings.h"

static void settings_of(const struct vcr_shape *shape, const struct scenario *s, struct vcr_settings *settings)
{
    const struct topology_kind *topology = topology_kinds[s->fabric.topology];

    vcr_settings_usual(shape, topology, settings);
    if (!vcr_settings_regular(topology, *s->fabric.dead_links != 0))
        vcr_settings_irregular(shape, settings);
    settings->latency = (uint8_t)s->fabric.latency;
    settings->random_seed = (uint64_t)s->traffic.seed;
    for (int k = 0; k < VCR_CLASSES && s->traffic.selection; k++)
        settings->class[k].prefer = VCR_PREFER_RANDOM;
}

static int is_of_fedx_switches(int key)
{
    return scenario_keys[key].section == SCENARIO_SECTION_flow || key == KEY_buffers;
}

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

/* Routers must know ways: by coordinates, or by a table. */
static int check_ways(const struct vcr_shape *shape, const struct scenario *s, const struct topology *t, char *error, size_t size)
{
    if (vcr_settings_routing(t) == VCR_ROUTE_TABLE && shape->table_size < (unsigned)t->endpoints)
        return scenario_blame(s, KEY_topology, error, size, shape->table_size == 0
                              ? "%s: {router=} has no route table, and finds its way in a mesh, torus or tree alone, where sizes are powers "
                                "of two and no links are dead"
                              : "%s: {router=} has a route table for fewer endpoints, and finds its way without in a mesh, torus or tree "
                                "alone, where sizes are powers of two and no links are dead", t->name);
    return 0;
}

static int check_all(const struct vcr_shape *shape, const struct scenario *s, const struct topology *t, char *error, size_t size)
{
    if (check_keys(s, error, size) != 0 || check_ports(shape, s, t, error, size) != 0)
        return -1;
    return check_ways(shape, s, t, error, size);
}

/* Packets must not wait for each other for ever. */
static long check_routes(const struct vcr_shape *shape, const struct scenario *s, const struct topology *t, char *error, size_t size)
{
    struct vcr_settings settings;
    char why[SCENARIO_ERROR / 2];
    long routes;

    settings_of(shape, s, &settings);
    routes = vcr_deadlock_check(shape, &settings, t, 0, why, sizeof why);
    return routes >= 0 ? routes : scenario_blame(s, KEY_router, error, size, "{router=}: %s ({deadlock_check})", why);
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
    static long routes_##name_(const struct scenario *s, const struct topology *t, char *error, size_t size)       \
    {                                                                                                               \
        return check_routes(&vcr_shape_##name_, s, t, error, size);                                                 \
    }                                                                                                               \
    static const struct node_ops *open_##name_(const char *path, char *error, size_t size)                         \
    {                                                                                                               \
        return node_open(path, "libvcr_" #name_ ".so", VCR_NODE_VERSION, "of this version", error, size);                                                 \
    }                                                                                                               \
    const struct scenario_kind vcr_scenario_##name_ = {                                                             \
        .open = open_##name_,                                                                                       \
        .settings = settings_##name_,                                                                               \
        .check = check_##name_,                                                                                     \
        .check_rtl = check_rtl,                                                                                     \
        .check_routes = routes_##name_,                                                                             \
        .routers = (summary_),                                                                                      \
        .destinations = 1 << 16,                                                                                    \
    };
#include "../kind/vcr_builds.def"
#undef VCR_BUILD
