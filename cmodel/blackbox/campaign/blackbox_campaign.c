/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_campaign.h"

/* Sustained episodes begin behind so many cycles of others, and take one in so many of all cycles. */
enum { OTHERS_FIRST = 25000, SUSTAINED_PART = 4 };
/* An episode of fewer flits at each input is no more than others are. */
enum { WORTH_WHILE = 1000 };

/* Flits of an episode: a few, or enough to fill all there is, by turns. */
static int flits_of(const struct blackbox *f, uint64_t episode)
{
    static const int each[] = {20, 60, 200};

    return each[episode / (uint64_t)blackbox_script_profiles(f) % 3] * f->sources + 2 * f->max_flits;
}

static int is_full(enum blackbox_profile profile)
{
    return profile == BLACKBOX_PROFILE_full;
}

/* Flits that an input and cycle takes, as far as it is known: of episodes in which all have some, or of all. */
static double rate_of(const struct blackbox_campaign *c)
{
    const struct blackbox_totals *t = &c->of_class[0];

    return t->full_cycles ? (double)t->full_flits / (double)t->full_cycles / c->f->sources
                          : (double)t->flits / (double)(t->cycles + 1) / c->f->sources;
}

/*
 * Flits of each input in a sustained episode: as many as there should be, or as half of the cycles that are left have.
 */
static int sustained_flits(const struct blackbox_campaign *c)
{
    uint64_t left = c->totals.cycles < c->cycles ? c->cycles - c->totals.cycles : 0;
    double fit = rate_of(c) * (double)left;

    return c->profile == BLACKBOX_PROFILE_sustained || fit > BLACKBOX_SUSTAINED ? BLACKBOX_SUSTAINED : (int)(fit / 2);
}

/* Whether the next episode is a sustained one. The first ones are short, for what they show is easy to understand. */
static int is_sustained(const struct blackbox_campaign *c)
{
    if (c->profile >= 0)
        return c->profile == BLACKBOX_PROFILE_sustained;
    return !c->until_covered && c->totals.cycles >= OTHERS_FIRST &&
           SUSTAINED_PART * c->sustained_cycles < c->totals.cycles && sustained_flits(c) >= WORTH_WHILE;
}

/* What a sustained episode is but for its length, in turn. */
static enum blackbox_profile style_of(const struct blackbox_campaign *c)
{
    static const enum blackbox_profile styles[] = {BLACKBOX_PROFILE_full, BLACKBOX_PROFILE_backpressure,
                                                   BLACKBOX_PROFILE_stalls, BLACKBOX_PROFILE_single,
                                                   BLACKBOX_PROFILE_round_robin};

    return styles[c->of_profile[BLACKBOX_PROFILE_sustained] % (sizeof styles / sizeof *styles)];
}

static int draw_episode(struct blackbox_campaign *c)
{
    uint64_t seed = blackbox_mix(c->seed, c->episode), number = c->episode - c->of_profile[BLACKBOX_PROFILE_sustained];
    const struct blackbox_cover *wanted = c->until_covered ? blackbox_bench_cover(c->bench) : NULL;

    if (is_sustained(c)) {
        c->last = BLACKBOX_PROFILE_sustained;
        return blackbox_script_draw(&c->script, c->f, style_of(c), seed, sustained_flits(c) * c->f->sources, NULL);
    }
    c->last = (enum blackbox_profile)(c->profile >= 0 ? (uint64_t)c->profile
                                                      : number % (uint64_t)blackbox_script_profiles(c->f));
    return blackbox_script_draw(&c->script, c->f, c->last, seed, flits_of(c->f, number), wanted);
}

/* What each class came to, and all of them. */
static void add_episode(struct blackbox_campaign *c)
{
    int class = 0;

    for (const struct blackbox_bench *b = c->bench; b; b = blackbox_bench_also(b), class ++) {
        blackbox_bench_add(b, blackbox_bench_result(b), is_full(c->last), &c->of_class[class]);
        if (class == 0)
            c->totals = c->of_class[0];
        else
            blackbox_totals_join(&c->totals, &c->of_class[class]);
    }
}

/* @return 0, or -1 when out of memory */
static int run_episode(struct blackbox_campaign *c)
{
    if (draw_episode(c) != 0 || blackbox_bench_run(c->bench, &c->script, &c->result) != 0)
        return -1;
    add_episode(c);
    c->of_profile[c->last]++;
    if (c->last == BLACKBOX_PROFILE_sustained)
        c->sustained_cycles += c->result.cycles;
    return 0;
}

int blackbox_campaign_run(struct blackbox_campaign *c)
{
    c->bench = blackbox_bench_create(c->f, c->ops);
    if (!c->bench)
        return -1;
    for (c->episode = 0;; c->episode++) {
        if (run_episode(c) != 0)
            return -1;
        if (c->on_episode)
            c->on_episode(c->context, c->totals.cycles);
        if (c->result.failed || c->totals.cycles >= c->cycles ||
            (c->until_covered && blackbox_bench_left(c->bench) == 0))
            return 0;
        blackbox_script_free(&c->script);
    }
}

void blackbox_campaign_finish(struct blackbox_campaign *c)
{
    blackbox_script_free(&c->script);
    blackbox_bench_destroy(c->bench);
    c->bench = NULL;
}
