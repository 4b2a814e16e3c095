/* SPDX-License-Identifier: Apache-2.0
 *
 * What is fixed for an episode of the stimulus: settings, table, loads, and how neighbours behave.
 */
#include <string.h>

#include "vcr_stimulus_internal.h"

enum { MOST_DESTINATIONS = 64, LONG_AGE = 1 << 16 };

/* By profile. */
static const struct manners usual_manners[VCR_PROFILES] = {
    [VCR_PROFILE_LEGAL] = {.access = 50},
    [VCR_PROFILE_PACKETS] = {.head = 60, .tail = 60, .loss = 60, .channel = 60, .access = 50},
    [VCR_PROFILE_CREDITS] = {.uncredited = 20, .credit = 400, .keep = 400, .access = 50},
    [VCR_PROFILE_LINKS] = {.glitch = 200, .down = 300, .head = 1000, .access = 50},
    [VCR_PROFILE_SETTINGS] = {.access = 8, .write = 4, .uncredited = 300, .down = 3000},
    [VCR_PROFILE_RESETS] = {.reset = 700, .access = 50, .write = 8, .down = 200, .channel = 1000},
    [VCR_PROFILE_NOISE] = {.noise = 3, .access = 40, .write = 4, .down = 1000},
};

/* Settings ----------------------------------------------------------------------------------------------------------- */

static uint32_t mode(struct vcr_stimulus *s)
{
    unsigned depth = s->shape->depth, alloc = vcr_below(s, 3) == 0 ? 1 : vcr_below(s, 2) == 0 ? depth : 1 + vcr_below(s, depth);

    return vcr_below(s, 4) | vcr_below(s, 8) << 2 | alloc << 8;
}

/* Links first, terminals behind them. */
static uint32_t ports(struct vcr_stimulus *s)
{
    unsigned last = s->shape->ports - 1u, first = last - vcr_below(s, last < 3 ? 1 : 3);

    return ((1u << first) - 1u) | first << 16 | (1 + vcr_below(s, last - first + 1)) << 20 | vcr_below(s, 3) << 24;
}

static uint32_t class(struct vcr_stimulus *s)
{
    unsigned how = vcr_below(s, 8), mask = how < 4 ? 0xffffu : how < 7 ? vcr_below(s, 65536) : vcr_below(s, 4) ? 1u << vcr_below(s, 16) : 0;

    return vcr_below(s, 128) | mask << 16;
}

static uint32_t sat(struct vcr_stimulus *s)
{
    unsigned children = 1u << vcr_below(s, s->shape->ports) | (vcr_below(s, 2) ? vcr_below(s, 1u << s->shape->ports) : 0);

    if (vcr_below(s, 4) == 0)
        return (uint32_t)fedx_random_next(&s->base.random);
    return (vcr_below(s, 8) == 0 ? vcr_below(s, 4) : 1 + vcr_below(s, 2)) | vcr_below(s, 2) << 2 | vcr_below(s, s->shape->ports) << 4 |
           children << 16;
}

/* Of a port of the tour; now and then nowhere, or a port that there is not. */
static uint32_t sat_next(struct vcr_stimulus *s)
{
    uint32_t word = 0;

    for (unsigned k = 0; k < 8; k++)
        word |= (vcr_below(s, 8) != 0 ? vcr_below(s, s->shape->ports) : vcr_below(s, 2) ? VCR_SAT_NOWHERE : vcr_below(s, 16)) << 4 * k;
    return word;
}

/* An entry for a destination. */
static uint32_t entry(struct vcr_stimulus *s)
{
    unsigned all = (1u << s->shape->ports) - 1u, best = vcr_below(s, all) + 1u;

    if (vcr_below(s, 2) == 0)
        best = 1u << vcr_below(s, s->shape->ports);
    return 1u << 31 | vcr_below(s, 2) << 28 | vcr_below(s, 2) << 26 | vcr_below(s, s->shape->ports) << 22 |
           vcr_below(s, s->shape->ports) << 18 | best;
}

uint32_t vcr_stimulus_word(struct vcr_stimulus *s, unsigned address)
{
    if (address >= VCR_CFG_TABLE)
        return vcr_below(s, 16) == 0 ? (uint32_t)fedx_random_next(&s->base.random) : entry(s);
    if (address >= VCR_CFG_CLASS && address < VCR_CFG_CLASS + VCR_CLASSES)
        return class(s);
    switch (address) {
    case VCR_CFG_MODE: return mode(s);
    case VCR_CFG_PLACE: return vcr_below(s, 256) | vcr_below(s, 4) << 16 | vcr_below(s, 4) << 20 | vcr_below(s, 3) << 24;
    case VCR_CFG_PORTS: return ports(s);
    case VCR_CFG_SAT: return sat(s);
    case VCR_CFG_SAT_NEXT: case VCR_CFG_SAT_NEXT + 1: return sat_next(s);
    default: return (uint32_t)fedx_random_next(&s->base.random);
    }
}

/* Settings under which each packet has a way --------------------------------------------------------------------------- */

/* A router of a grid, and how many terminals it has. */
static void place_in_grid(struct vcr_stimulus *s)
{
    unsigned x = 1 + vcr_below(s, 3), y = vcr_below(s, 4), local = s->shape->ports - 4u, bits = 0;

    while (bits < 2 && 2u << bits <= local && vcr_below(s, 2))
        bits++;
    s->setting[VCR_CFG_PLACE] = vcr_below(s, 1u << (x + y)) | x << 16 | y << 20;
    s->setting[VCR_CFG_PORTS] = 15u | 4u << 16 | (1 + vcr_below(s, local >> bits)) << 20 | bits << 24;
    s->destinations = 1u << (x + y + bits);
}

