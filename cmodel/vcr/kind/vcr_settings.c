/* SPDX-License-Identifier: Apache-2.0 */
#include "vcr_settings.h"

#include <string.h>

#include "../../topology/routes.h"
#include "../../topology/spanning.h"
#include "../model/vcr_internal.h"
#include "fedx/rng.h"
#include "vcr_packet.h"
#include "vcr_via.h"

static int is_grid(const struct topology_kind *t)
{
    return t == &topology_mesh || t == &topology_torus;
}

static int is_power(int number)
{
    return (number & (number - 1)) == 0;
}

int vcr_settings_regular(const struct topology_kind *t, int dead_links)
{
    return dead_links == 0 && (is_grid(t) || t == &topology_tree);
}

static int is_regular(const struct topology *t)
{
    return !t->routes && vcr_settings_regular(t->kind, t->dead_links);
}

/* Coordinates do for radices that are powers of two, and for endpoints that are numbered as their routers. */
unsigned vcr_settings_routing(const struct topology *t)
{
    int powers = is_power(t->rows) && is_power(t->cols) && is_regular(t);

    if (t->kind == &topology_tree && is_power(t->rows) && is_regular(t))
        return VCR_ROUTE_TREE;
    if (t->kind == &topology_mesh && powers)
        return VCR_ROUTE_MESH;
    if (t->kind == &topology_torus && powers)
        return VCR_ROUTE_TORUS;
    return VCR_ROUTE_TABLE;
}

static struct vcr_class_settings usual_class(const struct vcr_parameters *s, const struct topology_kind *t)
{
    struct vcr_class_settings c = {.adaptive = 1, .vc_mask = (uint16_t)((1u << s->vcs) - 1u)};
    unsigned escapes = t == &topology_torus ? 3 : 1;

    if (!is_grid(t)) {
        c.select = VCR_SELECT_CREDITS;
        c.busy_too = c.redraw = 1;
    } else if ((escapes + 1) >> s->vcs != 0) {
        c.adaptive = 0; /* no channel is left beside them */
    } else {
        c.prefer = VCR_PREFER_DIAGONAL;
        c.vc_mask &= (uint16_t)~escapes;
        c.escape_low = 1;
        c.escape_high = (uint16_t)(escapes & ~1u) ? 2 : 1;
    }
    return c;
}

void vcr_settings_length(const struct vcr_parameters *s, unsigned flits, struct vcr_settings *settings)
{
    int cut_through = s->depth >= flits;

    settings->packet_flits = (uint8_t)flits;
    settings->alloc_credits = cut_through ? (uint8_t)flits : s->depth;
    settings->link_hold = cut_through && s->speedup;
}

void vcr_settings_usual(const struct vcr_parameters *s, const struct topology_kind *t, struct vcr_settings *settings)
{
    *settings = (struct vcr_settings){.oldest = is_grid(t) & 1u, .random_seed = 1};
    vcr_settings_length(s, VCR_PACKET_FLITS, settings);
    for (int k = 0; k < VCR_CLASSES; k++)
        settings->class[k] = usual_class(s, t);
}

void vcr_settings_irregular(const struct vcr_parameters *s, struct vcr_settings *settings)
{
    settings->oldest = 1;
    for (int k = 0; k < VCR_CLASSES; k++) {
        struct vcr_class_settings *c = &settings->class[k];
        c->select = VCR_SELECT_PREFERRED;
        c->busy_too = c->redraw = 0;
        c->vc_mask = (uint16_t)((1u << s->vcs) - 2u);
        c->escape_low = c->escape_high = 1;
    }
}

void vcr_settings_routed(const struct vcr_parameters *s, int ways, struct vcr_settings *settings)
{
    unsigned all = (1u << s->vcs) - 1u, low = (1u << s->vcs / 2) - 1u;

    vcr_settings_irregular(s, settings);
    for (int k = 0; k < VCR_CLASSES; k++) {
        struct vcr_class_settings *c = &settings->class[k];
        c->adaptive = ways == 1;
        c->vc_mask = (uint16_t)(ways == 1 ? all : k % 2 ? 0 : low);
        c->escape_low = c->escape_high = (uint16_t)(ways == 2 && k % 2 ? all & ~low : 0);
    }
}

void vcr_settings_escape_only(const struct vcr_parameters *s, int torus, struct vcr_class_settings *class)
{
    unsigned all = (1u << s->vcs) - 1u, low = torus ? (1u << s->vcs / 2) - 1u : all;

    class->adaptive = 0;
    class->vc_mask = 0;
    class->escape_low = (uint16_t)low;
    class->escape_high = (uint16_t)(torus ? all & ~low : all);
}

void vcr_settings_part(struct vcr_class_settings *c, unsigned part, unsigned vcs)
{
    unsigned all = (1u << vcs) - 1u, shift = part * vcs;

    c->vc_mask = (uint16_t)((c->vc_mask & all) << shift);
    c->escape_low = (uint16_t)((c->escape_low & all) << shift);
    c->escape_high = (uint16_t)((c->escape_high & all) << shift);
}

