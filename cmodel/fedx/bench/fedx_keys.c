/* SPDX-License-Identifier: Apache-2.0 */
#include "fedx_keys.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/text.h"
#include "../../run/max_distance.h"
#include "../kind/fedx_kind.h"
#include "../kind/fedx_model_node.h"
#include "../kind/fedx_route_check.h"
#include "../kind/fedx_table.h"
#include "../speed/fedx_address.h"
#include "fedx/header.h"
#include "fedx_lockstep_node.h"

static int is_derouting(const struct scenario *s)
{
    return s->traffic.routing == ROUTING_DEROUTING;
}

/* That packets have when they are injected. */
static int deroutes(const struct scenario *s)
{
    return is_derouting(s) ? FEDX_DEROUTE_HOPS : 0;
}

struct fedx_settings fedx_keys_settings(const struct scenario *s)
{
    struct fedx_settings settings = fedx_settings_default();

    settings.backpressure = s->flow.backpressure;
    settings.backpressure_class = s->flow.backpressure_class;
    settings.class_rule = s->flow.class_rule;
    settings.deroute_hops = is_derouting(s);
    settings.random_select = s->traffic.selection;
    settings.buffers = (int)s->fabric.buffers;
    settings.latency = (int)s->fabric.latency;
    settings.limit_dest = (int)s->flow.limit_dest;
    settings.limit_trans = (int)s->flow.limit_trans;
    settings.limit_total = (int)s->flow.limit_total;
    settings.eject_priority = (int)s->flow.eject_priority;
    settings.throttle_timeout = (int)s->flow.throttle_timeout;
    return settings;
}

/* A switch must be able to have such settings; a limit is at most its number of buffers. */
static int check_settings(const struct scenario *s, char *error, size_t size)
{
    const struct fedx_settings settings = fedx_keys_settings(s);
    const char *reason = fedx_settings_check(&settings);

    if (!reason)
        return 0;
    if (s->flow.limit_dest > s->fabric.buffers)
        return scenario_blame(s, KEY_limit_dest, error, size, "{limit_dest=}: %s", reason);
    if (s->flow.limit_trans > s->fabric.buffers)
        return scenario_blame(s, KEY_limit_trans, error, size, "{limit_trans=}: %s", reason);
    if (s->flow.limit_total > s->fabric.buffers)
        return scenario_blame(s, KEY_limit_total, error, size, "{limit_total=}: %s", reason);
    if (s->flow.eject_priority > s->fabric.buffers)
        return scenario_blame(s, KEY_eject_priority, error, size, "{eject_priority=}: %s", reason);
    return scenario_blame(s, KEY_buffers, error, size, "{buffers=}: %s", reason);
}

/* With ejection priority a switch may send a packet while the PE is busy with the one before: with one, at most. */
static int check_overhead(const struct scenario *s, char *error, size_t size)
{
    if (s->traffic.eject_overhead <= FEDX_PACKET_BYTES || s->flow.eject_priority == 0)
        return 0;
    return scenario_blame(
        s, KEY_eject_overhead, error, size,
        "{eject_overhead=} is longer than a packet of %d cycles: ejections that follow each other would overlap, "
        "use {eject_priority} 0",
        FEDX_PACKET_BYTES);
}

/* Packets may be derouted on every hop but the last, and their headers count up to FEDX_MOST_DEROUTES. */
static int check_derouting(const struct scenario *s, const struct topology *t, char *error, size_t size)
{
    if (!is_derouting(s))
        return 0;
    if (!t->kind->derouted)
        return scenario_blame(s, KEY_routing, error, size,
                              "{routing=} is for topologies with ways round about: hexmesh, not %s", t->name);
    if (t->diameter - 1 > FEDX_MOST_DEROUTES)
        return scenario_blame(
            s, KEY_routing, error, size,
            "{routing=} is for fabrics of a diameter up to %d, which a packet's count of hops can hold; %s has %d",
            FEDX_MOST_DEROUTES + 1, t->name, t->diameter);
    return 0;
}

/* A switch has one PE, with its own number, at a port of its own. */
static int check_pe_ports(const struct scenario *s, const struct topology *t, char *error, size_t size)
{
    int placed = t->endpoints == t->nodes;

    for (int n = 0; n < t->endpoints && placed; n++)
        placed = t->attached[n].node == n && t->attached[n].port == FEDX_PE_PORT;
    if (placed)
        return 0;
    if (t->kind->given)
        return scenario_blame(s, KEY_graph, error, size,
                              "%s: each Fed-X switch has one PE, with the number of the switch, at port %d: leave "
                              "endpoints out, and port %d free",
                              s->fabric.graph, FEDX_PE_PORT, FEDX_PE_PORT);
    return scenario_blame(
        s, KEY_topology, error, size,
        "{topology=} is for routers with an endpoint at any port, and the Fed-X switch has one PE, at "
        "port %d: use xmesh, hexmesh, mesh or torus",
        FEDX_PE_PORT);
}

