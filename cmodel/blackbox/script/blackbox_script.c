/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_script.h"

#include <stdlib.h>
#include <string.h>

#include "../../base/memory.h"
#include "../../traffic/pattern.h"
#include "../description/blackbox_cast.h"
#include "blackbox_join.h"

const char *const blackbox_profiles[BLACKBOX_PROFILE_COUNT + 1] = {
#define PROFILE(name, doc) #name,
    BLACKBOX_PROFILES(PROFILE)
#undef PROFILE
        NULL};

/* Of so many packets, or outputs, the one is taken that is most wanted. */
enum { CHOICES = 8 };
/* From so many flits of an input on, an episode is sustained: stalls and gaps are fewer, so that it does not last too
 * long. */
enum { LASTS = 1000, SUSTAINED_GAP = 40, SUSTAINED_CHANCES = 3 };

/* Where a drawing stands. */
struct drawing {
    const struct blackbox *f;
    const struct blackbox_cover *wanted; /* or NULL */
    struct blackbox_script *s;
    const struct blackbox_script *lead; /* of the first class, where this is another one; or NULL */
    enum blackbox_profile profile;
    struct rng random;
    const struct pattern *pattern;
    uint32_t hot;  /* sink */
    uint32_t slow; /* cycles that are one of the slowest clock */
    uint32_t own;  /* ... one of the clock of the source */
    int gap;       /* chance of a gap before a flit, of 256 */
    int budget;    /* flits of a source */
    size_t packet_room, release_room;
    /* of the source that is drawn */
    int source, number;                         /* packets so far */
    int second;                                 /* the packet that is drawn is of the second half */
    enum blackbox_illegal_kind illegal;         /* what it is */
    uint32_t now;                               /* cycle before which nothing more is due */
    int left;                                   /* flits of a burst */
    int open[BLACKBOX_VCS], next[BLACKBOX_VCS]; /* packet and flit of each virtual channel; -1: none */
};

/* A class that has its turn in an episode, of which others are silent. */
struct turn {
    enum blackbox_profile profile;
    uint64_t seed;
    int flits; /* of an input */
    int class; /* -1: all have */
};

static int is_sustained(const struct drawing *d)
{
    return d->budget > LASTS;
}

static uint32_t below(struct drawing *d, int bound)
{
    return rng_below(&d->random, (uint32_t)bound);
}

/* Where to, and how long ------------------------------------------------------------------------------------------ */

static int allowed(const struct drawing *d, int sink)
{
    return !d->f->forbidden[d->source * d->f->sinks + sink];
}

/* From a sink on, the first one that is allowed; -1: none is */
static int from(const struct drawing *d, int sink)
{
    for (int i = 0; i < d->f->sinks; i++)
        if (allowed(d, (sink + i) % d->f->sinks))
            return (sink + i) % d->f->sinks;
    return -1;
}

/* @return a sink, or -1 when this source sends nothing */
static int draw_sink(struct drawing *d)
{
    int sink;

    if (d->profile == BLACKBOX_PROFILE_hotspot)
        return allowed(d, (int)d->hot) ? (int)d->hot : -1;
    if (d->profile == BLACKBOX_PROFILE_round_robin)
        return from(d, (d->source + d->number) % d->f->sinks);
    if (!d->pattern)
        return from(d, (int)below(d, d->f->sinks));
    if (!pattern_sends(d->pattern, blackbox_script_shape(d->f), d->source))
        return -1;
    sink = d->pattern->destination(&d->random, blackbox_script_shape(d->f), d->source);
    return allowed(d, sink) ? sink : -1;
}

/* One that is defined for this network; NULL when patterns mean nothing to it. */
static const struct pattern *draw_pattern(struct drawing *d)
{
    const struct pattern *fits[32];
    int count = 0;

    if (d->f->sources != d->f->sinks || d->f->sources < 2)
        return NULL;
    for (const struct pattern *p = traffic_patterns; p->name && count < 32; p++)
        if (p->fits(blackbox_script_shape(d->f)))
            fits[count++] = p;
    return count ? fits[below(d, count)] : NULL;
}

