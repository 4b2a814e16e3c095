/* SPDX-License-Identifier: Apache-2.0
 *
 * What the keys of a scenario mean to virtual-channel routers, of each build. What belongs to the Fed-X switch alone
 * must be at its default.
 */
#include <stdio.h>
#include <string.h>

#include "../../config/scenario.h"
#include "../../config/scenario_kind.h"
#include "../../kind/node.h"
#include "../../topology/routes.h"
#include "../kind/vcr_deadlock.h"
#include "../kind/vcr_kind.h"
#include "../kind/vcr_port.h"
#include "../kind/vcr_settings.h"
#include "../kind/vcr_terminal_kind.h"
#include "../kind/vcr_via.h"
#include "vcr_shape_fill.h"
#include "vcr_shares.h"

enum { MOST_HOPS = 127 /* of any way */ };

/* Values of keys, by name in the order of vcr_keys.def; all begin with what follows from router and topology. */
enum { PREFER_AUTO, PREFER_DIMENSION, PREFER_DIAGONAL, PREFER_RANDOM };
enum { SELECT_AUTO, SELECT_PREFERRED, SELECT_RANDOM, SELECT_CREDITS };
enum { CANDIDATES_AUTO, CANDIDATES_IDLE, CANDIDATES_ALL };
enum { BLOCKED_AUTO, BLOCKED_COMMIT, BLOCKED_REDRAW };
enum { ARBITRATION_AUTO, ARBITRATION_ROUND_ROBIN, ARBITRATION_OLDEST, ARBITRATION_BY_INPUT };
enum { LINK_HOLD_AUTO, LINK_HOLD_OFF, LINK_HOLD_ON }; /* and bypass, route_stage, speedup */
enum { FLIT_BITS_AUTO, FLIT_BITS_64, FLIT_BITS_128, FLIT_BITS_256 };
enum { ALLOC_CREDITS_AUTO, ALLOC_CREDITS_ONE, ALLOC_CREDITS_PACKET, ALLOC_CREDITS_DEPTH };
enum { ESCAPE_AUTO, ESCAPE_NONE, ESCAPE_ONLY };

/* Fields of CLASS and MODE that values of keys stand for, by value; the first one is auto. */
static const uint8_t preferences[] = {[PREFER_DIMENSION] = VCR_PREFER_FIRST,
                                      [PREFER_DIAGONAL] = VCR_PREFER_DIAGONAL,
                                      [PREFER_RANDOM] = VCR_PREFER_RANDOM};
static const uint8_t selects[] = {[SELECT_PREFERRED] = VCR_SELECT_PREFERRED,
                                  [SELECT_RANDOM] = VCR_SELECT_RANDOM,
                                  [SELECT_CREDITS] = VCR_SELECT_CREDITS};

static void escape_by_key(const struct vcr_parameters *parameters, const struct scenario *s,
                          struct vcr_class_settings *c)
{
    int torus = topology_kinds[s->fabric.topology] == &topology_torus && !*s->fabric.dead_links;

    if (s->channels.escape == ESCAPE_ONLY)
        vcr_settings_escape_only(parameters, torus, c);
    if (s->channels.escape != ESCAPE_NONE)
        return;
    c->adaptive = s->traffic.routing != ROUTING_DETERMINISTIC;
    c->vc_mask = (uint16_t)((1u << parameters->vcs) - 1u);
    c->escape_low = c->escape_high = 0;
}

/* A class of packets. */
static void select_by_keys(const struct vcr_parameters *parameters, const struct scenario *s,
                           struct vcr_class_settings *c)
{
    if (s->traffic.selection)
        c->prefer = VCR_PREFER_RANDOM;
    if (s->channels.prefer != PREFER_AUTO)
        c->prefer = preferences[s->channels.prefer];
    if (s->channels.select != SELECT_AUTO)
        c->select = selects[s->channels.select];
    if (s->channels.candidates != CANDIDATES_AUTO)
        c->busy_too = s->channels.candidates == CANDIDATES_ALL;
    if (s->channels.blocked != BLOCKED_AUTO)
        c->redraw = s->channels.blocked == BLOCKED_REDRAW;
    escape_by_key(parameters, s, c);
}

/* What all packets share. */
static void allocate_by_keys(const struct vcr_parameters *parameters, const struct scenario *s,
                             struct vcr_settings *settings)
{
    const uint8_t credits[] = {[ALLOC_CREDITS_AUTO] = settings->alloc_credits,
                               [ALLOC_CREDITS_ONE] = 1,
                               [ALLOC_CREDITS_PACKET] = settings->packet_flits,
                               [ALLOC_CREDITS_DEPTH] = parameters->depth};

