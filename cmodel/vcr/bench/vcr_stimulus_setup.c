/* SPDX-License-Identifier: Apache-2.0
 *
 * What is fixed for an episode of the stimulus: settings, table, loads, and how neighbours behave.
 */
#include <string.h>

#include "../model/vcr_internal.h"
#include "vcr_stimulus_internal.h"

enum { MOST_DESTINATIONS = 64, MOST_ALLOC = 127, OLDEST = 1 << 4 /* of CFG_MODE */, LONG_AGE = 1 << 16 };

/* By profile. */
static const struct attributes usual_attributes[VCR_PROFILES] = {
    [VCR_PROFILE_LEGAL] = {.access = 50},
    [VCR_PROFILE_PACKETS] = {.head = 60, .tail = 60, .loss = 60, .channel = 60, .down = 600, .access = 50},
    [VCR_PROFILE_CREDITS] = {.uncredited = 20, .credit = 400, .keep = 400, .down = 2000, .access = 50},
    [VCR_PROFILE_LINKS] = {.glitch = 200, .down = 300, .head = 1000, .access = 50},
    [VCR_PROFILE_SETTINGS] = {.access = 8, .write = 4, .uncredited = 300, .down = 3000},
    [VCR_PROFILE_RESETS] = {.reset = 700, .access = 50, .write = 8, .down = 200, .channel = 1000},
    [VCR_PROFILE_NOISE] = {.noise = 3, .access = 40, .write = 4, .down = 1000},
};

/* Settings -------------------------------------------------------------------------------------------------------- */

/* Any number of so many bits, the least and the greatest more often. */
static uint32_t whole(struct vcr_stimulus *s, unsigned bits)
{
    uint32_t most = UINT32_MAX >> (32 - bits);

    switch (vcr_below(s, 8)) {
    case 0: return 0;
    case 1: return most;
    default: return (uint32_t)rng_next(&s->base.random) & most;
    }
}

/* Credits for which a packet waits: mostly as many as a channel can have, else of the whole field. */
static unsigned alloc_credits(struct vcr_stimulus *s)
{
    const unsigned depth = s->parameters->depth, limits[] = {0, depth + 1u, 63, 64, MOST_ALLOC};

    if (vcr_below(s, 16) == 0)
        return vcr_below(s, 2) ? vcr_below(s, MOST_ALLOC + 1) : limits[vcr_below(s, sizeof limits / sizeof *limits)];
    return vcr_below(s, 3) == 0 ? 1 : vcr_below(s, 2) == 0 ? depth : 1 + vcr_below(s, depth);
}

/* Put a number below `bound` into a word, from a bit on. One draw a statement: in which order operands are evaluated is
 * the compiler's. */
static void add_field(struct vcr_stimulus *s, uint32_t *word, unsigned bound, unsigned from)
{
    *word |= vcr_below(s, bound) << from;
}

static uint32_t mode(struct vcr_stimulus *s)
{
    uint32_t word = 0;

    add_field(s, &word, 4, 0);
    add_field(s, &word, 16, 2);
    return word | alloc_credits(s) << 8;
}

/* In a small fabric; or with coordinates of any width, often such that together they have about all the bits of a
 * number. */
static uint32_t place(struct vcr_stimulus *s)
{
    unsigned x = vcr_below(s, 16), y = vcr_below(s, 2) ? vcr_below(s, 16) : (15u + vcr_below(s, 3) - x) & 15u;
    uint32_t word = 0;

    if (vcr_below(s, 2)) {
        add_field(s, &word, 256, 0);
        add_field(s, &word, 4, 16);
        add_field(s, &word, 4, 20);
        add_field(s, &word, 3, 24);
        return word;
    }
    word = whole(s, 16) | x << 16 | y << 20;
    add_field(s, &word, 16, 24);
    return word;
}

/*
 * Links first, terminals behind them; or any, with terminals that begin behind the last port, and at the first again.
 */