static int draw_length(struct drawing *d)
{
    const struct blackbox *f = d->f;
    struct blackbox_lengths all = blackbox_width_lengths(f, 0);

    if (d->illegal == BLACKBOX_LONG)
        return f->max_flits + 1 + (int)below(d, f->illegal.longest - f->max_flits);
    if (d->illegal == BLACKBOX_SHORT)
        return f->illegal.shortest + (int)below(d, f->min_flits - f->illegal.shortest);
    if (d->profile == BLACKBOX_PROFILE_single)
        return f->min_flits;
    switch (below(d, 8)) {
    case 0:
    case 1: return f->min_flits;
    case 2: return f->max_flits;
    default: return all.least + all.step * (int)below(d, all.count);
    }
}

/* What is wanted -------------------------------------------------------------------------------------------------- */

/* Open points that a packet of the source may hit. */
static int worth(const struct drawing *d, int sink, int flits)
{
    const struct blackbox_cover *c = d->wanted;
    int out = d->f->widths.line ? flits * d->f->widths.flit[0] / d->f->widths.flit[1] : flits;
    int longest = c->columns[BLACKBOX_COVER_STALL];

    out = out < 1 ? 1 : out;
    return blackbox_cover_open(c, BLACKBOX_COVER_PAIR, d->source, sink) +
           blackbox_cover_open(c, BLACKBOX_COVER_LENGTH_IN, d->source, blackbox_cover_length(d->f, 0, flits)) +
           blackbox_cover_open(c, BLACKBOX_COVER_LENGTH_OUT, sink, blackbox_cover_length(d->f, 1, out)) +
           blackbox_cover_open(c, BLACKBOX_COVER_STALL, sink, (out < longest ? out : longest) - 1);
}

/* Where a packet goes, and how long it is; a sink of -1: nowhere. */
static void draw_way(struct drawing *d, int *sink, int *flits)
{
    *sink = draw_sink(d);
    *flits = *sink < 0 ? 0 : draw_length(d);
    for (int i = 1; d->wanted && *sink >= 0 && i < CHOICES; i++) {
        int other = draw_sink(d), length = draw_length(d);
        if (other >= 0 && worth(d, other, length) > worth(d, *sink, *flits)) {
            *sink = other;
            *flits = length;
        }
    }
}

/* Inputs that did not yet meet others on the way to an output. */
static int strangers(const struct drawing *d, uint32_t sink)
{
    int count = 0;

    for (int i = 0; i < d->f->sources; i++)
        count += blackbox_cover_open(d->wanted, BLACKBOX_COVER_MEET, i, (int)sink);
    return count;
}

static void draw_hot(struct drawing *d)
{
    d->hot = below(d, d->f->sinks);
    for (int i = 1; d->wanted && i < CHOICES; i++) {
        uint32_t other = below(d, d->f->sinks);
        if (strangers(d, other) > strangers(d, d->hot))
            d->hot = other;
    }
}

/* When ------------------------------------------------------------------------------------------------------------ */

/* Cycles between two packets that do not meet in a router of use. */
static uint32_t apart(const struct blackbox *f)
{
    const struct blackbox *own = f->responses.f;
    int answered = own ? 4 * own->max_flits + 24 + f->responses.least : 0;

    return (uint32_t)(4 * f->max_flits + 24 + 12 * (f->rows + f->cols) + 4 * f->latency + answered);
}

/* The next flit is due from here on. @param broken  1: there are gaps, whether they are allowed or not */
static void pass_time(struct drawing *d, int flit, int broken)
{
    if (d->profile == BLACKBOX_PROFILE_bursts && flit == 0 && d->left <= 0) {
        d->now += d->own * (1 + below(d, 64));
        d->left = 1 + (int)below(d, 4 * d->f->max_flits);
    }
    d->left--;
    if (d->profile == BLACKBOX_PROFILE_single_in_flight && flit == 0)
        d->now = (uint32_t)(d->number * d->f->sources + d->source) * apart(d->f) * d->slow;
    if (d->profile == BLACKBOX_PROFILE_round_robin && flit == 0)
        d->now = (uint32_t)(d->number * (d->f->max_flits + 1)) * d->slow;
    if ((flit == 0 || d->f->gaps) && (int)below(d, 256) < d->gap)
        d->now += d->own * (1 + below(d, 8));
    if (flit > 0 && broken)
        d->now += d->own * below(d, 4);
}