/* Of the class rule: a packet's class is its distance, and the hops on which it may be derouted. */
static int buffers_needed(const struct scenario *s, const struct topology *t)
{
    return fedx_route_buffers(scenario_max_distance(s, t), s->flow.class_rule ? deroutes(s) : 0);
}

/* A fabric for which no switch has the buffers, or whose nodes no header can tell from each other. */
static int check_size(const struct scenario *s, const struct topology *t, int blamed, char *error, size_t size)
{
    if (buffers_needed(s, t) > KIND_MOST_BUFFERS)
        return scenario_blame(
            s, blamed, error, size,
            "%s: fabric too large: its diameter must stay under the %d buffers that a switch can have (deadlock rule), "
            "unless packets stay near: {pattern} near",
            t->name, KIND_MOST_BUFFERS);
    if (!fedx_address_fits(t))
        return scenario_blame(
            s, blamed, error, size,
            "%s: of a fabric with more than %d nodes rows and columns must be 128 or less, or multiples of 256",
            t->name, FEDX_ADDRESS_NODES);
    return 0;
}

/* Switches must have more buffers than there are classes, and route tables an entry for each node. */
static int check(const struct scenario_fabric *f, int rtl, int blamed, char *error, size_t size)
{
    const struct scenario *s = f->scenario;
    const struct topology *t = f->topology;
    int buffers = buffers_needed(s, t);

    if (check_pe_ports(s, t, error, size) != 0 || check_derouting(s, t, error, size) != 0)
        return -1;
    if (check_size(s, t, blamed, error, size) != 0)
        return -1;
    if (s->fabric.buffers < buffers && rtl)
        return scenario_blame(
            s, blamed, error, size,
            "%s: fabric too large for RTL nodes, alone or in lockstep: its diameter %d needs at least %d buffers, "
            "and the RTL has 10, or 20 with --buffers 20",
            t->name, t->diameter, buffers);
    if (s->fabric.buffers < buffers)
        return scenario_blame(s, blamed, error, size,
                              "%s: fabric too large: its diameter %d needs at least %d buffers: use --buffers %d",
                              t->name, t->diameter, buffers, buffers);
    return check_settings(s, error, size) != 0 ? -1 : check_overhead(s, error, size);
}

static int check_rtl(const struct router_kind *kind, const struct scenario *s, int key, char *error, size_t size)
{
    (void)kind;
    if (FEDX_VERIFIED && s->fabric.buffers == FEDX_BUFFERS)
        return 0;
    if (key == KEY_coverage)
        return scenario_blame(s, key, error, size, "{coverage} is for switches of 10 or 20 buffers, not {buffers=}");
    return scenario_blame(s, KEY_buffers, error, size,
                          "{buffers=} must be 10 or 20 for RTL nodes, alone or in lockstep");
}

/* The tables keep what deadlock freedom needs. */
static long check_routes(const struct scenario_fabric *f, char *error, size_t size)
{
    const struct scenario *s = f->scenario;
    const struct topology *t = f->topology;
    uint32_t *entry = malloc(sizeof *entry * t->pairs);
    int reach = scenario_max_distance(s, t);
    long routes;

    if (!entry)
        return text_fail(error, size, "out of memory");
    fedx_table_entries(t, reach, is_derouting(s), entry);
    routes =
        fedx_route_check(t, entry, reach, s->flow.class_rule ? (int)s->fabric.buffers : 0, deroutes(s), error, size);
    free(entry);
    return routes;
}

static void settings_of(const struct router_kind *kind, const struct scenario *s, void *settings)
{
    (void)kind;
    *(struct fedx_settings *)settings = fedx_keys_settings(s);
}

static void shares(const struct scenario_fabric *f, const struct scenario_packets *packets, double *share)
{
    for (int p = 0; p < TOPOLOGY_PORTS; p++)
        share[p] = 0;
    share[topology_route(f->topology, packets->router, packets->endpoint).deterministic] = 1;
}

static const struct node_ops *open_rtl(const struct router_kind *kind, const char *path, char *error, size_t size)
{
    (void)kind;
    return fedx_node_open(path, error, size);
}

const struct scenario_kind fedx_kind_scenario = {
    .open = open_rtl,
    .settings = settings_of,
    .check = check,
    .check_rtl = check_rtl,
    .check_routes = check_routes,
    .shares = shares,
    .sections = 1 << SCENARIO_SECTION_flow,
    .buffers_key = KEY_buffers,
    .destinations = FEDX_TABLE_SIZE,
};
