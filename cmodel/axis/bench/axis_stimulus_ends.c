/* SPDX-License-Identifier: Apache-2.0
 *
 * See axis_stimulus_internal.h: sources and sinks.
 */
#include <string.h>

#include "../../bench/draw.h"
#include "axis_draw.h"
#include "axis_stimulus_internal.h"

enum { LONGEST = 64, ALWAYS = 16 };

void axis_stimulus_draw_settings(struct axis_stimulus *s)
{
    unsigned modes = 0;

    axis_draw_settings(&s->base.random, &s->parameters, &s->control);
    for (int j = 0; j < s->parameters.outputs; j++)
        modes |= 1u << s->control.mode[j];
    s->seen |= 1u << modes;
    s->base.result.settings_seen = __builtin_popcount(s->seen);
}

/* Paces ------------------------------------------------------------------------------------------------------------ */

/* As often always as sometimes. */
static struct axis_pace draw_pace(struct rng *r)
{
    static const unsigned chances[] = {ALWAYS, ALWAYS, ALWAYS, 15, 12, 8, 4, 1};
    struct axis_pace pace = {.chance = chances[below(r, sizeof chances / sizeof *chances)]};

    if (one_in(r, 4))
        pace.burst = from_to(r, 2, 40);
    pace.waits = one_in(r, 6);
    return pace;
}

static int goes_on(struct axis_pace *pace, struct rng *r)
{
    if (pace->burst && one_in(r, pace->burst))
        pace->resting = !pace->resting;
    return !pace->resting && below(r, ALWAYS) < pace->chance;
}

void axis_stimulus_draw(struct axis_stimulus *s)
{
    static const unsigned lengths[] = {1, 1, 2, 3, 8, LONGEST};
    struct rng *r = &s->base.random;
    int fast = one_in(r, 4); /* nobody stalls */

    memset(&s->control, 0, sizeof s->control);
    axis_stimulus_draw_settings(s);
    for (int i = 0; i < AXIS_MOST_PORTS; i++) {
        s->source[i] = (struct axis_source){.pace = draw_pace(r),
                                            .longest = lengths[below(r, sizeof lengths / sizeof *lengths)],
                                            .wild = one_in(r, 2) ? 0 : below(r, ALWAYS)};
        s->sink[i] = draw_pace(r);
        if (fast)
            s->source[i].pace = s->sink[i] = (struct axis_pace){.chance = ALWAYS};
    }
}

/* Wires ------------------------------------------------------------------------------------------------------------ */

/* As the specification has it: the lowest output whose range it is in, and that the input may send to. */
static int target_of(const struct axis_stimulus *s, int input, unsigned dest)
{
    const struct axis_control *c = &s->control;

    for (int j = 0; j < s->parameters.outputs; j++)
        if (dest >= c->low[j] && dest <= c->high[j] && c->allow[j] & 1u << input)
            return j;
    return AXIS_NOBODY;
}

static void begin_packet(struct axis_stimulus *s, int input)
{
    struct axis_source *source = &s->source[input];
    struct rng *r = &s->base.random;
    unsigned output = below(r, (unsigned)s->parameters.outputs), all = (1u << s->parameters.dest_bits) - 1;
    unsigned low = s->control.low[output], high = s->control.high[output];

    source->dest = below(r, ALWAYS) < source->wild || high < low ? below(r, all + 1) : from_to(r, low, high);
    source->left = from_to(r, 1, source->longest);
    source->target = target_of(s, input, source->dest);
    source->first = 1;
}

/* The next beat on the wires; its lowest bits tell where it comes from. */
static void present(struct axis_stimulus *s, int input)
{
    struct axis_source *source = &s->source[input];
    uint64_t *data = &s->in.data[input * s->widths.words];

    if (source->left == 0)
        begin_packet(s, input);
    axis_draw_data(&s->base.random, &s->parameters, data);
    *data = (*data & ~UINT64_C(15)) | (unsigned)input;
    s->in.dest[input] = (uint16_t)source->dest;
    s->in.valid |= (uint16_t)(1u << input);
    s->in.last = (uint16_t)((s->in.last & ~(1u << input)) | (source->left == 1) << input);
    source->left--;
}

/* A beat stays on the wires until it is taken. */
void axis_stimulus_drive(struct axis_stimulus *s)
{
    struct rng *r = &s->base.random;

    for (int i = 0; i < s->parameters.inputs; i++) {
        int may = s->source[i].left > 0 || !s->drain;
        if (!(s->in.valid >> i & 1) && may && (goes_on(&s->source[i].pace, r) || s->drain))
            present(s, i);
    }
    s->in.ready = 0;
    for (int j = 0; j < s->parameters.outputs; j++) {
        int ready = goes_on(&s->sink[j], r) && (!s->sink[j].waits || s->out.valid >> j & 1);
        s->in.ready |= (uint16_t)((ready || s->drain) << j);
    }
}
