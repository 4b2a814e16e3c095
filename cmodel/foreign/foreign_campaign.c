/* SPDX-License-Identifier: Apache-2.0
 *
 * See foreign_campaign.h.
 */
#include "foreign_campaign.h"

/* Flits of an episode: a few, or enough to fill all there is, by turns. */
static int flits_of(const struct foreign *f, uint64_t episode)
{
    static const int each[] = {20, 60, 200};

    return each[episode / (uint64_t)foreign_script_profiles(f) % 3] * f->sources + 2 * f->longest;
}

static int is_full(enum foreign_profile profile)
{
    return profile == FOREIGN_PROFILE_full;
}

/* @return 0, or -1 when out of memory */
static int run_episode(struct foreign_campaign *c)
{
    uint64_t seed = foreign_mix(c->seed, c->episode);

    c->last = c->profile >= 0 ? (enum foreign_profile)c->profile : (enum foreign_profile)(c->episode % (uint64_t)foreign_script_profiles(c->f));
    if (foreign_script_draw(&c->script, c->f, c->last, seed, flits_of(c->f, c->episode),
                            c->until_covered ? foreign_bench_cover(c->bench) : NULL) != 0 ||
        foreign_bench_run(c->bench, &c->script, &c->result) != 0)
        return -1;
    foreign_bench_add(c->bench, &c->result, is_full(c->last), &c->totals);
    c->of_profile[c->last]++;
    return 0;
}

int foreign_campaign_run(struct foreign_campaign *c)
{
    c->bench = foreign_bench_create(c->f, c->ops);
    if (!c->bench)
        return -1;
    for (c->episode = 0;; c->episode++) {
        if (run_episode(c) != 0)
            return -1;
        if (c->on_episode)
            c->on_episode(c->context, c->totals.cycles);
        if (c->result.failed || c->totals.cycles >= c->cycles ||
            (c->until_covered && foreign_cover_left(foreign_bench_cover(c->bench)) == 0))
            return 0;
        foreign_script_free(&c->script);
    }
}

void foreign_campaign_finish(struct foreign_campaign *c)
{
    foreign_script_free(&c->script);
    foreign_bench_destroy(c->bench);
    c->bench = NULL;
}