/* Configuration words --------------------------------------------------------------------------------------------- */

static unsigned log2_of(int number)
{
    unsigned bits = 0;

    while (1 << bits < number)
        bits++;
    return bits;
}

static uint32_t mode_word(const struct vcr_settings *s, const struct topology *t)
{
    return vcr_settings_routing(t) | (uint32_t)(is_grid(t->kind) && is_regular(t)) << 2 | (uint32_t)s->link_hold << 3 |
           (uint32_t)s->oldest << 4 | (uint32_t)s->by_input << 5 | (uint32_t)s->alloc_credits << 8;
}

/* Whether routers find that they are intermediate by a number of their own, and not by coordinates. */
static int is_numbered(const struct vcr_settings *s, const struct topology *t)
{
    return s->via != VCR_VIA_NONE && vcr_settings_routing(t) == VCR_ROUTE_TABLE;
}

static uint32_t place_word(const struct vcr_settings *s, const struct topology *t, int router)
{
    if (is_numbered(s, t))
        return (uint32_t)vcr_via_endpoint(t, router) & 0xffffu;
    if (t->kind == &topology_tree) {
        int width = t->nodes / t->cols;
        unsigned bits = log2_of(t->rows);
        return (uint32_t)(router % width) | bits << 16 | bits * (unsigned)(t->cols - 1) << 20 |
               (uint32_t)(router / width) << 24;
    }
    return (uint32_t)router | log2_of(t->cols) << 16 | log2_of(t->rows) << 20;
}

/* Ports to routers, the first one to an endpoint, and how many an endpoint has. */
static uint32_t ports_word(const struct vcr_settings *s, const struct topology *t, int router)
{
    unsigned links = 0, local = 0;

    for (unsigned p = 0; p < TOPOLOGY_PORTS; p++) {
        const struct topology_end *far = &t->links[router][p];
        links |= (unsigned)(far->node >= 0 && far->port != TOPOLOGY_ENDPOINT) << p;
        local |= (unsigned)(far->node >= 0 && far->port == TOPOLOGY_ENDPOINT) << p;
    }
    return links | (uint32_t)(local ? __builtin_ctz(local) : 0) << 16 | (uint32_t)t->cables << 20 |
           (is_grid(t->kind) && !is_numbered(s, t) ? log2_of(t->endpoints / t->nodes) : 0) << 24;
}

static uint32_t random_word(const struct vcr_settings *s, int router, int half)
{
    struct rng r = {s->random_seed ^ (uint64_t)router << 32};
    uint64_t seed = rng_next(&r) | 1u;

    return (uint32_t)(seed >> 32 * half);
}

static uint32_t class_word(const struct vcr_class_settings *c)
{
    return c->adaptive | (uint32_t)c->select << 1 | (uint32_t)c->busy_too << 3 | (uint32_t)c->redraw << 4 |
           (uint32_t)c->prefer << 5 | (uint32_t)c->vc_mask << 16;
}

/* SAT ------------------------------------------------------------------------------------------------------------- */

/*
 * The token's way is a tour of one spanning tree: of shortest ways to a root, by the lowest port, without branches that
 * lead to no endpoint. In a k-ary n-tree the root is of the highest level, so that all endpoints are equally far below
 * it.
 */
static int sat_root(const struct topology *t)
{
    return t->kind == &topology_tree ? t->nodes - t->nodes / t->cols : 0;
}

static int sat_parent(const struct topology *t, int router)
{
    int root = sat_root(t);

    return router == root ? -1 : __builtin_ctz((unsigned)topology_best(t, router, root));
}

static unsigned sat_children(const struct topology *t, int router);

/* By a port: the first cable of an endpoint, or a router whose parent this is and that leads to endpoints. */
static int sat_child(const struct topology *t, int router, int port)
{
    struct topology_end far = t->links[router][port];

    if (far.node < 0)
        return 0;
    if (far.port == TOPOLOGY_ENDPOINT)
        return t->attached[far.node].port == port;
    return sat_parent(t, far.node) == far.port && sat_children(t, far.node) != 0;
}

static unsigned sat_children(const struct topology *t, int router)
{
    unsigned children = 0;

    for (int p = 0; p < TOPOLOGY_PORTS; p++)
        children |= (unsigned)sat_child(t, router, p) << p;
    return children;
}

static uint32_t sat_word(const struct vcr_settings *s, const struct topology *t, int router)
{
    int parent = sat_parent(t, router);

    return s->sat_mode | (uint32_t)(parent < 0) << 2 | (parent < 0 ? 0u : (uint32_t)parent << 4) |
           (uint32_t)sat_children(t, router) << 16;
}

/* From the parent to the lowest child, from child to child, from the last one back. */
static unsigned sat_next(const struct topology *t, int router, unsigned port)
{
    unsigned children = sat_children(t, router), behind = children & ~((2u << port) - 1u);
    int parent = sat_parent(t, router), is_parent = parent == (int)port;

    if (children == 0 || !(is_parent || children >> port & 1u))
        return VCR_SAT_NOWHERE;
    if (is_parent)
        return (unsigned)__builtin_ctz(children);
    if (behind != 0)
        return (unsigned)__builtin_ctz(behind);
    return parent < 0 ? (unsigned)__builtin_ctz(children) : (unsigned)parent;
}

