/* SPDX-License-Identifier: Apache-2.0
 *
 * See aim.h.
 */
#include "aim.h"

#include <stdlib.h>
#include <string.h>

#include "fedx/random.h"

/* Kinds of episode: each profile, with settings from the corners and without. */
enum { MOST_KINDS = 2 * STIMULUS_PROFILES };

struct point {
    int at[COVER_AXES];
    int family;
    int reachable;
    uint64_t hits;                   /* before the episode */
    struct stimulus_aim last;   /* the kind and set-up that hit it last */
};

struct aim {
    const struct stimulus_kind *stimulus;
    const struct coverage *coverage;
    struct fedx_random random;
    struct stimulus_aim chosen;
    int kinds;                       /* of episodes */
    double episodes[MOST_KINDS];     /* a long one counts for as many as could have been run instead */
    double *gain[MOST_KINDS];        /* [families], one behind the other */
    int *holes;                      /* [families] points that are missing in each */
    int count;                       /* ... in all of them */
    int points;
    struct point point[];
};

static uint64_t hits(const struct aim *aim, int i)
{
    return coverage_hits(aim->coverage, i)->hits;
}

static int is_hole(const struct aim *aim, int i)
{
    return aim->point[i].reachable && hits(aim, i) == 0;
}

static int count_holes(struct aim *aim)
{
    memset(aim->holes, 0, (size_t)aim->coverage->kind->families * sizeof *aim->holes);
    aim->count = 0;
    for (int i = 0; i < aim->points; i++)
        if (is_hole(aim, i)) {
            aim->holes[aim->point[i].family]++;
            aim->count++;
        }
    return aim->count;
}

/* What has a value for each family. @return 0, or -1 when out of memory */
static int make_families(struct aim *aim)
{
    size_t families = (size_t)aim->coverage->kind->families;
    double *gain = calloc((size_t)aim->kinds * families, sizeof *gain);

    for (int k = 0; k < aim->kinds; k++)
        aim->gain[k] = gain ? gain + (size_t)k * families : NULL;
    aim->holes = calloc(families, sizeof *aim->holes);
    return gain && aim->holes ? 0 : -1;
}

struct aim *aim_create(const struct stimulus_kind *kind, const struct coverage *coverage, uint64_t seed)
{
    int points = coverage_points(coverage->kind);
    struct aim *aim = calloc(1, sizeof *aim + (size_t)points * sizeof *aim->point);

    if (!aim)
        return NULL;
    aim->stimulus = kind;
    aim->kinds = 2 * kind->profile_count;
    aim->coverage = coverage;
    aim->random = fedx_random_stream(seed, 0xa1);
    aim->points = points;
    if (make_families(aim) != 0) {
        aim_destroy(aim);
        return NULL;
    }
    for (int i = 0; i < points; i++) {
        aim->point[i].family = coverage_family_of(coverage->kind, i);
        aim->point[i].reachable = coverage_unreachable(coverage->kind, i) == NULL;
        coverage_place(coverage->kind, i, aim->point[i].at);
    }
    count_holes(aim);
    return aim;
}

void aim_destroy(struct aim *aim)
{
    if (!aim)
        return;
    free(aim->gain[0]);
    free(aim->holes);
    free(aim);
}

static int kind_of(const struct stimulus_aim *chosen)
{
    return 2 * chosen->profile + chosen->corners;
}

/* How many others could be run in its place. */
static int episodes_of(const struct aim *aim, int kind)
{
    return kind / 2 >= aim->stimulus->turns ? aim->stimulus->long_episodes : 1;
}

/* What an episode of this kind promises: 1 more than it has brought about, so that none is given up. */
static double weight(const struct aim *aim, int kind)
{
    double sum = 0;

    for (int f = 0; f < aim->coverage->kind->families; f++)
        sum += aim->holes[f] * (aim->gain[kind][f] + 1) / (aim->episodes[kind] + episodes_of(aim, kind));
    return sum;
}

static int draw_kind(struct aim *aim)
{
    double weights[MOST_KINDS], sum = 0;
    int kind = 0;

    for (int k = 0; k < aim->kinds; k++)
        sum += weights[k] = weight(aim, k);
    double rest = (double)(fedx_random_next(&aim->random) >> 11) * 0x1p-53 * sum;
    while (kind < aim->kinds - 1 && rest >= weights[kind])
        rest -= weights[kind++];
    return kind;
}

static int draw_hole(struct aim *aim)
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
static int nearest(const struct aim *aim, int hole)
{
    int best = -1;

    for (int i = 0; i < aim->points; i++)
        if (is_near(&aim->point[i], &aim->point[hole]) && hits(aim, i) > 0 && (best < 0 || hits(aim, i) < hits(aim, best)))
            best = i;
    return best;
}

struct stimulus_aim aim_next(struct aim *aim, uint64_t episode)
{
    int near = aim->count && fedx_random_below(&aim->random, 2) ? nearest(aim, draw_hole(aim)) : -1;

    if (near >= 0 && aim->point[near].last.profile >= aim->stimulus->turns &&
        fedx_random_below(&aim->random, (uint32_t)aim->stimulus->long_episodes))
        near = -1;
    if (near >= 0) {
        aim->chosen = aim->point[near].last;
    } else {
        int kind = draw_kind(aim);
        aim->chosen = (struct stimulus_aim){1, kind / 2, episode, kind % 2};
    }
    return aim->chosen;
}

int aim_learn(struct aim *aim)
{
    int kind = kind_of(&aim->chosen);

    aim->episodes[kind] += episodes_of(aim, kind);
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