static uint32_t ports(struct vcr_stimulus *s)
{
    unsigned last = s->parameters->ports - 1u, first = last - vcr_below(s, last < 3 ? 1 : 3);

    uint32_t word;

    if (vcr_below(s, 2)) {
        word = whole(s, 12);
        add_field(s, &word, 16, 16);
        add_field(s, &word, 16, 20);
        add_field(s, &word, 4, 24);
        return word;
    }
    word = ((1u << first) - 1u) | first << 16 | (1 + vcr_below(s, last - first + 1)) << 20;
    add_field(s, &word, 3, 24);
    return word;
}

/* Channels: all, any, one, or none. */
static uint32_t channels(struct vcr_stimulus *s)
{
    unsigned how = vcr_below(s, 8);

    return how < 4 ? 0xffffu : how < 7 ? vcr_below(s, 65536) : vcr_below(s, 4) ? 1u << vcr_below(s, 16) : 0;
}

static uint32_t class(struct vcr_stimulus *s)
{
    uint32_t word = vcr_below(s, 128);

    return word | channels(s) << 16;
}

static uint32_t escape(struct vcr_stimulus *s)
{
    uint32_t word;

    if (vcr_below(s, 2))
        return (uint32_t)rng_next(&s->base.random);
    word = channels(s);
    return word | channels(s) << 16;
}

static uint32_t sat(struct vcr_stimulus *s)
{
    unsigned children = 1u << vcr_below(s, s->parameters->ports);
    uint32_t word;

    children |= vcr_below(s, 2) ? vcr_below(s, 1u << s->parameters->ports) : 0;
    if (vcr_below(s, 4) == 0) {
        word = vcr_below(s, 1u << 16);
        return word | whole(s, 12) << 16;
    }
    word = vcr_below(s, 8) == 0 ? vcr_below(s, 4) : 1 + vcr_below(s, 2);
    add_field(s, &word, 2, 2);
    add_field(s, &word, s->parameters->ports, 4);
    return word | children << 16;
}

/* Of a port of the tour; now and then nowhere, or a port that there is not. */
static uint32_t sat_next(struct vcr_stimulus *s)
{
    uint32_t word = 0;

    for (unsigned k = 0; k < 8; k++)
        word |= (vcr_below(s, 8) != 0 ? vcr_below(s, s->parameters->ports)
                 : vcr_below(s, 2)    ? VCR_SAT_NOWHERE
                                      : vcr_below(s, 16))
                << 4 * k;
    return word;
}

/* An entry for a destination. */
static uint32_t entry(struct vcr_stimulus *s)
{
    unsigned all = (1u << s->parameters->ports) - 1u, best = vcr_below(s, all) + 1u;

    if (vcr_below(s, 2) == 0)
        best = 1u << vcr_below(s, s->parameters->ports);
    uint32_t word = 1u << 31 | best;
    add_field(s, &word, 2, 28);
    add_field(s, &word, 2, 26);
    add_field(s, &word, s->parameters->ports, 22);
    add_field(s, &word, s->parameters->ports, 18);
    return word;
}

uint32_t vcr_stimulus_word(struct vcr_stimulus *s, unsigned address)
{
    if (address >= VCR_CFG_TABLE)
        return vcr_below(s, 16) == 0 ? (uint32_t)rng_next(&s->base.random) : entry(s);
    if (address >= VCR_CFG_CLASS && address < VCR_CFG_CLASS + VCR_CLASSES)
        return class(s);
    if (address >= VCR_CFG_ESCAPE && address < VCR_CFG_ESCAPE + VCR_CLASSES)
        return escape(s);
    switch (address) {
    case VCR_CFG_MODE: return mode(s);
    case VCR_CFG_PLACE: return place(s);
    case VCR_CFG_PORTS: return ports(s);
    case VCR_CFG_RANDOM:
    case VCR_CFG_RANDOM + 1: return whole(s, 32);
    case VCR_CFG_SAT: return sat(s);
    case VCR_CFG_SAT_NEXT:
    case VCR_CFG_SAT_NEXT + 1: return sat_next(s);
    default: return (uint32_t)rng_next(&s->base.random);
    }
}

/* Settings under which each packet has a way ---------------------------------------------------------------------- */