static uint32_t sat_next_word(const struct topology *t, int router, unsigned first)
{
    uint32_t word = 0;

    for (unsigned p = first; p < TOPOLOGY_PORTS && p < first + 8; p++)
        word |= (uint32_t)sat_next(t, router, p) << 4 * (p - first);
    return word;
}

uint32_t vcr_settings_word(const struct vcr_settings *s, const struct topology *t, int router, unsigned address)
{
    const struct vcr_class_settings *class = &s->class[address % VCR_CLASSES];

    switch (address) {
    case VCR_CFG_MODE: return mode_word(s, t);
    case VCR_CFG_PLACE: return place_word(s, t, router);
    case VCR_CFG_PORTS: return ports_word(s, t, router);
    case VCR_CFG_RANDOM: return random_word(s, router, 0);
    case VCR_CFG_RANDOM + 1: return random_word(s, router, 1);
    case VCR_CFG_SAT: return s->sat_mode == VCR_SAT_OFF ? 0 : sat_word(s, t, router);
    case VCR_CFG_SAT_NEXT: return s->sat_mode == VCR_SAT_OFF ? 0 : sat_next_word(t, router, 0);
    case VCR_CFG_SAT_NEXT + 1: return s->sat_mode == VCR_SAT_OFF ? 0 : sat_next_word(t, router, 8);
    }
    if (address >= VCR_CFG_ESCAPE)
        return class->escape_low | (uint32_t) class->escape_high << 16;
    return address >= VCR_CFG_CLASS ? class_word(class) : 0;
}

void vcr_settings_config(const struct vcr_settings *s, const struct topology *t, int router, struct vcr_config *config)
{
    static const struct vcr_parameters all = {.ports = VCR_MOST_PORTS, .vcs = VCR_MOST_VCS};
    struct vcr_wires wires = {.rdata = 0};

    memset(config, 0, sizeof *config);
    for (unsigned address = 0; address <= VCR_SETTINGS_WORDS; address++) {
        struct vcr_control control = {.cfg_we = address < VCR_SETTINGS_WORDS, .cfg_addr = (uint16_t)address};
        if (control.cfg_we)
            control.cfg_wdata = vcr_settings_word(s, t, router, address);
        vcr_config_commit(&all, config, &control, &wires);
    }
}

struct vcr_terminal_parameters vcr_settings_terminal(const struct vcr_parameters *s,
                                                     const struct vcr_settings *settings, int cables)
{
    return (struct vcr_terminal_parameters){
        .ports = (uint8_t)cables,
        .vcs = s->vcs,
        .depth = s->depth,
        .words = s->words,
        .length = settings->packet_flits,
        .buffer = VCR_TERMINAL_BUFFER,
        .queue = VCR_TERMINAL_QUEUE,
    };
}

/* The first endpoint has the token of a ring to begin with. The host gives the credits of what comes. */
uint32_t vcr_settings_terminal_word(const struct vcr_settings *s, int endpoint, unsigned address)
{
    if (address == VCR_CFG_TERMINAL_SHARE)
        return s->sat_l | (uint32_t)s->sat_k << 16;
    if (address == VCR_CFG_TERMINAL_WATCH)
        return s->sat_timeout;
    return s->sat_mode | (uint32_t)(endpoint == 0) << 2 | (uint32_t)s->alloc_credits << 8;
}

/* Table ----------------------------------------------------------------------------------------------------------- */

/* Does the way from a router in the direction of a port, up to where that dimension is done, cross the wrap of its
 * ring? */
static int crosses(const struct topology *t, int router, int target, unsigned port)
{
    int along_row = port < 2, rising = !(port & 1u);
    int at = along_row ? router % t->cols : router / t->cols, to = along_row ? target % t->cols : target / t->cols;

    return rising ? to < at : to > at;
}

static uint32_t grid_entry(const struct topology *t, int router, int target, unsigned best)
{
    unsigned port = (unsigned)__builtin_ctz(best);

    return 1u << 31 | (uint32_t)!crosses(t, router, target, port ^ 1u) << 28 |
           (uint32_t)!crosses(t, router, target, port) << 26 | port << 22 | port << 18 | best;
}

uint32_t vcr_settings_entry(const struct topology *t, int router, int endpoint)
{
    struct topology_route way = topology_route(t, router, endpoint);
    unsigned best = (unsigned)way.best, first = (unsigned)way.deterministic;

    unsigned escape = first;

    if (is_grid(t->kind) && is_regular(t) && way.distance > 0)
        return grid_entry(t, router, t->attached[endpoint].node, best);
    if (t->routes && way.distance > 0)
        escape = topology_choice_of(t, router, endpoint)->second;
    else if (!is_regular(t) && way.distance > 0)
        escape = (unsigned)topology_spanning_port(t, router, t->attached[endpoint].node);
    return 1u << 31 | 1u << 28 | 1u << 26 | escape << 22 | first << 18 | best;
}
