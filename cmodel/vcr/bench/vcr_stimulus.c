/* SPDX-License-Identifier: Apache-2.0
 *
 * Episodes of the stimulus. See vcr_stimulus.h.
 */
#include <string.h>

#include "../kind/vcr_kind.h"
#include "vcr_stimulus_internal.h"

enum {
    RESET = 2,
    MOST_RESET = 8, /* cycles of resets in the middle */
    DRAIN = 40000   /* cycles after the last packet, in which all must have left */
};

static const char *const profile_names[VCR_PROFILES] = {"legal",    "packets", "credits", "links",
                                                        "settings", "resets",  "noise",   "sustained"};

static int step(struct vcr_stimulus *s)
{
    struct vcr_pins was = s->out;

    if (stimulus_step(&s->base, &s->in, &s->control))
        return stimulus_fail(&s->base, 1, stimulus_difference(&s->base));
    s->base.config.ops->pins(s->base.node, &s->out);
    return vcr_stimulus_outputs(s, &was);
}

/* Reset, the table under reset, so that nothing of before is looked up; then the settings. */
static int configure(struct vcr_stimulus *s)
{
    unsigned table = RESET + s->parameters->table_size, cycles = table + SETTINGS;

    memset(&s->in, 0, sizeof s->in);
    for (unsigned i = 0; i < cycles; i++) {
        s->control = (struct vcr_control){.rst = i < table, .cfg_we = i >= RESET};
        if (i >= RESET) {
            s->control.cfg_addr = (uint16_t)(i < table ? VCR_CFG_TABLE + i - RESET : i - table);
            s->control.cfg_wdata = i < table ? s->table[i - RESET] : s->setting[i - table];
        }
        if (step(s))
            return 1;
    }
    return 0;
}

/* Resets, and behind most of them the settings again: without them a router knows no ways. */
static void reset_now_and_then(struct vcr_stimulus *s)
{
    if (s->resetting > 0 && --s->resetting == 0)
        s->restoring = vcr_once_in(s, 4) ? 0 : SETTINGS;
    else if (vcr_once_in(s, s->attributes.reset))
        s->resetting = 1 + vcr_below(s, MOST_RESET);
    if (s->doom > 0 && --s->doom == 0)
        s->resetting += s->resetting == 0;
    s->control = (struct vcr_control){
        .cfg_addr = s->control.cfg_addr, .cfg_wdata = s->control.cfg_wdata, .rst = s->resetting > 0};
}

/* Any address, mostly one that there is; or one at an end of what there is. */
static uint16_t address(struct vcr_stimulus *s)
{
    const unsigned table = VCR_CFG_TABLE + s->parameters->table_size, status = VCR_CFG_STATUS + s->parameters->ports;
    const unsigned ends[] = {status, VCR_CFG_TABLE - 1, VCR_CFG_TABLE, table - 1, table, table + 1, UINT16_MAX};

    switch (vcr_below(s, 8)) {
    case 0:
    case 1: return (uint16_t)(VCR_CFG_TABLE + vcr_below(s, VCR_MOST_TABLE + 8));
    case 2: return (uint16_t)rng_next(&s->base.random);
    case 3: return (uint16_t)ends[vcr_below(s, sizeof ends / sizeof *ends)];
    default: return (uint16_t)vcr_below(s, VCR_CFG_STATUS + VCR_MOST_PORTS + 1);
    }
}

/* The configuration port, busy under reset. */
static void disturb(struct vcr_stimulus *s)
{
    struct vcr_control *c = &s->control;

    reset_now_and_then(s);
    if (!c->rst && s->restoring > 0) {
        c->cfg_we = 1;
        c->cfg_addr = (uint16_t)(SETTINGS - s->restoring--);
        c->cfg_wdata = s->setting[c->cfg_addr];
        return;
    }
    if (!vcr_once_in(s, c->rst ? 2 : s->attributes.access))
        return;
    c->cfg_addr = address(s);
    c->cfg_we = (uint8_t)vcr_once_in(s, c->rst ? 2 : s->attributes.write);
    c->cfg_wdata = vcr_stimulus_word(s, c->cfg_addr);
}

static int cycle(struct vcr_stimulus *s, unsigned number)
{
    if (s->profile == VCR_PROFILE_SUSTAINED && s->phase-- == 0)
        vcr_stimulus_next_phase(s);
    vcr_stimulus_inputs(s, number);
    disturb(s);
    if (step(s))
        return 1;
    if (s->profile == VCR_PROFILE_SUSTAINED)
        stimulus_note_busy(&s->base, s->out.valid != 0);
    return 0;
}

/* What is in the router leaves, when nothing more comes. */
static int drain(struct vcr_stimulus *s, unsigned number)
{
    s->load = 64;
    s->giving = 48;
    s->destinations = 0; /* no new packets */
    for (unsigned end = number + DRAIN; s->inside != 0; number++) {
        if (number == end)
            return stimulus_fail(&s->base, 2, "packets stayed in the router");
        if (cycle(s, number))
            return 1;
    }
    return 0;
}

static unsigned length_of(struct vcr_stimulus *s)
{
    if (s->profile == VCR_PROFILE_SUSTAINED)
        return stimulus_sustained_cycles(&s->base);
    return 2000 + vcr_below(s, 4000);
}

static int episode(struct stimulus *base)
{
    struct vcr_stimulus *s = (struct vcr_stimulus *)base;
    unsigned cycles;

    vcr_stimulus_begin(s);
    if (configure(s))
        return 1;
    stimulus_turn_aside(base);
    cycles = length_of(s);
    for (unsigned i = 0; i < cycles; i++)
        if (cycle(s, i))
            return 1;
    if (s->follow && drain(s, cycles))
        return 1;
    return stimulus_end(base, (int)s->profile);
}

static void take_parameters(struct stimulus *base, const struct router_kind *kind)
{
    ((struct vcr_stimulus *)base)->parameters = kind->parameters;
}

const struct stimulus_kind vcr_stimulus = {
    .profiles = profile_names,
    .profile_count = VCR_PROFILES,
    .turns = VCR_PROFILE_TURNS,
    .long_episodes = VCR_SUSTAINED_EPISODES,
    .followed = "legal",
    .checked = "every flit",
    .bytes = sizeof(struct vcr_stimulus),
    .begin = take_parameters,
    .episode = episode,
};
