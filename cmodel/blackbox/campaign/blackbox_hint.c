/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_hint.h"

#include <stdio.h>

/* The class that the failure is about
 * ---------------------------------------------------------------------------------- */

static const struct blackbox *failed_class(const struct blackbox_campaign *c)
{
    return blackbox_class(c->f, c->result.class);
}

static const struct blackbox_bench *failed_bench(const struct blackbox_campaign *c)
{
    return blackbox_bench_class(c->bench, c->result.class);
}

static const struct blackbox_script *failed_script(const struct blackbox_campaign *c)
{
    const struct blackbox_script *s = &c->script;

    for (int i = 0; i < c->result.class; i++)
        s = s->also;
    return s;
}

/* What came of the last episode ----------------------------------------------------------------------------------- */

/* Flits that went in, and packets that began to come out. */
static void count_flits(const struct blackbox_campaign *c, uint64_t *in, uint64_t *out)
{
    const struct blackbox_history *history = blackbox_bench_history(failed_bench(c));

    *in = *out = 0;
    for (int i = 0; i < failed_script(c)->packets; i++) {
        *in += history[i].taken;
        *out += history[i].out != UINT32_MAX;
    }
}

/* Nothing moved, in this episode and in those before it. */
static int is_silent(const struct blackbox_campaign *c)
{
    enum blackbox_check check = c->result.check;
    uint64_t in, out;

    count_flits(c, &in, &out);
    return c->result.failed && !c->result.ended && !c->result.between &&
           (check == BLACKBOX_PROGRESS || check == BLACKBOX_LOST) && c->of_class[c->result.class].packets == 0 &&
           out == 0;
}

/* Flits in which the longest packet went in that ever came out; 0: none did. */
static int longest_out(const struct blackbox_campaign *c)
{
    const struct blackbox_cover *cover = blackbox_bench_cover(failed_bench(c));
    struct blackbox_lengths all = blackbox_width_lengths(failed_class(c), 0);
    int longest = 0;

    for (int i = 0; i < cover->rows[BLACKBOX_COVER_LENGTH_IN] * all.count; i++)
        if (cover->hit[BLACKBOX_COVER_LENGTH_IN][i] == BLACKBOX_POINT_HIT &&
            all.least + i % all.count * all.step > longest)
            longest = all.least + i % all.count * all.step;
    return longest;
}

/* A packet whose first flits went in and whose rest waits, when each that is inside is such a one and none began to
 * come out; -1. */
static int cut_off(const struct blackbox_campaign *c)
{
    const struct blackbox_history *history = blackbox_bench_history(failed_bench(c));
    int cut = -1;

    for (int i = 0; i < failed_script(c)->packets; i++) {
        if (history[i].taken == 0 || history[i].done != UINT32_MAX || history[i].lost)
            continue;
        if (history[i].out != UINT32_MAX || history[i].taken == failed_script(c)->packet[i].flits)
            return -1;
        if (cut < 0 || history[i].taken < history[cut].taken)
            cut = i;
    }
    return cut;
}

/* Whether no packet came out whole, in this episode and in those before it. */
static int is_none_whole(const struct blackbox_campaign *c)
{
    const struct blackbox_history *history = blackbox_bench_history(failed_bench(c));
    int whole = 0;

    for (int i = 0; i < failed_script(c)->packets; i++)
        whole |= history[i].done != UINT32_MAX;
    return !whole && c->of_class[c->result.class].packets == 0;
}

/* A request that a router may have answered by itself: all of it went in, and nothing came to its target; -1. */
static int unasked(const struct blackbox_campaign *c)
{
    const struct blackbox_history *history = blackbox_bench_history(failed_bench(c));
    const struct blackbox_script *s = failed_script(c);

    for (int i = 0; i < s->packets && failed_class(c)->responses.f; i++)
        if (history[i].taken == s->packet[i].flits && history[i].out == UINT32_MAX && !history[i].lost &&
            !s->packet[i].illegal)
            return i;
    return -1;
}

/* Hints ----------------------------------------------------------------------------------------------------------- */

int blackbox_hint_reset(struct blackbox_campaign *c)
{
    struct blackbox_result other;
    int status;

    if (!is_silent(c))
        return 0;
    blackbox_bench_invert_reset(c->bench, 1);
    status = blackbox_bench_run(c->bench, &c->script, &other);
    blackbox_bench_invert_reset(c->bench, 0);
    if (status == 0 && other.failed)
        status = blackbox_bench_run(c->bench, &c->script, &c->result); /* packets have the lives that they had */
    return status != 0 ? -1 : !other.failed;
}

