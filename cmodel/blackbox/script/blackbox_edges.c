/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_edges.h"

#include <stdio.h>
#include <string.h>

#include "../description/blackbox_clocks.h"
#include "blackbox_cover.h"

/* Periods --------------------------------------------------------------------------------------------------------- */

/* Of the first clock, where periods are drawn: all ratios of it are whole numbers. */
enum { BASE = 70, TRIES = 4 };

static const struct {
    const char *name;
    int period;
    int slow; /* 1: an episode of many flits takes long */
} ratios[BLACKBOX_RATIOS] = {[BLACKBOX_TOGETHER_RATIO] = {"1:1 at once", BASE, 0},
                             [BLACKBOX_SHIFTED_RATIO] = {"1:1 apart", BASE, 0},
                             {"2:1", 2 * BASE, 0},
                             {"1:2", BASE / 2, 0},
                             {"7:5", 7 * BASE / 5, 0},
                             {"5:7", 5 * BASE / 7, 0},
                             {"10:1", 10 * BASE, 1},
                             {"1:10", BASE / 10, 1}};

const char *blackbox_ratio_name(int ratio)
{
    return ratios[ratio].name;
}

/* One that was not yet had, if it can be found soon. */
static int draw_ratio(struct rng *random, const struct blackbox_cover *wanted, int clock, int brief)
{
    int ratio = 0;

    for (int i = 0; i < TRIES; i++) {
        ratio = (int)rng_below(random, BLACKBOX_RATIOS);
        if (!(brief && ratios[ratio].slow) &&
            (!wanted || blackbox_cover_open(wanted, BLACKBOX_COVER_CLOCKS, clock - 1, ratio)))
            return ratio;
    }
    return brief && ratios[ratio].slow ? BLACKBOX_SHIFTED_RATIO : ratio;
}

/* Clocks of which one rises with the other are as likely as others. */
static int draw_phase(struct rng *random, int period, int ratio)
{
    if (ratio == BLACKBOX_TOGETHER_RATIO || period == 1)
        return 0;
    if (ratio == BLACKBOX_SHIFTED_RATIO)
        return 1 + (int)rng_below(random, (uint32_t)period - 1);
    return rng_below(random, 2) ? (int)rng_below(random, (uint32_t)period) : 0;
}

static void draw_clock(struct blackbox_edges *e, const struct blackbox *f, int clock, int ratio, struct rng *random)
{
    const struct blackbox_clock *is = &f->clock_of[clock];

    e->ratio[clock] = ratio;
    e->period[clock] = is->period ? is->period : ratios[ratio].period;
    e->phase[clock] = is->phase >= 0 ? is->phase : clock ? draw_phase(random, e->period[clock], ratio) : 0;
}

/* Edges ----------------------------------------------------------------------------------------------------------- */

/* Until the next edge of a clock behind a time, by a time that is from 0 on. */
static int64_t next_of(const struct blackbox_edges *e, int clock, int64_t time)
{
    int64_t period = e->period[clock], phase = e->phase[clock] % period;

    return time < phase ? phase : phase + ((time - phase) / period + 1) * period;
}

static void fill(struct blackbox_edges *e, int clocks)
{
    int64_t time = -1, first = -1, before = 0;

    for (e->count = 0; e->count < BLACKBOX_EDGES; e->count++) {
        int64_t next = INT64_MAX;
        int rises = 0;
        for (int i = 0; i < clocks; i++)
            next = next_of(e, i, time) < next ? next_of(e, i, time) : next;
        for (int i = 0; i < clocks; i++)
            rises |= (next_of(e, i, next - 1) == next) << i;
        if (first < 0)
            first = next;
        e->rises[e->count] = (uint8_t)rises;
        e->passes[e->count] = (uint16_t)(next - before);
        before = time = next;
        if (e->count > 0 && next - first >= blackbox_clocks_span(e->period, clocks))
            break;
    }
    e->passes[0] = e->passes[e->count]; /* the row begins again with its first edge */
}

void blackbox_edges_draw(struct blackbox_edges *e, const struct blackbox *f, struct rng *random,
                         const struct blackbox_cover *wanted, int brief)
{
    int swept = blackbox_clocks_swept(f);

    memset(e, 0, sizeof *e);
    if (f->clocks < 2)
        return;
    for (int i = 0; i < f->clocks; i++)
        draw_clock(e, f, i,
                   i == 0  ? BLACKBOX_TOGETHER_RATIO
                   : swept ? draw_ratio(random, wanted, i, brief)
                           : -1,
                   random);
    fill(e, f->clocks);
}

uint32_t blackbox_edges_scale(const struct blackbox_edges *e, const struct blackbox *f, int clock)
{
    uint32_t most = 1;

    for (int i = 0; i < f->clocks && e->count; i++) {
        uint32_t rises = 0;
        for (int at = 0; at < e->count; at++)
            rises += e->rises[at] >> i & 1;
        uint32_t scale = ((uint32_t)e->count + rises - 1) / rises;
        if ((clock < 0 || clock == i) && scale > most)
            most = scale;
    }
    return most;
}

void blackbox_edges_name(const struct blackbox_edges *e, const struct blackbox *f, char *text, size_t size)
{
    size_t length = 0;

    *text = 0;
    for (int i = 0; e->count && i < f->clocks && length < size; i++)
        length += (size_t)snprintf(text + length, size - length, "%s%s period %d phase %d", i ? ", " : "",
                                   f->clock_of[i].pin.text, e->period[i], e->phase[i]);
}
