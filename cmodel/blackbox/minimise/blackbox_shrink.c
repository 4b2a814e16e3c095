/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_shrink.h"

#include <stdlib.h>
#include <string.h>

#include "../../base/clock.h"
#include "../../base/minimise.h"
#include "../description/blackbox_cast.h"
#include "../description/blackbox_width.h"
#include "../script/blackbox_join.h"

/* Packets that somebody can look at. */
enum { ENOUGH = 10 };
/* In an episode of so many flits at each input a fault may need all that went in before it. It does when no part of so
 * many parts can be left out. */
enum { LASTS = 1000, PARTS = 16 };

/* Where it stands. */
struct shrinking {
    struct blackbox_bench *b;
    const struct blackbox *f;
    struct blackbox_script *s;
    struct blackbox_result *r;
    const struct blackbox *of; /* the class that is made simpler */
    enum blackbox_check check; /* that must fail, */
    int class;                 /* in this class */
    int any;                   /* 1: or any other one */
    int sustained;             /* 1: the episode that was found is one of many flits */
    int deep;                  /* 1: the fault needs nearly all packets that are left */
    uint8_t *keep;             /* [packets of all classes], room for all that there were */
    double until;              /* processor time */
    int trials, failed;        /* out of memory */
};

static int budget_exhausted(void *context)
{
    const struct shrinking *w = context;

    return w->failed || clock_user() > w->until;
}

/* Whether a failure is what was found. Which of the classes that wait for each other comes first is chance. */
static int is_same(const struct shrinking *w, const struct blackbox_result *r)
{
    return w->any || (r->check == w->check && (r->class == w->class || w->check == BLACKBOX_PROGRESS));
}

/* What is left of packets makes other frames, where they are joined. */
static int settle_all(const struct shrinking *w, struct blackbox_script *s)
{
    for (const struct blackbox *f = w->f; f; f = f->also, s = s->also)
        if (blackbox_join_settle(s, f) != 0)
            return -1;
    return 0;
}

/* Whether the same is wrong with another script, which is taken then; else it is freed. */
static int take_if_fails(struct shrinking *w, struct blackbox_script *other)
{
    struct blackbox_result r;

    w->trials++;
    if (settle_all(w, other) != 0 || blackbox_bench_run(w->b, other, &r) != 0)
        w->failed = 1;
    if (w->failed || !r.failed || !is_same(w, &r)) {
        blackbox_script_free(other);
        return 0;
    }
    blackbox_script_free(w->s);
    *w->s = *other;
    *w->r = r;
    return 1;
}

/* A copy with the packets that are kept. */
static int copy_kept(struct shrinking *w, struct blackbox_script *other)
{
    if (blackbox_script_part(other, w->f, w->s, w->keep) == 0)
        return 1;
    w->failed = 1;
    return 0;
}

static int copy_all(struct shrinking *w, struct blackbox_script *other)
{
    memset(w->keep, 1, (size_t)blackbox_script_packets(w->s));
    return copy_kept(w, other);
}

/* What a script has of the class that is made simpler. */
static struct blackbox_script *part_of(const struct shrinking *w, struct blackbox_script *s)
{
    return blackbox_script_of(s, w->of->class_number);
}

/* Each class in turn. */
static void each_class(struct shrinking *w, void (*simplify)(struct shrinking *w))
{
    for (w->of = w->f; w->of; w->of = w->of->also)
        simplify(w);
}

/* Packets --------------------------------------------------------------------------------------------------------- */

/* What was not offered has no part in it, unless it is what is missed. */
static void drop_unused(struct shrinking *w)
{
    const struct blackbox_script *s = w->s;
    struct blackbox_script other;
    int count = 0;

    for (const struct blackbox_bench *b = w->b; b; b = blackbox_bench_also(b), s = s->also)
        for (int i = 0; i < s->packets; i++)
            w->keep[count++] = blackbox_bench_history(b)[i].offered != UINT32_MAX;
    if (copy_kept(w, &other))
        take_if_fails(w, &other);
}

/* Without some that follow each other, if it shows. @return packets that are left */
static size_t drop_span(void *context, size_t from, size_t to)
{
    struct shrinking *w = context;
    struct blackbox_script other;

    memset(w->keep, 1, (size_t)blackbox_script_packets(w->s));
    memset(w->keep + from, 0, to - from);
    if (copy_kept(w, &other))
        take_if_fails(w, &other);
    return (size_t)blackbox_script_packets(w->s);
}

/* Without all packets of a class. */
static void drop_class(struct shrinking *w)
{
    int first = 0;

    for (const struct blackbox_script *s = w->s; s != part_of(w, w->s); s = s->also)
        first += s->packets;
    if (w->f->also && part_of(w, w->s)->packets && !budget_exhausted(w))
        drop_span(w, (size_t)first, (size_t)(first + part_of(w, w->s)->packets));
}

