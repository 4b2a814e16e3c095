/* SPDX-License-Identifier: Apache-2.0 */
#include "coverage_steering.h"

#include <stdlib.h>
#include <string.h>

#include "fedx/rng.h"

/* Kinds of episode: each profile, with settings from the corners and without. */
enum { MOST_KINDS = 2 * STIMULUS_PROFILES };

struct point {
    int at[COVER_AXES];
    int family;
    int reachable;
    uint64_t hits;                 /* before the episode */
    struct stimulus_steering last; /* the kind and set-up that hit it last */
};

struct coverage_steering {
    const struct stimulus_kind *stimulus;
    const struct coverage *coverage;
    struct rng random;
    struct stimulus_steering chosen;
    int kinds;                   /* of episodes */
    double episodes[MOST_KINDS]; /* a long one counts for as many as could have been run instead */
    double *gain[MOST_KINDS];    /* [families], one behind the other */
    int *holes;                  /* [families] points that are missing in each */
    int count;                   /* ... in all of them */
    int points;
    struct point point[];
};

static uint64_t hits(const struct coverage_steering *steering, int i)
{
    return coverage_hits(steering->coverage, i)->hits;
}

static int is_hole(const struct coverage_steering *steering, int i)
{
    return steering->point[i].reachable && hits(steering, i) == 0;
}

static int count_holes(struct coverage_steering *steering)
{
    memset(steering->holes, 0, (size_t)steering->coverage->kind->families * sizeof *steering->holes);
    steering->count = 0;
    for (int i = 0; i < steering->points; i++)
        if (is_hole(steering, i)) {
            steering->holes[steering->point[i].family]++;
            steering->count++;
        }
    return steering->count;
}

/* What has a value for each family. @return 0, or -1 when out of memory */
static int make_families(struct coverage_steering *steering)
{
    size_t families = (size_t)steering->coverage->kind->families;
    double *gain = calloc((size_t)steering->kinds * families, sizeof *gain);

    for (int k = 0; k < steering->kinds; k++)
        steering->gain[k] = gain ? gain + (size_t)k * families : NULL;
    steering->holes = calloc(families, sizeof *steering->holes);
    return gain && steering->holes ? 0 : -1;
}

struct coverage_steering *coverage_steering_create(const struct stimulus_kind *kind, const struct coverage *coverage,
                                                   uint64_t seed)
{
    int points = coverage_points(coverage->kind);
    struct coverage_steering *steering = calloc(1, sizeof *steering + (size_t)points * sizeof *steering->point);

    if (!steering)
        return NULL;
    steering->stimulus = kind;
    steering->kinds = 2 * kind->profile_count;
    steering->coverage = coverage;
    steering->random = rng_stream(seed, 0xa1);
    steering->points = points;
    if (make_families(steering) != 0) {
        coverage_steering_destroy(steering);
        return NULL;
    }
    for (int i = 0; i < points; i++) {
        steering->point[i].family = coverage_family_of(coverage->kind, i);
        steering->point[i].reachable = coverage_unreachable(coverage->kind, i) == NULL;
        coverage_place(coverage->kind, i, steering->point[i].at);
    }
    count_holes(steering);
    return steering;
}

void coverage_steering_destroy(struct coverage_steering *steering)
{
    if (!steering)
        return;
    free(steering->gain[0]);
    free(steering->holes);
    free(steering);
}

static int kind_of(const struct stimulus_steering *chosen)
{
    return 2 * chosen->profile + chosen->corners;
}

/* How many others could be run in its place. */
static int episodes_of(const struct coverage_steering *steering, int kind)
{
    return kind / 2 >= steering->stimulus->turns ? steering->stimulus->long_episodes : 1;
}

/* What an episode of this kind promises: 1 more than it has brought about, so that none is given up. */
static double weight(const struct coverage_steering *steering, int kind)
{
    double sum = 0;

    for (int f = 0; f < steering->coverage->kind->families; f++)
        sum += steering->holes[f] * (steering->gain[kind][f] + 1) /
               (steering->episodes[kind] + episodes_of(steering, kind));
    return sum;
}

static int draw_kind(struct coverage_steering *steering)
{
    double weights[MOST_KINDS], sum = 0;
    int kind = 0;

    for (int k = 0; k < steering->kinds; k++)
        sum += weights[k] = weight(steering, k);
    double rest = (double)(rng_next(&steering->random) >> 11) * 0x1p-53 * sum;
    while (kind < steering->kinds - 1 && rest >= weights[kind])
        rest -= weights[kind++];
    return kind;
}

static int draw_hole(struct coverage_steering *steering)
{
    int number = (int)rng_below(&steering->random, (uint32_t)steering->count), i = 0;

    for (;; i++)
        if (is_hole(steering, i) && number-- == 0)
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
static int closest_point(const struct coverage_steering *steering, int hole)
{
    int best = -1;

    for (int i = 0; i < steering->points; i++)
        if (is_near(&steering->point[i], &steering->point[hole]) && hits(steering, i) > 0 &&
            (best < 0 || hits(steering, i) < hits(steering, best)))
            best = i;
    return best;
}

struct stimulus_steering coverage_steering_next(struct coverage_steering *steering, uint64_t episode)
{
    int near = steering->count && rng_below(&steering->random, 2) ? closest_point(steering, draw_hole(steering)) : -1;

    if (near >= 0 && steering->point[near].last.profile >= steering->stimulus->turns &&
        rng_below(&steering->random, (uint32_t)steering->stimulus->long_episodes))
        near = -1;
    if (near >= 0) {
        steering->chosen = steering->point[near].last;
    } else {
        int kind = draw_kind(steering);
        steering->chosen = (struct stimulus_steering){1, kind / 2, episode, kind % 2};
    }
    return steering->chosen;
}

int coverage_steering_learn(struct coverage_steering *steering)
{
    int kind = kind_of(&steering->chosen);

    steering->episodes[kind] += episodes_of(steering, kind);
    for (int i = 0; i < steering->points; i++) {
        struct point *p = &steering->point[i];
        uint64_t now = hits(steering, i);
        if (now == p->hits)
            continue;
        steering->gain[kind][p->family] += 1.0 / (double)now;
        p->hits = now;
        p->last = steering->chosen;
    }
    return count_holes(steering);
}
