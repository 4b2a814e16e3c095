/* SPDX-License-Identifier: Apache-2.0
 *
 * Outputs beside the ports: values that stay, pulses and counts. See blackbox_bench_internal.h.
 */
#include <inttypes.h>

#include "blackbox_bench_internal.h"

/* What is promised of them says nothing of a router that is treated in ways that none can be right in. */
static int is_judged(const struct blackbox_bench *b)
{
    return b->s->illegal <= BLACKBOX_HARMLESS;
}

/* A packet that a router has taken whole and none of which comes out. */
static int is_dropped(const struct blackbox_bench *b, int packet)
{
    const struct blackbox_history *history = &b->history[packet];

    return history->taken == b->s->packet[packet].flits && history->out == UINT32_MAX &&
           blackbox_script_unawaited(b->s, b->f, packet);
}

/* What an output counts of a packet when nothing moves. */
static uint64_t count_of(const struct blackbox_bench *b, int packet, enum blackbox_side_event event)
{
    const struct blackbox_history *history = &b->history[packet];
    int inside =
        history->taken > blackbox_flits_gone(b->f, &b->s->packet[packet], history->came) && !is_dropped(b, packet);

    switch (event) {
    case BLACKBOX_SIDE_DROPPED: return (uint64_t)is_dropped(b, packet);
    case BLACKBOX_SIDE_PASSED: return history->done != UINT32_MAX;
    case BLACKBOX_SIDE_PACKETS: return (uint64_t)inside;
    case BLACKBOX_SIDE_WHOLE: return (uint64_t)(inside && history->taken == b->s->packet[packet].flits);
    case BLACKBOX_SIDE_FLITS: break;
    }
    return inside ? history->taken - history->came : 0;
}

static uint64_t count_all(const struct blackbox_bench *b, enum blackbox_side_event event)
{
    uint64_t count = 0;

    for (int i = 0; i < b->s->packets; i++)
        if (b->s->packet[i].phase >= b->side.phase && b->history[i].in != UINT32_MAX && !b->history[i].lost)
            count += count_of(b, i, event);
    return count;
}

static const char *words_of(enum blackbox_side_event event)
{
    static const char *const words[] = {[BLACKBOX_SIDE_DROPPED] = "packets dropped",
                                        [BLACKBOX_SIDE_PASSED] = "packets out",
                                        [BLACKBOX_SIDE_PACKETS] = "packets inside",
                                        [BLACKBOX_SIDE_WHOLE] = "packets inside whole",
                                        [BLACKBOX_SIDE_FLITS] = "flits inside"};

    return words[event];
}

/* "count", or "count of router 2" in a network. */
static const char *name_of(const struct blackbox_bench *b, int router, int output, char text[2 * BLACKBOX_NAME])
{
    const char *name = b->f->side.output[output].pin.text;

    if (b->f->routers == 1)
        return name;
    snprintf(text, (size_t)(2 * BLACKBOX_NAME), "%s of router %d", name, router);
    return text;
}

static void check_value(struct blackbox_bench *b, int router, int output)
{
    const struct blackbox_side_output *side = &b->f->side.output[output];
    uint32_t value = *blackbox_from_side(b, router, output);
    char name[2 * BLACKBOX_NAME];

    if (value != side->value)
        blackbox_wrong(b, BLACKBOX_SIDEBAND, -1, "%s is %" PRIu32 ", must stay %" PRIu64,
                       name_of(b, router, output, name), value, side->value);
}

/* There is no event before its packet went in. */
static void check_pulse(struct blackbox_bench *b, int output)
{
    const struct blackbox_side_output *side = &b->f->side.output[output];
    int dropped = side->event == BLACKBOX_SIDE_DROPPED;
    uint64_t *pulses = &b->side.pulses[output], most = dropped ? b->side.unawaited : b->side.whole, before = *pulses;

    for (int router = 0; router < b->f->routers; router++)
        *pulses += *blackbox_from_side(b, router, output);
    if (*pulses > most && *pulses > before)
        blackbox_wrong(b, BLACKBOX_SIDEBAND, -1, "%s pulses for the %" PRIu64 "th time, and %" PRIu64 " packets %s",
                       side->pin.text, *pulses, most,
                       dropped ? "that may be dropped went in and did not come out" : "went in whole");
}

/* Registers on the way are in the count when it is looked at: nothing moves for a while. */
static void check_count(struct blackbox_bench *b, int output)
{
    const struct blackbox_side_output *side = &b->f->side.output[output];
    uint64_t count = count_all(b, side->event) & ((1ull << side->width) - 1), shown = 0;

    for (int router = 0; router < b->f->routers; router++)
        shown += *blackbox_from_side(b, router, output);
    shown &= (1ull << side->width) - 1;
    if (shown != count)
        blackbox_wrong(b, BLACKBOX_SIDEBAND, -1,
                       "%s is %" PRIu64 ", must be %" PRIu64 ", for nothing moves for %d cycles: %s", side->pin.text,
                       shown, count, BLACKBOX_STILL, words_of(side->event));
}

static void check_counts(struct blackbox_bench *b)
{
    for (int i = 0; i < b->f->side.outputs; i++)
        if (b->f->side.output[i].rule == BLACKBOX_SIDE_COUNT)
            check_count(b, i);
}

void blackbox_side_cycle(struct blackbox_bench *b)
{
    const struct blackbox_side *side = &b->f->side;

    if (!side->outputs || !is_judged(b))
        return;
    b->r->counted[BLACKBOX_SIDEBAND]++;
    if (b->side.flits != b->side.seen) {
        b->side.seen = b->side.flits;
        b->side.since = b->now;
    }
    for (int i = 0; i < side->outputs; i++)
        if (!blackbox_ticks(b, side->output[i].clock))
            continue;
        else if (side->output[i].rule == BLACKBOX_SIDE_PULSE)
            check_pulse(b, i);
        else if (side->output[i].rule == BLACKBOX_SIDE_VALUE)
            for (int router = 0; router < b->f->routers; router++)
                check_value(b, router, i);
    if (b->now - b->side.since == blackbox_ticks_scaled(b, BLACKBOX_STILL) && blackbox_script_counted(b->f))
        check_counts(b);
}

void blackbox_side_end(struct blackbox_bench *b)
{
    if (!is_judged(b))
        return;
    check_counts(b);
    for (int i = 0; i < b->f->side.outputs; i++) {
        const struct blackbox_side_output *side = &b->f->side.output[i];
        uint64_t count = side->rule == BLACKBOX_SIDE_PULSE ? count_all(b, side->event) : 0;
        if (side->rule == BLACKBOX_SIDE_PULSE && b->side.pulses[i] != count)
            blackbox_wrong(b, BLACKBOX_SIDEBAND, -1, "%s pulsed %" PRIu64 " times, must be %" PRIu64 ": %s",
                           side->pin.text, b->side.pulses[i], count, words_of(side->event));
    }
}
