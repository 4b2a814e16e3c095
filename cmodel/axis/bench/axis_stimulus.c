/* SPDX-License-Identifier: Apache-2.0
 *
 * See axis_stimulus.h: the course of an episode.
 */
#include "axis_stimulus.h"

#include <string.h>

#include "../../bench/draw.h"
#include "../kind/axis_kind.h"
#include "axis_draw.h"
#include "axis_stimulus_internal.h"

enum { RESET_CYCLES = 2, CYCLES = 1500, DRAIN = 80 * AXIS_MOST_PORTS, RESET_EVERY = 60, SETTINGS_EVERY = 25 };

static const char *const profiles[AXIS_PROFILES] = {"legal", "settings", "resets", "noise", "sustained"};

static void take_parameters(struct stimulus *base, const struct router_kind *kind)
{
    struct axis_stimulus *s = (struct axis_stimulus *)base;

    s->parameters = *axis_parameters_of(kind);
    s->widths = axis_widths(&s->parameters);
}

static int is_followed(const struct axis_stimulus *s)
{
    return s->profile == AXIS_LEGAL || s->profile == AXIS_SUSTAINED;
}

/* One cycle with the wires as they are. @return 1 when it fails */
static int step(struct axis_stimulus *s)
{
    const char *wrong = is_followed(s) && !s->control.rst ? axis_stimulus_follow(s) : NULL;

    if (wrong)
        return stimulus_fail(&s->base, 2, wrong);
    if (stimulus_step(&s->base, &s->in, &s->control) != 0)
        return stimulus_fail(&s->base, 1, stimulus_difference(&s->base));
    s->in.valid &= (uint16_t)~s->out.ready; /* what has been taken */
    if (s->profile == AXIS_SUSTAINED)
        stimulus_note_busy(&s->base, (s->out.valid & s->in.ready) != 0);
    return 0;
}

static int reset(struct axis_stimulus *s, int cycles)
{
    int failed = 0;

    axis_stimulus_forget(s);
    s->control.rst = 1;
    memset(&s->in, 0, sizeof s->in);
    for (int i = 0; i < cycles && !failed; i++)
        failed = step(s);
    s->control.rst = 0;
    return failed;
}

/* What comes at random in some profiles. */
static int disturb(struct axis_stimulus *s)
{
    struct rng *r = &s->base.random;

    if (s->profile == AXIS_RESETS && one_in(r, RESET_EVERY))
        return reset(s, 1 + (int)below(r, 3));
    if ((s->profile == AXIS_SETTINGS || s->profile == AXIS_NOISE) && one_in(r, SETTINGS_EVERY))
        axis_stimulus_draw_settings(s);
    return 0;
}

static int cycle(struct axis_stimulus *s)
{
    if (disturb(s))
        return 1;
    s->base.config.ops->pins(s->base.node, &s->out);
    if (s->profile == AXIS_NOISE)
        axis_draw_wires(&s->base.random, &s->parameters, &s->in);
    else
        axis_stimulus_drive(s);
    return step(s);
}

/* All that is on its way arrives. */
static int drain(struct axis_stimulus *s)
{
    const char *wrong;
    int failed = 0;

    s->drain = 1;
    for (int i = 0; i < DRAIN && !failed; i++)
        failed = cycle(s);
    if (failed)
        return 1;
    wrong = axis_stimulus_settled(s);
    return wrong ? stimulus_fail(&s->base, 2, wrong) : 0;
}

static int episode(struct stimulus *base)
{
    struct axis_stimulus *s = (struct axis_stimulus *)base;
    unsigned cycles;
    int failed;

    stimulus_start(base);
    s->profile = (enum axis_profile)stimulus_profile(base, AXIS_SUSTAINED);
    cycles = s->profile == AXIS_SUSTAINED ? stimulus_sustained_cycles(base) : CYCLES;
    s->drain = 0;
    axis_stimulus_draw(s);
    stimulus_turn_aside(base);
    failed = reset(s, RESET_CYCLES);
    for (unsigned i = 0; i < cycles && !failed; i++)
        failed = cycle(s);
    if (!failed && is_followed(s))
        failed = drain(s);
    return failed || stimulus_end(base, s->profile);
}

const struct stimulus_kind axis_stimulus = {
    .profiles = profiles,
    .profile_count = AXIS_PROFILES,
    .turns = AXIS_SUSTAINED,
    .long_episodes = 1,
    .followed = "legal and sustained",
    .checked = "output, order and every bit",
    .bytes = sizeof(struct axis_stimulus),
    .begin = take_parameters,
    .episode = episode,
};