static void drop_packets(struct shrinking *w)
{
    struct minimise parts = {.keep = 1, .without = drop_span, .is_over = budget_exhausted, .context = w};
    size_t before;

    each_class(w, drop_class);
    do {
        before = parts.count = (size_t)blackbox_script_packets(w->s);
        for (size_t piece = before > 1 ? before / 2 : 1; piece > 0 && !budget_exhausted(w) && !w->deep; piece /= 2)
            w->deep = !minimise_pieces(&parts, piece) && w->sustained && parts.count > PARTS * ENOUGH &&
                      piece <= parts.count / PARTS;
    } while (parts.count < before && !budget_exhausted(w) && !w->deep);
}

/* What remains is simpler ----------------------------------------------------------------------------------------- */

static void drop_stalls(struct shrinking *w)
{
    struct blackbox_script other;

    for (int sink = 0; sink < blackbox_all_sinks(w->of) && !budget_exhausted(w); sink++)
        if (part_of(w, w->s)->stall[sink].chance && copy_all(w, &other)) {
            part_of(w, &other)->stall[sink].chance = 0;
            take_if_fails(w, &other);
        }
    for (int hold = part_of(w, w->s)->holds - 1; hold >= 0 && !budget_exhausted(w); hold--)
        if (copy_all(w, &other)) {
            struct blackbox_script *part = part_of(w, &other);
            part->hold[hold] = part->hold[--part->holds];
            take_if_fails(w, &other);
        }
}

/* Without some moves of the sideband, if it shows. @return those that are left */
static size_t drop_some_moves(void *context, size_t from, size_t to)
{
    struct shrinking *w = context;
    struct blackbox_script other;

    if (copy_all(w, &other)) {
        memmove(other.move + from, other.move + to, ((size_t)other.moves - to) * sizeof *other.move);
        other.moves -= (int)(to - from);
        take_if_fails(w, &other);
    }
    return (size_t)w->s->moves;
}

static void drop_moves(struct shrinking *w)
{
    struct minimise parts = {
        .count = (size_t)w->s->moves, .without = drop_some_moves, .is_over = budget_exhausted, .context = w};

    minimise(&parts, parts.count);
}

/* Targets that answer at once. */
static void drop_delays(struct shrinking *w)
{
    struct blackbox_script other;

    if (!w->of->responses.f || part_of(w, w->s)->prompt || !copy_all(w, &other))
        return;
    part_of(w, &other)->prompt = 1;
    take_if_fails(w, &other);
}

static void drop_reset(struct shrinking *w)
{
    struct blackbox_script other;

    for (const struct blackbox_script *s = w->s; s; s = s->also)
        if (!s->reset || s->illegal)
            return;
    if (!copy_all(w, &other))
        return;
    for (struct blackbox_script *s = &other; s; s = s->also)
        s->second = s->reset = 0;
    take_if_fails(w, &other);
}

/* @param part  of four, of the time that passes before what is due; 0: none does */
static void advance_by(struct blackbox_script *s, const struct blackbox *f, uint32_t part)
{
    for (int i = 0; i < s->first[f->sources]; i++) {
        uint32_t begin = s->packet[s->due[i].packet].phase ? s->second : 0, after = s->due[i].cycle - begin;
        s->due[i].cycle = begin + (part ? after / 4 * (part - 1) + after / 8 : 0);
    }
}

/* Everything sooner: at once, or in a part of the time. */
static void advance_releases(struct shrinking *w)
{
    for (uint32_t part = 0; part < 4 && !budget_exhausted(w); part++) {
        struct blackbox_script other;
        if (!copy_all(w, &other))
            return;
        for (const struct blackbox *f = w->f; f; f = f->also)
            advance_by(blackbox_script_of(&other, f->class_number), f, part);
        if (take_if_fails(w, &other))
            return;
    }
}

/* The script as it is, with one packet of another length. */
static void set_length(struct blackbox_script *s, const struct blackbox *f, int packet, int flits)
{
    int count = 0;

    s->packet[packet].flits = (uint16_t)flits;
    for (int source = 0, i = 0; source < f->sources; source++) {
        int end = s->first[source + 1];
        for (; i < end; i++)
            if (s->due[i].packet != (uint32_t)packet || s->due[i].flit < flits)
                s->due[count++] = s->due[i];
        s->first[source + 1] = count;
    }
}

static void shorten_packets(struct shrinking *w)
{
    struct blackbox_lengths all = blackbox_width_lengths(w->of, 0);

    for (int packet = 0; packet < part_of(w, w->s)->packets && !budget_exhausted(w); packet++)
        for (int flits = all.least; flits < part_of(w, w->s)->packet[packet].flits;
             flits += all.step * (1 + flits / all.step / 2)) {
            struct blackbox_script other;
            if (!copy_all(w, &other))
                return;
            set_length(part_of(w, &other), w->of, packet, flits);
            if (take_if_fails(w, &other))
                break;
        }
}

