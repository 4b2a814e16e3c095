/* SPDX-License-Identifier: Apache-2.0
 *
 * Delta debugging of scripts. See fedx_triage.h.
 */
#include "fedx_triage.h"

#include <stdlib.h>
#include <string.h>

#include "../../base/clock.h"
#include "../../base/minimise.h"
#include "../../base/platform.h"
#include "fedx/rng.h"

/* What is left depends on the order of trials: with more packets than FEW other orders are tried, too. */
enum { FEW = 8, ORDERS = 12 };

/* Of the end of a script, cycles that are tried first; and those after the reset in which neighbours come up. */
enum { SHORTEST = 256, STARTED = 2 * FEDX_HOLD_CYCLES };

/* What shrinking changes of a script. */
struct state {
    struct fedx_unit *unit;
    uint32_t setting[FEDX_SETTINGS_WORDS], start[FEDX_PORTS], cycles;
};

struct shrink {
    struct fedx_script *s;
    const struct shrink_config *config;
    struct shrink_result *result;
    uint64_t cycles; /* of all trials */
    double deadline;
    uint32_t *list; /* units under trial */
    size_t listed;
    struct state undo; /* the script before a trial that moves many units */
    int failed;        /* out of memory */
    int changed;       /* something was left out in this round */
    int order;         /* 0: from the back; else at random */
    struct rng random;
};

/* By the time of the processor, so that a busy machine does not change what is left. */
static int budget_exhausted(void *context)
{
    const struct shrink *k = context;

    return k->failed || (k->config->seconds > 0 && clock_user() > k->deadline) ||
           (k->config->cycles && k->cycles > k->config->cycles);
}

static unsigned packets(const struct fedx_script *s)
{
    unsigned count = 0;

    for (size_t i = 0; i < s->units; i++)
        count += s->unit[i].kind == FEDX_UNIT_PACKET && !s->unit[i].off;
    return count;
}

/* Play the script as it stands; if it shows the difference, it ends there from now on. */
static int shows(struct shrink *k)
{
    struct replay r;

    if (fedx_script_play(k->s, k->config->rtl, k->config->power_up, NULL, &r) != 0) {
        k->failed = 1;
        return 0;
    }
    k->result->trials++;
    k->cycles += r.compared.cycles;
    if (k->config->on_trial)
        k->config->on_trial(k->config->context, k->result->trials, packets(k->s), k->s->cycles);
    if (!r.differs || (k->config->field && strcmp(r.mismatch.field, k->config->field) != 0))
        return 0;
    uint32_t preamble = fedx_script_preamble(k->s);
    uint32_t cycles = r.mismatch.cycle > preamble ? (uint32_t)r.mismatch.cycle - preamble : 0;
    if (cycles < k->s->cycles)
        k->s->cycles = cycles;
    return 1;
}

static void save(struct state *to, const struct fedx_script *s)
{
    memcpy(to->unit, s->unit, s->units * sizeof *to->unit);
    memcpy(to->setting, s->setting, sizeof to->setting);
    memcpy(to->start, s->start, sizeof to->start);
    to->cycles = s->cycles;
}

static void restore(struct fedx_script *s, const struct state *from)
{
    memcpy(s->unit, from->unit, s->units * sizeof *s->unit);
    memcpy(s->setting, from->setting, sizeof s->setting);
    memcpy(s->start, from->start, sizeof s->start);
    s->cycles = from->cycles;
}

/* The script has been changed: it stays so if it shows the difference in fewer cycles, or else is as it was. */
static int take_if_shorter(struct shrink *k)
{
    if (shows(k) && k->s->cycles < k->undo.cycles) {
        k->changed = 1;
        return 1;
    }
    restore(k->s, &k->undo);
    return 0;
}

/* Units ----------------------------------------------------------------------------------------------------------- */

static void switch_units(struct shrink *k, size_t from, size_t count, uint8_t off)
{
    for (size_t i = from; i < from + count; i++)
        k->s->unit[k->list[i]].off = off;
}

static void shuffle(struct shrink *k, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        size_t j = rng_below(&k->random, (uint32_t)i);
        uint32_t unit = k->list[i - 1];
        k->list[i - 1] = k->list[j];
        k->list[j] = unit;
    }
}