    settings->alloc_credits = credits[s->channels.alloc_credits];
    if (s->channels.arbitration != ARBITRATION_AUTO)
        settings->oldest = s->channels.arbitration == ARBITRATION_OLDEST;
    settings->by_input = s->channels.arbitration == ARBITRATION_BY_INPUT;
    if (settings->alloc_credits < settings->packet_flits)
        settings->link_hold = 0;
    if (s->channels.link_hold != LINK_HOLD_AUTO)
        settings->link_hold = s->channels.link_hold == LINK_HOLD_ON;
}

static int in_dimension_order(const struct scenario *s, int task)
{
    int routing = task ? s->channels.second_routing : s->traffic.routing,
        prefer = task ? s->channels.second_prefer : s->channels.prefer;

    return routing == ROUTING_DETERMINISTIC && prefer == PREFER_DIMENSION;
}

/*
 * Of two tasks in a mesh each has half of the channels: all of them in dimension order, else the first one for escape.
 */
static void set_half(const struct vcr_parameters *parameters, const struct scenario *s, int task,
                     struct vcr_class_settings *c)
{
    unsigned half = parameters->vcs / 2u, all = ((1u << half) - 1u) << (unsigned)task * half;
    unsigned escape = in_dimension_order(s, task) ? 0 : all & -all;

    if (task && s->channels.second_prefer != PREFER_AUTO)
        c->prefer = preferences[s->channels.second_prefer];
    c->adaptive = (task ? s->channels.second_routing : s->traffic.routing) != ROUTING_DETERMINISTIC;
    c->vc_mask = (uint16_t)(all & ~escape);
    c->escape_low = c->escape_high = (uint16_t)escape;
}

/* Of routes by name; those of files have one way. */
static int ways_of(const struct scenario *s)
{
    const struct topology_routing *routing = topology_routing_find(s->channels.routes);

    return routing && routing->second ? 2 : 1;
}

/* Each half of a packet's way has channels of its own. */
static int has_via(const struct scenario *s)
{
    return s->channels.via != VCR_VIA_NONE; /* its names are in the order of VCR_VIA_* */
}

/* Message classes with channels of their own have half of them each. */
static int has_halves(const struct scenario *s)
{
    return s->responses.trace_classes || (s->responses.responses > 0 && s->responses.classes > 1);
}

/* Parts that channels are in, with a channel each at least; and the one that a class has. */
static unsigned parts_of(const struct vcr_parameters *parameters, const struct scenario *s)
{
    unsigned parts = (has_halves(s) ? 2u : 1u) * (has_via(s) ? 2u : 1u);

    return parts <= parameters->vcs ? parts : 1;
}

static unsigned part_of(const struct scenario *s, unsigned class)
{
    unsigned half = has_via(s) ? class & 1u : 0;

    return has_halves(s) && class & PACKET_RESPONSE ? half + (has_via(s) ? 2u : 1u) : half;
}

/* Cycles of a flit from input to output, without other packets: docs/spec/vcr.md section 4. */
static int least_latency(const struct vcr_parameters *s)
{
    return 2 - s->bypass + s->route_stage;
}

static void delays_by_keys(const struct vcr_parameters *parameters, const struct scenario *s,
                           struct vcr_settings *settings)
{
    settings->latency = (uint8_t)s->fabric.latency;
    if (s->channels.router_latency != KEY_WORD)
        settings->router_stages = (uint8_t)(s->channels.router_latency - least_latency(parameters));
    settings->credit_stages = (uint8_t)s->channels.credit_latency;
}

static void settings_of(const struct vcr_parameters *all, const struct scenario *s, struct vcr_settings *settings)
{
    const struct topology_kind *topology = topology_kinds[s->fabric.topology];
    struct vcr_parameters own = *all;
    const struct vcr_parameters *parameters = &own;

    own.vcs = (uint8_t)(all->vcs / parts_of(all, s));
    vcr_settings_usual(parameters, topology, settings);
    if (!vcr_settings_regular(topology, *s->fabric.dead_links != 0))
        vcr_settings_irregular(parameters, settings);
    if (*s->channels.routes)
        vcr_settings_routed(parameters, ways_of(s), settings);
    delays_by_keys(parameters, s, settings);
    settings->random_seed = (uint64_t)s->traffic.seed;
    vcr_settings_length(parameters, (unsigned)s->channels.packet_flits, settings);
    allocate_by_keys(parameters, s, settings);
    for (int k = 0; k < VCR_CLASSES; k++)
        select_by_keys(parameters, s, &settings->class[k]);
    for (int k = 0; s->channels.second_load > 0 && k < VCR_CLASSES; k++) /* those that no packet has are as others */
        set_half(parameters, s, k % 2, &settings->class[k]);
    for (unsigned k = 0; k < VCR_CLASSES && parts_of(all, s) > 1; k++)
        vcr_settings_part(&settings->class[k], part_of(s, k), own.vcs);
    settings->via = (uint8_t)s->channels.via & 15u;
    settings->via_bias = (uint32_t)s->channels.via_bias & 255u;
    settings->classes = (uint8_t)(s->responses.responses > 0 ? s->responses.classes : 0) & 15u;
    settings->sat_mode = (uint8_t)s->sat.sat; /* its names are in the order of VCR_SAT_* */
    settings->sat_l = (uint16_t)(s->sat.sat == VCR_SAT_OFF ? 0 : s->sat.sat_l);
    settings->sat_k = (uint16_t)(s->sat.sat == VCR_SAT_OFF ? 0 : s->sat.sat_k);
    settings->sat_timeout = (uint32_t)(s->sat.sat == VCR_SAT_OFF ? 0 : s->sat.sat_timeout) & 0xffffffu;
    settings->terminal_queue = s->sat.terminal_queue || s->sat.sat != VCR_SAT_OFF;
}