/* A router of a grid, small or as large as numbers can tell, and how many terminals it has. */
static void place_in_grid(struct vcr_stimulus *s)
{
    unsigned local = s->parameters->ports - 4u, bits = 0, most, x, y;

    while (bits < 2 && 2u << bits <= local && vcr_below(s, 2))
        bits++;
    most = vcr_below(s, 2) ? 3 : 15;
    x = 1 + vcr_below(s, most);
    y = vcr_below(s, (16u - bits - x < most ? 16u - bits - x : most) + 1u);
    s->setting[VCR_CFG_PLACE] = vcr_below(s, 1u << (x + y)) | x << 16 | y << 20;
    s->setting[VCR_CFG_PORTS] = 15u | 4u << 16 | (1 + vcr_below(s, local >> bits)) << 20 | bits << 24;
    s->destinations = 1u << (x + y + bits);
}

/* One of a tree of 2 or 4 ways, small or as large as numbers can tell. */
static void place_in_tree(struct vcr_stimulus *s)
{
    unsigned bits = s->parameters->ports >= 8 && vcr_below(s, 2) ? 2 : 1,
             levels = 2 + vcr_below(s, vcr_below(s, 2) ? 2 : 16u / bits - 1u);
    unsigned level = vcr_below(s, levels);
    unsigned k = 1u << bits, up = ((1u << k) - 1u) << k, down = level > 0 ? (1u << k) - 1u : 0;

    s->setting[VCR_CFG_PLACE] =
        vcr_below(s, 1u << bits * (levels - 1)) | bits << 16 | bits * (levels - 1) << 20 | level << 24;
    s->setting[VCR_CFG_PORTS] = (level + 1 < levels ? up : 0) | down;
    s->destinations = 1u << bits * levels;
}

/* One of those that this build can have. */
static unsigned draw_routing(struct vcr_stimulus *s)
{
    unsigned can[4], count = 0;

    if (s->parameters->table_size >= MOST_DESTINATIONS)
        can[count++] = VCR_ROUTE_TABLE;
    if (s->parameters->ports > 4) {
        can[count++] = VCR_ROUTE_MESH;
        can[count++] = VCR_ROUTE_TORUS;
    }
    can[count++] = VCR_ROUTE_TREE;
    return can[vcr_below(s, count)];
}

/* Each class has a channel, no packet asks for more room than a channel has, and all destinations are known. */
static void make_ways(struct vcr_stimulus *s)
{
    unsigned routing = draw_routing(s), vcs = (1u << s->parameters->vcs) - 1u, depth = s->parameters->depth;
    uint32_t *mode = &s->setting[VCR_CFG_MODE];

    *mode = (*mode & ~3u) | routing;
    if ((*mode >> 8 & MOST_ALLOC) > depth)
        *mode = (*mode & ~(MOST_ALLOC << 8)) | depth << 8;
    for (unsigned k = 0; k < VCR_CLASSES; k++)
        if ((s->setting[VCR_CFG_CLASS + k] >> 16 & vcs) == 0)
            s->setting[VCR_CFG_CLASS + k] |= 1u << (16 + vcr_below(s, s->parameters->vcs));
    if (routing == VCR_ROUTE_TREE)
        place_in_tree(s);
    else if (routing != VCR_ROUTE_TABLE)
        place_in_grid(s);
}

/* Which combination of modes the settings are. */
static unsigned combination(const struct vcr_stimulus *s)
{
    uint32_t m = s->setting[VCR_CFG_MODE];
    unsigned alloc = m >> 8 & 0x7fu, room = alloc <= 1 ? 0 : alloc < s->parameters->depth ? 1 : 2;

    return ((m & 63u) * 3 + room) * 4 + (s->setting[VCR_CFG_SAT] & 3u);
}

/* @param ways  each packet has one */
static void draw_settings(struct vcr_stimulus *s, int ways)
{
    for (unsigned i = 0; i < SETTINGS; i++)
        s->setting[i] = vcr_stimulus_word(s, i);
    s->destinations = MOST_DESTINATIONS;
    if (ways)
        make_ways(s);
    if (s->parameters->via && vcr_below(s, 2)) /* an intermediate router has a number of eight bits */
        s->setting[VCR_CFG_PLACE] &= ~0xff00u;
    s->base.result.settings_seen += !s->modes_seen[combination(s)];
    s->modes_seen[combination(s)] = 1;
}