/* What is illegal ------------------------------------------------------------------------------------------------- */

/* Which half the next packet is of, and whether it is illegal: one of four in the first half. */
static void draw_kind(struct drawing *d)
{
    const int *first = d->s->first;

    d->second = d->s->second && first[d->source + 1] - first[d->source] >= d->budget / 2;
    d->illegal = d->s->illegal && !d->second && below(d, 4) == 0 ? d->s->illegal : BLACKBOX_LEGAL;
}

/* One of four must be dropped, where the description says that some must. */
static int draw_mark(struct drawing *d)
{
    return d->f->drops.marked.width && !d->s->illegal && below(d, 4) == 0;
}

/* One of three ends a frame of joined packets, where a flag does that. */
static int draw_flag(struct drawing *d)
{
    return d->f->join.flag.width && below(d, 3) == 0;
}

/* A destination that is none. */
static void lead_astray(struct drawing *d, struct blackbox_packet *p)
{
    const struct blackbox_illegal *h = &d->f->illegal;

    p->wild = (uint8_t)below(d, h->values);
    p->sink = (uint16_t)(h->then < 0 ? 0 : h->then);
    p->outputs = 1ull << p->sink % BLACKBOX_SET;
}

/* One of those that the description has. */
static enum blackbox_illegal_kind draw_illegal(struct drawing *d)
{
    enum blackbox_illegal_kind has[BLACKBOX_ILLEGAL_COUNT];
    int count = 0;

    for (int kind = BLACKBOX_UNROUTABLE; kind < BLACKBOX_ILLEGAL_COUNT; kind++)
        if (blackbox_illegal_has(d->f, (enum blackbox_illegal_kind)kind))
            has[count++] = (enum blackbox_illegal_kind)kind;
    return count ? has[below(d, count)] : BLACKBOX_LEGAL;
}

/* Whether any class has a reset behind what is illegal. */
static int is_reset_after(const struct blackbox *f)
{
    for (; f; f = f->also)
        if (f->illegal.reset)
            return 1;
    return 0;
}

/* After it, or after a reset, something else begins. What comes after flits without credits has a reset before it:
 * nobody knows how many credits there are then. All classes have it in the same cycle. */
static void draw_halves(struct drawing *d)
{
    struct blackbox_script *s = d->s;

    if (d->lead) {
        s->illegal = d->profile == BLACKBOX_PROFILE_illegal ? draw_illegal(d) : BLACKBOX_LEGAL;
        s->second = d->lead->second;
        s->reset = d->lead->reset;
        return;
    }
    if (d->profile == BLACKBOX_PROFILE_reset)
        s->second = s->reset = 8 + below(d, d->budget);
    if (d->profile != BLACKBOX_PROFILE_illegal)
        return;
    s->illegal = draw_illegal(d);
    s->second = d->slow * (200 + 2 * (uint32_t)d->budget);
    if (is_reset_after(d->f) || s->illegal == BLACKBOX_OVERRUN)
        s->reset = s->second;
}

/* Packets and flits ----------------------------------------------------------------------------------------------- */

static int add_packet(struct drawing *d, int vc)
{
    struct blackbox_script *s = d->s;
    void *more = memory_grow(s->packet, (size_t)s->packets, &d->packet_room, 64, sizeof *s->packet);
    struct blackbox_packet *p;
    int sink, flits;

    draw_kind(d);
    draw_way(d, &sink, &flits);
    if (!more)
        return -1;
    s->packet = more;
    d->open[vc] = -1;
    if (sink < 0)
        return 0;
    p = &s->packet[s->packets];
    *p = (struct blackbox_packet){.source = (uint16_t)d->source,
                                  .sink = (uint16_t)sink,
                                  .flits = (uint16_t)flits,
                                  .vc = (uint8_t)vc,
                                  .phase = (uint8_t)d->second,
                                  .illegal = (uint8_t)d->illegal,
                                  .marked = (uint8_t)draw_mark(d),
                                  .flagged = (uint8_t)draw_flag(d),
                                  .tag = (uint32_t)d->number % blackbox_flit_tags(d->f),
                                  .key = (uint32_t)rng_next(&d->random)};
    if (d->f->cast.kind && blackbox_cast_draw(d->f, &d->random, p) != 0)
        return 0;
    if (d->illegal == BLACKBOX_UNROUTABLE)
        lead_astray(d, p);
    d->open[vc] = s->packets++;
    d->next[vc] = 0;
    d->number++;
    return 0;
}