static void endpoints_of(const struct scenario *s, struct scenario_endpoints *e)
{
    e->second_load = s->channels.second_load;
    e->second_load_key = KEY_second_load;
    e->second_pattern = s->channels.second_pattern;
    e->second_pattern_key = KEY_second_pattern;
    e->second_adaptive = s->channels.second_routing != ROUTING_DETERMINISTIC;
    e->deflections = (int)s->channels.deflections;
    e->ways = ways_of(s);
    e->second_half = has_via(s);
    e->sees_router = s->channels.via == VCR_VIA_UGAL ? KEY_via : 0;
    e->marks = s->sat.sat != VCR_SAT_OFF;
    e->responses = (struct responder_settings){.packets = (int)s->responses.responses,
                                               .outstanding = (int)s->responses.outstanding,
                                               .room = (int)s->responses.response_room,
                                               .service_time = (int)s->responses.service_time,
                                               .classes = (int)s->responses.classes,
                                               .of_trace = s->responses.trace_classes,
                                               .share = (int)s->responses.response_share};
}

/* What keys of virtual-channel routers go with. */
static const struct scenario_rule rules[] = {
    {.keys = {KEY_outstanding, KEY_service_time, KEY_response_room, KEY_classes}, .others = {KEY_responses}},
    {.keys = {KEY_trace_classes}, .others = {KEY_replay}},
    {.keys = {KEY_trace_classes}, .how = SCENARIO_WITHOUT, .others = {KEY_responses}},
    {.keys = {KEY_response_share}, .others = {KEY_trace_classes}, .why = ": responses go first"},
    {.keys = {KEY_responses, KEY_trace_classes},
     .how = SCENARIO_WITHOUT,
     .others = {KEY_hot_spots, KEY_second_load, KEY_terminal_queue, KEY_sat, KEY_faults}},
    {.keys = {KEY_responses, KEY_trace_classes},
     .how = SCENARIO_WITHOUT,
     .others = {KEY_blackbox},
     .why = ", which keeps no channels free for them"},
    {.keys = {KEY_sat}, .how = SCENARIO_WITHOUT, .others = {KEY_blackbox}, .why = ", which passes no token on"},
    {.keys = {KEY_router_latency}, .how = SCENARIO_WITHOUT, .others = {KEY_blackbox}, .why = ", which has its own"},
    {.keys = {KEY_second_pattern, KEY_second_routing, KEY_second_prefer}, .others = {KEY_second_load}},
    {.keys = {KEY_routes, KEY_escape, KEY_via, KEY_hot_spots, KEY_replay},
     .how = SCENARIO_WITHOUT,
     .others = {KEY_second_load}},
    {.keys = {KEY_routes}, .how = SCENARIO_WITHOUT, .others = {KEY_escape}},
    {.keys = {KEY_deflections}, .others = {KEY_routing}, .value = "adaptive"},
    {.keys = {KEY_deflections}, .how = SCENARIO_WITHOUT, .others = {KEY_via}},
    {.keys = {KEY_via_bias}, .others = {KEY_via}, .value = "ugal"},
};

static int check_routing(const struct scenario *s, char *error, size_t size)
{
    return s->traffic.routing == ROUTING_DEROUTING
               ? scenario_blame(s, KEY_routing, error, size, "{routing=} is of Fed-X switches, not of {router=}")
               : 0;
}

/* Which shortest way is preferred. */
static int check_prefer(const struct scenario *s, const struct topology *t, char *error, size_t size)
{
    if (s->channels.prefer == PREFER_AUTO)
        return 0;
    if (t->kind == &topology_tree)
        return scenario_blame(s, KEY_prefer, error, size,
                              "{prefer=} is of meshes and tori: in a tree straight up is preferred");
    if (s->traffic.selection && s->channels.prefer != PREFER_RANDOM)
        return scenario_blame(s, KEY_prefer, error, size,
                              "{prefer=} does not go with {selection=}, which prefers a way that is drawn");
    if (s->channels.prefer == PREFER_DIAGONAL && vcr_settings_routing(t) == VCR_ROUTE_TABLE)
        return scenario_blame(
            s, KEY_prefer, error, size,
            "%s: {prefer=} is found where sizes are powers of two alone: route tables have one preferred way", t->name);
    return 0;
}