static void draw_table(struct vcr_stimulus *s, int ways)
{
    for (unsigned i = 0; i < s->parameters->table_size; i++)
        s->table[i] = ways ? entry(s) : vcr_stimulus_word(s, VCR_CFG_TABLE + i);
}

/* Loads, and what neighbours are like ----------------------------------------------------------------------------- */

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
    default:
        s->giving = 64;
        s->shortest = 4;
        break;
    }
}

void vcr_stimulus_begin(struct vcr_stimulus *s)
{
    uint64_t number = stimulus_setup_number(&s->base), turn = number % VCR_PROFILE_TURNS + number / VCR_PROFILE_TURNS;
    int ways;

    stimulus_start(&s->base);
    s->profile = s->behaviour = (enum vcr_profile)stimulus_profile(&s->base, VCR_PROFILE_TURNS);
    s->corners = s->base.config.steering.steered ? s->base.config.steering.corners : turn % 4 == 3;
    s->follow = s->profile == VCR_PROFILE_LEGAL && turn / 4 % 2 == 0;
    s->attributes = usual_attributes[s->profile];
    ways = s->follow || s->profile == VCR_PROFILE_SUSTAINED || vcr_below(s, 2);
    draw_settings(s, ways);
    draw_table(s, ways);
    draw_loads(s);
    s->connected =
        ways || vcr_below(s, 4) ? vcr_all_ports(s->parameters) : vcr_below(s, vcr_all_ports(s->parameters) + 1u);
    s->up_at = vcr_below(s, 100);
    s->phase = s->resetting = s->restoring = s->doom = s->serials = s->inside = s->aged = 0;
    memset(s->neighbour, 0, sizeof s->neighbour);
}

/* What the last phase has left is put right, mostly: links go down, and come up anew with all their credits, and
 * settings lead on. */
static void recover(struct vcr_stimulus *s)
{
    unsigned some = vcr_below(s, 8) ? 0 : vcr_below(s, vcr_all_ports(s->parameters) + 1u);

    for (unsigned p = 0; p < s->parameters->ports; p++)
        vcr_stimulus_disconnect(s, p, some >> p & 1u ? 0 : 1 + vcr_below(s, 64));
    draw_settings(s, vcr_below(s, 8) != 0);
    s->restoring = SETTINGS;
    s->doom = 0;
}

/* Nobody gives credits for so long that ages end, later for so long that one of their high bits counts; mostly the
 * oldest goes first. */
static void grow_old(struct vcr_stimulus *s)
{
    s->giving = 0;
    s->behaviour = VCR_PROFILE_LEGAL;
    s->attributes = (struct attributes){0};
    s->phase = LONG_AGE >> (s->aged++ ? 1 + vcr_below(s, 3) : 0);
    s->phase += vcr_below(s, 4000);
    if (vcr_below(s, 4)) {
        s->setting[VCR_CFG_MODE] |= OLDEST;
        s->restoring = SETTINGS;
    }
}

/* Behaviour is that of a profile that takes turns, but for resets. After a phase of old packets nothing is put right:
 * they leave. */
void vcr_stimulus_next_phase(struct vcr_stimulus *s)
{
    if (s->giving != 0 && (s->behaviour != VCR_PROFILE_LEGAL || vcr_below(s, 2)))
        recover(s);
    s->behaviour = (enum vcr_profile)(vcr_below(s, 4) ? vcr_below(s, VCR_PROFILE_TURNS) : VCR_PROFILE_LEGAL);
    s->phase = 500 + vcr_below(s, 8000);
    s->corners = vcr_below(s, 8) == 0;
    draw_loads(s);
    s->load = 32 + s->load / 2;
    s->attributes = usual_attributes[s->behaviour];
    s->attributes.reset = 0;
    if (s->aged < 2 && vcr_below(s, 16) == 0)
        grow_old(s);
}