static void hint_silent(const struct blackbox_campaign *c, char *text, size_t size)
{
    const struct blackbox *f = c->f, *own = failed_class(c);
    const char *what, *more = f->interfaces.count ? "parameters of interfaces, " : "";
    uint64_t in, out;

    count_flits(c, &in, &out);
    what = in ? "came out of any output" : "went in at any input";
    if (f->clocks)
        snprintf(text, size,
                 "nothing ever %s. Look at the description first: clocks (line %d), their resets and their levels, "
                 "constants, %spins of inputs and outputs (lines %d and %d)",
                 what, f->clock_of[0].pin.line, more, own->inputs.line, own->outputs.line);
    else
        snprintf(text, size,
                 "nothing ever %s. Look at the description first: clock %s (line %d), reset %s, active %s (line %d), "
                 "constants, %spins of inputs and outputs (lines %d and %d)",
                 what, f->clock.text, f->clock.line, f->reset.text, f->reset_low ? "low" : "high", f->reset.line, more,
                 own->inputs.line, own->outputs.line);
}

static void hint_long(const struct blackbox_campaign *c, int packet, char *text, size_t size)
{
    int taken = blackbox_bench_history(failed_bench(c))[packet].taken;

    if (longest_out(c) <= taken)
        snprintf(
            text, size,
            "the router holds %d flits of packet %d, sends none of them and takes no more. If it stores whole packets, it has room "
            "for %d flits: packets.max_flits (line %d) must not be more",
            taken, packet, taken, failed_class(c)->packets_line);
}

static void hint_lost(const struct blackbox_campaign *c, char *text, size_t size)
{
    int flits = failed_script(c)->packet[c->result.packet].flits, longest = longest_out(c);

    if (longest && longest < flits && !failed_class(c)->drops.allowed)
        snprintf(
            text, size,
            "the longest packet that came out so far has %d flit%s, and this one has %d. If the router drops what it has no room "
            "for, lower packets.max_flits (line %d), or say drops: {longer: N} with the flits that it has room for",
            longest, longest == 1 ? "" : "s", flits, failed_class(c)->packets_line);
}

static void hint_held(const struct blackbox_campaign *c, char *text, size_t size)
{
    const struct blackbox_field *field = c->result.held;

    snprintf(text, size,
             "%s is as it was in the first flit of the packet. If it does not change within a packet, say "
             "%s: {width: %d, scope: packet} (line %d); if it counts in the first flit alone, scope: first",
             field->name, field->name, field->width, field->line);
}

static void hint_joined(const struct blackbox_campaign *c, char *text, size_t size)
{
    const struct blackbox *f = failed_class(c);
    int left = failed_script(c)->packet[c->result.packet].flits -
               blackbox_bench_history(failed_bench(c))[c->result.packet].came;

    if (!f->join.line && f->framing != BLACKBOX_LENGTH && left == 1 && is_none_whole(c))
        snprintf(
            text, size,
            "no packet came out with its own mark of the end. If the router joins packets into frames, say so: join: "
            "{count: N}, or by flits, flag or inputs");
}

static void hint_copies(const struct blackbox_campaign *c, char *text, size_t size)
{
    const struct blackbox *f = failed_class(c);

    snprintf(
        text, size,
        "the packet came out of two outputs. If a packet may be for several, say destination: all, or {field, value: "
        "mask} or {field, outputs: {VALUE: [...]}} (line %d)",
        f->parts ? f->part[0].line : f->outputs.line);
}

static void hint_answered(const struct blackbox_campaign *c, int packet, char *text, size_t size)
{
    const struct blackbox *f = failed_class(c);

    snprintf(
        text, size,
        "packet %d went in, and nothing of it came to its output. If the router answered it by itself, its address is "
        "none of that output: look at destination (line %d)",
        packet, f->parts ? f->part[0].line : f->outputs.line);
}

void blackbox_hint(const struct blackbox_campaign *c, char *text, size_t size)
{
    int packet;

    *text = 0;
    if (!c->result.failed)
        return;
    packet = cut_off(c);
    if (c->result.check == BLACKBOX_PROGRESS && packet >= 0)
        hint_long(c, packet, text, size);
    else if (is_silent(c))
        hint_silent(c, text, size);
    else if (c->result.check == BLACKBOX_CORRUPTED && c->result.packet < 0 && unasked(c) >= 0)
        hint_answered(c, unasked(c), text, size);
    else if (c->result.check == BLACKBOX_CORRUPTED && c->result.held)
        hint_held(c, text, size);
    else if (c->result.check == BLACKBOX_FRAMING && c->result.packet >= 0)
        hint_joined(c, text, size);
    else if (c->result.check == BLACKBOX_DUPLICATE && c->result.elsewhere)
        hint_copies(c, text, size);
    else if (c->result.check == BLACKBOX_LOST && c->result.packet >= 0)
        hint_lost(c, text, size);
}
