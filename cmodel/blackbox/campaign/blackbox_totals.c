/* SPDX-License-Identifier: Apache-2.0
 *
 * What all episodes came to. See blackbox_bench.h.
 */
#include "../bench/blackbox_bench_internal.h"

static void add_packet(const struct blackbox_bench *b, int i, struct blackbox_totals *t)
{
    const struct blackbox_history *history = &b->history[i];

    t->dropped += blackbox_flit_then(b->f, &b->s->packet[i]) != BLACKBOX_ANSWERED && history->done == UINT32_MAX &&
                  !history->lost && history->taken == b->s->packet[i].flits &&
                  blackbox_script_unawaited(b->s, b->f, i) && !blackbox_script_tainted(b->s, i);
    t->packets += history->copies;
    t->flits += (uint64_t)history->copies * (uint64_t)blackbox_flits_out(b->f, &b->s->packet[i]);
    if (history->done != UINT32_MAX && history->alone)
        latency_add(&t->alone, blackbox_ticks_of(b, i, history->in, history->done));
}

/* Flits that went in at the input that took the fewest, of those that may send. */
static uint64_t least_taken(const struct blackbox_bench *b)
{
    uint64_t least = UINT64_MAX;

    for (int source = 0, i = 0; source < b->f->sources; source++) {
        uint64_t taken = 0;
        for (; i < b->s->packets && b->s->packet[i].source == source; i++)
            taken += b->history[i].taken;
        if (b->f->sends[source] && taken < least)
            least = taken;
    }
    return least == UINT64_MAX ? 0 : least;
}

static void widen(uint32_t *most, uint32_t value)
{
    *most = value > *most ? value : *most;
}

static void add_seen(const struct blackbox_extremes *r, int first, struct blackbox_extremes *t)
{
    widen(&t->wait_in, r->wait_in);
    widen(&t->wait_inside, r->wait_inside);
    widen(&t->fill, r->fill);
    widen(&t->gap, r->gap);
    widen(&t->grants, r->grants);
    t->room = first || r->room < t->room ? r->room : t->room;
    t->early += r->early;
}

void blackbox_bench_add(const struct blackbox_bench *b, const struct blackbox_result *r, int full,
                        struct blackbox_totals *t)
{
    uint64_t flits = t->flits, least = b->s->reset ? 0 : least_taken(b);

    add_seen(&r->seen, t->episodes == 0, &t->seen);
    t->episodes++;
    t->cycles += r->cycles;
    for (int i = 0; i < BLACKBOX_CHECK_COUNT; i++)
        t->counted[i] += r->counted[i];
    t->sustained = least > t->sustained ? least : t->sustained;
    for (int i = 0; i < b->s->packets; i++)
        add_packet(b, i, t);
    for (int i = 0; b->responses && i < b->s->packets; i++)
        if (b->responses->history[i].done != UINT32_MAX) {
            t->responses++;
            t->response_flits += b->responses->s->packet[i].flits;
        }
    if (full && r->cycles > BLACKBOX_QUIET) {
        t->full_flits += t->flits - flits;
        t->full_cycles += r->cycles - BLACKBOX_QUIET;
    }
}

void blackbox_totals_join(struct blackbox_totals *t, const struct blackbox_totals *other)
{
    t->packets += other->packets;
    t->flits += other->flits;
    t->dropped += other->dropped;
    t->responses += other->responses;
    t->response_flits += other->response_flits;
    latency_join(&t->alone, &other->alone);
    t->sustained = other->sustained > t->sustained ? other->sustained : t->sustained;
    for (int i = 0; i < BLACKBOX_CHECK_COUNT; i++)
        t->counted[i] += other->counted[i];
}