/* @return how many are left in the list; units without which it shows are off, and no more in it */
static size_t try_without(void *context, size_t from, size_t to)
{
    struct shrink *k = context;

    switch_units(k, from, to - from, 1);
    if (!shows(k)) {
        switch_units(k, from, to - from, 0);
        return k->listed;
    }
    memmove(k->list + from, k->list + to, (k->listed - to) * sizeof *k->list);
    return k->listed -= to - from;
}

/* Leave out what can be of the first `count` of the list: large pieces first, then smaller ones. */
static void reduce_list(struct shrink *k, size_t count)
{
    struct minimise parts = {.count = count, .without = try_without, .is_over = budget_exhausted, .context = k};

    if (k->order > 0)
        shuffle(k, count);
    k->listed = count;
    k->changed |= minimise(&parts, count);
}

static size_t list_units(struct shrink *k, unsigned kinds, unsigned ports)
{
    size_t count = 0;

    for (uint32_t i = 0; i < k->s->units; i++) {
        const struct fedx_unit *u = &k->s->unit[i];
        if (!u->off && kinds >> u->kind & 1u && ports >> u->port & 1u)
            k->list[count++] = i;
    }
    return count;
}

static int earlier(const void *a, const void *b, void *context)
{
    const uint32_t *first = a, *second = b;
    const struct fedx_script *s = context;
    uint32_t x = s->unit[*first].at, y = s->unit[*second].at;

    return x != y ? (x > y) - (x < y) : (*first > *second) - (*first < *second);
}

/* In the order of time, so that a piece is a stretch of it. */
static void reduce_kinds(struct shrink *k, unsigned kinds)
{
    size_t count = list_units(k, kinds, FEDX_ALL_PORTS);

    platform_sort(k->list, count, sizeof *k->list, earlier, k->s);
    reduce_list(k, count);
}

static int is_destination(const struct fedx_script *s, unsigned destination)
{
    for (size_t i = 0; i < s->units; i++) {
        const struct fedx_unit *u = &s->unit[i];
        if (u->kind == FEDX_UNIT_PACKET && !u->off && fedx_script_destination(s, u) == destination)
            return 1;
    }
    return 0;
}

/* All routes to which no packet goes, at once: they are most, and writing them takes time in every trial. */
static void reduce_routes(struct shrink *k)
{
    size_t all = list_units(k, 1 << FEDX_UNIT_ROUTE, FEDX_ALL_PORTS), unused = 0;

    for (size_t i = 0; i < all; i++)
        if (!is_destination(k->s, k->s->unit[k->list[i]].address))
            k->list[unused++] = k->list[i];
    if (unused == 0 || budget_exhausted(k))
        return;
    switch_units(k, 0, unused, 1);
    if (!shows(k))
        switch_units(k, 0, unused, 0);
}

/* A port as if nothing were connected to it. */
static void reduce_ports(struct shrink *k)
{
    enum {
        ALL_OF_A_PORT = 1 << FEDX_UNIT_PACKET | 1 << FEDX_UNIT_ABORT | 1 << FEDX_UNIT_DAMAGE | 1 << FEDX_UNIT_DELAY |
                        1 << FEDX_UNIT_REFUSE | 1 << FEDX_UNIT_LEVEL | 1 << FEDX_UNIT_NOISE | 1 << FEDX_UNIT_RESTART
    };

    for (unsigned port = 0; port < FEDX_PORTS && !budget_exhausted(k); port++) {
        uint32_t start = k->s->start[port];
        size_t count = list_units(k, ALL_OF_A_PORT, 1u << port);
        if (start == FEDX_NEVER && count == 0)
            continue;
        switch_units(k, 0, count, 1);
        k->s->start[port] = FEDX_NEVER;
        if (shows(k)) {
            k->changed = 1;
            continue;
        }
        switch_units(k, 0, count, 0);
        k->s->start[port] = start;
    }
}

/* Units that never took effect because the script ends before them. */
static void drop_unplayed(struct fedx_script *s)
{
    for (size_t i = 0; i < s->units; i++) {
        struct fedx_unit *u = &s->unit[i];
        if (u->at >= s->cycles && u->kind != FEDX_UNIT_ROUTE)
            u->off = 1;
        int of_packet = u->kind == FEDX_UNIT_ABORT || u->kind == FEDX_UNIT_DAMAGE || u->kind == FEDX_UNIT_DELAY;
        if (of_packet && s->unit[u->packet].off)
            u->off = 1;
    }
}