/* Routes that are given keep no channel for escape, and two ways need channels of their own. */
static int check_given(const struct vcr_parameters *parameters, const struct scenario *s, const struct topology *t,
                       char *error, size_t size)
{
    if (!t->routes)
        return 0;
    if ((has_via(s) ? 2 : 1) * t->routes->longest > MOST_HOPS)
        return scenario_blame(s, KEY_routes, error, size, "{routes=}: %s: a way has %d hops, and %d is the most",
                              t->name, t->routes->longest, MOST_HOPS);
    if (t->routes->ways == 2 && parameters->vcs < 2)
        return scenario_blame(s, KEY_routes, error, size, "{routes=} needs two channels, and {router=} has one");
    if (t->routes->ways == 2 && (s->traffic.selection || s->channels.prefer != PREFER_AUTO))
        return scenario_blame(s, KEY_routes, error, size,
                              "{routes=} does not go with {%s}: a packet draws its way once",
                              s->traffic.selection ? "selection" : "prefer");
    if (parameters->table_size < (unsigned)t->endpoints)
        return scenario_blame(s, KEY_routes, error, size,
                              "{routes=} needs a route table of %d entries, and {router=} has %d%s", t->endpoints,
                              parameters->table_size, parameters->table_size ? "" : ": use {router} vcr-mesh");
    return 0;
}

/* Of a channel a head cannot take more than there is. And where all channels of an input ask, they need their turns. */
static int check_allocation(const struct vcr_parameters *parameters, const struct scenario *s,
                            const struct vcr_settings *settings, char *error, size_t size)
{
    if (settings->by_input && parameters->speedup)
        return scenario_blame(
            s, KEY_arbitration, error, size,
            "{arbitration=} is for routers where one channel of an input asks at a time: use {speedup} off, or "
            "{arbitration} round-robin");
    if (settings->alloc_credits <= parameters->depth)
        return 0;
    return scenario_blame(s, KEY_alloc_credits, error, size,
                          "{alloc_credits=} needs channels that hold a packet of %d flits; those of {router=} hold %d",
                          settings->packet_flits, parameters->depth);
}

/* Two tasks share no channel, and each needs one to escape to. */
static int check_second(const struct vcr_parameters *parameters, const struct scenario *s, const struct topology *t,
                        char *error, size_t size)
{
    if (s->channels.second_load == 0)
        return 0;
    if (t->kind != &topology_mesh)
        return scenario_blame(s, KEY_second_load, error, size,
                              "{second_load=}: two tasks have their channels in a mesh alone");
    if (parameters->vcs < 4)
        return scenario_blame(s, KEY_second_load, error, size,
                              "{second_load=}: {router=} has %d channels, and two tasks need four", parameters->vcs);
    if (s->channels.second_routing == ROUTING_DEROUTING)
        return scenario_blame(s, KEY_second_routing, error, size,
                              "{second_routing=} is of Fed-X switches, not of {router=}");
    return 0;
}

static int check_halves(const struct vcr_parameters *parameters, const struct scenario *s,
                        const struct vcr_settings *settings, char *error, size_t size)
{
    int key = s->responses.trace_classes ? KEY_trace_classes : KEY_classes;
    const char *blamed = s->responses.trace_classes ? "trace_classes" : "classes=";

    if (parameters->vcs < 2)
        return scenario_blame(s, key, error, size, "{%s} needs two channels, and {router=} has one", blamed);
    if (parameters->depth - settings->alloc_credits >= settings->packet_flits)
        return scenario_blame(s, key, error, size,
                              "{%s} needs channels that a packet has for itself: {alloc_credits} depth", blamed);
    return 0;
}

/*
 * A packet must fit a channel, so that one that has begun to leave its PE goes on. And where a class is to keep out of
 * the way of the other, none is behind another one in a channel by which it leaves its PE: which these are is open.
 */
static int check_message_classes(const struct vcr_parameters *parameters, const struct scenario *s,
                                 const struct vcr_settings *settings, char *error, size_t size)
{
    int two = s->responses.responses > 0 ? KEY_responses : KEY_trace_classes;

    if (s->responses.responses == 0 && !s->responses.trace_classes)
        return 0;
    if (settings->alloc_credits < settings->packet_flits)
        return scenario_blame(s, two, error, size,
                              "{%s} needs virtual cut-through: {packet_flits} of {depth} at most, and "
                              "{alloc_credits} for all of a packet",
                              scenario_keys[two].name);
    return has_halves(s) ? check_halves(parameters, s, settings, error, size) : 0;
}

