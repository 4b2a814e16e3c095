/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_cast.h"

/* Outputs that an input may send to. */
static uint64_t allowed_of(const struct blackbox *f, int source)
{
    uint64_t set = 0;

    for (int k = 0; k < f->sinks; k++)
        set |= (uint64_t)!f->forbidden[source * f->sinks + k] << k;
    return set;
}

static int is_allowed(const struct blackbox *f, int source, int group)
{
    return (f->cast.set[group] & ~allowed_of(f, source)) == 0;
}

int blackbox_cast_counts(const struct blackbox *f, int source, int outputs)
{
    if (f->cast.kind != BLACKBOX_GROUPS)
        return f->cast.kind == BLACKBOX_ALL ? outputs == f->sends[source] : outputs <= f->sends[source];
    for (int i = 0; i < f->cast.count; i++)
        if (is_allowed(f, source, i) && __builtin_popcountll(f->cast.set[i]) == outputs)
            return 1;
    return 0;
}

static int take_set(struct blackbox_packet *p, uint64_t set)
{
    if (!set)
        return -1;
    p->outputs = set;
    p->sink = (uint16_t)__builtin_ctzll(set);
    return 0;
}

/* One of so many set bits, the lowest 0. */
static uint64_t bit_of(uint64_t set, uint32_t number)
{
    while (number-- > 0)
        set &= set - 1;
    return set & -set;
}

/* A set of any size, each as often: of many outputs few or nearly all are the rare ones else. */
static uint64_t draw_mask(const struct blackbox *f, struct rng *random, const struct blackbox_packet *p)
{
    uint64_t left = allowed_of(f, p->source) & ~(1ull << p->sink), set = 1ull << p->sink;
    uint32_t more = rng_below(random, (uint32_t)f->sends[p->source]);

    for (; more > 0; more--) {
        uint64_t bit = bit_of(left, rng_below(random, (uint32_t)__builtin_popcountll(left)));
        left &= ~bit;
        set |= bit;
    }
    return set;
}

/* Of the sets that an input may send to one that has an output, or with that of -1 any. @return its number, or -1 */
static int draw_group(const struct blackbox *f, struct rng *random, int source, int sink)
{
    int fits = 0, chosen;

    for (int i = 0; i < f->cast.count; i++)
        fits += is_allowed(f, source, i) && (sink < 0 || f->cast.set[i] >> sink & 1);
    if (!fits)
        return -1;
    chosen = (int)rng_below(random, (uint32_t)fits);
    for (int i = 0;; i++)
        if (is_allowed(f, source, i) && (sink < 0 || f->cast.set[i] >> sink & 1) && chosen-- == 0)
            return i;
}

int blackbox_cast_draw(const struct blackbox *f, struct rng *random, struct blackbox_packet *p)
{
    int group;

    if (f->cast.kind != BLACKBOX_GROUPS)
        return take_set(p, f->cast.kind == BLACKBOX_ALL ? allowed_of(f, p->source) : draw_mask(f, random, p));
    group = draw_group(f, random, p->source, p->sink);
    if (group < 0)
        group = draw_group(f, random, p->source, -1);
    if (group < 0)
        return -1;
    p->group = (uint8_t)group;
    return take_set(p, f->cast.set[group]);
}

int blackbox_cast_tries(const struct blackbox *f)
{
    return f->cast.kind == BLACKBOX_MASK ? f->sinks : f->cast.count;
}

int blackbox_cast_narrow(const struct blackbox *f, struct blackbox_packet *p, int way)
{
    uint64_t set = f->cast.kind == BLACKBOX_MASK ? p->outputs & ~(1ull << way) : f->cast.set[way];

    if (p->illegal == BLACKBOX_UNROUTABLE || set == p->outputs || (set & ~p->outputs))
        return 0;
    p->group = (uint8_t)(f->cast.kind == BLACKBOX_GROUPS ? way : 0);
    return take_set(p, set) == 0;
}