static int add_release(struct drawing *d, int vc)
{
    struct blackbox_script *s = d->s;
    int *count = &s->first[d->source + 1];
    void *more = memory_grow(s->due, (size_t)*count, &d->release_room, 256, sizeof *s->due);
    struct blackbox_packet *packet = &s->packet[d->open[vc]];

    if (!more)
        return -1;
    s->due = more;
    pass_time(d, d->next[vc], packet->illegal == BLACKBOX_BROKEN);
    if (packet->phase && d->now < s->second)
        d->now = s->second;
    s->due[(*count)++] = (struct blackbox_release){d->now, (uint32_t)d->open[vc], (uint16_t)d->next[vc]};
    if (++d->next[vc] == packet->flits)
        d->open[vc] = -1;
    return 0;
}

/* The virtual channel whose flit is next: packets of several are mixed where there may be gaps. */
static int draw_vc(struct drawing *d)
{
    int mixed =
        d->f->gaps && (!d->f->lanes.count || d->f->lanes.inputs) && d->profile != BLACKBOX_PROFILE_single_in_flight;

    for (int vc = 0; vc < d->f->channels && !mixed; vc++)
        if (d->open[vc] >= 0)
            return vc;
    return (int)below(d, d->f->channels);
}

static int any_open(const struct drawing *d)
{
    for (int vc = 0; vc < d->f->channels; vc++)
        if (d->open[vc] >= 0)
            return 1;
    return 0;
}

static int draw_source(struct drawing *d, int source)
{
    struct blackbox_script *s = d->s;
    int first = s->first[source];

    d->source = source;
    d->own = blackbox_edges_scale(&s->edges, d->f, blackbox_clock_in(d->f, source));
    d->number = 0;
    d->now = 0;
    d->left = 0;
    s->first[source + 1] = first;
    for (int vc = 0; vc < d->f->channels; vc++)
        d->open[vc] = -1;
    for (int silent = 0; any_open(d) || (silent < 16 && s->first[source + 1] - first < d->budget);) {
        int vc = draw_vc(d), full = silent >= 16 || s->first[source + 1] - first >= d->budget;
        if (d->open[vc] < 0 && full)
            continue;
        if (d->open[vc] < 0 && add_packet(d, vc) != 0)
            return -1;
        silent += d->open[vc] < 0;
        if (d->open[vc] >= 0 && add_release(d, vc) != 0)
            return -1;
    }
    return 0;
}

/* What outputs do ------------------------------------------------------------------------------------------------- */

/* Whether an output has no ready: it cannot be held up. */
static int is_open(const struct blackbox *f, int sink)
{
    return sink < f->sinks ? f->outputs.open : f->responses.f->outputs.open;
}

/* All outputs at once, for as long as it takes to fill what is promised. */
static void hold_all(struct drawing *d)
{
    struct blackbox_script *s = d->s;
    uint32_t end = d->slow * (200 + 8 * (uint32_t)d->f->properties.capacity);

    for (s->holds = 0; s->holds < d->f->sinks; s->holds++)
        s->hold[s->holds] = (struct blackbox_hold){(uint32_t)s->holds, 0, end};
}

static int draw_holds(struct drawing *d)
{
    struct blackbox_script *s = d->s;
    uint32_t at = below(d, 20);

    s->hold = calloc((size_t)(8 + d->f->sinks), sizeof *s->hold);
    if (!s->hold)
        return -1;
    if (d->f->properties.capacity && below(d, 2)) {
        hold_all(d);
        return 0;
    }
    for (int i = 0; i < 8; i++) {
        /* Long enough for deep queues to be full. */
        uint32_t end = at + (is_sustained(d) ? 500u << below(d, 4) : 30) * d->slow;
        end += below(d, is_sustained(d) ? 500 : 200) * d->slow;
        s->hold[s->holds] = (struct blackbox_hold){below(d, blackbox_all_sinks(d->f)), at, end};
        s->holds += !is_open(d->f, (int)s->hold[s->holds].sink);
        at = end + below(d, 60);
    }
    return 0;
}

