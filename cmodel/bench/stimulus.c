/* SPDX-License-Identifier: Apache-2.0 */
#include "stimulus.h"

#include <stdio.h>
#include <stdlib.h>

#include "../compare/lockstep.h"

enum { WINDOW = 4096, SUSTAINED = 1 << 19, AIMED = 1 << 17 };

struct stimulus *stimulus_create(const struct stimulus_kind *of, const struct router_kind *kind,
                                 const struct stimulus_config *config)
{
    struct stimulus *s = calloc(1, of->bytes);

    if (!s)
        return NULL;
    s->config = *config;
    s->episode = config->first;
    s->node = config->ops->create(config->inner, config->power_up);
    if (!s->node) {
        free(s);
        return NULL;
    }
    if (of->begin)
        of->begin(s, kind);
    return s;
}

void stimulus_destroy(struct stimulus *s)
{
    if (!s)
        return;
    s->config.ops->destroy(s->node);
    free(s);
}

void stimulus_steer(struct stimulus *s, const struct stimulus_steering *steering)
{
    s->config.steering = *steering;
}

void stimulus_start(struct stimulus *s)
{
    s->random = rng_stream(s->config.seed, stimulus_setup_number(s));
    if (s->config.coverage)
        coverage_origin(s->config.coverage, s->config.seed, s->episode);
}

int stimulus_profile(const struct stimulus *s, int turns)
{
    int profile = s->config.steering.steered ? s->config.steering.profile : s->config.profile;

    return profile >= 0 ? profile : (int)(s->episode % (uint64_t)turns);
}

uint64_t stimulus_setup_number(const struct stimulus *s)
{
    return s->config.steering.steered ? s->config.steering.setup : s->episode;
}

void stimulus_turn_aside(struct stimulus *s)
{
    if (stimulus_setup_number(s) != s->episode)
        s->random = rng_stream(~s->config.seed, s->episode);
}

int stimulus_step(struct stimulus *s, const void *in, const void *control)
{
    struct any_registers registers;

    /* Before the first reset there is nothing to look at. */
    if (s->config.coverage && s->result.cycles > 0) {
        s->config.ops->state(s->node, &registers);
        coverage_sample(s->config.coverage, &registers, in, control);
    }
    int differs = node_step(s->config.ops, s->node, in, control);
    s->result.cycles += !differs;
    return differs;
}

int stimulus_fail(struct stimulus *s, int kind, const char *text)
{
    if (!s->result.failed) {
        s->result.failed = kind;
        s->result.episode = s->episode;
        snprintf(s->result.text, sizeof s->result.text, "%s", text);
    }
    return 1;
}

const char *stimulus_difference(const struct stimulus *s)
{
    const struct mismatch *d = lockstep_is(s->config.ops) ? lockstep_mismatch(s->node) : NULL;

    if (d && *d->ended)
        return "the router ended";
    return d && mismatch_illegal(d->field) ? "the state is not legal" : "model and RTL differ";
}

unsigned stimulus_sustained_cycles(const struct stimulus *s)
{
    return s->config.steering.steered ? AIMED : SUSTAINED;
}

void stimulus_note_busy(struct stimulus *s, int busy)
{
    struct stimulus_busy *b = &s->result.sustained;

    b->cycles++;
    b->busy += (uint64_t)busy;
    s->window_busy |= busy;
    if (b->cycles % WINDOW != 0)
        return;
    b->windows++;
    b->idle += !s->window_busy;
    s->window_busy = 0;
}

int stimulus_end(struct stimulus *s, int profile)
{
    s->result.episodes[profile]++;
    s->episode++;
    return s->result.cycles >= s->config.cycles;
}
