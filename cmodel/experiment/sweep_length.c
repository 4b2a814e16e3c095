/* SPDX-License-Identifier: Apache-2.0 */
#include "sweep_length.h"

#include <math.h>
#include <string.h>

/* A point of a sweep. */
struct place {
    const struct sweep *sweep;
    unsigned experiment, curve, value;
};

static struct figure figure_at(const struct place *at, int doublings, const char *path)
{
    return sweep_figure_of(at->sweep, at->experiment, at->curve, at->value, doublings, path);
}

/*
 * Where the mean of a half of the run is, of a latency or a throughput. @return 0, or -1 when there is no such figure
 */
static int half_path(const char *path, const char *half, char *text, size_t size)
{
    static const char mean[] = ".mean_cycles", rate[] = "throughput";
    size_t length = strlen(path);
    int is_mean = length >= sizeof mean - 1 && strcmp(path + length - (sizeof mean - 1), mean) == 0;
    int is_rate = length >= sizeof rate - 1 && strcmp(path + length - (sizeof rate - 1), rate) == 0;

    if (is_mean)
        snprintf(text, size, "%.*s.%s_half_cycles", (int)(length - (sizeof mean - 1)), path, half);
    else if (is_rate)
        snprintf(text, size, "%s_%s_half", path, half);
    return is_mean || is_rate ? 0 : -1;
}

/* a less b, seed by seed, per cent of a mean. */
static struct estimate moved(const struct figure *a, const struct figure *b, double mean)
{
    struct figure difference = figure_scaled(figure_difference(a, b), 100 / mean);

    return figure_estimate(&difference);
}

static double asked_of(const struct sweep *s, unsigned experiment)
{
    const struct settle_point *settle = s->experiments[experiment]->settle;

    return settle ? settle->percent : 0;
}

struct sweep_motion sweep_motion(const struct sweep *s, unsigned experiment, unsigned curve, unsigned value,
                                 const char *path)
{
    const struct place at = {s, experiment, curve, value};
    int doublings = sweep_doublings(s, experiment, curve, value);
    double asked = asked_of(s, experiment);
    struct sweep_motion motion = {{0, NAN, -1}, 0};
    char first_path[240], second_path[240];

    if (asked <= 0 || half_path(path, "first", first_path, sizeof first_path) != 0 ||
        half_path(path, "second", second_path, sizeof second_path) != 0)
        return motion;
    struct figure first = figure_at(&at, doublings, first_path), second = figure_at(&at, doublings, second_path);
    struct figure whole = figure_at(&at, doublings, path);
    motion.percent = moved(&second, &first, figure_estimate(&whole).mean);
    motion.moves = motion.percent.half_width >= 0 && fabs(motion.percent.mean) > fmax(motion.percent.half_width, asked);
    return motion;
}

/*
 * Whether a figure is as tight as asked over its seeds, and moves no more than that from the runs of half the length,
 * nor from half to half, where chance alone may move it by more.
 */
static int has_settled(const struct place *at, const char *path)
{
    int doublings = sweep_doublings(at->sweep, at->experiment, at->curve, at->value);
    double asked = asked_of(at->sweep, at->experiment);
    struct figure now = figure_at(at, doublings, path), before = figure_at(at, doublings - 1, path);
    struct estimate is = figure_estimate(&now);

    if (is.count < now.count || is.half_width < 0 || 100 * is.half_width > asked * fabs(is.mean))
        return 0;
    struct estimate since = moved(&now, &before, is.mean);
    if (since.count < now.count || fabs(since.mean) > asked)
        return 0;
    return !sweep_motion(at->sweep, at->experiment, at->curve, at->value, path).moves;
}

/* The throughput that goes with a figure: of the same group. */
static void throughput_beside(const char *path, char *text, size_t size)
{
    static const char *const groups[] = {"independent.", "requests.", "responses."};
    const char *group = "";

    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        group = strncmp(path, groups[i], strlen(groups[i])) == 0 ? groups[i] : group;
    snprintf(text, size, "%sthroughput", group);
}

/* In how many seeds the figure of a point is in a state. */
static int seeds_in(const struct place *at, enum sweep_state state, const char *path)
{
    return sweep_states(at->sweep, at->experiment, at->curve, at->value, path).runs[state];
}

static enum sweep_length judge(const struct place *at, const char *path)
{
    const struct experiment *e = at->sweep->experiments[at->experiment];
    char rate[40];

    throughput_beside(path, rate, sizeof rate);
    if (seeds_in(at, SWEEP_STALLED, "throughput") == e->seeds)
        return LENGTH_STALLED;
    if (sweep_doublings(at->sweep, at->experiment, at->curve, at->value) == 0)
        return LENGTH_BUDGET;
    if (2 * seeds_in(at, SWEEP_SATURATED, path) >= e->seeds)
        return has_settled(at, rate) ? LENGTH_SATURATED : LENGTH_BUDGET;
    if (!has_settled(at, path))
        return LENGTH_BUDGET;
    return !strstr(path, "latency") || has_settled(at, rate) ? LENGTH_SETTLED : LENGTH_BUDGET;
}

enum sweep_length sweep_length(const struct sweep *s, unsigned experiment, unsigned curve, unsigned value)
{
    const struct experiment *e = s->experiments[experiment];
    const struct place at = {s, experiment, curve, value};

    if (asked_of(s, experiment) <= 0 || !experiment_has(e, curve, value))
        return LENGTH_FIXED;
    return judge(&at, e->settle->figure ? e->settle->figure : experiment_y(e, curve));
}

struct sweep_states sweep_point_states(const struct sweep *s, unsigned experiment, unsigned curve, unsigned value,
                                       const char *path)
{
    struct sweep_states states = sweep_states(s, experiment, curve, value, path);

    if (sweep_length(s, experiment, curve, value) == LENGTH_BUDGET) {
        states.runs[SWEEP_UNSETTLED] += states.runs[SWEEP_GOOD];
        states.runs[SWEEP_GOOD] = 0;
    }
    return states;
}

int sweep_lengthen(struct sweep *s, char *error, size_t size)
{
    int longer = 0;

    for (unsigned n = 0; n < s->count; n++) {
        const struct experiment *e = s->experiments[n];
        for (unsigned c = 0; c < e->curve_count; c++)
            for (unsigned v = 0; v < e->value_count; v++) {
                if (sweep_length(s, n, c, v) != LENGTH_BUDGET || sweep_doublings(s, n, c, v) == e->settle->doublings)
                    continue;
                if (sweep_double(s, n, c, v, error, size) != 0)
                    return -1;
                longer++;
            }
    }
    return longer;
}