static int check_escape(const struct vcr_parameters *parameters, const struct scenario *s, const struct topology *t,
                        char *error, size_t size)
{
    if (s->channels.escape != ESCAPE_AUTO && t->kind == &topology_tree)
        return scenario_blame(s, KEY_escape, error, size, "{escape=}: a tree has no escape channels");
    if (s->channels.escape == ESCAPE_ONLY && t->kind == &topology_torus && parameters->vcs < 2)
        return scenario_blame(s, KEY_escape, error, size,
                              "{escape=} needs two channels in a torus, and {router=} has one");
    return 0;
}

/* An intermediate router is known by eight bits, and packets that go back have no half of their way. */
static int check_via(const struct vcr_parameters *parameters, const struct scenario *s, const struct topology *t,
                     char *error, size_t size)
{
    unsigned parts = has_halves(s) ? 4 : 2;

    if (!has_via(s))
        return 0;
    if (s->channels.via == VCR_VIA_ROMM && !vcr_via_grid(t))
        return scenario_blame(s, KEY_via, error, size, "{via=} is for meshes and tori alone: %s", t->name);
    if (t->kind == &topology_tree)
        return scenario_blame(s, KEY_via, error, size, "{via=} is not for trees: %s", t->name);
    if (t->endpoints > VCR_VIA_ENDPOINTS)
        return scenario_blame(s, KEY_via, error, size, "{via=} is for up to %d PEs: %s has %d", VCR_VIA_ENDPOINTS,
                              t->name, t->endpoints);
    if (parameters->vcs < parts)
        return scenario_blame(s, KEY_via, error, size, "{via=} needs %u channels, and {router=} has %d", parts,
                              parameters->vcs);
    if (ways_of(s) == 2)
        return scenario_blame(s, KEY_via, error, size, "{via=} does not go with {routes=}");
    return 0;
}

/* Settings of selection and allocation that make no sense. */
static int check_channels(const struct vcr_parameters *parameters, const struct scenario *s,
                          const struct vcr_settings *settings, const struct topology *t, char *error, size_t size)
{
    if (check_escape(parameters, s, t, error, size) != 0)
        return -1;
    if (check_given(parameters, s, t, error, size) != 0 || check_second(parameters, s, t, error, size) != 0 ||
        check_prefer(s, t, error, size) != 0 || check_via(parameters, s, t, error, size) != 0)
        return -1;
    if (check_message_classes(parameters, s, settings, error, size) != 0)
        return -1;
    return check_allocation(parameters, s, settings, error, size);
}

static const int shape_keys[] = {KEY_ports,   KEY_vcs,        KEY_depth, KEY_flit_bits,  KEY_bypass, KEY_route_stage,
                                 KEY_speedup, KEY_table_size, KEY_via,   KEY_iterations, -1};

static int check_ports(const struct vcr_parameters *parameters, const struct scenario *s, const struct topology *t,
                       char *error, size_t size)
{
    for (int n = 0; n < t->nodes; n++)
        for (int p = parameters->ports; p < TOPOLOGY_PORTS; p++)
            if (t->links[n][p].node >= 0)
                return scenario_blame(s, KEY_router, error, size,
                                      "{router=} has %d ports, and %s needs port %d of router %d: use "
                                      "{topology} mesh, or another router",
                                      parameters->ports, t->name, p, n);
    return 0;
}

/* Routers must know ways: by coordinates, or by a table. */
static int check_ways(const struct vcr_parameters *parameters, const struct scenario *s, const struct topology *t,
                      char *error, size_t size)
{
    if (vcr_settings_routing(t) == VCR_ROUTE_TABLE && parameters->table_size < (unsigned)t->endpoints)
        return scenario_blame(
            s, KEY_topology, error, size,
            parameters->table_size == 0
                ? "%s: {router=} has no route table, and finds its way in a mesh, torus or tree alone, where sizes are powers "
                  "of two and no links are dead: {router} vcr-mesh has one"
                : "%s: {router=} has a route table for fewer endpoints, and finds its way without in a mesh, torus or tree "
                  "alone, where sizes are powers of two and no links are dead",
            t->name);
    return 0;
}

