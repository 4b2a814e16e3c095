/* SPDX-License-Identifier: Apache-2.0 */
#include "sweep_state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../results/result_path.h"

/* What left-out messages may add to a latency. */
#define LEFT_OUT 0.01

static int is_word(const json_t *json, const char *word)
{
    const char *is = json_string_value(json);

    return is && strcmp(is, word) == 0;
}

/* Of how much gets through, or how fast; other figures are counts, which are of the run whatever became of it. */
static int is_mean(const char *path)
{
    return strstr(path, "latency") || strstr(path, "throughput");
}

/* The mean with the age of what has not arrived is a bound, and needs none of them to arrive. */
static int is_bound(const char *path)
{
    return strstr(path, ".mean_at_least_cycles") != NULL;
}

/* The latency that a path leads into; NULL: it is none. */
static const json_t *latency_of(const json_t *result, const char *path)
{
    const char *end = strstr(path, "_latency.");
    char latency[200];

    if (!end)
        return NULL;
    snprintf(latency, sizeof latency, "%.*s", (int)(end - path) + (int)strlen("_latency"), path);
    return result_at(result, latency);
}

/* Whether what did not arrive would raise it. */
static int leaves_out(const json_t *latency)
{
    const json_t *mean = json_object_get(latency, "mean_cycles"),
                 *least = json_object_get(latency, "mean_at_least_cycles");

    return json_is_number(mean) && json_is_number(least) &&
           json_number_value(least) > (1 + LEFT_OUT) * json_number_value(mean);
}

/* @param latency  NULL: none */
static int is_saturated(const json_t *latency)
{
    return is_word(json_object_get(latency, "interval"), "saturated");
}

enum sweep_state sweep_state(const json_t *result, const char *path)
{
    const json_t *outcome = json_object_get(result, "outcome"),
                 *latency = is_bound(path) ? NULL : latency_of(result, path);

    if (is_mean(path) && json_is_string(outcome) && !is_word(outcome, "good"))
        return is_word(outcome, "stall") ? SWEEP_STALLED : SWEEP_FAILED;
    if (is_saturated(latency))
        return SWEEP_SATURATED;
    if (latency && leaves_out(latency))
        return SWEEP_LEFT_OUT;
    return is_word(result_at(result, "settled.verdict"), "budget") ? SWEEP_UNSETTLED : SWEEP_GOOD;
}

const char *sweep_state_name(enum sweep_state state)
{
    static const char *const names[SWEEP_STATES] = {"stalled", "failed", "saturated", "left_out", "unsettled", "good"};

    return names[state];
}

int sweep_state_counts(enum sweep_state state)
{
    return state >= SWEEP_UNSETTLED;
}

double sweep_state_limit(const json_t *result, const char *path)
{
    const json_t *figure = result_at(result, path);
    enum sweep_state state = sweep_state(result, path);

    if (is_saturated(latency_of(result, path)))
        return INFINITY;
    if (state == SWEEP_STALLED)
        return latency_of(result, path) ? INFINITY : 0;
    return json_is_number(figure) && sweep_state_counts(state) ? json_number_value(figure) : NAN;
}

void sweep_states_text(const struct sweep_states *states, char text[SWEEP_STATES_TEXT])
{
    static const char *const words[SWEEP_GOOD] = {"stalls", "fails", "saturated", "messages left out", "not settled"};
    int seeds = 0;
    size_t used = 0;

    *text = 0;
    for (int i = 0; i < SWEEP_STATES; i++)
        seeds += states->runs[i];
    for (int i = 0; i < SWEEP_GOOD; i++)
        if (states->runs[i])
            used += (size_t)snprintf(text + used, SWEEP_STATES_TEXT - used,
                                     used ? ", %s in %d" : "%s in %d of %d seeds", words[i], states->runs[i], seeds);
}
