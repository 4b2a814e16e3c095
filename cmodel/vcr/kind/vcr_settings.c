/* SPDX-License-Identifier: Apache-2.0
 *
 * See vcr_settings.h.
 */
#include "vcr_settings.h"

#include <string.h>

#include "fedx/random.h"
#include "../model/vcr_internal.h"
#include "vcr_packet.h"

static int is_grid(const struct topology_kind *t)
{
    return t == &topology_mesh || t == &topology_torus;
}

static int is_power(int number)
{
    return (number & (number - 1)) == 0;
}

/* Coordinates do for radices that are powers of two, and for endpoints that are numbered as their routers. */
unsigned vcr_settings_routing(const struct topology *t)
{
    int powers = is_power(t->rows) && is_power(t->cols);

    if (t->kind == &topology_tree && is_power(t->rows))
        return VCR_ROUTE_TREE;
    if (t->kind == &topology_mesh && powers)
        return VCR_ROUTE_MESH;
    if (t->kind == &topology_torus && powers)
        return VCR_ROUTE_TORUS;
    return VCR_ROUTE_TABLE;
}

static struct vcr_class_settings usual_class(const struct vcr_shape *s, const struct topology_kind *t)
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

void vcr_settings_usual(const struct vcr_shape *s, const struct topology_kind *t, struct vcr_settings *settings)
{
    int cut_through = s->depth >= VCR_PACKET_FLITS;

    *settings = (struct vcr_settings){
        .alloc_credits = cut_through ? VCR_PACKET_FLITS : s->depth,
        .link_hold = cut_through && s->speedup,
        .oldest = is_grid(t),
        .random_seed = 1,
    };
    for (int k = 0; k < VCR_CLASSES; k++)
        settings->class[k] = usual_class(s, t);
}

/* Configuration words ------------------------------------------------------------------------------------------------ */

static unsigned log2_of(int number)
{
    unsigned bits = 0;

    while (1 << bits < number)
        bits++;
    return bits;
}

static uint32_t mode_word(const struct vcr_settings *s, const struct topology *t)
{
    return vcr_settings_routing(t) | (uint32_t)is_grid(t->kind) << 2 | (uint32_t)s->link_hold << 3 | (uint32_t)s->oldest << 4 |
           (uint32_t)s->alloc_credits << 8;
}

static uint32_t place_word(const struct topology *t, int router)
{
    if (t->kind == &topology_tree) {
        int width = t->nodes / t->cols;
        unsigned bits = log2_of(t->rows);
        return (uint32_t)(router % width) | bits << 16 | bits * (unsigned)(t->cols - 1) << 20 | (uint32_t)(router / width) << 24;
    }
    return (uint32_t)router | log2_of(t->cols) << 16 | log2_of(t->rows) << 20;
}

/* Ports to routers, and the first one to an endpoint. */
static uint32_t ports_word(const struct topology *t, int router)
{
    unsigned links = 0, local = 0;

    for (unsigned p = 0; p < TOPOLOGY_PORTS; p++) {
        const struct topology_link *far = &t->links[router][p];
        links |= (unsigned)(far->node >= 0 && far->port != TOPOLOGY_ENDPOINT) << p;
        local |= (unsigned)(far->node >= 0 && far->port == TOPOLOGY_ENDPOINT) << p;
    }
    return links | (uint32_t)(local ? __builtin_ctz(local) : 0) << 16 | 1u << 20 |
           (is_grid(t->kind) ? log2_of(t->endpoints / t->nodes) : 0) << 24;
}

static uint32_t random_word(const struct vcr_settings *s, int router, int half)
{
    struct fedx_random r = {s->random_seed ^ (uint64_t)router << 32};
    uint64_t seed = fedx_random_next(&r) | 1u;

    return (uint32_t)(seed >> 32 * half);
}

static uint32_t class_word(const struct vcr_class_settings *c)
{
    return c->adaptive | (uint32_t)c->select << 1 | (uint32_t)c->busy_too << 3 | (uint32_t)c->redraw << 4 |
           (uint32_t)c->prefer << 5 | (uint32_t)c->vc_mask << 16;
}

uint32_t vcr_settings_word(const struct vcr_settings *s, const struct topology *t, int router, unsigned address)
{
    const struct vcr_class_settings *class = &s->class[address % VCR_CLASSES];

    switch (address) {
    case VCR_CFG_MODE: return mode_word(s, t);
    case VCR_CFG_PLACE: return place_word(t, router);
    case VCR_CFG_PORTS: return ports_word(t, router);
    case VCR_CFG_RANDOM: return random_word(s, router, 0);
    case VCR_CFG_RANDOM + 1: return random_word(s, router, 1);
    }
    if (address >= VCR_CFG_ESCAPE)
        return class->escape_low | (uint32_t)class->escape_high << 16;
    return address >= VCR_CFG_CLASS ? class_word(class) : 0;
}

void vcr_settings_config(const struct vcr_settings *s, const struct topology *t, int router, struct vcr_config *config)
{
    static const struct vcr_shape all = {.ports = VCR_MOST_PORTS, .vcs = VCR_MOST_VCS};
    struct vcr_wires wires = {.rdata = 0};

    memset(config, 0, sizeof *config);
    for (unsigned address = 0; address <= VCR_SETTINGS_WORDS; address++) {
        struct vcr_control control = {.cfg_we = address < VCR_SETTINGS_WORDS, .cfg_addr = (uint16_t)address};
        if (control.cfg_we)
            control.cfg_wdata = vcr_settings_word(s, t, router, address);
        vcr_config_commit(&all, config, &control, &wires);
    }
}

/* Table -------------------------------------------------------------------------------------------------------------- */

/* Does the way from a router in the direction of a port, up to where that dimension is done, cross the wrap of its ring? */
static int crosses(const struct topology *t, int router, int target, unsigned port)
{
    int along_row = port < 2, rising = !(port & 1u);
    int at = along_row ? router % t->cols : router / t->cols, to = along_row ? target % t->cols : target / t->cols;

    return rising ? to < at : to > at;
}

static uint32_t grid_entry(const struct topology *t, int router, int target, unsigned best)
{
    unsigned port = (unsigned)__builtin_ctz(best);

    return 1u << 31 | (uint32_t)!crosses(t, router, target, port ^ 1u) << 28 | (uint32_t)!crosses(t, router, target, port) << 26 |
           port << 22 | port << 18 | best;
}

uint32_t vcr_settings_entry(const struct topology *t, int router, int endpoint)
{
    struct topology_route way = topology_route(t, router, endpoint);
    unsigned best = (unsigned)way.best, first = (unsigned)way.deterministic;

    if (is_grid(t->kind) && way.distance > 0)
        return grid_entry(t, router, t->attached[endpoint].node, best);
    return 1u << 31 | 1u << 28 | 1u << 26 | first << 22 | first << 18 | best;
}