/* A terminal that is satisfied may send more, not less. */
static int check_sat(const struct vcr_parameters *parameters, const struct scenario *s,
                     const struct vcr_settings *settings, const struct topology *t, char *error, size_t size)
{
    const struct vcr_terminal_parameters terminal = vcr_settings_terminal(parameters, settings, t->cables);

    if (s->sat.lockstep_terminals && !vcr_port_lockstep_kind(&terminal))
        return scenario_blame(s, KEY_lockstep_terminals, error, size,
                              "{lockstep_terminals}: there is no RTL of a terminal with %d "
                              "cables to {router=}, for packets of %d flits",
                              t->cables, settings->packet_flits);
    if (s->sat.sat != VCR_SAT_OFF && s->sat.sat_k < s->sat.sat_l)
        return scenario_blame(s, KEY_sat_k, error, size,
                              "{sat_k=} is less than {sat_l=}: a PE would keep the token for ever");
    if (s->sat.terminal_queue && s->traffic.inject_overhead > 0)
        return scenario_blame(s, KEY_inject_overhead, error, size,
                              "{inject_overhead=} cannot be had with {terminal_queue}");
    if (s->sat.sat != VCR_SAT_OFF && s->traffic.inject_overhead > 0)
        return scenario_blame(s, KEY_inject_overhead, error, size, "{inject_overhead=} cannot be had with {sat=}");
    return 0;
}

static int check_size(const struct scenario *s, const struct topology *t, char *error, size_t size)
{
    if ((has_via(s) ? 2 : 1) * t->diameter <= MOST_HOPS)
        return 0;
    return scenario_blame(s, KEY_topology, error, size,
                          "%s: fabric too large: with {router=} its diameter must be %d at most", t->name, MOST_HOPS);
}

/* A terminal has room for packets of so many words. */
static int check_length(const struct vcr_parameters *parameters, const struct scenario *s,
                        const struct vcr_settings *settings, char *error, size_t size)
{
    if (settings->packet_flits * parameters->words <= VCR_MOST_PACKET_WORDS)
        return 0;
    return scenario_blame(s, KEY_packet_flits, error, size,
                          "{packet_flits=}: a packet has %d bits at most, and flits of {router=} have %d",
                          64 * VCR_MOST_PACKET_WORDS, 64 * parameters->words);
}

static int check_router_latency(const struct vcr_parameters *parameters, const struct scenario *s, char *error,
                                size_t size)
{
    if (s->channels.router_latency == KEY_WORD || s->channels.router_latency >= least_latency(parameters))
        return 0;
    return scenario_blame(
        s, KEY_router_latency, error, size,
        "{router_latency=}: {router=} takes %d cycles (see {bypass} and {route_stage}): use that or more",
        least_latency(parameters));
}

static int check_all(const struct vcr_parameters *parameters, const struct scenario *s,
                     const struct vcr_settings *settings, const struct topology *t, char *error, size_t size)
{
    if (check_routing(s, error, size) != 0 || check_size(s, t, error, size) != 0 ||
        check_length(parameters, s, settings, error, size) != 0 || check_ports(parameters, s, t, error, size) != 0 ||
        check_router_latency(parameters, s, error, size) != 0 ||
        check_channels(parameters, s, settings, t, error, size) != 0 ||
        check_sat(parameters, s, settings, t, error, size) != 0)
        return -1;
    return check_ways(parameters, s, t, error, size);
}

/* Requests that all other endpoints together can have outstanding. */
static int64_t room_for_all(const struct scenario *s, const struct topology *t)
{
    return s->responses.outstanding * (t->endpoints - 1);
}

/* What the check refuses, with the key that is to be blamed. @param why  its own words */
static int blame_settings(const struct vcr_parameters *parameters, const struct scenario *s,
                          const struct vcr_settings *settings, const struct topology *t, const char *why, char *error,
                          size_t size)
{
    unsigned deflections = (unsigned)s->channels.deflections;
    int routes = *s->channels.routes != 0;
    struct vcr_settings unanswered = *settings;
    char other[SCENARIO_ERROR / 2];
    enum vcr_deadlock_doubt doubt = vcr_deadlock_doubt(parameters, settings, deflections);

    unanswered.classes = 0;
    if (settings->classes && vcr_deadlock_check(parameters, &unanswered, t, deflections, other, sizeof other) >= 0)
        return scenario_blame(
            s, KEY_classes, error, size,
            "{classes=}: %s: use {classes} 2, or {response_room} %lld, which all outstanding requests "
            "cannot fill ({deadlock_check})",
            why, (long long)room_for_all(s, t));
    if (doubt == VCR_DEADLOCK_HELD)
        return scenario_blame(s, KEY_link_hold, error, size,
                              "{link_hold=} needs room for a whole packet: {alloc_credits} packet ({deadlock_check})");
    if (doubt == VCR_DEADLOCK_BACK)
        return scenario_blame(
            s, KEY_deflections, error, size,
            "{deflections}: packets that turn back can lock up where channels do not hold a packet: use "
            "{alloc_credits} packet ({deadlock_check})");
    if (has_via(s))
        return scenario_blame(s, KEY_via, error, size,
                              "{via=}: %s: each half of the way has %u channels ({deadlock_check})", why,
                              parameters->vcs / parts_of(parameters, s));
    if (deflections > 0 && t->kind == &topology_tree)
        return scenario_blame(s, KEY_deflections, error, size,
                              "{deflections} can lock up a tree, which has no escape channels ({deadlock_check})");
    if (!routes && settings->alloc_credits < settings->packet_flits && settings->alloc_credits < parameters->depth)
        return scenario_blame(
            s, KEY_alloc_credits, error, size,
            "{alloc_credits=} can lock up where packets have several ways, or go round a ring: use packet or depth, or in "
            "a mesh {routing} deterministic with {prefer} dimension ({deadlock_check})");
    return scenario_blame(s, routes ? KEY_routes : KEY_router, error, size, "{%s=}: %s ({deadlock_check})",
                          routes ? "routes" : "router", why);
}