static int draw_stalls(struct drawing *d)
{
    static const uint8_t chances[] = {0, 40, 128, 200, 240, 128, 0, 220};
    static const int all[BLACKBOX_PROFILE_COUNT] = {
        [BLACKBOX_PROFILE_stalls] = 8,   [BLACKBOX_PROFILE_hotspot] = 3, [BLACKBOX_PROFILE_bursts] = 4,
        [BLACKBOX_PROFILE_patterns] = 4, [BLACKBOX_PROFILE_reset] = 6,   [BLACKBOX_PROFILE_illegal] = 6};
    int most = is_sustained(d) && all[d->profile] ? SUSTAINED_CHANCES : all[d->profile];
    int sinks = blackbox_all_sinks(d->f); /* behind the targets requesters, which responses come to */
    struct blackbox_script *s = d->s;

    s->open = d->profile != BLACKBOX_PROFILE_backpressure;
    s->stall = calloc((size_t)sinks, sizeof *s->stall);
    for (int k = 0; s->stall && most && k < sinks; k++) {
        s->stall[k].key = (uint32_t)rng_next(&d->random);
        s->stall[k].chance = chances[below(d, most)];
        if (is_open(d->f, k))
            s->stall[k].chance = 0;
    }
    for (int k = 0; s->stall && k < sinks; k++)
        s->open &= s->stall[k].chance == 0 || (d->profile == BLACKBOX_PROFILE_hotspot && k != (int)d->hot);
    if (!s->stall || (d->profile == BLACKBOX_PROFILE_backpressure && draw_holds(d) != 0))
        return -1;
    for (int i = 0; i < s->first[d->f->sources]; i++)
        s->active = s->due[i].cycle > s->active ? s->due[i].cycle : s->active;
    s->active += d->slow * (200 + (is_sustained(d) ? 2 : 4) * (uint32_t)d->budget);
    return 0;
}

/* All of it ------------------------------------------------------------------------------------------------------- */

int blackbox_script_profiles(const struct blackbox *f)
{
    for (; f; f = f->also)
        if (f->illegal.line && f->checked[BLACKBOX_ILLEGAL])
            return BLACKBOX_PROFILE_sustained;
    return BLACKBOX_PROFILE_illegal;
}

/* Flits of an input, of so many cycles: beside other classes, requests whose responses have more flits than they are
 * fewer, so that classes meet for all of an episode. */
static int share_of(const struct blackbox *f, int flits)
{
    const struct blackbox *own = f->responses.f;
    int asked = f->min_flits + f->max_flits, answered = own ? own->min_flits + own->max_flits : 0;

    return (f->also || f->class_number) && answered > asked ? (int)((int64_t)flits * asked / answered) : flits;
}

/* Of one class. @param lead  what the first one plays; NULL: this is it */
static int draw_class(struct blackbox_script *s, const struct blackbox *f, const struct turn *turn,
                      const struct blackbox_script *lead, const struct blackbox_cover *wanted)
{
    enum blackbox_profile profile = turn->profile;
    struct drawing d = {.f = f,
                        .wanted = wanted,
                        .s = s,
                        .lead = lead,
                        .profile = profile,
                        .random = rng_stream(turn->seed + (uint64_t)f->class_number, profile)};

    memset(s, 0, sizeof *s);
    s->first = calloc((size_t)f->sources + 1, sizeof *s->first);
    if (!s->first)
        return -1;
    s->power_up = rng_next(&d.random) | 1;
    d.budget = share_of(f, turn->flits) / (profile == BLACKBOX_PROFILE_single_in_flight ? 8 : 1) + 1;
    blackbox_edges_draw(&s->edges, f, &d.random, wanted, is_sustained(&d));
    d.slow = blackbox_edges_scale(&s->edges, f, -1);
    draw_hot(&d);
    d.pattern = profile == BLACKBOX_PROFILE_patterns ? draw_pattern(&d) : NULL;
    d.gap = profile == BLACKBOX_PROFILE_stalls || profile == BLACKBOX_PROFILE_backpressure ||
                    profile == BLACKBOX_PROFILE_reset || profile == BLACKBOX_PROFILE_illegal
                ? (int)below(&d, is_sustained(&d) ? SUSTAINED_GAP : 200)
                : 0;
    s->calm = profile == BLACKBOX_PROFILE_single_in_flight;
    s->full = profile == BLACKBOX_PROFILE_full;
    s->prompt = f->responses.f && (s->calm || s->full);
    draw_halves(&d);
    for (int source = 0; source < f->sources && (turn->class < 0 || turn->class == f->class_number); source++)
        if (draw_source(&d, source) != 0)
            return -1;
    return draw_stalls(&d) != 0 || blackbox_join_settle(s, f) != 0 ? -1 : blackbox_script_moves(s, f, &d.random);
}

