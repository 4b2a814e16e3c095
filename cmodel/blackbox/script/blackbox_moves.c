/* SPDX-License-Identifier: Apache-2.0
 *
 * What inputs beside the ports do in an episode. See blackbox_script.h.
 */
#include <stdlib.h>

#include "../../base/memory.h"
#include "blackbox_script.h"

/* Of so many episodes, an input that moves at random is still in one. */
enum { STILL_IN = 4 };

static int add_move(struct blackbox_script *s, size_t *room, struct blackbox_move move)
{
    void *more = memory_grow(s->move, (size_t)s->moves, room, 64, sizeof *s->move);

    if (!more)
        return -1;
    s->move = more;
    s->move[s->moves++] = move;
    return 0;
}

static int draw_input(struct blackbox_script *s, const struct blackbox_side_input *side, uint32_t input, size_t *room,
                      struct rng *random)
{
    for (uint32_t cycle = 1; cycle < s->active; cycle++) {
        struct blackbox_move move = {.input = input, .from = cycle};
        if (rng_below(random, (uint32_t)side->of) >= (uint32_t)side->chance)
            continue;
        move.to = cycle + (uint32_t)side->shortest + rng_below(random, (uint32_t)(side->longest - side->shortest + 1));
        move.value = (uint32_t)side->value[rng_below(random, (uint32_t)side->values)];
        if (add_move(s, room, move) != 0)
            return -1;
        cycle = move.to - 1; /* the next one may follow at once */
    }
    return 0;
}

/* What latency and throughput are promised for is a router that nobody disturbs. */
int blackbox_script_moves(struct blackbox_script *s, const struct blackbox *f, struct rng *random)
{
    size_t room = 0;

    for (int i = 0; i < f->side.inputs && !s->calm && !s->full; i++)
        if (f->side.input[i].of && rng_below(random, STILL_IN) > 0 &&
            draw_input(s, &f->side.input[i], (uint32_t)i, &room, random) != 0)
            return -1;
    s->open &= s->moves == 0;
    return 0;
}

/* The last move of an input that begins no later than a cycle; NULL: none. */
static const struct blackbox_move *move_at(const struct blackbox_script *s, uint32_t input, uint32_t cycle)
{
    int low = 0, high = s->moves;

    while (low < high) {
        int middle = low + (high - low) / 2;
        const struct blackbox_move *m = &s->move[middle];
        if (m->input < input || (m->input == input && m->from <= cycle))
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && s->move[low - 1].input == input ? &s->move[low - 1] : NULL;
}

uint32_t blackbox_script_side(const struct blackbox_script *s, const struct blackbox *f, int input, uint32_t cycle)
{
    const struct blackbox_side_input *side = &f->side.input[input];
    const struct blackbox_move *move;

    if (side->period)
        return (uint32_t)(cycle % (uint32_t)side->period < (uint32_t)side->shortest ? side->value[0] : side->idle);
    move = cycle < s->active ? move_at(s, (uint32_t)input, cycle) : NULL;
    return move && cycle < move->to ? move->value : (uint32_t)side->idle;
}