/* Packets must not wait for each other for ever. Where all have one way, they have no more although their class would
 * let them. */
static long check_routes(const struct vcr_parameters *parameters, const struct scenario *s, const void *settings,
                         const struct topology *t, char *error, size_t size)
{
    struct vcr_settings given = *(const struct vcr_settings *)settings;
    char why[SCENARIO_ERROR / 2];
    long routes;

    for (int k = 0; k < VCR_CLASSES && s->traffic.routing == ROUTING_DETERMINISTIC && s->channels.second_load == 0; k++)
        given.class[k].adaptive = 0;
    if (s->responses.response_room >= room_for_all(s, t))
        given.classes = 0;
    routes = vcr_deadlock_check(parameters, &given, t, (unsigned)s->channels.deflections, why, sizeof why);
    return routes >= 0 ? routes : blame_settings(parameters, s, &given, t, why, error, size);
}

/* RTL of a build; but for noc it is made when it is asked for. */
static const struct node_ops *open_build(const char *path, int terminal, const char *build, char *error, size_t size)
{
    const struct node_ops *ops;
    char object[64];

    snprintf(object, sizeof object, "libvcr_%s%s.so", terminal ? "terminal_" : "", build);
    ops = node_open(path, object, terminal ? VCR_TERMINAL_NODE_VERSION : VCR_NODE_VERSION,
                    terminal ? "of a terminal, of this version" : "of a router, of this version", error, size);
    if (!ops && !path && strcmp(build, "noc") != 0) {
        size_t said = strlen(error);
        snprintf(error + said, size - said, ", after cmake -DVCR_RTL_BUILDS=\"noc;%s\" build", build);
    }
    return ops;
}

/* Shapes ---------------------------------------------------------------------------------------------------------- */

static uint8_t dimension_by_key(int64_t key, uint8_t own)
{
    return key == KEY_WORD ? own : (uint8_t)key;
}

/* Of link_hold's values. */
static uint8_t switch_by_key(int key, uint8_t own)
{
    return key == LINK_HOLD_AUTO ? own : key == LINK_HOLD_ON;
}

static struct vcr_parameters shape_by_keys(const struct vcr_parameters *own, const struct scenario *s)
{
    static const uint8_t words[] = {[FLIT_BITS_64] = 1, [FLIT_BITS_128] = 2, [FLIT_BITS_256] = 4};
    struct vcr_parameters p = {.ports = dimension_by_key(s->channels.ports, own->ports),
                               .vcs = dimension_by_key(s->channels.vcs, own->vcs),
                               .depth = dimension_by_key(s->channels.depth, own->depth),
                               .words = own->words,
                               .bypass = switch_by_key(s->channels.bypass, own->bypass),
                               .route_stage = switch_by_key(s->channels.route_stage, own->route_stage),
                               .speedup = switch_by_key(s->channels.speedup, own->speedup),
                               .via = own->via | (uint8_t)has_via(s),
                               .repeats = (uint8_t)(s->channels.iterations - 1)};

    if (s->channels.flit_bits != FLIT_BITS_AUTO)
        p.words = words[s->channels.flit_bits];
    p.table_size = s->channels.table_size != KEY_WORD ? (uint16_t)s->channels.table_size
                   : p.route_stage                    ? own->table_size
                                                      : 0;
    return p;
}

static int is_shape(const struct vcr_parameters *a, const struct vcr_parameters *b)
{
    return a->ports == b->ports && a->vcs == b->vcs && a->depth == b->depth && a->words == b->words &&
           a->bypass == b->bypass && a->route_stage == b->route_stage && a->speedup == b->speedup &&
           a->table_size == b->table_size && a->via == b->via && a->repeats == b->repeats;
}

static const struct router_kind *shaped(const struct router_kind *kind, const struct scenario *s, char *error,
                                        size_t size)
{
    const struct vcr_parameters *own = kind->parameters, shape = shape_by_keys(own, s);

    if (shape.table_size != 0 && !shape.route_stage) {
        scenario_blame(s, KEY_table_size, error, size,
                       "{table_size=}: a route table needs a route stage: {route_stage} on");
        return NULL;
    }
    if (shape.repeats != 0 && shape.speedup) {
        scenario_blame(s, KEY_iterations, error, size,
                       "{iterations=} is for routers where one channel of an input asks at a time: use {speedup} off");
        return NULL;
    }
    return is_shape(&shape, own) ? kind : vcr_shape_hold(&shape);
}