/* A packet is alone in the network where one class has its turn. */
static int class_of(const struct blackbox *f, enum blackbox_profile profile, uint64_t seed)
{
    return f->also && profile == BLACKBOX_PROFILE_single_in_flight
               ? (int)(blackbox_mix(seed, (uint64_t)profile) % (uint64_t)blackbox_classes(f))
               : -1;
}

int blackbox_script_draw(struct blackbox_script *s, const struct blackbox *f, enum blackbox_profile profile,
                         uint64_t seed, int flits, const struct blackbox_cover *wanted)
{
    const struct turn turn = {profile, seed, flits / f->sources, class_of(f, profile, seed)};
    struct blackbox_script *at = s;

    if (draw_class(s, f, &turn, NULL, wanted) != 0)
        return -1;
    for (f = f->also; f; f = f->also, at = at->also) {
        wanted = wanted ? wanted->also : NULL;
        at->also = calloc(1, sizeof *at->also);
        if (!at->also || draw_class(at->also, f, &turn, s, wanted) != 0)
            return -1;
        s->open &= at->also->open;
    }
    for (at = s->also; at; at = at->also)
        at->open = s->open;
    return 0;
}

static int part_of(struct blackbox_script *part, const struct blackbox *f, const struct blackbox_script *s,
                   const uint8_t *keep)
{
    uint32_t *place = calloc((size_t)s->packets + 1, sizeof *place);
    int count = 0;

    for (int i = 0; place && i < s->packets; i++) {
        place[i] = (uint32_t)part->packets;
        if (keep[i])
            part->packet[part->packets++] = s->packet[i];
    }
    for (int source = 0; place && source < f->sources; source++) {
        for (int i = s->first[source]; i < s->first[source + 1]; i++)
            if (keep[s->due[i].packet]) {
                part->due[count] = s->due[i];
                part->due[count++].packet = place[s->due[i].packet];
            }
        part->first[source + 1] = count;
    }
    free(place);
    return place ? 0 : -1;
}

/* @return a copy, or NULL when out of memory */
static void *copy_of(const void *from, size_t count, size_t size)
{
    void *copy = calloc(count + 1, size);

    if (copy && count)
        memcpy(copy, from, count * size);
    return copy;
}

int blackbox_script_part(struct blackbox_script *part, const struct blackbox *f, const struct blackbox_script *s,
                         const uint8_t *keep)
{
    *part = *s;
    part->also = NULL;
    part->packets = 0;
    part->packet = calloc((size_t)s->packets + 1, sizeof *part->packet);
    part->due = calloc((size_t)s->first[f->sources] + 1, sizeof *part->due);
    part->first = calloc((size_t)f->sources + 1, sizeof *part->first);
    part->stall = copy_of(s->stall, (size_t)blackbox_all_sinks(f), sizeof *part->stall);
    part->hold = copy_of(s->hold, (size_t)s->holds, sizeof *part->hold);
    part->move = copy_of(s->move, (size_t)s->moves, sizeof *part->move);
    if (s->also)
        part->also = calloc(1, sizeof *part->also);
    if (part->packet && part->due && part->first && part->stall && part->hold && part->move &&
        part_of(part, f, s, keep) == 0 &&
        (!s->also || (part->also && blackbox_script_part(part->also, f->also, s->also, keep + s->packets) == 0)))
        return 0;
    blackbox_script_free(part);
    return -1;
}

void blackbox_script_free(struct blackbox_script *s)
{
    if (s->also)
        blackbox_script_free(s->also);
    free(s->also);
    free(s->packet);
    free(s->due);
    free(s->first);
    free(s->stall);
    free(s->hold);
    free(s->move);
    memset(s, 0, sizeof *s);
}
