/* SPDX-License-Identifier: Apache-2.0
 *
 * What is fixed for an episode of the stimulus. See fedx_stimulus_internal.h.
 */
#include <string.h>

#include "fedx_stimulus_internal.h"

/* Around the highest class that fits, and the highest there is; and classes that only one bit tells from a low one. */
/* One of so many bits, and a number below `rest`. One draw a statement: in which order operands are evaluated is the
 * compiler's. */
static int draw_high(struct fedx_stimulus *s, int lowest, unsigned bits, unsigned rest)
{
    int high = lowest << below(s, bits);

    return high | (int)below(s, rest);
}

static int high_distance(struct fedx_stimulus *s)
{
    switch (below(s, 3)) {
    case 0: return FEDX_BUFFERS - 2 + (int)below(s, 4);
    case 1: return 248 + (int)below(s, 8);
    default: return draw_high(s, 8, 5, 4);
    }
}

uint32_t fedx_stimulus_entry(struct fedx_stimulus *s)
{
    struct fedx_route_fields f = {.distance = 0,
                                  .best = 1 << FEDX_PE_PORT,
                                  .deterministic = FEDX_PE_PORT,
                                  .preferred = FEDX_PE_PORT,
                                  .other = (int)below(s, 1 << FEDX_LINKS)};

    if (!s->legal && below(s, 16) == 0)
        return (uint32_t)rng_next(&s->base.random);
    if (below(s, 4) >= s->local) {
        f.distance = 1 + (int)below(s, 5);
        if (!s->legal && below(s, s->stuck ? 2 : 8) == 0)
            f.distance = high_distance(s);
        f.deterministic = (int)below(s, FEDX_LINKS);
        f.best = 1 << f.deterministic | 1 << below(s, FEDX_LINKS);
        f.preferred = f.deterministic;
    } else if (below(s, 2)) { /* prefers a link, for packets that have deroutes left */
        f.preferred = (int)below(s, FEDX_LINKS);
        f.other |= 1 << f.preferred;
    }
    return fedx_route_entry(&f);
}

/* As short as two attempts of a neighbour, so that watches run into their limit; middling; or the default. */
static int draw_timeout(struct fedx_stimulus *s)
{
    switch (below(s, 4)) {
    case 0: return FEDX_THROTTLE_TIMEOUT;
    case 1: return 10 + (int)below(s, 40);
    default: return 10 + (int)below(s, 400);
    }
}

/* No limit, one up to `most`, or one that a high bit alone makes another, more than there are buffers. */
static int draw_limit(struct fedx_stimulus *s, unsigned most)
{
    switch (below(s, 8)) {
    case 0: return draw_high(s, 1, 8, 4);
    case 1:
    case 2:
    case 3: return 1 + (int)below(s, most);
    default: return 0;
    }
}

/* Down to none, and up to the highest: each bit of it counts. */
static int corner_timeout(struct fedx_stimulus *s)
{
    static const int timeouts[] = {0, 1, 16, 20, 40, 100};

    return below(s, 4) ? timeouts[below(s, sizeof timeouts / sizeof *timeouts)] : draw_high(s, 1, 16, 16);
}

/* Each limit by itself, higher ones, and time-outs. */
static void draw_limits(struct fedx_stimulus *s)
{
    s->settings.limit_dest = draw_limit(s, 4);
    s->settings.limit_trans = draw_limit(s, 6);
    s->settings.eject_priority = draw_limit(s, 3 + FEDX_BUFFERS * below(s, 2));
    s->settings.limit_total = draw_limit(s, 9);
    s->settings.throttle_timeout = corner_timeout(s);
}

static void draw_derouting(struct fedx_stimulus *s)
{
    s->settings.deroute_hops = (int)below(s, 2);
    s->settings.backpressure_class = (int)below(s, 2);
}

/* The mode that nothing is similar in, too. The latency stays: it is that of the cables. */
static void draw_modes(struct fedx_stimulus *s)
{
    s->settings.backpressure = (int)below(s, 4);
    s->settings.class_rule = (int)below(s, 2);
    s->settings.random_select = (int)below(s, 2);
    draw_derouting(s);
}

/* A seed is drawn as a time-out is, none at all too: then the register stands still. */
uint32_t fedx_stimulus_setting(struct fedx_stimulus *s, int word)
{
    if (word == FEDX_CFG_MODE)
        draw_modes(s);
    else
        draw_limits(s);
    if (word == FEDX_CFG_RANDOM)
        s->settings.random_seed = (uint32_t)s->settings.throttle_timeout;
    return fedx_settings_word(&s->settings, word);
}

static void choose_corners(struct fedx_stimulus *s)
{
    s->settings.backpressure = (int)below(s, 4);
    draw_limits(s);
    s->settings.latency = below(s, 2) ? 0 : (int)below(s, FEDX_MAX_LATENCY + 1);
}