/* One of a tree of 2 or 4 ways. */
static void place_in_tree(struct vcr_stimulus *s)
{
    unsigned bits = s->shape->ports >= 8 && vcr_below(s, 2) ? 2 : 1, levels = 2 + vcr_below(s, 2), level = vcr_below(s, levels);
    unsigned k = 1u << bits, up = ((1u << k) - 1u) << k, down = level > 0 ? (1u << k) - 1u : 0;

    s->setting[VCR_CFG_PLACE] = vcr_below(s, 1u << bits * (levels - 1)) | bits << 16 | bits * (levels - 1) << 20 | level << 24;
    s->setting[VCR_CFG_PORTS] = (level + 1 < levels ? up : 0) | down;
    s->destinations = 1u << bits * levels;
}

/* One of those that this build can have. */
static unsigned draw_routing(struct vcr_stimulus *s)
{
    unsigned can[4], count = 0;

    if (s->shape->table_size >= MOST_DESTINATIONS)
        can[count++] = VCR_ROUTE_TABLE;
    if (s->shape->ports > 4) {
        can[count++] = VCR_ROUTE_MESH;
        can[count++] = VCR_ROUTE_TORUS;
    }
    can[count++] = VCR_ROUTE_TREE;
    return can[vcr_below(s, count)];
}

/* Each class has a channel, no packet asks for more room than a channel has, and all destinations are known. */
static void make_ways(struct vcr_stimulus *s)
{
    unsigned routing = draw_routing(s), vcs = (1u << s->shape->vcs) - 1u;

    s->setting[VCR_CFG_MODE] = (s->setting[VCR_CFG_MODE] & ~3u) | routing;
    for (unsigned k = 0; k < VCR_CLASSES; k++)
        if ((s->setting[VCR_CFG_CLASS + k] >> 16 & vcs) == 0)
            s->setting[VCR_CFG_CLASS + k] |= 1u << (16 + vcr_below(s, s->shape->vcs));
    for (unsigned i = 0; i < s->shape->table_size; i++)
        s->table[i] = entry(s);
    if (routing == VCR_ROUTE_TREE)
        place_in_tree(s);
    else if (routing != VCR_ROUTE_TABLE)
        place_in_grid(s);
}

/* Which combination of modes the settings are. */
static unsigned combination(const struct vcr_stimulus *s)
{
    uint32_t m = s->setting[VCR_CFG_MODE];
    unsigned alloc = m >> 8 & 0x7fu, room = alloc <= 1 ? 0 : alloc < s->shape->depth ? 1 : 2;

    return ((m & 31u) * 3 + room) * 4 + (s->setting[VCR_CFG_SAT] & 3u);
}

static void draw_settings(struct vcr_stimulus *s)
{
    for (unsigned i = 0; i < SETTINGS; i++)
        s->setting[i] = vcr_stimulus_word(s, i);
    for (unsigned i = 0; i < s->shape->table_size; i++)
        s->table[i] = vcr_stimulus_word(s, VCR_CFG_TABLE + i);
    s->destinations = MOST_DESTINATIONS;
    if (s->follow)
        make_ways(s);
    s->base.result.settings_seen += !s->modes_seen[combination(s)];
    s->modes_seen[combination(s)] = 1;
}

/* Loads, and what neighbours are like -------------------------------------------------------------------------------- */

static void draw_loads(struct vcr_stimulus *s)
{
    s->load = vcr_below(s, 4) == 0 ? 64 : 1 + vcr_below(s, 63);
    s->giving = vcr_below(s, 4) == 0 ? 64 : 4 + vcr_below(s, 60);
    s->shortest = vcr_below(s, 5);
    s->heat = vcr_below(s, 2) ? 0 : vcr_below(s, 9);
    s->hot = vcr_below(s, s->destinations);
    if (!s->corners)
        return;
    s->load = 64;
    switch (vcr_below(s, 3)) {
    case 0: s->giving = 1 + vcr_below(s, 3); break;
    case 1: s->heat = 8; break;
    default: s->giving = 64; s->shortest = 4; break;
    }
}

void vcr_stimulus_begin(struct vcr_stimulus *s)
{
    uint64_t number = stimulus_setup_number(&s->base), turn = number + number / VCR_PROFILE_TURNS;
    unsigned all = (1u << s->shape->ports) - 1u;

    stimulus_start(&s->base);
    s->profile = (enum vcr_profile)stimulus_profile(&s->base, VCR_PROFILE_TURNS);
    s->corners = s->base.config.aim.steered ? s->base.config.aim.corners : turn % 4 == 3;
    s->follow = s->profile == VCR_PROFILE_LEGAL && turn / 4 % 2 == 0;
    s->manners = usual_manners[s->profile];
    draw_settings(s);
    draw_loads(s);
    s->connected = s->follow || vcr_below(s, 4) ? all : vcr_below(s, all + 1u);
    s->up_at = vcr_below(s, 100);
    s->phase = s->resetting = s->restoring = s->doom = s->serials = s->inside = 0;
    memset(s->neighbour, 0, sizeof s->neighbour);
}

/* Behaviour is that of a profile that takes turns, but for resets; or nobody gives credits for so long that ages end. */
void vcr_stimulus_next_phase(struct vcr_stimulus *s)
{
    unsigned like = vcr_below(s, VCR_PROFILE_TURNS);

    s->phase = 500 + vcr_below(s, 8000);
    s->corners = vcr_below(s, 3) == 0;
    draw_loads(s);
    s->manners = usual_manners[like];
    s->manners.reset = 0;
    if (vcr_below(s, 8) == 0) {
        s->giving = 0;
        s->manners = (struct manners){0};
        s->phase = LONG_AGE + vcr_below(s, 4000);
    }
}
