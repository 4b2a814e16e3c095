/* SPDX-License-Identifier: Apache-2.0
 *
 * See axis_stimulus_internal.h: settings, sources and sinks.
 */
#include <string.h>

#include "../../bench/draw.h"
#include "axis_stimulus_internal.h"

enum { LONGEST = 64, ALWAYS = 16, SHAPES = 4 };

/* Settings --------------------------------------------------------------------------------------------------------- */

/* Ranges of tdest: one value per output, equal parts, or any two numbers, which may overlap or be empty. */
static void draw_range(struct axis_stimulus *s, unsigned shape, int output)
{
    struct rng *r = &s->base.random;
    unsigned all = (1u << s->parameters.dest_bits) - 1, part = (all + 1) / (unsigned)s->parameters.outputs;
    unsigned low = (unsigned)output & all, high = low;

    if (shape == 1 && part > 0) {
        low = part * (unsigned)output;
        high = low + part - 1;
    } else if (shape >= 2) {
        low = below(r, all + 1);
        high = one_in(r, 4) ? below(r, all + 1) : from_to(r, low, all);
    }
    s->control.low[output] = (uint16_t)low;
    s->control.high[output] = (uint16_t)high;
}

static unsigned draw_mask(struct rng *r, unsigned all)
{
    return one_in(r, 3) ? (unsigned)rng_next(r) & all : all;
}

static uint64_t draw_weights(struct rng *r, unsigned bits)
{
    uint64_t any = rng_next(r), small = any & UINT64_C(0x3333333333333333);

    return (one_in(r, 2) ? small : any) & UINT64_MAX >> (64 - bits);
}

void axis_stimulus_draw_settings(struct axis_stimulus *s)
{
    struct rng *r = &s->base.random;
    unsigned shape = below(r, SHAPES), modes = 0;

    for (int j = 0; j < s->parameters.outputs; j++) {
        draw_range(s, shape, j);
        s->control.allow[j] = (uint16_t)draw_mask(r, (1u << s->parameters.inputs) - 1);
        s->control.mode[j] = (uint8_t)below(r, 4);
        s->control.weight[j] = draw_weights(r, (unsigned)s->widths.weight_bits);
        modes |= 1u << s->control.mode[j];
    }
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

static void draw_data(struct axis_stimulus *s, uint64_t *data)
{
    for (int w = 0; w < s->widths.words; w++)
        data[w] = rng_next(&s->base.random) & UINT64_MAX >> (64 - s->widths.word_bits);
}

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
    draw_data(s, data);
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

void axis_stimulus_noise(struct axis_stimulus *s)
{
    struct rng *r = &s->base.random;
    unsigned inputs = (1u << s->parameters.inputs) - 1, outputs = (1u << s->parameters.outputs) - 1;

    for (int i = 0; i < s->parameters.inputs; i++) {
        draw_data(s, &s->in.data[i * s->widths.words]);
        s->in.dest[i] = (uint16_t)below(r, 1u << s->parameters.dest_bits);
    }
    s->in.valid = (uint16_t)((rng_next(r) | rng_next(r)) & inputs);
    s->in.last = (uint16_t)(rng_next(r) & inputs);
    s->in.ready = (uint16_t)((rng_next(r) | rng_next(r)) & outputs);
}
