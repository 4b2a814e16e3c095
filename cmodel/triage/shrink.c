/* SPDX-License-Identifier: Apache-2.0
 *
 * See shrink.h. Wires that are not needed at all are idle first, which costs a trial each. Then spans of cycles go, and
 * spans of a wire become idle: of one that cannot, the halves are tried.
 */
#include "shrink.h"

#include <stdlib.h>
#include <string.h>

#include "../base/clock.h"
#include "../base/minimise.h"

struct shrink {
    struct vectors *v;
    const struct shrink_config *config;
    struct shrink_result *result;
    struct replay *shown; /* by the last trial that showed the difference */
    uint64_t cycles;      /* of all trials */
    double began;
    uint8_t *kept; /* of a span while it is tried without */
    int failed;    /* out of memory */
    int changed;   /* something went in this round */
};

/* Lanes of a pin that become idle together: those of a port, or all of an input that belongs to no port. */
struct wire {
    const struct pin_info *pin;
    int first, count;
};

static int budget_exhausted(void *context)
{
    struct shrink *k = context;
    const struct shrink_config *c = k->config;

    if ((c->cycles && k->cycles > c->cycles) || (c->seconds > 0 && clock_user() - k->began > c->seconds))
        k->result->complete = 0;
    return k->failed || !k->result->complete;
}

/* @return 1 when the difference is still there; then the vectors end with it */
static int shows(struct shrink *k)
{
    const struct shrink_config *c = k->config;
    struct replay r;

    if (replay_run(k->v, c->rtl, c->power_up, &r) != 0) {
        k->failed = 1;
        return 0;
    }
    k->result->trials++;
    k->cycles += k->v->count;
    if (c->on_trial)
        c->on_trial(c->context, k->result->trials, SHRINK_NO_PACKETS, k->v->count);
    if (!r.differs || (c->field && strcmp(r.mismatch.field, c->field) != 0))
        return 0;
    k->v->count = r.mismatch.cycle < k->v->count ? (size_t)r.mismatch.cycle : k->v->count;
    *k->shown = r;
    k->changed = 1;
    return 1;
}

static uint8_t *cycle_at(const struct shrink *k, size_t i)
{
    return k->v->cycle + i * vectors_cycle_bytes(k->v->kind);
}

/* Spans of cycles ------------------------------------------------------------------------------------------------- */

/* The last cycle has the difference. @return cycles before it that are left */
static size_t try_without(void *context, size_t from, size_t to)
{
    struct shrink *k = context;
    const size_t bytes = vectors_cycle_bytes(k->v->kind), count = k->v->count;

    memcpy(k->kept, cycle_at(k, from), (to - from) * bytes);
    memmove(cycle_at(k, from), cycle_at(k, to), (count - to) * bytes);
    k->v->count = count - (to - from);
    if (!shows(k)) {
        memmove(cycle_at(k, to), cycle_at(k, from), (count - to) * bytes);
        memcpy(cycle_at(k, from), k->kept, (to - from) * bytes);
        k->v->count = count;
    }
    return k->v->count ? k->v->count - 1 : 0;
}

static void remove_cycles(struct shrink *k)
{
    struct minimise cycles = {
        .count = k->v->count ? k->v->count - 1 : 0, .without = try_without, .is_over = budget_exhausted, .context = k};

    minimise(&cycles, cycles.count);
}

/* Wires ----------------------------------------------------------------------------------------------------------- */

static void *fields_at(const struct shrink *k, const struct wire *w, size_t i)
{
    return w->pin->place == PIN_CONTROL ? vectors_control(k->v, i) : vectors_in(k->v, i);
}

/* @return 1 when the wire was not idle in all these cycles */
static int make_idle(struct shrink *k, const struct wire *w, size_t from, size_t to)
{
    int changed = 0;

    for (size_t i = from; i < to; i++)
        for (int lane = w->first; lane < w->first + w->count; lane++) {
            void *fields = fields_at(k, w, i);
            changed |= lane_get(&w->pin->lanes, fields, lane) != w->pin->idle;
            lane_set(&w->pin->lanes, fields, lane, w->pin->idle);
        }
    return changed;
}

/* @param least  spans that are not longer than this are not halved */
static void silence(struct shrink *k, const struct wire *w, size_t from, size_t to, size_t least)
{
    const size_t bytes = vectors_cycle_bytes(k->v->kind);

    to = to < k->v->count ? to : k->v->count;
    if (budget_exhausted(k) || from >= to)
        return;
    memcpy(k->kept, cycle_at(k, from), (to - from) * bytes);
    if (!make_idle(k, w, from, to) || shows(k))
        return;
    memcpy(cycle_at(k, from), k->kept, (to - from) * bytes);
    if (to - from <= least)
        return;
    size_t middle = from + (to - from) / 2;
    silence(k, w, middle, to, least);
    silence(k, w, from, middle, least);
}

static void silence_all(struct shrink *k, size_t least)
{
    const struct router_kind *kind = k->v->kind;

    for (int row = 0; row < kind->pin_count; row++) {
        const struct pin_info *pin = &kind->pins[row];
        int of_port = pin->place == PIN_RX, each = pin->lanes.each, ports = kind_pin_ports(kind, pin);
        int parts = !of_port ? 1 : each < ports ? each : ports, count = each / parts;
        for (int part = 0; part < parts && !pin_is_output(pin); part++)
            silence(k, &(struct wire){pin, part * count, count}, 0, k->v->count, least);
    }
}

int shrink_vectors(struct vectors *v, const struct shrink_config *config, struct replay *shown,
                   struct shrink_result *result, char *error, size_t size)
{
    struct shrink k = {.v = v, .config = config, .result = result, .shown = shown, .began = clock_user()};

    snprintf(error, size, "out of memory, or its vectors do not show the difference");
    *result = (struct shrink_result){.packets = SHRINK_NO_PACKETS, .complete = 1};
    k.kept = malloc(v->count * vectors_cycle_bytes(v->kind) + 1);
    k.failed = !k.kept || !shows(&k);
    silence_all(&k, v->count);
    for (k.changed = 1; k.changed && !budget_exhausted(&k);) {
        k.changed = 0;
        remove_cycles(&k);
        silence_all(&k, 1);
    }
    free(k.kept);
    return k.failed ? -1 : 0;
}