/* Every combination of the modes comes up in turn, far-apart ones first; the rest is random. */
static void choose_settings(struct fedx_stimulus *s, uint64_t number)
{
    static const int limits[4][3] = {{0, 0, 0}, {2, 6, 2}, {2, 4, 2}, {1, 2, 1}};
    int combination = (int)(number / FEDX_PROFILE_TURNS * 13 % sizeof s->modes_seen);
    const int *limit = limits[combination / 12];

    s->settings = fedx_settings_default();
    s->settings.backpressure = combination % 3;
    s->settings.class_rule = combination / 3 % 2;
    s->settings.random_select = combination / 6 % 2;
    s->settings.limit_dest = limit[0];
    s->settings.limit_trans = limit[1];
    s->settings.eject_priority = limit[2];
    s->settings.throttle_timeout = draw_timeout(s);
    s->settings.random_seed = 1 + below(s, 0xffff);
    s->settings.latency = below(s, 2) ? 0 : (int)below(s, FEDX_MAX_LATENCY + 1);
    draw_derouting(s);
    if (s->corners) {
        choose_corners(s);
    } else if (!s->modes_seen[combination]) {
        s->modes_seen[combination] = 1;
        s->base.result.settings_seen++;
    }
}

/* Loads, and what the neighbours are like. */
static void choose_traits(struct fedx_stimulus *s)
{
    s->supply = below(s, 2) ? 0.1 : 0.0005 * (1 + below(s, 20));
    s->rate = 0.0005 * (1 + below(s, 20));
    s->deroutes = below(s, 3) == 0;
    s->loyal = (int)below(s, 2);
    s->kin = s->corners && below(s, 4) == 0;
    s->local = below(s, 3) ? 1 : 3;
    s->stuck = s->corners && below(s, 4) == 0;
    s->choked = s->corners && !s->stuck && below(s, 2);
    s->in_step = s->corners && below(s, 4);
    s->fickle = s->corners && !s->stuck && below(s, 2);
    if (s->fickle) { /* the PE port is for injections, of ever other packets */
        s->local = below(s, 2);
        s->supply = 0.1;
    }
}

void fedx_stimulus_start(struct fedx_stimulus *s)
{
    /* Every profile has its turn at wide identities, and at corners, every second and fourth time. */
    uint64_t turn = stimulus_setup_number(&s->base) + stimulus_setup_number(&s->base) / FEDX_PROFILE_TURNS;

    stimulus_start(&s->base);
    s->profile = s->behaviour = (enum fedx_profile)stimulus_profile(&s->base, FEDX_PROFILE_TURNS);
    s->legal = s->profile <= FEDX_PROFILE_TRUNCATE;
    s->corners = s->base.config.steering.steered ? s->base.config.steering.corners : turn % 4 == 3;
    s->wide = turn % 2 == 1;
    choose_settings(s, stimulus_setup_number(&s->base));
    choose_traits(s);
    s->suppliers = FEDX_ALL_PORTS;
    s->closed = 0;
    s->phase = 0;
    s->serials = 0;
    s->inside = 0;
}

/*
 * All wires are closed until a time-out of any length has come: each bit of what counts it is needed once. Nothing else
 * is written meanwhile.
 */
static void lay_siege(struct fedx_stimulus *s)
{
    s->settings.throttle_timeout = draw_high(s, 1, 16, 16);
    s->control.cfg_addr = FEDX_CFG_THROTTLE;
    s->control.cfg_wdata = fedx_settings_word(&s->settings, FEDX_CFG_THROTTLE);
    s->control.cfg_we = 1;
    s->closed = (unsigned)s->settings.throttle_timeout + below(s, 500);
    s->phase = s->closed + 500;
}

static void write_setting(struct fedx_stimulus *s)
{
    s->control.cfg_addr = (uint16_t)(FEDX_CFG_MODE + below(s, FEDX_SETTINGS_WORDS));
    s->control.cfg_wdata = fedx_stimulus_setting(s, s->control.cfg_addr);
    s->control.cfg_we = 1;
}

static unsigned draw_suppliers(struct fedx_stimulus *s)
{
    switch (below(s, 4)) {
    case 0: return 1u << FEDX_PE_PORT;
    case 1: return below(s, 1 << FEDX_PORTS);
    default: return FEDX_ALL_PORTS;
    }
}

void fedx_stimulus_next_phase(struct fedx_stimulus *s)
{
    static const enum fedx_profile behaviours[] = {FEDX_PROFILE_LEGAL,    FEDX_PROFILE_LEGAL,   FEDX_PROFILE_REFUSING,
                                                   FEDX_PROFILE_TRUNCATE, FEDX_PROFILE_DAMAGED, FEDX_PROFILE_RESPONSES,
                                                   FEDX_PROFILE_FLIPS};

    s->behaviour = behaviours[below(s, sizeof behaviours / sizeof *behaviours)];
    s->corners = (int)below(s, 2);
    s->wide = (int)below(s, 2);
    choose_traits(s);
    s->suppliers = draw_suppliers(s);
    s->phase = 500 + below(s, 8000);
    if (below(s, 8) == 0)
        lay_siege(s);
    else if (below(s, 2))
        write_setting(s);
}