/* Settings -------------------------------------------------------------------------------------------------------- */

/* Fields of the configuration map, of settings and others. */
static const struct {
    unsigned address;
    unsigned char high, low; /* bits */
} fields[] = {
#define FEDX_CONFIG_REGISTER(...)
#define FEDX_CONFIG_FIELD(register_, name, high, low, ...) {FEDX_CFG_##register_, high, low},
#include "fedx/fedx_config.def"
#undef FEDX_CONFIG_REGISTER
#undef FEDX_CONFIG_FIELD
};

/* Try the default for some bits of a word. */
static void reduce_field(struct shrink *k, unsigned index, uint32_t mask)
{
    struct fedx_settings defaults = fedx_settings_default();
    uint32_t *word = &k->s->setting[index], old = *word;

    *word = (old & ~mask) | (fedx_settings_word(&defaults, (int)index) & mask);
    if (*word == old)
        return;
    if (shows(k))
        k->changed = 1;
    else
        *word = old;
}

static void reduce_settings(struct shrink *k)
{
    for (size_t i = 0; i < sizeof fields / sizeof fields[0] && !budget_exhausted(k); i++) {
        unsigned index = fields[i].address - FEDX_CFG_MODE;
        if (index < FEDX_SETTINGS_WORDS)
            reduce_field(k, index, ((2u << (fields[i].high - fields[i].low)) - 1u) << fields[i].low);
    }
}

/* Time ------------------------------------------------------------------------------------------------------------ */

static int has_time(const struct fedx_unit *u)
{
    return !u->off && (u->kind == FEDX_UNIT_PACKET || fedx_unit_is_timed(u));
}

/* All that is due from a time on comes earlier. */
static void advance(struct fedx_script *s, uint32_t from, uint32_t by)
{
    for (size_t i = 0; i < s->units; i++)
        if (has_time(&s->unit[i]) && s->unit[i].at >= from)
            s->unit[i].at -= by;
}

/* The latest time before `before` at which something is due, and the one before that. @return 0 when there is none */
static int find_latest(const struct fedx_script *s, uint32_t before, uint32_t *at, uint32_t *previous)
{
    int found = 0;

    *at = *previous = 0;
    for (size_t i = 0; i < s->units; i++)
        if (has_time(&s->unit[i]) && s->unit[i].at < before && (!found || s->unit[i].at > *at)) {
            *at = s->unit[i].at;
            found = 1;
        }
    for (size_t i = 0; i < s->units; i++)
        if (has_time(&s->unit[i]) && s->unit[i].at < *at && s->unit[i].at > *previous)
            *previous = s->unit[i].at;
    return found && *at > 0;
}

/* Try to let everything from a time on come earlier. @return 1 when the script got shorter, or else it is as it was */
static int try_advance(struct shrink *k, uint32_t from, uint32_t by)
{
    save(&k->undo, k->s);
    advance(k->s, from, by);
    return take_if_shorter(k);
}

/* The fewest last cycles that show it alone, right after the reset: a long run is short at once, if that is all. */
static void reduce_past(struct shrink *k)
{
    for (uint32_t last = SHORTEST; last < k->s->cycles / 2 && !budget_exhausted(k); last *= 2) {
        uint32_t from = k->s->cycles - last;
        save(&k->undo, k->s);
        for (size_t i = 0; i < k->s->units; i++)
            k->s->unit[i].off |= has_time(&k->s->unit[i]) && k->s->unit[i].at < from;
        advance(k->s, from, from - STARTED);
        k->s->cycles = last + STARTED + FEDX_PACKET_BYTES;
        if (take_if_shorter(k))
            return;
    }
}

/* Everything sixteen times as fast, eight times and so on: idle time between hundreds of packets takes many trials. */
static void reduce_pace(struct shrink *k)
{
    for (uint32_t pace = 16; pace > 1 && !budget_exhausted(k); pace /= 2) {
        save(&k->undo, k->s);
        for (size_t i = 0; i < k->s->units; i++)
            if (has_time(&k->s->unit[i]))
                k->s->unit[i].at /= pace;
        if (take_if_shorter(k))
            return;
    }
}