/* RTL of a shape is where it was built. */
static const struct node_ops *open_router(const struct router_kind *kind, const char *path, char *error, size_t size)
{
    return open_build(path ? path : vcr_shape_rtl(kind), 0, kind->parts->scenario->build, error, size);
}

static const struct node_ops *open_port(const struct router_kind *kind, const char *path, const void *settings,
                                        int cables, char *error, size_t size)
{
    const struct vcr_terminal_parameters terminal = vcr_settings_terminal(kind->parameters, settings, cables);

    return open_build(path, 1, vcr_port_build(&terminal), error, size);
}

static void settings_of_routers(const struct router_kind *kind, const struct scenario *s, void *settings)
{
    settings_of(kind->parameters, s, settings);
}

static int check(const struct scenario_fabric *f, int rtl, int blamed, char *error, size_t size)
{
    (void)rtl;
    (void)blamed;
    return check_all(f->kind->parameters, f->scenario, f->settings, f->topology, error, size);
}

static long check_routes_of(const struct scenario_fabric *f, char *error, size_t size)
{
    return check_routes(f->kind->parameters, f->scenario, f->settings, f->topology, error, size);
}

static void shares(const struct scenario_fabric *f, const struct scenario_packets *packets, double *share)
{
    vcr_shares(f->kind->parameters, f->settings, f->topology, packets, share);
}

static double via_share(const struct scenario_fabric *f, int source, int destination, int via)
{
    return vcr_via_share(f->settings, f->topology, source, destination, via);
}

#define VCR_CONFIGURATION(name_, kind_, ports_, vcs_, depth_, words_, bypass_, route_stage_, speedup_, table_size_, \
                          via_, repeats_, summary_)                                                                 \
    FIXED struct scenario_kind vcr_scenario_##name_ = {                                                             \
        .shape = shaped,                                                                                            \
        .release = vcr_shape_release,                                                                               \
        .shape_keys = shape_keys,                                                                                   \
        .open_port = open_port,                                                                                     \
        .open = open_router,                                                                                        \
        .build = #name_,                                                                                            \
        .settings = settings_of_routers,                                                                            \
        .check = check,                                                                                             \
        .rules = rules,                                                                                             \
        .rule_count = sizeof rules / sizeof *rules,                                                                 \
        .endpoints = endpoints_of,                                                                                  \
        .shares = shares,                                                                                           \
        .via = via_share,                                                                                           \
        .sections = 1 << SCENARIO_SECTION_channels | 1 << SCENARIO_SECTION_responses | 1 << SCENARIO_SECTION_sat,   \
        .listed_alone = 1 << SCENARIO_SECTION_channels | 1 << SCENARIO_SECTION_responses,                           \
        .routes = KEY_routes,                                                                                       \
        .port_lockstep = KEY_lockstep_terminals,                                                                    \
        .check_routes = check_routes_of,                                                                            \
        .routers = (summary_),                                                                                      \
        .destinations = 1 << 16,                                                                                    \
    };
#define FIXED const
#include "../kind/vcr_configurations.def"
#undef FIXED
#define FIXED
#include "../kind/vcr_shapes.def"
#undef FIXED
#undef VCR_CONFIGURATION

static struct {
    struct scenario_kind *kind;
    char words[64];
} of_shapes[VCR_SHAPES] = {
#define VCR_CONFIGURATION(name, ...) {&vcr_scenario_##name, ""},
#include "../kind/vcr_shapes.def"
#undef VCR_CONFIGURATION
};

void vcr_shape_fill_scenario(unsigned place)
{
    const struct vcr_parameters *s = vcr_shape_parameters[place];

    snprintf(of_shapes[place].words, sizeof of_shapes[place].words, "%d ports, %d channel%s of %d flits of %d bits",
             s->ports, s->vcs, s->vcs == 1 ? "" : "s", s->depth, 64 * s->words);
    of_shapes[place].kind->routers = of_shapes[place].words;
}

/* No scenario has one for a router: it is opened alone. */
static const struct node_ops *open_terminal(const struct router_kind *kind, const char *path, char *error, size_t size)
{
    return open_build(path, 1, kind->parts->scenario->build, error, size);
}

#define VCR_TERMINAL_BUILD(name_, ...) \
    const struct scenario_kind vcr_terminal_scenario_##name_ = {.open = open_terminal, .build = #name_};
#include "../kind/vcr_terminals.def"
#undef VCR_TERMINAL_BUILD
