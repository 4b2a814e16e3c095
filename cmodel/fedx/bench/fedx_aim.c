/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_aim.h.
 */
#include "fedx_aim.h"

#include <stdlib.h>
#include <string.h>

#include "fedx/random.h"

/* Kinds of episode: each profile, with settings from the corners and without. */
enum { KINDS = 2 * FEDX_PROFILES };

struct point {
    int at[COVER_AXES];
    int family;
    int reachable;
    uint64_t hits;                   /* before the episode */
    struct fedx_stimulus_aim last;   /* the kind and set-up that hit it last */
};

struct fedx_aim {
    const struct coverage *coverage;
    struct fedx_random random;
    struct fedx_stimulus_aim chosen;
    double episodes[KINDS];          /* a long one counts for as many as could have been run instead */
    double gain[KINDS][FEDX_COVER_FAMILIES];
    int holes[FEDX_COVER_FAMILIES];  /* points that are missing in a family */
    int count;                       /* ... in all of them */
    int points;
    struct point point[];
};

static uint64_t hits(const struct fedx_aim *aim, int i)
{
    return coverage_hits(aim->coverage, i)->hits;
}

static int is_hole(const struct fedx_aim *aim, int i)
{
    return aim->point[i].reachable && hits(aim, i) == 0;
}

static int count_holes(struct fedx_aim *aim)
{
    memset(aim->holes, 0, sizeof aim->holes);
    aim->count = 0;
    for (int i = 0; i < aim->points; i++)
        if (is_hole(aim, i)) {
            aim->holes[aim->point[i].family]++;
            aim->count++;
        }
    return aim->count;
}

struct fedx_aim *fedx_aim_create(const struct coverage *coverage, uint64_t seed)
{
    int points = coverage_points(&fedx_kind_coverage);
    struct fedx_aim *aim = calloc(1, sizeof *aim + (size_t)points * sizeof *aim->point);

    if (!aim)
        return NULL;
    aim->coverage = coverage;
    aim->random = fedx_random_stream(seed, 0xa1);
    aim->points = points;
    for (int i = 0; i < points; i++) {
        aim->point[i].family = coverage_family_of(&fedx_kind_coverage, i);
        aim->point[i].reachable = coverage_unreachable(&fedx_kind_coverage, i) == NULL;
        coverage_place(&fedx_kind_coverage, i, aim->point[i].at);
    }
    count_holes(aim);
    return aim;
}

void fedx_aim_destroy(struct fedx_aim *aim)
{
    free(aim);
}

static int kind_of(const struct fedx_stimulus_aim *chosen)
{
    return 2 * chosen->profile + chosen->corners;
}

/* How many others could be run in its place. */
static int episodes_of(int kind)
{
    return kind / 2 == FEDX_PROFILE_SUSTAINED ? FEDX_SUSTAINED_EPISODES : 1;
}

/* What an episode of this kind promises: 1 more than it has brought about, so that none is given up. */
static double weight(const struct fedx_aim *aim, int kind)
{
    double sum = 0;

    for (int f = 0; f < FEDX_COVER_FAMILIES; f++)
        sum += aim->holes[f] * (aim->gain[kind][f] + 1) / (aim->episodes[kind] + episodes_of(kind));
    return sum;
}

static int draw_kind(struct fedx_aim *aim)
{
    double weights[KINDS], sum = 0;
    int kind = 0;

    for (int k = 0; k < KINDS; k++)
        sum += weights[k] = weight(aim, k);
    double rest = (double)(fedx_random_next(&aim->random) >> 11) * 0x1p-53 * sum;
    while (kind < KINDS - 1 && rest >= weights[kind])
        rest -= weights[kind++];
    return kind;
}

static int draw_hole(struct fedx_aim *aim)
{
    int number = (int)fedx_random_below(&aim->random, (uint32_t)aim->count), i = 0;

    for (;; i++)
        if (is_hole(aim, i) && number-- == 0)
            return i;
}

static int is_near(const struct point *a, const struct point *b)
{
    int other = 0;

    for (int i = 0; i < COVER_AXES; i++)
        other += a->at[i] != b->at[i];
    return a->family == b->family && other == 1;
}

/* The rarest point near a hole; -1 when none was hit. */
static int nearest(const struct fedx_aim *aim, int hole)
{
    int best = -1;

    for (int i = 0; i < aim->points; i++)
        if (is_near(&aim->point[i], &aim->point[hole]) && hits(aim, i) > 0 && (best < 0 || hits(aim, i) < hits(aim, best)))
            best = i;
    return best;
}

struct fedx_stimulus_aim fedx_aim_next(struct fedx_aim *aim, uint64_t episode)
{
    int near = aim->count && fedx_random_below(&aim->random, 2) ? nearest(aim, draw_hole(aim)) : -1;

    if (near >= 0 && aim->point[near].last.profile == FEDX_PROFILE_SUSTAINED && fedx_random_below(&aim->random, FEDX_SUSTAINED_EPISODES))
        near = -1;
    if (near >= 0) {
        aim->chosen = aim->point[near].last;
    } else {
        int kind = draw_kind(aim);
        aim->chosen = (struct fedx_stimulus_aim){1, kind / 2, episode, kind % 2};
    }
    return aim->chosen;
}

int fedx_aim_learn(struct fedx_aim *aim)
{
    int kind = kind_of(&aim->chosen);

    aim->episodes[kind] += episodes_of(kind);
    for (int i = 0; i < aim->points; i++) {
        struct point *p = &aim->point[i];
        uint64_t now = hits(aim, i);
        if (now == p->hits)
            continue;
        aim->gain[kind][p->family] += 1.0 / (double)now;
        p->hits = now;
        p->last = aim->chosen;
    }
    return count_holes(aim);
}