/* Everything from each time on comes as early as what is due before it, or half of the way, and so on. */
static void reduce_time(struct shrink *k)
{
    uint32_t before = FEDX_NEVER, at, previous;

    while (!budget_exhausted(k) && find_latest(k->s, before, &at, &previous)) {
        int done = 0;
        before = at;
        for (uint32_t by = at - previous; by > 0 && !done && !budget_exhausted(k); by /= 2) {
            done = try_advance(k, at, by);
            before -= done ? by : 0;
        }
    }
}

/* All of it ------------------------------------------------------------------------------------------------------- */

static void round_of_all(struct shrink *k)
{
    reduce_routes(k);
    reduce_past(k);
    reduce_pace(k);
    reduce_ports(k);
    reduce_kinds(k, 1 << FEDX_UNIT_PACKET);
    drop_unplayed(k->s);
    reduce_routes(k);
    reduce_kinds(k, 1 << FEDX_UNIT_ACCESS | 1 << FEDX_UNIT_SIDE | 1 << FEDX_UNIT_RESET | 1 << FEDX_UNIT_RESTART);
    reduce_kinds(k, 1 << FEDX_UNIT_LEVEL | 1 << FEDX_UNIT_NOISE);
    reduce_kinds(k, 1 << FEDX_UNIT_ABORT | 1 << FEDX_UNIT_DAMAGE | 1 << FEDX_UNIT_DELAY | 1 << FEDX_UNIT_REFUSE);
    reduce_settings(k);
    reduce_kinds(k, 1 << FEDX_UNIT_ROUTE);
    reduce_time(k);
}

static void reduce_all(struct shrink *k)
{
    do {
        k->changed = 0;
        round_of_all(k);
    } while (k->changed && !budget_exhausted(k));
}

/* Reduce in several orders, and keep the script with the fewest packets. */
static void reduce_in_orders(struct shrink *k, struct state *whole, struct state *best)
{
    unsigned fewest;

    save(whole, k->s);
    reduce_all(k);
    k->result->complete = !k->changed;
    fewest = packets(k->s);
    save(best, k->s);
    for (k->order = 1; k->order <= ORDERS && fewest > FEW && !budget_exhausted(k); k->order++) {
        k->random = rng_stream(1, (uint64_t)k->order);
        restore(k->s, whole);
        reduce_all(k);
        if (packets(k->s) < fewest) {
            fewest = packets(k->s);
            save(best, k->s);
        }
    }
    restore(k->s, best);
}

int fedx_shrink(struct fedx_script *s, const struct shrink_config *config, struct shrink_result *result, char *error,
                size_t size)
{
    struct shrink k = {.s = s, .config = config, .result = result, .deadline = clock_user() + config->seconds};
    struct state whole = {.unit = calloc(s->units + 1, sizeof *s->unit)},
                 best = {.unit = calloc(s->units + 1, sizeof *s->unit)};
    int shown = 0;

    memset(result, 0, sizeof *result);
    snprintf(error, size, "out of memory");
    k.list = calloc(s->units + 1, sizeof *k.list);
    k.undo.unit = calloc(s->units + 1, sizeof *s->unit);
    s->power_up = config->power_up != 0;
    k.failed = !k.list || !k.undo.unit || !whole.unit || !best.unit;
    if (!k.failed) {
        shown = shows(&k);
        if (!shown && !k.failed)
            snprintf(error, size, "its packets do not show the difference when they are played again");
    }
    if (shown) {
        drop_unplayed(s);
        reduce_in_orders(&k, &whole, &best);
        result->packets = packets(s);
    }
    free(k.list);
    free(k.undo.unit);
    free(whole.unit);
    free(best.unit);
    return shown && !k.failed ? 0 : -1;
}

int fedx_shrink_vectors(struct vectors *v, const struct shrink_config *config, struct replay *shown,
                        struct shrink_result *result, char *error, size_t size)
{
    struct fedx_script s = {0};
    struct vectors small = {.kind = v->kind};
    int status = fedx_script_lift(&s, v, error, size);

    if (status == 0)
        status = fedx_shrink(&s, config, result, error, size);
    if (status == 0) {
        status = fedx_script_play(&s, config->rtl, config->power_up, &small, shown);
        snprintf(error, size, "out of memory");
    }
    fedx_script_finish(&s);
    vectors_finish(status == 0 ? v : &small);
    if (status == 0)
        *v = small;
    return status;
}