/* Each packet for as few outputs as it takes. */
static void narrow_packets(struct shrinking *w)
{
    for (int packet = 0; w->of->cast.kind && packet < part_of(w, w->s)->packets && !budget_exhausted(w); packet++)
        for (int way = 0; way < blackbox_cast_tries(w->of) && !budget_exhausted(w); way++) {
            struct blackbox_script other;
            if (!copy_all(w, &other))
                return;
            if (blackbox_cast_narrow(w->of, &part_of(w, &other)->packet[packet], way))
                take_if_fails(w, &other);
            else
                blackbox_script_free(&other);
        }
}

/* The script as it is, with all legal packets as long as they may be. @return 0, or -1 when out of memory */
static int stretch_all(struct blackbox_script *s, const struct blackbox *f)
{
    struct blackbox_release *due =
        calloc((size_t)s->packets * (size_t)f->max_flits + (size_t)s->first[f->sources] + 1, sizeof *due);
    int count = 0;

    if (!due)
        return -1;
    for (int source = 0, i = 0; source < f->sources; source++) {
        int end = s->first[source + 1];
        for (; i < end; i++) {
            const struct blackbox_packet *p = &s->packet[s->due[i].packet];
            due[count++] = s->due[i];
            for (int flit = p->flits; !p->illegal && s->due[i].flit + 1 == p->flits && flit < f->max_flits; flit++)
                due[count++] = (struct blackbox_release){s->due[i].cycle, s->due[i].packet, (uint16_t)flit};
        }
        s->first[source + 1] = count;
    }
    for (int i = 0; i < s->packets; i++)
        if (!s->packet[i].illegal && s->packet[i].flits < f->max_flits)
            s->packet[i].flits = (uint16_t)f->max_flits;
    free(s->due);
    s->due = due;
    return 0;
}

/* What takes its time, or many flits, shows in fewer packets when they are long. */
static void lengthen_packets(struct shrinking *w)
{
    struct blackbox_script other;

    if (!copy_all(w, &other))
        return;
    for (const struct blackbox *f = w->f; f && !w->failed; f = f->also)
        w->failed = stretch_all(blackbox_script_of(&other, f->class_number), f) != 0;
    if (w->failed)
        blackbox_script_free(&other);
    else
        take_if_fails(w, &other);
}

/* Sinks are held up no longer than to where it shows. */
static void shorten_stalls(struct shrinking *w)
{
    struct blackbox_script other;

    if (!copy_all(w, &other))
        return;
    part_of(w, &other)->active = 0;
    if (take_if_fails(w, &other) || w->r->cycle >= part_of(w, w->s)->active || !copy_all(w, &other))
        return;
    part_of(w, &other)->active = w->r->cycle + 1;
    take_if_fails(w, &other);
}

/* Each trial takes as long as the fault, and there is little to be left out. */
static void shrink_deep(struct shrinking *w)
{
    lengthen_packets(w);
    drop_unused(w);
    each_class(w, drop_stalls);
    drop_moves(w);
    each_class(w, shorten_stalls);
}

static void shrink(struct shrinking *w)
{
    drop_packets(w);
    if (w->deep) {
        shrink_deep(w);
        return;
    }
    each_class(w, drop_stalls);
    drop_moves(w);
    each_class(w, drop_delays);
    drop_reset(w);
    each_class(w, shorten_packets);
    each_class(w, narrow_packets);
    advance_releases(w);
    drop_packets(w);
    each_class(w, shorten_stalls);
}

/* A queue is filled by fewer packets when they are long. */
static void shrink_long(struct shrinking *w)
{
    if (blackbox_script_packets(w->s) <= ENOUGH || w->deep || budget_exhausted(w))
        return;
    lengthen_packets(w);
    drop_unused(w);
    drop_packets(w);
}

int blackbox_shrink(struct blackbox_bench *b, const struct blackbox *f, struct blackbox_script *s,
                    struct blackbox_result *r, double seconds, int *trials)
{
    struct shrinking w = {.b = b,
                          .f = f,
                          .s = s,
                          .r = r,
                          .check = r->check,
                          .class = r->class,
                          .keep = malloc((size_t)blackbox_script_packets(s) + 1),
                          .sustained = s->first[f->sources] > LASTS * f->sources,
                          .until = clock_user() + seconds};

    if (!w.keep)
        return -1;
    drop_unused(&w);
    if (w.check == BLACKBOX_STARVATION || w.check == BLACKBOX_THROUGHPUT || w.check == BLACKBOX_CAPACITY)
        lengthen_packets(&w);
    shrink(&w);
    shrink_long(&w);
    /* What is still large is often another face of something small: a full queue loses, doubles or damages packets by
     * their lengths. */
    w.any = blackbox_script_packets(w.s) > ENOUGH && !w.deep;
    if (w.any)
        shrink(&w);
    shrink_long(&w);
    free(w.keep);
    *trials = w.trials;
    /* The bench has what the last trial came to, which may have shown nothing. */
    return w.failed || blackbox_bench_run(b, s, r) != 0 ? -1 : w.deep;
}
